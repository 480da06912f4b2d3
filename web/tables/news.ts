import type { FloorTable } from '#web/shared/floor/floor.ts'

/** The text for screen readers: `T3: 2 ready.` Empty on the first render. The shell announces what is in "Needs a person". */
export function news(before: readonly FloorTable[] | null, now: readonly FloorTable[]): string {
  if (!before) return ''
  const known = new Map(before.map((t) => [t.table._id, t]))
  return now
    .flatMap((t) => (t.state.ready > (known.get(t.table._id)?.state.ready ?? 0) ? [`${t.label}: ${t.state.ready} ready.`] : []))
    .join(' ')
}
