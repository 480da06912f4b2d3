import { z } from 'zod'
import { Application } from './auth.ts'
import { call } from './contract.ts'
import { ProfileBody } from './restaurant.ts'
import { Aggregated, AnalyticsFilter, Dashboard, Id, Insights, Message, Outlet, Partner, PermissionsShape, Sales } from './shapes.ts'

const op = { tags: ['Partner'], scope: 'partner', roles: ['partner', 'admin'] } as const
const reading = { tags: ['Partner'], scope: 'partner', roles: ['partner', 'managerialHead', 'admin'] } as const
const gone = { '404 not_found': 'No such outlet of this partner' }
const nobody = { '404 not_found': 'The caller has no partner' }
const OutletFilter = AnalyticsFilter.and(z.object({ outletId: Id }))

export const partner = {
  'GET /partner': call({
    operationId: 'readPartner',
    summary: 'The partner',
    ...reading,
    returns: z.object({ partner: Partner }),
    failure: 'Failed to fetch partner details',
    errors: nobody,
  }),
  'GET /partner/outlets': call({
    operationId: 'listOutlets',
    summary: "The partner's outlets",
    ...reading,
    returns: z.object({ outlets: z.array(Outlet) }),
    failure: 'Failed to fetch outlets',
    errors: nobody,
  }),
  'POST /partner/restaurant': call({
    operationId: 'createOutlet',
    summary: 'Add an outlet: it waits for approval',
    ...op,
    status: 201,
    body: Application,
    returns: z.object({ restaurant: Outlet }),
    failure: 'Failed to create restaurant',
    errors: { '409 email_taken': 'The address has an account' },
  }),
  'PUT /partner/restaurant/:id': call({
    operationId: 'updateOutlet',
    summary: "Change an outlet's profile fields",
    ...op,
    params: z.object({ id: Id }),
    body: ProfileBody,
    returns: z.object({ restaurant: Outlet }),
    failure: 'Failed to update restaurant',
    errors: { ...gone, '409 invalid_transition': 'Only a rejected application is sent again' },
  }),
  'DELETE /partner/restaurant/:id': call({
    operationId: 'deleteOutlet',
    summary: 'Take an outlet out',
    ...op,
    params: z.object({ id: Id }),
    returns: Message,
    failure: 'Failed to delete restaurant',
    errors: { ...gone, '409 open_orders': 'It has open orders' },
  }),
  'GET /partner/permissions/restaurant/:id': call({
    operationId: 'readOutletPermissions',
    summary: "An outlet's permissions map",
    ...reading,
    params: z.object({ id: Id }),
    returns: z.object({ permissions: PermissionsShape }),
    failure: 'Failed to fetch restaurant permissions',
    errors: gone,
  }),
  'PUT /partner/permissions/restaurant/:id': call({
    operationId: 'updateOutletPermissions',
    summary: 'Replace the map',
    ...op,
    params: z.object({ id: Id }),
    body: z.object({ permissions: PermissionsShape }),
    returns: z.object({ permissions: PermissionsShape }),
    failure: 'Failed to update restaurant permissions',
    errors: gone,
  }),
  'POST /api/analytics/outlet/sales': call({
    operationId: 'outletSales',
    summary: "An outlet's sales",
    ...reading,
    tags: ['Analytics'],
    body: OutletFilter,
    returns: z.object({ sales: Sales }),
    failure: 'Failed to fetch sales analytics',
    errors: gone,
  }),
  'POST /api/analytics/outlet/customer-insights': call({
    operationId: 'outletInsights',
    summary: "An outlet's customers",
    ...reading,
    tags: ['Analytics'],
    body: OutletFilter,
    returns: z.object({ insights: Insights }),
    failure: 'Failed to fetch customer insights',
    errors: gone,
  }),
  'POST /api/analytics/outlet/dashboard-analytics': call({
    operationId: 'outletDashboard',
    summary: "An outlet's dashboard",
    ...reading,
    tags: ['Analytics'],
    body: OutletFilter,
    returns: z.object({ dashboard: Dashboard }),
    failure: 'Failed to fetch dashboard analytics',
    errors: gone,
  }),
  'POST /api/analytics/partner/aggregated-insights': call({
    operationId: 'aggregatedInsights',
    summary: 'All outlets side by side',
    ...reading,
    tags: ['Analytics'],
    body: AnalyticsFilter,
    returns: z.object({ insights: Aggregated }),
    failure: 'Failed to fetch analytics',
    errors: nobody,
  }),
} as const
