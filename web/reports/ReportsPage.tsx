import { Download, Printer } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { counted } from '#domain/text.ts'
import { businessDay } from '#web/app/businessDay.ts'
import { download } from '#web/app/list/download.ts'
import { KpiMoney } from '#web/app/KpiMoney.tsx'
import { useOpens } from '#web/app/PageButton.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { usePrintsLight } from '#web/app/theme.ts'
import { useSearch } from '#web/app/useSearch.ts'
import { useDates } from '#web/core/dates.ts'
import { useProfile, useProfileQuery } from '#web/core/profile.ts'
import { to } from '#web/core/to.ts'
import { filterOf, PERIOD_WORDS, readView, type View, writeView } from '#web/shared/period/period.ts'
import { CustomDays, PeriodChips } from '#web/shared/period/PeriodBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { KpiCard } from '#web/ui/Card.tsx'
import { ChartCard } from '#web/ui/chart/ChartCard.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { cancellationsTab, cancelledByPerson, changedSection } from './cancellationsTab.tsx'
import { captionOf, comparedWith } from './caption.ts'
import { customersTab } from './customersTab.tsx'
import { reportCsv } from './figures.tsx'
import { itemsTab } from './itemsTab.tsx'
import { type Kpi, type Report, salesChart, salesKpis, seriesSection, typesSection, withLists } from './salesTab.tsx'
import { paymentsTab, taxesTab } from './moneyTabs.tsx'
import { OldFigures } from '#web/shared/period/OldFigures.tsx'
import { useReport, useSlow } from './useReport.ts'
import './page.css'

const TABS = ['sales', 'items', 'payments', 'taxes', 'customers', 'cancellations'] as const
type Tab = (typeof TABS)[number]
const NAMES: Record<Tab, string> = {
  sales: 'Sales',
  items: 'Items',
  payments: 'Payments',
  taxes: 'Taxes',
  customers: 'Customers',
  cancellations: 'Cancellations',
}
/** The value in the address for figures without a comparison. */
const ALONE = 'alone'
/** Why lists of days of which the last one still runs are compared with nothing, see `withLists`. */
const CUT = 'Compared once the day is over'

/** What was sold, received, taxed and cancelled in a range of days (SCREENS §2.2 "/restaurant/reports"). Tab, days and comparison are in the address. */
export default function ReportsPage() {
  const [params, setSearch] = useSearch()
  const tab = TABS.find((t) => t === params.get('tab')) ?? 'sales'
  const view = readView(params)
  const alone = params.has(ALONE)
  const { report, query, range, cut } = useTab(tab, view, alone)
  const seconds = useSlow(query.waiting)
  const profile = useProfile()
  const name = profile?.establishment_name
  const [now] = useState(() => new Date())
  const today = profile && businessDay(now, profile)
  usePrintsLight()
  const change = (name: string, value: string | null) =>
    setSearch((newest) => {
      if (value === null) newest.delete(name)
      else newest.set(name, value)
      return newest
    })
  const show = (next: View) => setSearch((newest) => writeView(next, newest))
  // Shown together with its figures: earlier it would push down their placeholders.
  const caption = useCaption(report ? range : undefined, query.updatedAt)
  const missing = report ? null : 'The figures are not here yet'
  const save = () => {
    if (!report || !range) return
    const tables = report.csv ?? [...report.main, ...(report.side ?? [])]
    download(`${tab}-${range.range.startDate}-${range.range.endDate}.csv`, reportCsv([NAMES[tab], caption], tables))
  }
  return (
    <Tabs
      label="Reports"
      size={48}
      value={tab}
      onChange={(next) => change('tab', next === 'sales' ? null : next)}
      items={TABS.map((value) => ({ value, label: NAMES[value] }))}
      className="@container w-full"
      // On a phone a tab is cut at the edge, which shows that there are more.
      stripClassName="px-4 sm:px-6 [&_[role=tab]]:text-14 max-sm:[&_[role=tablist]]:gap-3"
      end={
        <>
          <Button size={32} icon={<Printer />} disabledReason={missing} onClick={() => window.print()}>
            Print
          </Button>
          <Button size={32} icon={<Download />} disabledReason={missing} onClick={save}>
            CSV
          </Button>
        </>
      }
    >
      <div data-prints className="mx-auto grid w-full max-w-400 content-start gap-3 px-4 pt-3 pb-6 sm:px-6">
        <p className="hidden text-20 font-semibold print:block">
          {name} · {NAMES[tab]}
        </p>
        <Live>{report && view.period !== 'custom' ? `${NAMES[tab]}, ${PERIOD_WORDS[view.period]}` : ''}</Live>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="contents print:hidden">
            <PeriodChips view={view} days={range?.range} today={today ?? null} onShow={show} />
            {tab === 'taxes' ? null : (
              <Select
                aria-label="Compare with"
                size={32}
                className="w-auto! min-w-52"
                value={alone ? 'none' : 'before'}
                disabled={cut}
                onChange={(event) => change(ALONE, event.target.value === 'none' ? '1' : null)}
                options={[
                  { value: 'before', label: cut ? CUT : comparedWith(view) },
                  { value: 'none', label: cut ? CUT : 'No comparison' },
                ]}
              />
            )}
          </div>
          <p className="num ml-auto text-14 print:ml-0 whitespace-normal! text-muted">{caption}</p>
        </div>
        <div className="contents print:hidden">
          <CustomDays view={view} onShow={show} />
        </div>
        {query.failed ? <QueryError query={query.failed} /> : null}
        {seconds === null ? null : <Slow seconds={seconds} />}
        {report && query.old ? (
          <OldFigures query={query.old} onAgain={query.again}>
            These are the earlier figures.
          </OldFigures>
        ) : null}
        {report ? <Figures report={report} /> : query.waiting ? <Waiting /> : null}
      </div>
    </Tabs>
  )
}

/** The figures of a tab: each makes only the calls that it shows. */
function useTab(tab: Tab, view: View, alone: boolean) {
  const dates = useDates()
  const profile = useProfileQuery()
  const restaurant = profile.data?.restaurant
  const filter = filterOf(view)
  const { compare: _, ...days } = filter ?? { period: 'today' as const, compare: true as const }
  const body = alone ? days : { ...days, compare: true as const }
  const wants = (...tabs: Tab[]) => filter !== null && tabs.includes(tab)
  const sales = useReport('POST /api/analytics/sales', body, wants('sales', 'items', 'payments', 'taxes', 'cancellations'))
  const insights = useReport('POST /api/analytics/customer-insights', body, wants('customers'))
  const dishes = useReport('POST /api/analytics/dishes', days, wants('items'))
  const changed = useReport('POST /api/analytics/changed-after-print', days, wants('sales', 'payments', 'cancellations'))
  const opensInvoices = useOpens(to.invoices())
  const used = [sales, insights, dishes, changed].filter((q) => q.wanted)
  const runs = restaurant !== undefined && filter !== null && stillRuns(view, restaurant)
  // The figures of one tab are of one moment: those of a tab before, of days that still run, are asked for again with the others.
  const askAgain = useEffectEvent((_opened: string) => {
    for (const q of runs ? used : []) if (q.data && !q.isFetching && Date.now() - q.dataUpdatedAt > SAME_MOMENT) void q.refetch()
  })
  const about = JSON.stringify([tab, body, runs])
  useEffect(() => askAgain(about), [about])
  const [s, i, d, c] = [sales.data?.sales, insights.data?.insights, dishes.data?.dishes, changed.data?.changed]
  const more = (to_: Tab) => (
    <Link
      to={to.reports({ ...Object.fromEntries(writeView(view)), tab: to_ })}
      className="-mr-2 inline-flex min-h-8 items-center px-2 text-14 font-medium text-accent-strong pointer-coarse:min-h-11"
    >
      All
    </Link>
  )
  const lists = s && restaurant && withLists(s, filter !== null && stillRuns(view, restaurant, sales.dataUpdatedAt))
  const report = (): Report | null => {
    // The figures name their hours, so they wait until it is known when the restaurant's day begins.
    if (filter === null || !restaurant) return null
    const { resetTime } = restaurant.kotSettings
    if (tab === 'customers') return i ? customersTab(i, dates) : null
    if (!s || !lists) return null
    if (tab === 'items') return d ? itemsTab(lists, d) : null
    if (tab === 'taxes')
      return taxesTab(
        s,
        opensInvoices ? (
          <Link
            to={to.invoices({ from: s.range.startDate, to: s.range.endDate })}
            className="font-medium text-accent-strong hover:underline print:hidden"
          >
            Invoices of these days
          </Link>
        ) : null,
      )
    if (!c) return null
    if (tab === 'payments') return paymentsTab(lists, c, dates)
    if (tab === 'cancellations') return cancellationsTab(s, c, dates)
    const cancelled = cancelledByPerson(s, more('cancellations'))
    return {
      kpis: salesKpis(s),
      chart: salesChart(s, resetTime),
      main: [typesSection(lists)],
      side: [cancelled, changedSection({ ...c, bills: c.bills.slice(0, 3) }, dates, more('cancellations'))],
      csv: [seriesSection(s), typesSection(lists), cancelled, changedSection(c, dates)],
    }
  }
  return {
    report: report(),
    // With the days before only where they are shown.
    range: tab === 'customers' ? i : tab === 'taxes' ? s && { range: s.range } : tab === 'items' || tab === 'payments' ? lists : s,
    /** The tab has only lists, and the last day is not over. */
    cut: runs && (tab === 'items' || tab === 'payments'),
    query: {
      waiting: [profile, ...used].some((q) => q.isPending && !q.isError),
      failed: [profile, ...used].find((q) => q.isError && !q.data) ?? null,
      /** One that could not be refreshed: older figures stay. Trying again asks for all that the tab shows. */
      old: used.find((q) => q.isError && q.data) ?? null,
      again: () => used.forEach((q) => void q.refetch()),
      updatedAt: Math.min(...used.flatMap((q) => (q.data ? q.dataUpdatedAt : []))),
    },
  }
}

/** Figures that came within this time of each other are of one moment, in milliseconds. */
const SAME_MOMENT = 10_000

function stillRuns({ period, to: last }: View, profile: Clocked, at = Date.now()): boolean {
  if (period !== 'custom') return period !== 'yesterday'
  return last !== null && last >= businessDay(at, profile)
}
type Clocked = Pick<RestaurantShape, 'timezone' | 'kotSettings'>

type Ranged = Parameters<typeof captionOf>[0]

/** The range, the zone and the comparison of all figures; '' before they have come. */
function useCaption(data: Ranged | undefined, now: number): string {
  const dates = useDates()
  const profile = useProfile()
  if (!data || !profile) return ''
  const { resetTime } = profile.kotSettings
  const today = businessDay(now, profile)
  return captionOf(data, { dates, resetTime, today, now })
}

function Figures({ report: { kpis, chart, main, side } }: { report: Report }) {
  return (
    <>
      {kpis ? <Kpis kpis={kpis} /> : null}
      <div className={side ? 'report-beside grid items-start gap-3' : 'grid gap-3'}>
        <div className="grid min-w-0 gap-3">
          {chart ? <ChartCard {...chart} /> : null}
          {main.map((s) => s.card)}
        </div>
        {side ? <div className="grid min-w-0 gap-3">{side.map((s) => s.card)}</div> : null}
      </div>
    </>
  )
}

function Kpis({ kpis }: { kpis: readonly Kpi[] }) {
  return (
    <section aria-label="Key figures" className="report-kpis grid gap-3">
      {kpis.map(({ label, value, money, note, delta, before }) => (
        <KpiCard
          key={label}
          label={label}
          value={money ? <KpiMoney rupees={value} /> : counted(value)}
          valueNote={note}
          delta={delta}
          comparison={before}
        />
      ))}
    </section>
  )
}

function Waiting(): ReactNode {
  return (
    <div role="status" aria-label="Loading figures" className="grid gap-3">
      <Skeleton className="h-27 w-full rounded-card" />
      <Skeleton className="h-80 w-full rounded-card" />
    </div>
  )
}

/** Many days take a while. The page shows that, and stays usable. */
function Slow({ seconds }: { seconds: number }) {
  return (
    <div role="status" className="flex items-center gap-2 rounded-card border border-hairline bg-surface px-4 py-3 text-14">
      <Spinner />
      <span>
        Still adding up, <span className="num">{seconds} s</span>. You can choose other days or another tab meanwhile.
      </span>
    </div>
  )
}
