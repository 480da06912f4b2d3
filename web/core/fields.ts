import { sentenceOf } from '#domain/fields.ts'
import { ApiError, messageOf } from './api.ts'

export type Refusal<Name extends string> = {
  /** One text a field, in the server's order. */
  beside: { name: Name; message: string }[]
  /** What stands above the form: everything that has no field. Null when each text has its field. */
  above: string | null
}

/**
 * A refusal as a form shows it: the fields of a 422 (CONTRACT §1 `errors`) beside their fields, everything else above the form. `fieldOf` answers the
 * form's field for a path of the body, or null.
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

/** The field of a path: its own, or the nearest one around it. An error of `days.0` belongs to the field `days`. */
export function nearestField<Name extends string>(path: string, names: ReadonlySet<Name>): Name | null {
  const segments = path.split('.')
  for (let n = segments.length; n > 0; n--) {
    const name = segments.slice(0, n).join('.') as Name
    if (names.has(name)) return name
  }
  return null
}
