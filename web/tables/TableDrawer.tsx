import { useQuery } from '@tanstack/react-query'
import { Banknote, Combine, Move, Plus, Split, UsersRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { orderNotes } from '#domain/bill.ts'
import { isOpen } from '#domain/order.ts'
import { tableLabel } from '#domain/table.ts'
import { leftOf, receivedOf } from '#domain/paid.ts'
import { isolated } from '#domain/direction.ts'
import { plural } from '#domain/text.ts'
import { floorElapsed, type FloorTable, listed, togetherLabel } from '#web/shared/floor/floor.ts'
import { lookOf } from '#web/shared/floor/states.ts'
import type { Floor } from '#web/shared/floor/useFloor.ts'
import { useLive } from '#web/core/live.ts'
import { Money } from '#web/app/Money.tsx'
import { endedText } from '#web/shared/order/label.ts'
import { useOrderEnd } from '#web/shared/order/useOrderEnd.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { OrderNotes } from '#web/shared/order/OrderNotes.tsx'
import { type CustomerField, TableCustomer, useTableCustomerLoaded } from '#web/shared/order/TableCustomer.tsx'
import { PrintBillButton } from '#web/shared/order/PrintBillButton.tsx'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useElapsed } from '#web/ui/hooks.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { DrawerKots } from './DrawerKots.tsx'

export type TableDrawerProps = {
  entry: FloorTable
  floor: Floor
  onClose: () => void
  onShow: (tableId: string) => void
  onAdd: () => void
  onSettle: () => void
  onMove: () => void
  onMerge: () => void
  onUnmerge: () => void
  unmerging: boolean
  /** Why the order can't be moved; null when it can. */
  moveReason: string | null
  /** Why tables can't be merged; null when they can. */
  mergeReason: string | null
  /** Why the merged tables can't be taken apart; null when they can. */
  unmergeReason: string | null
  className?: string
}

/** A running table's KOTs, total and actions. It is beside the floor, which stays usable. */
export function TableDrawer({
  entry,
  floor,
  onClose,
  onShow,
  onAdd,
  onSettle,
  onMove,
  onMerge,
  onUnmerge,
  unmerging,
  moveReason,
  mergeReason,
  unmergeReason,
  className,
}: TableDrawerProps) {
  const who = useWho()
  const dates = useDates()
  const focus = useRef<HTMLDivElement>(null)
  // The table is occupied but its order isn't in the list yet: fetch it.
  const missing = entry.order === null && entry.table.status === 'occupied'
  const asked = useQuery({ ...apiQuery('POST /orders/active', { body: { tableId: entry.table._id } }), enabled: missing, staleTime: 0 })
  const order = entry.order ?? (missing ? (asked.data?.order ?? null) : null)
  const gone = useGone(order, entry.table._id)
  const look = lookOf(entry)
  const ms = useElapsed(order?.createdAt)
  const name = togetherLabel(entry)
  const fixed = order && why.change(order, who)
  /** The sheet for guests, name and note, and where its typing begins. It is of one order: the table's next guests don't find it open. */
  const [asking, setAsking] = useState<{ field: CustomerField; orderId: string } | null>(null)
  const ask = (field: CustomerField) => order && setAsking({ field, orderId: order._id })
  useTableCustomerLoaded()

  useEffect(() => focus.current?.focus({ preventScroll: true }), [])

  return (
    <div ref={focus} role="group" aria-label={`Table ${name}`} tabIndex={-1} className={`flex min-h-0 outline-none ${className ?? ''}`}>
      <Drawer
        className="min-w-0"
        title={name}
        status={
          order ? (
            <StatusChip tone={look.tone} icon={<look.icon aria-hidden="true" />}>
              {look.word}
            </StatusChip>
          ) : null
        }
        subtitle={
          order ? (
            <>
              {[isolated(order.customer_name), order.guests ? plural(order.guests, 'guest') : plural(entry.seats, 'seat')]
                .filter(Boolean)
                .join(' · ')}
              {' · '}
              <time className="num" dateTime={order.createdAt} title={`Opened ${dates.clock(order.createdAt)}`}>
                {floorElapsed(ms)}
              </time>
            </>
          ) : undefined
        }
        actions={
          order ? (
            <IconButton
              label={`Guests, name and note of ${name}`}
              icon={<UsersRound className="size-6" />}
              disabledReason={fixed}
              onClick={() => ask('guests')}
            />
          ) : null
        }
        onClose={onClose}
        footer={
          order ? (
            <>
              <div className="grid gap-0.5">
                <p className="flex items-baseline justify-between gap-2 font-semibold">
                  Total
                  <Money rupees={order.grandTotal} className="text-20" />
                </p>
                {receivedOf(order) > 0 ? (
                  <p className="flex items-baseline justify-between gap-2 text-14 text-muted">
                    Left to pay
                    <Money paise={leftOf(order)} className="font-semibold text-text" />
                  </p>
                ) : null}
              </div>
              <Button
                variant="primary"
                size={56}
                full
                icon={<Plus className="size-6" />}
                disabledReason={why.add(order, who)}
                onClick={onAdd}
              >
                Add items
              </Button>
              <div className="grid grid-cols-2 gap-2">
                <PrintBillButton order={order} className="min-w-0" />
                <Button icon={<Banknote />} className="min-w-0" disabledReason={why.settle(order, who)} onClick={onSettle}>
                  Settle
                </Button>
                <Button icon={<Move />} className="min-w-0" disabledReason={moveReason} onClick={onMove}>
                  Move
                </Button>
                <Button icon={<Combine />} className="min-w-0" disabledReason={mergeReason} onClick={onMerge}>
                  Merge
                </Button>
                {entry.children.length > 0 ? (
                  <Button
                    icon={<Split />}
                    className="col-span-2 min-w-0"
                    loading={unmerging}
                    disabledReason={unmergeReason}
                    onClick={onUnmerge}
                  >
                    Unmerge {listed(entry.children.map((t) => tableLabel(t.tableNumber)))}
                  </Button>
                ) : null}
              </div>
            </>
          ) : undefined
        }
      >
        {order ? (
          <>
            {entry.unsent > 0 ? (
              <Banner
                tone="info"
                flush
                action={
                  <Button variant="link" onClick={onAdd}>
                    Open
                  </Button>
                }
              >
                {plural(entry.unsent, 'item')} not sent from this device
              </Banner>
            ) : null}
            <OrderNotes notes={orderNotes(order)} onEdit={fixed ? undefined : () => ask('additionalNote')} />
            <DrawerKots entry={entry} order={order} />
            {asking?.orderId === order._id ? (
              <TableCustomer
                tableId={entry.table._id}
                tableNumber={entry.table.tableNumber}
                order={order}
                entry={entry}
                label={name}
                field={asking.field}
                onClose={() => setAsking(null)}
              />
            ) : null}
          </>
        ) : missing && asked.isError ? (
          <QueryError query={asked} className="m-4" />
        ) : missing && asked.isPending ? (
          <div role="status" aria-label="Loading the order" className="grid gap-3 p-4">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        ) : (
          <Ended gone={gone} name={name} floor={floor} onAdd={onAdd} onShow={onShow} />
        )}
      </Drawer>
    </div>
  )
}

/** The drawer's order after it ended or moved to another table; null before. */
function useGone(order: OrderShape | null, tableId: string): OrderShape | null {
  const last = useRef<string | null>(order?._id ?? null)
  const [gone, setGone] = useState<OrderShape | null>(null)
  useEffect(() => {
    if (order) last.current = order._id
  }, [order])
  useOrderEnd((ended) => {
    if (ended._id === last.current) setGone(ended)
  })
  useLive(['orderUpdated', 'orderItemUpdated', 'tableMoved'], ({ order: now }) => {
    if (now && now._id === last.current && isOpen(now) && now.tableId && now.tableId !== tableId) setGone(now)
  })
  return gone
}

function Ended({
  gone,
  name,
  floor,
  onAdd,
  onShow,
}: {
  gone: OrderShape | null
  name: string
  floor: Floor
  onAdd: () => void
  onShow: (tableId: string) => void
}) {
  const moved = gone && isOpen(gone) ? floor.byId(gone.tableId)?.table : undefined
  const title = moved
    ? `${name} was moved to ${tableLabel(moved.tableNumber)}`
    : gone && !isOpen(gone)
      ? endedText(gone, name)
      : `${name} is free`
  return (
    <div role="status">
      <EmptyState
        title={title}
        action={
          moved ? (
            <Button variant="primary" onClick={() => onShow(moved._id)}>
              Show {tableLabel(moved.tableNumber)}
            </Button>
          ) : (
            <Button variant="primary" icon={<Plus />} onClick={onAdd}>
              New order
            </Button>
          )
        }
      >
        {moved ? 'Its order moved with it.' : 'It is ready for new guests.'}
      </EmptyState>
    </div>
  )
}
