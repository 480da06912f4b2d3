import { useState } from 'react'
import type { Offer } from '#domain/api/offers.ts'
import { formatPaise } from '#domain/money.ts'
import { WEEK } from '#domain/time.ts'
import { discountText, limitsText, sampleOf, type WrittenTerms } from '#domain/offerText.ts'
import { ORDER_TYPES } from '#domain/statuses.ts'
import { addDays, instantOf } from '#domain/time.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { ChipsField, DateTimeField, MoneyField, PercentField, SegmentedField, TextField, TimeField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { useDates } from '#web/core/dates.ts'
import { Card } from '#web/ui/Card.tsx'

const TYPES = [
  { value: 'percentage', label: 'Percent' },
  { value: 'flat', label: 'Amount' },
] as const

/** Adds an offer (null) or changes one. */
export function OfferSheet({ offer, onClose }: { offer: Offer | null; onClose: () => void }) {
  const dates = useDates()
  const [today] = useState(() => dates.date(new Date()))
  const midnight = (day: string) => instantOf(day, '00:00', dates.timezone).toISOString()
  const form = useCallForm({
    call: offer ? 'PUT /restaurant/offers/:id' : 'POST /restaurant/offers/create',
    kept: true,
    params: offer ? { id: offer._id } : undefined,
    defaults: {
      title: offer?.title ?? '',
      description: offer?.description ?? '',
      code: offer?.code ?? '',
      type: offer?.type ?? 'percentage',
      value: offer?.value ?? null,
      maxDiscount: offer?.maxDiscount || null,
      minOrderAmount: offer?.minOrderAmount || null,
      // A new offer runs for a month from today on.
      startsAt: offer?.startsAt ?? midnight(today),
      endsAt: offer?.endsAt ?? midnight(addDays(today, 30)),
      days: offer?.days ?? [],
      // Both empty is all day.
      hours: offer?.hours ?? { from: '', to: '' },
      orderTypes: offer?.orderTypes ?? [],
    },
    toBody: ({ value, maxDiscount, minOrderAmount, code, ...fields }) => ({
      ...fields,
      value: value ?? 0,
      maxDiscount: (fields.type === 'percentage' && maxDiscount) || null,
      minOrderAmount: minOrderAmount ?? 0,
      code: code.trim() || null,
      hours: fields.hours.from || fields.hours.to ? fields.hours : null,
    }),
    onlyChanges: offer !== null,
    together: ['type', 'value'],
    invalidates: ['GET /restaurant/offers/:id'],
    refusals: { duplicate: 'code' },
    onSaved: (answer) => {
      snack.success(`${answer.offer.title} is saved`)
      onClose()
    },
  })
  const { type, startsAt, hours } = form.values
  return (
    <FormSheet form={form} title={offer ? offer.title : 'New offer'} submitLabel={offer ? 'Save' : 'Create offer'} onClose={onClose}>
      <TextField form={form} name="title" label="Title" required maxLength={80} placeholder="Opening week" />
      <TextField form={form} name="description" label="Description" optional kind="multiline" rows={2} maxLength={300} />
      <SegmentedField form={form} name="type" label="Discount" options={TYPES} />
      <div className="grid grid-cols-1 gap-4 xs:grid-cols-2">
        {type === 'flat' ? (
          <MoneyField key="flat" form={form} name="value" label="Amount off" required />
        ) : (
          <>
            <PercentField key="percentage" form={form} name="value" label="Percent off" required />
            <MoneyField form={form} name="maxDiscount" label="At most" optional />
          </>
        )}
        <MoneyField form={form} name="minOrderAmount" label="Minimum bill" optional />
      </div>
      <TextField
        form={form}
        name="code"
        label="Code"
        optional
        kind="code"
        maxLength={30}
        hint="Letters and digits. Leave empty to offer it without a code."
      />
      <DateTimeField form={form} name="startsAt" label="Starts" required />
      <DateTimeField form={form} name="endsAt" label="Ends" required min={startsAt} hint={`Restaurant time, ${dates.zone()}`} />
      <ChipsField form={form} name="days" label="Days" optional options={WEEK} hint="Choose none for every day." />
      <div className="grid grid-cols-2 gap-4">
        <TimeField
          form={form}
          name="hours.from"
          label="From"
          {...timeNeeded(hours.to, 'Enter when its hours begin.')}
          hint="Leave both empty for all day."
        />
        <TimeField
          form={form}
          name="hours.to"
          label="To"
          {...timeNeeded(hours.from, 'Enter when its hours end.')}
          hint={hours.from && hours.to && hours.to < hours.from ? 'On the next day' : undefined}
        />
      </div>
      <ChipsField
        form={form}
        name="orderTypes"
        label="Order types"
        optional
        options={ORDER_TYPES.map((value) => ({ value, label: value }))}
        hint="Choose none for every type."
      />
      <Preview values={form.values} />
    </FormSheet>
  )
}

/** One time needs the other. */
const timeNeeded = (other: string, required: string) => (other ? { required } : { optional: true as const })

/** The offer as a guest's cart shows it, with its effect on a sample bill. */
function Preview({ values }: { values: WrittenTerms & Record<'title' | 'description' | 'code', string> }) {
  const sample = sampleOf(values)
  return (
    <Card title="What guests see" padded className="bg-bg">
      <p className="font-semibold [overflow-wrap:anywhere]">{values.title.trim() || 'Title'}</p>
      {values.description.trim() ? <p className="text-14 text-muted [overflow-wrap:anywhere]">{values.description}</p> : null}
      <p className="mt-1 text-14">{discountText(values) || 'Enter the discount to see it here.'}</p>
      {limitsText(values) ? <p className="text-14 text-muted">{limitsText(values)}</p> : null}
      {values.code.trim() ? <p className="text-14 text-muted">Guests need its code, which is not shown here.</p> : null}
      {sample ? (
        <p role="status" className="mt-3 border-t border-hairline pt-3 text-14">
          On a bill of {formatPaise(sample.bill)}: <b className="font-semibold">{formatPaise(sample.off)} off</b>,{' '}
          {formatPaise(sample.bill - sample.off)} left to pay, before tax that is added
        </p>
      ) : null}
    </Card>
  )
}
