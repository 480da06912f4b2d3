import { describe, expect, it } from 'vitest'
import { deskRefusal } from './deskUser.ts'

const admin = { accountId: 'a', role: 'admin' } as const
const clerk = { accountId: 'b', role: 'backoffice' } as const

describe('an account of the back office', () => {
  it.each(['deactivate', 'activate', 'reset'] as const)('of an administrator is changed by administrators alone: %s', (deed) => {
    expect(deskRefusal(clerk, deed, { _id: 'x', role: 'admin' })).toBe('Only an administrator changes an administrator.')
    expect(deskRefusal(admin, deed, { _id: 'x', role: 'admin' })).toBeNull()
    for (const actor of [admin, clerk]) expect(deskRefusal(actor, deed, { _id: 'x', role: 'backoffice' })).toBeNull()
  })

  it('can’t be switched off by its owner, nor get a new password from its owner without the present one', () => {
    for (const { accountId, role } of [admin, clerk]) {
      const self = { _id: accountId, role }
      expect(deskRefusal({ accountId, role }, 'deactivate', self)).toBe('You can’t deactivate yourself.')
      expect(deskRefusal({ accountId, role }, 'reset', self)).toMatch(/in your account/)
      expect(deskRefusal({ accountId, role }, 'activate', self)).toBeNull()
    }
  })
})
