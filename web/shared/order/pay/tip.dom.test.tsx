import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { mount, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { Taking } from './Taking.tsx'
import type { Settled } from './useSettle.tsx'

/** A tip comes with the payment, and only for those who ask for it (CONTRACT §9). */

const order = anOrderShape([aKot([anItem({ status: 'Served' })])], { tableId: 'table-7', tableNumber: '7', grandTotal: 480 })

async function open(answers: Reply[] = []) {
  const settled: Settled[] = []
  const asked = serve(({ path, method }) => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { paymentTypes: ['Cash', 'UPI', 'Card'] } } }
    if (method === 'PUT' && path === '/v1/orders/payment/status')
      return answers.shift() ?? { status: 200, body: { order: { ...order, version: 2, orderStatus: 'completed', paymentStatus: 'paid' } } }
    return { status: 200, body: {} }
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<Taking order={order} onSettled={(one) => settled.push(one)} />)
  await screen.findByRole('radio', { name: /^Cash/ })
  await user.click(screen.getByRole('radio', { name: /^Cash/ }))
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body as { tip?: object; payments?: object })
  const keys = () => asked.filter(({ method }) => method === 'PUT').map(({ key }) => key)
  const settle = () => user.click(screen.getByRole('button', { name: /^Settle/ }))
  const press = (name: RegExp | string) => user.click(screen.getByRole('button', { name }))
  const change = () => screen.getByText('Change to give').parentElement?.textContent
  return { user, settled, sent, keys, settle, press, change }
}

it('is asked for by one press and typed by keyboard or keypad; Enter adds it and settles nothing', async () => {
  const { user, sent, settle, press, settled } = await open()
  await press('Add tip')
  const dialog = within(await screen.findByRole('dialog', { name: 'Tip' }))
  expect(dialog.getByRole('button', { name: 'Add tip' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(dialog.getByRole('button', { name: '2' }))
  await user.type(dialog.getByLabelText('Amount'), '0.5{Enter}', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([])
  expect(screen.getByRole('button', { name: 'Tip Rs. 20.50' })).toBeTruthy()
  // It follows the payment's method until another is chosen for it.
  await user.click(screen.getByRole('radio', { name: /^UPI/ }))
  expect(screen.getByText('Take Rs. 500.50 by UPI')).toBeTruthy()
  await settle()
  await waitFor(() => expect(settled).toMatchObject([{ tip: 2050, pays: 48_000, method: 'UPI' }]))
  expect(sent()).toMatchObject([{ payments: [{ method: 'UPI', amount: 480 }], tip: { method: 'UPI', amount: 20.5 } }])
})

it('in cash is kept out of what was handed over; it may be the change, be by another method, and be taken off again', async () => {
  const { user, press, change, sent, settle, settled } = await open()
  await press('500')
  expect(change()).toContain('20.00')
  await press('Add tip')
  await press('The change, Rs. 20.00')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add tip' }))
  expect(change()).toContain('0.00')
  expect(change()).not.toContain('20.00')
  await press(/^Tip/)
  await user.selectOptions(screen.getByLabelText('Given by'), 'Card')
  await press('Change tip')
  expect(change()).toContain('20.00')
  await press(/^Tip/)
  await press('No tip')
  expect(screen.getByRole('button', { name: 'Add tip' })).toBeTruthy()
  await settle()
  await waitFor(() => expect(settled).toMatchObject([{ tip: 0, change: 2000 }]))
  expect(sent()[0]).not.toHaveProperty('tip')
})

it('is sent again with the same key when the answer was lost, and with another key when it was changed meanwhile', async () => {
  const lost = 'lost' as const
  const { user, press, settle, keys, settled } = await open([lost, lost])
  const tip = async (amount: string) => {
    await press(/^(Add tip|Tip)/)
    await user.clear(screen.getByLabelText('Amount'))
    await user.type(screen.getByLabelText('Amount'), `${amount}{Enter}`)
  }
  await tip('20')
  await settle()
  await screen.findByText(/pressing Settle again is safe/)
  await settle()
  await waitFor(() => expect(keys()).toHaveLength(2))
  await screen.findByText(/pressing Settle again is safe/)
  await tip('30')
  await settle()
  await waitFor(() => expect(settled).toMatchObject([{ tip: 3000 }]))
  const [first, second, third] = keys()
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
