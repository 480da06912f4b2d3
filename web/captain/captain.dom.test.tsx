import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, aMenuItem, anItem, anOrderShape, aRestaurant, aTable } from '#domain/test/shapes.ts'
import { absorb } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { discardDraft, draftActions, draftNow, tableKey } from '#web/shared/order/drafts.ts'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { draftLine } from '#web/shared/order/test/line.ts'
import { later, mount, serve, signIn } from '#web/test/dom.tsx'
import CaptainHomePage from './CaptainHomePage.tsx'
import CaptainMenuPage from './CaptainMenuPage.tsx'
import CaptainOrdersPage from './CaptainOrdersPage.tsx'
import { FROM_TABLES } from './work.ts'

/** *Accept* points of the captain's phone (SCREENS §2.2) that need no browser, by their words; the others are in e2e/captain.spec.ts. */

const table = (n: string) => aTable({ _id: `t${n}`, tableNumber: n, area: 'Hall', status: 'available', currentOrderId: null })

it('no table chosen → picker first', async () => {
  serve(({ path }) => {
    if (path === '/v1/tables') return { status: 200, body: { tables: [table('1'), table('7'), table('11')] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
    return { status: 200, body: { alerts: [], items: [], ranking: [] } }
  })
  await signIn({ role: 'waiter' })
  const { user, address } = mount(<CaptainMenuPage />, { path: '/restaurant/captain/menu' })
  await screen.findByRole('button', { name: /^T7/ })
  expect(screen.getByText('Which table is the order for?')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^T7/ }))
  expect(address()).toBe('/restaurant/captain/menu?table=t7')
  expect(screen.queryByText('Which table is the order for?')).toBeNull()
})

afterEach(() => void vi.useRealTimers())

/** The answer to all other calls of a page: a restaurant whose dishes are Ready before they are Served. */
const NO_TABLES = {
  status: 200,
  body: {
    tables: [],
    alerts: [],
    restaurant: { ...aRestaurant(), taxSettings: { roundOff: false }, kotSettings: { readyStep: true } },
    reservations: [],
  },
}

it('serve has Undo 5 s: a waiter’s is sent when they are over, and never if it was undone in them', async () => {
  const line = anItem({ status: 'Ready' })
  const order = anOrderShape([aKot([line])], { _id: 'o7', tableId: 't7', tableNumber: '7', orderType: 'Dine In' })
  const served = { ...order, version: order.version + 5, kots: [aKot([{ ...line, status: 'Served' }])] }
  const asked = serve(({ path, method }) => {
    if (method === 'PUT') return { status: 200, body: { order: served } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
    return NO_TABLES
  })
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await signIn({ role: 'waiter' })
  mount(<CaptainHomePage />)
  const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByRole('button', { name: /^Serve / })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  press(/^Serve /)
  await wait(4500)
  expect(sent()).toEqual([])
  press(/^Undo/)
  await wait(6000)
  expect(sent()).toEqual([])

  // The kitchen takes it back: it is neither sent nor shown as served.
  const lineAt = (status: typeof line.status, version: number) => ({
    ...order,
    version,
    kots: [aKot([{ ...line, status }], { kotId: order.kots[0]!.kotId })],
  })
  const takeBack = async (version: number) => {
    press(/^Serve /)
    act(() => absorb(queryClient, { order: lineAt('Preparing', version) }))
    await wait(50)
    expect(screen.queryByRole('button', { name: /^(Serve|Undo)/ })).toBeNull()
  }
  await takeBack(order.version + 1)
  await wait(6000)
  expect(sent()).toEqual([])
  act(() => absorb(queryClient, { order: lineAt('Ready', order.version + 2) }))
  await wait(50)

  // Served again soon after it was taken back, it can be undone for 5 s anew.
  await takeBack(order.version + 3)
  act(() => absorb(queryClient, { order: lineAt('Ready', order.version + 4) }))
  await wait(2000)
  press(/^Serve /)
  await wait(4500)
  expect(sent()).toEqual([])
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeTruthy()
  await wait(600)
  expect(sent()).toMatchObject([{ orderId: 'o7', lineId: line.lineId, status: 'Served' }])
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('food of an order that was settled while it was cooked chimes when it is ready, and can be served', async () => {
  const line = anItem({ itemName: 'Gulab Jamun', statusAt: new Date(Date.now() - 60_000).toISOString() })
  const kot = aKot([line])
  const paid = anOrderShape([kot], {
    _id: 'o70',
    tableId: 't7',
    tableNumber: '7',
    orderType: 'Dine In',
    orderStatus: 'completed',
    paymentStatus: 'paid',
    completedAt: new Date(Date.now() - 30_000).toISOString(),
  })
  const asked = serve(({ path, method }) => {
    if (method === 'PUT') return { status: 200, body: { order: withLine('Served', 3) } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [], toCook: [paid], seq: 0 } }
    return NO_TABLES
  })
  const withLine = (status: 'Ready' | 'Served', version: number) => ({
    ...paid,
    version,
    kots: [{ ...kot, items: [{ ...line, status, statusAt: new Date().toISOString() }] }],
  })
  await signIn({ role: 'waiter' })
  mount(<CaptainHomePage />)
  await screen.findByText(/Nothing is ready yet/)
  act(() => absorb(queryClient, { order: withLine('Ready', 2) }))
  const button = await screen.findByRole('button', { name: 'Serve Gulab Jamun, T7' })
  expect(screen.getByText('Ready: 1 × Gulab Jamun, T7')).toBeTruthy()
  expect(screen.getByText(/bill paid/)).toBeTruthy()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(button)
  await act(() => vi.advanceTimersByTimeAsync(5100))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ orderId: 'o70', lineId: line.lineId, status: 'Served' })
  expect(screen.queryByRole('button', { name: /Gulab Jamun/ })).toBeNull()
})

describe('when the answer to Send KOT comes late', () => {
  const roti = aMenuItem({ _id: 'roti', name: 'Roti' })
  const naan = aMenuItem({ _id: 'naan', name: 'Naan' })
  const menu = { categories: [{ _id: 'c', name: 'Breads', description: '', subcategories: [], menuItems: [roti, naan] }] }
  const key = tableKey('t7')
  afterEach(() => discardDraft(key))

  /** A Roti is on its way to the kitchen; `answer` lets the answer come. */
  async function sending({ fromTables = false } = {}) {
    const answered = later<{ status: number; body: object }>()
    let kotId = ''
    serve(({ path, method, body }) => {
      if (path === '/v1/pos/order' && method === 'POST') {
        kotId = (body as { kots: { kotId: string }[] }).kots[0]!.kotId
        return answered.promise
      }
      if (path === '/v1/tables') return { status: 200, body: { tables: [table('7')] } }
      if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [], toCook: [], seq: 0 } }
      if (path === '/v1/menus/restaurant') return { status: 200, body: { menu } }
      return { status: 200, body: { alerts: [], items: [], ranking: [] } }
    })
    await signIn({ role: 'waiter' })
    const page = mount(
      <SlotProvider>
        <SlotPlace name="cart" />
        <CaptainMenuPage />
      </SlotProvider>,
      { path: '/restaurant/captain/menu', at: fromTables ? '/restaurant/captain' : '/restaurant/captain/menu?table=t7' },
    )
    if (fromTables) {
      await act(() => page.goTo('/restaurant/captain/tables'))
      await act(() => page.goTo('/restaurant/captain/menu?table=t7', { state: FROM_TABLES }))
    }
    const add = async (name: string) => fireEvent.click(await screen.findByRole('button', { name: `Add ${name}` }))
    await add('Roti')
    fireEvent.click(await screen.findByRole('button', { name: 'Send KOT (1)' }))
    const answer = async () => {
      const order = anOrderShape([aKot([anItem({ itemName: 'Roti' })], { kotId })], { _id: 'o7', tableId: 't7', tableNumber: '7' })
      answered.settle({ status: 201, body: { order } })
      await screen.findByText('T7: KOT 34 sent')
    }
    return { ...page, add, answer }
  }

  it('the tables are shown', async () => {
    const { address, answer } = await sending()
    await answer()
    await waitFor(() => expect(address()).toBe('/restaurant/captain/tables'))
  })

  it('the tables are shown, and Back from there leaves them, since they are not in the history twice', async () => {
    const { address, answer, back } = await sending({ fromTables: true })
    await answer()
    await waitFor(() => expect(address()).toBe('/restaurant/captain/tables'))
    await act(back)
    expect(address()).toBe('/restaurant/captain')
  })

  it('the menu stays where a dish was added meanwhile, with that dish in the cart', async () => {
    const { address, add, answer } = await sending()
    await add('Naan')
    await answer()
    expect(await screen.findByRole('button', { name: 'Send KOT (1)' })).toBeTruthy()
    expect(address()).toBe('/restaurant/captain/menu?table=t7')
    expect(draftNow(key)?.draft?.lines).toMatchObject([{ itemName: 'Naan' }])
  })

  it('the menu stays where a dish’s choices are open', async () => {
    const { address, answer } = await sending()
    fireEvent.contextMenu(screen.getByText('Naan'))
    await screen.findByRole('dialog', { name: /Naan/ })
    await answer()
    expect(screen.getByRole('dialog', { name: /Naan/ })).toBeTruthy()
    expect(address()).toBe('/restaurant/captain/menu?table=t7')
  })
})

describe('with tables switched off', () => {
  const parcel = anOrderShape([aKot([anItem({ itemName: 'Vada Pav', status: 'Ready' })])], {
    _id: 'o12',
    tableId: null,
    tableNumber: null,
    orderType: 'Take Away',
    serialNumber: 12,
  })
  const restaurant = { ...aRestaurant(), isTableEnabled: false, taxSettings: { roundOff: false }, kotSettings: { readyStep: true } }
  async function open(page: ReactNode, { role = 'captain', orders = [] }: { role?: 'captain' | 'waiter'; orders?: OrderShape[] } = {}) {
    serve(({ path }) => {
      if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders, toCook: [], seq: 0 } }
      return { status: 200, body: { tables: [table('7')], alerts: [], restaurant, reservations: [] } }
    })
    await signIn({ role })
    return mount(page, { path: '/restaurant/captain/orders' })
  }
  const choose = () => screen.queryByRole('button', { name: 'Choose a table' })

  it('Orders lists the parcels, and items are added to them at the counter', async () => {
    const { user, address } = await open(<CaptainOrdersPage />, { orders: [parcel] })
    expect(await screen.findByRole('listitem', { name: 'Take Away 12, order' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add items to Take Away 12' }))
    expect(address()).toBe('/restaurant/pos?order=o12')
  })

  const atTable = { ...parcel, _id: 'o7', tableId: 't7', tableNumber: '7', orderType: 'Dine In' as const }
  it('Orders leads to the counter for an order that was open at its table', async () => {
    const { user, address } = await open(<CaptainOrdersPage />, { orders: [atTable] })
    await user.click(await screen.findByRole('button', { name: 'Add items to T7' }))
    expect(address()).toBe('/restaurant/pos?order=o7')
  })
  it('Orders says that a waiter can’t add items to it', async () => {
    const { user, address } = await open(<CaptainOrdersPage />, { role: 'waiter', orders: [atTable] })
    const add = await screen.findByRole('button', { name: 'Add items to T7' })
    await waitFor(() => expect(add.getAttribute('aria-disabled')).toBe('true'))
    await user.click(add)
    expect(address()).toBe('/restaurant/captain/orders')
  })

  it('Orders offers no table when nothing is running', async () => {
    await open(<CaptainOrdersPage />)
    await screen.findByText('No running orders')
    await waitFor(() => expect(choose()).toBeNull())
  })

  it('My work leads to the running orders, and offers no table', async () => {
    const { user, address } = await open(<CaptainHomePage />, { orders: [parcel] })
    await waitFor(() => expect(choose()).toBeNull())
    expect(screen.queryByText(/running tables/i)).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'See 1 running order' }))
    expect(address()).toBe('/restaurant/captain/orders')
  })
})

/** An order of T7 with one dish in the kitchen, and two Cokes that this waiter's phone hasn't sent; `bills` are the bills that are asked for. */
async function atT7(page: ReactNode, path: string) {
  const order = anOrderShape([aKot([anItem()])], {
    _id: 'o7',
    tableId: 't7',
    tableNumber: '7',
    orderType: 'Dine In',
    customer_name: 'Anand',
  })
  const taxPercentages = { cgst: 2.5, sgst: 2.5, serviceCharge: 0 }
  const asked = serve(({ path: called, method }) => {
    if (method === 'POST' && called === '/v1/orders/o7/bill') return { status: 200, body: { order } }
    if (called === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
    if (called === '/v1/tables')
      return { status: 200, body: { tables: [aTable({ ...table('7'), status: 'occupied', currentOrderId: 'o7' })] } }
    if (called === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
    return { status: 200, body: { ...NO_TABLES.body, restaurant: { ...NO_TABLES.body.restaurant, taxPercentages } } }
  })
  await signIn({ role: 'waiter' })
  draftActions(tableKey('t7'), { tableId: 't7', tableNumber: '7', orderId: 'o7' }).add(draftLine('Coke', 2))
  onTestFinished(() => discardDraft(tableKey('t7')))
  const shown = mount(
    <SlotProvider>
      <SlotPlace name="header" />
      {page}
    </SlotProvider>,
    { path: path.split('?')[0]!, at: path },
  )
  return { ...shown, bills: () => asked.filter((request) => request.path === '/v1/orders/o7/bill').length }
}

it('a waiter prints a bill from the order’s card, without a detour by the cashier', async () => {
  const { user, bills } = await atT7(<CaptainOrdersPage />, '/restaurant/captain/orders')
  await user.click(await screen.findByRole('button', { name: 'Print bill, T7' }))
  await waitFor(() => expect(bills()).toBe(1))
})

it('and from the table’s menu; the table’s button says how much isn’t sent there, also beside a running order', async () => {
  const { user, bills } = await atT7(<CaptainMenuPage />, '/restaurant/captain/menu?table=t7')
  await waitFor(() => expect(screen.getByRole('button', { name: /change table$/ }).textContent).toMatch(/2 not sent · .*Anand/))
  await user.click(screen.getByRole('button', { name: 'More for T7' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Print bill' }))
  await waitFor(() => expect(bills()).toBe(1))
})
