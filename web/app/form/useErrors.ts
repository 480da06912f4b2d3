import { type FieldValues, useFormState } from 'react-hook-form'
import type { Form } from './useForm.ts'

/** The message beside each top-level field, for a place outside of the fields: a bar that names those which stopped the last Save. */
export function useErrors<V extends FieldValues>(form: Form<V>): (name: string) => string | undefined {
  const { errors } = useFormState({ control: form.control })
  return (name) => errors[name]?.message as string | undefined
}
