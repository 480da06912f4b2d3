import { ChevronRight, TimerReset, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { type Entry, guestsOf, inPart } from './book.ts'
import { LOOKS } from './stepEntries.tsx'
import type { Steps } from './useBook.ts'

type Props = { entries: readonly Entry[]; today: boolean; open: string | null; steps: Steps; onOpen: (id: string) => void }

/** The bookings of a day: upcoming ones, then seated guests, then those who left, cancelled or did not come. */
export function BookList(props: Props) {
  const { entries } = props
  const [toCome, seated, closed] = [inPart(entries, 'toCome'), inPart(entries, 'seated'), inPart(entries, 'closed')]
  const count = (status: Entry['status'], words: (n: number) => string) => {
    const n = closed.filter((e) => e.status === status).length
    return n > 0 ? [words(n)] : []
  }
  const ended = [
    ...count('completed', (n) => `${n} left`),
    ...count('cancelled', (n) => `${n} cancelled`),
    ...count('noShow', (n) => plural(n, 'no-show')),
  ]
  return (
    <>
      <h2 className="flex min-h-10 items-baseline gap-2 border-b border-hairline px-4 py-2 text-14">
        <b className="text-16 font-semibold">To come</b>
        <span className="font-normal text-muted">{`${plural(toCome.length, 'booking')}, ${plural(guestsOf(toCome), 'guest')}`}</span>
      </h2>
      {toCome.length > 0 ? (
        <Rows {...props} entries={toCome} label="To come" />
      ) : (
        <p className="px-4 py-6 text-14 text-muted">No upcoming bookings.</p>
      )}
      {seated.length > 0 ? (
        <Folded title={`Seated ${seated.length}`} note={plural(guestsOf(seated), 'guest')} open>
          <Rows {...props} entries={seated} label="Seated" />
        </Folded>
      ) : null}
      {closed.length > 0 ? (
        <Folded title="Closed" note={ended.join(', ')}>
          <Rows {...props} entries={closed} label="Closed" />
        </Folded>
      ) : null}
    </>
  )
}

function Folded({ title, note, open, children }: { title: string; note: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 border-b border-hairline px-4 py-2 text-14 hover:bg-raised focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-5 flex-none group-open:rotate-90" aria-hidden="true" />
        <b className="flex-none text-16 font-semibold">{title}</b>
        <span className="ml-auto text-right text-muted">{note}</span>
      </summary>
      {children}
    </details>
  )
}

function Rows({ entries, label, ...props }: Props & { label: string }) {
  return (
    <ul aria-label={label}>
      {entries.map((entry) => (
        <Row key={entry._id} entry={entry} {...props} />
      ))}
    </ul>
  )
}

function Row({ entry, today, open, steps, onOpen }: Omit<Props, 'entries'> & { entry: Entry }) {
  const at = entry.tableNumber ? tableLabel(entry.tableNumber) : 'no table'
  const arrived = entry.status === 'arrived'
  return (
    <li
      className={cx(
        'flex min-h-16 items-center border-b border-hairline',
        entry.late !== null ? 'bg-warning-soft text-on-warning-soft' : entry._id === open ? 'bg-accent-soft' : 'bg-surface',
      )}
    >
      <button
        type="button"
        data-row={entry._id}
        aria-current={entry._id === open || undefined}
        onClick={() => onOpen(entry._id)}
        className="flex min-w-0 flex-1 items-start gap-3 self-stretch px-4 py-2.5 text-left focus-visible:-outline-offset-2"
      >
        <b className="num w-11 flex-none text-16 font-semibold">{entry.time}</b>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          {/* In a narrow list the state is below, because the guests’ note is more important before they come. */}
          <span className="min-w-48 flex-1">
            <span className="line-clamp-2 text-16 font-medium [overflow-wrap:anywhere]">{entry.customerName}</span>
            <span className={cx('block text-14 [overflow-wrap:anywhere]', entry.late === null && 'text-muted')}>
              {[arrived && 'Arrived', plural(entry.partySize, 'guest'), at, entry.note].filter(Boolean).join(' · ')}
            </span>
          </span>
          {arrived && !entry.overlaps ? null : <State entry={entry} today={today} />}
        </span>
      </button>
      {arrived ? (
        <Button className="mr-2 px-3" disabledReason={steps.seatRefusal(entry)} onClick={() => steps.seat(entry)}>
          Seat
        </Button>
      ) : null}
    </li>
  )
}

/** The most important fact: late guests, then an overlap, then the status. */
function State({ entry, today }: { entry: Entry; today: boolean }) {
  if (entry.late !== null)
    return (
      <span className="inline-flex h-6 flex-none items-center gap-1 rounded-control bg-warning px-1.5 text-14 font-semibold text-on-warning [&_svg]:size-4">
        <TimerReset aria-hidden="true" />
        {today ? `${entry.late}m late` : 'Not closed'}
      </span>
    )
  if (entry.overlaps && entry.status !== 'seated')
    return (
      <StatusChip tone="warning" icon={<TriangleAlert />}>
        Overlaps
      </StatusChip>
    )
  const look = LOOKS[entry.status]
  return (
    <StatusChip tone={look.tone} icon={look.icon}>
      {look.word}
    </StatusChip>
  )
}
