import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { addDays, dayText } from '#domain/time.ts'
import { counted } from '#domain/text.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { Card, KpiCard } from '#web/ui/Card.tsx'
import { ChartCard } from '#web/ui/chart/ChartCard.tsx'
import { shortNumber } from '#web/ui/chart/scale.ts'
import { ShareBar, ShareSwatch } from '#web/ui/chart/ShareBar.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EVERY_MINUTE, usePending, useWaitingClaims } from '../queue.ts'
import { Updated } from '../Updated.tsx'
import { lastDays, lateText, ordersOn, spanText } from './figures.ts'
import { QueueCard } from './QueueCard.tsx'
import { RecentActivity } from './RecentActivity.tsx'

type Analytics = Answer<'GET /backoffice/analytics'>['analytics']
const often = { refetchInterval: EVERY_MINUTE, staleTime: 0 }

/** `/backoffice/dashboard` (SCREENS §2.5): how many restaurants and partners there are, who waits, and the orders and sales. */
export default function DashboardPage() {
  const now = useNow()
  const analytics = useQuery({ ...apiQuery('GET /backoffice/analytics', { query: {} }), ...often })
  const pending = usePending()
  const claims = useWaitingClaims()
  const rejected = useQuery({ ...apiQuery('GET /backoffice/restaurants', { query: { status: 'rejected', limit: 1 } }), ...often })
  const figures = analytics.data?.analytics
  return (
    <div className="@container grid content-start gap-3 p-4">
      <Updated
        at={Math.min(analytics.dataUpdatedAt, pending.dataUpdatedAt, claims.dataUpdatedAt)}
        calls={[
          'GET /backoffice/analytics',
          'GET /backoffice/restaurants',
          'GET /backoffice/restaurants/pending',
          'GET /backoffice/restaurants/claims/pending',
          'GET /backoffice/decisions',
        ]}
      />
      {analytics.error ? <QueryError query={analytics} /> : null}
      <section aria-label="Key figures" className="grid grid-cols-2 gap-3 @min-[560px]:grid-cols-3 @min-[920px]:grid-cols-5">
        <Figure
          label="Live restaurants"
          value={figures?.restaurants}
          to={to.backofficeRestaurants({ status: 'approved' })}
          failed={analytics.isError}
        />
        <Figure
          label="Pending"
          // Counted from the list that the queue shows, so that the two agree.
          value={pending.data?.totalRestaurants}
          late={pending.data ? lateText(pending.data.restaurants, now) : null}
          to={to.backofficePending()}
          failed={pending.isError}
        />
        <Figure
          label="Claims"
          value={claims.data?.totalClaims}
          late={claims.data ? lateText(claims.data.claims, now) : null}
          to={to.backofficeClaims()}
          failed={claims.isError}
        />
        <Figure label="Partners" value={figures?.partners} to={to.backofficePartners()} failed={analytics.isError} />
        <OrdersToday figures={figures} failed={analytics.isError} />
      </section>
      <div className="grid items-start gap-3 @min-[920px]:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="grid min-w-0 gap-3">
          <QueueCard pending={pending} claims={claims} />
          <OrdersChart figures={figures} loading={analytics.isPending} />
        </div>
        <div className="grid min-w-0 gap-3">
          <StatusCard
            live={figures?.restaurants}
            pending={pending.data?.totalRestaurants}
            rejected={rejected.data?.totalRestaurants}
            failure={rejected.isError && !rejected.data ? <QueryError query={rejected} /> : null}
          />
          <RecentActivity />
        </div>
      </div>
    </div>
  )
}

function Figure({
  label,
  value,
  late = null,
  note,
  to: path,
  failed = false,
}: {
  label: string
  value: number | undefined
  late?: string | null
  note?: ReactNode
  to?: string
  failed?: boolean
}) {
  const card = (
    <KpiCard
      className="h-full group-hover:bg-raised"
      label={label}
      value={value === undefined ? '–' : counted(value)}
      comparison={late ? <span className="font-semibold text-danger">{late}</span> : note}
      loading={value === undefined && !failed}
      short
    />
  )
  const place = 'min-w-0 @max-[599px]:last:col-span-2'
  return path ? (
    <Link to={path} className={`group block rounded-card ${place}`}>
      {card}
    </Link>
  ) : (
    <div className={place}>{card}</div>
  )
}

function OrdersToday({ figures, failed }: { figures: Analytics | undefined; failed: boolean }) {
  const today = useDates().date(useNow())
  const yesterday = addDays(today, -1)
  return (
    <Figure
      label="Orders today"
      value={figures && ordersOn(figures.series, today)}
      note={figures ? `${counted(ordersOn(figures.series, yesterday))} yesterday` : undefined}
      failed={failed}
    />
  )
}

function OrdersChart({ figures, loading }: { figures: Analytics | undefined; loading: boolean }) {
  const today = useDates().date(useNow())
  if (!figures)
    return loading ? (
      <Card title="Orders a day">
        <Skeleton className="m-4 h-60" />
      </Card>
    ) : null
  const days = lastDays(figures.series, today)
  const sales = days.reduce((sum, day) => sum + Math.round(day.sales * 100), 0) / 100
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  return (
    <ChartCard
      title="Orders a day"
      note={`${spanText(days)}, sales ${formatRupees(sales)}`}
      label={`Orders a day, ${spanText(days)}: ${counted(orders)} in all`}
      pointName="Day"
      points={days.map(({ bucket }) => ({
        label: String(Number(bucket.slice(8))),
        title: dayText(bucket, { weekday: true }),
        unfinished: bucket >= today ? 'so far' : undefined,
      }))}
      series={[{ name: 'Orders', kind: 'column', values: days.map((day) => day.orders) }]}
      format={counted}
      axis={shortNumber}
      empty="Nothing was ordered."
    />
  )
}

/** How many restaurants are in which state. */
function StatusCard({
  live,
  pending,
  rejected,
  failure,
}: {
  live: number | undefined
  pending: number | undefined
  rejected: number | undefined
  failure: ReactNode
}) {
  const known = live !== undefined && pending !== undefined && rejected !== undefined
  const parts = known
    ? [
        { name: 'Live', value: live, to: to.backofficeRestaurants({ status: 'approved' }) },
        { name: 'Pending', value: pending, to: to.backofficeRestaurants({ status: 'pending' }) },
        { name: 'Rejected', value: rejected, to: to.backofficeRestaurants({ status: 'rejected' }) },
      ]
    : []
  const all = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <Card title="Restaurants by status" action={known ? <span className="num text-14 text-muted">{counted(all)}</span> : null} padded>
      {known ? (
        <>
          <ShareBar label={parts.map(({ name, value }) => `${name} ${value}`).join(', ')} parts={parts.filter(({ value }) => value > 0)} />
          <ul className="mt-2 grid text-14">
            {parts.map(({ name, value, to: path }, i) => (
              <li key={name}>
                <Link to={path} className="flex min-h-9 items-center rounded-control hover:bg-raised">
                  <ShareSwatch index={i} />
                  <span className="flex-1">{name}</span>
                  <b className="num font-semibold">{counted(value)}</b>
                  <span className="num w-16 text-right text-muted">{all > 0 ? `${((value / all) * 100).toFixed(1)}%` : '–'}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        (failure ?? <Skeleton className="h-28" />)
      )}
    </Card>
  )
}
