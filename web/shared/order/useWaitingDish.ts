import { useEffect, useRef } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'

/** `sheet`: its sheet is to open, for a note or a choice. */
export type WaitingDish = { item: MenuItemShape; quantity: number; sheet?: boolean }

/** A dish that was tapped before its table was chosen: keep it with the function that this returns, and `pick` gets it once the table is `ready`. */
export function useWaitingDish(ready: boolean, pick: (dish: WaitingDish) => void): (dish: WaitingDish | null) => void {
  const waiting = useRef<WaitingDish | null>(null)
  const latest = useRef(pick)
  useEffect(() => {
    latest.current = pick
  })
  useEffect(() => {
    const dish = waiting.current
    if (!dish || !ready) return
    waiting.current = null
    latest.current(dish)
  }, [ready])
  return (dish) => {
    waiting.current = dish
  }
}
