import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { type LimitRule, LIMITS } from '#domain/limits.ts'
import { first, run } from '../db/index.ts'
import { spend, withinOneWindow } from '../test/limits.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { codeTo, configured, sentTo } from '../test/messages.ts'
import { call, makeAccount, signIn, testEnv } from '../test/world.ts'
import { hashPassword } from './password.ts'

/** The address of a sign-up is confirmed by a mailed code, or isn't: the application works without (CONTRACT §9). */
const newEmail = () => `${randomId()}@test.test`
const from = () => ({ 'CF-Connecting-IP': randomId() })
const PASSWORD = 'a long password'

async function apply(email: string) {
  const body = {
    establishment_name: 'Chai Point Cafe',
    user_name: 'Tara Bose',
    user_contact_number: '9000012345',
    email,
    password: PASSWORD,
    address: '22 Park Street, Kolkata, West Bengal 700016',
  }
  const { body: made } = await call('POST /auth/restaurant/signup', { body, headers: from() })
  return { token: made.token as string, restaurantId: made.restaurant._id as string }
}
const asPartner = async (email: string) => {
  const body = { name: 'Kavita Iyer', email, mobile_number: '9000010040', password: PASSWORD }
  const { body: made } = await call('POST /auth/partner/signup', { body, headers: from() })
  return { token: made.token as string, partnerId: made.partner._id as string }
}
const stateOf = async (token: string) => (await call('GET /auth/email', { token })).body.email
const send = (token: string) => call('POST /auth/email/code', { token, body: {}, headers: from() })
const confirm = (token: string, otp: string) => call('POST /auth/email/confirm', { token, body: { otp }, headers: from() })
const wrong = [422, [{ path: 'otp', message: 'The code is wrong or has lapsed. After five tries you need a new one.' }]]

let email = ''
beforeEach(() => {
  email = newEmail()
})

describe('the address of a sign-up', () => {
  it('is not confirmed at first, which the back office sees of the restaurant; the mailed code confirms it', async () => {
    const desk = (await signIn('backoffice')).token
    const { token, restaurantId } = await apply(email)
    const seen = async () =>
      (await call('GET /backoffice/restaurants/pending', { token: desk })).body.restaurants.find(
        (r: { _id: string }) => r._id === restaurantId,
      ).emailConfirmed
    expect(await stateOf(token)).toEqual({ address: email, confirmed: false })
    expect(await seen()).toBe(false)
    expect((await send(token)).status).toBe(200)
    const otp = await codeTo(email)
    expect((await confirm(token, otp)).body).toEqual({ email: { address: email, confirmed: true } })
    expect(await stateOf(token)).toEqual({ address: email, confirmed: true })
    expect(await seen()).toBe(true)
  })

  it('is confirmed for whoever asks again because the answer was lost, and is mailed no code then', async () => {
    const { token } = await apply(email)
    expect((await send(token)).body).toEqual({ message: 'A code is on its way.', email: { address: email, confirmed: false } })
    const otp = await codeTo(email)
    const both = await call('POST /auth/email/confirm', {
      token,
      body: { otp },
      headers: from(),
      via: meanwhile(() => confirm(token, otp)),
    })
    const again = await confirm(token, otp)
    const body = { email: { address: email, confirmed: true } }
    expect([both.status, both.body, again.status, again.body]).toEqual([200, body, 200, body])
    const mails = (await sentTo(email)).length
    expect((await send(token)).body).toEqual({ message: 'Your address is confirmed already.', ...body })
    expect((await sentTo(email)).length).toBe(mails)
  })

  it('is seen of a partner too, and nobody but the back office is told', async () => {
    const desk = (await signIn('backoffice')).token
    const { token, partnerId } = await asPartner(email)
    const seen = async () =>
      (await call('GET /backoffice/partners?limit=200', { token: desk })).body.partners.find((p: { _id: string }) => p._id === partnerId)
        .emailConfirmed
    expect(await seen()).toBe(false)
    expect((await call('GET /partner', { token })).body.partner).not.toHaveProperty('emailConfirmed')
    await send(token)
    await confirm(token, await codeTo(email))
    expect(await seen()).toBe(true)
  })

  it('does not have to be confirmed: the restaurant is approved without, and signs in', async () => {
    const desk = (await signIn('backoffice')).token
    const { restaurantId } = await apply(email)
    expect((await call('POST /backoffice/restaurants/approve', { token: desk, body: { restaurantId } })).status).toBe(200)
    const login = await call('POST /auth/restaurant/login', {
      body: { email, password: PASSWORD, terminate_existing: true },
      headers: from(),
    })
    expect(login.status).toBe(200)
  })

  it('is not confirmed by a wrong code, nor by an earlier one', async () => {
    const { token } = await apply(email)
    await send(token)
    const earlier = await codeTo(email)
    const other = String((Number(earlier) + 1) % 1_000_000).padStart(6, '0')
    expect((await confirm(token, other)).body.errors).toEqual(wrong[1])
    // A new code may be the same number by chance.
    let latest = earlier
    while (latest === earlier) {
      await send(token)
      latest = await codeTo(email)
    }
    expect((await confirm(token, earlier)).body.errors).toEqual(wrong[1])
    expect((await stateOf(token)).confirmed).toBe(false)
    expect((await confirm(token, latest)).status).toBe(200)
  })

  it('is not confirmed by the code of another account with the same address, nor by one that was mailed to an earlier address', async () => {
    const [mine, theirs] = [await apply(email), await apply(email)]
    await send(mine.token)
    const otp = await codeTo(email)
    expect((await confirm(theirs.token, otp)).body.errors).toEqual(wrong[1])
    const next = newEmail()
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET email = ${next} WHERE restaurant_id = ${mine.restaurantId}`)
    expect((await confirm(mine.token, otp)).body.errors).toEqual(wrong[1])
    expect(await stateOf(mine.token)).toEqual({ address: next, confirmed: false })
  })

  it('that belongs to another account can be confirmed as well, and gains nothing by it', async () => {
    const desk = (await signIn('backoffice')).token
    const owner = await makeAccount('waiter', { restaurantId: randomId() })
    const { token, restaurantId } = await apply(owner.email)
    await send(token)
    expect((await confirm(token, await codeTo(owner.email))).body).toEqual({ email: { address: owner.email, confirmed: true } })
    const approved = await call('POST /backoffice/restaurants/approve', { token: desk, body: { restaurantId } })
    expect([approved.status, approved.body.code]).toEqual([409, 'address_taken'])
  })

  it('is taken by its code from whoever signed up with it first and never confirmed it; not from an account that is confirmed or was given', async () => {
    const desk = (await signIn('backoffice')).token
    const taken = async (partnerId: string) =>
      (await call('GET /backoffice/partners?limit=200', { token: desk })).body.partners.find((p: { _id: string }) => p._id === partnerId)
        .addressTaken
    const squatter = await asPartner(email)
    const second = await asPartner(email)
    expect([await taken(squatter.partnerId), await taken(second.partnerId)]).toEqual([false, true])
    await send(second.token)
    expect((await confirm(second.token, await codeTo(email))).body).toEqual({ email: { address: email, confirmed: true } })
    expect([await taken(squatter.partnerId), await taken(second.partnerId)]).toEqual([true, false])
    expect((await sentTo(email))[0]?.text).toContain('can no longer be approved')
    // The first one's code confirms as well, and takes nothing from an account that is confirmed.
    await send(squatter.token)
    expect((await confirm(squatter.token, await codeTo(email))).body).toEqual({ email: { address: email, confirmed: true } })
    expect([await taken(squatter.partnerId), await taken(second.partnerId)]).toEqual([true, false])
  })

  it('is taken from nobody by an account that is given another one at that moment', async () => {
    const desk = (await signIn('backoffice')).token
    const first = await asPartner(email)
    const second = await asPartner(email)
    await send(second.token)
    const otp = await codeTo(email)
    const moves = () => call('PUT /auth/email', { token: second.token, body: { email: newEmail(), password: PASSWORD }, headers: from() })
    const late = await call('POST /auth/email/confirm', { token: second.token, body: { otp }, headers: from(), via: meanwhile(moves) })
    expect([late.status, late.body.errors]).toEqual(wrong)
    const partners = (await call('GET /backoffice/partners?limit=200', { token: desk })).body.partners as { _id: string }[]
    expect(partners.find((p) => p._id === first.partnerId)).toMatchObject({ email, addressTaken: false })
  })

  it('that went to another account is had back once it is free, also with a new one; one that leads to nothing is corrected when it is confirmed, too', async () => {
    const put = (token: string, to: string) => call('PUT /auth/email', { token, body: { email: to, password: PASSWORD }, headers: from() })
    const stored = async (id: string) =>
      (await first<{ email: string; is_unproven: number }>(
        testEnv.PLATFORM,
        sql`SELECT email, is_unproven FROM accounts WHERE restaurant_id = ${id}`,
      ))!
    const employee = await makeAccount('waiter', { email })
    const { token, restaurantId } = await apply(email)
    expect((await put(token, email)).status).toBe(200)
    expect((await stored(restaurantId)).email).toContain('unlinked:')
    await run(testEnv.PLATFORM, sql`DELETE FROM accounts WHERE id = ${employee.id}`)
    expect((await put(token, email)).body).toEqual({ email: { address: email, confirmed: false } })
    expect(await stored(restaurantId)).toEqual({ email, is_unproven: 1 })
    const other = newEmail()
    await makeAccount('waiter', { email: other })
    const late = await apply(other)
    await send(late.token)
    await confirm(late.token, await codeTo(other))
    const free = newEmail()
    expect((await put(late.token, free)).body).toEqual({ email: { address: free, confirmed: false } })
    expect(await stored(late.restaurantId)).toEqual({ email: free, is_unproven: 1 })
  })

  it('keeps password and sessions when it is confirmed: a later sign-in with Google takes nothing over', async () => {
    const { token } = await apply(email)
    await send(token)
    await confirm(token, await codeTo(email))
    expect((await call('GET /auth/me', { token })).status).toBe(200)
    const login = await call('POST /auth/restaurant/login', { body: { email, password: PASSWORD }, headers: from() })
    expect([login.status, login.body.approved]).toEqual([403, false])
  })

  it('is flooded by nobody: 5 codes in five minutes from one network', async () => {
    const { token } = await apply(email)
    const headers = from()
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await call('POST /auth/email/code', { token, body: {}, headers })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('gets 502 when the mail can’t be sent, and the code before it stays good', async () => {
    const { token } = await apply(email)
    await send(token)
    const otp = await codeTo(email)
    const failed = await configured({ EMAIL_API_URL: 'http://127.0.0.1:9/' }, () => send(token))
    expect([failed.status, failed.body.code]).toEqual([502, 'delivery_failed'])
    expect((await confirm(token, otp)).status).toBe(200)
  })
})

describe('a mistyped address', () => {
  const correct = (token: string, to: string, password = PASSWORD) =>
    call('PUT /auth/email', { token, body: { email: to, password }, headers: from() })
  const login = (family: string, address: string, password = PASSWORD) =>
    call(`POST /auth/${family}/login`, { body: { email: address, password, terminate_existing: true }, headers: from() })
  const forget = (address: string) => call('POST /auth/restaurant/forgot-password', { body: { email: address }, headers: from() })

  it('is corrected while the application waits: the new one signs in and is confirmed by a code of its own; the old one is told nothing', async () => {
    const desk = (await signIn('backoffice')).token
    const { token, restaurantId } = await apply(email)
    await send(token)
    const oldCode = await codeTo(email)
    const before = await sentTo(email)
    const right = newEmail()
    expect((await correct(token, right)).body).toEqual({ email: { address: right, confirmed: false } })
    expect((await sentTo(right)).map((m) => m.subject)).toEqual(['You signed up with Tawa'])
    expect((await confirm(token, oldCode)).body.errors).toEqual(wrong[1])
    await send(token)
    expect((await confirm(token, await codeTo(right))).body).toEqual({ email: { address: right, confirmed: true } })
    expect((await login('restaurant', email)).status).toBe(401)
    expect((await login('restaurant', right)).body).toMatchObject({ approved: false })
    await call('POST /backoffice/restaurants/reject', { token: desk, body: { restaurantId, rejectionReason: 'No licence' } })
    expect((await sentTo(right))[0]?.text).toContain('No licence')
    expect(await sentTo(email)).toEqual(before)
  })

  it('of a partner is corrected too, and the back office sees the new one', async () => {
    const desk = (await signIn('backoffice')).token
    const { token, partnerId } = await asPartner(email)
    const right = newEmail()
    expect((await correct(token, right)).status).toBe(200)
    const { partners } = (await call('GET /backoffice/partners?limit=200', { token: desk })).body
    expect(partners.find((p: { _id: string }) => p._id === partnerId)).toMatchObject({
      email: right,
      addressTaken: false,
      emailConfirmed: false,
    })
    expect((await call('GET /partner', { token })).body.partner.email).toBe(right)
    expect((await login('partner', right)).status).toBe(200)
  })

  it('leaves whoever has its mailbox nothing: a code that was mailed there for a new password is void', async () => {
    const { token } = await apply(email)
    await forget(email)
    const otp = await codeTo(email)
    const right = newEmail()
    await correct(token, right)
    expect((await call('POST /auth/restaurant/verify-otp', { body: { email, otp }, headers: from() })).status).toBe(401)
    expect((await login('restaurant', right)).status).toBe(403)
  })

  it('is not corrected without the password, which an unlocked screen does not have', async () => {
    const { token } = await apply(email)
    const refused = await correct(token, newEmail(), 'quite another')
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'password'])
    expect(await stateOf(token)).toEqual({ address: email, confirmed: false })
  })

  it('is no way to get another one once it is confirmed, or an application was approved with it', async () => {
    const desk = (await signIn('backoffice')).token
    const [confirmed, approved] = [await apply(email), await apply(newEmail())]
    await send(confirmed.token)
    await confirm(confirmed.token, await codeTo(email))
    await call('POST /backoffice/restaurants/approve', { token: desk, body: { restaurantId: approved.restaurantId } })
    for (const { token } of [confirmed, approved]) {
      const refused = await correct(token, newEmail())
      expect([refused.status, refused.body.code]).toEqual([409, 'email_settled'])
    }
  })

  it('is not corrected to one that was signed up with too often: its owner gets a mail each time', async () => {
    const { token } = await apply(email)
    const right = newEmail()
    await withinOneWindow(async () => {
      await spend(LIMITS.signup, LIMITS.signup.rules.find((r) => r.by === 'subject') as LimitRule, right)
      const refused = await correct(token, right)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    })
    expect(await stateOf(token)).toEqual({ address: email, confirmed: false })
    expect(await sentTo(right)).toEqual([])
  })

  it('gets the same answers with an address that somebody has as with a free one, and nothing of that account', async () => {
    const owner = await makeAccount('partner', { partnerId: randomId(), passwordHash: await hashPassword('a password of theirs') })
    const seen = async (to: string) => {
      const { token } = await apply(newEmail())
      const answers = []
      for (const reply of [
        await correct(token, to),
        await call('GET /auth/email', { token }),
        await call('GET /auth/me', { token }),
        await correct(token, to),
        await login('restaurant', to),
        await login('partner', to),
      ])
        answers.push([
          reply.status,
          reply.text.replaceAll(to, '<address>').replace(/"(_id|id|restaurantId|token)":"[^"]+"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<own>'),
        ])
      return answers
    }
    expect(await seen(owner.email)).toEqual(await seen(newEmail()))
    expect((await sentTo(owner.email)).at(-1)?.subject).toBe('Somebody signed up with your address')
    const stored = await first<{ password_hash: string }>(
      testEnv.PLATFORM,
      sql`SELECT password_hash FROM accounts WHERE email = ${owner.email}`,
    )
    expect(stored?.password_hash).toBe(owner.passwordHash)
    // One derivation checks a password against all accounts of an address.
    const all = await first<{ recipes: number }>(
      testEnv.PLATFORM,
      sql`SELECT count(DISTINCT substr(password_hash, 1, 40)) AS recipes FROM accounts WHERE email = ${owner.email} OR email LIKE ${`unlinked:${owner.email}:%`}`,
    )
    expect(all?.recipes).toBe(1)
  })
})

describe('an account that nobody signed up with', () => {
  it('has a confirmed address: no code is mailed to it', async () => {
    const { email: address } = await makeAccount('partner', { partnerId: randomId() })
    const { token } = (await call('POST /auth/partner/login', { body: { email: address, password: PASSWORD }, headers: from() })).body
    expect((await stateOf(token)).confirmed).toBe(true)
    const before = (await sentTo(address)).length
    expect((await send(token)).body.message).toBe('Your address is confirmed already.')
    expect(await sentTo(address)).toHaveLength(before)
  })
})

describe('the support address', () => {
  it('is read by anybody, and is null where none is set', async () => {
    const reply = await configured({ SUPPORT_EMAIL: 'help@tawa.test' }, () => call('GET /support'))
    expect(reply.body).toEqual({ support: { email: 'help@tawa.test' } })
    expect((await configured({ SUPPORT_EMAIL: undefined }, () => call('GET /support'))).body).toEqual({ support: null })
  })
})
