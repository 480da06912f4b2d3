import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ROLE_NAMES } from '#domain/roles.ts'
import { SegmentedField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { ShownOnce } from '#web/shared/secret/ShownOnce.tsx'
import { Button } from '#web/ui/Button.tsx'
import { newPassword } from './password.ts'

type Made = { name: string; password: string }

/** Adds somebody to the back office, then shows their password, once. */
export function NewUser({ mayAddAdmin, onClose }: { mayAddAdmin: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  if (!made) return <UserForm mayAddAdmin={mayAddAdmin} onMade={setMade} onClose={onClose} />
  return (
    <ShownOnce
      title={`${made.name} was added`}
      description="Give them this password now: it is shown only this once. They change it after signing in."
      name="The password"
      secret={made.password}
      more={
        <Button icon={<UserPlus />} onClick={() => setMade(null)}>
          Create another
        </Button>
      }
      onClose={onClose}
    />
  )
}

const ROLES = [
  { value: 'backoffice' as const, label: ROLE_NAMES.backoffice },
  { value: 'admin' as const, label: ROLE_NAMES.admin },
]

function UserForm({ mayAddAdmin, onMade, onClose }: { mayAddAdmin: boolean; onMade: (made: Made) => void; onClose: () => void }) {
  // One password for the whole form, because a repeat after a lost answer must send the same.
  const [password] = useState(newPassword)
  const form = useCallForm({
    call: 'POST /backoffice/users',
    defaults: { name: '', email: '', mobile_number: '', role: 'backoffice' as 'backoffice' | 'admin' },
    toBody: ({ mobile_number, ...values }) => ({ ...values, ...(mobile_number ? { mobile_number } : null), password }),
    invalidates: ['GET /backoffice/users'],
    refusals: { email_taken: 'email', name_taken: 'name' },
    onSaved: (_, { name }) => onMade({ name, password }),
  })
  return (
    <FormSheet
      form={form}
      title="Add user"
      description="Their password is made here and shown once."
      submitLabel="Add user"
      size={32}
      submitSize={40}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" required maxLength={80} />
      <TextField form={form} name="email" label="Email" kind="email" required maxLength={254} hint="They sign in with it." />
      <TextField form={form} name="mobile_number" label="Mobile" kind="tel" optional maxLength={20} />
      {mayAddAdmin ? (
        <SegmentedField form={form} name="role" label="Role" options={ROLES} />
      ) : (
        <p className="text-14 text-muted">Role: {ROLE_NAMES.backoffice}. Only an administrator adds an administrator.</p>
      )}
    </FormSheet>
  )
}
