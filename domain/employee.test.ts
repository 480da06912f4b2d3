import { describe, expect, it } from 'vitest'
import { mustNotBeSelf, mustOutrank } from './employee.ts'
import { type Role, STAFF_ROLES } from './roles.ts'

const may = (role: Role, target: Role, entered = false) => {
  try {
    mustOutrank({ accountId: 'a', role, entered }, target)
    return true
  } catch (error) {
    expect(error).toMatchObject({ status: 403, code: 'role_above' })
    return false
  }
}

describe('nobody gives, changes or removes a role above their own', () => {
  it.each([
    ['superuser', STAFF_ROLES],
    ['managerialHead', STAFF_ROLES.filter((r) => r !== 'superuser')],
    ['generalManager', STAFF_ROLES.filter((r) => r !== 'superuser' && r !== 'managerialHead')],
    ['cashier', STAFF_ROLES.filter((r) => !['superuser', 'managerialHead', 'generalManager'].includes(r))],
  ] as const)('%s', (role, all) => expect(STAFF_ROLES.filter((target) => may(role, target))).toEqual(all))

  it.each(['partner', 'backoffice', 'admin'] as const)('%s who has entered stands above all', (role) =>
    expect(STAFF_ROLES.every((t) => may(role, t, true))).toBe(true),
  )

  it('of two roles, the one given too', () =>
    expect(() => mustOutrank({ accountId: 'a', role: 'generalManager', entered: false }, 'waiter', 'superuser')).toThrow(
      'Owner is a role above your own.',
    ))
})

it('nobody deactivates or removes themselves', () => {
  const me = { accountId: 'a', role: 'superuser', entered: false } as const
  expect(() => mustNotBeSelf(me, 'a', 'deactivate')).toThrow('You can’t deactivate yourself.')
  mustNotBeSelf(me, 'b', 'deactivate')
})
