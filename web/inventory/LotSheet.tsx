import { DateField, ImageField, MoneyField, NumberField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Lot, RawMaterial } from './rows.ts'
import { AFTER_A_CHANGE } from './useStock.tsx'

const lotValues = (lot: Lot) => ({
  stockQuantity: lot.stockQuantity as number | null,
  unitCost: lot.unitCost,
  expiryDate: lot.expiryDate ?? '',
  receiptImage: lot.receiptImage,
})

/** Corrects a lot that was booked wrongly: its quantity, price, date or receipt. */
export function LotSheet({
  lot,
  unit,
  onSaved,
  onClose,
}: {
  lot: Lot
  unit: string
  onSaved: (after: RawMaterial) => void
  onClose: () => void
}) {
  const form = useCallForm({
    call: 'PUT /restaurant/inventory/stocks/update/:id',
    params: { id: lot._id },
    defaults: lotValues(lot),
    toBody: ({ stockQuantity, expiryDate, ...fields }, _version, saved) => ({
      ...fields,
      stockQuantity: stockQuantity ?? 0,
      stockWas: saved.stockQuantity ?? 0,
      expiryDate: expiryDate || null,
    }),
    onlyChanges: true,
    newest: ({ stock: now }) => (now ? { version: 0, defaults: lotValues(now as Lot) } : null),
    invalidates: AFTER_A_CHANGE,
    onSaved: ({ rawMaterial }) => {
      onSaved(rawMaterial)
      snack.success('The lot is saved')
      onClose()
    },
  })
  return (
    <FormSheet form={form} title={`Lot of ${lot.rawMaterial.name}`} onClose={onClose}>
      <NumberField form={form} name="stockQuantity" label="Quantity left" required decimals={3} unit={unit} />
      <MoneyField form={form} name="unitCost" label={`Price a ${unit}`} optional />
      <DateField form={form} name="expiryDate" label="Expires" optional />
      <ImageField form={form} name="receiptImage" label="Receipt" optional purpose="receipt" />
    </FormSheet>
  )
}
