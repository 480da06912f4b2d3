import { describe, expect, test } from 'vitest'
import type { AlertShape } from '#domain/api/tables.ts'
import { aDraftLine, aKot, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { addItem } from '#domain/ticket.ts'
import type { StoredDraft } from '#web/shared/order/drafts.ts'
import { areasOf, countsOf, floorElapsed, type FloorInput, floorOf, headOf, listed, togetherLabel } from './floor.ts'
import { withServed } from './serve.ts'
import { lookOf } from './states.ts'

const now = Date.parse('2026-11-21T16:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const table = (n: string, over = {}) =>
  aTable({ _id: `t${n}`, tableNumber: n, area: 'Hall', status: 'available', currentOrderId: null, ...over })
const taken = (n: string, over = {}) => table(n, { status: 'occupied', currentOrderId: `o${n}`, ...over })
const order = (n: string, over = {}) =>
  anOrderShape([aKot([anItem()], { createdAt: ago(5), sentAt: ago(5) })], {
    _id: `o${n}`,
    tableId: `t${n}`,
    tableNumber: n,
    createdAt: ago(10),
    ...over,
  })
const floor = (input: Partial<FloorInput>) => floorOf({ tables: [], orders: [], alerts: [], drafts: [], now, ...input })
const alert = (n: string, over: Partial<AlertShape> = {}): AlertShape => ({
  _id: `t${n}`,
  id: `t${n}`,
  tableId: `t${n}`,
  alertType: 'water',
  tableNumber: n,
  orderId: null,
  timestamp: ago(1),
  acknowledged: false,
  acknowledgedBy: null,
  ...over,
})
const unsent = (n: string, quantity: number, meta = {}): StoredDraft => ({
  key: `table:t${n}`,
  draft: addItem(null, { ...aDraftLine(), price: 100, quantity, variants: [], addonGroups: [], isAlcohol: false }, ago(0)),
  meta: { tableId: `t${n}`, tableNumber: n, orderType: 'Dine In', orderId: null, ...meta },
  failed: null,
})

describe('what is left to pay', () => {
  const [unpaid, part, paid, child] = floor({
    tables: [taken('1'), taken('2'), taken('3', { mergedTables: ['t4'] }), table('4', { mergedInto: 't3' })],
    orders: [
      order('1', { grandTotal: 100 }),
      order('2', { grandTotal: 1204.36, billPrintedAt: ago(1), paymentStatus: 'partial', payments: [{ method: 'UPI', amount: 602.18 }] }),
      order('3', { grandTotal: 50, paymentStatus: 'paid', payments: [{ method: 'Cash', amount: 50 }] }),
    ],
  })
  test('is the rest of a part-paid bill, 0 when it is paid, and not shown before money was received', () =>
    expect([unpaid?.left, part?.left, paid?.left, child?.left]).toEqual([null, 60_218, 0, null]))
  test('shows in the word of a billed table', () => expect([part, paid].map((t) => t && lookOf(t).word)).toEqual(['Part paid', 'Paid']))
})

test('a bill asked for at a table that was settled meanwhile shows no bell', () => {
  const alerts = [alert('1', { alertType: 'bill' }), alert('2', { alertType: 'bill' })]
  const bells = floor({ tables: [taken('1'), table('2')], orders: [order('1')], alerts }).map((t) => t.state.alert?.alertType ?? null)
  expect(bells).toEqual(['bill', null])
})

describe('a reserved table', () => {
  const booking = (over = {}) => ({ tableId: 't1', time: '20:15', customerName: 'Kavya', partySize: 3, ...over })
  const bookings = [booking({ tableId: 't2', time: '19:30' }), booking(), booking({ time: '22:00' })]
  test('has the time, name and guests of its next booking', () =>
    expect(floor({ tables: [table('1', { status: 'reserved' })], bookings })[0]).toMatchObject({
      bookedFor: '20:15',
      customer: 'Kavya',
      guests: 3,
    }))
  test('a free or taken table has none', () =>
    expect(floor({ tables: [table('1'), taken('2')], orders: [order('2')], bookings }).map((t) => t.bookedFor)).toEqual([null, null]))
})

test('a table whose booking is seated counts as running, with its guests’ name and number, and without the time of the next booking', () => {
  const bookings = [
    { tableId: 't1', time: '19:00', customerName: 'Kavya', partySize: 3, seated: true },
    { tableId: 't1', time: '21:00', customerName: 'Later', partySize: 2 },
  ]
  const list = floor({ tables: [table('1', { status: 'reserved', seatedAt: ago(4) })], bookings })
  expect(list[0]).toMatchObject({ customer: 'Kavya', guests: 3, bookedFor: null, state: { state: 'running', word: 'Seated' } })
  expect(list[0] && lookOf(list[0]).word).toBe('Seated')
  expect(countsOf(list)).toMatchObject({ free: 0, running: 1, reserved: 0 })
})

describe('the floor', () => {
  test('is in natural order, with areas ordered by their first table', () => {
    const list = floor({ tables: [table('10'), table('2', { area: 'Bar' }), table('1')] })
    expect(list.map((t) => t.label)).toEqual(['T1', 'T2', 'T10'])
    expect(areasOf(list).map(({ area, tables }) => [area, tables.length])).toEqual([
      ['Hall', 2],
      ['Bar', 1],
    ])
  })
  test('joins each table with its open order, its calls and this device’s unsent items', () => {
    const [one, two, three] = floor({
      tables: [taken('1'), table('2'), table('3')],
      orders: [order('1', { customer_name: 'Farah K.', guests: 4, grandTotal: 1204.36 }), order('3', { orderStatus: 'completed' })],
      alerts: [alert('2', { id: 'late', timestamp: ago(1) }), alert('2', { id: 'early', alertType: 'callWaiter', timestamp: ago(9) })],
      drafts: [unsent('2', 3, { customer_name: 'Meera', guests: 2 })],
      taxes: { percentages: { gst: 5, vat: 0, serviceCharge: 0 }, roundOff: false },
    })
    expect(one).toMatchObject({ customer: 'Farah K.', guests: 4, total: 120_436, state: { state: 'running', elapsedFrom: ago(10) } })
    expect(two).toMatchObject({
      unsent: 3,
      total: 31_500,
      customer: 'Meera',
      guests: 2,
      state: { state: 'ordering', word: '3 not sent', alert: { id: 'early' } },
    })
    expect(two?.alerts.map((a) => a.id)).toEqual(['early', 'late'])
    expect(three).toMatchObject({ order: null, total: null, state: { state: 'free' } })
  })
  test('counts tables by state and in total', () => {
    const list = floor({
      tables: [taken('1'), taken('2'), table('3'), table('4', { status: 'reserved' })],
      orders: [order('1'), order('2', { billPrintedAt: ago(1) })],
    })
    expect(countsOf(list)).toEqual({ all: 4, free: 1, ordering: 0, running: 1, ready: 0, billed: 1, reserved: 1 })
  })
  test('shows a merged order once, on its parent; its children name the parent', () => {
    const ready = order('7', { kots: [aKot([anItem({ status: 'Ready', quantity: 2 })])] })
    const list = floor({
      tables: [taken('7', { mergedTables: ['t8'] }), table('8', { status: 'occupied', mergedInto: 't7' })],
      orders: [ready],
    })
    const [parent, child] = list
    expect(child).toMatchObject({
      order: ready,
      total: null,
      parent: { _id: 't7' },
      state: { state: 'running', word: 'With T7', ready: 0 },
    })
    expect(countsOf(list)).toMatchObject({ ready: 1, running: 1 })
    expect(child && headOf(child, list)).toBe(parent)
    expect(parent && togetherLabel(parent)).toBe('T7 + T8')
  })
  test('counts the seats of merged tables together; those of the merged one stay its own', () => {
    const tables = [
      taken('7', { capacity: 4, mergedTables: ['t8', 't9'] }),
      ...['8', '9'].map((n) => table(n, { capacity: 2, status: 'occupied', mergedInto: 't7' })),
      table('10', { capacity: 6 }),
    ]
    expect(floor({ tables, orders: [order('7')] }).map(({ seats }) => seats)).toEqual([8, 2, 2, 6])
  })
  test('shows a diner’s ticket to accept, unless this device has unsent items', () => {
    const held = aKot([anItem({ status: 'In Cart', quantity: 3 }), anItem({ status: 'Cancelled' })], {
      held: true,
      kotNumber: null,
      sentAt: null,
    })
    const input = { tables: [taken('1')], orders: [order('1', { kots: [held] })] }
    const [entry] = floor(input)
    expect(entry).toMatchObject({ toAccept: 3, held: [held] })
    expect(entry && lookOf(entry)).toMatchObject({ word: '3 to accept', tone: 'warning' })
    const [busy] = floor({ ...input, drafts: [unsent('1', 2)] })
    expect(busy && lookOf(busy)).toMatchObject({ word: '2 not sent', tone: 'info' })
  })
})

test('shows a line that this device has just served as Served at once', () => {
  const line = anItem({ status: 'Ready' })
  const other = anItem({ status: 'Ready' })
  const orders = [order('1', { kots: [aKot([line, other])] }), order('2')]
  const seen = withServed(orders, new Map([[line.lineId, 1]]))
  expect(seen[0]?.kots[0]?.items.map((i) => i.status)).toEqual(['Served', 'Ready'])
  expect(seen[1]).toBe(orders[1])
})

test.each([
  [0, '0m'],
  [74, '74m'],
  [99, '99m'],
  [100, '1h 40m'],
  [125, '2h 05m'],
])('%i minutes read %s', (minutes, text) => expect(floorElapsed(minutes * 60_000)).toBe(text))
test.each([
  [[], ''],
  [['T8'], 'T8'],
  [['T8', 'T9'], 'T8 and T9'],
  [['T8', 'T9', 'T10'], 'T8, T9 and T10'],
])('%j reads %s', (words, text) => expect(listed(words)).toBe(text))
