import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import type { OrderShape } from '#domain/api/order.ts'
import { issueOf, taxableValues } from '#domain/bill.ts'
import { plainPaise, toPaise } from '#domain/money.ts'
import { isOpen } from '#domain/order.ts'
import { businessDate, dayText } from '#domain/time.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { type ListData, useNews, usePagedRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { type DateRange, dates } from '#web/app/list/view.ts'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { useLive, useLivePolling } from '#web/core/live.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery } from '#web/core/query.ts'
import { billText, orderLabel } from '#web/shared/order/label.ts'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'

/** Every bill that has a number, the newest first; one beside the list as it was printed (SCREENS §2.2 "/restaurant/invoices"). */
export default function InvoicesPage() {
  const view = useView({ filters: { dates: dates({ label: 'Dates' }) }, row: 'order' })
  const { from, to } = view.filters.dates
  const columns = useColumns()
  const rows = usePagedRows('GET /orders', view, {
    key: (order: Bill) => order._id,
    input: (page, limit) => ({
      query: {
        page,
        limit,
        billed: 'true' as const,
        startDate: from ?? undefined,
        endDate: to ?? undefined,
        search: view.q.trim() || undefined,
      },
    }),
    rows: (answer) => answer.orders,
    total: (answer) => answer.totalOrders,
    refetchInterval: useLivePolling(),
  })
  const { list, add } = useNews('GET /orders', view, rows)
  // Only for the file.
  const refunds = usePagedRows('GET /orders', view, {
    key: (order: Bill) => order._id,
    input: (page, limit) => ({
      query: { page, limit, refunded: 'true' as const, startDate: from ?? undefined, endDate: to ?? undefined },
    }),
    rows: (answer) => answer.orders,
    total: (answer) => answer.totalOrders,
    enabled: false,
  })
  const profile = useProfile()
  // A bill that got its number after those of the list. Other pages than the first are fetched when somebody goes there, and a search is not about what is new.
  useLive(['orderCompleted', 'orderUpdated'], ({ order }) => {
    if (!profile || order.billNumber === null || view.page > 1 || view.q.trim() || rows.loading) return
    if (rows.rows.some((row) => issueOf(row) >= issueOf(order))) return
    const { timezone, kotSettings } = profile
    // Of the day on which the order ended, as the list has it.
    const day = order.completedAt
      ? businessDate(new Date(order.completedAt), { timezone, resetTime: kotSettings.resetTime })
      : order.businessDate
    if ((!from || day >= from) && (!to || day <= to)) add(order._id)
  })
  const away = view.row !== null && !list.find(view.row)
  const known = useQuery({ ...apiQuery('GET /restaurant/invoice-details/:id', { params: { id: view.row ?? '' } }), enabled: away })
  return (
    <ListPage
      noun={{ one: 'invoice', many: 'invoices' }}
      view={view}
      list={{ ...list, all: withRefunds(list, refunds, view), hidesRows: !view.q.trim() }}
      columns={columns}
      rowName={(order) => `Bill ${billText(order.billNumber)}`}
      search="Bill number, table, name or mobile"
      csv="invoices"
      known={away ? (known.data?.order ?? null) : null}
      drawer={(order, { onClose }) => <InvoiceDrawer key={order._id} order={order} onClose={onClose} />}
      nothingYet={{ icon: <ReceiptText />, title: 'No bills yet. A bill gets its number when it is printed or settled.' }}
    />
  )
}

/** A bill, or in the accountant's file its refund: a row of its own on the day of the refund, with negative amounts. */
type Bill = OrderShape & { back?: true }

/**
 * The rows of the accountant's file. Reports subtract a refund on its own day, so the file of a range has the refunds of that range, whenever they were billed: its amounts add up to
 * what the reports say. Of a search, the refunds of the bills that were found.
 */
const withRefunds =
  (list: ListData<Bill>, refunds: ListData<Bill>, { q, filters }: { q: string; filters: { dates: DateRange } }): ListData<Bill>['all'] =>
  async (keep, how) => {
    const { from, to } = filters.dates
    const backs = new Map<string, ReturnType<typeof keep>>()
    const addBack = (order: Bill) => {
      const day = order.refund?.businessDate
      if (day && (!from || day >= from) && (!to || day <= to)) backs.set(order._id, keep({ ...order, back: true }))
    }
    const bills = await list.all((order) => {
      if (q.trim()) addBack(order)
      return keep(order)
    }, how)
    if (!q.trim()) await refunds.all(addBack, { signal: how?.signal })
    return [...bills, ...backs.values()]
  }

const methodOf = (order: Bill): string =>
  order.back
    ? 'Refund'
    : order.refund
      ? 'Refunded'
      : order.orderStatus === 'cancelled'
        ? 'Cancelled'
        : isOpen(order) && order.paymentStatus !== 'paid'
          ? 'Open'
          : [
              order.payments.map((p) => p.method).join(', ') || (order.paymentMethod ?? 'No charge'),
              // Its amounts are in no report yet.
              isOpen(order) && 'still open',
            ]
              .filter(Boolean)
              .join(', ')

/** Date and time as they stand on the invoice, `21 Nov 2026, 20:14`: a move to another zone doesn't change them. Older bills have none. */
function dateOf({ taxPercentages: { issued } }: OrderShape): string | undefined {
  const [, date, time] = /^(\S+) (\S+)$/.exec(issued?.date ?? '') ?? []
  return date && `${dayText(date.split('-').reverse().join('-'), { year: true })}, ${time}`
}

const inFile = { hidden: 'hidden', card: 'none' } as const
/**
 * An amount of the accountant's file. A bill that was cancelled or is still open keeps its row, so that no number is missing, but it counts in no report either:
 * an open one is a sale of the day on which it is completed, and then in that day's file.
 */
const amount = (order: Bill, rupees: number): string =>
  plainPaise(order.orderStatus === 'completed' ? (order.back ? -1 : 1) * toPaise(rupees) : 0)
const rupees = (key: string, head: string, of: (order: OrderShape) => number): Column<Bill> => ({
  key,
  head,
  value: (o) => amount(o, of(o)),
  ...inFile,
})
/**
 * For the accountant's file; on the screen they are on the bill. They add up to the total: GST's and VAT's values (with the charges for packing and delivery in GST's), the taxes, service charge and rounding. A refunded
 * bill stays as it was billed, and names the day of its refund, which is a row of its own.
 */
const accountant: readonly Column<Bill>[] = [
  { key: 'invoice', head: 'Invoice', value: (o) => o.invoiceNumber, ...inFile },
  { key: 'customer', head: 'Customer', value: (o) => o.customer_name, ...inFile },
  { key: 'gstin', head: 'Customer GSTIN', value: (o) => o.customerGstin, ...inFile },
  rupees('gstValue', 'Value for GST', (o) => taxableValues(o).gst / 100),
  { key: 'gstRate', head: 'GST %', value: (o) => o.taxPercentages.gst, ...inFile },
  rupees('cgst', 'CGST', (o) => o.additionalCharges.cgst),
  rupees('sgst', 'SGST', (o) => o.additionalCharges.sgst),
  rupees('vatValue', 'Value for VAT', (o) => taxableValues(o).vat / 100),
  { key: 'vatRate', head: 'VAT %', value: (o) => o.taxPercentages.vat, ...inFile },
  rupees('vat', 'VAT', (o) => o.additionalCharges.vat),
  rupees('service', 'Service charge', (o) => o.additionalCharges.serviceCharge),
  rupees('roundOff', 'Round off', (o) => o.roundOff),
  { key: 'refundedOn', head: 'Refunded on', value: (o) => o.refund && dayText(o.refund.businessDate, { year: true }), ...inFile },
]

function useColumns(): Column<Bill>[] {
  const dates = useDates()
  return [
    { key: 'bill', head: 'Bill', value: (o) => billText(o.billNumber), below: (o) => o.invoiceNumber, opens: true, width: 'w-40' },
    {
      key: 'date',
      head: 'Date',
      value: (o) => (o.back && o.refund ? dayText(o.refund.businessDate, { year: true }) : (dateOf(o) ?? dates.full(issueOf(o)))),
    },
    { key: 'table', head: 'Table', value: orderLabel, below: (o) => o.customer_name },
    ...accountant,
    { key: 'method', head: 'Method', value: methodOf },
    {
      key: 'total',
      head: 'Total',
      numeric: true,
      value: (o) => plainPaise(toPaise(o.grandTotal)),
      csv: (o) => amount(o, o.grandTotal),
      cell: (o) => <Money rupees={o.grandTotal} />,
      card: 'end',
    },
  ]
}
