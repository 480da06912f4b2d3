import { SignJWT } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import type { Operation } from '#domain/api/contract.ts'
import { api } from '#domain/api/index.ts'
import { randomId } from '#domain/ids.ts'
import { type Limit, type LimitRule, LIMITS } from '#domain/limits.ts'
import { run } from '../db/index.ts'
import { partners } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import { sha256 } from './hash.ts'
import { addressOf, dinerWait } from './limit.ts'
import { sharedAllowance, signToken, verifyToken } from '../access/session.ts'
import { spend, withinOneWindow } from '../test/limits.ts'
import { Recorder } from '../test/recorder.ts'
import { sentTo } from '../test/messages.ts'
import { FILES, upload } from '../test/upload.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, type Reply, signIn, testEnv, type World } from '../test/world.ts'

const operations = Object.entries(api) as unknown as [string, Operation][]
/** Counted in PLATFORM, unlike what diners and sync keys may ask of an isolate. */
type StoredRule = LimitRule & { by: 'address' | 'network' | 'account' | 'share' | 'subject' }
const isStored = (rule: LimitRule): rule is StoredRule => !['guest', 'laterGuests', 'key'].includes(rule.by)
const limited = operations.flatMap(([address, op]) => (op.rateLimit ? [[address, op.rateLimit] as const] : []))
const BURST = 50
const LEFT = 3
/** How many of the attempts that use up a diner's allowance are really made, the last ones. */
const REAL = 12

/** The input and the subject of each limited call. Most are refused after the limit was counted, which makes no difference here. */
type Try = {
  limit: Limit
  /** A new body each time would be a new subject. */
  body?: Record<string, unknown>
  token?: string
  subject?: string
  /** Signed-in callers are counted only by account, so the limit of the subject is tried without a token. */
  tokenForAccount?: boolean
  form?: boolean
}
const email = () => `${randomId()}@test.test`
const mobile = () => String(9_000_000_000 + Math.floor(Math.random() * 999_999_999))
/** The application of a new restaurant by this address. */
const application = (email: string) => ({
  establishment_name: 'Chai Point Cafe',
  user_name: 'Tara Bose',
  user_contact_number: mobile(),
  email,
  password: PASSWORD,
  address: 'Plot 1',
})

/** A sign-up whose address isn't confirmed: its token, and the address. */
async function unconfirmed(): Promise<{ token: string; address: string }> {
  const address = email()
  const { body } = await call('POST /auth/restaurant/signup', { body: application(address), headers: { 'CF-Connecting-IP': randomId() } })
  return { token: body.token, address }
}

/** An order that was paid, with the token for its feedback. */
async function eaten(w: World): Promise<{ orderId: string; feedbackToken: string }> {
  const { _id: orderId } = await w.order([w.line('plain')])
  expect((await w.settle(orderId)).status).toBe(200)
  const [row] = await w.rows('SELECT feedback_token FROM orders WHERE id = ?', orderId)
  return { orderId, feedbackToken: row?.feedback_token as string }
}

const TRIES: Record<string, (w: World) => Try | Promise<Try>> = {
  'POST /auth/restaurant/login': () => about(LIMITS.login, email(), (subject) => ({ email: subject, password: 'wrong' })),
  'POST /auth/partner/login': () => about(LIMITS.login, email(), (subject) => ({ email: subject, password: 'wrong' })),
  'POST /auth/backoffice/login': () => about(LIMITS.login, email(), (subject) => ({ email: subject, password: 'wrong' })),
  // Only Google's word makes an address a subject: google.test.ts.
  'POST /auth/google/token': () => ({ limit: LIMITS.google, body: { idToken: 'nonsense' } }),
  'POST /auth/partner/signup': () =>
    about(LIMITS.signup, email(), (subject) => ({ name: 'Tara', email: subject, mobile_number: mobile(), password: PASSWORD })),
  'POST /auth/restaurant/signup': () => about(LIMITS.signup, email(), application),
  'POST /auth/user/login': async (w) => ({
    limit: LIMITS.guest,
    token: (await w.guest()).token,
    tokenForAccount: true,
    subject: w.sittings[0],
    body: { tableId: w.tables[0], mobile_number: mobile() },
  }),
  'POST /auth/user/verify': () =>
    about(LIMITS.verify, mobile(), (mobile_number) => ({ mobile_number: `+91 ${mobile_number}`, otp: '000000' })),
  'POST /auth/restaurant/forgot-password': () => about(LIMITS.code, email(), (subject) => ({ email: subject })),
  'POST /auth/restaurant/verify-otp': () => about(LIMITS.verify, email(), (subject) => ({ email: subject, otp: '000000' })),
  'POST /auth/restaurant/reset-password': async () => {
    const jti = randomId()
    const token = await new SignJWT({ purpose: 'reset' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(randomId())
      .setJti(jti)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(testEnv.JWT_SECRET))
    return { limit: LIMITS.reset, subject: jti, token, body: { newPassword: PASSWORD } }
  },
  'POST /auth/email/code': async () => {
    const { token, address } = await unconfirmed()
    return { limit: LIMITS.code, subject: address, token, body: {} }
  },
  'POST /auth/email/confirm': async () => {
    const { token, address } = await unconfirmed()
    return { limit: LIMITS.verify, subject: `${accountOf(token)} ${address}`, token, body: { otp: '000000' } }
  },
  'POST /restaurant/:id/claim': () =>
    about(LIMITS.claim, email(), (subject) => ({ name: 'Tara', email: subject, mobile_number: mobile() }), { form: true }),
  'POST /restaurant/claim/complete': async () => {
    const claimToken = randomId()
    return { limit: LIMITS.claimLink, subject: sha256(claimToken), body: { claimToken, password: PASSWORD } }
  },
  'POST /feedback/submit': async (w) => {
    const { orderId, feedbackToken } = await eaten(w)
    return about(LIMITS.feedback, orderId, () => ({ orderId, feedbackToken, rating: 5 }))
  },
  'POST /statistics/view/:id': async (w) => ({ limit: LIMITS.statistics, token: (await w.guest()).token }),
  'POST /statistics/cart/:id': async (w) => ({ limit: LIMITS.statistics, token: (await w.guest()).token }),
  'POST /statistics/order/:id': async (w) => ({ limit: LIMITS.statistics, token: (await w.guest()).token }),
  'POST /orders': async (w) => ({
    limit: LIMITS.guestSend,
    token: (await w.guest()).token,
    body: { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } },
  }),
  'POST /orders/active': async (w) => ({ limit: LIMITS.guestRead, token: (await w.guest()).token, body: { tableId: w.tables[0] } }),
  'GET /orders/user/:id': async (w) => ({ limit: LIMITS.guestRead, token: (await w.guest()).token }),
  'POST /tables/alert': async (w) => ({
    limit: LIMITS.alert,
    token: await w.as('waiter'),
    body: { tableId: w.tables[0], alertType: 'water' },
  }),
  'POST /tables/alert/withdraw': async (w) => ({ limit: LIMITS.alert, token: (await w.guest()).token, body: { tableId: w.tables[0] } }),
  'POST /partner/restaurant': async () => {
    const partnerId = randomId()
    await run(testEnv.PLATFORM, insert(partners, { id: partnerId, name: 'Tara', email: email(), createdAt: new Date().toISOString() }))
    const { token } = await signIn('partner', { partnerId })
    return about(LIMITS.signup, email(), application, { token })
  },
  'POST /partner/menu/preview': async (w) => ({
    limit: LIMITS.chainMenu,
    token: (await signIn('partner', { partnerId: randomId() })).token,
    body: { sourceId: w.id, outletIds: [w.id], dishes: [w.items.plain] },
  }),
  'POST /partner/menu/push': async (w) => ({
    limit: LIMITS.chainMenu,
    token: (await signIn('partner', { partnerId: randomId() })).token,
    body: { sourceId: w.id, outletId: w.id, dishes: [w.items.plain] },
  }),
  'POST /backoffice/users': async () => ({
    limit: LIMITS.deskPeople,
    token: (await signIn('backoffice')).token,
    body: { name: 'Tara', email: email(), mobile_number: mobile(), role: 'backoffice', password: PASSWORD },
  }),
  'PUT /backoffice/users/:id/password': async () => ({
    limit: LIMITS.deskPeople,
    token: (await signIn('backoffice')).token,
    body: { password: PASSWORD },
  }),
  'POST /restaurant/employees': async (w) => ({
    limit: LIMITS.people,
    token: await w.as('superuser'),
    subject: w.id,
    body: { name: 'Tara', email: email(), role: 'waiter', password: PASSWORD },
  }),
  'PUT /restaurant/employees': async (w) => ({
    limit: LIMITS.people,
    token: await w.as('superuser'),
    subject: w.id,
    body: { _id: randomId(), email: email() },
  }),
  'PUT /auth/me': async (w) => ({ limit: LIMITS.ownName, token: await w.as('cashier'), body: { name: 'Tara Bose' } }),
  'PUT /auth/password': async (w) => ({
    limit: LIMITS.ownPassword,
    token: await w.as('cashier'),
    body: { password: 'wrong', newPassword: 'a password of some length' },
  }),
  'PUT /auth/email': async (w) => ({
    limit: LIMITS.ownPassword,
    token: await w.as('cashier'),
    body: { email: `${randomId()}@test.test`, password: 'wrong' },
  }),
  'POST /cert/sign': async (w) => ({ limit: LIMITS.sign, token: await w.as('cashier'), body: { request: 'a1'.repeat(32) } }),
  'POST /media': async (w) => ({ limit: LIMITS.media, token: await w.as('cashier'), body: { purpose: 'menu' }, form: true }),
}

function about(limit: Limit, subject: string, body: (subject: string) => Record<string, unknown>, more: Partial<Try> = {}): Try {
  return { limit, subject, body: body(subject), ...more }
}

const send = (address: string, w: World, { body, token, form }: Try, from: string = randomId()): Promise<Reply> => {
  const path = address.replace(':id', address.includes('statistics') ? w.items.plain : w.id)
  const headers = { 'CF-Connecting-IP': from }
  if (form)
    return upload(path, body as Record<string, string>, [{ field: address.includes('claim') ? 'documents' : 'file', bytes: FILES.png() }], {
      token: token ?? null,
      headers,
    })
  return call(path, { body, token, headers })
}
const ruleOf = (limit: Limit, by: LimitRule['by']): LimitRule => {
  const rule = limit.rules.find((r) => r.by === by)
  if (!rule) throw new Error(`${limit.name} has no rule by ${by}`)
  return rule
}
const refused = (replies: readonly Reply[]) => replies.filter((r) => r.status === 429)
const accountOf = (token = ''): string => JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))).sub

it('every public write has a limit, and this file tries each', () => {
  const publicWrites = operations.filter(
    ([address, op]) => !address.startsWith('GET ') && (op.roles.includes('public') || address.startsWith('POST /auth/')),
  )
  // These only read, though by POST; logout is a signed-in person's own.
  const reads = ['POST /auth/logout', 'POST /menus/restaurant', 'POST /menus/trending', 'POST /menus/categories']
  expect(publicWrites.filter(([, op]) => !op.rateLimit).map(([address]) => address)).toEqual(reads)
  expect(Object.keys(TRIES).sort()).toEqual(limited.map(([address]) => address).sort())
})

describe.each(limited.filter(([, limit]) => limit.rules.some(isStored)))('%s', (address, limit) => {
  it.each(limit.rules.filter(isStored))(
    `${BURST} at once pass no more than are left by $by in $seconds s; then 429 with the seconds to wait`,
    async (rule) => {
      const w = await makeRestaurant()
      const made = await (TRIES[address] as (w: World) => Try | Promise<Try>)(w)
      const one = made.tokenForAccount && rule.by !== 'account' ? { ...made, token: undefined } : made
      expect(one.limit).toBe(limit)
      await withinOneWindow(async () => {
        const here = randomId()
        const isOfAddress = rule.by === 'address' || rule.by === 'network' || rule.by === 'share'
        const values = {
          address: here,
          network: here,
          account: one.token && accountOf(one.token),
          share: `${one.subject} ${here}`,
          subject: one.subject,
        }
        const value = values[rule.by]
        // A network is counted together with a subject, which only Google's word makes: google.test.ts.
        if (value === undefined || (one.subject === undefined && rule.by === 'network'))
          return expect(address).toBe('POST /auth/google/token')
        await spend(limit, rule, value, LEFT)
        const replies = await Promise.all(Array.from({ length: BURST }, () => send(address, w, one, isOfAddress ? here : randomId())))
        expect(replies.filter((r) => r.status !== 429)).toHaveLength(LEFT)
        for (const reply of refused(replies)) {
          expect(reply.body).toMatchObject({ status: 'error', code: 'rate_limited' })
          expect(reply.body.message).toMatch(/^Rate limit exceeded\. Please try again in \d+ (second|minute)s?$/)
          expect(reply.body.retryAfter).toBeGreaterThan(0)
          expect(reply.body.retryAfter).toBeLessThanOrEqual(Math.max(...limit.rules.map((r) => r.seconds)))
          expect(reply.headers.get('Retry-After')).toBe(String(reply.body.retryAfter))
        }
        // Somebody else goes on.
        if (isOfAddress) expect((await send(address, w, one)).status).not.toBe(429)
      })
    },
  )
})

describe('what a diner may ask for is counted by its token alone, before anything is read:', () => {
  /** A guest, one of a sitting's later guests, and another who goes on. */
  const diners = async (w: World) => {
    const [one, other] = [await w.guest(), await w.guest()]
    const later = await signToken(
      testEnv,
      { ...(await verifyToken(testEnv, (await w.guest()).token)), allowance: sharedAllowance(w.sittings[0] ?? '') },
      new Date(Date.now() + 3_600_000),
    )
    return { guest: one.token, laterGuests: later, other: other.token }
  }
  const ask = (record: Recorder, address: string, w: World, token: string) => {
    const path = address.replace(':id', address.includes('/orders/user') ? accountOf(token) : w.items.plain)
    if (address.startsWith('GET ')) return record.call(path, token)
    const body =
      address === 'POST /orders'
        ? { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } }
        : { tableId: w.tables[0], alertType: 'water' }
    return record.call(path, token, body)
  }
  const ofDiners = limited.flatMap(([address, limit]) =>
    limit.rules
      .filter((rule) => !isStored(rule))
      .map((rule) => ({ address, limit, rule, by: rule.by as 'guest' | 'laterGuests', most: rule.most, seconds: rule.seconds })),
  )
  it.each(ofDiners)(
    '$address $most times in $seconds s by $by; the next is refused without a statement, and another guest isn’t',
    async ({ address, limit, by, most, seconds }) => {
      const w = await makeRestaurant()
      const tokens = await diners(w)
      await withinOneWindow(async () => {
        // All but the last attempts are counted directly, as the Worker counts each; the last ones are really made, and the last is still let through.
        const claims = await verifyToken(testEnv, tokens[by])
        const made = Math.min(most, REAL)
        for (let done = 0; done < most - made; done++) expect(dinerWait(claims, limit)).toBe(0)
        // Refused attempts count as well: at another table each of these would be a 404.
        const elsewhere = { ...w, tables: [w.tables[1] ?? ''] } as World
        const last = await Promise.all(
          Array.from({ length: made }, () => ask(new Recorder({ latency: 0 }), address, elsewhere, tokens[by])),
        )
        expect(last.filter((reply) => reply.status === 429)).toEqual([])
        const record = new Recorder({ latency: 0 })
        const refused = await ask(record, address, w, tokens[by])
        expect([refused.status, JSON.parse(refused.text).code, record.spans]).toEqual([429, 'rate_limited', []])
        expect(JSON.parse(refused.text).retryAfter).toBeGreaterThan(0)
        expect(JSON.parse(refused.text).retryAfter).toBeLessThanOrEqual(seconds)
        expect((await ask(new Recorder({ latency: 0 }), address, w, tokens.other)).status).toBeLessThan(300)
      })
    },
    60_000,
  )

  it('a socket', async () => {
    const w = await makeRestaurant()
    const { guest, other } = await diners(w)
    const open = (token: string) =>
      call(`GET /realtime/${w.id}`, { headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': `tawa.v1, bearer.${token}` } })
    const most = ruleOf(LIMITS.dinerSocket, 'guest').most
    for (const _ of Array.from({ length: most })) expect((await open(guest)).status).toBe(101)
    expect([(await open(guest)).status, (await open(other)).status]).toEqual([429, 101])
  })

  it('staff aren’t limited by it', async () => {
    const w = await makeRestaurant()
    const waiter = await w.as('waiter')
    const most = ruleOf(LIMITS.guestSend, 'guest').most
    const sent = await Promise.all(Array.from({ length: most + 1 }, () => ask(new Recorder({ latency: 0 }), 'POST /orders', w, waiter)))
    expect(sent.map((r) => r.status)).toEqual(sent.map(() => 201))
  })
})

it('an account that was refused is refused again without a statement until its window ends', async () => {
  const w = await makeRestaurant()
  const token = await w.as('cashier')
  const sign = (record: Recorder) => record.call('POST /cert/sign', token, { request: 'a1'.repeat(32) })
  await withinOneWindow(async () => {
    await spend(LIMITS.sign, ruleOf(LIMITS.sign, 'account'), accountOf(token))
    expect((await sign(new Recorder({ latency: 0 }))).status).toBe(429)
    const record = new Recorder({ latency: 0 })
    expect([(await sign(record)).status, record.spans]).toEqual([429, []])
    vi.setSystemTime(Date.now() + 61_000)
    expect((await sign(new Recorder({ latency: 0 }))).status).not.toBe(429)
  })
})

describe('a limit', () => {
  it('is checked before anything is sent: of 50 codes asked for at once, five are sent', async () => {
    const [number, headers] = [mobile(), { 'CF-Connecting-IP': randomId() }]
    await withinOneWindow(async () => {
      const replies = await Promise.all(
        Array.from({ length: BURST }, () => call('POST /auth/user/login', { body: { mobile_number: number }, headers })),
      )
      expect(refused(replies)).toHaveLength(BURST - 5)
      expect(await sentTo(number)).toHaveLength(5)
    })
  })

  it('is checked before a form is read: the answer is 429, not that the form is malformed', async () => {
    const w = await makeRestaurant()
    const here = randomId()
    await withinOneWindow(async () => {
      await spend(LIMITS.claim, ruleOf(LIMITS.claim, 'address'), here)
      const claim = (from: string) => call(`POST /restaurant/${w.id}/claim`, { raw: '{}', headers: { 'CF-Connecting-IP': from } })
      expect([(await claim(here)).status, (await claim(randomId())).status]).toEqual([429, 415])
    })
  })

  it('of sign-ins counts only failures: successes are given back, also many at once', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => makeAccount('partner', { partnerId: randomId() })))
    const here = { headers: { 'CF-Connecting-IP': randomId() } }
    await withinOneWindow(async () => {
      const enter = (address: string, password = PASSWORD) =>
        call('POST /auth/partner/login', { body: { email: address, password }, ...here })
      for (let round = 0; round < 2; round++)
        expect((await Promise.all(accounts.map((a) => enter(a.email)))).map((r) => r.status)).toEqual(accounts.map(() => 200))
      const { results } = await testEnv.PLATFORM.prepare('SELECT count FROM attempts WHERE key LIKE ?')
        .bind(`login:%:${here.headers['CF-Connecting-IP']}`)
        .all()
      expect(results).toEqual([{ count: 0 }])
    })
  })

  it('ends with its window', async () => {
    const order = await eaten(await makeRestaurant())
    const submit = () => call('POST /feedback/submit', { body: { ...order, rating: 5 } })
    await spend(LIMITS.feedback, ruleOf(LIMITS.feedback, 'subject'), order.orderId)
    await withinOneWindow(async () => expect((await submit()).status).toBe(201))
  })
})

describe('a dining room behind one address', () => {
  it('lets 120 guests scan, look, call and rate, and locks neither them nor the staff out', async () => {
    const w = await makeRestaurant()
    const here = { headers: { 'CF-Connecting-IP': '203.0.113.7' } }
    const cashier = await makeAccount('cashier', { restaurantId: w.id })
    const scan = async (n: number) => {
      const guest = await call('POST /auth/user/login', { body: { tableId: w.tables[n % 4], mobile_number: mobile() }, ...here })
      const token = guest.body.token as string
      const looks = [w.items.plain, w.items.dosa, w.items.beer].map((id) => call(`POST /statistics/view/${id}`, { token, ...here }))
      const asks = call('POST /tables/alert', { token, body: { tableId: w.tables[n % 4], alertType: 'water' }, ...here })
      return [guest, ...(await Promise.all([...looks, asks]))].map((r) => r.status)
    }
    await withinOneWindow(async () => {
      for (let n = 0; n < 120; n += 20)
        for (const statuses of await Promise.all(Array.from({ length: 20 }, (_, i) => scan(n + i))))
          expect(statuses).toEqual([200, 204, 204, 204, 201])
      const login = await call('POST /auth/restaurant/login', { body: { email: cashier.email, password: PASSWORD }, ...here })
      expect(login.status, login.text).toBe(200)
      const send = await w.send([w.line('plain')], {}, here)
      expect(send.status, send.text).toBe(201)
    })
    // Some 480 calls: seconds on an idle machine.
  }, 60_000)
})

describe('the caller’s address', () => {
  const of = (headers: Record<string, string>) => addressOf(new Request('https://tawa.test/', { headers }))
  it('is the one that Cloudflare reports, whatever else the request claims', () => {
    expect(
      of({ 'CF-Connecting-IP': '203.0.113.7', 'X-Forwarded-For': '10.0.0.1', 'X-Real-IP': '10.0.0.1', Forwarded: 'for=10.0.0.1' }),
    ).toBe('203.0.113.7')
    expect(of({ 'X-Forwarded-For': '10.0.0.1' })).toBe(of({}))
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('%s counts as %s: a network is one caller', (address, counted) => expect(of({ 'CF-Connecting-IP': address })).toBe(counted))

  it('can’t be changed by X-Forwarded-For to avoid a limit', async () => {
    const here = randomId()
    const w = await makeRestaurant()
    await withinOneWindow(async () => {
      await spend(LIMITS.statistics, ruleOf(LIMITS.statistics, 'address'), here)
      const headers = { 'CF-Connecting-IP': here, 'X-Forwarded-For': randomId(), 'True-Client-IP': randomId() }
      expect((await call(`POST /statistics/view/${w.items.plain}`, { headers })).status).toBe(429)
    })
  })
})
