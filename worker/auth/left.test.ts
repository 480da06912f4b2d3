import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { LEFT_SIGN_UP_DAYS } from '#domain/limits.ts'
import { randomId } from '#domain/ids.ts'
import { all, batch, run } from '../db/index.ts'
import worker from '../index.ts'
import { anEmail } from '../test/stage.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, signIn, testEnv } from '../test/world.ts'
import { voidedByPassword } from './account.ts'

/** Sign-ups with an address that another account has are removed when they came to nothing and nobody can enter them (docs/decisions/019-sign-up-tells-nothing.md). */

const THEIRS = 'a password of a stranger'
const from = () => ({ 'CF-Connecting-IP': randomId() })
const application = (email: string) => ({
  establishment_name: `Cafe ${randomId()}`,
  user_name: 'Tara Bose',
  user_contact_number: '9000012345',
  email,
  password: THEIRS,
  address: '22 Park Street, Kolkata, West Bengal 700016',
})
const partner = (email: string) => ({ name: 'Kavita Iyer', email, mobile_number: '9000010040', password: THEIRS })
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** An application or a partner with an address that another account has. */
async function signUp(body: (email: string) => object, address = '/auth/restaurant/signup') {
  const { id: restaurantId } = await makeRestaurant({ tables: 0 })
  const { email } = await makeAccount('waiter', { restaurantId })
  const reply = await call(`POST ${address}`, { body: body(email), headers: from() })
  expect(reply.status, reply.text).toBe(201)
  const [account] = await accountsOf(email)
  return {
    email,
    token: reply.body.token as string,
    id: account?.id ?? '',
    made: (reply.body.restaurant ?? reply.body.partner)._id as string,
  }
}
const accountsOf = (email: string) =>
  all<{ id: string }>(testEnv.PLATFORM, sql`SELECT id FROM accounts WHERE email LIKE ${`unlinked:${email}:%`}`)
/** As if the owner of the address had set a new password with a mailed code. */
const endBy = (email: string) => batch(testEnv.PLATFORM, voidedByPassword(new Date().toISOString(), email))
const login = (email: string, family = 'restaurant', password = PASSWORD) =>
  call(`POST /auth/${family}/login`, { body: { email, password, terminate_existing: true }, headers: from() })
/** As if everything that they did lay so many days further back. */
const age = (id: string, days: number) =>
  run(
    testEnv.PLATFORM,
    sql`UPDATE accounts SET created_at = ${ago(days)}, last_login_at = CASE WHEN last_login_at IS NOT NULL THEN ${ago(days)} END WHERE id = ${id}`,
  )
async function everyHour() {
  const work: Promise<unknown>[] = []
  await worker.scheduled?.({} as never, testEnv, { waitUntil: (p: Promise<unknown>) => void work.push(p) } as never)
  await Promise.all(work)
}
const OLD = LEFT_SIGN_UP_DAYS + 1

describe('a sign-up with somebody else’s address', () => {
  it('is removed with its application and its sessions once its password was ended and nobody has signed in to it for as long', async () => {
    const desk = (await signIn('backoffice')).token
    const [left, shop, young] = [await signUp(application), await signUp(partner, '/auth/partner/signup'), await signUp(application)]
    for (const { id } of [left, shop]) await age(id, OLD)
    await age(young.id, LEFT_SIGN_UP_DAYS - 1)
    for (const { email } of [left, shop, young]) await endBy(email)
    await everyHour()
    expect([await accountsOf(left.email), await accountsOf(shop.email)]).toEqual([[], []])
    expect(await accountsOf(young.email)).toHaveLength(1)
    const listed = async (id: string) => (await call(`GET /backoffice/restaurants?id=${id}`, { token: desk })).body.totalRestaurants
    expect([await listed(left.made), await listed(young.made)]).toEqual([0, 1])
    const partners = (await call('GET /backoffice/partners?limit=200', { token: desk })).body.partners
    expect(partners.map((p: { _id: string }) => p._id)).not.toContain(shop.made)
    for (const { token } of [left, shop]) expect((await call('GET /auth/me', { token })).status).toBe(401)
    // The owner's name is no former name of staff.
    expect(await all(testEnv.PLATFORM, sql`SELECT * FROM former_names WHERE account_id = ${left.id}`)).toEqual([])
  })

  it('and the account that has the address stays, and signs in', async () => {
    const { email, id } = await signUp(application)
    await age(id, OLD)
    await endBy(email)
    await everyHour()
    expect([(await login(email)).status, await accountsOf(email)]).toEqual([200, []])
  })

  it.each([
    ['somebody has signed in to since', (id: string) => sql`UPDATE accounts SET last_login_at = ${ago(1)} WHERE id = ${id}`],
    ['is confirmed', (id: string) => sql`UPDATE accounts SET is_unproven = 0 WHERE id = ${id}`],
    [
      'is approved',
      (id: string) =>
        sql`UPDATE restaurants SET approval_status = 'approved' WHERE id = (SELECT restaurant_id FROM accounts WHERE id = ${id})`,
    ],
    [
      'a partner has applied for',
      (id: string) => sql`UPDATE restaurants SET partner_id = 'p' WHERE id = (SELECT restaurant_id FROM accounts WHERE id = ${id})`,
    ],
    [
      // Nothing else names them, and nothing deletes them.
      'has documents',
      (id: string) =>
        sql`UPDATE restaurants SET profile = json_set(profile, '$.documents', json('[{"name":"gst.pdf"}]')) WHERE id = (SELECT restaurant_id FROM accounts WHERE id = ${id})`,
    ],
    [
      'has other accounts',
      (id: string) =>
        sql`UPDATE accounts SET restaurant_id = (SELECT restaurant_id FROM accounts WHERE id = ${id}) WHERE id = (SELECT id FROM accounts WHERE role = 'kitchen' LIMIT 1)`,
    ],
  ])('that %s stays', async (_, change) => {
    await makeAccount('kitchen', { restaurantId: randomId() })
    const { email, id } = await signUp(application)
    await age(id, OLD)
    await endBy(email)
    await run(testEnv.PLATFORM, change(id))
    await everyHour()
    expect(await accountsOf(email)).toHaveLength(1)
  })

  it('a partner that has outlets stays', async () => {
    const { email, id, made } = await signUp(partner, '/auth/partner/signup')
    await makeRestaurant({ partnerId: made, tables: 0 })
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET approval_status = 'rejected' WHERE partner_id = ${made}`)
    await age(id, OLD)
    await endBy(email)
    await everyHour()
    expect(await accountsOf(email)).toHaveLength(1)
  })

  it.each(['restaurant', 'partner'])(
    'tells nothing by time: a %s whose password still opens it answers as one with a free address, however old',
    async (family) => {
      const body = family === 'partner' ? partner : application
      const taken = await signUp(body, `/auth/${family}/signup`)
      const free = anEmail()
      expect((await call(`POST /auth/${family}/signup`, { body: body(free), headers: from() })).status).toBe(201)
      await run(testEnv.PLATFORM, sql`UPDATE accounts SET created_at = ${ago(OLD)}, last_login_at = ${ago(OLD)} WHERE email = ${free}`)
      await age(taken.id, OLD)
      await everyHour()
      const answers = await Promise.all([taken.email, free].map((email) => login(email, family, THEIRS)))
      const seen = answers.map(({ status, body: { code, token } }) => [status, code, typeof token])
      expect(seen[0]).toEqual(seen[1])
      expect(seen[0]?.[0]).toBe(family === 'partner' ? 200 : 403)
    },
  )

  it('stays with its sign-in when it had the address and was set aside for a colleague', async () => {
    const email = anEmail()
    expect((await call('POST /auth/restaurant/signup', { body: application(email), headers: from() })).status).toBe(201)
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET created_at = ${ago(OLD)}, last_login_at = ${ago(OLD)} WHERE email = ${email}`)
    const w = await makeRestaurant({ tables: 0 })
    const added = await w.does('superuser', 'POST /restaurant/employees', { name: 'Asha', email, role: 'waiter', password: PASSWORD })
    expect(added.status, added.text).toBe(201)
    await everyHour()
    const reply = await login(email, 'restaurant', THEIRS)
    expect([reply.status, reply.body.code]).toEqual([403, 'pending_approval'])
  })
})
