import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A live region. Keep it mounted and change its text: polite for updates, assertive for alerts. Don't put timers in it. */
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
