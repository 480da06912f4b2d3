import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { HOME } from '#domain/roles.ts'
import { type Answer, ApiError, call, type Input } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { equal } from '#web/core/equal.ts'
import { randomId } from '#domain/ids.ts'
import { acceptLogin, useSession } from '#web/core/session.ts'
import { mustBeToken } from '#web/core/tokens.ts'
import { CardPage } from '#web/app/CardPage.tsx'
import { Pending, Unreachable } from '#web/app/guard.tsx'
import { sameEmail } from '#web/shared/email/address.ts'
import { ConfirmEmail } from '#web/shared/email/ConfirmEmail.tsx'
import { mailCode } from '#web/shared/email/emailCode.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { applicationOf, profileOf, sameName } from './body.ts'
import type { Sent, Values } from './progress.ts'
import { SignupFrame, type Step } from './SignupFrame.tsx'
import { AccountStep, LegalStep, OutletAccount, RestaurantStep, ReviewStep } from './steps.tsx'
import { REVIEW, type Sending, useSignup } from './useSignup.ts'

const stepsOf = (email: string): Step[] => [
  {
    label: 'Account',
    note: email || 'Name, email, password',
    title: 'Become a partner',
    explains: 'Partners run several outlets with one sign-in.',
  },
  {
    label: 'First outlet',
    note: 'Name, place, hours',
    title: 'Your first outlet',
    explains: 'Guests see this on the menu and on the bill.',
  },
  { label: 'Legal', note: 'GST, FSSAI', title: 'Its registrations', explains: 'They print on every bill of the outlet.' },
  { label: 'Review', note: 'Then our team takes over', title: 'Is everything right?', explains: 'Each outlet is approved by our team.' },
]

type Opened = Answer<'POST /auth/partner/signup'>

/** `/partner/signup` (SCREENS §2.1): the partner's account and, unless it comes later, a first outlet that then waits for approval. */
export default function PartnerSignup() {
  const { status, user } = useSession()
  const [outlet, setOutlet] = useState<string | null | undefined>(undefined)
  if (status === 'loading') return null
  if (outlet !== undefined) return <Welcome outlet={outlet} />
  if (status === 'pending') return <Pending />
  if (status === 'unreachable') return <Unreachable />
  if (status === 'in' && user) return <Navigate to={HOME[user.role]} replace />
  return <Steps onDone={setOutlet} />
}

function Steps({ onDone }: { onDone: (outlet: string | null) => void }) {
  const { open, outletLocked } = useOpening()
  const signup = useSignup('partner', {
    send: open,
    onDone: async ({ account, outlet }) => {
      onDone(outlet)
      await acceptLogin('partner', account)
      void mailCode(email).catch(() => undefined)
    },
  })
  const { form, step } = signup
  const { outletLater, email } = form.values
  // A person at the outlet's step, also after the browser's Back, wants to add the outlet now.
  useEffect(() => {
    if (step === 1) form.setValue('outletLater', false)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [step])
  const later = () => {
    form.setValue('outletLater', true)
    signup.goTo(REVIEW)
  }
  return (
    <SignupFrame
      area="partner"
      signup={signup}
      steps={stepsOf(step > 0 ? email : '')}
      submitLabel={outletLater ? 'Open the account' : 'Open the account and apply'}
      onBack={step === REVIEW && outletLater ? () => signup.goTo(1) : undefined}
    >
      {step === 0 ? <AccountStep form={form} locked={signup.locked} /> : null}
      {step === 1 ? (
        <>
          <Banner tone="info" action={<LaterButton onClick={later} />}>
            Tell us about one outlet now, or open the account alone.
          </Banner>
          <RestaurantStep form={form} more={<OutletAccount form={form} locked={outletLocked} />} />
        </>
      ) : null}
      {step === 2 ? <LegalStep form={form} /> : null}
      {step === REVIEW ? <ReviewStep form={form} goTo={signup.goTo} partner /> : null}
    </SignupFrame>
  )
}

const LaterButton = ({ onClick }: { onClick: () => void }) => (
  <Button size={32} onClick={onClick}>
    Add outlets later
  </Button>
)

type Outlet = Input<'POST /partner/restaurant'>['body']
/** An outlet that was sent; `id` once it is known to be there. Of one that was sent before a reload, `body` is not known. */
type SentOutlet = { key: string; body: Outlet | null; id: string | null }

/** Opens the account once and then adds the outlet once. If the outlet is refused, only the outlet is sent again. */
function useOpening() {
  const account = useRef<Opened | null>(null)
  const outlet = useRef<SentOutlet | null>(null)
  const [outletLocked, setOutletLocked] = useState<string | null>(null)

  async function accountOf(values: Values, { before, begin }: Sending): Promise<Opened> {
    const { name, email, mobile, password } = values
    if (account.current) return account.current
    const known = before && (await signedIn(email, password))
    if (!known && before?.isOpen)
      throw new ApiError(OTHER_PASSWORD, { status: 422, errors: [{ path: 'password', message: OTHER_PASSWORD }] })
    if (known) outlet.current = await sentOutlet(known, before, values)
    else begin()
    const answer =
      known ?? (await call('POST /auth/partner/signup', { body: { name, email, mobile_number: mobile, password }, quiet: true }))
    mustBeToken(answer.token, 'partner')
    account.current = answer
    return answer
  }

  async function add(sent: SentOutlet, body: Outlet, token: unknown) {
    outlet.current = sent
    try {
      const { restaurant } = await call('POST /partner/restaurant', {
        body,
        token: mustBeToken(token, 'partner'),
        idempotencyKey: sent.key,
        quiet: true,
      })
      sent.id = restaurant._id
    } catch (error) {
      if (!leavesOpen(error)) outlet.current = null
      throw error
    }
  }

  /** One without an answer may be there, so it is sent again as it was, and then changed to what was typed since. */
  async function addOnce(body: Outlet, { token }: Opened, begin: () => void) {
    const before = outlet.current
    if (before?.body && before.id === null)
      await add(before, before.body, token).catch((error: unknown) => {
        if (outlet.current || equal(before.body, body)) throw error
      })
    if (!outlet.current) {
      begin()
      await add({ key: randomId(), body, id: null }, body, token)
    }
    const sent = outlet.current as SentOutlet | null
    if (!sent?.id || equal(sent.body, body)) return
    await call('PUT /partner/restaurant/:id', {
      params: { id: sent.id },
      body: profileOf(body),
      token: mustBeToken(token, 'partner'),
      quiet: true,
    })
  }

  const open = async (values: Values, sending: Sending) => {
    const answer = await accountOf(values, sending)
    sending.opened()
    if (values.outletLater) return { account: answer, outlet: null }
    try {
      await addOnce(applicationOf(values, { email: values.outletEmail, password: values.outletPassword }), answer, sending.begin)
    } catch (error) {
      throw ofOutlet(error)
    } finally {
      setOutletLocked(outlet.current ? 'The outlet may have been sent with it.' : null)
    }
    return { account: answer, outlet: values.establishment_name }
  }
  return { open, outletLocked }
}

const OTHER_PASSWORD = 'Your account was opened with another password. Type that one.'

/** After a reload: the outlet that had arrived although its answer was lost, or null. */
async function sentOutlet({ token }: Opened, { name }: Sent, { outletEmail, establishment_name }: Values): Promise<SentOutlet | null> {
  const { outlets } = await call('GET /partner/outlets', { token: mustBeToken(token, 'partner'), quiet: true })
  const found = outlets.find(
    (one) =>
      one.approvalStatus === 'pending' && sameName(one.establishment_name, name, establishment_name) && sameEmail(one.email, outletEmail),
  )
  return found ? { key: '', body: null, id: found._id } : null
}

/** For a lost answer: if the sign-up arrived, the account exists and can be signed in to. */
async function signedIn(email: string, password: string): Promise<Opened | null> {
  try {
    return await call('POST /auth/partner/login', { body: { email, password }, quiet: true })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** The outlet's `email` and `password` are its manager's, not the partner's. */
function ofOutlet(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.errors.length === 0) return error
  const names: Record<string, string> = { email: 'outletEmail', password: 'outletPassword' }
  const { message, status, code, details } = error
  return new ApiError(message, { status, code, details, errors: error.errors.map((e) => ({ ...e, path: names[e.path] ?? e.path })) })
}

/** Shown after a partner's sign-up: the email can be confirmed here, and the dashboard is open in any case. */
function Welcome({ outlet }: { outlet: string | null }) {
  const { status } = useSession()
  return (
    <CardPage title="Your partner account is open" width={560}>
      <p className="flex items-start gap-3 text-14">
        <CircleCheck className="mt-0.5 flex-none text-success" aria-hidden="true" />
        {outlet === null
          ? 'You are signed in. Add your outlets in “Restaurants”.'
          : `You are signed in. ${outlet} is under review by our team.`}
      </p>
      {status === 'in' ? <ConfirmEmail /> : null}
      <Button asChild variant="primary" size={44} full>
        <Link to={HOME.partner}>Go to your dashboard</Link>
      </Button>
    </CardPage>
  )
}
