import type { ReactNode } from 'react'
import { formatPaise, toPaise } from '#domain/money.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import type { Dates } from '#web/core/dates.ts'
import { BillLink } from '#web/shared/order/BillLink.tsx'
import { billText } from '#web/shared/order/label.ts'
import { Meter } from '#web/ui/Meter.tsx'
import { grouped, NOT_RECORDED, type Section, section, sumOf } from './figures.tsx'
import { type Changed, kpi, type Report, type Sales } from './salesTab.tsx'

/** Cancelled items by one of their words, with a bar for the value. */
function cancelled(
  sales: Sales,
  title: string,
  head: string,
  keyOf: (c: Sales['cancellations'][number]) => string,
  action?: ReactNode,
): Section {
  const rows = grouped(sales.cancellations, keyOf)
  const most = Math.max(0, ...rows.map((r) => r.value))
  return section({
    title,
    action,
    columns: [
      { key: 'key', head, value: (r) => r.key },
      {
        key: 'bar',
        head: '',
        cell: (r) => (
          <Meter label={`${r.key}, value`} value={r.value} max={most} valueText={formatPaise(toPaise(r.value))} className="min-w-16" />
        ),
        hidden: '@max-[400px]:hidden',
      },
      { key: 'count', head: 'Items', count: (r) => r.count },
      { key: 'value', head: 'Value', money: (r) => r.value },
    ],
    rows,
    rowKey: (r) => r.key,
    empty: 'Nothing was cancelled.',
    total: { count: rows.reduce((n, r) => n + r.count, 0), value: <Money rupees={sumOf(rows, (r) => r.value)} /> },
  })
}

export const cancelledByPerson = (sales: Sales, action?: ReactNode): Section =>
  cancelled(sales, 'Cancelled by person', 'Person', (c) => c.by ?? NOT_RECORDED, action)

const CHANGES: Record<Changed['bills'][number]['changes'][number]['what'], string> = {
  cancellation: 'Cancelled',
  discount: 'Discount',
  serviceCharge: 'Service charge taken off',
  charges: 'Packing or delivery charge taken off',
  merge: 'Merged away',
  unmerge: 'Unmerged',
}
/** `Cancelled by Asha Rao, Discount by Divya Nair` */
const changesText = (bill: Pick<Changed['bills'][number], 'changes'>): string =>
  bill.changes.map(({ what, by }) => `${CHANGES[what]}${by ? ` by ${by}` : ''}`).join(', ') || 'Changed'

export const changedSection = (
  { bills, count: all, difference }: Pick<Changed, 'bills' | 'count' | 'difference'>,
  dates: Dates,
  action?: ReactNode,
): Section =>
  section({
    title: 'Changed after printing',
    action,
    note: all === 0 ? undefined : plural(all, 'bill'),
    columns: [
      {
        key: 'bill',
        head: 'Bill',
        value: (b) => billText(b.billNumber),
        cell: (b) => <BillLink orderId={b.orderId}>{billText(b.billNumber)}</BillLink>,
        below: (b) => [b.tableNumber ? tableLabel(b.tableNumber) : null, changesText(b)].filter(Boolean).join(', '),
      },
      { key: 'changes', head: 'What and by whom', value: changesText, hidden: 'hidden' },
      { key: 'at', head: 'Printed', value: (b) => `${dates.full(b.printedAt)} by ${b.printedBy}`, hidden: '@max-[640px]:hidden' },
      { key: 'printed', head: 'In print', money: (b) => b.printedTotal, hidden: '@max-[480px]:hidden' },
      { key: 'total', head: 'Came to', money: (b) => b.total, hidden: '@max-[480px]:hidden' },
      { key: 'difference', head: 'Less', money: (b) => (toPaise(b.printedTotal) - toPaise(b.total)) / 100 },
    ],
    rows: bills,
    rowKey: (b) => b.orderId,
    empty: 'No bill came to less than it said in print.',
    total: { difference: <Money rupees={difference} /> },
    foot: bills.length < all ? `The ${bills.length} of ${all} with the largest difference are here.` : undefined,
  })

export function cancellationsTab(sales: Sales, changed: Changed, dates: Dates): Report {
  return {
    kpis: [
      kpi('Cancelled items, not in sales', sales.cancelledValue, sales.previous?.cancelledValue, 'less'),
      kpi('Cancelled orders', sales.cancelledOrders, sales.previous?.cancelledOrders, 'less', false),
      kpi('Discounts', sales.discounts, sales.previous?.discounts, null),
      kpi('Refunds', sales.refunds, sales.previous?.refunds, 'less'),
    ],
    main: [
      cancelledByPerson(sales),
      section({
        title: 'Discounts by person',
        note: sales.refunds > 0 ? 'Rs., less refunds; bills are before them' : undefined,
        columns: [
          { key: 'by', head: 'Person', value: (d) => d.by ?? NOT_RECORDED },
          { key: 'title', head: 'Offer', value: (d) => d.title || '–' },
          { key: 'orders', head: 'Bills', count: (d) => d.orders },
          { key: 'amount', head: 'Discount', money: (d) => d.amount },
        ],
        rows: sales.discountsGiven,
        rowKey: (d) => `${d.by} ${d.title}`,
        empty: 'No discount was given.',
        total: { orders: sales.discountsGiven.reduce((n, d) => n + d.orders, 0), amount: <Money rupees={sales.discounts} /> },
      }),
      changedSection(changed, dates),
    ],
    side: [
      cancelled(sales, 'Cancelled by reason', 'Reason', (c) => c.reason || 'No reason'),
      cancelled(sales, 'Cancelled items', 'Item', (c) => c.item),
    ],
  }
}
