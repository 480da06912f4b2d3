import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { NOTE_TEXT } from '#domain/dayNotes.ts'
import { formatRupees, toPaise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { TAX_IN_PRICES } from '#domain/tax.ts'
import { Money } from '#web/app/Money.tsx'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { billText } from '#web/shared/order/label.ts'
import { Card } from '#web/ui/Card.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'

/** The answer of closing a day. */
export type Closed = Answer<'GET /orders/daily-summary'>
export type Summary = Closed['summary']

type Line = { label: string; rupees: number }

/** A short table of rupees with its sum. */
function Sums({ title, note, lines, sum, total }: { title: string; note?: string; lines: readonly Line[]; sum: string; total: number }) {
  return (
    <Card title={title} note={note}>
      <Table label={title}>
        <THead className="sr-only">
          <Th>{title}</Th>
          <Th>Rs.</Th>
        </THead>
        <TBody>
          {[...lines, { label: sum, rupees: total }].map(({ label, rupees }, i) => (
            <Tr key={label} className={i === lines.length ? 'font-semibold [&>td]:border-border' : undefined}>
              <Td className="wrap-anywhere">{label}</Td>
              <Td numeric>
                <Money rupees={rupees} />
              </Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </Card>
  )
}

/** What the day's summary names people for beside bills and cash. */
function Notes({ notes }: { notes: NonNullable<Summary['notes']> }) {
  const dates = useDates()
  return (
    <Card title="KOT counter and kitchen" note="changed by hand" padded>
      <ul className="grid gap-2 text-14">
        {notes.map(({ kind, what, at, by }, i) => (
          <li key={i} className="wrap-anywhere">
            <span className="num">{dates.clock(at)}</span> {NOTE_TEXT[kind]}, {by}
            {what ? <span className="block text-muted">{what}</span> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const add = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + toPaise(line.rupees), 0) / 100

/** All that was received on the day, in rupees. */
export const receivedOf = ({ paymentMethods }: Pick<Summary, 'paymentMethods'>): number =>
  add(paymentMethods.map((m) => ({ label: m.method, rupees: m.amount })))

/** The sales and the money received on the day, how the two add up, and the cash drawer. */
export function Figures({ summary, drawer }: { summary: Summary; drawer: ReactNode }) {
  const { taxes, changedAfterPrint: changed } = summary
  const early = summary.receivedOnOpenOrders
  const methods = summary.paymentMethods.map((m) => ({ label: m.method, rupees: m.amount }))
  const tips = summary.tips.map((m) => ({ label: m.method, rupees: m.amount }))
  const sales = [
    { label: 'Items before discount', rupees: add(summary.items.map((i) => ({ label: i.name, rupees: i.revenue }))) },
    { label: 'Discounts', rupees: -summary.discounts },
    { label: 'Packing and delivery', rupees: taxes.charges ?? 0 },
    { label: TAX_IN_PRICES, rupees: -(taxes.taxIncluded ?? 0) },
    { label: 'CGST', rupees: taxes.cgst },
    { label: 'SGST', rupees: taxes.sgst },
    { label: 'VAT', rupees: taxes.vat },
    { label: 'Service charge, voluntary', rupees: taxes.serviceCharge },
    { label: 'Round off', rupees: summary.roundOff },
  ].filter((line, i) => i === 0 || line.rupees !== 0)
  return (
    <>
      <p className="text-14 text-muted">
        {plural(summary.totalOrders, 'order')}: {summary.completedOrders} completed, {summary.cancelledOrders} cancelled,{' '}
        {summary.pendingOrders} open. Cancelled items, not in sales: {formatRupees(summary.cancelledValue)}. Refunds, taken out:{' '}
        {formatRupees(summary.refunds)}.
      </p>
      <div className="grid items-start gap-3 @min-[640px]:grid-cols-2">
        <Sums title="Sales" note="with taxes, less refunds" lines={sales} sum="Sales" total={summary.totalSales} />
        <div className="grid gap-3">
          <Sums title="Received" note="by the day on which it moved" lines={methods} sum="Received" total={receivedOf(summary)} />
          <p className="flex items-center gap-2 rounded-card bg-success-soft px-4 py-2 text-12 text-on-success-soft">
            <CircleCheck className="size-4 flex-none" aria-hidden="true" />
            <span>
              {`Adds up: ${formatRupees(summary.totalSales)} of sales ${early < 0 ? '−' : '+'} ${formatRupees(Math.abs(early))} ${
                early < 0 ? 'received on an earlier day' : 'received on open orders'
              } = ${formatRupees(receivedOf(summary))}`}
            </span>
          </p>
          {tips.length > 0 ? <Sums title="Tips" note="not in sales or received" lines={tips} sum="Tips" total={add(tips)} /> : null}
          {drawer}
          {changed.length > 0 ? (
            <Sums
              title="Changed after printing"
              note="came to less than in print"
              lines={changed.map((b) => ({
                label: `${billText(b.billNumber)}${b.changes[0]?.by ? `, ${b.changes[0].by}` : ''}`,
                rupees: (toPaise(b.total) - toPaise(b.printedTotal)) / 100,
              }))}
              sum="Together"
              total={add(changed.map((b) => ({ label: '', rupees: (toPaise(b.total) - toPaise(b.printedTotal)) / 100 })))}
            />
          ) : null}
          {summary.notes ? <Notes notes={summary.notes} /> : null}
        </div>
      </div>
    </>
  )
}
