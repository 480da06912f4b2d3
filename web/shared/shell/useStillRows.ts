import { type MouseEvent, useLayoutEffect, useRef } from 'react'

/** A press so soon (ms) after the rows moved was meant for what stood there before: a second tap, or a finger that was on its way. */
const STILL_MS = 500

/**
 * For `onClickCapture` of a list whose rows come and go: ignores a press on a row that has just come to this place, where another was. Rows that stayed in
 * place can be pressed at once, and so can one that appears at the end. `keys`: all rows, from the top; each has its key as `data-row`.
 */
export function useStillRows(keys: readonly string[]) {
  const before = useRef<readonly string[]>(keys)
  const moves = useRef<{ at: number; from: readonly string[] }[]>([])
  const now = keys.join(' ')
  useLayoutEffect(() => {
    if (before.current.join(' ') === now) return
    const at = performance.now()
    moves.current = [...moves.current.filter((move) => at - move.at <= STILL_MS), { at, from: before.current }]
    before.current = now.split(' ').filter(Boolean)
  }, [now])
  return (event: MouseEvent) => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
    if (key === undefined) return
    const place = before.current.indexOf(key)
    const isNew = ({ at, from }: { at: number; from: readonly string[] }) =>
      performance.now() - at <= STILL_MS && from[place] !== undefined && from[place] !== key
    if (!moves.current.some(isNew)) return
    event.preventDefault()
    event.stopPropagation()
  }
}
