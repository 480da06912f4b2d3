import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { absorb, forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { useOpenOrders } from './useOpenOrders.ts'
import { usePayShown } from './usePayShown.ts'

afterEach(() => forgetLive(queryClient))

const order = (_id: string, more: Partial<OrderShape> = {}) =>
  anOrderShape([aKot([anItem()])], { _id, tableId: 'table-7', tableNumber: '7', ...more })
const ended = (of: OrderShape, orderStatus: OrderShape['orderStatus'] = 'completed') => ({ ...of, version: of.version + 1, orderStatus })
const first = order('first')

type Address = { on: boolean; tableId: string }

/** The panel of table 7 with its order `first`. `go` changes the address, `event` brings orders. */
async function panel() {
  let go: (address: Address) => void = () => undefined
  function Panel() {
    const [{ on, tableId }, set] = useState<Address>({ on: true, tableId: 'table-7' })
    useEffect(() => void (go = set), [])
    const { orders } = useOpenOrders()
    const bill = usePayShown(on, tableId, orders.find((o) => o.tableId === tableId) ?? null)
    return (
      <>
        <p>Open: {orders.map(({ _id }) => _id)}</p>
        <p>Shows: {bill ? `${bill._id} ${bill.orderStatus}` : 'nothing'}</p>
      </>
    )
  }
  serve(() => ({ status: 200, body: { orders: [first], toCook: [], seq: 0 } }))
  await signIn({ role: 'cashier' })
  mount(<Panel />)
  await screen.findByText('Shows: first pending')
  const shows = (text: string) => waitFor(() => expect(screen.getByText(`Shows: ${text}`)).toBeTruthy())
  return {
    shows,
    event: (orders: OrderShape[]) => act(async () => absorb(queryClient, { orders }, 1)),
    go: (address: Address) => act(async () => go(address)),
  }
}

it.each(['completed', 'cancelled'] as const)(
  'an order that was %s stays until it is closed, although the next guests order',
  async (status) => {
    const { event, go, shows } = await panel()
    await event([ended(first, status)])
    await shows(`first ${status}`)
    await event([order('next')])
    await screen.findByText('Open: next')
    await shows(`first ${status}`)
    await go({ on: false, tableId: 'table-7' })
    await shows('nothing')
    await go({ on: true, tableId: 'table-7' })
    await shows('next pending')
  },
)

it('another table, and the order that a merge made of it, are followed', async () => {
  const { event, go, shows } = await panel()
  await event([ended(first)])
  await event([order('other', { tableId: 'table-9', tableNumber: '9' })])
  await go({ on: true, tableId: 'table-9' })
  await shows('other pending')
  const away = { ...ended(order('other', { tableId: 'table-9', tableNumber: '9' }), 'cancelled'), kots: [] }
  await event([away, order('parent', { tableId: 'table-9', tableNumber: '9' })])
  await shows('parent pending')
})
