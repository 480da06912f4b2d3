import { Clock, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { OrderType } from '#domain/order.ts'
import { freeParcelKey } from '#web/shared/order/drafts.ts'
import { Elapsed } from '#web/app/Elapsed.tsx'
import { Money } from '#web/app/Money.tsx'
import type { OpenedProps } from '#web/app/shell/OpensOnPress.tsx'
import { useDates } from '#web/core/dates.ts'
import { to } from '#web/core/to.ts'
import { OrderStateChip, paidBeside } from '#web/shared/order/OrderStateChip.tsx'
import { parcelName, parcelsFor, type Running } from '#web/shared/order/target.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Popover } from '#web/ui/Popover.tsx'

/** From this many rows on, the list has a search. */
const SEARCHED = 5

/** The open orders of `ParcelMenu`, the oldest first, because it has waited longest. Its script is loaded when somebody points at its button. */
export default function ParcelList({
  type,
  current,
  running,
  onOpen,
  trigger,
}: OpenedProps & {
  type: Exclude<OrderType, 'Dine In'>
  current: string
  running: readonly Running[]
  onOpen: (path: string) => void
}) {
  const dates = useDates()
  const [open, setOpen] = useState(true)
  const [asked, setAsked] = useState('')
  const found = parcelsFor(running, asked)
  const leave = () => {
    setOpen(false)
    setAsked('')
  }
  const choose = (r: Running) => {
    leave()
    if (r.key !== current) onOpen(to.pos(r.order ? { order: r.order._id } : { draft: r.key }))
  }
  return (
    <Popover
      label={`${type} orders`}
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : leave())}
      className="w-90 max-w-[calc(100vw-16px)] p-1"
      trigger={trigger}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {running.length > SEARCHED ? (
          <SearchInput
            label={`Search ${type.toLowerCase()} orders`}
            placeholder="Number, name or mobile"
            value={asked}
            onChange={setAsked}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !asked.trim() || !found[0]) return
              event.preventDefault()
              choose(found[0])
            }}
          />
        ) : null}
        <button
          type="button"
          onClick={() => {
            leave()
            onOpen(to.pos({ draft: freeParcelKey(type) }))
          }}
          className={row}
        >
          <Plus aria-hidden="true" />
          <span className="font-medium">New {type.toLowerCase()}</span>
        </button>
        {found.length > 0 ? (
          <ul
            aria-label={`Open ${type.toLowerCase()} orders`}
            className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-hairline pt-1"
          >
            {found.map((r) => {
              const paid = r.order && paidBeside(r.order, r.unsent)
              return (
                <li key={r.key}>
                  <button type="button" aria-current={r.key === current ? 'true' : undefined} onClick={() => choose(r)} className={row}>
                    <span className="min-w-0 flex-1 leading-5">
                      <span className="block truncate font-medium">{parcelName(type, r)}</span>
                      {/* A long name goes above the amount, and only the name may be cut. */}
                      <span className="flex flex-wrap gap-x-1 text-14 text-muted">
                        {r.name ? <span className="max-w-full truncate">{r.name}</span> : null}
                        <span className="whitespace-nowrap">
                          {r.name ? '· ' : ''}
                          {r.order ? <Money rupees={r.order.grandTotal} /> : 'No KOT yet'}
                          {paid ? ` · ${paid}` : ''}
                        </span>
                      </span>
                    </span>
                    {r.order ? (
                      <Elapsed since={r.order.createdAt} icon={<Clock aria-hidden="true" />} exact={dates.dayAndTime(r.order.createdAt)} />
                    ) : null}
                    <OrderStateChip order={r.order} unsent={r.unsent} size={20} />
                  </button>
                </li>
              )
            })}
          </ul>
        ) : asked ? (
          <EmptyState icon={<SearchX />} title={`No order matches “${asked}”`} />
        ) : null}
      </div>
    </Popover>
  )
}

const row =
  'flex min-h-13 w-full items-center gap-3 rounded-control px-3 py-1 text-left hover:bg-raised focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft aria-[current]:text-on-accent-soft'
