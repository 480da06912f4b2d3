import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { call } from '#web/core/api.ts'
import { useCommand } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { CardPage } from '#web/app/CardPage.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { CodeField } from '#web/app/form/fields.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { useCountdown } from '#web/app/QueryError.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { ResetState } from './reset.ts'

/** SCREENS §2.1: a new code may be asked for after 30 s. */
const RESEND_MS = 30_000

/** `/restaurant/verify-otp`: the mailed code, which is checked with its sixth digit. */
export default function VerifyCode() {
  const state = useLocation().state as ResetState | null
  return state?.email ? <Code state={state} email={state.email} /> : <Navigate to={to.forgotPassword()} replace />
}

function Code({ state, email }: { state: ResetState; email: string }) {
  const navigate = useNavigate()
  const [resendAt, setResendAt] = useState(() => Date.now() + RESEND_MS)
  const wait = useCountdown(resendAt)
  const form = useForm({
    defaults: { otp: '' },
    offline: 'You are offline. The code can’t be checked.',
    send: ({ otp }) => call('POST /auth/restaurant/verify-otp', { body: { email, otp }, quiet: true }),
    onSaved: ({ token }) => void navigate(to.resetPassword(), { replace: true, state: { ...state, token } satisfies ResetState }),
    onRefused: () => {
      form.setValue('otp', '')
      form.focus('otp')
    },
  })
  const resend = useCommand('POST /auth/restaurant/forgot-password', {
    onSuccess: () => {
      setResendAt(Date.now() + RESEND_MS)
      snack.success('A new code is on its way')
    },
  })
  return (
    <CardPage
      title="Enter the code"
      foot={
        <Link to={to.forgotPassword()} state={state} className="link py-1">
          Use another email
        </Link>
      }
    >
      <p className="text-14 text-muted">
        If <span className="font-semibold [overflow-wrap:anywhere] text-text">{email}</span> has an account, a code of six digits is on its
        way. It is good for 5 minutes.
      </p>
      <FormBody form={form}>
        <CodeField form={form} name="otp" label="Code" required="Enter the code." onComplete={() => void form.submit()} />
        <SubmitButton form={form} full>
          Continue
        </SubmitButton>
        <Button
          full
          size={44}
          variant="quiet"
          loading={resend.isPending}
          disabledReason={wait > 0 ? `A new code can be sent in ${wait} s` : null}
          onClick={() => resend.mutate({ body: { email } })}
        >
          {wait > 0 ? `Send a new code in ${wait} s` : 'Send a new code'}
        </Button>
      </FormBody>
    </CardPage>
  )
}
