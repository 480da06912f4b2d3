import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'running' | 'success' | 'warning' | 'danger' | 'info' | 'billed'

export const softTones: Record<Tone, string> = {
  neutral: 'bg-raised text-text',
  running: 'bg-accent-soft text-on-accent-soft',
  success: 'bg-success-soft text-on-success-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
  info: 'bg-info-soft text-on-info-soft',
  billed: 'bg-billed-soft text-on-billed-soft',
}

/** A state, shown by colour, icon and word. */
export function StatusChip({
  tone = 'neutral',
  icon,
  size = 24,
  children,
  className,
}: {
  tone?: Tone
  icon?: ReactNode
  size?: 20 | 24
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full flex-none items-center rounded-control font-medium whitespace-nowrap [--money-unit:currentColor]',
        size === 24 ? 'h-6 gap-1 px-2 text-14 [&_svg]:size-4' : 'h-5 gap-1 px-1.5 text-12 [&_svg]:size-3.5',
        icon ? (size === 24 ? 'pl-1.5' : 'pl-1') : null,
        softTones[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}
