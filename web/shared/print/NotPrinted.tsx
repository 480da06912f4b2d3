import { useQuery } from '@tanstack/react-query'
import { printLabel } from '#domain/printJob.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { usePrintAgain } from './again.ts'
import './liveJobs.ts'
import { withFix } from './problems.ts'

/** Why a bill of this order did not come out of its printer, and one press that prints it again; nothing while none has failed. */
export function NotPrinted({ orderId }: { orderId: string }) {
  const may = useMay('POST /print/jobs/:id/again').ok
  const { again, pending } = usePrintAgain()
  const jobs = useQuery({ ...apiQuery('GET /print/jobs'), enabled: may }).data?.jobs ?? []
  const job = jobs.find((one) => one.kind === 'bill' && one.orderId === orderId && (one.status === 'failed' || one.status === 'unknown'))
  if (!job) return null
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
