import { Check, Ellipsis, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { columnsFor } from '#domain/print/lines.ts'
import type { PaperRestaurant } from '#domain/print/store.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { type Answer, messageOf } from '#web/core/api.ts'
import { useCommand } from '#web/core/query.ts'
import { useUser } from '#web/core/session.ts'
import { printBytes } from '#web/shared/print/agent.ts'
import { bytesOf } from '#web/shared/print/bytes.ts'
import type { Printer } from '#web/shared/print/printers.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import { MaybePrinted, Waiting } from './Waiting.tsx'

const LIST = ['GET /print/printers'] as const

type Job = Answer<'GET /print/jobs'>['jobs'][number]
/** Whether this computer can reach it now. `unknown`: its printers were not found out yet; `elsewhere`: it belongs to another device. */
export type Reach = 'ready' | 'missing' | 'unknown' | 'off' | 'elsewhere'
const STATES: Record<Reach | 'failing', { text: string; tone: Tone }> = {
  ready: { text: 'Ready', tone: 'success' },
  missing: { text: 'Not found', tone: 'danger' },
  unknown: { text: 'Not checked', tone: 'neutral' },
  off: { text: 'No agent', tone: 'neutral' },
  elsewhere: { text: 'Other device', tone: 'neutral' },
  failing: { text: 'Failing', tone: 'danger' },
}

type PrinterRowProps = {
  printer: Printer
  printers: readonly Printer[]
  /** Its papers that were not printed, the oldest first. */
  jobs: readonly Job[]
  state: Reach
  /** The names of this computer's printers; empty while they are not known. */
  found: readonly string[]
  restaurant: PaperRestaurant
  refusal: string | null
  onEdit: () => void
}

/** A row of the printers: what it prints, its paper, its state, and the papers that wait for it. */
export function PrinterRow({ printer, printers, jobs, state, found, restaurant, refusal, onEdit }: PrinterRowProps) {
  const { _id: id, registeredAt: _, ...saved } = printer
  const { name, role, stations, columns, ownOnly } = saved
  const { enablePrint, autoPrintKOT } = restaurant.printSettings
  const user = useUser()
  const confirm = useConfirm()
  const remove = useCommand('DELETE /print/printers/:id', { quiet: true, refreshes: LIST })
  const save = useCommand('PUT /print/printers/:id', { refreshes: LIST })
  const [testing, setTesting] = useState(false)
  const standIn = printers.find(({ _id }) => _id === printer.fallbackId)
  const details = [
    role === 'kot' && enablePrint && !autoPrintKOT ? 'prints when asked' : '',
    standIn ? `else ${standIn.name}` : '',
    ownOnly ? 'only what its own device sends' : '',
  ]
    .filter(Boolean)
    .join(', ')
  const shown = STATES[jobs.length > 0 && state !== 'missing' ? 'failing' : state]
  const here = state !== 'elsewhere'
  const prints = role === 'bill' ? 'Bills' : stations.length > 0 ? `KOT, ${stations.join(', ')}` : 'KOT'

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
  /** Its paper follows the new name (SPEC §5). */
  const choose = (body: Omit<Printer, '_id' | 'registeredAt'>) =>
    save.mutate(
      { params: { id }, body },
      {
        onSuccess: () =>
          snack.success(`${prints}: ${body.name}`, {
            id: `printer ${id}`,
            action: body === saved ? undefined : { label: 'Undo', run: () => choose(saved) },
          }),
      },
    )
  async function takeAway() {
    const done = await confirm({
      title: `Remove ${name}?`,
      body: `Nothing is sent to it any more. ${whereItComesOut(printer, printers)}`,
      confirmLabel: 'Remove',
      tone: 'danger',
      run: () => remove.mutateAsync({ params: { id: printer._id } }),
    })
    if (done) snack.success(`${name} was removed`)
  }

  return (
    <li className="printer-row border-t border-hairline">
      <b className="min-w-0 text-14 font-semibold [overflow-wrap:anywhere]">{prints}</b>
      <div className="printer-name min-w-0 text-14 [overflow-wrap:anywhere]">
        {here && found.length > 0 && !refusal ? (
          <Select
            size={32}
            aria-label={`Printer for ${prints}`}
            value={save.isPending ? (save.variables?.body.name ?? name) : name}
            options={[...new Set([name, ...found])].map((value) => ({
              value,
              label: found.includes(value) ? value : `${value} (not found)`,
            }))}
            onChange={({ target }) => choose({ ...saved, name: target.value, columns: columnsFor(target.value) })}
          />
        ) : (
          name
        )}
        {details ? <p className="mt-0.5 text-12 text-muted">{details}</p> : null}
      </div>
      <span className="printer-paper text-14 text-muted">{`${columns === 48 ? '80' : '58'}\u00a0mm, ${columns}\u00a0col.`}</span>
      <StatusChip
        tone={shown.tone}
        icon={shown.tone === 'success' ? <Check /> : shown.tone === 'danger' ? <TriangleAlert /> : undefined}
        className="printer-state"
      >
        {shown.text}
      </StatusChip>
      <span className="printer-acts">
        {here ? (
          <Button
            size={32}
            variant="quiet"
            loading={testing}
            disabledReason={state === 'missing' ? 'The printer was not found' : state === 'off' ? 'Connect QZ Tray first' : null}
            aria-label={`Test ${name}`}
            onClick={() => void test()}
          >
            Test
          </Button>
        ) : null}
        <Menu
          trigger={<IconButton size={32} label={`More for ${name}`} icon={<Ellipsis />} />}
          items={[
            { label: 'Change', disabledReason: refusal ?? (here ? null : 'Change it on its own device'), onSelect: onEdit },
            { label: 'Remove', danger: true, disabledReason: refusal, onSelect: () => void takeAway() },
          ]}
        />
      </span>
      {state === 'missing' ? (
        <p className="printer-more text-12 text-danger">This computer has no printer of this name now. Check its power and cable.</p>
      ) : null}
      {/* Papers that certainly failed are printed again as they are; those that may be printed already one by one, as possible duplicates. */}
      <Waiting jobs={jobs.filter(({ status }) => status !== 'unknown')} printer={printer} printers={printers} />
      {jobs.map((job) => (job.status === 'unknown' ? <MaybePrinted key={job._id} job={job} /> : null))}
    </li>
  )
}

/**
 * What becomes of papers that wait for a printer when it is removed (domain/printing.ts `placeOf`): what only waits gets another printer, one that is `ownOnly` if its
 * device sent it. Copies and what was moved or failed stay where they are.
 */
function whereItComesOut({ _id, role }: Printer, printers: readonly Printer[]): string {
  const others = printers.filter((one) => one._id !== _id && one.role === role)
  if (others.length === 0) return 'What waits for it is listed as not printed.'
  const name = others.length === 1 ? others[0]?.name : `another printer for ${role === 'kot' ? 'KOTs' : 'bills'}`
  const rest = others.every((one) => one.ownOnly) ? ' if its own device sent it; all else is' : '; copies and what failed are'
  return `What only waits for it comes out of ${name}${rest} listed as not printed.`
}
