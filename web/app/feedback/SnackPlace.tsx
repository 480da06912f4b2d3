import { useEffect, useRef, type CSSProperties } from 'react'
import { createStore, useStore } from '#web/core/store.ts'
import { cx } from '#web/ui/cx.ts'

/** Where snackbars begin: down from the place's upper edge, or up from its lower edge. */
type From = 'top' | 'bottom'
type Box = { from: From; page: boolean; widest: number; left: number; width: number; top: number; bottom: number }
const boxes = createStore<ReadonlyMap<HTMLElement, Box>>(new Map())

/** Wider than this a snackbar is hard to read; it is then centred in its place. */
const WIDEST = 480

/**
 * Marks where snackbars stand, outside the work (SCREENS §6.28). Each shell has one; a page that has a better one marks it with `page`, and it counts while it
 * is visible. `className` positions it in the nearest `relative` parent; it takes no presses. `widest`: in px, where a second line would stand over the work.
 */
export function SnackPlace({
  from,
  page = false,
  widest = WIDEST,
  className,
}: {
  from: From
  page?: boolean
  widest?: number
  className: string
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { left, width, top, bottom } = element.getBoundingClientRect()
      boxes.set((all) => new Map(all).set(element, { from, page, widest, left, width, top, bottom }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // A banner above moves the place without changing its size; what contains the place then changes its height.
    if (element.parentElement) observer.observe(element.parentElement)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
      boxes.set((all) => new Map([...all].filter(([one]) => one !== element)))
    }
  }, [from, page, widest])
  return <div ref={ref} aria-hidden="true" className={cx('pointer-events-none absolute', className)} />
}

/** Of the visible places the page's, else the shell's; null without any. `above`: something is open above the page, and over what the page's place would be. */
export function placeOf(all: Iterable<Box>, above = false): Box | null {
  const visible = [...all].filter((box) => box.width > 0 && !(above && box.page))
  return visible.findLast((box) => box.page) ?? visible.at(-1) ?? null
}

/** The place as sonner's position and style. Without a place, as on the sign-in pages, snackbars appear at the bottom. */
export function useSnackPlace(above: boolean): { from: From; style: CSSProperties & { '--width'?: string } } {
  const place = useStore(boxes, (all) => placeOf(all.values(), above))
  if (!place) return { from: 'bottom', style: {} }
  const width = Math.min(place.width, place.widest)
  return {
    from: place.from,
    style: {
      width,
      left: place.left + (place.width - width) / 2,
      right: 'auto',
      transform: 'none',
      ...(place.from === 'top' ? { top: place.top } : { bottom: window.innerHeight - place.bottom }),
      '--width': `${width}px`,
    },
  }
}
