import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { CancelLineDialog } from './CancelLineDialog.tsx'
import { aKot, aLine, anOrder } from './test/order.ts'

const line = aLine('Naan', { quantity: 3 })

/** Opens the dialog for this line, presses the cancel button after `before`, and returns what the dialog sent. */
async function cancelled(
  fewer: number,
  { of = line, before }: { of?: typeof line; before?: (user: UserEvent) => Promise<void> } = {},
): Promise<unknown> {
  const kot = aKot([of])
  const sent: unknown[] = []
  serve(({ method, path, body }) => {
    if (`${method} ${path}` !== 'PUT /v1/orders/item/status') return refusal(404, 'not_found', 'Not found.')
    sent.push(body)
    return { status: 200, body: { order: anOrder({ kots: [kot] }), allItemsCancelled: false } }
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<CancelLineDialog order={anOrder({ kots: [kot] })} kot={kot} line={of} onClose={() => undefined} />)
  await before?.(user)
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

const isTicked = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /It was already prepared/ }).checked
const madeByItsStation = { ...line, prepared: true }

it('a dish that its station has finished while another station cooks counts as prepared, as the server would count it', async () => {
  let ticked: boolean | undefined
  const before = async () => void (ticked = isTicked())
  expect(await cancelled(0, { of: madeByItsStation, before })).not.toHaveProperty('prepared')
  expect(ticked).toBe(true)
})

it('leaves it to the server whether the dish was prepared, unless the person has said so: it may have become ready meanwhile', async () => {
  expect(await cancelled(0)).not.toHaveProperty('prepared')
})

it.each([
  ['not prepared', madeByItsStation, false],
  ['prepared', line, true],
])('sends that it was %s when the person has changed the mark', async (_, of, prepared) => {
  const before = (user: UserEvent) => user.click(screen.getByRole('checkbox', { name: /It was already prepared/ }))
  expect(await cancelled(0, { of, before })).toMatchObject({ prepared })
})

it('cancels one more although the answer of the first was lost, and repeats the first until it is seen', async () => {
  const sent: { key?: string; body: unknown }[] = []
  const answers = ['lost', 'lost', { status: 200, body: { order: anOrder(), allItemsCancelled: false } }] as const
  serve(({ path, key, body }) => {
    if (path !== '/v1/orders/item/status') return refusal(404, 'not_found', 'Not found.')
    return answers[sent.push({ key, body }) - 1] ?? 'lost'
  })
  await signIn({ role: 'cashier' })
  let seen: (quantity: number, version: number) => void = () => undefined
  function Page() {
    const [{ quantity, version }, set] = useState({ quantity: 3, version: 4 })
    const [asked, ask] = useState(false)
    seen = (quantity, version) => set({ quantity, version })
    const now = { ...line, quantity }
    const kot = aKot([now])
    const dialog = <CancelLineDialog order={anOrder({ kots: [kot], version })} kot={kot} line={now} onClose={() => ask(false)} />
    return asked ? dialog : <button onClick={() => ask(true)}>Cancel Naan</button>
  }
  const { user } = mount(<Page />)
  const cancelOne = async (fewer: number) => {
    await user.click(await screen.findByRole('button', { name: 'Cancel Naan' }))
    for (let n = 0; n < fewer; n += 1) await user.click(screen.getByRole('button', { name: 'Fewer Naan to cancel' }))
    await user.click(screen.getByRole('button', { name: 'Ordered twice' }))
    await user.click(screen.getByRole('button', { name: 'Cancel item' }))
  }
  await cancelOne(2)
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => seen(2, 5))
  // In the same dialog it is the same step.
  await user.click(screen.getByRole('button', { name: 'Cancel item' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(sent[0])
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  await cancelOne(1)
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.map(({ body }) => body)).toMatchObject([{ version: 4 }, { version: 4 }, { quantityChange: -1, version: 5 }])
  expect(sent[2]?.key).not.toBe(sent[0]?.key)
})

it.each([
  ['goes on when only something else of the order has changed: one press is enough', 3, [4, 6], false],
  ['asks again when another device has cancelled some of it', 2, [4], true],
])('cancels fewer by the version that it has seen, and %s', async (_, quantity, versions, stays) => {
  const sent: unknown[] = []
  const now = anOrder({ kots: [aKot([{ ...line, quantity }])], version: 6 })
  serve(({ path, body }) => {
    if (path !== '/v1/orders/item/status') return refusal(404, 'not_found', 'Not found.')
    if (sent.push((body as { version: number }).version) > 1) return { status: 200, body: { order: now, allItemsCancelled: false } }
    return { status: 409, body: { status: 'error', code: 'version_conflict', message: 'Changed on another device.', order: now } }
  })
  await signIn({ role: 'cashier' })
  let closed = false
  const kot = aKot([line])
  const { user } = mount(
    <CancelLineDialog order={anOrder({ kots: [kot], version: 4 })} kot={kot} line={line} onClose={() => (closed = true)} />,
  )
  await user.click(screen.getByRole('button', { name: 'Fewer Naan to cancel' }))
  await user.click(screen.getByRole('button', { name: 'Ordered twice' }))
  await user.click(screen.getByRole('button', { name: 'Cancel 2 items' }))
  await waitFor(() => expect([closed, screen.queryAllByText(/Changed on another device/).length > 0]).toEqual([!stays, stays]))
  expect(sent).toEqual(versions)
})
