import { useQuery } from '@tanstack/react-query'
import { MessageSquareHeart, Star } from 'lucide-react'
import { Link } from 'react-router'
import { plural } from '#domain/text.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { usePagedRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { choice, type ViewSpec } from '#web/app/list/view.ts'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { cx } from '#web/ui/cx.ts'

type Feedback = Answer<'GET /restaurant/feedback'>['feedback'][number]
const RATINGS = ['5', '4', '3', '2', '1'] as const

/** `/restaurant/feedback` (SCREENS §6.32): what guests say of their orders, the newest first, and how many gave which rating. */
export default function FeedbackPage() {
  // The list's own first page: it is asked for once.
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
      actions={
        data?.rating ? (
          <p className="mr-auto flex items-center gap-2 text-14 text-muted">
            <strong className="num text-24 text-text">{data.rating.toFixed(1)}</strong>
            of 5 from {plural(all ?? 0, 'rating')}
          </p>
        ) : null
      }
      csv="feedback"
      nothingYet={{ icon: <MessageSquareHeart />, title: 'No guest has given feedback yet. They can after paying, on their phone.' }}
    />
  )
}

const orderName = ({ tableNumber, orderType, billNumber }: Feedback): string =>
  [tableNumber ? `T${tableNumber}` : orderType, billNumber === null ? null : `bill ${String(billNumber).padStart(4, '0')}`]
    .filter(Boolean)
    .join(', ')

function useColumns(): Column<Feedback>[] {
  const dates = useDates()
  return [
    { key: 'rating', head: 'Rating', value: (f) => f.rating, cell: (f) => <Stars rating={f.rating} />, width: 'w-36' },
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
    {
      key: 'at',
      head: 'When',
      value: (f) => f.createdAt,
      cell: (f) => dates.when(f.createdAt),
      width: 'w-36',
      cellClassName: 'text-muted',
    },
  ]
}

/** `4 stars`, as stars. */
function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of 5 stars`} className="inline-flex gap-0.5">
      {RATINGS.map((_, n) => (
        <Star key={n} aria-hidden="true" className={cx('size-4', n < rating ? 'fill-warning text-warning' : 'text-border')} />
      ))}
    </span>
  )
}
