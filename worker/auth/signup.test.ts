import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { first } from '../db/index.ts'
import { call, makeRestaurant, type Reply, testEnv } from '../test/world.ts'

const email = () => `${randomId()}@test.test`
const from = (address = randomId()) => ({ headers: { 'CF-Connecting-IP': address } })
const application = (more: Record<string, unknown> = {}) => ({
  establishment_name: 'Chai Point Cafe',
  user_name: 'Tara Bose',
  user_contact_number: '9000012345',
  email: email(),
  password: 'a long password',
  address: '22 Park Street, Kolkata, West Bengal 700016',
  location: { latitude: 22.55, longitude: 88.35 },
  opening_hours: { periods: [{ open: { day: 1, time: '0900' }, close: { day: 1, time: '2100' } }], weekday_text: ['Monday: 9 to 9'] },
  gstNumber: '19AAAAA0000A1ZZ',
  fssaiNumber: '10000000000022',
  ...more,
})
const firstError = (r: Reply) => [r.status, r.body.errors?.[0]?.path]

describe('restaurant sign-up', () => {
  it('lets nobody be named like somebody from outside (docs/decisions/030-names.md)', async () => {
    const { body } = await call('POST /auth/restaurant/signup', { body: application({ user_name: 'Tara Bose (Partner)' }), ...from() })
    expect((await call('GET /auth/me', { token: body.token })).body.user.name).toBe('Tara Bose Partner')
  })

  it('creates a restaurant that waits for approval, its owner, and a token that opens only the application', async () => {
    const body = application()
    const reply = await call('POST /auth/restaurant/signup', { body, ...from() })
    expect(reply.status, reply.text).toBe(201)
    const { token, restaurant } = reply.body
    expect(restaurant).toMatchObject({
      establishment_name: 'Chai Point Cafe',
      approved: false,
      approvalStatus: 'pending',
      user_name: 'Tara Bose',
      address: body.address,
      gstNumber: body.gstNumber,
      location: body.location,
    })
    expect((await call('GET /restaurant/profile', { token })).body.restaurant._id).toBe(restaurant._id)
    // As certificates print them, in groups.
    const legal = { gstNumber: '19 aaaaa 0000 a1zz', fssaiNumber: '1000 0000-000022' }
    const changed = await call('PUT /restaurant/profile', { token, body: legal })
    expect(changed.body.restaurant).toMatchObject({ gstNumber: body.gstNumber, fssaiNumber: body.fssaiNumber })
    expect((await call('GET /auth/me', { token })).body.user).toMatchObject({
      role: 'superuser',
      approved: false,
      restaurantId: restaurant._id,
      email: body.email,
    })
    for (const address of [
      'GET /orders',
      'GET /tables',
      `GET /restaurant/${restaurant._id}/permissions`,
      'GET /partner',
      'GET /backoffice/restaurants',
    ]) {
      const closed = await call(address, { token })
      expect([address, closed.status]).toEqual([address, 403])
    }
    const login = await call('POST /auth/restaurant/login', {
      body: { email: body.email.toUpperCase(), password: body.password },
      ...from(),
    })
    expect(login.body).toMatchObject({ approved: false, restaurantName: 'Chai Point Cafe', token: expect.any(String) })
  })

  it.each([
    ['gstNumber', '19AAAAA0000A1ZY', 'This is not a GST number: check its 15 characters.'],
    ['fssaiNumber', '1000000000002', 'An FSSAI number has 14 digits.'],
  ])('refuses a %s that can’t be one, beside its field, and takes an application without', async (field, number, message) => {
    const reply = await call('POST /auth/restaurant/signup', { body: application({ [field]: number }), ...from() })
    expect([reply.status, reply.body.errors]).toEqual([422, [{ path: field, message }]])
    expect((await call('POST /auth/restaurant/signup', { body: application({ [field]: '' }), ...from() })).status).toBe(201)
  })

  it('charges the 5% of restaurants with a GSTIN, and no tax without one', async () => {
    const taxesWith = async (gstNumber: string | undefined) => {
      const { token } = (await call('POST /auth/restaurant/signup', { body: application({ gstNumber }), ...from() })).body
      return (await call('GET /restaurant/profile', { token })).body.restaurant.taxPercentages
    }
    expect(await taxesWith('19AAAAA0000A1ZZ')).toEqual({ gst: 5, vat: 0, serviceCharge: 0 })
    expect(await taxesWith(undefined)).toEqual({ gst: 0, vat: 0, serviceCharge: 0 })
    expect(await taxesWith('')).toEqual({ gst: 0, vat: 0, serviceCharge: 0 })
  })

  it('puts the rows into the emptiest shard', async () => {
    const count = async (shard: string) =>
      (await first<{ n: number }>(testEnv.PLATFORM, sql`SELECT count(*) AS n FROM restaurants WHERE shard = ${shard}`))?.n ?? 0
    for (let i = 0; i < 2; i++) {
      const [zero, one] = [await count('OUTLETS_0'), await count('OUTLETS_1')]
      const { body } = await call('POST /auth/restaurant/signup', { body: application(), ...from() })
      const row = await first<{ shard: string }>(testEnv.PLATFORM, sql`SELECT shard FROM restaurants WHERE id = ${body.restaurant._id}`)
      expect(row?.shard).toBe(zero <= one ? 'OUTLETS_0' : 'OUTLETS_1')
      await makeRestaurant({ shard: row?.shard as 'OUTLETS_0', tables: 0 })
    }
  })

  it.each([
    ['establishment_name', ''],
    ['email', 'no address'],
    ['password', 'short'],
    ['password', 'x'.repeat(129)],
    ['address', ''],
    ['user_contact_number', 'abc'],
    ['location', { latitude: 91, longitude: 0 }],
  ])('%s %j is 422', async (field, value) => {
    const [status, path] = firstError(await call('POST /auth/restaurant/signup', { body: application({ [field]: value }), ...from() }))
    expect(status).toBe(422)
    expect(path).toMatch(new RegExp(`^${field}`))
  })
})

describe('partner sign-up', () => {
  it('opens an account that is signed in and has no outlets', async () => {
    const body = { name: 'Kavita Iyer', email: email(), mobile_number: '+91 90000 10040', password: 'a long password' }
    const reply = await call('POST /auth/partner/signup', { body, ...from() })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body).toMatchObject({
      token: expect.any(String),
      user: { role: 'partner', approved: true },
      partner: { name: 'Kavita Iyer', email: body.email },
    })
    const { token, partner } = reply.body
    expect((await call('GET /partner', { token })).body.partner).toMatchObject({ _id: partner._id, outlets: [] })
    expect((await call('GET /partner/outlets', { token })).body.outlets).toEqual([])
    const login = await call('POST /auth/partner/login', { body: { email: body.email, password: body.password }, ...from() })
    expect(login.body.partner).toEqual({ _id: partner._id, name: 'Kavita Iyer', email: body.email })
  })
})
