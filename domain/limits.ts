/**
 * Rate limits (CONTRACT §2, "per address and per account"), all in this table. `domain/api` names a row for each call that has one. The server counts a row's
 * `address` and `account` before it reads a form's body, and its `subject` before any hashing or sending.
 *
 * - `address`: where the request comes from. A dining room and its staff share one address, so the limits for guests' calls are generous, and guests' calls
 *   never count against the staff's sign-ins.
 * - `network`: also where the request comes from, but counted with the subject and not for a known device, which has tries of its own.
 * - `account`: the signed-in caller; of a guest its *allowance* (below).
 * - `share`: what one address may take of a subject. What it refuses is not counted for the subject, so one address can't use it up: whoever knows somebody's
 *   e-mail address or number must not be able to keep them from signing in.
 * - `guest`, `laterGuests`: a diner, by its own allowance or by the one that a sitting's later guests share (below). Counted in the memory of the isolate by the
 *   token alone, before its session, the body or a row is read, and refused attempts count too: what is turned away costs next to nothing. No real phone
 *   reaches them, and no database could be asked so often ([021](../docs/decisions/022-what-guests-may-cost.md)).
 * - `key`: a program, by the hash of its sync key. Counted like those of guests, in the memory of the isolate and before the key is looked up.
 * - `subject`: what the request is about and somebody could try out: an e-mail address, mobile number, sitting, order or link.
 *
 * **Allowances.** A guest needs no account, so a hostile one signs in again and again. At each sitting the first guests of an address have an allowance each
 * (`ownAllowance`); all later guests of the sitting share one. An own allowance can't be used up by anybody else. Where a sitting has a limit too, it is
 * above what all allowances of one address come to. A diner who signs in with a code has its account's own allowance. Freeing a table begins a new sitting
 * with allowances of its own.
 */
export type LimitRule = {
  readonly by: 'address' | 'network' | 'account' | 'share' | 'subject' | 'guest' | 'laterGuests' | 'key'
  readonly most: number
  readonly seconds: number
}
export type Limit = { readonly name: string; readonly rules: readonly LimitRule[] }

const MINUTE = 60
const FIVE_MINUTES = 300
const HOUR = 3600
const DAY = 86_400

type Per = { [By in LimitRule['by']]?: number }
const rulesOf = (seconds: number, per: Per): LimitRule[] =>
  (Object.keys(per) as (keyof Per)[]).map((by) => ({ by, most: per[by] ?? 0, seconds }))
const limit = (name: string, ...rules: LimitRule[][]): Limit => ({ name, rules: rules.flat() })

export const LIMITS = {
  /** Failed sign-ins with a password (a successful one is not counted); the subject is the account's e-mail address. */
  login: limit('login', rulesOf(FIVE_MINUTES, { network: 60, share: 10, subject: 40 })),
  /**
   * The same from a device with which this account has signed in before; the share is the device's. It counts for nothing else and nothing else counts for it, so a
   * stranger on the restaurant's own network, or on many, can't lock out the till.
   */
  knownDevice: limit('knownDevice', rulesOf(FIVE_MINUTES, { share: 20 })),
  /**
   * Google sign-ins; the subject is the e-mail address that Google confirms. Only tokens that Google signed count: checking another one costs no database and no
   * scrypt, and a stranger on the restaurant's wifi, who has plenty of those, must not use up the staff's sign-ins.
   */
  google: limit('google', rulesOf(FIVE_MINUTES, { network: 120, subject: 20 })),
  /**
   * Guests who scan a table's code; the subject is the sitting. Not limited by address alone: a whole dining room is one. A guest who signs in again with the
   * sitting's token counts against its allowance only, so it gets in however many others try.
   */
  guest: limit('guest', rulesOf(FIVE_MINUTES, { account: 60, share: 300, subject: 1200 })),
  /** Guests of a sitting who get an allowance of their own. Above it nobody is refused: the guest gets the allowance that the later ones share. */
  ownAllowance: limit('ownAllowance', rulesOf(DAY, { share: 6, subject: 30 })),
  /** Codes sent by SMS or mail; the subject is the number or address they go to, so that nobody can be flooded with codes. */
  code: limit('code', rulesOf(FIVE_MINUTES, { address: 60, share: 5, subject: 12 }), rulesOf(HOUR, { share: 10, subject: 30 })),
  /** Codes tried; the subject is the code's owner. */
  verify: limit('verify', rulesOf(FIVE_MINUTES, { address: 120, share: 20, subject: 60 }), rulesOf(HOUR, { share: 40, subject: 120 })),
  /** How often a code may be tried: five times by one address, and by four addresses, so that nobody else can use up its tries. The subject is the code. */
  codeTry: limit('codeTry', rulesOf(DAY, { share: 5, subject: 20 })),
  /** New passwords; the subject is the token that allows setting one. */
  reset: limit('reset', rulesOf(FIVE_MINUTES, { address: 60, subject: 10 })),
  /** Own passwords changed: each try checks the present one. */
  ownPassword: limit('ownPassword', rulesOf(FIVE_MINUTES, { account: 10 })),
  /** New partners and restaurants; the subject is the e-mail address, whose owner gets a mail each time. */
  signup: limit(
    'signup',
    rulesOf(FIVE_MINUTES, { address: 60, share: 5, subject: 12 }),
    rulesOf(HOUR, { address: 120, share: 10, subject: 30 }),
  ),
  /** Employees made and changed: the answer tells whether an address has an account, so nobody tries out many. */
  people: limit('people', rulesOf(HOUR, { account: 60 })),
  /** Own names: a name stays its person's, so nobody may take many before colleagues do, nor bury one that money was moved under among others. */
  ownName: limit('ownName', rulesOf(DAY, { account: 10 })),
  /** New names that a manager gives, also to themselves; the subject is the employee. For the same reason. */
  givenName: limit('givenName', rulesOf(DAY, { subject: 10 })),
  /** Claims with their documents; the subject is the claimant's e-mail address. */
  claim: limit('claim', rulesOf(FIVE_MINUTES, { address: 30, share: 10, subject: 40 }), rulesOf(DAY, { address: 60 })),
  /** Claims completed; the subject is the mailed link. */
  claimLink: limit('claimLink', rulesOf(FIVE_MINUTES, { address: 60, subject: 10 })),
  /** Feedback; the subject is the order. */
  feedback: limit('feedback', rulesOf(FIVE_MINUTES, { address: 120, subject: 10 })),
  /** Reading the menu, filling a cart, ordering: generous, since a full dining room does this from one address. */
  statistics: limit('statistics', rulesOf(MINUTE, { address: 600, account: 120, guest: 60, laterGuests: 120 })),
  /** Offer codes that staff try; ten in five minutes are more than anybody types at work. */
  offerCode: limit('offerCode', rulesOf(FIVE_MINUTES, { account: 10 })),
  /** Codes of offers that diners try, when they type one and when they place the order with it; the subject is the sitting. */
  dinerCode: limit('dinerCode', rulesOf(FIVE_MINUTES, { account: 6, subject: 45 })),
  /** Calls for service: there are four, and own words. */
  alert: limit('alert', rulesOf(MINUTE, { account: 30, guest: 12, laterGuests: 30 })),
  /** Calls in a diner's own words, which replace one another; the subject is the sitting. The four known calls go on. */
  alertText: limit('alertText', rulesOf(MINUTE, { account: 3, subject: 24 })),
  /** Orders that a guest sends: a real one sends two a minute. The room counts them too, over all isolates (worker/realtime/traffic.ts). */
  guestSend: limit('guestSend', rulesOf(MINUTE, { guest: 10, laterGuests: 20 })),
  /** Reads of a guest's own order: a phone without a socket asks four times a minute, and with one after each event that it missed. */
  guestRead: limit('guestRead', rulesOf(MINUTE, { guest: 60, laterGuests: 600 })),
  /** Sockets that a diner opens. A phone reconnects with growing pauses. */
  dinerSocket: limit('dinerSocket', rulesOf(MINUTE, { guest: 12, laterGuests: 60 })),
  /** Previews and pushes of a chain menu: each reads whole menus. */
  chainMenu: limit('chainMenu', rulesOf(MINUTE, { account: 120 })),
  /** What a program reads with a sync key: four times a second, the whole evening. Twenty loops without a pause made a waiter's send nine times slower. */
  syncKey: limit('syncKey', rulesOf(MINUTE, { key: 240 })),
  media: limit('media', rulesOf(MINUTE, { account: 60 })),
  /** Documents of applications, which anybody who signs up can send; an application has five, of 10 MiB each. The subject is the restaurant, or a partner's account. */
  document: limit('document', rulesOf(DAY, { subject: 40 })),
  /** Test pages, which anybody of the staff who prints can ask for. */
  testPage: limit('testPage', rulesOf(MINUTE, { account: 10 })),
  /** Signatures for the print agent, which asks for several for each ticket. */
  sign: limit('sign', rulesOf(MINUTE, { account: 120 })),
} as const satisfies Record<string, Limit>
