import { expect, it } from 'vitest'
import { byLastUsed } from './lastLogin.ts'
import { when } from './LoginCard.tsx'

it('puts the login used last first', () => {
  const choices = [{ area: 'restaurant' }, { area: 'partner' }, { area: 'backoffice' }] as const
  expect(byLastUsed(choices, 'partner').map((c) => c.area)).toEqual(['partner', 'restaurant', 'backoffice'])
  expect(byLastUsed(choices, null).map((c) => c.area)).toEqual(['restaurant', 'partner', 'backoffice'])
})

it('says when a session was last used', () => {
  const now = new Date(2026, 10, 21, 9, 30)
  expect(when(new Date(2026, 10, 21, 9, 29, 40).toISOString(), now)).toBe('just now')
  expect(when(new Date(2026, 10, 21, 9, 26).toISOString(), now)).toBe('4 min ago')
  expect(when(new Date(2026, 10, 21, 7, 5).toISOString(), now)).toBe('today 07:05')
  expect(when(new Date(2026, 10, 20, 23, 48).toISOString(), now)).toMatch(/^20 Nov, 23:48$/)
})
