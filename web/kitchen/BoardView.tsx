import { plural } from '#domain/text.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Slot } from '#web/app/shell/slots.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { alike, type Geometry, geometryOf, isAlike, type Layout, NO_LAYOUT, place, type Places, settle } from './columns.ts'
import { PULSE_MS, type Slot as TicketSlot, undoSeconds } from './slots.ts'
import { TicketCard } from './TicketCard.tsx'
import { ageMinutes, ageTone, isLate, readyMinutes, toCook } from './tickets.ts'
import type { Board } from './useBoard.ts'

type Laid = { layout: Layout; geometry: Geometry | null; changed: number; places: Places | null }
const NOT_LAID: Laid = { layout: NO_LAYOUT, geometry: null, changed: 0, places: null }
const PAD = 16
const PAD_TOP = 12

type FrameSize = { width: number; height: number; /** Of the window, in px. */ window: number }
/** The most that a banner takes from the board, in px. */
const BANNER = 120

/** The inner size of the board's frame, without the scrollbar. While a banner stands below it in the same window, the tickets keep the height that they had. */
function useFrame() {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<FrameSize | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () =>
      setSize((old) => {
        const { clientWidth: width, clientHeight } = element
        const less = old && old.window === innerHeight ? old.height - clientHeight : 0
        const height = old && less > 0 && less <= BANNER ? old.height : clientHeight
        return old?.width === width && old.height === height && old.window === innerHeight ? old : { width, height, window: innerHeight }
      })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    return () => observer.disconnect()
  }, [])
  return [frame, size] as const
}

/**
 * The heights of the tickets, read in one pass before each paint: a new ticket is first rendered hidden, then measured and placed. Only tickets that changed are
 * read again. `changed` counts the times that tickets changed their height by themselves, as when a font arrives or when one at another width comes near.
 *
 * The browser lays out and paints only the tickets near the visible part (`content-visibility`). Reading the height of one that it has left out would make it
 * lay that one out, and with 200 tickets each press would wait for all of them: such a ticket keeps the height that it had until it changes or comes near.
 */
function useHeights() {
  const heights = useRef(new Map<string, number>())
  const [changed, setChanged] = useState(0)
  const observer = useRef<ResizeObserver | null>(null)
  /** The content of each card when its height was read; null if it has to be read again. */
  const read = useRef(new Map<HTMLElement, { kotId: string; slot: TicketSlot | undefined } | null>())
  const laidFor = useRef<Geometry | null>(null)
  useLayoutEffect(
    () => () => {
      observer.current?.disconnect()
      observer.current = null
      read.current.clear()
    },
    [],
  )
  /** Measures the tickets that changed and returns true if any height differs from the last time. */
  const measure = useCallback((list: HTMLElement | null, slots: ReadonlyMap<string, TicketSlot>, geometry: Geometry) => {
    observer.current ??= new ResizeObserver((entries) => {
      const grown = entries.map(({ target }) => target as HTMLElement).filter((card) => isDrawn(card) && differs(card, heights.current))
      for (const card of grown) read.current.set(card, null)
      if (grown.length > 0) setChanged((n) => n + 1)
    })
    const cards = [...(list?.children ?? [])] as HTMLElement[]
    const isResized = laidFor.current !== geometry
    laidFor.current = geometry
    const due: HTMLElement[] = []
    for (const card of cards) {
      const last = read.current.get(card)
      const isSame = last ? last.slot === slots.get(last.kotId) : false
      if (isSame && !isResized) continue
      if (last === undefined) observer.current.observe(card)
      else if (!isDrawn(card)) {
        // One that grew far below must not be too low when it comes near.
        if (isSame) continue
        card.style.contentVisibility = 'visible'
      }
      due.push(card)
    }
    let grown = false
    for (const card of due) {
      const kotId = kotOf(card)
      read.current.set(card, { kotId, slot: slots.get(kotId) })
      if (!differs(card, heights.current)) continue
      heights.current.set(kotId, fullHeight(card))
      grown = true
    }
    // Written after all heights were read, so that the browser computes the layout once.
    for (const card of due) {
      card.style.containIntrinsicHeight = `${heights.current.get(kotOf(card)) ?? 0}px`
      card.style.contentVisibility = 'auto'
    }
    if (cards.length < read.current.size) {
      const there = new Set(cards)
      for (const [card, last] of read.current) {
        if (there.has(card)) continue
        observer.current.unobserve(card)
        read.current.delete(card)
        if (last && !slots.has(last.kotId)) heights.current.delete(last.kotId)
      }
    }
    return grown
  }, [])
  return { heights, measure, changed }
}

/** False for a card that the browser has left out of the layout, since it is far from the visible part. */
const isDrawn = (card: HTMLElement): boolean => card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? true

const kotOf = (card: HTMLElement) => card.dataset.kot ?? ''
/** The height that a ticket would have if it did not scroll inside. */
function fullHeight(card: HTMLElement): number {
  const lines = card.querySelector('[data-lines]')
  const hidden = lines ? lines.scrollHeight - lines.clientHeight : 0
  return card.offsetHeight + (hidden > 0 ? hidden - (card.querySelector<HTMLElement>('[data-strip]')?.offsetHeight ?? 0) : 0)
}
/** Whole pixels are rounded, so one or two of them are no difference. */
const differs = (card: HTMLElement, heights: ReadonlyMap<string, number>) =>
  card.offsetHeight > 0 && Math.abs((heights.get(kotOf(card)) ?? 0) - fullHeight(card)) > 2

/** The tickets in their columns. Memoised, because many changes around the board don't concern it, such as calls that are not answered yet. */
export const BoardView = memo(function BoardView({
  shown,
  limits,
  readyStep,
  failed,
  act,
  fontSize,
  pinned,
  now,
  numbers,
  reason,
  clock,
  side,
}: Pick<Board, 'shown' | 'limits' | 'readyStep' | 'failed' | 'act' | 'now'> & {
  fontSize: number
  pinned: readonly string[]
  numbers: Record<string, number>
  reason: string | null
  clock: (iso: string) => string
  /** The panel docked beside the tickets. */
  side: ReactNode
}) {
  const [frame, size] = useFrame()
  const padX = size && size.width < 640 ? 8 : PAD
  const geometry = useMemo<Geometry | null>(
    () => (size ? geometryOf(size.width - 2 * padX, size.height - PAD_TOP - PAD, fontSize) : null),
    [size, padX, fontSize],
  )

  const list = useRef<HTMLDivElement>(null)
  const { heights, measure, changed } = useHeights()
  const [laid, setLaid] = useState<Laid>(NOT_LAID)
  const ids = useMemo(() => shown.map((s) => s.ticket.kotId), [shown])
  useLayoutEffect(() => {
    if (!geometry) return
    const grown = measure(list.current, new Map(shown.map((slot) => [slot.ticket.kotId, slot])), geometry)
    const heightOf = (id: string) => Math.min(heights.current.get(id) ?? 200, geometry.height)
    if (!grown && laid.geometry === geometry && laid.changed === changed && alike(laid.layout.ids, ids)) return
    const byThemselves = laid.geometry !== geometry || laid.changed !== changed
    const before = laid.geometry && isAlike(laid.geometry, geometry) ? laid.layout : NO_LAYOUT
    const layout = settle(before, ids, heightOf, geometry, byThemselves)
    setLaid({ layout, geometry, changed, places: place(layout, heightOf, geometry) })
  }, [geometry, shown, ids, changed, heights, measure, laid])

  const { places } = laid
  const { above, below, scrolled } = useFold(frame, shown, places)
  useReturn(frame, scrolled && geometry !== null && geometry.columns > 1)
  /** As the strip's figures count: a ticket that only waits for an OK is neither open nor late. */
  const figures = (slots: readonly TicketSlot[]) => {
    const open = slots.filter(({ phase, ticket }) => phase === 'open' && toCook(ticket).length > 0)
    return { count: open.length || slots.length, late: open.filter(({ ticket }) => isLate(ticket, now, limits)).length }
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col md:flex-row">
      <div
        ref={frame}
        data-board-frame=""
        className="scroll-quiet relative min-h-0 min-w-0 flex-1 scroll-p-3 overflow-x-hidden overflow-y-auto"
      >
        {geometry ? (
          <div
            ref={list}
            className="relative"
            style={{
              fontSize,
              height: places && shown.length > 0 ? places.height + PAD : undefined,
              margin: `${PAD_TOP}px ${padX}px 0`,
            }}
          >
            {shown.map((slot) => {
              const { kotId } = slot.ticket
              const minutes = ageMinutes(slot.ticket, now)
              const at = places?.at.get(kotId)
              return (
                <TicketCard
                  key={kotId}
                  slot={slot}
                  minutes={minutes}
                  readyFor={readyMinutes(slot.ticket, now)}
                  tone={ageTone(minutes, limits)}
                  number={Object.hasOwn(numbers, kotId) ? (numbers[kotId] ?? null) : null}
                  pinned={pinned.includes(kotId)}
                  left={undoSeconds(slot, now)}
                  unsynced={failed.has(kotId)}
                  fresh={slot.arrivedAt !== null && now - slot.arrivedAt < PULSE_MS + 1000}
                  readyStep={readyStep}
                  reason={reason}
                  x={at?.x ?? null}
                  y={at?.y ?? null}
                  width={geometry.width}
                  maxHeight={at?.height ?? (Number.isFinite(geometry.height) ? geometry.height : null)}
                  clock={clock}
                  onBump={act.bump}
                  onLine={act.toggleLine}
                  onCancelled={act.toggleCancelled}
                  onNote={act.readNote}
                  onUndo={act.undo}
                  onPin={act.pin}
                  onRetry={act.retry}
                />
              )
            })}
          </div>
        ) : null}
      </div>
      {side}
      {geometry && geometry.columns > 1 ? (
        <>
          {scrolled ? <MoreButton {...figures(above)} up onClick={() => frame.current?.scrollTo({ top: 0, behavior: 'smooth' })} /> : null}
          {below.length > 0 ? (
            <MoreButton
              {...figures(below)}
              onClick={() => {
                const { current: board } = frame
                if (!board) return
                const next = places?.tops.find((top) => top > board.scrollTop + 1)
                board.scrollTo({ top: next ?? board.scrollHeight, behavior: 'smooth' })
              }}
            />
          ) : null}
        </>
      ) : null}
    </div>
  )
})

/** In the strip: how many tickets are out of sight below, or above on a further screen, and a press to them. */
function MoreButton({ count, late, up = false, onClick }: { count: number; late: number; up?: boolean; onClick: () => void }) {
  const where = up ? `Back to the first tickets, ${count} above` : `${plural(count, 'more ticket')} below`
  return (
    <Slot name="strip">
      <Button
        variant="primary"
        icon={up ? <ArrowUp /> : <ArrowDown />}
        aria-label={`${where}${late > 0 ? `, ${late} late` : ''}`}
        className={cx('px-3!', late > 0 && 'bg-late! text-on-late!')}
        onClick={onClick}
      >
        {count}
        <span className="max-xl:sr-only">{up ? ' above' : ' more'}</span>
        {late > 0 ? `, ${late} late` : null}
      </Button>
    </Slot>
  )
}

/** How long a further screen of tickets stays without a touch, in ms. */
const RETURN_MS = 60_000

/** Nobody goes back to the oldest tickets at a screen on the wall that somebody left on a further screen: after a minute without a touch it goes back by itself. */
function useReturn(frame: RefObject<HTMLDivElement | null>, away: boolean) {
  useEffect(() => {
    if (!away) return
    const back = () => frame.current?.scrollTo({ top: 0, behavior: 'smooth' })
    let timer = setTimeout(back, RETURN_MS)
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(back, RETURN_MS)
    }
    const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
    for (const event of events) addEventListener(event, again, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, again, { capture: true })
    }
  }, [frame, away])
}

/** The tickets that start below the visible part, those above it, and whether the first ones are out of sight. */
function useFold(frame: RefObject<HTMLDivElement | null>, shown: readonly TicketSlot[], places: Places | null) {
  const [{ edge, top, scrolled }, setFold] = useState({ edge: Infinity, top: 0, scrolled: false })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => {
      const top = element.scrollTop
      const next = { edge: top + element.clientHeight - PAD_TOP - 48, top, scrolled: top > 48 }
      setFold((old) => (old.edge === next.edge && old.top === top ? old : next))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [frame])
  const below = shown.filter((s) => s.phase !== 'gap' && (places?.at.get(s.ticket.kotId)?.y ?? 0) > edge)
  const above = scrolled ? shown.filter((s) => s.phase !== 'gap' && (places?.at.get(s.ticket.kotId)?.y ?? Infinity) < top - 48) : []
  return { above, below, scrolled }
}

/** Placeholder tickets in their final sizes, while the orders load. */
export function BoardSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading tickets"
      className="grid flex-1 grid-cols-[repeat(auto-fill,minmax(280px,1fr))] content-start gap-3 overflow-hidden px-4 py-3 max-sm:px-2"
    >
      {[320, 240, 360, 280, 200, 300].map((height, i) => (
        <div key={i} className="flex animate-skeleton flex-col overflow-hidden rounded-card bg-surface" style={{ height }}>
          <Skeleton className="h-20 flex-none rounded-none!" />
          <div className="grid flex-1 content-start gap-4 p-4">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
