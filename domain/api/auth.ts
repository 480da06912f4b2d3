import { z } from 'zod'
import { ROLES } from '../roles.ts'
import { call } from './contract.ts'
import { Message, PermissionsShape, SessionUser } from './shapes.ts'

const Credentials = z.object({ email: z.string().trim().toLowerCase().max(254), password: z.string().min(1).max(128) })
const login = { tags: ['Authentication'], scope: 'public', roles: ['public'], rateLimit: { perMinute: 20 } } as const
const loginErrors = {
  '401 invalid_credentials': 'E-mail and password do not fit; never tells whether the account exists',
  '403 inactive': 'The account is inactive: `{ active: false }`',
}
const Signed = { token: z.string(), user: SessionUser }

export const auth = {
  'POST /auth/restaurant/login': call({
    operationId: 'restaurantLogin',
    summary: 'Sign a member of staff in',
    ...login,
    body: Credentials.extend({ terminate_existing: z.boolean().optional() }),
    returns: z.object({ ...Signed, permissions: PermissionsShape }),
    failure: 'Restaurant Login failed',
    errors: {
      ...loginErrors,
      '403 pending_approval': 'The restaurant is not approved yet: `{ approved: false, restaurantName, token, rejectionReason? }`',
      '409 active_sessions': 'Active sessions exist: `{ sessions }`; resend with `terminate_existing: true`',
    },
  }),
  'POST /auth/partner/login': call({
    operationId: 'partnerLogin',
    summary: 'Sign a partner in',
    ...login,
    body: Credentials,
    returns: z.object({ ...Signed, partner: z.object({ _id: z.string(), name: z.string(), email: z.string() }) }),
    failure: 'Partner Login failed',
    errors: loginErrors,
  }),
  'POST /auth/backoffice/login': call({
    operationId: 'backofficeLogin',
    summary: 'Sign an administrator in',
    ...login,
    body: Credentials,
    returns: z.object({
      ...Signed,
      id: z.string(),
      role: z.enum(ROLES),
      name: z.string(),
      email: z.string(),
      permissions: PermissionsShape,
    }),
    failure: 'Authentication failed',
    errors: loginErrors,
  }),
  'POST /auth/logout': call({
    operationId: 'logout',
    summary: "End the caller's session and its sockets",
    tags: ['Authentication'],
    scope: 'public',
    roles: [...ROLES],
    whilePending: true,
    returns: Message,
    failure: 'Authentication failed',
  }),
  'GET /auth/me': call({
    operationId: 'me',
    summary: 'The signed-in person and the permissions map',
    tags: ['Authentication'],
    scope: 'public',
    roles: [...ROLES],
    whilePending: true,
    returns: z.object({ user: SessionUser, permissions: PermissionsShape }),
    failure: 'Authentication failed',
  }),
} as const
