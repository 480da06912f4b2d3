import { Navigate } from 'react-router'
import { HOME } from '#domain/roles.ts'
import { Unreachable } from '#web/app/guard.tsx'
import { ApiError, call } from '#web/core/api.ts'
import { acceptPending, useSession } from '#web/core/session.ts'
import { mustBeToken } from '#web/core/tokens.ts'
import { mailCode } from '#web/shared/email/emailCode.ts'
import { AppliedPage } from './AppliedPage.tsx'
import { applicationOf, profileOf, sameName } from './body.ts'
import type { Values } from './progress.ts'
import { SignupFrame, type Step } from './SignupFrame.tsx'
import { AccountStep, LegalStep, RestaurantStep, ReviewStep } from './steps.tsx'
import { type Sending, useSignup } from './useSignup.ts'

const stepsOf = (email: string): Step[] => [
  {
    label: 'Account',
    note: email || 'Name, email, password',
    title: 'Register your restaurant',
    explains: 'This becomes the owner’s account.',
  },
  {
    label: 'Restaurant',
    note: 'Name, place, hours',
    title: 'Where do guests find you?',
    explains: 'Guests see this on the menu and on the bill.',
  },
  { label: 'Legal', note: 'GST, FSSAI', title: 'Your registrations', explains: 'They print on every bill.' },
  { label: 'Review', note: 'Then our team takes over', title: 'Is everything right?', explains: 'You can still correct it after sending.' },
]

/** `/restaurant/signup` (SCREENS §2.1): four steps, then the success screen for as long as the application waits (SPEC §2). */
export default function RestaurantSignup() {
  const { status, user, leaving } = useSession()
  if (status === 'pending') return <AppliedPage />
  // Signed out, and on the way to the sign-in page.
  if (status === 'loading' || status === 'expired' || leaving) return null
  // A person who has applied must not see an empty form because the network is gone.
  if (status === 'unreachable') return <Unreachable />
  if (status === 'in' && user) return <Navigate to={HOME[user.role]} replace />
  return <Steps />
}

function Steps() {
  const signup = useSignup('restaurant', {
    send: apply,
    onDone: (details) => {
      acceptPending(details)
      // The success screen asks for the code; if no mail arrives, it can be sent again there.
      void mailCode(form.values.email).catch(() => undefined)
    },
  })
  const { form, step } = signup
  return (
    <SignupFrame area="restaurant" signup={signup} steps={stepsOf(step > 0 ? form.values.email : '')} submitLabel="Send the application">
      {step === 0 ? <AccountStep form={form} locked={signup.locked} /> : null}
      {step === 1 ? <RestaurantStep form={form} /> : null}
      {step === 2 ? <LegalStep form={form} /> : null}
      {step === 3 ? <ReviewStep form={form} goTo={signup.goTo} /> : null}
    </SignupFrame>
  )
}

/**
 * Sends the application once. If it had arrived, what was corrected since goes into that one. Returns the same as a sign-in of the waiting restaurant: its limited
 * token and its name.
 */
async function apply(values: Values, { before, begin }: Sending): Promise<Record<string, unknown>> {
  const { email, password } = values
  const body = applicationOf(values, { email, password })
  const waiting = before && (await whatWaits(email, password))
  // It has the name that was sent first, or the one typed now if a correction arrived without its answer. Any other is an older application of the same person.
  if (waiting && typeof waiting.token === 'string' && sameName(waiting.restaurantName, before.name, values.establishment_name)) {
    const { restaurant } = await call('PUT /restaurant/profile', { body: profileOf(body), token: waiting.token, quiet: true })
    return { ...waiting, restaurantName: restaurant.establishment_name }
  }
  begin()
  const answer = await call('POST /auth/restaurant/signup', { body, quiet: true })
  return { token: mustBeToken(answer.token, 'restaurant'), restaurantName: answer.restaurant.establishment_name }
}

/** For a lost answer: if the application arrived, its restaurant waits for approval, and signing in returns its token. */
async function whatWaits(email: string, password: string): Promise<Record<string, unknown> | null> {
  try {
    await call('POST /auth/restaurant/login', { body: { email, password }, quiet: true })
  } catch (error) {
    if (error instanceof ApiError && error.status === 403 && error.details.approved === false) return error.details
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
  return null
}
