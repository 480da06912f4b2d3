import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { softTones, type Tone } from './StatusChip.tsx'

export interface BannerProps {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  role?: 'status' | 'alert' | 'note'
  /** Over the full width of the page, without corners */
  flush?: boolean
  className?: string
}

const icons: Partial<Record<Tone, ReactNode>> = {
  success: <CircleCheck />,
  warning: <TriangleAlert />,
  danger: <CircleAlert />,
  info: <Info />,
}

export function Banner({
  tone = 'info',
  icon = icons[tone],
  children,
  action,
  onDismiss,
  role = tone === 'danger' ? 'alert' : 'status',
  flush = false,
  className,
}: BannerProps) {
  return (
    <div
      role={role}
      className={cx(
        'flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1 pl-2.5 text-14 [--money-unit:currentColor]',
        action || onDismiss ? 'pr-1' : 'pr-2.5',
        flush ? 'px-4' : 'rounded-control',
        softTones[tone],
        className,
      )}
    >
      <span className="flex min-w-0 flex-1 basis-48 items-start gap-2 py-1 [&>svg]:flex-none">
        {icon}
        <span className="min-w-0">{children}</span>
      </span>
      {action || onDismiss ? (
        <span className="flex flex-none items-center gap-1">
          {action}
          {onDismiss ? <IconButton size={32} label="Dismiss" icon={<X />} onClick={onDismiss} className="text-inherit" /> : null}
        </span>
      ) : null}
    </div>
  )
}
