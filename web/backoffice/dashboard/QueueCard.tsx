import type { UseQueryResult } from '@tanstack/react-query'
import { Check, CircleCheck, Flag, Inbox, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { QueryError } from '#web/app/QueryError.tsx'
import type { Answer } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import { Card } from '#web/ui/Card.tsx'
import { Count } from '#web/ui/Count.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Waiting } from '../Waiting.tsx'
import { queueOf, type Waiter } from './figures.ts'

/** How many rows the dashboard shows; the others are on the pages of the lists. */
const SHOWN = 8

type Props = {
  pending: UseQueryResult<Answer<'GET /backoffice/restaurants/pending'>>
  claims: UseQueryResult<Answer<'GET /backoffice/restaurants/claims/pending'>>
}

/** Waiting applications and claims, the oldest first; a press opens one. The counts are those of the lists. */
export function QueueCard({ pending, claims }: Props) {
  const [kind, setKind] = useState<'all' | Waiter['kind']>('all')
  const counts = { pending: pending.data?.totalRestaurants ?? 0, claim: claims.data?.totalClaims ?? 0 }
  const total = counts.pending + counts.claim
  const loading = pending.isPending || claims.isPending
  const failed = [pending, claims].find((query) => query.isError)
  const queue = queueOf(pending.data?.restaurants ?? [], claims.data?.claims ?? []).filter((one) => kind === 'all' || one.kind === kind)
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Needs you
          {total > 0 ? <Count value={total} max={999} /> : null}
        </span>
      }
      note={queue.length > 0 ? 'oldest first' : undefined}
      action={
        total > 0 ? (
          <Segmented
            label="Show"
            size={32}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'all', label: 'All' },
              { value: 'pending', label: `Pending ${counts.pending}` },
              { value: 'claim', label: `Claims ${counts.claim}` },
            ]}
          />
        ) : null
      }
    >
      {failed ? <QueryError query={failed} className="m-4 mt-0" /> : null}
      {loading && !failed ? (
        <div role="status" aria-label="Loading who waits" className="grid gap-2 px-4 pb-4">
          {Array.from({ length: SHOWN }, (_, i) => (
            <Skeleton key={i} className="h-8" />
          ))}
        </div>
      ) : queue.length === 0 && !failed ? (
        <EmptyState icon={<CircleCheck />} title="All clear" className="py-8" />
      ) : (
        <ul aria-label="Needs you">
          {queue.slice(0, SHOWN).map((one) => (
            <Row key={one.key} one={one} />
          ))}
        </ul>
      )}
      {queue.length > SHOWN ? (
        <p className="flex gap-4 border-t border-hairline px-4 py-2 text-14">
          {kind === 'claim' ? null : (
            <Link to={to.backofficePending()} className="font-medium text-accent-strong hover:underline">
              All {counts.pending} pending
            </Link>
          )}
          {kind === 'pending' ? null : (
            <Link to={to.backofficeClaims()} className="font-medium text-accent-strong hover:underline">
              All {counts.claim} claims
            </Link>
          )}
        </p>
      ) : null}
    </Card>
  )
}

function Row({ one: { kind, name, city, since, warning, to: path } }: { one: Waiter }) {
  const Icon = kind === 'pending' ? Inbox : Flag
  return (
    <li className="border-t border-hairline">
      <Link
        to={path}
        className="flex min-h-9 items-center gap-3 px-4 py-1 text-14 hover:bg-raised focus-visible:-outline-offset-2 pointer-coarse:min-h-12"
      >
        <span className="flex flex-none items-center gap-1.5 text-muted sm:w-20">
          <Icon className="size-4 flex-none" aria-hidden="true" />
          <span className="max-sm:sr-only">{kind === 'pending' ? 'Pending' : 'Claim'}</span>
        </span>
        <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
          <b className="font-semibold">{name}</b>
          {city ? <span className="text-muted">, {city}</span> : null}
        </span>
        <span className="flex-none max-sm:hidden">
          {warning ? (
            <StatusChip size={20} tone="warning" icon={<TriangleAlert />}>
              {warning}
            </StatusChip>
          ) : (
            <span className="inline-flex items-center gap-1 text-12 text-muted">
              <Check className="size-3.5 text-success" aria-hidden="true" />
              All fine
            </span>
          )}
        </span>
        <span className="w-16 flex-none text-right">
          <Waiting since={since} />
        </span>
      </Link>
    </li>
  )
}
