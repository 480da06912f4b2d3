import { describe, expect, it } from 'vitest'
import { changesBetween, endBetween } from './changes.ts'
import { aKot as kot, aLine as line, anOrder as order } from './test/order.ts'

describe('another device', () => {
  it('is heard of by what it added and cancelled, not by where a dish stands', () => {
    const before = order()
    const after = order({
      version: 2,
      kots: [
        kot([line('a', { status: 'Ready' }), line('b'), line('b2', { itemName: 'b', status: 'Cancelled' })]),
        kot([line('Beer', { quantity: 2 })]),
      ],
    })
    expect(changesBetween(before, after)).toEqual({ lineIds: ['b2', 'Beer'], words: ['1 b cancelled', '+2 Beer'] })
    expect(changesBetween(before, order({ kots: [kot([line('a', { status: 'Cancelled' }), line('b')])] })).words).toEqual(['1 a cancelled'])
  })
  it('may have ended the order', () => {
    expect(endBetween(order(), order({ orderStatus: 'completed' }), 'T7')).toBe('T7 was billed')
    expect(endBetween(order(), order({ orderStatus: 'cancelled' }), 'T7')).toBe('T7 was cancelled')
    expect(endBetween(order(), order(), 'T7')).toBeNull()
  })
})
