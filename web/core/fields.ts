import { ApiError } from './api.ts'

/**
 * A refusal as the texts that stand beside the fields of a form (CONTRACT §1 `errors`), one a field. null when it says anything of what the form has
 * no field for: then the whole message is shown instead, so that nothing goes unsaid.
 */
export function fieldErrorsOf<Name extends string>(failure: unknown, names: readonly Name[]): { name: Name; message: string }[] | null {
  if (!(failure instanceof ApiError) || failure.status !== 422 || failure.errors.length === 0) return null
  const texts = new Map<Name, string>()
  for (const { path, message } of failure.errors) {
    const name = names.find((n) => n === path)
    if (name === undefined) return null
    if (!texts.has(name)) texts.set(name, message)
  }
  return [...texts].map(([name, message]) => ({ name, message }))
}
