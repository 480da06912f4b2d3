import { describe, expect, it } from 'vitest'
import type { AlertShape, TableShape } from '#domain/api/tables.ts'
import { randomId } from '#domain/ids.ts'
import { openSocket } from '../test/sockets.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { codeTo } from '../test/messages.ts'
import { call, makeRestaurant, many, type Reply, type World } from '../test/world.ts'
import { create, id, merge, orderAt, remove, statuses, update } from '../test/tables.ts'

describe('tables', () => {
  it('are created, listed in natural order, and announced', async () => {
    const w = await makeRestaurant({ tables: 0 })
    const reply = await create(w, { tableNumber: '10' }, { tableNumber: ' 2 ', area: 'Roof', capacity: 6 }, { tableNumber: 'Bar 1' })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.tables[1]).toMatchObject({
      tableNumber: '2',
      area: 'Roof',
      capacity: 6,
      status: 'available',
      currentOrderId: null,
      mergedInto: null,
      mergedTables: [],
      version: 1,
    })
    expect(reply.body.tables[0]).toMatchObject({ area: '', capacity: 4 })
    expect(reply.body.tables[0].qrUrl).toBe(`/t/${reply.body.tables[0].qrToken}`)
    const listed = (await w.does('waiter', 'GET /tables')).body.tables as TableShape[]
    expect(listed.map((t) => t.tableNumber)).toEqual(['2', '10', 'Bar 1'])
    expect((await w.events()).map((e) => e.event)).toEqual(['tableChanged', 'tableChanged', 'tableChanged'])
  })

  it('are all created or none: a number that exists or comes twice is 409 and is named', async () => {
    const w = await makeRestaurant()
    const before = await w.everything()
    for (const [numbers, clash] of [
      [['9', '1'], ['1']],
      [['8', '8'], ['8']],
      // The same name on every screen and paper.
      [['9', 'T1'], ['T1']],
      [['t 1'], ['t 1']],
      [['8', 'T8'], ['T8']],
      [['Bar 1', 'bar  1'], ['bar  1']],
    ] as const) {
      const reply = await create(w, ...numbers.map((tableNumber) => ({ tableNumber })))
      expect([reply.status, reply.body.code, reply.body.tableNumbers]).toEqual([409, 'duplicate_table', clash])
    }
    expect(await w.everything()).toEqual(before)
  })

  it('are created once when two requests create the same number at once', async () => {
    const w = await makeRestaurant({ tables: 0 })
    await w.as('superuser')
    expect(statuses(await many(6, () => create(w, { tableNumber: '1' })))).toEqual([201, 409, 409, 409, 409, 409])
  })

  it.each([
    ['created', 'POST /tables/createTables', { tables: [{ tableNumber: 'bar 1' }] }],
    ['renamed', null, { tableNumber: 'bar 1' }],
  ])('are not %s when the same name in another writing came meanwhile', async (_, address, body) => {
    const w = await makeRestaurant()
    const via = meanwhile(() => create(w, { tableNumber: 'Bar 1' }))
    const reply = await w.does('superuser', address ?? `PUT /tables/update?id=${id(w, 0)}`, body, { via })
    expect(reply.body).toMatchObject({ code: 'duplicate_table', tableNumbers: ['bar 1'] })
  })

  it.each([
    ['no tables', []],
    ['no number', [{}]],
    ['an empty number', [{ tableNumber: '  ' }]],
    ['a number that is no text', [{ tableNumber: 5 }]],
    ['no seats', [{ tableNumber: '9', capacity: 0 }]],
    ['half a seat', [{ tableNumber: '9', capacity: 2.5 }]],
  ])('%s: 422', async (_name, tables) => {
    const w = await makeRestaurant()
    const before = await w.everything()
    expect((await create(w, ...tables)).status).toBe(422)
    expect(await w.everything()).toEqual(before)
  })

  it('can change number, area and seats, never status', async () => {
    const w = await makeRestaurant()
    const reply = await update(w, 0, {
      tableNumber: 'A1',
      area: 'Roof',
      capacity: 8,
      status: 'occupied',
      currentOrderId: 'x',
      mergedInto: 'y',
      version: 1,
    })
    expect(reply.body.table).toMatchObject({
      tableNumber: 'A1',
      area: 'Roof',
      capacity: 8,
      status: 'available',
      currentOrderId: null,
      mergedInto: null,
      version: 2,
    })
    expect(await w.table(0)).toEqual(reply.body.table)
    expect((await w.events()).at(-1)).toMatchObject({ event: 'tableChanged', data: { table: { tableNumber: 'A1' } } })
  })

  it('refuse an outdated version with the current table, a taken number, and an unknown id', async () => {
    const w = await makeRestaurant()
    await update(w, 0, { capacity: 8 })
    const stale = await update(w, 0, { capacity: 2, version: 1 })
    expect([stale.status, stale.body.code, stale.body.table.capacity]).toEqual([409, 'version_conflict', 8])
    for (const tableNumber of ['2', 'T2', ' t 2']) expect((await update(w, 0, { tableNumber })).body.code).toBe('duplicate_table')
    // Its own may be written in another way.
    expect((await update(w, 0, { tableNumber: 'T 1' })).status).toBe(200)
    expect((await update(w, 0, { tableNumber: '1' })).status).toBe(200)
    expect((await w.does('superuser', `PUT /tables/update?id=${randomId()}`, { capacity: 2 })).status).toBe(404)
    expect((await w.does('superuser', 'PUT /tables/update', { capacity: 2 })).body.errors[0].path).toBe('id')
  })

  it('get a new printed code: the old one opens nothing any more, and guests who sit there stay', async () => {
    const w = await makeRestaurant()
    const guest = await w.guest(0)
    const order = await orderAt(w, 0)
    const { qrToken: old } = await w.table(0)
    const renew = (n: number, code: string, key?: string) =>
      w.does('superuser', `PUT /tables/update?id=${id(w, n)}`, { replacesCode: code }, key ? { key } : {})
    const first = await renew(0, old, 'renew')
    const { qrToken, qrUrl, currentOrderId } = first.body.table
    expect([first.status, qrToken === old, qrUrl, currentOrderId]).toEqual([200, false, `/t/${qrToken}`, order._id])
    expect((await w.events()).at(-1)).toMatchObject({ event: 'tableChanged', data: { table: { qrToken } } })
    // Scanned: by the page, by who asks for its table, and by who signs in.
    const sit = (code: string) =>
      call('POST /auth/user/login', { body: { name: 'Guest', mobile_number: '9820098200', tableId: id(w, 0), qrToken: code } })
    expect([(await call(`GET /tables/${old}`)).status, (await call(`GET /tables/${qrToken}`)).status]).toEqual([404, 200])
    expect([(await sit(old)).status, (await sit(qrToken)).status]).toEqual([404, 200])
    expect((await call(`GET /tables/${id(w, 0)}`, { token: guest.token })).body.table).toMatchObject({ _id: id(w, 0), status: 'occupied' })
    // Whoever scanned the old code knows the table's id, which doesn't change.
    const byId = { name: 'Guest', mobile_number: '9820098200', tableId: id(w, 0) }
    const refused = await call('POST /auth/user/login', { body: byId })
    expect([refused.status, refused.body.message]).toEqual([404, 'Table not found. Scan the code on your table again.'])
    const proves = async (named: object, token?: string) => {
      const digits = `98${String(Math.random()).slice(2, 10)}`
      await call('POST /auth/user/login', { body: { name: 'Asha', mobile_number: digits } })
      const otp = await codeTo(`+91${digits}`)
      return (await call('POST /auth/user/verify', { token, body: { mobile_number: digits, otp, tableId: id(w, 0), ...named } })).status
    }
    expect([await proves({}), await proves({ qrToken: old }), await proves({ qrToken })]).toEqual([404, 404, 200])
    // Who sits there may say another name, and sign in.
    expect((await call('POST /auth/user/login', { token: guest.token, body: byId })).status).toBe(200)
    expect(await proves({}, guest.token)).toBe(200)
    // Where no code was replaced, the id is enough (CONTRACT §9).
    expect((await call('POST /auth/user/login', { body: { ...byId, tableId: id(w, 1) } })).status).toBe(200)
    // The same press again is answered the same; another device that shows the old code replaces no new one.
    expect((await renew(0, old, 'renew')).body).toEqual(first.body)
    const late = await renew(0, old)
    expect([late.status, late.body.code, late.body.table.qrToken]).toEqual([409, 'version_conflict', qrToken])
    expect((await renew(1, old)).status).toBe(409)
  })

  it('keep their number while they have an open order or are merged, which name it; area and seats may change', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    expect((await merge(w, 0, 1)).status).toBe(200)
    for (const n of [0, 1]) {
      const reply = await update(w, n, { tableNumber: 'A9', capacity: 8 })
      expect([reply.status, reply.body.code]).toEqual([409, 'table_occupied'])
      expect((await update(w, n, { tableNumber: String(n + 1), area: 'Roof', capacity: 8 })).status).toBe(200)
    }
  })

  it('can be deleted when free, and their number can be used again', async () => {
    const w = await makeRestaurant()
    const reply = await remove(w, 0)
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']])
    expect((await w.does('waiter', 'GET /tables')).body.tables).toHaveLength(3)
    expect((await w.does('waiter', `GET /tables/${id(w, 0)}`)).status).toBe(404)
    expect((await remove(w, 0)).status).toBe(404)
    expect((await create(w, { tableNumber: '1' })).status).toBe(201)
    expect((await w.send([w.line('plain')], { tableId: id(w, 0) })).status).toBe(404)
  })

  it('that are deleted take the sitting of their guests along, whose sockets close', async () => {
    const w = await makeRestaurant()
    const { token } = await w.guest(1)
    const socket = await openSocket(w.id, token)
    expect((await remove(w, 1)).status).toBe(200)
    expect((await socket.waitForClose()).code).toBe(4401)
    expect((await call('GET /auth/me', { token })).status).toBe(401)
  })

  it('can’t be deleted while occupied or merged', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    await merge(w, 0, 1)
    for (const n of [0, 1]) expect((await remove(w, n)).body.code).toBe('table_occupied')
    expect((await w.does('waiter', 'GET /tables')).body.tables).toHaveLength(4)
  })

  it('show the public only a stub, and all of it only to the guest who sits there', async () => {
    const w = await makeRestaurant()
    const stub = { table: { _id: id(w, 0), tableNumber: '1', restaurantId: w.id } }
    expect((await call(`GET /tables/${id(w, 0)}`)).body).toEqual(stub)
    const [guest, other] = [await w.guest(0), await w.guest(1)]
    expect((await call(`GET /tables/${id(w, 0)}`, { token: guest.token })).body.table).toMatchObject({ _id: id(w, 0), status: 'available' })
    expect((await call(`GET /tables/${id(w, 0)}`, { token: other.token })).body).toEqual(stub)
    expect((await call(`GET /tables/${randomId()}`)).status).toBe(404)
    // Who scans the printed code knows nothing but it, and is at the menu without signing in.
    const { qrToken } = (await w.does('captain', `GET /tables/${id(w, 0)}`)).body.table
    expect((await call(`GET /tables/${qrToken}`)).body).toEqual(stub)
    expect((await call(`GET /tables/${qrToken}`, { token: guest.token })).body.table).toMatchObject({ _id: id(w, 0), status: 'available' })
    expect((await call('GET /tables')).status).toBe(401)
    // Roles that don't read tables (CONTRACT §2) see what the public sees.
    for (const role of ['kitchen', 'delivery'] as const) expect((await w.does(role, `GET /tables/${id(w, 0)}`)).body).toEqual(stub)
  })
})

describe('alerts', () => {
  const alert = (w: World, alertType: string, n = 0, more: Record<string, unknown> = {}) =>
    w.does('waiter', 'POST /tables/alert', { tableId: id(w, n), alertType, ...more })
  const clear = (w: World, more: Record<string, unknown> = {}, n = 0) =>
    w.does('waiter', 'POST /tables/clear-alert', { tableId: id(w, n), ...more })
  const open = async (w: World) => (await w.does('captain', 'GET /tables/alerts')).body.alerts as AlertShape[]

  it('same table+type alert replaces the old and is unacknowledged', async () => {
    const w = await makeRestaurant()
    const first = await alert(w, 'water')
    expect(first.status, first.text).toBe(201)
    expect(first.body.alert).toMatchObject({ tableId: id(w, 0), tableNumber: '1', alertType: 'water', acknowledged: false, orderId: null })
    expect(first.body.alert.id.startsWith(id(w, 0))).toBe(true)
    expect((await clear(w, { alertType: 'water', action: 'acknowledge' })).body.alerts).toMatchObject([
      { alertType: 'water', acknowledged: true },
    ])
    await alert(w, 'water')
    await alert(w, 'candles, please')
    expect((await open(w)).map((a) => [a.alertType, a.acknowledged]).sort()).toEqual([
      ['candles, please', false],
      ['water', false],
    ])
  })

  it('carry the table’s open order, or the one named', async () => {
    const w = await makeRestaurant()
    const order = await orderAt(w, 0)
    expect((await alert(w, 'bill')).body.alert.orderId).toBe(order._id)
    expect((await alert(w, 'bill', 0, { orderId: order._id })).body.alert.orderId).toBe(order._id)
    expect((await alert(w, 'bill', 0, { orderId: randomId() })).status).toBe(404)
  })

  it('can be cleared one by one, or all of a table', async () => {
    const w = await makeRestaurant()
    for (const type of ['water', 'bill', 'clean']) await alert(w, type)
    await alert(w, 'water', 1)
    expect((await clear(w, { alertType: 'bill' })).body.alerts.map((a: AlertShape) => a.alertType).sort()).toEqual(['clean', 'water'])
    expect((await clear(w)).body.alerts).toEqual([])
    expect((await open(w)).map((a) => a.tableId)).toEqual([id(w, 1)])
    expect((await clear(w)).status).toBe(200)
  })

  it('can be sent by a guest only from their own table', async () => {
    const w = await makeRestaurant()
    const { token } = await w.guest(0)
    const ask = (n: number) => call('POST /tables/alert', { token, body: { tableId: id(w, n), alertType: 'callWaiter' } })
    expect((await ask(0)).status).toBe(201)
    expect((await ask(1)).status).toBe(404)
    expect((await call('GET /tables/alerts', { token })).status).toBe(403)
    expect((await call('POST /tables/clear-alert', { token, body: { tableId: id(w, 0) } })).status).toBe(403)
    expect(await open(w)).toHaveLength(1)
  })

  it('with an empty or long type, or an unknown table, are refused', async () => {
    const w = await makeRestaurant()
    expect((await alert(w, ' ')).status).toBe(422)
    expect((await alert(w, 'x'.repeat(41))).status).toBe(422)
    expect((await w.does('waiter', 'POST /tables/alert', { tableId: randomId(), alertType: 'water' })).status).toBe(404)
    expect((await w.does('waiter', 'POST /tables/clear-alert', { tableId: randomId() })).status).toBe(404)
    expect(await open(w)).toEqual([])
  })

  it('are limited: 429 with the seconds to wait', async () => {
    const w = await makeRestaurant()
    // Counted by the minute, which may turn once while this runs.
    let last: Reply | null = null
    for (let i = 0; i < 130 && last?.status !== 429; i++) last = await alert(w, 'water')
    expect(last?.status).toBe(429)
    expect(last?.body.retryAfter).toBeGreaterThan(0)
    expect(last?.headers.get('Retry-After')).toBe(String(last?.body.retryAfter))
  })
})

describe('the same key, 20 times at once', () => {
  const same = (replies: Reply[], status: number) => {
    expect(new Set(replies.map((r) => `${r.status} ${r.text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(status)
    expect(replies.filter((r) => r.headers.get('Idempotency-Replayed') === 'true')).toHaveLength(19)
  }
  const repeated = async (w: World, address: string, body: unknown) => {
    await w.as('superuser')
    return many(20, () => w.does('superuser', address, body, { key: 'again' }))
  }

  it('moves once', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    same(await repeated(w, 'POST /tables/move', { fromTableId: id(w, 0), toTableId: id(w, 1) }), 200)
    expect((await w.events()).filter((e) => e.event === 'tableMoved')).toHaveLength(1)
  })

  it('merges once', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    same(await repeated(w, 'POST /tables/merge', { parentTableId: id(w, 0), childTableIds: [id(w, 1)] }), 200)
    expect((await w.events()).filter((e) => e.event === 'tableMoved')).toHaveLength(1)
  })

  it('calls once', async () => {
    const w = await makeRestaurant()
    const socket = await openSocket(w.id, await w.as('captain'))
    await socket.join('joinRestaurant')
    const replies = await repeated(w, 'POST /tables/alert', { tableId: id(w, 0), alertType: 'water' })
    same(replies, 201)
    expect((await socket.settled()).named('tableAlert').map((m) => (m.data.alert as AlertShape).id)).toEqual([replies[0]?.body.alert.id])
    // A repeat long after the call was cleared alerts nobody.
    await w.does('captain', 'POST /tables/clear-alert', { tableId: id(w, 0) })
    expect((await w.does('superuser', 'POST /tables/alert', { tableId: id(w, 0), alertType: 'water' }, { key: 'again' })).text).toBe(
      replies[0]?.text,
    )
    expect((await socket.settled()).named('tableAlert')).toHaveLength(1)
    const other = await w.does('superuser', 'POST /tables/alert', { tableId: id(w, 0), alertType: 'bill' }, { key: 'again' })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  it('creates, changes and deletes once', async () => {
    const w = await makeRestaurant()
    same(await repeated(w, 'POST /tables/createTables', { tables: [{ tableNumber: '77' }] }), 201)
    const changes = await many(20, () =>
      w.does('superuser', `PUT /tables/update?id=${id(w, 0)}`, { capacity: 7, version: 1 }, { key: 'change' }),
    )
    same(changes, 200)
    same(await many(20, () => w.does('superuser', `DELETE /tables/delete/${id(w, 1)}`, undefined, { key: 'delete' })), 200)
    expect((await w.events()).map((e) => e.event)).toEqual(['tableChanged', 'tableChanged', 'tableChanged'])
  })
})
