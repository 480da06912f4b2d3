import { CHARGE_NAME_LENGTH, CHARGED_TYPES, MAX_CHARGES } from '#domain/chargeList.ts'
import type { Charge } from '#domain/charges.ts'
import { randomId } from '#domain/ids.ts'
import { looksAlike } from '#domain/looks.ts'
import { formatRupees } from '#domain/money.ts'
import { MoneyField, SelectField, TextField } from '#web/app/form/fields.tsx'
import { RowsField } from '#web/app/form/RowsField.tsx'
import type { Form } from '#web/app/form/useForm.ts'
import { Card } from '#web/ui/Card.tsx'

/** A charge as it is typed. `on`: its order types in one choice. */
export type TypedCharge = { _id: string; name: string; amount: number | null; per: Charge['per']; on: string }

const BOTH = CHARGED_TYPES.join(' and ')
const ON = [BOTH, ...CHARGED_TYPES].map((value) => ({ value, label: value }))
const PER = [
  { value: 'order', label: 'Once for the order' },
  { value: 'item', label: 'For each portion' },
]

export const typedCharges = (charges: readonly Charge[] = []): TypedCharge[] =>
  charges.map(({ _id, name, amount, per, orderTypes }) => ({
    _id,
    name,
    amount,
    per,
    on: CHARGED_TYPES.filter((type) => orderTypes.includes(type)).join(' and '),
  }))

export const chargesIn = (typed: readonly TypedCharge[]): Charge[] =>
  typed.map(({ _id, name, amount, per, on }) => ({
    _id,
    name: name.trim(),
    amount: amount ?? 0,
    per,
    orderTypes: on === BOTH ? [...CHARGED_TYPES] : CHARGED_TYPES.filter((type) => type === on),
  }))

/** What the outlet charges for packing a parcel and for bringing it. */
export function Charges<V extends { charges: TypedCharge[] }>({ form: given }: { form: Form<V> }) {
  // The rows' names are the same in every form that has these values.
  const form = given as unknown as Form<{ charges: TypedCharge[] }>
  const { charges } = form.values
  const twice = (name: string) =>
    charges.filter((other) => looksAlike(other.name, name)).length > 1 ? 'This charge is in the list twice.' : undefined
  return (
    <Card title="Packing and delivery" note="of bills that begin from now on" padded>
      <RowsField
        form={form}
        name="charges"
        label="Charges"
        noun={{ one: 'charge', many: 'charges' }}
        // Each row that is added has an id of its own.
        blank={{ _id: randomId(), name: '', amount: null, per: 'order', on: BOTH }}
        max={MAX_CHARGES}
        show={({ name, amount }) => `${name}, ${formatRupees(amount ?? 0)}`}
        hint="Before tax. They are taxed like food, and offers take nothing off them. The counter can change or take them off for one order."
      >
        {(row) => (
          // Four fields side by side would cut the choices.
          <div className="grid gap-3 @md:grid-cols-2">
            <TextField
              form={form}
              name={row.at('name')}
              label="Name on the bill"
              placeholder="Packing"
              required
              maxLength={CHARGE_NAME_LENGTH}
              check={twice}
            />
            <MoneyField form={form} name={row.at('amount')} label="Amount" required max={100_000} />
            <SelectField form={form} name={row.at('per')} label="Charged" options={PER} />
            <SelectField form={form} name={row.at('on')} label="On orders" options={ON} />
          </div>
        )}
      </RowsField>
    </Card>
  )
}
