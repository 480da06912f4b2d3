import type { OrderShape } from '#domain/api/order.ts'
import { MESSAGES } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { stillPreparing } from '#domain/tender.ts'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { SelectField } from '#web/app/form/fields.tsx'
import { ReasonFormDialog } from '#web/app/form/ReasonDialog.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { byOptions, methodsOf } from '#web/shared/order/pay/received.ts'
import { Banner } from '#web/ui/Banner.tsx'

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
  const by = methodsOf(order)
  const cooking = stillPreparing(order)
  const all = methods.map((value) => ({ value, label: value }))
  return (
    <ReasonFormDialog
      form={form}
      title={`Refund ${formatRupees(order.grandTotal)}?`}
      body={`All of ${name}${by ? `, paid by ${by}` : ''}. It counts in today’s figures. This can’t be undone.`}
      confirmLabel={`Refund ${formatRupees(order.grandTotal)}`}
      reasons={REFUND_REASONS}
      missing={MESSAGES.reasonToRefund}
      onClose={onClose}
      before={
        <>
          {cooking > 0 ? (
            <Banner tone="warning" role="note">
              <b className="font-semibold">
                {plural(cooking, 'item')} {cooking === 1 ? 'is' : 'are'} still being prepared.
              </b>{' '}
              The kitchen’s ticket says “Refunded” and stays until a cook takes it off.
            </Banner>
          ) : null}
          {/* What came by UPI may go back out of the drawer, and the books must say so. */}
          {order.payments.length === 0 ? null : (
            <SelectField
              form={form}
              name="by"
              label="Given back by"
              options={received ? byOptions(received, methods) : [AS_PAID, ...all]}
            />
          )}
        </>
      }
    />
  )
}
