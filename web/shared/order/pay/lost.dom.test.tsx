import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { absorb, forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { later, mount, serve, signIn } from '#web/test/dom.tsx'
import { Taking } from './Taking.tsx'
import type { Settled } from './useSettle.tsx'

/** A payment whose answer was lost, while another device changes the order (SCREENS G6). */

const order = anOrderShape([aKot([anItem({ status: 'Served' })])], {
  _id: 'o7',
  tableId: 'table-7',
  tableNumber: '7',
  grandTotal: 600,
  payments: [{ method: 'UPI', amount: 100 }],
  paymentStatus: 'partial',
})
afterEach(() => forgetLive(queryClient))

const paid = (...payments: OrderShape['payments']) => ({ payments })
const ended = { orderStatus: 'completed', paymentStatus: 'paid' } as const

/** Settles what is left of `bill` by cash (500); the order is then `now`, as an event has it before the answer is lost or after that. */
async function lose(change: Partial<OrderShape>, when: 'before' | 'after', bill = order) {
  const now = { ...bill, version: bill.version + 1, ...change }
  const answer = later<{ status: number }>()
  const settled: Settled[] = []
  serve(({ path, method }) => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { paymentTypes: ['Cash', 'UPI'] } } }
    return method === 'PUT' ? answer.promise : { status: 200, body: {} }
  })
  await signIn({ role: 'cashier' })
  let set: (order: OrderShape) => void = () => undefined
  function Page() {
    const [shown, setShown] = useState(bill)
    set = setShown
    return <Taking order={shown} onSettled={(one) => settled.push(one)} />
  }
  const { user } = mount(<Page />)
  await user.click(await screen.findByRole('radio', { name: /^Cash/ }))
  await user.click(screen.getByRole('button', { name: /^Settle/ }))
  if (when === 'before') absorb(queryClient, { order: now })
  await act(async () => answer.settle({ status: 503 }))
  if (when === 'after') {
    await screen.findByText(/pressing Settle again is safe/)
    await act(async () => set(now))
  }
  return settled
}

it.each(['before', 'after'] as const)('counts as recorded when the order has its money, known %s the answer is lost', async (when) => {
  await lose({ grandTotal: 700, ...paid({ method: 'UPI', amount: 100 }, { method: 'Cash', amount: 500 }) }, when)
  await screen.findByText('The payment was recorded. Left to pay Rs. 100.00.')
})

const OTHERS: [string, Partial<OrderShape>][] = [
  ['took a share by another method', paid({ method: 'UPI', amount: 400 })],
  ['took a smaller share by the same method', paid({ method: 'UPI', amount: 100 }, { method: 'Cash', amount: 200 })],
  ['cancelled a dish', { grandTotal: 450 }],
  ['settled it', { ...ended, ...paid({ method: 'UPI', amount: 600 }) }],
]
it.each(OTHERS.flatMap(([what, change]) => (['before', 'after'] as const).map((when) => [what, when, change] as const)))(
  'is not told to be recorded when another device %s, known %s the answer is lost',
  async (_what, when, change) => {
    const settled = await lose(change, when)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/It is not known whether the payment was recorded/))
    expect([screen.queryByText(/^The payment was recorded/), settled]).toEqual([null, []])
  },
)

describe('a bill with nothing left to pay', () => {
  const covered = { ...order, grandTotal: 100 }
  const unknown = /It is not known whether the payment was recorded; pressing Settle again is safe/

  it.each(['before', 'after'] as const)('is not told to be recorded while it is unpaid, known %s the answer is lost', async (when) => {
    await lose({}, when, covered)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(unknown))
    expect(screen.queryByText(/^The payment was recorded/)).toBeNull()
  })

  it('counts as recorded when it is settled, known before the answer is lost', async () => {
    expect(await lose({ ...ended }, 'before', covered)).toMatchObject([{ pays: 0, method: 'Cash' }])
  })

  it('counts as recorded when it is paid, known after the answer is lost', async () => {
    await lose({ paymentStatus: 'paid' }, 'after', covered)
    await screen.findByText('The payment was recorded. Left to pay Rs. 0.00.')
  })
})
