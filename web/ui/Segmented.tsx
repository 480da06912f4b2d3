import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFieldGroup } from './Field.tsx'

export interface SegmentedOption<V extends string> {
  value: V
  label: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

export interface SegmentedProps<V extends string> {
  /** Names the group; inside a Field with `group` it may be left out */
  label?: string
  value: V | null | undefined
  onChange: (value: V) => void
  options: readonly SegmentedOption<V>[]
  size?: 32 | 48
  full?: boolean
  className?: string
}

/** Chooses one of two to five options: radios in one frame, so arrow keys work. */
export function Segmented<V extends string>({ label, value, onChange, options, size = 48, full = false, className }: SegmentedProps<V>) {
  const name = useId()
  const field = useFieldGroup()
  const small = size === 32
  return (
    <div
      role="radiogroup"
      aria-label={label}
      {...(label ? {} : field)}
      className={cx(
        'max-w-full bg-raised',
        full ? 'flex w-full' : 'inline-flex',
        small ? 'h-8 rounded-control p-0.5 pointer-coarse:h-12' : 'h-12 rounded-card p-0.75',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            // Each option is as wide as its word needs; with equal widths the longest word would be cut.
            'flex-auto',
            'relative inline-flex min-w-0 items-center justify-center gap-2 border border-transparent font-medium whitespace-nowrap text-muted select-none hover:text-text',
            'has-checked:border-border has-checked:bg-surface has-checked:font-semibold has-checked:text-text has-disabled:cursor-not-allowed has-disabled:opacity-50',
            'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary',
            small ? 'rounded-[4px] px-2 text-14 sm:px-3' : 'rounded-[7px] px-2 text-16 sm:px-4',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 m-0 cursor-[inherit] appearance-none rounded-[inherit] outline-none"
          />
          {option.icon}
          <span className="truncate">{option.label}</span>
        </label>
      ))}
    </div>
  )
}
