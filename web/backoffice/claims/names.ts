import type { Claim } from '#domain/api/claims.ts'
import type { Tone } from '#web/ui/StatusChip.tsx'

/** `approved`: the link to set a password was mailed; `completed`: the owner has set it. */
export const CLAIM_NAMES: Record<Claim['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Completed',
}
export const CLAIM_TONES: Record<Claim['status'], Tone> = { pending: 'warning', approved: 'info', rejected: 'danger', completed: 'success' }
