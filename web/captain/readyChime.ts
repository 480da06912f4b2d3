import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { useNow } from '#web/ui/hooks.ts'
import { chime } from '#web/shared/floor/alerts.tsx'
import { useProfile } from '#web/core/profile.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { createStore, useStore } from '#web/core/store.ts'
import { type ReadyLine, readyLines } from './work.ts'
import { to } from '#web/core/to.ts'

/** The ready lines already seen, so that changing pages doesn't chime again. Reset after a long absence. */
let known: { ids: ReadonlySet<string>; leftAt: number | null } | null = null
const AWAY_MS = 10_000
const words = createStore('')

/** The lines that became ready since `before`; none in the first list. */
export const newlyReady = (before: ReadonlySet<string> | null, now: readonly ReadyLine[]): ReadyLine[] =>
  before ? now.filter((r) => !before.has(r.line.lineId)) : []

const linesText = (lines: readonly ReadyLine[]): string =>
  lines.map((r) => `${r.line.quantity} × ${r.line.itemName}, ${r.where}`).join('; ')

/** The lines ready to serve, live; null until they are loaded. */
export function useReadyLines(): ReadyLine[] | null {
  const { data } = useOpenOrders().query
  const tables = useProfile()?.isTableEnabled !== false
  const now = useNow()
  return useMemo(() => (data ? readyLines([...data.orders, ...data.toCook], { tables, now }) : null), [data, tables, now])
}

/**
 * One chime when something becomes ready, on every captain page, always with something visible: My work shows the row, other pages show a
 * snackbar. Returns the text for a live region.
 */
export function useReadyChime({ tell = true }: { tell?: boolean } = {}): string {
  const navigate = useNavigate()
  const ready = useReadyLines()
  useEffect(() => {
    if (known?.leftAt && Date.now() - known.leftAt > AWAY_MS) known = null
    if (known) known = { ...known, leftAt: null }
    return () => {
      if (known) known = { ...known, leftAt: Date.now() }
    }
  }, [])
  useEffect(() => {
    if (!ready) return
    const fresh = newlyReady(known?.ids ?? null, ready)
    known = { ids: new Set(ready.map((r) => r.line.lineId)), leftAt: known?.leftAt ?? null }
    if (fresh.length === 0) return
    chime()
    // Vibrate too, where the phone supports it.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120)
    words.set(`Ready: ${linesText(fresh)}`)
    if (tell)
      snack.success(`Ready: ${linesText(fresh)}`, {
        id: 'ready',
        action: { label: 'Show', run: () => void navigate(to.captain()) },
      })
  }, [ready, tell, navigate])
  return useStore(words)
}
