import { describe, expect, it, test } from 'vitest'
import type { AlertShape } from './api/tables.ts'
import { AppError } from './errors.ts'
import { linesOf, type Order, paidSoFar, repriced } from './order.ts'
import { pay } from './payment.ts'
import { rollupOfCancel } from './rollup.ts'
import { canMergeInto, canMoveTo, compareTableNumbers, mergeOrders, tableLabel, tableState } from './table.ts'
import { aKot, aLine, anItem, anOrder, anOrderShape, AT, aTable, aTicket } from './test/shapes.ts'
import { teller } from './test/orders.ts'

const now = new Date('2026-11-21T16:00:00.000Z')
const minutesAgo = (n: number) => new Date(now.getTime() - n * 60_000).toISOString()
const free = aTable()
const taken = aTable({ status: 'occupied', currentOrderId: 'o' })
const running = (over = {}) =>
  anOrderShape([aKot([anItem()], { createdAt: minutesAgo(20), sentAt: minutesAgo(20) })], { createdAt: minutesAgo(30), ...over })
const ready = () => running({ kots: [aKot([anItem({ status: 'Ready', quantity: 2 }), anItem(), anItem({ status: 'Served' })])] })
const state = (...[table, order, more]: [typeof free, ReturnType<typeof running> | null, object?]) =>
  tableState(table, order, { now, ...more })

describe('a table is', () => {
  test('Free without an order', () =>
    expect(state(free, null)).toEqual({ state: 'free', word: 'Free', ready: 0, alert: null, elapsedFrom: null, overdue: false }))
  test('Reserved when a booking is near', () =>
    expect(state(aTable({ status: 'reserved' }), null)).toMatchObject({ state: 'reserved', word: 'Reserved' }))
  test('Running with an order, counted from its start', () =>
    expect(state(taken, running())).toMatchObject({ state: 'running', word: 'Running', elapsedFrom: minutesAgo(30) }))
  test('Running when occupied, even before its order has reached this device', () =>
    expect(state(taken, null)).toMatchObject({ state: 'running', elapsedFrom: null }))
  test('Ready, with the number of portions waiting at the pass', () =>
    expect(state(taken, ready())).toMatchObject({ state: 'ready', word: '2 ready', ready: 2 }))
  test('Billed once the bill is printed, or paid', () => {
    expect(state(taken, running({ billPrintedAt: AT }))).toMatchObject({ state: 'billed', word: 'Billed' })
    expect(state(taken, running({ paymentStatus: 'paid' }))).toMatchObject({ state: 'billed' })
  })
  test('Ordering while this device holds unsent items', () =>
    expect(state(free, null, { unsent: 5 })).toMatchObject({ state: 'ordering', word: '5 not sent' }))
  test('the first that applies of: ordering, ready, billed, running, reserved, free', () => {
    const billedAndReady = { ...ready(), billPrintedAt: AT }
    expect(state(taken, billedAndReady, { unsent: 1 }).state).toBe('ordering')
    expect(state(taken, billedAndReady).state).toBe('ready')
    expect(state(aTable({ status: 'reserved' }), running({ billPrintedAt: AT })).state).toBe('billed')
    expect(state(aTable({ status: 'reserved' }), running()).state).toBe('running')
  })
  test('Free again when its order has ended', () => {
    for (const orderStatus of ['completed', 'cancelled'])
      expect(state(free, { ...ready(), orderStatus } as ReturnType<typeof running>)).toMatchObject({
        state: 'free',
        ready: 0,
        elapsedFrom: null,
      })
  })
})

describe('an alert', () => {
  const alert = (over: Partial<AlertShape>): AlertShape => ({
    _id: 'a',
    id: 'a',
    tableId: 'table-7',
    alertType: 'water',
    tableNumber: '7',
    orderId: null,
    timestamp: minutesAgo(2),
    acknowledged: false,
    acknowledgedBy: null,
    ...over,
  })
  test('is shown in any state; the oldest unacknowledged one comes first', () => {
    const alerts = [
      alert({}),
      alert({ id: 'b', timestamp: minutesAgo(9) }),
      alert({ id: 'c', timestamp: minutesAgo(30), acknowledged: true }),
      alert({ id: 'd', tableId: 'other', timestamp: minutesAgo(40) }),
    ]
    expect(state(taken, ready(), { alerts })).toMatchObject({ state: 'ready', alert: { id: 'b' } })
    expect(state(free, null, { alerts: alerts.slice(2) }).alert).toBeNull()
  })
})

test('a table is overdue more than 60 minutes after its last KOT, however old its order is', () => {
  const kots = (n: number) => ({
    createdAt: minutesAgo(300),
    kots: [
      aKot([anItem()], { createdAt: minutesAgo(200), sentAt: minutesAgo(200) }),
      aKot([anItem()], { createdAt: minutesAgo(n), sentAt: null }),
    ],
  })
  expect([59, 60, 61].map((n) => state(taken, running(kots(n))).overdue)).toEqual([false, false, true])
  expect(tableState(taken, running(kots(61)), { now: now.getTime() }).overdue).toBe(true)
})

test('table numbers sort in natural order', () =>
  expect(['T10', '10', 'Patio 1', '2', 'T2', 'Bar 3', '1'].sort(compareTableNumbers)).toEqual([
    '1',
    '2',
    '10',
    'Bar 3',
    'Patio 1',
    'T2',
    'T10',
  ]))
test.each([
  ['7', 'T7'],
  [' 12 ', 'T12'],
  ['T7', 'T7'],
  ['Patio 3', 'Patio 3'],
  ['12A', '12A'],
])('table %j is called %s', (number, label) => expect(tableLabel(number)).toBe(label))

describe('moving and merging', () => {
  const child = aTable({ _id: 'c', status: 'occupied', mergedInto: 'table-7' })
  it('a move goes only to a table without an order', () => {
    expect([free, aTable({ status: 'reserved' })].map(canMoveTo)).toEqual([true, true])
    expect([taken, aTable({ currentOrderId: 'o' }), child, aTable({ mergedTables: ['c'] })].map(canMoveTo)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
  it('a merge takes free and occupied tables, but not the parent itself or one that is part of another merge', () => {
    const parent = aTable({ _id: 'p', status: 'occupied', mergedTables: ['x'] })
    expect([free, taken].map((t) => canMergeInto(t, parent))).toEqual([true, true])
    expect(canMergeInto(parent, parent)).toBe(false)
    expect(canMergeInto(child, parent)).toBe(false)
    expect(canMergeInto(aTable({ mergedTables: ['x'] }), parent)).toBe(false)
    expect(canMergeInto(free, child)).toBe(false)
  })
})

describe('merging orders', () => {
  const at = '2026-11-21T16:30:00.000Z'
  const into = { tableId: 'table-7', tableNumber: '7' }
  const order = (table: string, rupees: number, over: Partial<Order> = {}) =>
    repriced(
      anOrder([aTicket([aLine({ price: rupees * 100, itemName: `Dish of ${table}` })], { tableId: `table-${table}` })], {
        tableId: `table-${table}`,
        tableNumber: table,
        taxPercentages: { gst: 5, vat: 0, serviceCharge: 10 },
        ...over,
      }),
    )
  const paid = (o: Order, rupees: number, method: string) =>
    pay(
      o,
      {
        paymentStatus: rupees * 100 === o.totals.grandTotal ? 'paid' : 'partial',
        payments: [{ method, amount: rupees * 100 }],
      },
      ['Cash', 'UPI'],
      teller(AT),
    )

  it('appends the children’s tickets, which keep their table, and prices everything at the parent’s rates', () => {
    const eight = order('8', 200, { taxPercentages: { gst: 18, vat: 0, serviceCharge: 0 } })
    const merged = mergeOrders(order('7', 100, { billPrintedAt: AT }), [eight, order('9', 300)], into, teller(at))!
    expect(merged.order.tickets.map((t) => t.tableId)).toEqual(['table-7', 'table-8', 'table-9'])
    expect(merged.order.tickets[1]).toEqual(eight.tickets[0])
    expect(merged.order).toMatchObject({
      tableId: 'table-7',
      tableNumber: '7',
      orderStatus: 'pending',
      billPrintedAt: null,
      taxPercentages: { gst: 5 },
    })
    expect(merged.order.totals).toMatchObject({ subtotal: 600_00, cgst: 15_00, sgst: 15_00, grandTotal: 630_00 })
  })
  it('ends the children’s orders without counting them as sales or cancellations', () => {
    const { ended } = mergeOrders(order('7', 100), [paid(order('8', 200, { billNumber: 41 }), 50, 'Cash')], into, teller(at))!
    expect(ended).toHaveLength(1)
    expect(ended[0]).toMatchObject({
      tableNumber: '8',
      orderStatus: 'cancelled',
      cancelReason: 'Merged into T7',
      completedAt: at,
      tickets: [],
      payments: [],
      paymentStatus: 'unpaid',
      paymentMethod: null,
      billNumber: 41,
      totals: { subtotal: 0, grandTotal: 0 },
    })
    expect(rollupOfCancel(ended[0]!, '2026-11-21')).toEqual([])
  })
  it('loses no line and no money', () => {
    const orders = [paid(order('7', 100), 20, 'Cash'), paid(order('8', 200), 30, 'UPI'), order('9', 300)] as const
    const { order: merged } = mergeOrders(orders[0], orders.slice(1), into, teller(at))!
    expect(linesOf(merged)).toEqual(orders.flatMap(linesOf))
    expect(paidSoFar(merged)).toBe(50_00)
    expect(merged).toMatchObject({ paymentStatus: 'partial', paymentMethod: 'Split' })
  })
  it('moves the money by pairs of rows, by net method', () => {
    const [seven, eight] = [paid(order('7', 100), 20, 'Cash'), paid(paid(order('8', 200), 30, 'UPI'), 10, 'Cash')]
    const { order: merged, ended } = mergeOrders({ ...seven, moves: [] }, [{ ...eight, moves: [] }], into, teller(at))!
    const said = (o: Order | undefined) => o?.moves.map((m) => [m.kind, m.method, m.amount, m.reason, m.at])
    expect(said(merged)).toEqual([
      ['transferred', 'UPI', 30_00, 'Merged from T8', at],
      ['transferred', 'Cash', 10_00, 'Merged from T8', at],
    ])
    expect(said(ended[0])).toEqual([
      ['transferred', 'UPI', -30_00, 'Merged into T7', at],
      ['transferred', 'Cash', -10_00, 'Merged into T7', at],
    ])
    expect(merged.payments).toEqual([
      { method: 'Cash', amount: 30_00 },
      { method: 'UPI', amount: 30_00 },
    ])
  })
  it('is refused when it would change the discount or service charge of an order for which money was taken', () => {
    const yes = { serviceChargeAccepted: true }
    const offer = { id: 'o', title: 'Ten off', type: 'flat', value: 10_00, minOrderAmount: 0, maxDiscount: null, orderTypes: null } as never
    const outcome = (parent: Order, child: Order) => {
      try {
        mergeOrders(parent, [child], into, teller(at))
        return 'merged'
      } catch (error) {
        return (error as Error).message.match(/received for T\d/)?.[0]
      }
    }
    const [seven, eight] = [(over = {}) => order('7', 100, over), (over = {}) => order('8', 100, over)]
    const some = (o: Order) => paid(o, 20, 'Cash')
    const off = { offer, offerId: 'o' }
    // A charge stays only if both agreed to it; the offer is the parent's, or else the child's.
    expect(outcome(some(seven(yes)), eight())).toBe('received for T7')
    expect(outcome(some(seven()), eight(yes))).toBe('merged')
    expect(outcome(seven(yes), some(eight()))).toBe('merged')
    expect(outcome(seven(), some(eight(yes)))).toBe('received for T8')
    expect(outcome(some(seven(off)), eight())).toBe('merged')
    expect(outcome(some(seven()), eight(off))).toBe('received for T7')
    expect(outcome(seven(off), some(eight()))).toBe('received for T8')
    expect(outcome(seven(), some(eight(off)))).toBe('merged')
    for (const over of [yes, off]) expect(outcome(some(seven(over)), some(eight(over)))).toBe('merged')
  })
  it('leaves cancelled lines cancelled and out of the total', () => {
    const eight = anOrder([aTicket([aLine({ status: 'Cancelled', price: 999_00 })])], { tableId: 'table-8' })
    expect(mergeOrders(order('7', 100), [eight], into, teller(at))?.order.totals.subtotal).toBe(100_00)
  })
  it('keeps each note once, adds up guests and discounts, and takes the first guest name it finds', () => {
    const merged = mergeOrders(
      repriced(
        order('7', 100, {
          additionalNote: 'Birthday',
          guests: 2,
          totals: { ...order('7', 100).totals, discount: 10_00 },
          discountTitle: 'Lunch',
        }),
      ),
      [
        repriced(
          order('8', 200, {
            additionalNote: ' Birthday ',
            specialInstructions: 'Jain',
            guests: 3,
            customerName: 'Meera',
            mobileNumber: '98',
            totals: { ...order('8', 200).totals, discount: 20_00 },
          }),
        ),
        order('9', 1, { additionalNote: 'Window' }),
      ],
      into,
      teller(at),
    )!.order
    expect(merged).toMatchObject({
      additionalNote: 'Birthday; Window',
      specialInstructions: 'Jain',
      guests: 5,
      customerName: 'Meera',
      mobileNumber: '98',
      discountTitle: 'Lunch',
      totals: { discount: 30_00 },
    })
    expect(mergeOrders(order('7', 1), [order('8', 1)], into, teller(at))?.order.guests).toBeNull()
  })
  it('keeps the service charge only when every order had accepted it', () => {
    const yes = { serviceChargeAccepted: true }
    expect(mergeOrders(order('7', 100, yes), [order('8', 100, yes)], into, teller(at))?.order.totals.serviceCharge).toBe(20_00)
    expect(mergeOrders(order('7', 100, yes), [order('8', 100)], into, teller(at))?.order.totals.serviceCharge).toBe(0)
    expect(mergeOrders(order('7', 100), [order('8', 100, yes)], into, teller(at))?.order.totals.serviceCharge).toBe(0)
  })
  it('makes a paid order partly paid when joined with an unpaid one; two paid ones stay paid', () => {
    const seven = () => paid(order('7', 100), 105, 'UPI')
    expect(mergeOrders(seven(), [order('8', 200)], into, teller(at))?.order).toMatchObject({
      paymentStatus: 'partial',
      paymentMethod: 'UPI',
    })
    expect(mergeOrders(seven(), [paid(order('8', 200), 210, 'UPI')], into, teller(at))?.order).toMatchObject({
      paymentStatus: 'paid',
      totals: { grandTotal: 315_00 },
    })
    expect(mergeOrders(order('7', 100), [order('8', 1)], into, teller(at))?.order).toMatchObject({
      paymentStatus: 'unpaid',
      paymentMethod: null,
    })
  })
  it('gives the first child’s order to a parent table that has none', () => {
    const eight = order('8', 200)
    const { order: merged, ended } = mergeOrders(null, [eight, order('9', 300)], into, teller(at))!
    expect(merged).toMatchObject({ id: eight.id, tableId: 'table-7', tableNumber: '7', totals: { subtotal: 500_00 } })
    expect(ended.map((o) => o.tableNumber)).toEqual(['9'])
    expect(mergeOrders(null, [eight], into, teller(at))).toMatchObject({ order: { id: eight.id, tableNumber: '7' }, ended: [] })
  })
  it('changes no order when only free tables are added', () => {
    const bill = order('7', 100, { billPrintedAt: AT })
    expect(mergeOrders(bill, [], into, teller(at))).toMatchObject({
      order: { id: bill.id, billPrintedAt: AT, totals: bill.totals },
      ended: [],
    })
    expect(mergeOrders(null, [], into, teller(at))).toBeNull()
  })
  it('is refused for an ended order, and when more was received than the joined bill comes to', () => {
    const refused = expect.objectContaining({ status: 409, code: 'invalid_transition' })
    expect(() => mergeOrders(order('7', 100), [order('8', 100, { orderStatus: 'completed' })], into, teller(at))).toThrow(refused)
    const dear = paid(order('8', 200, { taxPercentages: { gst: 28, vat: 0, serviceCharge: 0 } }), 256, 'UPI')
    expect(() => mergeOrders(order('7', 1), [dear], into, teller(at))).toThrow(AppError)
  })
})
