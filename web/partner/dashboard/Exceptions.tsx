import { CircleX, RefreshCw, TrendingDown } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { softTones } from '#web/ui/StatusChip.tsx'
import { OutletLink } from './OutletLink.tsx'
import { type Exception, exceptionsOf, type Row } from './outlets.ts'

const LOOKS: Record<Exception['kind'], { icon: typeof CircleX; tone: keyof typeof softTones }> = {
  drop: { icon: TrendingDown, tone: 'danger' },
  cancelled: { icon: CircleX, tone: 'warning' },
  failed: { icon: RefreshCw, tone: 'info' },
}
/** How many are listed; further ones are only marked in the table. */
const SHOWN = 3

export type RetryOf = (id: string) => { run: () => void; busy: boolean; failed: boolean } | null

/** What stands out, above all figures. Shows nothing if nothing does. */
export function Exceptions({ rows, all, retryOf }: { rows: readonly Row[]; all: NonNullable<Row['sums']>; retryOf: RetryOf }) {
  const exceptions = exceptionsOf(rows, all)
  if (exceptions.length === 0) return null
  return (
    <Card aria-label="What stands out">
      <ul className="grid gap-px overflow-hidden rounded-card bg-hairline @min-[920px]:auto-cols-fr @min-[920px]:grid-flow-col">
        {exceptions.slice(0, SHOWN).map((exception) => {
          const { icon: Icon, tone } = LOOKS[exception.kind]
          const retry = exception.kind === 'failed' ? retryOf(exception._id) : null
          return (
            <li key={`${exception.kind} ${exception._id}`} className="flex min-w-0 items-center gap-3 bg-surface px-4 py-3">
              <span aria-hidden="true" className={cx('grid size-8 flex-none place-items-center rounded-control', softTones[tone])}>
                <Icon className="size-5" />
              </span>
              <span className="min-w-0 flex-1 text-14">
                <span className="block font-semibold [overflow-wrap:anywhere]">{exception.title}</span>
                <span className="block text-12 text-muted">{retry?.failed ? 'It did not answer again' : exception.detail}</span>
              </span>
              {retry ? (
                <Button size={32} loading={retry.busy} onClick={retry.run} aria-label={`Retry: ${exception.title}`}>
                  Retry
                </Button>
              ) : (
                <Button asChild size={32}>
                  <OutletLink id={exception._id} label={`Open: ${exception.title}`}>
                    Open
                  </OutletLink>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
