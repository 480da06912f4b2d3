import { expiredPathFor, loginPathFor } from '#domain/roles.ts'

/** Search parameters of an address; null, undefined, '' and false are left out, true is written as `1`. */
type Search = Record<string, string | boolean | null | undefined>

function address(path: string, search: Search = {}): string {
  const made = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) made.set(name, value === true ? '1' : value)
  const text = made.toString()
  return text ? `${path}?${text}` : path
}

/** Writes the addresses of one page. */
const page =
  <S extends Search>(path: string) =>
  (search?: S): string =>
    address(path, search)

export type LoginArea = 'restaurant' | 'partner' | 'backoffice'
type LoginSearch = { from?: string | null; token_expired?: 'true' | null }

/** The addresses of the pages. No other file of web/ writes one as text; app/screens.ts maps them to pages. */
export const to = {
  /** The home page of the signed-in person, else the choice of sign-in pages. */
  start: () => '/',
  /** Same as `start`, at SPEC's older address; used when an expired session belongs to no area. */
  roleHome: () => '/dashboard',

  logins: page<LoginSearch>('/login'),
  login: (area: LoginArea, search: LoginSearch = {}) => address(`/${area}/login`, search),
  /** The sign-in page of a path's area; `from` is where to go afterwards. */
  loginFor: (path: string, search: LoginSearch = {}) => address(loginPathFor(path), search),
  expired: (path: string) => expiredPathFor(path),

  signup: (area: 'restaurant' | 'partner') => `/${area}/signup`,
  /** The mailed link of an approved claim. */
  claim: (token: string) => `/claim/${token}`,

  dashboard: () => '/restaurant/dashboard',
  /** The counter with a table, an order or an unsent ticket open; `pay` opens its pay panel. */
  pos: page<{ table?: string; order?: string; draft?: string; type?: 'dine-in'; pay?: boolean }>('/restaurant/pos'),
  orders: page<{ tab?: 'completed' | 'cancelled'; type?: 'dine-in'; order?: string; from?: string; to?: string }>('/restaurant/orders'),
  kitchen: () => '/restaurant/kitchen',
  tables: page<{ table?: string }>('/restaurant/tables'),
  captain: () => '/restaurant/captain',
  captainTables: () => '/restaurant/captain/tables',
  /** The table is in the address, so that it is still chosen after a reload or a locked screen. */
  captainMenu: page<{ table?: string }>('/restaurant/captain/menu'),
  captainOrders: page<{ table?: string }>('/restaurant/captain/orders'),
  /** Opens an employee's sheet; `new` adds one. */
  users: page<{ employee?: string }>('/restaurant/users'),
  /** The book of a day (`YYYY-MM-DD`), or one reservation; `new` adds one. */
  reservations: page<{ day?: string; reservation?: string }>('/restaurant/reservation'),
  customers: page<{ customer?: string }>('/restaurant/customers'),
  reports: page<{ tab?: string; period?: string; from?: string; to?: string }>('/restaurant/reports'),
  invoices: page<{ order?: string; from?: string; to?: string }>('/restaurant/invoices'),
  inventory: page<{ tab?: string; item?: string }>('/restaurant/inventory'),
  feedback: () => '/restaurant/feedback',
  marketing: () => '/restaurant/marketing',
  listing: () => '/restaurant/profile',
  /** The own account, in the area that somebody belongs to. */
  account: (area: LoginArea = 'restaurant') => `/${area}/account`,
  mobileHome: () => '/restaurant/pos-mobile/home',
  /** `draft` is the key of the open ticket (shared/order/drafts.ts), also of an order that was sent; `dine-in` has no table yet. */
  mobileMenu: page<{ draft?: string }>('/restaurant/pos-mobile/menu'),
  mobileOrder: page<{ draft?: string; pay?: boolean }>('/restaurant/pos-mobile'),
  mobileOrders: () => '/restaurant/pos-mobile/orders',
  forgotPassword: () => '/restaurant/forgot-password',
  verifyCode: () => '/restaurant/verify-otp',
  resetPassword: () => '/restaurant/reset-password',

  /** The outlets of a period side by side, or one of them. */
  partnerDashboard: page<{ outlet?: string; period?: string | null; from?: string | null; to?: string | null }>('/partner/dashboard'),
  /** Opens an outlet's sheet (`new` adds one), or its permissions. */
  partnerRestaurants: page<{ outlet?: string; permissions?: string }>('/partner/restaurants'),
  /** The chain menu, of the outlet whose dishes are pushed. */
  partnerMenu: page<{ source?: string }>('/partner/menu'),
  backofficePermissions: (restaurantId = ':id') => `/backoffice/permissions/${restaurantId}`,
  backofficeDashboard: () => '/backoffice/dashboard',
  backofficePending: page<{ restaurant?: string }>('/backoffice/pending'),
  backofficeClaims: page<{ status?: 'approved' | 'rejected' | 'completed' | 'all'; claim?: string }>('/backoffice/claims'),
  /** Opens a restaurant beside the list; `new` adds one. */
  backofficeRestaurants: page<{ status?: 'approved' | 'pending' | 'rejected'; q?: string; restaurant?: string }>('/backoffice/restaurants'),
  backofficePartners: page<{ q?: string; partner?: string }>('/backoffice/partners'),
  backofficeUsers: page<{ user?: string }>('/backoffice/users'),

  settings: () => '/restaurant/settings',
  settingsMenu: page<{ item?: string; category?: string }>('/restaurant/settings/menu'),
  settingsAddons: () => '/restaurant/settings/addons',
  settingsRecipe: page<{ item?: string }>('/restaurant/settings/recipe'),
  /** Opens a table's sheet (`new` adds some), or the printable codes: of all tables, or of one. */
  settingsTable: page<{ table?: string; qr?: string }>('/restaurant/settings/table'),
  settingsTax: () => '/restaurant/settings/tax',
  settingsPayment: () => '/restaurant/settings/payment',
  settingsOffer: () => '/restaurant/settings/offer',
  settingsKot: () => '/restaurant/settings/kot',
  settingsPrint: () => '/restaurant/settings/print',
  settingsSummary: page<{ day?: string }>('/restaurant/settings/summary'),
  settingsKeys: () => '/restaurant/settings/keys',

  /** What a table's printed code says. */
  tableCode: (code: string) => `/t/${encodeURIComponent(code)}`,
  dinerMenu: () => '/user/menu',
  dinerCart: () => '/user/cart',
  dinerOrder: () => '/user/order',
  dinerSaved: () => '/user/saved',
  dinerNearby: () => '/user/nearby',
  dinerRestaurant: (id: string) => `/user/restaurant/${encodeURIComponent(id)}`,
  dinerLogin: page<LoginSearch>('/user/login'),
  dinerPast: () => '/user/orders',
  /** The form with which its owner claims a restaurant. */
  dinerClaim: (id: string) => `/user/restaurant/${encodeURIComponent(id)}?claim=1`,
  thankYou: () => '/thankyou',
} as const
