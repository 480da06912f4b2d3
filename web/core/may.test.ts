import { describe, expect, it } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { may, REFUSALS, roleRefusal } from './may.ts'

const as = (role: Role | null, more: { entered?: boolean; permissions?: Record<string, string[]> | null } = {}) => ({
  role,
  entered: false,
  permissions: null,
  ...more,
})

describe('may', () => {
  it('allows the contract’s roles, and tells everyone else which roles may', () => {
    expect(may('PUT /orders/payment/status', as('cashier'))).toEqual({ ok: true })
    expect(may('PUT /orders/payment/status', as('waiter'))).toEqual({ ok: false, why: 'Only a cashier or a manager can do this' })
    expect(may('PUT /orders/payment/status', as('waiter'), 'Only a cashier can settle')).toEqual({
      ok: false,
      why: 'Only a cashier can settle',
    })
    expect(may('PUT /restaurant/offers/:id', as('generalManager'))).toMatchObject({ ok: false })
  })

  it('follows the pages that the restaurant opens to the role', () => {
    const off = { '/restaurant/users': ['superuser'] }
    expect(may('PUT /restaurant/employees/:id/toggle-status', as('superuser', { permissions: off }))).toEqual({ ok: true })
    expect(may('PUT /restaurant/employees/:id/toggle-status', as('generalManager', { permissions: off }))).toEqual({
      ok: false,
      why: REFUSALS.page,
    })
  })

  it('allows a partner or the back office a restaurant’s calls only after entering one', () => {
    for (const role of ['partner', 'backoffice', 'admin'] as const) {
      expect(may('GET /tables', as(role, { entered: true }))).toEqual({ ok: true })
      expect(may('GET /tables', as(role))).toMatchObject({ ok: false })
    }
  })

  it('asks a signed-out person to sign in, except for public calls', () => {
    expect(may('GET /tables', as(null))).toEqual({ ok: false, why: REFUSALS.signedOut })
    expect(may('POST /auth/restaurant/login', as(null))).toEqual({ ok: true })
  })
})

describe('the reason shown to a refused role', () => {
  it.each([
    [['superuser', 'managerialHead', 'generalManager'], 'Only a manager can do this'],
    [['superuser', 'managerialHead', 'generalManager', 'cashier', 'captain'], 'Only a captain, a cashier or a manager can do this'],
    [['superuser', 'managerialHead', 'partner'], 'Only the owner or a managerial head can do this'],
    [['superuser', 'managerialHead', 'generalManager', 'cashier', 'captain', 'waiter'], REFUSALS.role],
    [['admin', 'backoffice'], REFUSALS.role],
  ] as const)('of %j is "%s"', (roles, text) => expect(roleRefusal(roles)).toBe(text))
})
