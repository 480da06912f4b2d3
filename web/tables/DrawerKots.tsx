import { Check, ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { canServe, useServe } from '#web/shared/floor/serve.ts'
import { HeldTicket } from '#web/shared/order/HeldTicket.tsx'
import { summaryOf, waits } from '#web/shared/order/held.ts'
import { KotLines } from '#web/shared/order/KotLines.tsx'
import { kotName } from '#web/shared/order/label.ts'
import { ItemStatusChip } from '#web/shared/order/OrderStateChip.tsx'
import { useWho, why } from '#web/shared/order/why.ts'
import { useDates } from '#web/core/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inOrder, isDone } from './kots.ts'

export function DrawerKots({ entry, order }: { entry: FloorTable; order: OrderShape }) {
  return (
    <ul aria-label="KOTs">
      {inOrder(order.kots).map((kot) => (
        <li key={kot.kotId} className="border-hairline not-first:border-t">
          {waits(kot) ? (
            <HeldTicket order={order} kot={kot} label={entry.label} headClassName="min-h-10">
              <Lines kot={kot} label={entry.label} />
            </HeldTicket>
          ) : (
            <Sent entry={entry} order={order} kot={kot} />
          )}
        </li>
      ))}
    </ul>
  )
}

type KotProps = { entry: FloorTable; order: OrderShape; kot: Kot }

const head = 'flex min-h-10 w-full items-center gap-2 px-4 text-14'

function Sent({ entry, order, kot }: KotProps) {
  const done = isDone(kot)
  const [open, setOpen] = useState(false)
  const dates = useDates()
  const { serve } = useServe()
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
    <Lines kot={kot} label={entry.label} serveReason={(line) => why.serve(order, line, who)} onServe={(line) => serve(order, kot, line)} />
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
  onServe?: (line: OrderItem) => void
}

/** Each line with its status, and Serve for lines that can be served. */
function Lines({ kot, ...props }: LinesProps) {
  return (
    <KotLines kot={kot} amounts={false} className="pb-1" status={(line) => lineStatus(line, props)} end={(line) => lineEnd(line, props)} />
  )
}

const serves = (line: OrderItem, { onServe }: Omit<LinesProps, 'kot'>) => onServe !== undefined && canServe(line)

function lineStatus(line: OrderItem, props: Omit<LinesProps, 'kot'>): ReactNode {
  const chip = <ItemStatusChip status={line.status} />
  if (!serves(line, props)) return <span className="mr-3">{line.status === 'In Cart' ? null : chip}</span>
  // Where there is no room for the chip, the button's look shows the status.
  return line.status === 'Preparing' ? <span className="max-xl:sr-only">{chip}</span> : null
}

/** The Serve button: green with a tick when ready, plain while still being prepared. */
function lineEnd(line: OrderItem, props: Omit<LinesProps, 'kot'>): ReactNode {
  if (!serves(line, props)) return null
  const ready = line.status === 'Ready'
  return (
    <Button
      variant={ready ? 'success-outline' : 'outline'}
      icon={ready ? <Check /> : undefined}
      className="mr-3 w-27"
      disabledReason={props.serveReason?.(line)}
      aria-label={`Serve ${line.quantity} ${line.itemName}, ${props.label}`}
      onClick={() => props.onServe?.(line)}
    >
      Serve
    </Button>
  )
}
