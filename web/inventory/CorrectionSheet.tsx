import { DateField, ImageField, MoneyField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Answer } from '#web/core/api.ts'
import { quantityText } from './rows.ts'
import { AFTER_A_CHANGE, useToday } from './useStock.tsx'

type Purchase = Answer<'GET /restaurant/inventory/purchases/:id'>['purchase']

const valuesOf = ({ supplier, billNumber, billDate, note, receiptImage, billTotal, lines }: Purchase) => ({
  supplier,
  billNumber,
  billDate,
  note,
  receiptImage,
  billTotal,
  amounts: lines.map(({ amount }) => ({ amount })),
})

/** Corrects what stands on the bill of a purchase. Its quantities are corrected in the stock. */
export function CorrectionSheet({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const today = useToday()
  const form = useCallForm({
    call: 'PUT /restaurant/inventory/purchases/:id',
    params: { id: purchase._id },
    defaults: valuesOf(purchase),
    version: purchase.version,
    toBody: ({ amounts, ...fields }, version) => ({ ...fields, amounts: amounts.map(({ amount }) => amount), version }),
    refusals: { duplicate: 'billNumber' },
    newest: ({ purchase: now }) => (now ? { version: (now as Purchase).version, defaults: valuesOf(now as Purchase) } : null),
    invalidates: AFTER_A_CHANGE,
    onSaved: () => {
      snack.success('The bill is corrected')
      onClose()
    },
  })
  return (
    <FormSheet form={form} title="Correct the bill" onClose={onClose}>
      <TextField form={form} name="supplier" label="Supplier" optional maxLength={80} autoComplete="off" />
      <TextField form={form} name="billNumber" label="Bill number" optional maxLength={40} autoComplete="off" />
      <DateField form={form} name="billDate" label="Bill date" required max={today} />
      {purchase.lines.map(({ rawMaterial: { name, unit }, stockQuantity }, i) => (
        <MoneyField key={i} form={form} name={`amounts.${i}.amount`} label={`${name}, ${quantityText(stockQuantity, unit)}`} optional />
      ))}
      <MoneyField form={form} name="billTotal" label="Total on the bill" optional />
      <TextField form={form} name="note" label="Note" optional maxLength={500} />
      <ImageField form={form} name="receiptImage" label="Receipt" optional purpose="receipt" />
    </FormSheet>
  )
}
