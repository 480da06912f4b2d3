import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { printTitle } from '#domain/printJob.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import '#web/shared/print/liveJobs.ts'
import { usePrintAgain } from '#web/shared/print/again.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Need } from './needs.ts'
import { Row } from './NeedRow.tsx'

/** Papers that didn't come out. One press prints again what is certainly not out; where all of it may be, the copies are stamped DUPLICATE. */
export default function Print({ need, className }: { need: Extract<Need, { kind: 'print' }>; className?: string }) {
  const { jobs, label } = need
  const may = useMay('POST /print/jobs/:id/again')
  const { again, dismiss, pending } = usePrintAgain()
  // The room says what waits; the queue says of which of it nobody knows whether it is out.
  const queue = useQuery({ ...apiQuery('GET /print/jobs'), enabled: may.ok }).data?.jobs ?? []
  const mayBeOut = ({ _id }: { _id: string }) => queue.some((job) => job._id === _id && job.status === 'unknown')
  const certain = jobs.filter((job) => !mayBeOut(job))
  // Of several papers, those that may be out stay for the tray, where each is asked for by itself.
  const asked = certain.length > 0 ? certain : jobs
  const unsure = asked.some(mayBeOut)
  const press = unsure ? 'Print again (may be a duplicate)' : 'Print again'
  const titles = [...new Set(jobs.map(printTitle))]
  return (
    <Row
      look="bg-danger-soft text-on-danger-soft [&>svg]:text-danger"
      icon={Printer}
      need={unsure && jobs.length === 1 ? { ...need, word: 'may not be printed' } : need}
      detail={titles.slice(0, 3).join(', ')}
      title={titles.join(', ')}
      className={className}
    >
      {/* On a phone and in the bell's list, which is as narrow, the words have no room beside two buttons: there it is in the printer's tray. */}
      {className ? (
        <Button
          variant="quiet"
          className="px-3 max-sm:hidden"
          disabledReason={may.ok ? null : may.why}
          aria-label={`Not needed: ${label}`}
          onClick={() => dismiss(jobs)}
        >
          Not needed
        </Button>
      ) : null}
      <Button
        variant="danger"
        className="px-3"
        loading={pending}
        disabledReason={may.ok ? null : may.why}
        aria-label={`${press}: ${label}`}
        onClick={() => again(asked)}
      >
        Print again
      </Button>
    </Row>
  )
}
