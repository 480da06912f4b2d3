import { createContext, useContext, type ReactNode } from 'react'
import { type ControllerRenderProps, type FieldPath, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { MESSAGES } from '#domain/messages.ts'
import { Field } from '#web/ui/Field.tsx'
import type { ControlSize } from '#web/ui/Input.tsx'
import type { Form } from './useForm.ts'

/** How the controls of a form look; set by the shell for all its fields. */
type FormLook = {
  size: ControlSize
  /** Shows unsaved changes in coral. */
  showEdited: boolean
}
const Look = createContext<FormLook>({ size: 44, showEdited: false })
export const FormLookProvider = Look.Provider
const useFormLook = (): FormLook => useContext(Look)

/** What every field takes. `T` is the type of its value, so that a name of another type doesn't compile. */
export type FieldProps<V extends FieldValues, T> = {
  form: Form<V>
  name: FieldPathByValue<V, T>
  label: string
  /** Must be filled in before the form is sent. A text replaces "Enter the …". */
  required?: boolean | string
  optional?: boolean
  hint?: ReactNode
  /** At the end of the label's line. */
  labelEnd?: ReactNode
  hideLabel?: boolean
  className?: string
}

export type Bound = {
  field: ControllerRenderProps<FieldValues, string>
  size: ControlSize
  edited: boolean
}

type BoundFieldProps<V extends FieldValues, T> = FieldProps<V, T> & {
  group?: boolean
  /** Returns an error if the value has the wrong shape. Checks that need more than this field are the server's. */
  check?: (value: T) => string | undefined
  /** The value as text, for "Changed on another device: …". */
  show?: (value: T) => string
  children: (bound: Bound) => ReactNode
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** "UPI ID" keeps its capitals, "Title" becomes "title". */
const lower = (label: string) => (/^.[A-Z]/.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1))

/** What all fields share: label, control, error, and a notice of a change by another device. */
export function BoundField<V extends FieldValues, T>(props: BoundFieldProps<V, T>) {
  const { form, name, label, required, optional, hint, labelEnd, hideLabel, className, group, check, show, children } = props
  const { size, showEdited } = useFormLook()
  const missing = typeof required === 'string' ? required : `${group ? 'Choose' : 'Enter'} the ${lower(label)}.`
  const { field, fieldState } = useController({
    control: form.control,
    name: name as FieldPath<V>,
    rules: { validate: (value: unknown) => (isEmpty(value) ? (required ? missing : true) : (check?.(value as T) ?? true)) },
  })
  const changedThere = Object.hasOwn(form.theirs, name)
  const other = form.theirs[name] as T
  const notice = changedThere
    ? `${MESSAGES.changedElsewhere}${show && form.isChanged(name) && !isEmpty(other) ? `: ${show(other)}` : ''}`
    : undefined
  return (
    <Field
      label={label}
      labelEnd={labelEnd}
      hideLabel={hideLabel}
      hint={hint}
      error={fieldState.error?.message}
      notice={notice}
      required={Boolean(required)}
      optional={optional}
      group={group}
      className={className}
    >
      {children({ field: field as unknown as Bound['field'], size, edited: showEdited && form.isChanged(name) })}
    </Field>
  )
}
