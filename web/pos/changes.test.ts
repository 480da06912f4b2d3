import { describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { changesOf } from './changes.ts'

type Line = [lineId: string, itemName: string, quantity: number, status?: string]
const order = (version: number, kots: Record<string, Line[]>) =>
  ({
    _id: 'o',
    version,
    kots: Object.entries(kots).map(([kotId, lines]) => ({
      kotId,
      items: lines.map(([lineId, itemName, quantity, status = 'Preparing']) => ({ lineId, itemName, quantity, status })),
    })),
  }) as unknown as OrderShape
const mine = new Set(['mine'])

describe('changed on another device', () => {
  const before = order(1, { a: [['1', 'Coke', 2]] })
  it('says what came and marks its lines', () =>
    expect(
      changesOf(
        before,
        order(2, {
          a: [['1', 'Coke', 2]],
          b: [
            ['2', 'Beer', 1],
            ['3', 'Beer', 1],
            ['4', 'Fries', 1],
          ],
        }),
        mine,
      ),
    ).toEqual({ words: '+2 Beer, +1 Fries', lineIds: ['2', '3', '4'] }))
  it('says what was cancelled, also a part of a line', () =>
    expect(
      changesOf(
        before,
        order(2, {
          a: [
            ['1', 'Coke', 1],
            ['9', 'Coke', 1, 'Cancelled'],
          ],
        }),
        mine,
      ),
    ).toEqual({ words: '−1 Coke', lineIds: ['9'] }))
  it('is silent about this device, about a dish that moved on, and about what is known', () => {
    expect(changesOf(before, order(2, { a: [['1', 'Coke', 2]], mine: [['2', 'Beer', 2]] }), mine)).toBeNull()
    expect(changesOf(before, order(2, { a: [['1', 'Coke', 2, 'Ready']] }), mine)).toBeNull()
    expect(changesOf(before, order(2, { a: [['1', 'Coke', 2, 'Cancelled']] }), new Set(['cancel:Coke']))).toBeNull()
    expect(changesOf(before, before, mine)).toBeNull()
  })
  it('never compares two orders', () => expect(changesOf({ ...before, _id: 'p' }, order(5, { b: [['2', 'Beer', 1]] }), mine)).toBeNull())
})
