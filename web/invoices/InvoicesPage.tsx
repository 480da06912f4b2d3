import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { issueOf } from '#domain/bill.ts'
import { plainPaise, toPaise } from '#domain/money.ts'
import { dayText } from '#domain/time.ts'
import { businessDay } from '#web/app/businessDay.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { type ListData, useNews, usePagedRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { type DateRange, dates } from '#web/app/list/view.ts'
import { Money } from '#web/app/Money.tsx'
import { useOpens } from '#web/app/PageButton.tsx'
import { useDates } from '#web/core/dates.ts'
import { useLive, useLivePolling } from '#web/core/live.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { billText, orderLabel } from '#web/shared/order/label.ts'
import { problemOf } from '#web/shared/period/period.ts'
import { amount, type Bill, fileColumns, fileDate, methodOf, refundedBy } from './file.ts'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'

/** Every bill that has a number, the newest first; one beside the list as it was printed (SCREENS §2.2 "/restaurant/invoices"). */
export default function InvoicesPage() {
  const view = useView({ filters: { dates: dates({ label: 'Dates' }) }, row: 'order' })
  const { from, to: last } = view.filters.dates
  const columns = useColumns()
  const rows = usePagedRows('GET /orders', view, {
    key: (order: Bill) => order._id,
    input: (page, limit) => ({
      query: {
        page,
        limit,
        billed: 'true' as const,
        startDate: from ?? undefined,
        endDate: last ?? undefined,
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
      query: { page, limit, refunded: 'true' as const, startDate: from ?? undefined, endDate: last ?? undefined },
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
    // Of the day on which the order ended, as the list has it.
    const day = order.endedDate ?? (order.completedAt ? businessDay(order.completedAt, profile) : order.businessDate)
    if ((!from || day >= from) && (!last || day <= last)) add(order._id)
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
      note={<CountedBy from={from} to={last} />}
      known={away ? (known.data?.order ?? null) : null}
      drawer={(order, { onClose }) => <InvoiceDrawer key={order._id} order={order} onClose={onClose} />}
      nothingYet={{ icon: <ReceiptText />, title: 'No bills yet. A bill gets its number when it is printed or settled.' }}
    />
  )
}

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

function useColumns(): Column<Bill>[] {
  const dates = useDates()
  const profile = useProfile()
  const day = (o: Bill) =>
    o.back && o.refund ? o.refund.businessDate : (o.endedDate ?? (profile && o.completedAt ? businessDay(o.completedAt, profile) : null))
  return [
    { key: 'bill', head: 'Bill', value: (o) => billText(o.billNumber), below: (o) => o.invoiceNumber, opens: true, width: 'w-40' },
    {
      key: 'date',
      head: 'Date',
      csv: (o) => fileDate(o, dates),
      value(o) {
        const [date = '', time] = fileDate(o, dates).split(' ')
        return `${dayText(date, { year: true })}, ${time}`
      },
      below(o) {
        const counts = day(o)
        return counts && counts !== fileDate(o, dates).split(' ')[0] ? `In the books of ${dayText(counts)}` : null
      },
    },
    { key: 'table', head: 'Table', value: orderLabel, below: (o) => o.customer_name },
    ...fileColumns(profile?.paymentTypes ?? [], day),
    { key: 'method', head: 'Method', value: methodOf, below: refundedBy },
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

/** By which day the list counts, with the report of the same days, for the person who compares the two. */
function CountedBy({ from, to: last }: DateRange) {
  const opensReports = useOpens(to.reports({}))
  return (
    <>
      By the business day on which a bill was settled, as reports count it; its date is the calendar day of issue.{' '}
      {opensReports && from && last && problemOf({ from, to: last }) === null ? (
        <Link
          to={to.reports({ tab: 'taxes', period: 'custom', from, to: last })}
          className="font-medium text-accent-strong hover:underline"
        >
          Taxes of these days
        </Link>
      ) : null}
    </>
  )
}
