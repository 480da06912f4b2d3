import { act, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { mount, refusal, type Reply, type Request, serve, signIn } from '#web/test/dom.tsx'
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
it('the notice of a guest’s ticket comes as soon as its script can be loaded, with notes', async () => {
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
  expect(screen.queryByText('“No nuts”')).toBeNull()
  connection.fails = false
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(screen.queryByText('“No nuts”')?.parentElement?.textContent).toBe('1 Naan “No nuts”'))
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
  await user.click(screen.getByRole('button', { name: 'Keep' }))
})

// ------------------------------------------------------------ a dish of it is sold out

const three = anOrder({ kots: [aHeldKot(['Naan', 'Fries', 'Soup'].map((name) => aLine(name, { status: 'In Cart' })))] })
const dish = (name: string, at: object = {}) => ({ _id: `i-${name}`, name, available: true, remaining: null, version: 1, ...at })
const menuOf = (...menuItems: object[]) => ({ status: 200, body: { menu: { categories: [{ _id: 'c', menuItems, subcategories: [] }] } } })

/** The notice of three dishes with a waiter, where the menu answers so; returns the commands that are sent. */
async function notice(menu: () => Reply, accepts: () => Reply = () => ({ status: 200, body: { order: three } })) {
  const sent: Request[] = []
  serve((asked) => {
    const { method, path } = asked
    if (path === '/v1/menus/restaurant') return menu()
    if (method === 'PUT') sent.push(asked)
    if (method === 'PUT' && path === '/v1/orders/item/status') return { status: 200, body: { order: three, allItemsCancelled: false } }
    return method === 'PUT' && path === '/v1/pos/order' ? accepts() : refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ role: 'waiter' })
  return { sent, ...mount(<HeldNotice order={three} />) }
}
const DECLINED = { orderId: 'o1', kotId: 'held', lineId: 'Fries', status: 'Cancelled', reason: 'Sold out', held: true }
const ACCEPTED = { orderId: 'o1', orderData: { kots: [{ kotId: 'held' }] } }

it('a sold-out dish is marked before anybody presses, and one press declines it alone and accepts the others', async () => {
  const { sent, user } = await notice(() => menuOf(dish('Naan'), dish('Fries', { available: false }), dish('Soup')))
  await waitFor(() => expect(screen.queryByText('Sold out')?.closest('.block')?.textContent).toBe('1 Fries Sold out'))
  await user.click(screen.getByRole('button', { name: 'Accept the other 2 for T7' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([DECLINED, ACCEPTED]))
})

it('what the server says is sold out is marked too, and the next press accepts the others', async () => {
  let on = true
  const { sent, user } = await notice(
    () => menuOf(dish('Naan'), dish('Fries', on ? {} : { available: false, version: 2 }), dish('Soup')),
    () => {
      if (!on) return { status: 200, body: { order: three } }
      on = false
      return refusal(409, 'item_unavailable', 'Item "Fries" is unavailable.', { itemId: 'i-Fries' })
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Accept 3 items for T7' }))
  await user.click(await screen.findByRole('button', { name: 'Accept the other 2 for T7' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([ACCEPTED, DECLINED, ACCEPTED]))
})

it('where nothing of it can be sold, only declining is left', async () => {
  await notice(() => menuOf(...['Naan', 'Fries', 'Soup'].map((name) => dish(name, { remaining: 0 }))))
  await waitFor(() => expect(screen.getAllByText('Sold out')).toHaveLength(3))
  expect(screen.getByRole('button', { name: /^Accept/, description: 'None of it can be sold now: decline it' })).toBeTruthy()
})
