import type { Call } from '#domain/api/index.ts'
import type { Role } from '#domain/roles.ts'
import type { Stage } from './stage.ts'
import { signIn } from './world.ts'

/** `public`: not signed in. `reset`: the token that verify-otp gives. `own`: a cashier with a password and another device, or whom the call is about. `user`: a diner with an account. */
export type Caller = Role | 'public' | 'reset' | 'own'

/** Who makes a call in the tests that want it done. Of the restaurant's own calls the superuser, where it may. */
export const CALLERS: Partial<Record<Call, Caller>> = {
  'GET /health': 'public',
  'GET /openapi.json': 'public',
  'GET /docs': 'public',
  'GET /dev/outbox': 'public',
  'POST /auth/restaurant/login': 'public',
  'POST /auth/partner/login': 'public',
  'POST /auth/backoffice/login': 'public',
  'POST /auth/google/token': 'public',
  'POST /auth/partner/signup': 'public',
  'POST /auth/restaurant/signup': 'public',
  'POST /auth/user/login': 'public',
  'POST /auth/user/verify': 'public',
  'POST /auth/restaurant/forgot-password': 'public',
  'POST /auth/restaurant/verify-otp': 'public',
  'POST /auth/restaurant/reset-password': 'reset',
  'GET /auth/google': 'public',
  'GET /support': 'public',
  'POST /auth/email/confirm': 'own',
  'DELETE /auth/sessions/:id': 'own',
  'PUT /auth/password': 'own',
  'PUT /auth/email': 'own',
  'POST /menus/restaurant': 'public',
  'POST /menus/trending': 'public',
  'POST /menus/categories': 'public',
  'GET /menus/item/:id': 'public',
  'POST /menus/item/save': 'user',
  'DELETE /menus/item/:id/unsave': 'user',
  'GET /menus/saved': 'user',
  'GET /orders/past': 'user',
  'POST /orders/offer': 'mobileAdmin',
  'GET /menus/item/:id/saved': 'user',
  'POST /statistics/view/:id': 'public',
  'POST /statistics/cart/:id': 'public',
  'POST /statistics/order/:id': 'public',
  'POST /feedback/submit': 'public',
  'GET /restaurant/profile/necessary/:id': 'public',
  'GET /restaurant/offers/:id': 'public',
  'GET /restaurant/:id/details': 'public',
  'GET /restaurant/nearby': 'public',
  'POST /restaurant/:id/claim': 'public',
  'POST /restaurant/claim/complete': 'public',
  'POST /restaurant/promotional-banner': 'mobileAdmin',
  'DELETE /restaurant/promotional-banner/:id': 'mobileAdmin',
  'PUT /restaurant/:id/update': 'mobileAdmin',
  'GET /partner': 'partner',
  'GET /partner/outlets': 'partner',
  'POST /partner/restaurant': 'partner',
  'PUT /partner/restaurant/:id': 'partner',
  'DELETE /partner/restaurant/:id': 'partner',
  'GET /partner/permissions/restaurant/:id': 'partner',
  'PUT /partner/permissions/restaurant/:id': 'partner',
  'GET /partner/menu': 'partner',
  'GET /partner/menu/pushes': 'partner',
  'POST /partner/menu/preview': 'partner',
  'POST /partner/menu/push': 'partner',
  'POST /api/analytics/outlet/sales': 'partner',
  'POST /api/analytics/outlet/customer-insights': 'partner',
  'POST /api/analytics/outlet/dashboard-analytics': 'partner',
  'POST /api/analytics/partner/aggregated-insights': 'partner',
  'GET /backoffice/analytics': 'backoffice',
  'GET /backoffice/decisions': 'backoffice',
  'GET /backoffice/partners': 'backoffice',
  'POST /backoffice/partners': 'backoffice',
  'PUT /backoffice/partners': 'backoffice',
  'DELETE /backoffice/partners': 'backoffice',
  'GET /backoffice/restaurants': 'backoffice',
  'GET /backoffice/restaurants/pending': 'backoffice',
  'POST /backoffice/restaurants': 'backoffice',
  'POST /backoffice/restaurants/approve': 'backoffice',
  'POST /backoffice/restaurants/reject': 'backoffice',
  'GET /backoffice/users': 'backoffice',
  'PUT /backoffice/users/:id/active': 'backoffice',
  'PUT /backoffice/users/:id/password': 'backoffice',
  'POST /backoffice/users': 'backoffice',
  'GET /backoffice/permissions/restaurant/:id': 'backoffice',
  'PUT /backoffice/permissions/restaurant/:id': 'backoffice',
  'GET /backoffice/restaurants/claims/pending': 'backoffice',
  'GET /backoffice/restaurants/claims': 'backoffice',
  'POST /backoffice/restaurants/claims/process': 'backoffice',
  'POST /backoffice/rebuild': 'admin',
}
export const callerOf = (call: Call): Caller => CALLERS[call] ?? 'superuser'

/** The token of a call's permitted caller; null for a caller who isn't signed in. Logout gets a session of its own, because it ends it. */
export async function tokenOf(call: Call, { w, ...stage }: Stage): Promise<string | null> {
  const caller = callerOf(call)
  if (call === 'POST /auth/email/confirm') return stage.own.confirms.token
  if (call === 'PUT /auth/email') return stage.own.mistyped
  if (caller === 'own') return call === 'PUT /auth/password' ? stage.own.changes : stage.own.token
  if (call === 'POST /auth/logout') return (await signIn('cashier', { restaurantId: w.id, shard: w.shard })).token
  if (caller === 'public') return null
  if (caller === 'reset') return stage.signIn.resetToken
  if (caller === 'partner') return stage.partner.token
  return caller === 'user' ? stage.diner.token : w.as(caller)
}
