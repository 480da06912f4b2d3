import { describe, expect, it } from 'vitest'
import { type Line, type Order } from './order.ts'
import { changeItemStatus } from './itemStatus.ts'
import { changeOrderStatus } from './payment.ts'
import {
  cancelledPortions,
  converted,
  costInStock,
  countMoves,
  inUnitOf,
  isFineEnough,
  mustHave,
  recipeFor,
  saleMoves,
  stockStates,
  stockText,
  toThousandths,
  unitFactor,
  writtenIn,
} from './stock.ts'
import { aLine } from './test/shapes.ts'

const AT = '2026-11-21T10:00:00.000Z'
const flour = { id: 'flour', name: 'Flour', unit: 'kg', currentStock: 2000 }
const line = (lineId: string, more: Partial<Line> = {}): Line =>
  aLine({ lineId, itemId: 'dosa', itemName: 'Dosa', categoryName: '', statusAt: AT, ...more })
const order = (...lines: Line[]): Order =>
  ({
    id: 'o',
    version: 1,
    orderStatus: 'pending',
    paymentStatus: 'unpaid',
    payments: [],
    taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 },
    roundOffEnabled: false,
    serviceChargeAccepted: false,
    totals: { subtotal: 0, discount: 0, cgst: 0, sgst: 0, vat: 0, serviceCharge: 0, roundOff: 0, grandTotal: 1 },
    tickets: [{ kotId: 'k', kotNumber: 1, held: false, lines }],
  }) as unknown as Order

describe('units', () => {
  it.each([
    ['g', 'kg', 0.001],
    ['kg', 'g', 1000],
    ['ml', 'l', 0.001],
    ['Litre', 'ml', 1000],
    ['gms', 'KG', 0.001],
    ['pcs', 'pcs', 1],
    ['Pcs ', 'pcs', 1],
    ['g', 'ml', null],
    ['pcs', 'kg', null],
    ['dozen', 'pcs', null],
  ])('%s in %s is %s', (from, to, factor) => expect(unitFactor(from, to)).toBe(factor))

  it('a recipe’s quantity is stored in the material’s unit and shown in the recipe’s own', () => {
    expect(inUnitOf(flour, 150, 'g')).toBe(150)
    expect(inUnitOf({ name: 'Salt', unit: 'g' }, 0.0125, 'kg')).toBe(12_500)
    expect(writtenIn('g', 150, 'kg')).toBe(150)
    expect(writtenIn('kg', 12_500, 'g')).toBe(0.0125)
    for (let n = 1; n <= 2000; n++) expect(writtenIn('ml', inUnitOf({ name: 'Oil', unit: 'l' }, n, 'ml'), 'l')).toBe(n)
  })

  it('a quantity that can’t be converted, or is too small to count, is refused', () => {
    expect(() => inUnitOf(flour, 1, 'ml')).toThrow(expect.objectContaining({ status: 422, code: 'unit_mismatch' }))
    expect(() => inUnitOf(flour, 0.5, 'g')).toThrow(expect.objectContaining({ status: 422, code: 'too_fine' }))
    expect(() => inUnitOf(flour, 2.5, 'g')).toThrow(expect.objectContaining({ code: 'too_fine' }))
  })

  it('three decimals are accepted, four are not', () => {
    expect([0.001, 1.234, 999_999.999, -2.5].every(isFineEnough)).toBe(true)
    expect(isFineEnough(0.0001)).toBe(false)
    expect(toThousandths(1.005)).toBe(1005)
  })
})

describe('what a line uses', () => {
  const recipes = [
    {
      menuItemId: 'dosa',
      variant: '',
      ingredients: [
        { rawMaterialId: 'flour', quantity: 100, unit: 'g' },
        { rawMaterialId: 'oil', quantity: 5, unit: 'ml' },
        { rawMaterialId: 'flour', quantity: 20, unit: 'g' },
      ],
    },
    { menuItemId: 'dosa', variant: 'Paper', ingredients: [{ rawMaterialId: 'flour', quantity: 60, unit: 'g' }] },
  ]
  it('is its variant’s recipe, else the dish’s, else nothing', () => {
    expect(recipeFor(recipes, 'dosa', [{ name: 'Paper' }])?.variant).toBe('Paper')
    expect(recipeFor(recipes, 'dosa', [{ name: 'Rava' }])?.variant).toBe('')
    expect(recipeFor(recipes, 'idli', [])).toBeNull()
    expect(recipeFor([recipes[1]!], 'dosa', [])).toBeNull()
  })

  it('is multiplied by its portions; a material named twice is added up', () => {
    expect(
      saleMoves(
        [line('a', { quantity: 3 }), line('b', { variants: [{ name: 'Paper', additionalPrice: 0 }] }), line('c', { itemId: 'idli' })],
        recipes,
      ),
    ).toEqual([
      { lineId: 'a', rawMaterialId: 'flour', delta: -360, portions: 3 },
      { lineId: 'a', rawMaterialId: 'oil', delta: -15, portions: 3 },
      { lineId: 'b', rawMaterialId: 'flour', delta: -60, portions: 1 },
    ])
  })
})

describe('what a cancellation gives back', () => {
  const cancel = (o: Order, more: object) =>
    changeItemStatus(o, { kotId: 'k', status: 'Cancelled', reason: 'x', by: 'Divya', ...more }, AT, true).order

  it('a cancelled part belongs to the line that was sold, and each part counts once', () => {
    const first = order(line('a', { quantity: 5 }), line('b'))
    const second = cancel(first, { lineId: 'a', quantityChange: -2 })
    const [part] = cancelledPortions(first, second)
    expect(cancelledPortions(first, second)).toEqual([{ lineId: expect.any(String), soldAs: 'a', portions: 2, prepared: false }])
    const third = cancel(second, { lineId: 'a', quantityChange: -1, prepared: true })
    expect(cancelledPortions(second, third)).toEqual([{ lineId: expect.any(String), soldAs: 'a', portions: 1, prepared: true }])
    expect(cancelledPortions(second, third)[0]?.lineId).not.toBe(part?.lineId)
    const last = cancel(third, { lineId: 'a' })
    expect(cancelledPortions(third, last)).toEqual([{ lineId: 'a', soldAs: 'a', portions: 2, prepared: false }])
    expect(cancelledPortions(last, last)).toEqual([])
  })

  it('the parts of a whole ticket each belong to their own line', () => {
    const first = order(line('a', { quantity: 3 }), line('b', { quantity: 2, status: 'Ready' }))
    expect(cancelledPortions(first, cancel(first, { quantityChange: -1 })).map((c) => [c.soldAs, c.portions, c.prepared])).toEqual([
      ['a', 1, false],
      ['b', 1, true],
    ])
  })

  it('in a whole order, Ready and Served lines count as cooked', () => {
    const first = order(line('a'), line('b', { status: 'Ready' }), line('c', { status: 'Served' }), line('d', { status: 'Cancelled' }))
    expect(
      cancelledPortions(first, changeOrderStatus(first, 'cancelled', { at: AT, by: 'Divya', reason: 'x' })).map((c) => [
        c.lineId,
        c.prepared,
      ]),
    ).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
    ])
  })

  it('the last line, whose cancelling cancels the order, counts once', () => {
    const first = order(line('a'))
    const next = cancel(first, {})
    expect(next.orderStatus).toBe('cancelled')
    expect(cancelledPortions(first, next)).toHaveLength(1)
  })

  it('other changes give nothing back', () => {
    const first = order(line('a'), line('b', { status: 'Cancelled' }))
    expect(
      cancelledPortions(first, changeItemStatus(first, { kotId: 'k', lineId: 'a', status: 'Ready', by: 'Divya' }, AT, true).order),
    ).toEqual([])
    expect(cancelledPortions(first, { ...first, orderStatus: 'completed' })).toEqual([])
  })
})

describe('counting', () => {
  const lot = (id: string, quantity: number, rawMaterialId = 'flour') => ({ id, rawMaterialId, quantity })
  it('books the difference from the stock before', () =>
    expect(
      countMoves(
        [
          { lot: lot('a', 10), quantity: 7 },
          { lot: lot('b', 5), quantity: 5 },
          { lot: lot('c', 0), quantity: 2 },
        ],
        new Map([['flour', 15]]),
      ),
    ).toEqual([
      { lotId: 'a', rawMaterialId: 'flour', delta: -3 },
      { lotId: 'c', rawMaterialId: 'flour', delta: 2 },
    ]))
  it('ends a shortage, and only once', () =>
    expect(
      countMoves(
        [
          { lot: lot('a', 0), quantity: 4 },
          { lot: lot('b', 0), quantity: 1 },
          { lot: lot('z', 0, 'oil'), quantity: 0 },
        ],
        new Map([
          ['flour', -3],
          ['oil', -1],
        ]),
      ),
    ).toEqual([
      { lotId: 'a', rawMaterialId: 'flour', delta: 7 },
      { lotId: 'b', rawMaterialId: 'flour', delta: 1 },
    ]))
})

it('a recipe conversion runs in whole multiples; less than a thousandth is refused', () => {
  expect(converted({ fromQuantity: 1000, toQuantity: 700 }, 3)).toEqual({ from: 3000, to: 2100 })
  expect(converted({ fromQuantity: 1000, toQuantity: 700 }, 0.5)).toEqual({ from: 500, to: 350 })
  expect(() => converted({ fromQuantity: 1, toQuantity: 700 }, 0.1)).toThrow(expect.objectContaining({ status: 422 }))
})

it('a shortage is named as one', () => {
  expect([stockText(18, 'pcs'), stockText(0, 'kg'), stockText(-23, 'pcs'), stockText(-0.5, 'kg')]).toEqual([
    '18 pcs left',
    '0 kg left',
    '23 pcs short',
    '0.5 kg short',
  ])
  const short = { ...flour, currentStock: -23_000 }
  expect(() => mustHave(short, 1000)).toThrow(expect.objectContaining({ message: 'Flour: 23 kg short, 1 kg needed.' }))
})

it('no more is taken than is in stock', () => {
  mustHave(flour, 2000)
  expect(() => mustHave(flour, 2001)).toThrow(
    expect.objectContaining({ status: 409, code: 'out_of_stock', message: 'Flour: 2 kg left, 2.001 kg needed.' }),
  )
})

describe('the state of a material', () => {
  const today = '2026-11-22'
  const states = (currentStock: number, minimumStock: number, ...dates: (string | null)[]) =>
    stockStates(
      { currentStock, minimumStock },
      dates.map((expiryDate) => ({ expiryDate })),
      today,
    )
  it.each([
    ['nothing there', states(0, 3), ['out']],
    ['more sold than booked', states(-2, 0), ['out']],
    ['at its minimum', states(3, 3), ['low']],
    ['enough, without a date', states(3.001, 3, null), ['ok']],
    ['a lot of yesterday', states(9, 3, '2026-11-21', null), ['expired']],
    ['a lot that ends today', states(9, 3, today), ['expiring']],
    ['a lot that ends in three days', states(9, 3, '2026-11-25'), ['expiring']],
    ['a lot that ends in four', states(9, 3, '2026-11-26'), ['ok']],
    ['low, and one lot of each kind: the most urgent first', states(1, 3, '2026-11-23', '2026-11-01'), ['expired', 'low', 'expiring']],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected))
})

describe('what a unit of a material costs', () => {
  const lot = (stockQuantity: number, unitCost: number | null) => ({ stockQuantity, unitCost })
  it('is the average of what was paid for what is in stock, with the usual price for a lot whose price isn’t known', () => {
    expect(costInStock({ costPerUnit: 240 }, [lot(10, 250), lot(5, 280)])).toBe(260)
    expect(costInStock({ costPerUnit: 240 }, [lot(1, 250), lot(1, null)])).toBe(245)
  })
  it('is the usual price while nothing is in stock, and is known from a lot where there is no usual price', () => {
    expect(costInStock({ costPerUnit: 240 }, [])).toBe(240)
    expect(costInStock({ costPerUnit: 240 }, [lot(0, 999)])).toBe(240)
    expect(costInStock({ costPerUnit: 0 }, [lot(0.4, 637.5), lot(3, null)])).toBe(637.5)
    expect(costInStock({ costPerUnit: 0 }, [lot(3, null)])).toBe(0)
  })
})
