import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { aKot, aMenuItem, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { discardDraft, draftActions, draftNow, draftsNow } from '#web/shared/order/drafts.ts'
import { later, mount, serve, signIn } from '#web/test/dom.tsx'
import PosPage from './PosPage.tsx'

/** What the order's menu does takes a moment on a bad connection; meanwhile the cashier goes on with another order. */

afterEach(() => {
  forgetLive(queryClient)
  draftsNow().forEach(({ key }) => discardDraft(key))
})

/** The counter with T7, which has an order, and T9, which is free. `write` settles the answer of the first call that writes. */
async function openCounter(search: string, order = anOrderShape([aKot([anItem()])], { tableId: 'table-7', tableNumber: '7' })) {
  const write = later<{ status: number; body: unknown }>()
  const tables = [
    aTable(order.tableId ? { status: 'occupied', currentOrderId: order._id } : {}),
    aTable({ _id: 'table-9', tableNumber: '9' }),
  ]
  const menuItems = [aMenuItem({ _id: 'dish-0', name: 'Dish 0' })]
  const answers: Record<string, unknown> = {
    '/v1/tables': { tables },
    '/v1/orders/restaurant/pending': { orders: [order], toCook: [], seq: 0 },
    '/v1/menus/restaurant': { menu: { categories: [{ _id: 'c', name: 'Mains', description: '', subcategories: [], menuItems }] } },
    '/v1/menus/trending': { items: [], ranking: [] },
  }
  const asked = serve(({ path }) =>
    path === '/v1/tables/move' || path === '/v1/pos/order' ? write.promise : { status: 200, body: answers[path] ?? {} },
  )
  await signIn({ role: 'cashier' })
  const { user, address, goTo } = mount(<PosPage />, { path: '/restaurant/pos', at: `/restaurant/pos${search}` })
  const dish = await screen.findByRole('button', { name: /^Dish 0/ })
  await screen.findByText(/KOT 34/)
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'More for this order' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  const show = async (type: 'Dine In' | 'Take Away', at: RegExp) => {
    await user.click(screen.getByRole('radio', { name: type }))
    await waitFor(() => expect(address()).toMatch(at))
  }
  return { user, address, goTo, asked, order, dish, choose, show, write }
}

/** Moves T7 to T9. */
async function moving() {
  const counter = await openCounter('?table=table-7')
  const { user, asked, order, choose, write } = counter
  await choose('Move table')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^T9/ }))
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/v1/tables/move'))
  const answered = async () => {
    const to = aTable({ _id: 'table-9', tableNumber: '9', status: 'occupied', currentOrderId: order._id, version: 2 })
    const moved = { ...order, version: order.version + 1, tableId: 'table-9', tableNumber: '9' }
    write.settle({ status: 200, body: { from: aTable({ version: 2 }), to, order: moved } })
    await screen.findByText('T7 moved to T9')
  }
  return { ...counter, answered }
}

it('after a move the counter shows the table that the order has moved to', async () => {
  const { address, answered } = await moving()
  await answered()
  await waitFor(() => expect(address()).toMatch(/\?table=table-9$/))
})

it('a slow move takes nobody away from what is open by then, nor past the question about unsent items', async () => {
  const { user, dish, address, answered, show } = await moving()
  await show('Take Away', /\?draft=takeaway/)
  const parcel = address()
  await user.click(dish)
  await answered()
  expect(address()).toBe(parcel)
  await user.click(screen.getByRole('radio', { name: 'Dine In' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(address()).toMatch(/\?type=dine-in/))
})

it('nor does a take-away that becomes a delivery', async () => {
  const parcel = anOrderShape([aKot([anItem()])], { _id: 'order-1', tableId: null, tableNumber: null, orderType: 'Take Away' })
  const { address, choose, show, write } = await openCounter('?order=order-1', parcel)
  await choose('Change to Delivery')
  await show('Dine In', /\?type=dine-in/)
  await act(async () => write.settle({ status: 200, body: { order: { ...parcel, version: parcel.version + 1, orderType: 'Delivery' } } }))
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(address()).toMatch(/\?type=dine-in/)
})

it('a delivery that becomes a take-away by mistake has its address again after Undo', async () => {
  const order = anOrderShape([aKot([anItem()])], {
    ...{ _id: 'order-1', tableId: null, tableNumber: null },
    ...{ orderType: 'Delivery', deliveryAddress: '12 MG Road' },
  })
  const { user, asked, choose, write } = await openCounter('?order=order-1', order)
  await choose('Change to Take Away')
  const changed = { ...order, version: order.version + 1, orderType: 'Take Away', deliveryAddress: '' }
  await act(async () => write.settle({ status: 200, body: { order: changed } }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const sent = () => asked.filter(({ path }) => path === '/v1/pos/order').map(({ body }) => body)
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toEqual([
    { orderId: 'order-1', orderData: { orderType: 'Take Away' } },
    { orderId: 'order-1', orderData: { orderType: 'Delivery', deliveryAddress: '12 MG Road' } },
  ])
})

const settle = () => screen.getByRole('button', { name: 'Bill & settle' })
const parcelOrder = anOrderShape([aKot([anItem()])], { _id: 'order-2', tableId: null, tableNumber: null, orderType: 'Take Away' })

it('Bill & settle of a parcel that is being sent keeps no other order from being settled', async () => {
  const { user, address, goTo, dish, show, write } = await openCounter('?table=table-7')
  await show('Take Away', /\?draft=takeaway/)
  await user.click(dish)
  await user.click(settle())
  expect(settle().getAttribute('aria-busy')).toBe('true')
  void goTo('/restaurant/pos?table=table-7')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep' }))
  await screen.findByText(/KOT 34/)
  expect(settle().getAttribute('aria-busy')).not.toBe('true')
  await user.click(settle())
  await waitFor(() => expect(address()).toMatch(/\?table=table-7&pay=1$/))
  await act(async () => write.settle({ status: 200, body: { order: parcelOrder } }))
  expect(address()).toMatch(/\?table=table-7&pay=1$/)
})

it('a new parcel is sent and its payment opened by one press; the snackbar of its KOT does not cover Settle', async () => {
  const { user, address, dish, show, write } = await openCounter('?table=table-7')
  await show('Take Away', /\?draft=takeaway/)
  await user.click(dish)
  await user.click(settle())
  await act(async () => write.settle({ status: 200, body: { order: parcelOrder } }))
  await waitFor(() => expect(address()).toMatch(/\?order=order-2&pay=1$/))
  await waitFor(() => expect(screen.queryByText(/sent/i)).toBeNull())
})

it.each([
  ['at a table', 'Dine In', /\?table=table-7&pay=1$/],
  ['for a parcel', 'Take Away', /\?draft=takeaway\S*&pay=1$/],
] as const)('what was added %s while the KOT was under way is asked about before the payment', async (_where, type, paid) => {
  const { user, address, dish, order, show, write } = await openCounter('?table=table-7')
  if (type === 'Take Away') await show(type, /\?draft=takeaway/)
  await user.click(dish)
  await user.keyboard('{F8}')
  expect(screen.getByRole('heading', { name: /^New ticket/ }).textContent).toMatch(/sending…$/)
  await user.click(dish)
  await user.click(settle())
  const sent = type === 'Take Away' ? parcelOrder : { ...order, version: order.version + 1 }
  await act(async () => write.settle({ status: 200, body: { order: sent } }))
  const dialog = within(await screen.findByRole('dialog', { name: '1 item not sent' }))
  expect(address()).not.toContain('pay=1')
  await user.click(dialog.getByRole('button', { name: 'Settle without it' }))
  await waitFor(() => expect(address()).toMatch(paid))
})

it('a dish that is added to a sent parcel before the open orders are loaded stays with that order', async () => {
  onTestFinished(() => discardDraft('takeaway:1'))
  const pending = later<{ status: number; body: unknown }>()
  serve(({ path }) => {
    if (path === '/v1/orders/restaurant/pending') return pending.promise
    const menuItems = [aMenuItem({ _id: 'dish-0', name: 'Dish 0' })]
    const menu = { categories: [{ _id: 'c', name: 'Mains', description: '', subcategories: [], menuItems }] }
    return { status: 200, body: path === '/v1/menus/restaurant' ? { menu } : { tables: [], items: [], ranking: [] } }
  })
  await signIn({ role: 'cashier' })
  draftActions('takeaway:1').setMeta({ orderId: 'order-1' })
  const { user } = mount(<PosPage />, { path: '/restaurant/pos', at: '/restaurant/pos?draft=takeaway:1' })
  await user.click(await screen.findByRole('button', { name: /^Dish 0/ }))
  await waitFor(() => expect(draftNow('takeaway:1')?.draft?.lines).toHaveLength(1))
  expect(draftNow('takeaway:1')?.meta.orderId).toBe('order-1')
})
