import { beforeEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { mountLive } from '#web/test/socket.tsx'
import { anOrder } from './test/order.ts'
import { useOrderEnd } from './useOrderEnd.ts'

const onEnd = vi.fn((_order: OrderShape) => undefined)
beforeEach(() => void onEnd.mockReset())

function Listening() {
  useOrderEnd(onEnd)
  return null
}
const of = (order: OrderShape) => ({ orderId: order._id, tableId: order.tableId, order })
const ended = () => onEnd.mock.calls.map(([order]) => `${order._id} ${order.orderStatus}`)

it('reports an order that was billed, cancelled, or lost its last item', async () => {
  const { emit } = await mountLive(<Listening />)
  emit('orderCompleted', of(anOrder({ _id: 'billed', orderStatus: 'completed' })))
  emit('orderUpdated', of(anOrder({ _id: 'cancelled', orderStatus: 'cancelled' })))
  emit('orderItemUpdated', of(anOrder({ _id: 'emptied', orderStatus: 'cancelled' })))
  expect(ended()).toEqual(['billed completed', 'cancelled cancelled', 'emptied cancelled'])
})

it('doesn’t report an order that was merged into another, where its guests go on', async () => {
  const { emit } = await mountLive(<Listening />)
  emit('orderUpdated', of(anOrder({ _id: 'merged', orderStatus: 'cancelled', kots: [] })))
  emit('orderUpdated', of(anOrder({ _id: 'cancelled', orderStatus: 'cancelled' })))
  expect(ended()).toEqual(['cancelled cancelled'])
})

it('reports no change of an order that stays open, and nothing after it is gone', async () => {
  const { emit, unmount } = await mountLive(<Listening />)
  emit('orderCreated', of(anOrder()))
  emit('orderUpdated', of(anOrder({ version: 2 })))
  emit('orderItemUpdated', of(anOrder({ version: 3 })))
  expect(ended()).toEqual([])
  unmount()
  emit('orderCompleted', of(anOrder({ orderStatus: 'completed' })))
  expect(ended()).toEqual([])
})
