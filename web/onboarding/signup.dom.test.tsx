import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#web/core/query.ts'
import { arrived, verifySession } from '#web/core/session.ts'
import { dropTokens, readCookie } from '#web/core/tokens.ts'
import { later, mount, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import { keepProgress, readProgress } from './progress.ts'
import { FILLED, restaurant } from './test/signup.ts'
import RestaurantSignup from './RestaurantSignup.tsx'

/** The *Accept* points of sign-up (SCREENS §2.1) that a browser test can't show: lost answers, late refusals, double presses. */

const SIGNUP = '/v1/auth/restaurant/signup'
const PASSWORD = 'a good password'
const made: Reply = { status: 201, body: { token: 'a.b.c', restaurant } }

let answers: Record<string, Reply>
let asked: Request[]
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  answers = {
    '/v1/auth/me': refusal(401, 'unauthenticated', 'Authentication failed'),
    '/v1/restaurant/profile': { status: 200, body: { restaurant } },
    '/v1/support': { status: 200, body: { support: { email: 'support@tawa.example' } } },
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
const valueOf = (field: HTMLElement) => (field as HTMLInputElement).value
const callsOf = (path: string) => asked.filter((request) => request.path === path)

/** The review of a sign-up that was filled in on this device, with the password typed once more. */
async function atReview() {
  keepProgress('restaurant', { step: 3, values: FILLED, savedAt: null, sent: null })
  const page = mount(<RestaurantSignup />, { path: '/restaurant/signup' })
  await page.user.type(await screen.findByLabelText('Your password'), PASSWORD)
  return page
}
const send = () => screen.getByRole('button', { name: 'Send the application' })
const great = () => screen.findByRole('heading', { name: 'Great! Smash Yard is on its way to Tawa!' })

describe('what is kept on the device', () => {
  it('never has a password', () => {
    keepProgress('partner', { step: 3, values: { ...FILLED, password: PASSWORD, outletPassword: PASSWORD }, savedAt: null, sent: null })
    expect(JSON.stringify({ ...localStorage })).not.toContain(PASSWORD)
    expect(readProgress('partner').values).toEqual(FILLED)
  })

  it('success opens the post-application screen, and nothing is kept on the device any more', async () => {
    answers[SIGNUP] = made
    const { user } = await atReview()
    await user.click(send())
    await great()
    expect(localStorage.getItem('tawa_signup_restaurant')).toBeNull()
  })
})

it('reload resumes step, with the input of the steps before', async () => {
  keepProgress('restaurant', { step: 0, values: { ...FILLED, establishment_name: '' }, savedAt: null, sent: null })
  const first = mount(<RestaurantSignup />, { path: '/restaurant/signup' })
  await first.user.type(await screen.findByLabelText('Password'), PASSWORD)
  await first.user.click(screen.getByRole('button', { name: 'Continue to restaurant' }))
  await first.user.type(await screen.findByLabelText('Restaurant name'), 'Pune Chaat')
  await waitFor(() => expect(localStorage.getItem('tawa_signup_restaurant')).toContain('Pune Chaat'))
  first.unmount()
  mount(<RestaurantSignup />, { path: '/restaurant/signup' })
  expect(valueOf(await screen.findByLabelText('Restaurant name'))).toBe('Pune Chaat')
  expect(screen.getByText(/^Step 2 of 4/)).toBeTruthy()
})

it.each(['a reload', 'Finish later'])('what was typed in the last moment before %s is kept too', async (how) => {
  keepProgress('restaurant', { step: 1, values: { ...FILLED, establishment_name: '' }, savedAt: null, sent: null })
  const page = mount(<RestaurantSignup />, { path: '/restaurant/signup' })
  fireEvent.change(await screen.findByLabelText('Restaurant name'), { target: { value: 'Pune Chaat' } })
  if (how === 'a reload') fireEvent(window, new Event('pagehide'))
  else page.unmount()
  expect(localStorage.getItem('tawa_signup_restaurant')).toContain('Pune Chaat')
})

describe('sending', () => {
  it('submit disabled while pending (no double submit)', async () => {
    const { promise, settle } = later<{ status: number; body?: unknown }>()
    answers[SIGNUP] = promise
    const { user } = await atReview()
    await user.dblClick(send())
    await waitFor(() => expect(send().getAttribute('aria-disabled')).toBe('true'))
    await user.click(send())
    settle(made as { status: number })
    await great()
    expect(callsOf(SIGNUP)).toHaveLength(1)
  })

  it('takes legal numbers as their certificates print them, in groups', async () => {
    answers[SIGNUP] = made
    keepProgress('restaurant', { step: 2, values: FILLED, savedAt: null, sent: null })
    const { user } = mount(<RestaurantSignup />, { path: '/restaurant/signup' })
    await user.type(await screen.findByLabelText(/^GST number/), '27 aahck 4512 m1zb')
    await user.type(screen.getByLabelText(/^FSSAI number/), '1152 4031 000218')
    await user.click(screen.getByRole('button', { name: 'Continue to review' }))
    expect(await screen.findByText('27AAHCK4512M1ZB')).toBeTruthy()
    expect(screen.getByText('11524031000218')).toBeTruthy()
  })

  it('field errors sit beside fields: a refusal of the server leads to the field’s step and is shown there', async () => {
    answers[SIGNUP] = refusal(422, 'validation_failed', 'Invalid', { errors: [{ path: 'user_contact_number', message: 'Not a number.' }] })
    const { user } = await atReview()
    await user.click(send())
    const mobile = await screen.findByLabelText('Mobile number')
    await waitFor(() => expect(describing(mobile)).toContain('Not a number.'))
    await waitFor(() => expect(document.activeElement).toBe(mobile))
    // The rest is still there, the password too.
    expect(valueOf(screen.getByLabelText('Password'))).toBe(PASSWORD)
  })

  it('does not apply a second time when the first answer was lost: it signs in to what arrived', async () => {
    answers[SIGNUP] = 'lost'
    const { user } = await atReview()
    await user.click(send())
    await screen.findByText(/can’t be reached/)
    answers['/v1/auth/restaurant/login'] = { status: 403, body: { approved: false, restaurantName: 'Smash Yard', token: 'a.b.c' } }
    await user.click(send())
    await great()
    expect(callsOf(SIGNUP)).toHaveLength(1)
  })

  it('the same after a reload', async () => {
    answers[SIGNUP] = 'lost'
    const { user, unmount } = await atReview()
    await user.click(send())
    await screen.findByText(/can’t be reached/)
    unmount()
    answers['/v1/auth/restaurant/login'] = { status: 403, body: { approved: false, restaurantName: 'Smash Yard', token: 'a.b.c' } }
    const again = mount(<RestaurantSignup />, { path: '/restaurant/signup' })
    await again.user.type(await screen.findByLabelText('Your password'), PASSWORD)
    await again.user.click(send())
    await great()
    expect(callsOf(SIGNUP)).toHaveLength(1)
  })

  it('applies after a lost answer if nothing arrived', async () => {
    answers[SIGNUP] = 'lost'
    const { user } = await atReview()
    await user.click(send())
    await screen.findByText(/can’t be reached/)
    answers['/v1/auth/restaurant/login'] = refusal(401, 'invalid_credentials', 'Email or password is wrong.')
    answers[SIGNUP] = made
    await user.click(send())
    await great()
    expect(callsOf(SIGNUP)).toHaveLength(2)
  })

  const waiting = (restaurantName: string): Reply => ({ status: 403, body: { approved: false, restaurantName, token: 'a.b.c' } })
  const SIGN_IN = '/v1/auth/restaurant/login'
  const PROFILE = '/v1/restaurant/profile'
  const corrections = () => callsOf(PROFILE).filter(({ method }) => method === 'PUT')

  it.each([
    ['at once', 'did not arrive', 'Smash Yard'],
    ['after a reload', 'did not arrive', 'Smash Yard'],
    ['at once', 'arrived', 'Smash Garden'],
    ['after a reload', 'arrived', 'Smash Garden'],
  ])(
    'a correction after a lost answer, %s, goes into the application that had arrived, also when it is sent again because its first try %s',
    async (when, _, stored) => {
      answers[SIGNUP] = 'lost'
      let { user, unmount } = await atReview()
      await user.click(send())
      await screen.findByText(/can’t be reached/)
      if (when === 'after a reload') {
        unmount()
        ;({ user, unmount } = mount(<RestaurantSignup />, { path: '/restaurant/signup' }))
        await user.type(await screen.findByLabelText('Your password'), PASSWORD)
      }
      await user.click(screen.getByRole('button', { name: 'Change: Restaurant' }))
      for (const [label, text] of [
        ['Restaurant name', 'Smash Garden'],
        ['Street and area', 'Plot 23'],
      ] as const) {
        await user.clear(await screen.findByLabelText(label))
        await user.paste(text)
      }
      await user.click(screen.getByRole('button', { name: 'Continue to legal' }))
      await user.click(await screen.findByRole('button', { name: 'Continue to review' }))
      answers[SIGN_IN] = waiting('Smash Yard')
      // The correction is lost at first, and sent again.
      answers[PROFILE] = 'lost'
      await user.click(await screen.findByRole('button', { name: 'Send the application' }))
      await waitFor(() => expect(corrections()).toHaveLength(1))
      await screen.findByText(/can’t be reached/)
      answers[SIGN_IN] = waiting(stored)
      answers[PROFILE] = { status: 200, body: { restaurant: { ...restaurant, establishment_name: 'Smash Garden' } } }
      await user.click(send())
      await waitFor(() => expect(corrections()).toHaveLength(2))
      expect(await screen.findByRole('heading', { name: 'Great! Smash Garden is on its way to Tawa!' })).toBeTruthy()
      expect(corrections().at(-1)).toMatchObject({
        token: 'a.b.c',
        body: { establishment_name: 'Smash Garden', address: 'Plot 23, Hyderabad, Telangana 500032' },
      })
      expect(corrections().at(-1)?.body).not.toHaveProperty('password')
      expect(callsOf(SIGNUP)).toHaveLength(1)
    },
  )

  it('changes no older application of the same person, and applies anew', async () => {
    answers[SIGNUP] = 'lost'
    const { user } = await atReview()
    await user.click(send())
    await screen.findByText(/can’t be reached/)
    answers[SIGN_IN] = waiting('The one of last year')
    answers[SIGNUP] = made
    await user.click(send())
    await great()
    expect([callsOf(SIGNUP).length, corrections()]).toEqual([2, []])
  })

  it('finds the application that had arrived although its address is written with other letters now', async () => {
    const sent = { email: 'Farhan@SmashYard.example', name: 'Smash Yard', isOpen: false }
    keepProgress('restaurant', { step: 3, values: FILLED, savedAt: null, sent })
    answers[SIGN_IN] = waiting('Smash Yard')
    const { user } = mount(<RestaurantSignup />, { path: '/restaurant/signup' })
    await user.type(await screen.findByLabelText('Your password'), PASSWORD)
    await user.click(send())
    await waitFor(() => expect([callsOf(SIGNUP).length, corrections().length]).toEqual([0, 1]))
    await great()
  })

  it('keeps the password of an application that may have arrived, until it is known that it has not', async () => {
    answers[SIGNUP] = 'lost'
    const { user } = await atReview()
    await user.click(send())
    await screen.findByText(/can’t be reached/)
    await user.click(screen.getByRole('button', { name: 'Change: Account' }))
    const password = await screen.findByLabelText('Password')
    expect([password.ariaDisabled ?? password.getAttribute('aria-disabled'), describing(password)]).toEqual([
      'true',
      expect.stringContaining('may have been sent'),
    ])
    // In other letters it is the same address.
    const email = screen.getByLabelText('Email')
    await user.clear(email)
    await user.paste('Farhan@SmashYard.example')
    expect(password.getAttribute('aria-disabled')).toBe('true')
    // With another address it is another application.
    await user.type(email, 'x')
    expect(password.getAttribute('aria-disabled')).toBeNull()
  })

  it('takes no token that is not a string', async () => {
    answers[SIGNUP] = { status: 201, body: { token: 7, restaurant } }
    const { user } = await atReview()
    await user.click(send())
    expect(await screen.findByText('Invalid token')).toBeDefined()
  })
})

describe('the success screen', () => {
  it('has SPEC’s sentences: the headline, who looks at it, when the dashboard opens, and the name of the restaurant as it was sent', async () => {
    answers[SIGNUP] = made
    const { user } = await atReview()
    await user.click(send())
    const headline = await great()
    const words = headline.closest('main')?.textContent ?? ''
    expect(words).toContain('Your application is under review by our team.')
    expect(words).toContain('Your dashboard opens once it is approved.')
    expect(
      within(screen.getByRole('list', { name: 'Where the application is' }))
        .getByText('Under review')
        .closest('li')?.ariaCurrent,
    ).toBe('step')
  })

  it('keeps a refused file with its reason, and offers to leave it out', async () => {
    answers[SIGNUP] = made
    const { user } = await atReview()
    await user.click(send())
    await great()
    await user.upload(
      await screen.findByLabelText('Add documents'),
      new File(['x'.repeat(11 * 1024 * 1024)], 'scan.png', { type: 'image/png' }),
    )
    expect(screen.getByText('This file is 11.0 MB. The limit is 10 MB.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Leave out scan.png' }))
    expect(screen.queryByText('scan.png')).toBeNull()
  })

  it('sign-out goes to /restaurant/login even if the call fails, and never shows the sign-up form on the way', async () => {
    answers[SIGNUP] = made
    answers['/v1/auth/logout'] = 'lost'
    const { user, path } = await atReview()
    await user.click(send())
    await great()
    const forms: string[] = []
    const watching = new MutationObserver(() => {
      if (screen.queryByLabelText('Your name')) forms.push('the form')
    })
    watching.observe(document.body, { childList: true, subtree: true })
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(path()).toBe('/restaurant/login'))
    await waitFor(() => expect(screen.queryByRole('heading', { name: /^Great!/ })).toBeNull())
    watching.disconnect()
    expect(forms).toEqual([])
    expect(readCookie('restaurant_token')).toBeFalsy()
  })

  it('MoU only alerts; contact is a mailto link', async () => {
    answers[SIGNUP] = made
    const { user, path } = await atReview()
    await user.click(send())
    await great()
    expect((await screen.findByRole('link', { name: 'support@tawa.example' })).getAttribute('href')).toBe('mailto:support@tawa.example')
    expect(screen.queryByRole('alert')).toBeNull()
    const before = { calls: asked.length, path: path() }
    await user.click(screen.getByRole('button', { name: 'Download memorandum of understanding' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The memorandum of understanding will be available soon.')
    expect({ calls: asked.length, path: path() }).toEqual(before)
  })

  it('asks for a code again only after 30 s, and empties a wrong one', async () => {
    answers[SIGNUP] = made
    answers['/v1/auth/email/confirm'] = refusal(422, 'validation_failed', 'Invalid', {
      errors: [{ path: 'otp', message: 'The code is wrong or has lapsed.' }],
    })
    const { user } = await atReview()
    await user.click(send())
    await great()
    const boxes = await screen.findByLabelText('Code')
    expect(screen.getByRole('button', { name: /Send a new code in \d+ s/ }).getAttribute('aria-disabled')).toBe('true')
    await user.click(boxes)
    await user.paste('123 456')
    await waitFor(() => expect(describing(boxes)).toContain('wrong or has lapsed'))
    expect(valueOf(boxes)).toBe('')
  })
})
