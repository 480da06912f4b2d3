import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A key's name beside its action; hidden on devices without a keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cx(
        'inline-grid h-5 min-w-5 flex-none place-items-center rounded-[4px] border border-hairline bg-bg px-1.25 font-sans text-12 leading-none font-medium text-muted pointer-coarse:hidden',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
