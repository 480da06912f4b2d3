import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from './api.ts'
import { onlineNow, onOffline } from './online.ts'
import { say } from './say.ts'
import { setNavigator } from './navigate.ts'
import { expire, sessionNow, signOut, startSession, verifySession } from './session.ts'
import { currentToken, dropTokens, keepToken } from './tokens.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('on a network that never answers, a page opens for the person remembered with the token, until the server says that the session has ended', async () => {
  vi.useFakeTimers()
  const token = 'a.b.cccccccccccc'
  document.cookie = `restaurant_token=${token}`
  const user = { _id: 'u1', role: 'cashier', restaurantId: 'r1' }
  localStorage.setItem('tawa_user', JSON.stringify({ user, permissions: null, tail: token.slice(-12) }))
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (url: string) => (url === '/v1/health' ? Promise.reject(new TypeError('Failed to fetch')) : answer.promise))
  startSession()
  await vi.advanceTimersByTimeAsync(1900)
  expect(sessionNow().status).toBe('loading')
  await vi.advanceTimersByTimeAsync(200)
  expect(sessionNow()).toMatchObject({ status: 'in', user })
  // The late answer counts.
  answer.resolve(Response.json({ status: 'error', message: 'Token expired', code: 'token_expired' }, { status: 401 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(sessionNow().status).toBe('expired')
  // A check of the session meanwhile doesn't change that it leads to its login page.
  await verifySession()
  expect(sessionNow().status).toBe('expired')
  await vi.advanceTimersByTimeAsync(1500)
  expect(sessionNow()).toMatchObject({ status: 'out', leaving: true })
  await verifySession()
  expect(sessionNow()).toMatchObject({ status: 'out', leaving: true })
})

it('a busy server, which answers but slowly, is not taken for a lost network; after an outage its first answer ends it', async () => {
  vi.useFakeTimers()
  keepToken('restaurant', 'g.h.iiiiiiiiiiii')
  const user = { _id: 'u1', role: 'cashier', restaurantId: 'r1', approved: true }
  const me = () => Response.json({ user, permissions: {} })
  const answered = (ms: number) => new Promise<Response>((resolve) => setTimeout(() => resolve(me()), ms))
  const lost = (ms: number) => new Promise<Response>((_, reject) => setTimeout(() => reject(new TypeError('Failed to fetch')), ms))
  const isLost = vi.fn<() => void>()
  const stop = onOffline(isLost)
  // The page's first call takes 4 s, and the check that is made meanwhile gets no answer within its 3 s.
  let reply = (url: string) => (url === '/v1/health' ? lost(3000) : answered(4000))
  vi.stubGlobal('fetch', (url: string) => reply(url))
  const verified = verifySession()
  await vi.advanceTimersByTimeAsync(4000)
  await verified
  await vi.advanceTimersByTimeAsync(1500)
  expect(sessionNow()).toMatchObject({ status: 'in', user })
  expect(isLost).not.toHaveBeenCalled()
  // Nothing comes through any more, but what was asked before.
  reply = () => answered(200)
  const asked = call('GET /tables')
  reply = () => lost(10)
  void call('GET /tables').catch(() => undefined)
  await vi.advanceTimersByTimeAsync(190)
  expect(onlineNow()).toBe(false)
  reply = () => answered(10)
  await vi.advanceTimersByTimeAsync(10)
  await asked
  expect(onlineNow()).toBe(true)
  stop()
  // Being back, it asks who is signed in.
  const back = verifySession()
  await vi.advanceTimersByTimeAsync(10)
  await back
})

it.each([
  ['ended: only the login page says so', 'out', 0],
  ['goes on: its own message is shown once', 'in', 1],
] as const)('a call answered with 401 while somebody is signed in, whose session %s', async (_, status, told) => {
  vi.useFakeTimers()
  keepToken('restaurant', 'd.e.ffffffffffff')
  const user = { _id: 'u1', role: 'cashier', restaurantId: 'r1', approved: true }
  const failure = () => Response.json({ status: 'error', message: 'Authentication failed', code: 'unauthenticated' }, { status: 401 })
  let ended = false
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(url === '/v1/auth/me' && !ended ? Response.json({ user, permissions: null }) : failure()),
  )
  await verifySession()
  expect(sessionNow().status).toBe('in')
  ended = status === 'out'
  const error = vi.spyOn(say, 'error')
  const refused = await call('GET /tables').catch((thrown: unknown) => thrown)
  // The page that made the call shows nothing of its own.
  expect(refused).toMatchObject({ status: 401, shown: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(sessionNow().status).toBe(status)
  expect(error).toHaveBeenCalledTimes(told)
  vi.restoreAllMocks()
})

it('a session whose cookie has run out is said to have expired at the next call, which carries no token', async () => {
  vi.useFakeTimers()
  keepToken('partner', 'm.n.oooooooooooo')
  const user = { _id: 'p1', role: 'partner', restaurantId: null, approved: true }
  vi.stubGlobal('fetch', (_url: string, { headers = {} }: RequestInit = {}) => {
    if ('Authorization' in headers) return Promise.resolve(Response.json({ user, permissions: null }))
    return Promise.resolve(Response.json({ status: 'error', message: 'Authentication failed', code: 'unauthenticated' }, { status: 401 }))
  })
  startSession()
  await verifySession()
  expect(sessionNow().status).toBe('in')
  dropTokens()
  const warning = vi.spyOn(say, 'warning')
  await call('GET /partner/outlets').catch(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(sessionNow().status).toBe('expired')
  expect(warning).toHaveBeenCalledOnce()
  // Once nobody is signed in, such an answer is the call's own.
  await vi.advanceTimersByTimeAsync(1500)
  expect(sessionNow().status).toBe('out')
  await call('GET /partner/outlets').catch(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect([sessionNow().status, warning.mock.calls.length]).toEqual(['out', 1])
  vi.restoreAllMocks()
})

describe('the sign-in page after a scanned menu, whose address is in no area', () => {
  const leave: Record<string, () => Promise<void>> = {
    'signs out': signOut,
    'signs out in another tab': async () => {
      dispatchEvent(new StorageEvent('storage', { key: 'tawa_session', newValue: JSON.stringify({ event: 'out' }) }))
    },
    'has no session any more': async () => expire(),
  }
  const diner = { role: 'user', restaurantId: null, family: 'diner' } as const
  const cashier = { role: 'cashier', restaurantId: 'r1', family: 'restaurant' } as const
  it.each([
    ['/t/0-demo-7', 'signs out', diner, '/user/login'],
    ['/t/0-demo-7', 'signs out in another tab', diner, '/user/login'],
    ['/t/0-demo-7', 'has no session any more', diner, '/user/login?token_expired=true'],
    ['/thankyou', 'signs out', diner, '/user/login'],
    ['/t/0-demo-7', 'signs out', cashier, '/restaurant/login'],
    ['/t/0-demo-7', 'signs out in another tab', cashier, '/restaurant/login'],
    ['/t/0-demo-7', 'has no session any more', cashier, '/dashboard?token_expired=true'],
    ['/partner/menu', 'signs out', diner, '/partner/login'],
  ] as const)('on %s, who %s as %o, is led to %s', async (path, how, { family, ...person }, login) => {
    vi.useFakeTimers()
    keepToken(family, 'j.k.llllllllllll')
    await vi.advanceTimersByTimeAsync(1)
    history.replaceState(null, '', path)
    const went = vi.fn<(address: string) => void>()
    setNavigator(went)
    vi.stubGlobal('fetch', async () => Response.json({ user: { _id: 'u2', approved: true, ...person }, permissions: {} }))
    startSession()
    await verifySession()
    expect(sessionNow().status).toBe('in')
    await leave[how]?.()
    await vi.advanceTimersByTimeAsync(3000)
    expect(went.mock.calls.map(([address]) => address)).toContain(login)
    expect(new Set(went.mock.calls.map(([address]) => address)).size).toBe(1)
  })
})

it('a page is signed in by its own sign-in also where nothing can be stored', () => {
  localStorage.removeItem('tawa_user')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  keepToken('restaurant', 'a.b.cccccccccccc')
  expect(currentToken()).toEqual({ family: 'restaurant', token: 'a.b.cccccccccccc' })
  full.mockRestore()
  dropTokens()
  expect(currentToken()).toBeNull()
})

it('a cookie that another site has planted signs nobody in or over', async () => {
  const tokens: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit = {}) => {
    tokens.push((headers as Record<string, string>).Authorization)
    return Promise.resolve(Response.json({ tables: [] }))
  })
  history.replaceState(null, '', '/restaurant/pos')
  dropTokens()
  localStorage.removeItem('tawa_user')
  document.cookie = 'restaurant_token=p.q.rrrrrrrrrrrr; path=/restaurant'
  expect(currentToken()).toBeNull()
  await verifySession()
  expect(sessionNow().status).toBe('out')
  keepToken('restaurant', 's.t.uuuuuuuuuuuu')
  // The planted one comes first, since its path is longer.
  expect(document.cookie).toBe('restaurant_token=p.q.rrrrrrrrrrrr; restaurant_token=s.t.uuuuuuuuuuuu')
  await call('GET /tables')
  expect(tokens).toEqual(['Bearer s.t.uuuuuuuuuuuu'])
  document.cookie = 'restaurant_token=; path=/restaurant; Max-Age=0'
  dropTokens()
})
