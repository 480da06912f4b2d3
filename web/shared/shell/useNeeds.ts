import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLivePolling } from '#web/core/live.ts'
import { useMay } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { apiQuery } from '#web/core/query.ts'
import { useUnprinted } from '#web/core/unprinted.ts'
import { useUnseenKots } from '#web/core/unseenKots.ts'
import { type Need, needsOf } from './needs.ts'

const NONE: never[] = []

/**
 * The needs that this person may answer, live. `needs` is undefined while loading; `unknown` is true if a part couldn't be loaded. `shown` is false for roles
 * that may answer none of them, so that their pages have no rail.
 */
export function useNeeds(): { shown: boolean; needs: Need[] | undefined; unknown: boolean } {
  const refetchInterval = useLivePolling()
  const maySeeOrders = useMay('GET /orders/restaurant/pending').ok
  const maySeeCalls = useMay('GET /tables/alerts').ok
  const mayAccept = useMay('PUT /pos/order').ok && maySeeOrders
  const mayTellKitchen = useMay('POST /kot/acknowledge').ok
  const unseenKots = useUnseenKots()
  const unseen = mayTellKitchen ? unseenKots : NONE
  const unprintedJobs = useUnprinted()
  const unprinted = useMay('POST /print/jobs/:id/again').ok ? unprintedJobs : NONE
  const orders = useQuery({ ...apiQuery('GET /orders/restaurant/pending'), refetchInterval, enabled: mayAccept })
  const calls = useQuery({ ...apiQuery('GET /tables/alerts'), refetchInterval, enabled: maySeeCalls })
  // What was read before Tawa could not be reached tells who waited then: somebody may have called since.
  const away = !useOnline()
  const unknown = (mayAccept && (away || (orders.isError && !orders.data))) || (maySeeCalls && (away || (calls.isError && !calls.data)))
  const isLoading = (mayAccept && orders.isPending) || (maySeeCalls && calls.isPending)
  const needs = useMemo(
    () =>
      isLoading
        ? undefined
        : needsOf({
            orders: orders.data?.orders ?? NONE,
            toCook: orders.data?.toCook ?? NONE,
            alerts: calls.data?.alerts ?? NONE,
            unseen,
            unprinted,
          }),
    [isLoading, orders.data, calls.data, unseen, unprinted],
  )
  return { shown: mayAccept || maySeeCalls, needs, unknown }
}
