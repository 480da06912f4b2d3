import { Check, CheckCheck, ConciergeBell, ShoppingBag, Undo2 } from 'lucide-react'
import { orderNotes } from '#domain/bill.ts'
import { isOpen } from '#domain/order.ts'
import { modsOf } from '#domain/ticket.ts'
import { floorElapsed } from '#web/shared/floor/floor.ts'
import { useServing } from '#web/shared/floor/serve.ts'
import { useServed } from '#web/shared/floor/useServed.ts'
import { OrderNotes } from '#web/shared/order/OrderNotes.tsx'
import { useWho, why } from '#web/shared/order/why.ts'
import { PhoneNote, PhoneSection } from '#web/shared/shell/PhoneSection.tsx'
import { useStillRows } from '#web/shared/shell/useStillRows.ts'
import { useDates } from '#web/core/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useElapsed } from '#web/ui/hooks.ts'
import { Live } from '#web/ui/Live.tsx'
import type { ReadyLine } from './work.ts'

/**
 * The lines to serve, oldest first; a table with several has one press for all of them. `above`: the keys of the rows above these on the page, which move
 * these when they come and go.
 */
export function ReadyToServe({ lines, above }: { lines: readonly ReadyLine[]; above: readonly string[] }) {
  const serving = useServing()
  const who = useWho()
  const { words, staying, stateOf, press, pressAll } = useServed<ReadyLine>({ onLeave: passFocusOn })

  // A row stays in place while others are served, and goes when nothing more is pressed.
  const stays = new Set(staying.map((r) => r.line.lineId))
  const open = lines.filter((r) => stays.has(r.line.lineId) || !serving.has(r.line.lineId))
  const gone = staying.flatMap((r) => (open.some((o) => o.line.lineId === r.line.lineId) ? [] : [asServed(r)]))
  const rows = [...open, ...gone].sort((a, b) => a.since.localeCompare(b.since))
  const waiting = rows.filter((r) => stateOf(r.line) === null)
  const guard = useStillRows([...above, ...rows.map((r) => r.line.lineId)])
  return (
    <PhoneSection
      title="Ready to serve"
      note={
        rows.length > 0 ? <PhoneNote>{waiting.length > 1 ? 'oldest first' : waiting.length === 0 ? 'all served' : null}</PhoneNote> : null
      }
    >
      <Live>{words}</Live>
      {rows.length === 0 ? (
        <p className="flex min-h-16 items-center gap-3 rounded-card border border-hairline bg-surface px-3 text-14 text-muted">
          <ConciergeBell className="size-6!" aria-hidden="true" />
          Nothing is ready yet. A chime plays when something is.
        </p>
      ) : (
        <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface" onClickCapture={guard}>
          {rows.map((row) => {
            const own = waiting.filter((r) => r.order._id === row.order._id)
            return (
              <ReadyRow
                key={row.line.lineId}
                row={row}
                state={stateOf(row.line)}
                refusal={why.serve(row.order, row.line, who)}
                all={own[0] === row ? own.length : 0}
                former={!isOpen(row.order) && rows.some((r) => isOpen(r.order) && r.order.tableId === row.order.tableId)}
                onAll={() => pressAll(own, row.where)}
                onPress={() => press(row, row.where)}
              />
            )
          })}
        </ul>
      )}
    </PhoneSection>
  )
}

/** What was sent as served before the list has heard of it. */
const asServed = (row: ReadyLine): ReadyLine => ({ ...row, line: { ...row.line, status: 'Served' } })

/** When a focused row disappears, the focus moves to the next row that stays. */
function passFocusOn(leaving: readonly string[]): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  if (!row || !leaving.includes(row.dataset.row ?? '')) return
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = rows.indexOf(row)
  const stays = [...rows.slice(at), ...rows.slice(0, at).toReversed()].find((one) => !leaving.includes(one.dataset.row ?? ''))
  stays?.querySelector<HTMLElement>('[data-serve]')?.focus({ preventScroll: true })
}

type RowProps = {
  row: ReadyLine
  state: 'undo' | 'served' | null
  refusal: string | null
  /** On the first row of an order: how many of its lines are ready to serve. */
  all: number
  /** It is of the guests who were at this table before those whose dishes are listed too. */
  former: boolean
  onAll: () => void
  onPress: () => void
}

function ReadyRow({ row, state, refusal, all, former, onAll, onPress }: RowProps) {
  const { line, where, order, since } = row
  const ms = useElapsed(since)
  const dates = useDates()
  const mods = modsOf(line)
  const notes = [...new Set([...orderNotes(order), ...(line.additionalItemNote ? [line.additionalItemNote] : [])])]
  const place = order.tableNumber ? (
    where
  ) : (
    <span className="flex items-center gap-0.5">
      <ShoppingBag className="size-4" aria-hidden="true" />
      <span className="sr-only">{order.orderType} </span>
      {order.serialNumber}
    </span>
  )
  const look = cx(
    'num',
    order.tableNumber && where.length <= 4 ? 'text-20 font-bold' : 'text-14 font-semibold whitespace-normal [overflow-wrap:anywhere]',
  )
  return (
    <li data-row={line.lineId} className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-2 leading-5">
      {all > 1 && refusal === null ? (
        // In place of the table's name, so that no row moves when it comes or goes.
        <button
          type="button"
          onClick={onAll}
          className="grid min-h-12 w-14 flex-none place-content-center justify-items-center rounded-control border border-success text-success hover:bg-success-soft"
        >
          <b className={cx(look, 'leading-5 text-text')}>{place}</b>
          <span className="flex items-center gap-0.5 text-12 leading-4 font-semibold">
            <CheckCheck aria-hidden="true" className="size-3.5!" />
            {former ? 'Former' : 'All'} {all}
            <span className="sr-only">{former ? ' guests’, serve' : ', serve'}</span>
          </span>
        </button>
      ) : (
        <b className={cx(look, 'w-14 flex-none pl-1')}>{place}</b>
      )}
      <span className="min-w-0 flex-1">
        <span className={cx('block font-medium [overflow-wrap:anywhere]', state && 'text-muted line-through')}>
          {line.quantity} × {line.itemName}
        </span>
        {mods.length > 0 ? <span className="block text-14 text-muted">{mods.join(' · ')}</span> : null}
        <span className="block text-14 text-muted">
          {state ? (
            'Served'
          ) : (
            <>
              Ready{' '}
              <time dateTime={since} title={dates.clock(since)} className="num">
                {floorElapsed(ms)}
              </time>
              {isOpen(order)
                ? null
                : ` · ${former ? 'former guests, ' : ''}bill ${order.paymentStatus === 'refunded' ? 'refunded' : 'paid'}`}
            </>
          )}
        </span>
      </span>
      {state === 'served' ? (
        <span className="w-28 flex-none text-center text-success">
          <Check aria-hidden="true" className="inline" />
        </span>
      ) : (
        <Button
          data-serve=""
          variant={state ? 'outline' : 'success-outline'}
          icon={state ? <Undo2 /> : <Check />}
          disabledReason={state ? null : refusal}
          aria-label={state ? `Undo serving ${line.itemName}, ${where}` : `Serve ${line.itemName}, ${where}`}
          onClick={onPress}
          className="w-28"
        >
          {state ? 'Undo' : 'Serve'}
        </Button>
      )}
      <OrderNotes notes={notes} className="rounded-control border-0! px-2! py-1! text-14" />
    </li>
  )
}
