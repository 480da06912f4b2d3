import { familyOf, HOME, isStaff, type Role, STAFF_ROLES, type StaffRole } from './roles.ts'

/** Route -> roles. A missing route follows STAFF_PAGES; an empty list switches the page off (CONTRACT §2). */
export type Permissions = Record<string, string[]>

const managers = ['superuser', 'managerialHead', 'generalManager'] as const
const dashboard = [...managers, 'cashier'] as const
const pos = [...dashboard, 'captain'] as const
const captainPages = [...managers, 'captain', 'cashier', 'waiter'] as const
const owners = ['superuser', 'managerialHead'] as const

/** Every staff page with its name in lists of pages (names of settings pages begin with "Settings") and SPEC §2's roles. */
const STAFF_PAGES = {
  '/restaurant/dashboard': { name: 'Dashboard', roles: dashboard },
  '/restaurant/pos': { name: 'POS', roles: pos },
  '/restaurant/orders': { name: 'Orders', roles: [...pos, 'delivery'] },
  '/restaurant/kitchen': { name: 'Kitchen', roles: [...managers, 'kitchen'] },
  '/restaurant/tables': { name: 'Tables', roles: [...managers, 'captain', 'cashier'] },
  '/restaurant/reservation': { name: 'Reservations', roles: ['superuser', 'mobileAdmin', 'managerialHead', 'generalManager', 'cashier'] },
  '/restaurant/customers': { name: 'Customers', roles: managers },
  '/restaurant/reports': { name: 'Reports', roles: managers },
  '/restaurant/users': { name: 'Employees', roles: managers },
  '/restaurant/invoices': { name: 'Invoices', roles: dashboard },
  '/restaurant/inventory': { name: 'Inventory', roles: [...dashboard, 'kitchen'] },
  '/restaurant/captain': { name: 'Captain', roles: captainPages },
  '/restaurant/captain/orders': { name: 'Captain: orders', roles: captainPages },
  '/restaurant/captain/menu': { name: 'Captain: menu', roles: captainPages },
  '/restaurant/captain/tables': { name: 'Captain: tables', roles: captainPages },
  '/restaurant/pos-mobile': { name: 'Mobile POS', roles: captainPages },
  '/restaurant/pos-mobile/orders': { name: 'Mobile POS: orders', roles: captainPages },
  '/restaurant/pos-mobile/menu': { name: 'Mobile POS: menu', roles: captainPages },
  '/restaurant/pos-mobile/home': { name: 'Mobile POS: home', roles: captainPages },
  '/restaurant/feedback': { name: 'Feedback', roles: managers },
  '/restaurant/marketing': { name: 'Marketing', roles: ['mobileAdmin'] },
  '/restaurant/profile': { name: 'App listing', roles: ['mobileAdmin'] },
  '/restaurant/settings': { name: 'Settings', roles: owners },
  '/restaurant/settings/kot': { name: 'Settings: KOT', roles: owners },
  '/restaurant/settings/print': { name: 'Settings: printing', roles: owners },
  '/restaurant/settings/recipe': { name: 'Settings: recipes', roles: owners },
  '/restaurant/settings/table': { name: 'Settings: tables', roles: owners },
  '/restaurant/settings/menu': { name: 'Settings: menu', roles: owners },
  '/restaurant/settings/tax': { name: 'Settings: tax', roles: owners },
  '/restaurant/settings/payment': { name: 'Settings: payment', roles: owners },
  '/restaurant/settings/offer': { name: 'Settings: offers', roles: owners },
  '/restaurant/settings/summary': { name: 'Settings: day summary', roles: owners },
  '/restaurant/settings/keys': { name: 'Settings: sync keys', roles: owners },
  '/restaurant/settings/addons': { name: 'Settings: addons', roles: owners },
} as const satisfies Record<string, { name: string; roles: readonly StaffRole[] }>

/** A staff page that can be granted to roles and switched off. */
export type Page = keyof typeof STAFF_PAGES
export const PAGES = Object.keys(STAFF_PAGES) as Page[]
export const pageName = (page: Page): string => STAFF_PAGES[page].name

/** Back-office and partner pages have fixed roles and no switch (SPEC §2). */
const FIXED_PAGES: { prefix: string; roles: readonly Role[] }[] = [
  { prefix: '/backoffice', roles: ['admin', 'backoffice'] },
  { prefix: '/partner', roles: ['partner', 'managerialHead'] },
  { prefix: '/user', roles: ['user'] },
]

/** The roles that a page admits under a restaurant's permissions. */
export function rolesOf(page: Page, permissions: Permissions | null | undefined): readonly string[] {
  return permissions?.[page] ?? STAFF_PAGES[page].roles
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
  // Pages that every member of staff may open, such as the own account, are still closed to diners.
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
  const opens = (page: Page, map: typeof permissions) => rolesOf(page, map).includes(who.role)
  // By default a call's pages admit all of its roles; a restaurant's permissions can only narrow that. From a role that has lost one of the pages, those that it
  // never has by default take nothing back.
  const lost = access.pages.some((page) => opens(page, null) && !opens(page, permissions))
  const admitted = access.pages.some((page) => (!lost && !permissions?.[page]) || opens(page, permissions))
  return admitted ? null : 'page'
}

/** The staff pages that a person sees in the menu. */
export const visiblePages = (role: Role, permissions: Permissions | null): Page[] =>
  PAGES.filter((page) => canOpen({ role }, page, permissions).ok)

export { STAFF_ROLES }
