import { useQuery } from '@tanstack/react-query'
import { formatRupees } from '#domain/money.ts'
import { counted, plural } from '#domain/text.ts'
import { KpiMoney } from '#web/app/KpiMoney.tsx'
import { Money } from '#web/app/Money.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { apiQuery } from '#web/core/query.ts'
import { delta } from '#web/shared/period/delta.ts'
import { OldFigures } from '#web/shared/period/OldFigures.tsx'
import type { filterOf } from '#web/shared/period/period.ts'
import { Card, KpiCard } from '#web/ui/Card.tsx'
import { ChartCard } from '#web/ui/chart/ChartCard.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'
import { notAtOnce } from './words.ts'

/** The guests of an outlet, as far as its bills name them. */
export function Guests({ outletId, filter }: { outletId: string; filter: NonNullable<ReturnType<typeof filterOf>> }) {
  const query = useQuery({
    ...apiQuery('POST /api/analytics/outlet/customer-insights', { body: { ...filter, outletId } }),
    retry: notAtOnce,
  })
  const insights = query.data?.insights
  if (query.isError && !insights)
    return (
      <Card title="Guests" padded>
        <QueryError query={query} />
      </Card>
    )
  const before = insights?.previous
  const count = (label: string, now: number | undefined, was: number | undefined) => (
    <KpiCard
      label={label}
      value={counted(now ?? 0)}
      delta={was === undefined ? null : delta(now ?? 0, was, 'more')}
      comparison={was === undefined ? null : `before ${counted(was)}`}
      loading={!insights}
    />
  )
  return (
    <section aria-label="Guests" className="grid gap-3">
      <h3 className="pt-2 text-18 font-semibold">Guests</h3>
      {query.isError && insights ? <OldFigures query={query}>These are the earlier figures.</OldFigures> : null}
      <div className="grid grid-cols-2 gap-3 @min-[920px]:grid-cols-4">
        {count('Guests known by name', insights?.totalCustomers, before?.totalCustomers)}
        {count('For the first time', insights?.newCustomers, before?.newCustomers)}
        {count('Came back', insights?.returningCustomers, before?.returningCustomers)}
        <KpiCard
          label="Average spend"
          value={<KpiMoney rupees={insights?.averageSpend ?? 0} />}
          delta={before ? delta(insights.averageSpend, before.averageSpend, 'more') : null}
          comparison={before ? `before ${formatRupees(before.averageSpend)}` : null}
          loading={!insights}
        />
      </div>
      {insights ? (
        <div className="grid items-start gap-3 @min-[920px]:grid-cols-2 @min-[920px]:items-stretch">
          <ChartCard
            title="Visits by hour"
            label="Visits by hour"
            pointName="Hour"
            points={insights.visitsByHour.map(({ hour }) => ({ label: String(hour), title: `${hour}:00 to ${hour + 1}:00` }))}
            series={[{ name: 'Visits', kind: 'column', values: insights.visitsByHour.map(({ visits }) => visits) }]}
            format={(visits) => plural(visits, 'visit')}
            empty="No guests known by name."
          />
          <Card title="Best guests" note="by what they spent">
            {insights.topCustomers.length === 0 ? (
              <p className="px-4 pt-2 pb-6 text-14 text-muted">No guests known by name.</p>
            ) : (
              <Table label="Best guests" className="table-fixed">
                <THead>
                  <Th>Guest</Th>
                  <Th numeric className="w-16">
                    Visits
                  </Th>
                  <Th numeric className="w-32">
                    Spent
                  </Th>
                </THead>
                <TBody>
                  {insights.topCustomers.map((guest) => (
                    <Tr key={guest._id}>
                      <Td truncate className="font-medium" title={guest.name || guest.mobile_number}>
                        {guest.name || guest.mobile_number}
                      </Td>
                      <Td numeric>{counted(guest.visits)}</Td>
                      <Td numeric>
                        <Money rupees={guest.totalSpent} />
                      </Td>
                    </Tr>
                  ))}
                </TBody>
              </Table>
            )}
          </Card>
        </div>
      ) : (
        <Skeleton className="h-82 w-full" />
      )}
    </section>
  )
}
