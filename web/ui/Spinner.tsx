import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

/** Hidden from screen readers unless it has a label; what contains it should say that it is busy. */
export function Spinner({ size = 20, label, className }: { size?: 16 | 20 | 24 | 32; label?: string; className?: string }) {
  const spinner = <LoaderCircle width={size} height={size} className={cx('flex-none animate-spin', className)} aria-hidden="true" />
  if (!label) return spinner
  return (
    <span role="status" aria-label={label} className="inline-flex">
      {spinner}
    </span>
  )
}
