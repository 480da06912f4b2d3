import { describe, expect, it, test } from 'vitest'
import type { AlertShape } from './api/tables.ts'
import { canMergeInto, canMoveTo, compareTableNumbers, isOfEarlierGuests, tableLabel, tableState } from './table.ts'
import { aKot, anItem, anOrderShape, AT, aTable } from './test/shapes.ts'

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
  test('Running when occupied, even before this device has its order', () =>
    expect(state(taken, null)).toMatchObject({ state: 'running', elapsedFrom: null }))
  test('Ready, with the number of portions that wait to be served', () =>
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

describe('a table whose booking is seated', () => {
  const seated = (minutes: number) => ({ ...free, seatedAt: minutesAgo(minutes) })
  test('says so from then on, also when the next booking is near, until its order is there', () => {
    expect(state(seated(12), null)).toMatchObject({ state: 'running', word: 'Seated', elapsedFrom: minutesAgo(12), overdue: false })
    expect(state({ ...seated(12), status: 'reserved' }, null).word).toBe('Seated')
    expect(state(seated(12), null, { unsent: 2 }).word).toBe('2 not sent')
    expect(state({ ...taken, seatedAt: minutesAgo(12) }, running())).toMatchObject({ word: 'Running', elapsedFrom: running().createdAt })
  })
  test('keeps its guests when the order of those before them ends, but not when it may have been theirs', () => {
    const began = (minutes: number, ...tickets: (number | null)[]) => ({
      createdAt: minutesAgo(minutes),
      tickets: tickets.map((sent) => ({ createdAt: minutesAgo(minutes), sentAt: sent === null ? null : minutesAgo(sent) })),
    })
    const stay = (order: ReturnType<typeof began>) => isOfEarlierGuests(order, minutesAgo(20))
    expect([stay(began(90, 90, 50)), stay(began(36, 36)), stay(began(36, null)), stay(began(36))]).toEqual([true, true, true, true])
    // Sent when they were about to be marked as seated; added to afterwards; begun afterwards.
    expect([stay(began(35, 35)), stay(began(90, 90, 19)), stay(began(10, 10))]).toEqual([false, false, false])
  })
  test('is overdue after an hour without a KOT, and free again when nobody marked the guests as gone for 12 hours', () => {
    expect([60, 61].map((n) => state(seated(n), null).overdue)).toEqual([false, true])
    expect([12 * 60 - 1, 12 * 60].map((n) => state(seated(n), null).state)).toEqual(['running', 'free'])
  })
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
