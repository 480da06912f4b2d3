import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { CancelLineDialog } from './CancelLineDialog.tsx'
import { aKot, aLine, anOrder } from './test/order.ts'

const line = aLine('Naan', { quantity: 3 })
const kot = aKot([line])

/** Presses the cancel button, and returns what the dialog sent. */
async function cancelled(fewer: number): Promise<unknown> {
  const sent: unknown[] = []
  serve(({ method, path, body }) => {
    if (`${method} ${path}` !== 'PUT /v1/orders/item/status') return refusal(404, 'not_found', 'Not found.')
    sent.push(body)
    return { status: 200, body: { order: anOrder({ kots: [kot] }), allItemsCancelled: false } }
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<CancelLineDialog order={anOrder({ kots: [kot] })} kot={kot} line={line} onClose={() => undefined} />)
  for (let n = 0; n < fewer; n += 1) await user.click(screen.getByRole('button', { name: 'Fewer Naan to cancel' }))
  await user.click(screen.getByRole('button', { name: 'Ordered twice' }))
  await user.click(screen.getByRole('button', { name: /^Cancel (item|\d items)$/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  return sent[0]
}

it('cancelling 1 of 3 sends quantityChange', async () => {
  expect(await cancelled(2)).toMatchObject({ orderId: 'o1', kotId: 'k', lineId: 'Naan', status: 'Cancelled', quantityChange: -1 })
})

it('cancelling all 3 sends no quantity: the whole line is cancelled, even if its quantity has changed meanwhile', async () => {
  expect(await cancelled(0)).not.toHaveProperty('quantityChange')
})
