import { Field } from './Field.tsx'
import { type ControlSize, Input } from './Input.tsx'

export interface DateRangeProps {
  /** `YYYY-MM-DD`, or '' */
  from: string
  to: string
  onChange: (part: { from?: string; to?: string }) => void
  /** What is wrong with the two days, for the caller to say. */
  error: string | null
  size?: ControlSize
  /** Of each field */
  className?: string
  inputClassName?: string
}

/** From and To outside a form; the caller places the two fields. In a form use DateRangeField. */
export function DateRange({ from, to, onChange, error, size, className, inputClassName }: DateRangeProps) {
  const input = { type: 'date', size, inputClassName } as const
  return (
    <>
      <Field label="From" className={className}>
        <Input {...input} value={from} onChange={(event) => onChange({ from: event.target.value })} />
      </Field>
      <Field label="To" className={className} error={error}>
        <Input {...input} value={to} onChange={(event) => onChange({ to: event.target.value })} />
      </Field>
    </>
  )
}
