import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { printLabel } from '#domain/printJob.ts'
import type { Answer } from '#web/core/api.ts'
import { problemNow, useAgent } from '#web/shared/print/agent.ts'
import { isPrinting, isWaiting, usePrintAgain, usePrintingOff, usePrintRefusal } from '#web/shared/print/again.ts'
import { type Printer, standInFor } from '#web/shared/print/printers.ts'
import { fixOf } from '#web/shared/print/problems.ts'
import { Button } from '#web/ui/Button.tsx'

type Job = Answer<'GET /print/jobs'>['jobs'][number]

/** How many waiting papers are named. */
const NAMED = 3

/**
 * Papers that wait for a printer: the reason in the words of SPEC §8, what to do, and one press that prints them all. Those that only wait can't be asked for
 * twice: after the press this page prints too, and takes them. On another printer, one press prints all but those that print just then, and test pages.
 */
export function Waiting({ jobs, printer, printers }: { jobs: readonly Job[]; printer: Printer; printers: readonly Printer[] }) {
  const refusal = usePrintRefusal(jobs).printing
  const off = usePrintingOff()
  const down = problemNow(useAgent()) !== null
  const { again, pending } = usePrintAgain()
  if (jobs.length === 0) return null
  const more = jobs.length - NAMED
  const papers = jobs.slice(0, NAMED).map(printLabel).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const reason = jobs.find((job) => job.reason)?.reason
  const movable = jobs.filter((job) => !isPrinting(job) && job.kind !== 'test')
  // The fallback is the owner's own choice.
  const inOrder = printers.toSorted((a, b) => Number(b._id === printer.fallbackId) - Number(a._id === printer.fallbackId))
  const standIn = movable.length > 0 ? standInFor(movable, inOrder, down) : undefined
  return (
    <Notice
      title={reason ?? (off ? 'Printing is switched off.' : 'It waits for a page that prints.')}
      text={`${
        reason
          ? fixOf(reason)
          : off
            ? 'It comes out once “Print on paper” is on again.'
            : 'POS, Orders, Tables or Kitchen must be open on the printer’s computer.'
      } ${papers} ${jobs.length === 1 ? 'waits' : 'wait'}.`}
    >
      {standIn ? (
        <Button
          size={32}
          className="max-w-50 min-w-0"
          loading={pending}
          disabledReason={refusal}
          onClick={() => void again(movable, standIn._id)}
        >
          <span className="truncate">Use {standIn.name}</span>
        </Button>
      ) : null}
      <Button
        size={32}
        variant="primary"
        loading={pending}
        disabledReason={refusal}
        onClick={() => void again(jobs.filter((job) => !isWaiting(job)))}
      >
        Try again
      </Button>
    </Notice>
  )
}

/** A paper that may be printed already: somebody looks at the printer, and asks for this one as a possible duplicate. */
export function MaybePrinted({ job }: { job: Job }) {
  const refusal = usePrintRefusal([job]).printing
  const { again, pending } = usePrintAgain()
  const label = printLabel(job)
  return (
    <Notice
      title={job.reason ?? 'The printer has not answered.'}
      text={`${fixOf(job.reason ?? '')} ${label} may be printed already.`.trim()}
    >
      <Button
        size={32}
        variant="primary"
        loading={pending}
        disabledReason={refusal}
        aria-label={`Print again (may be a duplicate): ${label}`}
        onClick={() => void again([job])}
      >
        Print again (may be a duplicate)
      </Button>
    </Notice>
  )
}

const Notice = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="printer-more my-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-danger-soft px-3 py-2 text-14 text-on-danger-soft">
    <TriangleAlert aria-hidden="true" className="size-5 flex-none" />
    <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
      <b className="block font-semibold">{title}</b>
      {text}
    </p>
    <span className="flex flex-wrap gap-2">{children}</span>
  </div>
)
