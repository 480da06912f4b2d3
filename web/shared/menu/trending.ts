import { readStored, writeStored } from '#web/core/store.ts'

type Kept = { date: string; ids: string[] }
const STORED = 'tawa_trending:'

/**
 * The order of the trending dishes for a whole day (SCREENS §6.29): a tile must not move between two orders because another dish sold once more. `date` is
 * the restaurant's; the first list of the day on this device counts. Dishes that are only in a later list follow after it.
 */
export function trendingOfDay(restaurantId: string, date: string, fresh: readonly string[]): string[] {
  const kept = readStored<Kept>(STORED + restaurantId)
  if (kept?.date === date && Array.isArray(kept.ids)) return [...new Set([...kept.ids, ...fresh])]
  if (fresh.length > 0) writeStored(STORED + restaurantId, { date, ids: [...fresh] } satisfies Kept)
  return [...fresh]
}
