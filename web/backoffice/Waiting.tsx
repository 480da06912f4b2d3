import { Clock } from 'lucide-react'
import { useDates } from '#web/core/dates.ts'
import { useNow } from '#web/ui/hooks.ts'
import { cx } from '#web/ui/cx.ts'
import { isLate, LATE_DAYS, waitingText } from './waiting.ts'

/** How long something has waited; from five days on with a clock, in red. */
export function Waiting({ since }: { since: string }) {
  const now = useNow()
  const dates = useDates()
  const late = isLate(since, now)
  return (
    <time
      dateTime={since}
      title={dates.full(since)}
      className={cx(
        'num inline-flex items-center gap-1 whitespace-nowrap [&_svg]:size-4',
        late ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      {late ? (
        <>
          <Clock aria-hidden="true" />
          <span className="sr-only">Longer than {LATE_DAYS} days: </span>
        </>
      ) : null}
      {waitingText(since, now)}
    </time>
  )
}
