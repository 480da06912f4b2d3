import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, KeyRound, Undo2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Decision } from '#domain/api/backoffice.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EVERY_MINUTE } from '../queue.ts'
import { decisionText } from './figures.ts'

const ICONS: Record<Decision['kind'], ReactNode> = {
  approved: <Check className="mt-0.5 text-success" />,
  rejected: <X className="mt-0.5 text-danger" />,
  claimApproved: <Check className="mt-0.5 text-success" />,
  claimRejected: <X className="mt-0.5 text-danger" />,
  claimWithdrawn: <Undo2 className="mt-0.5 text-danger" />,
  claimCompleted: <KeyRound className="mt-0.5 text-success" />,
}

/** The last decisions on applications and claims, with person and time. Each leads to its restaurant. */
export function RecentActivity() {
  const [mine, setMine] = useState(false)
  const query = useQuery({
    ...apiQuery('GET /backoffice/decisions', { query: mine ? { mine: 'true' } : {} }),
    refetchInterval: EVERY_MINUTE,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const decisions = query.data?.decisions
  return (
    <Card
      title="Recent activity"
      action={
        <Button variant="link" size={32} className="-mr-3" aria-pressed={mine} onClick={() => setMine(!mine)}>
          {mine ? 'Everybody’s' : 'Mine only'}
        </Button>
      }
    >
      {query.error ? <QueryError query={query} className="m-4 mt-0" /> : null}
      {query.isPending ? (
        <div role="status" aria-label="Loading recent activity" className="grid gap-3 px-4 pb-4">
          {Array.from({ length: 4 }, (_, i) => (
            <Skeleton key={i} className="h-9" />
          ))}
        </div>
      ) : null}
      {decisions?.length === 0 ? (
        <p className="px-4 pb-4 text-14 text-muted">
          {mine ? 'You have decided nothing yet.' : 'Nothing has been decided yet. Decisions on applications and claims are shown here.'}
        </p>
      ) : null}
      {decisions && decisions.length > 0 ? (
        <ul aria-label="Recent activity" aria-busy={query.isPlaceholderData}>
          {decisions.map((decision) => (
            <Row key={decision._id} decision={decision} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

function Row({ decision }: { decision: Decision }) {
  const dates = useDates()
  const now = useNow()
  const { kind, name, restaurantId, at } = decision
  const { before, after, note } = decisionText(decision)
  return (
    <li className="border-t border-hairline">
      <Link
        to={to.backofficeRestaurants({ q: name, restaurant: restaurantId })}
        className="flex gap-3 px-4 py-2 text-14 hover:bg-raised focus-visible:-outline-offset-2 [&>svg]:size-4 [&>svg]:flex-none"
      >
        {ICONS[kind]}
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {before}
          <b className="font-semibold">{name}</b>
          {after}
          <span className="line-clamp-2 text-12 text-muted">{note}</span>
        </span>
        <time dateTime={at} title={dates.full(at)} className="num flex-none text-12 text-muted">
          {dates.when(at, now)}
        </time>
      </Link>
    </li>
  )
}
