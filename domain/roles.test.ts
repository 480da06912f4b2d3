import { describe, expect, it } from 'vitest'
import { expiredPathFor, familyOf, HOME, isStaff, loginPathFor, rankOf, ROLE_NAMES, ROLES } from './roles.ts'

describe('roles', () => {
  it.each([
    ['superuser', '/restaurant/dashboard'],
    ['managerialHead', '/restaurant/dashboard'],
    ['generalManager', '/restaurant/dashboard'],
    ['cashier', '/restaurant/dashboard'],
    ['kitchen', '/restaurant/kitchen'],
    ['captain', '/restaurant/tables'],
    ['waiter', '/restaurant/captain'],
    ['delivery', '/restaurant/orders'],
    ['partner', '/partner/dashboard'],
    ['backoffice', '/backoffice/dashboard'],
    ['mobileAdmin', '/restaurant/profile'],
    ['admin', '/backoffice/dashboard'],
    ['user', '/user/menu'],
  ] as const)('%s starts on %s', (role, home) => expect(HOME[role]).toBe(home))
  it('are 13, each with a name, nine of them staff', () => {
    expect(ROLES).toHaveLength(13)
    expect(ROLES.filter(isStaff)).toHaveLength(9)
    expect(new Set(ROLES.map((role) => ROLE_NAMES[role])).size).toBe(13)
    expect([isStaff('partner'), isStaff('user'), isStaff('nobody')]).toEqual([false, false, false])
  })
  it('each belong to one token store', () =>
    expect((['cashier', 'mobileAdmin', 'partner', 'user', 'admin', 'backoffice'] as const).map(familyOf)).toEqual([
      'restaurant',
      'restaurant',
      'partner',
      'diner',
      'backoffice',
      'backoffice',
    ]))
  it('place owner, head and manager above the rest', () =>
    expect((['superuser', 'managerialHead', 'generalManager', 'cashier', 'waiter'] as const).map(rankOf)).toEqual([3, 2, 1, 0, 0]))
})

describe('the way back to sign in', () => {
  it.each([
    ['/partner/dashboard', '/partner/login'],
    ['/user/menu', '/user/login'],
    ['/backoffice', '/backoffice/login'],
    ['/restaurant/pos', '/restaurant/login'],
    ['/', '/restaurant/login'],
    ['/partners', '/restaurant/login'],
    ['/users/x', '/restaurant/login'],
  ])('from %s is %s', (path, login) => expect(loginPathFor(path)).toBe(login))
  it.each([
    ['/restaurant/pos', '/restaurant/login?token_expired=true'],
    ['/partner/x', '/partner/login?token_expired=true'],
    ['/user/menu', '/user/login?token_expired=true'],
    ['/backoffice/x', '/backoffice/login?token_expired=true'],
    ['/thankyou', '/dashboard?token_expired=true'],
  ])('from %s when the session expired is %s', (path, login) => expect(expiredPathFor(path)).toBe(login))
})
