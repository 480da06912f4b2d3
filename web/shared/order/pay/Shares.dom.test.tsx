import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { Taking } from './Taking.tsx'

const move = (_id: string, amount: number) =>
  ({ _id, kind: 'received', method: 'Cash', amount, at: '2026-11-21T10:00:00.000Z' }) as PaymentMove
/** A bill of 600 for which these payments in cash were received. */
const having = (...rows: PaymentMove[]): OrderShape => ({
  ...anOrderShape([aKot([anItem({ status: 'Served' })])], { tableId: 'table-7', tableNumber: '7', grandTotal: 600 }),
  version: 1 + rows.length,
  paymentStatus: 'partial',
  payments: [{ method: 'Cash', amount: rows.reduce((sum, { amount }) => sum + amount, 0) }],
})

it('a double press of Settle takes one share: the button, which then stands for the next guest’s, rests for a moment', async () => {
  const bill = { ...having(), payments: [], paymentStatus: 'unpaid' as const }
  let take: (order: OrderShape) => void = () => undefined
  const asked = serve(({ path, method }) => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { paymentTypes: ['Cash', 'UPI'] } } }
    if (method !== 'PUT') return { status: 200, body: { paymentHistory: [] } }
    const order = having(move('p1', 300))
    take(order)
    return { status: 200, body: { order } }
  })
  function Page() {
    const [order, set] = useState<OrderShape>(bill)
    useEffect(() => void (take = set), [])
    return <Taking order={order} onSettled={() => undefined} />
  }
  await signIn({ role: 'cashier' })
  const { user } = mount(<Page />)
  const taken = () => asked.filter(({ method }) => method === 'PUT').length
  const settle = () => screen.getByRole('button', { name: /^Settle/ })
  await user.click(await screen.findByRole('radio', { name: /^UPI/ }))
  await user.click(screen.getByRole('radio', { name: 'Split' }))
  await user.click(settle())
  await screen.findByText('Share 2, UPI')
  expect(settle().getAttribute('aria-disabled')).toBe('true')
  await user.click(settle())
  await user.keyboard('{Enter}')
  expect(taken()).toBe(1)
  await waitFor(() => expect(settle().getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 })
  await user.keyboard('{Enter}')
  expect(taken()).toBe(2)
})

it('only what was paid since the bill was split evenly is a share of it, so that no two have one name', async () => {
  let paid: (order: OrderShape) => void = () => undefined
  const rows = [move('p1', 150)]
  function Page() {
    const [order, set] = useState(() => having(...rows))
    useEffect(() => void (paid = set), [])
    return <Taking order={order} onSettled={() => undefined} />
  }
  serve(({ path }) => ({
    status: 200,
    body: path === '/v1/restaurant/profile' ? { restaurant: { paymentTypes: ['Cash', 'UPI'] } } : { paymentHistory: [...rows] },
  }))
  await signIn({ role: 'cashier' })
  const { user } = mount(<Page />)
  const names = () =>
    within(screen.getByRole('list', { name: 'Shares' }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent)
  await user.click(await screen.findByRole('radio', { name: /^Cash/ }))
  await user.click(screen.getByRole('radio', { name: '2 ways' }))
  await waitFor(() => expect(names()).toEqual(['Cash', 'Share 1, Cash', 'Share 2']))
  rows.push(move('p2', 225))
  act(() => paid(having(...rows)))
  await waitFor(() => expect(names()).toEqual(['Cash', 'Share 1, Cash', 'Share 2, Cash']))
})
