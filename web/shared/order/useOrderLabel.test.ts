import { expect, it } from 'vitest'
import { togetherLabelOf } from './useOrderLabel.ts'

const order = { tableId: 't7', tableNumber: '7', orderType: 'Dine In', serialNumber: 3, orderStatus: 'pending' } as const
const tables = [
  { tableNumber: '7', mergedInto: null },
  { tableNumber: '10', mergedInto: 't7' },
  { tableNumber: '8', mergedInto: 't7' },
  { tableNumber: '9', mergedInto: 't1' },
]

it('an open order of merged tables is named by all of them, in order, as on the floor', () => {
  expect(togetherLabelOf(order, tables)).toBe('T7 + T8 + T10')
})
it('an ended order has its own table alone: the others may be merged into another one by now', () => {
  expect(togetherLabelOf({ ...order, orderStatus: 'completed' }, tables)).toBe('T7')
})
it('a parcel belongs to no table, merged or not', () => {
  const parcel = { ...order, tableId: null, tableNumber: null, orderType: 'Take Away' } as const
  expect(togetherLabelOf(parcel, tables)).toBe('Take Away 3')
})
