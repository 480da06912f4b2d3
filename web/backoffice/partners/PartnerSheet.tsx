import { useState } from 'react'
import type { Partner } from '#domain/api/partner.ts'
import { PASSWORD_RULE } from '#domain/password.ts'
import { BoundField } from '#web/app/form/Bound.tsx'
import { TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { ChosenOutlets } from './ChosenOutlets.tsx'

/** Adds a partner, or changes one: then only what was changed is sent. */
export function PartnerSheet({ partner, onClose }: { partner: Partner | null; onClose: () => void }) {
  return partner ? <EditPartner partner={partner} onClose={onClose} /> : <NewPartner onClose={onClose} />
}

const INVALIDATES = ['GET /backoffice/partners', 'GET /backoffice/restaurants', 'GET /backoffice/analytics'] as const
const count = (ids: readonly string[]) => plural(ids.length, 'outlet')
const SHEET = { size: 32, submitSize: 40 } as const

function NewPartner({ onClose }: { onClose: () => void }) {
  const form = useCallForm({
    call: 'POST /backoffice/partners',
    defaults: { name: '', email: '', mobile_number: '', password: '', restaurantIds: [] as string[] },
    toBody: (values) => values,
    invalidates: INVALIDATES,
    refusals: { email_taken: 'email' },
    onSaved: (_, { name }) => {
      snack.success(`${name} was added`)
      onClose()
    },
  })
  return (
    <FormSheet form={form} title="Add partner" submitLabel="Add partner" {...SHEET} onClose={onClose}>
      <TextField form={form} name="name" label="Name" required maxLength={80} />
      <TextField form={form} name="email" label="Email" kind="email" required maxLength={254} hint="They sign in with it." />
      <TextField form={form} name="mobile_number" label="Mobile" kind="tel" required maxLength={20} />
      <TextField
        form={form}
        name="password"
        label="Password"
        kind="password"
        autoComplete="new-password"
        required
        maxLength={128}
        hint={PASSWORD_RULE}
      />
      <BoundField form={form} name="restaurantIds" label="Outlets" group show={count}>
        {({ field }) => <ChosenOutlets ids={field.value as string[]} known={[]} onChange={field.onChange} />}
      </BoundField>
    </FormSheet>
  )
}

const valuesOf = ({ name, email, mobile_number, outlets }: Partner) => ({
  name,
  email,
  mobile_number,
  restaurantIds: outlets.map((o) => o._id),
})

function EditPartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { _id, name } = partner
  // After a refusal the names of the outlets that the partner has now are known too.
  const [refused, setRefused] = useState<Partner['outlets']>([])
  const outlets = [...partner.outlets, ...refused]
  const named = (ids: readonly string[]) => ids.map((id) => outlets.find((o) => o._id === id)?.establishment_name ?? id).join(', ')
  const form = useCallForm({
    call: 'PUT /backoffice/partners',
    defaults: valuesOf(partner),
    newest: ({ partner: now }) => {
      if (!now) return null
      setRefused((now as Partner).outlets)
      // Partners have no version: the outlets that were seen stand for it.
      return { version: 0, defaults: valuesOf(now as Partner) }
    },
    toBody: (updateData, _, saved) => ({ partnerId: _id, restaurantIdsBefore: saved.restaurantIds, updateData }),
    onlyChanges: ['updateData'],
    invalidates: INVALIDATES,
    refusals: { email_taken: 'email', address_taken: 'email' },
    onSaved: (_, saved) => {
      snack.success(`${saved.name} was saved`)
      onClose()
    },
  })
  return (
    <FormSheet form={form} title={name} {...SHEET} onClose={onClose}>
      <TextField form={form} name="name" label="Name" required maxLength={80} />
      <TextField form={form} name="email" label="Email" kind="email" required maxLength={254} hint="They sign in with it." />
      <TextField form={form} name="mobile_number" label="Mobile" kind="tel" required maxLength={20} />
      <BoundField form={form} name="restaurantIds" label="Outlets" group show={named}>
        {({ field }) => <ChosenOutlets ids={field.value as string[]} known={outlets} onChange={field.onChange} />}
      </BoundField>
    </FormSheet>
  )
}
