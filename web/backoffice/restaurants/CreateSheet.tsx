import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outlet, Partner } from '#domain/api/partner.ts'
import { ComboboxField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { apiQuery } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useDebounced } from '#web/shared/useDebounced.ts'
import { sameAs } from './duplicate.ts'

type Props = { onOpen: (existing: Outlet) => void; onMade: (made: Outlet) => void; onClose: () => void }

/** Adds a restaurant, which is live at once; its owner sets a password by the mailed invitation. */
export function CreateSheet({ onOpen, onMade, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const partners = useQuery({
    ...apiQuery('GET /backoffice/partners', { query: { limit: 50, sort: 'name', ...(search ? { search } : null) } }),
    placeholderData: keepPreviousData,
  })
  const form = useCallForm({
    call: 'POST /backoffice/restaurants',
    defaults: {
      establishment_name: '',
      address: '',
      partnerId: '',
      user_name: '',
      email: '',
      user_contact_number: '',
      gstNumber: '',
      fssaiNumber: '',
    },
    toBody: ({ partnerId, ...application }) => ({ ...application, ...(partnerId ? { partnerId } : null) }),
    invalidates: ['GET /backoffice/restaurants', 'GET /backoffice/analytics', 'GET /backoffice/partners'],
    refusals: { email_taken: 'email' },
    onSaved: ({ restaurant }) => {
      snack.success(`${restaurant.establishment_name} is live`, { detail: `${restaurant.email} gets an invitation.` })
      onMade(restaurant)
    },
  })
  const { establishment_name: name, address } = form.values
  const same = useSame(name, address)
  const found = partners.data?.partners ?? []
  // The chosen one has its name in the field whatever is searched afterwards.
  const [chosen, setChosen] = useState<Partner | null>(null)
  const now = found.find(({ _id }) => _id === form.values.partnerId)
  if (now && now._id !== chosen?._id) setChosen(now)
  const offered = chosen && chosen._id === form.values.partnerId && !now ? [chosen, ...found] : found
  return (
    <FormSheet
      form={form}
      title="Create restaurant"
      description="Live at once. The owner gets an invitation by mail."
      submitLabel={same ? 'Create anyway' : 'Create restaurant'}
      size={32}
      submitSize={40}
      onClose={onClose}
    >
      <TextField form={form} name="establishment_name" label="Name" required maxLength={80} />
      <TextField form={form} name="address" label="Address" required maxLength={300} hint="Street, area, city, state and postal code." />
      {same ? (
        <Banner
          tone="warning"
          action={
            <Button
              variant="link"
              size={32}
              onClick={() => {
                form.discard()
                onOpen(same)
              }}
            >
              Open it
            </Button>
          }
        >
          A restaurant with this name and address exists: <b>{same.establishment_name}</b>, {same.address}
        </Banner>
      ) : null}
      <ComboboxField
        form={form}
        name="partnerId"
        label="Partner"
        optional
        hint="If it belongs to a chain."
        placeholder="None"
        search={{ ask: setTyped, busy: search !== typed.trim() || partners.isFetching }}
        options={[{ value: '', label: 'None' }, ...offered.map((p) => ({ value: p._id, label: `${p.name}, ${p.email}` }))]}
      />
      {partners.isError && !partners.data ? <QueryError query={partners} /> : null}
      <h3 className="pt-2 text-14 font-semibold">Owner</h3>
      <TextField form={form} name="user_name" label="Name of the owner" required maxLength={80} />
      <TextField form={form} name="email" label="Email" kind="email" required maxLength={254} hint="The invitation goes here." />
      <TextField form={form} name="user_contact_number" label="Mobile" kind="tel" required maxLength={20} />
      <h3 className="pt-2 text-14 font-semibold">Legal</h3>
      <TextField form={form} name="gstNumber" label="GSTIN" kind="code" optional maxLength={20} />
      <TextField form={form} name="fssaiNumber" label="FSSAI" kind="code" optional maxLength={20} />
    </FormSheet>
  )
}

/** The longest text that the call searches for. */
const LONGEST = 80

/** A restaurant that has this name and address already, asked shortly after typing stops. */
function useSame(name: string, address: string): Outlet | null {
  const search = useDebounced(name.trim()).slice(0, LONGEST)
  const { data } = useQuery({
    ...apiQuery('GET /backoffice/restaurants', { query: { search, limit: 100 } }),
    enabled: search.length > 1 && address.trim() !== '',
    placeholderData: keepPreviousData,
    // Always asked again, because somebody else may have just added it.
    staleTime: 0,
  })
  return sameAs({ name, address }, data?.restaurants ?? [])
}
