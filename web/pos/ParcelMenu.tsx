import { Bike, ChevronDown, ShoppingBag } from 'lucide-react'
import { opensOnPress } from '#web/app/shell/OpensOnPress.tsx'
import { useAllDrafts } from '#web/shared/order/drafts.ts'
import { type Parcel, parcelName, type Running, runningOf } from '#web/shared/order/target.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { Button } from '#web/ui/Button.tsx'
import { Count } from '#web/ui/Count.tsx'

type Props = { type: Parcel; current: string; onOpen: (path: string) => void }
const Opened = opensOnPress<Props & { running: readonly Running[] }>('dialog', () => import('./ParcelList.tsx'))

/** Switches between the open take-aways (or deliveries), or starts another one. */
export function ParcelMenu({ type, current, onOpen }: Props) {
  const { orders } = useOpenOrders()
  const running = runningOf(type, orders, useAllDrafts())
  const here = running.find((r) => r.key === current)
  // The open order's number must not be cut. The count of the others may be, because the button's accessible name and the list have it too.
  const others = running.filter((r) => r.key !== current).length
  const count = here?.order ? 0 : others
  return (
    <Opened
      type={type}
      current={current}
      running={running}
      onOpen={onOpen}
      trigger={
        <Button
          className="min-w-0 flex-none px-3! w-34 @min-[26rem]:w-40 [&>span]:w-full [&>span]:justify-start!"
          icon={type === 'Delivery' ? <Bike /> : <ShoppingBag />}
          iconEnd={
            <>
              {count > 0 ? <Count value={count} className="ml-auto" /> : null}
              <ChevronDown className={count > 0 ? 'text-muted' : 'ml-auto text-muted'} />
            </>
          }
          aria-label={`${parcelName(type, here)}, ${here?.order ? running.length : others} running`}
        >
          <span className="font-semibold">{here?.order ? `No. ${here.order.serialNumber}` : 'New'}</span>
        </Button>
      }
    />
  )
}
