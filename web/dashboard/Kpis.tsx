import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '#domain/api/analytics.ts'
import { formatRupees } from '#domain/money.ts'
import { canOpen } from '#domain/permissions.ts'
import { counted } from '#domain/text.ts'
import { KpiMoney } from '#web/app/KpiMoney.tsx'
import { Money } from '#web/app/Money.tsx'
import { useSession, useUser } from '#web/core/session.ts'
import { KpiCard } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { countDelta, delta, type Delta } from '#web/shared/period/delta.ts'
import { beforeRefunds, refundsNote } from '#web/shared/period/figures.ts'
import { type View, writeView } from '#web/shared/period/period.ts'
import { to } from '#web/core/to.ts'

type Kpi = { label: string; value: ReactNode; note?: ReactNode; delta?: Delta | null; comparison?: string; to?: string }

/** Five figures with their former values. Each links to its report of the same days, or to the orders for people who may not open reports. */
export function Kpis({ dashboard, view, then }: { dashboard: Dashboard | undefined; view: View; then: string }) {
  const { role } = useUser()
  const { permissions } = useSession()
  const opens = (path: string) => canOpen({ role }, path, permissions).ok
  const kpis = dashboard ? kpisOf(dashboard, view, { opens, isToday: view.period === 'today', former: then }) : LOADING
  return (
    <section aria-label="Key figures" className="grid grid-cols-2 gap-3 @min-[600px]:grid-cols-6 @min-[920px]:grid-cols-5">
      {kpis.map(({ label, value, note, delta: change, comparison, to }) => {
        const card = (
          <KpiCard
            className="h-full group-hover:bg-raised"
            label={label}
            value={value}
            valueNote={note}
            delta={change}
            comparison={comparison}
            loading={dashboard === undefined}
          />
        )
        // Two in a row, three and two, or all five, depending on the width of the page.
        const place =
          'min-w-0 @max-[599px]:last:col-span-2 @min-[600px]:@max-[919px]:col-span-2 @min-[600px]:@max-[919px]:nth-[n+4]:col-span-3'
        return to && opens(to.split('?')[0] ?? '') ? (
          <Link key={label} to={to} className={`group block rounded-card ${place}`}>
            {card}
          </Link>
        ) : (
          <div key={label} className={place}>
            {card}
          </div>
        )
      })}
    </section>
  )
}

/** The unpaid amount of the tables; that of parcels is shown separately. */
function OpenNote({ dashboard: { openValue, openParcelValue } }: { dashboard: Dashboard }) {
  return (
    <>
      <Money rupees={openValue} />
      {openParcelValue > 0 ? (
        <span className="block text-12 whitespace-normal">
          and <Money rupees={openParcelValue} /> of parcels
        </span>
      ) : null}
    </>
  )
}

/** The tables' unpaid amount is below their number, except in a wide card. */
const owed = <Skeleton className="h-6 @min-[600px]:@max-[919px]:hidden" />
const LOADING: Kpi[] = ['Sales', 'Orders', 'Average bill', 'Open tables', 'Cancelled'].map((label) => ({
  label,
  value: '',
  note: label === 'Open tables' ? owed : undefined,
}))

/** `former` names the days of the former values. */
type Look = { opens: (path: string) => boolean; isToday: boolean; former: string }
/** `view`: the days of the figures. */
function kpisOf(now: Dashboard, view: View, { opens, isToday, former: then }: Look): Kpi[] {
  const { previous: before, range } = now
  const days = { from: range.startDate, to: range.endDate }
  const report = (tab?: string) => (opens(to.reports()) ? to.reports({ tab, ...Object.fromEntries(writeView(view)) }) : null)
  // Invoices are listed by the day on which they were settled, as the figures are; Orders by the day on which they were opened.
  const completed = report() ?? (opens(to.invoices()) ? to.invoices(days) : to.orders({ tab: 'completed', ...days }))
  // The number of open tables is not kept for past days, so only today's has a comparison.
  const openThen = isToday ? before : undefined
  return [
    {
      label: 'Sales',
      value: <KpiMoney rupees={now.sales} />,
      note: refundsNote(now.refunds),
      delta: before && delta(now.sales, before.sales, 'more'),
      comparison: before && `${then} ${formatRupees(before.sales)}`,
      to: completed,
    },
    {
      label: 'Orders',
      value: counted(now.orders),
      delta: before && delta(now.orders, before.orders, 'more'),
      comparison: before && `${then} ${counted(before.orders)}`,
      to: completed,
    },
    {
      label: 'Average bill',
      value: <KpiMoney rupees={now.averageOrderValue} />,
      note: beforeRefunds(now.refunds),
      delta: before && delta(now.averageOrderValue, before.averageOrderValue, 'more'),
      comparison: before && `${then} ${formatRupees(before.averageOrderValue)}`,
      to: completed,
    },
    {
      label: 'Open tables',
      value: String(now.openTables),
      note: <OpenNote dashboard={now} />,
      delta: openThen ? countDelta(now.openTables, openThen.openTables) : { direction: 'flat', tone: 'neutral', text: 'right now' },
      comparison: openThen ? `${then} ${openThen.openTables}` : 'the same in every period',
      to: to.orders({ type: 'dine-in' }),
    },
    {
      label: 'Cancelled',
      value: <KpiMoney rupees={now.cancelledValue} />,
      delta: before && delta(now.cancelledValue, before.cancelledValue, 'less'),
      comparison: before && `${then} ${formatRupees(before.cancelledValue)}`,
      to: report('cancellations') ?? to.orders({ tab: 'cancelled', ...days }),
    },
  ]
}
