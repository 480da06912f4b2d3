import type { OrderShape } from '#domain/api/order.ts'
import { type ItemName, MENU } from '../world.ts'
import { type Bill, byMethod, leftOn, type Line, type Method, receivedOn, type Ticket, totalsOf } from './bill.ts'
import { appliesTo, type Charge, CHARGES } from './charges.ts'
import { type Command, DISHES, OFFERS, REGULAR, SAME, type Sent, TAXES, ZONES } from './commands.ts'
import type { Ledger, Verdict } from './ledger.ts'
import type { Actor } from './rights.ts'
import { DISH_TAXES, type DishTax } from './taxes.ts'
import { giveTipBack } from './tips.ts'

/** The ids that a device knows for the things in the ledger. */
export type Hands = {
  ledger: Ledger
  items: Record<ItemName, string>
  prices: Record<ItemName, number>
  taxes: Partial<Record<ItemName, DishTax>>
  tables: readonly string[]
  offers: readonly string[]
  /** Orders as they were last seen, by their ids. */
  seen: ReadonlyMap<string, OrderShape>
  newId: () => string
  /** The bill that the last command changed. */
  last: Bill | null
}

export type Plan = {
  /** For the log: `waiter sends 2 dosa to T1`. */
  text: string
  by: Actor
  call: string
  body?: unknown
  verdict: Verdict
  /** The table at which the guest who calls sits. */
  guestAt?: number
}

/**
 * Nine in ten commands are for an open bill, if there is one; the tenth is for any bill, so that ended bills are tried too. `SAME` is the bill of the command
 * before.
 */
function billFor({ ledger, last }: Hands, n: number, which: (bill: Bill) => boolean = () => true): Bill | null {
  if (n === SAME && last) return last
  const open = ledger.open().filter(which)
  const all = ledger.bills.filter((b) => b.id !== '')
  const from = n < 90 && open.length > 0 ? open : all
  return from[n % Math.max(1, from.length)] ?? null
}

const rupees = (paise: number): number => paise / 100
const label = (bill: Bill) => `bill ${bill.name}`

/** The call of a command, its line in the log, and the ledger's verdict. null when there is nothing to apply it to. */
export function planOf(hands: Hands, c: Command): Plan | null {
  const { ledger } = hands
  const ticketOf = (sent: Sent, held = false, status: Line['status'] = 'Preparing'): Ticket => ({
    id: hands.newId(),
    held,
    lines: sent.map(({ dish, quantity }) => {
      const { item, extra } = DISHES[dish]!
      return {
        name: MENU[item].name,
        unit: hands.prices[item] + extra,
        quantity,
        alcohol: MENU[item].isAlcohol,
        gst: hands.taxes[item]?.gst ?? null,
        included: hands.taxes[item]?.included ?? ledger.settings.included,
        status: held ? 'In Cart' : status,
      }
    }),
  })
  const kotOf = (ticket: Ticket, sent: Sent) => ({
    kotId: ticket.id,
    items: sent.map(({ dish, quantity }) => ({ _id: hands.items[DISHES[dish]!.item], quantity, ...DISHES[dish]!.more })),
  })
  const words = (sent: Sent) => sent.map(({ dish, quantity }) => `${quantity} ${DISHES[dish]!.label}`).join(', ')
  const put = (b: Bill, orderData: object) => ({ call: 'PUT /pos/order', body: { orderId: b.id, orderData } })
  const item = (b: Bill, ticket: Ticket, more: object) => ({
    call: 'PUT /orders/item/status',
    body: { orderId: b.id, kotId: ticket.id, ...more },
  })
  const pay = (b: Bill, more: object) => ({ call: 'PUT /orders/payment/status', body: { orderId: b.id, ...more } })

  type Tip = Extract<Command, { do: 'pay' }>['tip']
  const tipped = (tip: Tip) => (tip ? { tip: { ...tip, amount: rupees(tip.amount) } } : {})
  const tipText = (tip: Tip) => (tip ? `, and a tip of ${rupees(tip.amount)} ${tip.method}` : '')

  switch (c.do) {
    case 'send': {
      const ticket = ticketOf(c.lines)
      return {
        text: `${c.by} sends ${words(c.lines)} to T${c.table + 1}`,
        by: c.by,
        call: 'POST /pos/order',
        body: { tableId: hands.tables[c.table], kots: [kotOf(ticket, c.lines)] },
        verdict: ledger.send(c.by, { table: c.table, type: 'Dine In' }, ticket),
      }
    }
    case 'parcel': {
      // Without a kitchen ticket it is served at once.
      const ticket = ticketOf(c.lines, false, c.kitchen ? 'Preparing' : 'Served')
      return {
        text: `${c.by} sells ${words(c.lines)} as ${c.type}${c.kitchen ? '' : ', without a KOT'}`,
        by: c.by,
        call: 'POST /pos/order',
        body: { orderType: c.type, isKOT: c.kitchen, kots: [kotOf(ticket, c.lines)] },
        verdict: ledger.send(c.by, { table: null, type: c.type }, ticket),
      }
    }
    case 'guest': {
      const held = ledger.settings.acceptOrders
      const ticket = ticketOf(c.lines, held)
      return {
        text: `a guest at T${c.table + 1} orders ${words(c.lines)}${held ? ', to be accepted' : ''}`,
        by: 'diner',
        guestAt: c.table,
        call: 'POST /orders',
        body: { order: { tableId: hands.tables[c.table], kots: [kotOf(ticket, c.lines)] } },
        verdict: ledger.guest({ table: c.table, type: 'Dine In' }, ticket),
      }
    }
    case 'add': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      const ticket = ticketOf(c.lines)
      return {
        text: `${c.by} adds ${words(c.lines)} to ${label(b)}`,
        by: c.by,
        ...put(b, { kots: [kotOf(ticket, c.lines)] }),
        verdict: ledger.add(c.by, b, ticket),
      }
    }
    case 'note': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      return {
        text: `${c.by} writes ${REGULAR.name}'s number on ${label(b)}`,
        by: c.by,
        ...put(b, { customer_name: REGULAR.name, mobile_number: REGULAR.mobile, additionalNote: 'window' }),
        verdict: ledger.note(c.by, b),
      }
    }
    case 'accept': {
      const b = billFor(hands, c.bill, (x) => x.tickets.some(waiting))
      const ticket = b?.tickets.find(waiting)
      if (!b || !ticket) return null
      return {
        text: `${c.by} accepts the guest's ticket on ${label(b)}`,
        by: c.by,
        ...put(b, { kots: [{ kotId: ticket.id, items: [] }] }),
        verdict: ledger.accept(c.by, b, ticket),
      }
    }
    case 'decline': {
      const b = billFor(hands, c.bill, (x) => x.tickets.some(waiting))
      const ticket = b?.tickets.find(waiting)
      if (!b || !ticket) return null
      return {
        text: `${c.by} declines the guest's ticket on ${label(b)}`,
        by: c.by,
        ...item(b, ticket, { status: 'Cancelled', reason: 'closing' }),
        verdict: ledger.cancel(c.by, b, ticket),
      }
    }
    case 'cancel': {
      const b = billFor(hands, c.bill)
      const all = b?.tickets.flatMap((ticket) => ticket.lines.map((line, i) => ({ ticket, line, i }))) ?? []
      const found = all[c.line % Math.max(1, all.length)]
      if (!b || !found) return null
      const { ticket, line, i } = found
      const n = c.quantity === 0 ? line.quantity : Math.min(c.quantity, line.quantity)
      const lineId = hands.seen.get(b.id)?.kots.find((k) => k.kotId === ticket.id)?.items[i]?.lineId
      return {
        text: `${c.by} cancels ${n} of ${line.quantity} ${line.name} on ${label(b)}`,
        by: c.by,
        ...item(b, ticket, { lineId, status: 'Cancelled', reason: 'late', ...(c.quantity === 0 ? {} : { quantityChange: -n }) }),
        verdict: ledger.cancel(c.by, b, ticket, line, n),
      }
    }
    case 'cancel ticket': {
      const b = billFor(hands, c.bill)
      const ticket = b?.tickets[c.ticket % Math.max(1, b.tickets.length)]
      if (!b || !ticket) return null
      return {
        text: `${c.by} cancels the ticket of ${ticket.lines.map((l) => l.name).join(', ')} on ${label(b)}`,
        by: c.by,
        ...item(b, ticket, { status: 'Cancelled', reason: 'wrong' }),
        verdict: ledger.cancel(c.by, b, ticket),
      }
    }
    case 'cancel order': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      return {
        text: `${c.by} cancels ${label(b)}`,
        by: c.by,
        call: 'PUT /orders/status',
        body: { orderId: b.id, orderStatus: 'cancelled', reason: 'walked out' },
        verdict: ledger.cancelOrder(c.by, b),
      }
    }
    case 'step': {
      const b = billFor(hands, c.bill)
      const ticket = b?.tickets[c.ticket % Math.max(1, b.tickets.length)]
      if (!b || !ticket) return null
      return {
        text: `${c.by} says ${c.to} of ${ticket.lines.map((l) => l.name).join(', ')} on ${label(b)}`,
        by: c.by,
        ...item(b, ticket, { status: c.to }),
        verdict: ledger.step(c.by, b, ticket, c.to),
      }
    }
    case 'offer': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      const offer = OFFERS[c.offer] ?? null
      return {
        text: `${c.by} ${offer ? `puts "${offer.name}" on` : 'takes the offer off'} ${label(b)}`,
        by: c.by,
        ...put(b, { offerId: hands.offers[c.offer] ?? null }),
        verdict: ledger.offer(c.by, b, offer),
      }
    }
    case 'service': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      return {
        text: `${c.by} turns the service charge ${c.on ? 'on' : 'off'} on ${label(b)}`,
        by: c.by,
        ...put(b, { serviceChargeAccepted: c.on }),
        verdict: ledger.service(c.by, b, c.on),
      }
    }
    case 'charge': {
      // Prefers a parcel that has charges. The last one drawn is one that no bill has.
      const b = billFor(hands, c.bill, (x) => x.charges.some((one) => appliesTo(one, x.type))) ?? billFor(hands, c.bill)
      if (!b) return null
      const { id, name } = b.charges[c.charge] ?? { id: 'gone', name: 'a charge that is not there' }
      return {
        text: `${c.by} says that ${label(b)} pays ${c.amount === null ? 'what the outlet asks' : rupees(c.amount)} for ${name}`,
        by: c.by,
        ...put(b, { charges: [{ _id: id, amount: c.amount === null ? null : rupees(c.amount) }] }),
        verdict: ledger.charge(c.by, b, id, c.amount),
      }
    }
    case 'take away': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      return {
        text: `${c.by} makes ${label(b)} a ${c.type}`,
        by: c.by,
        ...put(b, { orderType: c.type }),
        verdict: ledger.takeAway(c.by, b, c.type),
      }
    }
    case 'print': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      return { text: `${c.by} prints ${label(b)}`, by: c.by, call: `POST /orders/${b.id}/bill`, verdict: ledger.print(c.by, b) }
    }
    case 'pay a part': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      const amount = Math.max(1, Math.floor((leftOn(b) * c.percent) / 100))
      return {
        text: `${c.by} takes ${rupees(amount)} ${c.method} of ${rupees(leftOn(b))} left on ${label(b)}${tipText(c.tip)}`,
        by: c.by,
        ...pay(b, { paymentStatus: 'partial', payments: [{ method: c.method, amount: rupees(amount) }], ...tipped(c.tip) }),
        verdict: ledger.pay(c.by, b, { paid: false, payments: [{ method: c.method, amount }], complete: false, tip: c.tip }),
      }
    }
    case 'pay': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      const left = leftOn(b)
      const first = Math.floor((left * c.percent) / 100)
      const split = c.and !== null && first > 0 && first < left
      const payments = split
        ? [
            { method: c.method, amount: first },
            { method: c.and!, amount: left - first },
          ]
        : [{ method: c.method, amount: left }]
      const asked = split ? { payments: payments.map((p) => ({ ...p, amount: rupees(p.amount) })) } : { paymentMethod: c.method }
      return {
        text: `${c.by} settles ${label(b)}: ${payments.map((p) => `${rupees(p.amount)} ${p.method}`).join(' and ')}${c.complete ? '' : ', which stays open'}${tipText(c.tip)}`,
        by: c.by,
        ...pay(b, { paymentStatus: 'paid', complete: c.complete, ...asked, ...tipped(c.tip) }),
        verdict: ledger.pay(c.by, b, { paid: true, payments, complete: c.complete, tip: c.tip }),
      }
    }
    case 'pay wrongly': {
      const b = billFor(hands, c.bill)
      if (!b) return null
      const amount = Math.max(1, leftOn(b) + (c.off === 0 ? receivedOn(b) : c.off))
      return {
        text: `${c.by} enters ${rupees(amount)} ${c.method} as ${c.paid ? 'all' : 'a part'} of ${rupees(leftOn(b))} left on ${label(b)}`,
        by: c.by,
        ...pay(b, { paymentStatus: c.paid ? 'paid' : 'partial', payments: [{ method: c.method, amount: rupees(amount) }] }),
        verdict: ledger.pay(c.by, b, { paid: c.paid, payments: [{ method: c.method, amount }], complete: false }),
      }
    }
    case 'close': {
      const b = billFor(hands, c.bill, (x) => x.paid === 'paid' || leftOn(x) === 0) ?? billFor(hands, c.bill)
      if (!b) return null
      return {
        text: `${c.by} completes ${label(b)}, ${rupees(leftOn(b))} left`,
        by: c.by,
        call: 'PUT /orders/status',
        body: { orderId: b.id, orderStatus: 'completed' },
        verdict: ledger.close(c.by, b),
      }
    }
    case 'refund': {
      const over = ledger.bills.filter((x) => x.status === 'completed')
      const b = c.bill < 90 ? over[c.bill % Math.max(1, over.length)] : billFor(hands, c.bill)
      if (!b) return null
      return {
        text: `${c.by} refunds ${label(b)}, ${rupees(totalsOf(b).total)}${asText(c)}`,
        by: c.by,
        ...pay(b, { paymentStatus: 'refunded', reason: 'cold', ...givenBy(c) }),
        verdict: ledger.refund(c.by, b, c.as),
      }
    }
    case 'correct': {
      const rowsOf = (x: Bill) => [...x.rows, ...x.tips]
      const taken = ledger.bills.filter((x) => rowsOf(x).length > 0)
      const b = taken[c.bill % Math.max(1, taken.length)]
      const row = b && rowsOf(b)[c.row % Math.max(1, rowsOf(b).length)]
      if (!b || !row) return null
      return {
        text: `${c.by} corrects ${rupees(row.amount)} ${row.method} (${row.kind}) on ${label(b)} to ${c.method}`,
        by: c.by,
        call: `POST /orders/${b.id}/payments/${row.id}/correct`,
        body: { method: c.method, reason: 'the other one' },
        verdict: ledger.correct(c.by, b, row, c.method),
      }
    }
    case 'give back': {
      const b = billFor(hands, c.bill, (x) => receivedOn(x) > 0) ?? billFor(hands, c.bill)
      if (!b) return null
      const has = byMethod(b.rows)[c.method] ?? 0
      const amount = Math.max(1, Math.ceil((has * c.percent) / 100))
      return {
        text: `${c.by} gives ${rupees(amount)} of ${rupees(has)} ${c.method} back on ${label(b)}${asText(c)}`,
        by: c.by,
        call: `POST /orders/${b.id}/payments/give-back`,
        body: { amount: rupees(amount), method: c.method, reason: 'leaves early', ...givenBy(c) },
        verdict: ledger.giveBack(c.by, b, c, amount),
      }
    }
    case 'give a tip back': {
      const tipped = ledger.bills.filter((x) => x.tips.length > 0)
      const b = tipped[c.bill % Math.max(1, tipped.length)]
      if (!b) return null
      const has = byMethod(b.tips)[c.method] ?? 0
      const amount = Math.max(1, Math.ceil((has * c.percent) / 100))
      return {
        text: `${c.by} gives ${rupees(amount)} of ${rupees(has)} ${c.method} tips back on ${label(b)}${asText(c)}`,
        by: c.by,
        call: `POST /orders/${b.id}/payments/give-back`,
        body: { amount: rupees(amount), method: c.method, reason: 'typed wrongly', tip: true, ...givenBy(c) },
        verdict: giveTipBack(b, c, amount, c.by, ledger.today()),
      }
    }
    case 'move': {
      const from = billFor(hands, c.bill, (x) => x.table !== null)?.table ?? c.from
      return {
        text: `${c.by} moves T${from + 1} to T${c.to + 1}`,
        by: c.by,
        call: 'POST /tables/move',
        body: { fromTableId: hands.tables[from], toTableId: hands.tables[c.to] },
        verdict: ledger.moveTable(c.by, from, c.to),
      }
    }
    case 'merge': {
      // Prefers tables with an open bill: merging free tables tries little.
      const seated = ledger.open().flatMap((x) => (x.table === null ? [] : [x.table]))
      const [parent = c.parent, ...children] = [c.parent, ...c.children].map((n) => seated[n] ?? n)
      return {
        text: `${c.by} merges ${children.map((n) => `T${n + 1}`).join(', ')} into T${parent + 1}`,
        by: c.by,
        call: 'POST /tables/merge',
        body: { parentTableId: hands.tables[parent], childTableIds: children.map((n) => hands.tables[n]) },
        verdict: ledger.merge(c.by, parent, children),
      }
    }
    case 'unmerge': {
      // Prefers a merge that there is.
      const parents = [...new Set(ledger.mergedInto.flatMap((into) => (into === null ? [] : [into])))]
      const parent = parents[c.parent % Math.max(1, parents.length)] ?? c.parent
      const merged = ledger.mergedInto.flatMap((into, t) => (into === parent ? [t] : []))
      const children = c.children?.map((n) => merged[n] ?? n)
      return {
        text: `${c.by} takes ${children ? children.map((n) => `T${n + 1}`).join(', ') : 'all tables'} out of T${parent + 1}`,
        by: c.by,
        call: 'POST /tables/unmerge',
        body: { parentTableId: hands.tables[parent], ...(children ? { childTableIds: children.map((n) => hands.tables[n]) } : {}) },
        verdict:
          merged.length === 0 && !children ? ledger.unmerge(c.by, parent, [parent]) : ledger.unmerge(c.by, parent, children ?? merged),
      }
    }
    case 'reset KOT':
      return {
        text: `${c.by} resets the KOT numbers`,
        by: c.by,
        call: 'GET /kot/reset',
        verdict: ledger.own(c.by),
      }
    case 'reset time':
      return {
        text: `${c.by} sets the day's beginning to ${c.time}`,
        by: c.by,
        call: 'POST /kot/reset-time',
        body: { resetTime: c.time },
        verdict: ledger.changeClock(c.by, { reset: c.time }),
      }
    case 'zone': {
      const { name, offset } = ZONES[c.zone]!
      return {
        text: `${c.by} sets the zone to ${name}`,
        by: c.by,
        call: 'PUT /restaurant/profile',
        body: { timezone: name },
        verdict: ledger.changeClock(c.by, { offset }),
      }
    }
    case 'new price': {
      const { item: name } = DISHES[c.dish]!
      return {
        text: `the owner sells ${MENU[name].name} at ${c.rupees}`,
        by: 'superuser',
        call: `PUT /menus/item?id=${hands.items[name]}`,
        body: { price: c.rupees },
        verdict: () => void (hands.prices[name] = Math.round(c.rupees * 100)),
      }
    }
    case 'new tax': {
      const tax = TAXES[c.tax]!
      return {
        text: `the owner sets GST ${tax.gst}, VAT ${tax.vat}, service charge ${tax.serviceCharge}`,
        by: 'superuser',
        call: 'PUT /restaurant/profile',
        body: { taxPercentages: tax },
        verdict: () => void (ledger.settings.tax = tax),
      }
    }
    case 'new dish tax': {
      const [{ item: name }, tax] = [DISHES[c.dish]!, DISH_TAXES[c.tax]!]
      return {
        text: `the owner sells ${MENU[name].name} with GST ${tax.gst}, included: ${tax.included}`,
        by: 'superuser',
        call: `PUT /menus/item?id=${hands.items[name]}`,
        body: { gstRate: tax.gst, taxIncluded: tax.included },
        verdict: () => void (hands.taxes[name] = tax),
      }
    }
    case 'prices include':
      return {
        text: `the owner’s prices ${c.on ? 'include' : 'are without'} the taxes`,
        by: 'superuser',
        call: 'PUT /restaurant/profile',
        body: { taxSettings: { pricesIncludeTax: c.on } },
        verdict: () => void (ledger.settings.included = c.on),
      }
    case 'new charges': {
      const charges = CHARGES[c.charges]!
      return {
        text: `the owner asks for ${charges.map(({ name, amount }) => `${name} ${rupees(amount)}`).join(', ') || 'no packing and delivery'}`,
        by: 'superuser',
        call: 'PUT /restaurant/profile',
        body: { taxSettings: { charges: charges.map(asSent) } },
        verdict: () => void (ledger.settings.charges = charges),
      }
    }
    // These two only move the time (evening.ts).
    case 'wait':
    case 'next day':
      return null
  }
}

/** A charge as calls have it. */
export const asSent = ({ id, name, amount, each, on }: Charge) => ({
  ...{ _id: id, name, amount: rupees(amount), per: each ? ('item' as const) : ('order' as const), orderTypes: on },
})

const waiting = (ticket: Ticket): boolean => ticket.held && ticket.lines.some((l) => l.status !== 'Cancelled')

/** The method by which money is given back, when it is named. */
const givenBy = ({ as }: { as?: Method | null }) => (as ? { by: as } : {})
const asText = ({ as }: { as?: Method | null }): string => (as ? ` by ${as}` : '')
