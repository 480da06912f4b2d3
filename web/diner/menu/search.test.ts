import { expect, it } from 'vitest'
import { fits, type Searched, withSearch } from './search.ts'

const text = (name: string): Searched => ({ id: name, name, isFreeText: true })

it('keeps the six latest searches, newest first (SPEC §3)', () => {
  let list: Searched[] = []
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) list = withSearch(list, text(name))
  expect(list.map((s) => s.name)).toEqual(['seven', 'six', 'five', 'four', 'three', 'two'])
})

it('the same text again, in any case, moves to the front and stands once', () => {
  const list = withSearch([text('Dosa'), text('Idli')], { id: 'd1', name: 'idli', isFreeText: false })
  expect(list).toEqual([{ id: 'd1', name: 'idli', isFreeText: false }, text('Dosa')])
})

it.each([
  ['Crème Brûlée', 'creme bru', true],
  ['Masala Dosa', 'dosa mas', true],
  ['Masala Dosa', '', true],
  ['Masala Dosa', 'osa', false],
  ['Masala Dosa', 'dosa idli', false],
  ['Chicken 65', '65', true],
  ['पनीर टिक्का', 'पनीर', true],
])('"%s" fits "%s": %s', (name, typed, expected) => {
  expect(fits(name, typed)).toBe(expected)
})

it('finds a dish despite a letter that is missing, or a space too many; short words are taken as they are typed', () => {
  const found = (typed: string) => ['Chicken Burger', 'Kingfisher Premium', 'French Fries'].filter((name) => fits(name, typed))
  expect(['chiken', 'burgr', 'king fisher', 'french-fries', 'frnch fries', 'brg'].map(found)).toEqual([
    ['Chicken Burger'],
    ['Chicken Burger'],
    ['Kingfisher Premium'],
    ['French Fries'],
    ['French Fries'],
    [],
  ])
})
