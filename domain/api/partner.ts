import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { Application } from './auth.ts'
import { byId, Id, Instant, Message } from './common.ts'
import { call } from './contract.ts'
import {
  OpeningHours,
  PermissionsChange,
  permissionsChanged,
  PermissionsShape,
  ProfileBody,
  profileChanged,
  RestaurantShape,
} from './restaurant.ts'

const AddressTaken = z
  .boolean()
  .optional()
  .describe('only for the back office: the address belongs to another account, so this one can’t be approved or given outlets')

const EmailConfirmed = z
  .boolean()
  .optional()
  .describe(
    'only for the back office: the address was proved by a mailed code or by Google; false after a sign-up whose mailed code was not entered',
  )

export const Partner = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  createdAt: Instant,
  outlets: z.array(z.object({ _id: Id, establishment_name: z.string(), approvalStatus: z.string() })),
  addressTaken: AddressTaken,
  emailConfirmed: EmailConfirmed,
})
export type Partner = z.infer<typeof Partner>
/** A restaurant as partners and the back office list it. */
export const Outlet = RestaurantShape.pick({
  _id: true,
  establishment_name: true,
  restaurantName: true,
  approved: true,
  approvalStatus: true,
  rejectionReason: true,
  user_name: true,
  user_contact_number: true,
  address: true,
  gstNumber: true,
  fssaiNumber: true,
  location: true,
  timezone: true,
}).extend({
  partnerId: z.string().nullable(),
  partnerName: z.string().nullable(),
  email: z.string(),
  city: z.string(),
  opening_hours: OpeningHours.nullable(),
  documents: z.array(z.object({ name: z.string(), url: z.string() })),
  createdAt: Instant,
  lastOrderAt: Instant.nullable(),
  owner: z.object({ name: z.string(), mobile_number: z.string() }).optional().describe('only for the back office: whose `email` it is'),
  addressTaken: AddressTaken,
  partnerAddressTaken: z.boolean().optional().describe('`addressTaken` of the partner whose outlet it is or would be'),
  emailConfirmed: EmailConfirmed,
  sentBack: z
    .object({ at: Instant, by: z.string(), reason: z.string() })
    .optional()
    .describe('only for the back office: the last rejection of an application that waits again'),
  appliedAt: Instant.optional().describe(
    '(+) only for the back office, of one that was sent again: when it first came in; `createdAt` is when it was last sent',
  ),
})
export type Outlet = z.infer<typeof Outlet>

const op = { tags: ['Partner'], scope: 'partner', roles: ['partner', 'admin'] } as const
const reading = { tags: ['Partner'], scope: 'partner', roles: ['partner', 'managerialHead', 'admin'] } as const
const noOutlet = { '404 not_found': 'No such outlet of this partner' }
const nobody = { '404 not_found': 'The caller has no partner' }

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
    rateLimit: LIMITS.signup,
    summary:
      'Add an outlet, which then waits for approval. The address of another account is answered like a free one, and its owner gets a mail',
    idempotent: true,
    ...op,
    status: 201,
    body: Application,
    returns: z.object({ restaurant: Outlet }),
    failure: 'Failed to create restaurant',
    errors: { ...nobody, '409 email_taken': 'The address is the caller’s own' },
  }),
  'PUT /partner/restaurant/:id': call({
    operationId: 'updateOutlet',
    summary: "Change an outlet's profile fields",
    ...op,
    params: byId,
    body: ProfileBody,
    returns: z.object({ restaurant: Outlet }),
    failure: 'Failed to update restaurant',
    errors: { ...noOutlet, ...profileChanged, '409 invalid_transition': 'Only a rejected application is sent again' },
  }),
  'DELETE /partner/restaurant/:id': call({
    operationId: 'deleteOutlet',
    summary: 'Remove an outlet; again for one that was removed finishes what was not done, and answers the same',
    ...op,
    params: byId,
    returns: Message,
    failure: 'Failed to delete restaurant',
    errors: { ...noOutlet, '409 open_orders': 'The outlet has open orders' },
  }),
  'GET /partner/permissions/restaurant/:id': call({
    operationId: 'readOutletPermissions',
    summary: "An outlet's permissions map",
    ...reading,
    params: byId,
    returns: z.object({ permissions: PermissionsShape }),
    failure: 'Failed to fetch restaurant permissions',
    errors: noOutlet,
  }),
  'PUT /partner/permissions/restaurant/:id': call({
    operationId: 'updateOutletPermissions',
    summary: "Replace an outlet's permissions map",
    ...op,
    params: byId,
    body: PermissionsChange,
    returns: z.object({ permissions: PermissionsShape }),
    failure: 'Failed to update restaurant permissions',
    errors: { ...noOutlet, ...permissionsChanged },
  }),
} as const
