import { useEffect, useRef, useState } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { orderCan } from '#domain/orderCan.ts'
import { useRole } from '#web/core/session.ts'
import { canServe, offerUndo, UNDO_MS, useServe, useServing } from './serve.ts'

export type ServedRow = { order: OrderShape; kot: Kot; line: OrderItem }
const nameOf = ({ line }: ServedRow) => `${line.quantity} × ${line.itemName}`
type Served<R> = { row: R; undo: () => boolean; at: number; over: boolean }

/** A second tap this soon (ms) is an accidental double tap, not Undo. */
const DOUBLE_TAP_MS = 400

/**
 * Serving from a list whose rows stay in place: what was served offers Undo there for 5 s, and stays until nothing more is pressed for 5 s. Then all that was served
 * leaves together, so that no row moves under a finger that works through the list. When the list itself goes, as with a closed drawer, a snackbar offers Undo instead.
 */
export function useServed<R extends ServedRow>({ onLeave }: { onLeave?: (lineIds: readonly string[]) => void } = {}) {
  const { serve } = useServe()
  const serving = useServing()
  const role = useRole()
  const [served, setServed] = useState<ReadonlyMap<string, Served<R>>>(new Map())
  /** What was pressed last, for a live region. */
  const [words, setWords] = useState('')
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const newest = useRef(served)
  const set = (change: (old: ReadonlyMap<string, Served<R>>) => ReadonlyMap<string, Served<R>>) =>
    setServed((newest.current = change(newest.current)))
  useEffect(() => {
    const running = timers.current
    return () => {
      running.forEach((timer) => clearTimeout(timer))
      const open = [...newest.current].filter(([, s]) => !s.over)
      const last = Math.max(...open.map(([, { at }]) => at))
      offerUndo(
        open.map(([lineId, { row, undo }]) => ({ lineId, name: nameOf(row), undo })),
        UNDO_MS - (Date.now() - last),
      )
    }
  }, [])

  /** Keeps these, or lets them leave once none of them can be taken back any more. */
  const keep = (all: ReadonlyMap<string, Served<R>>) => {
    const leave = [...all.values()].every((s) => s.over)
    if (leave) onLeave?.([...all.keys()])
    set(() => (leave ? new Map() : all))
  }
  const forget = (id: string) => {
    // Served again, it has its 5 seconds anew.
    clearTimeout(timers.current.get(id))
    keep(new Map([...newest.current].filter(([one]) => one !== id)))
  }
  const end = (id: string) => keep(new Map([...newest.current].map(([one, s]) => [one, one === id ? { ...s, over: true } : s])))
  const endLater = (id: string) => {
    clearTimeout(timers.current.get(id))
    timers.current.set(
      id,
      setTimeout(() => end(id), UNDO_MS),
    )
  }
  const outlast = (id: string) => {
    endLater(id)
    set((old) => new Map([...old].map(([one, s]) => [one, one === id ? { ...s, over: true } : s])))
  }
  const begin = (row: R): boolean => {
    const id = row.line.lineId
    const undo = serve(row.order, row.kot, row.line, { quiet: true, takenBack: () => forget(id) })
    if (!undo) return false
    endLater(id)
    set((old) => new Map(old).set(id, { row, undo, at: Date.now(), over: false }))
    return true
  }
  return {
    words,
    /** The rows that stay for a while, although their lines are served. */
    staying: [...served.values()].map(({ row }) => row),
    /** `undo`: it was served here and can be taken back; `served`: it can't any more. Null for a line to serve, also when serving it has failed. */
    stateOf: (line: OrderItem): 'undo' | 'served' | null => {
      const one = served.get(line.lineId)
      if (!one) return null
      if (!one.over) return 'undo'
      return canServe(line) && !serving.has(line.lineId) ? null : 'served'
    },
    /** Serves the line of a row, or takes that back. `where` is its order's name. */
    press(row: R, where: string) {
      const held = newest.current.get(row.line.lineId)
      if (held && !held.over) {
        if (Date.now() - held.at < DOUBLE_TAP_MS) return
        if (held.undo()) setWords(`${nameOf(row)}, ${where} is ready again`)
        // Theirs was sent: until the answer to Undo it is still served, and without its row here it would go and come back.
        return orderCan.recall(role) ? outlast(row.line.lineId) : forget(row.line.lineId)
      }
      if (begin(row)) setWords(`${nameOf(row)}, ${where} served. Undo within 5 seconds.`)
    },
    /** Serves all of these; each can be taken back by its own Undo. */
    pressAll(rows: readonly R[], where: string) {
      const begun = rows.filter(begin)
      if (begun.length > 0) setWords(`${begun.map(nameOf).join(', ')}, ${where} served. Undo within 5 seconds.`)
    },
  }
}
