import { vi } from 'vitest'
import type { ChangedBill } from '#domain/api/analytics.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { newSettings } from '#domain/settings.ts'
import { call, type CallOptions, type ItemName, makeRestaurant, MENU, type Reply } from '../world.ts'
import { type Bill, byMethod, leftOn, receivedOn, totalsOf, worth } from './bill.ts'
import { booksOf, inPaise, lessThanPrinted, methodsOf, netOf, paise, ratesIn, ratesOf, roleOf, taxesOf, tipsOf } from './books.ts'
import { CHARGES } from './charges.ts'
import { addDay } from './clock.ts'
import { type Command, type Evening, OFFERS, REGULAR, TAXES, ZONES } from './commands.ts'
import { Ledger } from './ledger.ts'
import { asSent, type Hands, planOf } from './plan.ts'
import type { Actor } from './rights.ts'

/**
 * Plays an evening: each command goes to the real Worker and, when its verdict is yes, into the ledger; then both must agree. A difference is thrown with
 * the evening's log, in which the last line is the call that went wrong.
 */

const MINUTE = 60_000
/** Six in the evening in India, three days before its financial year ends. */
const BEGIN = Date.parse('2027-03-29T12:30:00.000Z')
/** All figures are compared after this many commands, at each day's end and at the end; a reply's own order after each command. */
const LOOK_EVERY = 8

const rupees = (n: number): string => `Rs. ${(n / 100).toFixed(2)}`

/** Calls that change orders, payments and tables take effect once for each Idempotency-Key (CONTRACT §1). */
const TAKES_A_KEY = /^(POST|PUT) \/(pos|orders|tables)\b/

export class Disagreement extends Error {}

export async function play(evening: Evening, admin: string): Promise<Played> {
  const house = await open(evening, admin)
  for (const [dish, tax] of (evening.taxes ?? []).entries()) await house.run({ do: 'new dish tax', twice: false, dish, tax })
  for (const [i, command] of evening.commands.entries()) {
    await house.run(command)
    if (i % LOOK_EVERY === LOOK_EVERY - 1) await house.look()
  }
  await house.close()
  return house.played
}

/** Which commands were done, and what was sold in paise. */
export type Played = { done: Set<Command['do']>; sales: number }

async function open(evening: Evening, admin: string) {
  let now = BEGIN
  const setNow = (at: number) => {
    now = at
    vi.useFakeTimers({ toFake: ['Date'], now })
  }
  setNow(BEGIN)
  const tax = TAXES[evening.tax]!
  const charges = CHARGES[evening.charges]!
  const settings = newSettings()
  const w = await makeRestaurant({
    remaining: 100_000,
    partnerId: randomId(),
    settings: {
      taxPercentages: tax,
      taxSettings: { roundOff: evening.rounded, charges: charges.map(asSent), pricesIncludeTax: evening.included },
      kotSettings: { ...settings.kotSettings, resetTime: evening.resetTime },
      qrSettings: { ...settings.qrSettings, acceptOrders: evening.acceptOrders },
    },
  })
  const ledger = new Ledger(now, {
    tax,
    charges,
    included: evening.included === true,
    rounded: evening.rounded,
    acceptOrders: evening.acceptOrders,
    clock: { offset: ZONES[0].offset, reset: evening.resetTime },
    tables: w.tables.length,
  })
  const offers: string[] = []
  for (const { name, percent, flat, most, least, dineInOnly } of OFFERS) {
    const made = await w.does('superuser', 'POST /restaurant/offers/create', {
      title: name,
      ...(flat === undefined ? { type: 'percentage', value: percent } : { type: 'flat', value: flat / 100 }),
      ...(most === undefined ? {} : { maxDiscount: most / 100 }),
      ...(least === undefined ? {} : { minOrderAmount: least / 100 }),
      ...(dineInOnly ? { orderTypes: ['Dine In'] } : {}),
      startsAt: '2026-01-01T00:00:00Z',
      endsAt: '2030-01-01T00:00:00Z',
    })
    if (made.status !== 201) throw new Error(made.text)
    offers.push(made.body.offer._id)
  }
  const { key } = (await w.does('superuser', 'GET /restaurant/keys/generate?label=books')).body
  const seen = new Map<string, OrderShape>()
  const prices = Object.fromEntries(Object.entries(MENU).map(([name, item]) => [name, item.price])) as Record<ItemName, number>
  const hands: Hands = { ledger, items: w.items, prices, taxes: {}, tables: w.tables, offers, seen, newId: randomId, last: null }
  /** Every payment row that was ever seen. */
  const trail: PaymentRow[] = []
  const first = ledger.today()
  const log: string[] = []
  const played: Played = { done: new Set(), sales: 0 }

  const fail = (what: string): never => {
    throw new Disagreement(`${what}\n\n${log.map((line, i) => `${String(i + 1).padStart(3)}  ${line}`).join('\n')}`)
  }
  /** Throws where the two differ, naming the fields. */
  const same = (what: string, got: Record<string, unknown>, expected: Record<string, unknown>) => {
    const wrong = [...new Set([...Object.keys(expected), ...Object.keys(got)])].filter(
      (k) => JSON.stringify(got[k]) !== JSON.stringify(expected[k]),
    )
    if (wrong.length > 0)
      fail(`${what}\n${wrong.map((k) => `  ${k}: ${inWords(got[k], expected[k])} instead of ${inWords(expected[k], got[k])}`).join('\n')}`)
  }

  /** A caller of a role; a guest is of the sitting at its table. */
  async function callerOf(by: Actor, guestAt = 0): Promise<CallOptions> {
    if (by === 'sync key') return { headers: { 'X-Sync-Key': key } }
    return { token: by === 'diner' ? (await w.guest(guestAt)).token : await w.as(by) }
  }

  async function run(command: Command): Promise<void> {
    if (command.do === 'wait' || command.do === 'next day') return pass(command)
    now += MINUTE
    setNow((ledger.now = now))
    const plan = planOf(hands, command)
    if (!plan) return
    const { verdict } = plan
    const refused = typeof verdict === 'number'
    const before = refused ? await w.everything() : null
    const request = { ...(await callerOf(plan.by, plan.guestAt)), body: plan.body, ...(command.twice ? { key: randomId() } : {}) }
    const reply = await call(plan.call, request)
    log.push(`${ledger.wall()}  ${plan.text}  → ${reply.status}${reply.status < 400 ? '' : ` ${reply.body?.code}: ${reply.body?.message}`}`)
    if (typeof verdict === 'number') {
      if (reply.status !== verdict) fail(`${verdict} was expected, not ${reply.status}: ${reply.text.slice(0, 200)}`)
      same('a refused call changed something', await w.everything(), before!)
      return
    }
    played.done.add(command.do)
    if (reply.status >= 300) fail(`this was to be done, and was refused: ${reply.text.slice(0, 300)}`)
    verdict()
    for (const opened of [reply.body?.order, ...(reply.body?.orders ?? [])]) nameBill(opened)
    await follow(plan.by)
    if (command.twice && TAKES_A_KEY.test(plan.call)) await again(plan.call, request, reply)
    const order: OrderShape | undefined = reply.body?.order
    if (!order) return
    const bill = ledger.bills.find((b) => b.id === order._id)
    if (!bill) return fail('the answer has an order that the ledger does not know')
    seen.set(order._id, order)
    hands.last = bill
    compare(bill, order, plan.by === 'diner')
    const { total } = totalsOf(bill)
    log.push(`             bill ${bill.name}: ${rupees(total)}, ${rupees(receivedOn(bill))} received, ${bill.status}, ${bill.paid}`)
  }

  /** The answer was lost: the same call with the same key gets it once more, and does nothing. */
  async function again(address: string, request: CallOptions, first: Reply): Promise<void> {
    const before = await w.everything()
    const second = await call(address, request)
    log.push(`             and once more → ${second.status}`)
    same('a repeated call was answered otherwise', { status: second.status, text: second.text }, { status: first.status, text: first.text })
    same('a repeated call changed something', await w.everything(), before)
  }

  /** A bill that the ledger has opened gets the id of the order that the Worker answered. */
  function nameBill(order: OrderShape | undefined): void {
    const fresh = ledger.bills.find((b) => b.id === '')
    if (fresh && order && !ledger.bills.some((b) => b.id === order._id)) fresh.id = order._id
  }

  /** The payment rows: old ones are unchanged; new ones are the ledger's, with today's business date and the caller's name. */
  async function follow(by: Actor): Promise<void> {
    const rows = (await w.rows(
      'SELECT id, order_id AS bill, kind, method, received_by AS "of", amount, business_date AS day, by FROM payments WHERE restaurant_id = ? ORDER BY rowid',
      w.id,
    )) as PaymentRow[]
    same('a row of money was changed', { ...rows.slice(0, trail.length) }, { ...trail })
    const fresh = rows.slice(trail.length)
    const due = ledger.bills.flatMap((bill) =>
      [...bill.rows, ...bill.tips].filter((row) => row.id === undefined).map((row) => ({ bill, row })),
    )
    for (const { bill, row } of due)
      row.id = fresh.find((f) => f.bill === bill.id && f.kind === row.kind && f.method === row.method && f.amount === row.amount)?.id
    const wordsOf = (list: { bill: string; kind: string; method: string; of?: string | null; amount: number; day: string; by: string }[]) =>
      list.map((r) => `${r.bill} ${r.kind} ${r.method} of ${r.of ?? r.method} ${r.amount} on ${r.day} by ${r.by.split(' ')[0]}`).sort()
    same(
      'the new rows of money differ',
      { rows: wordsOf(fresh) },
      { rows: wordsOf(due.map(({ bill, row }) => ({ ...row, bill: bill.id, by }))) },
    )
    trail.push(...fresh)
  }

  function compare(bill: Bill, order: OrderShape, forDiner = false): void {
    const { subtotal, total, ...totals } = totalsOf(bill)
    same(
      `bill ${bill.name} differs`,
      {
        lines: order.kots.map((k) => k.items.map((i) => [i.itemName, i.quantity, paise(i.amount), i.status])),
        subtotal: paise(order.totalPrice),
        discount: paise(order.discount),
        ...inPaise(order.additionalCharges),
        set: (order.taxPercentages.charges ?? []).map((c) => [c._id, c.set === undefined ? null : paise(c.set), roleOf(c.setBy ?? null)]),
        roundOff: paise(order.roundOff),
        total: paise(order.grandTotal),
        type: order.orderType,
        service: order.serviceChargeAccepted,
        offer: order.offerId === null ? null : OFFERS[offers.indexOf(order.offerId)]?.name,
        status: order.orderStatus,
        paid: order.paymentStatus,
        payments: netOf(order.payments),
        number: order.billNumber,
        day: order.businessDate,
        discountBy: roleOf(order.discountBy),
        serviceBy: roleOf(order.serviceChargeBy),
        cancelledBy: roleOf(order.cancelledBy),
      },
      {
        lines: bill.tickets.map((t) => t.lines.map((l) => [l.name, l.quantity, worth(l), l.status])),
        subtotal,
        ...totals,
        // Diners never see names of staff.
        set: bill.charges.map((c) => [c.id, c.set?.amount ?? null, (!forDiner && c.set?.by) || null]),
        total,
        type: bill.type,
        service: bill.service,
        offer: bill.offer?.name ?? null,
        status: bill.status,
        paid: bill.paid,
        payments: byMethod(bill.rows),
        number: bill.number,
        day: bill.day,
        discountBy: forDiner ? null : bill.discountBy,
        serviceBy: forDiner ? null : bill.serviceBy,
        cancelledBy: forDiner ? null : bill.cancelledBy,
      },
    )
  }

  async function pass(command: Extract<Command, { do: 'wait' | 'next day' }>): Promise<void> {
    played.done.add(command.do)
    if (command.do === 'wait') {
      setNow((ledger.now = now + command.minutes * MINUTE))
      log.push(`${ledger.wall()}  ${command.minutes} minutes have passed`)
      return
    }
    await look()
    const today = ledger.today()
    do setNow((ledger.now = now + 60 * MINUTE))
    while (ledger.today() === today || Number(ledger.wall().slice(6, 8)) !== command.hour)
    log.push(`${ledger.wall()}  another day, business day ${ledger.today()}`)
  }

  /** The whole of it: open bills, the day's figures, and those of all days. */
  async function look(): Promise<void> {
    const today = ledger.today()
    const pending: OrderShape[] = (await w.does('captain', 'GET /orders/restaurant/pending')).body.orders
    same(
      'the open bills differ',
      { open: pending.map((o) => o._id).sort() },
      {
        open: ledger
          .open()
          .map((b) => b.id)
          .sort(),
      },
    )
    for (const order of pending) {
      seen.set(order._id, order)
      compare(
        ledger.bills.find((b) => b.id === order._id)!,
        order,
      )
    }
    await lookAtDay(today)
    const owing = ledger.open().filter((b) => b.table !== null && leftOn(b) > 0)
    const { dashboard } = (await w.does('cashier', 'POST /api/analytics/dashboard-analytics', {})).body
    same(
      'the dashboard differs',
      {
        sales: paise(dashboard.sales),
        orders: dashboard.orders,
        cancelled: paise(dashboard.cancelledValue),
        pending: dashboard.pendingOrders,
        hours: Object.fromEntries(
          dashboard.hourly.flatMap((h: { hour: number; sales: number }) =>
            h.sales === 0 ? [] : [[`${h.hour}`.padStart(2, '0'), paise(h.sales)]],
          ),
        ),
        methods: netOf(dashboard.paymentMethods),
        tips: netOf(dashboard.tips),
        receivedOnOpen: paise(dashboard.receivedOnOpenOrders),
        openTables: dashboard.openTables,
        openValue: paise(dashboard.openValue),
      },
      {
        sales: ledger.sum('sales', [today]).amount,
        orders: ledger.sum('sales', [today]).count,
        cancelled: ledger.sum('cancelledOrder', [today]).amount + ledger.sum('cancelledItem', [today]).amount,
        pending: ledger.open().length,
        hours: ledger.byKey('hour', [today]),
        methods: methodsOf(ledger, [today]),
        tips: tipsOf(ledger, [today]),
        receivedOnOpen: ledger.receivedOnOpen([today]),
        openTables: owing.length,
        openValue: owing.reduce((n, b) => n + leftOn(b), 0),
      },
    )
  }

  async function lookAtDay(day: string): Promise<void> {
    const { summary } = (await w.does('cashier', `GET /orders/daily-summary?date=${day}`)).body
    const [sales, cancelled] = [ledger.sum('sales', [day]), ledger.sum('cancelledOrder', [day])]
    // What is open will be booked on the day that runs, or later.
    const pending = day === ledger.today() ? ledger.open().length : 0
    same(
      `the day-end summary of ${day} differs`,
      {
        sales: paise(summary.totalSales),
        completed: summary.completedOrders,
        cancelled: summary.cancelledOrders,
        pending: summary.pendingOrders,
        all: summary.totalOrders,
        refunds: paise(summary.refunds),
        methods: netOf(summary.paymentMethods),
        tips: netOf(summary.tips),
        receivedOnOpen: paise(summary.receivedOnOpenOrders),
        items: itemsOf(summary.items),
        open: summary.openOrders,
        lessThanPrinted: Object.fromEntries(
          summary.changedAfterPrint
            .map((c: ChangedBill) => [
              ledger.bills.find((b) => b.id === c.orderId)?.name,
              [
                paise(c.printedTotal),
                paise(c.total),
                roleOf(c.printedBy),
                c.changes.length > 0 && c.changes.every(({ by }) => by !== null),
                c.changes.some(({ what }) => what === 'charges'),
              ],
            ])
            .sort(),
        ),
      },
      {
        sales: sales.amount,
        completed: sales.count,
        cancelled: cancelled.count,
        pending,
        all: sales.count + cancelled.count + pending,
        refunds: ledger.sum('refund', [day]).amount,
        methods: methodsOf(ledger, [day]),
        tips: tipsOf(ledger, [day]),
        receivedOnOpen: ledger.receivedOnOpen([day]),
        items: ledger.byKey('item', [day]),
        open: ledger.open().length,
        lessThanPrinted: lessThanPrinted(ledger, day),
      },
    )
  }

  /** At the end: each day once more, the report of all days, every bill, and the books rebuilt from the orders. */
  async function close(): Promise<void> {
    await look()
    const days = [first]
    while (days.at(-1)! < ledger.today()) days.push(addDay(days.at(-1)!))
    for (const day of days) await lookAtDay(day)
    const filter = { period: 'custom', startDate: first, endDate: days.at(-1) }
    const { sales } = (await w.does('superuser', 'POST /api/analytics/sales', filter)).body
    const of = (account: Parameters<Ledger['sum']>[0], key?: string) => ledger.sum(account, days, key).amount
    same(
      'the sales report of all days differs',
      {
        sales: paise(sales.totalSales),
        orders: sales.totalOrders,
        cancelledOrders: sales.cancelledOrders,
        cancelledValue: paise(sales.cancelledValue),
        refunds: paise(sales.refunds),
        discounts: paise(sales.discounts),
        taxes: inPaise(sales.taxes),
        rates: ratesIn(sales.taxRates),
        roundOff: paise(sales.roundOff),
        types: Object.fromEntries(
          sales.orderTypes.flatMap((t: { type: string; sales: number }) => (t.sales === 0 ? [] : [[t.type, paise(t.sales)]])).sort(),
        ),
        items: itemsOf(sales.items),
        methods: netOf(sales.paymentMethods),
        tips: netOf(sales.tips),
        receivedOnOpen: paise(sales.receivedOnOpenOrders),
        cancellations: sales.cancellations.reduce((n: number, c: { value: number }) => n + paise(c.value), 0),
      },
      {
        sales: of('sales'),
        orders: ledger.sum('sales', days).count,
        cancelledOrders: ledger.sum('cancelledOrder', days).count,
        cancelledValue: of('cancelledOrder') + of('cancelledItem'),
        refunds: of('refund'),
        discounts: of('discount'),
        taxes: taxesOf(ledger, days),
        rates: ratesOf(ledger, days),
        roundOff: of('tax', 'roundOff'),
        types: ledger.byKey('type', days),
        items: ledger.byKey('item', days),
        methods: methodsOf(ledger, days),
        tips: tipsOf(ledger, days),
        // For all days: the money received on the bills that are open now.
        receivedOnOpen: ledger.open().reduce((n, b) => n + receivedOn(b), 0),
        cancellations: of('cancelledOrder') + of('cancelledItem'),
      },
    )
    await lookBack()
    await lookAtGuests()
    for (const day of days) same(`what an accountant reads of ${day} differs`, ...(await booksOf(w, ledger, day)))
    const orders: OrderShape[] = (await w.does('superuser', 'GET /orders?limit=100')).body.orders
    same('the list of orders differs', { orders: orders.map((o) => o._id).sort() }, { orders: ledger.bills.map((b) => b.id).sort() })
    for (const order of orders) {
      compare(
        ledger.bills.find((b) => b.id === order._id)!,
        order,
      )
      same(
        'the rows of money that a manager reads differ',
        { rows: order.paymentHistory?.map((p) => [p._id, p.kind, p.method, paise(p.amount), p.businessDate, p.by]) },
        { rows: trail.filter((r) => r.bill === order._id).map((r) => [r.id, r.kind, r.method, r.amount, r.day, r.by]) },
      )
    }
    const { rebuild } = (await call('POST /backoffice/rebuild', { token: admin, body: { restaurantId: w.id, days: 31, check: true } })).body
    same(
      'the rebuild finds something wrong',
      { differences: rebuild.differences, visits: rebuild.visits, customers: rebuild.customers, examples: rebuild.examples },
      { differences: 0, visits: 0, customers: 0, examples: [] },
    )
    played.sales = of('sales')
  }

  /**
   * The figures with which the range is compared: the day before yesterday until this time of day, and nothing of yesterday, which is compared with tomorrow.
   * After a change of zone yesterday may have begun before that time. Read from the orders, not from the books.
   */
  async function lookBack(): Promise<void> {
    const today = ledger.today()
    const filter = { period: 'custom', startDate: today, endDate: addDay(today), compare: true }
    const { previous } = (await w.does('generalManager', 'POST /api/analytics/sales', filter)).body.sales
    const { startDate, to } = previous.range
    const sum = (account: Parameters<Ledger['sum']>[0], key?: string) => ledger.sum(account, [startDate], key, Date.parse(to))
    same(
      `what is compared with, until ${to}, differs`,
      {
        sales: paise(previous.totalSales),
        orders: previous.totalOrders,
        refunds: paise(previous.refunds),
        discounts: paise(previous.discounts),
        cancelledOrders: previous.cancelledOrders,
        cancelledValue: paise(previous.cancelledValue),
        taxes: inPaise(previous.taxes),
        roundOff: paise(previous.roundOff),
      },
      {
        sales: sum('sales').amount,
        orders: sum('sales').count,
        refunds: sum('refund').amount,
        discounts: sum('discount').amount,
        cancelledOrders: sum('cancelledOrder').count,
        cancelledValue: sum('cancelledOrder').amount + sum('cancelledItem').amount,
        taxes: taxesOf(ledger, [startDate], Date.parse(to)),
        roundOff: sum('tax', 'roundOff').amount,
      },
    )
  }

  /** A regular guest has spent what its bills came to, without those that were refunded. */
  async function lookAtGuests(): Promise<void> {
    const bills = ledger.bills.filter((b) => b.regular && b.status === 'completed')
    const kept = bills.filter((b) => b.paid === 'paid')
    const [known] = (await w.does('cashier', `GET /restaurant/customers?mobile_number=${REGULAR.mobile}`)).body.customers
    same(
      `what ${REGULAR.name} has spent differs`,
      { visits: known?.visits ?? 0, spent: paise(known?.totalSpent ?? 0) },
      { visits: kept.length, spent: kept.reduce((n, b) => n + totalsOf(b).total, 0) },
    )
  }

  return { run, look, close, played }
}

type PaymentRow = { id: string; bill: string; kind: string; method: string; of: string | null; amount: number; day: string; by: string }

/** A value as it is in the message: of a list of rows, those that the other list doesn't have. */
function inWords(value: unknown, other: unknown): string {
  const others = new Set(Array.isArray(other) ? other.map((x) => JSON.stringify(x)) : [])
  return JSON.stringify(Array.isArray(value) ? value.filter((x) => !others.has(JSON.stringify(x))) : value)
}

const itemsOf = (items: readonly { name: string; revenue: number }[]): Record<string, number> =>
  Object.fromEntries(items.flatMap((i) => (i.revenue === 0 ? [] : [[i.name, paise(i.revenue)] as const])).sort())
