import { useQuery } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle, Plug, Plus, RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PaperRestaurant } from '#domain/print/store.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { connectAgent, findPrinters, problemNow, useAgent } from '#web/shared/print/agent.ts'
import { useLate } from '#web/shared/print/late.ts'
import '#web/shared/print/liveJobs.ts'
import { isHere, type Printer } from '#web/shared/print/printers.ts'
import { PrintProblem } from '#web/shared/print/problems.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PrinterDialog } from './PrinterDialog.tsx'
import { PrinterRow, type Reach } from './PrinterRow.tsx'

/** The print agent of this computer, and the restaurant's printers (SCREENS §2.3 "/print", CONTRACT §9: printers are registered for a device). */
export function Printers({ printers, restaurant }: { printers: Printer[]; restaurant: PaperRestaurant }) {
  const agent = useAgent()
  /** The names of this computer's printers; null while they are not known. */
  const [found, setFound] = useState<string[] | null>(null)
  const [problem, setProblem] = useState<PrintProblem | null>(null)
  const [edited, setEdited] = useState<Printer | 'new' | null>(null)
  const may = useMay('PUT /print/printers/:id')
  const refusal = may.ok ? null : may.why
  const own = printers.filter(isHere)
  const others = printers.filter((printer) => !isHere(printer))
  const jobs = useQuery({ ...apiQuery('GET /print/jobs'), enabled: printers.length > 0 }).data?.jobs ?? []
  const late = useLate(jobs)
  const failing = printers.filter(({ _id }) => late.some(({ printerId }) => printerId === _id)).length

  const look = () =>
    findPrinters().then(
      (names) => {
        setFound(names)
        setProblem(null)
      },
      (error: unknown) => {
        if (!(error instanceof PrintProblem) || error.code === 'inProgress') return
        setProblem(error)
        setFound(error.code === 'noPrinter' ? [] : null)
      },
    )
  const connected = agent.is === 'connected'
  // Without a printer, the browser's question about access to programs of this computer appears only after a press.
  const hasOwn = own.length > 0
  const start = useEffectEvent(() => void look())
  useEffect(() => {
    if (hasOwn) start()
  }, [hasOwn])
  // The tray in the header, or a page that prints, may have connected it.
  useEffect(() => {
    if (!connected) return
    start()
    // Printers may come and go until it is connected again.
    return () => setFound(null)
  }, [connected])
  const reachOf = (printer: Printer): Reach =>
    !isHere(printer) ? 'elsewhere' : !connected ? 'off' : found === null ? 'unknown' : found.includes(printer.name) ? 'ready' : 'missing'

  return (
    <Card
      title="Printers"
      note={
        printers.length === 0
          ? undefined
          : [`${printers.length} registered`, failing === 0 ? '' : `${failing} failing`].filter(Boolean).join(', ')
      }
      className="@container"
    >
      <Agent problem={problem} onLook={() => void look()} />
      {printers.length > 0 ? (
        <div aria-hidden="true" className="printer-heads border-t border-hairline text-12 text-muted">
          <span>Prints</span>
          <span>Printer</span>
          <span>Paper</span>
          <span>State</span>
        </div>
      ) : null}
      <ul>
        {[...own, ...others].map((printer) => (
          <PrinterRow
            key={printer._id}
            printer={printer}
            printers={printers}
            jobs={late.filter(({ printerId }) => printerId === printer._id)}
            state={reachOf(printer)}
            found={found ?? []}
            restaurant={restaurant}
            refusal={refusal}
            onEdit={() => setEdited(printer)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline px-4 py-2">
        <p className="min-w-0 flex-1 basis-56 text-12 text-muted">
          {printers.length === 0
            ? 'No printer is registered: bills and tickets are printed by the browser, which always asks first.'
            : '“80mm” in its name means 48 columns, else 32.'}
        </p>
        <Button
          size={32}
          icon={<Plus />}
          variant={connected && printers.length === 0 ? 'primary' : 'outline'}
          disabledReason={refusal ?? whyNotAdded(connected, found)}
          onClick={() => setEdited('new')}
        >
          Add printer
        </Button>
      </div>
      {edited ? (
        <PrinterDialog
          printer={edited === 'new' ? null : edited}
          printers={printers}
          found={found ?? []}
          settings={restaurant.printSettings}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Card>
  )
}

const whyNotAdded = (connected: boolean, found: readonly string[] | null): string | null =>
  !connected
    ? 'Connect QZ Tray first'
    : found === null
      ? 'Find this computer’s printers first'
      : found.length === 0
        ? 'No printer was found'
        : null

/** The state of this computer's print agent, and what to do about it. */
function Agent({ problem, onLook }: { problem: PrintProblem | null; onLook: () => void }) {
  const agent = useAgent()
  const dates = useDates()
  // What a look has found out counts while the connection stands.
  const failed = agent.is === 'connected' ? problem : problemNow(agent)
  const busy = agent.is === 'connecting'
  const connected = agent.is === 'connected'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <span className={failed ? 'text-danger' : connected ? 'text-success' : 'text-muted'} aria-hidden="true">
        {failed ? <TriangleAlert /> : connected ? <CircleCheck /> : busy ? <LoaderCircle className="animate-spin" /> : <Plug />}
      </span>
      <div className="min-w-0 flex-1 basis-50" role="status">
        <p className="text-14 font-semibold">
          {failed
            ? failed.message
            : connected
              ? 'Print agent connected'
              : busy
                ? 'Connecting to the print agent'
                : 'Print agent not connected'}
        </p>
        <p className="text-12 text-muted">
          {failed ? (
            <>
              {failed.fix}
              {failed.code === 'notFound' || failed.code === 'unable' ? (
                <>
                  {' '}
                  <a className="underline" href="https://qz.io/download/" target="_blank" rel="noreferrer">
                    Download QZ Tray
                  </a>
                </>
              ) : null}
            </>
          ) : agent.is === 'connected' ? (
            `QZ Tray ${agent.version} on this computer, since ${dates.clock(agent.since)}`
          ) : agent.is === 'connecting' && agent.asking ? (
            'QZ Tray asks on this computer whether Tawa may print: choose Allow.'
          ) : (
            'QZ Tray prints on this computer’s printers without asking each time.'
          )}
        </p>
      </div>
      <Button
        size={32}
        className="ml-auto"
        variant={connected ? 'quiet' : 'outline'}
        icon={connected ? <RefreshCw /> : <Plug />}
        loading={busy}
        onClick={() => (connected ? onLook() : void connectAgent().then(onLook, () => undefined))}
      >
        {connected ? 'Find printers' : failed ? 'Connect again' : 'Connect'}
      </Button>
    </div>
  )
}
