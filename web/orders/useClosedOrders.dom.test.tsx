import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { useView } from '#web/app/list/useView.ts'
import { serve } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import { useClosedOrders } from './useClosedOrders.ts'
import { orderViewOf } from './view.ts'

function News() {
  return <p>{useClosedOrders(useView(orderViewOf('cashier'))).waiting?.count} new</p>
}
const order = (id: string, orderStatus: 'completed' | 'cancelled') =>
  ({ _id: id, orderStatus, orderType: 'Dine In', businessDate: '2026-11-27', version: 3, kots: [], items: [] }) as unknown as OrderShape
/** What an event says of an order. */
const about = (one: OrderShape, more: object = {}) => ({ order: one, orderId: one._id, tableId: 't1', ...more })

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['completed', '/?tab=completed'],
  ['cancelled', '/?tab=cancelled'],
] as const)('an order that was just %s is new; one that ended earlier and changes on another page is not', async (tab, at) => {
  serve(() => ({ status: 200, body: { orders: [], totalOrders: 0 } }))
  const { emit } = await mountLive(<News />, at)
  expect(await screen.findByText('0 new')).toBeTruthy()
  // A refund, and a dish of a settled table that is ready.
  emit('orderUpdated', about(order('o1', tab)))
  emit('orderItemUpdated', about(order('o2', tab), { kotId: 'k1', lineIds: [], tableUpdated: false }))
  expect(screen.getByText('0 new')).toBeTruthy()
  emit('orderCompleted', about(order('o3', 'completed')))
  emit('orderUpdated', about(order('o4', 'cancelled'), { tableUpdated: true }))
  emit('orderItemUpdated', about(order('o5', 'cancelled'), { kotId: 'k1', lineIds: [], tableUpdated: true }))
  expect(await screen.findByText(tab === 'completed' ? '1 new' : '2 new')).toBeTruthy()
})
