import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** An icon, one sentence, one button. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  className,
}: {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
}) {
  return (
    <div className={cx('flex flex-col items-center justify-center gap-3 px-6 py-12 text-center', className)}>
      {icon ? <span className="grid size-12 place-items-center rounded-full bg-raised text-muted [&_svg]:size-6">{icon}</span> : null}
      <p className="max-w-[44ch] font-medium text-balance">{title}</p>
      {children ? <div className="max-w-[52ch] text-14 text-muted">{children}</div> : null}
      {action}
    </div>
  )
}
