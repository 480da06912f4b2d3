import type { ReactNode } from 'react'
import { durationText } from '#domain/time.ts'
import { cx } from '#web/ui/cx.ts'
import { useElapsed } from '#web/ui/hooks.ts'

/** '12m', never announced. `lateAfter` in minutes turns it danger; `exact` is the time to show on hover. */
export function Elapsed({
  since,
  lateAfter,
  exact,
  icon,
  className,
}: {
  since: string | null | undefined
  lateAfter?: number
  exact?: string
  icon?: ReactNode
  className?: string
}) {
  const ms = useElapsed(since)
  if (!since) return null
  const late = lateAfter !== undefined && ms >= lateAfter * 60_000
  return (
    <time
      dateTime={since}
      title={exact}
      aria-hidden="true"
      className={cx('num inline-flex items-center gap-1 [&_svg]:size-4', late && 'font-bold text-danger', className)}
    >
      {icon}
      {durationText(ms)}
    </time>
  )
}
