import { z } from 'zod'
import { CLAIM_ACTIONS } from '../claim.ts'
import { LIMITS } from '../limits.ts'
import { SessionUser } from './auth.ts'
import { busy, byId, Id, Instant, intQuery, noRestaurant, paging, sortQuery } from './common.ts'
import { call, EVERYBODY } from './contract.ts'
import { Email, Mobile, Name, Password } from './fields.ts'

export const Claim = z.object({
  _id: Id,
  restaurantId: Id,
  restaurantName: z.string().describe('empty when the restaurant was removed'),
  name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  message: z.string(),
  documents: z.array(z.object({ name: z.string(), url: z.string() })),
  status: z.enum(['pending', 'approved', 'rejected', 'completed']),
  reason: z.string().nullable(),
  hasOwner: z.boolean().describe('(+) the restaurant already has an active superuser; whoever completes this claim becomes another one'),
  createdAt: Instant,
})
export type Claim = z.infer<typeof Claim>

/** `name` is the claimant's. */
const CLAIM_SORTS = ['name', 'added'] as const
const desk = { tags: ['Back office'], scope: 'platform', roles: ['backoffice', 'admin'] } as const

/** Claims: somebody says that a restaurant is theirs, and the back office decides. */
export const claims = {
  'POST /restaurant/:id/claim': call({
    operationId: 'claimRestaurant',
    summary: 'Claim a restaurant as its owner, with documents',
    idempotent: true,
    ...EVERYBODY,
    tags: ['Claims'],
    status: 201,
    rateLimit: LIMITS.claim,
    params: byId,
    upload: { documents: 5 },
    body: z.object({ name: Name, email: Email, mobile_number: Mobile, message: z.string().trim().max(1000).default('') }),
    returns: z.object({ claim: z.object({ _id: Id, status: z.string() }) }),
    failure: 'Failed to submit restaurant claim',
    errors: { ...noRestaurant, '409 claim_pending': 'A claim for this restaurant from this address is still pending' },
  }),
  'POST /restaurant/claim/complete': call({
    operationId: 'completeClaim',
    summary: "Set a password with the mailed link, which creates the owner's account",
    ...EVERYBODY,
    tags: ['Claims'],
    rateLimit: LIMITS.claimLink,
    body: z.object({
      claimToken: z.string().min(1).max(200),
      password: Password,
      email: Email.optional().describe('(+) the address to sign in with, where the address of the claim has an account elsewhere'),
    }),
    returns: z.object({ token: z.string(), user: SessionUser }),
    failure: 'Failed to complete restaurant claim',
    errors: {
      '401 invalid_token': 'The link is unknown, used or expired, or the restaurant has got an owner since it was approved',
      '409 email_taken': 'Another account has this address. The link stays good: complete the claim with another `email`',
    },
  }),
  'GET /backoffice/restaurants/claims/pending': call({
    operationId: 'listPendingClaims',
    summary: 'Pending claims, by default the oldest first',
    ...desk,
    query: z.object({ page: intQuery(1, 1, 100_000), limit: intQuery(200, 1, 200), sort: sortQuery(CLAIM_SORTS, 'added') }),
    returns: z.object({ claims: z.array(Claim), ...paging, totalClaims: z.number().int() }),
    failure: 'Failed to fetch pending claims',
  }),
  'GET /backoffice/restaurants/claims': call({
    operationId: 'listClaims',
    summary: 'Claims by status',
    ...desk,
    query: z.object({
      page: intQuery(1, 1, 100_000),
      limit: intQuery(10, 1, 100),
      status: z.enum(['pending', 'approved', 'rejected', 'completed', 'all']).optional().describe('`all` is the same as no status'),
      sort: sortQuery(CLAIM_SORTS, '-added'),
      id: Id.optional().describe('this one alone, whatever else is asked for'),
    }),
    returns: z.object({ claims: z.array(Claim), ...paging, totalClaims: z.number().int() }),
    failure: 'Failed to fetch ownership claims',
  }),
  'POST /backoffice/restaurants/claims/process': call({
    operationId: 'processClaim',
    summary:
      'Approve a claim (mails a single-use link) or reject it; approving it again mails a new link and makes the earlier one void. Until its owner has a password an approval can be withdrawn (+), with a reason that the claimant is mailed: its link is void, and the claim is rejected',
    ...desk,
    body: z.object({
      claimId: Id,
      action: z.enum(CLAIM_ACTIONS),
      reason: z.string().trim().max(500).optional().describe('must be given to withdraw an approval'),
      hasOwner: z
        .boolean()
        .optional()
        .describe('(+) what the claim said when it was looked at: one that was approved as the first owner’s makes no second one'),
    }),
    returns: z.object({ claim: Claim }),
    failure: 'Failed to process ownership claim',
    errors: {
      '404 not_found': 'No such claim',
      ...busy,
      '409 already_decided':
        'The claim was rejected or completed already, none of its approvals is left to withdraw, or its link was mailed less than a minute ago: `{ claim, mine }`; `mine`: decided by the caller',
      '409 restaurant_gone': 'The restaurant was removed, so that its claims can only be rejected: `{ claim }`',
      '409 owner_changed': 'The restaurant has got an owner since the claim was looked at: `{ claim }`',
      '502 delivery_failed': 'The link could not be mailed; the claim was not changed',
    },
  }),
} as const
