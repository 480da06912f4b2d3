import { conflict, notFound } from '#domain/errors.ts'
import { type SQL, sql } from './sql.ts'

/** The same text for equal values, whatever the order of an object's keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/**
 * For a list that a body replaces whole, with the list as the caller saw it (`seen`; without it whatever is there is replaced). Whoever saves an older list
 * would take away what another device added meanwhile. Throws 409 `…_changed` with the newest, from which the caller goes on.
 */
export function mustBeAsSeen(name: string, now: unknown, seen: unknown, newest: Record<string, unknown>): void {
  if (seen !== undefined && textOf(now) !== textOf(seen))
    throw conflict(`${name}_changed`, `The ${name.replace('_', ' ')} were changed since you looked. Look at them and save again.`, newest)
}

/** The condition of the UPDATE: a JSON value (`stored`, a column or a part of one) is still the one that was checked. Nothing to compare without `seen`. */
export const stillAsRead = (stored: SQL, now: unknown, seen: unknown): SQL =>
  seen === undefined ? sql`true` : sql`COALESCE(json(${stored}), 'null') = ${JSON.stringify(now ?? null)}`

/**
 * Saves a row by a batch whose first statement is an UPDATE with conditions that returns it. `mustFit` throws what doesn't fit: of the row as it was read, and when
 * nothing was written also of the row as it is by then (`newest`), because another device may have changed it in between. Throws 404 with `gone` when it fits.
 */
export async function saveAsSeen<T, R>(
  before: T,
  mustFit: (now: T) => void,
  { save, newest, gone }: { save: () => Promise<readonly (readonly R[])[]>; newest: () => Promise<T | null>; gone: string },
): Promise<R> {
  mustFit(before)
  const [[saved] = []] = await save()
  if (saved !== undefined) return saved
  const now = await newest()
  if (now !== null) mustFit(now)
  throw notFound(gone)
}
