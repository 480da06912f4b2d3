import { Ellipsis, PackageX, Plus, UserRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OrderShape } from '#domain/api/order.ts'
import { leftOf, receivedOf } from '#domain/tender.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { createPart } from '#web/app/part.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { PageSkeleton } from '#web/app/shell/page.tsx'
import { Slot } from '#web/app/shell/slots.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { to } from '#web/core/to.ts'
import { useFloorDialogs } from '#web/shared/floor/dialogs.tsx'
import { useItemPicker } from '#web/shared/menu/ItemPicker.tsx'
import { useMenu } from '#web/shared/menu/menu.ts'
import { CancelLineDialog } from '#web/shared/order/CancelLineDialog.tsx'
import { CancelOrderDialog } from '#web/shared/order/CancelOrderDialog.tsx'
import { CartLine } from '#web/shared/order/CartLine.tsx'
import { ChangedNotice } from '#web/shared/order/ChangedNotice.tsx'
import { ConflictDialog } from '#web/shared/order/ConflictDialog.tsx'
import { draftNow, forgetOrder, tableKey } from '#web/shared/order/drafts.ts'
import { HeldNotice } from '#web/shared/order/HeldNotice.tsx'
import { troubles } from '#web/shared/order/cart.ts'
import { type LineAsked, LineNoteDialog } from '#web/shared/order/LineNoteDialog.tsx'
import { OrderStateChip } from '#web/shared/order/OrderStateChip.tsx'
import { OrderTotals } from '#web/shared/order/OrderTotals.tsx'
import type { Settled } from '#web/shared/order/pay/useSettle.tsx'
import { SentKot } from '#web/shared/order/SentKot.tsx'
import { keepSettled } from '#web/shared/order/settled.ts'
import { UnsentDialog } from '#web/shared/order/UnsentDialog.tsx'
import { useChanges } from '#web/shared/order/useChanges.ts'
import { useCustomer } from '#web/shared/order/useCustomer.ts'
import { useOrder } from '#web/shared/order/useOpenOrders.ts'
import { useOrderMenu } from '#web/shared/order/useOrderMenu.tsx'
import { useTicket } from '#web/shared/order/useTicket.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Gone } from './Gone.tsx'
import { keep } from './kept.ts'
import { useCurrent } from './useCurrent.ts'

const payPanel = () => import('#web/shared/order/PayPanel.tsx').then(({ PayPanel }) => ({ default: PayPanel }))
const PayPanel = lazy(payPanel)
const customerSheet = createPart(() => import('#web/shared/order/CustomerSheet.tsx'))

type Asking =
  | { kind: 'customer' }
  | { kind: 'unsent' }
  | { kind: 'cancelOrder'; order: OrderShape }
  | ({ kind: 'cancelLine' } & LineAsked)
  | ({ kind: 'note' } & LineAsked)

/** `/restaurant/pos-mobile`: the open order with its lines, customer and totals; Send KOT and Settle. */
export default function OrderPage() {
  const current = useCurrent(to.mobileOrder)
  const { key, type, order, draft, count, edit, label, floor, failed } = current
  const menu = useMenu()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const who = useWho()
  const { printBill, printing } = usePrint()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const ticket = useTicket(current, menu, nothing)
  const customer = useCustomer(current)
  const { changes } = useChanges(order)
  const picker = useItemPicker({ add: ticket.add, replace: edit.replace })
  const trouble = useMemo(() => troubles(draft, menu.byId, []), [draft, menu.byId])
  const { move, dialogs: floorDialogs } = useFloorDialogs(floor, {
    onMoved: (_, into) => current.go(tableKey(into.table._id), { replace: true }),
  })
  const entries = useOrderMenu(current, menu, {
    onCustomer: () => setAsking({ kind: 'customer' }),
    onMove: move,
    onCancel: (asked) => setAsking({ kind: 'cancelOrder', order: asked }),
  })

  // ---------------------------------------------------------- the pay panel is in the address, so that the browser's Back closes it
  const paysNow = search.get('pay') === '1'
  // Keep showing the paid order after it has ended.
  const [paying, setPaying] = useState<string | null>(null)
  if (paysNow && order && paying !== order._id) setPaying(order._id)
  if (!paysNow && paying !== null) setPaying(null)
  const bill = useOrder(paysNow ? (paying ?? order?._id) : null)
  const toPay = (pay: boolean) => {
    // The snackbar would cover Settle.
    snack.close(`sent:${key}`)
    void navigate(to.mobileOrder({ draft: key, pay }), { replace: !pay })
  }
  const somethingToSettle = order !== null || count > 0
  useEffect(() => {
    customerSheet.fetch()
    if (somethingToSettle) payPanel().catch(nothing)
  }, [somethingToSettle])

  const settleReason = order ? why.settle(order, who, { here: true }) : count > 0 ? why.settleNew(who) : 'Nothing to settle'
  const sendAndPay = async () => {
    if (await ticket.sendNow()) toPay(true)
  }
  /** A parcel is sent and its payment opened in one press. At a table, unsent items may be meant for later, so it is asked. */
  function settle() {
    if (count === 0) toPay(true)
    else if (type === 'Dine In') setAsking({ kind: 'unsent' })
    else void sendAndPay()
  }
  function settled(paid: Settled) {
    keepSettled(paid)
    forgetOrder(paid.order._id)
    // Items are still unsent: the conflict dialog asks whether to keep them as a new order or discard them.
    if (draftNow(key)?.draft) return toPay(false)
    keep(null)
    void navigate(to.mobileOrders(), { replace: true })
  }

  const pressSend = () => (ticket.sendReason === null && !ticket.sending ? void ticket.sendNow() : undefined)
  const pressSettle = () => (settleReason === null && !ticket.sending ? settle() : undefined)
  useShortcuts(
    bill
      ? {}
      : {
          F8: { label: 'Send KOT', run: pressSend },
          'Mod+Enter': { label: 'Send KOT', run: pressSend },
          F9: { label: 'Bill & settle', run: pressSettle },
        },
  )

  if (bill)
    return (
      <>
        <Suspense fallback={<PageSkeleton />}>
          <PayPanel order={bill} onBack={() => toPay(false)} onSettled={settled} />
        </Suspense>
        <ConflictDialog draftKey={key} />
      </>
    )
  if (current.gone) return <Gone title={current.gone} />
  if (current.broken) return <QueryError query={current.broken} className="m-4" />
  const empty = !order && !draft
  const toMenu = () => void navigate(to.mobileMenu({ draft: key || undefined }))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {empty ? null : (
        <>
          <Slot name="header">
            <span data-header="" className="flex min-w-0 flex-1 items-center gap-2 pl-3">
              <b className="min-w-0 truncate text-20 font-semibold">{label}</b>
              <OrderStateChip order={order} unsent={count} />
            </span>
          </Slot>
          <Slot name="actions">
            <Menu
              trigger={<IconButton label="More for this order" icon={<Ellipsis />} />}
              items={[
                ...entries,
                order
                  ? {
                      key: 'bill',
                      label: 'Show bill',
                      disabledReason: why.bill(order, who) ?? (printing === order._id ? 'The bill is on its way' : null),
                      onSelect: () => printBill(order),
                    }
                  : null,
              ]}
            />
          </Slot>
        </>
      )}
      {current.loading ? (
        <div role="status" aria-label="Loading the order" className="grid flex-1 content-start gap-3 p-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
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
          <div
            role="group"
            aria-label="Order"
            tabIndex={0}
            className="scroll-quiet min-h-0 flex-1 overflow-y-auto bg-surface focus-visible:-outline-offset-2"
          >
            <div className="bg-bg px-4 py-3">
              <Button
                full
                icon={<UserRound />}
                aria-haspopup="dialog"
                className="min-w-0 [&>span]:w-full [&>span]:justify-start!"
                disabledReason={order && why.change(order, who)}
                onClick={() => setAsking({ kind: 'customer' })}
              >
                {customer.value.customer_name || (customer.value.mobile_number ? null : <span className="text-muted">Customer</span>)}
                <span className="num ml-auto text-14 font-normal text-muted">{customer.value.mobile_number}</span>
              </Button>
            </div>
            <ChangedNotice changes={changes} />
            {order ? <HeldNotice order={order} flush /> : null}
            {order?.kots.map((kot) => (
              <SentKot
                key={kot.kotId}
                order={order}
                kot={kot}
                highlighted={changes?.lineIds ?? []}
                onCancel={(line) => setAsking({ kind: 'cancelLine', order, kot, line })}
                onNote={(line) => setAsking({ kind: 'note', order, kot, line })}
              />
            ))}
            {ticket.refused ? (
              <Banner
                tone="danger"
                icon={<PackageX />}
                flush
                action={
                  <Button variant="danger" size={40} loading={ticket.sending} onClick={() => void ticket.removeAndSend()}>
                    Remove and send rest
                  </Button>
                }
              >
                {ticket.refused}
              </Banner>
            ) : null}
            {draft ? (
              <ul
                aria-label={failed?.message ? 'Not sent, retry' : 'Not sent'}
                className="divide-y divide-hairline border-b border-hairline"
              >
                {draft.lines.map((line) => (
                  <CartLine
                    key={line.key}
                    line={line}
                    item={menu.byId.get(line._id)}
                    reason={trouble.get(line._id) ?? null}
                    on={{ onQuantity: ticket.setQuantity, onRemove: ticket.remove, onCustomise: picker.customise }}
                  />
                ))}
              </ul>
            ) : null}
            <Button variant="link" icon={<Plus />} disabledReason={order && why.change(order, who)} onClick={toMenu} className="m-1">
              Add items
            </Button>
          </div>
          <div className="flex-none border-t border-hairline bg-surface px-4 pt-2 pb-3">
            <OrderTotals totals={ticket.totals} taxPercentages={ticket.taxPercentages} discountTitle={order?.discountTitle} />
            {order && order.payments.length > 0 ? (
              <p className="flex justify-between gap-3 text-14">
                <span className="text-muted">
                  <Money paise={receivedOf(order)} /> received, left to pay
                </span>
                <b className="font-semibold">
                  <Money paise={leftOf(order)} />
                </b>
              </p>
            ) : null}
            <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-2 pt-2">
              <Button
                size={64}
                className="px-3!"
                loading={ticket.sending}
                disabledReason={ticket.sendReason}
                onClick={() => void ticket.sendNow()}
              >
                {count > 0 ? `Send KOT (${count})` : 'Send KOT'}
              </Button>
              <Button
                variant="primary"
                size={64}
                className="px-3!"
                loading={ticket.sending && draft !== null}
                disabledReason={settleReason}
                sub={count > 0 && type !== 'Dine In' ? `sends the ${plural(count, 'item')} too` : undefined}
                onClick={pressSettle}
              >
                Bill & settle
              </Button>
            </div>
          </div>
        </>
      )}
      {picker.element}
      {floorDialogs}
      {key ? <ConflictDialog draftKey={key} /> : null}
      {asking?.kind === 'customer' && key ? (
        <customerSheet.Part title={label} value={customer.value} orderType={type} onSave={customer.save} onClose={close} />
      ) : null}
      {asking?.kind === 'unsent' ? (
        <UnsentDialog
          count={count}
          hasOrder={order !== null}
          sending={ticket.sending}
          onSend={async () => {
            await sendAndPay()
            close()
          }}
          onWithout={() => {
            close()
            toPay(true)
          }}
          onClose={close}
        />
      ) : null}
      {asking?.kind === 'cancelOrder' ? <CancelOrderDialog order={asking.order} onClose={close} /> : null}
      {asking?.kind === 'cancelLine' ? <CancelLineDialog {...asking} onClose={close} /> : null}
      {asking?.kind === 'note' ? <LineNoteDialog {...asking} onClose={close} /> : null}
    </div>
  )
}

const nothing = () => undefined
