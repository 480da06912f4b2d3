import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { printTitle } from '#domain/printJob.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import '#web/shared/print/liveJobs.ts'
import { IS_PRINTING, isPrinting, isWaiting, usePrintAgain, usePrintRefusal } from '#web/shared/print/again.ts'
import { problemNow, useAgent } from '#web/shared/print/agent.ts'
import { standInFor, usePrinters } from '#web/shared/print/printers.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Need } from './needs.ts'
import { Row } from './NeedRow.tsx'

/** Papers that were not printed. One press prints again those that certainly failed; if all of them may already be on paper, the copies are stamped DUPLICATE. */
export default function Print({ need, className }: { need: Extract<Need, { kind: 'print' }>; className?: string }) {
  const { jobs, label } = need
  const may = useMay('POST /print/jobs/:id/again')
  const refusal = usePrintRefusal(jobs)
  const { again, dismiss, pending } = usePrintAgain()
  // The room tells which jobs wait; the queue tells for which of them it is unknown whether they were printed.
  const queue = useQuery({ ...apiQuery('GET /print/jobs'), enabled: may.ok }).data?.jobs ?? []
  const mayBeOut = ({ _id }: { _id: string }) => queue.some((job) => job._id === _id && job.status === 'unknown')
  const certain = jobs.filter((job) => !mayBeOut(job))
  // Of several papers, those that may already be printed are left to the tray, where each is printed again by itself.
  const asked = certain.length > 0 ? certain : jobs
  const unsure = asked.some(mayBeOut)
  // Papers that only wait can't be asked for twice; another printer may take them.
  const waits = queue.filter((job) => isWaiting(job) && asked.some(({ _id }) => _id === job._id))
  const waiting = waits.length > 0 && waits.length === asked.length
  const printers = usePrinters()
  const down = problemNow(useAgent()) !== null
  const printing = waits.some(isPrinting)
  const standIn = waiting && !printing ? standInFor(waits, printers, down) : undefined
  const waitsFor = printers.find(({ _id }) => _id === waits[0]?.printerId)?.name
  const press = unsure ? 'Print again (may be a duplicate)' : 'Print again'
  const titles = [...new Set(jobs.map(printTitle))]
  return (
    <Row
      look="bg-danger-soft text-on-danger-soft [&>svg]:text-danger"
      icon={Printer}
      need={unsure && jobs.length === 1 ? { ...need, word: 'may not have been printed' } : need}
      detail={[titles.slice(0, 3).join(', '), waiting && waitsFor && `waits for ${waitsFor}`].filter(Boolean).join(' · ')}
      title={titles.join(', ')}
      className={className}
    >
      {/* On a phone, and in the equally narrow list of the bell, there is no room for two buttons: there "Not needed" is only in the print tray. */}
      {className || (waiting && !standIn) ? (
        <Button
          variant="quiet"
          className={cx('px-3', (!waiting || standIn) && 'max-sm:hidden')}
          disabledReason={refusal.dismissing ?? (printing ? IS_PRINTING : null)}
          aria-label={`Not needed: ${label}`}
          onClick={() => dismiss(jobs)}
        >
          Not needed
        </Button>
      ) : null}
      {standIn || !waiting ? (
        <Button
          variant="danger"
          className="max-w-50 min-w-0 px-3"
          loading={pending}
          disabledReason={refusal.printing}
          aria-label={standIn ? `Print on ${standIn.name}: ${label}` : `${press}: ${label}`}
          onClick={() => (standIn ? again(asked, standIn._id) : again(asked.filter(({ _id }) => !waits.some((job) => job._id === _id))))}
        >
          <span className="truncate">{standIn ? `Print on ${standIn.name}` : 'Print again'}</span>
        </Button>
      ) : null}
    </Row>
  )
}
