import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { anOrder } from '../test/order.ts'
import { useReceivedMenu } from './useReceivedMenu.tsx'

const order = anOrder({ orderStatus: 'completed', paymentStatus: 'paid' })

function Row() {
  const { menu } = useReceivedMenu(order)
  return menu({ key: 'p1', method: 'Cash', paise: 10_000, at: null, paymentId: 'p1', back: 0 }, 'Cash')
}

it.each([
  [['Cash'], 'Cash is the only payment method'],
  [['Cash', 'UPI'], null],
])('correcting a method needs another one: with %j the menu says %s', async (paymentTypes, said) => {
  await signIn({ role: 'cashier' })
  serve(() => ({ status: 200, body: { restaurant: { paymentTypes } } }))
  const { user } = mount(<Row />)
  await user.click(await screen.findByRole('button', { name: 'Correct Cash' }))
  const entry = await screen.findByRole('menuitem', { name: new RegExp(`^Correct the method ?${said ?? ''}$`) })
  expect(entry.getAttribute('aria-disabled')).toBe(said && 'true')
})
