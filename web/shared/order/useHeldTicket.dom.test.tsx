import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { aHeldKot, aLine, anOrder } from './test/order.ts'
import { useHeldTicket } from './useHeldTicket.tsx'

const kot = aHeldKot([aLine('Naan')])
const order = anOrder({ kots: [kot] })

function Page() {
  const held = useHeldTicket(order, kot, 'T12')
  return <button onClick={held?.decline}>Decline T12</button>
}

it('declining asks for a ticket that still waits: what a colleague accepted meanwhile goes on cooking, and the question says so', async () => {
  const sent: unknown[] = []
  serve(({ method, path, body }) => {
    if (`${method} ${path}` !== 'PUT /v1/orders/item/status') return refusal(404, 'not_found', 'Not found.')
    sent.push(body)
    return refusal(409, 'invalid_transition', 'It was accepted meanwhile.')
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<Page />)
  await user.click(screen.getByRole('button', { name: 'Decline T12' }))
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ kotId: 'held', status: 'Cancelled', held: true })]))
  await screen.findByText('It was accepted meanwhile.')
})
