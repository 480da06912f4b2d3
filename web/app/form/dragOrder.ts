import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Orders the children of `list` by dragging their handles: the row changes places as soon as the pointer has passed the middle of its neighbour. `begin(index)`
 * is the `onPointerDown` of a row's handle, `dragged` the place of the row that is held. Who can't drag needs buttons for the same (SCREENS G11).
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
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
    release.current = () => {
      stop.abort()
      release.current = null
      setDragged(null)
    }
    const end = (e: PointerEvent) => (e.pointerId === pointerId ? release.current?.() : undefined)
    let at = index
    setDragged(at)
    const follow = (e: PointerEvent) => {
      if (e.pointerId !== pointerId) return
      const to = at + step(list.current?.children, at, e.clientY)
      if (to === at) return
      // At once, so that the next event meets the rows in their new places.
      flushSync(() => {
        move(at, to)
        setDragged(to)
      })
      at = to
    }
    addEventListener('pointermove', follow, listening)
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
