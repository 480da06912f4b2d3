import { Check, MessageSquareText, Undo2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { revealBy } from './reveal.ts'
import type { Slot } from './slots.ts'
import { type KitchenLine, mayTakeBack, noteNews } from './tickets.ts'

type Press = (slot: Slot, line: KitchenLine) => void
type NotePress = (slot: Slot, line: KitchenLine | null) => void

/** A line of a ticket: a press marks it as ready, or acknowledges its cancellation. */
export function Row({
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
  onLine: Press
  onCancelled: Press
  onNote: NotePress
}) {
  const { label } = slot.ticket
  const cancelled = line.status === 'Cancelled'
  const done = !cancelled && line.status !== 'Preparing'
  const fixed = done && !mayTakeBack(line, readyStep)
  const hidden = line.cleared && slot.phase !== 'open'
  const ok = useRef<HTMLButtonElement>(null)
  const noteBefore = slot.phase === 'open' ? line.noteBefore : null
  const row = useReveal(noteBefore === null ? null : line.note)
  // Pressed by the keyboard, it hides itself; the ticket takes its focus.
  useLayoutEffect(() => {
    if (hidden && ok.current === document.activeElement) ok.current?.closest('article')?.focus({ preventScroll: true })
  }, [hidden])
  const dish = [`${line.quantity} × ${line.name}`, ...line.variants, ...line.addons.map((a) => `+ ${a}`)]
  const words = (
    <>
      <span className={cx('flex min-w-0 items-baseline gap-[0.5em]', cancelled && 'line-through decoration-2')}>
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
      {cancelled ? null : (
        <Check
          className={cx('mr-[-0.2em] size-[1.3em]! flex-none self-start stroke-[2.5] text-ready', done ? null : 'invisible')}
          aria-hidden="true"
        />
      )}
    </>
  )
  return (
    <li ref={row} data-cancelled={cancelled && !line.cleared ? '' : undefined} className="border-t first:border-t-0">
      {cancelled ? (
        // The whole row is the button, so that a cancellation takes little room from what is still to be cooked.
        <div
          className={cx(
            'relative flex min-h-12 flex-wrap items-center justify-between gap-x-[0.8em] px-[0.8em] py-[0.3em] font-semibold',
            line.cleared ? 'bg-raised' : 'bg-danger-soft text-on-danger-soft ticket-cancelled',
          )}
        >
          <div className="min-w-0 flex-1 basis-[8em]">
            <p className="flex">
              <span className="sr-only">Cancelled: </span>
              {words}
            </p>
            {line.note ? <p className="truncate pl-[2.7em] text-[0.8em] font-normal text-muted line-through">{line.note}</p> : null}
          </div>
          <span
            aria-hidden="true"
            className="flex flex-none items-center gap-[0.4em] text-[0.8em] leading-[1.33] font-bold"
            // While the ticket has an Undo itself, only the place stays, so that nothing moves.
            style={hidden ? { visibility: 'hidden' } : undefined}
          >
            {line.cleared ? <Undo2 className="size-[1.2em]! stroke-[2.25]" /> : null}
            {line.cleared ? 'Undo' : 'CANCELLED – OK'}
          </span>
          <button
            ref={ok}
            type="button"
            aria-label={`${line.cleared ? 'Undo' : 'CANCELLED – OK'}: ${dish.join(', ')}, ${label}`}
            // Ignore an accidental second tap.
            onClick={({ detail }) => (detail > 1 ? undefined : onCancelled(slot, line))}
            className="absolute inset-0 focus-visible:-outline-offset-4"
            style={hidden ? { visibility: 'hidden' } : undefined}
          />
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
      {line.note && !cancelled ? <Note indent>{line.note}</Note> : null}
      {noteBefore === null ? null : (
        <NoteOk text={line.note} before={noteBefore} of={`${line.name}, ${label}`} onPress={() => onNote(slot, line)} />
      )}
    </li>
  )
}

/** The order's notes. One row, so that their OK stays with them. */
export function Notes({ slot, onNote }: { slot: Slot; onNote: NotePress }) {
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
    <div data-note="" className="bg-note px-[0.8em] pb-[0.5em]">
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
      data-note=""
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
