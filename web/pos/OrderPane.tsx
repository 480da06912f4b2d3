import { ArrowLeft, Clock, Ellipsis, PackageX, Plus, RotateCw } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import type { Price, TaxPercentages } from '#domain/tax.ts'
import { receivedOf } from '#domain/tender.ts'
import type { Draft } from '#domain/ticket.ts'
import type { Changes } from '#web/shared/order/changes.ts'
import { ChangedNotice } from '#web/shared/order/ChangedNotice.tsx'
import { HeldNotice } from '#web/shared/order/HeldNotice.tsx'
import { OrderStateChip } from '#web/shared/order/OrderStateChip.tsx'
import { OrderTotals } from '#web/shared/order/OrderTotals.tsx'
import { useDates } from '#web/core/dates.ts'
import { Money } from '#web/app/Money.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Elapsed } from '#web/app/Elapsed.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { DraftLines, type DraftLinesProps } from './DraftLines.tsx'
import { SentKot } from './SentKot.tsx'

export interface OrderPaneProps {
  /** Table and customer */
  who: ReactNode
  loading: boolean
  /** Replaces the order if none is chosen or it no longer exists */
  placeholder: ReactNode | null
  /** Above an empty order: what was settled last, with its change */
  settled: ReactNode
  order: OrderShape | null
  draft: Draft | null
  count: number
  totals: Price
  taxPercentages: TaxPercentages
  menu: readonly MenuEntry[]
  lines: Omit<DraftLinesProps, 'lines'>
  changes: Changes | null
  /** 'Item "Coke" is unavailable.' */
  refused: string | null
  notSent: string | null
  onRemoveAndSend: () => void
  onCancelLine: (kot: Kot, line: OrderItem) => void
  onNoteLine: (kot: Kot, line: OrderItem) => void
  onBackToMenu: () => void
  print: { run: () => void; reason: string | null; busy: boolean }
  settle: { run: () => void; reason: string | null; busy: boolean }
  send: { run: () => void; busy: boolean; reason: string | null }
}

export function OrderPane(props: OrderPaneProps) {
  const { who, loading, placeholder, settled, order, draft, count, totals, taxPercentages, menu, lines, changes, refused, notSent } = props
  const dates = useDates()
  const scroll = useRef<HTMLDivElement>(null)
  // A new ticket starts below the sent ones, so scroll to it.
  const begun = draft?.kotId
  useEffect(() => {
    if (begun && scroll.current) scroll.current.scrollTop = scroll.current.scrollHeight
  }, [begun])
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
        <div className="scroll-quiet flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
          {settled}
          <div className="grid flex-1 place-items-center">{placeholder}</div>
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
            {order?.paymentStatus === 'partial' ? (
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
            {order?.additionalNote ? (
              <p className="border-b border-hairline px-4 py-2 text-14">
                <span className="text-muted">Order note: </span>
                {order.additionalNote}
              </p>
            ) : null}
            <ChangedNotice changes={changes} />
            {order ? <HeldNotice order={order} flush /> : null}
            {order?.kots.map((kot) => (
              <SentKot
                key={kot.kotId}
                order={order}
                kot={kot}
                highlighted={changes?.lineIds ?? []}
                onCancel={(line) => props.onCancelLine(kot, line)}
                onNote={(line) => props.onNoteLine(kot, line)}
              />
            ))}
            {refused ? (
              <Banner
                tone="danger"
                icon={<PackageX />}
                flush
                action={
                  <Button variant="danger" size={40} loading={props.send.busy} onClick={props.onRemoveAndSend}>
                    Remove and send rest
                  </Button>
                }
              >
                {refused}
              </Banner>
            ) : null}
            {draft ? (
              <div className="py-2">
                <h2 className="flex items-baseline gap-2 px-4 py-1 text-14">
                  New ticket
                  {notSent ? (
                    <span className="flex items-center gap-1 font-semibold text-danger">
                      <RotateCw className="size-4 self-center" aria-hidden="true" /> not sent, retry
                    </span>
                  ) : (
                    <span className="font-normal text-muted">not sent</span>
                  )}
                </h2>
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
            <>
              <OrderTotals
                totals={totals}
                taxPercentages={taxPercentages}
                discountTitle={order?.discountTitle}
                className="flex-none border-t border-hairline px-4 pt-2.5"
              />
              {order && order.payments.length > 0 ? (
                <p className="flex flex-none items-baseline justify-between gap-3 px-4 text-16 font-semibold">
                  <span>
                    Left to pay{' '}
                    <span className="text-14 font-normal text-muted">
                      <Money paise={receivedOf(order)} /> received
                    </span>
                  </span>
                  <Money paise={Math.max(0, totals.grandTotal - receivedOf(order))} />
                </p>
              ) : null}
            </>
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
          loading={props.settle.busy && draft !== null}
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
          loading={props.send.busy}
          disabledReason={props.send.reason}
          onClick={props.send.run}
        >
          {count > 0 ? `Send KOT (${count})` : 'Send KOT'}
        </Button>
      </div>
    </>
  )
}

const footing = 'px-3! text-16! @max-[56rem]:h-14!'
