import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { first } from '../db/index.ts'
import { addressOf } from '../test/requests.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { configured } from '../test/messages.ts'
import { anEmail } from '../test/stage.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, signIn, testEnv, type World } from '../test/world.ts'

/** One's own account: the devices, the name and the password of `/restaurant/account`. */

let w: World
let email: string
beforeEach(async () => {
  w = await makeRestaurant({ settings: { maxSessionsPerUser: 5 } })
  email = anEmail()
  await makeAccount('waiter', { email, name: 'Asha Rao', restaurantId: w.id })
})

const signsIn = (password = PASSWORD) => call('POST /auth/restaurant/login', { token: null, body: { email, password } })
const device = async (password?: string) => (await signsIn(password)).body.token as string
const devices = async (token: string) => (await call('GET /auth/sessions', { token })).body.sessions
const works = async (token: string) => (await call('GET /auth/me', { token })).status === 200

describe('the devices of an account', () => {
  it('are listed, the one that asks first and marked', async () => {
    const [, phone] = [await device(), await device()]
    const list = await devices(phone)
    expect(list).toHaveLength(2)
    expect(list.map((s: { current: boolean }) => s.current)).toEqual([true, false])
  })

  it('are signed out one at a time, and never somebody else’s', async () => {
    const [till, phone] = [await device(), await device()]
    const other = (await devices(till)).find((s: { current: boolean }) => !s.current)
    const stranger = await w.as('superuser')
    const ends = (token: string) => call(addressOf('DELETE /auth/sessions/:id', { params: { id: other.id } }), { token })
    expect((await ends(stranger)).status).toBe(404)
    expect(await works(phone)).toBe(true)
    expect((await ends(till)).status).toBe(200)
    expect([await works(till), await works(phone)]).toEqual([true, false])
    expect((await ends(till)).status).toBe(404)
  })

  it('are all signed out but the one that asks', async () => {
    const [till, phone, tablet] = [await device(), await device(), await device()]
    const colleague = await w.as('waiter')
    expect((await call('DELETE /auth/sessions', { token: till })).status).toBe(200)
    expect(await Promise.all([till, phone, tablet, colleague].map(works))).toEqual([true, false, false, true])
  })
})

describe('the own name', () => {
  it('is changed', async () => {
    const token = await device()
    const renamed = await call('PUT /auth/me', { token, body: { name: '  Asha R. Rao ' } })
    expect([renamed.status, renamed.body.user.name]).toEqual([200, 'Asha R. Rao'])
    expect((await call('GET /auth/me', { token })).body.user.name).toBe('Asha R. Rao')
  })

  it('is what payments and events say from then on, also when a manager changed it', async () => {
    const token = await device()
    const me = (await call('GET /auth/me', { token })).body.user._id
    expect((await w.does('superuser', 'PUT /restaurant/employees', { _id: me, name: 'Asha Rao (evening)' })).status).toBe(200)
    expect((await call('GET /auth/me', { token })).body.user.name).toBe('Asha Rao (evening)')
  })

  it('409 name_taken: nobody takes a colleague’s name, nor one that looks like it', async () => {
    await makeAccount('cashier', { name: 'Ravi Kumar', restaurantId: w.id })
    const reply = await call('PUT /auth/me', { token: await device(), body: { name: 'ravi  kumar' } })
    expect([reply.status, reply.body.code]).toEqual([409, 'name_taken'])
  })

  it('may be that of somebody in another restaurant', async () => {
    const other = await makeRestaurant()
    await makeAccount('cashier', { name: 'Ravi Kumar', restaurantId: other.id })
    expect((await call('PUT /auth/me', { token: await device(), body: { name: 'Ravi Kumar' } })).status).toBe(200)
  })
})

describe('a partner’s own name', () => {
  it('is the one by which the back office finds them, and their former one is kept', async () => {
    const email = `${randomId()}@test.test`
    const body = { name: 'Kavita Iyer', email, mobile_number: '9000010040', password: PASSWORD }
    const { token, partner } = (await call('POST /auth/partner/signup', { body, headers: { 'CF-Connecting-IP': randomId() } })).body
    const name = `Kavita ${randomId().slice(-8)}`
    expect((await call('PUT /auth/me', { token, body: { name } })).status).toBe(200)
    const desk = (await signIn('backoffice')).token
    const found = (await call(`GET /backoffice/partners?search=${encodeURIComponent(name)}`, { token: desk })).body.partners
    expect(found).toMatchObject([{ _id: partner._id, name }])
    const former = await first(testEnv.PLATFORM, sql`SELECT name FROM former_names WHERE restaurant_id = ${partner._id}`)
    expect(former).toEqual({ name: 'Kavita Iyer' })
  })
})

describe('the own password', () => {
  const changes = (token: string, password: string, newPassword = 'a much longer password') =>
    call('PUT /auth/password', { token, body: { password, newPassword } })

  it('is changed by who knows the present one; the other devices are signed out', async () => {
    const [till, phone] = [await device(), await device()]
    expect((await changes(till, PASSWORD)).status).toBe(200)
    expect([await works(till), await works(phone)]).toEqual([true, false])
    expect([(await signsIn()).status, (await signsIn('a much longer password')).status]).toEqual([401, 200])
  })

  it('stays with a wrong present one, which is said beside its field; tries are limited', async () => {
    const [till, phone] = [await device(), await device()]
    const refused = await changes(till, 'not my password')
    expect([refused.status, refused.body.errors]).toEqual([422, [{ path: 'password', message: 'This is not your present password.' }]])
    expect(await works(phone)).toBe(true)
    for (let n = 0; n < 9; n++) expect((await changes(till, 'not my password')).status).toBe(422)
    expect((await changes(till, PASSWORD)).status).toBe(429)
    expect((await signsIn()).status).toBe(200)
  }, 30_000)

  it('is changed as before when it is sent again because the answer was lost', async () => {
    const [till, phone] = [await device(), await device()]
    const first = await changes(till, PASSWORD)
    const again = await changes(till, PASSWORD)
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect([await works(till), await works(phone)]).toEqual([true, false])
    expect([(await signsIn()).status, (await signsIn('a much longer password')).status]).toEqual([401, 200])
    expect(again.body.message).toBe('This is your password now. Your other devices are signed out.')
    // What it says is true also where the new password is just the present one.
    const other = await device('a much longer password')
    expect((await changes(till, 'not my password')).status).toBe(200)
    expect(await works(other)).toBe(false)
  })

  it('is not set for an account that has none: it proves its address first', async () => {
    const token = await device()
    await testEnv.PLATFORM.prepare('UPDATE accounts SET password_hash = NULL WHERE email = ?').bind(email).run()
    expect((await changes(token, PASSWORD)).status).toBe(422)
  })

  it('409 busy: of two devices that change it at the same time the later is refused, and signs nobody out', async () => {
    const [till, phone] = [await device(), await device()]
    const late = await call('PUT /auth/password', {
      token: till,
      body: { password: PASSWORD, newPassword: 'the later new one' },
      via: meanwhile(() => changes(phone, PASSWORD, 'the first new one')),
    })
    expect([late.status, late.body.code]).toEqual([409, 'busy'])
    expect(await works(phone)).toBe(true)
    expect((await signsIn('the first new one')).status).toBe(200)
  })
})

describe('where to sign in with Google', () => {
  it('is null until it is set up, then the first client id and Google’s address', async () => {
    const asks = async () => (await call('GET /auth/google', { token: null })).body.google
    expect(await configured({ GOOGLE_AUDIENCE: '' }, asks)).toBeNull()
    const vars = {
      GOOGLE_AUDIENCE: 'web-client, app-client',
      GOOGLE_AUTHORIZE_URL: 'https://google.test/auth',
      GOOGLE_JWKS_URL: 'https://google.test/keys',
    }
    expect(await configured(vars, asks)).toEqual({ clientId: 'web-client', authorizeUrl: 'https://google.test/auth' })
  })
})
