import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, type ButtonSize } from './Button.tsx'
import { cx } from './cx.ts'

export interface PaginationProps {
  /** '1 to 10 of 15' */
  range: string
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
  loading?: boolean
  size?: ButtonSize
  label?: string
  className?: string
}

export function Pagination({
  range,
  hasPrevious,
  hasNext,
  onPrevious,
  onNext,
  loading = false,
  size = 48,
  label = 'Pages',
  className,
}: PaginationProps) {
  return (
    <nav aria-label={label} aria-busy={loading || undefined} className={cx('flex flex-wrap items-center gap-2', className)}>
      <p aria-live="polite" className="num mr-auto text-14 text-muted max-sm:basis-full">
        {range}
      </p>
      <Button
        className="max-sm:flex-1"
        size={size}
        icon={<ChevronLeft />}
        disabledReason={hasPrevious ? null : 'This is the first page'}
        onClick={onPrevious}
      >
        Previous
      </Button>
      <Button
        className="max-sm:flex-1"
        size={size}
        iconEnd={<ChevronRight />}
        disabledReason={hasNext ? null : 'This is the last page'}
        onClick={onNext}
      >
        Next
      </Button>
    </nav>
  )
}
