import { useMemo } from 'react'
import type { Call } from '#domain/api/index.ts'
import { mayCall, type Permissions } from '#domain/permissions.ts'
import { familyOf, type Role } from '#domain/roles.ts'
import { accessOf } from './access.ts'
import { useEntered } from './entered.ts'
import { useSession } from './session.ts'

/** Whether a button can be pressed, else the reason it shows. The reasons that don't belong to one kind of resource are all in this file. */
export type May = { ok: true } | { ok: false; why: string }

export const REFUSALS = {
  signedOut: 'Sign in first',
  role: 'Your role can’t do this',
  page: 'Your administrator switched this off for your role',
  offline: 'You are offline',
} as const

const MANAGERS: readonly Role[] = ['superuser', 'managerialHead', 'generalManager']
const STAFF_WORDS: Partial<Record<Role, string>> = {
  kitchen: 'the kitchen',
  delivery: 'a delivery person',
  waiter: 'a waiter',
  captain: 'a captain',
  cashier: 'a cashier',
}

/** `Only a cashier or a manager can do this`; a general sentence if more than three kinds of people may, or none of the restaurant's staff. */
export function roleRefusal(roles: readonly (Role | 'public')[]): string {
  const people = Object.entries(STAFF_WORDS).flatMap(([role, words]) => (roles.includes(role as Role) ? [words] : []))
  if (MANAGERS.every((role) => roles.includes(role))) people.push('a manager')
  else if (roles.includes('superuser') && roles.includes('managerialHead')) people.push('the owner', 'a managerial head')
  const last = people.pop()
  if (!last || people.length > 2) return REFUSALS.role
  return `Only ${people.length > 0 ? `${people.join(', ')} or ` : ''}${last} can do this`
}

export type Caller = {
  /** null when nobody is signed in. */
  role: Role | null
  /** A partner or the back office has entered a restaurant, sent with every call as X-Restaurant-Id. */
  entered: boolean
  /** The restaurant's permissions by page; null when they were not fetched. */
  permissions: Permissions | null
}

/**
 * May this person make this call? Same answer as the server's, which uses the same `mayCall` (CONTRACT §2). `refused` is the sentence shown
 * to a role that may not, where it can name the action.
 */
export function may(call: Call, { role, entered, permissions }: Caller, refused?: string): May {
  const access = accessOf(call)
  if (role === null) return access.roles.includes('public') ? { ok: true } : { ok: false, why: REFUSALS.signedOut }
  const refusal = mayCall(access, { role, entered }, permissions)
  if (refusal === null) return { ok: true }
  return { ok: false, why: refusal === 'page' ? REFUSALS.page : (refused ?? roleRefusal(access.roles)) }
}

const canEnter = (role: Role) => familyOf(role) === 'partner' || familyOf(role) === 'backoffice'

/**
 * For a button that makes `call`: may the signed-in person make it, and if not, why. Covers role and page only; whether the order, the table or the
 * connection allows it now must be checked by the caller.
 */
export function useMay(call: Call, refused?: string): May {
  return may(call, useCaller(), refused)
}

/** The signed-in person, as `may` needs them. */
export function useCaller(): Caller {
  const { user, permissions } = useSession()
  const role = user?.role ?? null
  const inOutlet = useEntered() !== null
  const entered = role !== null && canEnter(role) && inOutlet
  return useMemo(() => ({ role, entered, permissions }), [role, entered, permissions])
}
