import { ChevronRight, CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { countText, floatsOf, sinceCount } from '#domain/drawer.ts'
import { formatPaise, formatRupees, toPaise, toRupees } from '#domain/money.ts'
import { printLabel } from '#domain/printJob.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { draftCount } from '#domain/ticket.ts'
import { useDates } from '#web/core/dates.ts'
import { to } from '#web/core/to.ts'
import { useUnprinted } from '#web/core/unprinted.ts'
import { draftLabel, useAllDrafts } from '#web/shared/order/drafts.ts'
import { orderLabel } from '#web/shared/order/label.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Summary } from './Figures.tsx'

/** What should be done before the day is closed; each line links to the page for it. `drawer`: of the day that runs, once something was entered for it. */
export function Checklist({ drawer }: { drawer: Summary['drawer'] }) {
  const dates = useDates()
  const count = drawer?.counted
  const changed = floatsOf(drawer?.moves ?? []).slice(1)
  const missed = count ? toPaise(count.amount) - toPaise(count.expected ?? 0) : 0
  const since = drawer ? sinceCount(drawer, formatPaise) : ''
  const { orders, query } = useOpenOrders()
  const drafts = useAllDrafts().filter(({ draft, failed }) => draft || failed)
  const [first] = drafts
  const unprinted = useUnprinted()
  const unsent = drafts.reduce((n, { draft, failed }) => n + draftCount(draft ?? failed?.ticket ?? null), 0)
  const left = (o: (typeof orders)[number]) => toPaise(o.grandTotal) - o.payments.reduce((sum, p) => sum + toPaise(p.amount), 0)
  const unpaid = orders.filter((o) => left(o) > 0)
  const owed = toRupees(unpaid.reduce((sum, o) => sum + left(o), 0))
  const several = (words: readonly string[]) =>
    [...words.slice(0, 4), ...(words.length > 4 ? [`and ${words.length - 4} more`] : [])].join(', ')
  // The skeleton's heights are those of the list with two open rows: for rows beside each other, with little room, and below each other.
  if (!query.data) return query.isError ? null : <Skeleton className="h-36 @max-[799px]:h-45 @max-[639px]:h-64" />
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
      // Only a parcel is opened by its draft.
      to: to.pos(first?.meta.tableId ? { table: first.meta.tableId } : { draft: first?.key }),
    },
    ...(unprinted.length > 0
      ? [
          {
            bad: true,
            warning: true,
            title: `${plural(unprinted.length, 'paper')} not printed`,
            none: 'Everything is printed',
            detail: several(unprinted.map(printLabel)),
            to: to.orders(),
          },
        ]
      : []),
    ...(changed.length > 0
      ? [
          {
            bad: true,
            warning: true,
            title: 'The float was changed',
            none: 'The float stands',
            detail: several(
              changed.map(
                ({ from, amount, at, by }) => `${formatRupees(from ?? 0)} to ${formatRupees(amount)} at ${dates.clock(at)} by ${by}`,
              ),
            ),
            // Its card stands below.
            to: null,
          },
        ]
      : []),
    ...(count && (missed !== 0 || since)
      ? [
          {
            bad: true,
            warning: true,
            title: missed === 0 ? 'The drawer’s count is old' : `The drawer is ${countText(missed, 0, formatPaise)}`,
            none: 'The drawer is exact',
            detail: [`Counted at ${dates.clock(count.at)} by ${count.by}`, since].filter(Boolean).join('. '),
            // Its card stands below.
            to: null,
          },
        ]
      : []),
  ]
  const toDo = rows.filter((r) => r.bad).length
  return (
    <Card title="Before you close" note={toDo === 0 ? 'all done' : `${plural(toDo, 'thing')} to do`} className="overflow-hidden">
      <ul className="flex flex-wrap gap-px border-t border-hairline bg-hairline">
        {rows.map(({ bad, warning, title, none, detail, to: path }) => (
          <li key={none} className="min-h-16 flex-1 basis-60 bg-surface">
            {bad ? (
              <Row to={path}>
                {warning ? <TriangleAlert className="flex-none text-warning" /> : <CircleX className="flex-none text-danger" />}
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-12 wrap-anywhere text-muted">{detail}</span>
                </span>
              </Row>
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

/** What is to do, as a link to the page for it if it is done on another one. */
const Row = ({ to: path, children }: { to: string | null; children: ReactNode }) =>
  path === null ? (
    <div className="flex h-full items-center gap-3 px-4 py-3">{children}</div>
  ) : (
    <Link to={path} className="flex h-full items-center gap-3 px-4 py-3 hover:bg-raised focus-visible:-outline-offset-2">
      {children}
      <ChevronRight className="size-4 flex-none text-muted" aria-hidden="true" />
    </Link>
  )
