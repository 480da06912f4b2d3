import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { QueryError } from '#web/app/QueryError.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { to } from '#web/core/to.ts'
import { useFloorDialogs } from '#web/shared/floor/dialogs.tsx'
import { useItemPicker } from '#web/shared/menu/ItemPicker.tsx'
import { useMenu } from '#web/shared/menu/menu.ts'
import { tableKey } from '#web/shared/order/drafts.ts'
import { type OrderAsking, OrderDialogs } from '#web/shared/order/OrderDialogs.tsx'
import { PayScreen, useFetchPayPanel } from '#web/shared/order/PayScreen.tsx'
import { useCustomer } from '#web/shared/order/useCustomer.ts'
import { useEndedElsewhere } from '#web/shared/order/useOrderEnd.ts'
import { useOrderMenu } from '#web/shared/order/useOrderMenu.tsx'
import { useTicket } from '#web/shared/order/useTicket.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Gone } from './Gone.tsx'
import { OrderFoot } from './OrderFoot.tsx'
import { OrderHeader } from './OrderHeader.tsx'
import { OrderLines } from './OrderLines.tsx'
import { useCurrent } from './useCurrent.ts'
import { usePaying } from './usePaying.ts'

/** `/restaurant/pos-mobile`: the open order with its lines, customer and totals; Send KOT and Settle. */
export default function OrderPage() {
  const current = useCurrent(to.mobileOrder)
  const { key, type, order, draft, count, edit, label, floor } = current
  const menu = useMenu()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<OrderAsking | null>(null)
  const ticket = useTicket(current, menu, nothing)
  const paying = usePaying(current, ticket, { onUnsent: () => setAsking({ kind: 'unsent' }) })
  const customer = useCustomer(current)
  const picker = useItemPicker({ add: ticket.add, replace: edit.replace })
  const { move, dialogs: floorDialogs } = useFloorDialogs(floor, {
    onMoved: (_, into) => paying.isHere(key) && current.go(tableKey(into.table._id), { replace: true }),
  })
  const entries = useOrderMenu(current, menu, {
    charged: ticket.totals.chargeRows.length > 0,
    onCustomer: () => setAsking({ kind: 'customer' }),
    onCharges: (asked) => setAsking({ kind: 'charges', order: asked }),
    onMove: move,
    onCancel: (asked) => setAsking({ kind: 'cancelOrder', order: asked }),
  })
  useEndedElsewhere(order, paying.on || count > 0)
  useFetchPayPanel(order !== null || count > 0)

  const send = () => (ticket.sendReason === null && !ticket.sending ? void ticket.sendNow() : undefined)
  const here = paying.bill === null
  useShortcuts({
    F8: { label: 'Send KOT', run: send, when: here },
    'Mod+Enter': { label: 'Send KOT', run: send, when: here },
    F9: { label: 'Bill & settle', run: paying.settle.run, when: here },
  })

  if (paying.bill) return <PayScreen draftKey={key} order={paying.bill} onBack={paying.close} onSettled={paying.settled} />
  if (current.gone) return <Gone title={current.gone} />
  if (current.broken) return <QueryError query={current.broken} className="m-4" />
  const empty = !order && !draft
  const toMenu = () => void navigate(to.mobileMenu({ draft: key || undefined }))
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-240 flex-1 flex-col">
      {current.loading ? (
        <Loading />
      ) : empty ? (
        <EmptyState
          icon={<Plus />}
          title={`Nothing ordered yet for ${key && type === 'Dine In' ? label : type}`}
          className="flex-1"
          action={
            <Button variant="primary" size={56} icon={<Plus />} onClick={toMenu}>
              Add items
            </Button>
          }
        />
      ) : (
        <>
          <OrderHeader
            label={label}
            order={order}
            count={count}
            entries={entries}
            onUnsent={() => setAsking({ kind: 'unsent', print: true })}
          />
          <OrderLines
            current={current}
            ticket={ticket}
            customer={customer.value}
            menu={menu}
            onAdd={toMenu}
            onAsk={setAsking}
            onCustomise={picker.customise}
          />
          <OrderFoot current={current} ticket={ticket} paying={paying} />
        </>
      )}
      {picker.element}
      {floorDialogs}
      <OrderDialogs
        asking={asking}
        opened={current}
        customer={customer}
        sending={ticket.sending}
        onSend={ticket.sendNow}
        onSendAndSettle={paying.sendAndOpen}
        onSettleWithout={paying.open}
        onKeep={(key) => current.go(key, { replace: true })}
        onClose={() => setAsking(null)}
      />
    </div>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading the order" className="grid flex-1 content-start gap-3 p-4">
    <Skeleton className="h-12" />
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
  </div>
)
const nothing = () => undefined
