import { randomId } from '#domain/ids.ts'
import {
  addTickets,
  type DietType,
  type ItemStatus,
  type Line,
  linesOf,
  type Order,
  type OrderType,
  repriced,
  type Ticket,
  emptyOrder,
  withOffer,
} from '#domain/order.ts'
import { changeItemStatus } from '#domain/itemStatus.ts'
import { withPrint } from '#domain/printed.ts'
import { changeOrderStatus, pay } from '#domain/payment.ts'
import { addUp, type RollupEntry, rollupsOf, rollupsOfMoves, withBookings } from '#domain/rollup.ts'
import { type Offer, termsOf, whyNotApplicable } from '#domain/offer.ts'
import type { TaxPercentages } from '#domain/tax.ts'
import { addDays, businessDate, businessDayRange, type BusinessClock, financialYear, kotDate, wallClock } from '#domain/time.ts'
import type { diningTables } from '#worker/db/outlets.ts'
import type { MenuItem } from './menu.ts'
import { type Crowd, DINER, type Guest } from './people.ts'
import { type Random, random } from './random.ts'

export type Table = typeof diningTables.$inferInsert

/** What is needed of a restaurant to make its history. */
export type House = {
  id: string
  clock: BusinessClock
  taxPercentages: TaxPercentages
  roundOff: boolean
  paymentTypes: string[]
  invoicePrefix: string
  items: MenuItem[]
  tables: Table[]
  /** How busy it is, relative to the first. */
  size: number
  cashier: string
  servers: string[]
  offers: readonly Offer[]
  /** The share of the orders an offer fits that used it, by the offer's id. */
  shares: ReadonlyMap<string, number>
  guests: Crowd
  /** Where its guests live. */
  streets: readonly string[]
}

export type Past = { orders: Order[]; rollups: RollupEntry[]; counters: Record<string, number> }

const MINUTE = 60_000
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

const NOTES = [
  'Less spicy',
  'No onion',
  'Extra crispy',
  'Sauce on the side',
  'Cut in half',
  'Well done',
  'No mayo',
  'Jain, no onion or garlic',
  'Extra napkins',
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
  return number(house, orders)
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

// ---------------------------------------------------------------- open orders

/** The situations that are open now. `at` is in minutes before now. */
type Scene = {
  table?: string
  orderType?: OrderType
  guests?: number
  guest?: number
  note?: string
  tickets: { at: number; statuses: ItemStatus[]; note?: string }[]
  billed?: number
  paid?: boolean
}

const SCENES: Scene[] = [
  { table: '1', guests: 2, tickets: [{ at: 4, statuses: ['Preparing', 'Preparing', 'Preparing'] }] },
  {
    table: '3',
    guests: 4,
    guest: 3,
    tickets: [
      { at: 38, statuses: ['Served', 'Served', 'Served', 'Served'] },
      { at: 9, statuses: ['Ready', 'Preparing'] },
    ],
  },
  {
    table: '4',
    guests: 3,
    note: 'Allergic to peanuts',
    tickets: [{ at: 26, statuses: ['Preparing', 'Preparing', 'Served'], note: 'No onion' }],
  },
  { table: '5', guests: 4, guest: 8, tickets: [{ at: 64, statuses: ['Served', 'Served', 'Served', 'Served', 'Served'] }], billed: 3 },
  { table: '8', guests: 2, tickets: [{ at: 13, statuses: ['Preparing', 'Ready'], note: 'Less spicy' }] },
  { table: '10', guests: 3, tickets: [{ at: 15, statuses: ['Ready', 'Ready', 'Ready'] }] },
  { orderType: 'Take Away', guest: 14, tickets: [{ at: 7, statuses: ['Preparing', 'Preparing'], note: 'Extra napkins' }] },
  { orderType: 'Delivery', guest: 11, tickets: [{ at: 11, statuses: ['Preparing', 'Ready'] }] },
  { orderType: 'Take Away', guest: 21, tickets: [{ at: 18, statuses: ['Ready', 'Ready', 'Ready'] }], paid: true },
]

/** The currently open orders; `count` of the scenes. They occupy their tables. */
export function makeOpen(house: House, now: Date, count = SCENES.length): { orders: Order[]; tables: Table[] } {
  const rng = random(`${house.invoicePrefix} open`)
  let tables = house.tables
  const picked = count >= SCENES.length ? SCENES : [...SCENES.slice(0, count - 1), ...SCENES.slice(-1)]
  const orders = picked.map((scene) => {
    const before = (minutes: number) => now.getTime() - minutes * MINUTE - rng.int(0, 40_000)
    const table = tables.find((t) => t.tableNumber === scene.table)
    const begin = before(scene.tickets[0]?.at ?? 1)
    const date = businessDate(new Date(begin), house.clock)
    let order = newOrder(house, { begin, date, orderType: scene.orderType ?? 'Dine In', table, guests: scene.guests ?? null })
    if (scene.guest !== undefined) order = named(order, house.guests.regulars[scene.guest], house.streets)
    order = { ...order, additionalNote: scene.note ?? '' }
    for (const { at, statuses, note } of scene.tickets) {
      const sent = order.tickets.length === 0 ? begin : before(at)
      const ticket = makeTicket(
        order,
        sent,
        table ? (rng.pick(house.servers) ?? '') : house.cashier,
        choose(house, rng, statuses.length, 'scene'),
        'Preparing',
        sent,
      )
      const changed = (status: ItemStatus) =>
        new Date(status === 'Preparing' ? sent : Math.min(now.getTime() - 30_000, sent + 10 * MINUTE)).toISOString()
      const lines = ticket.lines.map((l, i): Line => {
        const status = statuses[i] ?? 'Preparing'
        return { ...l, status, statusAt: changed(status), additionalItemNote: i === 0 ? (note ?? '') : '' }
      })
      order = addTickets(order, [{ ...ticket, lines }])
    }
    if (scene.billed !== undefined)
      order = { ...withPrint(order, house.cashier, new Date(before(scene.billed)).toISOString()), biller: house.cashier }
    if (scene.paid)
      order = pay(order, { paymentStatus: 'paid', paymentMethod: 'UPI' }, house.paymentTypes, {
        at: new Date(begin + MINUTE).toISOString(),
        by: house.cashier,
        businessDate: date,
        deviceId: null,
      })
    if (table) tables = tables.map((t) => (t.id === table.id ? { ...t, currentOrderId: order.id } : t))
    return order
  })
  return { orders, tables }
}

// ---------------------------------------------------------------- pieces

const newOrder = (
  house: House,
  o: { begin: number; date: string; orderType: OrderType; table: Table | undefined; guests: number | null },
): Order =>
  emptyOrder({
    restaurantId: house.id,
    tableId: o.table?.id ?? null,
    tableNumber: o.table?.tableNumber ?? null,
    sittingId: o.table?.sittingId ?? null,
    guests: o.guests,
    orderType: o.orderType,
    taxPercentages: house.taxPercentages,
    roundOffEnabled: house.roundOff,
    businessDate: o.date,
    createdAt: new Date(o.begin).toISOString(),
  })

/** The guest with an account orders on his phone. */
const named = (order: Order, guest: Guest | undefined, streets: readonly string[]): Order =>
  guest
    ? {
        ...order,
        customerName: guest.name,
        mobileNumber: guest.mobileNumber,
        userId: guest.diner ? DINER : null,
        deliveryAddress: order.orderType === 'Delivery' ? homeOf(guest, streets) : '',
      }
    : order

/** Where a guest lives: the same in every order. */
function homeOf({ mobileNumber }: Guest, streets: readonly string[]): string {
  const rng = random(`${mobileNumber} home`)
  return `${rng.pick(['Flat', 'House', 'Villa'])} ${rng.int(1, 9)}${String(rng.int(1, 12)).padStart(2, '0')}, ${rng.pick(streets)}`
}

const withStatus = (tickets: Ticket[], status: ItemStatus) => tickets.map((t) => ({ ...t, lines: t.lines.map((l) => ({ ...l, status })) }))

type Choice = { item: MenuItem; quantity: number; variants: Line['variants']; addonGroups: Line['addonGroups']; note: string }

/** What a table orders: mains first, then side dishes; each item once, with a quantity. */
function choose(house: House, rng: Random, count: number, what: 'meal' | 'more' | 'scene'): Choice[] {
  const on = house.items.filter((i) => i.available !== false && (i.remaining ?? 99) > 5)
  const food = on.filter((i) => !i.isAlcohol && i.station !== 'Cold')
  const rest = on.filter((i) => !i.isAlcohol && i.station === 'Cold')
  const bar = on.filter((i) => i.isAlcohol)
  const chosen = new Map<string, Choice>()
  for (let i = 0; i < count; i++) {
    const first = i === 0 && what !== 'more'
    const pool = first
      ? food
      : rng.weighted([
          [food, what === 'more' ? 25 : 52],
          [rest, 36],
          [bar, what === 'more' ? 24 : 12],
        ])
    // The first in a list are the favourites.
    const item = pool[Math.floor(pool.length * rng.next() ** 1.6)]
    if (!item) continue
    const before = chosen.get(item.id)
    if (before && what !== 'scene') chosen.set(item.id, { ...before, quantity: Math.min(before.quantity + 1, 9) })
    else if (before) i--
    else chosen.set(item.id, portion(item, rng))
  }
  return [...chosen.values()]
}

function portion(item: MenuItem, rng: Random): Choice {
  const variant = rng.pick(item.variants)
  const addonGroups = item.addonGroups.flatMap((group) => {
    const addon = group.min > 0 || rng.chance(0.13) ? rng.pick(group.addons) : undefined
    return addon ? [{ name: group.name, addons: [{ name: addon.name, quantity: 1, price: addon.price }] }] : []
  })
  return {
    item,
    quantity: 1,
    variants: variant ? [variant] : [],
    addonGroups,
    note: !item.isAlcohol && rng.chance(0.05) ? (rng.pick(NOTES) ?? '') : '',
  }
}

function makeTicket(order: Order, at: number, sentBy: string, choices: readonly Choice[], status: ItemStatus, statusAt: number): Ticket {
  const sentAt = new Date(at).toISOString()
  return {
    kotId: randomId(at),
    kotNumber: null,
    date: kotDate(order.businessDate),
    createdAt: sentAt,
    kind: 'new',
    sentBy,
    sentAt,
    held: false,
    tableId: order.tableId,
    lines: choices.map(({ item, quantity, variants, addonGroups, note }) => ({
      lineId: randomId(at),
      itemId: item.id,
      itemName: item.name,
      printName: item.printName ?? null,
      categoryName: item.categoryName,
      quantity,
      price: item.price,
      variants,
      addonGroups,
      status,
      statusAt: new Date(statusAt).toISOString(),
      dietType: item.dietType as DietType,
      isAlcohol: item.isAlcohol ?? false,
      image: null,
      station: item.station ?? null,
      additionalItemNote: note,
      cancelReason: null,
      cancelledBy: null,
      prepared: false,
      bookedDate: null,
    })),
  }
}

/**
 * Numbers orders as the server would: serial numbers by day in order of creation, bill and invoice numbers without gaps in order of settlement. Returns the
 * rollups of final orders and the counters' last values.
 */
function number(house: House, given: Order[]): Past {
  const counters: Record<string, number> = {}
  const raise = (name: string) => (counters[name] = (counters[name] ?? 0) + 1)
  const serial = new Map<string, number>()
  for (const o of byTime(given, (o) => o.createdAt)) serial.set(o.id, raise(`serial:${kotDate(o.businessDate)}`))
  const orders = byTime(given, (o) => o.completedAt ?? '').map((o): Order => {
    const order = withBookings({ ...o, serialNumber: serial.get(o.id) ?? 0 }, house.clock)
    return o.orderStatus === 'completed' ? { ...order, ...billNumber(house, order, raise) } : order
  })
  const rollups = addUp(orders.flatMap((o) => [...rollupsOf(o), ...rollupsOfMoves(o.moves)]))
  return { orders, rollups, counters }
}

/** Continues the numbers for orders that are still open. */
export function numberOpen(house: House, open: Order[], counters: Record<string, number>): Order[] {
  const raise = (name: string) => (counters[name] = (counters[name] ?? 0) + 1)
  return byTime(open, (o) => o.createdAt).map((o) => {
    const order = { ...o, serialNumber: raise(`serial:${kotDate(o.businessDate)}`) }
    return o.billPrintedAt || o.paymentStatus === 'paid' ? { ...order, ...billNumber(house, order, raise) } : order
  })
}

function billNumber(house: House, order: Order, raise: (name: string) => number) {
  const year = financialYear(businessDate(new Date(order.completedAt ?? order.createdAt), house.clock))
  return { billNumber: raise('bill'), invoiceNumber: `${house.invoicePrefix}/${year}/${raise(`invoice:${year}`)}` }
}

const byTime = (orders: readonly Order[], at: (o: Order) => string) =>
  [...orders].sort((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0))
