import { act, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { anItem, aKot, aTable } from '#domain/test/shapes.ts'
import { watchKept } from '#web/core/kept.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import { discardDraft, draftActions, draftNow, draftsNow, tableKey } from './drafts.ts'
import { watchTables } from './followTables.ts'
import { draftLine } from './test/line.ts'
import { anOrder } from './test/order.ts'

const table = (n: string, over: Partial<TableShape> = {}) => aTable({ _id: `t${n}`, tableNumber: n, ...over })
/** The order `o<n>`, which was begun at one table and stands at another. */
const order = (n: string, at = n, begunAt = [n]) =>
  anOrder({ _id: `o${n}`, tableId: `t${at}`, tableNumber: at, kots: [aKot(begunAt.map((from) => anItem({ tableId: `t${from}` })))] })
const numbers = (from: string, to: string) => ({ fromTableId: `t${from}`, toTableId: `t${to}`, fromTableNumber: from, toTableNumber: to })
/** The event of order `o7`, which was begun at T7. */
const moved = (from: string, to: string) => ({
  ...{ ...numbers(from, to), from: table(from), to: table(to), orderId: 'o7' },
  order: order('7', to),
})
/** The event of a merge has no order. */
const merged = (from: string, to: string, orderId = `o${to}`) => ({
  ...{ ...numbers(from, to), from: table(from, { mergedInto: `t${to}` }), to: table(to), orderId },
})
const parted = (parent: string, children: string[], orders: OrderShape[], left: OrderShape | null = order(parent)) => ({
  ...{ parent: table(parent), children: children.map((n) => table(n)), order: left, orders, sittings: {}, by: 'Imran' },
})

const type = (n: string, dish: string, quantity = 1, orderId: string | null = `o${n}`) =>
  draftActions(tableKey(`t${n}`), { tableNumber: n, orderId }).add(draftLine(dish, quantity))
const lines = (n: string) => draftNow(tableKey(`t${n}`))?.draft?.lines.map((l) => `${l.quantity} ${l._id}`)
const begunFor = (n: string) => draftNow(tableKey(`t${n}`))?.meta.orderId

beforeAll(() => watchTables(queryClient))
beforeEach(() => {
  forgetLive(queryClient)
  for (const { key } of draftsNow()) discardDraft(key)
})

describe('an unsent ticket whose order another device moves', () => {
  it('goes with it, and one for the next guests stays', async () => {
    const { emit } = await mountLive(null)
    // Typed before a guest began the order of T7; the other at T9, which is free.
    type('7', 'naan', 1, null)
    emit('tableMoved', moved('7', '8'))
    expect([lines('7'), lines('8'), begunFor('8')]).toEqual([undefined, ['1 naan'], 'o7'])
    emit('tableMoved', moved('8', '7'))
    expect([lines('7'), lines('8')]).toEqual([['1 naan'], undefined])

    discardDraft(tableKey('t7'))
    type('9', 'chai', 2, null)
    emit('tableMoved', moved('7', '9'))
    emit('tableMoved', moved('9', '7'))
    expect([lines('7'), lines('9')]).toEqual([undefined, ['2 chai']])
  })

  it('is parted again from the one that it joined, when the order goes back', async () => {
    const { emit } = await mountLive(null)
    type('7', 'naan')
    type('9', 'chai', 2, null)
    emit('tableMoved', moved('7', '9'))
    expect([lines('7'), lines('9'), begunFor('9')]).toEqual([undefined, ['2 chai', '1 naan'], 'o7'])
    emit('tableMoved', moved('9', '7'))
    expect([lines('7'), begunFor('7'), lines('9'), begunFor('9')]).toEqual([['1 naan'], 'o7', ['2 chai'], null])
  })
})

describe('an unsent ticket whose table another device merges', () => {
  it('goes back with its table when that is undone, for the order that the table has then', async () => {
    const { emit } = await mountLive(null)
    type('7', 'naan', 3)
    type('9', 'chai')
    emit('tableMoved', merged('7', '9'))
    expect([lines('7'), lines('9'), begunFor('9')]).toEqual([undefined, ['1 chai', '3 naan'], 'o9'])
    emit('tablesUnmerged', parted('9', ['7'], [order('12', '7')]))
    expect([lines('7'), begunFor('7'), lines('9'), begunFor('9')]).toEqual([['3 naan'], 'o12', ['1 chai'], 'o9'])
  })

  it('goes back from a table that had no order, with its own', async () => {
    const { emit } = await mountLive(null)
    type('7', 'naan')
    type('8', 'roti', 2)
    emit('tableMoved', merged('7', '9', 'o7'))
    emit('tableMoved', merged('8', '9', 'o7'))
    expect([lines('9'), begunFor('9')]).toEqual([['1 naan', '2 roti'], 'o7'])
    emit('tablesUnmerged', parted('9', ['7', '8'], [order('7'), order('13', '8')], null))
    expect([lines('7'), begunFor('7'), lines('8'), begunFor('8'), lines('9')]).toEqual([['1 naan'], 'o7', ['2 roti'], 'o13', undefined])
  })

  it('stays together when something was added meanwhile, with the order that it is for: nothing that was typed is lost', async () => {
    const { emit } = await mountLive(null)
    type('7', 'naan')
    emit('tableMoved', merged('7', '9'))
    draftActions(tableKey('t9')).add(draftLine('coke'))
    emit('tablesUnmerged', parted('9', ['7'], [order('12', '7')]))
    expect([lines('7'), lines('9'), begunFor('9')]).toEqual([undefined, ['1 naan', '1 coke'], 'o9'])

    // The same at a table without an order of its own: the order goes back, and the ticket with it.
    discardDraft(tableKey('t9'))
    type('7', 'naan')
    emit('tableMoved', merged('7', '9', 'o7'))
    draftActions(tableKey('t9')).add(draftLine('coke'))
    emit('tablesUnmerged', parted('9', ['7'], [order('7')], null))
    expect([lines('7'), begunFor('7'), lines('9')]).toEqual([['1 naan', '1 coke'], 'o7', undefined])
  })

  it('stays at a table that had no order when something else stays there, and is for its new order', async () => {
    const { emit } = await mountLive(null)
    emit('tableMoved', merged('7', '9', 'o7'))
    emit('tableMoved', merged('8', '9', 'o7'))
    type('9', 'coke', 1, 'o7')
    emit('tablesUnmerged', parted('9', ['7'], [order('7')], order('20', '9')))
    expect([lines('7'), lines('9'), begunFor('9')]).toEqual([undefined, ['1 coke'], 'o20'])
  })

  it('stays when it is still for earlier guests, whose end is asked about', async () => {
    const { emit } = await mountLive(null)
    type('7', 'naan')
    emit('tableMoved', merged('7', '9'))
    emit('tablesUnmerged', parted('9', ['7'], [order('21', '7')], order('20', '9')))
    expect([lines('7'), lines('9'), begunFor('9')]).toEqual([undefined, ['1 naan'], 'o9'])
  })
})

describe('an unsent ticket whose table was moved or merged while nobody listened', () => {
  /** The page fetches both lists, as after a reload or without a socket. */
  async function fetched(tables: TableShape[], orders: OrderShape[]) {
    serve(({ path }) => (path === '/v1/tables' ? { status: 200, body: { tables } } : { status: 200, body: { orders, toCook: [], seq: 1 } }))
    await signIn()
    mount(null)
    await act(async () => {
      await queryClient.fetchQuery({ ...apiQuery('GET /tables'), staleTime: 0 })
      await queryClient.fetchQuery({ ...apiQuery('GET /orders/restaurant/pending'), staleTime: 0 })
    })
  }
  /** T7 and T8 are one table, and `o7` has what was sent from both. */
  const together = [table('7', { mergedTables: ['t8'] }), table('8', { mergedInto: 't7' }), table('9')]

  it('is found at the table that its own was merged into, and goes to that order', async () => {
    await signIn()
    type('8', 'naan', 2)
    type('8', 'dal')
    await fetched(together, [order('7', '7', ['7', '8'])])
    expect([lines('8'), lines('7'), begunFor('7')]).toEqual([undefined, ['2 naan', '1 dal'], 'o7'])
    await screen.findByText('T8 merged into T7 with your 3 unsent items')
  })

  it('is found at the table that its order moved to, and never goes to the order of the next guests', async () => {
    await signIn()
    type('7', 'naan', 3)
    await fetched([table('7'), table('8')], [order('2', '7', ['7']), order('7', '8', ['7'])])
    expect([lines('7'), lines('8'), begunFor('8')]).toEqual([undefined, ['3 naan'], 'o7'])
    await screen.findByText('T7 moved to T8 with your 3 unsent items')
  })

  it('follows an order that moved and whose new table was merged then', async () => {
    await signIn()
    type('9', 'naan')
    await fetched(together, [order('7', '7', ['7', '9'])])
    expect(lines('9')).toEqual(['1 naan'])
    discardDraft(tableKey('t9'))
    type('9', 'naan', 1, 'o7')
    await fetched(together, [order('7', '8', ['7', '9'])])
    expect([lines('9'), lines('7')]).toEqual([undefined, ['1 naan']])
  })

  it('stays with the next guests, who sit there since the list told of the move, when its event comes again with the live updates', async () => {
    const { emit } = await mountLive(null)
    await fetched([table('7'), table('8')], [order('7', '8', ['7'])])
    type('7', 'chai', 2, null)
    emit('tableMoved', moved('7', '8'))
    expect([lines('7'), lines('8')]).toEqual([['2 chai'], undefined])
  })

  it('stays at its table when it was typed for the next guests there', async () => {
    await signIn()
    type('7', 'chai', 2, null)
    await fetched([table('7'), table('8')], [order('7', '8', ['7'])])
    expect([lines('7'), lines('8')]).toEqual([['2 chai'], undefined])
  })

  it('keeps the order that it was begun for when that one is over: it goes to no other order unasked', async () => {
    await signIn()
    type('8', 'naan', 1, 'billed')
    await fetched(together, [order('7')])
    expect([lines('8'), lines('7'), begunFor('7')]).toEqual([undefined, ['1 naan'], 'billed'])
  })

  it('goes to no order of the next guests either, whose table is merged since', async () => {
    await signIn()
    type('8', 'naan', 1, 'billed')
    const later = new Date(Date.now() + 60_000).toISOString()
    const next = { ...order('7'), kots: [{ ...aKot([anItem({ tableId: 't8' })]), createdAt: later }] }
    await fetched(together, [next])
    expect([lines('7'), begunFor('7')]).toEqual([['1 naan'], 'billed'])
  })

  it('comes back to its table when the merge that was missed is undone', async () => {
    const { emit } = await mountLive(null)
    type('8', 'naan')
    serve(({ path }) =>
      path === '/v1/tables'
        ? { status: 200, body: { tables: together } }
        : { status: 200, body: { orders: [order('7', '7', ['7', '8'])], toCook: [], seq: 1 } },
    )
    await queryClient.fetchQuery(apiQuery('GET /tables'))
    await queryClient.fetchQuery(apiQuery('GET /orders/restaurant/pending'))
    expect(lines('7')).toEqual(['1 naan'])
    emit('tablesUnmerged', parted('7', ['8'], [order('14', '8')]))
    expect([lines('8'), begunFor('8'), lines('7')]).toEqual([['1 naan'], 'o14', undefined])
  })

  it('is not taken anywhere by lists that are older than it: another tab’s, or those kept on the device', async () => {
    await signIn()
    type('8', 'naan')
    const stale = { tables: [table('7'), table('8')], orders: [order('8', '7')] }
    queryClient.setQueryData(apiQuery('GET /tables').queryKey, { tables: stale.tables })
    queryClient.setQueryData(apiQuery('GET /orders/restaurant/pending').queryKey, { orders: stale.orders, toCook: [], seq: 1 })
    expect(lines('8')).toEqual(['1 naan'])

    queryClient.clear()
    const kept = {
      read: async (_: string, id: string) => ({
        at: Date.now(),
        text: JSON.stringify(id.includes('/tables') ? stale : { ...stale, toCook: [], seq: 1 }),
      }),
    }
    const stop = watchKept(queryClient, { ...kept, write: async () => undefined, clear: async () => undefined })
    serve(() => 'lost')
    await queryClient.fetchQuery({ ...apiQuery('GET /tables'), retry: false })
    await queryClient.fetchQuery({ ...apiQuery('GET /orders/restaurant/pending'), retry: false })
    stop()
    expect(queryClient.getQueryData(apiQuery('GET /orders/restaurant/pending').queryKey)?.orders).toHaveLength(1)
    expect(lines('8')).toEqual(['1 naan'])
  })
})
