import type { FloorTable } from '#web/shared/floor/floor.ts'

/** What a screen reader announces: `T3: 2 ready. T5: 1 to accept.` Empty on the first render. */
export function news(before: readonly FloorTable[] | null, now: readonly FloorTable[]): string {
  if (!before) return ''
  const known = new Map(before.map((t) => [t.table._id, t]))
  return now
    .flatMap((t) => {
      const old = known.get(t.table._id)
      const ready = t.state.ready > (old?.state.ready ?? 0) ? [`${t.label}: ${t.state.ready} ready.`] : []
      const held = t.toAccept > (old?.toAccept ?? 0) ? [`${t.label}: ${t.toAccept} to accept.`] : []
      return [...ready, ...held]
    })
    .join(' ')
}
