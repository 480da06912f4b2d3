import { describe, expect, it } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import {
  costOf,
  costText,
  type Material,
  namedTwice,
  nameOf,
  priceOf,
  type Recipe,
  rowsOf,
  shareText,
  unitsFor,
  unknownText,
} from './recipes.ts'

const dish = (name: string, variants: [string, number][] = []) =>
  ({ _id: name, name, price: 200, variants: variants.map(([of, additionalPrice]) => ({ name: of, additionalPrice })) }) as MenuItemShape
const recipe = (menuItemId: string, variant: string | null = null): Recipe => ({
  _id: `r-${menuItemId}-${variant}`,
  menuItemId,
  menuItemName: menuItemId,
  variant,
  ingredients: [],
})
const material = (name: string, unit: string, costPerUnit: number) => ({ _id: name, name, unit, costPerUnit }) as Material
const MATERIALS = new Map([material('Paneer', 'kg', 400), material('Egg', 'pcs', 6), material('Salt', 'kg', 0)].map((m) => [m._id, m]))

describe('the list', () => {
  const THALI = dish('Thali', [
    ['Half', -50],
    ['Full', 0],
  ])
  const names = (recipes: Recipe[]) =>
    rowsOf([dish('Bhaji'), THALI, dish('Aloo')], recipes).map((row) => `${nameOf(row)}${row.recipe ? '' : ' -'}`)

  it('has unmapped dishes first, then by name', () => {
    expect(names([recipe('Aloo')])).toEqual(['Bhaji -', 'Thali -', 'Aloo'])
  })
  it('has a row for each variant once one has a recipe, and none for the rest when the dish has one', () => {
    expect(names([recipe('Thali', 'Half')])).toEqual(['Aloo -', 'Bhaji -', 'Thali (Full) -', 'Thali (Half)'])
    expect(names([recipe('Thali', 'Half'), recipe('Thali')])).toEqual(['Aloo -', 'Bhaji -', 'Thali', 'Thali (Half)'])
  })
  it('keeps a dish in its place when its recipe was saved, if it is told which dishes lacked one before', () => {
    const rows = rowsOf([dish('Bhaji'), THALI, dish('Aloo')], [recipe('Thali', 'Half')], ({ name }) => name === 'Thali')
    expect(rows.map(nameOf)).toEqual(['Thali (Full)', 'Thali (Half)', 'Aloo', 'Bhaji'])
  })
  it('knows what a variant sells for', () => {
    expect(priceOf({ dish: THALI, variant: 'Half' })).toBe(150)
    expect(priceOf({ dish: THALI, variant: null })).toBe(200)
  })
})

describe('what a portion costs', () => {
  it('is summed by each material’s cost per unit, converted from the recipe’s unit', () => {
    const used = [
      { rawMaterialId: 'Paneer', quantity: 150, unit: 'g' },
      { rawMaterialId: 'Egg', quantity: 2, unit: 'pcs' },
    ]
    expect(costOf(used, MATERIALS)).toEqual({ rupees: 72, without: [] })
  })
  it('names what is not counted in: no cost, or a unit that can’t be converted', () => {
    const used = [
      { rawMaterialId: 'Paneer', quantity: 0.1, unit: 'kg' },
      { rawMaterialId: 'Salt', quantity: 5, unit: 'g' },
      { rawMaterialId: 'Egg', quantity: 1, unit: 'kg' },
    ]
    expect(costOf(used, MATERIALS)).toEqual({ rupees: 40, without: ['Salt', 'Egg'] })
  })
  it('is unknown when no material has a cost, and while a quantity is typed', () => {
    expect(costOf([{ rawMaterialId: 'Salt', quantity: 5, unit: 'g' }], MATERIALS).rupees).toBeNull()
    expect(costOf([{ rawMaterialId: 'Paneer', quantity: NaN, unit: 'g' }], MATERIALS).rupees).toBeNull()
  })
  it('of a recipe none of whose materials has a cost is not known, and the list says so instead of nothing', () => {
    expect(costText({ recipe: recipe('Thali') }, 64)).toBe('Rs. 64.00')
    expect(costText({ recipe: recipe('Thali') }, null)).toBe('Not known')
    expect(costText({ recipe: null }, null)).toBe('')
  })
  it('that is not known is said below the recipe, with what is missing', () => {
    const text = (used: Parameters<typeof costOf>[0]) => unknownText(costOf(used, MATERIALS), MATERIALS.values())
    const salt = { rawMaterialId: 'Salt', quantity: 5, unit: 'g' }
    expect(text([salt])).toBe('Cost not known: Salt has no cost yet.')
    expect(text([salt, { rawMaterialId: 'Egg', quantity: 1, unit: 'kg' }])).toBe(
      'Cost not known: Salt has no cost yet; Egg needs another unit.',
    )
    expect(text([salt, { rawMaterialId: 'Paneer', quantity: 1, unit: 'kg' }])).toBeNull()
    expect(text([{ rawMaterialId: '', quantity: null, unit: '' }])).toBeNull()
  })
  it('is shown as a share of the price', () => {
    expect(shareText(64, 200)).toBe('32% of its price')
    expect(shareText(null, 200)).toBeNull()
    expect(shareText(5, 0)).toBeNull()
  })
})

it('offers the material’s own unit first, and those that convert into it', () => {
  expect(unitsFor('kg')).toEqual(['kg', 'g'])
  expect(unitsFor('litre')).toEqual(['litre', 'ml', 'l'])
  expect(unitsFor('pcs')).toEqual(['pcs'])
})

it('finds a material that is named twice', () => {
  const line = (rawMaterialId: string) => ({ rawMaterialId, quantity: 1, unit: 'kg' })
  expect(namedTwice([line('Paneer'), line('Salt'), line('Paneer'), line(''), line('')], MATERIALS)).toEqual(['Paneer'])
})
