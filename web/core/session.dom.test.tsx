import { afterEach, expect, it, vi } from 'vitest'
import { sessionNow, startSession, verifySession } from './session.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a page that opens on a network that never answers goes on with the person remembered for its token, until it is said that the session has ended', async () => {
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
  // The answer comes after all, and counts.
  answer.resolve(Response.json({ status: 'error', message: 'Token expired', code: 'token_expired' }, { status: 401 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(sessionNow().status).toBe('expired')
  // It leads to its login page, whoever asks meanwhile who is signed in.
  await verifySession()
  expect(sessionNow().status).toBe('expired')
  await vi.advanceTimersByTimeAsync(1500)
  expect(sessionNow()).toMatchObject({ status: 'out', leaving: true })
  await verifySession()
  expect(sessionNow()).toMatchObject({ status: 'out', leaving: true })
})
