import { cx } from './cx.ts'

/** A placeholder in the final size (set by class), shown after 150 ms so that a quick answer doesn't flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-skeleton rounded-control bg-raised', className)} />
}
