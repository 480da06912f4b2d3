import { DINER, GUEST } from './diner.ts'
import { conflict, forbidden } from './errors.ts'
import { hasAlike, looksAlike } from './looks.ts'
import { rankOf, type Role, ROLE_NAMES, STAFF, STAFF_ROLES, type StaffRole } from './roles.ts'

/** The user who changes employees. `entered`: a partner, back-office user or admin, who ranks above every role of the restaurant. */
export type Actor = { accountId: string; role: Role; entered: boolean }
/** The fields of an employee that the rules need. */
export type Person = { _id: string; role: Role; isActive: boolean; readsGroup?: boolean }

const rankOfActor = (actor: Actor): number => (actor.entered ? Infinity : rankOf(actor.role))
const isAbove = (actor: Actor, role: Role): boolean => rankOf(role) > rankOfActor(actor)

const above = (role: Role) => `${ROLE_NAMES[role]} is a role above your own.`
const self = (what: 'deactivate' | 'remove') => `You can’t ${what} yourself.`
const LAST_OWNER = 'The last active owner stays: make someone else an owner first.'

/** Nobody gives, changes or removes a role above their own (CONTRACT §2). Throws 403 `role_above`. */
export function mustOutrank(actor: Actor, ...roles: Role[]): void {
  const role = roles.find((r) => isAbove(actor, r))
  if (role) throw forbidden(above(role), 'role_above')
}

/**
 * Whose head an employee is after being added or changed by `actor`: the partner from whom a managerial head may read all outlets. `partnerId` is the
 * outlet's, `given` what changes; undefined when nothing changes there. Only who comes from outside appoints (docs/decisions/038-heads-of-a-partner.md): somebody
 * of the outlet who could would make an account with which they read what they themselves may not. For the same reason it ends when somebody of the outlet
 * gives the account another password or address.
 */
export function headOfAfter(
  actor: Actor,
  partnerId: string | null,
  given: { _id?: string; role?: Role; email?: string; password?: string },
): string | null | undefined {
  if (actor.entered && given.role !== undefined) return given.role === 'managerialHead' ? partnerId : null
  const another = given.role !== undefined || given.email !== undefined || given.password !== undefined
  return another && !actor.entered && given._id !== actor.accountId ? null : undefined
}

/** Throws 403 `own_account`. */
export function mustNotBeSelf(actor: Actor, accountId: string, what: 'deactivate' | 'remove'): void {
  if (actor.accountId === accountId) throw forbidden(self(what), 'own_account')
}

/** An unlocked screen must not be enough to take over an account: changing one's own password needs the present one. */
export const OWN_PASSWORD = 'You change your own password in your account, with the present one.'

/** Throws 403 `own_account`. */
export function mustNotBeOwnPassword(actor: Actor, accountId: string): void {
  if (actor.accountId === accountId) throw forbidden(OWN_PASSWORD, 'own_account')
}

/** Bills, reports and payment rows name people. If two had the same name, nobody could tell which of them took the money. */
const nameTaken = () =>
  conflict(
    'name_taken',
    'Somebody else here has or had this name, or one that looks like it. Add an initial or a number: reports name people.',
  )

const nameOfNobody = () =>
  conflict('name_taken', 'Reports could not say who has this name: it reads as a guest’s, as Staff or as nobody’s.')

/** How people from outside who enter a restaurant are marked in its rows. */
const OUTSIDE = (['partner', 'backoffice', 'admin'] as const).map((role) => `(${ROLE_NAMES[role]})`)

/**
 * A person's name in a restaurant's records: payments, cancellations, prints. People from outside may have the same name as an employee, so their role is added
 * to it (docs/decisions/030-names.md).
 */
export const recordedName = ({ name, role, entered }: { name: string; role: Role; entered: boolean }): string =>
  entered ? `${name} (${ROLE_NAMES[role]})` : name

/** A number or a dot after it makes no difference: readers would still think of somebody from outside. */
const hasOutside = (name: string): boolean => OUTSIDE.some((mark) => hasAlike(name, mark))
/**
 * Would screens or paper show somebody else, or nobody? Boards show the first word alone, where guests are Guest; on paper Staff, also with a number, is whoever has a
 * name that it can't spell; and of a name without letters or digits paper prints nothing.
 */
function isNobody(name: string): boolean {
  const [first = ''] = name
    .replace(/^\s*(?:the|an?)\s/i, '')
    .trim()
    .split(/[\s\u2800]+/u)
  const ofGuests = [name, first.replace(/[\p{Ps}\p{Pe}]/gu, '')].some((text) => looksAlike(text, GUEST))
  return ofGuests || looksAlike(name.replace(/[\s\d]+$/u, ''), STAFF) || !/[\p{L}\p{N}]/u.test(name)
}
const isTaken = (name: string, others: readonly { name: string }[]): boolean =>
  [...others, { name: DINER }].some((other) => looksAlike(other.name, name)) || hasOutside(name)

/**
 * Throws 409 `name_taken` for a name that looks like one of these people's, like that of somebody from outside, or like the one under which guests order, and for
 * one that names nobody (`isNobody`).
 */
export function mustBeOnlyOne(name: string, others: readonly { name: string }[]): void {
  if (isNobody(name)) throw nameOfNobody()
  if (isTaken(name, others)) throw nameTaken()
}

/** The name of an owner who was admitted by the back office and can't be asked for another one: with a number if it is taken, `Asha 2`. */
export function nameBeside(name: string, others: readonly { name: string }[]): string {
  // Text in brackets is removed: a number after the mark of people from outside would not make it a different name.
  const plain = hasOutside(name)
    ? name
        .normalize('NFKC')
        .replace(/[()\s]+/g, ' ')
        .trim()
    : name
  const own = isNobody(plain) ? `Owner ${plain}`.trim() : plain
  for (let n = 1; ; n++) {
    const tried = n === 1 ? own : `${own} ${n}`
    if (!isTaken(tried, others)) return tried
  }
}

export const lastSuperuser = () => conflict('last_superuser', LAST_OWNER)

/** The roles that `actor` may give. */
export const rolesToGive = (actor: Actor): StaffRole[] => STAFF_ROLES.filter((role) => !isAbove(actor, role))

const isLastOwner = (person: Person, all: readonly Person[]): boolean =>
  person.role === 'superuser' && person.isActive && !all.some((p) => p.role === 'superuser' && p.isActive && p._id !== person._id)

/**
 * Why `actor` can't do this to an employee, in the same words as the server's refusal; null when they can. `all` are the restaurant's employees as this device
 * knows them; the server checks again.
 */
export function employeeRefusal(
  actor: Actor,
  what: 'change' | 'change role' | 'deactivate' | 'activate' | 'remove',
  person: Person,
  all: readonly Person[],
): string | null {
  if (isAbove(actor, person.role)) return above(person.role)
  if ((what === 'deactivate' || what === 'remove') && actor.accountId === person._id) return self(what)
  if (what !== 'change' && what !== 'activate' && isLastOwner(person, all)) return LAST_OWNER
  return null
}

/** What `actor` should know of a managerial head's other outlets (`headOfAfter`) where they add one (`person` is null), make one of somebody, or change one. */
export function headNote(actor: Actor, person: Person | null, role: Role): string | null {
  if (role !== 'managerialHead' || actor.accountId === person?._id) return null
  if (person?.readsGroup && person.role === role)
    return actor.entered
      ? 'They read all outlets of the partner.'
      : 'They read all outlets of the partner. A new email or password from you ends that.'
  if (!actor.entered) return 'They read this outlet only. If it belongs to a partner, the partner can let them read all outlets.'
  return person?.role === role ? 'They read this outlet only.' : 'If the outlet belongs to a partner, they read all outlets of the partner.'
}
