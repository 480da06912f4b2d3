import { orderNotes } from '#domain/bill.ts'
import { Ban, CircleCheck, Ellipsis, MessageSquareText, Phone, Plus, Printer, Undo2, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OrderShape } from '#domain/api/order.ts'
import { formatRupees } from '#domain/money.ts'
import { isOpen } from '#domain/order.ts'
import { isolated } from '#domain/direction.ts'
import { plural } from '#domain/text.ts'
import { useServing, withServed } from '#web/shared/floor/serve.ts'
import { floorElapsed } from '#web/shared/floor/floor.ts'
import { Money } from '#web/app/Money.tsx'
import { whyNot } from '#domain/orderCan.ts'
import { ChangedNotice } from '#web/shared/order/ChangedNotice.tsx'
import { NoteBand } from '#web/shared/order/KotLines.tsx'
import { billText, isMergedAway, orderLabel } from '#web/shared/order/label.ts'
import { useOrderLabel } from '#web/shared/order/useOrderLabel.ts'
import { TotalsOfOrder } from '#web/shared/order/OrderTotals.tsx'
import { PrintBillButton } from '#web/shared/order/PrintBillButton.tsx'
import { leftOf, receivedOf, whyGstinStays } from '#domain/paid.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { useDates } from '#web/core/dates.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Drawer } from '#web/ui/Drawer.tsx'
import { useElapsed } from '#web/ui/hooks.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { customerOf, mobileOf } from '#web/shared/order/finds.ts'
import { isOverdue, linesOf, mobileText } from './list.ts'
import { to } from '#web/core/to.ts'
import { wasTyping } from '#web/core/typed.ts'
import { addPath } from '#web/shared/order/paths.ts'
import { useWho, why, type Who } from '#web/shared/order/why.ts'
import { OrderNoteDialog, orderNoteKey } from './OrderNoteDialog.tsx'
import { usePaymentHistory } from '#web/shared/order/usePaymentHistory.ts'
import { receivedRows, tipRows } from '#web/shared/order/pay/received.ts'
import { useReceivedMenu } from '#web/shared/order/pay/useReceivedMenu.tsx'
import { type MoneyRow, moneyRows } from './payments.ts'
import { OrderStatus } from './OrderStatus.tsx'
import { CancelOrderDialog } from '#web/shared/order/CancelOrderDialog.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { Tickets } from './Tickets.tsx'
import { useBillPdf } from '#web/shared/order/useBillPdf.tsx'
import { useChanges } from '#web/shared/order/useChanges.ts'
import { customerFields, useSaveCustomer } from '#web/shared/order/useCustomer.ts'
import { createPart } from '#web/app/part.ts'
import { completes, useCompleteOrder } from '#web/shared/order/useCompleteOrder.ts'

const customerSheet = createPart(() => import('#web/shared/order/CustomerSheet.tsx'))

export interface OrderDrawerProps {
  order: OrderShape
  unsent: number
  /** True if a person opened it, so that it gets the focus */
  takeFocus: boolean
  onClose: () => void
}

/** One order beside the list: its KOTs, totals and actions. */
export function OrderDrawer({ order: given, unsent, takeFocus, onClose }: OrderDrawerProps) {
  const serving = useServing()
  const [order = given] = withServed([given], serving)
  const who = useWho()
  const navigate = useNavigate()
  const { printBill } = usePrint()
  const pdf = useBillPdf(order)
  const saveCustomer = useSaveCustomer()
  const [asked, setAsked] = useState<'cancel' | 'refund' | 'note' | 'customer' | null>(() =>
    // A session that ended meanwhile closed the dialog; it opens again with what was typed.
    wasTyping(orderNoteKey(given)) !== undefined ? 'note' : null,
  )
  const { changes, ended } = useChanges(given)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takeFocus) frame.current?.focus({ preventScroll: true })
  }, [takeFocus])

  const { complete, pending: completing } = useCompleteOrder(given)

  const label = useOrderLabel()(order)
  const open = isOpen(order)
  const add = addPath(order, who)
  const name = billText(order.billNumber) ? `bill ${billText(order.billNumber)}` : label
  return (
    <div
      ref={frame}
      role="group"
      aria-label={`Order of ${label}`}
      tabIndex={-1}
      className="flex min-h-0 min-w-0 flex-1 outline-none lg:w-80 lg:flex-none xl:w-105"
    >
      <Drawer
        className="min-w-0"
        title={label}
        status={<OrderStatus order={order} unsent={unsent} />}
        subtitle={<Subtitle order={order} />}
        onClose={onClose}
        actions={
          <Menu
            trigger={<IconButton label="More for this order" icon={<Ellipsis />} />}
            items={[
              open && {
                key: 'note',
                label: order.additionalNote ? 'Change order note' : 'Add order note',
                icon: <MessageSquareText />,
                disabledReason: why.change(order, who),
                onSelect: () => setAsked('note'),
              },
              open && {
                key: 'customer',
                label: 'Customer and GST number',
                icon: <UserRound />,
                disabledReason: why.change(order, who),
                onSelect: () => {
                  customerSheet.fetch()
                  setAsked('customer')
                },
              },
              order.orderStatus !== 'cancelled' && {
                key: 'bill',
                label: order.billPrintedAt ? 'Print bill again' : 'Print bill',
                icon: <Printer />,
                disabledReason: why.bill(order, who),
                onSelect: () => printBill(order),
              },
              pdf,
              'separator',
              open && {
                key: 'cancel',
                label: 'Cancel order',
                icon: <Ban />,
                danger: true,
                disabledReason: why.cancel(order, who),
                onSelect: () => setAsked('cancel'),
              },
              !open && {
                key: 'refund',
                label: `Refund ${formatRupees(order.grandTotal)}`,
                icon: <Undo2 />,
                danger: true,
                disabledReason: why.refund(order, who),
                onSelect: () => setAsked('refund'),
              },
            ]}
          />
        }
        footer={
          open ? (
            <>
              <div className="grid grid-cols-2 gap-2 min-[480px]:max-lg:grid-cols-[1.2fr_1.2fr_1fr] xl:grid-cols-[1.2fr_1.2fr_1fr]">
                <Button
                  icon={<Plus />}
                  className="min-w-0 px-2!"
                  disabledReason={why.add(order, who)}
                  onClick={() => (add ? void navigate(add) : undefined)}
                >
                  Add items
                </Button>
                <PrintBillButton order={order} className="min-w-0 px-2!" />
                <Button
                  icon={<MessageSquareText />}
                  className="min-w-0 px-2! max-[480px]:hidden lg:max-xl:hidden"
                  disabledReason={why.change(order, who)}
                  onClick={() => setAsked('note')}
                >
                  Note
                </Button>
              </div>
              <Primary
                order={order}
                unsent={unsent}
                who={who}
                busy={completing}
                // A bill has only what was sent: with unsent items the POS shows the order, and its Bill & settle asks.
                onSettle={() => void navigate(to.pos({ order: order._id, pay: unsent === 0 }))}
                onComplete={async () => {
                  const completed = await complete()
                  if (completed) snack.success(`${orderLabel(completed)} completed`)
                }}
              />
            </>
          ) : order.orderStatus === 'completed' ? (
            <div className="grid grid-cols-2 gap-2">
              <PrintBillButton order={order} />
              <Button icon={<Undo2 />} variant="danger-outline" disabledReason={why.refund(order, who)} onClick={() => setAsked('refund')}>
                Refund
              </Button>
            </div>
          ) : undefined
        }
      >
        <div>
          {ended ? (
            <Banner tone={order.orderStatus === 'cancelled' ? 'warning' : 'info'} flush>
              {ended} on another device.
            </Banner>
          ) : null}
          <ChangedNotice changes={changes} />
          {unsent > 0 && open ? (
            <Banner
              tone="info"
              flush
              action={
                add ? (
                  <Button variant="link" onClick={() => void navigate(add)}>
                    Open
                  </Button>
                ) : undefined
              }
            >
              {plural(unsent, 'item')} not sent from this device
            </Banner>
          ) : null}
          <Contact order={order} />
          <Notes order={order} />
          {isMergedAway(order) ? (
            <p className="px-4 py-6 text-14 text-muted">
              {order.cancelReason ?? 'Merged into another order'}. Its items and its bill moved with it.
            </p>
          ) : linesOf(order).length === 0 ? (
            <p className="px-4 py-6 text-14 text-muted">Nothing has been ordered yet.</p>
          ) : (
            <>
              <Tickets order={order} who={who} lit={changes?.lineIds ?? []} />
              <TotalsOfOrder order={order} className="mt-1 border-t border-hairline px-4 pt-2.5 pb-3" />
            </>
          )}
          <Acts order={order} />
          <Payments order={order} />
        </div>
      </Drawer>
      {asked === 'note' ? <OrderNoteDialog order={order} onClose={() => setAsked(null)} /> : null}
      {asked === 'customer' ? (
        <customerSheet.Part
          title={label}
          about={{ orderId: order._id }}
          value={customerFields(order)}
          orderType={order.orderType}
          gstinStays={whyGstinStays(order)}
          onSave={(next) => saveCustomer(order._id, next)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'cancel' ? <CancelOrderDialog order={given} onClose={() => setAsked(null)} /> : null}
      {asked === 'refund' ? <RefundDialog order={order} name={name} version={given.version} onClose={() => setAsked(null)} /> : null}
    </div>
  )
}

/** The primary button: settle what is left, or close a paid order. */
function Primary({
  order,
  unsent,
  who,
  busy,
  onSettle,
  onComplete,
}: {
  order: OrderShape
  unsent: number
  who: Who
  busy: boolean
  onSettle: () => void
  onComplete: () => Promise<void>
}) {
  const left = leftOf(order)
  const nothing = left === 0 && whyNot.closing(order) === null
  if (nothing)
    return (
      <Button
        variant="primary"
        size={56}
        full
        icon={<CircleCheck />}
        loading={busy}
        disabledReason={why.complete(order, who, unsent)}
        onClick={() => void onComplete()}
      >
        {receivedOf(order) === 0 ? 'Close without payment' : completes(order)}
      </Button>
    )
  return (
    <Button variant="primary" size={56} full disabledReason={why.settle(order, who)} onClick={onSettle}>
      Settle <Money paise={left} />
    </Button>
  )
}

function Subtitle({ order }: { order: OrderShape }) {
  const dates = useDates()
  const ms = useElapsed(order.createdAt)
  const late = isOverdue(order, Date.parse(order.createdAt) + ms)
  const age = isOpen(order) ? (
    <time
      dateTime={order.createdAt}
      title={`Opened ${dates.clock(order.createdAt)}`}
      className={cx('num', late && 'font-semibold text-danger')}
    >
      {floorElapsed(ms)}
    </time>
  ) : (
    <time dateTime={order.createdAt}>{dates.dayAndTime(order.createdAt)}</time>
  )
  const words = [
    billText(order.billNumber) ? `Bill ${billText(order.billNumber)}` : '',
    ...(isParcel(order) ? [] : [isolated(customerOf(order)), mobileText(mobileOf(order))]),
    order.guests ? plural(order.guests, 'guest') : '',
  ].filter(Boolean)
  return (
    <>
      Order {order.serialNumber} · {age}
      {words.map((word) => ` · ${word}`).join('')}
    </>
  )
}

const isParcel = (order: OrderShape) => order.orderType !== 'Dine In'

/** The customer of a parcel, with a link to call them, and where a delivery goes. */
function Contact({ order }: { order: OrderShape }) {
  const mobile = mobileOf(order)
  const name = customerOf(order)
  const delivery = order.orderType === 'Delivery'
  if (!isParcel(order) || (!mobile && !name && !delivery)) return null
  return (
    <div className="flex min-h-12 items-center gap-3 border-b border-hairline px-4 text-14">
      <span className="min-w-0 flex-1 py-2 [overflow-wrap:anywhere]">
        <span className="block font-medium">{name || 'Walk-in'}</span>
        {delivery ? (
          <span className={cx('block whitespace-pre-line', order.deliveryAddress ? 'text-muted' : 'text-warning-icon')}>
            {order.deliveryAddress || 'No address'}
          </span>
        ) : null}
      </span>
      {mobile ? (
        <a href={`tel:${mobile.replace(/[^+\d]/g, '')}`} className="link num inline-flex h-12 flex-none items-center gap-1.5">
          <Phone className="size-4" aria-hidden="true" />
          <span className="sr-only">Call </span>
          {mobileText(mobile)}
        </a>
      ) : null}
    </div>
  )
}

function Notes({ order }: { order: OrderShape }) {
  const notes = orderNotes(order)
  if (notes.length === 0) return null
  return (
    <div className="grid justify-items-start gap-1.5 border-b border-hairline px-4 py-3">
      {notes.map((note) => (
        <NoteBand key={note}>{note}</NoteBand>
      ))}
    </div>
  )
}

/** Who gave the discount, switched the service charge, and printed the bill last, for how much. */
function Acts({ order: { discountBy, serviceChargeBy, serviceChargeAccepted, lastPrinted, taxPercentages } }: { order: OrderShape }) {
  const dates = useDates()
  const set = taxPercentages.charges?.filter((charge) => charge.setBy) ?? []
  if (!discountBy && !serviceChargeBy && !lastPrinted && set.length === 0) return null
  return (
    <ul aria-label="Changes to the bill" className="border-t border-hairline px-4 py-3 text-14 leading-5.5 text-muted">
      {discountBy ? <li>Discount by {discountBy}</li> : null}
      {serviceChargeBy ? (
        <li>
          Service charge {serviceChargeAccepted ? 'added' : 'removed'} by {serviceChargeBy}
        </li>
      ) : null}
      {set.map(({ _id, name, setBy }) => (
        <li key={_id}>
          {name} changed by {setBy}
        </li>
      ))}
      {lastPrinted ? (
        <li className="flex justify-between gap-3">
          <span className="min-w-0">
            Last printed by {lastPrinted.by}, <span className="num">{dates.dayAndTime(lastPrinted.at)}</span>
          </span>
          <Money rupees={lastPrinted.total} />
        </li>
      ) : null}
    </ul>
  )
}

/**
 * The payments and what is left to pay: for managers and the cashier each payment with its time, whose method they may correct; for others the sum by
 * method.
 */
function Payments({ order }: { order: OrderShape }) {
  const dates = useDates()
  const known = usePaymentHistory(order)
  const history = known && known.rows
  const rows = moneyRows(order, history)
  const received = [...(order.paymentStatus === 'refunded' ? [] : receivedRows(order, history)), ...tipRows(history)]
  const { menu, dialogs } = useReceivedMenu(order, known)
  const left = leftOf(order)
  const ended = order.orderStatus === 'cancelled' && order.completedAt && !isMergedAway(order)
  if (rows.length === 0 && !ended) return null
  const menuOf = (row: MoneyRow) => {
    const held = received.find(({ key }) => key === row.key)
    return held ? menu(held, held.tip ? `tip by ${held.method}` : held.method) : null
  }
  return (
    <>
      <dl className="border-t border-hairline px-4 py-3 text-14">
        {rows.map((row) => {
          const more = menuOf(row)
          return (
            <div key={row.key} className={cx('flex items-center justify-between gap-3 leading-5.5', more && '-mr-3')}>
              <dt className="min-w-0 flex-1 text-muted">
                {row.label}
                {row.at === null ? null : <span className="num">, {isOpen(order) ? dates.clock(row.at) : dates.dayAndTime(row.at)}</span>}
              </dt>
              <dd className="flex flex-none items-center gap-2">
                <Money rupees={row.rupees} />
                {more}
              </dd>
            </div>
          )
        })}
        {isOpen(order) && left > 0 && rows.length > 0 ? (
          <div className="flex justify-between gap-3 leading-5.5 font-semibold">
            <dt>Left to pay</dt>
            <dd>
              <Money paise={left} />
            </dd>
          </div>
        ) : null}
        {ended ? (
          <div className="flex justify-between gap-3 leading-5.5">
            <dt className="text-muted">
              Cancelled{order.cancelledBy ? ` by ${order.cancelledBy},` : ''} {dates.dayAndTime(order.completedAt as string)}
            </dt>
            <dd className="max-w-1/2 flex-none text-right">{order.cancelReason}</dd>
          </div>
        ) : null}
      </dl>
      {dialogs}
    </>
  )
}
