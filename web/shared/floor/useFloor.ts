import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AlertShape } from '#domain/api/tables.ts'
import { useNow } from '#web/ui/hooks.ts'
import { useAlerts } from './alerts.tsx'
import { call } from '#web/core/api.ts'
import { useAllDrafts } from '#web/shared/order/drafts.ts'
import { useLivePolling } from '#web/core/live.ts'
import { useMay } from '#web/core/may.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery } from '#web/core/query.ts'
import { useServing, withServed } from './serve.ts'
import { areasOf, countsOf, type FloorArea, type FloorCounts, floorOf, type FloorTable } from './floor.ts'

export type Floor = {
  /** Natural order: T2 before T10. */
  tables: FloorTable[]
  areas: FloorArea[]
  counts: FloorCounts
  byId: (tableId: string | null | undefined) => FloorTable | undefined
  alerts: AlertShape[]
  /** Still loading, with nothing to show yet. */
  isPending: boolean
  /** The failed query when there is nothing to show, for QueryError. */
  failed: { error: unknown; refetch: () => unknown; isFetching: boolean; errorUpdatedAt: number } | null
}

const NONE: never[] = []
/** Of a booking that changes but keeps its table no event tells, so a floor with booked tables also asks every minute, as the reservations page does. */
const BOOKINGS_MS = 60_000

/** The floor, live: tables, open orders, calls and this device's unsent tickets in one list. */
export function useFloor(): Floor {
  const refetchInterval = useLivePolling()
  const tables = useQuery({ ...apiQuery('GET /tables'), refetchInterval })
  const orders = useQuery({ ...apiQuery('GET /orders/restaurant/pending'), refetchInterval })
  // Alerts are polled too while live updates are off; the bell shares this query.
  useQuery({ ...apiQuery('GET /tables/alerts'), refetchInterval, enabled: refetchInterval !== false })
  const { alerts } = useAlerts()
  // The tables whose guests have booked, as a text, so that it is compared by value.
  const booked = (tables.data?.tables ?? [])
    .flatMap((t) => (t.status === 'reserved' || t.seatedAt ? [`${t._id} ${t.seatedAt}`] : []))
    .join()
  const mayRead = useMay('GET /tables/bookings').ok
  const { data: { bookings } = {} } = useQuery({
    // A table's event doesn't say who has booked it or sat down there, so each change of these tables is a question of its own.
    queryKey: ['GET /tables/bookings', booked],
    queryFn: ({ signal }) => call('GET /tables/bookings', { signal }),
    enabled: mayRead && booked !== '',
    refetchInterval: BOOKINGS_MS,
    placeholderData: (before) => before,
  })
  const drafts = useAllDrafts()
  const profile = useProfile()
  const now = useNow()
  const serving = useServing()
  const list = useMemo(
    () =>
      floorOf({
        tables: tables.data?.tables ?? NONE,
        orders: withServed(orders.data?.orders ?? NONE, serving),
        alerts,
        drafts,
        bookings,
        taxes: profile ? { percentages: profile.taxPercentages, roundOff: profile.taxSettings.roundOff } : undefined,
        now,
      }),
    [tables.data, orders.data, alerts, drafts, bookings, profile, now, serving],
  )
  const broken = [tables, orders].find((q) => q.isError && q.data === undefined)
  return useMemo(
    () => ({
      tables: list,
      areas: areasOf(list),
      counts: countsOf(list),
      byId: (id: string | null | undefined) => list.find((t) => t.table._id === id),
      alerts,
      isPending: !broken && (tables.data === undefined || orders.data === undefined),
      failed: broken
        ? {
            error: broken.error,
            refetch: () => void [tables, orders].filter((q) => q.isError).map((q) => q.refetch()),
            isFetching: tables.isFetching || orders.isFetching,
            errorUpdatedAt: broken.errorUpdatedAt,
          }
        : null,
    }),
    [list, alerts, broken, tables, orders],
  )
}
