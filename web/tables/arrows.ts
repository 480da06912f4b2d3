import { useEffect, useRef } from 'react'

type Box = { left: number; top: number; width: number; height: number }
type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** The index of the next box in a direction: for left and right the nearest in the same row, for up and down the nearest in the next row, by its middle. -1 if there is none. */
export function nextBox(boxes: readonly Box[], from: number, direction: Direction): number {
  const here = boxes[from]
  if (!here) return -1
  const middle = here.left + here.width / 2
  const sameRow = (b: Box) => Math.abs(b.top - here.top) < here.height / 2
  const horizontal = direction === 'ArrowLeft' || direction === 'ArrowRight'
  const sign = direction === 'ArrowLeft' || direction === 'ArrowUp' ? -1 : 1
  let best = -1
  let score = Infinity
  boxes.forEach((b, i) => {
    if (i === from) return
    const dx = b.left + b.width / 2 - middle
    const dy = b.top - here.top
    if (horizontal ? !sameRow(b) || dx * sign <= 0 : sameRow(b) || dy * sign <= 0) return
    const far = horizontal ? Math.abs(dx) : Math.abs(dy) * 1000 + Math.abs(dx)
    if (far < score) {
      score = far
      best = i
    }
  })
  return best
}

/** Arrow keys move between cards; Tab still reaches each card and its menu. */
export function useArrows() {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const root = ref.current
    if (!root) return
    const listen = (event: KeyboardEvent) => {
      if (!event.key.startsWith('Arrow') || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented)
        return
      const all = [...root.querySelectorAll<HTMLElement>('[data-card]')]
      const from = all.indexOf(event.target as HTMLElement)
      if (from < 0) return
      const to =
        all[
          nextBox(
            all.map((el) => el.getBoundingClientRect()),
            from,
            event.key as Direction,
          )
        ]
      if (!to) return
      event.preventDefault()
      to.focus()
    }
    root.addEventListener('keydown', listen)
    return () => root.removeEventListener('keydown', listen)
  }, [])
  return ref
}
