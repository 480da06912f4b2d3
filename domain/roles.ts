/** The roles of SPEC §6 and the families their tokens belong to (CONTRACT §2). */
export const STAFF_ROLES = [
  'superuser',
  'managerialHead',
  'generalManager',
  'cashier',
  'captain',
  'waiter',
  'kitchen',
  'delivery',
  'mobileAdmin',
] as const
export const ROLES = [...STAFF_ROLES, 'partner', 'user', 'admin', 'backoffice'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]
export type Role = (typeof ROLES)[number]
/** Which token store a session lives in (SPEC §6): restaurant_token, partner_token, token, backoffice_token. */
export type Family = 'restaurant' | 'partner' | 'diner' | 'backoffice'

export const isStaff = (role: string): role is StaffRole => (STAFF_ROLES as readonly string[]).includes(role)

export function familyOf(role: Role): Family {
  if (role === 'partner') return 'partner'
  if (role === 'user') return 'diner'
  if (role === 'admin' || role === 'backoffice') return 'backoffice'
  return 'restaurant'
}

/** A role's name on screens. */
export const ROLE_NAMES: Record<Role, string> = {
  superuser: 'Owner',
  managerialHead: 'Managerial head',
  generalManager: 'General manager',
  cashier: 'Cashier',
  captain: 'Captain',
  waiter: 'Waiter',
  kitchen: 'Kitchen',
  delivery: 'Delivery',
  mobileAdmin: 'Mobile admin',
  partner: 'Partner',
  user: 'Diner',
  admin: 'Administrator',
  backoffice: 'Back office',
}

/** SPEC §2, "Landing path after login, by role"; admin and user as CONTRACT §2 says. */
export const HOME: Record<Role, string> = {
  superuser: '/restaurant/dashboard',
  managerialHead: '/restaurant/dashboard',
  generalManager: '/restaurant/dashboard',
  cashier: '/restaurant/dashboard',
  kitchen: '/restaurant/kitchen',
  captain: '/restaurant/tables',
  waiter: '/restaurant/captain',
  delivery: '/restaurant/orders',
  mobileAdmin: '/restaurant/profile',
  partner: '/partner/dashboard',
  backoffice: '/backoffice/dashboard',
  admin: '/backoffice/dashboard',
  user: '/user/menu',
}

/** The sign-in page of the area that a path is in (SPEC §2, "After sign-out"). */
export function loginPathFor(path: string): string {
  for (const area of ['partner', 'user', 'backoffice']) if (path === `/${area}` || path.startsWith(`/${area}/`)) return `/${area}/login`
  return '/restaurant/login'
}

/** Where an expired session goes: the login of the path's area; a path of no area goes to /dashboard (SPEC §2). */
export function expiredPathFor(path: string): string {
  for (const area of ['restaurant', 'partner', 'user', 'backoffice'])
    if (path === `/${area}` || path.startsWith(`/${area}/`)) return `/${area}/login?token_expired=true`
  return '/dashboard?token_expired=true'
}

/** Ranks for the rule that nobody gives, changes or removes a role above their own (CONTRACT §2). */
const RANK: Partial<Record<Role, number>> = { superuser: 3, managerialHead: 2, generalManager: 1 }
export const rankOf = (role: Role): number => RANK[role] ?? 0

/** The word on paper for people whose name it can't spell. */
export const STAFF = 'Staff'
