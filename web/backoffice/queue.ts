import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'

/** How often the waiting lists are read again, in milliseconds. This must be less than the ten minutes for which links to documents are valid. */
export const EVERY_MINUTE = 60_000
const often = { refetchInterval: EVERY_MINUTE, staleTime: 10_000 }

/** The applications that wait, the oldest first, at most 200. Sidebar, dashboard and page read this one list, so their counts agree. */
export const usePending = () => useQuery({ ...apiQuery('GET /backoffice/restaurants/pending', { query: {} }), ...often })

/** The claims that wait, the oldest first, at most 200. */
export const useWaitingClaims = () => useQuery({ ...apiQuery('GET /backoffice/restaurants/claims/pending', { query: {} }), ...often })

/** The number of waiting entries for each page of the sidebar. */
export function useQueueCounts(): Partial<Record<string, number>> {
  return {
    [to.backofficePending()]: usePending().data?.totalRestaurants,
    [to.backofficeClaims()]: useWaitingClaims().data?.totalClaims,
  }
}
