import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AlertShape } from '#domain/api/tables.ts'
import { type LimitRule, LIMITS } from '#domain/limits.ts'
import { spend, withinOneWindow } from '../test/limits.ts'
import { openSocket } from '../test/sockets.ts'
import { merge, move, unmerge } from '../test/tables.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** What malicious guests can do with calls for service: a few open alerts, without locking out others at the table. */

const alert = (w: World, alertType: string) => w.does('waiter', 'POST /tables/alert', { tableId: w.tables[0], alertType })
const clear = (w: World, more: Record<string, unknown> = {}) =>
  w.does('waiter', 'POST /tables/clear-alert', { tableId: w.tables[0], ...more })
const open = async (w: World) => (await w.does('captain', 'GET /tables/alerts')).body.alerts as AlertShape[]
afterEach(() => void vi.useRealTimers())

describe('calls of guests', () => {
  it('who sign in again and again are one of each type and one text, whatever they write', async () => {
    const w = await makeRestaurant()
    const texts = ['napkins', 'Water', 'CALLWAITER', 'text', 'bill ', 'candles']
    for (const type of ['callWaiter', 'water', 'bill', 'clean', ...texts, ...texts])
      expect(
        (await call('POST /tables/alert', { token: (await w.guest(0)).token, body: { tableId: w.tables[0], alertType: type } })).status,
      ).toBe(201)
    expect((await open(w)).map((a) => a.alertType).sort()).toEqual(['bill', 'callWaiter', 'candles', 'clean', 'water'])
    // A text that was replaced can't be cleared any more, and takes nothing else with it.
    expect((await clear(w, { alertType: 'napkins' })).body.alerts).toHaveLength(5)
    expect((await clear(w, { alertType: 'candles' })).body.alerts).toHaveLength(4)
  })

  it('at a table that is deleted end with it, on all screens; what was called in its last moment can be answered', async () => {
    const w = await makeRestaurant()
    const socket = await openSocket(w.id, await w.as('captain'))
    await socket.join('joinRestaurant', { restaurantId: w.id })
    await alert(w, 'callWaiter')
    expect((await w.does('superuser', `DELETE /tables/delete/${w.tables[0]}`)).status).toBe(200)
    expect((await socket.settled()).named('tableAlertCleared').map(({ data }) => data)).toEqual([
      expect.objectContaining({ tableId: w.tables[0], alertType: null }),
    ])
    expect(await open(w)).toEqual([])
    expect((await clear(w, { action: 'acknowledge' })).status).toBe(200)
    expect((await clear(w, { tableId: 'none' })).status).toBe(404)
    socket.close()
  })

  it('that are already open don’t ring again for 30 s; repeated calls of staff do', async () => {
    const w = await makeRestaurant()
    const socket = await openSocket(w.id, await w.as('captain'))
    await socket.join('joinRestaurant', { restaurantId: w.id })
    const ask = async () =>
      (await call('POST /tables/alert', { token: (await w.guest(0)).token, body: { tableId: w.tables[0], alertType: 'water' } })).body.alert
    const first = await ask()
    for (let i = 0; i < 5; i++) expect(await ask()).toEqual(first)
    expect((await socket.settled()).named('tableAlert')).toHaveLength(1)
    await alert(w, 'water')
    expect((await socket.settled()).named('tableAlert')).toHaveLength(2)
    const later = Date.now() + 31_000
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    try {
      expect((await ask()).id).not.toBe(first.id)
    } finally {
      vi.useRealTimers()
    }
    socket.close()
  })

  it('for the bill that the staff have seen don’t hold up the next one: after more was ordered, it is asked for again at once', async () => {
    const w = await makeRestaurant()
    const { token } = await w.guest(0)
    const ask = async () => (await call('POST /tables/alert', { token, body: { tableId: w.tables[0], alertType: 'bill' } })).body.alert
    const first = await ask()
    await clear(w, { action: 'acknowledge' })
    const again = await ask()
    expect([again.id === first.id, again.acknowledged]).toEqual([false, false])
    expect(await ask()).toEqual(again)
  })

  it('for the bill that was printed since don’t hold up the next one: a guest who asks again at once is heard', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')], { tableId: w.tables[0] })
    const { token } = await w.guest(0)
    const ask = async () => (await call('POST /tables/alert', { token, body: { tableId: w.tables[0], alertType: 'bill' } })).body.alert
    const first = await ask()
    expect(await ask()).toEqual(first)
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    expect(
      (await w.does('superuser', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } })).status,
    ).toBe(200)
    const again = await ask()
    expect(again.id).not.toBe(first.id)
    expect(await ask()).toEqual(again)
  })

  it('with their own text are limited by account and by sitting; using that up doesn’t block the fixed calls of others at the table', async () => {
    const w = await makeRestaurant()
    const ask = (token: string, alertType: string, n = 0) =>
      call('POST /tables/alert', { token, body: { tableId: w.tables[n], alertType } })
    await withinOneWindow(async () => {
      const guest = await w.guest(0)
      const statuses: number[] = []
      for (let i = 0; i < 6; i++) statuses.push((await ask(guest.token, `words ${i}`)).status)
      expect(statuses).toEqual([201, 201, 201, 429, 429, 429])
      // Another guest of the table still writes, until the sitting has written enough.
      expect((await ask((await w.guest(0)).token, 'candles')).status).toBe(201)
      await spend(LIMITS.alertText, LIMITS.alertText.rules.find((r) => r.by === 'subject') as LimitRule, w.sittings[0] ?? '')
      const refused = await ask((await w.guest(0)).token, 'more candles')
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      for (const known of ['callWaiter', 'water', 'bill', 'clean']) expect((await ask((await w.guest(0)).token, known)).status).toBe(201)
      expect((await ask((await w.guest(1)).token, 'candles', 1)).status).toBe(201)
      expect((await alert(w, 'table 1 waits')).status).toBe(201)
    })
  })
})

describe('a guest who leaves the table takes back', () => {
  const ask = (token: string, w: World, alertType: string, table = w.tables[0]) =>
    call('POST /tables/alert', { token, body: { tableId: table, alertType } })
  const withdraw = (token: string, tableId?: string) => call('POST /tables/alert/withdraw', { token, body: { tableId } })
  const types = async (w: World) => (await open(w)).map((a) => a.alertType).sort()

  it('one call alone that was a wrong press, and no other of its own', async () => {
    const w = await makeRestaurant()
    const { token } = await w.guest(0)
    for (const type of ['callWaiter', 'bill']) await ask(token, w, type)
    const wrong = { tableId: w.tables[0], alertType: 'bill' }
    expect((await call('POST /tables/alert/withdraw', { token, body: wrong })).body).toEqual({ withdrawn: 1 })
    expect(await types(w)).toEqual(['callWaiter'])
  })

  it('its own calls, and none of others at the table or of the staff; both floor and guests are told', async () => {
    const w = await makeRestaurant()
    const [leaving, staying] = [(await w.guest(0)).token, (await w.guest(0)).token]
    await ask(leaving, w, 'callWaiter')
    await ask(leaving, w, 'napkins')
    await ask(staying, w, 'water')
    await alert(w, 'clean')
    const floor = await openSocket(w.id, await w.as('captain'))
    await floor.join('joinRestaurant', { restaurantId: w.id })
    const guest = await openSocket(w.id, staying)
    await guest.join('joinTable', { tableId: w.tables[0] })
    expect((await withdraw(leaving, w.tables[0])).body).toEqual({ withdrawn: 2 })
    expect(await types(w)).toEqual(['clean', 'water'])
    for (const socket of [await floor.settled(), await guest.settled()])
      expect(((socket.named('tableAlertCleared').at(-1)?.data.alerts ?? []) as AlertShape[]).map((a) => a.alertType).sort()).toEqual([
        'clean',
        'water',
      ])
    expect((await withdraw(leaving, w.tables[0])).body).toEqual({ withdrawn: 0 })
    floor.close()
    guest.close()
  })

  it.each(['within the 30 s that it rings nobody again', 'later'])('not the call that somebody else made too, %s', async (when) => {
    const w = await makeRestaurant()
    const [leaving, staying] = [(await w.guest(0)).token, (await w.guest(0)).token]
    const first = (await ask(leaving, w, 'water')).body.alert as AlertShape
    if (when === 'later') vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(first.timestamp) + 31_000 })
    await ask(staying, w, 'water')
    await withdraw(leaving, w.tables[0])
    expect(await types(w)).toEqual(['water'])
    await withdraw(staying, w.tables[0])
    expect(await types(w)).toEqual([])
  })

  it('nothing at another table, and the staff nothing of theirs', async () => {
    const w = await makeRestaurant()
    const [guest, other] = [(await w.guest(0)).token, (await w.guest(1)).token]
    await ask(guest, w, 'water')
    expect((await withdraw(other, w.tables[0])).status).toBe(404)
    expect((await withdraw(await w.as('waiter'), w.tables[0])).body).toEqual({ withdrawn: 0 })
    expect(await types(w)).toEqual(['water'])
  })

  it('the calls that moved to another table with its order', async () => {
    const w = await makeRestaurant()
    const guest = (await w.guest(0)).token
    await w.order([w.line('plain')], { tableId: w.tables[0] })
    await ask(guest, w, 'water')
    expect((await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[2] })).status).toBe(200)
    await vi.waitFor(async () => expect((await open(w)).map((a) => a.tableId)).toEqual([w.tables[2]]))
    expect((await withdraw(guest, w.tables[2])).body).toEqual({ withdrawn: 1 })
    expect(await types(w)).toEqual([])
  })
})

const whereCalls = async (w: World) => (await open(w)).map((a) => [a.alertType, a.tableId, a.tableNumber]).sort()
async function numbersOf(w: World): Promise<(n: number) => string | undefined> {
  const numbers = (await w.rows('SELECT id, table_number FROM dining_tables WHERE restaurant_id = ?', w.id)) as {
    id: string
    table_number: string
  }[]
  return (n) => numbers.find((t) => t.id === w.tables[n])?.table_number
}

it('what a merged table’s guests called for goes back to their table with its order when the tables part, and the parent’s stays', async () => {
  const w = await makeRestaurant()
  await w.order([w.line('plain')], { tableId: w.tables[0] })
  await w.order([w.line('plain')], { tableId: w.tables[1] })
  const [host, guest] = [(await w.guest(0)).token, (await w.guest(1)).token]
  const ask = (token: string, alertType: string, n: number) =>
    call('POST /tables/alert', { token, body: { tableId: w.tables[n], alertType } })
  const where = () => whereCalls(w)
  const numberOf = await numbersOf(w)
  await ask(guest, 'water', 1)
  expect((await merge(w, 0, 1)).status).toBe(200)
  // The call from before the merge is at the parent with the number of the table that called.
  await vi.waitFor(async () => expect(await where()).toEqual([['water', w.tables[0], numberOf(1)]]))
  await ask(guest, 'candles', 1)
  await ask(host, 'clean', 0)
  const floor = await openSocket(w.id, await w.as('captain'))
  await floor.join('joinRestaurant', { restaurantId: w.id })
  const parted = await unmerge(w, 0)
  expect(parted.status).toBe(200)
  await vi.waitFor(async () =>
    expect(await where()).toEqual([
      ['candles', w.tables[1], numberOf(1)],
      ['clean', w.tables[0], numberOf(0)],
      ['water', w.tables[1], numberOf(1)],
    ]),
  )
  const [own] = (parted.body.orders as { _id: string; tableId: string }[]).filter((o) => o.tableId === w.tables[1])
  expect((await open(w)).filter((a) => a.tableId === w.tables[1]).map((a) => a.orderId)).toEqual([own?._id, own?._id])
  const cleared = (await floor.settled()).named('tableAlertCleared').at(-1)?.data
  expect(cleared).toMatchObject({ tableId: w.tables[0], alerts: [{ alertType: 'clean' }] })
  // The guest may take them back at the table where they are now.
  expect((await call('POST /tables/alert/withdraw', { token: guest, body: { tableId: w.tables[1] } })).body).toEqual({ withdrawn: 2 })
  floor.close()
})

it('what a merged table’s guests called for keeps their table’s number when the merged tables move, and goes back to it when they part', async () => {
  const w = await makeRestaurant()
  for (const n of [0, 1]) await w.order([w.line('plain')], { tableId: w.tables[n] })
  const [host, guest] = [(await w.guest(0)).token, (await w.guest(1)).token]
  const ask = (token: string, alertType: string, n: number) =>
    call('POST /tables/alert', { token, body: { tableId: w.tables[n], alertType } })
  const numberOf = await numbersOf(w)
  expect((await merge(w, 0, 1)).status).toBe(200)
  await ask(guest, 'water', 1)
  await ask(host, 'clean', 0)
  expect((await move(w, 0, 3)).status).toBe(200)
  await vi.waitFor(async () =>
    expect(await whereCalls(w)).toEqual([
      ['clean', w.tables[3], numberOf(3)],
      ['water', w.tables[3], numberOf(1)],
    ]),
  )
  expect((await unmerge(w, 3)).status).toBe(200)
  await vi.waitFor(async () =>
    expect(await whereCalls(w)).toEqual([
      ['clean', w.tables[3], numberOf(3)],
      ['water', w.tables[1], numberOf(1)],
    ]),
  )
  expect((await call('POST /tables/alert/withdraw', { token: guest, body: { tableId: w.tables[1] } })).body).toEqual({ withdrawn: 1 })
})
