import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { first, run } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { sentTo } from '../test/messages.ts'
import { openSocket } from '../test/sockets.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, signIn, testEnv } from '../test/world.ts'

const from = () => ({ 'CF-Connecting-IP': randomId() })
const login = (email: string, password = PASSWORD) => call('POST /auth/backoffice/login', { body: { email, password }, headers: from() })
const colleague = (role: 'admin' | 'backoffice' = 'backoffice', more = {}) => makeAccount(role, { restaurantId: null, ...more })
const put = async (id: string, what: 'active' | 'password', body: unknown, role: 'admin' | 'backoffice' = 'backoffice') =>
  call(`PUT /backoffice/users/${id}/${what}`, { token: (await signIn(role)).token, body })
/** Makes these the only active administrators while the work runs. */
async function aloneWith<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
  const others = sql`role = 'admin' AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const mark = `+${randomId()}`
  await run(
    testEnv.PLATFORM,
    sql`UPDATE accounts SET is_active = 0, mobile_number = mobile_number || ${mark} WHERE ${others} AND is_active = 1`,
  )
  try {
    return await work()
  } finally {
    await run(
      testEnv.PLATFORM,
      sql`UPDATE accounts SET is_active = 1, mobile_number = replace(mobile_number, ${mark}, '') WHERE ${others} AND mobile_number LIKE ${`%${mark}`}`,
    )
  }
}

describe('back-office users', () => {
  it('are listed in pages, by name, role or last sign-in, and found by a part of name or address', async () => {
    const word = randomId().slice(-8)
    const people = await Promise.all(['Zoya', 'anil', 'Meera'].map((name) => colleague('backoffice', { name: `${name} ${word}` })))
    await makeAccount('waiter', { name: `Waiter ${word}` })
    const list = async (query: string) => (await call(`GET /backoffice/users?${query}`, { token: (await signIn('backoffice')).token })).body
    const names = (body: { users: { name: string }[] }) => body.users.map((u) => u.name.split(' ')[0])
    expect(names(await list(`search=${word}`))).toEqual(['anil', 'Meera', 'Zoya'])
    expect(names(await list(`search=${word}&sort=-name`))).toEqual(['Zoya', 'Meera', 'anil'])
    await login(people[0]?.email ?? '')
    expect(names(await list(`search=${word}&sort=lastLogin`))).toEqual(['Zoya', 'anil', 'Meera'])
    const page = await list(`search=${word}&limit=2&page=2`)
    expect([names(page), page.totalUsers, page.totalPages, page.currentPage]).toEqual([['Zoya'], 3, 2, 2])
    const [one] = (await list(`search=${(people[1]?.email ?? '').toUpperCase()}`)).users
    expect(one).toEqual({
      ...{ _id: people[1]?.id, name: `anil ${word}`, email: people[1]?.email, mobile_number: expect.any(String), role: 'backoffice' },
      ...{ isActive: true, createdAt: expect.any(String), lastLoginAt: null, formerNames: [] },
    })
    // Wildcards are letters like others.
    expect((await list('search=%25')).users).toEqual([])
    expect((await list('sort=email')).code).toBe('validation_failed')
  })

  it('are deactivated: their sessions and sockets end, they can’t sign in, and can again once they are activated', async () => {
    const her = await colleague()
    const { token } = (await login(her.email)).body
    const w = await makeRestaurant()
    const socket = await openSocket(w.id, token)
    const off = await put(her.id, 'active', { isActive: false })
    expect([off.status, off.body.user.isActive]).toEqual([200, false])
    expect((await call('GET /backoffice/users', { token })).status).toBe(401)
    await socket.waitFor((s) => s.closed)
    expect((await login(her.email)).status).toBe(403)
    // Said twice it is the same.
    expect((await put(her.id, 'active', { isActive: false })).body.user.isActive).toBe(false)
    const on = await put(her.id, 'active', { isActive: true })
    expect([on.status, on.body.user.isActive]).toEqual([200, true])
    expect((await login(her.email)).status).toBe(200)
  })

  it('get a new password, which ends their sessions; the old one opens nothing', async () => {
    const her = await colleague()
    const { token } = (await login(her.email)).body
    const reply = await put(her.id, 'password', { password: 'another long password' })
    expect([reply.status, reply.body.user._id, reply.text.includes('another long')]).toEqual([200, her.id, false])
    expect((await call('GET /backoffice/users', { token })).status).toBe(401)
    expect((await login(her.email)).status).toBe(401)
    expect((await login(her.email, 'another long password')).status).toBe(200)
    expect((await put(her.id, 'password', { password: 'short' })).status).toBe(422)
  })

  it('are told by mail of a new password, and whoever signed up with their address keeps their own sign-in', async () => {
    const her = await colleague()
    const sign = { name: 'Kavita Iyer', email: her.email, mobile_number: '9000010040', password: 'a password of a stranger' }
    const { token } = (await call('POST /auth/partner/signup', { body: sign, headers: from() })).body
    expect((await put(her.id, 'password', { password: 'another long password' })).status).toBe(200)
    const [mail] = await sentTo(her.email)
    expect(mail).toMatchObject({
      subject: 'Your password was changed by a colleague',
      text: expect.stringContaining('signed out everywhere'),
    })
    expect(mail?.text).not.toContain('another long')
    expect((await call('GET /auth/me', { token })).status).toBe(200)
    const { email, password } = sign
    expect((await call('POST /auth/partner/login', { body: { email, password }, headers: from() })).status).toBe(200)
    await put(her.id, 'active', { isActive: false })
    expect((await sentTo(her.email))[0]).toEqual(mail)
  })

  it('change an administrator only as administrators', async () => {
    const boss = await colleague('admin')
    for (const [what, body] of [
      ['active', { isActive: false }],
      ['active', { isActive: true }],
      ['password', { password: 'another long password' }],
    ] as const)
      expect((await put(boss.id, what, body)).body).toMatchObject({ status: 'error', code: 'role_above' })
    expect((await login(boss.email)).status).toBe(200)
    expect((await put(boss.id, 'active', { isActive: false }, 'admin')).status).toBe(200)
  })

  it('don’t switch themselves off, nor set their own password without the present one', async () => {
    const { token } = await signIn('admin')
    const self = String(decodeJwt(token).sub)
    const own = (what: string, body: unknown) => call(`PUT /backoffice/users/${self}/${what}`, { token, body })
    expect((await own('active', { isActive: false })).body.code).toBe('own_account')
    expect((await own('password', { password: 'another long password' })).body.code).toBe('own_account')
  })

  it('keep one active administrator, also when two switch each other off at the same time', async () => {
    const [one, two] = [await colleague('admin'), await colleague('admin')]
    const tokens = [(await login(one.email)).body.token, (await login(two.email)).body.token]
    await aloneWith([one.id, two.id], async () => {
      const off = (id: string, token: string, via?: ReturnType<typeof meanwhile>) =>
        call(`PUT /backoffice/users/${id}/active`, { token, body: { isActive: false }, via })
      const late = await off(
        two.id,
        tokens[0],
        meanwhile(async () => expect((await off(one.id, tokens[1])).status).toBe(200)),
      )
      expect([late.status, late.body.code]).toEqual([409, 'last_admin'])
      const left = await first<{ n: number }>(
        testEnv.PLATFORM,
        sql`SELECT count(*) AS n FROM accounts WHERE role = 'admin' AND is_active = 1`,
      )
      expect(left?.n).toBe(1)
    })
  })

  it('are accounts of the back office: nobody else’s is found', async () => {
    const waiter = await makeAccount('waiter')
    for (const id of [waiter.id, randomId(), 'nobody']) {
      expect((await put(id, 'active', { isActive: false }, 'admin')).status).toBe(404)
      expect((await put(id, 'password', { password: 'another long password' }, 'admin')).status).toBe(404)
    }
  })
})
