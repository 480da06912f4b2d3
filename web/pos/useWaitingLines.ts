import { useEffect, useRef } from 'react'
import type { NewDraftLine } from '#domain/ticket.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Opened } from './useOpened.ts'

export const tellOver = (): void => void snack.info('This order is over. Nothing was added.', { id: 'over' })

/**
 * Lines picked while the order that the address names (`?order=…`) still loads: keep them with the function that this returns, and `add` gets them once the
 * order is open. Opening another order discards them; an order that turns out to be over takes none, and the cashier is told.
 */
export function useWaitingLines({ target, search }: Pick<Opened, 'target' | 'search'>, add: (line: NewDraftLine) => void) {
  const orderId = search.get('order')
  const waiting = useRef<{ orderId: string | null; line: NewDraftLine }[]>([])
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    if (target.kind === 'loading') return
    const picked = waiting.current.filter((one) => one.orderId === orderId)
    waiting.current = []
    if (picked.length === 0) return
    if (target.kind === 'gone') tellOver()
    else for (const { line } of picked) latest.current(line)
  }, [target.kind, orderId])
  return (line: NewDraftLine) => void waiting.current.push({ orderId, line })
}
