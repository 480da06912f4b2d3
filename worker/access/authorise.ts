import type { Operation } from '#domain/api/contract.ts'
import { AppError, forbidden, notFound, unauthenticated } from '#domain/errors.ts'
import { MESSAGES } from '#domain/messages.ts'
import { mayCall } from '#domain/permissions.ts'
import { isStaff } from '#domain/roles.ts'
import type { Context } from '../http/context.ts'
import { bearerOf, type Claims, closedTo, type Restaurant, type Session, verifyToken } from './session.ts'
import { leaveEndedSitting } from './sitting.ts'
import { enterBySyncKey } from './synckey.ts'

/** A public call works without a session, so a stale token or a revoked key does not refuse it. */
const isIgnored = (op: Operation, error: unknown) => op.roles.includes('public') && error instanceof AppError && error.status === 401

/** The content of the bearer token, checked only by its signature; null without a token. Throws 401. */
export async function claimsOf(c: Context, op: Operation): Promise<Claims | null> {
  const token = bearerOf(c.request.headers.get('Authorization'))
  try {
    return token === null ? null : await verifyToken(c.env, token)
  } catch (error) {
    if (isIgnored(op, error)) return null
    throw error
  }
}

/** Sets the caller's session: from the token, or the restaurant's own for a sync key where the call accepts one. A public call may have none. Throws 401. */
export async function enter(
  c: Context,
  op: Operation,
  session: Promise<Session> | null,
  sitting: Promise<boolean | null> | null,
): Promise<void> {
  const key = c.request.headers.get('X-Sync-Key')
  try {
    if (session) {
      c.session = await session
      await leaveEndedSitting(c.env, c.session, c.claims, sitting)
    } else if (key && op.syncKey) await enterBySyncKey(c, key)
  } catch (error) {
    c.session = null
    if (!isIgnored(op, error)) throw error
  }
  if (!c.session && !op.roles.includes('public')) throw unauthenticated(MESSAGES.authenticationFailed)
}

/** Checks role, approval and page against the call's contract. Throws 403, and 404 for staff without a restaurant. */
export function authorise(c: Context, op: Operation): void {
  const session = c.session
  if (!session) return
  // A sync key reads whatever pages are switched off; `enter` has already checked that the call accepts one.
  if (c.syncKey) return
  const { principal, restaurant, entered } = session
  // A partner's own calls concern its whole group, whichever outlet it has entered.
  const ofGroup = principal.role === 'partner' && op.scope === 'partner'
  const closed = op.whilePending || ofGroup ? null : closedTo(session)
  if (op.roles.includes('public')) {
    // In a public call a limited token gets the same answer as a caller without a token.
    if (closed) c.session = null
    return
  }
  if (closed) throw forbiddenPending(closed)
  const refused = mayCall(op, { role: principal.role, entered }, restaurant?.permissions ?? null)
  if (refused === 'role') throw forbidden()
  if (refused === 'page') throw forbidden(MESSAGES.pageDisabled, 'page_disabled')
  if (op.scope === 'restaurant' && isStaff(principal.role) && !restaurant) throw notFound(MESSAGES.noRestaurant)
}

/** SPEC §8's 403 for a restaurant that waits for approval or was rejected. `more` is added to its body. */
export function forbiddenPending(restaurant: Restaurant, more: Record<string, unknown> = {}): AppError {
  const { establishmentName: restaurantName, approvalStatus, rejectionReason } = restaurant
  const rejected = approvalStatus === 'rejected'
  return new AppError(
    403,
    rejected ? 'rejected' : 'pending_approval',
    `${MESSAGES.pendingApproval}${restaurantName ? `: ${restaurantName}` : ''}`,
    {
      approved: false,
      restaurantName,
      ...(rejected ? { rejectionReason: rejectionReason ?? '' } : {}),
      ...more,
    },
  )
}
