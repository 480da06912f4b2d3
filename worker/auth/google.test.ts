import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import { spend, withinOneWindow } from '../test/limits.ts'
import { configured } from '../test/messages.ts'
import { call, makeAccount, makeRestaurant, testEnv } from '../test/world.ts'

/** An issuer of our own: its keys are served where GOOGLE_JWKS_URL says. */
const ISSUER = 'https://issuer.test'
const CONFIG = { GOOGLE_ISSUER: ISSUER, GOOGLE_AUDIENCE: 'tawa-client, tawa-app', GOOGLE_JWKS_URL: `${ISSUER}/keys/${randomId()}` }
const before = { ...testEnv }
let pair: CryptoKeyPair
let keys: { keys: unknown[] }

beforeAll(async () => {
  pair = (await generateKeyPair('RS256', { extractable: true })) as CryptoKeyPair
  keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
  Object.assign(testEnv, CONFIG)
})
afterAll(() => void Object.assign(testEnv, Object.fromEntries(Object.keys(CONFIG).map((k) => [k, before[k as keyof typeof before]]))))
beforeEach(() => {
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    String(input instanceof Request ? input.url : input) === CONFIG.GOOGLE_JWKS_URL ? Response.json(keys) : real(input, init),
  )
})
afterEach(() => void vi.restoreAllMocks())

type Claims = { email?: string; email_verified?: boolean; iss?: string; aud?: string; exp?: string; kid?: string; key?: CryptoKey }
const idToken = ({
  email,
  email_verified = true,
  iss = ISSUER,
  aud = 'tawa-client',
  exp = '1h',
  kid = 'one',
  key = pair.privateKey,
}: Claims) =>
  new SignJWT({ ...(email ? { email } : {}), email_verified })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setSubject('1234')
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(key)
const google = async (claims: Claims, more: Record<string, unknown> = {}) =>
  call('POST /auth/google/token', { body: { idToken: await idToken(claims), ...more }, headers: { 'CF-Connecting-IP': randomId() } })

describe('Google sign-in', () => {
  it('signs staff in like a password', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('cashier', { restaurantId: w.id })
    const reply = await google({ email: account.email.toUpperCase() })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toMatchObject({
      token: expect.any(String),
      id: account.id,
      role: 'cashier',
      approved: true,
      active: true,
      restaurantName: 'Test Yard ',
      permissions: {},
      user: { restaurantId: w.id },
    })
    expect((await call('GET /orders', { token: reply.body.token })).status).toBe(200)
    const second = await google({ email: account.email, iss: 'issuer.test', aud: 'tawa-app' })
    expect([second.status, second.body.message, second.body.sessions.length]).toEqual([409, 'Active sessions exist', 1])
    expect((await google({ email: account.email }, { terminate_existing: true })).status).toBe(200)
    expect((await call('GET /orders', { token: reply.body.token })).status).toBe(401)
  })

  it('signs partners and the back office in', async () => {
    for (const role of ['partner', 'backoffice'] as const) {
      const account = await makeAccount(role, role === 'partner' ? { partnerId: randomId() } : {})
      const reply = await google({ email: account.email })
      expect([reply.status, reply.body.role, reply.body.restaurantName]).toEqual([200, role, null])
    }
  })

  it('answers with SPEC §8’s texts: no account, pending, inactive', async () => {
    const none = await google({ email: `${randomId()}@test.test` })
    expect([none.status, none.body.message]).toEqual([404, 'No account associated with this Google account'])
    const w = await makeRestaurant({ approvalStatus: 'pending' })
    const owner = await makeAccount('superuser', { restaurantId: w.id })
    const pending = await google({ email: owner.email })
    expect([pending.status, pending.body.approved, pending.body.restaurantName, pending.body.token]).toEqual([
      403,
      false,
      'Test Yard ',
      expect.any(String),
    ])
    expect(pending.body.message).toMatch(/^Your account is pending approval.*Test Yard/)
    const turned = await makeRestaurant({ approvalStatus: 'rejected', settings: { rejectionReason: 'No FSSAI number' } })
    const rejected = await google({ email: (await makeAccount('superuser', { restaurantId: turned.id })).email })
    expect([rejected.status, rejected.body.code, rejected.body.rejectionReason]).toEqual([403, 'rejected', 'No FSSAI number'])
    const off = await makeAccount('cashier', { restaurantId: w.id, isActive: false })
    const inactive = await google({ email: off.email })
    expect([inactive.status, inactive.body.active, inactive.body.message]).toEqual([
      403,
      false,
      'Your account is inactive. Please contact your manager.',
    ])
  })

  it('refuses every token that Google didn’t issue for this app: 401', async () => {
    const account = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    const stranger = (await generateKeyPair('RS256')) as CryptoKeyPair
    const { email } = account
    const bad: [string, Claims][] = [
      ['another issuer', { email, iss: 'https://evil.test' }],
      ['another audience', { email, aud: 'somebody else' }],
      ['lapsed', { email, exp: '-1h' }],
      ['another key', { email, key: stranger.privateKey }],
      ['an unknown key', { email, kid: 'two' }],
      ['an address that was not verified', { email, email_verified: false }],
      ['no address', {}],
    ]
    for (const [name, claims] of bad) {
      const reply = await google(claims)
      expect([name, reply.status, reply.body.message]).toEqual([name, 401, 'Google authentication failed'])
    }
    const none = [
      btoa('{"alg":"none"}'),
      btoa(JSON.stringify({ iss: ISSUER, aud: 'tawa-client', email, email_verified: true, exp: 9e9 })),
      '',
    ].join('.')
    for (const token of ['nonsense', none, await makeRestaurant().then((w) => w.as('superuser'))])
      expect(
        (await call('POST /auth/google/token', { body: { idToken: token }, headers: { 'CF-Connecting-IP': randomId() } })).status,
      ).toBe(401)
  })

  it('is limited per account, however many addresses ask; only tokens that Google signed count', async () => {
    const account = await makeAccount('partner', { partnerId: randomId() })
    const rule = LIMITS.google.rules.find((r) => r.by === 'subject')
    if (!rule) throw new Error('no rule')
    await withinOneWindow(async () => {
      await spend(LIMITS.google, rule, account.email, 1)
      const stranger = (await generateKeyPair('RS256')) as CryptoKeyPair
      expect((await google({ email: account.email, key: stranger.privateKey })).status).toBe(401)
      const replies = await Promise.all(Array.from({ length: 10 }, () => google({ email: account.email })))
      expect(replies.map((r) => r.status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 429)])
      expect(replies.find((r) => r.status === 429)?.body.retryAfter).toBeGreaterThan(0)
    })
  })

  it('is 503 while it isn’t configured or Google’s keys can’t be fetched', async () => {
    const { email } = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const statuses = [
      await configured({ GOOGLE_AUDIENCE: '' }, () => google({ email })),
      await configured({ GOOGLE_JWKS_URL: `${ISSUER}/down` }, async () => {
        vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('down', { status: 500 }))
        return google({ email })
      }),
      await configured({ GOOGLE_JWKS_URL: `${ISSUER}/gone` }, async () => {
        vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Promise.reject(new TypeError('no connection')))
        return google({ email })
      }),
    ].map((r) => [r.status, r.body.message])
    for (const status of statuses) expect(status).toEqual([503, 'Google authentication failed'])
  })
})
