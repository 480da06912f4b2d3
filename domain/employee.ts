import { conflict, forbidden } from './errors.ts'
import { rankOf, type Role, ROLE_NAMES } from './roles.ts'

/** Who changes employees: `entered` are partner, back office and admin, who stand above every role of the house. */
export type Actor = { accountId: string; role: Role; entered: boolean }

const rankOfActor = (actor: Actor): number => (actor.entered ? Infinity : rankOf(actor.role))

/** Nobody gives, changes or removes a role above their own (CONTRACT §2). Throws 403 `role_above`. */
export function mustOutrank(actor: Actor, ...roles: Role[]): void {
  const above = roles.find((role) => rankOf(role) > rankOfActor(actor))
  if (above) throw forbidden(`${ROLE_NAMES[above]} is a role above your own.`, 'role_above')
}

/** Throws 403 `own_account`. */
export function mustNotBeSelf(actor: Actor, accountId: string, what: 'deactivate' | 'remove'): void {
  if (actor.accountId === accountId) throw forbidden(`You can’t ${what} yourself.`, 'own_account')
}

export const lastSuperuser = () => conflict('last_superuser', 'The last active owner stays: make someone else an owner first.')
