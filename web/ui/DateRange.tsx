import { useId } from 'react'
import { cx } from './cx.ts'
import { Field, FieldError } from './Field.tsx'
import { type ControlSize, Input } from './Input.tsx'

export interface DateRangeProps {
  /** `YYYY-MM-DD`, or '' */
  from: string
  to: string
  onChange: (part: { from?: string; to?: string }) => void
  /** What is wrong with the two days; the caller knows the rule. */
  error: string | null
  /** The Enter key */
  onEnter?: () => void
  size?: ControlSize
  className?: string
  inputClassName?: string
}

/** From and To of a filter, with one error below both. A form has DateRangeField. */
export function DateRange({ from, to, onChange, error, onEnter, size, className, inputClassName }: DateRangeProps) {
  const id = useId()
  const input = {
    type: 'date',
    size,
    inputClassName,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
    onKeyDown: (event: React.KeyboardEvent) => (event.key === 'Enter' ? onEnter?.() : undefined),
  } as const
  return (
    <div className={cx('min-w-0', className)}>
      <div className="grid grid-cols-2 gap-2">
        <Field label="From">
          <Input {...input} value={from} onChange={(event) => onChange({ from: event.target.value })} />
        </Field>
        <Field label="To">
          <Input {...input} value={to} onChange={(event) => onChange({ to: event.target.value })} />
        </Field>
      </div>
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </div>
  )
}
