import {
  ArrowDown,
  ArrowUp,
  Ban,
  Check,
  ChefHat,
  Clock,
  CloudOff,
  Hourglass,
  MessageSquareText,
  Pin,
  PinOff,
  RotateCw,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useStore } from '#web/core/store.ts'
import { cx } from '#web/ui/cx.ts'
import { durationText } from '#domain/time.ts'
import { revealBy } from './reveal.ts'
import { selection } from './selection.ts'
import type { Slot } from './slots.ts'
import { type AgeTone, isVoid, type KitchenLine, type KitchenTicket, mayTakeBack, noteNews, toCook } from './tickets.ts'

export type TicketCardProps = {
  slot: Slot
  minutes: number
  /** The current time in minutes since 1970, to show how long stations are ready; 0 for a ticket without stations. */
  minute: number
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
        {ticket.stations.length > 0 ? <StationRow ticket={ticket} name={name} minute={props.minute} /> : null}
        <Lines ticket={name}>
          <Notes slot={slot} onNote={props.onNote} />
          {ticket.lines.map((line) => (
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
function StationRow({ ticket: { stations }, name, minute }: { ticket: KitchenTicket; name: string; minute: number }) {
  return (
    <ul
      aria-label={`Stations of ${name}`}
      className="flex flex-none flex-wrap gap-x-[1em] border-b px-[0.8em] py-[0.4em] text-[0.8em] leading-[1.4] [&_svg]:size-[1.2em]!"
    >
      {stations.map(({ station, ready, since }) => {
        const minutes = minute - Math.floor(Date.parse(since) / 60_000)
        return (
          <li key={station} className={cx('flex min-w-0 items-center gap-[0.4em]', ready ? 'text-muted' : 'font-semibold')}>
            {ready ? <Check className="flex-none text-ready" aria-hidden="true" /> : <ChefHat className="flex-none" aria-hidden="true" />}
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {station} {ready ? `ready${minutes > 0 ? ` ${durationText(minutes * 60_000)}` : ''}` : 'cooking'}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

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

function Row({
  line,
  slot,
  readyStep,
  reason,
  onLine,
  onCancelled,
  onNote,
}: {
  line: KitchenLine
  slot: Slot
  readyStep: boolean
  reason: string | null
  onLine: TicketCardProps['onLine']
  onCancelled: TicketCardProps['onCancelled']
  onNote: TicketCardProps['onNote']
}) {
  const { label } = slot.ticket
  const cancelled = line.status === 'Cancelled'
  const done = !cancelled && line.status !== 'Preparing'
  const fixed = done && !mayTakeBack(line, readyStep)
  const hidden = line.cleared && slot.phase !== 'open'
  const ok = useRef<HTMLButtonElement>(null)
  const noteBefore = slot.phase === 'open' ? line.noteBefore : null
  const row = useReveal(noteBefore !== null ? line.note : cancelled && !line.cleared ? 'cancelled' : null)
  // Pressed by the keyboard, it hides itself; the ticket takes its focus.
  useLayoutEffect(() => {
    if (hidden && ok.current === document.activeElement) ok.current?.closest('article')?.focus({ preventScroll: true })
  }, [hidden])
  const dish = [`${line.quantity} × ${line.name}`, ...line.variants, ...line.addons.map((a) => `+ ${a}`)]
  const words = (
    <>
      <span className={cx('flex min-w-0 items-baseline gap-[0.5em]', cancelled && 'text-muted line-through decoration-2')}>
        <span className="num min-w-[2.2em] flex-none">
          <b className="text-[1.2em] font-bold">{line.quantity}</b> <span className="font-normal">×</span>
        </span>
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {line.name}
          {line.variants.map((v) => (
            <span key={v} className="block text-[0.9em] leading-[1.33] font-normal">
              {v}
            </span>
          ))}
          {line.addons.map((a) => (
            <span key={a} className="block text-[0.9em] leading-[1.33] font-normal">
              + {a}
            </span>
          ))}
        </span>
      </span>
      {/* Always takes its space, so that rows don't wrap differently when an item becomes ready. */}
      <Check
        className={cx('mr-[-0.2em] size-[1.3em]! flex-none self-start stroke-[2.5] text-ready', done ? null : 'invisible')}
        aria-hidden="true"
      />
    </>
  )
  return (
    <li ref={row} className="border-t first:border-t-0">
      {cancelled ? (
        <div className="px-[0.8em] py-[0.5em] font-semibold">
          <p className="flex">
            <span className="sr-only">Cancelled: </span>
            {words}
          </p>
          <button
            ref={ok}
            type="button"
            aria-label={`${line.cleared ? 'Undo' : 'CANCELLED – OK'}: ${dish.join(', ')}, ${label}`}
            // Ignore an accidental second tap.
            onClick={({ detail }) => (detail > 1 ? undefined : onCancelled(slot, line))}
            className={cx(
              'mt-[0.4em] flex min-h-12 w-full items-center justify-center gap-[0.4em] rounded-control text-[0.9em] font-bold',
              line.cleared ? 'bg-raised text-text' : 'bg-danger-soft text-on-danger-soft ticket-cancelled',
            )}
            // While the ticket has an Undo itself, only the button's place stays, so that nothing moves.
            style={hidden ? { visibility: 'hidden' } : undefined}
          >
            {line.cleared ? <Undo2 className="size-[1.2em]! stroke-[2.25]" aria-hidden="true" /> : null}
            {line.cleared ? 'Undo' : 'CANCELLED – OK'}
          </button>
        </div>
      ) : (
        <button
          type="button"
          aria-pressed={done}
          aria-disabled={reason !== null || fixed || undefined}
          title={reason ?? (fixed ? 'Already served' : undefined)}
          onClick={({ detail }) => (reason || fixed || detail > 1 ? undefined : onLine(slot, line))}
          className={cx(
            'flex min-h-12 w-full items-center gap-[0.5em] px-[0.8em] py-[0.5em] text-left ticket-line focus-visible:-outline-offset-4 [&>span]:flex-1',
            done ? 'font-medium text-muted' : 'font-semibold',
          )}
        >
          <span className="sr-only flex-none!">{`${dish.join(', ')}, ${label}: Ready`}</span>
          <span aria-hidden="true" className="flex min-w-0 items-center gap-[0.5em] [&>span]:flex-1">
            {words}
          </span>
        </button>
      )}
      {line.note ? <Note indent>{line.note}</Note> : null}
      {noteBefore === null ? null : (
        <NoteOk text={line.note} before={noteBefore} of={`${line.name}, ${label}`} onPress={() => onNote(slot, line)} />
      )}
    </li>
  )
}

/** The order's notes. One row, so that their OK stays with them. */
function Notes({ slot, onNote }: { slot: Slot; onNote: TicketCardProps['onNote'] }) {
  const { notes, notesBefore, label } = slot.ticket
  const before = slot.phase === 'open' ? notesBefore : null
  const row = useReveal(before === null ? null : notes.join())
  if (notes.length === 0 && before === null) return null
  return (
    <li ref={row}>
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {before === null ? null : <NoteOk text={notes.join('. ')} before={before} of={label} onPress={() => onNote(slot, null)} />}
    </li>
  )
}

/** The mark of a note that came, changed or went after a cook had read the ticket. It stays until somebody has pressed it. */
function NoteOk({ text, before, of, onPress }: { text: string; before: string; of: string; onPress: () => void }) {
  const news = noteNews({ text, before })
  return (
    <div className="bg-note px-[0.8em] pb-[0.5em]">
      {text === '' ? <p className="pt-[0.4em] text-[0.9em] font-semibold text-on-note line-through decoration-2">{before}</p> : null}
      <button
        type="button"
        aria-label={`${news.toUpperCase()} – OK: ${of}`}
        // Ignore an accidental second tap.
        onClick={({ detail }) => (detail > 1 ? undefined : onPress())}
        className="flex min-h-12 w-full items-center justify-center rounded-control bg-on-note text-[0.9em] font-bold text-note"
      >
        {news.toUpperCase()} – OK
      </button>
    </div>
  )
}

/** Scrolls a row into view inside its ticket when it has news, which would be hidden in a ticket that scrolls. `news` says which; null: none. */
function useReveal(news: string | null) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (news === null) return
    const reveal = () => {
      const list = row.current?.closest('ul')
      if (!row.current || !list) return
      list.scrollTop += revealBy(row.current.getBoundingClientRect(), list.getBoundingClientRect())
    }
    // In the first frame the board makes the ticket shorter, in the second one there is "↓ 1 more".
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => (frame = requestAnimationFrame(reveal)))))
    return () => cancelAnimationFrame(frame)
  }, [news])
  return row
}

function Note({ children, indent = false }: { children: string; indent?: boolean }) {
  return (
    <p
      className={cx(
        'flex flex-none items-start bg-note px-[0.8em] py-[0.45em] font-semibold text-on-note',
        indent ? 'gap-[0.7em]' : 'gap-[0.4em]',
      )}
    >
      <MessageSquareText className={cx('mt-[0.1em] size-[1.2em]! flex-none', indent && 'mr-[0.8em]')} aria-label="Note" />
      <span className="min-w-0 text-[0.9em] leading-[1.33] [overflow-wrap:anywhere]">{children}</span>
    </p>
  )
}

/** A long ticket scrolls inside; "↓ 4 more" shows how many lines are hidden and scrolls to them. */
function Lines({ children, ticket }: { children: ReactNode; ticket: string }) {
  const frame = useRef<HTMLUListElement>(null)
  const { below, scrolls } = useBelow(frame)
  return (
    <>
      <ul
        ref={frame}
        data-lines=""
        tabIndex={scrolls ? 0 : undefined}
        aria-label={scrolls ? `Items of ${ticket}` : undefined}
        className="scroll-quiet min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-4"
      >
        {children}
      </ul>
      {scrolls ? (
        <button
          type="button"
          data-more=""
          aria-label={below > 0 ? `${below} more of ${ticket}` : `Back to the top of ${ticket}`}
          onClick={() => {
            const list = frame.current
            if (!list) return
            if (below > 0) list.scrollBy({ top: list.clientHeight - 64 })
            else list.scrollTo({ top: 0 })
          }}
          className="flex min-h-12 flex-none items-center justify-center gap-[0.3em] border-t font-bold text-accent-strong hover:bg-accent-soft focus-visible:-outline-offset-4"
        >
          {below > 0 ? <ArrowDown className="size-[1em]!" aria-hidden="true" /> : <ArrowUp className="size-[1em]!" aria-hidden="true" />}
          {below > 0 ? `${below} more` : 'Top'}
        </button>
      ) : null}
    </>
  )
}

/** The number of rows below that are not fully visible. */
function useBelow(frame: RefObject<HTMLUListElement | null>) {
  const [state, setState] = useState({ below: 0, scrolls: false })
  useEffect(() => {
    const list = frame.current
    if (!list) return
    const look = () => {
      const edge = list.getBoundingClientRect().bottom
      const scrolls = list.scrollHeight > list.clientHeight + 2
      const below = scrolls ? [...list.children].filter((row) => row.getBoundingClientRect().bottom > edge + 4).length : 0
      setState((old) => (old.below === below && old.scrolls === scrolls ? old : { below, scrolls }))
    }
    const observer = new ResizeObserver(look)
    observer.observe(list)
    for (const row of list.children) observer.observe(row)
    const rows = new MutationObserver(look)
    rows.observe(list, { childList: true })
    list.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      rows.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [frame])
  return state
}
