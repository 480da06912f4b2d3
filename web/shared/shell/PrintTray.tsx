import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { printLabel, printTitle } from '#domain/printJob.ts'
import { plural } from '#domain/text.ts'
import type { OpenedProps } from '#web/app/shell/OpensOnPress.tsx'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { type AgentState, connectAgent, problemNow, useAgent } from '#web/shared/print/agent.ts'
import { IS_PRINTING, isPrinting, isWaiting, usePrintAgain, usePrintingOff, usePrintRefusal } from '#web/shared/print/again.ts'
import { askForPaper, usePagePrints } from '#web/shared/print/asked.ts'
import { isHere, type Printer, standInFor, usePrinters } from '#web/shared/print/printers.ts'
import { kotFailed, PRINTING_OFF, type PrintProblem, withFix, withStop } from '#web/shared/print/problems.ts'
import { Button } from '#web/ui/Button.tsx'
import { Popover } from '#web/ui/Popover.tsx'

type Job = Answer<'GET /print/jobs'>['jobs'][number]

/** The papers that were not printed, and what can be done about them (SCREENS G8). */
export default function PrintTray({
  trigger,
  jobs,
  waiting,
  logo,
}: OpenedProps & {
  jobs: readonly Job[]
  /** How many papers wait for their printer, and not for so long that they are listed. */
  waiting: number
  logo: PrintProblem | null
}) {
  const printers = usePrinters()
  const maySettings = useMay('PUT /print/printers/:id').ok
  const agent = useAgent()
  const online = useOnline()
  const here = printers.some(isHere)
  const problem = here ? problemNow(agent) : null
  const off = usePrintingOff()
  const prints = usePagePrints()
  // With those that are not listed here, because they were asked for just now.
  const open = useQuery(apiQuery('GET /print/jobs')).data?.jobs ?? []
  return (
    <Popover defaultOpen trigger={trigger} label="Printing" className="w-100 p-2">
      <h2 className="px-2 py-1.5 text-14 font-semibold">Printing</h2>
      {off ? (
        <div className="mb-2 rounded-[8px] bg-warning-soft p-3 text-14 text-on-warning-soft" role="status">
          <Told problem={{ message: PRINTING_OFF, fix: 'What waits comes out once it is on again.' }} />
        </div>
      ) : null}
      {problem ? (
        <div className="mb-2 grid gap-2 rounded-[8px] bg-warning-soft p-3 text-14 text-on-warning-soft" role="status">
          <Told problem={problem} />
          <Button
            size={32}
            className="justify-self-start"
            loading={agent.is === 'connecting'}
            onClick={() => void connectAgent().catch(() => undefined)}
          >
            Connect again
          </Button>
        </div>
      ) : null}
      {here && agent.is === 'connecting' && agent.asking ? (
        <div className="mb-2 rounded-[8px] bg-warning-soft p-3 text-14 text-on-warning-soft" role="status">
          <p>
            <b className="font-semibold">QZ Tray asks somebody at this computer.</b> Choose “Allow” there. Nothing is printed until then.
          </p>
        </div>
      ) : null}
      {logo ? (
        <div className="my-2 rounded-[8px] bg-warning-soft p-3 text-14 text-on-warning-soft" role="status">
          <Told problem={logo} />
        </div>
      ) : null}
      <All jobs={jobs} printers={printers} down={problem !== null} />
      {jobs.length === 0 ? (
        <p className="px-2 py-1.5 text-14 text-muted">
          {!online
            ? 'Offline: nothing is printed until the connection is back.'
            : waiting > 0
              ? `${plural(waiting, 'paper')} ${waiting === 1 ? 'waits' : 'wait'} for the printer.`
              : 'Everything is printed.'}
        </p>
      ) : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {jobs.map((job) => (
          <Row
            key={job._id}
            job={job}
            printer={printers.find(({ _id }) => _id === job.printerId)}
            agent={agent}
            prints={prints}
            isNext={!open.some((one) => isPrinting(one) && one.printerId === job.printerId)}
            standIn={isPrinting(job) ? undefined : standInFor([job], printers, problem !== null)}
          />
        ))}
      </ul>
      {maySettings ? (
        <p className="px-2 pt-2 text-14">
          <Link to={to.settingsPrint()} className="underline">
            Printers
          </Link>
        </p>
      ) : null}
    </Popover>
  )
}

/**
 * One press for several papers that certainly failed. Papers that may already be printed are checked and printed one by one. Waiting ones can't be asked for twice, but
 * if all of them wait for one printer, they can be sent to another one, but for those that print just then. `down`: this computer's agent is away, so its printers print nothing.
 */
function All({ jobs, printers, down }: { jobs: readonly Job[]; printers: readonly Printer[]; down: boolean }) {
  const { again, pending } = usePrintAgain()
  const certain = jobs.filter(({ status, printerId }) => status !== 'unknown' && printers.some(({ _id }) => _id === printerId))
  const failed = certain.filter(({ status }) => status === 'failed')
  const refusal = usePrintRefusal(certain).printing
  const movable = certain.filter((job) => !isPrinting(job))
  const isOfOne = new Set(movable.map(({ printerId }) => printerId)).size === 1
  const standIn = isOfOne && movable.length > 1 ? standInFor(movable, printers, down) : undefined
  if (certain.length < 2 || (failed.length === 0 && !standIn)) return null
  return (
    <div className="flex flex-wrap gap-2 px-2 pb-2">
      {failed.length > 0 ? (
        <Button size={32} variant="primary" loading={pending} disabledReason={refusal} onClick={() => void again(failed)}>
          {failed.length === jobs.length ? 'Print all' : `Print all ${failed.length} that failed`}
        </Button>
      ) : null}
      {standIn ? (
        <Button
          size={32}
          className="max-w-full min-w-0"
          loading={pending}
          disabledReason={refusal}
          onClick={() => void again(movable, standIn._id)}
        >
          <span className="truncate">
            Print all {movable.length === jobs.length ? '' : `${movable.length} `}on {standIn.name}
          </span>
        </Button>
      ) : null}
    </div>
  )
}

/** SPEC §8's sentence, and what to do. */
const Told = ({ problem: { message, fix } }: { problem: Pick<PrintProblem, 'message' | 'fix'> }) => (
  <p>
    <b className="font-semibold">{withStop(message)}</b> {fix}
  </p>
)

/** What a paper that nothing has failed yet waits for, and what to do. `isPaused`: everything is ready here, but this page doesn't print. */
function waitText({ status }: Job, printer: Printer, agent: AgentState, isNext: boolean, isPaused: boolean): string {
  if (status === 'printing') return 'The printer has not answered yet.'
  if (isPaused) return 'It comes out by itself once POS, Orders, Tables or Kitchen is open here.'
  if (isHere(printer) && agent.is === 'connected')
    return isNext ? withFix('No printer found. Please check your printer connection.') : 'It waits for the paper before it.'
  if (isHere(printer) && agent.is !== 'off') return 'It comes out by itself once QZ Tray is connected here.'
  return 'It comes out by itself once POS, Orders, Tables or Kitchen is open on the printer’s computer and QZ Tray runs there.'
}

type RowProps = {
  job: Job
  printer: Printer | undefined
  agent: AgentState
  /** Does this page print? */
  prints: boolean
  /** Is no other paper being printed on its printer? */
  isNext: boolean
  standIn: Printer | undefined
}

function Row({ job, printer, agent, prints, isNext, standIn }: RowProps) {
  const dates = useDates()
  const refusal = usePrintRefusal([job])
  const off = usePrintingOff()
  const { again, dismiss, pending } = usePrintAgain()
  const label = printLabel(job)
  const unknown = job.status === 'unknown'
  // It can't be asked for twice.
  const waits = isWaiting(job)
  const isPaused = !prints && !isPrinting(job) && printer !== undefined && isHere(printer) && agent.is === 'connected' && !off
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-[8px] bg-danger-soft p-3 text-14 text-on-danger-soft">
      <p className="[overflow-wrap:anywhere]">
        <b className="font-semibold">
          {label} {unknown ? 'may not have been printed' : 'is not printed'}
        </b>{' '}
        {/* A line of its own, as on the rail: after the title it broke before a dot. */}
        <span className="block">
          {[printTitle(job), job.station, printer?.name ?? 'its printer was removed', dates.clock(job.waitingSince)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {job.reason ? <p>{job.kind === 'kot' && !unknown ? kotFailed(job.reason) : withFix(job.reason)}</p> : null}
      {waits && printer && !job.reason && !off ? <p>{waitText(job, printer, agent, isNext, isPaused)}</p> : null}
      <div className="flex flex-wrap gap-2">
        {isPaused && waits ? (
          <Button size={32} disabledReason={refusal.printing} aria-label={`Print now: ${label}`} onClick={askForPaper}>
            Print now
          </Button>
        ) : null}
        {waits && printer ? null : (
          <Button
            size={32}
            loading={pending}
            disabledReason={refusal.printing ?? (printer ? null : 'Its printer was removed')}
            aria-label={`${unknown ? 'Print again (may be a duplicate)' : 'Print again'}: ${label}`}
            onClick={() => void again([job])}
          >
            {unknown ? 'Print again (may be a duplicate)' : 'Print again'}
          </Button>
        )}
        {standIn ? (
          <Button
            size={32}
            loading={pending}
            disabledReason={refusal.printing}
            aria-label={`Print on ${standIn.name}: ${label}`}
            className="max-w-full min-w-0"
            onClick={() => void again([job], standIn._id)}
          >
            <span className="truncate">Print on {standIn.name}</span>
          </Button>
        ) : null}
        <Button
          size={32}
          variant="quiet"
          disabledReason={refusal.dismissing ?? (isPrinting(job) ? IS_PRINTING : null)}
          aria-label={`Not needed: ${label}`}
          onClick={() => void dismiss([job])}
        >
          Not needed
        </Button>
      </div>
    </li>
  )
}
