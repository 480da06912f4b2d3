import { describe, expect, it } from 'vitest'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { aMenuItem } from '#domain/test/shapes.ts'
import { contentsOf, dishesOf, foundIn, itemsOf, optionsText } from './tree.ts'

const dish = (name: string, more: Partial<MenuItemShape> = {}): MenuItemShape => aMenuItem({ _id: name, name, price: 100, ...more })
const TAWA: CategoryShape = {
  _id: 'tawa',
  name: 'Tawa',
  description: '',
  station: null,
  menuItems: [dish('Masala Papad', { code: 'P7' })],
  subcategories: [{ _id: 'pav', name: 'Pav Bhaji', description: '', image: null, menuItems: [dish('Jain Plate'), dish('Khada')] }],
}
const DRINKS: CategoryShape = {
  _id: 'drinks',
  name: 'Café',
  description: '',
  station: null,
  menuItems: [dish('पनीर लस्सी')],
  subcategories: [],
}
const found = (search: string) => [...(foundIn([TAWA, DRINKS], search) ?? [])].sort()

it('lists a category’s own dishes before those of its subcategories', () => {
  expect(dishesOf(TAWA).map(({ name }) => name)).toEqual(['Masala Papad', 'Jain Plate', 'Khada'])
})

it('counts what deleting a category or a subcategory deletes', () => {
  expect(contentsOf(TAWA)).toBe('1 subcategory and 3 items')
  expect(contentsOf(DRINKS)).toBe('1 item')
  expect(itemsOf({ menuItems: [] })).toBe('0 items')
})

describe('the search', () => {
  it('search ≤100 ms for 500 items: finding them takes a fraction of it; drawing them is measured by bench/lists.ts', () => {
    const many = Array.from({ length: 10 }, (_, c): CategoryShape => {
      const dishes = Array.from({ length: 50 }, (_dish, i) => dish(`Pañeer ${c} ${i} masala with a long name`, { code: `${c}${i}` }))
      return {
        ...TAWA,
        _id: String(c),
        name: `Category ${c}`,
        menuItems: dishes.slice(25),
        subcategories: [{ ...TAWA.subcategories[0]!, menuItems: dishes.slice(0, 25) }],
      }
    })
    const letters = [...'paneer mas'].map((_letter, i, all) => all.slice(0, i + 1).join(''))
    const begun = performance.now()
    const sizes = letters.map((typed) => foundIn(many, typed)?.size)
    // Ten letters in the time of one.
    expect((performance.now() - begun) / letters.length).toBeLessThan(100)
    expect(new Set(sizes)).toEqual(new Set([500]))
    expect(foundIn(many, 'category 3')?.size).toBeGreaterThanOrEqual(50)
  })
  it('hides nothing while it is empty', () => expect(foundIn([TAWA], '  ')).toBeNull())
  it('finds a dish by its words, in any script', () => {
    expect(found('papad')).toEqual(['Masala Papad'])
    expect(found('पनीर')).toEqual(['पनीर लस्सी'])
  })
  it('finds a dish by its code', () => expect(found('p7')).toEqual(['Masala Papad']))
  it('finds all dishes of a category or subcategory by its name', () => {
    expect(found('tawa')).toEqual(['Jain Plate', 'Khada', 'Masala Papad'])
    expect(found('pav b')).toEqual(['Jain Plate', 'Khada'])
    expect(found('cafe')).toEqual(['पनीर लस्सी'])
  })
  it('finds nothing', () => expect(found('pizza')).toEqual([]))
})

it('says what can be chosen with a dish', () => {
  expect(optionsText(dish('Plain'))).toBe('')
  const group = { name: 'Bread', min: 0, max: 0, addons: [{ name: 'Roti', price: 0 }] }
  expect(
    optionsText(dish('Thali', { variants: [{ name: 'Half', additionalPrice: -50 }], addonGroups: [group, { ...group, name: 'Dip' }] })),
  ).toBe('1 variant, 2 addon groups')
})
