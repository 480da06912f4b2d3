import { createContext, useContext, useEffect, useRef, useState, type RefObject } from 'react'

/** Watches a row until the returned function is called; `told` hears whether the row is near the visible part of the list. */
type Watch = (row: Element, told: (near: boolean) => void) => () => void

/** As many rows as the first paint draws whole: more than a large screen shows. */
const FIRST = 40

/** Without an observer (in jsdom) every row counts as near. */
const canWatch = () => typeof IntersectionObserver === 'function'

function scrollerOf(row: Element): Element | null {
  for (let element = row.parentElement; element; element = element.parentElement)
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element
  return null
}

/** One observer for all rows of a list. Near is what lies within one height of the window above or below it. */
export function createWatch(): Watch {
  const listeners = new Map<Element, (near: boolean) => void>()
  let observer: IntersectionObserver | null = null
  return (row, told) => {
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries)
          // A row that a search or a closed category hides has no height, and stays as it is.
          if (boundingClientRect.height > 0) listeners.get(target)?.(isIntersecting)
      },
      { root: scrollerOf(row), rootMargin: '100% 0px' },
    )
    listeners.set(row, told)
    observer.observe(row)
    return () => {
      listeners.delete(row)
      observer?.unobserve(row)
    }
  }
}

export const Watching = createContext<Watch>(createWatch())

/** Whether a row is near the visible part of its list. `place` is its place in the list, for the first paint. A row keeps what has the focus. */
export function useNear(place: number): [row: RefObject<HTMLLIElement | null>, near: boolean] {
  const row = useRef<HTMLLIElement>(null)
  const watch = useContext(Watching)
  const [near, setNear] = useState(() => !canWatch() || place < FIRST)
  useEffect(() => {
    const element = row.current
    if (!canWatch() || !element) return
    return watch(element, (is) => setNear(is || element.contains(document.activeElement)))
  }, [watch])
  return [row, near]
}
