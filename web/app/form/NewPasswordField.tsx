import type { FieldPathByValue, FieldValues } from 'react-hook-form'
import { TextField } from './fields.tsx'
import type { Form } from './useForm.ts'

/** The minimum length, the same as the server's (domain/api/fields.ts). */
const LEAST = 8

/** The field `newPassword`, once, with "Show password" in place of typing it twice. */
export function NewPasswordField<V extends FieldValues & { newPassword: string }>({
  form,
  autoFocus,
}: {
  form: Form<V>
  autoFocus?: boolean
}) {
  return (
    <TextField
      form={form}
      name={'newPassword' as FieldPathByValue<V, string>}
      label="New password"
      kind="password"
      autoComplete="new-password"
      autoFocus={autoFocus}
      required="Enter the new password."
      hint={`At least ${LEAST} characters. A sentence is easy to remember.`}
      check={(text) => (text.length < LEAST ? `At least ${LEAST} characters.` : undefined)}
    />
  )
}
