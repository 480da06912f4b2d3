import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import OrdersPage from './OrdersPage.tsx'

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
