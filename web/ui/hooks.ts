import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'

/**
 * For keys, chips and tiles: a press of the pointer leaves the focus where it is, so that Enter still means what the page says. Spread on the element or on
 * what contains it. The keyboard can focus them as usual.
 */
export const leavesFocus = {
  onMouseDown: (event: MouseEvent) => {
    if ((event.target as Element).closest('button')) event.preventDefault()
  },
}

/** Not every browser has it, and TypeScript's library doesn't know it yet. */
type CloseWatcher = EventTarget & { destroy: () => void }

/**
 * A phone's Back closes what is open above the page, and doesn't leave the page below it: a waiter who has opened a sheet by mistake presses Back. If it
 * stays open, because it asks something first, the next Back closes it. A browser without CloseWatcher goes back in its history.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const { CloseWatcher: Watcher } = globalThis as { CloseWatcher?: new () => CloseWatcher }
    if (!open || !Watcher) return
    let watcher: CloseWatcher
    const watch = () => {
      watcher = new Watcher()
      watcher.addEventListener('close', () => {
        watch()
        latest.current()
      })
    }
    watch()
    return () => watcher.destroy()
  }, [open])
}

/** Whether something above the page is open, controlled by the `open` prop or by its own state. A phone's Back closes it. */
export function useOpen({
  open: given,
  defaultOpen = false,
  onOpenChange,
}: {
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
}): [open: boolean, change: (open: boolean) => void] {
  const [own, setOwn] = useState(defaultOpen)
  const open = given ?? own
  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  useBackCloses(open, () => change(false))
  return [open, change]
}

export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query])
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list.matches)
}

/** One clock for the whole page: 60 tables share one timer and update together. */
const TICK = 15_000
const listeners = new Set<() => void>()
let timeNow = (): number => Date.now()
let now = timeNow()
let timer: ReturnType<typeof setInterval> | undefined

/** Sets the clock (ms) of `useNow` and `useElapsed`. The app sets the server's, because what they compare with is dated by the server. */
export const setClock = (clock: () => number): void => void (timeNow = clock)

function tick() {
  now = timeNow()
  for (const listener of listeners) listener()
}

function subscribeToClock(listener: () => void) {
  listeners.add(listener)
  if (!timer) {
    now = timeNow()
    timer = setInterval(tick, TICK)
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || !timer) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

/** Milliseconds since an instant, updated every 15 s. 0 without an instant, and never negative. */
export function useElapsed(sinceIso: string | null | undefined): number {
  const at = useNow()
  return sinceIso ? Math.max(0, at - Date.parse(sinceIso)) : 0
}

/** The clock's time. Nothing moves it while nobody listens, so that the first listener's render would have the time of long ago. */
function clockNow() {
  if (!timer && Math.abs(timeNow() - now) > TICK) now = timeNow()
  return now
}

/** The current time in milliseconds, updated every 15 s. */
export const useNow = (): number => useSyncExternalStore(subscribeToClock, clockNow)

const SLOP = 10

/**
 * Long press, right click, or the keyboard's menu key. Spread the returned props on the element; its own onClick still handles the short press.
 * Touch devices also send a contextmenu event; whichever comes first counts.
 */
export function useLongPress(onLongPress: () => void, { ms = 500 }: { ms?: number } = {}) {
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const firedAt = useRef(-Infinity)
  const swallow = useRef(false)

  useEffect(() => () => clearTimeout(wait.current), [])

  const stop = () => clearTimeout(wait.current)
  const fire = () => {
    stop()
    if (performance.now() - firedAt.current < 700) return
    firedAt.current = performance.now()
    onLongPress()
  }

  return {
    onPointerDown(event: PointerEvent) {
      swallow.current = false
      if (event.button !== 0) return
      start.current = { x: event.clientX, y: event.clientY }
      stop()
      wait.current = setTimeout(() => {
        swallow.current = true
        fire()
      }, ms)
    },
    onPointerMove(event: PointerEvent) {
      if (Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > SLOP) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      fire()
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
      event.preventDefault()
      fire()
    },
    onClickCapture(event: MouseEvent) {
      if (!swallow.current) return
      swallow.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Whether an element scrolls: a frame that does must be reachable by keyboard. */
export function useOverflows<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1),
    )
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return [ref, overflows] as const
}
