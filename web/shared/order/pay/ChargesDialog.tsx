import type { OrderShape } from '#domain/api/order.ts'
import { chargesOf } from '#domain/charges.ts'
import { formatPaise } from '#domain/money.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { MoneyField } from '#web/app/form/fields.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { markOwn } from '../changes.ts'

/** The charges that the outlet asks of an order, whatever was set for it. */
const askedOf = (order: OrderShape) =>
  chargesOf({ ...order, taxPercentages: { charges: order.taxPercentages.charges?.map((charge) => ({ ...charge, set: undefined })) } })

/** What one order pays for packing and delivery: another amount than the outlet asks, or nothing. */
export default function ChargesDialog({ order, onClose }: { order: OrderShape; onClose: () => void }) {
  const rows = chargesOf(order)
  const asked = askedOf(order)
  const setBy = (id: string) => order.taxPercentages.charges?.find((c) => c._id === id)?.setBy
  const form = useCallForm({
    call: 'PUT /pos/order',
    defaults: { charges: rows.map(({ amount }): { amount: number | null } => ({ amount: amount / 100 })) },
    toBody: ({ charges }) => {
      markOwn({ kind: 'terms', orderId: order._id })
      const typed = asked.map(({ _id, amount }, i) => {
        const paise = Math.round((charges[i]?.amount ?? 0) * 100)
        return { _id, amount: paise === amount ? null : paise / 100 }
      })
      return { orderId: order._id, orderData: { charges: typed } }
    },
    fieldOf: { 'orderData.charges': 'charges' },
    onSaved: () => {
      snack.success('The charges were changed')
      onClose()
    },
  })
  return (
    <FormDialog form={form} title="Packing and delivery" onClose={onClose}>
      {rows.map(({ _id, name }, i) => (
        <MoneyField
          key={_id}
          form={form}
          name={`charges.${i}.amount`}
          label={name}
          required
          max={100_000}
          hint={`The outlet asks ${formatPaise(asked[i]?.amount ?? 0)}; 0 takes it off.${setBy(_id) ? ` Changed by ${setBy(_id)}.` : ''}`}
        />
      ))}
    </FormDialog>
  )
}
