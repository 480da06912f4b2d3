import { OWN_PASSWORD } from './employee.ts'
import { conflict, forbidden } from './errors.ts'
import { type Role, ROLE_NAMES } from './roles.ts'

/** Who may change an account of Tawa's own staff (roles admin and backoffice). The server refuses by these rules and the screens explain by them. */

type Actor = { accountId: string; role: Role }
type Person = { _id: string; role: string }
type Deed = 'deactivate' | 'activate' | 'reset'

const ABOVE = `Only an administrator changes an ${ROLE_NAMES.admin.toLowerCase()}.`
const SELF: Record<Deed, string | null> = {
  deactivate: 'You can’t deactivate yourself.',
  activate: null,
  reset: OWN_PASSWORD,
}

/** Why `actor` can't do this to an account, in the same words as the server's refusal; null when they can. */
export function deskRefusal(actor: Actor, deed: Deed, person: Person): string | null {
  if (person.role === 'admin' && actor.role !== 'admin') return ABOVE
  return actor.accountId === person._id ? SELF[deed] : null
}

/** Throws 403 `role_above` and `own_account`. */
export function mustBeAllowed(actor: Actor, deed: Deed, person: Person): void {
  const why = deskRefusal(actor, deed, person)
  if (why) throw forbidden(why, why === ABOVE ? 'role_above' : 'own_account')
}

export const lastAdmin = () => conflict('last_admin', 'The last active administrator stays: add another one first.')
