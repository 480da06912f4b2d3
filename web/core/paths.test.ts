import { expect, it } from 'vitest'
import { safeFrom } from './from.ts'
import { landing } from './paths.ts'

const origin = 'https://tawa.example'

it('goes back only to a path of this origin', () => {
  expect(safeFrom('/restaurant/orders?status=pending#x', origin)).toBe('/restaurant/orders?status=pending#x')
  for (const bad of [
    null,
    '',
    'restaurant',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/restaurant/login',
    '/login',
    '/..//evil.example',
  ])
    expect(safeFrom(bad, origin), String(bad)).toBeNull()
})

it('sends people home who may not open the page they came from', () => {
  expect(landing({ role: 'cashier' }, null, '/restaurant/pos')).toBe('/restaurant/pos')
  expect(landing({ role: 'kitchen' }, null, '/restaurant/pos')).toBe('/restaurant/kitchen')
  expect(landing({ role: 'cashier' }, { '/restaurant/pos': [] }, '/restaurant/pos?table=1')).toBe('/restaurant/dashboard')
  expect(landing({ role: 'waiter' }, null, null)).toBe('/restaurant/captain')
  expect(landing({ role: 'captain' }, null, '/dashboard')).toBe('/restaurant/tables')
})
