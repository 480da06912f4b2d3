import { hourRows } from '#domain/hours.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { TextField } from '#web/app/form/fields.tsx'
import { hoursOf, hoursSeen, newestHours } from '#web/shared/hours.ts'
import { HoursField } from '#web/app/form/HoursField.tsx'
import { NewPasswordField } from '#web/app/form/NewPasswordField.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { type Form, useCallForm } from '#web/app/form/useForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import type { Outlet } from './words.ts'

const valuesOf = (outlet: Outlet | null) => ({
  establishment_name: outlet?.establishment_name ?? '',
  address: outlet?.address ?? '',
  user_name: outlet?.user_name ?? '',
  user_contact_number: outlet?.user_contact_number ?? '',
  gstNumber: outlet?.gstNumber ?? '',
  fssaiNumber: outlet?.fssaiNumber ?? '',
  opening_hours: hourRows(outlet?.opening_hours?.periods ?? []),
})
type Shared = ReturnType<typeof valuesOf>

/** Adds an outlet, which then waits for approval, or changes one. A rejected one goes back into the queue when it is saved. */
export function OutletSheet({ outlet, onClose }: { outlet: Outlet | null; onClose: () => void }) {
  return outlet ? <Edit outlet={outlet} onClose={onClose} /> : <Add onClose={onClose} />
}

function Add({ onClose }: { onClose: () => void }) {
  const form = useCallForm({
    call: 'POST /partner/restaurant',
    kept: true,
    defaults: { ...valuesOf(null), email: '', newPassword: '' },
    toBody: ({ opening_hours, newPassword, ...fields }) => ({ ...fields, password: newPassword, opening_hours: hoursOf(opening_hours) }),
    fieldOf: { password: 'newPassword' },
    invalidates: ['GET /partner/outlets'],
    refusals: { email_taken: 'email' },
    onSaved: ({ restaurant }) => {
      snack.success(`${restaurant.establishment_name} waits for approval`)
      onClose()
    },
  })
  return (
    <FormSheet form={form} title="Add outlet" submitLabel="Add outlet" onClose={onClose}>
      <Banner tone="info">It opens when Tawa has approved it. Its owner signs in with this email and password.</Banner>
      <SharedFields form={form as unknown as Form<Shared>} />
      <TextField form={form} name="email" label="Email to sign in with" kind="email" required maxLength={254} />
      <NewPasswordField form={form} />
      <HoursField form={form} />
    </FormSheet>
  )
}

function Edit({ outlet, onClose }: { outlet: Outlet; onClose: () => void }) {
  const rejected = outlet.approvalStatus === 'rejected'
  const form = useCallForm({
    call: 'PUT /partner/restaurant/:id',
    kept: true,
    params: { id: outlet._id },
    defaults: valuesOf(outlet),
    toBody: ({ opening_hours, ...fields }, _, saved) => ({
      ...fields,
      opening_hours: hoursOf(opening_hours),
      ...hoursSeen(opening_hours, saved.opening_hours),
      ...(rejected ? { resubmit: true } : null),
    }),
    newest: newestHours(valuesOf(outlet)),
    onlyChanges: true,
    invalidates: ['GET /partner/outlets'],
    onSaved: ({ restaurant }) => {
      snack.success(rejected ? `${restaurant.establishment_name} was sent again` : `${restaurant.establishment_name} is saved`)
      onClose()
    },
  })
  return (
    <FormSheet form={form} title={outlet.establishment_name} submitLabel={rejected ? 'Correct and resubmit' : 'Save'} onClose={onClose}>
      {rejected ? <Banner tone="danger">Rejected: {outlet.rejectionReason || 'no reason was given.'}</Banner> : null}
      <SharedFields form={form} />
      {outlet.approvalStatus === 'approved' ? null : <SignInEmail email={outlet.email} />}
      <HoursField form={form} />
    </FormSheet>
  )
}

/** The email of an outlet that waits. It belongs to the outlet's own account, so that only who knows its password corrects it (decision 019). */
const SignInEmail = ({ email }: { email: string }) => (
  <div className="grid gap-0.5 text-14">
    <p className="font-medium">Email to sign in with</p>
    <p className="[overflow-wrap:anywhere]">{email}</p>
    <p className="text-muted">
      To correct it before its owner has confirmed it, sign in with it as restaurant staff, in another browser or after signing out here,
      and press “Wrong address? Correct it”. Once confirmed, it stays.
    </p>
  </div>
)

function SharedFields({ form }: { form: Form<Shared> }) {
  return (
    <>
      <TextField form={form} name="establishment_name" label="Name" required maxLength={80} />
      <TextField form={form} name="address" label="Address" required kind="multiline" rows={2} maxLength={300} />
      <TextField form={form} name="user_name" label="Contact person" required maxLength={80} />
      <TextField form={form} name="user_contact_number" label="Mobile" kind="tel" required maxLength={20} />
      <TextField form={form} name="gstNumber" label="GSTIN" optional kind="code" maxLength={20} />
      <TextField form={form} name="fssaiNumber" label="FSSAI number" optional kind="code" maxLength={20} />
    </>
  )
}
