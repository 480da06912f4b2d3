import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Dashboard } from '#domain/api/analytics.ts'
import { ApiError } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useLivePolling } from '#web/core/live.ts'
import { apiQuery } from '#web/core/query.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { Live } from '#web/ui/Live.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AttentionCard } from './AttentionCard.tsx'
import { Boundary } from './Boundary.tsx'
import { HourlyCard } from '#web/shared/period/HourlyCard.tsx'
import { Kpis } from './Kpis.tsx'
import { caption, filterOf, isRunning, PERIOD_WORDS, readView, thenShort, type View, writeView } from '#web/shared/period/period.ts'
import { OldFigures } from '#web/shared/period/OldFigures.tsx'
import { CustomDays, PeriodChips } from '#web/shared/period/PeriodBar.tsx'
import { Payments, TopItems } from '#web/shared/period/SalesCards.tsx'

/** Live events refetch the figures, at most every 30 s; while live updates are off, the page polls. */
const POLL_MS = 30_000
/** Today's figures go up to the current time, so they are also fetched when nothing is sold. */
const TODAY_MS = 5 * 60_000

/** How the restaurant is doing, read in 30 seconds (SCREENS §2.2 "/restaurant/dashboard"). */
export default function DashboardPage() {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const filter = filterOf(view)
  const polling = useLivePolling() !== false
  const query = useQuery({
    ...apiQuery('POST /api/analytics/dashboard-analytics', { body: filter ?? { period: 'today' } }),
    enabled: filter !== null,
    refetchInterval: polling ? POLL_MS : view.period === 'today' ? TODAY_MS : false,
    // A call that timed out (20 s) is not repeated at once: the last figures stay, with their time and "Try again".
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && (error.code === 'timeout' || (error.status >= 400 && error.status < 500))),
  })
  const data = filter ? query.data?.dashboard : undefined
  const isToday = isRunning(data, view, query.dataUpdatedAt)
  const asOf = useDates().clock(query.dataUpdatedAt)
  const show = (next: View) => setParams(writeView(next), { replace: true })

  return (
    <div className="@container mx-auto grid w-full max-w-400 content-start gap-3 px-4 pb-6 sm:px-6">
      <Live>{data ? `Showing ${PERIOD_WORDS[view.period]}` : ''}</Live>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-3 @min-[920px]:pt-2">
        <PeriodChips view={view} days={data?.range} onShow={show} />
        <p className="num text-14 whitespace-normal! text-muted">
          {data ? (
            caption(data, isToday, query.dataUpdatedAt)
          ) : filter && !query.isError ? (
            <Skeleton className="h-5 w-80 max-w-full" />
          ) : null}
        </p>
      </div>
      <CustomDays view={view} onShow={show} />
      {query.isError && data ? <OldFigures query={query}>Figures as of {asOf}.</OldFigures> : null}
      {query.isError && !data && filter ? (
        <QueryError query={query} />
      ) : filter ? (
        <Boundary title="Key figures">
          <Kpis dashboard={data} view={view} then={data ? thenShort(data, isToday) : ''} />
        </Boundary>
      ) : null}
      <Widgets data={data} loading={filter !== null && !query.isError} isToday={isToday} updatedAt={query.dataUpdatedAt} />
    </div>
  )
}

function Widgets({
  data,
  loading,
  isToday,
  updatedAt,
}: {
  data: Dashboard | undefined
  loading: boolean
  isToday: boolean
  updatedAt: number
}) {
  // `useNow` lags by up to 15 s; the figures may already belong to the next hour.
  const now = Math.max(useNow(), updatedAt)
  const grid = 'grid items-start gap-3 @min-[920px]:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] @min-[920px]:items-stretch'
  if (!data)
    return (
      <div className={grid}>
        {loading ? <Waiting title="Sales by hour" className="h-82 @max-[430px]:h-89.5" /> : null}
        <Boundary title="Needs attention">
          <AttentionCard attention={undefined} loading={loading} />
        </Boundary>
        {loading ? (
          <>
            <Waiting title="Top items" className="h-66" />
            <Waiting title="Payments" className="h-66" />
          </>
        ) : null}
      </div>
    )
  return (
    <div className={grid}>
      <Boundary title="Sales by hour">
        <HourlyCard dashboard={data} isToday={isToday} now={now} />
      </Boundary>
      <Boundary title="Needs attention">
        <AttentionCard attention={data.attention} isNew={data.orders + data.openTables + (data.previous?.orders ?? 0) === 0} />
      </Boundary>
      <Boundary title="Top items">
        <TopItems items={data.topItems} className="@container" />
      </Boundary>
      <Boundary title="Payments">
        <Payments dashboard={data} />
      </Boundary>
    </div>
  )
}

function Waiting({ title, className }: { title: string; className: string }) {
  return (
    <Card title={title} aria-busy="true" className={className}>
      <div className="grid gap-3 px-4 pt-2">
        {Array.from({ length: 5 }, (_, i) => (
          <Skeleton key={i} className="h-6 w-full" />
        ))}
      </div>
    </Card>
  )
}
