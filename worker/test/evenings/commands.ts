import fc from 'fast-check'
import type { OrderShape } from '#domain/api/order.ts'
import { type ItemName, MENU } from '../world.ts'
import {
  ACTORS,
  type Actor,
  type Bill,
  byMethod,
  leftOn,
  type Ledger,
  type Line,
  type Method,
  METHODS,
  type Offer,
  receivedOn,
  type Ticket,
  totalsOf,
  type Verdict,
} from './ledger.ts'

/**
 * What can happen in an evening. A command is data that any moment can make something of (`bill: 7` is the seventh modulo those that there are), so that a
 * shorter evening is still an evening. `twice`: the answer was lost, and the same call comes again with its Idempotency-Key. `planOf` makes of it the call, its line in the log, and the ledger's verdict.
 */

// ---------------------------------------------------------------- what is sold, and off it

type Dish = { item: ItemName; label: string; extra: number; more: object }
const addons = (group: string, name: string, quantity: number) => ({ addonGroups: [{ name: group, addons: [{ name, quantity }] }] })
/** Extras (a variant's price and the addons') in paise, from world.ts. */
export const DISHES: readonly Dish[] = [
  { item: 'dosa', label: 'dosa', extra: 0, more: {} },
  { item: 'beer', label: 'beer', extra: 0, more: {} },
  { item: 'plain', label: 'fries', extra: 0, more: {} },
  { item: 'burger', label: 'burger', extra: 0, more: { variants: [{ name: 'Lamb Patty' }] } },
  {
    item: 'burger',
    label: 'double burger with 2 eggs',
    extra: 9900 + 2 * 3050,
    more: { variants: [{ name: 'Double' }], ...addons('Choose Your Addons', 'Fried Egg', 2) },
  },
  { item: 'thali', label: 'thali with naan', extra: 4000, more: addons('Bread', 'Naan', 1) },
]

export const OFFERS: readonly Offer[] = [
  { name: 'an eighth off', percent: 12.5, most: 11_111 },
  { name: 'Rs. 75.50 off', flat: 7_550, least: 40_000 },
  { name: 'a third off at the table', percent: 33.33, dineInOnly: true },
  { name: 'the house pays', percent: 100 },
]

/** A guest who comes again. */
export const REGULAR = { name: 'Asha', mobile: '9800000001' }

// ---------------------------------------------------------------- the commands

export type Command = { twice: boolean } & (
  | { do: 'send'; by: Actor; table: number; lines: Sent }
  | { do: 'parcel'; by: Actor; type: 'Take Away' | 'Delivery'; lines: Sent; kitchen: boolean }
  | { do: 'guest'; table: number; lines: Sent }
  | { do: 'add'; by: Actor; bill: number; lines: Sent }
  | { do: 'note'; by: Actor; bill: number }
  | { do: 'accept'; by: Actor; bill: number }
  | { do: 'decline'; by: Actor; bill: number }
  | { do: 'cancel'; by: Actor; bill: number; line: number; quantity: number }
  | { do: 'cancel ticket'; by: Actor; bill: number; ticket: number }
  | { do: 'cancel order'; by: Actor; bill: number }
  | { do: 'step'; by: Actor; bill: number; ticket: number; to: 'Preparing' | 'Ready' | 'Served' }
  | { do: 'offer'; by: Actor; bill: number; offer: number }
  | { do: 'service'; by: Actor; bill: number; on: boolean }
  | { do: 'take away'; by: Actor; bill: number }
  | { do: 'print'; by: Actor; bill: number }
  | { do: 'pay a part'; by: Actor; bill: number; method: Method; percent: number }
  | { do: 'pay'; by: Actor; bill: number; method: Method; and: Method | null; percent: number; complete: boolean }
  | { do: 'pay wrongly'; by: Actor; bill: number; method: Method; off: number; paid: boolean }
  | { do: 'close'; by: Actor; bill: number }
  | { do: 'refund'; by: Actor; bill: number }
  | { do: 'correct'; by: Actor; bill: number; row: number; method: Method }
  | { do: 'give back'; by: Actor; bill: number; method: Method; percent: number }
  | { do: 'move'; by: Actor; bill: number; from: number; to: number }
  | { do: 'merge'; by: Actor; parent: number; children: number[] }
  | { do: 'reset KOT'; by: Actor }
  | { do: 'reset time'; by: Actor; time: string }
  | { do: 'zone'; by: Actor; zone: number }
  | { do: 'new price'; dish: number; rupees: number }
  | { do: 'new tax'; tax: number }
  | { do: 'wait'; minutes: number }
  | { do: 'next day'; hour: number }
)
type Sent = { dish: number; quantity: number }[]

export const TAXES = [
  { gst: 5, vat: 10, serviceCharge: 5 },
  { gst: 18, vat: 12.5, serviceCharge: 7.25 },
  { gst: 2.5, vat: 0.125, serviceCharge: 0 },
] as const
const RESET_TIMES = ['00:00', '04:00', '05:30']
/** None of them changes its clocks in spring. */
export const ZONES = [
  { name: 'Asia/Kolkata', offset: 330 },
  { name: 'Asia/Tokyo', offset: 540 },
  { name: 'Pacific/Honolulu', offset: -600 },
] as const

/** Mostly whoever does it every day, now and then anybody. */
const by = (...usual: Actor[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom<Actor>(...usual) }, { weight: 1, arbitrary: fc.constantFrom<Actor>(...ACTORS) })
const floor = by('waiter', 'captain', 'cashier')
const till = by('cashier', 'cashier', 'generalManager')
const bill = fc.nat(99)
const table = fc.nat(3)
const lines = fc.array(fc.record({ dish: fc.nat(DISHES.length - 1), quantity: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 3,
})
const method = fc.constantFrom(...METHODS)
const percent = fc.integer({ min: 1, max: 99 })
const command = <T extends Command['do']>(
  name: T,
  weight: number,
  fields: { [K in keyof Omit<Of<T>, 'do' | 'twice'>]: fc.Arbitrary<Of<T>[K]> },
) => ({
  name,
  weight,
  arbitrary: fc.record({ do: fc.constant(name), twice: fc.nat(7).map((n) => n === 0), ...fields }) as unknown as fc.Arbitrary<Command>,
})
type Of<T extends Command['do']> = Extract<Command, { do: T }>

const DRAWN = [
  command('send', 14, { by: floor, table, lines }),
  command('parcel', 5, { by: till, type: fc.constantFrom('Take Away', 'Delivery'), lines, kitchen: fc.boolean() }),
  command('guest', 9, { table, lines }),
  command('add', 7, { by: floor, bill, lines }),
  command('note', 3, { by: floor, bill }),
  command('accept', 5, { by: floor, bill }),
  command('decline', 5, { by: floor, bill }),
  command('cancel', 8, { by: till, bill, line: fc.nat(9), quantity: fc.nat(4) }),
  command('cancel ticket', 2, { by: till, bill, ticket: fc.nat(3) }),
  command('cancel order', 2, { by: till, bill }),
  command('step', 4, { by: by('kitchen', 'waiter'), bill, ticket: fc.nat(3), to: fc.constantFrom('Preparing', 'Ready', 'Served') }),
  command('offer', 5, { by: floor, bill, offer: fc.integer({ min: -1, max: OFFERS.length - 1 }) }),
  command('service', 5, { by: floor, bill, on: fc.boolean() }),
  command('take away', 1, { by: floor, bill }),
  command('print', 3, { by: floor, bill }),
  command('pay a part', 8, { by: till, bill, method, percent }),
  command('pay', 12, { by: till, bill, method, and: fc.option(method), percent, complete: fc.boolean() }),
  command('pay wrongly', 10, { by: till, bill, method, off: fc.integer({ min: -500, max: 500 }), paid: fc.boolean() }),
  command('close', 14, { by: by('waiter', 'captain', 'cashier', 'delivery'), bill }),
  command('refund', 5, { by: till, bill }),
  command('correct', 7, { by: till, bill, row: fc.nat(5), method }),
  command('give back', 5, { by: till, bill, method, percent: fc.oneof(percent, fc.constantFrom(100, 101)) }),
  command('move', 4, { by: floor, bill, from: table, to: table }),
  command('merge', 7, { by: floor, parent: table, children: fc.array(table, { minLength: 1, maxLength: 2 }) }),
  command('reset KOT', 1, { by: by('superuser') }),
  command('reset time', 1, { by: by('superuser'), time: fc.constantFrom(...RESET_TIMES) }),
  command('zone', 2, { by: by('superuser'), zone: fc.nat(ZONES.length - 1) }),
  command('new price', 2, { dish: fc.nat(DISHES.length - 1), rupees: fc.integer({ min: 5_001, max: 49_999 }).map((paise) => paise / 100) }),
  command('new tax', 1, { tax: fc.nat(TAXES.length - 1) }),
  command('wait', 4, { minutes: fc.integer({ min: 1, max: 300 }) }),
  command('next day', 4, { hour: fc.nat(23) }),
]
/** All that can happen. */
export const COMMANDS: readonly Command['do'][] = DRAWN.map((c) => c.name)
const COMMAND = fc.oneof(...DRAWN)

export type Evening = { tax: number; rounded: boolean; acceptOrders: boolean; resetTime: string; commands: Command[] }
export const EVENING: fc.Arbitrary<Evening> = fc.record({
  tax: fc.nat(TAXES.length - 1),
  rounded: fc.boolean(),
  acceptOrders: fc.boolean(),
  resetTime: fc.constantFrom(...RESET_TIMES),
  commands: fc.array(fc.noBias(COMMAND), { minLength: 35, maxLength: 55, size: 'max' }),
})

// ---------------------------------------------------------------- what a command asks for

/** What a device knows: the ids behind the ledger's names. */
export type Hands = {
  ledger: Ledger
  items: Record<ItemName, string>
  prices: Record<ItemName, number>
  tables: readonly string[]
  offers: readonly string[]
  /** Orders as they were last seen, by their ids. */
  seen: ReadonlyMap<string, OrderShape>
  newId: () => string
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

/** Nine in ten commands mean an open bill where there is one; the tenth any bill, to try what is over. */
function billFor(ledger: Ledger, n: number, which: (bill: Bill) => boolean = () => true): Bill | null {
  const open = ledger.open().filter(which)
  const all = ledger.bills.filter((b) => b.id !== '')
  const from = n < 90 && open.length > 0 ? open : all
  return from[n % Math.max(1, from.length)] ?? null
}

const rupees = (paise: number): number => paise / 100
const label = (bill: Bill) => `bill ${bill.name}`

/** null: there is nothing to do it to. */
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
      // Without a ticket for the kitchen it is handed over as it is sold.
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
        verdict: ledger.guest(c.table, ticket),
      }
    }
    case 'add': {
      const b = billFor(ledger, c.bill)
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
      const b = billFor(ledger, c.bill)
      if (!b) return null
      return {
        text: `${c.by} writes ${REGULAR.name}'s number on ${label(b)}`,
        by: c.by,
        ...put(b, { customer_name: REGULAR.name, mobile_number: REGULAR.mobile, additionalNote: 'window' }),
        verdict: ledger.note(c.by, b),
      }
    }
    case 'accept': {
      const b = billFor(ledger, c.bill, (x) => x.tickets.some(waiting))
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
      const b = billFor(ledger, c.bill, (x) => x.tickets.some(waiting))
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
      const b = billFor(ledger, c.bill)
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
      const b = billFor(ledger, c.bill)
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
      const b = billFor(ledger, c.bill)
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
      const b = billFor(ledger, c.bill)
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
      const b = billFor(ledger, c.bill)
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
      const b = billFor(ledger, c.bill)
      if (!b) return null
      return {
        text: `${c.by} turns the service charge ${c.on ? 'on' : 'off'} on ${label(b)}`,
        by: c.by,
        ...put(b, { serviceChargeAccepted: c.on }),
        verdict: ledger.service(c.by, b, c.on),
      }
    }
    case 'take away': {
      const b = billFor(ledger, c.bill)
      if (!b) return null
      return {
        text: `${c.by} makes ${label(b)} a parcel`,
        by: c.by,
        ...put(b, { orderType: 'Take Away' }),
        verdict: ledger.takeAway(c.by, b),
      }
    }
    case 'print': {
      const b = billFor(ledger, c.bill)
      if (!b) return null
      return { text: `${c.by} prints ${label(b)}`, by: c.by, call: `POST /orders/${b.id}/bill`, verdict: ledger.print(c.by, b) }
    }
    case 'pay a part': {
      const b = billFor(ledger, c.bill)
      if (!b) return null
      const amount = Math.max(1, Math.floor((leftOn(b) * c.percent) / 100))
      return {
        text: `${c.by} takes ${rupees(amount)} ${c.method} of ${rupees(leftOn(b))} left on ${label(b)}`,
        by: c.by,
        ...pay(b, { paymentStatus: 'partial', payments: [{ method: c.method, amount: rupees(amount) }] }),
        verdict: ledger.pay(c.by, b, { paid: false, payments: [{ method: c.method, amount }], complete: false }),
      }
    }
    case 'pay': {
      const b = billFor(ledger, c.bill)
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
        text: `${c.by} settles ${label(b)}: ${payments.map((p) => `${rupees(p.amount)} ${p.method}`).join(' and ')}${c.complete ? '' : ', which stays open'}`,
        by: c.by,
        ...pay(b, { paymentStatus: 'paid', complete: c.complete, ...asked }),
        verdict: ledger.pay(c.by, b, { paid: true, payments, complete: c.complete }),
      }
    }
    case 'pay wrongly': {
      const b = billFor(ledger, c.bill)
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
      const b = billFor(ledger, c.bill, (x) => x.paid === 'paid' || leftOn(x) === 0) ?? billFor(ledger, c.bill)
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
      const b = c.bill < 90 ? over[c.bill % Math.max(1, over.length)] : billFor(ledger, c.bill)
      if (!b) return null
      return {
        text: `${c.by} refunds ${label(b)}, ${rupees(totalsOf(b).total)}`,
        by: c.by,
        ...pay(b, { paymentStatus: 'refunded', reason: 'cold' }),
        verdict: ledger.refund(c.by, b),
      }
    }
    case 'correct': {
      const taken = ledger.bills.filter((x) => x.rows.length > 0)
      const b = taken[c.bill % Math.max(1, taken.length)]
      const row = b?.rows[c.row % Math.max(1, b.rows.length)]
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
      const b = billFor(ledger, c.bill, (x) => receivedOn(x) > 0) ?? billFor(ledger, c.bill)
      if (!b) return null
      const has = byMethod(b.rows)[c.method] ?? 0
      const amount = Math.max(1, Math.ceil((has * c.percent) / 100))
      return {
        text: `${c.by} gives ${rupees(amount)} of ${rupees(has)} ${c.method} back on ${label(b)}`,
        by: c.by,
        call: `POST /orders/${b.id}/payments/give-back`,
        body: { amount: rupees(amount), method: c.method, reason: 'leaves early' },
        verdict: ledger.giveBack(c.by, b, c.method, amount),
      }
    }
    case 'move': {
      const from = billFor(ledger, c.bill, (x) => x.table !== null)?.table ?? c.from
      return {
        text: `${c.by} moves T${from + 1} to T${c.to + 1}`,
        by: c.by,
        call: 'POST /tables/move',
        body: { fromTableId: hands.tables[from], toTableId: hands.tables[c.to] },
        verdict: ledger.moveTable(c.by, from, c.to),
      }
    }
    case 'merge': {
      // Tables where somebody sits, as far as there are any: free ones have nothing to bring.
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
    // These two are the clock's (evenings.ts).
    case 'wait':
    case 'next day':
      return null
  }
}

const waiting = (ticket: Ticket): boolean => ticket.held && ticket.lines.some((l) => l.status !== 'Cancelled')
