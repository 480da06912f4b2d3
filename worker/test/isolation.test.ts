import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '#domain/api/index.ts'
import { told } from './matrix/ask.ts'
import { type Evening, type Principal, setEvening, stateOf, WORDLESS_TABLES } from './matrix/evening.ts'
import { TABLE } from './matrix/table.ts'
import { callerOf, tokenOf } from './callers.ts'
import { CALLS, inputOf, operation } from './calls.ts'
import { make } from './requests.ts'
import { openSocket, type TestSocket, upgrade } from './sockets.ts'
import { call } from './world.ts'

/**
 * Restaurants never see each other's data: what one really does leaves the others unchanged, and no answer, socket or log reveals them. Who may make
 * which call, and what the answer to another restaurant's id is, is tried by the matrix (worker/test/matrix).
 */

let evening: Evening
const logs: string[] = []
const sockets = {} as Record<'owner' | 'kitchen' | 'guest' | 'neighbour' | 'two' | 'three', TestSocket>

const principal = (name: string): Principal => {
  const found = evening.principals.find((p) => p.name === name)
  if (!found) throw new Error(`no principal ${name}`)
  return found
}

beforeAll(async () => {
  evening = await setEvening()
  const { one, two, three } = evening
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => void logs.push(args.map(String).join(' ')))
  const staff = async (place: typeof one, role: 'superuser' | 'kitchen') => {
    const socket = await openSocket(place.restaurantId, await place.stage.w.as(role))
    await socket.join('joinRestaurant', { since: 0 })
    return socket
  }
  const seated = async (name: string) => {
    const { token, mine } = principal(name)
    const socket = await openSocket(one.restaurantId, token ?? '')
    await socket.join('joinTable', { tableId: mine.stage.w.tables[0], since: 0 })
    return socket
  }
  Object.assign(sockets, {
    owner: await staff(one, 'superuser'),
    kitchen: await staff(one, 'kitchen'),
    guest: await seated('a guest'),
    neighbour: await seated('a guest next to them'),
    two: await staff(two, 'kitchen'),
    three: await staff(three, 'superuser'),
  })
}, 60_000)
afterAll(() => {
  for (const socket of Object.values(sockets)) socket.close()
  vi.restoreAllMocks()
})

describe('outlet two', () => {
  it('has rows in every table, each recognisable by a mark or by its id', async () => {
    const { marks, ids } = evening.two
    const state = (await stateOf(evening.two)) as Record<string, Record<string, unknown>[]>
    for (const [table, rows] of Object.entries(state)) {
      // An outlet that is open has not been taken out.
      if (table === 'taken_out') expect(rows).toEqual([])
      else expect(rows.length, table).toBeGreaterThan(0)
      for (const row of rows) {
        const text = JSON.stringify(row)
        if (WORDLESS_TABLES.includes(table)) expect([...ids].some((id) => text.includes(id))).toBe(true)
        else
          expect([table, Object.values(marks).filter((mark) => text.includes(mark)).length]).toEqual([
            table,
            expect.toSatisfy((n: number) => n > 0),
          ])
      }
    }
  })
})

describe('a socket', () => {
  it('opens for people of the restaurant and those who may enter it; else 401, and 403 for other people', async () => {
    const { one, two, three } = evening
    const wrong: string[] = []
    for (const p of evening.principals) {
      if (p.kind === 'syncKey' || p.kind === 'revokedKey') continue
      for (const place of [one, two, three]) {
        const answer = await upgrade(place.restaurantId, p.token)
        answer.webSocket?.accept()
        answer.webSocket?.close(1000, 'done')
        const own = p.mine.restaurantId === place.restaurantId
        const enters = p.kind === 'backoffice' || p.kind === 'admin' || (p.kind === 'partner' && p.partnerId === place.partnerId)
        const opens = enters || (own && (p.kind === 'staff' || (p.kind === 'diner' && p.diner !== 'ended')))
        const expected = p.kind === 'nobody' || p.kind === 'dead' ? 401 : opens ? 101 : 403
        if (answer.status !== expected) wrong.push(`${p.name} | ${place.name} | expected ${expected} | got ${answer.status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('joins only its own room and its own table', async () => {
    const { two } = evening
    const socket = sockets.kitchen
    const refused = socket.named('error').length
    socket.send('joinRestaurant', { restaurantId: two.restaurantId })
    expect((await socket.waitFor(() => socket.named('error')[refused])).data.code).toBe('forbidden')
    const joined = await socket.join('joinTable', { tableId: two.stage.w.tables[0], since: 0 })
    expect(JSON.stringify(joined)).not.toContain(two.marks.seat)
    const mine = sockets.guest.named('joined').length + sockets.guest.named('error').length
    sockets.guest.send('joinTable', { tableId: principal('a guest next to them').mine.stage.w.tables[0], since: 0 })
    await sockets.guest.waitFor((s) => s.named('joined').length + s.named('error').length > mine)
  })
})

describe('a list', () => {
  it.each([
    'GET /orders?limit=100',
    'GET /orders?limit=100&status=pending',
    'GET /orders?search=9820012345',
    'GET /orders?search=T1&page=1',
    'GET /orders?startDate=2020-01-01&endDate=2099-12-31&limit=100',
    'GET /orders/restaurant/pending',
    'GET /tables',
    'GET /tables/alerts',
    'GET /tables/bookings',
    'GET /restaurant/customers?search=Ravi',
    'GET /restaurant/customers?mobile_number=9820012345',
    'GET /restaurant/reservations?from=2020-01-01&to=2199-12-31',
    'GET /restaurant/inventory/raw-materials?search=ri',
    'GET /restaurant/inventory/stocks?search=ri',
  ])('%s lists only its own restaurant’s rows', async (address) => {
    const { one, two } = evening
    const reply = await call(address, { token: await one.stage.w.as('superuser'), headers: { 'X-Restaurant-Id': two.restaurantId } })
    expect(reply.status, reply.text).toBe(200)
    const path = address.split('?')[0] as Call
    expect(told(TABLE[path], principal('superuser of one'), reply, '', evening)).toEqual([])
    for (const row of [...(reply.body.orders ?? []), ...(reply.body.tables ?? [])]) expect(row.restaurantId).toBe(one.restaurantId)
  })

  it('of figures and best sellers counts only its own restaurant’s', async () => {
    const { w } = evening.one.stage
    const read = async () => {
      const { sales, orders, pendingOrders, topItems, paymentMethods } = (
        await w.does('superuser', 'POST /api/analytics/dashboard-analytics', { period: '30d' })
      ).body.dashboard
      const { items } = (await w.does('superuser', 'POST /menus/trending', { restaurantId: w.id })).body
      return { sales, orders, pendingOrders, topItems, paymentMethods, items }
    }
    const before = await read()
    const other = evening.three.stage.w
    const theirs = await other.settle((await other.order([other.line('dosa', 9)], { orderType: 'Take Away' }))._id)
    expect(theirs.status, theirs.text).toBe(200)
    expect(await read()).toEqual(before)
  })
})

describe('a call in outlet one that names another outlet in the header', () => {
  /** Who makes it, as a principal of the evening: what it may see. */
  const maker = async (address: Call): Promise<Principal> => {
    const caller = callerOf(address)
    const { one } = evening
    if (caller === 'partner') return principal('the partner of one and two')
    if (caller === 'backoffice') return principal('the back office')
    if (caller === 'admin') return principal('an administrator')
    if (caller === 'user') {
      const sees = { marks: new Set([one.marks.open]), ids: one.publicIds }
      return { ...principal('nobody'), token: one.stage.diner.token, sees }
    }
    if (caller === 'public' || caller === 'reset') return { ...principal('nobody'), token: await tokenOf(address, one.stage) }
    return { ...principal(`${caller === 'own' ? 'cashier' : caller} of one`), token: await tokenOf(address, one.stage) }
  }

  it.each(CALLS)('%s leaves the other outlets unchanged, and reveals nothing of them', async (address) => {
    const { one, two, three } = evening
    const who = await maker(address)
    const given = inputOf(address, one.stage)
    const before = [await stateOf(two), await stateOf(three)]
    // For those who may enter restaurants, the header names theirs.
    const enters = who.kind === 'partner' || who.kind === 'backoffice' || who.kind === 'admin'
    const headers = { 'X-Restaurant-Id': enters ? one.restaurantId : two.restaurantId }
    const reply = await make(address, given, { token: who.token, headers })
    expect(reply.status, reply.text).toBe(operation(address).status)
    expect([await stateOf(two), await stateOf(three)]).toEqual(before)
    // Everybody who signs in here belongs to outlet one.
    const sees = /^POST \/auth\/|\/claim\/complete$/.test(address) ? { ...who, sees: principal('superuser of one').sees } : who
    expect(told(TABLE[address], sees, reply, JSON.stringify(given), evening)).toEqual([])
  })
})

describe('after all that', () => {
  const heard = async (socket: TestSocket) => JSON.stringify((await socket.settled()).messages).toLowerCase()
  const marksOf = (...places: Evening['one'][]) => places.flatMap((p) => Object.values(p.marks))

  it('staff have received every event of their own restaurant and none of another', async () => {
    const { one, two, three } = evening
    for (const [name, own, others] of [
      ['owner', one, [two, three]],
      ['kitchen', one, [two, three]],
      ['two', two, [one, three]],
      ['three', three, [one, two]],
    ] as const) {
      const text = await heard(sockets[name])
      expect([name, text.includes(own.marks.seat)]).toEqual([name, true])
      expect(marksOf(...others).filter((mark) => text.includes(mark))).toEqual([])
      expect([...text.matchAll(/"restaurantid":"(\w+)"/g)].filter(([, id]) => id !== own.restaurantId)).toEqual([])
    }
  })

  it('diners have received events of their own table only', async () => {
    const { one, two, three } = evening
    for (const [name, own, other] of [
      ['guest', 'a guest', 'a guest next to them'],
      ['neighbour', 'a guest next to them', 'a guest'],
    ] as const) {
      const text = await heard(sockets[name])
      const theirs = principal(other).mine
      const hidden = [one.marks.shut, one.marks.seat, theirs.marks.seat, ...marksOf(two, three)]
      expect([name, hidden.filter((mark) => text.includes(mark))]).toEqual([name, []])
      expect([...theirs.ids].filter((id) => !principal(own).mine.ids.has(id) && text.includes(id))).toEqual([])
    }
  })

  it('no log contains a word of a restaurant, an address or a token', () => {
    const secret = logs.filter(
      (line) => evening.marks.some((mark) => line.toLowerCase().includes(mark)) || /eyJ[\w-]+\.|tawa_[\w-]{20}|@test\.test/.test(line),
    )
    expect(secret).toEqual([])
  })
})
