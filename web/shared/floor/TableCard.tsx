import { Armchair, BellRing, EllipsisVertical, Timer, UsersRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatPaise, type Paise } from '#domain/money.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { cx } from '#web/ui/cx.ts'
import { useElapsed, useLongPress } from '#web/ui/hooks.ts'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { alertWord } from './alerts.tsx'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { floorElapsed, type FloorTable, listed } from './floor.ts'
import { lookOf } from './states.ts'

/** From this amount on (paise), "Rs." is left out where three cards share 360 px. */
const LONG: Paise = 1_00_000_00

/** A name of so many letters fits beside the number of a table. A longer one takes two small lines. */
const SHORT = 8
const SMALL = 'line-clamp-2 flex-none leading-3.5 [overflow-wrap:anywhere]'

const people = (n: number) => plural(n, 'guest')

/** The text for a table that a screen reader announces: `T7, Running, Naveen, 2 guests, Rs. 845.25, 18m`. */
function tableWords(entry: FloorTable, elapsed: string): string {
  const { label, state, customer, guests, seats: chairs, total, left, alerts, bookedFor } = entry
  const calls = alerts.filter((a) => !a.acknowledged).map((a) => `calls: ${alertWord(a.alertType)}`)
  const seats = guests ? people(guests) : plural(chairs, 'seat')
  const joined = entry.children.length > 0 ? `with ${listed(entry.children.map((t) => tableLabel(t.tableNumber)))}` : ''
  return [
    label,
    lookOf(entry).word,
    bookedFor ? `for ${bookedFor}` : '',
    joined,
    ...calls,
    customer,
    seats,
    total === null ? '' : formatPaise(total),
    left ? `${formatPaise(left)} left to pay` : '',
    elapsed,
    state.overdue ? 'nothing sent for more than an hour' : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/**
 * A table on the floor, at least 148×112 px; `compact` fits three in 360 px. A list item: put it in a `ul`. A press opens it; ⋮, a long press, a right click
 * or the menu key opens its menu.
 */
export function TableCard({
  entry,
  onOpen,
  menu,
  selected = false,
  compact = false,
}: {
  entry: FloorTable
  onOpen: () => void
  menu?: readonly MenuEntry[]
  selected?: boolean
  compact?: boolean
}) {
  const { table, label, state, customer, guests, seats, total, left, toAccept, bookedFor } = entry
  const [open, setOpen] = useState(false)
  const hold = useLongPress(() => (menu?.length ? setOpen(true) : undefined))
  const ms = useElapsed(state.elapsedFrom)
  const dates = useDates()
  const elapsed = state.elapsedFrom ? floorElapsed(ms) : ''
  const { word, icon: Icon, card } = lookOf(entry)
  const who = customer || (entry.children.length > 0 ? `+ ${entry.children.map((t) => tableLabel(t.tableNumber)).join(', ')}` : '')
  const bell = state.alert !== null
  const quiet = state.state === 'free' && toAccept === 0
  const timer = elapsed ? (
    <time
      dateTime={state.elapsedFrom ?? undefined}
      title={`Since ${dates.clock(state.elapsedFrom)}`}
      className={cx('num flex items-center gap-0.5 font-semibold [&_svg]:size-4', state.overdue && 'font-bold text-danger')}
    >
      {state.overdue ? <Timer aria-hidden="true" /> : null}
      {elapsed}
    </time>
  ) : bookedFor ? (
    <span className="num font-semibold">{bookedFor}</span>
  ) : null
  // A part-paid bill shows what is left to pay. Where there is too little room, the word "left" is cut, not the amount.
  const money =
    total === null ? null : left ? (
      <span className="min-w-0 truncate font-semibold">
        <Money paise={left} className={compact ? '[&>span]:hidden' : undefined} /> left
      </span>
    ) : (
      <Money paise={total} className={cx('min-w-0 truncate', compact && total >= LONG && '[&>span]:hidden')} />
    )
  // Somebody sits there, or is coming, and nothing is ordered yet.
  const waits = total === null && timer !== null
  const long = who.length > SHORT
  // A number of three letters has less room beside "4h 38m" or a long name.
  const tight = label.length > 2 && elapsed.length > 4
  // A name ("Terrace 12") gets small letters, so that it isn't cut; a table's number is large.
  const named = label.length > 4
  // Its seats are no guests: while nobody has counted them, a chair stands before the number.
  const People = guests ? UsersRound : Armchair
  const seated = (
    <span className="flex items-center gap-1 [&_svg]:size-3.5">
      <People aria-hidden="true" />
      {guests ?? seats}
    </span>
  )
  return (
    <li className="relative min-w-0" data-table={table.tableNumber}>
      <button
        type="button"
        aria-current={selected || undefined}
        data-card=""
        onClick={onOpen}
        {...hold}
        className={cx(
          'block h-28 w-full rounded-card border text-left text-14 [-webkit-touch-callout:none] [--money-unit:currentColor] select-none focus-visible:outline-offset-2 pointer-coarse:active:[filter:brightness(.97)]',
          compact ? 'px-2 py-1.75' : 'px-3 py-2.25',
          card,
          bell && 'border-danger! border-solid! ring-1 ring-danger ring-inset',
          selected && 'outline-2 outline-offset-2 outline-primary',
        )}
      >
        <span className="sr-only">{tableWords(entry, elapsed)}</span>
        {compact ? (
          // Screen readers get the text above; this is the visual version.
          <span aria-hidden="true" className="flex h-full flex-col">
            <span
              className={cx(
                'num min-h-8 flex-none text-text',
                named
                  ? 'line-clamp-3 text-12 leading-3.5 whitespace-normal!'
                  : label.length > 3
                    ? 'truncate text-18 leading-8'
                    : 'truncate text-24',
                menu?.length ? 'pr-8' : '',
                quiet ? 'font-medium' : 'font-bold',
              )}
            >
              {label}
            </span>
            <span className="mt-0.5 flex items-center gap-1 font-semibold [&_svg]:size-4">
              <Icon aria-hidden="true" />
              <span className="truncate">{word}</span>
            </span>
            <span className="mt-auto grid text-12">
              {/* A booking’s time and its guests share a line, because there is no room for five lines. */}
              <span className="flex flex-wrap justify-between gap-x-2">
                {timer}
                {waits ? seated : null}
              </span>
              {waits ? <span className={SMALL}>{customer}</span> : null}
              {money ?? (waits ? null : seated)}
            </span>
          </span>
        ) : (
          <span aria-hidden="true" className="flex h-full flex-col">
            <span className="flex h-9 gap-1">
              <span
                className={cx(
                  'num min-w-0 text-text',
                  named
                    ? 'line-clamp-2 flex-1 text-14 leading-4.5 whitespace-normal!'
                    : tight || (long && label.length > 2)
                      ? 'truncate text-24 leading-9'
                      : 'truncate text-30',
                  quiet ? 'font-medium' : 'font-bold',
                )}
              >
                {label}
              </span>
              <span
                className={cx(
                  'flex min-w-0 flex-col items-end leading-4.5',
                  named ? 'flex-none' : 'flex-1',
                  bell && 'pr-4',
                  (bell || tight) && '[&_svg]:hidden',
                )}
              >
                {timer}
                {who && !named ? (
                  <span className={cx('max-w-full', long ? cx('text-right text-12', SMALL) : 'truncate')}>{who}</span>
                ) : null}
              </span>
            </span>
            <span className="mt-2.5 flex items-center gap-1.5 pr-3 text-16 font-semibold">
              <Icon aria-hidden="true" />
              <span className="truncate">{word}</span>
            </span>
            {/* Beside a long amount the guests wrap to a second line, which is hidden. */}
            <span className="mt-auto flex h-5 flex-row-reverse flex-wrap items-center justify-between gap-x-2 overflow-hidden">
              {money ?? <span />}
              <span className="flex items-center gap-1 [&_svg]:size-4">
                <People aria-hidden="true" />
                <span className="num">{guests ?? seats}</span>
              </span>
            </span>
          </span>
        )}
      </button>
      {bell ? <Bell compact={compact} /> : null}
      {menu?.length ? (
        <span className={cx('absolute', compact ? 'top-0 right-0' : 'top-10 right-0')}>
          <Menu
            open={open}
            onOpenChange={setOpen}
            items={menu}
            trigger={
              <button
                type="button"
                aria-label={`More for ${label}`}
                className={cx(
                  'group grid h-12 place-items-center justify-end rounded-card focus-visible:-outline-offset-2',
                  compact ? 'w-10 pr-1.5' : 'w-11 pr-1',
                  quiet ? 'text-muted' : lookText(card),
                )}
              >
                <span className="grid size-7 place-items-center rounded-full group-hover:bg-surface group-aria-expanded:bg-surface">
                  <EllipsisVertical aria-hidden="true" />
                </span>
              </button>
            }
          />
        </span>
      ) : null}
    </li>
  )
}

/** The text colour class among a card's classes. */
const lookText = (card: string): string =>
  card
    .split(' ')
    .filter((c) => c.startsWith('text-'))
    .join(' ')

/** The bell on the card; screen readers get it in the card's name. */
function Bell({ compact }: { compact: boolean }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute grid place-items-center rounded-full bg-danger text-on-danger ring-2 ring-bg',
        compact ? '-top-2 -right-2 size-6 [&_svg]:size-4' : '-top-1.5 -right-1.5 size-8',
      )}
    >
      <BellRing />
    </span>
  )
}
