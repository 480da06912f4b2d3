import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { codeTo } from '../messages.ts'
import { openSocket, type TestSocket } from '../sockets.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, type Reply, signIn, type World } from '../world.ts'

/** A new password, a new role, a deactivation: earlier sessions end at once, for every call and every socket. */

let w: World
let owner: { token: string; accountId: string }
let partnerId = ''
beforeEach(async () => {
  partnerId = randomId()
  w = await makeRestaurant({ partnerId, settings: { maxSessionsPerUser: 10 } })
  owner = await signIn('superuser', { restaurantId: w.id, shard: w.shard })
})
const LOGIN: Partial<Record<Role, string>> = { partner: 'partner', backoffice: 'backoffice', admin: 'backoffice' }
const login = (role: Role, email: string, password = PASSWORD, more: object = {}): Promise<Reply> =>
  call(`POST /auth/${LOGIN[role] ?? 'restaurant'}/login`, { body: { email, password, ...more } })
const made = (role: Role) => makeAccount(role, role === 'partner' ? { partnerId } : LOGIN[role] ? {} : { restaurantId: w.id })
async function joined(restaurantId: string, token: string): Promise<TestSocket> {
  const socket = await openSocket(restaurantId, token)
  await socket.join('joinRestaurant')
  return socket
}
/** No event after this reaches it. */
async function mustBeOut(token: string, sockets: TestSocket[]) {
  const reply = await call('GET /auth/me', { token })
  expect([reply.status, reply.body.message]).toEqual([401, 'Session expired'])
  for (const socket of sockets) expect((await socket.waitForClose()).code).toBe(4401)
}
async function newPassword(email: string, password = 'another long password') {
  expect((await call('POST /auth/restaurant/forgot-password', { body: { email } })).status).toBe(200)
  const { token } = (await call('POST /auth/restaurant/verify-otp', { body: { email, otp: await codeTo(email) } })).body
  return call('POST /auth/restaurant/reset-password', { token, body: { newPassword: password } })
}

describe('a reset of the password', () => {
  it.each(['waiter', 'superuser', 'partner', 'backoffice', 'admin'] as const)(
    'of a %s ends all its sessions, and its sockets in every room',
    async (role) => {
      const account = await made(role)
      const own = LOGIN[role] !== undefined
      // Who may enter many restaurants is in two rooms, on two shards.
      const sister = await makeRestaurant({ partnerId, shard: 'OUTLETS_1' })
      const [a, b] = [(await login(role, account.email)).body.token, (await login(role, account.email)).body.token] as string[]
      if (!a || !b) throw new Error('not signed in')
      const sockets = [await joined(w.id, a), await joined(w.id, a), await joined(w.id, b), ...(own ? [await joined(sister.id, a)] : [])]
      const bystander = await joined(w.id, owner.token)
      expect((await newPassword(account.email)).status).toBe(200)
      await mustBeOut(a, sockets)
      await mustBeOut(b, [])
      // Nobody else is.
      expect(bystander.closed).toBeNull()
      expect((await call('GET /auth/me', { token: owner.token })).status).toBe(200)
      expect((await login(role, account.email)).status).toBe(401)
      const again = (await login(role, account.email, 'another long password')).body.token
      const socket = await joined(w.id, again)
      expect(socket.closed).toBeNull()
      for (const s of [socket, bystander]) s.close()
    },
  )

  it('leaves nobody signed in who signs in with only the old password at that moment', async () => {
    for (let round = 0; round < 4; round++) {
      const account = await made('waiter')
      await call('POST /auth/restaurant/forgot-password', { body: { email: account.email } })
      const { token } = (
        await call('POST /auth/restaurant/verify-otp', { body: { email: account.email, otp: await codeTo(account.email) } })
      ).body
      const [reset, ...logins] = await Promise.all([
        call('POST /auth/restaurant/reset-password', { token, body: { newPassword: 'another long password' } }),
        ...[1, 2, 3, 4].map(() => login('waiter', account.email)),
      ])
      expect(reset.status).toBe(200)
      for (const reply of logins.filter((r) => r.status === 200))
        expect((await call('GET /auth/me', { token: reply.body.token })).status).toBe(401)
    }
  })
})

describe('what an owner does to an employee', () => {
  const asOwner = (address: string, body?: unknown) => call(address, { token: owner.token, body })
  it.each([
    ['a deactivation', (id: string) => asOwner(`PUT /restaurant/employees/${id}/toggle-status`)],
    ['a new password', (id: string) => asOwner('PUT /restaurant/employees', { _id: id, password: 'another password' })],
    ['a higher role', (id: string) => asOwner('PUT /restaurant/employees', { _id: id, role: 'generalManager' })],
    ['a lower role', (id: string) => asOwner('PUT /restaurant/employees', { _id: id, role: 'kitchen' })],
    ['a removal', (id: string) => asOwner(`DELETE /restaurant/employees/${id}`)],
  ])('ends all sessions and sockets before it answers: %s', async (_what, act) => {
    const account = await made('cashier')
    const tokens = [1, 2].map(() => login('cashier', account.email))
    const [a = '', b = ''] = (await Promise.all(tokens)).map((r) => r.body.token as string)
    const sockets = [await joined(w.id, a), await joined(w.id, b)]
    const order = await w.order([w.line('dosa')])
    expect((await act(account.id)).status).toBe(200)
    // Not even what it was in the middle of.
    const body = { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true }
    expect((await call('PUT /orders/payment/status', { token: a, body })).status).toBe(401)
    await mustBeOut(a, sockets)
    await mustBeOut(b, [])
    expect((await w.read(order._id))?.paymentStatus).toBe('unpaid')
  })

  it('leaves no session behind when the employee signs in at that moment', async () => {
    for (let round = 0; round < 4; round++) {
      const account = await made('waiter')
      const replies = await Promise.all([
        asOwner(`PUT /restaurant/employees/${account.id}/toggle-status`),
        ...[1, 2, 3].map(() => login('waiter', account.email)),
      ])
      for (const reply of replies.slice(1).filter((r) => r.status === 200))
        expect((await call('GET /auth/me', { token: reply.body.token })).status).toBe(401)
      // Switched on again it is not signed in by what was before.
      await asOwner(`PUT /restaurant/employees/${account.id}/toggle-status`)
      for (const reply of replies.slice(1).filter((r) => r.status === 200))
        expect((await call('GET /auth/me', { token: reply.body.token })).status).toBe(401)
    }
  })
})

describe('signing out', () => {
  it.each(['backoffice', 'partner', 'waiter'] as const)(
    'of a %s ends this session with its sockets in every room, and no other',
    async (role) => {
      const account = await made(role)
      const sister = await makeRestaurant({ partnerId, shard: 'OUTLETS_1' })
      const [a = '', b = ''] = await Promise.all([1, 2].map(async () => (await login(role, account.email)).body.token as string))
      const sockets = [await joined(w.id, a), ...(LOGIN[role] ? [await joined(sister.id, a)] : [])]
      const other = await joined(w.id, b)
      expect((await call('POST /auth/logout', { token: a })).status).toBe(200)
      await mustBeOut(a, sockets)
      await other.settled()
      expect(other.closed).toBeNull()
      expect((await call('GET /auth/me', { token: b })).status).toBe(200)
      other.close()
    },
  )
})

describe('a partner', () => {
  /** One of this outlet and a sister in another shard, signed in, and the desk that made it. */
  async function ofTwo() {
    const desk = await signIn('backoffice')
    const sister = await makeRestaurant({ shard: 'OUTLETS_1' })
    const email = `${randomId()}@test.test`
    const { partner } = (
      await call('POST /backoffice/partners', {
        token: desk.token,
        body: { name: 'Kavita', email, mobile_number: '9000012345', password: PASSWORD, restaurantIds: [w.id, sister.id] },
      })
    ).body
    const { token } = (await login('partner', email)).body
    return { desk, sister, partner, token }
  }

  it('who is removed is disconnected from every outlet', async () => {
    const { desk, sister, partner, token } = await ofTwo()
    const sockets = [await joined(w.id, token), await joined(sister.id, token)]
    expect((await call('DELETE /backoffice/partners', { token: desk.token, body: { partnerId: partner._id } })).status).toBe(200)
    await mustBeOut(token, sockets)
  })

  it('who loses an outlet is disconnected only from that outlet', async () => {
    const { desk, sister, partner, token } = await ofTwo()
    const [lost, kept] = [await joined(w.id, token), await joined(sister.id, token)]
    const body = { partnerId: partner._id, updateData: { restaurantIds: [sister.id] } }
    expect((await call('PUT /backoffice/partners', { token: desk.token, body })).status).toBe(200)
    expect((await lost.waitForClose()).code).toBe(4401)
    await kept.settled()
    expect(kept.closed).toBeNull()
    expect((await call('GET /auth/me', { token })).status).toBe(200)
    kept.close()
  })
})

describe('the number of sessions that a restaurant allows', () => {
  it.each([
    [1, 6],
    [3, 8],
  ])('lets in %i of %i devices that sign in at once', async (most, devices) => {
    const house = await makeRestaurant({ tables: 0, settings: { maxSessionsPerUser: most } })
    const account = await makeAccount('waiter', { restaurantId: house.id })
    const replies = await Promise.all(Array.from({ length: devices }, () => login('waiter', account.email)))
    expect(replies.filter((r) => r.status === 200)).toHaveLength(most)
    const refused = replies.filter((r) => r.status !== 200)
    for (const r of refused) expect([r.status, r.body.message, r.body.sessions.length]).toEqual([409, 'Active sessions exist', most])
  })

  it('leaves the last one signed in when devices end each other’s sessions at once', async () => {
    const house = await makeRestaurant({ tables: 0 })
    const account = await makeAccount('waiter', { restaurantId: house.id })
    const first = (await login('waiter', account.email)).body.token
    const socket = await joined(house.id, first)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => login('waiter', account.email, PASSWORD, { terminate_existing: true })),
    )
    expect(replies.map((r) => r.status)).toEqual([200, 200, 200, 200])
    await mustBeOut(first, [socket])
    const alive = await Promise.all(replies.map(async (r) => (await call('GET /auth/me', { token: r.body.token })).status))
    expect(alive.filter((status) => status === 200)).toHaveLength(1)
  })
})
