import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { discardDraft, draftActions, draftsNow } from '#web/shared/order/drafts.ts'
import { draftLine } from '#web/shared/order/test/line.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import HomePage from './HomePage.tsx'

afterEach(() => (forgetLive(queryClient), draftsNow().forEach(({ key }) => discardDraft(key))))

/** The phone's home with take-away 12, which the server has with `over`, and two unsent dishes for it. */
async function home(over: Partial<OrderShape> | null) {
  const orders = over
    ? [
        anOrderShape([aKot([anItem()])], {
          _id: 'o12',
          tableId: null,
          tableNumber: null,
          orderType: 'Take Away',
          serialNumber: 12,
          ...over,
        }),
      ]
    : []
  const asked = serve(({ path }) => ({
    status: 200,
    body:
      path === '/v1/orders/restaurant/pending'
        ? { orders, toCook: [], seq: 0 }
        : path === '/v1/tables'
          ? { tables: [aTable({ status: 'available', currentOrderId: null })] }
          : { alerts: [], bookings: [], items: [] },
  }))
  await signIn({ role: 'cashier' })
  draftActions('takeaway:3', { orderId: 'o12' }).add(draftLine('Coke', 2))
  const page = mount(<HomePage />, { path: '/restaurant/pos-mobile/home', at: '/restaurant/pos-mobile/home' })
  return { ...page, asked }
}

it('Settle in a list shows the order when this phone has unsent items for it, because its bill would not hold them', async () => {
  const { user, address } = await home({ paymentStatus: 'unpaid' })
  await user.click(await screen.findByRole('button', { name: 'Settle Take Away 12' }))
  expect(address()).toMatch(/^\/restaurant\/pos-mobile\?draft=takeaway(:|%3A)3$/)
})

it('a paid order is not handed over while this phone has unsent items for it', async () => {
  const { user, asked } = await home({ paymentStatus: 'paid', grandTotal: 0 })
  await user.click(await screen.findByRole('button', { name: /^Handed over, Take Away 12/ }))
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
  expect(screen.getAllByText(/2 items not sent/)).not.toEqual([])
})

it.each([
  ['ended', null, 1],
  ['is open', {}, 0],
] as const)('unsent items for an order that %s: listed under Not sent %#', async (_, over, listed) => {
  await home(over)
  await screen.findByText(over ? 'Take Away 12' : 'No running take-aways')
  const section = screen.queryByRole('region', { name: /Not sent/ })
  expect(section ? within(section).getAllByRole('link') : []).toHaveLength(listed)
})
