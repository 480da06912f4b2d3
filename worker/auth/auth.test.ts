import { Buffer } from 'node:buffer'
import { sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { run } from '../db/index.ts'
import { signToken } from '../access/session.ts'
import { openSocket } from '../test/sockets.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, type Reply, signIn, testEnv, type World } from '../test/world.ts'

type Door = 'restaurant' | 'partner' | 'backoffice'
/** Every test comes from an address of its own, for limits are counted by it. */
const login = (email: string, more: Record<string, unknown> = {}, { door = 'restaurant' as Door, from = randomId(), agent = '' } = {}) =>
  call(`POST /auth/${door}/login`, {
    body: { email, password: PASSWORD, ...more },
    headers: { 'CF-Connecting-IP': from, ...(agent ? { 'User-Agent': agent } : {}) },
  })
const me = (token: string) => call('GET /auth/me', { token })
const refused = (r: Reply) => [r.status, r.body.message]

const staffOf = async (w: World, role: Role = 'cashier', more: Parameters<typeof makeAccount>[1] = {}) =>
  makeAccount(role, { restaurantId: w.id, ...more })

describe('restaurant login', () => {
  it('returns the token, the person and the permissions, and the token opens the restaurant’s calls', async () => {
    const permissions = { '/restaurant/pos': ['superuser', 'cashier'] }
    const w = await makeRestaurant({ settings: { permissions } })
    const account = await staffOf(w)
    const reply = await login(account.email.toUpperCase())
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.token).toEqual(expect.any(String))
    const user = {
      id: account.id,
      _id: account.id,
      role: 'cashier',
      name: account.name,
      email: account.email,
      restaurantId: w.id,
      partnerId: null,
      approved: true,
      exists: true,
    }
    expect(reply.body).toMatchObject({ user, permissions })
    expect((await me(reply.body.token)).body).toMatchObject({ user, permissions })
    expect((await call('GET /orders', { token: reply.body.token })).status).toBe(200)
    expect((await call('GET /restaurant/profile', { token: reply.body.token })).body.restaurant._id).toBe(w.id)
    expect(reply.headers.get('Cache-Control')).toBe('no-store')
  })

  it('never reveals whether the account exists', async () => {
    const w = await makeRestaurant()
    const account = await staffOf(w)
    const answers = [await login(account.email, { password: 'not this one' }), await login(`nobody-${randomId()}@test.test`)]
    for (const door of ['partner', 'backoffice'] as const) answers.push(await login(account.email, {}, { door }))
    for (const answer of answers)
      expect([answer.status, answer.body]).toEqual([
        401,
        { status: 'error', code: 'invalid_credentials', message: 'Email or password is wrong.' },
      ])
  })

  it('is limited per account: 429 with the seconds to wait, even with the right password', async () => {
    const w = await makeRestaurant()
    const account = await staffOf(w)
    // Counted in windows of five minutes, which may turn once meanwhile; scrypt is not asked beyond the limit.
    const from = randomId()
    let last: Reply | null = null
    for (let i = 0; i < 22 && last?.status !== 429; i++) last = await login(account.email, { password: 'wrong' }, { from })
    expect(last?.status).toBe(429)
    const again = await login(account.email, {}, { from })
    expect(again.status).toBe(429)
    expect(again.body).toMatchObject({ status: 'error', code: 'rate_limited' })
    expect(again.body.retryAfter).toBeGreaterThan(0)
    expect(again.body.message).toMatch(/^Rate limit exceeded\. Please try again in \d+ (second|minute)s?$/)
    expect(again.headers.get('Retry-After')).toBe(String(again.body.retryAfter))
  })

  it('to an inactive account is 403 `active: false`, but only with the right password', async () => {
    const w = await makeRestaurant()
    const account = await staffOf(w, 'cashier', { isActive: false })
    const reply = await login(account.email)
    expect([reply.status, reply.body.active, reply.body.message]).toEqual([
      403,
      false,
      'Your account is inactive. Please contact your manager.',
    ])
    expect((await login(account.email, { password: 'wrong' })).status).toBe(401)
    for (const door of ['partner', 'backoffice'] as const) {
      const theirs = await makeAccount(door, { isActive: false, partnerId: door === 'partner' ? randomId() : null })
      const refused = await login(theirs.email, {}, { door })
      expect([door, refused.status, refused.body.code, refused.body.active]).toEqual([door, 403, 'inactive', false])
    }
  })

  it('of a pending restaurant is 403 with a token that opens its profile alone', async () => {
    const w = await makeRestaurant({ approvalStatus: 'pending' })
    const account = await staffOf(w, 'superuser')
    const reply = await login(account.email)
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ approved: false, restaurantName: 'Test Yard ', token: expect.any(String) })
    expect(reply.body.message).toContain('Your account is pending approval')
    const { token } = reply.body
    expect((await call('GET /restaurant/profile', { token })).body.restaurant).toMatchObject({ approved: false, approvalStatus: 'pending' })
    expect((await me(token)).body.user).toMatchObject({ approved: false, exists: true })
    for (const address of ['GET /orders', 'GET /tables', 'GET /kot', `GET /restaurant/${w.id}/permissions`, 'GET /tables/alerts']) {
      const closed = await call(address, { token })
      expect([address, closed.status, closed.body.approved, closed.body.restaurantName]).toEqual([address, 403, false, 'Test Yard '])
    }
    // Public calls answer as they do to everybody: the menu isn't public yet, the table is a stub.
    expect((await call('POST /menus/restaurant', { token, body: { restaurantId: w.id } })).status).toBe(404)
    expect(Object.keys((await call(`GET /tables/${w.tables[0]}`, { token })).body.table).sort()).toEqual([
      '_id',
      'restaurantId',
      'tableNumber',
    ])
    expect((await call('POST /auth/logout', { token })).status).toBe(200)
    expect(refused(await call('GET /restaurant/profile', { token }))).toEqual([401, 'Session expired'])
  })

  it('of a rejected restaurant names the reason', async () => {
    const w = await makeRestaurant({ approvalStatus: 'rejected', settings: { rejectionReason: 'No licence' } })
    const account = await staffOf(w, 'superuser')
    const reply = await login(account.email)
    expect(reply.body).toMatchObject({ approved: false, rejectionReason: 'No licence', token: expect.any(String) })
    expect((await call('GET /orders', { token: reply.body.token })).body).toMatchObject({ approved: false, rejectionReason: 'No licence' })
  })

  it('while another session is live is 409 with the list; `terminate_existing` ends that session and its socket', async () => {
    const w = await makeRestaurant()
    const account = await staffOf(w)
    const first = await login(account.email, {}, { agent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' })
    const socket = await openSocket(w.id, first.body.token)
    const conflict = await login(account.email)
    expect(refused(conflict)).toEqual([409, 'Active sessions exist'])
    expect(conflict.body.sessions).toEqual([
      { id: expect.any(String), device: 'Chrome on Windows', createdAt: expect.any(String), lastSeenAt: expect.any(String) },
    ])
    expect(conflict.body.token).toBeUndefined()
    expect((await me(first.body.token)).status).toBe(200)
    const second = await login(account.email, { terminate_existing: true })
    expect(second.status).toBe(200)
    expect(refused(await me(first.body.token))).toEqual([401, 'Session expired'])
    expect((await socket.waitForClose()).code).toBe(4401)
    expect((await me(second.body.token)).status).toBe(200)
  })

  it('is possible as often as the restaurant allows', async () => {
    const w = await makeRestaurant({ settings: { maxSessionsPerUser: 2 } })
    const account = await staffOf(w)
    const replies = [await login(account.email), await login(account.email), await login(account.email)]
    expect(replies.map((r) => r.status)).toEqual([200, 200, 409])
    expect(replies[2]?.body.sessions).toHaveLength(2)
    expect((await w.does('superuser', 'PUT /restaurant/profile', { maxSessionsPerUser: 3 })).body.restaurant.maxSessionsPerUser).toBe(3)
    const third = await login(account.email)
    expect(third.status).toBe(200)
    // One more ends all others, as the setting's hint says.
    expect((await login(account.email)).status).toBe(409)
    expect((await login(account.email, { terminate_existing: true })).status).toBe(200)
    for (const { body } of [...replies.slice(0, 2), third]) expect(refused(await me(body.token))).toEqual([401, 'Session expired'])
    for (const most of [0, 11])
      expect((await w.does('superuser', 'PUT /restaurant/profile', { maxSessionsPerUser: most })).status).toBe(422)
  })

  it.each([
    ['no e-mail', { email: undefined }, 'email'],
    ['no password', { password: undefined }, 'password'],
    ['an empty password', { password: '' }, 'password'],
    ['a huge password', { password: 'x'.repeat(129) }, 'password'],
    ['a number', { email: 5 }, 'email'],
  ])('%s is 422', async (_name, change, path) => {
    const reply = await login('somebody@test.test', change)
    expect([reply.status, reply.body.errors[0].path]).toEqual([422, path])
  })
})

describe('signing in elsewhere', () => {
  it('partner', async () => {
    const account = await makeAccount('partner', { partnerId: randomId() })
    const reply = await login(account.email, {}, { door: 'partner' })
    expect(reply.body).toMatchObject({
      token: expect.any(String),
      partner: { _id: account.partnerId, email: account.email },
      user: { role: 'partner', restaurantId: null, approved: true },
    })
    expect((await login(account.email)).status).toBe(401)
  })

  it.each(['backoffice', 'admin'] as const)('%s', async (role) => {
    const account = await makeAccount(role)
    const reply = await login(account.email, {}, { door: 'backoffice' })
    expect(reply.body).toMatchObject({
      token: expect.any(String),
      id: account.id,
      role,
      name: account.name,
      email: account.email,
      permissions: {},
    })
    expect((await me(reply.body.token)).body.user.role).toBe(role)
    expect((await login(account.email)).status).toBe(401)
  })
})

describe('tokens', () => {
  it('are void at once after logging out', async () => {
    const w = await makeRestaurant()
    const token = await w.as('cashier')
    expect((await call('POST /auth/logout', { token })).status).toBe(200)
    for (const address of ['GET /auth/me', 'GET /orders', 'POST /auth/logout'])
      expect(refused(await call(address, { token }))).toEqual([401, 'Session expired'])
  })

  it('that have expired are 401 `Token expired`', async () => {
    const w = await makeRestaurant()
    const { token } = await signIn('cashier', { restaurantId: w.id, shard: w.shard, expiresIn: -1000 })
    expect(refused(await call('GET /orders', { token }))).toEqual([401, 'Token expired'])
  })

  it('are 401 when the session has expired in the database, whatever the token says', async () => {
    const w = await makeRestaurant()
    const { token, sid } = await signIn('cashier', { restaurantId: w.id, shard: w.shard })
    await run(testEnv.PLATFORM, sql`UPDATE sessions SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = ${sid}`)
    expect(refused(await call('GET /orders', { token }))).toEqual([401, 'Token expired'])
  })

  it('that are missing, forged or mangled are 401', async () => {
    const w = await makeRestaurant()
    const good = await w.as('superuser')
    const [head = '', payload = '', signature = ''] = good.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = (secret: string, alg = 'HS256') =>
      new SignJWT(claims).setProtectedHeader({ alg }).setExpirationTime('1h').sign(new TextEncoder().encode(secret))
    const forged: Record<string, string> = {
      'another payload': [head, encode({ ...claims, role: 'admin' }), signature].join('.'),
      'another signature': [head, payload, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.'),
      'no signature': [head, payload, ''].join('.'),
      'alg none': [encode({ alg: 'none' }), payload, ''].join('.'),
      'another secret': await signed('the secret of somebody else entirely'),
      'another algorithm': await signed('a secret that only the tests know', 'HS512'),
      'a role that there is not': await new SignJWT({ ...claims, role: 'root' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(testEnv.JWT_SECRET)),
      'no token at all': 'hello',
    }
    for (const [name, token] of Object.entries(forged)) {
      const before = await w.everything()
      const reply = await call('POST /pos/order', { token, body: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } })
      expect([name, reply.status, reply.body.message]).toEqual([name, 401, 'Invalid token'])
      expect(await w.everything()).toEqual(before)
    }
    expect((await call('GET /orders')).status).toBe(401)
    expect((await call('GET /orders', { headers: { Authorization: `Basic ${good}` } })).status).toBe(401)
  })

  it('that name somebody else’s session don’t open it', async () => {
    const w = await makeRestaurant()
    const [a, b] = [await signIn('superuser', { restaurantId: w.id }), await signIn('waiter', { restaurantId: w.id })]
    const token = await signToken(
      testEnv,
      { sub: b.accountId, role: 'superuser', sid: a.sid, restaurantId: w.id, shard: w.shard },
      new Date(Date.now() + 60_000),
    )
    expect(refused(await me(token))).toEqual([401, 'Session expired'])
  })

  it('carry no role: the database’s role counts', async () => {
    const w = await makeRestaurant()
    const { token, accountId } = await signIn('superuser', { restaurantId: w.id, shard: w.shard })
    expect((await call('GET /kot/reset', { token })).status).toBe(200)
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET role = 'kitchen' WHERE id = ${accountId}`)
    expect((await call('GET /kot/reset', { token })).status).toBe(403)
    expect((await me(token)).body.user.role).toBe('kitchen')
  })

  it('carry neither approval nor activity: the database’s count', async () => {
    const w = await makeRestaurant()
    const { token, accountId } = await signIn('superuser', { restaurantId: w.id, shard: w.shard })
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET approval_status = 'pending' WHERE id = ${w.id}`)
    expect((await call('GET /orders', { token })).body.approved).toBe(false)
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET approval_status = 'approved' WHERE id = ${w.id}`)
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET is_active = 0 WHERE id = ${accountId}`)
    expect(refused(await call('GET /orders', { token }))).toEqual([401, 'Session expired'])
  })

  it('that have expired don’t block public calls', async () => {
    const w = await makeRestaurant()
    const { token } = await signIn('cashier', { restaurantId: w.id, expiresIn: -1000 })
    expect((await call('POST /menus/restaurant', { token, body: { restaurantId: w.id } })).status).toBe(200)
  })
})

describe('entering a restaurant', () => {
  const enter = (token: string, id: string, address = 'GET /orders') => call(address, { token, headers: { 'X-Restaurant-Id': id } })

  it('a partner enters only its own outlets', async () => {
    const partnerId = randomId()
    const [own, second, foreign] = [
      await makeRestaurant({ partnerId }),
      await makeRestaurant({ partnerId, shard: 'OUTLETS_1' }),
      await makeRestaurant({ partnerId: randomId() }),
    ]
    const { token } = await signIn('partner', { partnerId })
    const order = await second.order([second.line('plain')])
    expect((await enter(token, own.id)).body.totalOrders).toBe(0)
    expect((await enter(token, second.id)).body.orders).toMatchObject([{ _id: order._id }])
    for (const id of [foreign.id, randomId(), '']) expect([403, 404]).toContain((await enter(token, id)).status)
    expect([403, 404]).toContain((await call('GET /orders', { token })).status)
  })

  it.each(['backoffice', 'admin'] as const)(
    '%s enters any restaurant, whatever its pages, but no restaurant without the header',
    async (role) => {
      const w = await makeRestaurant({
        shard: 'OUTLETS_1',
        settings: {
          permissions: {
            '/restaurant/orders': [],
            '/restaurant/settings/kot': [],
            '/restaurant/settings': [],
            '/restaurant/settings/summary': [],
          },
        },
      })
      const { token } = await signIn(role)
      expect((await enter(token, w.id)).status).toBe(200)
      expect((await enter(token, w.id, 'GET /kot/reset')).status).toBe(200)
      const sent = await call('POST /pos/order', {
        token,
        body: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] },
        headers: { 'X-Restaurant-Id': w.id },
      })
      expect(sent.status, sent.text).toBe(201)
      expect([403, 404]).toContain((await call('GET /orders', { token })).status)
      expect([403, 404]).toContain((await enter(token, randomId())).status)
    },
  )

  it.each(['superuser', 'managerialHead', 'mobileAdmin'] as const)('the header of %s is ignored', async (role) => {
    const [own, foreign] = [await makeRestaurant(), await makeRestaurant()]
    await foreign.order([foreign.line('plain')])
    const reply = await enter(await own.as(role), foreign.id)
    expect([reply.status, reply.body.totalOrders]).toEqual([200, 0])
  })

  it('the header of a guest is ignored too', async () => {
    const [own, foreign] = [await makeRestaurant(), await makeRestaurant()]
    const { token } = await own.guest(0)
    expect(
      (await call('POST /orders/active', { token, body: { tableId: foreign.tables[0] }, headers: { 'X-Restaurant-Id': foreign.id } }))
        .status,
    ).toBe(404)
  })
})

describe('page permissions', () => {
  const settings = (permissions: Record<string, string[]>) => ({ settings: { permissions } })
  const tablePages = { '/restaurant/settings/table': [], '/restaurant/settings': [] }
  const create = (w: World, role: Role) => w.does(role, 'POST /tables/createTables', { tables: [{ tableNumber: randomId().slice(-8) }] })

  it('a call whose pages are all switched off is 403 `page_disabled`', async () => {
    const w = await makeRestaurant(settings(tablePages))
    const reply = await create(w, 'superuser')
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      403,
      'page_disabled',
      'This page is disabled by your administrator.',
    ])
  })

  it('a call is allowed when one of its pages is on', async () => {
    const w = await makeRestaurant(settings({ '/restaurant/settings/table': [] }))
    expect((await create(w, 'superuser')).status).toBe(201)
  })

  it('a page’s map of roles allows only the roles in it', async () => {
    const w = await makeRestaurant(settings({ '/restaurant/settings/table': ['superuser'], '/restaurant/settings': ['superuser'] }))
    expect((await create(w, 'superuser')).status).toBe(201)
    expect((await create(w, 'managerialHead')).body.code).toBe('page_disabled')
  })

  it('a page’s map of roles never allows more than the contract', async () => {
    const w = await makeRestaurant(settings({ '/restaurant/settings/table': ['waiter', 'superuser'], '/restaurant/settings': ['waiter'] }))
    const reply = await create(w, 'waiter')
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
  })

  it('calls that belong to no page are never switched off', async () => {
    const w = await makeRestaurant(
      settings(
        Object.fromEntries(['/restaurant/pos', '/restaurant/tables', '/restaurant/orders', '/restaurant/dashboard'].map((p) => [p, []])),
      ),
    )
    for (const address of ['GET /restaurant/profile', 'GET /kot', 'GET /auth/me', `GET /restaurant/${w.id}/permissions`])
      expect((await w.does('waiter', address)).status).toBe(200)
  })

  it('mobileAdmin reads everything, even with pages switched off, and writes nothing in these calls', async () => {
    const w = await makeRestaurant(
      settings({ ...tablePages, '/restaurant/orders': [], '/restaurant/dashboard': [], '/restaurant/reports': [] }),
    )
    for (const address of ['GET /orders', 'GET /tables', 'GET /tables/alerts', 'GET /orders/restaurant/pending', 'GET /restaurant/profile'])
      expect((await w.does('mobileAdmin', address)).status, address).toBe(200)
    expect((await w.does('mobileAdmin', 'POST /orders/active', { tableId: w.tables[0] })).status).toBe(200)
    expect((await w.does('mobileAdmin', 'POST /api/analytics/dashboard-analytics', {})).status).toBe(200)
    expect((await create(w, 'mobileAdmin')).status).toBe(403)
    expect((await w.does('mobileAdmin', 'GET /kot/reset')).status).toBe(403)
    expect((await w.does('mobileAdmin', 'POST /pos/order', { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] })).status).toBe(403)
  })
})
