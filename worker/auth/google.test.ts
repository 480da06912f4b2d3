import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import { spend, withinOneWindow } from '../test/limits.ts'
import { first, run } from '../db/index.ts'
import { sql } from '../db/sql.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { codeTo, configured, sentTo } from '../test/messages.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, testEnv } from '../test/world.ts'

/** A test issuer of tokens: its keys are served at GOOGLE_JWKS_URL. */
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
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Claims = {
  email?: string
  email_verified?: boolean
  hd?: string | null
  sub?: string
  iss?: string
  aud?: string
  exp?: string
  kid?: string
  key?: CryptoKey
}
const idToken = ({
  email,
  email_verified = true,
  hd = 'test.test',
  sub = `of ${email?.toLowerCase()}`,
  iss = ISSUER,
  aud = 'tawa-client',
  exp = '1h',
  kid = 'one',
  key = pair.privateKey,
}: Claims) =>
  new SignJWT({ ...(email ? { email } : {}), ...(hd === null ? {} : { hd }), email_verified })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setSubject(sub)
    .setIssuer(iss)
    .setAudience(aud)
    .setJti(randomId())
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

  it('takes each token once, however its signature is written: a copy of it signs nobody in', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('cashier', { restaurantId: w.id })
    const token = await idToken({ email: account.email })
    const enter = (idToken: string, more: Record<string, unknown> = {}) =>
      call('POST /auth/google/token', { body: { idToken, ...more }, headers: { 'CF-Connecting-IP': randomId() } })
    const replies = await Promise.all([enter(token), enter(token)])
    expect(replies.map((r) => r.status).sort()).toEqual([200, 401])
    expect((await enter(token, { terminate_existing: true })).status).toBe(401)
    // 2048 bits are 342 characters with four bits to spare: another last character is the same signature.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const same = token.slice(0, -1) + last[last.indexOf(token.at(-1) ?? '') ^ 1]
    expect((await enter(same, { terminate_existing: true })).status).toBe(401)
    expect((await google({ email: account.email }, { terminate_existing: true })).status).toBe(200)
  })

  it('takes a token again that was refused for other open sessions, to end them, and then no more', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('cashier', { restaurantId: w.id })
    expect((await google({ email: account.email })).status).toBe(200)
    const body = { idToken: await idToken({ email: account.email }) }
    const enter = (more: Record<string, unknown>) => call('POST /auth/google/token', { body: { ...body, ...more } })
    expect((await enter({})).body.code).toBe('active_sessions')
    expect((await enter({ terminate_existing: true })).status).toBe(200)
    expect((await enter({ terminate_existing: true })).body.code).toBe('invalid_token')
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

  it('finds nobody by what an account without an address has in its place', async () => {
    const account = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    for (const kept of [`diner:${account.id}`, `unlinked:${account.email}:${account.id}`]) {
      await run(testEnv.PLATFORM, sql`UPDATE accounts SET email = ${kept} WHERE id = ${account.id}`)
      const reply = await google({ email: kept })
      expect([reply.status, reply.body.message]).toEqual([404, 'No account associated with this Google account'])
    }
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

  it('answers 401 to every trick with a token’s header or claims', async () => {
    const { email } = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    const own = (await generateKeyPair('RS256', { extractable: true })) as CryptoKeyPair
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256' }
    const [theirs] = keys.keys
    const secrets = [JSON.stringify(theirs), String((theirs as { n: string }).n), 'one']
    const signed = (header: Record<string, unknown>, key: CryptoKey | Uint8Array, claims: Record<string, unknown> = {}) =>
      new SignJWT({ email, hd: 'test.test', sub: `of ${email}`, email_verified: true, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
        .setIssuer(ISSUER)
        .setAudience('tawa-client')
        .setExpirationTime('1h')
        .sign(key)
    const good = pair.privateKey
    const made: [string, Promise<string>][] = [
      ...secrets.map((text): [string, Promise<string>] => [
        'a public key or its id as a secret',
        signed({ alg: 'HS256' }, new TextEncoder().encode(text)),
      ]),
      ['a key of its own in the header', signed({ jwk }, own.privateKey)],
      ['a key set of its own in the header', signed({ jku: 'https://evil.test/keys', kid: 'evil' }, own.privateKey)],
      ['a key’s id that is a path', signed({ kid: '../../one' }, own.privateKey)],
      ['no key’s id', signed({ kid: undefined }, own.privateKey)],
      ['an address that is verified in words', signed({}, good, { email_verified: 'true' })],
      ['no id of the person at Google', signed({}, good, { sub: undefined })],
      ['several addresses', signed({}, good, { email: [email] })],
      ['one that is not good yet', signed({}, good, { nbf: Math.floor(Date.now() / 1000) + 600 })],
      [
        'no end',
        new SignJWT({ email, hd: 'test.test', sub: `of ${email}`, email_verified: true, iss: ISSUER, aud: 'tawa-client' })
          .setProtectedHeader({ alg: 'RS256', kid: 'one' })
          .sign(good),
      ],
      [
        'another’s payload under a good signature',
        signed({}, good).then((token) => token.replace(/\.[^.]+\./, `.${btoa(JSON.stringify({ email: 'x@test.test' }))}.`)),
      ],
    ]
    for (const [what, token] of made) {
      const reply = await call('POST /auth/google/token', { body: { idToken: await token }, headers: { 'CF-Connecting-IP': randomId() } })
      expect([what, reply.status]).toEqual([what, 401])
    }
    expect((await google({ email })).status).toBe(200)
  })

  it('by forged tokens are no sign-ins used up by a stranger on the same network; only a network’s real ones count', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('cashier', { restaurantId: w.id })
    const headers = { 'CF-Connecting-IP': randomId() }
    const rule = LIMITS.google.rules.find((r) => r.by === 'network') ?? { by: 'address', most: 120, seconds: 300 }
    const ask = async (idToken: string) => call('POST /auth/google/token', { body: { idToken, terminate_existing: true }, headers })
    await withinOneWindow(async () => {
      const forged = await Promise.all(Array.from({ length: rule.most + 10 }, () => ask('ey.forged.token')))
      expect(new Set(forged.map((reply) => reply.status))).toEqual(new Set([401]))
      expect((await ask(await idToken({ email: account.email }))).status).toBe(200)
      await spend(LIMITS.google, rule, headers['CF-Connecting-IP'])
      expect((await ask(await idToken({ email: account.email }))).status).toBe(429)
    })
  })

  it('signs nobody in by an address whose letters only become somebody’s', async () => {
    const { email } = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id, email: `k${randomId()}@test.test` })
    expect((await google({ email: email.replace('k', '\u212a') })).status).toBe(404)
    expect((await google({ email: email.toUpperCase() })).status).toBe(200)
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

  describe('when a stranger had signed up with the owner’s address', () => {
    const signedUp = async () => {
      const email = `${randomId()}@test.test`
      const body = { name: 'Tara', email, mobile_number: '9000012345', password: PASSWORD }
      const reply = await call('POST /auth/partner/signup', { body, headers: { 'CF-Connecting-IP': randomId() } })
      expect(reply.status, reply.text).toBe(201)
      return { email, token: reply.body.token as string }
    }
    const login = (email: string, password = PASSWORD, door = 'partner') =>
      call(`POST /auth/${door}/login`, { body: { email, password, terminate_existing: true }, headers: { 'CF-Connecting-IP': randomId() } })
    const me = async (token: string) => (await call('GET /auth/me', { token })).status

    it('ends the stranger’s password and sessions, once, and says so by mail', async () => {
      const { email, token } = await signedUp()
      expect([(await login(email)).status, await me(token)]).toEqual([200, 200])
      const owner = (await google({ email })).body.token
      expect([await me(owner), await me(token), (await login(email)).status]).toEqual([200, 401, 401])
      expect((await sentTo(email)).map((m) => m.subject)).toEqual(['Your address is confirmed', 'You signed up with Tawa'])
      // From now on it is the owner's: another sign-in ends nothing.
      expect((await google({ email })).status).toBe(200)
      expect(await me(owner)).toBe(200)
    })

    it('ends nothing where the address was confirmed by a new password, or a manager made the account', async () => {
      const { email } = await signedUp()
      await call('POST /auth/restaurant/forgot-password', { body: { email } })
      const { body } = await call('POST /auth/restaurant/verify-otp', { body: { email, otp: await codeTo(email) } })
      await call('POST /auth/restaurant/reset-password', { token: body.token, body: { newPassword: 'the owner’s own' } })
      const w = await makeRestaurant()
      const colleague = { name: 'Asha', email: `${randomId()}@test.test`, role: 'cashier', password: PASSWORD }
      expect((await w.does('superuser', 'POST /restaurant/employees', colleague)).status).toBe(201)
      for (const address of [email, colleague.email]) expect((await google({ email: address })).status).toBe(200)
      expect([(await login(email, 'the owner’s own')).status, (await login(colleague.email, PASSWORD, 'restaurant')).status]).toEqual([
        200, 200,
      ])
    })
  })

  describe('with an address whose mailbox is not at Google', () => {
    const sub = () => `google ${randomId()}`
    const connectedTo = async (id: string) =>
      (await first<{ google_sub: string | null }>(testEnv.PLATFORM, sql`SELECT google_sub FROM accounts WHERE id = ${id}`))?.google_sub
    const unconfirmed = [403, 'google_unconfirmed']
    const shown = (reply: { status: number; body: { code?: string } }) => [reply.status, reply.body.code]

    it('signs nobody in by the address alone, and answers the same where it has no account', async () => {
      const account = await makeAccount('partner', { partnerId: randomId() })
      const free = `${randomId()}@test.test`
      const replies = await Promise.all([account.email, free].map((email) => google({ email, hd: null })))
      expect(replies.map(shown)).toEqual([unconfirmed, unconfirmed])
      expect(replies.map((r) => r.body.email)).toEqual([account.email, free])
      expect(replies[0]?.body.message).toBe(replies[1]?.body.message)
      for (const password of ['wrong', PASSWORD])
        expect(shown(await google({ email: free, hd: null }, { password }))).toEqual([401, 'invalid_credentials'])
      expect(shown(await google({ email: account.email, hd: null }, { password: 'wrong' }))).toEqual([401, 'invalid_credentials'])
      expect(await connectedTo(account.id)).toBeNull()
      for (const hd of ['', null]) expect(shown(await google({ email: account.email, hd }))).toEqual(unconfirmed)
    })

    it('does not take a name before gmail.com for Gmail; Gmail’s own addresses need no password', async () => {
      const [like, own] = [`${randomId()}@notgmail.com`, `${randomId()}@gmail.com`]
      for (const email of [like, own]) await makeAccount('partner', { partnerId: randomId(), email })
      expect(shown(await google({ email: like, hd: null }))).toEqual(unconfirmed)
      expect((await google({ email: own, hd: null })).status).toBe(200)
    })

    it('asks for the password once, with the same token, and from then on knows the person by Google’s id', async () => {
      const account = await makeAccount('partner', { partnerId: randomId() })
      const who = { email: account.email, hd: null, sub: sub() }
      const token = await idToken(who)
      const enter = (more: Record<string, unknown>) => call('POST /auth/google/token', { body: { idToken: token, ...more } })
      expect(shown(await enter({}))).toEqual(unconfirmed)
      expect(shown(await enter({ password: 'wrong' }))).toEqual([401, 'invalid_credentials'])
      expect((await enter({ password: PASSWORD })).body.id).toBe(account.id)
      expect(shown(await enter({ password: PASSWORD }))).toEqual([401, 'invalid_token'])
      expect((await google(who)).body.id).toBe(account.id)
      // Also with another address at Google; whoever else has this one there does not enter by it.
      expect((await google({ ...who, email: `${randomId()}@test.test` })).body.id).toBe(account.id)
      expect(shown(await google({ ...who, sub: sub() }))).toEqual(unconfirmed)
    })

    it('is known by Google’s id also after a sign-in while the mailbox was there', async () => {
      const account = await makeAccount('partner', { partnerId: randomId() })
      const who = { email: account.email, sub: sub() }
      expect((await google(who)).status).toBe(200)
      expect((await google({ ...who, hd: null })).body.id).toBe(account.id)
      // The mailbox was given to somebody else, in whose place the account is connected from now on.
      const next = { email: account.email, sub: sub() }
      expect((await google(next)).body.id).toBe(account.id)
      expect([shown(await google({ ...who, hd: null })), (await google({ ...next, hd: null })).status]).toEqual([unconfirmed, 200])
    })

    it('is asked for the password again after a new password, and after another address', async () => {
      const w = await makeRestaurant()
      const changes: ((account: { id: string; email: string }) => Promise<unknown>)[] = [
        async ({ email }) => {
          await call('POST /auth/restaurant/forgot-password', { body: { email } })
          const { body } = await call('POST /auth/restaurant/verify-otp', { body: { email, otp: await codeTo(email) } })
          return call('POST /auth/restaurant/reset-password', { token: body.token, body: { newPassword: 'quite another one' } })
        },
        ({ id }) => w.does('superuser', 'PUT /restaurant/employees', { _id: id, password: 'quite another one' }),
        ({ id }) => w.does('superuser', 'PUT /restaurant/employees', { _id: id, email: `${randomId()}@test.test` }),
      ]
      for (const change of changes) {
        const account = await makeAccount('cashier', { restaurantId: w.id })
        const who = { email: account.email, hd: null, sub: sub() }
        expect((await google(who, { password: PASSWORD })).status).toBe(200)
        expect((await google(who, { terminate_existing: true })).status).toBe(200)
        expect(await change(account)).toMatchObject({ status: 200 })
        expect(shown(await google(who, { terminate_existing: true }))).toEqual(unconfirmed)
      }
    })

    it('is not connected if the password was changed since it was checked', async () => {
      const account = await makeAccount('partner', { partnerId: randomId() })
      const { token } = (await call('POST /auth/partner/login', { body: { email: account.email, password: PASSWORD } })).body
      const other = { password: PASSWORD, newPassword: 'quite another one' }
      const changes = async () => expect((await call('PUT /auth/password', { token, body: other })).status).toBe(200)
      const body = { idToken: await idToken({ email: account.email, hd: null }), password: PASSWORD }
      expect(shown(await call('POST /auth/google/token', { body, via: meanwhile(changes) }))).toEqual([401, 'invalid_credentials'])
      expect(await connectedTo(account.id)).toBeNull()
    })

    it('enters both accounts when one Google account comes by two addresses at once, and is connected with one', async () => {
      const [one, other] = [
        await makeAccount('partner', { partnerId: randomId() }),
        await makeAccount('partner', { partnerId: randomId() }),
      ]
      const same = sub()
      const second = () => google({ email: other.email, sub: same })
      // With a password, because its check is what the other sign-in comes after here.
      const body = { idToken: await idToken({ email: one.email, sub: same, hd: null }), password: PASSWORD }
      const late = await call('POST /auth/google/token', { body, via: meanwhile(async () => expect((await second()).status).toBe(200)) })
      expect(late.body.id).toBe(one.id)
      expect([await connectedTo(one.id), await connectedTo(other.id)]).toEqual([null, same])
    })

    it('connects no account that has the address only beside another account', async () => {
      const owner = await makeAccount('partner', { partnerId: randomId(), passwordHash: null })
      const beside = await makeAccount('partner', { partnerId: randomId(), email: `unlinked:${owner.email}:${randomId()}` })
      const who = { email: owner.email, hd: null, sub: sub() }
      expect((await google(who, { password: PASSWORD })).body.id).toBe(beside.id)
      expect([await connectedTo(beside.id), await connectedTo(owner.id)]).toEqual([null, null])
    })

    it('takes no account over that a stranger opened, and connects it with nobody: it is entered by its password', async () => {
      const email = `${randomId()}@test.test`
      const body = { name: 'Tara', email, mobile_number: '9000012345', password: PASSWORD }
      const made = (await call('POST /auth/partner/signup', { body, headers: { 'CF-Connecting-IP': randomId() } })).body
      const who = { email, hd: null, sub: sub() }
      expect(shown(await google(who))).toEqual(unconfirmed)
      const entered = await google(who, { password: PASSWORD })
      expect(entered.status, entered.text).toBe(200)
      expect([await connectedTo(entered.body.id), (await call('GET /auth/me', { token: made.token })).status]).toEqual([null, 200])
      expect(shown(await google(who))).toEqual(unconfirmed)
      // Whoever has the mailbox ends all that.
      expect((await google({ email })).status).toBe(200)
      expect((await call('GET /auth/me', { token: made.token })).status).toBe(401)
      expect(await connectedTo(entered.body.id)).toBe(`of ${email}`)
    })
  })

  it('takes tokens by a key that Google has just published, within seconds, also when a forged token was before it', async () => {
    const { email } = await makeAccount('partner', { partnerId: randomId() })
    const next = (await generateKeyPair('RS256', { extractable: true })) as CryptoKeyPair
    const rotated = { keys: [...keys.keys, { ...(await exportJWK(next.publicKey)), kid: 'next', alg: 'RS256', use: 'sig' }] }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await configured({ GOOGLE_JWKS_URL: `${ISSUER}/turning` }, async () => {
      let published = keys
      const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(published))
      const byNext = async () => (await google({ email, kid: 'next', key: next.privateKey })).status
      expect((await google({ email })).status).toBe(200)
      expect([await byNext(), await byNext()]).toEqual([401, 401])
      published = rotated
      const before = fetched.mock.calls.length
      vi.setSystemTime(Date.now() + 2001)
      expect([await byNext(), (await google({ email })).status]).toEqual([200, 200])
      // However many forged ones come, the keys are fetched at most once in two seconds.
      for (let i = 0; i < 5; i++) expect((await google({ email, kid: `forged ${i}` })).status).toBe(401)
      expect(fetched.mock.calls.length).toBe(before + 1)
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
