import { Clock, Monitor, Smartphone, Tablet } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { MESSAGES, rateLimitText } from '#domain/messages.ts'
import { plural } from '#domain/text.ts'
import { ApiError, messageOf } from '#web/core/api.ts'
import { deviceDates } from '#web/core/dates.ts'
import { CardPage } from '#web/app/CardPage.tsx'
import { fieldErrorsOf } from '#web/core/fields.ts'
import { useOnline } from '#web/core/online.ts'
import { useCountdown } from '#web/app/QueryError.tsx'
import { acceptLogin, acceptPending, type Login } from '#web/core/session.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { rememberLogin } from './lastLogin.ts'
import { type LoginArea, to } from '#web/core/to.ts'

type Credentials = { email: string; password: string }
export type OpenSession = { id: string; device: string; createdAt: string; lastSeenAt: string }

export type LoginCardProps = {
  area: LoginArea
  title: string
  signIn: (credentials: Credentials & { terminate_existing?: boolean }) => Promise<Login>
}

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

/** The one card of every login (SCREENS §2.1): what went wrong stands in it, and nothing typed is lost. */
export function LoginCard({ area, title, signIn }: LoginCardProps) {
  const [search] = useSearchParams()
  const online = useOnline()
  const [error, setError] = useState<string | null>(null)
  const [blockedUntil, setBlockedUntil] = useState<number | null>(null)
  const [sessions, setSessions] = useState<OpenSession[] | null>(null)
  const wait = useCountdown(blockedUntil)
  const busy = useRef(false)
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting } = form.formState

  async function submit(credentials: Credentials, terminate = false) {
    if (busy.current) return
    busy.current = true
    setError(null)
    try {
      const answer = await signIn(terminate ? { ...credentials, terminate_existing: true } : credentials)
      rememberLogin(area)
      await acceptLogin(area, answer)
    } catch (failure) {
      refused(failure)
    } finally {
      busy.current = false
    }
  }

  function refused(failure: unknown) {
    if (failure instanceof ApiError) {
      const { details } = failure
      if (failure.status === 409 && Array.isArray(details.sessions)) return setSessions(details.sessions as OpenSession[])
      if (failure.status === 403 && details.approved === false) {
        rememberLogin(area)
        return acceptPending(details)
      }
      setSessions(null)
      if (failure.status === 429) {
        setBlockedUntil(failure.retryAfter ? Date.now() + failure.retryAfter * 1000 : null)
        return setError(rateLimitText(failure.message, failure.retryAfter))
      }
      if (failure.status === 403 && details.active === false) return setError(MESSAGES.inactive)
    }
    setSessions(null)
    const beside = fieldErrorsOf(failure, ['email', 'password'])
    if (beside) return beside.forEach(({ name, message }, i) => form.setError(name, { message }, { shouldFocus: i === 0 }))
    setError(messageOf(failure, MESSAGES.authenticationFailed))
    form.setFocus('password')
  }

  const others = AREAS.filter((a) => a.area !== area)
  return (
    <CardPage
      title={title}
      foot={
        <p>
          {NOT[area]}
          {others.map((other) => (
            <Link key={other.area} to={to.login(other.area)} className="link ml-3 inline-block py-1">
              {other.label}
            </Link>
          ))}
        </p>
      }
    >
      <form className="grid gap-4" noValidate onSubmit={(event) => void form.handleSubmit((credentials) => submit(credentials))(event)}>
        {search.get('token_expired') === 'true' && !error ? <ExpiredNotice /> : null}
        {error ? <Banner tone="danger">{error}</Banner> : null}
        <Field label="Email" error={errors.email?.message}>
          <Input
            {...form.register('email', {
              setValueAs: (value: string) => value.trim(),
              required: 'Enter your email',
              pattern: { value: /.@./, message: 'This is not an email address' },
            })}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput {...form.register('password', { required: 'Enter your password' })} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size={44}
          full
          loading={isSubmitting}
          disabledReason={online ? (wait > 0 ? `Try again in ${wait} s` : null) : 'You are offline. Sign-in needs a connection.'}
        >
          {wait > 0 ? `Try again in ${wait} s` : 'Sign in'}
        </Button>
        {online ? null : (
          <p role="status" className="text-center text-14 text-muted">
            You are offline. Sign-in needs a connection.
          </p>
        )}
      </form>
      <Sessions
        sessions={sessions}
        loading={isSubmitting}
        onCancel={() => setSessions(null)}
        onContinue={() => void form.handleSubmit((credentials) => submit(credentials, true))()}
      />
    </CardPage>
  )
}

/** 409 "Active sessions exist": who else is signed in, and the way past them. */
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

function deviceIcon(device: string): ReactNode {
  const Icon = /ipad|tablet/i.test(device) ? Tablet : /iphone|android|phone|mobile/i.test(device) ? Smartphone : Monitor
  return <Icon className="text-muted" aria-hidden="true" />
}
