import { CircleCheck, Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { MESSAGES, rateLimitText } from '#domain/messages.ts'
import { type Family, familyOf } from '#domain/roles.ts'
import { plural } from '#domain/text.ts'
import { ApiError, call, messageOf } from '#web/core/api.ts'
import { deviceDates } from '#web/core/dates.ts'
import { CardPage } from '#web/app/CardPage.tsx'
import { TextField } from '#web/app/form/fields.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { acceptLogin, acceptPending, type Login } from '#web/core/session.ts'
import { keptSignup } from '#web/shared/keptSignup.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { deviceIcon } from '#web/ui/deviceIcon.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { takeGoogleAnswer } from './google.ts'
import { rememberLogin } from './lastLogin.ts'
import { type LoginArea, to } from '#web/core/to.ts'
import type { LoginState, ResetState } from './reset.ts'

type Credentials = { email: string; password: string }
export type OpenSession = { id: string; device: string; createdAt: string; lastSeenAt: string }

export type LoginCardProps = {
  area: LoginArea
  title: string
  signIn: (credentials: Credentials & { terminate_existing?: boolean }) => Promise<Login>
  /** The link for people without an account. */
  signUp?: { path: string; label: string }
}

const OFFLINE = 'You are offline. Sign-in needs a connection.'
const AREAS: readonly { area: LoginArea; label: string }[] = [
  { area: 'restaurant', label: 'Restaurant staff' },
  { area: 'partner', label: 'Partner' },
  { area: 'backoffice', label: 'Back office' },
]
const NOT: Record<LoginArea, string> = {
  restaurant: 'Not restaurant staff?',
  partner: 'Not a partner?',
  backoffice: 'Not the back office?',
}

export function ExpiredNotice() {
  return (
    <Banner tone="warning" icon={<Clock />}>
      {MESSAGES.sessionExpiredWarning}
    </Banner>
  )
}

/** The card of every login page (SCREENS §2.1). Errors are shown in it, and nothing typed is lost. */
export function LoginCard({ area, title, signIn, signUp }: LoginCardProps) {
  const [search] = useSearchParams()
  const [sessions, setSessions] = useState<OpenSession[] | null>(null)
  const terminate = useRef(false)
  const google = useGoogle(refused)
  const { state } = useLocation() as { state: LoginState | null }
  const form = useForm({
    defaults: { email: '', password: '' },
    offline: OFFLINE,
    send: ({ email, password }: Credentials): Promise<Accepted> => {
      const credentials = { email: email.trim(), password, ...(terminate.current ? { terminate_existing: true } : null) }
      return google.connect(credentials, () => signIn(credentials))
    },
    onSaved: (answer) => accept({ family: area, ...answer }),
    onRefused: refused,
  })

  function refused(failure: unknown): boolean | string {
    const details = failure instanceof ApiError ? failure.details : {}
    const status = failure instanceof ApiError ? failure.status : 0
    if (status === 409 && Array.isArray(details.sessions)) {
      setSessions(details.sessions as OpenSession[])
      return true
    }
    if (status === 403 && details.approved === false) {
      rememberLogin(area)
      acceptPending(details)
      return true
    }
    setSessions(null)
    if (status === 429 && failure instanceof ApiError) return rateLimitText(failure.message, failure.retryAfter)
    if (status === 403 && details.active === false) return MESSAGES.inactive
    if (typeof details.email === 'string') form.setValue('email', details.email)
    if (status !== 422) form.focus('password')
    return false
  }

  async function signOutOthers() {
    if (google.waiting) return google.signIn(true)
    terminate.current = true
    await form.submit()
    terminate.current = false
  }

  const kept = area === 'backoffice' ? null : keptSignup(area)
  const others = AREAS.filter((a) => a.area !== area)
  return (
    <CardPage
      title={title}
      foot={
        <>
          {signUp ? (
            <p>
              New here?
              <Link to={signUp.path} className="link ml-3 inline-block py-1">
                {signUp.label}
              </Link>
            </p>
          ) : null}
          <p>
            {NOT[area]}
            {others.map((other) => (
              <Link key={other.area} to={to.login(other.area)} className="link ml-3 inline-block py-1">
                {other.label}
              </Link>
            ))}
            {/* The diner's pages are another document. */}
            <a href={to.dinerLogin()} className="link ml-3 inline-block py-1">
              Diner
            </a>
          </p>
        </>
      }
    >
      <FormBody form={form}>
        {kept === null ? null : (
          <Banner tone="info">
            Your registration{kept ? ` of ${kept}` : ''} is kept on this device and not sent yet.{' '}
            <Link to={to.signup(area === 'partner' ? 'partner' : 'restaurant')} className="link">
              Continue
            </Link>
          </Banner>
        )}
        {search.get('token_expired') === 'true' && !form.message ? <ExpiredNotice /> : null}
        {state?.notice && !form.message ? (
          <Banner tone="success" icon={<CircleCheck />}>
            {state.notice}
          </Banner>
        ) : null}
        {google.message ? <Banner tone="danger">{google.message}</Banner> : null}
        <TextField
          form={form}
          name="email"
          label="Email"
          kind="email"
          autoComplete="username"
          required="Enter your email"
          check={(email) => (/.@./.test(email) ? undefined : 'This is not an email address')}
        />
        <TextField
          form={form}
          name="password"
          label="Password"
          kind="password"
          required="Enter your password"
          labelEnd={
            <Link to={to.forgotPassword()} state={{ area, email: form.values.email.trim() } satisfies ResetState} className="link">
              Forgot password
            </Link>
          }
        />
        <SubmitButton form={form} full>
          {form.wait > 0 ? `Try again in ${form.wait} s` : 'Sign in'}
        </SubmitButton>
        <GoogleButton from={search.get('from')} loading={google.signingIn} disabledReason={form.blocked} />
        {form.blocked === OFFLINE ? (
          <p role="status" className="text-center text-14 text-muted">
            {OFFLINE}
          </p>
        ) : null}
      </FormBody>
      <Sessions
        sessions={sessions}
        loading={form.saving || google.signingIn}
        onCancel={() => setSessions(null)}
        onContinue={() => void signOutOthers()}
      />
    </CardPage>
  )
}

type Accepted = Login & { family?: Family }

async function accept({ family = 'restaurant', ...answer }: Accepted) {
  rememberLogin(family)
  await acceptLogin(family, answer)
}

/** Signs in with the token from Google's answer in the address. `waiting`: the person must choose what happens to the other sessions. */
function useGoogle(refused: (failure: unknown) => boolean | string) {
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  const [signingIn, setSigningIn] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  /** A token that signs in with the password of its address only. */
  const [unconfirmed, setUnconfirmed] = useState<{ idToken: string; email: unknown } | null>(null)
  const send = async (body: { idToken: string; password?: string; terminate_existing?: boolean }): Promise<Accepted> => {
    const answer = await call('POST /auth/google/token', { body, quiet: true })
    // People of every area come back from Google to one page.
    return { ...answer, family: familyOf(answer.user.role) }
  }

  async function signIn(idToken: string, terminate = false) {
    setSigningIn(true)
    setMessage(null)
    try {
      await accept(await send({ idToken, ...(terminate ? { terminate_existing: true } : null) }))
    } catch (failure) {
      const shown = refused(failure)
      // Only the question about other sessions can be answered with the same token.
      setToken(shown === true ? idToken : null)
      if (failure instanceof ApiError && failure.code === 'google_unconfirmed') setUnconfirmed({ idToken, email: failure.details.email })
      setMessage(shown === true ? null : shown || messageOf(failure))
    } finally {
      setSigningIn(false)
    }
  }

  useEffect(() => {
    const answer = takeGoogleAnswer(location.hash)
    if (!answer) return
    // The token must not stay in the address.
    const from = 'from' in answer ? answer.from : null
    void navigate(to.login('restaurant', { from }), { replace: true })
    if ('idToken' in answer) void signIn(answer.idToken)
    else if (answer.failed) setMessage('Google authentication failed')
    // Once, when the page opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return {
    signingIn,
    message,
    waiting: token !== null,
    signIn: (terminate: boolean) => (token ? signIn(token, terminate) : undefined),
    /** Signs in with a password, and connects the account with Google by it where Google's answer waits for the password of this address. */
    connect: async (credentials: Credentials & { terminate_existing?: boolean }, signIn: () => Promise<Login>): Promise<Accepted> => {
      const { email, ...more } = credentials
      if (unconfirmed?.email !== email.toLowerCase()) return signIn()
      return send({ idToken: unconfirmed.idToken, ...more }).catch((failure: unknown) => {
        // The token was used by a try whose answer was lost, or its hour is over: the password alone signs in.
        if (!(failure instanceof ApiError) || failure.code !== 'invalid_token') throw failure
        setUnconfirmed(null)
        return signIn()
      })
    },
  }
}

/** For 409 "Active sessions exist": lists the other sessions and offers to sign them out. */
function Sessions({
  sessions,
  loading,
  onCancel,
  onContinue,
}: {
  sessions: OpenSession[] | null
  loading: boolean
  onCancel: () => void
  onContinue: () => void
}) {
  const n = sessions?.length ?? 0
  const dates = deviceDates()
  return (
    <Dialog
      open={sessions !== null}
      onOpenChange={(open) => (open || loading ? undefined : onCancel())}
      size="sm"
      title={MESSAGES.activeSessions}
      description={`You are signed in on ${plural(n, 'other device')}. Signing ${n === 1 ? 'it' : 'them'} out keeps unsent items on ${n === 1 ? 'that device' : 'those devices'}.`}
      footer={
        <>
          <Button size={44} onClick={onCancel}>
            Cancel
          </Button>
          <Button size={44} variant="primary" loading={loading} onClick={onContinue}>
            Sign out others and continue
          </Button>
        </>
      }
    >
      <ul className="rounded-card border border-hairline">
        {sessions?.map((session) => (
          <li key={session.id} className="flex min-h-15 items-center gap-3 px-3 py-2 not-first:border-t not-first:border-hairline">
            {deviceIcon(session.device)}
            <span className="min-w-0">
              <span className="block truncate text-14 font-semibold">{session.device}</span>
              <span className="num block text-12 text-muted">
                Last used {dates.ago(session.lastSeenAt)} · signed in {dates.ago(session.createdAt)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
