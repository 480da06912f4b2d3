import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { batch, first, run } from '../db/index.ts'
import { configured, sentTo } from '../test/messages.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { openSocket } from '../test/sockets.ts'
import { download, FILES, upload } from '../test/upload.ts'
import { call, makeAccount, makeRestaurant, signIn, testEnv, type World } from '../test/world.ts'

afterEach(() => void vi.useRealTimers())

const email = () => `${randomId()}@test.test`
const from = () => ({ 'CF-Connecting-IP': randomId() })
const desk = async (role: Role = 'backoffice') => (await signIn(role)).token
const as = async (address: string, body?: unknown, role: Role = 'backoffice') => call(address, { token: await desk(role), body })
const login = (door: string, to: string, password = 'a long password') =>
  call(`POST /auth/${door}/login`, { body: { email: to, password }, headers: from() })
const application = (more: Record<string, unknown> = {}) => ({
  establishment_name: `Yard ${randomId().slice(-6)}`,
  user_name: 'Tara',
  user_contact_number: '9000012345',
  email: email(),
  password: 'a long password',
  address: 'Plot 14, Gachibowli, Hyderabad, Telangana 500032',
  ...more,
})
/** A restaurant that applied by itself. */
async function applied(more: Record<string, unknown> = {}) {
  const body = application(more)
  const reply = await call('POST /auth/restaurant/signup', { body, headers: from() })
  return { id: reply.body.restaurant._id as string, token: reply.body.token as string, ...body, email: String(body.email) }
}

/** All waiting applications, other tests' included, the oldest first. */
async function waiting() {
  const page = async (n: number) => (await as(`GET /backoffice/restaurants/pending?page=${n}`)).body
  const first = await page(1)
  const others = await Promise.all(Array.from({ length: first.totalPages - 1 }, (_, i) => page(i + 2)))
  return [first, ...others].flatMap((p) => p.restaurants)
}

describe('applications', () => {
  it('are approved: the waiting token opens the restaurant at once, and the owner gets a mail', async () => {
    const r = await applied()
    expect((await call('GET /orders', { token: r.token })).status).toBe(403)
    const reply = await as('POST /backoffice/restaurants/approve', { restaurantId: r.id })
    expect([reply.status, reply.body.restaurant.approved, reply.body.restaurant.city]).toEqual([200, true, 'Hyderabad'])
    expect((await call('GET /orders', { token: r.token })).status).toBe(200)
    expect((await sentTo(r.email))[0]?.subject).toContain('approved')
    expect((await login('restaurant', r.email)).status).toBe(409)
  })

  it('are rejected with a reason, which the mail, the login and every call show', async () => {
    const r = await applied()
    const reply = await as('POST /backoffice/restaurants/reject', { restaurantId: r.id, rejectionReason: 'No FSSAI number' })
    expect(reply.body.restaurant).toMatchObject({ approvalStatus: 'rejected', rejectionReason: 'No FSSAI number', approved: false })
    expect((await sentTo(r.email))[0]?.text).toContain('No FSSAI number')
    expect((await login('restaurant', r.email)).body).toMatchObject({ approved: false, rejectionReason: 'No FSSAI number' })
    expect((await call('GET /orders', { token: r.token })).body.rejectionReason).toBe('No FSSAI number')
    expect((await as('POST /backoffice/restaurants/reject', { restaurantId: r.id, rejectionReason: ' ' })).status).toBe(422)
  })

  it('that a colleague has decided are 409 with the restaurant; of two decisions at once only one counts', async () => {
    const r = await applied()
    const both = await Promise.all([
      as('POST /backoffice/restaurants/approve', { restaurantId: r.id }),
      as('POST /backoffice/restaurants/reject', { restaurantId: r.id, rejectionReason: 'No' }),
    ])
    expect(both.map((b) => b.status).sort()).toEqual([200, 409])
    const late = await as('POST /backoffice/restaurants/approve', { restaurantId: r.id })
    expect([late.status, late.body.code, late.body.restaurant._id]).toEqual([409, 'already_decided', r.id])
    // `as` is another user of the back office each time.
    expect([late.body.mine, both.find((b) => b.status === 409)?.body.mine]).toEqual([false, false])
    for (const restaurantId of [randomId(), 'nobody']) {
      expect((await as('POST /backoffice/restaurants/approve', { restaurantId })).status).toBe(404)
      expect((await as('POST /backoffice/restaurants/reject', { restaurantId, rejectionReason: 'No' })).status).toBe(404)
    }
  })

  it('that a colleague decides at the same moment are 409, and the owner gets one mail', async () => {
    const r = await applied()
    const late = await call('POST /backoffice/restaurants/approve', {
      token: await desk(),
      body: { restaurantId: r.id },
      via: meanwhile(() => as('POST /backoffice/restaurants/reject', { restaurantId: r.id, rejectionReason: 'No' })),
    })
    expect([late.status, late.body.code, late.body.restaurant?.approvalStatus]).toEqual([409, 'already_decided', 'rejected'])
    expect((await sentTo(r.email)).map((m) => m.subject)).toEqual([expect.stringContaining('not approved'), 'You signed up with Tawa'])
  })

  it('that a colleague has rejected again are not taken for one’s own earlier rejection', async () => {
    const r = await applied()
    const { token } = await signIn('backoffice')
    const reject = (rejectionReason: string, by = token) =>
      call('POST /backoffice/restaurants/reject', { token: by, body: { restaurantId: r.id, rejectionReason } })
    expect((await reject('No photo')).status).toBe(200)
    expect((await reject('No photo')).body.mine).toBe(true)
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET approval_status = 'pending' WHERE id = ${r.id}`)
    expect((await reject('No licence', (await signIn('backoffice')).token)).status).toBe(200)
    const late = await reject('Wrong GSTIN')
    expect([late.status, late.body.mine]).toEqual([409, false])
  })

  it('leave who decided, when and why; what was not decided leaves nothing', async () => {
    const [good, bad] = [await applied(), await applied()]
    const { token } = await signIn('backoffice')
    const decide = (path: string, body: unknown) => call(`POST /backoffice/restaurants/${path}`, { token, body })
    const read = async (query = '') => (await call(`GET /backoffice/decisions?${query}`, { token })).body.decisions
    await decide('approve', { restaurantId: good.id })
    const late = await decide('reject', { restaurantId: good.id, rejectionReason: 'Too late' })
    expect([late.status, late.body.restaurant.approvalStatus, late.body.mine]).toEqual([409, 'approved', true])
    await decide('reject', { restaurantId: bad.id, rejectionReason: 'No licence' })
    const me = (await call('GET /auth/me', { token })).body.user.name
    const mine = await read('mine=true')
    expect(mine).toMatchObject([
      { kind: 'rejected', restaurantId: bad.id, name: bad.establishment_name, by: me, reason: 'No licence' },
      { kind: 'approved', restaurantId: good.id, name: good.establishment_name, by: me, reason: null },
    ])
    const others = await signIn('backoffice')
    expect((await call('GET /backoffice/decisions?mine=true', { token: others.token })).body.decisions).toEqual([])
    const all = (await call('GET /backoffice/decisions?limit=50', { token: others.token })).body.decisions
    expect(all.map((d: any) => d._id)).toEqual(expect.arrayContaining(mine.map((d: any) => d._id)))
    expect(all.map((d: any) => d.at)).toEqual(
      all
        .map((d: any) => d.at)
        .toSorted()
        .reverse(),
    )
  })

  it('stay decided when the mail can’t be sent', async () => {
    const r = await applied()
    const reply = await configured({ ENVIRONMENT: 'production' }, () => as('POST /backoffice/restaurants/approve', { restaurantId: r.id }))
    expect([reply.status, reply.body.restaurant.approved]).toEqual([200, true])
  })

  it('are listed with their documents behind links that open them; files of foreign addresses are left out', async () => {
    const r = await applied()
    const bytes = FILES.pdf(randomId())
    const kept = await upload('POST /media', { purpose: 'application' }, [{ field: 'file', bytes }], { token: r.token })
    const documents = [
      { name: 'Licence', url: kept.body.url },
      { name: 'Trap', url: 'https://evil.test/x' },
    ]
    await run(
      testEnv.PLATFORM,
      sql`UPDATE restaurants SET profile = json_set(profile, '$.documents', json(${JSON.stringify(documents)})) WHERE id = ${r.id}`,
    )
    const restaurants = await waiting()
    const mine = restaurants.find((x: { _id: string }) => x._id === r.id)
    expect(mine).toMatchObject({ approvalStatus: 'pending', email: r.email, user_name: 'Tara', documents: [{ name: 'Licence' }] })
    expect((await download(mine.documents[0].url)).bytes).toEqual(bytes)
    const dates = restaurants.map((x: { createdAt: string }) => x.createdAt)
    expect(dates).toEqual([...dates].sort())
  })

  it('that wait again say who sent them back, when and why: the last time', async () => {
    const r = await applied()
    const find = async () => (await waiting()).find((x: { _id: string }) => x._id === r.id)
    const first = await find()
    for (const key of ['sentBack', 'appliedAt']) expect(first).not.toHaveProperty(key)
    const { token } = await signIn('backoffice')
    for (const rejectionReason of ['A document can’t be read', 'The licence has run out']) {
      await call('POST /backoffice/restaurants/reject', { token, body: { restaurantId: r.id, rejectionReason } })
      expect((await as(`GET /backoffice/restaurants?id=${r.id}`)).body.restaurants[0]).not.toHaveProperty('sentBack')
      await call('PUT /restaurant/profile', { token: r.token, body: { fssaiNumber: '10000000000022', resubmit: true } })
    }
    const { decisions } = (await call('GET /backoffice/decisions?mine=true', { token })).body
    const [{ at, by }] = decisions
    const again = await find()
    expect(again.sentBack).toEqual({ at, by, reason: 'The licence has run out' })
    // It waits since it was sent again, and the day on which it first came in isn't lost.
    expect(again.createdAt > at).toBe(true)
    expect(again.appliedAt).toBe(first.createdAt)
    await call('POST /backoffice/restaurants/approve', { token, body: { restaurantId: r.id } })
    const [listed] = (await as(`GET /backoffice/restaurants?id=${r.id}`)).body.restaurants
    expect([listed.appliedAt, listed.createdAt]).toEqual([first.createdAt, again.createdAt])
  })

  it('are listed in pages, the oldest first, with their total', async () => {
    for (let i = 0; i < 3; i++) await applied()
    const page = async (query: string) => (await as(`GET /backoffice/restaurants/pending?${query}`)).body
    const ids = (body: { restaurants: { _id: string }[] }) => body.restaurants.map((r) => r._id)
    const [one, two, both] = [await page('limit=2'), await page('limit=2&page=2'), await page('limit=4')]
    expect([...ids(one), ...ids(two)]).toEqual(ids(both))
    expect(one).toMatchObject({ currentPage: 1, itemsPerPage: 2, totalPages: Math.ceil(one.totalRestaurants / 2) })
    expect(one.totalRestaurants).toBe((await as('GET /backoffice/restaurants?status=pending')).body.totalRestaurants)
    expect((await page('')).itemsPerPage).toBe(200)
    expect((await page('page=100000')).restaurants).toEqual([])
    for (const query of ['page=0', 'limit=201', 'limit=ten'])
      expect((await as(`GET /backoffice/restaurants/pending?${query}`)).status).toBe(422)
  })
})

describe('restaurants', () => {
  it('are paged, searched and filtered', async () => {
    const word = randomId().slice(-10)
    const made = [
      await applied({ establishment_name: `${word} one` }),
      await applied({ establishment_name: `${word} two` }),
      await applied({ address: `Corner of ${word}, Pune, MH 411018` }),
    ]
    await as('POST /backoffice/restaurants/approve', { restaurantId: made[1]?.id })
    const list = async (query: string) => (await as(`GET /backoffice/restaurants?${query}`)).body
    expect((await list(`search=${word}`)).restaurants.map((r: { _id: string }) => r._id).sort()).toEqual(made.map((m) => m.id).sort())
    expect(await list(`search=${word}&limit=2&page=2`)).toMatchObject({
      totalRestaurants: 3,
      totalPages: 2,
      currentPage: 2,
      itemsPerPage: 2,
      restaurants: [{}],
    })
    expect((await list(`search=${word}&status=approved`)).restaurants).toMatchObject([{ _id: made[1]?.id }])
    // One by its id, whatever the search and the page: a link may have its old name.
    expect(await list(`search=elsewhere&page=3&id=${made[2]?.id}`)).toMatchObject({
      totalRestaurants: 1,
      totalPages: 1,
      currentPage: 1,
      restaurants: [{ _id: made[2]?.id, addressTaken: false }],
    })
    expect(await list(`id=${randomId()}`)).toMatchObject({ totalRestaurants: 0, restaurants: [] })
    // A wildcard is a letter like any other.
    expect((await list('search=%25%25%25')).totalRestaurants).toBe(0)
    expect((await as('GET /backoffice/restaurants?limit=1000')).status).toBe(422)
  })

  it('are sorted by name or by when they came in, both ways, also within a status and a search', async () => {
    const word = randomId().slice(-10)
    const made = []
    for (const name of ['b', 'C', 'a']) made.push(await applied({ establishment_name: `${word} ${name}` }))
    const names = async (query: string) =>
      (await as(`GET /backoffice/restaurants?search=${word}&${query}`)).body.restaurants.map((r: any) => r.establishment_name.slice(-1))
    expect(await names('sort=name')).toEqual(['a', 'b', 'C'])
    expect(await names('sort=-name')).toEqual(['C', 'b', 'a'])
    expect(await names('sort=added')).toEqual(['b', 'C', 'a'])
    expect(await names('')).toEqual(['a', 'C', 'b'])
    const all = async (query: string) => {
      const page = async (n: number) => (await as(`GET /backoffice/restaurants?${query}&limit=100&page=${n}`)).body
      const one = await page(1)
      const rest = await Promise.all(Array.from({ length: one.totalPages - 1 }, (_, i) => page(i + 2)))
      return [one, ...rest].flatMap((p) => p.restaurants)
    }
    for (const query of ['sort=name', 'sort=name&status=pending', 'sort=-name&status=pending', 'sort=added&status=pending']) {
      const list = await all(query)
      const keys = list.map((r) => (query.includes('name') ? r.establishment_name.toLowerCase() : r.createdAt))
      expect(keys).toEqual(query.includes('-') ? keys.toSorted().reverse() : keys.toSorted())
      const mine = new Set(made.map((m) => m.id))
      expect(list.filter((r) => mine.has(r._id))).toHaveLength(3)
    }
    expect((await as('GET /backoffice/restaurants?sort=email')).status).toBe(422)
  })

  it('show when the last order came, from whichever shard', async () => {
    // By a word of their own: other tests' restaurants are in the list, too, and some are of a later day.
    const word = randomId()
    const [a, b] = [await makeRestaurant({ canary: word }), await makeRestaurant({ canary: word, shard: 'OUTLETS_1' })]
    const order = await b.order([b.line('plain')])
    const { restaurants } = (await as(`GET /backoffice/restaurants?search=${word}`)).body
    const at = (w: World) => restaurants.find((r: { _id: string }) => r._id === w.id)?.lastOrderAt
    expect([at(a), at(b)]).toEqual([null, order.createdAt])
  })

  it('added here are approved at once; the invitation sets the owner’s password, once', async () => {
    const partner = (
      await as('POST /backoffice/partners', { name: 'Group', email: email(), mobile_number: '9000012345', password: 'a long password' })
    ).body.partner
    const { password: _p, ...body } = application({ partnerId: partner._id })
    const reply = await as('POST /backoffice/restaurants', body)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.restaurant).toMatchObject({ approved: true, partnerId: partner._id, partnerName: 'Group', email: body.email })
    const [mail] = await sentTo(String(body.email))
    const token = /reset-password#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const set = (newPassword: string) => call('POST /auth/restaurant/reset-password', { token, body: { newPassword }, headers: from() })
    expect((await login('restaurant', String(body.email), '')).status).toBe(422)
    expect((await set('a password of mine')).status).toBe(200)
    expect((await set('a second one')).status).toBe(401)
    const signed = await login('restaurant', String(body.email), 'a password of mine')
    expect(signed.body.user).toMatchObject({ role: 'superuser', restaurantId: reply.body.restaurant._id, approved: true })
    const again = await as('POST /backoffice/restaurants', body)
    expect([again.status, again.body.code]).toEqual([409, 'email_taken'])
    expect((await as('POST /backoffice/restaurants', application({ partnerId: randomId() }))).status).toBe(404)
  })
})

describe('partners', () => {
  const body = (more: Record<string, unknown> = {}) => ({
    name: `Partner ${randomId().slice(-6)}`,
    email: email(),
    mobile_number: '9000012345',
    password: 'a long password',
    ...more,
  })

  it('are added with their outlets, which they may enter', async () => {
    const [a, b] = [await makeRestaurant(), await makeRestaurant({ shard: 'OUTLETS_1' })]
    const sent = body({ restaurantIds: [a.id, b.id] })
    const reply = await as('POST /backoffice/partners', sent)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.partner.outlets.map((o: { _id: string }) => o._id).sort()).toEqual([a.id, b.id].sort())
    const { token } = (await login('partner', sent.email as string)).body
    for (const w of [a, b]) expect((await call('GET /orders', { token, headers: { 'X-Restaurant-Id': w.id } })).status).toBe(200)
    const taken = await as('POST /backoffice/partners', sent)
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
    expect((await as('POST /backoffice/partners', body({ restaurantIds: [randomId()] }))).status).toBe(404)
  })

  it('can be changed: also their address, and their outlets become exactly those named', async () => {
    const [a, b] = [await makeRestaurant(), await makeRestaurant()]
    const sent = body({ restaurantIds: [a.id] })
    const partnerId = (await as('POST /backoffice/partners', sent)).body.partner._id
    const to = email()
    const socket = await openSocket(a.id, (await login('partner', sent.email as string)).body.token)
    const reply = await as('PUT /backoffice/partners', { partnerId, updateData: { name: 'New name', email: to, restaurantIds: [b.id] } })
    expect(reply.body.partner).toMatchObject({ _id: partnerId, name: 'New name', email: to, outlets: [{ _id: b.id }] })
    expect((await socket.waitForClose()).code).toBe(4401)
    const { token } = (await login('partner', to)).body
    expect((await call('GET /partner/outlets', { token })).body.outlets).toMatchObject([{ _id: b.id }])
    expect((await login('partner', sent.email as string)).status).toBe(401)
    expect((await as('PUT /backoffice/partners', { partnerId, updateData: {} })).body.partner.outlets).toHaveLength(1)
    const other = await makeAccount('cashier')
    expect((await as('PUT /backoffice/partners', { partnerId, updateData: { email: other.email } })).status).toBe(409)
    expect((await as('PUT /backoffice/partners', { partnerId: randomId(), updateData: {} })).status).toBe(404)
  })

  it('get no outlet while they are being removed', async () => {
    const w = await makeRestaurant()
    const partnerId = (await as('POST /backoffice/partners', body({}))).body.partner._id
    const reply = await call('PUT /backoffice/partners', {
      token: await desk(),
      body: { partnerId, updateData: { restaurantIds: [w.id] } },
      via: meanwhile(() => as('DELETE /backoffice/partners', { partnerId })),
    })
    expect(reply.status).toBe(404)
    expect(await first(testEnv.PLATFORM, sql`SELECT partner_id FROM restaurants WHERE id = ${w.id}`)).toEqual({ partner_id: null })
  })

  it('are removed: their outlets are detached, their sessions and sockets end, and the address is free', async () => {
    const w = await makeRestaurant()
    const sent = body({ restaurantIds: [w.id] })
    const partnerId = (await as('POST /backoffice/partners', sent)).body.partner._id
    const { token } = (await login('partner', sent.email as string)).body
    const socket = await openSocket(w.id, token)
    expect((await as('DELETE /backoffice/partners', { partnerId })).status).toBe(200)
    expect((await call('GET /partner', { token })).body.message).toBe('Session expired')
    expect((await socket.waitForClose()).code).toBe(4401)
    const row = await first<{ partner_id: string | null }>(testEnv.PLATFORM, sql`SELECT partner_id FROM restaurants WHERE id = ${w.id}`)
    expect(row?.partner_id).toBeNull()
    expect((await call('GET /orders', { token: await w.as('superuser') })).status).toBe(200)
    expect((await as('DELETE /backoffice/partners', { partnerId })).status).toBe(404)
    expect((await as('POST /backoffice/partners', sent)).status).toBe(201)
  })

  it('are sorted by name or by when they were added', async () => {
    const word = randomId().slice(-10)
    for (const name of ['b', 'C', 'a']) await as('POST /backoffice/partners', body({ name: `${word} ${name}` }))
    const names = async (query: string) =>
      (await as(`GET /backoffice/partners?search=${word}&${query}`)).body.partners.map((p: any) => p.name.slice(-1))
    expect([await names('sort=name'), await names('sort=-name'), await names('sort=added')]).toEqual([
      ['a', 'b', 'C'],
      ['C', 'b', 'a'],
      ['b', 'C', 'a'],
    ])
    const list = (await as('GET /backoffice/partners?sort=name&limit=200')).body.partners.map((p: any) => p.name.toLowerCase())
    expect(list).toEqual(list.toSorted())
    expect((await as('GET /backoffice/partners?sort=email')).status).toBe(422)
  })

  it('are paged and searched', async () => {
    const word = randomId().slice(-10)
    for (const name of ['one', 'two', 'three']) await as('POST /backoffice/partners', body({ name: `${word} ${name}` }))
    expect((await as(`GET /backoffice/partners?search=${word}&limit=2`)).body).toMatchObject({
      totalPartners: 3,
      totalPages: 2,
      partners: [{ name: `${word} three` }, { name: `${word} two` }],
    })
  })
})

describe('back-office users', () => {
  const user = (role: string) => ({
    name: `Neha ${randomId().slice(-8)}`,
    email: email(),
    mobile_number: '9000012345',
    role,
    password: 'a long password',
  })

  it('are added by back office and administrators, but an administrator only by an administrator', async () => {
    const neha = user('backoffice')
    const reply = await as('POST /backoffice/users', neha)
    expect([reply.status, reply.body.user]).toEqual([
      201,
      { _id: expect.any(String), name: neha.name, email: neha.email, role: 'backoffice' },
    ])
    expect((await login('backoffice', neha.email)).body.role).toBe('backoffice')
    expect((await as('POST /backoffice/users', user('admin'))).status).toBe(403)
    expect((await as('POST /backoffice/users', user('admin'), 'admin')).status).toBe(201)
    expect((await as('POST /backoffice/users', user('superuser'), 'admin')).status).toBe(422)
    expect((await as('POST /backoffice/users', { ...user('backoffice'), email: neha.email })).body.code).toBe('email_taken')
    // The same person again, whose answer was lost: another name would only make a second account.
    expect((await as('POST /backoffice/users', neha)).body.code).toBe('email_taken')
  })
})

describe('analytics', () => {
  it('add up every shard, by days, less refunds', async () => {
    const [a, b] = [await makeRestaurant(), await makeRestaurant({ shard: 'OUTLETS_1' })]
    // Days that no other test sells on.
    const rows = (w: World, date: string, kind: string, amount: number, count: number) =>
      sql`INSERT INTO rollups (restaurant_id, business_date, kind, key, amount, count) VALUES (${w.id}, ${date}, ${kind}, '', ${amount}, ${count})`
    await batch(a.db, [
      rows(a, '2001-02-03', 'sales', 10050, 2),
      // As `rollupOfRefund` books one: off the sales of its day, and named.
      rows(a, '2001-02-04', 'sales', -50, 0),
      rows(a, '2001-02-04', 'refund', 50, 1),
      rows(a, '2001-02-03', 'item', 99999, 9),
    ])
    await batch(b.db as D1Database, [rows(b, '2001-02-03', 'sales', 5000, 1), rows(b, '2001-02-06', 'sales', 777, 1)])
    const { analytics } = (await as('GET /backoffice/analytics?startDate=2001-02-02&endDate=2001-02-05')).body
    expect(analytics).toMatchObject({ orders: 3, sales: 150 })
    expect(analytics.series).toEqual([
      { bucket: '2001-02-02', sales: 0, orders: 0 },
      { bucket: '2001-02-03', sales: 150.5, orders: 3 },
      { bucket: '2001-02-04', sales: -0.5, orders: 0 },
      { bucket: '2001-02-05', sales: 0, orders: 0 },
    ])
    for (const n of [analytics.restaurants, analytics.pending, analytics.claims, analytics.partners]) expect(n).toBeGreaterThanOrEqual(0)
    for (const query of ['startDate=2001-02-05&endDate=2001-02-02', 'startDate=2001-01-01&endDate=2003-01-01', 'startDate=yesterday'])
      expect((await as(`GET /backoffice/analytics?${query}`)).status).toBe(422)
  })

  it('count by default all that was sold until now, each outlet in its own business days', async () => {
    const figures = async (query = '') => {
      const { sales, orders, series } = (await as(`GET /backoffice/analytics${query}`)).body.analytics
      const buckets = series.map((b: { bucket: string }) => b.bucket)
      return { sales, orders, days: [buckets[0], buckets.at(-1), buckets.length], last: series.at(-1) }
    }
    const east = await makeRestaurant({ settings: { timezone: 'Pacific/Auckland' }, shard: 'OUTLETS_1' })
    const [west, home] = [await makeRestaurant({ settings: { timezone: 'America/Los_Angeles' } }), await makeRestaurant()]
    // A year in which no other test sells. Half past eight in the evening in Kolkata is four in the morning of the next day in Auckland.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2041-03-05T15:00:00.000Z') })
    expect(await figures()).toMatchObject({ sales: 0, orders: 0, days: ['2041-02-04', '2041-03-05', 30] })
    for (const w of [west, home, east]) await w.settle((await w.order([w.line('plain')], { orderType: 'Take Away' }))._id)
    expect(await figures()).toEqual({
      sales: 315,
      orders: 3,
      days: ['2041-02-04', '2041-03-06', 31],
      last: { bucket: '2041-03-06', sales: 105, orders: 1 },
    })
    // Days that are named are those and no more.
    expect(await figures('?startDate=2041-03-01&endDate=2041-03-05')).toMatchObject({ sales: 210, days: ['2041-03-01', '2041-03-05', 5] })
    expect(await figures('?startDate=2041-03-06')).toMatchObject({ sales: 105, days: ['2041-03-06', '2041-03-06', 1] })
    vi.setSystemTime(new Date('2041-03-05T19:00:00.000Z'))
    expect(await figures()).toMatchObject({ sales: 315, days: ['2041-02-05', '2041-03-06', 30] })
  })

  it('count the waiting applications and claims', async () => {
    const before = (await as('GET /backoffice/analytics')).body.analytics
    await applied()
    expect((await as('GET /backoffice/analytics')).body.analytics).toMatchObject({
      pending: before.pending + 1,
      restaurants: before.restaurants,
    })
  })
})

describe('someone who isn’t of the back office', () => {
  it.each(['superuser', 'mobileAdmin', 'partner', 'user'] as Role[])('gets 403 at every call: %s', async (role) => {
    const w = await makeRestaurant({ partnerId: randomId() })
    const token = role === 'user' ? (await w.guest()).token : await w.as(role)
    const calls: [string, unknown?][] = [
      ['GET /backoffice/analytics'],
      ['GET /backoffice/partners'],
      ['POST /backoffice/partners', {}],
      ['PUT /backoffice/partners', {}],
      ['DELETE /backoffice/partners', {}],
      ['GET /backoffice/restaurants'],
      ['GET /backoffice/restaurants/pending'],
      ['POST /backoffice/restaurants', {}],
      ['POST /backoffice/restaurants/approve', { restaurantId: w.id }],
      ['POST /backoffice/restaurants/reject', {}],
      ['POST /backoffice/users', {}],
      [`GET /backoffice/permissions/restaurant/${w.id}`],
      [`PUT /backoffice/permissions/restaurant/${w.id}`, { permissions: {} }],
    ]
    for (const [address, body] of calls) {
      expect([address, (await call(address, { token, body })).status]).toEqual([address, 403])
      expect((await call(address, { body })).status).toBe(401)
    }
  })
})
