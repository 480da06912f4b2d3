import { useQuery } from '@tanstack/react-query'
import { MessageSquareHeart, Star } from 'lucide-react'
import { Link } from 'react-router'
import { canOpen } from '#domain/permissions.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { usePagedRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { choice, type ViewSpec } from '#web/app/list/view.ts'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { useSession, useUser } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'

type Feedback = Answer<'GET /restaurant/feedback'>['feedback'][number]
const RATINGS = ['5', '4', '3', '2', '1'] as const

/** `/restaurant/feedback` (SCREENS §6.32): feedback of guests on their orders, the newest first, and how many gave each rating. */
export default function FeedbackPage() {
  // The same call as the list's first page, so that it is made once.
  const { data } = useQuery(apiQuery('GET /restaurant/feedback', { query: { page: 1, limit: 10 } }))
  const countOf = (rating: string) => data?.ratings.find((r) => String(r.rating) === rating)?.count
  const all = data?.ratings.reduce((sum, { count }) => sum + count, 0)
  const spec = {
    filters: {
      rating: choice({
        label: 'Rating',
        as: 'chips',
        initial: 'all',
        options: [
          { value: 'all', label: 'All', count: all },
          ...RATINGS.map((value) => ({ value, label: plural(Number(value), 'star'), count: countOf(value) })),
        ],
      }),
    },
  } satisfies ViewSpec
  const view = useView(spec)
  const { role } = useUser()
  const { permissions } = useSession()
  const mayPrintCodes = canOpen({ role }, to.settingsTable(), permissions).ok
  const columns = useColumns()
  const { rating } = view.filters
  const list = usePagedRows('GET /restaurant/feedback', view, {
    key: (f: Feedback) => f._id,
    input: (page, limit) => ({ query: { page, limit, ...(rating === 'all' ? null : { rating: Number(rating) }) } }),
    rows: (answer) => answer.feedback,
    total: (answer) => answer.totalFeedback,
  })
  return (
    <ListPage
      noun={{ one: 'rating', many: 'ratings' }}
      view={view}
      list={list}
      columns={columns}
      rowName={(f) => `${plural(f.rating, 'star')} for ${orderName(f)}`}
      search={false}
      lead={
        data?.rating ? (
          <p className="flex flex-wrap items-center gap-x-3 text-14 text-muted">
            <strong className="num text-24 text-text">{data.rating.toFixed(1)}</strong>
            <Stars rating={data.rating} />
            <span>of 5, from {plural(all ?? 0, 'rating')}</span>
          </p>
        ) : null
      }
      card={(f) => <FeedbackCard feedback={f} />}
      csv="feedback"
      nothingYet={{
        icon: <MessageSquareHeart />,
        title: 'No guest has given feedback yet. They can after paying, on the phone with which they scanned their table’s code.',
        action: mayPrintCodes ? (
          <Button asChild>
            <Link to={to.settingsTable({ qr: 'all' })}>Print the tables’ codes</Link>
          </Button>
        ) : undefined,
      }}
    />
  )
}

const orderName = ({ tableNumber, orderType, billNumber }: Feedback): string =>
  [tableNumber ? tableLabel(tableNumber) : orderType, billNumber === null ? null : `bill ${String(billNumber).padStart(4, '0')}`]
    .filter(Boolean)
    .join(', ')

function useColumns(): Column<Feedback>[] {
  const dates = useDates()
  return [
    { key: 'rating', head: 'Rating', value: (f) => f.rating, cell: (f) => <Stars rating={f.rating} />, width: 'w-32' },
    {
      key: 'comment',
      head: 'Comment',
      value: (f) => f.comment,
      cell: (f) => <span className="[overflow-wrap:anywhere] whitespace-pre-line">{f.comment || '–'}</span>,
    },
    {
      key: 'order',
      head: 'Order',
      value: orderName,
      cell: (f) => (
        <Link className="link" to={to.orders({ tab: 'completed', order: f.orderId })}>
          {orderName(f)}
        </Link>
      ),
      below: (f) => f.customer_name || null,
      width: 'w-44',
    },
    { key: 'guest', head: 'Guest', csv: (f) => f.customer_name, hidden: 'hidden', card: 'none' },
    {
      key: 'at',
      head: 'When',
      value: (f) => f.createdAt,
      cell: (f) => dates.when(f.createdAt),
      width: 'w-32',
      cellClassName: 'text-muted',
    },
  ]
}

/** On a phone: the words of the guest first, then whose order it was. */
function FeedbackCard({ feedback: f }: { feedback: Feedback }) {
  const dates = useDates()
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <Stars rating={f.rating} />
        <span className="num text-muted">{dates.when(f.createdAt)}</span>
      </div>
      {f.comment ? <p className="text-16 leading-6 [overflow-wrap:anywhere] whitespace-pre-line">{f.comment}</p> : null}
      <p className="flex flex-wrap items-center gap-x-2 text-muted [overflow-wrap:anywhere]">
        <Link className="link inline-flex min-h-11 items-center" to={to.orders({ tab: 'completed', order: f.orderId })}>
          {orderName(f)}
        </Link>
        {f.customer_name}
      </p>
    </>
  )
}

/** A rating as stars; an average fills those that it reaches when rounded. */
function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of 5 stars`} className="flex flex-none gap-0.5">
      {RATINGS.map((_, n) => (
        <Star
          key={n}
          aria-hidden="true"
          className={cx('size-4', n < Math.round(rating) ? 'fill-warning text-warning-icon' : 'text-border')}
        />
      ))}
    </span>
  )
}
