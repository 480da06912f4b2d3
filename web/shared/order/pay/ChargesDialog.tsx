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
  // A field for each charge, so that a charge for each portion follows the order while another one is typed.
  const form = useCallForm({
    call: 'PUT /pos/order',
    defaults: Object.fromEntries(rows.map(({ _id, amount }): [string, number | null] => [_id, amount / 100])),
    toBody: (typed, _, saved) => {
      markOwn({ kind: 'terms', orderId: order._id })
      const charges = asked.flatMap(({ _id, amount }) => {
        const rupees = typed[_id] ?? 0
        return rupees === saved[_id] ? [] : [{ _id, amount: Math.round(rupees * 100) === amount ? null : rupees }]
      })
      return { orderId: order._id, orderData: { charges } }
    },
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
          name={_id}
          label={name}
          required
          max={100_000}
          hint={`The outlet asks ${formatPaise(asked[i]?.amount ?? 0)}; 0 takes it off.${setBy(_id) ? ` Changed by ${setBy(_id)}.` : ''}`}
        />
      ))}
    </FormDialog>
  )
}
