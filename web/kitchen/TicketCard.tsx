import { Ban, Check, ChefHat, Clock, CloudOff, Hourglass, Pin, PinOff, RotateCw, TriangleAlert, Undo2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useStore } from '#web/core/store.ts'
import { cx } from '#web/ui/cx.ts'
import { durationText } from '#domain/time.ts'
import { selection } from './selection.ts'
import type { Slot } from './slots.ts'
import { Lines } from './TicketLines.tsx'
import { Notes, Row } from './TicketRow.tsx'
import { type AgeTone, isVoid, type KitchenLine, type KitchenTicket, toCook } from './tickets.ts'

export type TicketCardProps = {
  slot: Slot
  minutes: number
  /** How long its stations are ready, see `readyMinutes`. */
  readyFor: string
  tone: AgeTone
  /** The digit key that selects it; null without one. */
  number: number | null
  pinned: boolean
  /** Seconds left for Undo. */
  left: number
  unsynced: boolean
  fresh: boolean
  readyStep: boolean
  /** Why this person can only view; null if they can change tickets. */
  reason: string | null
  /** Its place on the board in px; null until it was measured. */
  x: number | null
  y: number | null
  width: number
  maxHeight: number | null
  /** Formats an instant as `19:42`. */
  clock: (iso: string) => string
  onBump: (slot: Slot) => void
  onLine: (slot: Slot, line: KitchenLine) => void
  /** OK on a cancelled line, or its Undo. */
  onCancelled: (slot: Slot, line: KitchenLine) => void
  /** OK on a note that was added, changed or removed; null: the order's. */
  onNote: (slot: Slot, line: KitchenLine | null) => void
  onUndo: (slot: Slot) => void
  onPin: (kotId: string) => void
  onRetry: (kotId: string) => void
}

const HEADS: Record<AgeTone | 'ready' | 'void', { look: string; word: string; icon: ReactNode }> = {
  fresh: { look: 'bg-fresh text-on-fresh', word: 'New', icon: <Clock aria-hidden="true" /> },
  amber: { look: 'bg-amber text-on-amber', word: 'Waiting', icon: <Hourglass aria-hidden="true" /> },
  late: { look: 'bg-late text-on-late', word: 'Late', icon: <TriangleAlert aria-hidden="true" /> },
  ready: { look: 'bg-ready text-on-ready', word: 'Ready', icon: <Check aria-hidden="true" /> },
  void: { look: 'bg-danger text-on-danger', word: 'Cancelled', icon: <Ban aria-hidden="true" /> },
}

/** One KOT, drawn as paper. Sizes are in em, so that it scales with the board's text size. Moving or selecting it doesn't render its content again. */
export const TicketCard = memo(function TicketCard({ x, y, width, maxHeight, fresh, ...shown }: TicketCardProps) {
  const { ticket, phase } = shown.slot
  const { kotId } = ticket
  const selected = useStore(selection, (chosen) => chosen === kotId) && phase !== 'gap'
  return (
    <article
      data-kot={kotId}
      data-phase={phase}
      data-theme="light"
      aria-label={ticket.addition ? `${nameOf(ticket)}, add-on` : nameOf(ticket)}
      aria-current={selected || undefined}
      tabIndex={-1}
      onPointerDown={() => selection.set(kotId)}
      // Moved by `translate`: the others need no new layout.
      style={{ translate: `${x ?? 0}px ${y ?? 0}px`, width, maxHeight: maxHeight ?? undefined }}
      className={cx(
        'absolute top-0 left-0 flex flex-col overflow-clip rounded-card bg-ticket text-[1em] leading-[1.3] text-on-ticket outline-none',
        x === null && 'invisible',
        phase === 'gap' && 'invisible',
        fresh && 'kitchen-new',
      )}
    >
      <Paper {...shown} endless={maxHeight === null} />
    </article>
  )
})

/** What is to be cooked comes first: a cancelled line that stays for its OK must not push it out of sight. */
const inOrder = (lines: readonly KitchenLine[]): KitchenLine[] => [
  ...lines.filter((line) => line.status !== 'Cancelled'),
  ...lines.filter((line) => line.status === 'Cancelled'),
]

const nameOf = (ticket: KitchenTicket): string => `${ticket.label}, KOT ${ticket.kotNumber}`

type PaperProps = Omit<TicketCardProps, 'x' | 'y' | 'width' | 'maxHeight' | 'fresh'> & {
  /** True if it is as long as its lines, so that nothing scrolls inside. */
  endless: boolean
}

/** The content of a ticket. */
const Paper = memo(function Paper(props: PaperProps) {
  const { slot, minutes, tone, number, pinned, left, unsynced, readyStep, reason, endless, clock } = props
  const { ticket, phase } = slot
  const { kotId } = ticket
  const name = nameOf(ticket)
  const time = clock(ticket.since)
  // Nothing is left to cook, only cancelled lines to clear.
  const empty = isVoid(ticket) || (phase === 'open' && toCook(ticket).length === 0)
  const head = HEADS[isVoid(ticket) ? 'void' : empty || phase !== 'open' ? 'ready' : tone]
  return (
    <>
      <header className={cx('flex-none px-[0.8em] pt-[0.4em] pb-[0.5em]', head.look)}>
        <div className="flex items-baseline gap-[0.5em]">
          <h2 className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-[0.5em] leading-[1.1] [overflow-wrap:anywhere]">
            <span className={cx('line-clamp-2 font-bold', ticket.label.length > 5 ? 'text-[1.2em]' : 'text-[1.8em]')}>{ticket.label}</span>
            {ticket.addition ? <Chip>ADD-ON</Chip> : null}
          </h2>
          <time dateTime={ticket.since} title={time} className="num flex-none text-[1.5em] leading-[1.2] font-bold">
            {durationText(minutes * 60_000)}
          </time>
        </div>
        <div className="flex items-center gap-[0.5em] text-[0.8em] leading-[1.4] font-medium">
          <span className="num min-w-0 flex-1 truncate">
            {slot.moved ? <b className="font-bold">was {slot.moved.from} · </b> : null}
            {/* Below the table's name: beside ADD-ON there it would break into another line. */}
            {ticket.over === 'paid' ? <b>Paid</b> : ticket.over === 'refunded' ? <b>Refunded</b> : null}
            {ticket.over === 'paid' || ticket.over === 'refunded' ? ' · ' : null}
            KOT {ticket.kotNumber} · {time}
            {ticket.sentBy ? ` · ${ticket.sentBy.split(' ')[0]}` : ''}
          </span>
          <span className="flex flex-none items-center gap-[0.4em] font-semibold [&_svg]:size-[1.2em]!">
            {pinned ? <Pin aria-label="Pinned" /> : null}
            {/* An icon alone: the words beside it say what the colour says, and with more words a narrow ticket would lose its KOT number. */}
            {unsynced ? <CloudOff aria-label="Not synced" /> : null}
            {head.icon}
            {head.word}
          </span>
        </div>
      </header>
      <div className="flex min-h-0 flex-1 flex-col">
        {ticket.stations.length > 0 ? <StationRow ticket={ticket} name={name} readyFor={props.readyFor} /> : null}
        <Lines ticket={name}>
          <Notes slot={slot} onNote={props.onNote} />
          {inOrder(ticket.lines).map((line) => (
            <Row
              key={line.lineId}
              line={line}
              slot={slot}
              readyStep={readyStep}
              reason={reason}
              onLine={props.onLine}
              onCancelled={props.onCancelled}
              onNote={props.onNote}
            />
          ))}
        </Lines>
        {ticket.elsewhere > 0 && ticket.stations.length === 0 ? (
          <p className="flex-none border-t px-[1em] py-[0.5em] text-[0.8em] text-muted">{ticket.elsewhere} more at other stations</p>
        ) : null}
        {/* On a ticket that is longer than a phone's screen, Ready stays in reach as soon as the first lines are in view. */}
        {endless ? <div aria-hidden="true" style={{ marginBottom: '-6em' }} /> : null}
        <footer
          className="sticky bottom-0 z-1 flex min-h-14 flex-none border-t bg-raised font-bold"
          style={endless ? { marginTop: '6em' } : undefined}
        >
          <Foot {...props} name={name} empty={empty} left={left} number={unsynced ? null : number} />
          {/* Takes no place of its own: without a network it appears on most tickets at once, and none may move under a finger. */}
          {unsynced ? (
            <button
              type="button"
              aria-label={`Retry ${name}`}
              title="Not synced. Retry"
              onClick={() => props.onRetry(kotId)}
              className="absolute inset-y-0 right-0 grid w-14 place-items-center bg-danger-soft text-on-danger-soft focus-visible:-outline-offset-4"
            >
              <RotateCw className="size-6!" aria-hidden="true" />
            </button>
          ) : null}
          {phase === 'open' ? (
            <button
              type="button"
              aria-label={pinned ? `Unpin ${name}` : `Pin ${name}`}
              title={pinned ? 'Unpin' : 'Pin'}
              aria-pressed={pinned}
              onClick={() => props.onPin(kotId)}
              className="absolute inset-y-0 left-0 grid w-14 place-items-center text-muted hover:text-text focus-visible:-outline-offset-4 aria-pressed:text-accent-strong"
            >
              {pinned ? <PinOff className="size-6!" aria-hidden="true" /> : <Pin className="size-6!" aria-hidden="true" />}
            </button>
          ) : null}
        </footer>
      </div>
    </>
  )
})

/** The state of each station of a ticket that has several: `Grill cooking`, `Bar ready 2m`. */
function StationRow({ ticket: { stations }, name, readyFor }: { ticket: KitchenTicket; name: string; readyFor: string }) {
  const ages = readyFor.split(',').map(Number)
  return (
    <ul
      aria-label={`Stations of ${name}`}
      className="flex flex-none flex-wrap gap-x-[1em] border-b px-[0.8em] py-[0.4em] text-[0.8em] leading-[1.4] [&_svg]:size-[1.2em]!"
    >
      {stations.map(({ station, ready }, n) => (
        <li key={station} className={cx('flex min-w-0 items-center gap-[0.4em]', ready ? 'text-muted' : 'font-semibold')}>
          {ready ? <Check className="flex-none text-ready" aria-hidden="true" /> : <ChefHat className="flex-none" aria-hidden="true" />}
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {station} {ready ? 'ready' : 'cooking'}
          </span>
          {/* Its place is always there: a minute that passes must not wrap the row and move Ready under a finger. */}
          {ready ? <span className="num w-[2.6em] flex-none whitespace-nowrap">{readyText(ages[n] ?? 0)}</span> : null}
        </li>
      ))}
    </ul>
  )
}
/** `2m`; from an hour on `1h`, which has the same room. */
const readyText = (minutes: number) => (minutes < 1 ? '' : minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`)

const Chip = ({ children }: { children: string }) => (
  <span className="rounded-control border-2 border-current px-[0.5em] text-[0.8em] leading-[1.5] font-bold tracking-wide">{children}</span>
)

function Foot({ slot, name, empty, left, number, reason, onBump, onUndo }: PaperProps & { name: string; empty: boolean }) {
  const ready = slot.phase !== 'open'
  const closed = ready && slot.lostAt !== null
  return (
    <button
      type="button"
      aria-disabled={reason !== null || closed || undefined}
      title={reason ?? undefined}
      // Ignore an accidental second tap.
      onClick={({ detail }) => {
        if (reason || closed || detail > 1) return
        if (ready) onUndo(slot)
        else onBump(slot)
      }}
      className="relative flex min-w-0 flex-1 items-center justify-center gap-[0.4em] px-14 ticket-foot focus-visible:-outline-offset-4 off:text-muted"
    >
      <span className="sr-only">{ready ? `Undo ${name}` : empty ? `OK, clear ${name}` : `Ready ${name}`}</span>
      {closed ? null : ready ? (
        <Undo2 className="size-[1.2em]! stroke-[2.25]" aria-hidden="true" />
      ) : (
        <Check className="size-[1.2em]! stroke-[2.25]" aria-hidden="true" />
      )}
      <span aria-hidden="true" className="num">
        {closed ? 'Closed' : ready ? (left > 0 ? `Undo · ${left} s` : 'Undo') : empty ? 'OK, clear' : 'Ready'}
      </span>
      {number ? (
        <kbd
          aria-hidden="true"
          className="absolute right-3 grid h-6 min-w-6 place-items-center rounded-[4px] border border-border px-1 font-sans text-16 leading-none font-medium pointer-coarse:hidden"
        >
          {number}
        </kbd>
      ) : null}
    </button>
  )
}
