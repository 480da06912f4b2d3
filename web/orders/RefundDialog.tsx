import type { OrderShape } from '#domain/api/order.ts'
import { MESSAGES } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { SelectField } from '#web/app/form/fields.tsx'
import { ReasonFormDialog } from '#web/app/form/ReasonDialog.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { byOptions } from '#web/shared/order/pay/received.ts'

const REFUND_REASONS = ['Guest complained', 'Charged twice', 'Wrong amount', 'Never arrived'] as const
/** Each payment goes back by its own method. */
const AS_PAID = { value: '', label: 'As it was paid' }

/** Refunds a completed order, whole. `name`: of its bill; `version`: the one that is shown. */
export function RefundDialog({ order, name, version, onClose }: { order: OrderShape; name: string; version: number; onClose: () => void }) {
  const methods = useProfile()?.paymentTypes ?? []
  const refund = useCommand('PUT /orders/payment/status', { quiet: true })
  const [first, ...more] = order.payments
  const received = first && more.length === 0 ? first.method : ''
  const form = useForm({
    defaults: { by: received, reason: '' },
    send: ({ by, reason }) =>
      refund.mutateAsync({
        body: {
          ...{ orderId: order._id, paymentStatus: 'refunded', amount: order.grandTotal, version },
          ...(by === received ? {} : { by }),
          reason: reason.trim(),
        },
      }),
    onSaved: ({ order: now }) => {
      snack.success(`${formatRupees(now.grandTotal)} refunded`)
      onClose()
    },
  })
  const all = methods.map((value) => ({ value, label: value }))
  return (
    <ReasonFormDialog
      form={form}
      title={`Refund ${formatRupees(order.grandTotal)}?`}
      body={`All of ${name}${order.paymentMethod ? `, paid by ${order.paymentMethod}` : ''}. It counts in today’s figures. This can’t be undone.`}
      confirmLabel={`Refund ${formatRupees(order.grandTotal)}`}
      reasons={REFUND_REASONS}
      missing={MESSAGES.reasonToRefund}
      onClose={onClose}
      // What came by UPI may go back out of the drawer, and the books must say so.
      before={
        order.payments.length === 0 ? null : (
          <SelectField form={form} name="by" label="Given back by" options={received ? byOptions(received, methods) : [AS_PAID, ...all]} />
        )
      }
    />
  )
}
