import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { type Fold, foldOf, NO_FOLD } from './fold.ts'

/** A long ticket scrolls inside; "↓ 4 more" shows how many lines are hidden and scrolls to them. It is in the note's yellow while a note is hidden, and in red while only a cancellation is. */
export function Lines({ children, ticket }: { children: ReactNode; ticket: string }) {
  const frame = useRef<HTMLUListElement>(null)
  const { scrolls, above, below } = useFold(frame)
  const down = below.count > 0
  const hidden = down ? below : above
  const says = `${hidden.notes ? ' · note' : ''}${hidden.cancelled ? ' · cancelled' : ''}`
  const tone = ({ notes, cancelled }: Fold['above']) =>
    notes ? 'bg-note text-on-note' : cancelled ? 'bg-danger-soft text-on-danger-soft' : 'text-accent-strong hover:bg-accent-soft'
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
        <div data-strip="" className="flex min-h-12 flex-none border-t font-bold">
          {down && above.count > 0 ? (
            <button
              type="button"
              aria-label={`${above.count} above of ${ticket}${above.notes ? ', with a note' : ''}`}
              onClick={() => frame.current?.scrollTo({ top: 0 })}
              className={cx('flex min-w-16 items-center justify-center gap-[0.3em] border-r focus-visible:-outline-offset-4', tone(above))}
            >
              <ArrowUp className="size-[1em]!" aria-hidden="true" />
              {above.count}
            </button>
          ) : null}
          <button
            type="button"
            data-more=""
            aria-label={
              down
                ? `${below.count} more of ${ticket}${below.notes ? ', with a note' : ''}${below.cancelled ? ', cancelled' : ''}`
                : `Back to the top of ${ticket}`
            }
            onClick={() => {
              const list = frame.current
              if (!list) return
              if (down) list.scrollBy({ top: Math.max(48, list.clientHeight - 64) })
              else list.scrollTo({ top: 0 })
            }}
            className={cx('flex min-w-0 flex-1 items-center justify-center gap-[0.3em] focus-visible:-outline-offset-4', tone(hidden))}
          >
            {down ? <ArrowDown className="size-[1em]!" aria-hidden="true" /> : <ArrowUp className="size-[1em]!" aria-hidden="true" />}
            {down ? `${below.count} more` : 'Top'}
            {says ? <span className="truncate text-[0.8em]">{says}</span> : null}
          </button>
        </div>
      ) : null}
    </>
  )
}

/** What is hidden of a list that scrolls. Looked at when sizes or rows change and when it is scrolled, not at each press. */
function useFold(frame: RefObject<HTMLUListElement | null>): Fold {
  const [fold, setFold] = useState(NO_FOLD)
  useEffect(() => {
    const list = frame.current
    if (!list) return
    const look = () => {
      const rows = [...list.children] as HTMLElement[]
      const strip = list.parentElement?.querySelector<HTMLElement>('[data-strip]')?.offsetHeight ?? 0
      const { top, bottom } = list.getBoundingClientRect()
      const next = foldOf({
        scrolls: list.scrollHeight > list.clientHeight + strip + 2,
        top,
        bottom,
        rows: rows.map((row) => {
          const box = row.getBoundingClientRect()
          return {
            top: box.top,
            bottom: box.bottom,
            note: row.querySelector('[data-note]') !== null,
            cancelled: row.dataset.cancelled === '',
          }
        }),
      })
      for (const [n, row] of rows.entries()) {
        const parted = next.parted[n] ?? ''
        if ((row.dataset.parted ?? '') === parted) continue
        if (parted) row.dataset.parted = parted
        else delete row.dataset.parted
      }
      setFold((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next))
    }
    const observer = new ResizeObserver(look)
    const observe = () => {
      observer.disconnect()
      observer.observe(list)
      for (const row of list.children) observer.observe(row)
    }
    observe()
    const rows = new MutationObserver(() => {
      observe()
      look()
    })
    rows.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-cancelled'] })
    list.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      rows.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [frame])
  return fold
}
