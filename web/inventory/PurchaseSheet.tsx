import { useQueryClient } from '@tanstack/react-query'
import { formatRupees } from '#domain/money.ts'
import { ComboboxField, DateField, ImageField, MoneyField, NumberField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { leavesOpen } from '#web/core/attempt.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { isUnusual, type Lot, quantityText, type RawMaterial } from './rows.ts'
import { AFTER_A_CHANGE, readStockAgain, stockNow, useToday } from './useStock.tsx'

/** Books a purchase as a new lot. With `material` '' the form asks for the material. */
export function PurchaseSheet({
  materials,
  material,
  onClose,
}: {
  materials: readonly RawMaterial[]
  material: string
  onClose: () => void
}) {
  const today = useToday()
  const client = useQueryClient()
  const form = useCallForm({
    call: 'POST /restaurant/inventory/stocks',
    defaults: {
      rawMaterial: material,
      stockQuantity: null as number | null,
      unitCost: null as number | null,
      expiryDate: '',
      receiptImage: null as string | null,
    },
    toBody: ({ stockQuantity, expiryDate, ...fields }) => ({
      ...fields,
      unit: materials.find((m) => m._id === fields.rawMaterial)?.unit,
      stockQuantity: stockQuantity ?? 0,
      expiryDate: expiryDate || null,
    }),
    refusals: { unit_changed: 'stockQuantity' },
    onRefused: (error) => {
      // The form shows the unit that there is now; the list behind it, whether a purchase without an answer arrived.
      if (leavesOpen(error) || stockNow(error) !== null) readStockAgain()
    },
    invalidates: AFTER_A_CHANGE,
    onSaved: ({ rawMaterial }, { stockQuantity }) => {
      void client.invalidateQueries({ queryKey: ['GET /restaurant/inventory/raw-materials'] })
      // Not the new lot's quantity, which is less when a shortage was covered first.
      snack.success(
        `${quantityText(stockQuantity ?? 0, rawMaterial.unit)} of ${rawMaterial.name} booked, ${quantityText(rawMaterial.currentStock, rawMaterial.unit)} in stock`,
      )
      onClose()
    },
  })
  const chosen = materials.find((m) => m._id === form.values.rawMaterial)
  const cost = form.values.stockQuantity && form.values.unitCost ? form.values.stockQuantity * form.values.unitCost : null
  return (
    <FormSheet form={form} title="Purchase" submitLabel="Book purchase" onClose={onClose}>
      <ComboboxField
        form={form}
        name="rawMaterial"
        label="Material"
        required
        options={materials.map((m) => ({ value: m._id, label: m.name }))}
      />
      <NumberField form={form} name="stockQuantity" label="Quantity" required decimals={3} min={0.001} unit={chosen?.unit} />
      <MoneyField
        form={form}
        name="unitCost"
        label={`Price a ${chosen?.unit ?? 'unit'}`}
        optional
        hint={cost ? `${formatRupees(cost)} in all` : chosen ? `Usually ${formatRupees(chosen.costPerUnit)}` : undefined}
      />
      {chosen && isUnusual(form.values.unitCost, chosen.costPerUnit) ? (
        <Banner tone="warning">
          Usually {formatRupees(chosen.costPerUnit)} a {chosen.unit}. Is {formatRupees(form.values.unitCost ?? 0)} the price of 1{' '}
          {chosen.unit}?
        </Banner>
      ) : null}
      <DateField form={form} name="expiryDate" label="Expires" optional min={today} />
      <ImageField form={form} name="receiptImage" label="Receipt" optional purpose="receipt" />
    </FormSheet>
  )
}

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
