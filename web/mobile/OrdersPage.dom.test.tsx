import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { forgetLive } from '#web/core/liveCache.ts'
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
  return { user, button, completed }
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
