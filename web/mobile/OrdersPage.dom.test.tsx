import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { absorb, forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import OrdersPage from './OrdersPage.tsx'

afterEach(() => forgetLive(queryClient))

/** Take-aways 1 and 2, paid and with one dish that is `status`; and which of them were completed, by serial number. */
async function paid(status: 'Preparing' | 'Ready') {
  const orders = [1, 2].map((n) =>
    anOrderShape([aKot([anItem({ status })])], {
      ...{ _id: `o${n}`, serialNumber: n, paymentStatus: 'paid', createdAt: `2026-11-21T10:0${9 - n}:00.000Z` },
      ...{ tableId: null, tableNumber: null, orderType: 'Take Away' },
    }),
  )
  const asked = serve(({ path, method, body }) => {
    const done = method === 'PUT' && orders.find(({ _id }) => _id === (body as { orderId: string }).orderId)
    if (done) return { status: 200, body: { order: { ...done, version: done.version + 1, orderStatus: 'completed' } } }
    return { status: 200, body: path.startsWith('/v1/orders/') ? { orders, toCook: [], seq: 0 } : { tables: [] } }
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<OrdersPage />, { path: '/restaurant/pos-mobile/orders', at: '/restaurant/pos-mobile/orders' })
  const button = (n: number) => screen.findByRole('button', { name: `Handed over, Take Away ${n}` })
  const completed = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => (body as { orderId: string }).orderId)
  const versions = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => (body as { version: number }).version)
  /** Another device's change of the first order. */
  const change = (over: Partial<OrderShape>) => act(() => absorb(queryClient, { order: Object.assign(orders[0]!, over) }))
  return { user, button, completed, versions, change, orders }
}

it('the second tap of a double tap on "Handed over" is none on the order that has moved up, and it is said which one was completed', async () => {
  const { user, button, completed } = await paid('Ready')
  await user.click(await button(1))
  await screen.findByText('Take Away 1 completed')
  await user.click(await button(2))
  expect(completed()).toEqual(['o1'])
  await waitFor(
    async () => {
      await user.click(await button(2))
      expect(completed()).toEqual(['o1', 'o2'])
    },
    { timeout: 3000 },
  )
})

it('an order whose food is still being prepared is completed after a question, because it can’t be opened again', async () => {
  const { user, button, completed } = await paid('Preparing')
  await user.click(await button(1))
  const sure = await screen.findByRole('alertdialog', { name: 'Was Take Away 1 handed over?' })
  expect([sure.textContent?.includes('1 item is still being prepared'), completed()]).toEqual([true, []])
  await user.click(screen.getByRole('button', { name: 'Handed over' }))
  await waitFor(() => expect(completed()).toEqual(['o1']))
})

it('a dish that becomes ready while that question stands refuses nothing: the order is completed as it is at the answer', async () => {
  const { user, button, versions, change, orders } = await paid('Preparing')
  await user.click(await button(1))
  await screen.findByRole('alertdialog', { name: 'Was Take Away 1 handed over?' })
  const version = orders[0]!.version + 1
  change({ version, kots: [aKot([anItem({ status: 'Ready' })])] })
  await user.click(screen.getByRole('button', { name: 'Handed over' }))
  await waitFor(() => expect(versions()).toEqual([version]))
})

it('more that is being prepared by the time of the answer is asked about too', async () => {
  const { user, button, completed, change, orders } = await paid('Preparing')
  await user.click(await button(1))
  await screen.findByText(/1 item is still being prepared/)
  const item = () => anItem({ status: 'Preparing' })
  change({ version: orders[0]!.version + 1, kots: [aKot([item(), item()])] })
  await user.click(screen.getByRole('button', { name: 'Handed over' }))
  await screen.findByText(/2 items are still being prepared/)
  expect(completed()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Handed over' }))
  await waitFor(() => expect(completed()).toEqual(['o1']))
})

it('an order that appears below moves no other, so these can be pressed at once', async () => {
  const { user, button, completed, orders } = await paid('Ready')
  const first = await button(1)
  const older = { ...orders[0]!, _id: 'o3', serialNumber: 3, createdAt: '2026-11-21T09:00:00.000Z' }
  act(() => absorb(queryClient, { order: older }))
  await button(3)
  await user.click(first)
  await waitFor(() => expect(completed()).toEqual(['o1']))
})

it('among the completed orders a refunded one says so', async () => {
  const completed = (_id: string, serialNumber: number, paymentStatus: 'paid' | 'refunded') =>
    anOrderShape([aKot([anItem()])], {
      ...{ _id, serialNumber, paymentStatus, tableId: null, tableNumber: null },
      ...{ orderType: 'Take Away', orderStatus: 'completed' },
    })
  const orders = [completed('o1', 1, 'refunded'), completed('o2', 2, 'paid')]
  serve(({ path }) => ({
    status: 200,
    body: path.startsWith('/v1/orders?')
      ? { orders, total: 2 }
      : path.startsWith('/v1/orders/')
        ? { orders: [], toCook: [], seq: 0 }
        : { tables: [] },
  }))
  await signIn({ role: 'cashier' })
  const { user } = mount(<OrdersPage />, { path: '/restaurant/pos-mobile/orders', at: '/restaurant/pos-mobile/orders' })
  await user.click(await screen.findByRole('radio', { name: 'Completed' }))
  const rows = (await screen.findAllByRole('listitem', { name: /^Take Away/ })).map((row) => row.textContent?.includes('Refunded'))
  expect(rows).toEqual([true, false])
})
