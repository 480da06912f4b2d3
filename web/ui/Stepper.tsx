import { Minus, Plus } from 'lucide-react'
import { cx } from './cx.ts'

export interface StepperProps {
  /** What is counted: 'Peri Peri Fries' */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  size?: 32 | 48 | 56
  /** Not sent yet: coral */
  chosen?: boolean
  decreaseLabel?: string
  increaseLabel?: string
  disabled?: boolean
  className?: string
}

const sizes = {
  32: { frame: 'h-8 pointer-coarse:h-12', button: 'w-8 pointer-coarse:w-12', value: 'min-w-8 text-14' },
  48: { frame: 'h-12', button: 'w-12', value: 'min-w-9 text-18' },
  56: { frame: 'h-14', button: 'w-14', value: 'min-w-9 text-20' },
}

/** − n +. At the minimum or maximum a button stays focusable but does nothing, so that the focus isn't lost. */
export function Stepper({
  label,
  value,
  onChange,
  min = 0,
  max = 999,
  step = 1,
  size = 48,
  chosen = false,
  decreaseLabel = `Fewer ${label}`,
  increaseLabel = `More ${label}`,
  disabled = false,
  className,
}: StepperProps) {
  const measure = sizes[size]
  const change = (by: number) => {
    const next = Math.min(max, Math.max(min, value + by))
    if (next !== value && !disabled) onChange(next)
  }
  const button = cx(
    'grid place-items-center rounded-[inherit] hover:bg-raised active:bg-raised off:cursor-not-allowed off:bg-transparent off:text-muted off:opacity-50 focus-visible:z-1',
    measure.button,
  )
  return (
    <div
      role="group"
      aria-label={label}
      className={cx(
        'inline-flex flex-none items-stretch rounded-control bg-surface ring-inset',
        chosen ? 'ring-2 ring-accent' : 'ring-1 ring-border',
        measure.frame,
        className,
      )}
    >
      <button
        type="button"
        aria-label={decreaseLabel}
        aria-disabled={disabled || value <= min || undefined}
        onClick={() => change(-step)}
        className={button}
      >
        <Minus />
      </button>
      <output className={cx('num grid place-items-center px-0.5 font-semibold', measure.value)}>{value}</output>
      <button
        type="button"
        aria-label={increaseLabel}
        aria-disabled={disabled || value >= max || undefined}
        onClick={() => change(step)}
        className={button}
      >
        <Plus />
      </button>
    </div>
  )
}
