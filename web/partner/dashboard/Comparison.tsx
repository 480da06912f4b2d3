import { useQueries, useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { plural } from '#domain/text.ts'
import { businessDate } from '#domain/time.ts'
import { PageButton } from '#web/app/PageButton.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { useSearch } from '#web/app/useSearch.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { filterOf, type View } from '#web/shared/period/period.ts'
import { OldFigures } from '#web/shared/period/OldFigures.tsx'
import { CustomDays, PeriodChips } from '#web/shared/period/PeriodBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Exceptions } from './Exceptions.tsx'
import { OutletTable } from './OutletTable.tsx'
import { MOST_COMPARED, readSort, rowsOf, sorted, sortText, together, writeSort } from './outlets.ts'
import { Together } from './Together.tsx'
import { notAtOnce, periodText, zonesText } from './words.ts'

/** The chart is loaded only when somebody ticks outlets. */
const Overlay = lazy(() => import('./Overlay.tsx'))

/** All outlets, ranked, and above them what stands out. */
export function Comparison({ view, onShow }: { view: View; onShow: (view: View) => void }) {
  const [params, setSearch] = useSearch()
  const filter = filterOf(view)
  const query = useQuery({
    ...apiQuery('POST /api/analytics/partner/aggregated-insights', { body: filter ?? { period: 'today' } }),
    enabled: filter !== null,
    retry: notAtOnce,
  })
  const insights = filter ? query.data?.insights : undefined
  // An outlet that did not answer is asked again without asking the others.
  const failed = insights?.outlets.filter((outlet) => outlet.failed).map((outlet) => outlet.outletId) ?? []
  const retries = useQueries({
    queries: failed.map((outletId) => ({
      ...apiQuery('POST /api/analytics/outlet/sales', { body: { ...(filter ?? { period: 'today' as const }), outletId } }),
      enabled: false,
      retry: false,
    })),
  })
  const again = new Map(failed.flatMap((id, i) => (retries[i]?.data ? [[id, retries[i].data.sales] as const] : [])))
  const retryOf = (id: string) => {
    const retry = retries[failed.indexOf(id)]
    return retry ? { run: () => void retry.refetch(), busy: retry.isFetching, failed: retry.isError } : null
  }

  // A tick is shown at once; the address is updated after it.
  const [picked, setPicked] = useState(() => params.get('compare')?.split(',') ?? [])
  const pick = (ids: readonly string[]) => {
    setPicked([...ids])
    set('compare', ids.join(','))
  }
  const set = (name: string, value: string | null) =>
    setSearch((newest) => {
      if (value) newest.set(name, value)
      else newest.delete(name)
      return newest
    })
  const chart = useRef<HTMLDivElement>(null)
  const sort = readSort(params.get('sort'))
  const rows = insights ? sorted(rowsOf(insights, again, { now: new Date(query.dataUpdatedAt), today: view.period === 'today' }), sort) : []
  const all = together(rows)
  const ticked = picked.filter((id) => rows.some((row) => row._id === id && row.sums)).slice(0, MOST_COMPARED)
  const compared = ticked.flatMap((id) => rows.find((row) => row._id === id) ?? [])
  const oneDay = insights !== undefined && insights.range.startDate === insights.range.endDate

  return (
    <div className="@container mx-auto grid w-full max-w-400 content-start gap-4 px-4 pb-6 sm:px-6">
      <Live>{insights ? `${plural(rows.length, 'outlet')}. ${sortText(sort)}` : ''}</Live>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-20 font-semibold">All outlets</h2>
          <p className="text-14 text-muted">
            {insights ? (
              periodText(insights.range, view, query.dataUpdatedAt)
            ) : filter && !query.isError ? (
              <Skeleton className="h-5 w-64 max-w-full" />
            ) : null}
          </p>
        </div>
        <PeriodChips view={view} days={insights?.range} onShow={onShow} />
      </div>
      <CustomDays view={view} onShow={onShow} />
      {query.isError && insights ? <OldFigures query={query}>These are the earlier figures.</OldFigures> : null}
      {query.isError && !insights && filter ? (
        <QueryError query={query} />
      ) : !insights ? (
        filter ? (
          <Waiting />
        ) : null
      ) : rows.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Store />}
            title="No outlet is open yet. Figures appear here once one is approved."
            action={<PageButton to={to.partnerRestaurants()}>Your outlets</PageButton>}
          />
        </Card>
      ) : (
        <>
          <Exceptions rows={rows} all={all.sums} retryOf={retryOf} />
          <Together all={all} count={rows.length} />
          <OutletTable
            rows={rows}
            all={all.sums}
            sort={sort}
            onSort={(next) => set('sort', writeSort(next))}
            ticked={ticked}
            onTick={(id, on) => pick(on ? [...ticked, id] : ticked.filter((other) => other !== id))}
            retryOf={retryOf}
            seriesName={oneDay ? 'Sales by hour' : 'Sales a day'}
          />
          <TickHint
            answered={rows.filter((row) => row.sums).length}
            ticked={compared.length}
            onShow={() => chart.current?.scrollIntoView()}
          />
          {compared.length >= 2 ? (
            <div ref={chart}>
              <Suspense fallback={<Skeleton className="h-82 w-full" />}>
                <Overlay
                  rows={compared}
                  oneDay={oneDay}
                  // Yesterday is over where the range is from, although another outlet's day may begin later.
                  running={
                    view.period !== 'yesterday' &&
                    insights?.outlets.some((outlet) => businessDate(new Date(query.dataUpdatedAt), outlet) === insights.range.endDate) ===
                      true
                  }
                  onClear={() => pick([])}
                />
              </Suspense>
            </div>
          ) : null}
          <p className="text-12 text-muted">{zonesText(rows)}</p>
        </>
      )}
    </div>
  )
}

/** From this many outlets on, the chart is out of view below the list, so the effect of a tick is shown at the foot of the window. */
const LONG = 8

/** What ticks are for and, with a long list, where the chart has appeared. */
function TickHint({ answered, ticked, onShow }: { answered: number; ticked: number; onShow: () => void }) {
  const isLong = answered > LONG
  if (answered < 2 || (ticked >= 2 && !isLong)) return null
  const text =
    ticked === 0
      ? 'Tick two to four outlets to see them in one chart.'
      : ticked === 1
        ? 'Tick one more outlet to see both in a chart.'
        : `${ticked} outlets are in the chart below.`
  if (!isLong || ticked === 0) return <p className="text-14 text-muted">{text}</p>
  return (
    <div className="sticky bottom-3 z-2 flex min-h-12 items-center justify-between gap-3 rounded-card border border-border bg-surface px-4 text-14 shadow-popover">
      <p role="status">{text}</p>
      {ticked >= 2 ? (
        <Button variant="link" size={40} onClick={onShow}>
          Show the chart
        </Button>
      ) : null}
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the figures of your outlets" className="grid gap-4">
      <Skeleton className="h-28 w-full @max-[640px]:h-56" />
      <Skeleton className="h-72 w-full" />
    </div>
  )
}
