import { describe, expect, it } from 'vitest'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { newlyReady } from './readyChime.ts'
import { billRefusal } from './requestBill.ts'
import { foremost, isMine, jumpTargets, myTables, readyLines } from './work.ts'

const line = (lineId: string, status: string, statusAt = '2026-11-21T10:00:00.000Z') =>
  ({ lineId, status, statusAt, itemName: lineId, quantity: 1 }) as OrderItem
const kot = (sentBy: string, items: OrderItem[] = [], held = false) => ({ kotId: sentBy, sentBy, items, held }) as Kot
const order = (tableNumber: string | null, kots: Kot[]) =>
  ({
    _id: `o${tableNumber}`,
    tableId: tableNumber && `t${tableNumber}`,
    tableNumber,
    orderType: tableNumber ? 'Dine In' : 'Take Away',
    orderStatus: 'pending',
    completedAt: null,
    serialNumber: 12,
    kots,
  }) as OrderShape
const table = (number: string, more: Partial<Omit<FloorTable, 'state'>> & { state?: Partial<FloorTable['state']> } = {}) =>
  ({
    table: { _id: `t${number}`, tableNumber: number },
    order: null,
    parent: null,
    unsent: 0,
    toAccept: 0,
    ...more,
    state: { state: 'running', alert: null, overdue: false, elapsedFrom: '2026-11-21T10:00:00.000Z', ...more.state },
  }) as FloorTable
const numbers = (tables: readonly FloorTable[]) => tables.map((t) => t.table.tableNumber)

describe('lines ready to serve', () => {
  const orders = [
    order('3', [kot('Ravi', [line('late', 'Ready', '2026-11-21T10:05:00.000Z'), line('cooking', 'Preparing')])]),
    order('11', [kot('Arjun', [line('early', 'Ready', '2026-11-21T10:01:00.000Z'), line('gone', 'Served')])]),
    order(null, [kot('Divya', [line('parcel', 'Ready', '2026-11-21T09:00:00.000Z')])]),
  ]
  it('are the Ready lines of all tables, oldest first, whoever sent them', () => {
    expect(readyLines(orders).map((r) => [r.where, r.line.lineId])).toEqual([
      ['T11', 'early'],
      ['T3', 'late'],
    ])
  })
  it('include take-aways in a restaurant without tables', () => {
    expect(readyLines(orders, { tables: false }).map((r) => r.where)).toEqual(['Take Away 12', 'T11', 'T3'])
  })
  it('include what became ready on an order that was settled while it was cooked, for two hours', () => {
    const paid = { orderStatus: 'completed', completedAt: '2026-11-21T10:00:00.000Z' } as const
    const items = [line('on the pass', 'Ready', '2026-11-21T10:02:00.000Z'), line('before', 'Ready', '2026-11-21T09:50:00.000Z')]
    const orders = [{ ...order('7', [kot('Ravi', items)]), ...paid }]
    const at = (time: string) => readyLines(orders, { now: Date.parse(time) }).map((r) => r.line.lineId)
    expect(at('2026-11-21T10:03:00.000Z')).toEqual(['on the pass'])
    expect(at('2026-11-21T11:59:59.000Z')).toEqual(['on the pass'])
    expect(at('2026-11-21T12:00:00.000Z')).toEqual([])
  })
  it('chime when they become ready, but not at first', () => {
    const ready = readyLines(orders)
    expect(newlyReady(null, ready)).toEqual([])
    expect(newlyReady(new Set(['early']), ready).map((r) => r.line.lineId)).toEqual(['late'])
    expect(newlyReady(new Set(['early', 'late', 'gone']), ready)).toEqual([])
  })
})

describe('my tables', () => {
  it('are those I sent any ticket for; a guest’s waiting ticket belongs to nobody', () => {
    expect(isMine(order('1', [kot('Arjun'), kot('Ravi')]), 'Ravi')).toBe(true)
    expect(isMine(order('1', [kot('Arjun')]), 'Ravi')).toBe(false)
    expect(isMine(order('1', [kot('Ravi', [], true)]), 'Ravi')).toBe(false)
    expect(isMine(null, 'Ravi')).toBe(false)
  })
  const floor = [
    table('1', { order: order('1', [kot('Ravi')]) }),
    table('2', { order: order('2', [kot('Arjun')]) }),
    table('3', { unsent: 2 }),
    table('4'),
    table('5', { order: order('1', [kot('Ravi')]), parent: { _id: 't1' } as FloorTable['parent'] }),
  ]
  it('include those with unsent items, and a merged table once', () => {
    expect(myTables(floor, 'Ravi')).toMatchObject({ mine: true })
    expect(numbers(myTables(floor, 'Ravi').tables)).toEqual(['1', '3'])
  })
  it('are all running tables when none is mine', () => {
    const others = floor.filter((t) => t.unsent === 0)
    expect(myTables(others, 'Divya').mine).toBe(false)
    expect(numbers(myTables(others, 'Divya').tables)).toEqual(['1', '2'])
  })
  it('show those that need attention, in the order of the floor', () => {
    const many = [
      table('1', { state: { elapsedFrom: '2026-11-21T10:30:00.000Z' } }),
      table('2', { state: { overdue: true } }),
      table('3', { state: { state: 'ready' } }),
      table('4', { state: { elapsedFrom: '2026-11-21T09:00:00.000Z' } }),
      table('5', { state: { alert: {} as never } }),
    ]
    expect(numbers(foremost(many, 3))).toEqual(['2', '3', '5'])
    expect(numbers(foremost(many, 4))).toEqual(['2', '3', '4', '5'])
    expect(foremost(many, 9)).toHaveLength(5)
  })
})

describe('number jump', () => {
  const tables = ['1', '2', '7', '10', '12', 'Patio 7', 'Bar 71'].map((n) => table(n))
  it.each([
    ['7', ['7', 'Patio 7', 'Bar 71']],
    ['1', ['1', '10', '12']],
    ['12', ['12']],
    ['2', ['2']],
    ['99', []],
    ['', []],
  ])('%s finds %j, an exact match first', (digits, found) => expect(numbers(jumpTargets(tables, digits))).toEqual(found))
})

describe('requesting the bill', () => {
  const at = '2026-11-21T10:00:00.000Z'
  const alerts = [{ alertType: 'bill', timestamp: at }] as FloorTable['alerts']
  it('can be repeated after a minute', () => {
    expect(billRefusal({ alerts: [] }, Date.parse(at))).toBeNull()
    expect(billRefusal({ alerts }, Date.parse(at) + 59_000)).toBe('Requested just now')
    expect(billRefusal({ alerts }, Date.parse(at) + 60_000)).toBeNull()
  })
})
