import { type Family, familyOf, type Role } from '#domain/roles.ts'
import { readStored, writeStored } from './store.ts'

/** The four token stores (SPEC §6), of which one holds a token. */
const TOKEN_COOKIES: Record<Family, string> = {
  restaurant: 'restaurant_token',
  partner: 'partner_token',
  diner: 'token',
  backoffice: 'backoffice_token',
}
const FAMILIES = Object.keys(TOKEN_COOKIES) as Family[]
const DAYS = 7

/** The text to assign to document.cookie. `days: 0` removes the cookie. */
export function cookieText(name: string, value: string, { secure, days = DAYS }: { secure: boolean; days?: number }): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * 86_400}; SameSite=Strict${secure ? '; Secure' : ''}`
}

/** Where this device remembers who signed in, with the end of their token. */
export const REMEMBERED = 'tawa_user'
export const tailOf = (token: string) => token.slice(-12)

/**
 * The token that ends like the one kept at the sign-in. All others are somebody else's: a page of a sibling host, or of another port, can write cookies of this
 * host, also several of one name, but not its storage.
 */
export function findToken(cookies: string, tail: string | undefined): { family: Family; token: string } | null {
  for (const part of cookies.split('; ')) {
    const [name, token] = part.split('=')
    const family = FAMILIES.find((one) => TOKEN_COOKIES[one] === name)
    if (family && token && tailOf(token) === tail) return { family, token }
  }
  return null
}

const secure = () => location.protocol === 'https:'
/** The value as it stands in the cookie, of the first of several. */
export const readCookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
export function writeCookie(name: string, value: string, days = DAYS): void {
  document.cookie = cookieText(name, value, { secure: secure(), days })
}

/** The end of the token that this page itself was given: storage may be full, or switched off. */
let given: string | undefined
export const currentToken = () =>
  typeof document === 'undefined'
    ? null
    : (findToken(document.cookie, readStored<{ tail: string }>(REMEMBERED)?.tail) ?? findToken(document.cookie, given))

/** Signing in as one family drops the tokens of the others (SPEC §4). */
export function keepToken(family: Family, token: string): void {
  dropTokens()
  given = tailOf(token)
  writeStored(REMEMBERED, { tail: given })
  writeCookie(TOKEN_COOKIES[family], token)
}

export function dropTokens(): void {
  for (const family of FAMILIES) writeCookie(TOKEN_COOKIES[family], '', 0)
}

/** A login's token must be a string (SPEC §5). */
export function mustBeToken(token: unknown, family: Family): string {
  if (typeof token === 'string' && token !== '') return token
  throw new Error(family === 'backoffice' ? 'Invalid token received' : 'Invalid token')
}

/** True for roles that load the restaurant's permissions: its own staff (SPEC §6). */
export const loadsPermissions = (role: Role): boolean => familyOf(role) === 'restaurant' && role !== 'mobileAdmin'
