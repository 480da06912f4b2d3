import { describe, expect, it } from 'vitest'
import { cookieText, findToken, loadsPermissions, mustBeToken, parseCookies } from './tokens.ts'

describe('token stores', () => {
  it('reads cookies, even malformed ones', () => {
    expect(parseCookies('restaurant_token=a.b-c; tawa_navbar=true;x=%E0%A4; =no; y=1=2')).toEqual({
      restaurant_token: 'a.b-c',
      tawa_navbar: 'true',
      x: '%E0%A4',
      y: '1=2',
    })
    expect(parseCookies('')).toEqual({})
  })

  it('looks for a token in the order restaurant, partner, diner, back office', () => {
    const all = { token: 'd', partner_token: 'p', restaurant_token: 'r', backoffice_token: 'b' }
    expect(findToken(all)).toEqual({ family: 'restaurant', token: 'r' })
    expect(findToken({ ...all, restaurant_token: '' })).toEqual({ family: 'partner', token: 'p' })
    expect(findToken({ token: 'd', backoffice_token: 'b' })).toEqual({ family: 'diner', token: 'd' })
    expect(findToken({ backoffice_token: 'b' })).toEqual({ family: 'backoffice', token: 'b' })
    expect(findToken({})).toBeNull()
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
