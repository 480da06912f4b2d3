import { ArrowLeft, Clock, Ellipsis, Plus } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import type { Price, TaxPercentages } from '#domain/tax.ts'
import type { Draft } from '#domain/ticket.ts'
import type { Changes } from '#web/shared/order/changes.ts'
import { NewTicketHeading } from '#web/shared/order/NewTicketHeading.tsx'
import { OrderSent } from '#web/shared/order/OrderSent.tsx'
import { OrderStateChip, paidBeside } from '#web/shared/order/OrderStateChip.tsx'
import { TicketTotals } from '#web/shared/order/TicketTotals.tsx'
import { useDates } from '#web/core/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { Elapsed } from '#web/app/Elapsed.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { DraftLines, type DraftLinesProps } from './DraftLines.tsx'

export interface OrderPaneProps {
  /** Table and customer */
  who: ReactNode
  loading: boolean
  /** Replaces the order if none is chosen or it no longer exists */
  placeholder: ReactNode | null
  /** Above an empty order: the last settlement, with its change */
  settled: ReactNode
  order: OrderShape | null
  /** For the whole order */
  note: string
  draft: Draft | null
  count: number
  totals: Price
  taxPercentages: TaxPercentages
  menu: readonly MenuEntry[]
  lines: Omit<DraftLinesProps, 'lines'>
  changes: Changes | null
  /** 'Item "Coke" is unavailable.' */
  refused: string | null
  /** The send without an answer: its `message` is empty while the answer may still come. */
  failed: { message: string } | null
  onRemoveAndSend: () => void
  onCancelLine: (kot: Kot, line: OrderItem) => void
  onNoteLine: (kot: Kot, line: OrderItem) => void
  onBackToMenu: () => void
  print: { run: () => void; reason: string | null; busy: boolean }
  settle: { run: () => void; reason: string | null; busy: boolean }
  send: { run: () => void; busy: boolean; reason: string | null }
}

export function OrderPane(props: OrderPaneProps) {
  const { who, loading, placeholder, settled, order, draft, count, totals, taxPercentages, menu, lines, changes, refused, failed } = props
  const dates = useDates()
  const scroll = useRef<HTMLDivElement>(null)
  // A new ticket starts below the sent ones, so scroll to it.
  const begun = draft?.kotId
  useEffect(() => {
    if (begun && scroll.current) scroll.current.scrollTop = scroll.current.scrollHeight
  }, [begun])
  // Sent tickets don't change with the new one's lines, so that a press doesn't render them.
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const { note, send } = props
  const sent = useMemo(
    () => (
      <OrderSent
        order={order}
        note={note}
        changes={changes}
        refused={refused}
        sending={send.busy}
        onRemoveAndSend={() => latest.current.onRemoveAndSend()}
        onCancelLine={(kot, line) => latest.current.onCancelLine(kot, line)}
        onNoteLine={(kot, line) => latest.current.onNoteLine(kot, line)}
      />
    ),
    [order, note, changes, refused, send.busy],
  )
  const empty = !order && !draft
  // Phones have no keyboard, so no key hints.
  const keys = !useMediaQuery('(pointer: coarse) and (max-width: 1023px)')
  return (
    <>
      <div className="flex h-16 flex-none items-center gap-2 border-b border-hairline bg-surface px-4 @max-[40rem]:pl-2">
        <IconButton
          label="Back to the menu"
          icon={<ArrowLeft className="size-6" />}
          onClick={props.onBackToMenu}
          className="@min-[40rem]:hidden"
        />
        {who}
      </div>
      {placeholder ? (
        // Above it, there is room for a snackbar.
        <div className="scroll-quiet flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 pt-14 low:flex-none low:overflow-visible">
          {settled}
          <div className="grid flex-1 place-items-center *:py-2!">{placeholder}</div>
        </div>
      ) : loading ? (
        <div role="status" aria-label="Loading the order" className="grid min-h-0 flex-1 content-start gap-3 overflow-hidden p-4">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </div>
      ) : (
        <>
          <div className="flex h-12 flex-none items-center gap-2 border-b border-hairline pr-1 pl-4 text-14 text-muted">
            {empty ? null : <OrderStateChip order={order} unsent={count} />}
            {order ? <span className="truncate">Order {order.serialNumber}</span> : <span className="truncate">New order</span>}
            {order && paidBeside(order, count) === 'part paid' ? (
              <StatusChip tone="warning" size={20}>
                Part paid
              </StatusChip>
            ) : null}
            <span className="flex-1" />
            {order ? (
              <Elapsed since={order.createdAt} icon={<Clock aria-hidden="true" />} exact={dates.dayAndTime(order.createdAt)} />
            ) : null}
            <Menu trigger={<IconButton label="More for this order" icon={<Ellipsis />} className="text-text" />} items={menu} />
          </div>
          <div
            ref={scroll}
            role="group"
            aria-label="Order"
            tabIndex={empty ? undefined : 0}
            className="scroll-quiet min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2 low:flex-none low:overflow-visible"
          >
            {sent}
            {draft ? (
              <div className="py-2">
                <NewTicketHeading failed={failed} />
                <DraftLines lines={draft.lines} {...lines} />
              </div>
            ) : empty ? (
              <div className="flex min-h-full flex-col gap-4 p-4">
                {settled}
                <EmptyState icon={<Plus />} title="Tap an item or press F2" className="flex-1" />
              </div>
            ) : null}
          </div>
          {empty ? null : (
            <TicketTotals
              order={order}
              totals={totals}
              taxPercentages={taxPercentages}
              className="flex-none border-t border-hairline px-4 pt-2.5"
            />
          )}
        </>
      )}
      <div className="grid flex-none grid-cols-2 gap-2 border-hairline px-4 pt-2 pb-4 @min-[56rem]:grid-cols-[auto_auto_minmax(0,1fr)]">
        <Button
          size={64}
          kbd={keys ? 'Ctrl P' : undefined}
          className={footing}
          loading={props.print.busy}
          disabledReason={props.print.reason}
          onClick={props.print.run}
        >
          Print bill
        </Button>
        <Button
          size={64}
          kbd={keys ? 'F9' : undefined}
          className={footing}
          loading={props.settle.busy}
          disabledReason={props.settle.reason}
          onClick={props.settle.run}
        >
          Bill & settle
        </Button>
        <Button
          variant="primary"
          size={64}
          kbd={keys ? 'F8' : undefined}
          className="px-3! @max-[56rem]:col-span-2"
          loading={send.busy}
          disabledReason={send.reason}
          onClick={send.run}
        >
          {count > 0 ? `Send KOT (${count})` : 'Send KOT'}
        </Button>
      </div>
    </>
  )
}

const footing = 'px-3! text-16! @max-[56rem]:h-14!'
