import { expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { mergedTotal } from './mergedTotal.ts'

const taxPercentages = { gst: 5, vat: 0, serviceCharge: 0 }
const order = (over = {}) =>
  anOrderShape([aKot([anItem({ price: 7.35, amount: 7.35, quantity: 1 })])], { taxPercentages, grandTotal: 7.71, ...over })

it('is what the joined bill will say: taxed as a whole, not the sum of two bills', () => {
  // 2.5% of 7.35 twice is 0.36 of tax, of 14.70 it is 0.74.
  expect(mergedTotal([order(), order()])).toBe(1544)
})

it('is the sum where one of them has a discount, of which the merge decides', () => {
  expect(mergedTotal([order(), order({ discount: 1, grandTotal: 6.67 })])).toBe(1438)
  expect(mergedTotal([])).toBe(0)
})
