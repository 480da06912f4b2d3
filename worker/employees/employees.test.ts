import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Role } from '#domain/roles.ts'
import { resetToken } from '../auth/reset.ts'
import { run } from '../db/index.ts'
import type { Context } from '../http/context.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { deviceFrom, withinOneWindow } from '../test/limits.ts'
import { codeTo, sentTo } from '../test/messages.ts'
import { openSocket } from '../test/sockets.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, signIn, testEnv, type World } from '../test/world.ts'

let w: World
let owner: Awaited<ReturnType<typeof signIn>>
beforeEach(async () => {
  w = await makeRestaurant({ partnerId: randomId() })
  owner = await signIn('superuser', { restaurantId: w.id, shard: w.shard })
})
const hire = (role: Role) => makeAccount(role, { restaurantId: w.id })
const asOwner = (address: string, body?: unknown) => call(address, { token: owner.token, body })
const list = async () => (await asOwner('GET /restaurant/employees')).body.employees as { _id: string; role: Role; isActive: boolean }[]
const one = async (id: string) => (await list()).find((e) => e._id === id)
const login = (email: string, password = PASSWORD) => call('POST /auth/restaurant/login', { body: { email, password } })

describe('employees', () => {
  it('are added, sign in, are changed and removed', async () => {
    const email = `${randomId()}@test.test`
    const made = await asOwner('POST /restaurant/employees', {
      name: 'Asha',
      email: email.toUpperCase(),
      role: 'waiter',
      password: 'a good password',
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body.employee).toMatchObject({ name: 'Asha', email, mobile_number: '', role: 'waiter', isActive: true, lastLoginAt: null })
    expect(made.text).not.toContain('scrypt')
    const { _id } = made.body.employee
    expect((await login(email, 'a good password')).body.user.role).toBe('waiter')
    const changed = await asOwner('PUT /restaurant/employees', { _id, name: 'Asha K', mobile_number: '98200 12345' })
    expect(changed.body.employee).toMatchObject({ name: 'Asha K', mobile_number: '98200 12345', role: 'waiter', email })
    // What is not named stays.
    expect((await asOwner('PUT /restaurant/employees', { _id, name: 'Asha' })).body.employee.mobile_number).toBe('98200 12345')
    expect((await list()).map((e) => e._id).sort()).toEqual([_id, owner.accountId].sort())
    expect((await asOwner(`DELETE /restaurant/employees/${_id}`)).status).toBe(200)
    expect(await one(_id)).toBeUndefined()
    expect((await login(email, 'a good password')).status).toBe(401)
  })

  it('nobody sets their own password here: that needs the present one', async () => {
    const reply = await asOwner('PUT /restaurant/employees', { _id: owner.accountId, name: 'Mine', password: 'set at an unlocked till' })
    expect([reply.status, reply.body.code]).toEqual([403, 'own_account'])
    expect((await asOwner('GET /auth/me')).body.user.name).not.toBe('Mine')
    expect((await login(owner.email, 'set at an unlocked till')).status).toBe(401)
  })

  it('another address to sign in with is told to the one before, and nothing else is', async () => {
    const { id, email } = await hire('waiter')
    const to = `${randomId()}@test.test`
    for (const body of [{ email }, { name: `Asha ${randomId().slice(-4)}` }, { email: to }])
      expect((await asOwner('PUT /restaurant/employees', { _id: id, ...body })).status).toBe(200)
    expect((await sentTo(email)).map((mail) => mail.subject)).toEqual(['Your sign-in address was changed'])
    expect(await sentTo(to)).toEqual([])
  })

  it('a password that a manager sets is told to its owner, and the mail says neither the password nor who', async () => {
    const { id, email } = await hire('cashier')
    const manager = await signIn('generalManager', { restaurantId: w.id, shard: w.shard })
    const password = 'known to the manager'
    const reply = await call('PUT /restaurant/employees', { token: manager.token, body: { _id: id, password } })
    expect(reply.status, reply.text).toBe(200)
    const mails = await sentTo(email)
    expect(mails.map((mail) => mail.subject)).toEqual(['Your password was changed by a manager'])
    expect(mails[0]?.text).not.toContain(password)
    // With another address at once the mail about that says it, at the address before.
    const to = `${randomId()}@test.test`
    await call('PUT /restaurant/employees', { token: manager.token, body: { _id: id, password, email: to } })
    expect((await sentTo(email)).map((mail) => mail.subject)).toContain('Your sign-in address was changed')
    expect(await sentTo(to)).toEqual([])
  })

  it('409 email_taken: addresses are unique over all accounts', async () => {
    const partner = await makeAccount('partner')
    const a = await hire('waiter')
    const make = (email: string) => asOwner('POST /restaurant/employees', { name: 'X', email, role: 'waiter', password: 'a good password' })
    expect((await make(partner.email)).body.code).toBe('email_taken')
    expect((await asOwner('PUT /restaurant/employees', { _id: a.id, email: partner.email.toUpperCase() })).body.code).toBe('email_taken')
    const email = `${randomId()}@test.test`
    expect((await Promise.all([make(email), make(email)])).map((r) => r.status).sort()).toEqual([201, 409])
  })

  it('an address that a stranger signed up with and never confirmed is free for an employee: the sign-up goes on without it, and its owner is told', async () => {
    const to = `${randomId()}@test.test`
    const squatter = 'a squatter’s password'
    const headers = () => ({ 'CF-Connecting-IP': randomId() })
    const body = { name: 'Stranger', email: to, mobile_number: '9000010040', password: squatter }
    expect((await call('POST /auth/partner/signup', { body, headers: headers() })).status).toBe(201)
    const made = await asOwner('POST /restaurant/employees', { name: 'Asha', email: to, role: 'waiter', password: 'a good password' })
    expect(made.status, made.text).toBe(201)
    expect((await login(to, 'a good password')).body.user).toMatchObject({ role: 'waiter', restaurantId: w.id })
    expect((await login(to, squatter)).status).toBe(401)
    const theirs = await call('POST /auth/partner/login', { body: { email: to, password: squatter }, headers: headers() })
    expect(theirs.body.user ?? theirs.body.code).not.toMatchObject({ restaurantId: w.id })
    const desk = await signIn('backoffice')
    const listed = (await call('GET /backoffice/partners', { token: desk.token })).body.partners as {
      email: string
      addressTaken: boolean
    }[]
    expect(listed.find((p) => p.email === to)).toMatchObject({ addressTaken: true })
    expect((await sentTo(to))[0]?.text).toContain('can no longer be approved')
  })

  it('a manager’s new password for a colleague leaves whoever signed up with the same address their own sign-in', async () => {
    const { id, email } = await hire('waiter')
    const body = { name: 'Stranger', email, mobile_number: '9000010040', password: 'a stranger’s password' }
    const headers = () => ({ 'CF-Connecting-IP': randomId() })
    expect((await call('POST /auth/partner/signup', { body, headers: headers() })).status).toBe(201)
    const theirs = () => call('POST /auth/partner/login', { body: { email, password: body.password }, headers: headers() })
    expect((await theirs()).status).toBe(200)
    await asOwner('PUT /restaurant/employees', { _id: id, password: 'another good password' })
    expect((await login(email, 'another good password')).status).toBe(200)
    expect((await theirs()).status).toBe(200)
  })

  it('a manager’s new password forgets the account’s devices and wrong tries, and makes mailed codes and links void; whoever signed up with the same address keeps theirs', async () => {
    const { id, email } = await hire('waiter')
    const here = { 'CF-Connecting-IP': randomId() }
    const enter = (path: string, password: string, headers: Record<string, string>) =>
      call(`POST /auth/${path}/login`, { body: { email, password, terminate_existing: true }, headers })
    const guessUntilRefused = async () => {
      const tries = LIMITS.login.rules.find((rule) => rule.by === 'share')!.most
      for (let i = 0; i < tries; i++) expect((await enter('restaurant', 'wrong', here)).status).toBe(401)
      expect((await enter('restaurant', 'wrong', here)).status).toBe(429)
    }
    const forgot = () => call('POST /auth/restaurant/forgot-password', { body: { email }, headers: here })
    const verify = (otp: string) => call('POST /auth/restaurant/verify-otp', { body: { email, otp }, headers: here })
    const stranger = { name: 'Stranger', email, mobile_number: '9000010040', password: 'a stranger’s password' }
    // Outside the window, so that its mail is older than the codes.
    expect((await call('POST /auth/partner/signup', { body: stranger, headers: here })).status).toBe(201)
    // Who signed up has confirmed the address too: else no device of theirs would be known.
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET is_unproven = 0 WHERE email LIKE ${`unlinked:${email}:%`}`)
    await withinOneWindow(async () => {
      const phone = deviceFrom(await enter('partner', stranger.password, here))
      const till = deviceFrom(await enter('restaurant', PASSWORD, here))
      await forgot()
      const link = (await verify(await codeTo(email))).body.token
      // The newest code counts, and inside a window of the tests the clock stands still.
      vi.setSystemTime(Date.now() + 1000)
      await forgot()
      const code = await codeTo(email)
      await guessUntilRefused()
      const set = await asOwner('PUT /restaurant/employees', { _id: id, password: 'another good password' })
      expect(set.status, set.text).toBe(200)
      expect((await verify(code)).status).toBe(401)
      const reset = await call('POST /auth/restaurant/reset-password', { token: link, body: { newPassword: 'a password of theirs' } })
      expect([reset.status, reset.body.code]).toEqual([401, 'invalid_token'])
      expect((await enter('restaurant', 'another good password', here)).status).toBe(200)
      await guessUntilRefused()
      expect((await enter('restaurant', 'another good password', { ...here, ...till })).status).toBe(429)
      expect((await enter('partner', stranger.password, { ...here, ...phone })).status).toBe(200)
    })
  })

  it('a manager’s new password makes the link of an invitation void, with which another could be set', async () => {
    const { id, email } = await hire('waiter')
    const now = new Date()
    const link = () => resetToken({ env: testEnv, now, at: now.toISOString() } as Context, { id, email }, 'invitation', 60)
    const reset = (token: string) => call('POST /auth/restaurant/reset-password', { token, body: { newPassword: 'a password of theirs' } })
    const old = await link()
    expect((await asOwner('PUT /restaurant/employees', { _id: id, password: 'another good password' })).status).toBe(200)
    const late = await reset(old)
    expect([late.status, late.body.code]).toEqual([401, 'invalid_token'])
    expect((await reset(await link())).status).toBe(200)
  })

  it('an address that its sign-up confirms at that moment stays with it: 409 email_taken', async () => {
    const to = `${randomId()}@test.test`
    const body = { name: 'Owner', email: to, mobile_number: '9000010040', password: 'a password of hers' }
    await call('POST /auth/partner/signup', { body, headers: { 'CF-Connecting-IP': randomId() } })
    const confirms = () => run(testEnv.PLATFORM, sql`UPDATE accounts SET is_unproven = 0 WHERE email = ${to}`)
    const employee = { name: 'Asha', email: to, role: 'waiter', password: 'a good password' }
    const late = await call('POST /restaurant/employees', { token: owner.token, body: employee, via: meanwhile(confirms) })
    expect([late.status, late.body.code]).toEqual([409, 'email_taken'])
    expect((await asOwner('POST /restaurant/employees', employee)).body.code).toBe('email_taken')
  })

  it('409 name_taken: a name that looks like a colleague’s would let somebody else answer for what reports name', async () => {
    await asOwner('PUT /restaurant/employees', { _id: owner.accountId, name: 'Anjali Reddy' })
    const manager = await signIn('generalManager', { restaurantId: w.id, shard: w.shard })
    const asManager = (address: string, body: unknown) => call(address, { token: manager.token, body })
    const other = await hire('waiter')
    const before = await list()
    // In capitals, with a letter that nobody sees, with Cyrillic ones, in full width.
    for (const name of ['Anjali Reddy', ' ANJALI  reddy', 'Anjali\u200b Reddy', 'Аnjаli Rеddу', 'Ａｎｊａｌｉ Reddy']) {
      const made = { name, email: `${randomId()}@test.test`, role: 'waiter', password: 'a good password' }
      for (const reply of [
        await asManager('POST /restaurant/employees', made),
        await asManager('PUT /restaurant/employees', { _id: manager.accountId, name }),
        await asManager('PUT /restaurant/employees', { _id: other.id, name }),
      ])
        expect([reply.status, reply.body.code], name).toEqual([409, 'name_taken'])
    }
    expect(await list()).toEqual(before)
    // Who has the name keeps it, writes it in another way, and another restaurant has an Anjali Reddy of its own.
    for (const name of ['Anjali Reddy', 'Anjali REDDY'])
      expect((await asOwner('PUT /restaurant/employees', { _id: owner.accountId, name, mobile_number: '98200 12345' })).status).toBe(200)
    const elsewhere = await makeRestaurant()
    const namesake = { name: 'Anjali Reddy', email: `${randomId()}@test.test`, role: 'waiter', password: 'a good password' }
    expect((await elsewhere.does('superuser', 'POST /restaurant/employees', namesake)).status).toBe(201)
  })

  it.each([
    ['a short password', { password: 'short' }],
    ['a role of another family', { role: 'admin' }],
    ['no address', { email: 'nobody' }],
    ['no name', { name: '' }],
  ])('422: %s', async (_name, more) =>
    expect(
      (
        await asOwner('POST /restaurant/employees', {
          name: 'X',
          email: `${randomId()}@test.test`,
          role: 'waiter',
          password: 'a good password',
          ...more,
        })
      ).status,
    ).toBe(422),
  )

  it('404: another restaurant’s, and a diner who sat here', async () => {
    const other = await makeRestaurant()
    const theirs = await makeAccount('waiter', { restaurantId: other.id })
    const diner = await makeAccount('user', { restaurantId: w.id })
    for (const { id } of [theirs, diner]) {
      expect((await asOwner('PUT /restaurant/employees', { _id: id, name: 'X' })).status).toBe(404)
      expect((await asOwner(`PUT /restaurant/employees/${id}/toggle-status`)).status).toBe(404)
      expect((await asOwner(`DELETE /restaurant/employees/${id}`)).status).toBe(404)
    }
    expect((await list()).map((e) => e._id)).toEqual([owner.accountId])
  })
})

describe('a role above your own', () => {
  it.each([
    ['generalManager', 'superuser'],
    ['generalManager', 'managerialHead'],
    ['managerialHead', 'superuser'],
  ] as const)('a %s neither gives, changes, deactivates nor removes a %s', async (role, above) => {
    const { token } = await signIn(role, { restaurantId: w.id, shard: w.shard })
    const target = await hire(above)
    const waiter = await hire('waiter')
    const refused = async (address: string, body?: unknown) => {
      const reply = await call(address, { token, body })
      expect([reply.status, reply.body.code], address).toEqual([403, 'role_above'])
    }
    await refused('POST /restaurant/employees', { name: 'X', email: `${randomId()}@test.test`, role: above, password: 'a good password' })
    await refused('PUT /restaurant/employees', { _id: waiter.id, role: above })
    await refused('PUT /restaurant/employees', { _id: target.id, password: 'mine from now on' })
    await refused('PUT /restaurant/employees', { _id: target.id, role: 'waiter' })
    await refused(`PUT /restaurant/employees/${target.id}/toggle-status`)
    await refused(`DELETE /restaurant/employees/${target.id}`)
    expect((await one(target.id))?.role).toBe(above)
  })

  it('your own level can be given, and whoever enters the restaurant stands above all', async () => {
    const waiter = await hire('waiter')
    const { token } = await signIn('generalManager', { restaurantId: w.id, shard: w.shard })
    expect((await call('PUT /restaurant/employees', { token, body: { _id: waiter.id, role: 'generalManager' } })).body.employee.role).toBe(
      'generalManager',
    )
    for (const role of ['backoffice', 'admin'] as const) {
      const entering = await signIn(role)
      const target = await hire('superuser')
      expect(
        (await call(`DELETE /restaurant/employees/${target.id}`, { token: entering.token, headers: { 'X-Restaurant-Id': w.id } })).status,
      ).toBe(200)
    }
  })
})

describe('two devices that change one employee at once', () => {
  it('both succeed where both are allowed: the second is checked against what the first changed', async () => {
    const { id } = await hire('waiter')
    const reply = await call('PUT /restaurant/employees', {
      token: owner.token,
      body: { _id: id, name: 'Asha' },
      via: meanwhile(() => asOwner('PUT /restaurant/employees', { _id: id, role: 'cashier' })),
    })
    expect([reply.status, reply.body.employee]).toMatchObject([200, { name: 'Asha', role: 'cashier' }])
    expect(await one(id)).toMatchObject({ name: 'Asha', role: 'cashier' })
  })

  it('the second gets 403 when the first has raised the employee above their role', async () => {
    const { id } = await hire('waiter')
    const { token } = await signIn('generalManager', { restaurantId: w.id, shard: w.shard })
    const reply = await call('PUT /restaurant/employees', {
      token,
      body: { _id: id, name: 'Asha' },
      via: meanwhile(() => asOwner('PUT /restaurant/employees', { _id: id, role: 'superuser' })),
    })
    expect([reply.status, reply.body.code]).toEqual([403, 'role_above'])
  })

  it.each(['change', 'removal'])('a %s that loses races for more than 8 s: 409 busy, and only the other change is made', async (what) => {
    const { id } = await hire('waiter')
    const [address, body] =
      what === 'change' ? ['PUT /restaurant/employees', { _id: id, name: 'Asha' }] : [`DELETE /restaurant/employees/${id}`]
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    try {
      const reply = await call(address, {
        token: owner.token,
        body,
        via: meanwhile(async () => {
          await asOwner('PUT /restaurant/employees', { _id: id, role: 'cashier' })
          vi.setSystemTime(now + 8001)
        }),
      })
      expect([reply.status, reply.body.code, reply.body.retryAfter]).toEqual([409, 'busy', 1])
    } finally {
      vi.useRealTimers()
    }
    expect(await one(id)).toMatchObject({ role: 'cashier', name: expect.not.stringMatching('Asha') })
  })

  it('with a toggle each: the second is 409 and doesn’t undo the first', async () => {
    const { id } = await hire('waiter')
    const toggle = `PUT /restaurant/employees/${id}/toggle-status`
    const reply = await call(toggle, { token: owner.token, via: meanwhile(() => asOwner(toggle)) })
    expect([reply.status, reply.body.code]).toEqual([409, 'busy'])
    expect((await one(id))?.isActive).toBe(false)
  })

  it('setting one address: the second is 409 email_taken', async () => {
    const [a, b] = [await hire('waiter'), await hire('waiter')]
    const email = `${randomId()}@test.test`
    const reply = await call('PUT /restaurant/employees', {
      token: owner.token,
      body: { _id: a.id, email },
      via: meanwhile(() => asOwner('PUT /restaurant/employees', { _id: b.id, email })),
    })
    expect([reply.status, reply.body.code]).toEqual([409, 'email_taken'])
    // One's own address is not taken.
    expect((await asOwner('PUT /restaurant/employees', { _id: b.id, email, name: 'B' })).status).toBe(200)
  })
})

describe('the last active owner', () => {
  it('can’t be removed, lowered or deactivated by anybody', async () => {
    const admin = await signIn('admin')
    const retired = await makeAccount('superuser', { restaurantId: w.id, isActive: false })
    for (const options of [{ token: owner.token }, { token: admin.token, headers: { 'X-Restaurant-Id': w.id } }]) {
      for (const [address, body] of [
        ['PUT /restaurant/employees', { _id: owner.accountId, role: 'managerialHead' }],
        [`PUT /restaurant/employees/${owner.accountId}/toggle-status`, undefined],
        [`DELETE /restaurant/employees/${owner.accountId}`, undefined],
      ] as const) {
        const reply = await call(address, { ...options, body })
        expect([reply.status, reply.body.code], address).toEqual([409, 'last_superuser'])
      }
    }
    expect(await one(owner.accountId)).toMatchObject({ role: 'superuser', isActive: true })
    // One who is no owner any more can go.
    expect((await asOwner(`DELETE /restaurant/employees/${retired.id}`)).status).toBe(200)
  })

  it.each([
    ['deactivate', 'PUT', '/toggle-status'],
    ['remove', 'DELETE', ''],
  ])('two owners who %s each other at once: one stays owner', async (_what, method, path) => {
    for (let i = 0; i < 5; i++) {
      const house = await makeRestaurant({ tables: 0 })
      const [a, b] = await Promise.all([1, 2].map(() => signIn('superuser', { restaurantId: house.id, shard: house.shard })))
      if (!a || !b) throw new Error()
      await Promise.all([
        call(`${method} /restaurant/employees/${b.accountId}${path}`, { token: a.token }),
        call(`${method} /restaurant/employees/${a.accountId}${path}`, { token: b.token }),
      ])
      const admin = await signIn('admin')
      const left = (await call('GET /restaurant/employees', { token: admin.token, headers: { 'X-Restaurant-Id': house.id } })).body
        .employees
      expect(left.filter((e: { isActive: boolean }) => e.isActive)).toHaveLength(1)
    }
  })

  it('two owners who lower themselves at once: one stays owner', async () => {
    const second = await signIn('superuser', { restaurantId: w.id, shard: w.shard })
    const replies = await Promise.all(
      [owner, second].map((o) => call('PUT /restaurant/employees', { token: o.token, body: { _id: o.accountId, role: 'managerialHead' } })),
    )
    expect(replies.map((r) => r.status).sort()).toEqual([200, 409])
  })
})

describe('sessions', () => {
  it('nobody deactivates or removes themselves', async () => {
    await hire('superuser')
    for (const address of [
      `PUT /restaurant/employees/${owner.accountId}/toggle-status`,
      `DELETE /restaurant/employees/${owner.accountId}`,
    ]) {
      const reply = await asOwner(address)
      expect([reply.status, reply.body.code]).toEqual([403, 'own_account'])
    }
  })

  it.each([
    ['a deactivation', (id: string) => asOwner(`PUT /restaurant/employees/${id}/toggle-status`)],
    ['a new password', (id: string) => asOwner('PUT /restaurant/employees', { _id: id, password: 'another password' })],
    ['a new role', (id: string) => asOwner('PUT /restaurant/employees', { _id: id, role: 'captain' })],
    ['removal', (id: string) => asOwner(`DELETE /restaurant/employees/${id}`)],
  ])('%s ends sessions and sockets at once', async (_what, change) => {
    const waiter = await signIn('waiter', { restaurantId: w.id, shard: w.shard })
    const socket = await openSocket(w.id, waiter.token)
    await socket.join('joinRestaurant')
    expect((await change(waiter.accountId)).status).toBe(200)
    expect((await call('GET /tables', { token: waiter.token })).status).toBe(401)
    await socket.waitForClose()
  })

  it('a new name or the same role ends no session', async () => {
    const waiter = await signIn('waiter', { restaurantId: w.id, shard: w.shard })
    await asOwner('PUT /restaurant/employees', { _id: waiter.accountId, name: 'New', role: 'waiter' })
    expect((await call('GET /tables', { token: waiter.token })).status).toBe(200)
  })

  it('a deactivated one can’t sign in until active again', async () => {
    const waiter = await hire('waiter')
    const toggle = () => asOwner(`PUT /restaurant/employees/${waiter.id}/toggle-status`)
    expect((await toggle()).body.employee.isActive).toBe(false)
    const refused = await login(waiter.email)
    expect([refused.status, refused.body.code]).toEqual([403, 'inactive'])
    expect((await toggle()).body.employee.isActive).toBe(true)
    expect((await login(waiter.email)).status).toBe(200)
  })
})
