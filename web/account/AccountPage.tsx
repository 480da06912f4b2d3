import { isStaff, ROLE_NAMES } from '#domain/roles.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { NewPasswordField } from '#web/app/form/NewPasswordField.tsx'
import { TextField } from '#web/app/form/fields.tsx'
import { useUnsavedGuard } from '#web/app/form/guard.ts'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { apiQuery } from '#web/core/query.ts'
import { useUser, userChanged } from '#web/core/session.ts'
import { ConfirmEmail } from '#web/shared/email/ConfirmEmail.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Devices } from './Devices.tsx'

/** `/restaurant/account` (SCREENS §6.32), and the same page in the shells of partners and the back office: one's own name, password and devices. */
export default function AccountPage() {
  return (
    <div className="grid w-full max-w-168 content-start gap-4 p-4 sm:p-6">
      <Name />
      <Unconfirmed />
      <Password />
      <Devices query={useQuery(apiQuery('GET /auth/sessions'))} />
    </div>
  )
}

function Name() {
  const user = useUser()
  const form = useCallForm({
    call: 'PUT /auth/me',
    defaults: { name: user.name },
    toBody: (values) => values,
    invalidates: ['GET /restaurant/employees', 'GET /backoffice/users'],
    refusals: { name_taken: 'name' },
    onSaved: ({ user: changed }) => {
      userChanged(changed)
      snack.success('Your name is saved')
    },
  })
  useUnsavedGuard(form.isDirty)
  return (
    <Card title="You" note={`${ROLE_NAMES[user.role]}${user.restaurantName ? ` at ${user.restaurantName}` : ''}`} padded>
      <FormBody form={form}>
        <TextField
          form={form}
          name="name"
          label="Name"
          required="Enter your name."
          maxLength={80}
          autoComplete="name"
          hint={isStaff(user.role) ? 'Bills and reports show it.' : 'It stands beside what you do in an outlet.'}
        />
        <dl className="grid gap-0.5 text-14">
          <dt className="font-medium">Email</dt>
          <dd className="[overflow-wrap:anywhere] text-muted">{user.email || 'None'}</dd>
          {/* Staff ask a manager. While a partner's is not confirmed, it is corrected below. */}
          {user.role === 'partner' ? <dd className="text-muted">Once it is confirmed, only Tawa can change it.</dd> : null}
        </dl>
        <SubmitButton form={form} className="justify-self-start" disabledReason={form.changes === 0 ? 'There is nothing to save' : null}>
          Save name
        </SubmitButton>
      </FormBody>
    </Card>
  )
}

/** The own address while nobody has confirmed it, such as a partner's after the minute of the sign-up. */
function Unconfirmed() {
  const { role } = useUser()
  const { data } = useQuery(apiQuery('GET /auth/email'))
  // Stays when it is confirmed, and says so.
  const [isAsked, setIsAsked] = useState(false)
  if (data && !data.email.confirmed && !isAsked) setIsAsked(true)
  if (!isAsked) return null
  return (
    <Card padded>
      {/* An approved restaurant's address is settled, so it can't be corrected. */}
      <ConfirmEmail fixed={isStaff(role)} />
    </Card>
  )
}

function Password() {
  const form = useCallForm({
    call: 'PUT /auth/password',
    defaults: { password: '', newPassword: '' },
    toBody: (values) => values,
    invalidates: ['GET /auth/sessions'],
    onSaved: ({ message }) => {
      form.setValue('password', '')
      form.setValue('newPassword', '')
      snack.success(message)
    },
  })
  useUnsavedGuard(() => Object.values(form.values).some(Boolean))
  return (
    <Card title="Password" padded>
      <FormBody form={form}>
        <TextField form={form} name="password" label="Present password" kind="password" required="Enter your present password." />
        <NewPasswordField form={form} />
        <SubmitButton form={form} className="justify-self-start">
          Change password
        </SubmitButton>
        <p className="text-14 text-muted">Your other devices are signed out. This one stays signed in.</p>
      </FormBody>
    </Card>
  )
}
