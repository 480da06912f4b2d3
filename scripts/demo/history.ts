import { changeItemStatus } from '#domain/itemStatus.ts'
import { termsOf, whyNotApplicable } from '#domain/offer.ts'
import { addTickets, type ItemStatus, linesOf, type Order, type OrderType, repriced, type Ticket, withOffer } from '#domain/order.ts'
import { changeOrderStatus, pay } from '#domain/payment.ts'
import { withPrint } from '#domain/printed.ts'
import { addDays, businessDate, businessDayRange, wallClock } from '#domain/time.ts'
import { numberPast, type Past } from './numbers.ts'
import { choose, type House, makeTicket, MINUTE, named, newOrder } from './orders.ts'
import type { Guest } from './people.ts'
import { type Random, random } from './random.ts'

const DAYS = 30

/** Orders on a day of the week, Sunday first. */
const BY_WEEKDAY = [84, 46, 44, 48, 52, 70, 88]
/** The share of a day's orders that begin in each hour, from 11 to 22. */
const BY_HOUR: [number, number][] = [
  [11, 3],
  [12, 9],
  [13, 14],
  [14, 9],
  [15, 4],
  [16, 4],
  [17, 6],
  [18, 8],
  [19, 13],
  [20, 16],
  [21, 11],
  [22, 3],
]

const ORDER_NOTES = ['Birthday table', 'Allergic to peanuts', 'High chair', 'In a hurry', 'Window seat']
const CANCEL_ORDER = ['Guest left', 'Placed twice', 'Wrong table', 'Too long a wait']
const CANCEL_ITEM = ['Guest changed their mind', 'Out of stock', 'Entered by mistake', 'Not as expected']

/** Two trial days, some weeks earlier: few orders, by guests who have not come again. */
const TRIAL = [75, 74]
const TRIAL_ORDERS = 9

/** The trial days, 30 days and today so far, in the order in which the bills were settled. */
export function makePast(house: House, now: Date): Past {
  const today = businessDate(now, house.clock)
  const { regulars, occasional, trial } = house.guests
  const orders: Order[] = []
  for (const back of TRIAL)
    orders.push(...makeDay(house, addDays(today, -back), now, { most: TRIAL_ORDERS, regulars: trial, others: trial, known: 0.7 }))
  for (let back = DAYS; back >= 0; back--)
    orders.push(...makeDay(house, addDays(today, -back), now, { regulars, others: occasional, known: 0.4 }))
  return numberPast(house, orders)
}

/** `known` is the share of the tables' guests who have given their name. */
type Door = { most?: number; regulars: readonly Guest[]; others: readonly Guest[]; known: number }

function makeDay(house: House, date: string, now: Date, door: Door): Order[] {
  const rng = random(`${house.invoicePrefix} ${date}`)
  const { from, to } = businessDayRange(date, house.clock)
  // The last guests leave before the day ends.
  const closes = to.getTime() - 6 * MINUTE
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const count = Math.min(door.most ?? Infinity, Math.round((BY_WEEKDAY[weekday] ?? 50) * house.size * rng.between(0.92, 1.08)))
  const begins = Array.from({ length: count }, () => {
    const hour = rng.weighted(BY_HOUR)
    return from.getTime() + ((hour - wallClock(from, house.clock.timezone).hour) * 60 + rng.int(0, 59)) * MINUTE + rng.int(0, 59_999)
  })
  const last = now.getTime() - 3 * MINUTE
  const free = new Map(house.tables.map((t) => [t.id, 0]))
  const orders = begins
    .sort((a, b) => a - b)
    .map((begin) => makeOrder(house, rng, { begin, date, last, closes, door }, free))
    .filter((order) => Date.parse(order.completedAt ?? '') <= last)
  // A demo that is loaded in the morning has some sales already.
  const soFar = Math.floor((last - from.getTime()) / (10 * MINUTE))
  for (let i = orders.length; i < Math.min(12, soFar) && last - from.getTime() < 24 * 60 * MINUTE; i++) {
    const window = Math.min(last - from.getTime(), 5 * 60 * MINUTE)
    orders.push(
      makeOrder(house, rng, { begin: last - rng.int(0, window - 10 * MINUTE) - 9 * MINUTE, date, last, closes, door }, free, 'quick'),
    )
  }
  return orders
}

function makeOrder(
  house: House,
  rng: Random,
  { begin, date, last, closes, door }: { begin: number; date: string; last: number; closes: number; door: Door },
  free: Map<string, number>,
  pace: 'quick' | 'usual' = 'usual',
): Order {
  const wanted =
    pace === 'quick'
      ? 'Take Away'
      : rng.weighted<OrderType>([
          ['Dine In', 68],
          ['Take Away', 20],
          ['Delivery', 12],
        ])
  const guests = rng.weighted([
    [1, 12],
    [2, 40],
    [3, 18],
    [4, 20],
    [6, 10],
  ])
  const table =
    wanted === 'Dine In' ? rng.pick(house.tables.filter((t) => (free.get(t.id) ?? 0) <= begin && t.capacity >= guests)) : undefined
  const orderType = wanted === 'Dine In' && !table ? 'Take Away' : wanted
  const stay = (pace === 'quick' ? 6 : table ? rng.int(28, 75) : rng.int(14, 32)) * MINUTE + rng.int(0, 59_999)
  const ends = Math.min(begin + stay, closes)
  if (table) free.set(table.id, ends + 4 * MINUTE)

  let order = newOrder(house, { begin, date, orderType, table, guests: table ? guests : null })
  if (!table || rng.chance(door.known)) order = named(order, rng.pick(rng.chance(0.6) ? door.regulars : door.others), house.streets)
  if (rng.chance(0.04)) order = { ...order, additionalNote: rng.pick(ORDER_NOTES) ?? '' }
  const by = table ? (rng.pick(house.servers) ?? '') : house.cashier
  const rounds = table
    ? rng.weighted([
        [1, 62],
        [2, 30],
        [3, 8],
      ])
    : 1
  for (let round = 0; round < rounds; round++) {
    const at = begin + Math.round((stay * 0.55 * round) / rounds)
    const menu =
      round === 0
        ? choose(house, rng, Math.max(1, Math.round(guests * rng.between(1, 1.7))), 'meal')
        : choose(house, rng, rng.int(1, 3), 'more')
    order = addTickets(order, [makeTicket(order, at, by, menu, 'Served', at + rng.int(9, 16) * MINUTE)])
  }
  if (rng.chance(0.12)) order = repriced({ ...order, serviceChargeAccepted: table !== undefined })
  return settle(house, rng, offered(house, order), ends, last)
}

/** Applies one of the offers that fit, as often as guests use it. Has its own sequence of random numbers, so that adding an offer changes no other order. */
function offered(house: House, order: Order): Order {
  const rng = random(`${house.invoicePrefix} ${order.createdAt} offer`)
  const at = new Date(order.createdAt)
  const { orderType, totals } = order
  const offer = house.offers.find(
    (o) =>
      rng.chance(house.shares.get(o.id) ?? 0) &&
      whyNotApplicable(o, { at, clock: house.clock, orderType, subtotal: totals.subtotal }) === null,
  )
  return offer ? withOffer(order, termsOf(offer), house.cashier) : order
}

const withStatus = (tickets: Ticket[], status: ItemStatus) => tickets.map((t) => ({ ...t, lines: t.lines.map((l) => ({ ...l, status })) }))

/** `last` is the instant before which everything must have happened. */
function settle(house: House, rng: Random, given: Order, ends: number, last: number): Order {
  const at = new Date(ends).toISOString()
  const lines = linesOf(given)
  let order = given
  if (rng.chance(0.02))
    return changeOrderStatus({ ...order, tickets: withStatus(order.tickets, 'Preparing') }, 'cancelled', {
      at,
      by: house.cashier,
      reason: rng.pick(CANCEL_ORDER),
    })
  const spoiled = lines.length > 1 && rng.chance(0.035) ? rng.pick(order.tickets[0]?.lines ?? []) : undefined
  if (spoiled) {
    const tickets = order.tickets.map((t) => ({
      ...t,
      lines: t.lines.map((l) => (l === spoiled ? { ...l, status: 'Preparing' as const } : l)),
    }))
    const reason = rng.pick(CANCEL_ITEM)
    // A dish sent back by the guest had been cooked.
    const prepared = reason === 'Not as expected'
    const change = {
      kotId: tickets[0]?.kotId ?? '',
      lineId: spoiled.lineId,
      status: 'Cancelled' as const,
      reason,
      prepared,
      by: house.cashier,
    }
    order = changeItemStatus({ ...order, tickets }, change, at, true).order
    if (order.orderStatus === 'cancelled') return order
  }
  const total = order.totals.grandTotal
  const method = rng.weighted([
    ['UPI', 48],
    ['Cash', 22],
    ['Card', 20],
    ['Wallet', 4],
    ['Meal card', 6],
  ])
  const part = Math.floor(total / 200) * 100
  const payments =
    part > 0 && rng.chance(0.07)
      ? [
          { method: 'Cash', amount: part },
          { method: method === 'Cash' ? 'UPI' : method, amount: total - part },
        ]
      : [{ method, amount: total }]
  order = withPrint(order, house.cashier, new Date(ends - 4 * MINUTE).toISOString())
  const paid = pay(order, { paymentStatus: 'paid', payments, complete: true }, house.paymentTypes, {
    at,
    by: house.cashier,
    businessDate: order.businessDate,
    deviceId: null,
  })
  const back = new Date(ends + rng.int(10, 90) * MINUTE)
  if (!rng.chance(0.003) || back.getTime() > last) return paid
  const today = businessDate(back, house.clock)
  return pay(paid, { paymentStatus: 'refunded', reason: 'Wrong order delivered' }, house.paymentTypes, {
    at: back.toISOString(),
    by: house.cashier,
    businessDate: today,
    deviceId: null,
  })
}
