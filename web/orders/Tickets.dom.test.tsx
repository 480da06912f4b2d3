import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aHeldKot, aKot, aLine, anOrder } from '#web/shared/order/test/order.ts'
import { useWho } from '#web/shared/order/why.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { Tickets } from './Tickets.tsx'

it('no line of a cancelled order is shown as Preparing; lines that were cooked keep their status', async () => {
  serve(() => ({ status: 200, body: {} }))
  await signIn({ role: 'generalManager' })
  const order = anOrder({ orderStatus: 'cancelled', kots: [aKot([aLine('Paneer'), aLine('Naan', { status: 'Ready' })])] })
  function Drawer() {
    return <Tickets order={order} who={useWho()} lit={[]} />
  }
  mount(<Drawer />)
  await screen.findByText('Ready')
  expect(screen.getByText('Paneer')).toBeTruthy()
  expect(screen.queryByText('Preparing')).toBeNull()
})

it('a dish of a settled bill can be taken back for half an hour, and later the menu says why not', async () => {
  serve(() => ({ status: 200, body: {} }))
  await signIn({ role: 'generalManager' })
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const lines = [aLine('Paneer', { status: 'Ready', statusAt: at(29) }), aLine('Naan', { status: 'Ready', statusAt: at(31) })]
  const order = anOrder({ orderStatus: 'completed', completedAt: at(40), kots: [aKot(lines)] })
  function Drawer() {
    return <Tickets order={order} who={useWho()} lit={[]} />
  }
  const { user } = mount(<Drawer />)
  for (const [name, isLate] of [
    ['Paneer', false],
    ['Naan', true],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: `More for ${name}` }))
    const entry = await screen.findByRole('menuitem', { name: /Back to preparing/ })
    expect([name, entry.textContent?.includes('Its bill is settled'), entry.getAttribute('aria-disabled')]).toEqual([
      name,
      isLate,
      isLate ? 'true' : null,
    ])
    await user.keyboard('{Escape}')
  }
})

describe('the question why a guest’s ticket is declined', () => {
  const naan = aLine('Naan')
  const held = aHeldKot([naan])
  let change: (order: OrderShape) => void = () => undefined
  let sent: unknown[] = []
  function Drawer() {
    const [order, setOrder] = useState(anOrder({ kots: [held] }))
    change = setOrder
    return <Tickets order={order} who={useWho()} lit={[]} />
  }
  async function asked() {
    sent = []
    serve(({ method, path, body }) => {
      if (`${method} ${path}` !== 'PUT /v1/orders/item/status') return refusal(404, 'not_found', 'Not found.')
      sent.push(body)
      // The event comes before the answer.
      change(anOrder({ kots: [{ ...held, items: [{ ...naan, status: 'Cancelled' }] }] }))
      return { status: 200, body: { order: anOrder(), allItemsCancelled: false } }
    })
    await signIn({ role: 'cashier' })
    const { user } = mount(<Drawer />)
    await user.click(await screen.findByRole('button', { name: 'Decline 1 item for T7' }))
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Kitchen is closing')
    return user
  }
  const decline = () => screen.getByRole('button', { name: 'Decline 1 item' })

  it.each([
    [
      'accepted',
      anOrder({ kots: [{ ...held, held: false, kotNumber: 3 }] }),
      'It was accepted meanwhile, and the kitchen has it. Its items can be cancelled one by one.',
    ],
    ['declined', anOrder({ kots: [{ ...held, items: [{ ...naan, status: 'Cancelled' }] }] }), 'It was declined meanwhile.'],
    ['ended with its order', anOrder({ orderStatus: 'cancelled', kots: [held] }), 'The order has ended meanwhile.'],
  ])('stays open with what was typed when it is %s elsewhere, and says so', async (_how, now, words) => {
    const user = await asked()
    act(() => change(now))
    // Also where there are no tooltips.
    await waitFor(() => expect(screen.queryAllByText(words).some((at) => !at.closest('.sr-only'))).toBe(true))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('Kitchen is closing')
    expect(screen.getByRole('heading', { name: 'Decline 1 item for T7?' })).toBeTruthy()
    await user.click(decline())
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('closes without a word when it was declined here', async () => {
    const user = await asked()
    const seen: string[] = []
    const watching = new MutationObserver(() => {
      if (document.body.textContent?.includes('meanwhile')) seen.push(document.body.textContent)
    })
    watching.observe(document.body, { childList: true, subtree: true, characterData: true })
    await user.click(decline())
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    watching.disconnect()
    expect([sent.length, seen]).toEqual([1, []])
  })
})
