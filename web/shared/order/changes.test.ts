import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changesBetween, endBetween, markOwn } from './changes.ts'
import { markMerged } from './markMerged.ts'
import { aKot as kot, aLine as line, anOrder as order } from './test/order.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

describe('changes by another device', () => {
  const before = order({ kots: [kot([line('coke', { quantity: 2 }), line('fries')])] })
  const after = (kots: ReturnType<typeof kot>[], version = 2) => order({ version, kots })

  it('list what was added, each dish once', () => {
    const round = [line('b1', { itemName: 'Beer' }), line('b2', { itemName: 'Beer', quantity: 2 }), line('Fries')]
    expect(changesBetween(before, after([...before.kots, kot(round, { kotId: 'k2' })]))).toEqual({
      lineIds: ['b1', 'b2', 'Fries'],
      words: ['+3 Beer', '+1 Fries'],
    })
  })
  it('list what was cancelled, even part of a line', () => {
    const part = [line('coke'), line('part', { itemName: 'coke', status: 'Cancelled' }), line('fries', { status: 'Cancelled' })]
    expect(changesBetween(before, after([kot(part)]))).toEqual({
      lineIds: ['part', 'fries'],
      words: ['1 coke cancelled', '1 fries cancelled'],
    })
  })
  it('leave out status changes, known lines and other orders', () => {
    const moved = [kot([line('coke', { quantity: 2, status: 'Ready' }), line('fries', { status: 'Served' })])]
    const more = [...before.kots, kot([line('Beer')], { kotId: 'k2' })]
    expect(changesBetween(before, after(moved))).toBeNull()
    expect(changesBetween(before, after(more, 1))).toBeNull()
    expect(changesBetween(before, { ...after(more), _id: 'o2' })).toBeNull()
  })
  it('leave out the tickets of a table that this device merges into the order', () => {
    const child = order({ _id: 'o8', tableId: 't8', kots: [kot([line('Beer')], { kotId: 'k8' })] })
    const other = order({ _id: 'o9', tableId: 't9', kots: [kot([line('Tea')], { kotId: 'k9' })] })
    markMerged([before, child, other], ['t8'])
    const merged = after([...before.kots, ...child.kots])
    expect(changesBetween(before, merged)).toBeNull()
    expect(changesBetween(merged, after([...merged.kots, ...other.kots], 3))?.words).toEqual(['+1 Tea'])
  })
  it('say when the order was ended', () => {
    expect(endBetween(before, order({ orderStatus: 'completed' }))).toBe('Table 7 was billed')
    expect(endBetween(before, order({ orderStatus: 'cancelled', tableNumber: null, orderType: 'Take Away' }))).toBe(
      'Take Away 28 was cancelled',
    )
    expect(endBetween(before, order({ orderStatus: 'completed', tableNumber: 'Patio 3' }))).toBe('Patio 3 was billed')
    expect(endBetween(before, before)).toBeNull()
    expect(endBetween(order({ orderStatus: 'completed' }), order({ orderStatus: 'completed' }))).toBeNull()
  })
})

describe('changes by this device', () => {
  const before = order({ kots: [kot([line('coke'), line('fries')])] })
  const cancelled = (...ids: string[]) =>
    order({ version: 2, kots: [kot(['coke', 'fries'].map((id) => line(id, ids.includes(id) ? { status: 'Cancelled' } : {})))] })

  it('leave out the ticket it sends', () => {
    markOwn({ kind: 'ticket', kotId: 'mine' })
    const after = (kotId: string) => order({ version: 2, kots: [...before.kots, kot([line('beer')], { kotId })] })
    expect(changesBetween(before, after('mine'))).toBeNull()
    expect(changesBetween(before, after('theirs'))?.words).toEqual(['+1 beer'])
  })
  it('include what another device cancels, not what it cancels itself', () => {
    markOwn({ kind: 'cancel', kotId: 'k', itemId: 'i-coke' })
    expect(changesBetween(before, cancelled('coke'))).toBeNull()
    expect(changesBetween(before, cancelled('coke', 'fries'))?.words).toEqual(['1 fries cancelled'])
  })
  it('leave out the lines of a ticket it declines', () => {
    markOwn({ kind: 'cancel', kotId: 'k' })
    expect(changesBetween(before, cancelled('coke', 'fries'))).toBeNull()
  })
  it('leave out the order it ends, but only for a short time after its call', () => {
    markOwn({ kind: 'end', orderId: 'o1' })
    expect(endBetween(before, order({ orderStatus: 'completed' }))).toBeNull()
    vi.advanceTimersByTime(20_000)
    expect(endBetween(before, order({ orderStatus: 'completed' }))).toBe('Table 7 was billed')
  })
})
