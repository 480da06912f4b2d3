import { Bike, ChevronDown, Plus, ShoppingBag } from 'lucide-react'
import type { OrderType } from '#domain/order.ts'
import { freeParcelKey, useAllDrafts } from '#web/shared/order/drafts.ts'
import { Money } from '#web/app/Money.tsx'
import { OrderStateChip } from '#web/shared/order/OrderStateChip.tsx'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { Button } from '#web/ui/Button.tsx'
import { Count } from '#web/ui/Count.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { to } from '#web/core/to.ts'
import { runningOf } from './target.ts'

/** Switches between the open take-aways (or deliveries), or starts another one. */
export function ParcelMenu({
  type,
  current,
  onOpen,
}: {
  type: Exclude<OrderType, 'Dine In'>
  current: string
  onOpen: (path: string) => void
}) {
  const { orders } = useOpenOrders()
  const running = runningOf(type, orders, useAllDrafts())
  const here = running.find((r) => r.key === current)
  const Icon = type === 'Delivery' ? Bike : ShoppingBag
  const nameOf = (r: (typeof running)[number]) => (r.order ? `${type} ${r.order.serialNumber}` : `New ${type.toLowerCase()}`)
  const items: MenuEntry[] = [
    { key: 'new', label: `New ${type.toLowerCase()}`, icon: <Plus />, onSelect: () => onOpen(to.pos({ draft: freeParcelKey(type) })) },
    running.length > 0 ? 'separator' : null,
    ...running.map((r) => ({
      key: r.key,
      checked: r.key === current,
      onSelect: () => (r.key === current ? undefined : onOpen(to.pos(r.order ? { order: r.order._id } : { draft: r.key }))),
      label: (
        <span className="flex items-center gap-3">
          <span className="min-w-0 flex-1">
            <span className="block truncate">{nameOf(r)}</span>
            <span className="block truncate text-14 font-normal text-muted">
              {r.name ? `${r.name} · ` : ''}
              {r.order ? <Money rupees={r.order.grandTotal} /> : 'No KOT yet'}
            </span>
          </span>
          <OrderStateChip order={r.order} unsent={r.unsent} size={20} />
        </span>
      ),
    })),
  ]
  return (
    <Menu
      align="start"
      trigger={
        <Button
          className="min-w-0 flex-none px-3! w-32 @min-[26rem]:w-40 [&>span]:w-full [&>span]:justify-start!"
          icon={<Icon />}
          iconEnd={
            <>
              {running.length > 0 ? <Count value={running.length} className="ml-auto" /> : null}
              <ChevronDown className={running.length > 0 ? 'text-muted' : 'ml-auto text-muted'} />
            </>
          }
          aria-label={`${here?.order ? `${type} ${here.order.serialNumber}` : `New ${type.toLowerCase()}`}, ${running.length} running`}
        >
          <span className="font-semibold">{here?.order ? `No. ${here.order.serialNumber}` : 'New'}</span>
        </Button>
      }
      items={items}
    />
  )
}
