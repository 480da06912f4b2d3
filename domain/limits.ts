/**
 * Rate limits (CONTRACT §2, "per address and per account"): the one table. `domain/api` names a row at each call that has one; the server counts its
 * `address` and `account` before the body of a form is taken in, and its `subject` before any hashing or sending.
 *
 * - `address`: where the request comes from. A dining room and its staff are one address, so what guests do has room, and no guest's doing
 *   uses up what staff sign in with.
 * - `account`: the signed-in caller.
 * - `subject`: what the request is about: the e-mail address, mobile number, table, order or link that somebody could try things out on.
 */
export type LimitRule = { readonly by: 'address' | 'account' | 'subject'; readonly most: number; readonly seconds: number }
export type Limit = { readonly name: string; readonly rules: readonly LimitRule[] }

const MINUTE = 60
const FIVE_MINUTES = 300
const HOUR = 3600

type Per = { [By in LimitRule['by']]?: number }
const rulesOf = (seconds: number, per: Per): LimitRule[] =>
  (Object.keys(per) as (keyof Per)[]).map((by) => ({ by, most: per[by] ?? 0, seconds }))
const limit = (name: string, ...rules: LimitRule[][]): Limit => ({ name, rules: rules.flat() })

export const LIMITS = {
  /** Sign-ins with a password that failed (a good one is taken back); the subject is the account's e-mail address. */
  login: limit('login', rulesOf(FIVE_MINUTES, { address: 60, subject: 10 })),
  /** Google sign-ins; the subject is the address that Google vouches for. */
  google: limit('google', rulesOf(FIVE_MINUTES, { address: 120, subject: 20 })),
  /** Guests who scan a table's code: two in a second from one dining room; the subject is the table. */
  guest: limit('guest', rulesOf(FIVE_MINUTES, { address: 600, subject: 120 })),
  /** Codes sent by SMS or mail; the subject is the number or address that they go to, which is not to be pestered. */
  code: limit('code', rulesOf(FIVE_MINUTES, { address: 60, subject: 5 }), rulesOf(HOUR, { subject: 15 })),
  /** Codes tried; the subject is whose they are. Besides, one code takes 5 tries. */
  verify: limit('verify', rulesOf(FIVE_MINUTES, { address: 120, subject: 20 })),
  /** New passwords; the subject is the token that sets one. */
  reset: limit('reset', rulesOf(FIVE_MINUTES, { address: 60, subject: 10 })),
  /** New partners and restaurants; the subject is the e-mail address. */
  signup: limit('signup', rulesOf(FIVE_MINUTES, { address: 60, subject: 10 })),
  /** Claims with their documents; the subject is the claimant's e-mail address. */
  claim: limit('claim', rulesOf(FIVE_MINUTES, { address: 30, subject: 10 })),
  /** Claims completed; the subject is the mailed link. */
  claimLink: limit('claimLink', rulesOf(FIVE_MINUTES, { address: 60, subject: 10 })),
  /** Feedback; the subject is the order. */
  feedback: limit('feedback', rulesOf(FIVE_MINUTES, { address: 120, subject: 10 })),
  /** What is looked at, put in a cart, ordered: a full dining room reads one menu. */
  statistics: limit('statistics', rulesOf(MINUTE, { address: 600, account: 120 })),
  /** Calls for service. */
  alert: limit('alert', rulesOf(MINUTE, { account: 60 })),
  media: limit('media', rulesOf(MINUTE, { account: 60 })),
  /** Signatures for the print agent, which asks for several a ticket. */
  sign: limit('sign', rulesOf(MINUTE, { account: 120 })),
} as const satisfies Record<string, Limit>
