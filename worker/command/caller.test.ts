import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { all, first } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { aMobile, anEmail } from '../test/stage.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, signIn, testEnv } from '../test/world.ts'

/** Hashing a password keeps the look-up of the session and the commit apart; a caller may be removed in between. */

const person = () => ({ name: `Mule ${randomId().slice(-8)}`, email: anEmail(), mobile_number: aMobile(), password: PASSWORD })
const accountOf = (email: string) => first(testEnv.PLATFORM, sql`SELECT 1 FROM accounts WHERE email = ${email}`)
const openSessions = async (accountId: string) =>
  (await all(testEnv.PLATFORM, sql`SELECT id FROM sessions WHERE account_id = ${accountId} AND revoked_at IS NULL`)).length

describe('an employee whose session ends while the password is hashed', () => {
  const ends = {
    'is removed': (id: string) => [`DELETE /restaurant/employees/${id}`],
    'is switched off': (id: string) => [`PUT /restaurant/employees/${id}/toggle-status`],
    'is lowered': (id: string) => ['PUT /restaurant/employees', { _id: id, role: 'waiter' }],
    'gets another password': (id: string) => ['PUT /restaurant/employees', { _id: id, password: 'quite another one' }],
  } satisfies Record<string, (id: string) => [string, unknown?]>

  it.each(Object.entries(ends))('makes no account: %s', async (_, how) => {
    const w = await makeRestaurant()
    const head = (await w.does('managerialHead', 'GET /auth/me')).body.user
    const mule = person()
    const [address, body] = how(head._id)
    const via = meanwhile(async () => expect((await w.does('superuser', address, body)).status).toBe(200))
    const late = await w.does('managerialHead', 'POST /restaurant/employees', { ...mule, role: 'waiter' }, { via })
    expect([late.status, late.body.code]).toEqual([401, 'session_expired'])
    expect(await accountOf(mule.email)).toBeNull()
  })

  it('gives no colleague another password', async () => {
    const w = await makeRestaurant()
    const head = (await w.does('managerialHead', 'GET /auth/me')).body.user
    const cashier = (await w.does('cashier', 'GET /auth/me')).body.user
    const via = meanwhile(() => w.does('superuser', `DELETE /restaurant/employees/${head._id}`))
    const late = await w.does('managerialHead', 'PUT /restaurant/employees', { _id: cashier._id, password: PASSWORD }, { via })
    expect([late.status, late.body.code]).toEqual([401, 'session_expired'])
    expect(await openSessions(cashier._id)).toBe(1)
  })
})

it('a partner whose outlet goes to another one at that moment makes no account in it', async () => {
  const partnerId = randomId()
  const w = await makeRestaurant({ partnerId })
  const { token } = await signIn('partner', { partnerId })
  const mule = person()
  const desk = (await signIn('backoffice')).token
  const via = meanwhile(async () => {
    const body = { ...person(), restaurantIds: [w.id] }
    expect((await call('POST /backoffice/partners', { token: desk, body })).status).toBe(201)
  })
  const late = await call('POST /restaurant/employees', {
    token,
    headers: { 'X-Restaurant-Id': w.id },
    body: { ...mule, role: 'superuser' },
    via,
  })
  expect([late.status, late.body.code]).toEqual([403, 'forbidden'])
  expect(await accountOf(mule.email)).toBeNull()
})

it.each(['backoffice', 'admin'] as const)(
  'a %s who entered an outlet that is removed at that moment makes no account in it',
  async (role) => {
    const partnerId = randomId()
    const w = await makeRestaurant({ partnerId })
    const partner = (await signIn('partner', { partnerId })).token
    const mule = person()
    const via = meanwhile(async () => expect((await call(`DELETE /partner/restaurant/${w.id}`, { token: partner })).status).toBe(200))
    const late = await call('POST /restaurant/employees', {
      token: (await signIn(role)).token,
      headers: { 'X-Restaurant-Id': w.id },
      body: { ...mule, role: 'waiter' },
      via,
    })
    expect([late.status, late.body.code], late.text).toEqual([403, 'forbidden'])
    expect(await accountOf(mule.email)).toBeNull()
  },
)

describe('a user of the back office who is switched off while the password is hashed', () => {
  const application = (email: string) => ({
    ...{ establishment_name: 'Mule’s', user_name: 'Mule', user_contact_number: aMobile(), email, password: PASSWORD },
    ...{ address: '1 Road, Pune', location: { latitude: 18.5, longitude: 73.8 }, gstNumber: '', fssaiNumber: '11223344556677' },
    opening_hours: { periods: [], weekday_text: [] },
  })
  const calls = {
    'POST /backoffice/users': () => ({ ...person(), role: 'backoffice' }),
    'POST /backoffice/partners': () => person(),
    'POST /backoffice/restaurants': () => application(anEmail()),
  } satisfies Record<string, () => { email: string }>

  it.each(Object.entries(calls))('makes no account by %s', async (address, make) => {
    const { token, accountId } = await signIn('backoffice')
    const admin = (await signIn('admin')).token
    const body = make()
    const via = meanwhile(async () => {
      const off = await call(`PUT /backoffice/users/${accountId}/active`, { token: admin, body: { isActive: false } })
      expect(off.status, off.text).toBe(200)
    })
    const late = await call(address, { token, body, via })
    expect([late.status, late.body.code], late.text).toEqual([401, 'session_expired'])
    expect(await accountOf(body.email)).toBeNull()
  })

  it('gives no colleague another password', async () => {
    const colleague = await makeAccount('backoffice')
    const { token, accountId } = await signIn('backoffice')
    const admin = (await signIn('admin')).token
    const late = await call(`PUT /backoffice/users/${colleague.id}/password`, {
      token,
      body: { password: 'quite another one' },
      via: meanwhile(() => call(`PUT /backoffice/users/${accountId}/active`, { token: admin, body: { isActive: false } })),
    })
    expect([late.status, late.body.code]).toEqual([401, 'session_expired'])
    const login = await call('POST /auth/backoffice/login', { body: { email: colleague.email, password: PASSWORD } })
    expect(login.status).toBe(200)
  })
})
