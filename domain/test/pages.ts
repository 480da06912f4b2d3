import type { StaffRole } from '../roles.ts'

/**
 * SPEC §2 "Staff routes and their allowed roles", written out by hand: y may open the route, . may not. Nothing here is taken from `domain/permissions.ts`, which
 * is under test. A new page gets its row here; the tests of the permissions and of the guard read it.
 */
export const STAFF_COLUMNS = [
  'superuser',
  'managerialHead',
  'generalManager',
  'cashier',
  'captain',
  'waiter',
  'kitchen',
  'delivery',
  'mobileAdmin',
] as const satisfies readonly StaffRole[]
export const STAFF_TABLE: Readonly<Record<string, string>> = {
  //                                SU MH GM CA CP WA KI DE MA
  '/restaurant/dashboard': 'y y y y . . . . .',
  '/restaurant/pos': 'y y y y y . . . .',
  '/restaurant/orders': 'y y y y y . . y .',
  '/restaurant/kitchen': 'y y y . . . y . .',
  '/restaurant/tables': 'y y y y y . . . .',
  '/restaurant/reservation': 'y y y y . . . . y',
  '/restaurant/customers': 'y y y . . . . . .',
  '/restaurant/reports': 'y y y . . . . . .',
  '/restaurant/users': 'y y y . . . . . .',
  '/restaurant/invoices': 'y y y y . . . . .',
  '/restaurant/inventory': 'y y y y . . y . .',
  '/restaurant/captain': 'y y y y y y . . .',
  '/restaurant/captain/orders': 'y y y y y y . . .',
  '/restaurant/captain/menu': 'y y y y y y . . .',
  '/restaurant/captain/tables': 'y y y y y y . . .',
  '/restaurant/pos-mobile': 'y y y y y y . . .',
  '/restaurant/pos-mobile/orders': 'y y y y y y . . .',
  '/restaurant/pos-mobile/menu': 'y y y y y y . . .',
  '/restaurant/pos-mobile/home': 'y y y y y y . . .',
  '/restaurant/feedback': 'y y y . . . . . .',
  '/restaurant/marketing': '. . . . . . . . y',
  '/restaurant/profile': '. . . . . . . . y',
  '/restaurant/settings': 'y y . . . . . . .',
  '/restaurant/settings/kot': 'y y . . . . . . .',
  '/restaurant/settings/print': 'y y . . . . . . .',
  '/restaurant/settings/recipe': 'y y . . . . . . .',
  '/restaurant/settings/table': 'y y . . . . . . .',
  '/restaurant/settings/menu': 'y y . . . . . . .',
  '/restaurant/settings/tax': 'y y . . . . . . .',
  '/restaurant/settings/payment': 'y y . . . . . . .',
  '/restaurant/settings/offer': 'y y . . . . . . .',
  '/restaurant/settings/summary': 'y y . . . . . . .',
  '/restaurant/settings/keys': 'y y . . . . . . .',
  '/restaurant/settings/addons': 'y y . . . . . . .',
}
