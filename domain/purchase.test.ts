import { describe, expect, it } from 'vitest'
import { billKey, supplierKey, unitCostOf } from './purchase.ts'

describe('a supplier’s bill', () => {
  it('is the same in capitals, with other spaces and in another spelling of the same letters', () => {
    const first = billKey('Sharma Dairy', 'INV 12', '2026-11-20')
    expect(billKey('  SHARMA  dairy', 'inv12', '2026-11-28')).toBe(first)
    expect(billKey('Ｓharma Dairy', 'INV 12', '2026-11-20')).toBe(first)
    expect(supplierKey('Crème\u00a0House')).toBe(supplierKey('CRÈME house'))
  })

  it('is another one of another supplier, by another number, and after 31 March, when suppliers begin their numbers anew', () => {
    const keys = [
      billKey('Sharma Dairy', '12', '2026-03-31'),
      billKey('Sharma Dairy', '12', '2026-04-01'),
      billKey('Sharma Dairy', '13', '2026-04-01'),
      billKey('Verma Dairy', '12', '2026-04-01'),
      // The supplier’s name doesn’t run into the number.
      billKey('Sharma Dairy1', '2', '2026-04-01'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is nobody’s without a supplier or a number', () => {
    expect([billKey('', '12', '2026-04-01'), billKey('Sharma', ' ', '2026-04-01')]).toEqual([null, null])
  })
})

it('what a unit cost is the amount of the line by its quantity, in whole paise', () => {
  expect([unitCostOf(87_500, 2500), unitCostOf(10_000, 3000), unitCostOf(4500, 1_000_000)]).toEqual([35_000, 3333, 5])
})
