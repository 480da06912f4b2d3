import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect } from 'vitest'
import type { OrderItem, OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from './dom.tsx'
import { Taking } from '#web/shared/order/pay/Taking.tsx'

/** A served line; its id is also its name. */
export const item = (lineId: string, amount: number, more: Partial<OrderItem> = {}): OrderItem =>
  anItem({ lineId, itemName: lineId, status: 'Served', price: amount, amount, ...more })
/** What its lines come to, in rupees. */
export const total = (order: OrderShape) =>
  order.kots.flatMap((kot) => kot.items).reduce((sum, line) => sum + (line.status === 'Cancelled' ? 0 : line.amount), 0)
/** Thali 300, two teas at 25, water 31; no taxes. */
export const bill: OrderShape = {
  ...anOrderShape([aKot([item('Thali', 300), item('Tea', 50, { quantity: 2, price: 25 }), item('Water', 31)])], {
    tableId: 'table-7',
    tableNumber: '7',
  }),
  _id: 'bill',
  grandTotal: 381,
}

/** The pay panel with this order; `set` is what another device makes of it. Payments are recorded. */
export async function panel(first: OrderShape = bill, { rowsKnown = true } = {}) {
  let order = first
  let set: (next: OrderShape) => void = () => undefined
  const paid: { method: string; amount: number; corrects?: string }[] = []
  /** What the answers to payments wait for. */
  let held: Promise<unknown> | null = null
  serve(async ({ path, method, body }) => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { paymentTypes: ['Cash', 'UPI'] } } }
    if (method !== 'PUT') {
      if (!rowsKnown) return { status: 503 }
      return {
        status: 200,
        body: {
          version: order.version,
          paymentHistory: paid.map((p, i) => ({
            ...p,
            _id: `p${i}`,
            kind: p.corrects ? 'correction' : 'received',
            at: '2026-11-21T10:00:00.000Z',
          })),
        },
      }
    }
    const [payment] = (body as { payments: { method: string; amount: number }[] }).payments
    await held
    move(...(payment ? [payment] : []))
    return { status: 200, body: { order } }
  })
  const change = (next: OrderShape) => {
    order = { ...next, version: order.version + 1 }
    set(order)
  }
  /** Money comes, or goes back, in one step. */
  const move = (...moves: typeof paid) => {
    paid.push(...moves)
    const methods = [...new Set(paid.map((p) => p.method))]
    const payments = methods.map((method) => ({
      method,
      amount: paid.reduce((sum, p) => sum + (p.method === method ? p.amount : 0), 0),
    }))
    const received = payments.reduce((sum, p) => sum + p.amount, 0)
    change({
      ...order,
      payments: payments.filter((p) => p.amount !== 0),
      paymentStatus: received === order.grandTotal ? 'paid' : received > 0 ? 'partial' : 'unpaid',
    })
  }
  function Page() {
    const [shown, show] = useState(order)
    useEffect(() => void (set = show), [])
    return <Taking order={shown} onSettled={() => undefined} />
  }
  await signIn({ role: 'cashier' })
  const { user, unmount } = mount(<Page />)
  await user.click(await screen.findByRole('radio', { name: /^UPI/ }))
  const rows = () =>
    screen.queryByRole('list', { name: 'Shares' }) === null
      ? []
      : within(screen.getByRole('list', { name: 'Shares' }))
          .queryAllByRole('listitem')
          .map((row) =>
            row.textContent
              ?.replace(/\s+/g, ' ')
              .replace(/Take back.*/, '')
              .replace(/(Received|Now|Next).*?Rs\./, ' $1 Rs.'),
          )
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
  const settle = async () => {
    await waitFor(() => expect(screen.getByRole('button', { name: /^Settle/ }).getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 })
    await press(/^Settle/)
  }
  const byItems = async () => {
    await press('More ways to split')
    await press('By items')
  }
  return {
    user,
    unmount,
    rows,
    press,
    settle,
    byItems,
    paid,
    move: (...moves: typeof paid) => act(() => move(...moves)),
    hold: (until: Promise<unknown>) => void (held = until),
    change: (next: OrderShape) => act(() => change(next)),
    order: () => order,
  }
}
/** A portion in the dialog. */
export const portion = (name: string | RegExp) => within(screen.getByRole('list', { name: 'Items' })).getByRole('button', { name })
