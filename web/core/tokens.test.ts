import { describe, expect, it } from 'vitest'
import { cookieText, findToken, loadsPermissions, mustBeToken, tailOf } from './tokens.ts'

describe('token stores', () => {
  it('takes the token of the sign-in alone, in whichever store, and none that another site has planted beside it or in its place', () => {
    const own = 'own-token-of-the-till'
    for (const [name, family] of Object.entries({
      restaurant_token: 'restaurant',
      partner_token: 'partner',
      token: 'diner',
      backoffice_token: 'backoffice',
    }))
      expect(findToken(`x=1; ${name}=planted; ${name}=${own}; restaurant_token=other`, tailOf(own))).toEqual({ family, token: own })
    for (const tail of [tailOf(own), '', undefined])
      for (const cookies of ['', 'restaurant_token=', 'restaurant_token=planted; token=planted'])
        expect(findToken(cookies, tail)).toBeNull()
  })

  it('sets cookies for 7 days, SameSite=Strict, and Secure on https only', () => {
    expect(cookieText('token', 'x y', { secure: false })).toBe('token=x%20y; Path=/; Max-Age=604800; SameSite=Strict')
    expect(cookieText('token', 'x', { secure: true })).toContain('; Secure')
    expect(cookieText('token', '', { secure: false, days: 0 })).toContain('Max-Age=0')
  })

  it('accepts only a string as a token', () => {
    expect(mustBeToken('t', 'restaurant')).toBe('t')
    for (const bad of [undefined, null, 7, {}, '']) {
      expect(() => mustBeToken(bad, 'partner')).toThrow(/^Invalid token$/)
      expect(() => mustBeToken(bad, 'backoffice')).toThrow('Invalid token received')
    }
  })

  it('loads permissions for a restaurant’s staff, except its mobile admin', () => {
    expect((['superuser', 'waiter', 'kitchen'] as const).map(loadsPermissions)).toEqual([true, true, true])
    expect((['mobileAdmin', 'partner', 'user', 'admin', 'backoffice'] as const).map(loadsPermissions)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
})
