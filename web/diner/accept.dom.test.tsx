import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { acceptLogin, forgetSession } from '#web/core/session.ts'
import { watchConnection } from '#web/core/online.ts'
import { to } from '#web/core/to.ts'
import { aUser, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import CallSheet from './call/CallSheet.tsx'
import { count } from './menu/statistics.ts'
import { leavePlace, setPlace } from './place.ts'
import SavedPage from './saved/SavedPage.tsx'
import SignInSheet from './SignInSheet.tsx'
import { askToSit, leaveSitting, sitDown, takeSeat } from './sitting.ts'
import { changeVisit, clearVisit } from './visit.ts'

/** *Accept* points of the diner (SCREENS §2.6), by their words, that stand in none of the other files. */
const place = { restaurantId: 'r1', restaurantName: 'Smash Yard', tableId: 't7', tableNumber: '7', qrToken: 'q' }
const guest = { ...aUser({ _id: 'g1', role: 'user', name: 'Ananya', restaurantId: 'r1' }), isGuest: true }
const login = { token: 'a.b.guest', user: guest }
let asked: Request[]
let special: (request: Request) => Reply | null
const sentTo = (path: string) => asked.filter((request) => request.path.startsWith(path))

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  special = () => null
  asked = serve((request) => {
    const own = special(request)
    if (own) return own
    if (request.path.endsWith('/auth/user/login')) return { status: 200, body: login }
    if (request.path.includes('/statistics/')) return { status: 204 }
    return refusal(404, 'not_found', request.path)
  })
  setPlace(place)
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  forgetSession()
  leaveSitting()
  leavePlace()
  clearVisit()
  localStorage.clear()
})

describe('Call waiter', () => {
  it('shows "Called 1 min ago", and can be sent again after 60 s, as another call', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const at = Date.now()
    const alert = { _id: 'a', tableId: 't7', alertType: 'callWaiter', timestamp: new Date(at).toISOString(), acknowledged: false }
    special = ({ path }) => (path.endsWith('/tables/alert') ? { status: 201, body: { alert: { ...alert, _id: 'b' } } } : null)
    await sitDown(login as never, place)
    changeVisit({ alerts: [alert as never] })
    render(<CallSheet onClose={() => undefined} />)
    expect(screen.getByText('Called just now')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /: Waiter$/ })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(50_000))
    expect(screen.queryByRole('button', { name: /: Waiter$/ })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.getByText('Called 1 min ago')).toBeTruthy()
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'Call again: Waiter' }))
    await waitFor(() => expect(sentTo('/v1/tables/alert')).toHaveLength(1))
    expect(sentTo('/v1/tables/alert')[0]?.body).toEqual({ tableId: 't7', alertType: 'callWaiter' })
  })
})

describe('the menu', () => {
  it('counts each view once per session, and what is put into the cart besides', async () => {
    for (let times = 0; times < 3; times++) {
      count('view', 'd1')
      count('cart', 'd1')
      count('view', 'd2')
    }
    await waitFor(() => expect(sentTo('/v1/statistics/').map(({ path }) => path)).toHaveLength(3))
    expect(
      sentTo('/v1/statistics/')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['/v1/statistics/cart/d1', '/v1/statistics/view/d1', '/v1/statistics/view/d2'])
  })
})

describe('the sign-in at a table', () => {
  it('has name and mobile of the last visit', async () => {
    await takeSeat({ name: 'Ananya', mobile_number: '9876500011' })
    // The visit ends; days later another code is scanned.
    forgetSession()
    leaveSitting()
    setPlace({ ...place, tableId: 't3', tableNumber: '3' })
    render(<SignInSheet onClose={() => undefined} />)
    act(() => void askToSit('Place order'))
    expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Ananya')
    expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('9876500011')
  })
})

describe('the sign-in at a table, on a bad line', () => {
  it('no longer says "offline" once the phone is back online, and keeps what was typed', async () => {
    let reachable = true
    vi.stubGlobal('fetch', () => (reachable ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError('no network'))))
    watchConnection()
    act(() => void askToSit('Place order'))
    render(<SignInSheet onClose={() => undefined} />)
    reachable = false
    act(() => void window.dispatchEvent(new Event('offline')))
    await userEvent.type(screen.getByLabelText('Your name'), 'Ravi')
    await userEvent.type(screen.getByLabelText('Mobile number'), '9876500399')
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/reached|offline/i)
    reachable = true
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('9876500399')
  })
})

describe('/user/saved', () => {
  const saved = (items: unknown[]) => {
    special = ({ path }) => (path.startsWith('/v1/menus/saved') ? { status: 200, body: { items, currentPage: 1, totalPages: 1 } } : null)
    render(<SavedPage />)
  }
  beforeEach(async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe = () => undefined
        disconnect = () => undefined
      },
    )
    await acceptLogin('diner', { token: 'a.b.account', user: aUser({ _id: 'a1', role: 'user', email: 'diner:9876500011' }) })
  })

  it('empty links to the menu', async () => {
    saved([])
    expect((await screen.findByRole('link', { name: 'To the menu' })).getAttribute('href')).toBe(to.dinerMenu())
  })

  it('labels what is sold out, and nothing else', async () => {
    const of = (id: string, more: object) => ({
      ...aMenuItem({ _id: id, name: id, ...more }),
      restaurantId: 'r1',
      restaurantName: 'Smash Yard',
    })
    saved([
      of('off', { available: false }),
      of('none left', { available: true, remaining: 0 }),
      of('on', { available: true, remaining: null }),
    ])
    await screen.findByText('on')
    expect(screen.getAllByRole('listitem').map((row) => row.textContent?.includes('Sold out'))).toEqual([true, true, false])
  })
})
