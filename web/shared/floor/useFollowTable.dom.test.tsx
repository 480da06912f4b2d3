import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { aKot, aMenuItem, anItem, anOrderShape, aRestaurant, aTable } from '#domain/test/shapes.ts'
import { SCREENS } from '#web/app/screens.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { discardDraft, draftActions, draftNow, draftsNow, tableKey } from '#web/shared/order/drafts.ts'
import { watchTables } from '#web/shared/order/followTables.ts'
import { draftLine } from '#web/shared/order/test/line.ts'
import { serve } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'

/** What another device does with the table that a page has open (SCREENS G6): the counter, the phone and the captain follow the same way. */
const table = (n: string, over: Partial<TableShape> = {}): TableShape =>
  aTable({ _id: `t${n}`, tableNumber: n, status: 'occupied', currentOrderId: `o${n}`, ...over })
const free = (n: string, over: Partial<TableShape> = {}) => table(n, { status: 'available', currentOrderId: null, ...over })
const order = (n: string, over: Partial<OrderShape> = {}): OrderShape =>
  anOrderShape([aKot([anItem({ tableId: `t${n}` })])], { _id: `o${n}`, tableId: `t${n}`, tableNumber: n, grandTotal: 105, ...over })
const numbers = (from: string, to: string) => ({ fromTableId: `t${from}`, toTableId: `t${to}`, fromTableNumber: from, toTableNumber: to })

/** The pages that have a table open, with the address of each. */
const PAGES = {
  counter: [to.pos(), (n: string, pay = false) => to.pos({ table: `t${n}`, pay })],
  phone: [to.mobileOrder(), (n: string, pay = false) => to.mobileOrder({ draft: tableKey(`t${n}`), pay })],
  captain: [to.captainMenu(), (n: string) => to.captainMenu({ table: `t${n}` })],
} as const

beforeAll(async () => {
  watchTables(queryClient)
  await import('#web/shared/order/PayPanel.tsx')
}, 60_000)
beforeEach(() => {
  forgetLive(queryClient)
  for (const { key } of draftsNow()) discardDraft(key)
})

/** T7 and T9 have an order, T8 is free. */
async function open(
  page: keyof typeof PAGES,
  { pay = false, shows = page === 'captain' ? /Naan/ : /KOT 34/ }: { pay?: boolean; shows?: RegExp } = {},
) {
  const [path, address] = PAGES[page]
  const { default: Page } = await SCREENS.find((screen) => screen.path === path)!.module()
  const restaurant = {
    ...aRestaurant(),
    paymentTypes: ['Cash', 'UPI'],
    taxPercentages: anOrderShape([]).taxPercentages,
    taxSettings: { roundOff: false, composition: false },
  }
  const lists = { tables: [table('7'), free('8'), table('9')], orders: [order('7'), order('9')], seq: 0 }
  const menuItems = [aMenuItem({ _id: 'naan', name: 'Naan' })]
  serve((request) => {
    if (request.path === '/v1/tables') return { status: 200, body: { tables: lists.tables } }
    if (request.path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: lists.orders, toCook: [], seq: lists.seq } }
    if (request.path === '/v1/restaurant/profile') return { status: 200, body: { restaurant } }
    if (request.path === '/v1/menus/restaurant')
      return { status: 200, body: { menu: { categories: [{ _id: 'c', name: 'Mains', description: '', subcategories: [], menuItems }] } } }
    return { status: 200, body: { items: [], ranking: [], bookings: [], alerts: [] } }
  })
  const view = await mountLive(<Page />, address('7', pay), path)
  await screen.findAllByText(shows)
  return { ...view, lists, at: (n: string, pays = false) => address(n, pays) }
}
const lines = (n: string) => draftNow(tableKey(`t${n}`))?.draft?.lines.map((l) => `${l.quantity} ${l._id}`)
const type = (n: string) => act(() => draftActions(tableKey(`t${n}`), { tableNumber: n, orderId: `o${n}` }).add(draftLine('naan', 3)))

const merged = () => ({
  ...{ ...numbers('7', '9'), orderId: 'o9' },
  ...{ from: table('7', { version: 2, currentOrderId: null, mergedInto: 't9' }), to: table('9', { version: 2, mergedTables: ['t7'] }) },
})
const parted = (back = order('12', { tableId: 't7', tableNumber: '7' })) => ({
  ...{
    parent: table('9', { version: 3 }),
    children: [table('7', { version: 3, currentOrderId: back._id })],
    order: order('9', { version: 3 }),
  },
  ...{ orders: [back], sittings: {}, by: 'Imran' },
})

describe.each(Object.keys(PAGES) as (keyof typeof PAGES)[])('a table that is open on the %s', (page) => {
  it('is followed into a merge, and back when that is undone: the unsent ticket is at its table with the page', async () => {
    const { emit, address, at } = await open(page)
    type('7')
    emit('orderUpdated', { order: order('7', { version: 2, orderStatus: 'cancelled', kots: [] }), orderId: 'o7', tableId: 't7' })
    emit('tableMoved', merged())
    await screen.findByText('T7 merged into T9')
    await waitFor(() => expect(address()).toBe(at('9')))
    expect([lines('7'), lines('9')]).toEqual([undefined, ['3 naan']])
    emit('tablesUnmerged', parted())
    await screen.findByText('T7 unmerged from T9')
    await waitFor(() => expect(address()).toBe(at('7')))
    expect([lines('7'), draftNow(tableKey('t7'))?.meta.orderId, lines('9')]).toEqual([['3 naan'], 'o12', undefined])
  })

  it('stays merged for the page while it holds what was typed since, which is the parent’s', async () => {
    const { emit, address, at } = await open(page)
    emit('tableMoved', merged())
    await waitFor(() => expect(address()).toBe(at('9')))
    type('9')
    emit('tablesUnmerged', parted())
    await screen.findByText('T7 unmerged from T9')
    expect([address(), lines('9')]).toEqual([at('9'), ['3 naan']])
  })

  it('is not left for a table that was chosen since', async () => {
    const { emit, address, at, goTo } = await open(page)
    emit('tableMoved', merged())
    await waitFor(() => expect(address()).toBe(at('9')))
    await act(() => goTo(at('8')))
    await act(() => goTo(at('9')))
    emit('tablesUnmerged', parted())
    await screen.findByText('T7 unmerged from T9')
    expect(address()).toBe(at('9'))
  })

  it('is not left when the event of an old move comes again, which the list has told already: its next guests are there', async () => {
    const { emit, address, at, lists } = await open(page)
    lists.tables = [table('7', { version: 3, currentOrderId: 'o8' }), table('8', { version: 2, currentOrderId: 'o7' }), table('9')]
    lists.orders = [
      order('8', { tableId: 't7', tableNumber: '7' }),
      order('7', { version: 2, tableId: 't8', tableNumber: '8' }),
      order('9'),
    ]
    lists.seq = 1
    await act(() => queryClient.refetchQueries())
    const moves = { from: free('7', { version: 2 }), to: lists.tables[1]!, order: lists.orders[1]! }
    emit('tableMoved', { ...numbers('7', '8'), ...moves, orderId: 'o7' })
    expect([address(), screen.queryByText('T7 moved to T8')]).toEqual([at('7'), null])
  })

  it('is followed when the list has told of the move already and nobody else sits there, also without anything typed', async () => {
    const { emit, address, at, lists } = await open(page)
    lists.tables = [free('7', { version: 2 }), table('8', { version: 2, currentOrderId: 'o7' }), table('9')]
    lists.orders = [order('7', { version: 2, tableId: 't8', tableNumber: '8' }), order('9')]
    lists.seq = 1
    await act(() => queryClient.refetchQueries())
    expect(address()).toBe(at('7'))
    emit('tableMoved', { ...numbers('7', '8'), from: lists.tables[0]!, to: lists.tables[1]!, order: lists.orders[0]!, orderId: 'o7' })
    await waitFor(() => expect([address(), screen.queryAllByText('T7 moved to T8').length]).toEqual([at('8'), 1]))
  })

  it('is not left by such a late event while a ticket is begun there for the next guests', async () => {
    const { emit, address, at, lists } = await open(page)
    lists.tables = [free('7', { version: 2 }), table('8', { version: 2, currentOrderId: 'o7' }), table('9')]
    lists.orders = [order('7', { version: 2, tableId: 't8', tableNumber: '8' }), order('9')]
    lists.seq = 1
    await act(() => queryClient.refetchQueries())
    act(() => draftActions(tableKey('t7'), { tableNumber: '7', orderId: null }).add(draftLine('naan', 3)))
    emit('tableMoved', { ...numbers('7', '8'), from: lists.tables[0]!, to: lists.tables[1]!, order: lists.orders[0]!, orderId: 'o7' })
    expect([address(), lines('7'), screen.queryByText('T7 moved to T8')]).toEqual([at('7'), ['3 naan'], null])
  })

  it('is followed without an event too, with what was typed for it', async () => {
    const { address, at, lists } = await open(page)
    type('7')
    lists.tables = [free('7', { version: 2 }), table('8', { version: 2, currentOrderId: 'o7' }), table('9')]
    lists.orders = [order('7', { version: 2, tableId: 't8', tableNumber: '8' }), order('9')]
    await act(() => queryClient.refetchQueries())
    await screen.findByText('T7 moved to T8 with your 3 unsent items')
    await waitFor(() => expect(address()).toBe(at('8')))
    expect([lines('7'), lines('8')]).toEqual([undefined, ['3 naan']])
  })
})

describe.each(['counter', 'phone'] as const)('the pay panel on the %s', (page) => {
  const moves = { from: free('7', { version: 2 }), to: table('8', { version: 2, currentOrderId: 'o7' }) }

  it('stays open with what was typed when another device moves the table: the bill is the same', async () => {
    const { user, emit, address, at } = await open(page, { pay: true, shows: /Left to pay/ })
    await user.keyboard('500')
    const taken = () => screen.queryAllByText(/395/).length
    expect(taken()).toBeGreaterThan(0)
    emit('tableMoved', {
      ...numbers('7', '8'),
      ...moves,
      orderId: 'o7',
      order: order('7', { version: 2, tableId: 't8', tableNumber: '8' }),
    })
    await screen.findByText('T7 moved to T8')
    await waitFor(() => expect(address()).toBe(at('8', true)))
    await screen.findByText('Settle T8')
    expect(taken()).toBeGreaterThan(0)
  })

  it('closes when the table is merged into one with an order: its bill is over', async () => {
    const { emit, address, at } = await open(page, { pay: true, shows: /Left to pay/ })
    emit('tableMoved', merged())
    await waitFor(() => expect(address()).toBe(at('9')))
    expect(screen.queryByText(/Left to pay/)).toBeNull()
  })
})
