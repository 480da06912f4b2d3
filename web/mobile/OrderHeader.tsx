import { Ellipsis, ReceiptText } from 'lucide-react'
import type { OrderShape } from '#domain/api/order.ts'
import { Slot } from '#web/app/shell/slots.tsx'
import { OrderStateChip } from '#web/shared/order/OrderStateChip.tsx'
import { useWho, why } from '#web/shared/order/why.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'

/** The order's name and state in place of the page's title, and its ⋯ menu: the bill on the screen, then `entries`. */
export function OrderHeader({
  label,
  order,
  count,
  entries,
  onUnsent,
}: {
  label: string
  order: OrderShape | null
  /** Portions that are not sent */
  count: number
  entries: readonly MenuEntry[]
  /** Asks about the portions that the bill would not have. */
  onUnsent: () => void
}) {
  const who = useWho()
  const { printBill, printing } = usePrint()
  return (
    <>
      <Slot name="header">
        <span data-header="" className="flex min-w-0 flex-1 flex-col items-start gap-0.5 pl-3 sm:flex-row sm:items-center sm:gap-2">
          <b className="max-w-full truncate text-18 leading-6 font-semibold sm:text-20">{label}</b>
          <OrderStateChip order={order} unsent={count} size={20} />
        </span>
      </Slot>
      <Slot name="actions">
        <Menu
          trigger={<IconButton label="More for this order" icon={<Ellipsis />} />}
          items={[
            order
              ? {
                  key: 'bill',
                  label: 'Show bill',
                  icon: <ReceiptText />,
                  disabledReason: why.bill(order, who) ?? (printing === order._id ? 'The bill is on its way' : null),
                  onSelect: () => (count > 0 ? onUnsent() : printBill(order)),
                }
              : null,
            ...entries,
          ]}
        />
      </Slot>
    </>
  )
}
