import { plural } from '#domain/text.ts'
import { ArrowDown } from 'lucide-react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Slot } from '#web/app/shell/slots.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type Columns, type Geometry, geometryOf, isAlike, place, type Places, settle } from './columns.ts'
import { acknowledge, togglePin } from './device.ts'
import { PULSE_MS, type Slot as TicketSlot, undoSeconds } from './slots.ts'
import { TicketCard } from './TicketCard.tsx'
import { ageMinutes, ageTone } from './tickets.ts'
import type { Board } from './useBoard.ts'

const NO_COLUMNS: Columns = []
type Laid = { columns: Columns; geometry: Geometry | null; measured: number; places: Places | null }
const NOT_LAID: Laid = { columns: NO_COLUMNS, geometry: null, measured: 0, places: null }
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

export function BoardView({
  board,
  now,
  selected,
  onSelect,
  numbers,
  reason,
  timeOf,
}: {
  board: Board
  now: number
  selected: string | null
  onSelect: (kotId: string) => void
  numbers: Record<string, number>
  reason: string | null
  timeOf: (iso: string) => string
}) {
  const { shown, device, limits, readyStep, failed } = board
  const [frame, size] = useFrame()
  const padX = size && size.width < 640 ? 8 : PAD
  const geometry = useMemo<Geometry | null>(
    () => (size ? geometryOf(size.width - 2 * padX, size.height - PAD_TOP - PAD, device.fontSize) : null),
    [size, padX, device.fontSize],
  )

  // Heights are measured: a new ticket is rendered hidden, then placed before the first paint.
  const heights = useRef(new Map<string, number>())
  const [measured, setMeasured] = useState(0)
  const onMeasure = useCallback((kotId: string, height: number) => {
    if (heights.current.get(kotId) === height || height === 0) return
    heights.current.set(kotId, height)
    setMeasured((n) => n + 1)
  }, [])
  const list = useRef<HTMLDivElement>(null)
  const [laid, setLaid] = useState<Laid>(NOT_LAID)
  const ids = useMemo(() => shown.map((s) => s.ticket.kotId), [shown])
  useLayoutEffect(() => {
    if (!geometry) return
    let grown = false
    for (const card of list.current?.querySelectorAll<HTMLElement>('[data-kot]') ?? []) {
      const id = card.dataset.kot ?? ''
      if (card.offsetHeight === 0 || heights.current.get(id) === card.offsetHeight) continue
      heights.current.set(id, card.offsetHeight)
      grown = true
    }
    const heightOf = (id: string) => heights.current.get(id) ?? 200
    setLaid((old) => {
      const columns = settle(old.geometry && isAlike(old.geometry, geometry) ? old.columns : NO_COLUMNS, ids, heightOf, geometry)
      if (!grown && columns === old.columns && old.geometry === geometry && old.measured === measured) return old
      return { columns, geometry, measured, places: place(columns, heightOf, geometry) }
    })
  }, [geometry, ids, measured])

  const { places } = laid
  const below = useBelowFold(frame, shown, places)
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
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={frame}
        data-board-frame=""
        className="scroll-quiet relative min-h-0 flex-1 scroll-p-3 overflow-x-hidden overflow-y-auto max-lg:min-h-80"
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
                  at={places?.at.get(kotId)}
                  width={geometry.width}
                  maxHeight={Number.isFinite(geometry.height) ? geometry.height : null}
                  time={timeOf(slot.ticket.since)}
                  onMeasure={onMeasure}
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
      {below > 0 && geometry && geometry.columns > 1 ? (
        <Slot name="strip">
          <Button
            variant="primary"
            icon={<ArrowDown />}
            aria-label={`${plural(below, 'more ticket')} below`}
            className="px-3!"
            onClick={() => frame.current?.scrollBy({ top: frame.current.clientHeight - PAD_TOP, behavior: 'smooth' })}
          >
            {below}
            <span className="max-xl:sr-only"> more</span>
          </Button>
        </Slot>
      ) : null}
    </div>
  )
}

/** The number of tickets that start below the visible part. */
function useBelowFold(frame: RefObject<HTMLDivElement | null>, shown: readonly TicketSlot[], places: Places | null): number {
  const [edge, setEdge] = useState(Infinity)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => setEdge(element.scrollTop + element.clientHeight - PAD_TOP - 48)
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [frame])
  return shown.filter((s) => s.phase !== 'gap' && (places?.at.get(s.ticket.kotId)?.y ?? 0) > edge).length
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
