/** A link that was mailed less than this ago is not mailed again: whoever presses twice, or at the same time as a colleague, doesn't void it. */
export const MAILED_MS = 60_000

/**
 * Which step a claim takes: one that waits is decided once; of an approved one, until its owner has a password, the link can be mailed anew (CONTRACT §6), at
 * once where it has none that is good (`processedAt` null).
 */
export const canProcess = (claim: { status: string; processedAt: string | null }, action: 'approve' | 'reject', now: Date): boolean =>
  claim.status === 'pending' ||
  (claim.status === 'approved' &&
    action === 'approve' &&
    (claim.processedAt === null || now.getTime() - Date.parse(claim.processedAt) >= MAILED_MS))
