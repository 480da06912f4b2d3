import { describe, expect, it } from 'vitest'
import { cookieText, findToken, loadsPermissions, mustBeToken, parseCookies } from './tokens.ts'

describe('token stores', () => {
  it('reads cookies, also odd ones', () => {
    expect(parseCookies('restaurant_token=a.b-c; tawa_navbar=true;x=%E0%A4; =no; y=1=2')).toEqual({
      restaurant_token: 'a.b-c',
      tawa_navbar: 'true',
      x: '%E0%A4',
      y: '1=2',
    })
    expect(parseCookies('')).toEqual({})
  })

  it('looks restaurant, partner, diner, back office up in that order', () => {
    const all = { token: 'd', partner_token: 'p', restaurant_token: 'r', backoffice_token: 'b' }
    expect(findToken(all)).toEqual({ family: 'restaurant', token: 'r' })
    expect(findToken({ ...all, restaurant_token: '' })).toEqual({ family: 'partner', token: 'p' })
    expect(findToken({ token: 'd', backoffice_token: 'b' })).toEqual({ family: 'diner', token: 'd' })
    expect(findToken({ backoffice_token: 'b' })).toEqual({ family: 'backoffice', token: 'b' })
    expect(findToken({})).toBeNull()
  })

  it('keeps them for 7 days, strict, and secure on https only', () => {
    expect(cookieText('token', 'x y', { secure: false })).toBe('token=x%20y; Path=/; Max-Age=604800; SameSite=Strict')
    expect(cookieText('token', 'x', { secure: true })).toContain('; Secure')
    expect(cookieText('token', '', { secure: false, days: 0 })).toContain('Max-Age=0')
  })

  it('takes nothing but a string for a token', () => {
    expect(mustBeToken('t', 'restaurant')).toBe('t')
    for (const bad of [undefined, null, 7, {}, '']) {
      expect(() => mustBeToken(bad, 'partner')).toThrow(/^Invalid token$/)
      expect(() => mustBeToken(bad, 'backoffice')).toThrow('Invalid token received')
    }
  })

  it('loads permissions for a restaurant’s staff, but not for its mobile admin', () => {
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
