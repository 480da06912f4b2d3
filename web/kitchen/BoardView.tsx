import { plural } from '#domain/text.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Slot } from '#web/app/shell/slots.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type Geometry, geometryOf, isAlike, type Layout, NO_LAYOUT, place, type Places, settle } from './columns.ts'
import { acknowledge, togglePin } from './device.ts'
import { PULSE_MS, type Slot as TicketSlot, undoSeconds } from './slots.ts'
import { TicketCard } from './TicketCard.tsx'
import { ageMinutes, ageTone } from './tickets.ts'
import type { Board } from './useBoard.ts'

type Laid = { layout: Layout; geometry: Geometry | null; changed: number; places: Places | null }
const NOT_LAID: Laid = { layout: NO_LAYOUT, geometry: null, changed: 0, places: null }
const PAD = 16
const PAD_TOP = 12

/** The inner size of the board's frame, without the scrollbar. */
function useFrame() {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () =>
      setSize((old) =>
        old?.width === element.clientWidth && old.height === element.clientHeight
          ? old
          : { width: element.clientWidth, height: element.clientHeight },
      )
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    return () => observer.disconnect()
  }, [])
  return [frame, size] as const
}

/**
 * The heights of the tickets, read in one pass before each paint: a new ticket is rendered hidden, measured and then placed. `changed` counts the
 * times that tickets changed their height by themselves, as when a font arrives.
 */
function useHeights() {
  const heights = useRef(new Map<string, number>())
  const [changed, setChanged] = useState(0)
  const observer = useRef<ResizeObserver | null>(null)
  const observed = useRef(new Map<Element, string>())
  useLayoutEffect(
    () => () => {
      observer.current?.disconnect()
      observer.current = null
      observed.current.clear()
    },
    [],
  )
  /** Measures all tickets and returns true if any height differs from the last time. */
  const measure = useCallback((list: HTMLElement | null) => {
    observer.current ??= new ResizeObserver((entries) => {
      if (entries.some(({ target }) => differs(target as HTMLElement, heights.current))) setChanged((n) => n + 1)
    })
    const gone = new Set(observed.current.keys())
    let grown = false
    for (const card of list?.querySelectorAll<HTMLElement>('[data-kot]') ?? []) {
      if (!gone.delete(card)) {
        observer.current.observe(card)
        observed.current.set(card, kotOf(card))
      }
      if (!differs(card, heights.current)) continue
      heights.current.set(kotOf(card), fullHeight(card))
      grown = true
    }
    for (const card of gone) {
      observer.current.unobserve(card)
      heights.current.delete(observed.current.get(card) ?? '')
      observed.current.delete(card)
    }
    return grown
  }, [])
  return { heights, measure, changed }
}

const kotOf = (card: HTMLElement) => card.dataset.kot ?? ''
/** The height that a ticket would have if it did not scroll inside. */
function fullHeight(card: HTMLElement): number {
  const lines = card.querySelector('[data-lines]')
  const hidden = lines ? lines.scrollHeight - lines.clientHeight : 0
  return card.offsetHeight + (hidden > 0 ? hidden - (card.querySelector<HTMLElement>('[data-more]')?.offsetHeight ?? 0) : 0)
}
/** Whole pixels are rounded, so one or two of them are no difference. */
const differs = (card: HTMLElement, heights: ReadonlyMap<string, number>) =>
  card.offsetHeight > 0 && Math.abs((heights.get(kotOf(card)) ?? 0) - fullHeight(card)) > 2

export function BoardView({
  board,
  now,
  selected,
  onSelect,
  numbers,
  reason,
  timeOf,
  side,
}: {
  board: Board
  now: number
  selected: string | null
  onSelect: (kotId: string) => void
  numbers: Record<string, number>
  reason: string | null
  timeOf: (iso: string) => string
  /** What is docked beside the tickets. It gets the number of tickets below the visible part and says it. */
  side: ((below: number) => ReactNode) | null
}) {
  const { shown, device, limits, readyStep, failed } = board
  const [frame, size] = useFrame()
  const padX = size && size.width < 640 ? 8 : PAD
  const geometry = useMemo<Geometry | null>(
    () => (size ? geometryOf(size.width - 2 * padX, size.height - PAD_TOP - PAD, device.fontSize) : null),
    [size, padX, device.fontSize],
  )

  const list = useRef<HTMLDivElement>(null)
  const { heights, measure, changed } = useHeights()
  const [laid, setLaid] = useState<Laid>(NOT_LAID)
  const ids = useMemo(() => shown.map((s) => s.ticket.kotId), [shown])
  useLayoutEffect(() => {
    if (!geometry) return
    const grown = measure(list.current)
    const heightOf = (id: string) => Math.min(heights.current.get(id) ?? 200, geometry.height)
    setLaid((old) => {
      const layout = settle(old.geometry && isAlike(old.geometry, geometry) ? old.layout : NO_LAYOUT, ids, heightOf, geometry)
      if (!grown && layout === old.layout && old.geometry === geometry && old.changed === changed) return old
      return { layout, geometry, changed, places: place(layout, heightOf, geometry) }
    })
  }, [geometry, ids, changed, heights, measure])

  const { places } = laid
  const { below, scrolled } = useFold(frame, shown, places)
  const current = shown.find((s) => s.ticket.kotId === selected)

  const { bump, toggleLine, undo, retry } = board
  const latest = useRef({ bump, toggleLine, undo, retry })
  useLayoutEffect(() => {
    latest.current = { bump, toggleLine, undo, retry }
  })
  const [act] = useState(() => ({
    bump: (slot: TicketSlot) => latest.current.bump(slot),
    line: (...args: Parameters<Board['toggleLine']>) => latest.current.toggleLine(...args),
    undo: (slot: TicketSlot) => latest.current.undo(slot),
    retry: (kotId: string) => latest.current.retry(kotId),
  }))

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
              fontSize: device.fontSize,
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
                  tone={ageTone(minutes, limits)}
                  number={numbers[kotId] ?? null}
                  selected={slot === current}
                  pinned={device.pinned.includes(kotId)}
                  left={undoSeconds(slot, now)}
                  unsynced={failed.has(kotId)}
                  fresh={slot.arrivedAt !== null && now - slot.arrivedAt < PULSE_MS + 1000}
                  readyStep={readyStep}
                  reason={reason}
                  x={at?.x ?? null}
                  y={at?.y ?? null}
                  width={geometry.width}
                  maxHeight={at?.height ?? (Number.isFinite(geometry.height) ? geometry.height : null)}
                  time={timeOf(slot.ticket.since)}
                  onSelect={onSelect}
                  onBump={act.bump}
                  onLine={act.line}
                  onSeen={acknowledge}
                  onUndo={act.undo}
                  onPin={togglePin}
                  onRetry={act.retry}
                />
              )
            })}
          </div>
        ) : null}
      </div>
      {side?.(below)}
      {!side && (below > 0 || scrolled) && geometry && geometry.columns > 1 ? (
        <Slot name="strip">
          <Button
            variant="primary"
            icon={below > 0 ? <ArrowDown /> : <ArrowUp />}
            aria-label={below > 0 ? `${plural(below, 'more ticket')} below` : 'Back to the first tickets'}
            className="px-3!"
            onClick={() => {
              const { current: board } = frame
              if (!board) return
              const next = places?.tops.find((top) => top > board.scrollTop + 1)
              board.scrollTo({ top: below > 0 ? (next ?? board.scrollHeight) : 0, behavior: 'smooth' })
            }}
          >
            {below > 0 ? below : 'Top'}
            {below > 0 ? <span className="max-xl:sr-only"> more</span> : null}
          </Button>
        </Slot>
      ) : null}
    </div>
  )
}

/** The number of tickets that start below the visible part, and whether the first ones are out of sight. */
function useFold(frame: RefObject<HTMLDivElement | null>, shown: readonly TicketSlot[], places: Places | null) {
  const [{ edge, scrolled }, setFold] = useState({ edge: Infinity, scrolled: false })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => {
      const next = { edge: element.scrollTop + element.clientHeight - PAD_TOP - 48, scrolled: element.scrollTop > 48 }
      setFold((old) => (old.edge === next.edge && old.scrolled === next.scrolled ? old : next))
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
  const below = shown.filter((s) => s.phase !== 'gap' && (places?.at.get(s.ticket.kotId)?.y ?? 0) > edge).length
  return { below, scrolled }
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
