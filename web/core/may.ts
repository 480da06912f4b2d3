import { useMemo } from 'react'
import type { Call } from '#domain/api/index.ts'
import { mayCall, type Permissions } from '#domain/permissions.ts'
import { familyOf, type Role } from '#domain/roles.ts'
import { FACTS } from './facts.ts'
import { useSession } from './session.ts'
import { readText } from './store.ts'

/** Why a button can't be pressed, in the words it shows. The sentences that belong to no single kind of resource are all in this file. */
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

/** `Only a cashier or a manager can do this`; the general sentence where more than three kinds of people may, or none of the restaurant's own. */
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
  /** A partner or the back office chose a restaurant, which every call names by X-Restaurant-Id. */
  entered: boolean
  /** The restaurant's map of pages; null when none was fetched. */
  permissions: Permissions | null
}

/**
 * May this person make this call? The answer is that of the server, which asks the same `mayCall` with the same facts (CONTRACT §2). `refused`: the sentence
 * for a role that may not, where it can name what is done.
 */
export function may(call: Call, { role, entered, permissions }: Caller, refused?: string): May {
  const facts = FACTS[call]
  if (role === null) return facts.roles.includes('public') ? { ok: true } : { ok: false, why: REFUSALS.signedOut }
  const refusal = mayCall(facts, { role, entered }, permissions)
  if (refusal === null) return { ok: true }
  return { ok: false, why: refusal === 'page' ? REFUSALS.page : (refused ?? roleRefusal(facts.roles)) }
}

const canEnter = (role: Role) => familyOf(role) === 'partner' || familyOf(role) === 'backoffice'

/**
 * For a button that makes `call`: may the signed-in person make it, and why not. It speaks of role and page alone; whether the order, the table or the
 * connection allows it at this moment is for the caller to add.
 */
export function useMay(call: Call, refused?: string): May {
  return may(call, useCaller(), refused)
}

/** The signed-in person, as `may` asks for them. */
export function useCaller(): Caller {
  const { user, permissions } = useSession()
  const role = user?.role ?? null
  const entered = role !== null && canEnter(role) && readText('restaurantId') !== null
  return useMemo(() => ({ role, entered, permissions }), [role, entered, permissions])
}
