/**
 * A link mailed less than this many milliseconds ago is not mailed again, so that a double press, or a colleague's press at the same time, doesn't make it
 * void.
 */
export const MAILED_MS = 60_000

/**
 * May this claim be approved or rejected now? A pending claim is decided once. An approved claim may be approved again to mail a new link (CONTRACT §6),
 * until its owner has a password: after `MAILED_MS`, or at once when it has no valid link (`processedAt` null).
 */
export const canProcess = (claim: { status: string; processedAt: string | null }, action: 'approve' | 'reject', now: Date): boolean =>
  claim.status === 'pending' ||
  (claim.status === 'approved' &&
    action === 'approve' &&
    (claim.processedAt === null || now.getTime() - Date.parse(claim.processedAt) >= MAILED_MS))
