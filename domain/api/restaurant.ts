import { z } from 'zod'
import { EVERY_STAFF, MONEY, OWNERS, staff } from './contract.ts'
import { AnalyticsFilter, Dashboard, HHmm, Id, Instant, PermissionsShape, RestaurantShape, SessionUser } from './shapes.ts'

const tags = ['Restaurant']
const kotPages = ['/restaurant/settings/kot', '/restaurant/settings', '/restaurant/settings/summary'] as const
const KotCounter = z.object({
  kot: z.object({
    currentNumber: z.number().int(),
    resetTime: HHmm,
    businessDate: z.string(),
    lastResetAt: Instant.nullable(),
    nextResetTime: z.object({ resetTime: HHmm, from: z.string() }).nullable(),
  }),
})

export const restaurant = {
  'GET /restaurant/profile': staff({
    operationId: 'readProfile',
    summary: "The restaurant's profile",
    tags,
    roles: [...EVERY_STAFF],
    whilePending: true,
    returns: z.object({ restaurant: RestaurantShape }),
    failure: 'Failed to fetch restaurant details',
  }),
  'GET /restaurant/:id/permissions': staff({
    operationId: 'readPermissions',
    summary: "The restaurant's permissions map: route → roles",
    tags,
    roles: [...EVERY_STAFF],
    params: z.object({ id: Id }),
    returns: z.object({ permissions: PermissionsShape }),
    failure: 'Failed to fetch restaurant permissions',
    errors: { '404 not_found': 'Not the own restaurant' },
  }),
  'POST /restaurant/user': staff({
    operationId: 'readActiveUser',
    summary: 'The signed-in person',
    tags,
    roles: [...EVERY_STAFF],
    returns: z.object({ user: SessionUser }),
    failure: 'Failed to fetch active user',
  }),
  'GET /kot': staff({
    operationId: 'readKotCounter',
    summary: 'The KOT counter of the running business day',
    tags,
    roles: [...EVERY_STAFF],
    returns: KotCounter,
    failure: 'Failed to fetch KOT details',
  }),
  'GET /kot/reset': staff({
    operationId: 'resetKotCounter',
    summary: 'Start KOT numbers at 1 again. Changes state by GET: same-site callers with a bearer token only',
    tags,
    roles: [...OWNERS],
    pages: kotPages,
    returns: KotCounter,
    failure: 'Failed to reset KOT counter',
  }),
  'POST /kot/reset-time': staff({
    operationId: 'setKotResetTime',
    summary: 'When a business day begins, from the next business day on',
    tags,
    roles: [...OWNERS],
    pages: kotPages,
    body: z.object({ resetTime: HHmm }),
    returns: KotCounter,
    failure: 'Failed to change KOT reset time',
  }),
  'POST /api/analytics/dashboard-analytics': staff({
    operationId: 'dashboardAnalytics',
    summary: 'How a period is going',
    tags: ['Analytics'],
    roles: [...MONEY],
    reads: true,
    pages: ['/restaurant/dashboard', '/restaurant/reports', '/restaurant/pos-mobile/home'],
    body: AnalyticsFilter,
    returns: z.object({ dashboard: Dashboard }),
    failure: 'Failed to fetch dashboard analytics',
  }),
} as const
