import { expect, it } from 'vitest'
import { byLastUsed } from './lastLogin.ts'

it('puts the login used last first', () => {
  const choices = [{ area: 'restaurant' }, { area: 'partner' }, { area: 'backoffice' }] as const
  expect(byLastUsed(choices, 'partner').map((c) => c.area)).toEqual(['partner', 'restaurant', 'backoffice'])
  expect(byLastUsed(choices, null).map((c) => c.area)).toEqual(['restaurant', 'partner', 'backoffice'])
})
