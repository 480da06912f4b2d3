import { useQuery } from '@tanstack/react-query'
import { addDays } from '#domain/time.ts'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { useNow } from '#web/ui/hooks.ts'
import { exact } from './rows.ts'

type Movements = Answer<'GET /restaurant/inventory/raw-materials/:id/movements'>
export type Movement = Movements['movements'][number]

/** A page of a material's movements: the newest ones, or those before one of them. */
export const movementsQuery = (id: string, before?: string) =>
  apiQuery('GET /restaurant/inventory/raw-materials/:id/movements', { params: { id }, query: { limit: 200, before } })

/**
 * How much of a material is sold, wasted or converted per day, and until when the stock lasts at that rate. Quantities are in the material's own unit. Of a new material only the
 * days count since its first movement, and at least one.
 */
export function perDay(
  used: Movements['used'],
  currentStock: number,
  { now, dayOf }: { now: number; dayOf: (at: string | number) => string },
): { aDay: number; until: string | null } | null {
  if (!used || used.quantity <= 0) return null
  const aDay = exact(used.quantity / Math.max(1, (now - Date.parse(used.since)) / 86_400_000))
  const lasts = currentStock > 0 && aDay > 0 ? Math.floor(currentStock / aDay) : 0
  return { aDay, until: currentStock > 0 && lasts < 365 ? addDays(dayOf(now), lasts) : null }
}

export function useUse({ _id, currentStock }: { _id: string; currentStock: number }) {
  const dates = useDates()
  const now = useNow()
  const { data } = useQuery(movementsQuery(_id))
  return data ? perDay(data.used, currentStock, { now, dayOf: dates.date }) : null
}
