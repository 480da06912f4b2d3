import { customerNumberOf, isNumber } from '#domain/customer.ts'
import { randomId } from '#domain/ids.ts'
import type { Order } from '#domain/order.ts'
import { overlap, type ReservationStatus, spanOf } from '#domain/reservation.ts'
import { withBookings } from '#domain/rollup.ts'
import { addDays, type BusinessClock, wallClock } from '#domain/time.ts'
import type * as outlet from '#worker/db/outlets.ts'
import type { Guest } from './people.ts'
import { random } from './random.ts'

type CustomerRow = typeof outlet.customers.$inferInsert & { visits: number; totalSpent: number }
type VisitRow = typeof outlet.visits.$inferInsert
type FeedbackRow = typeof outlet.feedback.$inferInsert
type ReservationRow = typeof outlet.reservations.$inferInsert

// ---------------------------------------------------------------- customers

/**
 * The customers and visits of completed orders, as the server stores them (worker/customers/store.ts): one customer for each number, a visit for each
 * completed order; a refund removes its visit.
 */
export function makeCustomers(
  restaurantId: string,
  orders: readonly Order[],
  clock: BusinessClock,
): { customers: CustomerRow[]; visits: VisitRow[] } {
  const customers = new Map<string, CustomerRow>()
  const visits = new Map<string, VisitRow & { at: string }>()
  const happened = orders
    .filter((o) => o.orderStatus === 'completed' && o.completedAt !== null && isNumber(customerNumberOf(o.mobileNumber)))
    .map((o) => withBookings(o, clock))
    .flatMap((order) => [
      { at: order.completedAt ?? '', order, back: false },
      ...(order.refund ? [{ at: order.refund.at, order, back: true }] : []),
    ])
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : Number(a.back) - Number(b.back)))
  for (const { at, order, back } of happened) {
    const digits = customerNumberOf(order.mobileNumber)
    const spent = order.totals.grandTotal
    const known = customers.get(digits)
    if (back && known) {
      visits.delete(order.id)
      const left = [...visits.values()].filter((v) => v.customerId === known.id).sort((a, b) => (a.at < b.at ? -1 : 1))
      Object.assign(known, { visits: known.visits - 1, totalSpent: known.totalSpent - spent })
      Object.assign(known, { firstVisitAt: left[0]?.at ?? null, lastVisitAt: left.at(-1)?.at ?? null })
      if (left[0]) left[0].isFirst = true
      continue
    }
    const customer = known ?? {
      id: randomId(Date.parse(at)),
      restaurantId,
      name: order.customerName || order.mobileNumber,
      mobileNumber: order.mobileNumber,
      mobileDigits: digits,
      email: null,
      birthday: null,
      note: '',
      visits: 0,
      totalSpent: 0,
      firstVisitAt: null,
      lastVisitAt: null,
      createdAt: at,
      deletedAt: null,
    }
    customers.set(digits, customer)
    Object.assign(customer, { visits: customer.visits + 1, totalSpent: customer.totalSpent + spent })
    Object.assign(customer, { firstVisitAt: customer.firstVisitAt ?? at, lastVisitAt: at })
    visits.set(order.id, {
      restaurantId,
      orderId: order.id,
      customerId: customer.id,
      businessDate: order.endedDate ?? order.businessDate,
      hour: order.endedHour ?? 0,
      amount: spent,
      isFirst: customer.visits === 1,
      at,
    })
  }
  return { customers: [...customers.values()], visits: [...visits.values()].map(({ at: _, ...visit }) => visit) }
}

const NOTES = [
  'Prefers a table on the patio',
  'Allergic to peanuts',
  'Orders without onion and garlic',
  'Always asks for extra mayo',
  'Comes with two small children, high chair',
  'Office lunches, wants the GST bill by e-mail',
  'Likes it less spicy',
  'Anniversary in December',
]

/** What staff have noted about regulars: birthdays (one today, some this week), addresses and notes. */
export function withRemarks(customers: readonly CustomerRow[], now: Date, clock: BusinessClock): CustomerRow[] {
  const { date } = wallClock(now, clock.timezone)
  return customers.map((c) => {
    const rng = random(`${c.mobileDigits} remarks`)
    const [first = '', last = ''] = c.name.toLowerCase().split(' ')
    const soon = rng.chance(0.12) ? addDays(date, rng.int(0, 6)).slice(5) : null
    const day = `${String(rng.int(1, 12)).padStart(2, '0')}-${String(rng.int(1, 28)).padStart(2, '0')}`
    return {
      ...c,
      birthday: rng.chance(0.55) ? `${rng.int(1968, 2004)}-${soon && soon !== '02-29' ? soon : day}` : null,
      email: rng.chance(0.4) ? `${first}.${last}@example.com` : null,
      note: rng.chance(0.2) ? (rng.pick(NOTES) ?? '') : '',
    }
  })
}

// ---------------------------------------------------------------- feedback

const SAID: Record<number, string[]> = {
  5: [
    'Best we have had in the city.',
    'Quick and hot, will come again.',
    'Staff remembered our order!',
    '',
    '',
    'Kids loved it.',
    'Worth every rupee.',
  ],
  4: ['Very good, a little crowded.', 'Tasty, but the AC was too cold.', '', 'Nice portions.', 'Good food, parking is hard.'],
  3: ['Food was fine, service slow on a Sunday.', 'Fries were not hot.', ''],
  2: ['Waited 40 minutes for a parcel.', 'Too oily today.'],
  1: ['Wrong order came twice.'],
}

/** Feedback of some guests, given a while after they paid. */
export function makeFeedback(restaurantId: string, orders: readonly Order[], now: Date): FeedbackRow[] {
  return orders.flatMap((o) => {
    const rng = random(`${o.createdAt} ${o.serialNumber} feedback`)
    if (o.orderStatus !== 'completed' || !o.completedAt || !o.customerName || !rng.chance(0.14)) return []
    const createdAt = Date.parse(o.completedAt) + rng.int(4, 180) * 60_000
    if (createdAt > now.getTime()) return []
    const rating = o.refund
      ? 1
      : rng.weighted([
          [5, 52],
          [4, 31],
          [3, 11],
          [2, 4],
          [1, 2],
        ])
    return [
      { orderId: o.id, restaurantId, rating, comment: rng.pick(SAID[rating] ?? []) ?? '', createdAt: new Date(createdAt).toISOString() },
    ]
  })
}

// ---------------------------------------------------------------- reservations

type Table = { id: string; tableNumber: string; capacity: number; currentOrderId?: string | null }
type Book = {
  restaurantId: string
  tables: readonly Table[]
  orders: readonly Pick<Order, 'id' | 'customerName' | 'mobileNumber' | 'createdAt'>[]
  regulars: readonly Guest[]
  clock: BusinessClock
}

const WISHES = [
  'Window seat',
  'Birthday, brings a cake',
  'High chair',
  'Vegetarians only',
  'Anniversary',
  'Two wheelchairs',
  'Needs to leave by 10',
]
const TIMES: [string, number][] = [
  ['12:30', 8],
  ['13:00', 12],
  ['13:30', 10],
  ['14:00', 6],
  ['19:00', 8],
  ['19:30', 12],
  ['20:00', 18],
  ['20:30', 16],
  ['21:00', 12],
  ['21:30', 6],
]

/**
 * Reservations: two weeks back, today and ten days ahead. One guest is due within the hour at a free table, which therefore shows as reserved; one is seated
 * already. No two hold the same table at the same time.
 */
export function makeReservations({ restaurantId, tables, orders, regulars, clock }: Book, now: Date): ReservationRow[] {
  const rng = random(`${regulars[0]?.name} ${wallClock(now, clock.timezone).date} book`)
  const book: ReservationRow[] = []
  const add = (
    at: { date: string; time: string; durationMinutes: number },
    more: { table: Table | undefined; partySize: number; status: ReservationStatus; note?: string; booked: number; guest?: Guest },
  ): boolean => {
    const span = spanOf(at, clock)
    const { table, partySize, status, note = '', booked } = more
    if (table && book.some((b) => b.tableId === table.id && overlap(b, span))) return false
    const guest = more.guest ?? rng.pick(regulars)
    const createdAt = Math.min(Date.parse(span.startsAt) - booked, now.getTime() - 20 * 60_000)
    book.push({
      id: randomId(createdAt),
      restaurantId,
      customerName: guest?.name ?? '',
      mobileNumber: guest?.mobileNumber ?? '',
      partySize,
      ...at,
      ...span,
      tableId: table?.id ?? null,
      note,
      status,
      createdAt: new Date(createdAt).toISOString(),
      deletedAt: null,
      version: 1,
    })
    return true
  }
  const wall = (at: number) => {
    const quarter = new Date(Math.round(at / 900_000) * 900_000)
    const { date, time } = wallClock(quarter, clock.timezone)
    return { date, time }
  }
  const hour = 3_600_000

  // Guests who are seated now and gave a name had booked.
  const sitting = orders.find((o) => o.customerName !== '' && tables.some((t) => t.currentOrderId === o.id))
  const taken = tables.find((t) => t.currentOrderId === sitting?.id)
  if (sitting && taken)
    add(
      { ...wall(Date.parse(sitting.createdAt)), durationMinutes: 90 },
      {
        table: taken,
        partySize: taken.capacity,
        status: 'seated',
        booked: 26 * hour,
        guest: { name: sitting.customerName, mobileNumber: sitting.mobileNumber },
      },
    )
  const due = tables.find((t) => !t.currentOrderId && t.capacity >= 2)
  add(
    { ...wall(now.getTime() + 0.6 * hour), durationMinutes: 90 },
    { table: due, partySize: 2, status: 'booked', note: 'Anniversary', booked: 50 * hour },
  )

  const { date: today } = wallClock(now, clock.timezone)
  for (let day = -14; day <= 10; day++) {
    const date = addDays(today, day)
    const weekend = [0, 5, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
    const wanted = Math.round((weekend ? 8 : 4) * (day > 0 ? Math.max(0.25, 1 - day / 9) : 1))
    for (let i = 0; i < wanted; i++) {
      const time = rng.weighted(TIMES)
      const partySize = rng.weighted([
        [2, 34],
        [3, 14],
        [4, 30],
        [6, 16],
        [8, 6],
      ])
      const durationMinutes = partySize > 4 ? 120 : 90
      const { startsAt, endsAt } = spanOf({ date, time, durationMinutes }, clock)
      const over = Date.parse(endsAt) < now.getTime()
      // Bookings under way or soon are made above.
      if (!over && Date.parse(startsAt) < now.getTime() + 2 * hour) continue
      const status: ReservationStatus = over
        ? rng.weighted<ReservationStatus>([
            ['completed', 78],
            ['noShow', 12],
            ['cancelled', 10],
          ])
        : rng.chance(0.06)
          ? 'cancelled'
          : 'booked'
      const free = tables.filter((t) => t.capacity >= partySize && t.capacity <= partySize + 3)
      add(
        { date, time, durationMinutes },
        {
          // The host assigns the table at the door.
          table: rng.chance(0.8) ? rng.pick(free) : undefined,
          partySize,
          status,
          note: rng.chance(0.3) ? (rng.pick(WISHES) ?? '') : '',
          booked: rng.int(2, 90) * hour,
        },
      )
    }
  }
  return book
}
