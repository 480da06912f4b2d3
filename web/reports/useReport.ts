import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, type Call } from '#web/core/api.ts'
import { apiQuery } from '#web/core/query.ts'
import type { filterOf } from '#web/shared/period/period.ts'

export type Filter = Omit<NonNullable<ReturnType<typeof filterOf>>, 'compare'> & { compare?: true }
type Report = Extract<
  Call,
  | 'POST /api/analytics/sales'
  | 'POST /api/analytics/customer-insights'
  | 'POST /api/analytics/dishes'
  | 'POST /api/analytics/changed-after-print'
>

/** A report of the filter's days, while it is `wanted`. A call that timed out (20 s) is not repeated at once: the page offers "Try again". */
export const useReport = <K extends Report>(address: K, body: Filter, wanted: boolean) => ({
  ...useQuery({
    ...apiQuery(address, { body } as never),
    enabled: wanted,
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && (error.code === 'timeout' || (error.status >= 400 && error.status < 500))),
  }),
  wanted,
})

/** How many seconds something has taken, from the third on; null before that, and when nothing is loading (SCREENS "/restaurant/reports"). */
export function useSlow(waiting: boolean): number | null {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!waiting) return
    const began = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 1000)
    return () => {
      clearInterval(timer)
      setSeconds(0)
    }
  }, [waiting])
  return waiting && seconds >= 3 ? seconds : null
}
