import { CircleCheck, Ellipsis, LoaderCircle, Plug, Plus, Printer as PrinterIcon, RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PaperRestaurant } from '#domain/print/store.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { messageOf } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { useCommand } from '#web/core/query.ts'
import { useUser } from '#web/core/session.ts'
import { agentNow, connectAgent, findPrinters, printBytes, useAgent } from '#web/shared/print/agent.ts'
import { bytesOf } from '#web/shared/print/bytes.ts'
import { isHere, type Printer } from '#web/shared/print/printers.ts'
import { PrintProblem } from '#web/shared/print/problems.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { PrinterDialog } from './PrinterDialog.tsx'

const LIST = ['GET /print/printers'] as const

/** The print agent of this computer, and the restaurant's printers (SCREENS §2.3 "/print", CONTRACT §9: printers are registered for a device). */
export function Printers({ printers, restaurant }: { printers: Printer[]; restaurant: PaperRestaurant }) {
  const agent = useAgent()
  const [found, setFound] = useState<string[]>([])
  const [problem, setProblem] = useState<PrintProblem | null>(null)
  const [edited, setEdited] = useState<Printer | 'new' | null>(null)
  const may = useMay('PUT /print/printers/:id')
  const refusal = may.ok ? null : may.why
  const own = printers.filter(isHere)
  const others = printers.filter((printer) => !isHere(printer))

  const look = () =>
    findPrinters().then(
      (names) => {
        setFound(names)
        setProblem(null)
      },
      (error: unknown) => {
        if (error instanceof PrintProblem && error.code !== 'inProgress') setProblem(error)
      },
    )
  // Without a printer, the browser's question about access to programs of this computer appears only after a press.
  const looks = own.length > 0 || agentNow().is === 'connected'
  const first = useEffectEvent(() => void look())
  useEffect(() => {
    if (looks) first()
  }, [looks])

  return (
    <Card
      title="Printers"
      note={printers.length === 0 ? undefined : `${printers.length} registered`}
      action={
        <Button
          size={32}
          icon={<Plus />}
          disabledReason={refusal ?? (agent.is === 'connected' ? null : 'Connect QZ Tray first')}
          onClick={() => setEdited('new')}
        >
          Add printer
        </Button>
      }
    >
      <Agent problem={problem} onLook={() => void look()} />
      {printers.length === 0 ? (
        <p className="border-t border-hairline px-4 py-3 text-14 text-muted">
          No printer is registered: bills and tickets are printed by the browser, which always asks first.
        </p>
      ) : null}
      <ul>
        {[...own, ...others].map((printer) => (
          <Row
            key={printer._id}
            printer={printer}
            fallback={printers.find(({ _id }) => _id === printer.fallbackId)?.name}
            here={isHere(printer)}
            missing={agent.is === 'connected' && found.length > 0 && isHere(printer) && !found.includes(printer.name)}
            restaurant={restaurant}
            refusal={refusal}
            onEdit={() => setEdited(printer)}
          />
        ))}
      </ul>
      {edited ? (
        <PrinterDialog
          printer={edited === 'new' ? null : edited}
          printers={printers}
          found={found}
          stations={restaurant.printSettings.stations}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Card>
  )
}

/** What the agent of this computer is doing, and what to do about it. */
function Agent({ problem, onLook }: { problem: PrintProblem | null; onLook: () => void }) {
  const agent = useAgent()
  const dates = useDates()
  const failed = problem ?? (agent.is === 'failed' ? agent.problem : null)
  const busy = agent.is === 'connecting'
  const connected = agent.is === 'connected'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline px-4 py-3">
      <span className={failed ? 'text-danger' : connected ? 'text-success' : 'text-muted'} aria-hidden="true">
        {failed ? <TriangleAlert /> : connected ? <CircleCheck /> : busy ? <LoaderCircle className="animate-spin" /> : <Plug />}
      </span>
      <div className="min-w-0 flex-1 basis-60" role="status">
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
              {failed.code === 'notFound' ? (
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
        icon={connected ? <RefreshCw /> : <Plug />}
        loading={busy}
        onClick={() => (connected ? onLook() : void connectAgent().then(onLook, () => undefined))}
      >
        {connected ? 'Find printers' : failed ? 'Connect again' : 'Connect'}
      </Button>
    </div>
  )
}

type RowProps = {
  printer: Printer
  fallback: string | undefined
  here: boolean
  missing: boolean
  restaurant: PaperRestaurant
  refusal: string | null
  onEdit: () => void
}

function Row({ printer, fallback, here, missing, restaurant, refusal, onEdit }: RowProps) {
  const { name, role, stations, columns } = printer
  const user = useUser()
  const confirm = useConfirm()
  const remove = useCommand('DELETE /print/printers/:id', { quiet: true, refreshes: LIST })
  const [testing, setTesting] = useState(false)
  const prints = role === 'bill' ? 'Bills' : stations.length > 0 ? `KOT, ${stations.join(', ')}` : 'KOT'
  const details = [
    `${columns === 48 ? '80' : '58'} mm, ${columns} columns`,
    fallback ? `else ${fallback}` : '',
    here ? '' : 'on another device',
    printer.ownOnly ? 'only for its own device' : '',
  ]

  async function test() {
    setTesting(true)
    try {
      const at = new Date().toISOString()
      const paper = await bytesOf({ kind: 'test', printer: name, at, by: user.name }, { columns, restaurant })
      const outcome = await printBytes(name, paper, `Tawa test ${at}`)
      if (outcome.is === 'printed') snack.success(`Test page printed on ${name}`)
      else snack.error(`${outcome.problem.message} ${outcome.problem.fix}`)
    } catch (error) {
      snack.error(messageOf(error, 'Unknown printing error occurred.'))
    } finally {
      setTesting(false)
    }
  }
  async function takeAway() {
    const done = await confirm({
      title: `Remove ${name}?`,
      body: 'Nothing is sent to it any more. What waits for it is listed as not printed.',
      confirmLabel: 'Remove',
      tone: 'danger',
      run: () => remove.mutateAsync({ params: { id: printer._id } }),
    })
    if (done) snack.success(`${name} was removed`)
  }

  return (
    <li className="flex min-h-14 items-center gap-x-3 border-t border-hairline px-4 py-2">
      <PrinterIcon aria-hidden="true" className={cx('flex-none', missing ? 'text-danger' : 'text-muted')} />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-medium [overflow-wrap:anywhere]">
          {prints} <span className="font-normal text-muted">on</span> {name}
        </p>
        <p className="text-12 text-muted [overflow-wrap:anywhere]">{details.filter(Boolean).join(' · ')}</p>
        {missing ? <p className="text-12 text-danger">This computer has no printer of this name now. Check its power and cable.</p> : null}
      </div>
      {here ? (
        <Button
          size={32}
          variant="quiet"
          loading={testing}
          disabledReason={missing ? 'The printer was not found' : null}
          aria-label={`Test ${name}`}
          onClick={() => void test()}
        >
          Test
        </Button>
      ) : null}
      <Menu
        trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis />} />}
        items={[
          { label: 'Change', disabledReason: refusal ?? (here ? null : 'Change it on its own device'), onSelect: onEdit },
          { label: 'Remove', danger: true, disabledReason: refusal, onSelect: () => void takeAway() },
        ]}
      />
    </li>
  )
}
