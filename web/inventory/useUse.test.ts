import { expect, it } from 'vitest'
import { type Movement, perDay } from './useUse.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const move = (kind: Movement['kind'], quantity: number): Movement => ({
  _id: `${kind} ${quantity}`,
  kind,
  quantity,
  reason: '',
  unitCost: null,
  orderId: null,
  kotId: null,
  itemName: null,
  stock: null,
  by: '',
  at: '2026-11-22T06:00:00.000Z',
})

it('what is used a day is what was sold or wasted: a dish cancelled after it was prepared counts, one before that doesn’t', () => {
  const use = (...moves: Movement[]) => perDay(moves, 10, { now, dayOf: () => '2026-11-22' })
  const sold = move('sale', -1)
  const back = move('back', 1)
  expect(use(sold, back, move('waste', -1))?.aDay).toBe(1)
  expect(use(sold, back)).toBeNull()
  expect(use(sold, move('purchase', 20), move('correction', -3))?.aDay).toBe(1)
})
