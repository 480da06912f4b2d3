import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { MESSAGES } from '../messages.ts'
import { ROLES } from '../roles.ts'
import { byId, gone, Id, Instant, Message } from './common.ts'
import { call, EVERY_STAFF, staff } from './contract.ts'
import { NAME_TAKEN } from './employees.ts'
import { Email, Mobile, Name, Password } from './fields.ts'
import { FssaiNumber, GstNumber, Hours, PermissionsShape, RestaurantShape } from './restaurant.ts'

export const SessionUser = z.object({
  id: z.string(),
  _id: z.string(),
  role: z.enum(ROLES),
  name: z.string(),
  email: z.string(),
  restaurantId: z.string().nullable(),
  restaurantName: z.string().nullable(),
  partnerId: z
    .string()
    .nullable()
    .describe('of a partner their own; of a managerialHead the partner whose outlets they may read, else null'),
  approved: z.boolean(),
  exists: z.boolean(),
  isGuest: z.boolean().optional().describe('(+) true for a guest of a table, who has no account and so no lists; else absent'),
})
export type SessionUser = z.infer<typeof SessionUser>
export const OpenSession = z.object({ id: z.string(), device: z.string(), createdAt: Instant, lastSeenAt: Instant })

const Credentials = z.object({ email: z.string().trim().toLowerCase().max(254), password: z.string().min(1).max(128) })
const Otp = z.string().regex(/^\d{6}$/, 'Must be six digits.')
/** The fields with which a restaurant applies (CONTRACT §6); the back office creates one with the same. */
export const Application = z.object({
  establishment_name: Name,
  user_name: Name,
  user_contact_number: Mobile,
  email: Email,
  password: Password,
  address: z.string().trim().min(1).max(300),
  location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).nullish(),
  opening_hours: Hours.default({ periods: [], weekday_text: [] }),
  gstNumber: GstNumber.default(''),
  fssaiNumber: FssaiNumber.default(''),
})

const open = { tags: ['Authentication'], scope: 'public', roles: ['public'] } as const
const inactive = { '403 inactive': 'The account is inactive: `{ active: false }`' }
const loginErrors = {
  '401 invalid_credentials': 'E-mail address or password is wrong; never tells whether the account exists',
  ...inactive,
}
const staffErrors = {
  '403 pending_approval': 'The restaurant is not approved yet: `{ approved: false, restaurantName, token }`',
  '403 rejected': 'The application was rejected: `{ approved: false, restaurantName, rejectionReason, token }`',
  '409 active_sessions': 'Active sessions exist: `{ sessions }`; send again with `terminate_existing: true` to end them',
}
const qrOff = { '403 qr_menu_off': 'The restaurant has switched off its printed codes (`qrSettings.enableQrMenu`)' }
const undelivered = { '502 delivery_failed': 'The message could not be sent' }
const Signed = { token: z.string(), user: SessionUser }
const SignedIn = z.object(Signed)

export const login = {
  'POST /auth/restaurant/login': call({
    operationId: 'restaurantLogin',
    summary: 'Sign in a member of staff',
    ...open,
    rateLimit: LIMITS.login,
    body: Credentials.extend({ terminate_existing: z.boolean().optional() }),
    returns: z.object({ ...Signed, permissions: PermissionsShape }),
    failure: 'Restaurant Login failed',
    errors: {
      ...loginErrors,
      ...staffErrors,
    },
  }),
  'POST /auth/partner/login': call({
    operationId: 'partnerLogin',
    summary: 'Sign in a partner',
    ...open,
    rateLimit: LIMITS.login,
    body: Credentials,
    returns: z.object({ ...Signed, partner: z.object({ _id: z.string(), name: z.string(), email: z.string() }) }),
    failure: 'Partner Login failed',
    errors: loginErrors,
  }),
  'POST /auth/backoffice/login': call({
    operationId: 'backofficeLogin',
    summary: 'Sign in a back-office user or administrator',
    ...open,
    rateLimit: LIMITS.login,
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
    summary: "End the caller's session and close its sockets",
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
  'POST /auth/google/token': call({
    operationId: 'googleLogin',
    summary: 'Sign in with a Google ID token',
    ...open,
    rateLimit: LIMITS.google,
    body: z.object({
      idToken: z.string().min(1).max(8192),
      password: Credentials.shape.password.optional().describe('after 403 `google_unconfirmed`: the account’s password, once'),
      terminate_existing: z.boolean().optional(),
    }),
    returns: z.object({
      ...Signed,
      id: z.string(),
      role: z.enum(ROLES),
      approved: z.boolean(),
      restaurantName: z.string().nullable(),
      active: z.boolean(),
      permissions: PermissionsShape,
    }),
    failure: 'Google authentication failed',
    errors: {
      '401 invalid_token': 'Not a valid Google ID token for this service',
      '401 invalid_credentials': 'Email or password is wrong',
      ...inactive,
      ...staffErrors,
      '403 google_unconfirmed':
        'The mailbox is not at Google, and no account is connected with this Google account. Sent once more with the account’s password, the same token connects them',
      '404 not_found': 'No account associated with this Google account',
      '503 google_unavailable': 'Google sign-in is not configured, or Google’s keys can’t be read',
    },
  }),
  'POST /restaurant/user': staff({
    operationId: 'readActiveUser',
    summary: 'The signed-in person',
    tags: ['Restaurant'],
    roles: [...EVERY_STAFF],
    returns: z.object({ user: SessionUser }),
    failure: 'Failed to fetch active user',
  }),
} as const

export const signup = {
  'POST /auth/partner/signup': call({
    operationId: 'partnerSignup',
    summary: 'Open a partner account. Never tells whether the address has one: its owner gets a mail',
    ...open,
    rateLimit: LIMITS.signup,
    status: 201,
    body: z.object({ name: Name, email: Email, mobile_number: Mobile, password: Password }),
    returns: z.object({ ...Signed, partner: z.object({ _id: z.string(), name: z.string(), email: z.string() }) }),
    failure: 'Authentication failed',
  }),
  'POST /auth/restaurant/signup': call({
    operationId: 'restaurantSignup',
    summary:
      'Apply with a restaurant, which then waits for approval. Never tells whether the address has an account; if it has, its owner gets a mail',
    ...open,
    rateLimit: LIMITS.signup,
    status: 201,
    body: Application,
    returns: z.object({ token: z.string().describe('limited: opens only the application'), restaurant: RestaurantShape }),
    failure: 'Authentication failed',
  }),
} as const

const Code = z.string().max(60).describe('the printed code; (+) with the code replaced, `tableId` alone is only for who sits there')
const noTable = { '404 not_found': 'No such table, or its code is another one' }

export const diner = {
  'POST /auth/user/login': call({
    operationId: 'dinerLogin',
    summary:
      'Sign in at a table: as a new guest, as the same guest again (with its token of that sitting), or as an account (with its token). Without a table a code is sent (202)',
    ...open,
    rateLimit: LIMITS.guest,
    body: z.object({ name: Name.optional(), mobile_number: Mobile, tableId: Id.optional(), qrToken: Code.optional() }),
    returns: z.union([SignedIn, Message]),
    answers: { 200: SignedIn, 202: Message },
    failure: 'User Login failed',
    errors: { ...qrOff, ...noTable, ...undelivered },
  }),
  'POST /auth/user/verify': call({
    operationId: 'dinerVerify',
    summary:
      'Sign in to the account of a mobile number with the code; the open order of a guest of this table, with its token, comes along',
    ...open,
    rateLimit: LIMITS.verify,
    body: z.object({ mobile_number: Mobile, otp: Otp, name: Name.optional(), tableId: Id.optional(), qrToken: Code.optional() }),
    returns: SignedIn,
    failure: 'User verification failed',
    errors: { '401 invalid_code': 'The code is wrong, used or expired', ...inactive, ...qrOff, ...noTable },
  }),
} as const

export const reset = {
  'POST /auth/restaurant/forgot-password': call({
    operationId: 'forgotPassword',
    summary: 'Mail a code; never tells whether the account exists',
    ...open,
    rateLimit: LIMITS.code,
    body: z.object({ email: Email }),
    returns: Message,
    failure: MESSAGES.resetMailFailed,
    errors: undelivered,
  }),
  'POST /auth/restaurant/verify-otp': call({
    operationId: 'verifyOtp',
    summary: 'Exchange the code for a token that can only reset the password, for 10 minutes',
    ...open,
    rateLimit: LIMITS.verify,
    body: z.object({ email: Email, otp: Otp }),
    returns: z.object({ token: z.string() }),
    failure: 'Failed to verify OTP',
    errors: { '401 invalid_code': 'The code is wrong, used or expired' },
  }),
  'POST /auth/restaurant/reset-password': call({
    operationId: 'resetPassword',
    summary: 'Set a new password with the token of verify-otp; ends every session of the account. May be repeated',
    ...open,
    rateLimit: LIMITS.reset,
    body: z.object({ newPassword: Password }),
    returns: Message,
    failure: 'Failed to reset password',
    errors: { '401 invalid_token': 'Not a reset token, or an expired or used one' },
  }),
} as const

/** The roles that have an account with a password: all but diners. */
const account = { tags: ['Authentication'], scope: 'public', roles: [...EVERY_STAFF, 'partner', 'backoffice', 'admin'] } as const

/** One's own account (CONTRACT §9, `/restaurant/account`). */
export const own = {
  'GET /auth/google': call({
    operationId: 'googleSignIn',
    summary: 'Where to sign in with Google; null when it is not set up',
    ...open,
    returns: z.object({ google: z.object({ clientId: z.string(), authorizeUrl: z.string() }).nullable() }),
    failure: 'Google authentication failed',
  }),
  'GET /auth/sessions': call({
    operationId: 'listSessions',
    summary: "The account's open sessions, the one used last first",
    ...account,
    returns: z.object({ sessions: z.array(OpenSession.extend({ current: z.boolean() })) }),
    failure: 'Failed to fetch your devices',
  }),
  'DELETE /auth/sessions': call({
    operationId: 'endOtherSessions',
    summary: "End the account's other sessions and close their sockets",
    ...account,
    returns: Message,
    failure: 'Failed to sign the other devices out',
  }),
  'DELETE /auth/sessions/:id': call({
    operationId: 'endSession',
    summary: "End one of the account's sessions and close its sockets",
    ...account,
    params: byId,
    returns: Message,
    failure: 'Failed to sign the device out',
    errors: gone,
  }),
  'PUT /auth/me': call({
    operationId: 'renameSelf',
    summary: 'Change the own name',
    ...account,
    rateLimit: LIMITS.ownName,
    body: z.object({ name: Name }),
    returns: z.object({ user: SessionUser }),
    failure: 'Failed to update your name',
    errors: { '409 name_taken': NAME_TAKEN },
  }),
  'PUT /auth/password': call({
    operationId: 'changePassword',
    summary:
      "Change the own password; ends the account's other sessions. A wrong password is 422 at `password`, unless the new one is set already: then the call was repeated",
    ...account,
    rateLimit: LIMITS.ownPassword,
    body: z.object({ password: Credentials.shape.password, newPassword: Password }),
    returns: Message,
    failure: 'Failed to change your password',
    errors: { '409 busy': 'The password was changed on another device at the same time' },
  }),
} as const

const OwnEmail = z.object({
  email: z.object({
    address: z.string(),
    confirmed: z
      .boolean()
      .describe('the owner of the address has proved that it is theirs by a mailed code or by Google, or the back office made the account'),
  }),
})

/** The address of a sign-up is confirmed by a code of six digits (CONTRACT §9); an application works without. */
export const email = {
  'GET /auth/email': call({
    operationId: 'readEmail',
    summary: 'The own address, and whether it is confirmed',
    ...account,
    whilePending: true,
    returns: OwnEmail,
    failure: 'Authentication failed',
  }),
  'PUT /auth/email': call({
    operationId: 'correctEmail',
    summary:
      'Correct the own address while it is not confirmed and nothing is approved with it. The answer is the same whether the new address has an account or not. A wrong password is 422 at `password`',
    ...account,
    whilePending: true,
    rateLimit: LIMITS.ownPassword,
    body: z.object({ email: Email, password: Credentials.shape.password }),
    returns: OwnEmail,
    failure: 'User verification failed',
    errors: {
      '409 email_settled': 'The address is confirmed, or an application was approved with it',
      '429 rate_limited': 'Too many sign-ups with this address',
    },
  }),
  'POST /auth/email/code': call({
    operationId: 'sendEmailCode',
    summary: 'Mail a code to the own address; nothing is mailed to one that is confirmed',
    ...account,
    whilePending: true,
    rateLimit: LIMITS.code,
    returns: OwnEmail.extend(Message.shape),
    failure: 'User verification failed',
    errors: undelivered,
  }),
  'POST /auth/email/confirm': call({
    operationId: 'confirmEmail',
    summary: 'Confirm the own address with the mailed code. A wrong, used or expired code is 422 at `otp`, unless it is confirmed already',
    ...account,
    whilePending: true,
    rateLimit: LIMITS.verify,
    body: z.object({ otp: Otp }),
    returns: OwnEmail,
    failure: 'User verification failed',
  }),
  'GET /support': call({
    operationId: 'readSupport',
    summary: 'The support address for people who can’t sign in yet; null when none is set',
    ...open,
    returns: z.object({ support: z.object({ email: z.string() }).nullable() }),
    failure: 'Failed to fetch restaurant details',
  }),
} as const

export const auth = { ...login, ...signup, ...diner, ...reset, ...own, ...email } as const
