import { cx } from './cx.ts'

/** A block in the final geometry (give its size by class), shown after 150 ms so that a quick answer never flickers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-skeleton rounded-control bg-raised', className)} />
}
