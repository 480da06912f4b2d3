import { Armchair, MapPinCheck, TimerReset, TriangleAlert } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { TableShape } from '#domain/api/tables.ts'
import { holds } from '#domain/reservation.ts'
import { compareTableNumbers, tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { cx } from '#web/ui/cx.ts'
import { arrivals, clockOf, type Entry, guestsOf, HALF_HOUR, hoursOf, lanesOf, type Proposal, type Span, STEP } from './book.ts'

const HOUR = 98
const px = (minutes: number) => (minutes * HOUR) / 60
/** Width of the column with the tables' names. */
const HEAD = 72
/** Half the width of the current time’s label, which must not be hidden behind the tables' names when the day begins now. */
const NOW_HALF = 30
const WIDE_HEAD = 104
/** "Balcony 12" gets small letters, so that it isn't cut, as on the floor's cards. */
const isLong = (name: string) => name.length > 5
const ROW = 49
/** Height of a covers bar, for the half hour with the most guests. */
const TALLEST = 28

type Props = {
  entries: readonly Entry[]
  tables: readonly TableShape[]
  /** The current time in minutes of the day, if the day is today. */
  now: number | null
  open: string | null
  proposal: Proposal | null
  onOpen: (id: string) => void
  /** Called when a free place is pressed. */
  onFree: (at: { tableId?: string; time: string }) => void
}

/** Tables down, time across: who sits where and when, and above it the guests who arrive in each half hour. It scrolls inside its own frame. */
export function Timeline({ entries, tables, now, open, proposal, onOpen, onFree }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const standing = entries.filter((e) => holds(e.status) || e.status === 'completed')
  const hours = hoursOf([...standing, ...(proposal ? [proposal] : [])], now)
  const width = px(hours.to - hours.from)
  const left = (minutes: number) => px(minutes - hours.from)
  const head = tables.some((table) => isLong(tableLabel(table.tableNumber))) ? WIDE_HEAD : HEAD
  const rows: { id: string | null; table: TableShape | null }[] = [
    ...(standing.some((e) => e.tableId === null) || (proposal && !proposal.tableId) ? [{ id: null, table: null }] : []),
    ...tables.toSorted((a, b) => compareTableNumbers(a.tableNumber, b.tableNumber)).map((table) => ({ id: table._id, table })),
  ]

  // Scrolls to the current time, or on another day to the first booking; again when a proposed booking is out of view.
  const begin = now ?? Math.min(...standing.map((e) => e.from), 19 * 60)
  const aim = useRef(begin)
  useEffect(() => {
    frame.current?.scrollTo({ left: Math.max(0, px(aim.current - hours.from) - HOUR) })
  }, [hours.from])
  const proposedFrom = proposal?.from
  useEffect(() => {
    const box = frame.current
    if (!box || proposedFrom === undefined) return
    const at = px(proposedFrom - hours.from)
    if (at < box.scrollLeft || at + HOUR > box.scrollLeft + box.clientWidth - head) box.scrollTo({ left: Math.max(0, at - HOUR) })
  }, [proposedFrom, hours.from, head])

  return (
    // A frame that scrolls can be reached by keyboard.
    <div
      ref={frame}
      role="region"
      aria-label="Timeline"
      tabIndex={0}
      className="scroll-quiet relative min-h-0 min-w-0 flex-1 overflow-auto bg-surface focus-visible:-outline-offset-2"
    >
      <div className="relative min-h-full" style={{ width: head + width }}>
        <Covers entries={entries} hours={hours} now={now} proposal={proposal} left={left} width={width} head={head} />
        {rows.map(({ id, table }) => (
          <TableRow
            key={id}
            id={id}
            table={table}
            standing={standing.filter((e) => e.tableId === id)}
            proposal={proposal && proposal.tableId === id ? proposal : null}
            {...{ hours, left, width, head, open, onOpen, onFree }}
            inUse={now !== null && (table?.status === 'occupied' || table?.seatedAt !== undefined)}
          />
        ))}
        {now === null ? null : (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 z-2 w-0.5 bg-primary"
            style={{ left: head + left(now) }}
          />
        )}
      </div>
    </div>
  )
}

type Scale = { hours: Span; left: (minutes: number) => number; width: number; head: number }

/** The hours, and below them a bar for each half hour's guests; coral is what the proposed booking adds. */
function Covers({
  entries,
  hours,
  now,
  proposal,
  left,
  width,
  head,
}: Scale & { entries: readonly Entry[]; now: number | null; proposal: Proposal | null }) {
  const covers = arrivals(entries, hours)
  const added = (i: number) =>
    proposal && Math.floor((proposal.from - hours.from) / HALF_HOUR) === i ? Math.min(proposal.partySize, 500) : 0
  const most = Math.max(8, ...covers.map((n, i) => n + added(i)))
  const height = (n: number) => Math.round((n / most) * TALLEST)
  return (
    <div className="sticky top-0 z-3 flex border-b border-hairline bg-surface" style={{ height: 76 }}>
      <p className="sticky left-0 z-4 flex flex-none items-end bg-surface pb-2 pl-3 text-12 leading-4 text-muted" style={{ width: head }}>
        Guests arriving
      </p>
      <div className="relative flex-none" style={{ width }}>
        {now === null ? null : (
          <span
            aria-hidden="true"
            className="num absolute top-1.5 z-1 -translate-x-1/2 rounded-control bg-primary px-2 py-0.5 text-14 font-semibold text-on-primary"
            style={{ left: Math.max(left(now) + 1, NOW_HALF) }}
          >
            {clockOf(now)}
          </span>
        )}
        {covers.map((n, i) => {
          const begins = hours.from + i * HALF_HOUR
          const sum = n + added(i)
          return (
            <div key={begins} className="absolute inset-y-0" style={{ left: left(begins), width: px(HALF_HOUR) }}>
              {begins % 60 === 0 && (now === null || Math.abs(begins - now) > 30) ? (
                <span className={cx('num absolute top-2 left-0 text-14 text-muted', i > 0 && '-translate-x-1/2')}>{clockOf(begins)}</span>
              ) : null}
              <span className="absolute inset-x-1 bottom-0 flex flex-col items-center">
                <span className={cx('num text-12 leading-4', sum > 0 ? 'font-semibold' : 'text-muted')}>
                  <span className="sr-only">{clockOf(begins)}: </span>
                  {sum > 0 ? sum : '–'}
                </span>
                {added(i) > 0 ? (
                  <span aria-hidden="true" className="w-full rounded-t bg-accent" style={{ height: Math.max(4, height(added(i))) }} />
                ) : null}
                <span
                  aria-hidden="true"
                  className={cx('w-full bg-hairline', added(i) === 0 && 'rounded-t')}
                  style={{ height: height(n) }}
                />
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

type RowProps = Scale & {
  id: string | null
  table: TableShape | null
  standing: readonly Entry[]
  proposal: Proposal | null
  open: string | null
  inUse: boolean
  onOpen: (id: string) => void
  onFree: (at: { tableId?: string; time: string }) => void
}

function TableRow({ id, table, standing, proposal, hours, left, width, head, open, inUse, onOpen, onFree }: RowProps) {
  const { lanes, placed } = lanesOf(standing)
  // Each place is a target of at least 24 px (WCAG 2.5.8).
  const height = Math.max(ROW, lanes * 26 + 4)
  // Only for the pointer; with the keyboard, "New booking" asks for the table and the time.
  const press = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return
    const minutes = hours.from + ((event.clientX - event.currentTarget.getBoundingClientRect().left) / HOUR) * 60
    onFree({ ...(id ? { tableId: id } : null), time: clockOf(Math.floor(minutes / STEP) * STEP) })
  }
  const name = table ? tableLabel(table.tableNumber) : 'No table'
  const box = (lane: number) =>
    lanes === 1 ? { top: 2, height: height - 5 } : { top: 2 + lane * ((height - 4) / lanes), height: (height - 4) / lanes - 2 }
  return (
    <section aria-label={name} className="flex border-b border-hairline" style={{ height }}>
      <h3 className="sticky left-0 z-3 flex-none border-r border-hairline bg-surface px-3 py-1.5" style={{ width: head }}>
        <span
          className={cx(
            'block font-semibold',
            isLong(name) && table ? 'line-clamp-2 text-12 leading-3 [overflow-wrap:anywhere]' : 'text-14 leading-4.5',
          )}
        >
          {name}
        </span>
        {table ? (
          <span className="block truncate text-12 font-normal text-muted">{inUse ? 'In use' : plural(table.capacity, 'seat')}</span>
        ) : null}
      </h3>
      <div
        className="relative flex-none cursor-copy"
        style={{
          width,
          backgroundImage: `repeating-linear-gradient(to right, transparent 0 ${HOUR - 1}px, var(--hairline) ${HOUR - 1}px ${HOUR}px)`,
        }}
        onClick={press}
      >
        {placed.map(({ entry, lane }) => (
          <button
            key={entry._id}
            type="button"
            onClick={() => onOpen(entry._id)}
            style={{ left: left(entry.from), width: px(entry.to - entry.from) - 2, ...box(lane) }}
            className={cx(
              'absolute flex items-center gap-1.5 overflow-hidden rounded-control border px-1.5 text-14 [&_svg]:size-4 [&_svg]:flex-none',
              lanes > 1 && 'text-12 leading-none',
              toneOf(entry),
              entry._id === open && 'outline-2 outline-accent-strong',
            )}
          >
            {iconOf(entry)}
            <b className="num font-semibold">{entry.partySize}</b>
            <span className="truncate">
              <span className="sr-only">{entry.partySize === 1 ? 'guest, ' : 'guests, '}</span>
              {entry.customerName}
            </span>
            <span className="sr-only">{`, ${entry.time} to ${clockOf(entry.to)}, ${name}`}</span>
          </button>
        ))}
        {proposal ? (
          <div
            className="pointer-events-none absolute flex items-center gap-1.5 overflow-hidden rounded-control border-2 border-dashed border-accent-strong bg-surface/80 px-1.5 text-14 text-on-accent-soft"
            style={{ left: left(proposal.from), width: px(proposal.to - proposal.from) - 2, top: 2, height: height - 5 }}
          >
            <b className="num font-semibold">{guestsOf([{ ...proposal, status: 'booked' }])}</b>
            <span className="truncate">{proposal.customerName || 'New booking'}</span>
          </div>
        ) : null}
      </div>
    </section>
  )
}

const toneOf = ({ status, late, overlaps }: Entry): string => {
  if (status === 'completed') return 'border-transparent bg-raised text-muted'
  if (late !== null || (overlaps && status !== 'seated')) return 'border-warning-icon bg-warning-soft text-on-warning-soft'
  if (status === 'seated') return 'border-transparent bg-accent-soft text-on-accent-soft'
  return status === 'arrived'
    ? 'border-transparent bg-info-soft text-on-info-soft'
    : 'border-transparent bg-billed-soft text-on-billed-soft'
}

const iconOf = ({ status, late, overlaps }: Entry) =>
  status === 'seated' ? (
    <Armchair aria-hidden="true" />
  ) : late !== null ? (
    <TimerReset aria-hidden="true" />
  ) : overlaps ? (
    <TriangleAlert aria-hidden="true" />
  ) : status === 'arrived' ? (
    <MapPinCheck aria-hidden="true" />
  ) : null
