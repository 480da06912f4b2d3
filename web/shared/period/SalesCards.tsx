import type { Dashboard } from '#domain/api/analytics.ts'
import { formatPaise, toPaise } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ShareBar, ShareSwatch } from '#web/ui/chart/ShareBar.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'
import { sharesOf, sourcesOf, tipsOf } from './figures.ts'

/** The five items with the highest sales. */
export function TopItems({ items, className }: { items: Dashboard['topItems']; className?: string }) {
  // A dish of which more was given back than sold, by refunds of earlier days, is no top item.
  const top = items.filter((item) => item.count > 0).slice(0, 5)
  const most = Math.max(0, ...top.map((i) => i.revenue))
  return (
    <Card title="Top items" className={className}>
      {top.length === 0 ? (
        <p className="px-4 pt-2 pb-6 text-14 text-muted">Nothing was sold.</p>
      ) : (
        <Table label="Top items" rowHeight={36} className="table-fixed">
          <colgroup>
            <col />
            <col className="w-16 @max-[420px]:w-12" />
            <col className="w-30 @max-[420px]:hidden" />
            <col className="w-33" />
          </colgroup>
          <THead>
            <Th>Item</Th>
            <Th numeric>Sold</Th>
            <Th className="@max-[420px]:hidden">
              <span className="sr-only">Compared with the first</span>
            </Th>
            <Th numeric>Sales</Th>
          </THead>
          <TBody>
            {top.map((item) => (
              <Tr key={item.name}>
                <Td className="font-medium [overflow-wrap:anywhere]">{item.name}</Td>
                <Td numeric>{counted(item.count)}</Td>
                <Td className="@max-[420px]:hidden">
                  <Meter label={`Sales of ${item.name}`} value={item.revenue} max={most} valueText={formatPaise(toPaise(item.revenue))} />
                </Td>
                <Td numeric>
                  <Money rupees={item.revenue} />
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      )}
    </Card>
  )
}

/** Money by payment method, counted on the day on which it moved, and how its total follows from the sales. */
export function Payments({ dashboard, className }: { dashboard: Dashboard; className?: string }) {
  const { total, shares } = sharesOf(dashboard.paymentMethods)
  const received = shares.filter((s) => s.paise > 0)
  return (
    <Card title="Payments" action={<Money paise={total} className="text-14 font-semibold" />} className={className}>
      <ShareBar
        label={received.length > 0 ? received.map((s) => `${s.method} ${s.percent}%`).join(', ') : 'No payments'}
        parts={received.map((s) => ({ name: s.method, value: s.paise }))}
        className="mx-4 mt-1 mb-3"
      />
      {shares.length > 0 ? (
        <Table label="Payments by method" rowHeight={36} className="table-fixed">
          <colgroup>
            <col />
            <col className="w-14" />
            <col className="w-38" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">Method</th>
              <th scope="col">Share</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <TBody>
            {shares.map((share, i) => (
              <Tr key={share.method}>
                <Td className="font-medium [overflow-wrap:anywhere]">
                  {share.percent === null ? null : <ShareSwatch index={i} />}
                  {share.method}
                  {/* More was given back, or corrected to another method, than received. */}
                  {share.percent === null ? <span className="text-muted">, net</span> : null}
                </Td>
                <Td numeric>{share.percent === null ? null : `${share.percent}%`}</Td>
                <Td numeric>
                  <Money paise={share.paise} />
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      ) : null}
      <dl className="border-t border-hairline px-4 py-2.5 text-12 text-muted">
        {[...sourcesOf(dashboard), ...tipsOf(dashboard)].map(({ label, rupees }) => (
          <div key={label} className="flex justify-between gap-3 leading-5">
            <dt>{label}</dt>
            <dd>
              <Money rupees={rupees} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
