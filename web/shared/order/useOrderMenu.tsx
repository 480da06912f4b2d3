import { ArrowRightLeft, Ban, ListX, MessageSquareText, Move, Package, Printer, Repeat2 } from 'lucide-react'
import type { OrderShape } from '#domain/api/order.ts'
import type { OrderType } from '#domain/order.ts'
import { plural } from '#domain/text.ts'
import { undoable } from '#web/app/feedback/confirm.tsx'
import { useCommand } from '#web/core/query.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import type { MenuData } from '#web/shared/menu/menu.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { lastRound } from './cart.ts'
import type { OpenTicket } from './useTicket.ts'
import { useBillPdf } from './useBillPdf.tsx'
import { useWho, why } from './why.ts'

/** The entries of the order's ⋯ menu: everything except adding, printing and settling. */
export function useOrderMenu(
  { order, entry, type, draft, count, edit }: OpenTicket & { entry: FloorTable | undefined; type: OrderType; count: number },
  menu: MenuData,
  {
    charged,
    onCustomer,
    onCharges,
    onMove,
    onCancel,
    onRetyped,
  }: {
    /** It pays for packing or delivery. */
    charged: boolean
    onCustomer: () => void
    onCharges: (order: OrderShape) => void
    onMove: (entry: FloorTable) => void
    onCancel: (order: OrderShape) => void
    /** A take-away became a delivery, or the other way round. */
    onRetyped?: (order: OrderShape) => void
  },
): MenuEntry[] {
  const who = useWho()
  const pdf = useBillPdf(order)
  const { printKot } = usePrint()
  const update = useCommand('PUT /pos/order', { quiet: true })
  const last = lastRound(order, menu.items)
  const other = type === 'Take Away' ? 'Delivery' : 'Take Away'
  return [
    {
      key: 'customer',
      label: 'Customer and note',
      icon: <MessageSquareText />,
      onSelect: onCustomer,
      disabledReason: order && why.change(order, who),
    },
    charged
      ? {
          key: 'charges',
          label: 'Packing and delivery',
          icon: <Package />,
          onSelect: () => order && onCharges(order),
          // The server knows them with the order's first ticket.
          disabledReason: order ? why.changeTerms(order, who) : 'Comes with the first KOT, and can be changed then',
        }
      : null,
    last
      ? {
          key: 'again',
          label: 'Repeat last round',
          icon: <Repeat2 />,
          onSelect: () => edit.addAll(last.lines),
          disabledReason: last.count === 0 ? 'None of these items is available' : null,
        }
      : null,
    order && last && !why.reprint(last.kot)
      ? {
          key: 'reprint',
          label: `Reprint KOT ${last.kot.kotNumber}`,
          icon: <Printer />,
          onSelect: () => printKot(order, last.kot),
        }
      : null,
    pdf,
    order && entry
      ? {
          key: 'move',
          label: 'Move table',
          icon: <Move />,
          onSelect: () => onMove(entry),
          disabledReason: why.move(order, who),
        }
      : null,
    order && type !== 'Dine In'
      ? {
          key: 'type',
          label: `Change to ${other}`,
          icon: <ArrowRightLeft />,
          disabledReason: why.change(order, who),
          onSelect: () => {
            const { _id: orderId, orderType, deliveryAddress } = order
            const change = (orderData: { orderType: OrderType; deliveryAddress?: string }) =>
              update.mutateAsync({ body: { orderId, orderData } })
            void undoable({
              label: `Changed to ${other}`,
              do: () => change({ orderType: other }).then(() => onRetyped?.(order)),
              // The server drops the address of an order that is no delivery any more.
              undo: () => change({ orderType, deliveryAddress: deliveryAddress || undefined }),
            })
          },
        }
      : null,
    count > 0 || order ? 'separator' : null,
    count > 0
      ? {
          key: 'discard',
          label: 'Discard new ticket',
          icon: <ListX />,
          danger: true,
          onSelect: () =>
            void undoable({
              label: `Discarded ${plural(count, 'item')}`,
              do: () => edit.drop(),
              undo: () => edit.giveBack(draft),
            }),
        }
      : null,
    order
      ? {
          key: 'cancel',
          label: 'Cancel order',
          icon: <Ban />,
          danger: true,
          disabledReason: why.cancel(order, who),
          onSelect: () => onCancel(order),
        }
      : null,
  ]
}
