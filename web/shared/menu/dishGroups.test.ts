import { expect, it } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { ownGroups, withGroup } from './dishGroups.ts'

const group = (name: string, price = 30, templateId?: string) => ({ name, min: 0, max: 0, addons: [{ name: 'Cheese', price }], templateId })
const dish = (_id: string, ...addonGroups: object[]) => ({ _id, name: _id, addonGroups }) as unknown as MenuItemShape

it('a group that several dishes have as their own is there once, with its dishes', () => {
  const found = ownGroups([
    dish('a', group('Add Ons')),
    dish('b', group('Bread'), group('add ons')),
    dish('c', group('Add Ons', 35)),
    dish('d', group('Add Ons', 30, 't1')),
  ])
  expect(found.map(({ key, name, dishes }) => [key, name, dishes.map(({ _id }) => _id)])).toEqual([
    ['own-a-0', 'Add Ons', ['a', 'b']],
    ['own-b-0', 'Bread', ['b']],
    ['own-c-0', 'Add Ons', ['c']],
  ])
})

it('a template takes the place of the dish’s own group of its name, and else comes last', () => {
  const template = { ...group('Add Ons', 35), _id: 't1' }
  expect(withGroup([group('add ons'), group('Bread')], template)).toEqual([group('Add Ons', 35, 't1'), group('Bread')])
  expect(withGroup([group('Bread')], template)).toEqual([group('Bread'), group('Add Ons', 35, 't1')])
})
