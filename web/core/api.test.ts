import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rateLimitText } from '#domain/messages.ts'
import { ApiError, call, isExpiry, listenToApi, pathOf, timeoutOf } from './api.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }))
const sent: { url: string; init: RequestInit }[] = []
let next: () => Promise<Response>

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('document', { cookie: 'restaurant_token=tok' })
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'tawa_user' ? '{"tail":"tok"}' : null) })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return next()
  })
})
afterEach(() => vi.unstubAllGlobals())
const header = (name: string, at = 0) => (sent[at]?.init.headers as Record<string, string> | undefined)?.[name]
const failing = async (run: Promise<unknown>): Promise<ApiError> =>
  run.then(
    () => Promise.reject(new Error('did not fail')),
    (e: ApiError) => e,
  )

it('fills in path parameters and the query', () => {
  expect(pathOf('POST /orders/:id/bill', { id: 'a/b' })).toBe('/v1/orders/a%2Fb/bill')
  expect(pathOf('GET /orders', {}, { page: 2, status: undefined, search: '' })).toBe('/v1/orders?page=2')
})

it('waits 10 s, and 20 s for analytics', () => {
  expect([timeoutOf('GET /tables'), timeoutOf('POST /api/analytics/dashboard-analytics')]).toEqual([10_000, 20_000])
})

it('sends the token, and an Idempotency-Key on calls that change something', async () => {
  next = () => answer(200, { from: 1 })
  await call('POST /tables/move', { body: { fromTableId: 'a', toTableId: 'b' } })
  expect(header('Authorization')).toBe('Bearer tok')
  expect(header('Idempotency-Key')).toMatch(/^[\w-]{20,64}$/)
  await call('POST /tables/move', { body: { fromTableId: 'a', toTableId: 'b' }, idempotencyKey: 'mine' })
  expect(header('Idempotency-Key', 1)).toBe('mine')
  await call('POST /orders/active', { body: { tableId: 'a' } })
  await call('GET /tables')
  expect([header('Idempotency-Key', 2), header('Idempotency-Key', 3)]).toEqual([undefined, undefined])
})

it('names the device in all calls of staff, the same one each time, and in no diner’s', async () => {
  next = () => answer(200, {})
  const move = { body: { fromTableId: 'a', toTableId: 'b' } }
  await call('POST /tables/move', move)
  await call('GET /orders/daily-summary', { query: { resetKOT: 'true' } })
  expect(header('X-Device-Id')).toMatch(/^[\w-]{20,64}$/)
  expect(header('X-Device-Id', 1)).toBe(header('X-Device-Id'))
  vi.stubGlobal('document', { cookie: 'token=tok' })
  await call('POST /tables/alert', { body: { tableId: 'a', alertType: 'water' } })
  expect([header('Authorization', 2), header('X-Device-Id', 2)]).toEqual(['Bearer tok', undefined])
})

it('signs in without the old token', async () => {
  next = () => answer(200, {})
  await call('POST /auth/restaurant/login', { body: { email: 'a', password: 'b' } })
  expect([header('Authorization'), header('X-Device-Id')]).toEqual([undefined, undefined])
})

it('uses the server’s message, or the call’s default message without one', async () => {
  next = () => answer(409, { status: 'error', message: 'Item "Naan" is unavailable.', code: 'item_unavailable', itemId: 'i1' })
  expect(await failing(call('GET /tables'))).toMatchObject({
    status: 409,
    code: 'item_unavailable',
    message: 'Item "Naan" is unavailable.',
    details: { itemId: 'i1' },
    network: false,
  })
  next = () => answer(502, '<html>')
  expect(await failing(call('GET /tables'))).toMatchObject({ status: 502, message: 'Failed to fetch tables' })
})

it('uses a connection message when there was no answer', async () => {
  let reports = 0
  listenToApi({ unreachable: () => (reports += 1) })
  next = () => Promise.reject(new TypeError('Failed to fetch'))
  const error = await failing(call('GET /tables'))
  expect(error).toMatchObject({ status: 0, network: true })
  expect(error.message).toMatch(/can’t be reached/)
  expect(reports).toBe(1)
})

it('reports an ended session and a rate limit once, and not when the call is quiet', async () => {
  const reports: string[] = []
  listenToApi({
    expired: () => reports.push('expired'),
    unauthenticated: () => reports.push('unauthenticated'),
    rateLimited: (e) => reports.push(`limited ${e.retryAfter}`),
  })
  next = () => answer(401, { message: 'Token expired', code: 'token_expired' })
  const error = await failing(call('GET /tables'))
  expect([isExpiry(error), error.shown]).toEqual([true, true])
  await failing(call('GET /tables', { quiet: true }))
  next = () => answer(429, { status: 'error', message: '', code: 'rate_limited', retryAfter: 30 })
  await failing(call('GET /tables'))
  next = () => answer(401, { message: 'Sign in', code: 'unauthenticated' })
  expect((await failing(call('GET /tables'))).shown).toBe(true)
  // The page itself reports a wrong password of somebody who is signed in.
  next = () => answer(401, { message: 'Email or password is wrong.', code: 'invalid_credentials' })
  expect((await failing(call('GET /tables'))).shown).toBe(false)
  expect(reports).toEqual(['expired', 'limited 30', 'unauthenticated', 'unauthenticated'])
})

it('uses SPEC §8’s text for a rate limit', () => {
  expect(rateLimitText('', 30)).toBe('Rate limit exceeded. Please try again in 30 seconds')
  expect(rateLimitText('Too many. Try again later', 30)).toBe('Too many. Try again later')
})
