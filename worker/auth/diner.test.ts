import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { first, run } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { codeTo, configured, sentTo } from '../test/messages.ts'
import { openSocket } from '../test/sockets.ts'
import { call, makeRestaurant, type Reply, testEnv, type World } from '../test/world.ts'

let n = 0
const mobile = () => `9${String(Date.now()).slice(-6)}${String(n++).padStart(3, '0')}`
const from = (address: string = randomId()) => ({ headers: { 'CF-Connecting-IP': address } })
const login = (body: Record<string, unknown>, address?: string) => call('POST /auth/user/login', { body, ...from(address) })
const verify = (body: Record<string, unknown>, address?: string) => call('POST /auth/user/verify', { body, ...from(address) })
const guestOf = async (w: World, table = 0, more: Record<string, unknown> = {}) =>
  (await login({ name: 'Ravi', mobile_number: mobile(), tableId: w.tables[table], ...more })).body
const order = (w: World, token: string, table = 0) =>
  call('POST /orders', { token, body: { order: { tableId: w.tables[table], restaurantId: w.id, kots: [w.kot([w.line('plain')])] } } })
const active = (w: World, token: string, table = 0) => call('POST /orders/active', { token, body: { tableId: w.tables[table] } })
const refused = (r: Reply) => [r.status, r.body.message]
/** Signs an account in with a code. */
const accountOf = async (number: string, more: Record<string, unknown> = {}): Promise<Reply> => {
  await login({ mobile_number: number })
  return verify({ mobile_number: number, otp: await codeTo(number), ...more })
}

describe('a guest', () => {
  it('sits at the table, orders there, and gets the events', async () => {
    const w = await makeRestaurant()
    const reply = await login({ name: 'Ravi', mobile_number: mobile(), tableId: w.tables[0] })
    expect(reply.status, reply.text).toBe(200)
    const { token, user } = reply.body
    expect(user).toMatchObject({ role: 'user', name: 'Ravi', email: '', restaurantId: w.id })
    const sent = await order(w, token)
    expect([sent.status, sent.body.order?.userId, sent.body.order?.user.name]).toEqual([201, user.id, 'Ravi'])
    expect(sent.body.order.user.mobile_number).toMatch(/^9\d{9}$/)
    expect((await active(w, token)).body.order._id).toBe(sent.body.order._id)
    expect((await call('POST /tables/alert', { token, body: { tableId: w.tables[0], alertType: 'water' } })).status).toBe(201)
    const socket = await openSocket(w.id, token)
    expect((await socket.join('joinTable', { tableId: w.tables[0] })).event).toBe('joined')
    socket.close()
  })

  it('with a deactivated account gets 403, but only with the right code', async () => {
    const number = mobile()
    const { user } = (await accountOf(number)).body
    await run(testEnv.PLATFORM, sql`UPDATE accounts SET is_active = 0 WHERE id = ${user.id}`)
    await login({ mobile_number: number })
    expect((await verify({ mobile_number: number, otp: '000000' })).status).toBe(401)
    const reply = await accountOf(number)
    expect([reply.status, reply.body.code, reply.body.active]).toEqual([403, 'inactive', false])
  })

  it('who signs in to an account at the table, with its token, takes the order along that it began, and nobody else’s', async () => {
    const w = await makeRestaurant()
    const [guest, friend] = [await guestOf(w), await guestOf(w)]
    const { _id } = (await order(w, guest.token)).body.order
    const number = mobile()
    const signIn = async (token: string) => {
      await login({ mobile_number: number })
      const body = { mobile_number: number, otp: await codeTo(number), tableId: w.tables[0] }
      const reply = await call('POST /auth/user/verify', { body, token, ...from() })
      expect(reply.status, reply.text).toBe(200)
      return reply.body
    }
    await signIn(friend.token)
    expect((await active(w, guest.token)).body.order).toMatchObject({ userId: guest.user.id, version: 1 })
    const staff = await openSocket(w.id, await w.as('waiter'))
    await staff.join('joinRestaurant')
    const { token, user } = await signIn(guest.token)
    expect((await active(w, token)).body.order).toMatchObject({ _id, userId: user.id, version: 2 })
    expect((await staff.waitFor(() => staff.named('orderUpdated')[0])).data.order).toMatchObject({ _id, userId: user.id })
    staff.close()
    const noted = { tableId: w.tables[0], restaurantId: w.id, additionalNote: 'No peanuts', kots: [w.kot([w.line('plain')])] }
    expect((await call('POST /orders', { token, body: { order: noted } })).body.order?.additionalNote).toBe('No peanuts')
    expect((await w.settle(_id)).status).toBe(200)
    expect((await call('GET /orders/past', { token })).body.orders).toMatchObject([{ _id }])
  })

  it('who signs in to an account at the table while its order can’t be written is signed in all the same: the code is used up', async () => {
    const w = await makeRestaurant()
    const guest = await guestOf(w)
    const { _id } = (await order(w, guest.token)).body.order
    const number = mobile()
    await login({ mobile_number: number })
    const opened = async () => (await first<{ n: number }>(testEnv.PLATFORM, sql`SELECT count(*) AS n FROM sessions`))?.n
    const before = await opened()
    // Once the session is open, nothing more can be written.
    const fails = meanwhile(async () => (await opened()) === before || Promise.reject(new Error('down')), { again: true })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const reply = await call('POST /auth/user/verify', {
      body: { mobile_number: number, otp: await codeTo(number), tableId: w.tables[0] },
      token: guest.token,
      ...from(),
      via: fails,
    })
    vi.restoreAllMocks()
    expect(reply.status, reply.text).toBe(200)
    expect((await active(w, reply.body.token)).body.order).toMatchObject({ _id, userId: guest.user.id })
  })

  it('who types another guest’s mobile number at a table sees none of their orders', async () => {
    const w = await makeRestaurant()
    const number = mobile()
    const owner = (await accountOf(number, { tableId: w.tables[0], name: 'Owner of the number' })).body
    expect((await order(w, owner.token, 0)).status).toBe(201)
    const thief = await guestOf(w, 1, { mobile_number: number })
    expect(thief.user.id).not.toBe(owner.user.id)
    expect(refused(await call(`GET /orders/user/${owner.user.id}`, { token: thief.token }))[0]).toBe(404)
    expect((await call(`GET /orders/user/${thief.user.id}`, { token: thief.token })).body.orders).toEqual([])
    expect((await active(w, thief.token, 0)).status).toBe(404)
    expect(JSON.stringify(thief)).not.toContain('Owner of the number')
  })

  it('at one table reaches no other table', async () => {
    const [w, foreign] = [await makeRestaurant(), await makeRestaurant({ shard: 'OUTLETS_1' })]
    const { token } = await guestOf(w, 0)
    expect([(await order(w, token, 1)).status, (await active(w, token, 1)).status, (await order(foreign, token)).status]).toEqual([
      404, 404, 404,
    ])
    expect((await call('POST /tables/alert', { token, body: { tableId: w.tables[1], alertType: 'bill' } })).status).toBe(404)
  })

  it('loses the token when the sitting ends: 401 `Session expired` everywhere', async () => {
    const w = await makeRestaurant()
    const { token, user } = await guestOf(w)
    const sent = await order(w, token)
    await w.settle(sent.body.order._id)
    for (const reply of [
      await active(w, token),
      await order(w, token),
      await call(`GET /orders/user/${user.id}`, { token }),
      await call('GET /auth/me', { token }),
      await call('POST /tables/alert', { token, body: { tableId: w.tables[0], alertType: 'bill' } }),
      await call('POST /tables/alert/withdraw', { token, body: { tableId: w.tables[0] } }),
    ])
      expect(refused(reply)).toEqual([401, 'Session expired'])
    // What everybody may see it still sees.
    expect((await call('POST /menus/restaurant', { token, body: { restaurantId: w.id } })).status).toBe(200)
    expect(Object.keys((await call(`GET /tables/${w.tables[0]}`, { token })).body.table).sort()).toEqual([
      '_id',
      'restaurantId',
      'tableNumber',
    ])
    expect((await active(w, (await guestOf(w)).token)).body.order).toBeNull()
  })

  it('of an ended sitting is refused, with each of 1,000 tokens: by every call, and at the socket', async () => {
    const w = await makeRestaurant()
    const guests: { token: string; accountId: string; table: number }[] = []
    // Three evenings: at each table one after the other, with its guests' order settled at the end, cancelled, or moved to another table and settled there.
    for (const end of ['settled', 'cancelled', 'moved'] as const)
      for (const table of [0, 1]) {
        const seated = await Promise.all(Array.from({ length: 167 }, () => w.guest(table)))
        guests.push(...seated.map(({ token, accountId }) => ({ token, accountId, table })))
        const { order: sent } = (await order(w, seated[0]!.token, table)).body
        if (end === 'moved') await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[table], toTableId: w.tables[2] })
        if (end === 'cancelled')
          await w.does('cashier', 'PUT /orders/status', { orderId: sent._id, orderStatus: 'cancelled', reason: 'Left without eating' })
        else await w.settle(sent._id)
      }
    // The next guests have an order that no token of before may read.
    await order(w, (await guestOf(w, 0)).token, 0)
    expect(guests.length).toBeGreaterThanOrEqual(1000)
    // Sending is asked by a few: guests' sends take turns.
    for (const { token, table } of guests.filter((_, i) => i % 100 === 0))
      expect(refused(await order(w, token, table))).toEqual([401, 'Session expired'])
    const answers = new Map<string, number>()
    const ask = async ({ token, accountId, table }: (typeof guests)[number], i: number) => {
      const reply = await [
        () => active(w, token, table),
        () => call(`GET /orders/user/${accountId}`, { token }),
        () => call('POST /tables/alert', { token, body: { tableId: w.tables[table], alertType: 'water' } }),
        () => call('GET /auth/me', { token }),
      ][i % 4]!()
      const text = refused(reply).join(' ')
      answers.set(text, (answers.get(text) ?? 0) + 1)
    }
    for (let i = 0; i < guests.length; i += 50) await Promise.all(guests.slice(i, i + 50).map((guest, n) => ask(guest, i + n)))
    expect([...answers]).toEqual([['401 Session expired', guests.length]])
    for (const { token } of guests.filter((_, i) => i % 100 === 0)) await expect(openSocket(w.id, token)).rejects.toThrow('401')
  }, 60_000)

  it('moves with the order to another table', async () => {
    const w = await makeRestaurant()
    const { token } = await guestOf(w)
    const sent = await order(w, token)
    await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[2] })
    expect((await active(w, token, 2)).body.order._id).toBe(sent.body.order._id)
    expect((await active(w, token, 0)).status).toBe(404)
  })

  it('of a merged table joins the parent’s sitting', async () => {
    const w = await makeRestaurant()
    const made = await w.order([w.line('plain')])
    await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
    const { token } = await guestOf(w, 1)
    expect((await active(w, token, 1)).status).toBe(200)
    expect((await active(w, token, 0)).body.order._id).toBe(made._id)
    expect((await call('POST /tables/alert', { token, body: { tableId: w.tables[1], alertType: 'bill' } })).status).toBe(201)
    expect((await order(w, token, 1)).body.order._id).toBe(made._id)
  })

  it('of a merged table go on where both tables had an order: they order, call and ask for the bill at either, and nobody else does', async () => {
    const w = await makeRestaurant()
    const guests = await Promise.all([0, 1, 2, 3].map((table) => guestOf(w, table)))
    for (const [i, { token }] of guests.entries()) expect((await order(w, token, i)).status).toBe(201)
    const made = (await active(w, guests[0]!.token, 0)).body.order
    const merge = { parentTableId: w.tables[0], childTableIds: [w.tables[1], w.tables[2]] }
    await w.does('captain', 'POST /tables/merge', merge)
    const [parent, child, , stranger] = guests.map(({ token }) => token)
    const calls = (token: string, table: number, alertType: string) =>
      call('POST /tables/alert', { token, body: { tableId: w.tables[table], alertType } })
    const withdraws = (token: string, table: number) => call('POST /tables/alert/withdraw', { token, body: { tableId: w.tables[table] } })
    // The phone knows the table of the order: the parent. Its printed code says the child.
    for (const [token, table, number] of [
      [child, 0, '2'],
      [child, 1, '2'],
      [parent, 0, '1'],
    ] as const) {
      const called = await calls(token!, table, 'bill')
      expect([called.status, called.body.alert?.tableNumber]).toEqual([201, number])
      expect((await active(w, token!, table)).body.order._id).toBe(made._id)
      expect((await order(w, token!, table)).body.order?._id).toBe(made._id)
      expect((await withdraws(token!, table)).body).toEqual({ withdrawn: 1 })
    }
    for (const [token, table] of [
      [stranger, 0],
      [stranger, 1],
      // The other child is not theirs.
      [child, 2],
      [parent, 3],
    ] as const) {
      const replies = [
        await calls(token!, table, 'bill'),
        await withdraws(token!, table),
        await active(w, token!, table),
        await order(w, token!, table),
      ]
      expect([table, ...replies.map(({ status }) => status)]).toEqual([table, 404, 404, 404, 404])
    }
  })

  it('may name the table by its printed code; table id and code must match', async () => {
    const w = await makeRestaurant()
    const codes = (await w.rows('SELECT id, qr_token FROM dining_tables WHERE restaurant_id = ?', w.id)) as {
      id: string
      qr_token: string
    }[]
    const code = codes.find((t) => t.id === w.tables[0])?.qr_token
    expect((await login({ mobile_number: mobile(), qrToken: code })).body.user.restaurantId).toBe(w.id)
    expect((await login({ mobile_number: mobile(), qrToken: code, tableId: w.tables[0] })).status).toBe(200)
    expect((await login({ mobile_number: mobile(), qrToken: code, tableId: w.tables[1] })).status).toBe(404)
  })

  it('can’t sit at a table that is unknown, deleted or in a restaurant that isn’t open', async () => {
    const [w, pending] = [await makeRestaurant(), await makeRestaurant({ approvalStatus: 'pending' })]
    await w.does('superuser', `DELETE /tables/delete/${w.tables[3]}`)
    for (const tableId of [randomId(), w.tables[3], pending.tables[0]])
      expect((await login({ mobile_number: mobile(), tableId })).status).toBe(404)
  })

  it('can’t make the calls of staff, partners and the back office', async () => {
    const w = await makeRestaurant()
    const { token } = await guestOf(w)
    for (const address of [
      'GET /orders',
      'GET /tables',
      'GET /restaurant/profile',
      'GET /partner',
      'GET /backoffice/restaurants',
      'POST /media',
    ])
      expect([403, 415]).toContain((await call(address, { token })).status)
  })
})

describe('a diner with an account', () => {
  it('asks for a code (202); the account is created with the first right code', async () => {
    const number = mobile()
    const asked = await login({ name: 'Asha', mobile_number: `+91 ${number}` })
    expect([asked.status, Object.keys(asked.body)]).toEqual([202, ['message']])
    expect((await sentTo(`+91 ${number}`))[0]?.kind).toBe('sms')
    const first = await verify({ name: 'Asha', mobile_number: number, otp: await codeTo(`+91 ${number}`) })
    expect(first.status, first.text).toBe(200)
    expect(first.body.user).toMatchObject({ role: 'user', name: 'Asha', email: '', restaurantId: null })
    // The same number, however written, is the same account.
    const again = await accountOf(number)
    expect(again.body.user).toMatchObject({ id: first.body.user.id, name: 'Asha' })
    expect((await call('GET /auth/me', { token: again.body.token })).body.user).toMatchObject({ id: first.body.user.id, email: '' })
  })

  it('has the name given when the code was asked for; only a call with the right code changes it', async () => {
    const number = mobile()
    await login({ name: 'Asha', mobile_number: number })
    const first = await verify({ mobile_number: number, otp: await codeTo(number) })
    expect(first.body.user.name).toBe('Asha')
    await login({ name: 'Mocked', mobile_number: number })
    expect((await verify({ mobile_number: number, otp: await codeTo(number) })).body.user.name).toBe('Asha')
    await login({ mobile_number: number })
    expect((await verify({ name: 'Asha Rao', mobile_number: number, otp: await codeTo(number) })).body.user).toMatchObject({
      id: first.body.user.id,
    })
    expect((await accountOf(number)).body.user.name).toBe('Asha Rao')
  })

  it('doesn’t share an account with the same ten digits in another country', async () => {
    const number = mobile()
    const owner = (await accountOf(`+91 ${number}`, { name: 'Asha' })).body.user.id
    for (const same of [number, `0${number}`, `0091 ${number}`, `91${number}`]) expect((await accountOf(same)).body.user.id).toBe(owner)
    for (const other of [`+1 ${number}`, `001${number}`, `+44${number}`]) {
      const { user } = (await accountOf(other)).body
      expect([other, user.id === owner, user.name]).toEqual([other, false, 'Guest'])
    }
    expect((await login({ mobile_number: '+ ( ) - ' + '-'.repeat(8) })).status).toBe(422)
    for (const unclear of ['98+20012345', '9820012345+', '++982001234'])
      expect([unclear, (await login({ mobile_number: unclear })).status]).toEqual([unclear, 422])
  })

  it('is opened by no phone abroad with the same ten digits: the code goes to the number that the account has', async () => {
    const number = `65${mobile().slice(-8)}`
    // Ten digits without a country are sent to India, by whatever service: none may read +65 into them.
    expect((await login({ mobile_number: number })).status).toBe(202)
    expect((await sentTo(number)).map((message) => message.to)).toEqual([`+91${number}`])
    const owner = (await accountOf(number)).body.user.id
    // Singapore's numbers have eight digits: with the country they are ten, as an Indian number.
    const abroad = `(+65) ${number.slice(2)}`
    expect((await login({ mobile_number: abroad })).status).toBe(202)
    expect((await sentTo(abroad))[0]?.to).toBe(`+${number}`)
    const code = await codeTo(abroad)
    expect((await verify({ mobile_number: number, otp: code })).status).toBe(401)
    expect((await verify({ mobile_number: abroad, otp: code })).body.user.id).not.toBe(owner)
  })

  it('joins a sitting by tableId, and loses only the sitting when it ends', async () => {
    const w = await makeRestaurant()
    const { token, user } = (await accountOf(mobile(), { tableId: w.tables[0] })).body
    expect(user.restaurantId).toBe(w.id)
    const sent = await order(w, token)
    expect(sent.status, sent.text).toBe(201)
    await w.settle(sent.body.order._id)
    for (const reply of [
      await active(w, token),
      await order(w, token),
      await call('POST /tables/alert', { token, body: { tableId: w.tables[0], alertType: 'bill' } }),
      await call('POST /tables/alert/withdraw', { token, body: { tableId: w.tables[0] } }),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'sitting_ended'])
    expect((await call('GET /auth/me', { token })).status).toBe(200)
    expect((await call(`GET /orders/user/${user.id}`, { token })).body.orders).toMatchObject([{ _id: sent.body.order._id }])
  })

  it('can use a code once, for its own number, for five minutes and five tries', async () => {
    const [a, b, here] = [mobile(), mobile(), randomId()]
    await login({ mobile_number: a })
    await login({ mobile_number: b })
    const code = await codeTo(a)
    const wrong = async (number: string, otp: string) => refusedCode(await verify({ mobile_number: number, otp }, here))
    const refusedCode = (r: Reply) => [r.status, r.body.code]
    const other = (c: string) => String((Number(c) + 1) % 1_000_000).padStart(6, '0')
    if (code !== (await codeTo(b))) expect(await wrong(b, code)).toEqual([401, 'invalid_code'])
    expect((await verify({ mobile_number: a, otp: code })).status).toBe(200)
    expect(await wrong(a, code)).toEqual([401, 'invalid_code'])
    // Five wrong tries, and the right one is too late.
    await login({ mobile_number: a })
    const second = await codeTo(a)
    for (let i = 0; i < 5; i++) expect(await wrong(a, other(second))).toEqual([401, 'invalid_code'])
    expect(await wrong(a, second)).toEqual([401, 'invalid_code'])
    // Lapsed.
    await login({ mobile_number: a })
    const third = await codeTo(a)
    await run(testEnv.PLATFORM, sql`UPDATE codes SET expires_at = '2020-01-01T00:00:00.000Z' WHERE subject = ${a} AND used_at IS NULL`)
    expect(await wrong(a, third)).toEqual([401, 'invalid_code'])
    // A new code voids the one before.
    await login({ mobile_number: a })
    const fourth = await codeTo(a)
    await login({ mobile_number: a })
    if (fourth !== (await codeTo(a))) expect(await wrong(a, fourth)).toEqual([401, 'invalid_code'])
    expect((await verify({ mobile_number: a, otp: await codeTo(a) })).status).toBe(200)
    expect(
      (await testEnv.PLATFORM.prepare('SELECT code_hash FROM codes WHERE subject = ?').bind(a).all()).results.map(
        (r) => String(r.code_hash).length,
      ),
    ).toEqual([64, 64, 64, 64, 64])
  })

  it('who sends one code twice at once is let in once', async () => {
    const number = mobile()
    await login({ mobile_number: number })
    const otp = await codeTo(number)
    const replies = await Promise.all([1, 2, 3].map(() => verify({ mobile_number: number, otp })))
    expect(replies.map((r) => r.status).sort()).toEqual([200, 401, 401])
  })

  it('can ask for a limited number of codes per number: 429', async () => {
    const [number, here] = [mobile(), randomId()]
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await login({ mobile_number: number }, here)).status)
    expect(statuses.slice(0, 5)).toEqual([202, 202, 202, 202, 202])
    expect(statuses).toContain(429)
  })

  it('gets 502 without internals when the SMS can’t be sent', async () => {
    const reply = await configured({ ENVIRONMENT: 'production' }, () => login({ mobile_number: mobile() }))
    expect([reply.status, reply.body.code, reply.body.requestId]).toEqual([502, 'delivery_failed', expect.any(String)])
  })

  it('gets 404 for an unknown table, and no code is used up', async () => {
    const number = mobile()
    await login({ mobile_number: number })
    const otp = await codeTo(number)
    expect((await verify({ mobile_number: number, otp, tableId: randomId() })).status).toBe(404)
    expect((await verify({ mobile_number: number, otp })).status).toBe(200)
  })
})
