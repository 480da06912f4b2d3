import type { FieldPathByValue, FieldValues } from 'react-hook-form'
import { isShortPassword, PASSWORD_RULE } from '#domain/password.ts'
import { TextField } from './fields.tsx'
import type { Form } from './useForm.ts'

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
      hint={`${PASSWORD_RULE} A sentence is easy to remember.`}
      check={(text) => (isShortPassword(text) ? PASSWORD_RULE : undefined)}
    />
  )
}
