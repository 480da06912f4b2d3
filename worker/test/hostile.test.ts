import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { callerOf, tokenOf } from './callers.ts'
import { CALLS, inputOf, operation } from './calls.ts'
import { addressOf, make } from './requests.ts'
import { setStage } from './stage.ts'
import { openSocket, upgrade } from './sockets.ts'
import { call, makeRestaurant, type Reply, type World } from './world.ts'

/** Attacks that a hostile guest and another web site tried against a running server, kept as short tables. */

describe('a token counts only in its header: another web site’s page can’t set that', () => {
  it('in no call that needs a sign-in does a cookie, the address or another header sign anybody in', async () => {
    const stage = await setStage(await makeRestaurant())
    const before = await stage.w.everything()
    const letIn: unknown[] = []
    for (const address of CALLS.filter((a) => !operation(a).roles.includes('public') && callerOf(a) !== 'reset')) {
      const token = (await tokenOf(address, stage)) ?? ''
      const given = inputOf(address, stage)
      const headers = {
        Cookie: `restaurant_token=${token}; partner_token=${token}; backoffice_token=${token}; token=${token}`,
        'X-Access-Token': token,
        'Proxy-Authorization': `Bearer ${token}`,
      }
      const query = { ...(given.query as object | undefined), token, access_token: token, authorization: `Bearer ${token}` }
      const reply = await make(address, given, { token: null, headers })
      const path = addressOf(address, { ...given, query })
      const asked = await call(path, { token: null, body: given.files ? undefined : given.body })
      if (reply.status !== 401 || asked.status !== 401) letIn.push([address, reply.status, asked.status])
    }
    expect(letIn).toEqual([])
    expect(await stage.w.everything()).toEqual(before)
  }, 60_000)
})

describe('a socket that another web site’s page opens', () => {
  it('is refused: a browser sends it cookies, and they sign nobody in (decision 004)', async () => {
    const here = await makeRestaurant()
    const token = await here.as('cashier')
    const headers = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site', Cookie: `restaurant_token=${token}; token=${token}` }
    for (const protocol of ['tawa.v1', 'tawa.v1, bearer.', 'tawa.v1, bearer.undefined']) {
      const { status, webSocket } = await upgrade(here.id, null, { ...headers, 'Sec-WebSocket-Protocol': protocol })
      expect([status, webSocket ?? null], protocol).toEqual([401, null])
    }
  })
})

describe('a guest', () => {
  let w: World
  let other: World
  let guest: string
  /** Of another table: its guest, and its order with its ticket. */
  let theirs: { token: string; orderId: string; kotId: string; accountId: string }
  /** Of the guests who sat here before. */
  let left: { token: string; accountId: string; orderId: string }
  const send = (line: Record<string, unknown>, more: Record<string, unknown> = {}, token = guest) =>
    call('POST /orders', { token, body: { order: { tableId: w.tables[0], kots: [{ kotId: randomId(), items: [line] }], ...more } } })

  beforeAll(async () => {
    ;[w, other] = [await makeRestaurant(), await makeRestaurant()]
    const before = await w.guest()
    const first = (await send(w.line('plain'), {}, before.token)).body.order
    expect((await w.settle(first._id)).status).toBe(200)
    left = { ...before, orderId: first._id }
    guest = (await w.guest()).token
    expect((await send(w.line('plain'))).status).toBe(201)
    const neighbour = await w.guest(1)
    const { order } = (await send(w.line('plain'), { tableId: w.tables[1] }, neighbour.token)).body
    theirs = { token: neighbour.token, accountId: neighbour.accountId, orderId: order._id, kotId: order.kots[0].kotId }
  })
  // Refused orders count against a guest's limit.
  beforeEach(async () => {
    guest = (await w.guest()).token
  })

  it('gives no ticket and no call a name that every object has: screens and server would find something under it', async () => {
    const fresh = await makeRestaurant()
    for (const word of Object.getOwnPropertyNames(Object.prototype)) {
      const { token } = await fresh.guest()
      const order = { tableId: fresh.tables[0], kots: [{ ...fresh.kot([fresh.line('plain')]), kotId: word }] }
      expect([word, (await call('POST /orders', { token, body: { order } })).status]).toEqual([word, 422])
      const alert = await call('POST /tables/alert', { token, body: { tableId: fresh.tables[0], alertType: word } })
      expect([word, alert.status]).toEqual([word, 422])
    }
    expect(await fresh.rows('SELECT id FROM orders WHERE restaurant_id = ?', fresh.id)).toEqual([])
  })

  const refused: [string, number, () => Promise<Reply>][] = [
    ['another restaurant’s dish', 422, () => send(other.line('plain'))],
    ['another dish’s variant', 422, () => send(w.line('plain', 1, { variants: [{ name: 'Large' }] }))],
    ['another dish’s addon', 422, () => send(w.line('plain', 1, { addonGroups: [{ name: 'Bread', addons: [{ name: 'Naan' }] }] }))],
    ['an addon less than none', 422, () => send(w.line('plain', 1, { addonGroups: [{ addons: [{ name: 'Naan', quantity: -3 }] }] }))],
    ['a quantity below one', 422, () => send(w.line('plain', -1))],
    ['half a portion', 422, () => send(w.line('plain', 0.5))],
    ['more than any kitchen makes', 422, () => send(w.line('plain', 1000))],
    ['a note that reverses the text after it', 422, () => send(w.line('plain', 1, { additionalItemNote: 'no \u202estun' }))],
    ['a note with a printer’s command', 422, () => send(w.line('plain', 1, { additionalItemNote: 'x\u001b@' }))],
    ['a note that covers other tickets', 422, () => send(w.line('plain', 1, { additionalItemNote: `x${'\u0301'.repeat(200)}` }))],
    ['an order for another table', 404, () => send(w.line('plain'), { tableId: w.tables[1] })],
    ['a parcel', 404, () => send(w.line('plain'), { orderType: 'Take Away' })],
    ['another restaurant', 404, () => send(w.line('plain'), { restaurantId: other.id })],
    ['another table’s ticket, again', 404, () => send(w.line('plain'), { kots: [w.kot([w.line('plain')], theirs.kotId)] })],
    ['another table’s order', 404, () => call('POST /orders/active', { token: guest, body: { tableId: w.tables[1] } })],
    ['another guest’s orders', 404, () => call(`GET /orders/user/${theirs.accountId}`, { token: guest })],
    ['the orders of those who sat here before', 404, () => call(`GET /orders/user/${left.accountId}`, { token: guest })],
    [
      'a call for another table',
      404,
      () => call('POST /tables/alert', { token: guest, body: { tableId: w.tables[1], alertType: 'bill' } }),
    ],
    [
      'a call about another’s order',
      404,
      () => call('POST /tables/alert', { token: guest, body: { tableId: w.tables[0], alertType: 'bill', orderId: theirs.orderId } }),
    ],
    ['a rating of another’s order', 404, () => call('POST /feedback/submit', { token: guest, body: { orderId: left.orderId, rating: 1 } })],
    ['the restaurant by a header', 403, () => call('GET /orders', { token: guest, headers: { 'X-Restaurant-Id': w.id } })],
    ['an order, when its visit is over', 401, () => send(w.line('plain'), {}, left.token)],
    [
      'a call, when its visit is over',
      401,
      () => call('POST /tables/alert', { token: left.token, body: { tableId: w.tables[0], alertType: 'water' } }),
    ],
  ]
  it.each(refused)('is refused %s', async (_what, status, ask) => {
    const before = await w.everything()
    const reply = await ask()
    expect([reply.status, reply.text.slice(0, 100)]).toEqual([status, expect.anything()])
    expect(await w.everything()).toEqual(before)
  })

  it('gets its own answer with another guest’s Idempotency-Key', async () => {
    const [key, kots] = [randomId(), [w.kot([w.line('plain')])]]
    const ask = (token: string, n: number) =>
      call('POST /orders', { token, key, body: { order: { tableId: w.tables[n], kots: kots.map((k) => ({ ...k, kotId: randomId() })) } } })
    const [mine, their] = [await ask(guest, 0), await ask(theirs.token, 1)]
    expect([mine.status, their.status, their.headers.get('Idempotency-Replayed')]).toEqual([201, 201, null])
    expect(their.body.order._id).toBe(theirs.orderId)
  })

  it('hears nothing of other tables, of the staff, or of those who sat here before', async () => {
    const socket = await openSocket(w.id, guest)
    socket.send('joinRestaurant', { restaurantId: w.id })
    socket.send('joinTable', { tableId: w.tables[1], since: 0 })
    socket.send('joinTable', { tableId: w.tables[0], since: 0 })
    await socket.waitFor(() => socket.named('joined').length === 1)
    expect(socket.named('error').map((m) => m.data.code)).toEqual(['forbidden', 'forbidden'])
    expect(JSON.stringify(socket.messages)).not.toContain(left.orderId)
    expect(JSON.stringify(socket.messages)).not.toContain(theirs.orderId)
    socket.close()
  })
})
