import { looksAlike } from '#domain/looks.ts'
import { TextField } from '#web/app/form/fields.tsx'
import { RowsField } from '#web/app/form/RowsField.tsx'
import { FormPage, FormSection } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { equal } from '#web/core/equal.ts'
import { MethodIcon } from '#web/shared/order/pay/Methods.tsx'
import { type Profile, PROFILE, ProfileLoaded } from '#web/shared/settings/profile.tsx'
import { Card } from '#web/ui/Card.tsx'

/** Payment methods (SCREENS §2.3 "/payment"): their names, their order, and the default. */
export default function PaymentPage() {
  return <ProfileLoaded>{(profile) => <PaymentForm profile={profile} />}</ProfileLoaded>
}

type Rows = { method: string }[]
const rowsOf = (methods: readonly string[]): Rows => methods.map((method) => ({ method }))
const methodsIn = ({ paymentTypes }: { paymentTypes: Rows }) => paymentTypes.map(({ method }) => method.trim())

function PaymentForm({ profile: { paymentTypes, upiId } }: { profile: Profile }) {
  const form = useCallForm({
    call: 'PUT /restaurant/profile',
    kept: true,
    defaults: { paymentTypes: rowsOf(paymentTypes), upiId },
    toBody: (values, _, saved) => ({
      ...{ paymentTypes: methodsIn(values), upiId: values.upiId },
      // So that none is taken away that another device has added meanwhile (docs/decisions/031-lists-saved-whole.md).
      ...(equal(values.paymentTypes, saved.paymentTypes) ? null : { paymentTypesBefore: methodsIn(saved) }),
    }),
    newest: ({ paymentTypes: now }) => (now ? { version: 0, defaults: { paymentTypes: rowsOf(now as string[]), upiId } } : null),
    onlyChanges: true,
    invalidates: PROFILE,
  })
  const methods = methodsIn(form.values)
  const twice = (method: string) =>
    methods.filter((other) => looksAlike(other, method)).length > 1 ? 'This method is in the list twice.' : undefined
  return (
    <FormPage form={form} aside={<PayPanelPreview methods={methods.filter(Boolean)} />}>
      <Card title="Methods" padded>
        <RowsField
          form={form}
          name="paymentTypes"
          label="In the order of the pay panel"
          noun={{ one: 'method', many: 'methods' }}
          blank={{ method: '' }}
          min={1}
          max={20}
          ordered
          short
          show={({ method }) => method}
          hint="The first is the default. A device that has taken a payment preselects the method that it used last."
        >
          {(row) => (
            <TextField
              form={form}
              name={row.at('method')}
              label={`Method ${row.index + 1}`}
              hideLabel
              required
              maxLength={40}
              check={twice}
            />
          )}
        </RowsField>
      </Card>
      <FormSection title="UPI">
        <TextField
          form={form}
          name="upiId"
          label="UPI ID"
          optional
          maxLength={100}
          placeholder="name@bank"
          hint="Guests who scan the code on a bill pay to this ID."
          className="col-span-full"
        />
      </FormSection>
    </FormPage>
  )
}

/** The methods as the pay panel shows them, with the keys that choose them. */
function PayPanelPreview({ methods }: { methods: readonly string[] }) {
  return (
    <Card title="In the pay panel" padded>
      <ol aria-label="Methods in the pay panel" className="grid grid-cols-2 gap-2">
        {methods.map((method, i) => (
          <li
            key={i}
            className="flex min-h-12 min-w-0 items-center gap-2 rounded-card border border-border bg-surface px-3 font-medium first:border-accent first:bg-accent-soft first:text-on-accent-soft"
          >
            <MethodIcon method={method} className="size-5 flex-none" />
            <span className="line-clamp-2 min-w-0 flex-1 text-14">{method}</span>
            <span className="num text-12 text-muted">{i < 9 ? i + 1 : ''}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
