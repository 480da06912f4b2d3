import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import { CardPage } from '#web/app/CardPage.tsx'
import { TextField } from '#web/app/form/fields.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import type { ResetState } from './reset.ts'

/** `/restaurant/forgot-password`: asks for the email to which a code is sent. It never reveals whether the email has an account. */
export default function ForgotPassword() {
  const navigate = useNavigate()
  const state = useLocation().state as ResetState | null
  const form = useForm({
    defaults: { email: state?.email ?? '' },
    offline: 'You are offline. A code needs a connection.',
    send: ({ email }) => call('POST /auth/restaurant/forgot-password', { body: { email: email.trim() }, quiet: true }),
    onSaved: (_answer, { email }) => void navigate(to.verifyCode(), { state: { ...state, email: email.trim() } satisfies ResetState }),
  })
  return (
    <CardPage
      title="Forgot your password?"
      foot={
        <Link to={to.login(state?.area ?? 'restaurant')} className="link py-1">
          Back to sign-in
        </Link>
      }
    >
      <p className="text-14 text-muted">Enter the email you sign in with. We send it a code of six digits.</p>
      <FormBody form={form}>
        <TextField form={form} name="email" label="Email" kind="email" autoComplete="username" autoFocus required="Enter your email" />
        <SubmitButton form={form} full>
          Send the code
        </SubmitButton>
      </FormBody>
    </CardPage>
  )
}
