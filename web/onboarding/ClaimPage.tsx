import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { HOME } from '#domain/roles.ts'
import { ApiError, call } from '#web/core/api.ts'
import { acceptLogin, useSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { CardPage } from '#web/app/CardPage.tsx'
import { NewPasswordField } from '#web/app/form/NewPasswordField.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Questions } from './Questions.tsx'

/** Why a claim can't be completed: the link is unknown, used or expired; or its address has an account. */
type Refused = 'link' | 'address'

/** `/claim/:token` (SCREENS §6.14): the mailed link of an approved claim makes the owner's account with a password, and signs it in. */
export default function ClaimPage() {
  const { token = '' } = useParams()
  const [refused, setRefused] = useState<Refused | null>(null)
  return refused ? <NoWay why={refused} /> : <SetPassword token={token} onRefused={setRefused} />
}

function SetPassword({ token, onRefused }: { token: string; onRefused: (why: Refused) => void }) {
  const navigate = useNavigate()
  const { user } = useSession()
  const form = useForm({
    defaults: { newPassword: '' },
    offline: 'You are offline. The password can’t be saved.',
    send: ({ newPassword }) => call('POST /restaurant/claim/complete', { body: { claimToken: token, password: newPassword }, quiet: true }),
    onSaved: async (answer) => {
      await acceptLogin('restaurant', answer)
      void navigate(HOME[answer.user.role], { replace: true })
    },
    onRefused: (error) => {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'invalid_token') onRefused('link')
      else if (code === 'email_taken') onRefused('address')
      else return false
      return true
    },
  })
  return (
    <CardPage title="Take over your restaurant">
      <p className="text-14 text-muted">
        Your claim was approved. Set a password for the owner’s account; you sign in with it and the address that our mail came to.
      </p>
      {user ? <Banner tone="info">You are signed in as {user.name}. Going on signs you in as the restaurant’s owner.</Banner> : null}
      <FormBody form={form}>
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

const WHY: Record<Refused, { title: string; text: string }> = {
  link: {
    title: 'This link no longer works',
    text: 'A link of a claim works once and for 7 days, and a newer link makes earlier ones void. If you have set a password already, sign in. If not, ask us for a new link.',
  },
  address: {
    title: 'You have an account already',
    text: 'The address of this claim has an account, and an account belongs to one place. Sign in to it, or ask us to send the link to another address. This link stays good.',
  },
}

function NoWay({ why }: { why: Refused }) {
  const { title, text } = WHY[why]
  return (
    <CardPage title={title}>
      <p role="alert" className="text-14">
        {text}
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
