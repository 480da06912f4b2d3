import type { FloorTable } from '#web/shared/floor/floor.ts'

/** What a screen reader announces: `T3: 2 ready.` Empty on the first render. What needs a person is announced by the shell. */
export function news(before: readonly FloorTable[] | null, now: readonly FloorTable[]): string {
  if (!before) return ''
  const known = new Map(before.map((t) => [t.table._id, t]))
  return now
    .flatMap((t) => (t.state.ready > (known.get(t.table._id)?.state.ready ?? 0) ? [`${t.label}: ${t.state.ready} ready.`] : []))
    .join(' ')
}
