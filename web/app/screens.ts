import {
  Armchair,
  BookOpen,
  Calculator,
  CalendarClock,
  ChartColumn,
  ChefHat,
  ClipboardList,
  ConciergeBell,
  House,
  LayoutDashboard,
  Megaphone,
  Package,
  ReceiptText,
  Settings,
  ShoppingBag,
  Smartphone,
  Star,
  Store,
  type LucideIcon,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Unread } from '#web/core/unread.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'

type Module = () => Promise<{ default: ComponentType }>
/** What a page begins with is a list of reading calls, as `apiQuery` makes them. */
type FirstQuery = { queryKey: readonly unknown[] }
type At = { restaurantId: string; search: URLSearchParams }

/** The shells of the pages. Each renders the route's page at its `PageOutlet`. */
export const SHELLS = {
  /** For those who are not signed in. */
  signIn: () => import('#web/auth/SignedOut.tsx'),
  staff: () => import('#web/shared/shell/StaffShell.tsx'),
  kitchen: () => import('#web/kitchen/KitchenShell.tsx'),
  captain: () => import('#web/captain/CaptainShell.tsx'),
  mobile: () => import('#web/mobile/MobileShell.tsx'),
  /** Inside the staff's. */
  settings: () => import('#web/settings/SettingsShell.tsx'),
  partner: () => import('#web/partner/PartnerShell.tsx'),
  backoffice: () => import('#web/backoffice/BackofficeShell.tsx'),
} satisfies Record<string, Module>
export type Shell = keyof typeof SHELLS

/** In place of every page while the restaurant isn’t approved. */
export const PENDING: Module = () => import('#web/onboarding/PendingPage.tsx')

export type Screen = {
  path: string
  /** The heading and the browser's tab, until the page says more with `usePageTitle`. */
  title: string
  module: Module
  shell: Shell
  /** Its entry among the staff's pages: sidebar, user menu of the other shells, palette. Entries are in the order of this table. */
  menu?: { label: string; icon: LucideIcon; keywords?: string[]; unread?: keyof Unread }
  /** Needs the full width: the sidebar is narrow, except on a very wide screen. */
  fullWidth?: boolean
  /** Its place in the navigation of its own shell: a phone's bottom bar, the list of settings, the partner's bar. */
  tab?: { label: string; icon: LucideIcon }
  /** The restaurant's switches that must be on for the page (SCREENS §6.15). */
  needs?: readonly (keyof Switches)[]
  /** The page's first queries. They start as soon as the address is known, in parallel with the page's script and `GET /auth/me`. */
  begins?: (at: At) => readonly FirstQuery[]
}
export type Switches = { isTableEnabled?: boolean; isCaptainEnabled?: boolean }

export const tables = () => apiQuery('GET /tables')
export const openOrders = () => apiQuery('GET /orders/restaurant/pending')
export const menu = ({ restaurantId }: At) => apiQuery('POST /menus/restaurant', { body: { restaurantId } })
const trending = ({ restaurantId }: At) => apiQuery('POST /menus/trending', { body: { restaurantId } })
const floor = () => [tables(), openOrders()]
const listing = ({ restaurantId }: At) => [apiQuery('GET /restaurant/:id/details', { params: { id: restaurantId } })]
export const profile = () => [apiQuery('GET /restaurant/profile')]

/**
 * Every page of the staff but those below the settings; the other areas have a table of their own (`LATER` below). Routes, menus, the palette, preloading and the browser
 * test of all pages are made from these tables. They are the only files of app that name pages, by import() only, so that none is part of the frame. A
 * page's path is the one of `domain/permissions.ts`, which says who may open it.
 */
export const SCREENS: readonly Screen[] = [
  {
    path: to.dashboard(),
    title: 'Dashboard',
    module: () => import('#web/dashboard/DashboardPage.tsx'),
    shell: 'staff',
    menu: { label: 'Dashboard', icon: LayoutDashboard, keywords: ['sales', 'today'] },
    begins: ({ search }) =>
      search.has('period') ? [] : [apiQuery('POST /api/analytics/dashboard-analytics', { body: { period: 'today', compare: true } })],
  },
  {
    path: to.pos(),
    title: 'Point of sale',
    module: () => import('#web/pos/PosPage.tsx'),
    shell: 'staff',
    fullWidth: true,
    menu: { label: 'POS', icon: Calculator, keywords: ['point of sale', 'counter', 'new order'] },
    begins: (at) => [...floor(), menu(at), trending(at)],
  },
  {
    path: to.orders(),
    title: 'Orders',
    module: () => import('#web/orders/OrdersPage.tsx'),
    shell: 'staff',
    fullWidth: true,
    menu: { label: 'Orders', icon: ClipboardList, keywords: ['bills', 'live'], unread: 'orders' },
    begins: () => [openOrders()],
  },
  {
    path: to.kitchen(),
    title: 'Kitchen',
    module: () => import('#web/kitchen/KitchenPage.tsx'),
    shell: 'kitchen',
    menu: { label: 'Kitchen', icon: ChefHat, keywords: ['kot', 'tickets', 'kds'], unread: 'kitchen' },
    begins: (at) => [openOrders(), menu(at), ...profile()],
  },
  {
    path: to.tables(),
    title: 'Tables',
    module: () => import('#web/tables/TablesPage.tsx'),
    shell: 'staff',
    fullWidth: true,
    menu: { label: 'Tables', icon: Armchair, keywords: ['floor'] },
    needs: ['isTableEnabled'],
    begins: floor,
  },
  {
    path: to.captain(),
    title: 'My work',
    module: () => import('#web/captain/CaptainHomePage.tsx'),
    shell: 'captain',
    menu: { label: 'Captain', icon: ConciergeBell, keywords: ['waiter', 'phone'] },
    tab: { label: 'Home', icon: House },
    needs: ['isCaptainEnabled'],
    begins: floor,
  },
  {
    path: to.captainTables(),
    title: 'Tables',
    module: () => import('#web/captain/CaptainTablesPage.tsx'),
    shell: 'captain',
    tab: { label: 'Tables', icon: Armchair },
    needs: ['isCaptainEnabled', 'isTableEnabled'],
    begins: floor,
  },
  {
    path: to.captainMenu(),
    title: 'Choose a table',
    module: () => import('#web/captain/CaptainMenuPage.tsx'),
    shell: 'captain',
    tab: { label: 'Menu', icon: BookOpen },
    needs: ['isCaptainEnabled', 'isTableEnabled'],
    begins: (at) => (at.search.has('table') ? [...floor(), menu(at), trending(at)] : floor()),
  },
  {
    path: to.captainOrders(),
    title: 'Orders',
    module: () => import('#web/captain/CaptainOrdersPage.tsx'),
    shell: 'captain',
    tab: { label: 'Orders', icon: ClipboardList },
    needs: ['isCaptainEnabled'],
    begins: floor,
  },
  {
    path: to.mobileHome(),
    title: 'Today',
    module: () => import('#web/mobile/HomePage.tsx'),
    shell: 'mobile',
    menu: { label: 'Mobile POS', icon: Smartphone, keywords: ['phone', 'truck', 'take away'] },
    tab: { label: 'Home', icon: House },
    begins: () => [openOrders()],
  },
  {
    path: to.mobileMenu(),
    title: 'Menu',
    module: () => import('#web/mobile/MenuPage.tsx'),
    shell: 'mobile',
    tab: { label: 'Menu', icon: BookOpen },
    begins: (at) => [...floor(), menu(at), trending(at)],
  },
  {
    path: to.mobileOrder(),
    title: 'Order',
    module: () => import('#web/mobile/OrderPage.tsx'),
    shell: 'mobile',
    tab: { label: 'Order', icon: ShoppingBag },
    begins: (at) => [...floor(), menu(at), trending(at)],
  },
  {
    path: to.mobileOrders(),
    title: 'Orders',
    module: () => import('#web/mobile/OrdersPage.tsx'),
    shell: 'mobile',
    tab: { label: 'Orders', icon: ClipboardList },
    begins: () => [openOrders()],
  },
  {
    path: to.reservations(),
    title: 'Reservations',
    module: () => import('#web/reservation/ReservationPage.tsx'),
    shell: 'staff',
    fullWidth: true,
    menu: { label: 'Reservations', icon: CalendarClock, keywords: ['bookings'] },
    begins: () => [tables()],
  },
  {
    path: to.customers(),
    title: 'Customers',
    module: () => import('#web/customers/CustomersPage.tsx'),
    shell: 'staff',
    menu: { label: 'Customers', icon: UserRound, keywords: ['guests'] },
    begins: ({ search }) =>
      ['q', 'segment', 'page'].some((name) => search.has(name))
        ? []
        : [apiQuery('GET /restaurant/customers', { query: { page: 1, limit: 10 } })],
  },
  {
    path: to.reports(),
    title: 'Reports',
    module: () => import('#web/reports/ReportsPage.tsx'),
    shell: 'staff',
    menu: { label: 'Reports', icon: ChartColumn, keywords: ['analytics', 'taxes', 'cancellations'] },
    begins: ({ search }) => (search.size > 0 ? [] : [apiQuery('POST /api/analytics/sales', { body: { period: 'today', compare: true } })]),
  },
  {
    path: to.invoices(),
    title: 'Invoices',
    module: () => import('#web/invoices/InvoicesPage.tsx'),
    shell: 'staff',
    fullWidth: true,
    menu: { label: 'Invoices', icon: ReceiptText, keywords: ['bills', 'reprint'] },
  },
  {
    path: to.inventory(),
    title: 'Inventory',
    module: () => import('#web/inventory/InventoryPage.tsx'),
    shell: 'staff',
    fullWidth: true,
    menu: { label: 'Inventory', icon: Package, keywords: ['stock', 'purchase', 'materials', 'count'] },
    begins: () => [apiQuery('GET /restaurant/inventory/raw-materials/all'), apiQuery('GET /restaurant/inventory/stocks/all')],
  },
  {
    path: to.users(),
    title: 'Employees',
    module: () => import('#web/users/UsersPage.tsx'),
    shell: 'staff',
    menu: { label: 'Employees', icon: UsersRound, keywords: ['staff', 'users', 'roles', 'waiters'] },
    begins: () => [apiQuery('GET /restaurant/employees')],
  },
  {
    path: to.listing(),
    title: 'App listing',
    module: () => import('#web/listing/ListingPage.tsx'),
    shell: 'staff',
    menu: { label: 'App listing', icon: Smartphone, keywords: ['photos', 'cuisines', 'location'] },
    begins: listing,
  },
  {
    path: to.marketing(),
    title: 'Marketing',
    module: () => import('#web/marketing/MarketingPage.tsx'),
    shell: 'staff',
    menu: { label: 'Marketing', icon: Megaphone, keywords: ['banners', 'promotion'] },
    begins: listing,
  },
  {
    path: to.account(),
    title: 'Your account',
    module: () => import('#web/account/AccountPage.tsx'),
    shell: 'staff',
    begins: () => [apiQuery('GET /auth/sessions'), apiQuery('GET /auth/email')],
  },
  {
    path: to.feedback(),
    title: 'Feedback',
    module: () => import('#web/feedback/FeedbackPage.tsx'),
    shell: 'staff',
    menu: { label: 'Feedback', icon: Star, keywords: ['ratings', 'guests', 'comments'] },
    begins: () => [apiQuery('GET /restaurant/feedback', { query: { page: 1, limit: 10 } })],
  },
  {
    path: to.settings(),
    title: 'Settings',
    module: () => import('#web/settings/home/HomePage.tsx'),
    shell: 'settings',
    menu: { label: 'Settings', icon: Settings, keywords: ['setup'] },
    tab: { label: 'General', icon: Store },
    begins: profile,
  },
]

/** The areas: an unknown address in one shows "not found" in the area's shell. */
export const AREAS: readonly { path: string; shell: Shell | null }[] = [
  { path: '/restaurant/*', shell: null },
  { path: `${to.settings()}/*`, shell: 'settings' },
  { path: '/partner/*', shell: 'partner' },
  { path: '/backoffice/*', shell: 'backoffice' },
]

/**
 * Areas whose table of screens is fetched when one of their addresses is opened, so that the staff's pages don't load it. The first that fits counts.
 */
export const LATER: readonly { paths: RegExp; table: () => Promise<{ screens: readonly Screen[] }> }[] = [
  {
    paths: /^\/(\w+\/)?login\/?$|^\/restaurant\/(forgot-password|verify-otp|reset-password)\/?$/i,
    table: () => import('./screens/signIn.ts'),
  },
  { paths: /^\/restaurant\/settings\/./i, table: () => import('./screens/settings.ts') },
  { paths: /^\/(restaurant\/signup|partner\/signup|claim)(\/|$)/i, table: () => import('./screens/onboarding.ts') },
  { paths: /^\/partner(\/|$)/i, table: () => import('./screens/partner.ts') },
  { paths: /^\/backoffice(\/|$)/i, table: () => import('./screens/backoffice.ts') },
]
