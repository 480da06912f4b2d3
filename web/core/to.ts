import { expiredPathFor, loginPathFor } from '#domain/roles.ts'

/** Parts of an address's search; what is null, undefined, '' or false is left out, true is `1`. */
type Search = Record<string, string | boolean | null | undefined>

function address(path: string, search: Search = {}): string {
  const made = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) made.set(name, value === true ? '1' : value)
  const text = made.toString()
  return text ? `${path}?${text}` : path
}

export type LoginArea = 'restaurant' | 'partner' | 'backoffice'
type LoginSearch = { from?: string | null; token_expired?: 'true' | null }

/** The addresses of the pages. No other file of web/ writes one as text; app/screens.ts says which page stands at which. */
export const to = {
  /** The home page of whoever is signed in, else the choice of sign-in pages. */
  start: () => '/',
  /** The same by its older address; an expired session that belongs to no area comes here. */
  roleHome: () => '/dashboard',

  logins: (search: LoginSearch = {}) => address('/login', search),
  login: (area: LoginArea, search: LoginSearch = {}) => address(`/${area}/login`, search),
  /** The sign-in page of the area that a path lies in; `from` is where to go afterwards. */
  loginFor: (path: string, search: LoginSearch = {}) => address(loginPathFor(path), search),
  expired: (path: string) => expiredPathFor(path),

  dashboard: () => '/restaurant/dashboard',
  /** The counter with a table, an order or an unsent ticket open; `pay` opens its pay panel. */
  pos: (search: { table?: string; order?: string; draft?: string; type?: 'dine-in'; pay?: boolean } = {}) =>
    address('/restaurant/pos', search),
  orders: (search: { tab?: 'completed' | 'cancelled'; type?: 'dine-in'; order?: string; from?: string; to?: string } = {}) =>
    address('/restaurant/orders', search),
  kitchen: () => '/restaurant/kitchen',
  tables: (search: { table?: string } = {}) => address('/restaurant/tables', search),
  captain: () => '/restaurant/captain',
  captainTables: () => '/restaurant/captain/tables',
  /** The table stands in the address, so that a reload or a locked screen comes back to it. */
  captainMenu: (search: { table?: string } = {}) => address('/restaurant/captain/menu', search),
  captainOrders: (search: { table?: string } = {}) => address('/restaurant/captain/orders', search),
  /** An employee's sheet is open; `new` adds one. */
  users: (search: { employee?: string } = {}) => address('/restaurant/users', search),
  settings: () => '/restaurant/settings',
  settingsOffer: () => '/restaurant/settings/offer',
} as const
