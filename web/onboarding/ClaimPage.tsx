import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { HOME } from '#domain/roles.ts'
import { ApiError, call } from '#web/core/api.ts'
import { acceptLogin, useSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { CardPage } from '#web/app/CardPage.tsx'
import { TextField } from '#web/app/form/fields.tsx'
import { NewPasswordField } from '#web/app/form/NewPasswordField.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Questions } from './Questions.tsx'

/** `/claim/:token` (SCREENS §6.14): the mailed link of an approved claim makes the owner's account with a password, and signs it in. */
export default function ClaimPage() {
  const { token = '' } = useParams()
  const [isOver, setIsOver] = useState(false)
  return isOver ? <LinkIsOver /> : <SetPassword token={token} onOver={() => setIsOver(true)} />
}

function SetPassword({ token, onOver }: { token: string; onOver: () => void }) {
  const navigate = useNavigate()
  const { user } = useSession()
  /** True if the claim's email already has another account, so that another email is asked for. */
  const [isTaken, setIsTaken] = useState(false)
  const form = useForm({
    defaults: { email: '', newPassword: '' },
    offline: 'You are offline. The password can’t be saved.',
    send: ({ email, newPassword }) =>
      call('POST /restaurant/claim/complete', {
        body: { claimToken: token, password: newPassword, ...(isTaken ? { email } : {}) },
        quiet: true,
      }),
    refusals: { email_taken: 'email' },
    onSaved: async (answer) => {
      await acceptLogin('restaurant', answer)
      void navigate(HOME[answer.user.role], { replace: true })
    },
    onRefused: (error) => {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'invalid_token') onOver()
      else if (code === 'email_taken' && !isTaken) setIsTaken(true)
      else return false
      return true
    },
  })
  return (
    <CardPage title="Take over your restaurant">
      <p className="text-14 text-muted">
        {isTaken
          ? 'Your claim was approved. Choose another email and a password for the owner’s account. You sign in with them.'
          : 'Your claim was approved. Set a password for the owner’s account. You sign in with it and the email that our message came to.'}
      </p>
      {user ? (
        <Banner tone="info">You are signed in as {user.name}. If you continue, you are signed in as the restaurant’s owner.</Banner>
      ) : null}
      <FormBody form={form}>
        {isTaken ? (
          <>
            <Banner tone="warning">
              The email of this claim has an account already, and an account belongs to one restaurant. That account stays as it is.
            </Banner>
            <TextField form={form} name="email" label="Another email to sign in with" kind="email" required maxLength={254} autoFocus />
          </>
        ) : null}
        <NewPasswordField form={form} autoFocus />
        <SubmitButton form={form} full>
          Set the password and sign in
        </SubmitButton>
        {form.blocked ? (
          <p role="status" className="text-14 text-muted">
            {form.blocked}
          </p>
        ) : null}
      </FormBody>
    </CardPage>
  )
}

/** The link is unknown, used or expired. */
function LinkIsOver() {
  return (
    <CardPage title="This link no longer works">
      <p role="alert" className="text-14">
        A claim’s link works once, for 7 days, and only until a newer one was sent. If you have set a password already, sign in. If not, ask
        us for a new link.
      </p>
      <Button asChild full size={44} variant="primary">
        <Link to={to.login('restaurant')}>Sign in</Link>
      </Button>
      <Button asChild full size={44}>
        <Link to={to.forgotPassword()}>Forgot your password?</Link>
      </Button>
      <Questions />
    </CardPage>
  )
}
