import { describe, expect, it } from 'vitest'
import { isIn, quantityText, ranOut, stockRows, type Lot, type RawMaterial, urgency, urgentLot } from './rows.ts'

const material = (name: string, more: Partial<RawMaterial> = {}): RawMaterial => ({
  _id: name,
  name,
  unit: 'kg',
  category: 'Dairy',
  subcategory: null,
  minimumStock: 3,
  currentStock: 5,
  costPerUnit: 100,
  usedIn: [{ _id: 'wrap', name: 'Paneer Wrap' }],
  ...more,
})
const lot = (of: string, stockQuantity: number, expiryDate: string | null, unitCost: number | null = null): Lot => ({
  _id: `${of}-${expiryDate}`,
  rawMaterial: { _id: of, name: of, unit: 'kg' },
  stockQuantity,
  unitCost,
  expiryDate,
  receiptImage: null,
  createdAt: '2026-11-01T00:00:00.000Z',
})
const today = '2026-11-22'

describe('rows of stock', () => {
  const rows = stockRows(
    [material('paneer'), material('buns', { currentStock: 0 }), material('salt', { currentStock: 50 })],
    [lot('paneer', 1.2, '2026-11-21', 365), lot('paneer', 3.8, '2026-11-30')],
    today,
  )
  it('hold the lots of each material, its value and its state', () => {
    expect(rows.map((r) => [r.name, r.lots.length, r.value, r.states])).toEqual([
      // 1.2 × 365 + 3.8 × the usual 100
      ['paneer', 2, 818, ['expired']],
      ['buns', 0, 0, ['out']],
      ['salt', 0, 0, ['ok']],
    ])
  })
  it('sort by urgency', () => {
    expect([...rows].sort((a, b) => urgency(a).localeCompare(urgency(b))).map((r) => r.name)).toEqual(['buns', 'paneer', 'salt'])
  })
  it('count what has expired as expiring', () => {
    expect(rows.filter((r) => isIn(r, 'expiring')).map((r) => r.name)).toEqual(['paneer'])
    expect(rows[0] && urgentLot(rows[0], today)?.state).toBe('expired')
  })
})

describe('what ran out', () => {
  it('is a material that a dish uses, that was there before and is gone now', () => {
    const before = [material('paneer'), material('buns', { currentStock: 0 }), material('salt'), material('foil')]
    const after = [
      material('paneer', { currentStock: 0 }),
      material('buns', { currentStock: 0 }),
      material('salt', { currentStock: 1 }),
      material('foil', { currentStock: -1, usedIn: [] }),
    ]
    expect(ranOut(before, after).map((m) => m.name)).toEqual(['paneer'])
  })
})

it.each([
  [123456, 'g', '1,23,456 g'],
  [4.2, 'kg', '4.2 kg'],
  [0.1 + 0.2, 'l', '0.3 l'],
  [-1500.125, 'ml', '−1,500.125 ml'],
])('%d %s reads %s', (quantity, unit, text) => expect(quantityText(quantity, unit)).toBe(text))
