import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { all, run } from '../db/index.ts'
import { claimed, complete, desk, email, file, from, linksTo, linkTo, owners, process } from '../test/claims.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { sentTo } from '../test/messages.ts'
import { call, makeAccount, makeRestaurant, testEnv, type Via } from '../test/world.ts'

/** Whose the address of an approved claim is (docs/decisions/019-sign-up-tells-nothing.md). */
describe('an approved claim', () => {
  const signedUp = async (to: string) => {
    const body = { name: 'Stranger', email: to, mobile_number: '9000010040', password: 'a squatter’s password' }
    const reply = await call('POST /auth/partner/signup', { body, headers: from() })
    expect(reply.status, reply.text).toBe(201)
    return { token: reply.body.token as string, partnerId: reply.body.partner._id as string, password: body.password }
  }
  const enters = (path: string, to: string, password: string) =>
    call(`POST /auth/${path}/login`, { body: { email: to, password, terminate_existing: true }, headers: from() })

  it('is completed by whom its link was mailed to, also when a stranger signed up with the address first, who goes on without it and sees nothing', async () => {
    const w = await makeRestaurant()
    const { id, to, token } = await claimed(w)
    const stranger = await signedUp(to)
    await process(token, id, 'approve')
    const done = await complete(await linkTo(to))
    expect(done.body.user, done.text).toMatchObject({ role: 'superuser', email: to, restaurantId: w.id })
    expect((await call('GET /auth/email', { token: done.body.token })).body.email).toEqual({ address: to, confirmed: true })
    // Each password opens its own account, and the stranger's is one that leads to nothing.
    expect((await enters('restaurant', to, 'a long password')).body.user).toMatchObject({ restaurantId: w.id })
    expect((await enters('restaurant', to, stranger.password)).status).toBe(401)
    const theirs = await enters('partner', to, stranger.password)
    expect(theirs.body.user, theirs.text).toMatchObject({ role: 'partner', restaurantId: null, partnerId: stranger.partnerId })
    expect((await call('GET /auth/me', { token: stranger.token })).status).toBe(200)
    expect((await call('GET /restaurant/profile', { token: stranger.token, headers: { 'X-Restaurant-Id': w.id } })).status).not.toBe(200)
    const listed = (await call('GET /backoffice/partners', { token })).body.partners
    expect(listed.find((p: { _id: string }) => p._id === stranger.partnerId)).toMatchObject({ addressTaken: true })
    expect((await sentTo(to))[0]?.text).toContain('can no longer be approved')
  })

  it('takes no address from an account that is confirmed, that somebody was given, or that a restaurant was approved with: 409', async () => {
    const token = await desk()
    const waitsFor = async (to: string) => {
      const { body } = await file(await makeRestaurant(), { email: to })
      await process(token, body.claim._id, 'approve')
      return (await linksTo(to)).at(0) ?? ''
    }
    const [confirmed, approved] = [email(), email()]
    await signedUp(confirmed)
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET is_unproven = 0 WHERE email = ${confirmed}`)
    const { partnerId } = await signedUp(approved)
    await makeRestaurant({ partnerId })
    const employee = await makeAccount('waiter', { restaurantId: (await makeRestaurant()).id })
    for (const to of [confirmed, approved, employee.email]) {
      const refused = await complete(await waitsFor(to))
      expect([to, refused.status, refused.body.code]).toEqual([to, 409, 'email_taken'])
      expect(
        (await all<{ role: string }>(testEnv.PLATFORM, sql`SELECT role FROM accounts WHERE email = ${to}`)).map((a) => a.role),
      ).not.toEqual(['superuser'])
    }
  })

  it('is completed with another address where its own has an account: that one is not confirmed, and the claim’s is told', async () => {
    const w = await makeRestaurant()
    const employee = await makeAccount('waiter', { restaurantId: (await makeRestaurant()).id })
    const token = await desk()
    const { body } = await file(w, { email: employee.email })
    await process(token, body.claim._id, 'approve')
    const link = await linkTo(employee.email)
    const other = email()
    const squatter = await signedUp(other)
    const withEmail = (address: string) =>
      call('POST /restaurant/claim/complete', { body: { claimToken: link, password: 'a long password', email: address }, headers: from() })
    // Nothing shows that this one is the claimant's.
    expect([(await withEmail(other)).body.code, (await withEmail('nobody')).status]).toEqual(['email_taken', 422])
    expect((await enters('partner', other, squatter.password)).status).toBe(200)
    const free = email()
    const done = await withEmail(free)
    expect(done.body.user, done.text).toMatchObject({ role: 'superuser', email: free, restaurantId: w.id })
    expect((await call('GET /auth/email', { token: done.body.token })).body.email).toEqual({ address: free, confirmed: false })
    expect((await sentTo(employee.email))[0]?.text).toContain(free)
    expect((await withEmail(email())).status).toBe(401)
    expect(await owners(w)).toEqual([free])
  })

  it('of a restaurant that is removed while it is completed makes no account, and the address stays free', async () => {
    const w = await makeRestaurant()
    const { id, to, token } = await claimed(w)
    await process(token, id, 'approve')
    const remove = () => run(testEnv.PLATFORM, sql`UPDATE restaurants SET deleted_at = '2026-11-01T00:00:00.000Z' WHERE id = ${w.id}`)
    const body = { claimToken: await linkTo(to), password: 'a long password' }
    const late = await call('POST /restaurant/claim/complete', { body, headers: from(), via: meanwhile(remove) })
    expect([late.status, late.body.code]).toEqual([401, 'invalid_token'])
    expect(await all(testEnv.PLATFORM, sql`SELECT 1 FROM accounts WHERE email = ${to}`)).toEqual([])
  })

  it('that is completed at the moment in which the other application is approved, or given outlets, leaves that one without an address and unapproved: 409', async () => {
    const token = await desk()
    const approvedClaim = async () => {
      const { id, to } = await claimed(await makeRestaurant())
      await process(token, id, 'approve')
      return { to, link: await linkTo(to) }
    }
    const one = await approvedClaim()
    const applied = await call('POST /auth/restaurant/signup', {
      body: {
        establishment_name: 'Chai Point Cafe',
        user_name: 'Tara Bose',
        user_contact_number: '9000012345',
        email: one.to,
        password: 'a long password',
        address: '22 Park Street, Kolkata, West Bengal 700016',
      },
      headers: from(),
    })
    const restaurantId = applied.body.restaurant._id as string
    const late = await call('POST /backoffice/restaurants/approve', {
      token,
      body: { restaurantId },
      via: meanwhile(() => complete(one.link)),
    })
    expect([late.status, late.body.code]).toEqual([409, 'address_taken'])
    expect(await all(testEnv.PLATFORM, sql`SELECT approval_status FROM restaurants WHERE id = ${restaurantId}`)).toEqual([
      { approval_status: 'pending' },
    ])
    const two = await approvedClaim()
    const { partnerId } = await signedUp(two.to)
    const w = await makeRestaurant()
    const given = await call('PUT /backoffice/partners', {
      token,
      body: { partnerId, updateData: { restaurantIds: [w.id] } },
      via: meanwhile(() => complete(two.link)),
    })
    expect([given.status, given.body.code]).toEqual([409, 'address_taken'])
    expect(await all(testEnv.PLATFORM, sql`SELECT partner_id FROM restaurants WHERE id = ${w.id}`)).toEqual([{ partner_id: null }])
  })

  it('that is completed at the moment in which the back office adds a restaurant to the other’s partner keeps it from that partner: 409', async () => {
    const token = await desk()
    const { id, to } = await claimed(await makeRestaurant())
    await process(token, id, 'approve')
    const link = await linkTo(to)
    const { partnerId } = await signedUp(to)
    const body = {
      establishment_name: 'Chai Point Cafe',
      user_name: 'Tara Bose',
      user_contact_number: '9000012345',
      email: email(),
      address: '22 Park Street, Kolkata, West Bengal 700016',
      partnerId,
    }
    const late = await call('POST /backoffice/restaurants', { token, body, via: meanwhile(() => complete(link)) })
    expect([late.status, late.body.code]).toEqual([409, 'address_taken'])
    expect(await all(testEnv.PLATFORM, sql`SELECT id FROM restaurants WHERE partner_id = ${partnerId}`)).toEqual([])
  })

  it('or before it leaves that partner no outlet to be approved, whoever owns that one: 409, until the partner has another address', async () => {
    const token = await desk()
    const { id, to } = await claimed(await makeRestaurant())
    await process(token, id, 'approve')
    const link = await linkTo(to)
    const partner = await signedUp(to)
    const body = {
      establishment_name: 'Chai Point Cafe',
      user_name: 'Tara Bose',
      user_contact_number: '9000012345',
      email: email(),
      password: 'a long password',
      address: '22 Park Street, Kolkata, West Bengal 700016',
    }
    const outlet = (await call('POST /partner/restaurant', { token: partner.token, body })).body.restaurant._id as string
    const approve = (via?: Via) => call('POST /backoffice/restaurants/approve', { token, body: { restaurantId: outlet }, via })
    const seen = async () =>
      (await call('GET /backoffice/restaurants/pending', { token })).body.restaurants.find((r: { _id: string }) => r._id === outlet)
    expect(await seen()).toMatchObject({ addressTaken: false, partnerAddressTaken: false })
    const late = await approve(meanwhile(() => complete(link)))
    expect([late.status, late.body.code]).toEqual([409, 'address_taken'])
    expect(await seen()).toMatchObject({ addressTaken: false, partnerAddressTaken: true })
    const refused = await approve()
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('The partner’s address')])
    const updateData = { email: email() }
    expect((await call('PUT /backoffice/partners', { token, body: { partnerId: partner.partnerId, updateData } })).status).toBe(200)
    expect((await approve()).body.restaurant).toMatchObject({ approved: true, partnerAddressTaken: false })
  })

  it('and the back office gets an unconfirmed address for a partner, a restaurant and a user, but not its own partner’s for a restaurant of theirs', async () => {
    const token = await desk()
    const restaurant = {
      establishment_name: 'Chai Point Cafe',
      user_name: 'Tara Bose',
      user_contact_number: '9000012345',
      address: '22 Park Street, Kolkata',
    }
    const person = { name: 'Tara Bose', mobile_number: '9000012345', password: 'a good password' }
    const adds: [string, object][] = [
      ['POST /backoffice/partners', { ...person, restaurantIds: [] }],
      ['POST /backoffice/restaurants', restaurant],
      ['POST /backoffice/restaurants', { ...restaurant, password: person.password }],
      ['POST /backoffice/users', { ...person, name: `Tara ${randomId().slice(-8)}`, role: 'backoffice' }],
    ]
    for (const [address, body] of adds) {
      const to = email()
      const aside = await signedUp(to)
      const made = await call(address, { token, body: { ...body, email: to } })
      expect([address, made.status], made.text).toEqual([address, 201])
      const told = (await sentTo(to)).find((mail) => mail.text.includes('can no longer be approved'))?.text ?? ''
      // A new password would end the application, so that is said.
      expect(told).toContain('give an application of your own another address first')
      // Its password opens what was set aside, whatever password the new account has.
      expect([address, (await enters('partner', to, aside.password)).status]).toEqual([address, 200])
    }
    const to = email()
    const { partnerId } = await signedUp(to)
    const own = await call('POST /backoffice/restaurants', { token, body: { ...restaurant, email: to, partnerId } })
    expect([own.status, own.body.code]).toEqual([409, 'email_taken'])
  })
})
