import { sentenceOf } from '#domain/fields.ts'
import { ApiError, messageOf } from './api.ts'

export type Refusal<Name extends string> = {
  /** One text for each field, in the server's order. */
  beside: { name: Name; message: string }[]
  /** Shown above the form: everything without a field of its own. Null when every text has a field. */
  above: string | null
}

/**
 * Splits a refusal for a form: the `errors` of a 422 (CONTRACT §1) go beside their fields, everything else above the form. `fieldOf` returns the
 * form's field for a path in the body, or null.
 */
export function refusalOf<Name extends string>(failure: unknown, fieldOf: (path: string) => Name | null): Refusal<Name> {
  if (!(failure instanceof ApiError) || failure.status !== 422 || failure.errors.length === 0)
    return { beside: [], above: messageOf(failure) }
  const beside = new Map<Name, string>()
  const above: string[] = []
  for (const error of failure.errors) {
    const name = fieldOf(error.path)
    if (name === null) above.push(sentenceOf(error))
    else if (!beside.has(name)) beside.set(name, error.message)
  }
  return {
    beside: [...beside].map(([name, message]) => ({ name, message })),
    above: above.length > 0 ? above.slice(0, 3).join(' ') : null,
  }
}

/** A path with its beginning, or all of it, replaced by what `names` says of it: where a body and its form name a value differently. */
export function renamed(path: string, names: Readonly<Record<string, string>>): string {
  const segments = path.split('.')
  for (let n = segments.length; n > 0; n--) {
    const name = names[segments.slice(0, n).join('.')]
    if (name !== undefined) return [name, ...segments.slice(n)].join('.')
  }
  return path
}

/**
 * The field for a path: its own, or the nearest enclosing one. An error of `days.0` belongs to the field `days`. A row of a list has no field of its own: an
 * error of `taxes.1` belongs to the first field in that row.
 */
export function nearestField<Name extends string>(path: string, names: ReadonlySet<Name>): Name | null {
  const segments = path.split('.')
  for (let n = segments.length; n > 0; n--) {
    const name = segments.slice(0, n).join('.') as Name
    if (names.has(name)) return name
    const inRow = /\.\d+$/.test(name) ? [...names].find((other) => other.startsWith(`${name}.`)) : undefined
    if (inRow) return inRow
  }
  return null
}
