import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { all, first, run } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { openSocket } from '../test/sockets.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, signIn, testEnv, type World } from '../test/world.ts'

const from = () => ({ 'CF-Connecting-IP': randomId() })
const application = (more: Record<string, unknown> = {}) => ({
  establishment_name: 'Third Outlet',
  user_name: 'Tara',
  user_contact_number: '9000012345',
  email: `${randomId()}@test.test`,
  password: 'a long password',
  address: '1 Road, Pune, MH 411018',
  ...more,
})

/** A partner with two outlets in two shards, and an outlet of somebody else. */
async function group() {
  const partnerId = randomId()
  await run(
    testEnv.PLATFORM,
    sql`INSERT INTO partners (id, name, email, created_at) VALUES (${partnerId}, 'Kavita', ${`${partnerId}@test.test`}, ${new Date().toISOString()})`,
  )
  const [a, b, foreign] = [
    await makeRestaurant({ partnerId }),
    await makeRestaurant({ partnerId, shard: 'OUTLETS_1' }),
    await makeRestaurant({ partnerId: randomId() }),
  ]
  const { token } = await signIn('partner', { partnerId })
  return { partnerId, a, b, foreign, token }
}
const ids = (list: { _id: string }[]) => list.map((o) => o._id).sort()

describe('a partner', () => {
  it('reads their own data and outlets, and no others', async () => {
    const { partnerId, a, b, token } = await group()
    const order = await b.order([b.line('plain')])
    const { partner } = (await call('GET /partner', { token })).body
    expect([partner._id, partner.name, ids(partner.outlets)]).toEqual([partnerId, 'Kavita', [a.id, b.id].sort()])
    const { outlets } = (await call('GET /partner/outlets', { token })).body
    expect(ids(outlets)).toEqual([a.id, b.id].sort())
    expect(outlets.find((o: { _id: string }) => o._id === b.id)).toMatchObject({
      approved: true,
      partnerName: 'Kavita',
      lastOrderAt: order.createdAt,
      documents: [],
    })
  })

  it('adds an outlet, which then waits for approval', async () => {
    const { partnerId, token } = await group()
    const body = application()
    const reply = await call('POST /partner/restaurant', { token, body })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.restaurant).toMatchObject({ establishment_name: 'Third Outlet', approvalStatus: 'pending', partnerId, city: 'Pune' })
    expect((await call('GET /partner/outlets', { token })).body.outlets).toHaveLength(3)
    const login = await call('POST /auth/restaurant/login', { body: { email: body.email, password: body.password }, headers: from() })
    expect([login.status, login.body.approved]).toEqual([403, false])
    const own = (await call('GET /auth/me', { token })).body.user.email
    const taken = await call('POST /partner/restaurant', { token, body: { ...body, email: own } })
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
    expect((await call('POST /partner/restaurant', { token, body: application({ password: 'short' }) })).status).toBe(422)
  })

  it('that is taken out at that moment adds no outlet: 404', async () => {
    const { partnerId, token } = await group()
    const desk = (await signIn('backoffice')).token
    const removes = () => call('DELETE /backoffice/partners', { token: desk, body: { partnerId } })
    const late = await call('POST /partner/restaurant', { token, body: application(), via: meanwhile(removes) })
    expect(late.status, late.text).toBe(404)
    expect(await all(testEnv.PLATFORM, sql`SELECT id FROM restaurants WHERE partner_id = ${partnerId}`)).toEqual([])
  })

  it('is taken out with the sessions and sockets that are opened just then', async () => {
    const { partnerId, a } = await group()
    const { email } = await makeAccount('partner', { partnerId })
    const desk = (await signIn('backoffice')).token
    const opened: { token: string; socket: Awaited<ReturnType<typeof openSocket>> }[] = []
    const signsIn = async () => {
      const { token } = (await call('POST /auth/partner/login', { body: { email, password: PASSWORD } })).body
      if (token) opened.push({ token, socket: await openSocket(a.id, token) })
    }
    const via = meanwhile(signsIn, { again: true })
    expect((await call('DELETE /backoffice/partners', { token: desk, body: { partnerId }, via })).status).toBe(200)
    expect(opened.length).toBeGreaterThan(0)
    for (const { token, socket } of opened) {
      expect((await call('GET /partner', { token })).body.message).toBe('Session expired')
      expect((await socket.waitForClose()).code).toBe(4401)
    }
  })

  it('changes an outlet’s profile, field by field', async () => {
    const { a, foreign, token } = await group()
    const reply = await call(`PUT /partner/restaurant/${a.id}`, {
      token,
      body: { establishment_name: 'New name', gstNumber: '27AAAAA0000A1Z2' },
    })
    expect(reply.body.restaurant).toMatchObject({
      _id: a.id,
      establishment_name: 'New name',
      gstNumber: '27AAAAA0000A1Z2',
      address: 'Plot 1 ',
      approvalStatus: 'approved',
    })
    expect((await a.does('superuser', 'GET /restaurant/profile')).body.restaurant).toMatchObject({
      establishment_name: 'New name',
      gstNumber: '27AAAAA0000A1Z2',
    })
    const settings = { taxPercentages: { gst: 18 }, cuisines: ['Andhra'], printSettings: { footer: 'Come again' } }
    expect((await call(`PUT /partner/restaurant/${a.id}`, { token, body: settings })).status).toBe(200)
    expect((await a.does('superuser', 'GET /restaurant/profile')).body.restaurant).toMatchObject({
      establishment_name: 'New name',
      gstNumber: '27AAAAA0000A1Z2',
      taxPercentages: { gst: 18 },
      cuisines: ['Andhra'],
      printSettings: { footer: 'Come again' },
    })
    expect((await call(`PUT /partner/restaurant/${a.id}`, { token, body: { resubmit: true } })).status).toBe(409)
    const before = await foreign.everything()
    for (const id of [foreign.id, randomId()])
      expect((await call(`PUT /partner/restaurant/${id}`, { token, body: { establishment_name: 'Mine' } })).status).toBe(404)
    expect(await foreign.everything()).toEqual(before)
  })

  it('removes an outlet, unless it has open orders', async () => {
    const { a, b, foreign, token } = await group()
    const staff = await a.as('cashier')
    const socket = await openSocket(a.id, staff)
    const seated = await openSocket(a.id, (await a.guest(1)).token)
    const order = await a.order([a.line('plain')])
    const busy = await call(`DELETE /partner/restaurant/${a.id}`, { token })
    expect([busy.status, busy.body.code]).toEqual([409, 'open_orders'])
    await a.settle(order._id)
    expect((await call(`DELETE /partner/restaurant/${a.id}`, { token })).status).toBe(200)
    expect((await call('GET /orders', { token: staff })).status).toBe(401)
    expect((await socket.waitForClose()).code).toBe(4401)
    expect((await seated.waitForClose()).code).toBe(4401)
    expect(ids((await call('GET /partner/outlets', { token })).body.outlets)).toEqual([b.id])
    // Soft: its orders are there.
    expect(await a.rows('SELECT id FROM orders WHERE restaurant_id = ?', a.id)).toEqual([{ id: order._id }])
    for (const id of [foreign.id, randomId()]) expect((await call(`DELETE /partner/restaurant/${id}`, { token })).status).toBe(404)
    expect((await foreign.does('superuser', 'GET /orders')).status).toBe(200)
  })

  it('finishes a removal that stopped half-way, and answers the same to one whose answer was lost; another partner’s stays 404', async () => {
    const { a, b, foreign, token } = await group()
    const cashier = await a.as('cashier')
    const owners = async () =>
      (await all<{ email: string }>(testEnv.PLATFORM, sql`SELECT email FROM accounts WHERE restaurant_id = ${a.id}`)).map((o) => o.email)
    const gone = (id: string) => run(testEnv.PLATFORM, sql`UPDATE restaurants SET deleted_at = '2026-11-01T00:00:00.000Z' WHERE id = ${id}`)
    await Promise.all([gone(a.id), gone(foreign.id)])
    const remove = (id: string) => call(`DELETE /partner/restaurant/${id}`, { token })
    const replies = [await remove(a.id), await remove(a.id)]
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual([1, 2].map(() => [200, 'Test Yard  was taken out.']))
    expect((await remove(foreign.id)).status).toBe(404)
    expect((await call('GET /orders', { token: cashier })).status).toBe(401)
    for (const email of await owners()) expect(email).toMatch(/^deleted:/)
    expect(await a.rows('SELECT restaurant_id FROM taken_out WHERE restaurant_id = ?', a.id)).toHaveLength(1)
    expect(ids((await call('GET /partner/outlets', { token })).body.outlets)).toEqual([b.id])
  })

  it('finishes a removal that begins at the same moment on another device', async () => {
    const { a, token } = await group()
    const gone = () => run(testEnv.PLATFORM, sql`UPDATE restaurants SET deleted_at = '2026-11-01T00:00:00.000Z' WHERE id = ${a.id}`)
    expect((await call(`DELETE /partner/restaurant/${a.id}`, { token, via: meanwhile(gone) })).status).toBe(200)
    expect(await a.rows('SELECT restaurant_id FROM taken_out WHERE restaurant_id = ?', a.id)).toHaveLength(1)
  })

  it('removes and changes no outlet that becomes another partner’s at that moment: 404, and its people and its listing stay', async () => {
    const { a, b, token } = await group()
    const cashier = await a.as('cashier')
    await run(testEnv.PLATFORM, sql`INSERT OR IGNORE INTO listings (restaurant_id, name, latitude, longitude) VALUES (${a.id}, 'A', 0, 0)`)
    const other = randomId()
    const moves = () => run(testEnv.PLATFORM, sql`UPDATE restaurants SET partner_id = ${other} WHERE id = ${a.id}`)
    const late = await call(`DELETE /partner/restaurant/${a.id}`, { token, via: meanwhile(moves) })
    expect([late.status, late.body.code]).toEqual([404, 'not_found'])
    const kept = await first(
      testEnv.PLATFORM,
      sql`SELECT deleted_at, partner_id, (SELECT count(*) FROM listings WHERE restaurant_id = r.id) AS listings FROM restaurants r WHERE id = ${a.id}`,
    )
    expect(kept).toEqual({ deleted_at: null, partner_id: other, listings: 1 })
    expect((await call('GET /orders', { token: cashier })).status).toBe(200)
    const before = await b.everything()
    const [settings, map] = [{ establishment_name: 'Mine', timezone: 'Asia/Dubai' }, { permissions: { '/restaurant/pos': [] } }]
    for (const [address, body] of [
      [`PUT /partner/restaurant/${b.id}`, settings],
      [`PUT /partner/permissions/restaurant/${b.id}`, map],
    ] as const) {
      const given = (id: string | null) => run(testEnv.PLATFORM, sql`UPDATE restaurants SET partner_id = ${id} WHERE id = ${b.id}`)
      const { partner_id: mine } = (await first<{ partner_id: string }>(
        testEnv.PLATFORM,
        sql`SELECT partner_id FROM restaurants WHERE id = ${b.id}`,
      ))!
      expect([address, (await call(address, { token, body, via: meanwhile(() => given(other)) })).status]).toEqual([address, 404])
      await given(mine)
    }
    expect(await b.everything()).toEqual(before)
  })

  it('keeps an outlet in which an order is sent at that moment: 409, and it goes on', async () => {
    const { a, token } = await group()
    const cashier = await a.as('cashier')
    const late = await call(`DELETE /partner/restaurant/${a.id}`, { token, via: meanwhile(() => a.order([a.line('plain')])) })
    expect([late.status, late.body.code]).toEqual([409, 'open_orders'])
    const open = (await call('GET /orders/restaurant/pending', { token: cashier })).body.orders
    expect(open).toHaveLength(1)
    await a.settle(open[0]._id)
    expect((await call(`DELETE /partner/restaurant/${a.id}`, { token })).status).toBe(200)
  })

  it('opens no order in an outlet that is taken out between its reads and its commit: 404', async () => {
    const { a, token } = await group()
    const cashier = await a.as('cashier')
    const removes = async () => expect((await call(`DELETE /partner/restaurant/${a.id}`, { token })).status).toBe(200)
    const late = await call('POST /orders', {
      token: cashier,
      body: { order: { orderType: 'Take Away', isKOT: true, kots: [{ items: [a.line('plain')] }] } },
      via: meanwhile(removes),
    })
    expect([late.status, late.body.code], late.text).toEqual([404, 'not_found'])
    expect(await a.rows('SELECT id FROM orders WHERE restaurant_id = ?', a.id)).toEqual([])
  })

  it('may add a removed outlet again, because its people’s addresses are free', async () => {
    const { token } = await group()
    const body = application()
    const add = () => call('POST /partner/restaurant', { token, body })
    const made = (await add()).body.restaurant._id
    expect((await call(`DELETE /partner/restaurant/${made}`, { token })).status).toBe(200)
    const login = () => call('POST /auth/restaurant/login', { body: { email: body.email, password: body.password }, headers: from() })
    expect((await login()).status).toBe(401)
    const again = await add()
    expect(again.status, again.text).toBe(201)
    expect((await login()).body).toMatchObject({ approved: false, restaurantName: 'Third Outlet' })
  })

  it('saves no older map, nor an older list of documents, hours, payment methods or charges, over what is there', async () => {
    const { a, token } = await group()
    const put = (path: string, body: object) => call(`PUT /partner/${path}/${a.id}`, { token, body })
    const [permissions, documents] = [{ '/restaurant/pos': ['superuser'] }, [{ name: 'GST', url: '/v1/media/p-GST.pdf' }]]
    expect((await put('permissions/restaurant', { permissions, permissionsBefore: {} })).status).toBe(200)
    const map = await put('permissions/restaurant', { permissions: {}, permissionsBefore: {} })
    expect([map.status, map.body.code, map.body.permissions], map.text).toEqual([409, 'permissions_changed', permissions])
    const added = await put('restaurant', { documents, documentsBefore: [] })
    expect(added.status, added.text).toBe(200)
    const list = await put('restaurant', { documents: [], documentsBefore: [] })
    expect([list.status, list.body.code, list.body.documents], list.text).toEqual([409, 'documents_changed', documents])
    const periods = [{ open: { day: 1, time: '1100' }, close: { day: 1, time: '2200' } }]
    const week = await put('restaurant', { opening_hours: { periods: [] }, openingHoursBefore: periods })
    expect([week.status, week.body.code], week.text).toEqual([409, 'opening_hours_changed'])
    const methods = await put('restaurant', { paymentTypes: ['Cash'], paymentTypesBefore: ['Barter'] })
    expect([methods.status, methods.body.code], methods.text).toEqual([409, 'payment_types_changed'])
    const packing = { _id: 'p', name: 'Packing', amount: 10, per: 'order', orderTypes: ['Take Away'] }
    const charges = await put('restaurant', { taxSettings: { charges: [] }, chargesBefore: [packing] })
    expect([charges.status, charges.body.code, charges.body.charges], charges.text).toEqual([409, 'charges_changed', []])
  })

  it('reads and replaces an outlet’s permissions', async () => {
    const { a, foreign, token } = await group()
    const permissions = { '/restaurant/pos': ['superuser'] }
    expect((await call(`PUT /partner/permissions/restaurant/${a.id}`, { token, body: { permissions } })).body).toEqual({ permissions })
    expect((await call(`GET /partner/permissions/restaurant/${a.id}`, { token })).body).toEqual({ permissions })
    expect((await call(`PUT /partner/permissions/restaurant/${a.id}`, { token, body: { permissions: { '/nowhere': [] } } })).status).toBe(
      422,
    )
    expect((await call(`GET /partner/permissions/restaurant/${foreign.id}`, { token })).status).toBe(404)
    expect((await call(`PUT /partner/permissions/restaurant/${foreign.id}`, { token, body: { permissions } })).status).toBe(404)
  })
})

describe('a managerialHead', () => {
  it('reads their restaurant’s partner group, and can’t change it', async () => {
    const { partnerId, a, b, foreign } = await group()
    const token = await a.as('managerialHead')
    expect((await call('GET /partner', { token })).body.partner._id).toBe(partnerId)
    expect(ids((await call('GET /partner/outlets', { token })).body.outlets)).toEqual([a.id, b.id].sort())
    expect((await call(`GET /partner/permissions/restaurant/${b.id}`, { token })).status).toBe(200)
    expect((await call(`GET /partner/permissions/restaurant/${foreign.id}`, { token })).status).toBe(404)
    const before = await b.everything()
    for (const [address, body] of [
      ['POST /partner/restaurant', application()],
      [`PUT /partner/restaurant/${b.id}`, { user_name: 'x' }],
      [`DELETE /partner/restaurant/${b.id}`, undefined],
      [`PUT /partner/permissions/restaurant/${b.id}`, { permissions: {} }],
    ] as const)
      expect([address, (await call(address, { token, body })).status]).toEqual([address, 403])
    expect(await b.everything()).toEqual(before)
  })

  describe('reads the group only as one whom the outlet’s partner appointed', () => {
    const PASSED = 'a long new password'
    const reads = async (token: string) =>
      Promise.all(['GET /partner', 'GET /partner/outlets'].map(async (address) => (await call(address, { token })).status))
    const signInAs = async (email: string, password = PASSED) =>
      (await call('POST /auth/restaurant/login', { body: { email, password, terminate_existing: true } })).body
    const head = () => ({
      name: `Head ${randomId().slice(-8)}`,
      email: `${randomId()}@test.test`,
      role: 'managerialHead',
      password: PASSED,
    })
    const enters = (token: string, a: World, address: string, body: unknown) =>
      call(address, { token, headers: { 'X-Restaurant-Id': a.id }, body })

    it('an owner’s head reads their own outlet, until the partner appoints them', async () => {
      const { partnerId, a, b, token } = await group()
      const body = head()
      const made = await a.does('superuser', 'POST /restaurant/employees', body)
      expect([made.status, made.body.employee.readsGroup], made.text).toEqual([201, false])
      const { token: own, user } = await signInAs(body.email)
      expect([user.partnerId, await reads(own)]).toEqual([null, [404, 404]])
      for (const address of ['sales', 'customer-insights', 'dashboard-analytics'])
        expect((await call(`POST /api/analytics/outlet/${address}`, { token: own, body: { outletId: b.id } })).status).toBe(404)
      expect((await call('POST /api/analytics/partner/aggregated-insights', { token: own, body: {} })).status).toBe(404)
      expect((await call(`GET /partner/permissions/restaurant/${b.id}`, { token: own })).status).toBe(404)
      expect((await call('GET /restaurant/profile', { token: own })).status).toBe(200)
      // Neither does the owner's own naming of the role change that.
      await a.does('superuser', 'PUT /restaurant/employees', { _id: user._id, role: 'managerialHead' })
      expect(await reads(own)).toEqual([404, 404])
      const given = await enters(token, a, 'PUT /restaurant/employees', { _id: user._id, role: 'managerialHead' })
      expect([given.status, given.body.employee.readsGroup]).toEqual([200, true])
      expect(await reads(own)).toEqual([200, 200])
      expect((await call('GET /auth/me', { token: own })).body.user.partnerId).toBe(partnerId)
    })

    it.each(['partner', 'backoffice', 'admin'] as const)('a %s who entered the outlet appoints', async (role) => {
      const { a, token } = await group()
      const body = head()
      const made = await enters(role === 'partner' ? token : await a.as(role), a, 'POST /restaurant/employees', body)
      expect([made.status, made.body.employee.readsGroup], made.text).toEqual([201, true])
      expect(await reads((await signInAs(body.email)).token)).toEqual([200, 200])
    })

    it.each([
      ['another password', { password: 'the owner’s password' }],
      ['another address', { email: `${randomId()}@test.test` }],
      ['another role', { role: 'superuser' }],
    ])('ends by %s from somebody of the outlet, and not by one from outside', async (_, change) => {
      const { a, token } = await group()
      const body = head()
      const { _id } = (await enters(token, a, 'POST /restaurant/employees', body)).body.employee
      const readsGroup = async () =>
        (await a.does('superuser', 'GET /restaurant/employees')).body.employees.find((e: { _id: string }) => e._id === _id).readsGroup
      await a.does('superuser', 'PUT /restaurant/employees', { _id, name: `Other ${randomId().slice(-8)}`, mobile_number: '9876543210' })
      expect(await readsGroup()).toBe(true)
      if (!('role' in change)) {
        await enters(token, a, 'PUT /restaurant/employees', {
          _id,
          ...change,
          ...('email' in change ? { email: `${randomId()}@test.test` } : {}),
        })
        expect(await readsGroup()).toBe(true)
      }
      const changed = await a.does('superuser', 'PUT /restaurant/employees', { _id, ...change })
      expect(changed.status, changed.text).toBe(200)
      if ('role' in change) await a.does('superuser', 'PUT /restaurant/employees', { _id, role: 'managerialHead' })
      expect(await readsGroup()).toBe(false)
    })

    it('a former partner’s head reads nothing of the new partner’s', async () => {
      const { a, b, token } = await group()
      const body = head()
      await enters(token, a, 'POST /restaurant/employees', body)
      const { token: own } = await signInAs(body.email)
      expect(await reads(own)).toEqual([200, 200])
      const next = { name: 'Next', email: `${randomId()}@test.test`, mobile_number: '9876501234', password: PASSED, restaurantIds: [a.id] }
      expect((await call('POST /backoffice/partners', { token: await a.as('backoffice'), body: next })).status).toBe(201)
      expect(await reads(own)).toEqual([404, 404])
      for (const { id } of [a, b]) expect((await call(`GET /partner/permissions/restaurant/${id}`, { token: own })).status).toBe(404)
      expect((await call('GET /restaurant/profile', { token: own })).status).toBe(200)
    })
  })

  it('gets 404 in a restaurant without a partner', async () => {
    const w: World = await makeRestaurant()
    for (const address of ['GET /partner', 'GET /partner/outlets']) expect((await w.does('managerialHead', address)).status).toBe(404)
  })

  it.each(['superuser', 'generalManager', 'cashier', 'mobileAdmin', 'backoffice'] as const)(
    'is the only role of the restaurant that may: %s is refused',
    async (role) => {
      const { a } = await group()
      for (const address of ['GET /partner', 'GET /partner/outlets', `GET /partner/permissions/restaurant/${a.id}`])
        expect((await a.does(role, address)).status).toBe(403)
    },
  )
})

describe('an administrator', () => {
  it('reads the group of the restaurant they entered, and any outlet', async () => {
    const { partnerId, a, b } = await group()
    const { token } = await signIn('admin')
    const headers = { 'X-Restaurant-Id': a.id }
    expect((await call('GET /partner', { token, headers })).body.partner._id).toBe(partnerId)
    expect((await call('GET /partner', { token })).status).toBe(404)
    expect((await call(`PUT /partner/restaurant/${b.id}`, { token, body: { user_name: 'Changed' } })).body.restaurant.user_name).toBe(
      'Changed',
    )
  })
})
