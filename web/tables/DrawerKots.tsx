import { Check, ChevronDown, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { canServe } from '#web/shared/floor/serve.ts'
import { type ServedRow, useServed } from '#web/shared/floor/useServed.ts'
import { HeldTicket } from '#web/shared/order/HeldTicket.tsx'
import { summaryOf, waits } from '#web/shared/order/held.ts'
import { KotLines } from '#web/shared/order/KotLines.tsx'
import { LineUnsold } from '#web/shared/order/UnsoldMark.tsx'
import { kotName } from '#web/shared/order/label.ts'
import { ItemStatusChip } from '#web/shared/order/OrderStateChip.tsx'
import { useWho, why } from '#web/shared/order/why.ts'
import { useDates } from '#web/core/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Live } from '#web/ui/Live.tsx'
import { inOrder, isDone } from './kots.ts'

export function DrawerKots({ entry, order }: { entry: FloorTable; order: OrderShape }) {
  const served = useServed()
  // A ticket whose last line was just served keeps its place, so that no other slides under the finger.
  const stays = new Set(served.staying.map(({ kot }) => kot.kotId))
  const done = (kot: Kot) => isDone(kot) && !stays.has(kot.kotId)
  return (
    <>
      <Live>{served.words}</Live>
      <ul aria-label="KOTs">
        {inOrder(order.kots, done).map((kot) => (
          <li key={kot.kotId} className="border-hairline not-first:border-t">
            {waits(kot) ? (
              <HeldTicket order={order} kot={kot} label={entry.label} headClassName="min-h-10">
                <Lines kot={kot} label={entry.label} />
              </HeldTicket>
            ) : (
              <Sent entry={entry} order={order} kot={kot} done={done(kot)} served={served} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

type ServedHere = ReturnType<typeof useServed<ServedRow>>
type KotProps = { entry: FloorTable; order: OrderShape; kot: Kot; done: boolean; served: ServedHere }

const head = 'flex min-h-10 w-full items-center gap-2 px-4 text-14'

function Sent({ entry, order, kot, done, served }: KotProps) {
  const [open, setOpen] = useState(false)
  const dates = useDates()
  const who = useWho()
  const name = kotName(kot)
  const cancelled = kot.items.every((i) => i.status === 'Cancelled')
  const title = (
    <>
      <h3 className="num font-semibold">{name}</h3>
      <span className="num text-muted">{dates.clock(kot.sentAt ?? kot.createdAt)}</span>
    </>
  )
  const lines = (
    <Lines
      kot={kot}
      label={entry.label}
      serveReason={(line) => why.serve(order, line, who)}
      stateOf={served.stateOf}
      onServe={(line) => served.press({ order, kot, line }, entry.label)}
    />
  )
  if (!done)
    return (
      <>
        <div className={head}>{title}</div>
        {lines}
      </>
    )
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={cx(head, 'min-h-12 text-left hover:bg-raised focus-visible:-outline-offset-2')}
      >
        {title}
        <span className="ml-auto flex items-center gap-2 text-muted [&_svg]:size-4">
          {kot.held ? 'Declined' : cancelled ? 'Cancelled' : 'Served'}
          <ChevronDown aria-hidden="true" className={cx('transition-transform duration-(--press)', open && 'rotate-180')} />
        </span>
      </button>
      {open ? (
        lines
      ) : (
        <p className={cx('-mt-1.5 px-4 pb-3 text-14 text-muted', cancelled && 'line-through')}>
          {summaryOf(kot) || kot.items.map((i) => `${i.quantity} ${i.itemName}`).join(', ')}
        </p>
      )}
    </>
  )
}

type LinesProps = {
  kot: Kot
  label: string
  serveReason?: (line: OrderItem) => string | null
  stateOf?: ServedHere['stateOf']
  onServe?: (line: OrderItem) => void
}

/** Each line with its status, and Serve for lines that can be served, or Undo for those that just were. */
function Lines({ kot, ...props }: LinesProps) {
  return (
    <KotLines
      kot={kot}
      amounts={false}
      className="pb-1"
      status={(line) => lineStatus(kot, line, props)}
      end={(line) => lineEnd(line, props)}
    />
  )
}

/** Is there a button beside the line? One that was just served can be taken back there. */
const presses = (line: OrderItem, { onServe, stateOf }: Omit<LinesProps, 'kot'>) =>
  onServe !== undefined && (canServe(line) || stateOf?.(line) === 'undo')

function lineStatus(kot: Kot, line: OrderItem, props: Omit<LinesProps, 'kot'>): ReactNode {
  const chip = <ItemStatusChip status={line.status} size={20} />
  if (!presses(line, props)) return <span className="mr-3">{line.status === 'In Cart' ? <LineUnsold kot={kot} line={line} /> : chip}</span>
  // Beside the button there is no room for it on a phone and in the narrow drawer: it stands below the dish.
  return <span className="max-xl:order-1 max-xl:w-full max-xl:pb-1 max-xl:pl-8">{chip}</span>
}

/** The Serve button: green with a tick when ready, plain while still being prepared. */
function lineEnd(line: OrderItem, props: Omit<LinesProps, 'kot'>): ReactNode {
  if (!presses(line, props)) return null
  const undo = props.stateOf?.(line) === 'undo'
  const ready = line.status === 'Ready' && !undo
  const what = `${line.quantity} ${line.itemName}, ${props.label}`
  return (
    <Button
      variant={ready ? 'success-outline' : 'outline'}
      icon={undo ? <Undo2 /> : ready ? <Check /> : undefined}
      className="mr-3 w-27"
      disabledReason={undo ? null : props.serveReason?.(line)}
      aria-label={undo ? `Undo serving ${what}` : `Serve ${what}`}
      onClick={() => props.onServe?.(line)}
    >
      {undo ? 'Undo' : 'Serve'}
    </Button>
  )
}
