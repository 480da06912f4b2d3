import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { all, first, run } from '../db/index.ts'
import { partners } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import { codeTo, sentTo } from '../test/messages.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, type Reply, signIn, testEnv } from '../test/world.ts'

/** A sign-up never reveals whether its address has an account (docs/decisions/019-sign-up-tells-nothing.md), neither by its answer nor by what is possible afterwards. */
const THEIRS = 'a password of a stranger'
const OTHER = 'another password of theirs'
const email = () => `${randomId()}@test.test`
const from = () => ({ 'CF-Connecting-IP': randomId() })
const application = (address: string) => ({
  establishment_name: 'Chai Point Cafe',
  user_name: 'Tara Bose',
  user_contact_number: '9000012345',
  email: address,
  password: THEIRS,
  address: '22 Park Street, Kolkata, West Bengal 700016',
})
const partner = (address: string) => ({ name: 'Kavita Iyer', email: address, mobile_number: '9000010040', password: THEIRS })
const login = (family: string, address: string, password: string) =>
  call(`POST /auth/${family}/login`, { body: { email: address, password, terminate_existing: true }, headers: from() })
const changePassword = (token: string, password: string) => call('PUT /auth/password', { token, body: { password, newPassword: OTHER } })
const accountOf = (address: string) =>
  first<{ id: string; email: string; password_hash: string }>(testEnv.PLATFORM, sql`SELECT * FROM accounts WHERE email = ${address}`)
const unlinkedOf = (address: string) =>
  all<{ id: string; email: string; password_hash: string | null }>(
    testEnv.PLATFORM,
    sql`SELECT * FROM accounts WHERE email LIKE ${`unlinked:${address}:%`}`,
  )

async function newPartner(): Promise<string> {
  const partnerId = randomId()
  await run(testEnv.PLATFORM, insert(partners, { id: partnerId, name: 'Kavita', email: email(), createdAt: new Date().toISOString() }))
  return (await signIn('partner', { partnerId })).token
}

/** What a stranger sees of an address: each answer with its status, without what differs by chance. */
type Seen = { what: string; status: number; body: unknown }
async function watching(
  address: string,
  act: (see: (what: string, reply: Promise<Reply>) => Promise<Reply>) => Promise<void>,
): Promise<Seen[]> {
  const seen: Seen[] = []
  await act(async (what, reply) => {
    const done = await reply
    const body = done.text
      .replaceAll(address, '<address>')
      .replace(/\w+@test\.test/g, '<another address>')
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
      .replace(/"(_id|id|restaurantId|partnerId|requestId)":"[^"]+"/g, '"$1":"<id>"')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    seen.push({ what, status: done.status, body: body === '' ? null : JSON.parse(body) })
    return done
  })
  return seen
}
/** The token's payload, which anybody can read. */
const claimsOf = (token: string) => Object.keys(JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))).sort()

const SIGN_UPS: Record<string, (address: string) => Promise<Seen[]>> = {
  'a restaurant’s': (address) =>
    watching(address, async (see) => {
      const { token } = (await see('sign up', call('POST /auth/restaurant/signup', { body: application(address), headers: from() }))).body
      expect(claimsOf(token)).toContain('email')
      await see('me', call('GET /auth/me', { token }))
      await see('profile', call('GET /restaurant/profile', { token }))
      await see('correct it', call('PUT /restaurant/profile', { token, body: { gstNumber: '36AAAAA0000A1Z3' } }))
      await see('orders', call('GET /orders', { token }))
      await see('address', call('GET /auth/email', { token }))
      await see('code', call('POST /auth/email/code', { token, body: {}, headers: from() }))
      await see('guess it', call('POST /auth/email/confirm', { token, body: { otp: '000000' }, headers: from() }))
      await see('sign in', login('restaurant', address, THEIRS))
      await see('sign in as a partner', login('partner', address, THEIRS))
      await see('sign in wrongly', login('restaurant', address, 'quite another'))
      await see('sign up again', call('POST /auth/restaurant/signup', { body: application(address), headers: from() }))
      await see('sign up as a partner', call('POST /auth/partner/signup', { body: partner(address), headers: from() }))
      await see('sign in as that partner', login('partner', address, THEIRS))
      await see('forget', call('POST /auth/restaurant/forgot-password', { body: { email: address }, headers: from() }))
      await see('sign out', call('POST /auth/logout', { token, body: {} }))
      await see('after', call('GET /auth/me', { token }))
    }),
  'a partner’s': (address) =>
    watching(address, async (see) => {
      const { token } = (await see('sign up', call('POST /auth/partner/signup', { body: partner(address), headers: from() }))).body
      await see('me', call('GET /auth/me', { token }))
      await see('partner', call('GET /partner', { token }))
      await see('own address', call('POST /partner/restaurant', { token, body: application(address) }))
      await see('an outlet', call('POST /partner/restaurant', { token, body: application(email()) }))
      await see('sign in', login('partner', address, THEIRS))
      await see('sign in as staff', login('restaurant', address, THEIRS))
      await see('sign in to the back office', login('backoffice', address, THEIRS))
      await see('change the password', changePassword(token, THEIRS))
      await see('sign in with the new one', login('partner', address, OTHER))
      await see('sign in with the old one', login('partner', address, THEIRS))
    }),
  'a partner’s outlet’s': (address) =>
    watching(address, async (see) => {
      const token = await newPartner()
      await see('add', call('POST /partner/restaurant', { token, body: application(address) }))
      await see('outlets', call('GET /partner/outlets', { token }))
      await see('sign in', login('restaurant', address, THEIRS))
    }),
}

const OWNERS = {
  employee: async () => makeAccount('waiter', { restaurantId: (await makeRestaurant({ tables: 0 })).id }),
  partner: () => makeAccount('partner', { partnerId: randomId() }),
  'back office': () => makeAccount('backoffice'),
  'someone invited, without a password yet': () => makeAccount('partner', { partnerId: randomId(), passwordHash: null }),
}

/** Who may have an address, and somebody else signs up with it. */
const HAVE: Record<string, () => Promise<{ address: string; token: string; password: string }>> = {
  employee: async () => {
    const { email: address } = await OWNERS.employee()
    return { address, token: (await login('restaurant', address, PASSWORD)).body.token, password: PASSWORD }
  },
  'a sign-up that nobody confirmed': async () => {
    const address = email()
    const { token } = (await call('POST /auth/partner/signup', { body: partner(address), headers: from() })).body
    return { address, token, password: THEIRS }
  },
}

describe.each(Object.entries(SIGN_UPS))('%s sign-up', (_name, signUp) => {
  it.each(Object.entries(OWNERS))('with the address of %s gets the same answers as with a free address', async (_who, owner) => {
    const account = await owner()
    const address = account.email
    const before = await accountOf(address)
    const [free, taken] = [await signUp(email()), await signUp(address)]
    expect(taken).toEqual(free)
    // The account whose address it is stays as it was.
    expect(await accountOf(address)).toEqual(before)
    const family = account.role === 'waiter' ? 'restaurant' : account.role
    expect((await login(family, address, PASSWORD)).status).toBe(account.passwordHash === null ? 401 : 200)
    const first = (await sentTo(address)).at(-1)
    expect([first?.kind, first?.subject]).toEqual(['mail', 'Somebody signed up with your address'])
    expect(first?.text).not.toMatch(/Chai Point|Tara|Kavita/)
    // One derivation checks a password against all accounts of an address, so its duration reveals nothing.
    const recipe = (hash: string | null | undefined) => hash?.slice(0, hash.lastIndexOf('$'))
    const recipes = [before?.password_hash, ...(await unlinkedOf(address)).map((a) => a.password_hash)].flatMap(
      (hash) => recipe(hash) ?? [],
    )
    expect(recipes.length).toBeGreaterThan(0)
    expect(new Set(recipes).size).toBe(1)
  })
})

describe('someone who signs up with another person’s address', () => {
  it('is signed out when the owner of the address sets a new password', async () => {
    const { email: address } = await makeAccount('partner', { partnerId: randomId() })
    const restaurant = await call('POST /auth/restaurant/signup', { body: application(address), headers: from() })
    const asPartner = await call('POST /auth/partner/signup', { body: partner(address), headers: from() })
    const tokens = [restaurant.body.token, asPartner.body.token]
    for (const token of tokens) expect((await call('GET /auth/me', { token })).status).toBe(200)
    await call('POST /auth/restaurant/forgot-password', { body: { email: address }, headers: from() })
    const verified = await call('POST /auth/restaurant/verify-otp', {
      body: { email: address, otp: await codeTo(address) },
      headers: from(),
    })
    await call('POST /auth/restaurant/reset-password', {
      token: verified.body.token,
      body: { newPassword: 'a password of mine' },
      headers: from(),
    })
    for (const token of tokens) expect((await call('GET /auth/me', { token })).body.code).toBe('session_expired')
    for (const family of ['restaurant', 'partner']) expect((await login(family, address, THEIRS)).status).toBe(401)
    expect((await login('partner', address, 'a password of mine')).status).toBe(200)
  })

  it.each(Object.entries(HAVE))('keeps the own sign-in when %s, who has the address, changes the password', async (who, has) => {
    const { address, token, password } = await has()
    const own = (await call('POST /auth/restaurant/signup', { body: application(address), headers: from() })).body.token
    await call('POST /auth/restaurant/forgot-password', { body: { email: address }, headers: from() })
    const otp = await codeTo(address)
    expect((await changePassword(token, password)).status).toBe(200)
    expect((await call('GET /auth/me', { token: own })).status).toBe(200)
    expect((await login('restaurant', address, THEIRS)).body.code).toBe('pending_approval')
    const family = who === 'employee' ? 'restaurant' : 'partner'
    expect((await login(family, address, OTHER)).status).toBe(200)
    // A code that was mailed to the address is void only if the account whose password was changed has been let in with it.
    const verified = await call('POST /auth/restaurant/verify-otp', { body: { email: address, otp }, headers: from() })
    expect(verified.status).toBe(who === 'employee' ? 401 : 200)
  })

  it('keeps the own sign-in when the account that had the address is gone: no other account is given it', async () => {
    const { email: address } = await OWNERS.employee()
    const { partner: theirs } = (await call('POST /auth/partner/signup', { body: partner(address), headers: from() })).body
    await run(testEnv.PLATFORM, sql`DELETE FROM accounts WHERE email = ${address}`)
    const w = await makeRestaurant({ tables: 0 })
    const { id } = await makeAccount('waiter', { restaurantId: w.id })
    const given = await w.does('superuser', 'PUT /restaurant/employees', { _id: id, email: address })
    expect([given.status, given.body.code]).toEqual([409, 'email_taken'])
    const desk = (await signIn('backoffice')).token
    const give = (partnerId: string) =>
      call('PUT /backoffice/partners', { token: desk, body: { partnerId, updateData: { email: address } } })
    const other = (await call('POST /auth/partner/signup', { body: partner(email()), headers: from() })).body.partner
    expect([(await give(other._id)).status, (await give(other._id)).body.code]).toEqual([409, 'email_taken'])
    expect((await login('partner', address, THEIRS)).status).toBe(200)
    // It was opened for this address, so it can have it.
    expect((await give(theirs._id)).body.partner).toMatchObject({ email: address, addressTaken: false })
    expect((await login('partner', address, THEIRS)).status).toBe(200)
  })

  it('is not approved, gets no outlets, and the back office sees why', async () => {
    const desk = (await signIn('backoffice')).token
    const { email: address } = await makeAccount('waiter', { restaurantId: randomId() })
    const { restaurant } = (await call('POST /auth/restaurant/signup', { body: application(address), headers: from() })).body
    const waiting = (await call('GET /backoffice/restaurants?status=pending&limit=100', { token: desk })).body.restaurants
    expect(waiting.find((r: { _id: string }) => r._id === restaurant._id)).toMatchObject({ email: address, addressTaken: true })
    const approve = () => call('POST /backoffice/restaurants/approve', { token: desk, body: { restaurantId: restaurant._id } })
    expect([(await approve()).status, (await approve()).body.code]).toEqual([409, 'address_taken'])
    const rejected = await call('POST /backoffice/restaurants/reject', {
      token: desk,
      body: { restaurantId: restaurant._id, rejectionReason: 'Apply with another address' },
    })
    expect(rejected.body.restaurant).toMatchObject({ approvalStatus: 'rejected', email: address })
    // The mail would be the stranger's words at somebody else's address; the applicant reads the reason after signing in.
    expect((await sentTo(address)).map((mail) => mail.subject)).toEqual(['Somebody signed up with your address'])
    const asked = await call('GET /restaurant/profile', { token: (await login('restaurant', address, THEIRS)).body.token })
    expect(asked.body.restaurant).toMatchObject({ approvalStatus: 'rejected', rejectionReason: 'Apply with another address' })

    const made = (await call('POST /auth/partner/signup', { body: partner(address), headers: from() })).body.partner
    const listed = (await call('GET /backoffice/partners?limit=200', { token: desk })).body.partners
    expect(listed.find((p: { _id: string }) => p._id === made._id)).toMatchObject({ email: address, addressTaken: true })
    const { id } = await makeRestaurant({ tables: 0 })
    const give = (more: object = {}) =>
      call('PUT /backoffice/partners', { token: desk, body: { partnerId: made._id, updateData: { restaurantIds: [id], ...more } } })
    expect([(await give()).status, (await give()).body.code]).toEqual([409, 'address_taken'])
    const added = await call('POST /backoffice/restaurants', { token: desk, body: { ...application(email()), partnerId: made._id } })
    expect([added.status, added.body.code]).toEqual([409, 'address_taken'])
    // With an address of its own it is a partner like any other.
    const own = email()
    expect((await give({ email: own })).body.partner).toMatchObject({ email: own, addressTaken: false, outlets: [{ _id: id }] })
    expect((await login('partner', own, THEIRS)).status).toBe(200)
  })

  it('is never refused: when two sign up with a free address at once, both get 201 and one gets the account', async () => {
    const address = email()
    const replies = await Promise.all([1, 2].map(() => call('POST /auth/partner/signup', { body: partner(address), headers: from() })))
    expect(replies.map((r) => r.status)).toEqual([201, 201])
    expect(await accountOf(address)).not.toBeNull()
    expect(await unlinkedOf(address)).toHaveLength(1)
  })
})

it('a manager who adds an employee gets 409 when the address is taken', async () => {
  const w = await makeRestaurant({ tables: 0 })
  const { email: address } = await makeAccount('partner', { partnerId: randomId() })
  const reply = await w.does('superuser', 'POST /restaurant/employees', { name: 'Asha', email: address, role: 'waiter', password: THEIRS })
  expect([reply.status, reply.body.code]).toEqual([409, 'email_taken'])
})
