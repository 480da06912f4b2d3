import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#web/core/query.ts'
import { acceptPending, arrived, forgetSession, sessionNow, verifySession } from '#web/core/session.ts'
import { dropTokens, keepToken } from '#web/core/tokens.ts'
import { aUser, later, mount, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import PartnerSignup from './PartnerSignup.tsx'
import PendingPage from './PendingPage.tsx'
import { BLANK, keepProgress } from './progress.ts'
import RestaurantSignup from './RestaurantSignup.tsx'

/** The pages of a restaurant that waits (SPEC §2, SCREENS §2.1), and cases of a sign-up that would take long in a browser test. */

const ME = '/v1/auth/me'
const PROFILE = '/v1/restaurant/profile'
const MEDIA = '/v1/media'
const application = {
  establishment_name: 'Smash Yard',
  approvalStatus: 'pending',
  rejectionReason: null as string | null,
  address: 'Plot 22, DLF Road',
  user_name: 'Farhan Ali',
  user_contact_number: '9000012345',
  gstNumber: '',
  fssaiNumber: '',
  documents: [] as { name: string; url: string }[],
  opening_hours: { periods: [] },
  timezone: 'Asia/Kolkata',
  createdAt: '2026-11-21T15:01:40.000Z',
}
const waits = (part: Partial<typeof application> = {}): Reply => ({ status: 200, body: { restaurant: { ...application, ...part } } })
const refusedMe = (details: Record<string, unknown> = {}) =>
  refusal(403, 'pending_approval', 'Pending', { approved: false, restaurantName: 'Smash Yard', ...details })

/** Fakes XMLHttpRequest, which sends uploads (web/core/upload.ts): the answer is the one in `answers` for the address, or a broken connection. */
class Xhr extends EventTarget {
  static last: Xhr
  upload = new EventTarget()
  status = 0
  responseText = ''
  open() {}
  setRequestHeader() {}
  abort() {}
  getResponseHeader = () => null
  send() {
    const answer = answers[MEDIA]
    uploads++
    Xhr.last = this
    if (held) return
    if (typeof answer === 'object' && 'status' in answer) {
      this.status = answer.status
      this.responseText = JSON.stringify(answer.body)
    }
    queueMicrotask(() => this.dispatchEvent(new Event(answer === 'lost' ? 'error' : 'load')))
  }
}

const unconfirmed = { address: 'farhan@smashyard.example', confirmed: false }
const confirmed = { ...unconfirmed, confirmed: true }

let uploads: number
/** Uploads never end. */
let held: boolean
let answers: Record<string, Reply>
let asked: Request[]
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  answers = {
    [ME]: refusedMe(),
    [PROFILE]: waits(),
    '/v1/support': { status: 200, body: { support: { email: 'support@tawa.example' } } },
    '/v1/auth/email': { status: 200, body: { email: unconfirmed } },
    '/v1/auth/email/code': { status: 200, body: { message: 'A code is on its way.', email: unconfirmed } },
  }
  asked = serve(({ method, path }) => answers[`${method} ${path}`] ?? answers[path] ?? { status: 200, body: {} })
  uploads = 0
  held = false
  vi.stubGlobal('XMLHttpRequest', Xhr)
  arrived()
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  forgetSession()
  dropTokens()
  queryClient.clear()
})
const callsOf = (path: string) => asked.filter((request) => request.path === path)
const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function pending(page = <PendingPage />, path = '/restaurant/dashboard') {
  acceptPending({ token: 'a.b.c', restaurantName: 'Smash Yard' })
  const view = mount(page, { path })
  await screen.findByText('Plot 22, DLF Road')
  return view
}

describe('the page of a restaurant that waits', () => {
  it('shows what was sent, and says after Check again that it still waits', async () => {
    const { user } = await pending()
    expect(screen.getByRole('heading', { level: 1, name: 'Smash Yard is under review' })).toBeTruthy()
    expect(screen.getByText('Farhan Ali, 9000012345')).toBeTruthy()
    await user.click(await button('Check again'))
    expect(await screen.findByText('Still under review.')).toBeTruthy()
  })

  it('stays, with a message, when Check again finds no network', async () => {
    const { user } = await pending()
    answers[ME] = answers[PROFILE] = 'lost'
    await user.click(await button('Check again'))
    expect(await screen.findByText('Tawa can’t be reached. Check again in a moment.')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Smash Yard is under review' })).toBeTruthy()
    expect(sessionNow().status).toBe('pending')
  })

  it('shows the reason once Check again finds it rejected', async () => {
    const { user } = await pending()
    answers[ME] = refusedMe({ rejectionReason: 'The address has no street number.' })
    answers[PROFILE] = waits({ approvalStatus: 'rejected', rejectionReason: 'The address has no street number.' })
    await user.click(await button('Check again'))
    expect(await screen.findByText('The address has no street number.')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Smash Yard was not approved' })).toBeTruthy()
    expect(screen.getByText('Still not approved.')).toBeTruthy()
  })

  it('says on the success screen when it was sent, in the restaurant’s own time', async () => {
    await pending(<RestaurantSignup />, '/restaurant/signup')
    const sent = within(screen.getByRole('list', { name: 'Where the application is' }))
      .getByText('Submitted')
      .closest('li')
    expect(sent?.textContent).toBe('Submitted21 Nov 2026, 20:31')
  })

  it('opens by itself once it is approved, also from the success screen', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await pending(<RestaurantSignup />, '/restaurant/signup')
    answers[ME] = { status: 200, body: { user: aUser({ role: 'superuser' }) } }
    answers[PROFILE] = waits({ approvalStatus: 'approved' })
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(await screen.findByText('Elsewhere')).toBeTruthy()
  })

  it('corrects and sends again, twice; each field that is wrong says so', async () => {
    answers[PROFILE] = waits({ approvalStatus: 'rejected', rejectionReason: 'No street number.' })
    answers[`PUT ${PROFILE}`] = waits()
    const { user } = await pending()
    await user.click(await button('Correct and resubmit'))
    const mobile = screen.getByLabelText('Mobile number')
    await user.clear(mobile)
    await user.type(mobile, '900005432')
    await user.type(screen.getByLabelText(/^GST number/), '36AAAAA')
    await user.click(await button('Send again'))
    expect(await screen.findByText('A mobile number has ten digits. A number of another country begins with +.')).toBeTruthy()
    expect(screen.getByText(/check its 15 characters/)).toBeTruthy()
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
    await user.clear(mobile)
    await user.type(mobile, '9000054321')

    // Loaded again meanwhile, as a phone does after a look at the photos, it goes on with what was typed; Cancel forgets it.
    cleanup()
    queryClient.clear()
    const again = (await pending()).user
    expect(((await screen.findByLabelText('Mobile number')) as HTMLInputElement).value).toBe('9000054321')
    expect((screen.getByLabelText(/^GST number/) as HTMLInputElement).value).toBe('36AAAAA')
    await again.click(await button('Cancel'))
    await again.click(await button('Correct and resubmit'))
    expect((screen.getByLabelText('Mobile number') as HTMLInputElement).value).not.toBe('9000054321')
    await again.clear(screen.getByLabelText('Mobile number'))
    await again.type(screen.getByLabelText('Mobile number'), '9000054321')
    await again.click(screen.getByLabelText(/^GST number/))
    await user.click(await button('Send again'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Smash Yard is under review' })).toBeTruthy()
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ user_contact_number: '9000054321', resubmit: true })

    // Rejected once more, for something else.
    answers[ME] = refusedMe({ rejectionReason: 'The name is another restaurant’s.' })
    answers[PROFILE] = waits({ approvalStatus: 'rejected', rejectionReason: 'The name is another restaurant’s.' })
    await user.click(await button('Check again'))
    expect(await screen.findByText('The name is another restaurant’s.')).toBeTruthy()
    await user.click(await button('Correct and resubmit'))
    await user.type(screen.getByLabelText('Restaurant name'), ' Two')
    await user.click(await button('Send again'))
    await screen.findByRole('heading', { level: 1, name: 'Smash Yard is under review' })
    expect(asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ establishment_name: 'Smash Yard Two' })
  })
})

describe('what was sent', () => {
  it('is corrected only where it was changed here: what another device corrected meanwhile stays, also after a reload', async () => {
    answers[PROFILE] = waits({ approvalStatus: 'rejected', rejectionReason: 'No street number.' })
    answers[`PUT ${PROFILE}`] = waits()
    const { user } = await pending()
    await user.click(await button('Correct and resubmit'))
    await user.type(screen.getByLabelText('Restaurant name'), ' Two')
    cleanup()
    queryClient.clear()
    // The laptop has sent it with another GST number, and it was rejected again.
    answers[PROFILE] = waits({ approvalStatus: 'rejected', rejectionReason: 'No street number.', gstNumber: '36AAAAA0000A1Z3' })
    const again = (await pending()).user
    expect(((await screen.findByLabelText('Restaurant name')) as HTMLInputElement).value).toBe('Smash Yard Two')
    expect((screen.getByLabelText(/^GST number/) as HTMLInputElement).value).toBe('36AAAAA0000A1Z3')
    await again.click(await button('Send again'))
    await screen.findByRole('heading', { level: 1, name: 'Smash Yard is under review' })
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ establishment_name: 'Smash Yard Two', resubmit: true })
  })

  it.each([
    ['the page that waits', <PendingPage key="p" />, '/restaurant/dashboard', 'Smash Yard is under review'],
    ['the success screen', <RestaurantSignup key="r" />, '/restaurant/signup', 'Great! Smash Yard is on its way to Tawa!'],
  ])('is corrected from %s while it waits', async (_name, page, path, heading) => {
    answers[`PUT ${PROFILE}`] = waits({ address: '22B DLF Road' })
    const { user } = await pending(page, path)
    await user.click(await button('Change what was sent'))
    await user.clear(screen.getByLabelText('Address'))
    await user.type(screen.getByLabelText('Address'), '22B DLF Road')
    await user.click(await button('Save'))
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
    expect(screen.getByText('22B DLF Road')).toBeTruthy()
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ address: '22B DLF Road' })
  })
})

describe('its email', () => {
  it('is sent a code, and another one only after 30 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await pending()
    fireEvent.click(await button('Send me a code'))
    const again = await button(/^Send a new code in (30|29) s$/)
    fireEvent.click(again)
    expect(callsOf('/v1/auth/email/code')).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    fireEvent.click(await button('Send a new code'))
    await button(/^Send a new code in/)
    expect(callsOf('/v1/auth/email/code')).toHaveLength(2)
  })

  it('is still asked for its code after a reload, without a new wait; when the code has expired a new one is offered', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { unmount } = await pending()
    fireEvent.click(await button('Send me a code'))
    await button(/^Send a new code in/)
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    unmount()
    const again = await pending()
    await button(/^Send a new code in (10|9) s$/)
    expect(screen.getByLabelText('Code')).toBeTruthy()
    again.unmount()
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
    await pending()
    await button('Send me a code')
  })

  it('that was corrected on another device is asked for the code that was mailed to the new address', async () => {
    await pending()
    const email = { address: 'new@smashyard.example', confirmed: false }
    answers['/v1/auth/email/code'] = { status: 200, body: { message: 'A code was sent.', email } }
    fireEvent.click(await button('Send me a code'))
    expect(await screen.findByText(/We mailed a code of six digits to new@smashyard\.example/)).toBeTruthy()
    expect(screen.getByLabelText('Code')).toBeTruthy()
  })

  it('shows no "mailed" message when the mail failed', async () => {
    answers['/v1/auth/email/code'] = refusal(503, 'unavailable', 'The mail could not be sent.')
    await pending()
    fireEvent.click(await button('Send me a code'))
    expect(await screen.findByText('The mail could not be sent.')).toBeTruthy()
    expect(screen.queryByLabelText('Code')).toBeNull()
  })
})

describe('its email that was confirmed meanwhile', () => {
  it('is said to be confirmed when a code is asked for, as none is mailed', async () => {
    await pending()
    answers['/v1/auth/email/code'] = { status: 200, body: { message: 'Your address is confirmed already.', email: confirmed } }
    fireEvent.click(await button('Send me a code'))
    expect(await screen.findByText('farhan@smashyard.example is confirmed.')).toBeTruthy()
    expect(screen.queryByText(/We mailed a code/)).toBeNull()
  })

  it('is said to be confirmed after a code that was refused', async () => {
    const { user } = await pending()
    await user.click(await button('Send me a code'))
    answers['/v1/auth/email/confirm'] = refusal(429, 'rate_limited', 'Too many tries.')
    answers['/v1/auth/email'] = { status: 200, body: { email: confirmed } }
    await user.type(await screen.findByLabelText('Code'), '123456')
    expect(await screen.findByText('farhan@smashyard.example is confirmed.')).toBeTruthy()
  })
})

describe('its mistyped email', () => {
  it('is corrected with the password, and the new address is sent a code at once', async () => {
    const { user } = await pending()
    await user.click(await button('Wrong address? Correct it'))
    const field = screen.getByLabelText('Email')
    expect((field as HTMLInputElement).value).toBe('farhan@smashyard.example')
    await user.clear(field)
    await user.type(field, 'farhan@smashyard.in')
    await user.type(screen.getByLabelText('Your password'), 'wrong')
    answers['PUT /v1/auth/email'] = refusal(422, 'validation_failed', 'Invalid', {
      errors: [{ path: 'password', message: 'This is not your present password.' }],
    })
    await user.click(await button('Save and send a code'))
    expect(await screen.findByText('This is not your present password.')).toBeTruthy()
    const email = { address: 'farhan@smashyard.in', confirmed: false }
    answers['PUT /v1/auth/email'] = { status: 200, body: { email } }
    answers['/v1/auth/email/code'] = { status: 200, body: { message: 'A code is on its way.', email } }
    await user.clear(screen.getByLabelText('Your password'))
    await user.type(screen.getByLabelText('Your password'), 'a long password')
    await user.click(await button('Save and send a code'))
    expect(await screen.findByText(/We mailed a code of six digits to farhan@smashyard.in/)).toBeTruthy()
    expect(screen.getByLabelText('Code')).toBeTruthy()
    expect(asked.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      email: 'farhan@smashyard.in',
      password: 'a long password',
    })
    expect(callsOf('/v1/auth/email/code')).toHaveLength(1)
  })

  it('that was confirmed or approved meanwhile shows that', async () => {
    const { user } = await pending()
    await user.click(await button('Wrong address? Correct it'))
    await user.type(screen.getByLabelText('Your password'), 'a long password')
    answers['PUT /v1/auth/email'] = refusal(409, 'email_settled', 'This address can no longer be changed here.')
    answers['/v1/auth/email'] = { status: 200, body: { email: confirmed } }
    await user.click(await button('Save and send a code'))
    expect(await screen.findByText('farhan@smashyard.example is confirmed.')).toBeTruthy()
  })
})

describe('its documents', () => {
  const add = async (file: File) => fireEvent.change(await screen.findByLabelText('Add documents'), { target: { files: [file] } })
  const pdf = new File(['%PDF-1.4'], 'fssai.pdf', { type: 'application/pdf' })

  it.each([
    [new File(['x'], 'menu.docx', { type: 'application/msword' }), 'Choose a PDF, JPEG, PNG or WebP file.'],
    [new File([''], 'empty.pdf', { type: 'application/pdf' }), 'This file is empty.'],
  ])('are refused before they are sent: %o', async (file, why) => {
    await pending()
    await add(file)
    expect(await screen.findByText(why)).toBeTruthy()
    expect(uploads).toBe(0)
  })

  it('are sent with their progress', async () => {
    held = true
    await pending()
    await add(pdf)
    const meter = await screen.findByRole('meter', { name: 'Sending fssai.pdf' })
    expect(meter.getAttribute('aria-valuetext')).toBe('0%')
    await waitFor(() => expect(uploads).toBe(1))
    act(() => void Xhr.last.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 3, total: 4 })))
    expect(meter.getAttribute('aria-valuetext')).toBe('75%')
    expect(screen.getByText('75%')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
  })

  it('that the server refuses for their content can only be left out', async () => {
    answers[MEDIA] = refusal(415, 'unsupported_media_type', 'This is not a JPEG, PNG, WebP or PDF file.')
    const { user } = await pending()
    await add(pdf)
    expect(await screen.findByText('This is not a JPEG, PNG, WebP or PDF file.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
    await user.click(await button('Leave out fssai.pdf'))
    expect(screen.queryByText('fssai.pdf')).toBeNull()
  })

  it('are kept over a cut connection and sent again', async () => {
    answers[MEDIA] = 'lost'
    const { user } = await pending()
    await add(pdf)
    const again = await button('Try again: fssai.pdf')
    answers[MEDIA] = { status: 201, body: { url: '/v1/media/1.pdf' } }
    answers[`PUT ${PROFILE}`] = waits({ documents: [{ name: 'fssai.pdf', url: '/v1/media/1.pdf' }] })
    await user.click(again)
    expect(await button('Remove fssai.pdf')).toBeTruthy()
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ documents: [{ name: 'fssai.pdf', url: '/v1/media/1.pdf' }] })
  })

  it('are added to those that another device added since they were read', async () => {
    const [gst, fssai] = [
      { name: 'GST.pdf', url: '/v1/media/0.pdf' },
      { name: 'fssai.pdf', url: '/v1/media/1.pdf' },
    ]
    answers[MEDIA] = { status: 201, body: { url: fssai.url } }
    await pending()
    asked = serve(({ method, path, body }) => {
      if (method !== 'PUT' || path !== PROFILE) return answers[path] ?? { status: 200, body: {} }
      const { documents, documentsBefore } = body as { documents: unknown; documentsBefore?: unknown[] }
      if (documentsBefore?.length === 0) return refusal(409, 'documents_changed', 'The documents were changed.', { documents: [gst] })
      return waits({ documents: documents as (typeof gst)[] })
    })
    await add(pdf)
    expect(await button('Remove fssai.pdf')).toBeTruthy()
    expect(await button('Remove GST.pdf')).toBeTruthy()
    expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { documents: [fssai], documentsBefore: [] },
      { documents: [gst, fssai], documentsBefore: [gst] },
    ])
  })
})

describe('without a network', () => {
  it.each([
    ['/restaurant/signup', <RestaurantSignup key="r" />],
    ['/partner/signup', <PartnerSignup key="p" />],
  ])('%s shows no empty form to a signed-in person', async (path, page) => {
    keepToken('restaurant', 'a.b.c')
    answers[ME] = 'lost'
    mount(page, { path })
    await act(() => verifySession())
    expect(await screen.findByText('Tawa can’t be reached, so you can’t be signed in.')).toBeTruthy()
    expect(screen.queryByLabelText('Your name')).toBeNull()
    answers[ME] = refusedMe()
    fireEvent.click(await button('Try again'))
    await waitFor(() => expect(sessionNow().status).toBe('pending'))
  })
})

describe('the browser’s Back in a sign-up', () => {
  beforeEach(async () => {
    answers[ME] = refusal(401, 'unauthenticated', 'Authentication failed')
    await verifySession()
  })
  const RESTAURANT = { establishment_name: 'Smash Yard', street: 'Plot 22', city: 'Hyderabad', state: 'Telangana', pin: '500032' }
  const ACCOUNT = { name: 'Farhan Ali', email: 'farhan@smashyard.example', mobile: '9000012345' }

  it('leads to the step before and keeps the password', async () => {
    keepProgress('restaurant', { step: 0, values: { ...BLANK, ...ACCOUNT, ...RESTAURANT }, savedAt: null, sent: null })
    const { user, back } = mount(<RestaurantSignup />, { path: '/restaurant/signup' })
    await user.type(await screen.findByLabelText('Password'), 'a good password')
    await user.click(await button('Continue to restaurant'))
    await user.click(await button('Continue to legal'))
    await screen.findByLabelText(/^GST number/)
    await act(back)
    expect(await screen.findByLabelText('Restaurant name')).toBeTruthy()
    await act(back)
    expect(((await screen.findByLabelText('Password')) as HTMLInputElement).value).toBe('a good password')
    // It is kept as it stands now: a reload resumes at this step.
    await waitFor(() => expect(JSON.parse(localStorage.getItem('tawa_signup_restaurant') ?? '{}')).toMatchObject({ step: 0 }))
  })

  it('from the review of a partner without an outlet asks for the outlet again, and sends it', async () => {
    keepProgress('partner', {
      step: 1,
      values: { ...BLANK, ...ACCOUNT, ...RESTAURANT, outletEmail: 'm@smashyard.example' },
      savedAt: null,
      sent: null,
    })
    const { promise } = later<{ status: number }>()
    answers['/v1/auth/partner/signup'] = promise
    const { user, back } = mount(<PartnerSignup />, { path: '/partner/signup' })
    await user.click(await button('Add outlets later'))
    await screen.findByText('Added later')
    await act(back)
    await user.type(await screen.findByLabelText('Manager’s password'), 'a good password')
    await user.click(await button('Continue to legal'))
    await user.click(await button('Continue to review'))
    expect(await button('Open the account and apply')).toBeTruthy()
    expect(screen.queryByText('Added later')).toBeNull()
  })
})
