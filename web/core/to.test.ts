import { expect, it } from 'vitest'
import { to } from './to.ts'

it('builds a page’s address with only the given parameters', () => {
  expect(to.pos()).toBe('/restaurant/pos')
  expect(to.pos({ table: 't7' })).toBe('/restaurant/pos?table=t7')
  expect(to.pos({ order: 'o1', pay: true })).toBe('/restaurant/pos?order=o1&pay=1')
  expect(to.pos({ order: 'o1', pay: false, table: '' })).toBe('/restaurant/pos?order=o1')
})

it('encodes the search parameters', () => {
  expect(to.captainMenu({ table: 'a&b=c/d' })).toBe('/restaurant/captain/menu?table=a%26b%3Dc%2Fd')
})

it('finds the sign-in page for a path and keeps the path in `from`', () => {
  expect(to.loginFor('/partner/menu')).toBe('/partner/login')
  const login = new URL(to.loginFor('/restaurant/orders', { from: '/restaurant/orders?tab=completed&order=1' }), 'http://tawa')
  expect(login.pathname).toBe('/restaurant/login')
  expect(login.searchParams.get('from')).toBe('/restaurant/orders?tab=completed&order=1')
})
