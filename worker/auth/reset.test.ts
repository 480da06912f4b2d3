import { sql } from 'drizzle-orm'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { first, run } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { codeTo, configured, sentTo } from '../test/messages.ts'
import { openSocket } from '../test/sockets.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, type Reply, testEnv } from '../test/world.ts'

const from = (address: string = randomId()) => ({ headers: { 'CF-Connecting-IP': address } })
const forgot = (email: string, address?: string) => call('POST /auth/restaurant/forgot-password', { body: { email }, ...from(address) })
const otp = (email: string, code: string) => call('POST /auth/restaurant/verify-otp', { body: { email, otp: code }, ...from() })
const reset = (token: string | null, newPassword = 'another password') =>
  call('POST /auth/restaurant/reset-password', { token, body: { newPassword }, ...from() })
const login = (email: string, password: string, door = 'restaurant') =>
  call(`POST /auth/${door}/login`, { body: { email, password }, ...from() })
const refused = (r: Reply) => [r.status, r.body.message, r.body.code]
const tokenFor = async (email: string): Promise<string> => {
  await forgot(email)
  return (await otp(email, await codeTo(email))).body.token
}

const codeOf = async (email: string): Promise<string> => {
  await forgot(email)
  const row = await first<{ id: string }>(
    testEnv.PLATFORM,
    sql`SELECT id FROM codes WHERE purpose = 'reset' AND subject = ${email} AND used_at IS NULL`,
  )
  return row?.id ?? ''
}

describe('a forgotten password', () => {
  it('is reset by code and token; every session and socket ends', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('cashier', { restaurantId: w.id })
    const session = (await login(account.email, PASSWORD)).body.token
    const socket = await openSocket(w.id, session)
    const asked = await forgot(account.email.toUpperCase())
    expect([asked.status, Object.keys(asked.body)]).toEqual([200, ['message']])
    const verified = await otp(account.email, await codeTo(account.email))
    expect(verified.status, verified.text).toBe(200)
    const { token } = verified.body
    // It does nothing else.
    for (const address of ['GET /auth/me', 'GET /orders', 'POST /auth/logout']) expect((await call(address, { token })).status).toBe(401)
    expect((await call('GET /auth/me', { token: session })).status).toBe(200)
    expect((await reset(token)).status).toBe(200)
    expect(refused(await call('GET /auth/me', { token: session })).slice(0, 2)).toEqual([401, 'Session expired'])
    expect((await socket.waitForClose()).code).toBe(4401)
    expect((await login(account.email, PASSWORD)).status).toBe(401)
    expect((await login(account.email, 'another password')).status).toBe(200)
    // Once.
    expect(refused(await reset(token, 'a third password'))).toEqual([401, 'Invalid token', 'invalid_token'])
    expect((await login(account.email, 'a third password')).status).toBe(401)
  })

  it('is saved once and said each time: pressed again after a lost answer it is saved too, with another password it is not', async () => {
    const account = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    const token = await tokenFor(account.email)
    const first = await reset(token)
    const again = await reset(token)
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(refused(await reset(token, 'a third password'))).toEqual([401, 'Invalid token', 'invalid_token'])
    expect((await login(account.email, 'another password')).status).toBe(200)
  })

  it('is told by a used token only as long as it stands, and for a quarter of an hour', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('cashier', { restaurantId: w.id })
    const token = await tokenFor(account.email)
    await reset(token)
    const session = (await login(account.email, 'another password')).body.token
    const body = { password: 'another password', newPassword: 'a third password' }
    expect((await call('PUT /auth/password', { token: session, body })).status).toBe(200)
    for (const guess of ['another password', 'a third password'])
      expect(refused(await reset(token, guess))).toEqual([401, 'Invalid token', 'invalid_token'])
    // A link of seven days lies in a mailbox long after it was used.
    const old = await tokenFor(account.email)
    await reset(old)
    await run(testEnv.PLATFORM, sql`UPDATE codes SET used_at = ${new Date(Date.now() - 16 * 60_000).toISOString()} WHERE data IS NOT NULL`)
    expect((await reset(old)).status).toBe(401)
  })

  it('pressed again after somebody has signed in with it, that session goes on and older ones end', async () => {
    const account = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    const before = (await login(account.email, PASSWORD)).body.token
    const token = await tokenFor(account.email)
    await reset(token)
    const since = (await login(account.email, 'another password')).body.token
    // As if the first press had ended before it could sign the others out.
    await run(testEnv.PLATFORM, sql`UPDATE sessions SET revoked_at = NULL WHERE account_id = ${account.id}`)
    expect((await reset(token)).status).toBe(200)
    expect([(await call('GET /auth/me', { token: before })).status, (await call('GET /auth/me', { token: since })).status]).toEqual([
      401, 200,
    ])
  })

  it('that reached no account is not told once the account is back', async () => {
    const account = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    await reset(await tokenFor(account.email))
    const token = await tokenFor(account.email)
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET is_active = 0 WHERE id = ${account.id}`)
    expect((await reset(token)).status).toBe(401)
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET is_active = 1 WHERE id = ${account.id}`)
    expect((await reset(token)).status).toBe(401)
  })

  it('pressed again while the first press waits for its turn, both are told that it is saved', async () => {
    const account = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    const token = await tokenFor(account.email)
    const body = { newPassword: 'another password' }
    const press = (happens: () => Promise<unknown>) =>
      call('POST /auth/restaurant/reset-password', { token, body, ...from(), via: meanwhile(happens) })
    expect((await press(() => reset(token))).status).toBe(200)
    // Another password that was first is not this one.
    const other = await tokenFor(account.email)
    const late = await call('POST /auth/restaurant/reset-password', {
      ...{ token: other, body: { newPassword: 'a fourth password' }, ...from() },
      via: meanwhile(() => reset(other, 'a third password')),
    })
    expect(refused(late)).toEqual([401, 'Invalid token', 'invalid_token'])
    expect((await login(account.email, 'a third password')).status).toBe(200)
  })

  it('of a used token is told nothing once the account has moved to another address, or is switched off', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('cashier', { restaurantId: w.id })
    const token = await tokenFor(account.email)
    await reset(token)
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET is_active = 0 WHERE id = ${account.id}`)
    expect((await reset(token)).status).toBe(401)
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET is_active = 1, email = ${`${randomId()}@test.test`} WHERE id = ${account.id}`)
    expect((await reset(token)).status).toBe(401)
  })

  it('works for partners and the back office too', async () => {
    const partner = await makeAccount('partner', { partnerId: randomId() })
    expect((await reset(await tokenFor(partner.email))).status).toBe(200)
    expect((await login(partner.email, 'another password', 'partner')).status).toBe(200)
  })

  it('never reveals whether an account exists', async () => {
    const account = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    const off = await makeAccount('cashier', { isActive: false })
    const nobody = `${randomId()}@test.test`
    const answers = [await forgot(account.email), await forgot(nobody), await forgot(off.email)].map((r) => [r.status, r.body])
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect([(await sentTo(nobody)).length, (await sentTo(off.email)).length]).toEqual([0, 0])
    const code = await codeTo(account.email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const tries = [await otp(account.email, wrong), await otp(nobody, wrong), await otp(`${randomId()}@test.test`, wrong)].map((r) => [
      r.status,
      r.body,
    ])
    expect(tries[0]).toEqual([
      401,
      { status: 'error', code: 'invalid_code', message: 'The code is wrong or has lapsed. After five tries you need a new one.' },
    ])
    expect(tries[1]).toEqual(tries[0])
    expect(tries[2]).toEqual(tries[0])
    // Nor by whether a mail can be sent.
    const broken = await configured({ ENVIRONMENT: 'production' }, async () => [
      (await forgot(account.email)).status,
      (await forgot(nobody)).status,
    ])
    expect(broken).toEqual([502, 502])
  })

  it('voids earlier codes and tokens with a second reset', async () => {
    const account = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    const [one, two] = [await tokenFor(account.email), await tokenFor(account.email)]
    await forgot(account.email)
    const code = await codeTo(account.email)
    expect((await reset(two)).status).toBe(200)
    expect((await reset(one)).status).toBe(401)
    expect((await otp(account.email, code)).status).toBe(401)
  })

  it('can’t be reset with a code that was sent to a former address', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('cashier', { restaurantId: w.id })
    const token = await tokenFor(account.email)
    await forgot(account.email)
    const code = await codeTo(account.email)
    const moved = `${randomId()}@test.test`
    expect((await w.does('superuser', 'PUT /restaurant/employees', { _id: account.id, email: moved })).status).toBe(200)
    expect(refused(await reset(token))).toEqual([401, 'Invalid token', 'invalid_token'])
    const late = await otp(account.email, code)
    expect((await reset(late.body.token)).status).toBe(401)
    expect((await login(moved, PASSWORD)).status).toBe(200)
  })

  it('is 401 with no token, an expired one, a session’s or a forged one', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('cashier', { restaurantId: w.id })
    expect(refused(await reset(null))).toEqual([401, 'Token not found', 'invalid_token'])
    const lapsed = await tokenFor(account.email)
    await run(
      testEnv.PLATFORM,
      sql`UPDATE codes SET expires_at = '2020-01-01T00:00:00.000Z' WHERE subject = ${account.email} AND purpose = 'resetToken'`,
    )
    const key = new TextEncoder().encode(testEnv.JWT_SECRET)
    const made = (claims: Record<string, unknown>, secret = key, exp = '10m') =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setSubject(account.id).setExpirationTime(exp).sign(secret)
    const forged = [
      lapsed,
      await w.as('superuser'),
      'nonsense',
      await made({ purpose: 'reset', jti: randomId() }),
      await made({ purpose: 'other', jti: randomId() }),
      await made({ purpose: 'reset', jti: randomId() }, new TextEncoder().encode('somebody else’s secret')),
      // Of another purpose, though what it names is good; and of this one, though what it names is a code.
      await made({ purpose: 'other', jti: String(decodeJwt(await tokenFor(account.email)).jti) }),
      await made({ purpose: 'reset', jti: await codeOf(account.email) }),
    ]
    for (const token of forged) expect(refused(await reset(token))).toEqual([401, 'Invalid token', 'invalid_token'])
    expect((await reset(lapsed, 'short')).status).toBe(422)
  })

  it('gets a limited number of codes per account: 429', async () => {
    const { email } = await makeAccount('cashier')
    const [here, statuses]: [string, number[]] = [randomId(), []]
    for (let i = 0; i < 11; i++) statuses.push((await forgot(email, here)).status)
    expect(statuses).toContain(429)
  })
})
