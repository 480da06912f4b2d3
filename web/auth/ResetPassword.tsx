import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { MESSAGES } from '#domain/messages.ts'
import { call } from '#web/core/api.ts'
import { useSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { CardPage } from '#web/app/CardPage.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { NewPasswordField } from '#web/app/form/NewPasswordField.tsx'
import type { LoginState, ResetState } from './reset.ts'

/** The token of a mailed link (`#token=…`), with which a new owner or partner sets a first password. */
const linked = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('token')
/** A token's letters. A link that a mail program has damaged has others, which no request can carry. */
const TOKEN = /^[\w.-]+$/

/** `/restaurant/reset-password`: the new password, with the code's token or an invitation's. */
export default function ResetPassword() {
  const { state: given, hash } = useLocation() as { state: ResetState | null; hash: string }
  const navigate = useNavigate()
  const mailed = linked(hash)
  const state: ResetState = mailed ? { ...given, token: mailed } : (given ?? {})
  // Removes a link's token from the address, where others could read it.
  useEffect(() => {
    if (mailed) void navigate(to.resetPassword(), { replace: true, state })
  })
  return state.token && TOKEN.test(state.token) ? (
    <NewPassword key={state.token} state={state} token={state.token} />
  ) : (
    <CardPage title="Set a new password">
      <Banner tone="danger">{state.token ? MESSAGES.invalidToken : MESSAGES.tokenNotFound}</Banner>
      <p className="text-14 text-muted">Ask for a code first, or open the link of your mail again.</p>
      <Button asChild full size={44} variant="primary">
        <Link to={to.forgotPassword()} state={state}>
          Send me a code
        </Link>
      </Button>
    </CardPage>
  )
}

function NewPassword({ state, token }: { state: ResetState; token: string }) {
  const navigate = useNavigate()
  const { user } = useSession()
  const form = useForm({
    defaults: { newPassword: '' },
    offline: 'You are offline. The password can’t be saved.',
    send: (body) => call('POST /auth/restaurant/reset-password', { body, token, quiet: true }),
    onSaved: ({ message }) => {
      // The page for signing in is not shown to who is signed in.
      if (user) snack.success(message)
      void navigate(to.login(state.area ?? 'restaurant'), { replace: true, state: { notice: message } satisfies LoginState })
    },
  })
  return (
    <CardPage
      title="Set a new password"
      foot={
        <Link to={to.forgotPassword()} state={state} className="link py-1">
          Send a new code
        </Link>
      }
    >
      <p className="text-14 text-muted">After saving, the account is signed out on all devices. Sign in with the new password.</p>
      {user ? (
        <Banner tone="info">
          You are signed in as {user.name}, and stay so. If the new password is for another account, sign out before you sign in with it.
        </Banner>
      ) : null}
      <FormBody form={form}>
        {/* Tells password managers whose password it is. */}
        {state.email ? <input type="email" autoComplete="username" value={state.email} readOnly hidden /> : null}
        <NewPasswordField form={form} autoFocus />
        <SubmitButton form={form} full>
          Save the new password
        </SubmitButton>
      </FormBody>
    </CardPage>
  )
}
