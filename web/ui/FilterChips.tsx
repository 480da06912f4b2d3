import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface FilterOption<V extends string> {
  value: V
  label: ReactNode
  count?: number
  icon?: ReactNode
}

export interface FilterChipsProps<V extends string> {
  label: string
  options: readonly FilterOption<V>[]
  /** One value, or several */
  value: V | null | readonly V[]
  /** Called with the pressed chip; the page computes the new value */
  onToggle: (value: V) => void
  size?: 32 | 48
  /** One line that scrolls in its own frame, instead of wrapping */
  scroll?: boolean
  className?: string
}

/** Toggle buttons; those that are on are espresso. */
export function FilterChips<V extends string>({
  label,
  options,
  value,
  onToggle,
  size = 48,
  scroll = false,
  className,
}: FilterChipsProps<V>) {
  const isOn = (option: V) => (Array.isArray(value) ? value.includes(option) : value === option)
  return (
    <div
      role="group"
      aria-label={label}
      className={cx('flex gap-1.5', scroll ? '-m-1 overflow-x-auto p-1 [scrollbar-width:none]' : 'flex-wrap', className)}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={isOn(option.value)}
          onClick={() => onToggle(option.value)}
          className={cx(
            'inline-flex flex-none items-center gap-1.5 rounded-control border border-border bg-surface font-medium whitespace-nowrap transition-colors duration-(--press) select-none hover:bg-raised [&_svg]:size-4',
            'aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary aria-pressed:hover:bg-primary-hover',
            size === 32 ? 'h-8 px-3 text-14 pointer-coarse:h-12' : 'h-12 px-3.5 text-16',
          )}
        >
          {option.icon}
          {option.label}
          {option.count !== undefined ? <span className="num font-semibold">{option.count}</span> : null}
        </button>
      ))}
    </div>
  )
}
