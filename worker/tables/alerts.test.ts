import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AlertShape } from '#domain/api/tables.ts'
import { type LimitRule, LIMITS } from '#domain/limits.ts'
import { spend, withinOneWindow } from '../test/limits.ts'
import { openSocket } from '../test/sockets.ts'
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
