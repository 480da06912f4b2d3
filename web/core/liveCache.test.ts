import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EventData, EventName } from '#domain/api/events.ts'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { OrderShape } from '#domain/api/order.ts'
import type { AlertShape, TableShape } from '#domain/api/tables.ts'
import {
  absorb,
  ALERTS_KEY,
  applyEvent as apply,
  figuresChangedBy,
  forgetLive,
  includesAll,
  type LiveMessage,
  reconcile,
  setAlerts,
} from './liveCache.ts'
import { setSkew } from './online.ts'
import { clearNewOrders, newOrdersNow, unread } from './unread.ts'

/** Applies an event that holds only the data the cache reads. */
const applyEvent = (
  client: QueryClient,
  message: { [E in EventName]: { event: E; data: Partial<EventData<E>>; seq?: number } }[EventName],
) => apply(client, { at: '', ...message } as LiveMessage)

const order = (id: string, version: number, more: Partial<OrderShape> = {}): OrderShape =>
  ({
    _id: id,
    version,
    orderStatus: 'pending',
    paymentStatus: 'unpaid',
    tableId: 't1',
    tableNumber: '1',
    createdAt: `2026-01-01T10:00:0${version}.000Z`,
    kots: [],
    ...more,
  }) as unknown as OrderShape
const table = (id: string, version: number, more: Partial<TableShape> = {}): TableShape =>
  ({ _id: id, version, tableNumber: id, mergedTables: [], status: 'available', ...more }) as unknown as TableShape
const item = (id: string, version: number, available: boolean): MenuItemShape =>
  ({ _id: id, version, available, categoryId: 'c', name: id }) as unknown as MenuItemShape
const alert = (tableId: string, alertType: string, acknowledged = false): AlertShape =>
  ({ tableId, alertType, acknowledged, tableNumber: tableId, timestamp: '' }) as unknown as AlertShape

let client: QueryClient
const PENDING = ['GET /orders/restaurant/pending', {}]
const pending = () => client.getQueryData<{ orders: OrderShape[]; seq: number }>(PENDING)?.orders.map((o) => `${o._id}@${o.version}`)
beforeEach(() => {
  client = new QueryClient()
  forgetLive(client)
  clearNewOrders()
  unread.set({ orders: false, kitchen: false })
})

describe('open orders', () => {
  beforeEach(() => client.setQueryData(PENDING, { orders: [order('b', 3), order('a', 1)], toCook: [], seq: 5 }))

  it('adds a new order, newest first, and sets both unread flags', () => {
    applyEvent(client, { event: 'orderCreated', data: { order: order('c', 5) }, seq: 6 })
    expect(pending()).toEqual(['c@5', 'b@3', 'a@1'])
    expect(unread.get()).toEqual({ orders: true, kitchen: true })
  })

  it('never lets an older version overwrite a newer one', () => {
    applyEvent(client, { event: 'orderUpdated', data: { order: order('a', 4) }, seq: 7 })
    applyEvent(client, { event: 'orderUpdated', data: { order: order('a', 2) }, seq: 8 })
    expect(pending()).toEqual(['b@3', 'a@4'])
  })

  it('removes an order that has ended, and a late older event does not bring it back', () => {
    absorb(client, { order: order('a', 6, { orderStatus: 'completed' }) })
    expect(pending()).toEqual(['b@3'])
    applyEvent(client, { event: 'orderUpdated', data: { order: order('a', 5) }, seq: 9 })
    expect(pending()).toEqual(['b@3'])
  })

  it('keeps a completed order until its last line is made and served, and puts a recalled one back', () => {
    const AT = new Date().toISOString()
    const completed = (version: number, ...statuses: string[]) =>
      order('a', version, {
        orderStatus: 'completed',
        completedAt: AT,
        kots: [{ items: statuses.map((status) => ({ status, statusAt: AT })) }] as unknown as OrderShape['kots'],
      })
    const toCook = () => client.getQueryData<{ toCook: OrderShape[] }>(PENDING)?.toCook.map((o) => `${o._id}@${o.version}`)
    applyEvent(client, { event: 'orderCompleted', data: { order: completed(2, 'Preparing', 'Preparing') }, seq: 7 })
    expect([pending(), toCook()]).toEqual([['b@3'], ['a@2']])
    applyEvent(client, { event: 'orderItemUpdated', data: { order: completed(3, 'Ready', 'Preparing') }, seq: 8 })
    expect(toCook()).toEqual(['a@3'])
    applyEvent(client, { event: 'orderItemUpdated', data: { order: completed(4, 'Ready', 'Served') }, seq: 9 })
    expect(toCook()).toEqual(['a@4'])
    applyEvent(client, { event: 'orderItemUpdated', data: { order: completed(5, 'Served', 'Served') }, seq: 9 })
    expect(toCook()).toEqual([])
    applyEvent(client, { event: 'orderItemUpdated', data: { order: completed(6, 'Preparing', 'Served') }, seq: 10 })
    expect([pending(), toCook()]).toEqual([['b@3'], ['a@6']])
    const late = { orders: [order('b', 3), order('a', 1)], toCook: [], seq: 6 }
    expect(reconcile(client, 'GET /orders/restaurant/pending', late)).toMatchObject({
      orders: [{ _id: 'b' }],
      toCook: [{ _id: 'a', version: 6 }],
    })
  })

  it('a completed order leaves after 2 hours although nobody marked it as served, with the next change, and an old one never enters', () => {
    const toCook = () => client.getQueryData<{ toCook: OrderShape[] }>(PENDING)?.toCook.map((o) => o._id)
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    onTestFinished(() => void vi.useRealTimers())
    const completed = (id: string, status: string, ago = 0) =>
      order(id, 7, {
        orderStatus: 'completed',
        completedAt: new Date(start - ago).toISOString(),
        kots: [{ items: [{ status, statusAt: new Date(start).toISOString() }] }] as unknown as OrderShape['kots'],
      })
    absorb(client, { order: completed('a', 'Ready') })
    absorb(client, { order: completed('p', 'Preparing') })
    absorb(client, { order: completed('week', 'Preparing', 7 * 86_400_000) })
    expect(toCook()?.sort()).toEqual(['a', 'p'])
    vi.setSystemTime(start + 2 * 3_600_000)
    absorb(client, { order: order('c', 8) })
    expect(toCook()).toEqual(['p'])
    vi.setSystemTime(start + 12 * 3_600_000)
    absorb(client, { order: order('d', 8) })
    expect(toCook()).toEqual([])
  })

  it('by the server’s clock: a tablet that is a day ahead still gets what was paid first', () => {
    setSkew(86_400_000)
    onTestFinished(() => setSkew(0))
    const now = new Date(Date.now() - 86_400_000).toISOString()
    const kots = [{ items: [{ status: 'Preparing', statusAt: now }] }] as unknown as OrderShape['kots']
    absorb(client, { order: order('a', 7, { orderStatus: 'completed', completedAt: now, kots }) })
    expect(client.getQueryData<{ toCook: OrderShape[] }>(PENDING)?.toCook).toHaveLength(1)
  })

  it('corrects a list that was being fetched while events arrived', () => {
    applyEvent(client, { event: 'orderUpdated', data: { order: order('a', 4) }, seq: 7 })
    applyEvent(client, { event: 'orderCompleted', data: { order: order('b', 4, { orderStatus: 'completed' }) }, seq: 8 })
    applyEvent(client, { event: 'orderCreated', data: { order: order('d', 1) }, seq: 9 })
    const fetched = reconcile(client, 'GET /orders/restaurant/pending', { orders: [order('b', 3), order('a', 1)], toCook: [], seq: 6 }) as {
      orders: OrderShape[]
    }
    expect(fetched.orders.map((o) => `${o._id}@${o.version}`).sort()).toEqual(['a@4', 'd@1'])
  })

  it('keeps a list that already includes an event', () => {
    applyEvent(client, { event: 'orderCreated', data: { order: order('d', 1) }, seq: 9 })
    const fetched = reconcile(client, 'GET /orders/restaurant/pending', { orders: [], toCook: [], seq: 12 }) as { orders: OrderShape[] }
    expect(fetched.orders).toEqual([])
  })

  it('leaves an invalidated query invalidated', async () => {
    await client.invalidateQueries({ queryKey: PENDING, refetchType: 'none' })
    applyEvent(client, { event: 'orderUpdated', data: { order: order('a', 9) }, seq: 7 })
    expect(client.getQueryState(PENDING)?.isInvalidated).toBe(true)
    expect(pending()).toContain('a@9')
  })
})

describe('pages of orders', () => {
  const LIVE = ['GET /orders', { query: { status: 'pending', page: 1 } }]
  const ALL = ['GET /orders', { query: { page: 1 } }]
  it('changes rows in place and removes one whose status no longer matches', () => {
    client.setQueryData(LIVE, { orders: [order('a', 1), order('b', 1)], totalOrders: 2 })
    client.setQueryData(ALL, { orders: [order('a', 1), order('b', 1)], totalOrders: 2 })
    applyEvent(client, { event: 'orderCompleted', data: { order: order('a', 2, { orderStatus: 'completed' }) }, seq: 1 })
    expect(client.getQueryData<{ orders: OrderShape[]; totalOrders: number }>(LIVE)).toMatchObject({
      orders: [{ _id: 'b' }],
      totalOrders: 1,
    })
    expect(client.getQueryData<{ orders: OrderShape[] }>(ALL)?.orders.map((o) => o.orderStatus)).toEqual(['completed', 'pending'])
  })

  it('counts new orders instead of shifting the rows on screen', () => {
    client.setQueryData(LIVE, { orders: [order('a', 1)], totalOrders: 1 })
    applyEvent(client, { event: 'orderCreated', data: { order: order('n', 1) }, seq: 1 })
    applyEvent(client, { event: 'orderCreated', data: { order: order('n', 1) }, seq: 1 })
    expect(newOrdersNow().map((o) => o._id)).toEqual(['n'])
    expect(client.getQueryData<{ orders: OrderShape[] }>(LIVE)?.orders).toHaveLength(1)
  })
})

describe("a table's open order", () => {
  const key = (tableId: string) => ['POST /orders/active', { body: { tableId } }]
  it('appears, moves with its table and ends', () => {
    client.setQueryData(key('t1'), { order: null })
    client.setQueryData(key('t2'), { order: null })
    absorb(client, { order: order('a', 1) })
    expect(client.getQueryData(key('t1'))).toMatchObject({ order: { _id: 'a' } })
    absorb(client, { order: order('a', 2, { tableId: 't2' }) })
    expect(client.getQueryData(key('t1'))).toEqual({ order: null })
    expect(client.getQueryData(key('t2'))).toMatchObject({ order: { version: 2 } })
    absorb(client, { order: order('a', 3, { tableId: 't2', orderStatus: 'cancelled' }) })
    expect(client.getQueryData(key('t2'))).toEqual({ order: null })
  })

  it('is also shown on a merged child table, which shares its parent’s order', () => {
    client.setQueryData(key('child'), { order: order('a', 1, { tableId: 'parent' }) })
    absorb(client, { order: order('a', 2, { tableId: 'parent' }) })
    expect(client.getQueryData(key('child'))).toMatchObject({ order: { version: 2 } })
  })
})

describe('tables, alerts and dishes', () => {
  it('keeps the newest state of a table', () => {
    client.setQueryData(['GET /tables', {}], { tables: [table('t1', 2), table('t2', 1)] })
    applyEvent(client, {
      event: 'tableMoved',
      data: { from: table('t1', 3), to: table('t2', 2, { status: 'occupied' }), order: order('a', 2, { tableId: 't2' }) },
      seq: 1,
    })
    applyEvent(client, { event: 'tableChanged', data: { table: table('t2', 1) }, seq: 2 })
    expect(client.getQueryData<{ tables: TableShape[] }>(['GET /tables', {}])?.tables.map((t) => [t._id, t.version, t.status])).toEqual([
      ['t1', 3, 'available'],
      ['t2', 2, 'occupied'],
    ])
  })

  it('removes a deleted table', () => {
    client.setQueryData(['GET /tables', {}], { tables: [table('t1', 2)] })
    applyEvent(client, { event: 'tableChanged', data: { tableId: 't1', table: table('t1', 3), deleted: true }, seq: 1 })
    expect(client.getQueryData<{ tables: TableShape[] }>(['GET /tables', {}])?.tables).toEqual([])
  })

  it('fetches the tables once more that are being fetched while one is made or deleted: the answer may be older', async () => {
    const answers: PromiseWithResolvers<{ tables: TableShape[] }>[] = []
    const queryFn = () => {
      const next = Promise.withResolvers<{ tables: TableShape[] }>()
      answers.push(next)
      return next.promise
    }
    /** Answers the fetch that runs, and returns how many there have been once all have begun that follow it. */
    const answered = async (...tables: TableShape[]) => {
      answers.at(-1)?.resolve({ tables })
      await answers.at(-1)?.promise
      await new Promise((done) => setTimeout(done))
      return answers.length
    }
    client.mount()
    const stop = new QueryObserver(client, { queryKey: ['GET /tables', {}], queryFn }).subscribe(() => undefined)
    // The first fetch of all: as many tables as one likes, and one fetch after it.
    for (const id of ['t9', 't8', 't7'])
      applyEvent(client, { event: 'tableChanged', data: { tableId: id, table: table(id, 3), deleted: true }, seq: 1 })
    expect(answers).toHaveLength(1)
    expect(await answered(table('t1', 2))).toBe(2)
    // One that is listed has a version, by which the answer is corrected.
    applyEvent(client, { event: 'tableChanged', data: { table: table('t1', 3) }, seq: 2 })
    expect(await answered(table('t1', 2))).toBe(2)
    void client.invalidateQueries({ queryKey: ['GET /tables'] })
    applyEvent(client, { event: 'tableChanged', data: { table: table('t21', 1) }, seq: 3 })
    expect(answers).toHaveLength(3)
    expect(await answered(table('t1', 3))).toBe(4)
    stop()
    client.unmount()
  })

  it('replaces an alert of the same table and type, and clears one or all of a table', () => {
    const alerts = () =>
      client.getQueryData<{ alerts: AlertShape[] }>(ALERTS_KEY)?.alerts.map((a) => `${a.tableId} ${a.alertType} ${a.acknowledged}`)
    applyEvent(client, { event: 'tableAlert', data: { alert: alert('t1', 'water', true) } })
    applyEvent(client, { event: 'tableAlert', data: { alert: alert('t1', 'bill') } })
    applyEvent(client, { event: 'tableAlert', data: { alert: alert('t1', 'water') } })
    expect(alerts()).toEqual(['t1 bill false', 't1 water false'])
    // Texts in a guest's own words share one slot.
    for (const text of ['napkins', 'candles']) applyEvent(client, { event: 'tableAlert', data: { alert: alert('t1', text) } })
    expect(alerts()).toEqual(['t1 bill false', 't1 water false', 't1 candles false'])
    applyEvent(client, {
      event: 'tableAlertCleared',
      data: {
        tableId: 't1',
        alertType: 'candles',
        action: 'clear',
        acknowledged: false,
        alerts: [alert('t1', 'bill'), alert('t1', 'water')],
      },
    })
    expect(alerts()).toEqual(['t1 bill false', 't1 water false'])
    applyEvent(client, {
      event: 'tableAlertCleared',
      data: { tableId: 't1', alertType: 'bill', action: 'acknowledge', alerts: [alert('t1', 'water'), alert('t1', 'bill', true)] },
    })
    expect(alerts()).toEqual(['t1 water false', 't1 bill true'])
    applyEvent(client, { event: 'tableAlertCleared', data: { tableId: 't1', alertType: 'water', alerts: [alert('t1', 'bill', true)] } })
    expect(alerts()).toEqual(['t1 bill true'])
    applyEvent(client, { event: 'tableAlertCleared', data: { tableId: 't1', alertType: null, alerts: [] } })
    expect(alerts()).toEqual([])
  })

  describe('alerts, while a list of them is fetched that was answered before they changed', () => {
    const types = () => client.getQueryData<{ alerts: AlertShape[] }>(ALERTS_KEY)?.alerts.map((a) => a.alertType)
    const raised = () => applyEvent(client, { event: 'tableAlert', data: { alert: alert('t1', 'bill') } })
    /** The answers to the fetches, in order. */
    let answers: PromiseWithResolvers<{ alerts: AlertShape[] }>[]
    let stop: () => void
    beforeEach(() => {
      answers = []
      const queryFn = () => {
        const next = Promise.withResolvers<{ alerts: AlertShape[] }>()
        answers.push(next)
        return next.promise
      }
      client.mount()
      stop = new QueryObserver(client, { queryKey: ALERTS_KEY, queryFn, staleTime: Infinity }).subscribe(() => undefined)
    })
    afterEach(() => {
      stop()
      client.unmount()
    })
    const answered = async (n: number, ...alertTypes: string[]) => {
      answers[n]?.resolve({ alerts: alertTypes.map((type) => alert('t1', type)) })
      await new Promise((done) => setTimeout(done))
    }

    it('keep an event, and fetch the list once more', async () => {
      await answered(0, 'water')
      void client.invalidateQueries({ queryKey: ALERTS_KEY })
      raised()
      await answered(1, 'water')
      expect(types()).toEqual(['water', 'bill'])
      expect(answers).toHaveLength(3)
      await answered(2, 'water', 'bill', 'clean')
      expect(types()).toEqual(['water', 'bill', 'clean'])
    })

    it('keep an event also before the first list is there, which is then still fetched', async () => {
      raised()
      await answered(0)
      expect(types()).toEqual(['bill'])
      await answered(1, 'bill', 'water')
      expect(types()).toEqual(['bill', 'water'])
    })

    it('keep the room’s own list, for which nothing is fetched again', async () => {
      setAlerts(client, [alert('t1', 'bill')])
      await answered(0)
      expect([types(), answers.length]).toEqual([['bill'], 1])
      // Without a fetch under way a change fetches nothing.
      applyEvent(client, { event: 'tableAlert', data: { alert: alert('t1', 'water') } })
      await answered(1)
      expect([types(), answers.length]).toEqual([['bill', 'water'], 1])
    })
  })

  it('marks a dish sold out everywhere', () => {
    const menu = ['POST /menus/restaurant', { body: { restaurantId: 'r' } }]
    client.setQueryData(menu, {
      menu: { categories: [{ _id: 'c', menuItems: [item('x', 1, true)], subcategories: [{ _id: 's', menuItems: [item('y', 1, true)] }] }] },
    })
    client.setQueryData(['POST /menus/trending', { body: { restaurantId: 'r' } }], { items: [item('y', 1, true)] })
    applyEvent(client, { event: 'menuItemUpdated', data: { item: item('y', 2, false) }, seq: 1 })
    expect(client.getQueryData(menu)).toMatchObject({
      menu: { categories: [{ menuItems: [{ available: true }], subcategories: [{ menuItems: [{ available: false }] }] }] },
    })
    expect(client.getQueryData(['POST /menus/trending', { body: { restaurantId: 'r' } }])).toMatchObject({ items: [{ available: false }] })
  })

  it('a sale changes the count without a new version: the late answer of an edit does not undo it', () => {
    const key = ['GET /menus/item/:id', { params: { id: 'x' } }]
    const left = () => client.getQueryData<{ item: MenuItemShape }>(key)?.item.remaining
    const of = (version: number, remaining: number) => ({ ...item('x', version, true), remaining })
    client.setQueryData(key, { item: of(1, 10) })
    applyEvent(client, { event: 'menuItemUpdated', data: { item: of(2, 8) }, seq: 4 })
    applyEvent(client, { event: 'menuItemUpdated', data: { item: of(2, 7) }, seq: 5 })
    absorb(client, { item: of(2, 8) })
    expect(left()).toBe(7)
    applyEvent(client, { event: 'menuItemUpdated', data: { item: of(2, 6) }, seq: 6 })
    expect(left()).toBe(6)
    absorb(client, { item: of(3, 20) })
    expect(left()).toBe(20)
  })

  it('removes a deleted dish, and a late older event does not bring it back', () => {
    const menu = ['POST /menus/restaurant', { body: { restaurantId: 'r' } }]
    client.setQueryData(menu, {
      menu: { categories: [{ _id: 'c', menuItems: [item('x', 1, true), item('y', 1, true)], subcategories: [] }] },
    })
    applyEvent(client, { event: 'menuItemUpdated', data: { item: item('x', 3, true), deleted: true }, seq: 2 })
    applyEvent(client, { event: 'menuItemUpdated', data: { item: item('x', 2, true) }, seq: 1 })
    expect(client.getQueryData(menu)).toMatchObject({ menu: { categories: [{ menuItems: [{ _id: 'y' }] }] } })
  })

  it('fetches the menu again, once for a burst of events, when a dish is new or moved or a category changed', async () => {
    vi.useFakeTimers()
    const menu = ['POST /menus/restaurant', { body: { restaurantId: 'r' } }]
    const read = vi.spyOn(client, 'invalidateQueries')
    const times = async () => {
      await vi.advanceTimersByTimeAsync(1000)
      return read.mock.calls.splice(0).filter(([f]) => f?.queryKey?.[0] === menu[0]).length
    }
    const tell = (data: Partial<EventData<'menuItemUpdated'>>) => applyEvent(client, { event: 'menuItemUpdated', data })
    client.setQueryData(menu, { menu: { categories: [{ _id: 'c', menuItems: [item('x', 1, true)], subcategories: [] }] } })
    tell({ item: item('x', 2, false) })
    expect(await times()).toBe(0)
    for (let i = 0; i < 50; i++) tell({ item: item(`new${i}`, 1, true) })
    expect(await times()).toBe(1)
    tell({ item: { ...item('x', 3, true), categoryId: 'other' } })
    expect(await times()).toBe(1)
    tell({ category: { _id: 'c', name: 'Mains', description: '' }, deleted: true })
    expect(await times()).toBe(1)
    vi.useRealTimers()
  })
})

describe('what an event changes beyond the cache', () => {
  it('says which figures to fetch again', () => {
    const dashboard = ['POST /api/analytics/dashboard-analytics']
    expect(figuresChangedBy('orderUpdated')).toEqual([...dashboard, 'GET /orders/daily-summary'])
    expect(figuresChangedBy('stockLow')).toEqual(dashboard)
    expect(figuresChangedBy('printJob')).toEqual([])
  })

  it('knows by its seq whether the list of open orders has missed an event; other answers may always have', () => {
    const list = { orders: [], toCook: [], seq: 7 }
    expect(includesAll('GET /orders/restaurant/pending', list, 7)).toBe(true)
    expect(includesAll('GET /orders/restaurant/pending', list, 8)).toBe(false)
    expect(includesAll('GET /orders/restaurant/pending', undefined, 0)).toBe(false)
    expect(includesAll('GET /tables', { tables: [], seq: 9 }, 1)).toBe(false)
  })
})
