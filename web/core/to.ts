import { expiredPathFor, loginPathFor } from '#domain/roles.ts'

/** Search parameters of an address; null, undefined, '' and false are left out, true is written as `1`. */
type Search = Record<string, string | boolean | null | undefined>

function address(path: string, search: Search = {}): string {
  const made = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) made.set(name, value === true ? '1' : value)
  const text = made.toString()
  return text ? `${path}?${text}` : path
}

export type LoginArea = 'restaurant' | 'partner' | 'backoffice'
type LoginSearch = { from?: string | null; token_expired?: 'true' | null }

/** The addresses of the pages. No other file of web/ writes one as text; app/screens.ts maps them to pages. */
export const to = {
  /** The home page of the signed-in person, else the choice of sign-in pages. */
  start: () => '/',
  /** Same as `start`, at SPEC's older address; used when an expired session belongs to no area. */
  roleHome: () => '/dashboard',

  logins: (search: LoginSearch = {}) => address('/login', search),
  login: (area: LoginArea, search: LoginSearch = {}) => address(`/${area}/login`, search),
  /** The sign-in page of a path's area; `from` is where to go afterwards. */
  loginFor: (path: string, search: LoginSearch = {}) => address(loginPathFor(path), search),
  expired: (path: string) => expiredPathFor(path),

  signup: (area: 'restaurant' | 'partner') => `/${area}/signup`,
  /** The mailed link of an approved claim. */
  claim: (token: string) => `/claim/${token}`,

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
  /** The table is in the address, so that it is still chosen after a reload or a locked screen. */
  captainMenu: (search: { table?: string } = {}) => address('/restaurant/captain/menu', search),
  captainOrders: (search: { table?: string } = {}) => address('/restaurant/captain/orders', search),
  /** Opens an employee's sheet; `new` adds one. */
  users: (search: { employee?: string } = {}) => address('/restaurant/users', search),
  /** The book of a day (`YYYY-MM-DD`), or one reservation; `new` adds one. */
  reservations: (search: { day?: string; reservation?: string } = {}) => address('/restaurant/reservation', search),
  customers: (search: { customer?: string } = {}) => address('/restaurant/customers', search),
  reports: (search: { tab?: string; period?: string; from?: string; to?: string } = {}) => address('/restaurant/reports', search),
  invoices: (search: { order?: string; from?: string; to?: string } = {}) => address('/restaurant/invoices', search),
  inventory: (search: { tab?: string; item?: string } = {}) => address('/restaurant/inventory', search),
  feedback: () => '/restaurant/feedback',
  marketing: () => '/restaurant/marketing',
  listing: () => '/restaurant/profile',
  /** The own account, in the area that somebody belongs to. */
  account: (area: LoginArea = 'restaurant') => `/${area}/account`,
  mobileHome: () => '/restaurant/pos-mobile/home',
  /** `draft` is the key of the open ticket (shared/order/drafts.ts), also of an order that was sent; `dine-in` has no table yet. */
  mobileMenu: (search: { draft?: string } = {}) => address('/restaurant/pos-mobile/menu', search),
  mobileOrder: (search: { draft?: string; pay?: boolean } = {}) => address('/restaurant/pos-mobile', search),
  mobileOrders: () => '/restaurant/pos-mobile/orders',
  forgotPassword: () => '/restaurant/forgot-password',
  verifyCode: () => '/restaurant/verify-otp',
  resetPassword: () => '/restaurant/reset-password',

  /** The outlets of a period side by side, or one of them. */
  partnerDashboard: (search: { outlet?: string; period?: string | null; from?: string | null; to?: string | null } = {}) =>
    address('/partner/dashboard', search),
  /** Opens an outlet's sheet (`new` adds one), or its permissions. */
  partnerRestaurants: (search: { outlet?: string; permissions?: string } = {}) => address('/partner/restaurants', search),
  /** The chain menu, of the outlet whose dishes are pushed. */
  partnerMenu: (search: { source?: string } = {}) => address('/partner/menu', search),
  backofficePermissions: (restaurantId = ':id') => `/backoffice/permissions/${restaurantId}`,
  backofficeDashboard: () => '/backoffice/dashboard',
  backofficePending: (search: { restaurant?: string } = {}) => address('/backoffice/pending', search),
  backofficeClaims: (search: { status?: 'approved' | 'rejected' | 'completed' | 'all'; claim?: string } = {}) =>
    address('/backoffice/claims', search),
  /** Opens a restaurant beside the list; `new` adds one. */
  backofficeRestaurants: (search: { status?: 'approved' | 'pending' | 'rejected'; q?: string; restaurant?: string } = {}) =>
    address('/backoffice/restaurants', search),
  backofficePartners: (search: { q?: string; partner?: string } = {}) => address('/backoffice/partners', search),
  backofficeUsers: (search: { user?: string } = {}) => address('/backoffice/users', search),

  settings: () => '/restaurant/settings',
  settingsMenu: (search: { item?: string; category?: string } = {}) => address('/restaurant/settings/menu', search),
  settingsAddons: () => '/restaurant/settings/addons',
  settingsRecipe: (search: { item?: string } = {}) => address('/restaurant/settings/recipe', search),
  /** Opens a table's sheet (`new` adds some), or the printable codes: of all tables, or of one. */
  settingsTable: (search: { table?: string; qr?: string } = {}) => address('/restaurant/settings/table', search),
  settingsTax: () => '/restaurant/settings/tax',
  settingsPayment: () => '/restaurant/settings/payment',
  settingsOffer: () => '/restaurant/settings/offer',
  settingsKot: () => '/restaurant/settings/kot',
  settingsPrint: () => '/restaurant/settings/print',
  settingsSummary: (search: { day?: string } = {}) => address('/restaurant/settings/summary', search),
  settingsKeys: () => '/restaurant/settings/keys',

  /** What a table's printed code says. */
  tableCode: (code: string) => `/t/${encodeURIComponent(code)}`,
  dinerMenu: () => '/user/menu',
  dinerCart: () => '/user/cart',
  dinerOrder: () => '/user/order',
  dinerSaved: () => '/user/saved',
  dinerNearby: () => '/user/nearby',
  dinerRestaurant: (id: string) => `/user/restaurant/${encodeURIComponent(id)}`,
  dinerLogin: (search: LoginSearch = {}) => address('/user/login', search),
  dinerPast: () => '/user/orders',
  /** The form with which its owner claims a restaurant. */
  dinerClaim: (id: string) => `/user/restaurant/${encodeURIComponent(id)}?claim=1`,
  thankYou: () => '/thankyou',
} as const
