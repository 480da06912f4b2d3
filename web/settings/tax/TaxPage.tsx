import { formatPaise } from '#domain/money.ts'
import { type PricedLine, price } from '#domain/tax.ts'
import { PercentField } from '#web/app/form/fields.tsx'
import { FormPage, FormSection } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { OrderTotals } from '#web/shared/order/OrderTotals.tsx'
import { type Profile, PROFILE, ProfileLoaded, ProfileSwitch, SwitchCard } from '#web/shared/settings/profile.tsx'
import { Card } from '#web/ui/Card.tsx'

/** Taxes and the service charge (SCREENS §2.3 "/tax"), with sample bills that follow what is typed. */
export default function TaxPage() {
  return <ProfileLoaded>{(profile) => <TaxForm profile={profile} />}</ProfileLoaded>
}

type Percentages = { gst: number | null; vat: number | null; serviceCharge: number | null }

function TaxForm({ profile: { taxPercentages, taxSettings } }: { profile: Profile }) {
  const form = useCallForm({
    call: 'PUT /restaurant/profile',
    defaults: taxPercentages as Percentages,
    toBody: ({ gst, vat, serviceCharge }) => ({ taxPercentages: { gst: gst ?? 0, vat: vat ?? 0, serviceCharge: serviceCharge ?? 0 } }),
    onlyChanges: ['taxPercentages'],
    invalidates: PROFILE,
  })
  return (
    <FormPage
      form={form}
      below={
        <SwitchCard title="Total">
          <ProfileSwitch
            label="Round to the whole rupee"
            description="The bill’s last line is then Round off."
            checked={taxSettings.roundOff}
            change={(roundOff) => ({ taxSettings: { roundOff } })}
          />
        </SwitchCard>
      }
      aside={<SampleBills values={form.values} roundOff={taxSettings.roundOff} />}
    >
      <FormSection title="Taxes" note="of bills that begin from now on">
        <PercentField form={form} name="gst" label="GST" required hint="On food and soft drinks: half CGST, half SGST." />
        <PercentField form={form} name="vat" label="VAT" required hint="On alcohol, in place of GST." />
        <PercentField
          form={form}
          name="serviceCharge"
          label="Service charge"
          required
          hint="Voluntary: it is on a bill only when the guest has agreed. It is not taxed."
          className="col-span-full"
        />
      </FormSection>
    </FormPage>
  )
}

const line = (unitPrice: number, isAlcohol: boolean): PricedLine => ({ unitPrice, quantity: 1, isAlcohol, cancelled: false })
const FOOD = line(100_00, false)
const BEER = line(220_00, true)
const SAMPLES = [
  { title: 'Food', lines: [FOOD], agreed: false },
  { title: 'Alcohol', lines: [BEER], agreed: false },
  { title: 'Both, with service charge', lines: [FOOD, BEER], agreed: true },
]

/** What guests would pay, by the pricing that bills have. */
function SampleBills({ values, roundOff }: { values: Percentages; roundOff: boolean }) {
  const taxPercentages = { gst: percent(values.gst), vat: percent(values.vat), serviceCharge: percent(values.serviceCharge) }
  return SAMPLES.map(({ title, lines, agreed }) => (
    <Card key={title} title={title} note={lines.map(({ unitPrice }) => formatPaise(unitPrice)).join(' + ')} padded>
      <OrderTotals totals={price({ lines, taxPercentages, roundOff, serviceChargeAccepted: agreed })} taxPercentages={taxPercentages} />
    </Card>
  ))
}

/** While it is being typed, what is no percentage yet counts as none. */
const percent = (typed: number | null): number => (typed !== null && typed >= 0 && typed <= 100 ? typed : 0)
