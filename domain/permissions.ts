import { familyOf, HOME, isStaff, type Role, STAFF_ROLES, type StaffRole } from './roles.ts'

/** Route -> roles. A missing route follows DEFAULT_PERMISSIONS; an empty list switches the page off (CONTRACT §2). */
export type Permissions = Record<string, string[]>

const managers = ['superuser', 'managerialHead', 'generalManager'] as const
const dashboard = [...managers, 'cashier'] as const
const pos = [...dashboard, 'captain'] as const
const captainPages = [...managers, 'captain', 'cashier', 'waiter'] as const
const owners = ['superuser', 'managerialHead'] as const

/** The default permissions: SPEC §2's lists, page by page. */
export const DEFAULT_PERMISSIONS = {
  '/restaurant/dashboard': dashboard,
  '/restaurant/pos': pos,
  '/restaurant/orders': [...pos, 'delivery'],
  '/restaurant/kitchen': [...managers, 'kitchen'],
  '/restaurant/tables': [...managers, 'captain', 'cashier'],
  '/restaurant/reservation': ['superuser', 'mobileAdmin', 'managerialHead', 'generalManager', 'cashier'],
  '/restaurant/customers': managers,
  '/restaurant/reports': managers,
  '/restaurant/users': managers,
  '/restaurant/invoices': dashboard,
  '/restaurant/inventory': [...dashboard, 'kitchen'],
  '/restaurant/captain': captainPages,
  '/restaurant/captain/orders': captainPages,
  '/restaurant/captain/menu': captainPages,
  '/restaurant/captain/tables': captainPages,
  '/restaurant/pos-mobile': captainPages,
  '/restaurant/pos-mobile/orders': captainPages,
  '/restaurant/pos-mobile/menu': captainPages,
  '/restaurant/pos-mobile/home': captainPages,
  '/restaurant/feedback': managers,
  '/restaurant/marketing': ['mobileAdmin'],
  '/restaurant/profile': ['mobileAdmin'],
  '/restaurant/settings': owners,
  '/restaurant/settings/kot': owners,
  '/restaurant/settings/print': owners,
  '/restaurant/settings/recipe': owners,
  '/restaurant/settings/table': owners,
  '/restaurant/settings/menu': owners,
  '/restaurant/settings/tax': owners,
  '/restaurant/settings/payment': owners,
  '/restaurant/settings/offer': owners,
  '/restaurant/settings/summary': owners,
  '/restaurant/settings/keys': owners,
  '/restaurant/settings/addons': owners,
} as const satisfies Record<string, readonly StaffRole[]>

/** A staff page that can be granted to roles and switched off. */
export type Page = keyof typeof DEFAULT_PERMISSIONS
export const PAGES = Object.keys(DEFAULT_PERMISSIONS) as Page[]

/** What people call a page, in lists of pages. Those of settings begin with the word. */
export const PAGE_NAMES: Record<Page, string> = {
  '/restaurant/dashboard': 'Dashboard',
  '/restaurant/pos': 'POS',
  '/restaurant/orders': 'Orders',
  '/restaurant/kitchen': 'Kitchen',
  '/restaurant/tables': 'Tables',
  '/restaurant/reservation': 'Reservations',
  '/restaurant/customers': 'Customers',
  '/restaurant/reports': 'Reports',
  '/restaurant/users': 'Employees',
  '/restaurant/invoices': 'Invoices',
  '/restaurant/inventory': 'Inventory',
  '/restaurant/captain': 'Captain',
  '/restaurant/captain/orders': 'Captain: orders',
  '/restaurant/captain/menu': 'Captain: menu',
  '/restaurant/captain/tables': 'Captain: tables',
  '/restaurant/pos-mobile': 'Mobile POS',
  '/restaurant/pos-mobile/orders': 'Mobile POS: orders',
  '/restaurant/pos-mobile/menu': 'Mobile POS: menu',
  '/restaurant/pos-mobile/home': 'Mobile POS: home',
  '/restaurant/feedback': 'Feedback',
  '/restaurant/marketing': 'Marketing',
  '/restaurant/profile': 'App listing',
  '/restaurant/settings': 'Settings',
  '/restaurant/settings/kot': 'Settings: KOT',
  '/restaurant/settings/print': 'Settings: printing',
  '/restaurant/settings/recipe': 'Settings: recipes',
  '/restaurant/settings/table': 'Settings: tables',
  '/restaurant/settings/menu': 'Settings: menu',
  '/restaurant/settings/tax': 'Settings: tax',
  '/restaurant/settings/payment': 'Settings: payment',
  '/restaurant/settings/offer': 'Settings: offers',
  '/restaurant/settings/summary': 'Settings: day summary',
  '/restaurant/settings/keys': 'Settings: sync keys',
  '/restaurant/settings/addons': 'Settings: addons',
}

/** Back-office and partner pages have fixed roles and no switch (SPEC §2). */
const FIXED_PAGES: { prefix: string; roles: readonly Role[] }[] = [
  { prefix: '/backoffice', roles: ['admin', 'backoffice'] },
  { prefix: '/partner', roles: ['partner', 'managerialHead'] },
  { prefix: '/user', roles: ['user'] },
]

/** The roles that a page admits under a restaurant's permissions. */
export function rolesOf(page: Page, permissions: Permissions | null | undefined): readonly string[] {
  return permissions?.[page] ?? DEFAULT_PERMISSIONS[page]
}

export const isSwitchedOff = (page: Page, permissions: Permissions | null | undefined): boolean => permissions?.[page]?.length === 0

/** The page that a path belongs to: itself, or the longest page above it. Case doesn't matter, as in the router. */
export function pageOf(path: string): Page | null {
  const clean = path.toLowerCase().replace(/\/+$/, '') || '/'
  let found: Page | null = null
  for (const page of PAGES) if ((clean === page || clean.startsWith(`${page}/`)) && page.length > (found?.length ?? 0)) found = page
  return found
}

export type Opening = { ok: true } | { ok: false; why: 'role' | 'disabled'; redirect: string }

/**
 * May this role open this path? (SPEC §2 "Access guard behaviour".) Admin, back office, partner and mobileAdmin see every staff page, even one that is
 * switched off; `permissions` null means that none were fetched.
 */
export function canOpen(who: { role: Role }, path: string, permissions: Permissions | null): Opening {
  const redirect = HOME[who.role]
  const refuse = (why: 'role' | 'disabled'): Opening => ({ ok: false, why, redirect })
  const lower = path.toLowerCase()
  for (const { prefix, roles } of FIXED_PAGES)
    if (lower === prefix || lower.startsWith(`${prefix}/`)) {
      const fits = prefix === '/backoffice' ? roles.includes(who.role) : who.role === 'admin' || roles.includes(who.role)
      return fits ? { ok: true } : refuse('role')
    }
  // Pages that every member of staff may open, as their own account, are still no diner's.
  if (who.role === 'user' && (lower === '/restaurant' || lower.startsWith('/restaurant/'))) return refuse('role')
  const page = pageOf(path)
  if (!page) return { ok: true }
  if (['admin', 'backoffice', 'partner', 'mobileAdmin'].includes(who.role)) return { ok: true }
  if (isSwitchedOff(page, permissions)) return refuse('disabled')
  return rolesOf(page, permissions).includes(who.role) ? { ok: true } : refuse('role')
}

/** The access rules of a call, from its contract. */
export type Access = {
  scope: 'public' | 'restaurant' | 'partner' | 'diner' | 'platform'
  roles: readonly (Role | 'public')[]
  pages: readonly Page[]
}

export type Refusal = 'role' | 'page'

/**
 * May this principal make this call? `entered`: a partner, back-office user or admin who entered by X-Restaurant-Id, which the caller has checked. Roles
 * decide first; for staff at least one of the call's pages must also admit the role (CONTRACT §2).
 */
export function mayCall(access: Access, who: { role: Role; entered: boolean }, permissions: Permissions | null): Refusal | null {
  if (access.roles.includes('public')) return null
  if (access.scope === 'restaurant' && !isStaff(who.role)) {
    if (familyOf(who.role) === 'diner') return access.roles.includes('user') ? null : 'role'
    return who.entered ? null : 'role'
  }
  if (who.role === 'admin') return null
  if (!access.roles.includes(who.role)) return 'role'
  if (access.scope !== 'restaurant' || who.role === 'mobileAdmin' || access.pages.length === 0) return null
  const admitted = access.pages.some((page) => {
    const listed = permissions?.[page]
    // By default a call's pages admit all of its roles; a restaurant's permissions can only narrow that.
    return listed === undefined ? true : listed.includes(who.role)
  })
  return admitted ? null : 'page'
}

/** The staff pages that a person sees in the menu. */
export const visiblePages = (role: Role, permissions: Permissions | null): Page[] =>
  PAGES.filter((page) => canOpen({ role }, page, permissions).ok)

export { STAFF_ROLES }
