import type { ReactNode } from 'react'
import { formatRupees, plainPaise, toPaise } from '#domain/money.ts'
import { TAX_IN_PRICES } from '#domain/tax.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import type { Dates } from '#web/core/dates.ts'
import { BillLink } from '#web/shared/order/BillLink.tsx'
import { billText, orderLabel } from '#web/shared/order/label.ts'
import { type Figure, NOT_RECORDED, NOTHING_SOLD, type Section, section, shares, sumOf } from './figures.tsx'
import { changeColumn, type Changed, type Report, type Sales } from './salesTab.tsx'

const MOVED: Record<Changed['money']['rows'][number]['kind'], string> = {
  returned: 'Given back',
  corrected: 'Corrected',
  tip: 'Tip changed',
}
const moneyBill = (m: Changed['money']['rows'][number]): string => (m.billNumber === null ? orderLabel(m) : billText(m.billNumber))
/** Money that left a method in these days. It explains the totals, because correcting an old bill changes today's totals by method. */
const moneyBackSection = ({ rows, count }: Changed['money'], dates: Dates): Section =>
  section({
    title: 'Given back or corrected',
    note: count === 0 ? undefined : plural(count, 'entry', 'entries'),
    columns: [
      {
        key: 'bill',
        head: 'Bill',
        value: moneyBill,
        cell: (m) => <BillLink orderId={m.orderId}>{moneyBill(m)}</BillLink>,
        below: (m) => [`${MOVED[m.kind]} by ${m.by}`, m.reason].filter(Boolean).join(': '),
      },
      { key: 'what', head: 'What', value: (m) => MOVED[m.kind], hidden: 'hidden' },
      { key: 'by', head: 'By', value: (m) => m.by, hidden: 'hidden' },
      { key: 'reason', head: 'Reason', value: (m) => m.reason ?? '', hidden: 'hidden' },
      { key: 'at', head: 'When', value: (m) => dates.full(m.at), hidden: '@max-[640px]:hidden' },
      { key: 'method', head: 'Method', value: (m) => m.method, below: (m) => m.of && `Received by ${m.of}` },
      { key: 'of', head: 'Received by', value: (m) => m.of ?? '', hidden: 'hidden' },
      { key: 'amount', head: 'Rs.', money: (m) => m.amount },
    ],
    rows,
    rowKey: (m) => m._id,
    empty: 'No money was given back or corrected.',
    total: rows.length < count ? undefined : { amount: <Money rupees={sumOf(rows, (m) => (m.kind === 'tip' ? 0 : m.amount))} /> },
    foot:
      rows.length < count
        ? `The latest ${rows.length} of ${count} are here.`
        : rows.some((m) => m.kind === 'tip')
          ? 'Tips are not in the sum.'
          : undefined,
  })

type Paid = Sales['paymentMethods'][number]
export function paymentsTab(
  { paymentMethods, tips, receivedOnOpenOrders, totalSales, refunds, previous }: Sales,
  { money }: Pick<Changed, 'money'>,
  dates: Dates,
): Report {
  const received = sumOf(paymentMethods, (m) => m.amount)
  const early = receivedOnOpenOrders < 0
  // Which part of a method's money was given back, and which a correction added or took. The list may have the latest rows alone.
  const part = (kind: 'returned' | 'corrected') => (m: Paid) =>
    sumOf(
      money.rows.filter((row) => row.kind === kind && row.method === m.method),
      (row) => row.amount,
    )
  const [back, corrected] = [part('returned'), part('corrected')]
  const first = (m: Paid) => sumOf([m.amount, -back(m), -corrected(m)], (rupees) => rupees)
  const moved = money.rows.length === money.count && paymentMethods.some((m) => back(m) !== 0 || corrected(m) !== 0)
  const parts = [
    { key: 'in', head: 'Received', money: first },
    { key: 'back', head: 'Given back', money: back },
    { key: 'corrected', head: 'Corrected', money: corrected },
  ]
  /** On a phone, instead of the columns. */
  const partsBelow = (m: Paid) => (
    <span className="block @min-[520px]:hidden">
      {parts.flatMap((p) => (p.money(m) === 0 ? [] : [`${p.head} ${formatRupees(p.money(m))}`])).join(', ')}
    </span>
  )
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
          { key: 'method', head: 'Paid by', value: (m) => m.method, below: moved ? partsBelow : undefined },
          { key: 'orders', head: 'Payments', count: (m) => m.orders },
          ...(moved ? parts.map((p) => ({ ...p, hidden: '@max-[520px]:hidden' })) : []),
          { key: 'amount', head: moved ? 'Net' : 'Received', money: (m) => m.amount },
          {
            key: 'share',
            head: 'Share',
            numeric: true,
            value: shares(paymentMethods, (m) => m.amount),
            hidden: moved ? '@max-[680px]:hidden' : '@max-[480px]:hidden',
          },
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
        total: {
          orders: paymentMethods.reduce((n, m) => n + m.orders, 0),
          ...Object.fromEntries(parts.map(({ key, money: of }) => [key, <Money key={key} rupees={sumOf(paymentMethods, of)} />])),
          amount: <Money rupees={received} />,
        },
      }),
      ...(tips.length === 0
        ? []
        : [
            section({
              title: 'Tips',
              note: 'Rs., not in what was received or in sales',
              columns: [
                { key: 'method', head: 'Given by', value: (t) => t.method },
                { key: 'amount', head: 'Rs.', money: (t) => t.amount },
              ],
              rows: tips,
              rowKey: (t) => t.method,
              empty: '',
              total: { amount: <Money rupees={sumOf(tips, (t) => t.amount)} /> },
            }),
          ]),
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

const RATE = { gst: 'GST', vat: 'VAT' } as const
type Rate = Sales['taxRates'][number]
/** `GST 5%`; food without GST and drinks without VAT are supplies too, and returns ask for them. */
const rateText = ({ tax, rate }: Rate): string =>
  rate === null ? `${RATE[tax]}, ${NOT_RECORDED.toLowerCase()}` : rate === 0 ? `No ${RATE[tax]}` : `${RATE[tax]} ${rate}%`
const halves = ({ tax, rate }: Rate): string | null => (tax === 'gst' && rate ? `CGST ${rate / 2}% + SGST ${rate / 2}%` : null)

/** What the returns ask for: how much was taxed at which rate. */
const ratesSection = (rates: readonly Rate[], refunds: number, invoices: ReactNode): Section =>
  section({
    title: 'By rate',
    note: `Rs., after discounts, less refunds${refunds > 0 ? '; bills are before them' : ''}`,
    columns: [
      { key: 'rate', head: 'Tax', value: rateText, below: halves },
      { key: 'bills', head: 'Bills', count: (r) => r.bills, hidden: '@max-[400px]:hidden' },
      {
        key: 'taxable',
        head: 'Taxable value',
        numeric: true,
        value: (r) => (r.taxable === null ? NOT_RECORDED : plainPaise(toPaise(r.taxable))),
        cell: (r) => (r.taxable === null ? NOT_RECORDED : <Money rupees={r.taxable} />),
      },
      { key: 'cgst', head: 'CGST', value: (r) => (r.tax === 'gst' ? plainPaise(toPaise(r.amount) / 2) : ''), hidden: 'hidden' },
      { key: 'sgst', head: 'SGST', value: (r) => (r.tax === 'gst' ? plainPaise(toPaise(r.amount) / 2) : ''), hidden: 'hidden' },
      { key: 'vat', head: 'VAT', value: (r) => (r.tax === 'vat' ? plainPaise(toPaise(r.amount)) : ''), hidden: 'hidden' },
      { key: 'amount', head: 'Tax', money: (r) => r.amount },
    ],
    rows: rates,
    rowKey: rateText,
    empty: NOTHING_SOLD,
    foot: (
      <>By the business day on which a bill was settled. An invoice’s date and number are of the calendar day of its issue. {invoices}</>
    ),
    total: {
      taxable: rates.some((r) => r.taxable === null) ? '' : <Money rupees={sumOf(rates, (r) => r.taxable ?? 0)} />,
      amount: <Money rupees={sumOf(rates, (r) => r.amount)} />,
    },
  })

/** `invoices`: a link to the invoices of these days. */
export function taxesTab({ taxes, taxRates, roundOff, discounts, items, totalSales, refunds }: Sales, invoices: ReactNode): Report {
  const rows = [
    { label: 'CGST', amount: taxes.cgst },
    { label: 'SGST', amount: taxes.sgst },
    { label: 'VAT', amount: taxes.vat },
  ]
  const together = sumOf(rows, (r) => r.amount)
  const steps = [
    { label: 'Items before discount', amount: sumOf(items, (i) => i.revenue) },
    { label: 'Discounts', amount: -discounts },
    ...(taxes.charges ? [{ label: 'Packing and delivery', amount: taxes.charges }] : []),
    ...(taxes.taxIncluded ? [{ label: TAX_IN_PRICES, amount: -taxes.taxIncluded }] : []),
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
  return { main: [ratesSection(taxRates, refunds, invoices), taxed], side: [built] }
}
