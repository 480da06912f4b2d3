/**
 * Rate limits (CONTRACT §2, "per address and per account"), all in this table. `domain/api` names a row for each call that has one. The server counts a row's
 * `address` and `account` before it reads a form's body, and its `subject` before any hashing or sending.
 *
 * - `address`: where the request comes from. A dining room and its staff share one address, so the limits for guests' calls are generous, and guests' calls
 *   never count against the staff's sign-ins.
 * - `network`: the address, too, but counted together with the subject, and not while a known device has tries of its own.
 * - `account`: the signed-in caller; of a guest its *allowance* (below).
 * - `share`: how much of a subject's limit one address may use. A request that it refuses is not counted for the subject, so one address can't use the limit
 *   up: knowing somebody's e-mail address or number must not be enough to keep them from signing in.
 * - `guest`, `laterGuests`: a diner, by its own allowance or by the one that a sitting's later guests share (below). Counted in the memory of the isolate by
 *   the token alone, before its session, the body or a row is read, so a refusal costs very little. Refused attempts count too. No real phone reaches these
 *   limits ([022](../docs/decisions/022-what-guests-may-cost.md)).
 * - `key`: a program, by the hash of its sync key. Counted like those of guests, in the memory of the isolate and before the key is looked up.
 * - `subject`: what the request is about and an attacker could try out: an e-mail address, mobile number, sitting, order or link.
 *
 * **Allowances.** A guest needs no account, so a hostile one signs in again and again. At each sitting the first guests of an address have an allowance each
 * (`ownAllowance`); all later guests of the sitting share one. Nobody else can use up a guest's own allowance. Where the sitting has a limit too, it is above
 * the sum of all allowances of one address. A diner who signs in with a code has its account's own allowance. Freeing a table begins a new sitting with
 * allowances of its own.
 */
export type LimitRule = {
  readonly by: 'address' | 'network' | 'account' | 'share' | 'subject' | 'guest' | 'laterGuests' | 'key'
  readonly most: number
  readonly seconds: number
}
export type Limit = { readonly name: string; readonly rules: readonly LimitRule[] }

/** After so many days without a sign-in, a sign-up with somebody else's address, whose password that person has ended, is removed (docs/decisions/019-sign-up-tells-nothing.md). */
export const LEFT_SIGN_UP_DAYS = 30

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
   * The same from a device with which this account has signed in before; the share is the device's, which is known by a secret of its own. It is counted
   * separately from all other attempts, so a stranger on the restaurant's own network, or on many networks, can't lock out the till. A device whose share is used
   * up has what strangers have (`login`), so whoever got hold of its secret can't lock it out either.
   */
  knownDevice: limit('knownDevice', rulesOf(FIVE_MINUTES, { share: 20 })),
  /**
   * Google sign-ins; the subject is the e-mail address that Google confirms. Only tokens that Google signed count: checking a forged one needs no database and
   * no scrypt, and a stranger on the restaurant's wifi must not use up the staff's sign-ins with forged ones.
   */
  google: limit('google', rulesOf(FIVE_MINUTES, { network: 120, subject: 20 })),
  /**
   * Guests who scan a table's code; the subject is the sitting. Not limited by address alone, because a whole dining room has one address. A guest who signs in
   * again with the sitting's token counts against its allowance only, so it gets in however many others try.
   */
  guest: limit('guest', rulesOf(FIVE_MINUTES, { account: 60, share: 300, subject: 1200 })),
  /** Guests of a sitting who get an allowance of their own. Above the limit nobody is refused: the guest gets the allowance that later guests share. */
  ownAllowance: limit('ownAllowance', rulesOf(DAY, { share: 6, subject: 30 })),
  /** Codes sent by SMS or mail; the subject is the number or address they go to, so that nobody can be flooded with codes. */
  code: limit('code', rulesOf(FIVE_MINUTES, { address: 60, share: 5, subject: 12 }), rulesOf(HOUR, { share: 10, subject: 30 })),
  /** Codes tried; the subject is the code's owner. */
  verify: limit('verify', rulesOf(FIVE_MINUTES, { address: 120, share: 20, subject: 60 }), rulesOf(HOUR, { share: 40, subject: 120 })),
  /** How often a code may be tried: five times by one address and 20 times in all, so that one stranger can't use up its tries. The subject is the code. */
  codeTry: limit('codeTry', rulesOf(DAY, { share: 5, subject: 20 })),
  /** New passwords; the subject is the token that allows setting one. */
  reset: limit('reset', rulesOf(FIVE_MINUTES, { address: 60, subject: 10 })),
  /** Changes of the own password, because each try checks the present one and, if that is wrong, the new one. */
  ownPassword: limit('ownPassword', rulesOf(FIVE_MINUTES, { account: 10 })),
  /** New partners and restaurants; the subject is the e-mail address, whose owner gets a mail each time. */
  signup: limit(
    'signup',
    rulesOf(FIVE_MINUTES, { address: 60, share: 5, subject: 12 }),
    rulesOf(HOUR, { address: 120, share: 10, subject: 30 }),
  ),
  /**
   * Employees added and changed. The answer reveals whether an address has an account, so nobody may try many, nor may a restaurant with the accounts that its
   * owner makes: the subject is the restaurant, wherever an address is named.
   */
  people: limit('people', rulesOf(HOUR, { account: 60, subject: 120 })),
  /** The back office's own people, added and given a new password. */
  deskPeople: limit('deskPeople', rulesOf(HOUR, { account: 60 })),
  /**
   * Changes of the own name. A name belongs to a person for good, so nobody may take many that colleagues could want, or hide a name used for payments among
   * many others.
   */
  ownName: limit('ownName', rulesOf(DAY, { account: 10 })),
  /** New names that a manager gives, also to themselves, for the same reason; the subject is the employee. */
  givenName: limit('givenName', rulesOf(DAY, { subject: 10 })),
  /** Claims with their documents; the subject is the claimant's e-mail address. */
  claim: limit('claim', rulesOf(FIVE_MINUTES, { address: 30, share: 10, subject: 40 }), rulesOf(DAY, { address: 60 })),
  /** Claims completed; the subject is the mailed link. */
  claimLink: limit('claimLink', rulesOf(FIVE_MINUTES, { address: 60, subject: 10 })),
  /** Feedback; the subject is the order, counted for who has its token alone. */
  feedback: limit('feedback', rulesOf(FIVE_MINUTES, { address: 120, subject: 10 })),
  /** Reading the menu, filling a cart, ordering: generous, since a full dining room does this from one address. */
  statistics: limit('statistics', rulesOf(MINUTE, { address: 600, account: 120, guest: 60, laterGuests: 120 })),
  /** Offer codes that staff try. Nobody types more than ten in five minutes at work. */
  offerCode: limit('offerCode', rulesOf(FIVE_MINUTES, { account: 10 })),
  /** Codes of offers that diners try, when they type one and when they place the order with it; the subject is the sitting. */
  dinerCode: limit('dinerCode', rulesOf(FIVE_MINUTES, { account: 6, subject: 45 })),
  /** Calls for service: four fixed ones, and one in the guest's own words. */
  alert: limit('alert', rulesOf(MINUTE, { account: 30, guest: 12, laterGuests: 30 })),
  /** Calls in a diner's own words, each of which replaces the one before; the subject is the sitting. The four fixed calls are not affected. */
  alertText: limit('alertText', rulesOf(MINUTE, { account: 3, subject: 24 })),
  /** Orders that a guest sends: a real one sends two a minute. The room counts them too, over all isolates (worker/realtime/traffic.ts). */
  guestSend: limit('guestSend', rulesOf(MINUTE, { guest: 10, laterGuests: 20 })),
  /** Reads of a guest's own order: a phone without a socket asks four times a minute, and with one after each event that it missed. */
  guestRead: limit('guestRead', rulesOf(MINUTE, { guest: 60, laterGuests: 600 })),
  /** Sockets that a diner opens. A phone reconnects with growing pauses. */
  dinerSocket: limit('dinerSocket', rulesOf(MINUTE, { guest: 12, laterGuests: 60 })),
  /** Previews and pushes of a chain menu: each reads whole menus. */
  chainMenu: limit('chainMenu', rulesOf(MINUTE, { account: 120 })),
  /** Reads of a program with a sync key: four a second. Twenty loops without a pause made a waiter's send nine times slower. */
  syncKey: limit('syncKey', rulesOf(MINUTE, { key: 240 })),
  media: limit('media', rulesOf(MINUTE, { account: 60 })),
  /**
   * Documents of applications, which anybody who signs up can send. An application has up to five, of 10 MiB each. The subject is the restaurant, or a
   * partner's account.
   */
  document: limit('document', rulesOf(DAY, { subject: 40 })),
  /** Test pages, which all staff with a page that prints can ask for. */
  testPage: limit('testPage', rulesOf(MINUTE, { account: 10 })),
  /** Signatures for the print agent, which asks for several for each ticket. */
  sign: limit('sign', rulesOf(MINUTE, { account: 120 })),
} as const satisfies Record<string, Limit>
