import { useEffect } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import type { OrderType } from '#domain/order.ts'
import { whyGstinStays } from '#domain/paid.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { createPart } from '#web/app/part.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { LineAsked } from './LineNoteDialog.tsx'
import type { useCustomer } from './useCustomer.ts'

/** Their scripts are loaded right after the page's. */
const customerSheet = createPart(() => import('./CustomerSheet.tsx'))
const unsent = createPart(async () => ({ default: (await import('./UnsentDialog.tsx')).UnsentDialog }))
const cancelOrder = createPart(async () => ({ default: (await import('./CancelOrderDialog.tsx')).CancelOrderDialog }))
const cancelLine = createPart(async () => ({ default: (await import('./CancelLineDialog.tsx')).CancelLineDialog }))
const charges = createPart(() => import('./pay/ChargesDialog.tsx'))
const lineNote = createPart(async () => ({ default: (await import('./LineNoteDialog.tsx')).LineNoteDialog }))
const fetchDialogs = () => [customerSheet, unsent, cancelOrder, cancelLine, lineNote].forEach((part) => part.fetch())

/** The dialog about the open order that is shown, and the line or ticket it is about. */
export type OrderAsking =
  | { kind: 'customer'; field?: 'additionalNote' }
  /** Settling with items that are not sent, or printing the bill */
  | { kind: 'unsent'; print?: true }
  /** What a parcel pays for packing and delivery */
  | { kind: 'charges'; order: OrderShape }
  | { kind: 'cancelOrder'; order: OrderShape }
  | ({ kind: 'cancelLine' } & LineAsked)
  | ({ kind: 'sentNote' } & LineAsked)

/** What is asked about as it is now, because another device may have changed it since. What is no longer in the open order stays as it was. */
function latest<T extends { order: OrderShape } & Partial<LineAsked>>(asked: T, now: OrderShape | null): T {
  if (now?._id !== asked.order._id) return asked
  const kot = now.kots.find(({ kotId }) => kotId === asked.kot?.kotId)
  const line = kot?.items.find(({ lineId }) => lineId === asked.line?.lineId)
  return { ...asked, order: now, ...(line && { kot, line }) }
}

/** The dialogs about the open order, at the counter and on a phone; a conflict about its unsent items asks by itself. */
export function OrderDialogs({
  asking,
  opened: { key, label, count, order, type },
  customer,
  sending,
  onSend,
  onSendAndSettle,
  onSettleWithout,
  onKeep,
  onClose,
}: {
  asking: OrderAsking | null
  opened: { key: string; label: string; count: number; order: OrderShape | null; type: OrderType }
  customer: ReturnType<typeof useCustomer>
  sending: boolean
  /** Sends the ticket; null if it was refused. */
  onSend: () => Promise<OrderShape | null>
  onSendAndSettle: () => Promise<void>
  onSettleWithout: () => void
  /** Unsent items of an order that has ended are kept as a new one, by the key that they have now. */
  onKeep: (key: string) => void
  onClose: () => void
}) {
  const { printBill } = usePrint()
  const print = (sent: OrderShape | null) => {
    onClose()
    // The snackbar would cover the preview's buttons.
    snack.close(`sent:${key}`)
    if (sent) printBill(sent)
  }
  useEffect(fetchDialogs, [])
  useEffect(() => {
    // Tried again at a press, if they could not be loaded with the page.
    if (asking) fetchDialogs()
    if (asking?.kind === 'charges') charges.fetch()
  }, [asking])
  return (
    <>
      {key ? <ConflictDialog draftKey={key} onKeep={onKeep} /> : null}
      {asking?.kind === 'customer' && key ? (
        <customerSheet.Part
          title={label}
          about={{ orderId: order?._id ?? null, draftKey: key }}
          field={asking.field}
          value={customer.value}
          seated={customer.seated}
          orderType={type}
          gstinStays={order && whyGstinStays(order)}
          onSave={customer.save}
          onClose={onClose}
        />
      ) : null}
      {asking?.kind === 'unsent' ? (
        <unsent.Part
          count={count}
          print={asking.print}
          hasOrder={order !== null}
          sending={sending}
          onSend={async () => {
            if (asking.print) return print(await onSend())
            await onSendAndSettle()
            onClose()
          }}
          onWithout={() => {
            if (asking.print) return print(order)
            onClose()
            onSettleWithout()
          }}
          onClose={onClose}
        />
      ) : null}
      {asking?.kind === 'charges' ? <charges.Part {...latest(asking, order)} onClose={onClose} /> : null}
      {asking?.kind === 'cancelOrder' ? <cancelOrder.Part {...latest(asking, order)} onClose={onClose} /> : null}
      {asking?.kind === 'cancelLine' ? <cancelLine.Part {...latest(asking, order)} onClose={onClose} /> : null}
      {asking?.kind === 'sentNote' ? <lineNote.Part {...latest(asking, order)} onClose={onClose} /> : null}
    </>
  )
}
