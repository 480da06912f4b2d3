import { act, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { HeldNotice } from './HeldNotice.tsx'
import { aHeldKot, aLine, anOrder } from './test/order.ts'
import { useHeldTicket } from './useHeldTicket.tsx'

/** While the connection fails, no script of a part can be loaded. */
const connection = vi.hoisted(() => ({ fails: false }))
vi.mock('#web/app/part.ts', async (original) => {
  const real = await original<typeof import('#web/app/part.ts')>()
  return {
    ...real,
    createPart: (load: () => Promise<{ default: ComponentType<object> }>) =>
      real.createPart(async () => {
        if (connection.fails) throw new TypeError('Failed to fetch')
        return load()
      }),
  }
})

const kot = aHeldKot([aLine('Naan')])
const order = anOrder({ kots: [kot] })

function Page() {
  const held = useHeldTicket(order, kot, 'T12')
  return <button onClick={held?.decline}>Decline T12</button>
}

// First, because a script that was loaded once stays.
it('what a guest asks for is named without its script too, which is fetched again until it is there, with notes', async () => {
  serve(() => refusal(404, 'not_found', 'Not found.'))
  await signIn({ role: 'cashier' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    connection.fails = false
  })
  connection.fails = true
  mount(<HeldNotice order={anOrder({ kots: [aHeldKot([aLine('Naan', { additionalItemNote: 'No nuts' })])] })} />)
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect(screen.queryByText('1 Naan')).not.toBeNull()
  connection.fails = false
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(screen.queryByText('“No nuts”')?.parentElement?.textContent).toBe('1 Naan“No nuts”'))
})

it('the guest is told why, by a common reason or in own words, when whoever declines says so', async () => {
  const sent: unknown[] = []
  serve(({ method, path, body }) => {
    if (`${method} ${path}` !== 'PUT /v1/orders/item/status') return refusal(404, 'not_found', 'Not found.')
    sent.push((body as { reason: string }).reason)
    return refusal(409, 'invalid_transition', 'It was accepted meanwhile.')
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<Page />)
  const decline = async () => user.click(await screen.findByRole('button', { name: 'Decline' }))
  await user.click(screen.getByRole('button', { name: 'Decline T12' }))
  await decline()
  await user.click(await screen.findByRole('button', { name: 'Kitchen is closed' }))
  await decline()
  await user.type(screen.getByRole('textbox', { name: 'What the guest reads' }), ' from 11')
  await decline()
  await waitFor(() => expect(sent).toEqual(['Declined', 'Kitchen is closed', 'Kitchen is closed from 11']))
  await user.click(screen.getByRole('button', { name: 'Keep' }))
})

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
