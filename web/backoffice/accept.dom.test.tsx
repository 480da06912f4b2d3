import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outlet } from '#domain/api/partner.ts'
import { queryClient } from '#web/core/query.ts'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, later, mount, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import DashboardPage from './dashboard/DashboardPage.tsx'
import PendingPage from './pending/PendingPage.tsx'
import RestaurantsPage from './restaurants/RestaurantsPage.tsx'

/** *Accept* points of the back office (SCREENS §2.5) that need no browser, by their words; the others are in e2e/backoffice.spec.ts. */

const applicant = (n: number, more: Partial<Outlet> = {}): Outlet => ({
  _id: `r${n}`,
  establishment_name: `Kokan ${n}`,
  restaurantName: `Kokan ${n}`,
  approved: false,
  approvalStatus: 'pending',
  rejectionReason: null,
  user_name: 'Tara Bose',
  user_contact_number: '9000012345',
  address: '5 Lake Road, Pune 411001',
  gstNumber: '',
  fssaiNumber: '10000000000022',
  location: null,
  timezone: 'Asia/Kolkata',
  partnerId: null,
  partnerName: null,
  email: `r${n}@demo.test`,
  city: 'Pune',
  opening_hours: null,
  documents: [],
  createdAt: `2026-11-0${n}T06:00:00.000Z`,
  lastOrderAt: null,
  emailConfirmed: true,
  ...more,
})
const paging = { totalPages: 1, currentPage: 1, itemsPerPage: 200 }

let waiting: Outlet[]
let decide: (request: Request) => Reply
let analytics: () => Reply
beforeEach(async () => {
  waiting = [applicant(1), applicant(2)]
  decide = () => ({ status: 200, body: { restaurant: applicant(1, { approvalStatus: 'approved', approved: true }) } })
  analytics = () => ({
    status: 200,
    body: { analytics: { restaurants: 6, pending: 99, claims: 99, partners: 2, orders: 0, sales: 0, series: [] } },
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  await acceptLogin('backoffice', {
    token: 'a.b.c',
    user: aUser({ role: 'backoffice', restaurantId: null, restaurantName: null }),
    permissions: {},
  })
})
afterEach(() => vi.useRealTimers())

const answers = () =>
  serve((request) => {
    const { path, method } = request
    if (method === 'POST') return decide(request)
    if (path.startsWith('/v1/backoffice/analytics')) return analytics()
    if (path.startsWith('/v1/backoffice/decisions')) return { status: 200, body: { decisions: [] } }
    if (path.startsWith('/v1/backoffice/restaurants/claims')) return { status: 200, body: { claims: [], ...paging, totalClaims: 0 } }
    if (path.startsWith('/v1/backoffice/restaurants/pending'))
      return { status: 200, body: { restaurants: waiting, ...paging, totalRestaurants: waiting.length } }
    return { status: 200, body: { restaurants: waiting, ...paging, totalRestaurants: waiting.length } }
  })

describe('/backoffice/dashboard', () => {
  it('queue counts equal lists, whatever the figures say', async () => {
    answers()
    mount(<DashboardPage />)
    const queue = await screen.findByRole('list', { name: 'Needs you' })
    expect(within(queue).getAllByRole('listitem')).toHaveLength(2)
    const figures = within(screen.getByRole('region', { name: 'Key figures' }))
    const figure = figures.getByRole('link', { name: /^Pending\s*2/ })
    expect(figure.getAttribute('href')).toBe('/backoffice/pending')
    expect(screen.getByRole('radio', { name: 'Pending 2' })).toBeTruthy()
    expect(screen.queryByText('99')).toBeNull()
  })

  it('20 s timeout handled: the queue stays, the figures say why they are missing, and Try again loads them', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const timed = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const late = new AbortController()
      setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms)
      return late.signal
    })
    answers()
    const answered = globalThis.fetch
    let hangs = true
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
      hangs && url.startsWith('/v1/backoffice/analytics')
        ? new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)))
        : answered(url, init),
    )
    const { user } = mount(<DashboardPage />)
    expect(await screen.findByRole('list', { name: 'Needs you' })).toBeTruthy()
    // The first try, and the one retry of a reading call.
    for (let i = 0; i < 5; i++) await act(() => vi.advanceTimersByTimeAsync(10_000))
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('list', { name: 'Needs you' })).toBeTruthy()
    expect(timed.mock.calls.some(([ms]) => ms === 20_000)).toBe(true)
    hangs = false
    vi.useRealTimers()
    await user.click(again)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
    expect(screen.getByRole('link', { name: /^Live restaurants\s*6/ })).toBeTruthy()
  })
})

/** A ResizeObserver that reports each element's size at once; jsdom has none. */
class Measured {
  observe: () => void
  constructor(told: () => void) {
    this.observe = told
  }
  unobserve = () => undefined
  disconnect = () => undefined
}

describe('/backoffice/pending', () => {
  const row = (name: string) => screen.queryByRole('button', { name })

  it('reject needs a reason', async () => {
    const asked = answers()
    const { user } = mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    await user.click(await screen.findByRole('button', { name: 'Reject with reason' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
    expect(within(dialog).getByText('Enter why it is rejected.')).toBeTruthy()
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
    await user.type(within(dialog).getByRole('textbox'), 'No licence')
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
    await waitFor(() =>
      expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        { restaurantId: 'r1', rejectionReason: 'No licence' },
      ]),
    )
  })

  it('says who gets the reason of a rejection: nobody by mail when the address belongs to another account', async () => {
    waiting = [applicant(1), applicant(2, { addressTaken: true })]
    answers()
    const { user } = mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    const asks = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Reject with reason' }))
      const text = (await screen.findByRole('alertdialog', { name: `Reject ${name}?` })).textContent
      await user.click(screen.getByRole('button', { name: 'Keep' }))
      return text
    }
    expect(await asks('Kokan 1')).toContain('r1@demo.test gets the reason by mail and can correct the application.')
    await user.click(screen.getByRole('button', { name: 'Kokan 2' }))
    expect(await asks('Kokan 2')).toContain('No mail is sent, because r2@demo.test belongs to another account.')
  })

  it('row leaves only after server OK: not while it is asked, and not when it refuses', async () => {
    answers()
    const first = later<{ status: number; body?: unknown }>()
    decide = () => first.promise
    const { user } = mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    const approve = () => screen.getByRole('button', { name: 'Approve' })
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(row('Kokan 1')).toBeTruthy()
    first.settle(refusal(409, 'address_taken', 'This address belongs to another account.'))
    expect(await screen.findByText('This address belongs to another account.')).toBeTruthy()
    expect(row('Kokan 1')).toBeTruthy()
    decide = () => {
      waiting = [applicant(2)]
      return { status: 200, body: { restaurant: applicant(1, { approvalStatus: 'approved', approved: true }) } }
    }
    await user.click(approve())
    await waitFor(() => expect(row('Kokan 1')).toBeNull())
    expect(row('Kokan 2')).toBeTruthy()
  })

  it('by keyboard alone: Enter opens a row, A goes to Approve and Enter approves; R asks for the reason', async () => {
    const asked = answers()
    const { user } = mount(<PendingPage />)
    await screen.findByRole('button', { name: 'Kokan 1' })
    await user.keyboard('j{Enter}')
    const approve = await screen.findByRole('button', { name: 'Approve' })
    await user.keyboard('r')
    expect(await screen.findByRole('alertdialog', { name: /^Reject Kokan 1/ })).toBeTruthy()
    const reason = screen.getByLabelText<HTMLInputElement>('Reason')
    await waitFor(() => expect(document.activeElement).toBe(reason))
    expect(reason.value).toBe('')
    await user.click(screen.getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.keyboard('a')
    expect(document.activeElement).toBe(approve)
    // No other key has decided anything.
    const decisions = () => asked.filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect(decisions()).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(decisions()).toEqual(['/v1/backoffice/restaurants/approve']))
  })

  it.each(['an approval', 'a rejection'])('after %s by keyboard the next row has the focus', async (kind) => {
    // The list is longer than its frame, which can be scrolled by keyboard then.
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
    vi.stubGlobal('ResizeObserver', Measured)
    waiting = [applicant(1), applicant(2), applicant(3)]
    answers()
    decide = () => {
      waiting = [applicant(1), applicant(3)]
      // As on a busy machine: the next frame is drawn before the closed dialog has left the page.
      vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementationOnce((draw) => (draw(0), 0))
      return { status: 200, body: { restaurant: applicant(2) } }
    }
    const { user } = mount(<PendingPage />)
    await screen.findByRole('button', { name: 'Kokan 2' })
    await user.keyboard('jjj')
    await user.keyboard('k{Enter}')
    await screen.findByRole('button', { name: 'Approve' })
    if (kind === 'an approval') await user.keyboard('a{Enter}')
    else {
      await user.keyboard('r')
      const dialog = await screen.findByRole('alertdialog')
      await user.type(within(dialog).getByRole('textbox'), 'No licence')
      await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
    }
    await waitFor(() => expect(row('Kokan 2')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    // After the dialog itself has returned the focus.
    await act(() => new Promise((done) => setTimeout(done, 100)))
    expect([document.activeElement?.tagName, document.activeElement?.textContent]).toEqual(['BUTTON', 'Kokan 3'])
  })

  it('approving several at once closes the drawer of the open one', async () => {
    answers()
    const { user, address } = mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    for (const n of [1, 2]) await user.click(await screen.findByRole('checkbox', { name: new RegExp(`Kokan ${n}$`) }))
    decide = () => {
      waiting = []
      return { status: 200, body: { restaurant: applicant(1, { approvalStatus: 'approved', approved: true }) } }
    }
    await user.click(screen.getByRole('button', { name: 'Approve 2' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('2 restaurants approved')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/'))
    await waitFor(() => expect(screen.queryByText('This application is no longer in this list.')).toBeNull())
  })

  const decided = (n: number, mine: boolean) =>
    refusal(409, 'already_decided', 'It was decided already.', {
      restaurant: applicant(n, { approvalStatus: 'approved', approved: true }),
      mine,
    })
  const idOf = ({ body }: Request) => (body as { restaurantId: string }).restaurantId

  it('approving several goes on after a refusal, says whose it is, and asks again only for that one', async () => {
    waiting = [1, 2, 3, 4].map((n) => applicant(n))
    const asked = answers()
    const { user, address } = mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    for (const n of [1, 2, 3, 4]) await user.click(await screen.findByRole('checkbox', { name: new RegExp(`Kokan ${n}$`) }))
    decide = (request) => {
      if (idOf(request) === 'r3') return refusal(409, 'address_taken', 'This address belongs to another account.')
      waiting = waiting.filter(({ _id }) => _id !== idOf(request))
      return { status: 200, body: { restaurant: applicant(1, { approvalStatus: 'approved', approved: true }) } }
    }
    await user.click(screen.getByRole('button', { name: 'Approve 4' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await dialog.findByText('3 are approved. Kokan 3 is not: This address belongs to another account.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(asked.filter(({ method }) => method === 'POST').map(idOf)).toEqual(['r1', 'r2', 'r3', 'r4', 'r3']))
    expect(screen.queryByText(/A colleague has decided/)).toBeNull()
    await user.click(await dialog.findByRole('button', { name: 'Keep' }))
    expect(await screen.findByText('3 restaurants approved')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/'))
  })

  it('approving several leaves out those whose address belongs to another account, and says so', async () => {
    waiting = [applicant(1), applicant(2, { addressTaken: true }), applicant(3, { partnerAddressTaken: true })]
    answers()
    const { user } = mount(<PendingPage />)
    await user.click(await screen.findByRole('checkbox', { name: /Kokan 2$/ }))
    expect(screen.getByRole('button', { name: 'Approve 0' }).getAttribute('aria-disabled')).toBe('true')
    for (const n of [1, 3]) await user.click(screen.getByRole('checkbox', { name: new RegExp(`Kokan ${n}$`) }))
    await user.click(screen.getByRole('button', { name: 'Approve 1' }))
    const text = (await screen.findByRole('alertdialog', { name: 'Approve 1 restaurant?' })).textContent
    expect(text).toContain('Kokan 1. Its owner gets a mail.')
    expect(text).toContain('Left out, because an email belongs to another account: Kokan 2, Kokan 3.')
    await user.click(screen.getByRole('button', { name: 'Keep' }))
  })

  it('approving several says whose checks are to be looked at', async () => {
    const fine = { documents: [{ name: 'Licence', url: '/a.png' }], location: { latitude: 1, longitude: 2 } }
    waiting = [
      applicant(1, fine),
      applicant(2, { ...fine, emailConfirmed: false, location: null }),
      applicant(3, { ...fine, location: null }),
    ]
    answers()
    const { user } = mount(<PendingPage />)
    for (const n of [1, 2, 3]) await user.click(await screen.findByRole('checkbox', { name: new RegExp(`Kokan ${n}$`) }))
    await user.click(screen.getByRole('button', { name: 'Approve 3' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'Kokan 1, Kokan 2, Kokan 3. Their owners get a mail. Kokan 2 has 2 checks to look at. Kokan 3 has 1 check to look at.',
    )
    await user.click(screen.getByRole('button', { name: 'Keep' }))
  })

  it('one that was sent back and comes again says so in the queue, and by whom and why in its drawer, the newest document first', async () => {
    const sentBack = { at: '2026-11-01T06:00:00.000Z', by: 'Dev Malhotra', reason: 'A document can’t be read' }
    waiting = [
      applicant(1, {
        sentBack,
        appliedAt: '2026-10-20T06:00:00.000Z',
        documents: ['Old licence', 'New licence'].map((name) => ({ name, url: `/${name}.pdf` })),
      }),
      applicant(2),
    ]
    answers()
    mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    expect((await screen.findAllByText('Again')).map((chip) => chip.closest('tr')?.textContent)).toEqual([
      expect.stringContaining('Kokan 1'),
    ])
    const drawer = within(screen.getByRole('complementary', { name: 'Kokan 1' }))
    expect(drawer.getByText(/^Applied .*20 Oct.* by Tara Bose, sent again .*1 Nov/)).toBeTruthy()
    expect(drawer.getByRole('note').textContent).toMatch(/^Sent again\. Rejected .+ by Dev Malhotra: A document can’t be read$/)
    expect(drawer.getAllByRole('button', { name: /licence$/ }).map(({ textContent }) => textContent)).toEqual([
      'New licence',
      'Old licence',
    ])
  })

  it('an approval whose answer was lost is said to be this person’s at the next press', async () => {
    answers()
    decide = () => {
      waiting = [applicant(2)]
      return decided(1, true)
    }
    const { user } = mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Kokan 1 is approved')).toBeTruthy()
    expect(screen.queryByText(/A colleague has decided/)).toBeNull()
  })

  it('who rejects what they have approved already is told that they decided', async () => {
    answers()
    decide = () => decided(1, true)
    const { user } = mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    await user.click(await screen.findByRole('button', { name: 'Reject with reason' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByRole('textbox'), 'No licence')
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('You have decided already: Kokan 1 is live.')).toBeTruthy()
  })

  it('a reason that is being typed stays when a colleague decides meanwhile, and no key opens another application', async () => {
    const asked = answers()
    const { user, address } = mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    await user.click(await screen.findByRole('button', { name: 'Reject with reason' }))
    await user.click(await screen.findByLabelText('Reason'))
    await user.paste('A copy, I thin')
    waiting = [applicant(2)]
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(row('Kokan 1')).toBeNull())
    await user.keyboard('k')
    const dialog = within(screen.getByRole('alertdialog', { name: 'Reject Kokan 1?' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('A copy, I think')
    expect(dialog.getAllByText(/^A colleague has decided meanwhile/)[0]).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Reject' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(dialog.getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.keyboard('kjar')
    expect(address()).toBe('/?restaurant=r1')
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('handled by a colleague meanwhile → message and refresh', async () => {
    answers()
    decide = () => {
      waiting = [applicant(2)]
      return refusal(409, 'already_decided', 'A colleague has decided this already.', {
        restaurant: applicant(1, { approvalStatus: 'rejected' }),
      })
    }
    const { user } = mount(<PendingPage />, { path: '/', at: '/?restaurant=r1' })
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('A colleague has decided meanwhile: Kokan 1 is rejected.')).toBeTruthy()
    await waitFor(() => expect(row('Kokan 1')).toBeNull())
  })
})

describe('/backoffice/restaurants', () => {
  it('filter by status and column sort are done by the server and kept in the address', async () => {
    const asked = answers()
    const { user, address } = mount(<RestaurantsPage />)
    await screen.findByRole('button', { name: 'Kokan 1' })
    const last = () => asked.filter(({ path }) => path.startsWith('/v1/backoffice/restaurants?')).at(-1)?.path
    expect(last()).toBe('/v1/backoffice/restaurants?page=1&limit=20&sort=-added')
    expect(screen.getByRole('columnheader', { name: 'Added' }).getAttribute('aria-sort')).toBe('descending')
    await user.click(screen.getByRole('tab', { name: 'Pending' }))
    await waitFor(() => expect(last()).toBe('/v1/backoffice/restaurants?page=1&limit=20&sort=-added&status=pending'))
    await user.click(await screen.findByRole('button', { name: 'Name' }))
    await waitFor(() => expect(last()).toBe('/v1/backoffice/restaurants?page=1&limit=20&sort=name&status=pending'))
    expect(address()).toBe('/?status=pending&sort=name')
    // The others have no order by the server, so no button either.
    expect(within(screen.getByRole('columnheader', { name: 'City' })).queryByRole('button')).toBeNull()
  })

  it('a link opens the restaurant that it names, though its name is another one by now or it is on another page', async () => {
    const asked = serve(({ path }) => {
      const restaurants = path.includes('id=r7') ? [applicant(7)] : path.includes('id=') ? [] : waiting
      return { status: 200, body: { restaurants, ...paging, totalRestaurants: restaurants.length } }
    })
    const { user } = mount(<RestaurantsPage />, { path: '/', at: '/?restaurant=r7' })
    const seven = () => screen.queryByRole('complementary', { name: 'Kokan 7' })
    await waitFor(() => expect(seven()).toBeTruthy())
    const drawer = within(seven() as HTMLElement)
    expect(screen.getByRole('button', { name: 'Kokan 1' })).toBeTruthy()
    expect(asked.filter(({ path }) => path.includes('id='))).toHaveLength(1)
    await user.click(drawer.getByRole('button', { name: /^Close/ }))
    await user.click(screen.getByRole('button', { name: 'Kokan 1' }))
    await screen.findByRole('complementary', { name: 'Kokan 1' })
    // What is in the list is not asked for.
    expect(asked.filter(({ path }) => path.includes('id='))).toHaveLength(1)
  })

  it('a linked restaurant that is not in the list is waited for, and asked for again after a failure', async () => {
    const reply = later<{ status: number; body: object }>()
    let answer: Reply = reply.promise
    const page = (restaurants: Outlet[]) => ({ status: 200, body: { restaurants, ...paging, totalRestaurants: restaurants.length } })
    serve(({ path }) => (path.includes('id=') ? answer : page(waiting)))
    const { user } = mount(<RestaurantsPage />, { path: '/', at: '/?restaurant=r7' })
    await screen.findByRole('button', { name: 'Kokan 1' })
    expect(screen.queryByRole('status', { name: 'Loading the restaurant' })).toBeTruthy()
    expect(screen.queryByText(/no longer in this list/)).toBeNull()
    reply.settle(refusal(403, 'forbidden', 'Not now.'))
    expect(await screen.findByText('Not now.')).toBeTruthy()
    answer = page([applicant(7)])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('complementary', { name: 'Kokan 7' })).toBeTruthy()
  })

  it('a link to a restaurant that was removed says that it is not there', async () => {
    serve(({ path }) => {
      const restaurants = path.includes('id=') ? [] : waiting
      return { status: 200, body: { restaurants, ...paging, totalRestaurants: restaurants.length } }
    })
    mount(<RestaurantsPage />, { path: '/', at: '/?restaurant=r7' })
    expect(await screen.findByText('This restaurant is no longer in this list.')).toBeTruthy()
  })
})
