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
