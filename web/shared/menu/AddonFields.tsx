import { formatRupees } from '#domain/money.ts'
import { MoneyField, NumberField, TextField } from '#web/app/form/fields.tsx'
import { RowsField } from '#web/app/form/RowsField.tsx'
import type { Form } from '#web/app/form/useForm.ts'

/** A group of addons as its form holds it. `max` is null where there is no limit. */
type GroupValues = { name: string; min: number | null; max: number | null; addons: { name: string; price: number | null }[] }
type Group = { name: string; min: number; max: number; addons: { name: string; price: number }[] }

export const groupValues = (group: Group | null): GroupValues => ({
  name: group?.name ?? '',
  min: group?.min ?? 0,
  max: group?.max || null,
  addons: group?.addons ?? [{ name: '', price: null }],
})

/** The group in the contract's form: a max of 0 is no limit, and an empty price is 0. */
export const groupOf = ({ name, min, max, addons }: GroupValues): Group => ({
  name: name.trim(),
  min: min ?? 0,
  max: max ?? 0,
  addons: addons.map((addon) => ({ name: addon.name.trim(), price: addon.price ?? 0 })),
})

/** The fields of an addon group: of a dish's own, and of a template. */
export function AddonFields({ form }: { form: Form<GroupValues> }) {
  return (
    <>
      <TextField form={form} name="name" label="Name" required maxLength={120} placeholder="Extra toppings" />
      <div className="grid grid-cols-1 gap-4 xs:grid-cols-2">
        <NumberField form={form} name="min" label="At least" max={60} hint="0: the guest may choose none." />
        <NumberField form={form} name="max" label="At most" optional max={60} hint="Empty: no limit." />
      </div>
      <RowsField
        form={form}
        name="addons"
        label="Addons"
        noun={{ one: 'addon', many: 'addons' }}
        blank={{ name: '', price: null }}
        min={1}
        max={60}
        ordered
        show={({ name, price }) => `${name} ${formatRupees(price ?? 0)}`}
      >
        {(row) => (
          <>
            <TextField form={form} name={row.at('name')} label="Addon" required maxLength={120} />
            <MoneyField form={form} name={row.at('price')} label="Price" optional />
          </>
        )}
      </RowsField>
    </>
  )
}
