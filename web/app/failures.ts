import type { Call } from '#domain/api/index.ts'

/**
 * SPEC §8's default of each call: what is said when neither the server nor the transport has words. Written out, because the contract's
 * schemas would bring all of zod along; a test holds it to the contract.
 */
export const FAILURES: Partial<Record<Call, string>> = {
  'GET /health': 'Not available',
  'GET /openapi.json': 'Not available',
  'GET /docs': 'Not available',
  'POST /auth/restaurant/login': 'Restaurant Login failed',
  'POST /auth/partner/login': 'Partner Login failed',
  'POST /auth/backoffice/login': 'Authentication failed',
  'POST /auth/logout': 'Authentication failed',
  'GET /auth/me': 'Authentication failed',
  'POST /tables/createTables': 'Table creation failed',
  'GET /tables': 'Failed to fetch tables',
  'GET /tables/alerts': 'Failed to fetch table alerts',
  'GET /tables/:id': 'Failed to fetch table',
  'PUT /tables/update': 'Table update failed',
  'DELETE /tables/delete/:id': 'Failed to delete table',
  'POST /tables/alert': 'Failed to create alert',
  'POST /tables/clear-alert': 'Failed to clear table alert',
  'POST /tables/move': 'Failed to move table',
  'POST /tables/merge': 'Failed to merge tables',
  'POST /orders': 'Order operation failed',
  'POST /pos/order': 'Order operation failed',
  'PUT /pos/order': 'Order update failed',
  'GET /orders': 'Failed to fetch orders',
  'GET /orders/restaurant/pending': 'Fetching Orders failed',
  'GET /orders/user/:id': 'Failed to fetch orders',
  'POST /orders/active': 'Failed to fetch active order',
  'PUT /orders/item/status': 'Order item status update failed',
  'PUT /orders/status': 'Order status update failed',
  'PUT /orders/payment/status': 'Payment status update failed',
  'PUT /orders/note': 'Additional item note update failed',
  'POST /orders/:id/bill': 'Order update failed',
  'POST /menus/restaurant': 'Failed to fetch menu',
  'POST /menus/trending': 'Failed to fetch menu',
  'POST /menus/categories': 'Failed to fetch menu',
  'GET /menus/item/:id': 'Failed to fetch menu item',
  'PATCH /menus/item/:id/availability': 'Failed to update menu item',
  'GET /restaurant/profile': 'Failed to fetch restaurant details',
  'GET /restaurant/:id/permissions': 'Failed to fetch restaurant permissions',
  'POST /restaurant/user': 'Failed to fetch active user',
  'GET /kot': 'Failed to fetch KOT details',
  'GET /kot/reset': 'Failed to reset KOT counter',
  'POST /kot/reset-time': 'Failed to change KOT reset time',
  'POST /api/analytics/dashboard-analytics': 'Failed to fetch dashboard analytics',
}

export const failureOf = (address: Call): string => FAILURES[address] ?? 'The request failed'
