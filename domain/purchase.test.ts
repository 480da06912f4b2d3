import { describe, expect, it } from 'vitest'
import { billKey, type BillTexts, correctionsOf, sumOf, supplierKey, unitCostOf } from './purchase.ts'

describe('a supplier’s bill', () => {
  it('is the same in capitals, with other spaces and in another spelling of the same letters', () => {
    const first = billKey('Sharma Dairy', 'INV 12', '2026-11-20')
    expect(billKey('  SHARMA  dairy', 'inv12', '2026-11-28')).toBe(first)
    expect(billKey('Ｓharma Dairy', 'INV 12', '2026-11-20')).toBe(first)
    for (const unseen of ['\u200b', '\u00ad', '\u2060', '\ufeff', '\u200d', '\u200c'])
      expect(billKey(`Sharma${unseen} Dairy`, `INV 1${unseen}2`, '2026-11-20')).toBe(first)
    expect(supplierKey('INV\u20117')).toBe(supplierKey('INV-7'))
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

describe('a correction', () => {
  const bill: BillTexts = {
    supplier: 'Sharma Dairy',
    billNumber: '',
    billDate: '2026-11-20',
    note: '',
    receiptImage: null,
    billTotal: null,
    amounts: [13_000_00, null],
  }

  it('says in words what it changes, and nothing for what stays', () => {
    expect(correctionsOf(bill, bill, ['Milk', 'Paneer'])).toEqual([])
    const after = { ...bill, billNumber: 'INV 12', billDate: '2026-11-21', receiptImage: '/v1/media/a.webp', billTotal: 1_600_00 }
    expect(correctionsOf(bill, { ...after, amounts: [1_300_00, 300_00] }, ['Milk', 'Paneer'])).toEqual([
      'Bill number from none to INV 12',
      'Bill date from 20 Nov 2026 to 21 Nov 2026',
      'Amount of Milk from Rs. 13,000.00 to Rs. 1,300.00',
      'Amount of Paneer from none to Rs. 300.00',
      'Total on the bill from none to Rs. 1,600.00',
      'Another receipt',
    ])
    expect(correctionsOf(after, bill, ['Milk', 'Paneer'])).toContain('Receipt removed')
  })

  it('leaves lines without an amount out of the sum, and counts them', () =>
    expect(sumOf([1_300_00, null, 0])).toEqual({ amount: 1_300_00, unpriced: 1 }))
})
