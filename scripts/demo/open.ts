import { addTickets, type ItemStatus, type Line, type Order, type OrderType } from '#domain/order.ts'
import { pay } from '#domain/payment.ts'
import { withPrint } from '#domain/printed.ts'
import { businessDate } from '#domain/time.ts'
import { choose, type House, makeTicket, MINUTE, named, newOrder, type Table } from './orders.ts'
import { random } from './random.ts'

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
