import { useQuery } from '@tanstack/react-query'
import type { OrderShape } from '#domain/api/order.ts'
import { whyNot } from '#domain/orderCan.ts'
import { printLabel } from '#domain/printJob.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { usePrintAgain } from './again.ts'
import './liveJobs.ts'
import { withFix } from './problems.ts'

/** Why this order's bill as it stands did not come out of its printer, and one press that prints it again; nothing if it has. The server prints no bill that has changed since (decision 028). */
export function NotPrinted({ order }: { order: OrderShape }) {
  const may = useMay('POST /print/jobs/:id/again').ok
  const { again, pending } = usePrintAgain()
  const jobs = useQuery({ ...apiQuery('GET /print/jobs'), enabled: may }).data?.jobs ?? []
  const { lastPrinted, billPrintedAt, completedAt } = order
  // Settled with other amounts than it was last printed with: earlier papers are not this bill.
  const since = lastPrinted && billPrintedAt === null ? completedAt : lastPrinted?.at
  const job = jobs.findLast(
    ({ kind, orderId, status, createdAt }) =>
      kind === 'bill' && orderId === order._id && (status === 'failed' || status === 'unknown') && createdAt >= (since ?? ''),
  )
  if (!job || order.orderStatus === 'cancelled' || whyNot.paper(order)) return null
  const unknown = job.status === 'unknown'
  return (
    <ErrorCard
      message={`${printLabel(job)} ${unknown ? 'may not have been printed' : 'is not printed'}`}
      retryLabel={unknown ? 'Print again (may be a duplicate)' : 'Retry'}
      retrying={pending}
      onRetry={() => void again([job])}
    >
      {job.reason ? withFix(job.reason) : null}
    </ErrorCard>
  )
}
