import { useState, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { Count } from './Count.tsx'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  label: string
  icon: ReactNode
  /** 24 is dense, with a target of 40; 32 has a target of 48 on touch screens */
  size?: 24 | 32 | 48
  variant?: 'quiet' | 'outline' | 'danger'
  count?: number
  countTone?: 'danger' | 'neutral' | 'accent'
  loading?: boolean
  disabledReason?: string | null
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
}

const sizes = { 24: 'size-6 hit', 32: 'size-8 pointer-coarse:size-12', 48: 'size-12' }
const variants = {
  quiet: 'text-text hover:bg-raised active:bg-raised aria-pressed:bg-accent-soft aria-pressed:text-on-accent-soft aria-expanded:bg-raised',
  outline: 'border border-border bg-surface text-text hover:bg-raised active:bg-raised',
  danger: 'text-danger hover:bg-danger-soft active:bg-danger-soft',
}

export function IconButton({
  label,
  icon,
  size = 48,
  variant = 'quiet',
  count = 0,
  countTone = 'danger',
  loading = false,
  disabledReason,
  tooltipSide,
  type = 'button',
  className,
  onClick,
  ...props
}: IconButtonProps) {
  const [open, setOpen] = useState(false)
  const blocked = loading || Boolean(disabledReason)

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (!blocked) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
    setOpen(true)
  }

  return (
    <Tooltip text={disabledReason ? `${label}: ${disabledReason}` : label} side={tooltipSide} open={open} onOpenChange={setOpen}>
      <button
        {...props}
        type={type}
        onClick={press}
        aria-busy={loading || undefined}
        aria-disabled={blocked || undefined}
        className={cx(
          'relative inline-grid flex-none place-items-center rounded-control transition-colors duration-(--press) off:cursor-not-allowed off:bg-transparent off:text-muted off:opacity-60',
          sizes[size],
          variants[variant],
          className,
        )}
      >
        {/* The accessible name comes from the content, so that it includes the visible text (WCAG 2.5.3). */}
        <span className="sr-only">{count > 0 ? `${label} (${count})` : label}</span>
        {loading ? <Spinner /> : icon}
        {count > 0 ? (
          <Count
            aria-hidden
            value={count}
            tone={countTone}
            className={cx('absolute ring-2 ring-surface', size === 48 ? 'top-1 right-0.75' : '-top-1.5 -right-1.5')}
          />
        ) : null}
      </button>
    </Tooltip>
  )
}
