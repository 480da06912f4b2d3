import type { Place, Principal } from './evening.ts'
import type { Row } from './table.ts'

/** One case of the matrix: who calls, where the ids are from, and which restaurant the header names. */
export type Cell = {
  principal: Principal
  /** In words: which ids, which header. */
  ids: string
  /** Each id that the input names, by path, and whose it is. */
  whose: Readonly<Record<string, Place>>
  header: Place | null
}

/**
 * `in`: permitted, and called so that nothing is consumed. `asked`: permitted and really executed, because it must leave other restaurants unchanged.
 * Else the refusal.
 */
export type Verdict = { verdict: 'in' } | { verdict: 'asked' } | { verdict: 'refused'; status: 401 | 403 | 404 | 422; code: string }
const refused = (status: 401 | 403 | 404 | 422, code: string): Verdict => ({ verdict: 'refused', status, code })
const IN: Verdict = { verdict: 'in' }

/** The restaurant in whose scope a principal acts (CONTRACT §2): its own or, for those who enter restaurants, the one in the header. */
function scopeOf({ kind, mine, partnerId }: Principal, row: Row, header: Place | null): string | null {
  if (kind === 'staff' || kind === 'diner') return mine.restaurantId
  if (kind === 'syncKey') return row.syncKey ? mine.restaurantId : null
  if (kind === 'partner') return header?.partnerId === partnerId ? (header?.restaurantId ?? null) : null
  return kind === 'backoffice' || kind === 'admin' ? (header?.restaurantId ?? null) : null
}

/** The refusal by role and restaurant; null when permitted. */
function door(row: Row, principal: Principal, scope: string | null): Verdict | null {
  const { kind, role, code = '' } = principal
  if (row.to === 'public') return null
  if (kind === 'nobody') return refused(401, 'unauthenticated')
  if (kind === 'dead') return refused(401, code)
  if (kind === 'syncKey') return row.syncKey ? null : refused(401, 'unauthenticated')
  if (kind === 'revokedKey') return refused(401, row.syncKey ? 'invalid_sync_key' : 'unauthenticated')
  // The partner's own calls are its group's, whichever outlet it has entered.
  if (kind === 'limited') return row.limited || (role === 'partner' && row.to === 'group') ? null : refused(403, code)
  const named = role !== null && row.roles.includes(role)
  if (row.to === 'staff' && (kind === 'partner' || kind === 'backoffice' || kind === 'admin'))
    return scope === null ? refused(403, 'forbidden') : null
  if (!named && kind !== 'admin') return refused(403, 'forbidden')
  if (row.diners === 'account' && principal.diner === 'guest') return refused(403, 'account_required')
  if (row.diners === 'seated' && principal.diner === 'ended') return refused(403, 'sitting_ended')
  return null
}

/** The answer that the table gives for a cell. */
export function judge(row: Row, { principal, whose, header }: Cell): Verdict {
  const scope = scopeOf(principal, row, header)
  const shut = door(row, principal, scope)
  if (shut) return shut
  // A diner is scoped to its table, everybody else to the restaurant.
  const isOwn = (place: Place) => place.restaurantId === scope && (principal.kind !== 'diner' || place === principal.mine)
  const inside = principal.kind !== 'diner' && scope !== null
  const mixed = new Set(Object.values(whose)).size > 1
  const found = new Set<Verdict['verdict'] | 404 | 422>()
  for (const [path, place] of Object.entries(whose)) {
    const named = row.names?.[path]
    if (named === 'own' && !isOwn(place)) found.add(404)
    if (named === 'dish' && place.restaurantId !== scope) found.add(422)
    if ((named === 'filter' || named === 'each') && !isOwn(place)) found.add('asked')
    if (named === 'inside' && (inside ? !isOwn(place) : mixed)) found.add(404)
    if (named === 'open' && mixed) found.add(404)
    const chains = new Set(Object.values(whose).map((p) => p.partnerId)).size
    if (named === 'chain' && (principal.kind === 'admin' ? chains > 1 : place.partnerId !== principal.partnerId)) found.add(404)
    if (named === 'group' && principal.kind !== 'admin' && place.partnerId !== principal.partnerId) found.add(404)
  }
  // An administrator has no partner of its own, but that of the restaurant it has entered.
  if (row.to === 'group' && row.reads && !Object.keys(row.names ?? {}).length && principal.kind === 'admin' && scope === null)
    found.add(404)
  const order = whose['body.orderId']
  if (row.dineIn && principal.role === 'delivery' && order && isOwn(order)) return refused(403, 'forbidden')
  if (found.has(404)) return refused(404, 'not_found')
  if (found.has(422)) return refused(422, 'unknown_item')
  return found.has('asked') ? { verdict: 'asked' } : IN
}

/** Every case of a principal and a call. */
export function cellsOf(row: Row, principal: Principal): Cell[] {
  const { mine, others, kind } = principal
  const paths = Object.keys(row.names ?? {})
  const all = (place: Place) => Object.fromEntries(paths.map((path) => [path, place]))
  const enters = kind === 'partner' || kind === 'backoffice' || kind === 'admin'
  const cell = (ids: string, whose: Cell['whose'], header: Place | null): Cell => ({
    principal,
    ids: `${ids}${header ? `, X-Restaurant-Id of ${header.name}` : ''}`,
    whose,
    header,
  })
  const usual = enters ? mine : null
  const shut = kind === 'dead' || kind === 'nobody' || kind === 'revokedKey'
  return [
    cell('own ids', all(mine), usual),
    ...(enters ? [cell('own ids', all(mine), null)] : []),
    ...(shut ? others.slice(0, 1) : others).flatMap((other) => [
      ...(paths.length > 0 ? [cell(`ids of ${other.name}`, all(other), usual)] : []),
      ...(paths.length > 1 && !shut
        ? paths.map((path) => cell(`own ids, ${path} of ${other.name}`, { ...all(mine), [path]: other }, usual))
        : []),
      cell('own ids', all(mine), other),
      ...(paths.length > 0 && !shut ? [cell(`ids of ${other.name}`, all(other), other)] : []),
    ]),
  ]
}
