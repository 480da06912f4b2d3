import { TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { DECLARATION, documentKind } from '#domain/bill.ts'
import type { Charge } from '#domain/charges.ts'
import { formatPaise } from '#domain/money.ts'
import { chargedTaxes } from '#domain/chargedTaxes.ts'
import { type PricedLine, price } from '#domain/tax.ts'
import { PercentField } from '#web/app/form/fields.tsx'
import { FormPage, FormSection } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { equal } from '#web/core/equal.ts'
import { to } from '#web/core/to.ts'
import { OrderTotals } from '#web/shared/order/OrderTotals.tsx'
import { type Profile, PROFILE, ProfileLoaded, ProfileSwitch, SwitchCard } from '#web/shared/settings/profile.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Charges, chargesIn, type TypedCharge, typedCharges } from './charges.tsx'

/** Taxes and the service charge (SCREENS §2.3 "/tax"), with sample bills that follow what is typed. */
export default function TaxPage() {
  return <ProfileLoaded>{(profile) => <TaxForm profile={profile} />}</ProfileLoaded>
}

const RATES = ['gst', 'vat'] as const
type Percentages = { gst: number | null; vat: number | null; serviceCharge: number | null }
type Values = Percentages & { charges: TypedCharge[] }

function TaxForm({ profile }: { profile: Profile }) {
  const { taxSettings } = profile
  const { composition } = taxSettings
  const { gst, vat, serviceCharge } = profile.taxPercentages
  // Under the composition scheme the profile says 0 and the stored rates stay for later: the form keeps those it knew, which nobody has changed.
  const [rates, setRates] = useState({ gst, vat })
  // A page that was opened under the scheme learns the rates when it is left: no other device has changed them. Null until then.
  const [learned, setLearned] = useState<Partial<typeof rates> | null>(composition ? null : {})
  if (!composition && (learned === null || rates.gst !== gst || rates.vat !== vat)) {
    setRates({ gst, vat })
    setLearned(
      learned === null ? { gst, vat } : { ...(rates.gst === gst && { gst: learned.gst }), ...(rates.vat === vat && { vat: learned.vat }) },
    )
  }
  const form = useCallForm({
    call: 'PUT /restaurant/profile',
    kept: true,
    defaults: { ...rates, serviceCharge, charges: typedCharges(taxSettings.charges) } as Values,
    toBody: (typed, _, saved) => ({
      taxPercentages: {
        gst: typed.gst ?? 0,
        vat: typed.vat ?? 0,
        serviceCharge: typed.serviceCharge ?? 0,
      },
      taxSettings: { charges: chargesIn(typed.charges) },
      // So that none is taken away that another device has added meanwhile (docs/decisions/031-lists-saved-whole.md).
      ...(equal(typed.charges, saved.charges) ? null : { chargesBefore: chargesIn(saved.charges) }),
    }),
    newest: ({ charges: now }) =>
      now ? { version: 0, defaults: { ...rates, serviceCharge, charges: typedCharges(now as Charge[]) } as Values } : null,
    onlyChanges: ['taxPercentages', 'taxSettings'],
    invalidates: PROFILE,
  })
  /** Typed rates, which can't be saved under the scheme: they stand in their fields again when it is left. */
  const held = useRef<Partial<Percentages>>({})
  const hold = useEffectEvent((on: boolean) => {
    if (on) held.current = Object.fromEntries(RATES.filter(form.isChanged).map((name) => [name, form.values[name]]))
    for (const name of RATES) if (name in held.current) form.setValue(name, on ? rates[name] : (held.current[name] ?? null))
  })
  useEffect(() => hold(composition), [composition])
  const theirs = Object.fromEntries(
    Object.entries(form.theirs).filter(([name, rate]) => rate !== learned?.[name as (typeof RATES)[number]]),
  )
  const rateForm = { ...form, theirs }
  return (
    <FormPage
      form={form}
      above={
        profile.gstNumber ? null : (
          <Banner tone="warning" icon={<TriangleAlert />}>
            There is no GST number, so bills are headed BILL. Only a registered restaurant may charge GST: enter the number in{' '}
            <Link to={to.settings()} className="link">
              General
            </Link>
            .
          </Banner>
        )
      }
      below={
        <SwitchCard title="Bills">
          <ProfileSwitch
            label="Composition scheme"
            description="For an outlet that is registered for it: no tax is charged, and bills are bills of supply that say so. Counts for bills that begin from now on; your rates are kept for when you leave it."
            checked={composition}
            change={(on) => ({ taxSettings: { composition: on } })}
          />
          <ProfileSwitch
            label="Prices include the taxes"
            description={
              composition
                ? 'Under the composition scheme guests pay the prices of the menu either way. It counts again when you leave the scheme.'
                : 'Guests pay the prices of the menu; the bill says how much of them is tax. A dish can say otherwise. Counts for dishes that are sent from now on.'
            }
            checked={taxSettings.pricesIncludeTax === true}
            change={(pricesIncludeTax) => ({ taxSettings: { pricesIncludeTax } })}
          />
          <ProfileSwitch
            label="Round to the whole rupee"
            description="The bill’s last line is then Round off."
            checked={taxSettings.roundOff}
            change={(roundOff) => ({ taxSettings: { roundOff } })}
          />
        </SwitchCard>
      }
      aside={<SampleBills profile={profile} values={form.values} />}
    >
      <FormSection title="Taxes" note="of bills that begin from now on">
        {composition ? (
          <p className="col-span-full text-14 text-muted">No tax is charged under the composition scheme.</p>
        ) : (
          <>
            <PercentField
              form={rateForm}
              name="gst"
              label="GST"
              required
              hint="On food and soft drinks: half CGST, half SGST. A dish can have its own."
            />
            <PercentField form={rateForm} name="vat" label="VAT" required hint="On alcohol, in place of GST." />
          </>
        )}
        <PercentField
          form={form}
          name="serviceCharge"
          label="Service charge"
          required
          hint="Voluntary: it is on a bill only when the guest has agreed. It is not taxed."
          className="col-span-full"
        />
      </FormSection>
      <Charges form={form} />
    </FormPage>
  )
}

const line = (unitPrice: number, isAlcohol: boolean): PricedLine => ({ unitPrice, quantity: 1, isAlcohol, cancelled: false })
const FOOD = line(100_00, false)
const BEER = line(220_00, true)
const SAMPLES = [
  { title: 'Food', lines: [FOOD], orderType: 'Dine In', agreed: false },
  { title: 'Alcohol', lines: [BEER], orderType: 'Dine In', agreed: false },
  { title: 'Both, with service charge', lines: [FOOD, BEER], orderType: 'Dine In', agreed: true },
  { title: 'Take Away', lines: [FOOD], orderType: 'Take Away', agreed: false },
  { title: 'Delivery', lines: [FOOD], orderType: 'Delivery', agreed: false },
] as const

/** Sample bills: their heading and what guests would pay, by the same rules as real bills. */
function SampleBills({ profile, values }: { profile: Profile; values: Values }) {
  const { roundOff, composition, pricesIncludeTax } = profile.taxSettings
  const typed = { gst: percent(values.gst), vat: percent(values.vat), serviceCharge: percent(values.serviceCharge) }
  const charges = chargesIn(values.charges).map((charge) => ({ ...charge, amount: Number.isFinite(charge.amount) ? charge.amount : 0 }))
  const taxPercentages = chargedTaxes(typed, { composition, charges, pricesIncludeTax })
  // A parcel's bill differs from that of a table where it has charges.
  const samples = SAMPLES.filter(({ orderType }) => orderType === 'Dine In' || charges.some((c) => c.orderTypes.includes(orderType)))
  const kind = documentKind({ taxPercentages }, profile)
  return (
    <>
      <Card title="Heading of the bill" padded>
        <p className="font-mono text-16 font-semibold">{kind}</p>
        {kind === 'BILL OF SUPPLY' ? <p className="mt-1 font-mono text-14 text-muted">{DECLARATION}</p> : null}
      </Card>
      {samples.map(({ title, lines, orderType, agreed }) => (
        <Card key={title} title={title} note={lines.map(({ unitPrice }) => formatPaise(unitPrice)).join(' + ')} padded>
          <OrderTotals
            totals={price({
              lines: lines.map((one) => ({ ...one, taxIncluded: pricesIncludeTax })),
              taxPercentages,
              orderType,
              roundOff,
              serviceChargeAccepted: agreed,
            })}
            taxPercentages={taxPercentages}
          />
        </Card>
      ))}
    </>
  )
}

/** An unfinished percentage counts as 0. */
const percent = (typed: number | null): number => (typed !== null && typed >= 0 && typed <= 100 ? typed : 0)
