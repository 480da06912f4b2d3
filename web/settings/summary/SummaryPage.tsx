import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, CircleCheck, CircleX, Printer, TriangleAlert } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { dayReportLines } from '#domain/dayReport.ts'
import { formatRupees, toPaise, toRupees } from '#domain/money.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { draftCount } from '#domain/ticket.ts'
import { addDays, dayText, isDate } from '#domain/time.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { Loaded } from '#web/app/Loaded.tsx'
import { Money } from '#web/app/Money.tsx'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useUser } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { draftLabel, useAllDrafts } from '#web/shared/order/drafts.ts'
import { billText, orderLabel } from '#web/shared/order/label.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { openPrint } from '#web/shared/print/print.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'

type Summary = Answer<'GET /orders/daily-summary'>['summary']

/** How a day ended, and closing it (SCREENS §2.3 "/summary", journey 12). Past days are only read. */
export default function SummaryPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('day')
  const today = useQuery(apiQuery('GET /kot')).data?.kot.businessDate
  const date = isDate(asked) && asked !== today ? asked : undefined
  const query = useQuery({ ...apiQuery('GET /orders/daily-summary', { query: date ? { date } : {} }), staleTime: 15_000 })
  const day = date ?? today ?? query.data?.summary.date
  const show = (next: string) => setParams(next === today ? {} : { day: next }, { replace: true })
  const isToday = day !== undefined && day === today
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid w-full max-w-240 flex-1 content-start gap-3 p-4 sm:p-6">
        <div className="flex flex-wrap items-center gap-2">
          <IconButton
            size={32}
            variant="outline"
            label="Day before"
            icon={<ChevronLeft />}
            disabledReason={day ? null : 'Loading'}
            onClick={() => day && show(addDays(day, -1))}
          />
          <Input
            type="date"
            size={32}
            aria-label="Day"
            className="w-44!"
            value={day ?? ''}
            max={today}
            onChange={(event) => isDate(event.target.value) && show(event.target.value)}
          />
          <IconButton
            size={32}
            variant="outline"
            label="Day after"
            icon={<ChevronRight />}
            disabledReason={day && !isToday ? null : 'This is the running day'}
            onClick={() => day && show(addDays(day, 1))}
          />
          {day ? <DayRange day={day} isToday={isToday} now={query.dataUpdatedAt} /> : null}
        </div>
        {isToday ? <Checklist /> : null}
        <Loaded query={query} className="">
          {({ summary }) => <Figures summary={summary} />}
        </Loaded>
      </div>
      {query.data ? <Bar summary={query.data.summary} isToday={isToday} /> : null}
    </div>
  )
}

/** `Sun 22 Nov 2026, from 04:00 to 19:42 IST`: what all figures belong to. */
function DayRange({ day, isToday, now }: { day: string; isToday: boolean; now: number }) {
  const dates = useDates()
  const reset = useProfile()?.kotSettings.resetTime ?? '00:00'
  const hours = isToday && now > 0 ? `${reset} to ${dates.clock(now)}` : `from ${reset}`
  return <p className="num ml-auto text-14 text-muted">{`${dayText(day, { weekday: true, year: true })}, ${hours} ${dates.zone(day)}`}</p>
}

/** What should be done before the day is closed; each line leads to where. */
function Checklist() {
  const { orders, query } = useOpenOrders()
  const drafts = useAllDrafts().filter(({ draft, failed }) => draft || failed)
  const unsent = drafts.reduce((n, { draft, failed }) => n + draftCount(draft ?? failed?.ticket ?? null), 0)
  const left = (o: (typeof orders)[number]) => toPaise(o.grandTotal) - o.payments.reduce((sum, p) => sum + toPaise(p.amount), 0)
  const unpaid = orders.filter((o) => left(o) > 0)
  const owed = toRupees(unpaid.reduce((sum, o) => sum + left(o), 0))
  const several = (words: readonly string[]) =>
    [...words.slice(0, 4), ...(words.length > 4 ? [`and ${words.length - 4} more`] : [])].join(', ')
  if (!query.data) return null
  const rows = [
    {
      bad: orders.length > 0,
      title: plural(orders.length, 'open order'),
      none: 'No open orders',
      detail: several(orders.map(orderLabel)),
      to: to.orders(),
    },
    {
      bad: unpaid.length > 0,
      title: `${unpaid.length} unpaid, ${formatRupees(owed)}`,
      none: 'Everything is paid',
      detail: several(unpaid.map((o) => `${orderLabel(o)} ${formatRupees(toRupees(left(o)))}`)),
      to: to.orders(),
    },
    {
      bad: unsent > 0,
      warning: true,
      title: `${plural(unsent, 'item')} not sent`,
      none: 'Everything on this device was sent',
      detail: `${several(drafts.map((d) => draftLabel(d, tableLabel)))}, on this device`,
      to: to.pos({ draft: drafts[0]?.key }),
    },
  ]
  return (
    <Card title="Before you close" note={plural(rows.filter((r) => r.bad).length, 'thing') + ' to do'}>
      <ul className="grid border-t border-hairline sm:grid-cols-3 sm:divide-x sm:divide-hairline max-sm:divide-y max-sm:divide-hairline">
        {rows.map(({ bad, warning, title, none, detail, to: path }) => (
          <li key={none} className="min-w-0">
            {bad ? (
              <Link to={path} className="flex h-full items-center gap-3 px-4 py-3 hover:bg-raised focus-visible:-outline-offset-2">
                {warning ? <TriangleAlert className="flex-none text-warning" /> : <CircleX className="flex-none text-danger" />}
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-12 wrap-anywhere text-muted">{detail}</span>
                </span>
                <ChevronRight className="size-4 flex-none text-muted" aria-hidden="true" />
              </Link>
            ) : (
              <p className="flex h-full items-center gap-3 px-4 py-3">
                <CircleCheck className="flex-none text-success" aria-hidden="true" />
                {none}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Line = { label: string; rupees: number }

/** A short table of rupees with its sum. */
function Sums({ title, note, lines, sum, total }: { title: string; note?: string; lines: readonly Line[]; sum: string; total: number }) {
  return (
    <Card title={title} note={note}>
      <Table label={title}>
        <THead>
          <Th>{title}</Th>
          <Th numeric>Rs.</Th>
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

const add = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + toPaise(line.rupees), 0) / 100

function Figures({ summary }: { summary: Summary }) {
  const { taxes, changedAfterPrint: changed } = summary
  const early = summary.receivedOnOpenOrders
  const methods = summary.paymentMethods.map((m) => ({ label: m.method, rupees: m.amount }))
  const sales = [
    { label: 'Items before discount', rupees: add(summary.items.map((i) => ({ label: i.name, rupees: i.revenue }))) },
    { label: 'Discounts', rupees: -summary.discounts },
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
        {summary.pendingOrders} open. Cancelled, not in sales: {formatRupees(summary.cancelledValue)}. Refunds, taken out:{' '}
        {formatRupees(summary.refunds)}.
      </p>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Sums title="Sales" note="with taxes, less refunds" lines={sales} sum="Sales" total={summary.totalSales} />
        <div className="grid gap-3">
          <Sums title="Received" note="by the day on which it moved" lines={methods} sum="Received" total={add(methods)} />
          <p className="flex items-center gap-2 rounded-card bg-success-soft px-4 py-2 text-12 text-on-success-soft">
            <CircleCheck className="size-4 flex-none" aria-hidden="true" />
            <span>
              {`Adds up: ${formatRupees(summary.totalSales)} of sales ${early < 0 ? '−' : '+'} ${formatRupees(Math.abs(early))} ${
                early < 0 ? 'received on an earlier day' : 'received on open orders'
              } = ${formatRupees(add(methods))}`}
            </span>
          </p>
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
        </div>
      </div>
    </>
  )
}

/** Print, and of the running day Close day: it stays in view. */
function Bar({ summary, isToday }: { summary: Summary; isToday: boolean }) {
  const confirm = useConfirm()
  const restaurant = useProfile()
  const { name } = useUser()
  const { orders } = useOpenOrders()
  const may = useMay('GET /kot/reset')
  const close = useCommand('GET /orders/daily-summary', { quiet: true, invalidates: ['GET /orders/daily-summary', 'GET /kot'] })
  const open = isToday ? orders.length : 0
  const print = (of: Summary) =>
    restaurant &&
    openPrint({
      kind: 'report',
      name: `Day summary ${dayText(of.date, { year: true })}`,
      lines: (columns) => dayReportLines(of, restaurant, { columns, at: new Date(), by: name }),
    })
  const closeDay = async () => {
    const reset = { wanted: true }
    let closed = summary
    const yes = await confirm({
      title: `Close ${dayText(summary.date, { weekday: true, year: true })}?`,
      body: (
        <div className="grid gap-3">
          <p>
            {plural(summary.completedOrders, 'bill')}, sales <strong>{formatRupees(summary.totalSales)}</strong>, received{' '}
            <strong>{formatRupees(add(summary.paymentMethods.map((m) => ({ label: m.method, rupees: m.amount }))))}</strong>.
          </p>
          <Checkbox label="Reset KOT counter" defaultChecked onCheckedChange={(wanted) => (reset.wanted = wanted)} />
        </div>
      ),
      confirmLabel: 'Close day',
      run: async () => {
        closed = (await close.mutateAsync({ query: reset.wanted ? { resetKOT: 'true' } : {} })).summary
      },
    })
    if (yes) print(closed)
  }
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-hairline bg-surface px-4 py-3 sm:px-6">
      {open > 0 ? (
        <p role="status" className="mr-auto flex items-center gap-2 text-14 text-danger">
          <CircleX className="size-5 flex-none" aria-hidden="true" />
          <span>
            {plural(open, 'open order')}. Settle or cancel them to close the day.{' '}
            <Link to={to.orders()} className="font-semibold text-accent-strong">
              Show them
            </Link>
          </span>
        </p>
      ) : null}
      <Button icon={<Printer />} disabledReason={restaurant ? null : 'Loading'} onClick={() => print(summary)}>
        {isToday ? 'Print as it stands' : 'Print'}
      </Button>
      {isToday ? (
        <Button
          variant="primary"
          disabledReason={may.ok ? (open > 0 ? plural(open, 'open order') : null) : may.why}
          onClick={() => void closeDay()}
        >
          Close day
        </Button>
      ) : null}
    </div>
  )
}
