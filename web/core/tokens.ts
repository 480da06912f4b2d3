import { type Family, familyOf, type Role } from '#domain/roles.ts'

/** The four token stores (SPEC §6), and the order in which a call looks for one. */
const TOKEN_COOKIES: Record<Family, string> = {
  restaurant: 'restaurant_token',
  partner: 'partner_token',
  diner: 'token',
  backoffice: 'backoffice_token',
}
const LOOKUP_ORDER: readonly Family[] = ['restaurant', 'partner', 'diner', 'backoffice']
const DAYS = 7

export function parseCookies(header: string): Record<string, string> {
  const out: Record<string, string> = {}
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(0, at)).trim()
    const raw = part.slice(at + 1).trim()
    if (!name || name in out) continue
    try {
      out[name] = decodeURIComponent(raw)
    } catch {
      out[name] = raw
    }
  }
  return out
}

/** The text to assign to document.cookie. `days: 0` removes the cookie. */
export function cookieText(name: string, value: string, { secure, days = DAYS }: { secure: boolean; days?: number }): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * 86_400}; SameSite=Strict${secure ? '; Secure' : ''}`
}

export function findToken(cookies: Record<string, string>): { family: Family; token: string } | null {
  for (const family of LOOKUP_ORDER) {
    const token = cookies[TOKEN_COOKIES[family]]
    if (token) return { family, token }
  }
  return null
}

const secure = () => location.protocol === 'https:'
export const readCookie = (name: string): string | undefined => parseCookies(document.cookie)[name]
export function writeCookie(name: string, value: string, days = DAYS): void {
  document.cookie = cookieText(name, value, { secure: secure(), days })
}

export const currentToken = () => (typeof document === 'undefined' ? null : findToken(parseCookies(document.cookie)))

/** Signing in as one family drops the tokens of the others (SPEC §4). */
export function keepToken(family: Family, token: string): void {
  for (const other of LOOKUP_ORDER) if (other !== family) writeCookie(TOKEN_COOKIES[other], '', 0)
  writeCookie(TOKEN_COOKIES[family], token)
}

export function dropTokens(): void {
  for (const family of LOOKUP_ORDER) writeCookie(TOKEN_COOKIES[family], '', 0)
}

/** A login's token must be a string (SPEC §5). */
export function mustBeToken(token: unknown, family: Family): string {
  if (typeof token === 'string' && token !== '') return token
  throw new Error(family === 'backoffice' ? 'Invalid token received' : 'Invalid token')
}

/** True for roles that load the restaurant's permissions: its own staff (SPEC §6). */
export const loadsPermissions = (role: Role): boolean => familyOf(role) === 'restaurant' && role !== 'mobileAdmin'
