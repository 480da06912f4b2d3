import { MessageSquareText, Plus, ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { DraftLine } from '#domain/ticket.ts'
import type { MenuData } from '#web/shared/menu/menu.ts'
import { troubles } from '#web/shared/order/cart.ts'
import { CartLine } from '#web/shared/order/CartLine.tsx'
import { CustomerButton } from '#web/shared/order/CustomerButton.tsx'
import type { Customer } from '#web/shared/order/CustomerSheet.tsx'
import { NewTicketHeading } from '#web/shared/order/NewTicketHeading.tsx'
import type { OrderAsking } from '#web/shared/order/OrderDialogs.tsx'
import { OrderSent } from '#web/shared/order/OrderSent.tsx'
import { useChanges } from '#web/shared/order/useChanges.ts'
import type { Ticket } from '#web/shared/order/useTicket.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Current, useBegin } from './useCurrent.ts'

/** The order's content: the customer, the sent tickets and the unsent items. It scrolls between the header and the totals. */
export function OrderLines({
  current: { order, draft, failed, type, entry },
  ticket,
  customer,
  menu,
  onAdd,
  onAsk,
  onCustomise,
}: {
  current: Current
  ticket: Ticket
  customer: Customer
  menu: MenuData
  onAdd: () => void
  onAsk: (asking: OrderAsking) => void
  onCustomise: (line: DraftLine, item: MenuItemShape) => void
}) {
  const who = useWho()
  const begin = useBegin()
  const { changes } = useChanges(order, entry?.table)
  const trouble = useMemo(() => troubles(draft, menu.byId, []), [draft, menu.byId])
  const fixed = order && why.change(order, who)
  return (
    <div
      role="group"
      aria-label="Order"
      tabIndex={0}
      className="scroll-quiet min-h-0 flex-1 overflow-y-auto bg-surface focus-visible:-outline-offset-2"
    >
      <div className="border-b border-hairline bg-bg px-4 py-3">
        <CustomerButton
          wide
          customer={customer}
          delivery={type === 'Delivery'}
          disabledReason={fixed}
          className="w-full"
          onClick={() => onAsk({ kind: 'customer' })}
        />
      </div>
      <OrderSent
        order={order}
        note={customer.additionalNote}
        changes={changes}
        refused={ticket.refused}
        sending={ticket.sending}
        onRemoveAndSend={() => void ticket.removeAndSend()}
        onCancelLine={(kot, line) => order && onAsk({ kind: 'cancelLine', order, kot, line })}
        onNoteLine={(kot, line) => order && onAsk({ kind: 'sentNote', order, kot, line })}
      />
      {draft ? (
        <>
          {order ? <NewTicketHeading failed={failed} /> : null}
          <ul aria-label={failed?.message ? 'Not sent, retry' : 'Not sent'} className="divide-y divide-hairline border-b border-hairline">
            {draft.lines.map((line) => (
              <CartLine
                key={line.key}
                line={line}
                item={menu.byId.get(line._id)}
                reason={trouble.get(line._id) ?? null}
                on={{ onQuantity: ticket.setQuantity, onRemove: ticket.remove, onCustomise }}
              />
            ))}
          </ul>
        </>
      ) : null}
      <div className="flex flex-wrap gap-2 p-1">
        <Button variant="quiet" icon={<Plus />} disabledReason={fixed} onClick={onAdd}>
          Add items
        </Button>
        <Button
          variant="quiet"
          icon={<MessageSquareText />}
          aria-label="Note for the order"
          disabledReason={fixed}
          onClick={() => onAsk({ kind: 'customer', field: 'additionalNote' })}
        >
          Note
        </Button>
        {order && !draft ? (
          <Button variant="quiet" icon={<ReceiptText />} onClick={begin}>
            New order
          </Button>
        ) : null}
      </div>
    </div>
  )
}
