import { expect, it } from 'vitest'
import { aHeldKot, aLine } from './test/order.ts'
import { unsoldOf } from './unsold.ts'

const dish = (at: object = {}) => ({ available: true, remaining: null, version: 1, ...at })
const kot = aHeldKot([aLine('a', { _id: 'dosa', quantity: 2 }), aLine('b', { _id: 'dosa', quantity: 2 }), aLine('c', { _id: 'naan' })])
const unsold = (dosa: object | undefined, refused: Parameters<typeof unsoldOf>[2] = []) =>
  [...unsoldOf(kot, new Map([['naan', dish()], ...(dosa ? [['dosa', dish(dosa)] as const] : [])]), refused)].map(
    ([id, { quantity, why }]) => [id, quantity, why],
  )

it.each([
  ['on sale', {}, []],
  [
    'off',
    { available: false, remaining: 9 },
    [
      ['a', 2, 'Sold out'],
      ['b', 2, 'Sold out'],
    ],
  ],
  [
    'counted, and gone',
    { remaining: 0 },
    [
      ['a', 2, 'Sold out'],
      ['b', 2, 'Sold out'],
    ],
  ],
  ['counted, enough', { remaining: 4 }, []],
  ['counted, enough for the first line and one of the second', { remaining: 3 }, [['b', 1, 'Only 3 left']]],
  [
    'counted, one',
    { remaining: 1 },
    [
      ['a', 1, 'Only 1 left'],
      ['b', 2, 'Only 1 left'],
    ],
  ],
  [
    'deleted',
    undefined,
    [
      ['a', 2, 'No longer on the menu'],
      ['b', 2, 'No longer on the menu'],
    ],
  ],
])('of a guest’s ticket, what can’t be sold: a dish that is %s', (_is, dosa, found) => {
  expect(unsold(dosa)).toEqual(found)
})

it('the server’s refusal of a dish counts until the menu has a newer state of it; a declined line asks for nothing', () => {
  const refused = [{ itemId: 'dosa', message: '', version: 1 }]
  expect(unsold({}, refused)).toEqual([
    ['a', 2, 'Not available'],
    ['b', 2, 'Not available'],
  ])
  expect(unsold({ version: 2 }, refused)).toEqual([])
  const declined = aHeldKot([aLine('a', { _id: 'dosa', quantity: 2, status: 'Cancelled' }), aLine('b', { _id: 'dosa', quantity: 2 })])
  expect(unsoldOf(declined, new Map([['dosa', dish({ remaining: 2 })]]), []).size).toBe(0)
})
