import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A live region stays mounted and its words change; polite for updates, assertive for alerts. Timers never go in one. */
export function Live({
  children,
  assertive = false,
  visible = false,
  className,
}: {
  children?: ReactNode
  assertive?: boolean
  visible?: boolean
  className?: string
}) {
  return (
    <div
      role={assertive ? 'alert' : 'status'}
      aria-live={assertive ? 'assertive' : 'polite'}
      aria-atomic="true"
      className={cx(!visible && 'sr-only', className)}
    >
      {children}
    </div>
  )
}
