import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, LogIn } from 'lucide-react'
import { Link } from 'react-router'
import type { Dashboard } from '#domain/api/analytics.ts'
import { formatRupees } from '#domain/money.ts'
import { isStaff } from '#domain/roles.ts'
import { counted } from '#domain/text.ts'
import { KpiMoney } from '#web/app/KpiMoney.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { usePageTitle } from '#web/app/title.ts'
import { apiQuery } from '#web/core/query.ts'
import { enterOutlet, useUser } from '#web/core/session.ts'
import { delta } from '#web/shared/period/delta.ts'
import { refundsNote } from '#web/shared/period/figures.ts'
import { HourlyCard } from '#web/shared/period/HourlyCard.tsx'
import { caption, filterOf, isRunning, thenShort, type View } from '#web/shared/period/period.ts'
import { OldFigures } from '#web/shared/period/OldFigures.tsx'
import { CustomDays, PeriodChips } from '#web/shared/period/PeriodBar.tsx'
import { Payments, TopItems } from '#web/shared/period/SalesCards.tsx'
import { Button } from '#web/ui/Button.tsx'
import { KpiCard } from '#web/ui/Card.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Guests } from './Guests.tsx'
import { useOutletAddress } from './OutletLink.tsx'
import { notAtOnce } from './words.ts'

/** One outlet: the figures of its own dashboard, and its guests. */
export function OutletView({ outletId, view, onShow }: { outletId: string; view: View; onShow: (view: View) => void }) {
  const { role } = useUser()
  const address = useOutletAddress()
  const outlets = useQuery(apiQuery('GET /partner/outlets'))
  const outlet = outlets.data?.outlets.find(({ _id }) => _id === outletId)
  const filter = filterOf(view)
  const query = useQuery({
    ...apiQuery('POST /api/analytics/outlet/dashboard-analytics', { body: { ...(filter ?? { period: 'today' }), outletId } }),
    enabled: filter !== null,
    retry: notAtOnce,
  })
  const data = filter ? query.data?.dashboard : undefined
  const isToday = isRunning(data, view, query.dataUpdatedAt)
  const name = outlet?.establishment_name
  usePageTitle(name ?? 'Dashboard')
  return (
    <div className="@container mx-auto grid w-full max-w-400 content-start gap-3 px-4 pb-6 sm:px-6">
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 pt-3">
        <div className="min-w-0 flex-1 basis-60">
          <Link
            to={address(null)}
            className="inline-flex min-h-8 items-center gap-1 rounded-[2px] text-14 font-medium text-accent-strong hover:underline"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            All outlets
          </Link>
          <h2 className="text-20 font-semibold [overflow-wrap:anywhere]">
            {name ?? (outlets.isPending ? <Skeleton className="h-7 w-48" /> : 'This outlet')}
          </h2>
          <p className="text-14 text-muted">
            {data ? caption(data, isToday, query.dataUpdatedAt) : query.isError ? null : <Skeleton className="h-5 w-64 max-w-full" />}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <PeriodChips view={view} days={data?.range} onShow={onShow} />
          {outlet?.approved && !isStaff(role) ? (
            <Button
              size={32}
              icon={<LogIn className="size-4" />}
              onClick={() => enterOutlet({ _id: outlet._id, name: outlet.establishment_name })}
            >
              Enter outlet
            </Button>
          ) : null}
        </div>
      </div>
      {/* Without the list there is neither its name nor the way in. */}
      {outlets.isError && !outlets.data ? <QueryError query={outlets} /> : null}
      <CustomDays view={view} onShow={onShow} />
      {query.isError && data ? <OldFigures query={query}>These are the earlier figures.</OldFigures> : null}
      {query.isError && !data ? (
        <QueryError query={query} />
      ) : filter ? (
        <Figures data={data} isToday={isToday} updatedAt={query.dataUpdatedAt} />
      ) : null}
      {filter ? <Guests outletId={outletId} filter={filter} /> : null}
    </div>
  )
}

function Figures({ data, isToday, updatedAt }: { data: Dashboard | undefined; isToday: boolean; updatedAt: number }) {
  const now = Math.max(useNow(), updatedAt)
  const before = data?.previous
  const then = data ? thenShort(data, isToday) : ''
  const money = (label: string, rupees: number | undefined, was: number | undefined, better: 'more' | 'less', note?: string | null) => (
    <KpiCard
      label={label}
      value={<KpiMoney rupees={rupees ?? 0} />}
      valueNote={note}
      delta={was === undefined ? null : delta(rupees ?? 0, was, better)}
      comparison={was === undefined ? null : `${then} ${formatRupees(was)}`}
      loading={!data}
    />
  )
  return (
    <>
      <section aria-label="Key figures" className="grid grid-cols-2 gap-3 @min-[920px]:grid-cols-4">
        {money('Sales', data?.sales, before?.sales, 'more', data && refundsNote(data.refunds))}
        <KpiCard
          label="Orders"
          value={counted(data?.orders ?? 0)}
          delta={before ? delta(data.orders, before.orders, 'more') : null}
          comparison={before ? `${then} ${counted(before.orders)}` : null}
          loading={!data}
        />
        {money('Average bill', data?.averageOrderValue, before?.averageOrderValue, 'more')}
        {money('Cancelled', data?.cancelledValue, before?.cancelledValue, 'less')}
      </section>
      {data ? (
        <div className="grid items-start gap-3 @min-[920px]:grid-cols-2 @min-[920px]:items-stretch">
          <HourlyCard dashboard={data} isToday={isToday} now={now} />
          <Payments dashboard={data} />
          <TopItems items={data.topItems} className="@container @min-[920px]:col-span-2" />
        </div>
      ) : (
        <Skeleton className="h-82 w-full" />
      )}
    </>
  )
}
