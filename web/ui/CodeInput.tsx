import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './Field.tsx'

export interface CodeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'maxLength'> {
  value: string
  length?: number
  /** The digits so far; spaces and dashes of a pasted code are left out. */
  onCode: (code: string) => void
}

/** A one-time code in boxes. It is a single input, so that pasting, autofill from a message, and screen readers work as in any other. */
export function CodeInput({ value, length = 6, onCode, className, ...given }: CodeInputProps) {
  const props = useFieldControl(given)
  return (
    <div className={cx('relative', className)}>
      <div aria-hidden="true" className="grid grid-cols-6 gap-2">
        {Array.from({ length }, (_, n) => (
          <span
            key={n}
            className={cx(
              'num grid h-12 place-items-center rounded-control border bg-surface text-24 font-semibold',
              props['aria-invalid'] ? 'border-danger' : 'border-border',
            )}
          >
            {value[n] ?? ''}
          </span>
        ))}
      </div>
      <input
        {...props}
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        // Not `maxLength`: it would cut "123 456" before the space is taken out.
        onChange={(event) => onCode(event.target.value.replace(/\D/g, '').slice(0, length))}
        className="absolute inset-0 w-full cursor-text rounded-control bg-transparent text-transparent caret-transparent -outline-offset-1 selection:bg-transparent"
      />
    </div>
  )
}
