import type { ReactNode } from 'react'
import { formatPaise, toPaise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import type { Answer } from '#web/core/api.ts'
import type { Dates } from '#web/core/dates.ts'
import { billText } from '#web/shared/order/label.ts'
import { Meter } from '#web/ui/Meter.tsx'
import { type Figure, grouped, percent, type Section, section, sumOf } from './figures.tsx'
import { changeColumn, kpi, type Report, type Sales } from './salesTab.tsx'

export type Insights = Answer<'POST /api/analytics/customer-insights'>['insights']
export type Dishes = Answer<'POST /api/analytics/dishes'>['dishes']
export type Changed = Answer<'POST /api/analytics/changed-after-print'>['changed']

const NOT_RECORDED = 'Not recorded'
const NOTHING = 'Nothing was sold.'

// ------------------------------------------------------------ items

export function itemsTab({ items, categories, previous, discounts, taxes, roundOff, totalSales }: Sales, dishes: Dishes): Report {
  const sold = sumOf(items, (i) => i.revenue)
  const rest = sumOf([...Object.values(taxes), roundOff, -discounts], (n) => n)
  const list = (title: string, name: string, rows: Sales['items'], before: Sales['items'] | undefined) =>
    section({
      title,
      note: 'Rs., before discounts and taxes',
      columns: [
        { key: 'name', head: name, value: (i) => i.name },
        { key: 'count', head: 'Sold', count: (i) => i.count },
        { key: 'revenue', head: 'Sales', money: (i) => i.revenue },
        { key: 'share', head: 'Share', numeric: true, value: (i) => percent(i.revenue, sold), hidden: '@max-[480px]:hidden' },
        ...(before
          ? [
              changeColumn(
                (i: { name: string; revenue: number }) => i.revenue,
                (i) => before.find((b) => b.name === i.name)?.revenue,
              ),
            ]
          : []),
      ],
      rows,
      rowKey: (i) => i.name,
      empty: NOTHING,
      total: { count: rows.reduce((n, i) => n + i.count, 0), revenue: <Money rupees={sumOf(rows, (i) => i.revenue)} /> },
      foot: (
        <>
          With taxes, less discounts: <Money rupees={sold} /> {rest < 0 ? '−' : '+'} <Money rupees={Math.abs(rest)} /> ={' '}
          <Money rupees={totalSales} /> of sales
        </>
      ),
    })
  return {
    main: [list('Items', 'Item', items, previous?.items)],
    side: [list('Categories', 'Category', categories, previous?.categories), dishesSection(dishes)],
  }
}

const dishesSection = ({ dishes }: Dishes): Section =>
  section({
    title: 'Views and carts',
    note: 'by guests, on their own phones',
    columns: [
      { key: 'name', head: 'Dish', value: (d) => d.name ?? 'No longer on the menu', below: (d) => d.category },
      { key: 'views', head: 'Viewed', count: (d) => d.views },
      { key: 'carts', head: 'In a cart', count: (d) => d.carts },
      { key: 'orders', head: 'Ordered', count: (d) => d.orders, hidden: '@max-[480px]:hidden' },
      { key: 'sold', head: 'Sold in all', count: (d) => d.sold },
      { key: 'rate', head: 'Ordered of viewed', numeric: true, value: (d) => percent(d.orders, d.views), hidden: '@max-[640px]:hidden' },
    ],
    rows: dishes,
    rowKey: (d) => d._id,
    empty: 'No guest looked at a dish and nothing was sold.',
  })

// ------------------------------------------------------------ payments and taxes

const MOVED: Record<Changed['money']['rows'][number]['kind'], string> = { returned: 'Given back', corrected: 'Corrected' }
/** What left a method in these days: an old bill's correction changes today's tender totals, so the totals lead to it. */
const moneyBackSection = ({ rows, count }: Changed['money'], dates: Dates): Section =>
  section({
    title: 'Given back or corrected',
    note: count === 0 ? undefined : plural(count, 'entry', 'entries'),
    columns: [
      {
        key: 'bill',
        head: 'Bill',
        value: (m) => (m.billNumber === null && m.tableNumber ? `T${m.tableNumber}` : billText(m.billNumber)),
        below: (m) => [`${MOVED[m.kind]} by ${m.by}`, m.reason].filter(Boolean).join(': '),
      },
      { key: 'what', head: 'What', value: (m) => MOVED[m.kind], hidden: 'hidden' },
      { key: 'by', head: 'By', value: (m) => m.by, hidden: 'hidden' },
      { key: 'reason', head: 'Reason', value: (m) => m.reason ?? '', hidden: 'hidden' },
      { key: 'at', head: 'When', value: (m) => dates.full(m.at), hidden: '@max-[640px]:hidden' },
      { key: 'method', head: 'Method', value: (m) => m.method },
      { key: 'amount', head: 'Rs.', money: (m) => m.amount },
    ],
    rows,
    rowKey: (m) => m._id,
    empty: 'No money was given back or corrected.',
    total: rows.length < count ? undefined : { amount: <Money rupees={sumOf(rows, (m) => m.amount)} /> },
    foot: rows.length < count ? `The latest ${rows.length} are shown.` : undefined,
  })

export function paymentsTab(
  { paymentMethods, receivedOnOpenOrders, totalSales, refunds, previous }: Sales,
  { money }: Pick<Changed, 'money'>,
  dates: Dates,
): Report {
  const received = sumOf(paymentMethods, (m) => m.amount)
  const early = receivedOnOpenOrders < 0
  const sources = [
    { label: 'Sales, with taxes and less refunds', amount: totalSales },
    { label: early ? 'Received on an earlier day' : 'Received on open orders', amount: receivedOnOpenOrders },
  ]
  return {
    main: [
      section({
        title: 'Received',
        note: 'Rs., by the day on which it moved',
        columns: [
          { key: 'method', head: 'Paid by', value: (m) => m.method },
          { key: 'orders', head: 'Payments', count: (m) => m.orders },
          { key: 'amount', head: 'Received', money: (m) => m.amount },
          { key: 'share', head: 'Share', numeric: true, value: (m) => percent(m.amount, received), hidden: '@max-[480px]:hidden' },
          ...(previous
            ? [
                changeColumn(
                  (m: { method: string; amount: number }) => m.amount,
                  (m) => previous.paymentMethods.find((p) => p.method === m.method)?.amount,
                ),
              ]
            : []),
        ],
        rows: paymentMethods,
        rowKey: (m) => m.method,
        empty: 'No payments, Rs. 0.00.',
        total: { orders: paymentMethods.reduce((n, m) => n + m.orders, 0), amount: <Money rupees={received} /> },
      }),
      moneyBackSection(money, dates),
    ],
    side: [
      section({
        title: 'How it comes from sales',
        columns: [
          { key: 'label', head: 'From', value: (s) => s.label },
          { key: 'amount', head: 'Rs.', money: (s) => s.amount },
        ],
        rows: sources,
        rowKey: (s) => s.label,
        empty: '',
        total: { amount: <Money rupees={received} /> },
        foot: (
          <>
            Refunds of these days, already taken out: <Money rupees={refunds} />
          </>
        ),
      }),
    ],
  }
}

export function taxesTab({ taxes, roundOff, discounts, items, totalSales }: Sales): Report {
  const rows = [
    { label: 'CGST', amount: taxes.cgst },
    { label: 'SGST', amount: taxes.sgst },
    { label: 'VAT', amount: taxes.vat },
  ]
  const together = sumOf(rows, (r) => r.amount)
  const steps = [
    { label: 'Items before discount', amount: sumOf(items, (i) => i.revenue) },
    { label: 'Discounts', amount: -discounts },
    { label: 'Taxes', amount: together },
    { label: 'Service charge, voluntary', amount: taxes.serviceCharge },
    { label: 'Round off', amount: roundOff },
  ]
  const columns: Figure<{ label: string; amount: number }>[] = [
    { key: 'label', head: '', value: (r) => r.label },
    { key: 'amount', head: 'Rs.', money: (r) => r.amount },
  ]
  const taxed = section({
    title: 'Taxes',
    note: 'Rs., rounded on each bill, less refunds',
    columns,
    rows,
    rowKey: (r) => r.label,
    empty: '',
    total: { amount: <Money rupees={together} /> },
  })
  const built = section({
    title: 'From items to sales',
    columns,
    rows: steps,
    rowKey: (r) => r.label,
    empty: '',
    total: { amount: <Money rupees={totalSales} /> },
  })
  return { main: [taxed], side: [built] }
}

// ------------------------------------------------------------ customers

export function customersTab(insights: Insights, dates: Dates): Report {
  const { previous: before, topCustomers, visitsByHour } = insights
  return {
    kpis: [
      kpi('Customers', insights.totalCustomers, before?.totalCustomers, 'more', false),
      kpi('New', insights.newCustomers, before?.newCustomers, 'more', false),
      kpi('Returning', insights.returningCustomers, before?.returningCustomers, 'more', false),
      kpi('Average spend', insights.averageSpend, before?.averageSpend, 'more'),
    ],
    main: [
      section({
        title: 'Top customers',
        note: 'visits and spend of these days',
        columns: [
          { key: 'name', head: 'Name', value: (c) => c.name, below: (c) => c.mobile_number },
          { key: 'mobile', head: 'Mobile', value: (c) => c.mobile_number, hidden: 'hidden' },
          { key: 'visits', head: 'Visits', count: (c) => c.visits },
          { key: 'spent', head: 'Spent', money: (c) => c.totalSpent },
          {
            key: 'last',
            head: 'Last visit',
            numeric: true,
            value: (c) => (c.lastVisitAt ? dates.full(c.lastVisitAt) : ''),
            hidden: '@max-[559px]:hidden',
          },
        ],
        rows: topCustomers,
        rowKey: (c) => c._id,
        empty: 'No bill of these days has a customer’s number.',
      }),
    ],
    side: [
      section({
        title: 'Visits by hour',
        columns: [
          { key: 'hour', head: 'Hour', value: (h) => `${h.hour}:00 to ${h.hour + 1}:00` },
          { key: 'visits', head: 'Visits', count: (h) => h.visits },
        ],
        rows: visitsByHour,
        rowKey: (h) => String(h.hour),
        empty: 'No visits.',
        total: { visits: visitsByHour.reduce((n, h) => n + h.visits, 0) },
      }),
    ],
  }
}

// ------------------------------------------------------------ cancellations

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
  merge: 'Merged away',
  unmerge: 'Unmerged',
}
/** `Cancelled by Asha Rao, Discount by Divya Nair` */
export const changesText = (bill: Pick<Changed['bills'][number], 'changes'>): string =>
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
        below: (b) => [b.tableNumber ? `T${b.tableNumber}` : null, changesText(b)].filter(Boolean).join(', '),
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
    foot: bills.length < all ? `The ${bills.length} with the largest difference are shown.` : undefined,
  })

export function cancellationsTab(sales: Sales, changed: Changed, dates: Dates): Report {
  return {
    kpis: [
      kpi('Cancelled, not in sales', sales.cancelledValue, sales.previous?.cancelledValue, 'less'),
      kpi('Cancelled orders', sales.cancelledOrders, sales.previous?.cancelledOrders, 'less', false),
      kpi('Discounts', sales.discounts, sales.previous?.discounts, null),
      kpi('Refunds', sales.refunds, sales.previous?.refunds, 'less'),
    ],
    main: [
      cancelledByPerson(sales),
      section({
        title: 'Discounts by person',
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
