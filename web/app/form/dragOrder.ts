import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Distance from the edge of the scrolled box, in px, at which a held row makes the box scroll. */
const EDGE = 48
/** How far the box scrolls in a frame, in px. */
const SCROLL_STEP = 8

/**
 * Orders the children of `list` by dragging their handles: the row changes places as soon as the pointer has passed the middle of its neighbour. `begin(index)`
 * is the `onPointerDown` of a row's handle, `dragged` the place of the row that is held; `dropped` is called once the row is let go. At the edge of a scrolled box
 * the box scrolls. People who can't drag need buttons that do the same (SCREENS G11).
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void, dropped?: () => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const release = useRef<(() => void) | null>(null)
  useEffect(() => () => release.current?.(), [])

  const begin = (index: number) => (event: ReactPointerEvent) => {
    if (event.button !== 0 || release.current) return
    // No text is selected, and the page doesn't scroll.
    event.preventDefault()
    const { pointerId } = event
    const stop = new AbortController()
    const listening = { signal: stop.signal }
    const box = scrolledBox(list.current)
    let frame = 0
    release.current = () => {
      stop.abort()
      cancelAnimationFrame(frame)
      release.current = null
      setDragged(null)
    }
    const end = (e: PointerEvent) => {
      if (e.pointerId !== pointerId) return
      release.current?.()
      dropped?.()
    }
    let at = index
    let y = event.clientY
    setDragged(at)
    const follow = () => {
      const to = at + step(list.current?.children, at, y)
      if (to === at) return
      // Rendered at once, so that the next event finds the rows in their new places.
      flushSync(() => {
        move(at, to)
        setDragged(to)
      })
      at = to
    }
    const scroll = () => {
      const by = box ? scrollAt(box, y) : 0
      if (box && by !== 0) {
        box.scrollTop += by
        follow()
      }
      frame = requestAnimationFrame(scroll)
    }
    frame = requestAnimationFrame(scroll)
    const drag = (e: PointerEvent) => {
      if (e.pointerId !== pointerId) return
      y = e.clientY
      follow()
    }
    addEventListener('pointermove', drag, listening)
    addEventListener('pointerup', end, listening)
    addEventListener('pointercancel', end, listening)
  }
  return { dragged, begin }
}

/** -1 when the pointer is above the middle of the row before, 1 when it is below the middle of the row after, else 0. */
function step(rows: HTMLCollection | undefined, at: number, y: number): -1 | 0 | 1 {
  const middle = (row: Element | undefined) => {
    if (!row) return null
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
  }
  const [before, after] = [middle(rows?.[at - 1]), middle(rows?.[at + 1])]
  if (before !== null && y < before) return -1
  return after !== null && y > after ? 1 : 0
}

/** The nearest box around the list that can be scrolled. */
function scrolledBox(list: HTMLElement | null): HTMLElement | null {
  for (let box = list?.parentElement ?? null; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && ['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) return box
  return null
}

/** How far the box scrolls now: up near its upper edge, down near its lower one, else 0. */
function scrollAt(box: HTMLElement, y: number): number {
  const { top, bottom } = box.getBoundingClientRect()
  if (y < top + EDGE) return -SCROLL_STEP
  return y > bottom - EDGE ? SCROLL_STEP : 0
}
