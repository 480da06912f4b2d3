import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#web/core/query.ts'
import { arrived, verifySession } from '#web/core/session.ts'
import { dropTokens } from '#web/core/tokens.ts'
import { mount, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import { keepProgress } from './progress.ts'
import { FILLED, restaurant } from './test/signup.ts'
import PartnerSignup from './PartnerSignup.tsx'

/** As signup.dom.test.tsx, for partners: the account is opened once, and the first outlet is added once. */

const PASSWORD = 'a good password'

let answers: Record<string, Reply>
let asked: Request[]
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  answers = {
    '/v1/auth/me': refusal(401, 'unauthenticated', 'Authentication failed'),
    '/v1/auth/email': { status: 200, body: { email: { address: FILLED.email, confirmed: false } } },
    '/v1/auth/email/code': { status: 200, body: { message: 'A code is on its way.', email: { address: FILLED.email, confirmed: false } } },
  }
  asked = serve(({ path }) => answers[path] ?? { status: 200, body: {} })
  await verifySession()
  arrived()
})
afterEach(() => {
  cleanup()
  dropTokens()
  queryClient.clear()
})
/** The error beside a field. */
const describing = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const callsOf = (path: string) => asked.filter((request) => request.path === path)

describe('a partner’s sign-up', () => {
  const OUTLET = '/v1/partner/restaurant'
  const ACCOUNT = '/v1/auth/partner/signup'
  const opened = {
    status: 201,
    body: {
      token: 'a.b.c',
      user: { id: 'p1', _id: 'p1', role: 'partner', name: 'Kavita', approved: true, restaurantId: null, partnerId: 'x' },
      partner: { _id: 'x' },
    },
  }

  it('with a refused outlet keeps the account, shows why, and sends only the outlet again', async () => {
    keepProgress('partner', { step: 3, values: { ...FILLED, outletEmail: 'gachi@smashyard.example' }, savedAt: null, sent: null })
    answers[ACCOUNT] = opened
    answers[OUTLET] = refusal(422, 'validation_failed', 'Invalid', {
      errors: [{ path: 'email', message: 'This is not an email address.' }],
    })
    const { user } = mount(<PartnerSignup />, { path: '/partner/signup' })
    await user.type(await screen.findByLabelText('Your password'), PASSWORD)
    await user.type(screen.getByLabelText('Manager’s password'), PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Open the account and apply' }))
    const email = await screen.findByLabelText('Manager’s email')
    await waitFor(() => expect(describing(email)).toContain('not an email address'))
    answers[OUTLET] = { status: 201, body: { restaurant } }
    await user.clear(email)
    await user.type(email, 'manager@smashyard.example')
    await user.click(screen.getByRole('button', { name: 'Continue to legal' }))
    await user.click(await screen.findByRole('button', { name: 'Continue to review' }))
    await user.click(await screen.findByRole('button', { name: 'Open the account and apply' }))
    expect(await screen.findByRole('heading', { name: 'Your partner account is open' })).toBeDefined()
    expect([callsOf(ACCOUNT).length, callsOf(OUTLET).length]).toEqual([1, 2])
    expect(callsOf(OUTLET)[1]?.body).toMatchObject({ email: 'manager@smashyard.example' })
  })

  const CHANGE = '/v1/partner/restaurant/o1'
  const outletMade: Reply = { status: 201, body: { restaurant: { _id: 'o1', ...restaurant } } }
  const submit = () => screen.findByRole('button', { name: 'Open the account and apply' })
  async function partnerAtReview() {
    keepProgress('partner', { step: 3, values: { ...FILLED, outletEmail: 'gachi@smashyard.example' }, savedAt: null, sent: null })
    answers[ACCOUNT] = opened
    const page = mount(<PartnerSignup />, { path: '/partner/signup' })
    await page.user.type(await screen.findByLabelText('Your password'), PASSWORD)
    await page.user.type(screen.getByLabelText('Manager’s password'), PASSWORD)
    return page
  }
  const isLocked = (label: string) => screen.getByLabelText(label).getAttribute('aria-disabled') === 'true'

  it('after its account was opened, keeps what it was opened with', async () => {
    answers[OUTLET] = refusal(422, 'validation_failed', 'Invalid', { errors: [{ path: 'gstNumber', message: 'Not a GSTIN.' }] })
    const { user } = await partnerAtReview()
    await user.click(await submit())
    await screen.findByText('Not a GSTIN.')
    await user.click(screen.getByRole('button', { name: 'First outlet' }))
    await user.click(await screen.findByRole('button', { name: 'Account' }))
    await screen.findByLabelText('Password')
    expect(['Your name', 'Email', 'Mobile number', 'Password'].map(isLocked)).toEqual([true, true, true, true])
    expect(describing(screen.getByLabelText('Email'))).toContain('Your account is open')
  })

  it('after a reload, is not opened a second time with another password', async () => {
    answers[OUTLET] = 'lost'
    const { user, unmount } = await partnerAtReview()
    await user.click(await submit())
    await screen.findByText(/can’t be reached/)
    unmount()
    answers['/v1/auth/partner/login'] = refusal(401, 'invalid_credentials', 'Email or password is wrong.')
    const again = mount(<PartnerSignup />, { path: '/partner/signup' })
    await again.user.type(await screen.findByLabelText('Your password'), 'another password')
    await again.user.type(screen.getByLabelText('Manager’s password'), PASSWORD)
    await again.user.click(await submit())
    await waitFor(() => expect(screen.queryByLabelText('Password')).not.toBeNull())
    const password = screen.getByLabelText('Password')
    await waitFor(() => expect(describing(password)).toContain('opened with another password'))
    expect([callsOf(ACCOUNT).length, isLocked('Email'), isLocked('Password')]).toEqual([1, true, false])
  })

  it('whose outlet was changed after a lost answer: adds one outlet, with the change', async () => {
    answers[OUTLET] = 'lost'
    const { user } = await partnerAtReview()
    await user.click(await submit())
    await screen.findByText(/can’t be reached/)
    await user.click(screen.getByRole('button', { name: 'Change: First outlet' }))
    await user.clear(await screen.findByLabelText('Street and area'))
    await user.paste('Plot 23')
    expect(['Manager’s email', 'Manager’s password'].map(isLocked)).toEqual([true, true])
    await user.click(screen.getByRole('button', { name: 'Continue to legal' }))
    await user.click(await screen.findByRole('button', { name: 'Continue to review' }))
    answers[OUTLET] = outletMade
    await user.click(await submit())
    await screen.findByRole('heading', { name: 'Your partner account is open' })
    const [first, second, ...more] = callsOf(OUTLET)
    expect([second?.key, second?.body, more]).toEqual([first?.key, first?.body, []])
    expect(callsOf(CHANGE)).toMatchObject([{ method: 'PUT', body: { address: 'Plot 23, Hyderabad, Telangana 500032' } }])
  })

  it('whose outlet was refused after a lost answer: sends the changed one as another', async () => {
    answers[OUTLET] = 'lost'
    const { user } = await partnerAtReview()
    await user.click(await submit())
    await screen.findByText(/can’t be reached/)
    await user.click(screen.getByRole('button', { name: 'Change: First outlet' }))
    await user.clear(await screen.findByLabelText('Restaurant name'))
    await user.paste('Smash Garden')
    await user.click(screen.getByRole('button', { name: 'Continue to legal' }))
    await user.click(await screen.findByRole('button', { name: 'Continue to review' }))
    answers[OUTLET] = refusal(422, 'validation_failed', 'Invalid', {
      errors: [{ path: 'email', message: 'This is not an email address.' }],
    })
    await user.click(await submit())
    await screen.findByText('This is not an email address.')
    const keys = callsOf(OUTLET).map(({ key }) => key)
    expect([keys.length, new Set(keys).size, keys[0] === keys[1], isLocked('Manager’s email')]).toEqual([3, 2, true, false])
  })

  it('whose outlet had arrived before a reload: changes that one', async () => {
    answers[OUTLET] = 'lost'
    const { user, unmount } = await partnerAtReview()
    await user.click(await submit())
    await screen.findByText(/can’t be reached/)
    unmount()
    answers['/v1/auth/partner/login'] = { ...opened, status: 200 } as Reply
    const mine = { ...restaurant, _id: 'o1', email: 'gachi@smashyard.example' }
    answers['/v1/partner/outlets'] = { status: 200, body: { outlets: [{ ...mine, _id: 'o0', email: 'other@smashyard.example' }, mine] } }
    const again = mount(<PartnerSignup />, { path: '/partner/signup' })
    await again.user.type(await screen.findByLabelText('Your password'), PASSWORD)
    await again.user.type(screen.getByLabelText('Manager’s password'), PASSWORD)
    await again.user.click(await submit())
    await screen.findByRole('heading', { name: 'Your partner account is open' })
    expect([callsOf(ACCOUNT).length, callsOf(OUTLET).length, callsOf(CHANGE).length]).toEqual([1, 1, 1])
  })

  it('whose outlet’s correction had arrived before a reload: changes that one', async () => {
    keepProgress('partner', {
      step: 3,
      values: { ...FILLED, establishment_name: 'Smash Garden', outletEmail: 'gachi@smashyard.example' },
      savedAt: null,
      sent: { email: FILLED.email, name: 'Smash Yard', isOpen: true },
    })
    answers['/v1/auth/partner/login'] = { ...opened, status: 200 } as Reply
    const mine = { ...restaurant, establishment_name: 'Smash Garden', _id: 'o1', email: 'gachi@smashyard.example' }
    answers['/v1/partner/outlets'] = { status: 200, body: { outlets: [mine] } }
    answers[OUTLET] = refusal(409, 'email_taken', 'This address belongs to another account.')
    const { user } = mount(<PartnerSignup />, { path: '/partner/signup' })
    await user.type(await screen.findByLabelText('Your password'), PASSWORD)
    await user.type(screen.getByLabelText('Manager’s password'), PASSWORD)
    await user.click(await submit())
    await screen.findByRole('heading', { name: 'Your partner account is open' })
    expect([callsOf(OUTLET).length, callsOf(CHANGE).length]).toEqual([0, 1])
  })

  it('without an outlet opens the account alone', async () => {
    keepProgress('partner', { step: 1, values: FILLED, savedAt: null, sent: null })
    answers[ACCOUNT] = opened
    const { user } = mount(<PartnerSignup />, { path: '/partner/signup' })
    await user.click(await screen.findByRole('button', { name: 'Add outlets later' }))
    await user.type(await screen.findByLabelText('Your password'), PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Open the account' }))
    expect(await screen.findByRole('heading', { name: 'Your partner account is open' })).toBeDefined()
    expect([callsOf(ACCOUNT).length, callsOf(OUTLET).length]).toEqual([1, 0])
  })
})
