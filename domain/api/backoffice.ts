import { z } from 'zod'
import { Application } from './auth.ts'
import { LIMITS } from '../limits.ts'
import { NAME_TAKEN } from './employees.ts'
import { busy, byId, DateOnly, Id, Instant, intQuery, Message, paging, Rupees, sortQuery } from './common.ts'
import { call } from './contract.ts'
import { Email, Mobile, Name, Password } from './fields.ts'
import { Outlet, Partner } from './partner.ts'
import { PermissionsChange, permissionsChanged, PermissionsShape } from './restaurant.ts'

const op = { tags: ['Back office'], scope: 'platform', roles: ['backoffice', 'admin'] } as const
const noRow = { '404 not_found': 'There is no such restaurant or partner' }
const BookedSum = z.object({ amount: Rupees, count: z.number().int() })
const decided = { ...noRow, ...busy, '409 already_decided': 'It was decided already: `{ restaurant, mine }`; `mine`: by the caller' }
const addressTaken = { '409 address_taken': 'Somebody signed up with an address that belongs to another account' }
const deskRules = {
  '404 not_found': 'The back office has no such user',
  '403 role_above': 'Only an administrator changes an administrator',
  ...busy,
}
/** What the back office's long lists can be sorted by: each has an index. `added` is when the row came in. */
export const LIST_SORTS = ['name', 'added'] as const
export type ListSort = (typeof LIST_SORTS)[number] | `-${(typeof LIST_SORTS)[number]}`
/** Tawa's own staff. */
export const DeskUser = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  role: z.enum(['admin', 'backoffice']),
  isActive: z.boolean(),
  createdAt: Instant,
  lastLoginAt: Instant.nullable(),
  formerNames: z.array(z.string()),
})
export type DeskUser = z.infer<typeof DeskUser>
/** What is decided on applications and claims. `claimWithdrawn`: the approval of a claim was. A claim is completed by its claimant, who becomes an owner. */
export const DECISIONS = ['approved', 'rejected', 'claimApproved', 'claimRejected', 'claimWithdrawn', 'claimCompleted'] as const
export const Decision = z.object({
  _id: Id,
  at: Instant,
  kind: z.enum(DECISIONS),
  restaurantId: Id,
  name: z.string().describe('the restaurant, as it was called then'),
  by: z.string(),
  reason: z.string().nullable(),
  since: Instant.describe('when the application or claim came in'),
})
export type Decision = z.infer<typeof Decision>
const PartnerBody = z.object({
  name: Name,
  email: Email,
  mobile_number: Mobile,
  password: Password,
  restaurantIds: z.array(Id).max(500).default([]),
})

export const backoffice = {
  'GET /backoffice/analytics': call({
    operationId: 'backofficeAnalytics',
    summary: 'Figures of all restaurants together',
    ...op,
    query: z
      .object({ startDate: DateOnly.optional(), endDate: DateOnly.optional() })
      .describe('Business days of each outlet, at most 366; by default the last 30, up to now'),
    returns: z.object({
      analytics: z.object({
        restaurants: z.number().int(),
        pending: z.number().int(),
        claims: z.number().int(),
        partners: z.number().int(),
        orders: z.number().int(),
        sales: Rupees,
        series: z.array(z.object({ bucket: z.string(), sales: Rupees, orders: z.number().int() })),
      }),
    }),
    failure: 'Failed to fetch analytics data',
  }),
  'GET /backoffice/decisions': call({
    operationId: 'listDecisions',
    summary: 'The last decisions on applications and claims, with who decided and when',
    ...op,
    query: z.object({ mine: z.enum(['true', 'false']).optional().describe('only the caller’s own'), limit: intQuery(8, 1, 50) }),
    returns: z.object({ decisions: z.array(Decision) }),
    failure: 'Failed to fetch recent activity',
  }),
  'GET /backoffice/partners': call({
    operationId: 'listPartners',
    summary: 'Partners with their outlets',
    ...op,
    query: z.object({
      page: intQuery(1, 1, 100_000),
      limit: intQuery(50, 1, 200),
      search: z.string().trim().max(80).optional(),
      sort: sortQuery(LIST_SORTS, '-added'),
    }),
    returns: z.object({ partners: z.array(Partner), ...paging, totalPartners: z.number().int() }),
    failure: 'Failed to fetch partners',
  }),
  'POST /backoffice/partners': call({
    operationId: 'createPartner',
    summary: 'Add a partner',
    idempotent: true,
    ...op,
    status: 201,
    body: PartnerBody,
    returns: z.object({ partner: Partner }),
    failure: 'Failed to create partner',
    errors: { ...noRow, '409 email_taken': 'Another account has this address' },
  }),
  'PUT /backoffice/partners': call({
    operationId: 'updatePartner',
    summary: 'Change a partner',
    ...op,
    body: z.object({
      partnerId: Id,
      restaurantIdsBefore: z
        .array(Id)
        .max(500)
        .optional()
        .describe('(+) the outlets that the partner had when the list was looked at: `restaurantIds` replaces no other ones'),
      updateData: PartnerBody.omit({ password: true })
        .partial()
        .extend({ restaurantIds: z.array(Id).max(500).optional() }),
    }),
    returns: z.object({ partner: Partner }),
    failure: 'Failed to update partner',
    errors: {
      ...noRow,
      ...busy,
      ...addressTaken,
      '409 email_taken': 'Another account has this address',
      '409 outlets_changed': 'The partner has other outlets now than `restaurantIdsBefore`; nothing was saved: `{ partner }`, as it is now',
    },
  }),
  'DELETE /backoffice/partners': call({
    operationId: 'deletePartner',
    summary: 'Remove a partner and detach its outlets',
    ...op,
    body: z.object({ partnerId: Id }),
    returns: Message,
    failure: 'Failed to delete partner',
    errors: noRow,
  }),
  'GET /backoffice/restaurants': call({
    operationId: 'listRestaurants',
    summary: 'All restaurants',
    ...op,
    query: z.object({
      page: intQuery(1, 1, 100_000),
      limit: intQuery(20, 1, 100),
      search: z.string().trim().max(80).optional(),
      status: z.enum(['pending', 'approved', 'rejected']).optional(),
      sort: sortQuery(LIST_SORTS, '-added'),
      id: Id.optional().describe('this one alone, whatever else is asked for'),
    }),
    returns: z.object({ restaurants: z.array(Outlet), ...paging, totalRestaurants: z.number().int() }),
    failure: 'Failed to fetch restaurants',
  }),
  'GET /backoffice/restaurants/pending': call({
    operationId: 'listPendingRestaurants',
    summary: 'Restaurants that wait for approval, oldest first',
    ...op,
    query: z.object({ page: intQuery(1, 1, 100_000), limit: intQuery(200, 1, 200) }),
    returns: z.object({ restaurants: z.array(Outlet), ...paging, totalRestaurants: z.number().int() }),
    failure: 'Failed to fetch pending restaurants',
  }),
  'POST /backoffice/restaurants': call({
    operationId: 'createRestaurant',
    summary: 'Add a restaurant, which is approved at once; its owner gets an invitation by mail',
    idempotent: true,
    ...op,
    status: 201,
    body: Application.extend({
      partnerId: Id.optional(),
      password: Password.optional().describe('without a password the owner needs the invitation to sign in'),
    }),
    returns: z.object({ restaurant: Outlet }),
    failure: 'Failed to create restaurant',
    errors: { ...noRow, ...addressTaken, '409 email_taken': 'Another account has this address' },
  }),
  'POST /backoffice/restaurants/approve': call({
    operationId: 'approveRestaurant',
    summary: 'Approve a restaurant',
    ...op,
    body: z.object({ restaurantId: Id }),
    returns: z.object({ restaurant: Outlet }),
    failure: 'Failed to approve restaurant',
    errors: { ...decided, ...addressTaken },
  }),
  'POST /backoffice/restaurants/reject': call({
    operationId: 'rejectRestaurant',
    summary: 'Reject a restaurant, with a reason',
    ...op,
    body: z.object({ restaurantId: Id, rejectionReason: z.string().trim().min(1).max(500) }),
    returns: z.object({ restaurant: Outlet }),
    failure: 'Failed to reject restaurant',
    errors: decided,
  }),
  'GET /backoffice/users': call({
    operationId: 'listBackofficeUsers',
    summary: 'Back-office users and administrators; the search looks into name and address',
    ...op,
    query: z.object({
      page: intQuery(1, 1, 100_000),
      limit: intQuery(50, 1, 200),
      search: z.string().trim().max(80).optional(),
      sort: sortQuery(['name', 'role', 'lastLogin'], 'name'),
    }),
    returns: z.object({ users: z.array(DeskUser), ...paging, totalUsers: z.number().int() }),
    failure: 'Failed to fetch backoffice users',
  }),
  'PUT /backoffice/users/:id/active': call({
    operationId: 'setBackofficeUserActive',
    summary: 'Activate or deactivate a back-office user; deactivation ends their sessions and closes their sockets',
    ...op,
    params: byId,
    body: z.object({ isActive: z.boolean() }),
    returns: z.object({ user: DeskUser }),
    failure: 'Failed to update backoffice user',
    errors: {
      ...deskRules,
      '403 own_account': 'Nobody can deactivate themselves',
      '409 last_admin': 'The last active administrator can’t be deactivated',
    },
  }),
  'PUT /backoffice/users/:id/password': call({
    operationId: 'resetBackofficeUserPassword',
    summary: "Set a back-office user's new password; ends their sessions and closes their sockets",
    ...op,
    rateLimit: LIMITS.deskPeople,
    params: byId,
    body: z.object({ password: Password }),
    returns: z.object({ user: DeskUser }),
    failure: 'Failed to reset the password',
    errors: { ...deskRules, '403 own_account': 'The own password is changed with PUT /auth/password, which asks for the present one' },
  }),
  'POST /backoffice/users': call({
    operationId: 'createBackofficeUser',
    summary: 'Add a back-office user; only an admin can add an admin',
    idempotent: true,
    ...op,
    rateLimit: LIMITS.deskPeople,
    status: 201,
    body: z.object({
      name: Name,
      email: Email,
      mobile_number: Mobile.default(''),
      role: z.enum(['admin', 'backoffice']),
      password: Password,
    }),
    returns: z.object({ user: z.object({ _id: Id, name: z.string(), email: z.string(), role: z.string() }) }),
    failure: 'Failed to create backoffice user',
    errors: { '409 email_taken': 'Another account has this address', '409 name_taken': NAME_TAKEN },
  }),
  'GET /backoffice/permissions/restaurant/:id': call({
    operationId: 'readRestaurantPermissions',
    summary: "A restaurant's permissions map, with its name, also before it is approved",
    ...op,
    params: byId,
    returns: z.object({ permissions: PermissionsShape, restaurantName: z.string() }),
    failure: 'Failed to fetch restaurant permissions',
    errors: noRow,
  }),
  'PUT /backoffice/permissions/restaurant/:id': call({
    operationId: 'updateRestaurantPermissions',
    summary: "Replace a restaurant's permissions map; an unknown route or role is 422",
    ...op,
    params: byId,
    body: PermissionsChange,
    returns: z.object({ permissions: PermissionsShape }),
    failure: 'Failed to update restaurant permissions',
    errors: { ...noRow, ...permissionsChanged },
  }),
  'POST /backoffice/rebuild': call({
    operationId: 'rebuildBooks',
    summary: "Compute a restaurant's rollups, visits and customers again from its orders; `npm run rebuild` does so for all restaurants",
    ...op,
    roles: ['admin'],
    body: z.object({
      restaurantId: Id,
      endDate: DateOnly.optional().describe('the last business date; today by default'),
      days: z.number().int().min(1).max(31).default(7).describe('how many business days, up to and including endDate'),
      check: z.boolean().default(false).describe('report differences without correcting them'),
    }),
    returns: z.object({
      rebuild: z.object({
        restaurantId: Id,
        startDate: DateOnly,
        endDate: DateOnly,
        differences: z.number().int().describe('rollups that did not agree with the orders'),
        examples: z
          .array(z.object({ date: DateOnly, kind: z.string(), key: z.string(), was: BookedSum.nullable(), is: BookedSum.nullable() }))
          .describe('at most 100 of the differences'),
        visits: z.number().int().describe('visits that were wrong'),
        customers: z.number().int().describe('customers whose number of visits or spend was wrong'),
        earlier: DateOnly.nullable().describe(
          'where to continue: the last business date before startDate with rollups or bookings; null at the end',
        ),
      }),
    }),
    failure: 'Failed to rebuild',
    errors: { ...noRow, '409 busy': 'The restaurant is being rebuilt already; try again after `retryAfter`' },
  }),
} as const
