import { describe, expect, it, test } from 'vitest'
import {
  type Access,
  canOpen,
  isSwitchedOff,
  mayCall,
  type Page,
  pageOf,
  PAGES,
  type Permissions,
  rolesOf,
  visiblePages,
} from './permissions.ts'
import { type Role, ROLES } from './roles.ts'
import { STAFF_COLUMNS, STAFF_TABLE } from './test/pages.ts'

const opens = (role: Role, path: string, permissions: Permissions | null = null) => canOpen({ role }, path, permissions).ok

test('the pages are those of the table of SPEC §2', () =>
  expect(PAGES.toSorted(), 'a new page needs its row in STAFF_TABLE of domain/test/pages.ts').toEqual(Object.keys(STAFF_TABLE).toSorted()))

describe.each(Object.entries(STAFF_TABLE))('%s', (page, row) => {
  const cells = row.split(' ')
  it.each(STAFF_COLUMNS.map((role, i) => [role, cells[i]] as const))('%s: %s', (role, cell) => {
    expect((rolesOf(page as Page, null) as readonly string[]).includes(role)).toBe(cell === 'y')
    // Under /restaurant, mobileAdmin sees every route whatever its list says.
    expect(opens(role, page)).toBe(cell === 'y' || role === 'mobileAdmin')
  })
  it('is seen by admin, back office and partner, and by no diner', () => {
    expect((['admin', 'backoffice', 'partner', 'user'] as const).map((role) => opens(role, page))).toEqual([true, true, true, false])
  })
})

describe('fixed pages', () => {
  const openTo = (path: string) => ROLES.filter((role) => opens(role, path)).join(' ')
  it.each([
    ['/backoffice/dashboard', 'admin backoffice'],
    ['/BackOffice/restaurants', 'admin backoffice'],
    ['/backoffice', 'admin backoffice'],
    ['/partner/dashboard', 'managerialHead partner admin'],
    ['/partner/restaurants', 'managerialHead partner admin'],
    ['/user/menu', 'user admin'],
  ])('%s is for %s', (path, roles) => expect(openTo(path)).toBe(roles))
  it('a path that no list guards is open', () => expect(openTo('/thankyou')).toBe(ROLES.join(' ')))
})

describe('a restaurant’s own map', () => {
  const map: Permissions = { '/restaurant/pos': [], '/restaurant/kitchen': ['waiter'] }
  it('replaces the default list of a page and leaves the others', () => {
    expect(opens('waiter', '/restaurant/kitchen', map)).toBe(true)
    expect(opens('kitchen', '/restaurant/kitchen', map)).toBe(false)
    expect(opens('captain', '/restaurant/tables', map)).toBe(true)
    expect(opens('kitchen', '/restaurant/kitchen', {})).toBe(true)
  })
  it('with an empty list switches the page off, and the refusal says so', () => {
    expect(isSwitchedOff('/restaurant/pos', map)).toBe(true)
    expect(isSwitchedOff('/restaurant/orders', map)).toBe(false)
    expect(canOpen({ role: 'cashier' }, '/restaurant/pos', map)).toEqual({ ok: false, why: 'disabled', redirect: '/restaurant/dashboard' })
    expect(canOpen({ role: 'waiter' }, '/restaurant/reports', map)).toEqual({ ok: false, why: 'role', redirect: '/restaurant/captain' })
  })
  it('doesn’t apply to admin, back office, partner and mobileAdmin', () =>
    expect((['admin', 'backoffice', 'partner', 'mobileAdmin'] as const).map((role) => opens(role, '/restaurant/pos', map))).toEqual([
      true,
      true,
      true,
      true,
    ]))
  it('decides what the navigation shows', () => {
    expect(visiblePages('kitchen', null)).toEqual(['/restaurant/kitchen', '/restaurant/inventory'])
    expect(visiblePages('delivery', { '/restaurant/orders': [] })).toEqual([])
    expect(visiblePages('user', null)).toEqual([])
  })
})

describe('a path belongs to', () => {
  it.each([
    ['/restaurant/settings/kot', '/restaurant/settings/kot'],
    ['/restaurant/settings/kot/', '/restaurant/settings/kot'],
    ['/restaurant/orders/abc', '/restaurant/orders'],
    ['/restaurant/captain/menu', '/restaurant/captain/menu'],
    ['/Restaurant/USERS', '/restaurant/users'],
    ['/restaurant/posh', null],
    ['/', null],
  ])('%s: %s', (path, page) => expect(pageOf(path)).toBe(page))
  it('a path in capitals belongs to the same page', () => expect(opens('waiter', '/Restaurant/Reports')).toBe(false))
})

describe('a call', () => {
  const staffCall: Access = {
    scope: 'restaurant',
    roles: ['superuser', 'cashier', 'kitchen', 'mobileAdmin', 'partner', 'backoffice', 'admin'],
    pages: ['/restaurant/pos', '/restaurant/tables'],
  }
  const may = (access: Access, role: Role, permissions: Permissions | null = null, entered = false) =>
    mayCall(access, { role, entered }, permissions)
  it('is refused to a role that it doesn’t name', () => {
    expect(may(staffCall, 'cashier')).toBeNull()
    expect(may(staffCall, 'waiter')).toBe('role')
    expect(may(staffCall, 'user')).toBe('role')
    expect(may({ ...staffCall, roles: ['user'] }, 'user')).toBeNull()
  })
  it('is allowed when at least one of its pages admits the role; a restaurant’s map can only narrow that', () => {
    expect(may(staffCall, 'kitchen')).toBeNull() // though the default list of both pages lacks it
    expect(may(staffCall, 'cashier', { '/restaurant/pos': [] })).toBeNull()
    expect(may(staffCall, 'cashier', { '/restaurant/pos': [], '/restaurant/tables': ['superuser'] })).toBe('page')
    expect(may(staffCall, 'waiter', { '/restaurant/pos': ['waiter'] })).toBe('role')
    expect(may({ ...staffCall, pages: [] }, 'cashier', { '/restaurant/pos': [] })).toBeNull()
  })
  it('is not left to a role by pages that it never has, once the map has taken one that it has', () => {
    const access: Access = { scope: 'restaurant', roles: ['waiter', 'captain'], pages: ['/restaurant/captain', '/restaurant/dashboard'] }
    const map = { '/restaurant/captain': ['captain'] }
    expect(may(access, 'waiter', map)).toBe('page')
    expect(may(access, 'captain', map)).toBeNull()
    expect(may(access, 'waiter', { ...map, '/restaurant/dashboard': ['waiter'] })).toBeNull()
    // It keeps the call by another page that it has by default.
    expect(may({ ...access, pages: [...access.pages, '/restaurant/captain/menu'] }, 'waiter', map)).toBeNull()
    expect(may(access, 'waiter', { '/restaurant/captain/menu': [] })).toBeNull()
  })
  it('takes partner, back office and admin only into a restaurant that they have entered', () => {
    const off = { '/restaurant/pos': [], '/restaurant/tables': [] }
    for (const role of ['partner', 'backoffice', 'admin'] as const) {
      expect(may(staffCall, role, off, true)).toBeNull()
      expect(may(staffCall, role)).toBe('role')
    }
    expect(may(staffCall, 'mobileAdmin', off)).toBeNull()
  })
  it('that is public is for everybody', () => {
    const open: Access = { scope: 'public', roles: ['public'], pages: [] }
    expect(ROLES.map((role) => may(open, role)).every((r) => r === null)).toBe(true)
    expect(may({ ...open, scope: 'restaurant', roles: ['public', 'cashier'] }, 'user')).toBeNull()
  })
  it('of the platform or of partners is for its own roles and admin', () => {
    const platform: Access = { scope: 'platform', roles: ['backoffice'], pages: [] }
    expect(ROLES.filter((role) => may(platform, role) === null)).toEqual(['admin', 'backoffice'])
    const partners: Access = { scope: 'partner', roles: ['partner', 'managerialHead'], pages: [] }
    expect(ROLES.filter((role) => may(partners, role) === null)).toEqual(['managerialHead', 'partner', 'admin'])
  })
})
