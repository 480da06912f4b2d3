/** Who may do what, written from CONTRACT §2 and §9 "Who closes" without anything of domain/. */

export const ACTORS = [
  'waiter',
  'captain',
  'cashier',
  'generalManager',
  'managerialHead',
  'superuser',
  'kitchen',
  'delivery',
  'mobileAdmin',
  'diner',
  'sync key',
] as const
export type Actor = (typeof ACTORS)[number]

const OWNERS: readonly Actor[] = ['superuser', 'managerialHead']
/** Whoever may take money. */
export const MONEY: readonly Actor[] = [...OWNERS, 'generalManager', 'cashier']
const POS: readonly Actor[] = [...MONEY, 'captain', 'waiter']
const RIGHTS = {
  send: POS,
  tables: POS,
  print: POS,
  settle: MONEY,
  cancel: MONEY,
  step: [...POS, 'kitchen'],
  close: [...POS, 'delivery'],
  own: OWNERS,
} satisfies Record<string, readonly Actor[]>

/** The status of the refusal, or null when it is allowed. A sync key is not accepted by calls that write, so they answer 401. */
export const refusedTo = (by: Actor, right: keyof typeof RIGHTS): 401 | 403 | null =>
  by === 'sync key' ? 401 : (RIGHTS[right] as readonly Actor[]).includes(by) ? null : 403
