import { expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { favouritesOf, ordersOf } from './guests.ts'

it('favourites are what was ordered most, without what was cancelled', () => {
  const ate = (...lines: [string, number, 'Served' | 'Cancelled'][]) =>
    anOrderShape([aKot(lines.map(([itemName, quantity, status]) => anItem({ itemName, quantity, status })))])
  const orders = [
    ate(['Dosa', 2, 'Served'], ['Tea', 1, 'Served']),
    ate(['Tea', 4, 'Served'], ['Dosa', 9, 'Cancelled']),
    { ...ate(['Dosa', 9, 'Served']), orderStatus: 'cancelled' as const },
  ]
  expect(favouritesOf(orders)).toEqual([
    { name: 'Tea', count: 5 },
    { name: 'Dosa', count: 2 },
  ])
  expect(favouritesOf(orders, 1)).toHaveLength(1)
})

it('orders are those of the number, however it is written, and not of a longer one', () => {
  const by = (mobile_number: string) => anOrderShape([], { mobile_number })
  const found = ordersOf([by('+91 98480 22110'), by('9848022110'), by('98480221101')], '98480 22110')
  expect(found.map((o) => o.mobile_number)).toEqual(['+91 98480 22110', '9848022110'])
})
