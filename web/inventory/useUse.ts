import { useQuery } from '@tanstack/react-query'
import { addDays } from '#domain/time.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { exact } from './rows.ts'
import { useNow } from '#web/ui/hooks.ts'
import type { Answer } from '#web/core/api.ts'

export type Movement = Answer<'GET /restaurant/inventory/raw-materials/:id/movements'>['movements'][number]

/** How many days back the daily use is measured. */
const DAYS = 14

export const movementsQuery = (id: string) =>
  apiQuery('GET /restaurant/inventory/raw-materials/:id/movements', { params: { id }, query: { limit: 200 } })

/** Waste too: of a dish that is cancelled after it was prepared, the sale is taken back and booked as waste. */
const USED: ReadonlySet<Movement['kind']> = new Set(['sale', 'back', 'waste'])

/** How much of a material is sold or wasted per day, and until when the stock lasts at that rate. Quantities are in the material's own unit. */
export function perDay(
  movements: readonly Movement[],
  currentStock: number,
  { now, dayOf }: { now: number; dayOf: (at: string | number) => string },
): { aDay: number; until: string | null } | null {
  const since = now - DAYS * 86_400_000
  const recent = movements.filter((m) => Date.parse(m.at) >= since)
  const used = recent.reduce((sum, m) => (USED.has(m.kind) ? sum - m.quantity : sum), 0)
  if (used <= 0) return null
  // For a new material, or one with so many movements that one page doesn't go back far enough, only the known days are used.
  const days = Math.max(1, Math.min(DAYS, Math.ceil((now - Math.min(...recent.map((m) => Date.parse(m.at)))) / 86_400_000)))
  const aDay = exact(used / days)
  const lasts = currentStock > 0 && aDay > 0 ? Math.floor(currentStock / aDay) : 0
  return { aDay, until: currentStock > 0 && lasts < 365 ? addDays(dayOf(now), lasts) : null }
}

export function useUse({ _id, currentStock }: { _id: string; currentStock: number }) {
  const dates = useDates()
  const now = useNow()
  const { data } = useQuery(movementsQuery(_id))
  return data ? perDay(data.movements, currentStock, { now, dayOf: dates.date }) : null
}
