/** Texts of SPEC §2 and §8 that are used in several places. A call's own default message is in its contract entry. */
export const MESSAGES = {
  pleaseLogIn: 'Please log in to access this page',
  noPermission: "You don't have permission to access this page.",
  pageDisabled: 'This page is disabled by your administrator.',
  sessionExpiredWarning: 'Your session has expired. Please log in again.',
  sessionExpired: 'Session expired',
  tokenExpired: 'Token expired',
  invalidToken: 'Invalid token',
  invalidTokenReceived: 'Invalid token received',
  tokenNotFound: 'Token not found',
  authenticationFailed: 'Authentication failed',
  activeSessions: 'Active sessions exist',
  pendingApproval: 'Your account is pending approval',
  resetMailFailed: 'Failed to send reset password email',
  invalidCode: 'The code is wrong or has lapsed. After five tries you need a new one.',
  inactive: 'Your account is inactive. Please contact your manager.',
  rateLimited: 'Rate limit exceeded',
  offline: 'The kitchen has not received new items',
  changedElsewhere: 'Changed on another device',
  noRestaurant: 'Restaurant details not found',
  noRestaurantForKot: 'Cannot print KOT: Missing restaurant information',
  reasonToCancelItem: 'A reason is needed to cancel a sent item.',
  reasonToCancelOrder: 'A reason is needed to cancel an order.',
  reasonToRefund: 'A reason is needed to refund.',
  reasonToCorrectPayment: 'A reason is needed to correct a payment.',
  reasonToGiveBack: 'A reason is needed to give money back.',
  captainCannotSettle: 'Only a cashier or a manager can settle a bill.',
} as const

/** `Rate limit exceeded. Please try again in 30 seconds`, unless the message already says so (SPEC §8). */
export function rateLimitText(message: string | undefined, retryAfter: number | undefined): string {
  const text = message || MESSAGES.rateLimited
  if (!retryAfter || /try again/i.test(text)) return text
  const [n, unit] = retryAfter >= 60 ? [Math.ceil(retryAfter / 60), 'minute'] : [retryAfter, 'second']
  // SPEC's N is a bare number, so not `plural`, which groups: 1195 minutes.
  return `${text.replace(/\.$/, '')}. Please try again in ${n} ${n === 1 ? unit : `${unit}s`}`
}
