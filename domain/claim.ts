/**
 * A link mailed less than this many milliseconds ago is not mailed again, so that a double press, or a colleague's press at the same time, doesn't make it
 * void.
 */
export const MAILED_MS = 60_000

export const CLAIM_ACTIONS = ['approve', 'reject', 'withdraw'] as const
export type ClaimAction = (typeof CLAIM_ACTIONS)[number]

/**
 * May this be done with the claim now? A pending claim is decided once. Until its owner has a password, an approved claim may be approved again to mail a new
 * link (CONTRACT §6), after `MAILED_MS`, or at once when it has no valid link (`processedAt` null); and its approval may be withdrawn. That is an action of its
 * own, so that nobody takes back a colleague's approval who only sees the claim as it was before.
 */
export function canProcess(claim: { status: string; processedAt: string | null }, action: ClaimAction, now: Date): boolean {
  if (action === 'withdraw') return claim.status === 'approved'
  if (claim.status === 'pending') return true
  const isMailed = claim.processedAt !== null && now.getTime() - Date.parse(claim.processedAt) < MAILED_MS
  return claim.status === 'approved' && action === 'approve' && !isMailed
}
