import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aKot, aLine, anOrder } from '#web/shared/order/test/order.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { RefundDialog } from './RefundDialog.tsx'

const bill = { _id: 'o1', version: 7, grandTotal: 800, orderStatus: 'completed', paymentStatus: 'paid' } as const

/** What is sent to refund an order with these payments after choosing `by`, and the methods that were offered. */
async function refunded(payments: { method: string; amount: number }[], by: string | null) {
  const order = anOrder({ ...bill, payments })
  const sent: object[] = []
  serve(({ method, body }) => {
    if (method === 'GET') return { status: 200, body: { restaurant: { paymentTypes: ['Cash', 'UPI'] } } }
    sent.push(body as object)
    return { status: 200, body: { order: { ...order, version: 8, paymentStatus: 'refunded' } } }
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<RefundDialog order={order} name="bill 12" version={7} onClose={() => undefined} />)
  const select = await screen.findByRole('combobox', { name: 'Given back by' })
  await screen.findByRole('option', { name: 'Cash' })
  const offered = [...select.querySelectorAll('option')].map((option) => option.textContent)
  if (by) await user.selectOptions(select, by)
  await user.click(screen.getByRole('button', { name: 'Guest complained' }))
  await user.click(screen.getByRole('button', { name: 'Refund Rs. 800.00' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  return { offered, sent: sent[0] }
}
it('says by which methods it was paid, and what the kitchen still makes of it', async () => {
  const payments = [
    { method: 'Cash', amount: 300 },
    { method: 'UPI', amount: 500 },
  ]
  const order = anOrder({ ...bill, payments, paymentMethod: 'Split', kots: [aKot([aLine('a'), aLine('b', { status: 'Served' })])] })
  serve(() => ({ status: 200, body: { restaurant: { paymentTypes: ['Cash', 'UPI'] } } }))
  await signIn({ role: 'cashier' })
  mount(<RefundDialog order={order} name="bill 12" version={7} onClose={() => undefined} />)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('All of bill 12, paid by Cash and UPI.')
  expect(screen.getByRole('note').textContent).toMatch(/^1 item is still being prepared\./)
})

const asked = { orderId: 'o1', paymentStatus: 'refunded', amount: 800, reason: 'Guest complained', version: 7 }

it('goes back by the method by which it was paid, or by another: a UPI payment often goes back out of the drawer', async () => {
  const upi = [{ method: 'UPI', amount: 800 }]
  expect(await refunded(upi, null)).toEqual({ offered: ['UPI', 'Cash'], sent: asked })
})

it('says by which other method it goes back', async () => {
  expect((await refunded([{ method: 'UPI', amount: 800 }], 'Cash')).sent).toEqual({ ...asked, by: 'Cash' })
})

it('of a bill that was paid by several, each goes back by its own, or all by one', async () => {
  const split = [
    { method: 'Cash', amount: 300 },
    { method: 'UPI', amount: 500 },
  ]
  const { offered, sent } = await refunded(split, 'Cash')
  expect([offered, sent]).toEqual([['As it was paid', 'Cash', 'UPI'], { ...asked, by: 'Cash' }])
})
