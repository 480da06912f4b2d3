import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { later, mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { type OrderAsking, OrderDialogs } from './OrderDialogs.tsx'
import { aKot, aLine, anOrder } from './test/order.ts'

const print = vi.hoisted(() => vi.fn<(order: unknown) => void>())
vi.mock(import('#web/shared/print/print.tsx'), async (original) => ({
  ...(await original()),
  usePrint: () => ({ printBill: print, printKot: () => undefined, printing: null }),
}))

/** The dialogs of T7's order. `change` is another device's change of it, null when it is over; `sent` is what this one sent, by which `keys`. */
async function asked(asking: (order: OrderShape) => OrderAsking, order: OrderShape, answers: Reply[] = []) {
  const sent: unknown[] = []
  const keys: unknown[] = []
  serve(({ method, body, key }) => {
    if (method === 'GET') return refusal(404, 'not_found', 'Not found.')
    sent.push(body)
    keys.push(key)
    return answers.shift() ?? { status: 200, body: { order, allItemsCancelled: false } }
  })
  await signIn({ role: 'cashier' })
  let change: (now: OrderShape | null) => void = () => undefined
  const open = asking(order)
  function Page() {
    const [now, setNow] = useState<OrderShape | null>(order)
    change = setNow
    return (
      <OrderDialogs
        asking={open}
        opened={{ key: 'table:t7', label: 'T7', count: 0, order: now, type: 'Dine In' }}
        customer={{ value: {} as never, seated: null, save: async () => undefined }}
        sending={false}
        onSend={async () => order}
        onSendAndSettle={async () => undefined}
        onSettleWithout={() => undefined}
        onKeep={() => undefined}
        onClose={() => undefined}
      />
    )
  }
  const { user } = mount(<Page />)
  return { user, sent, keys, change: (now: OrderShape | null) => act(async () => change(now)) }
}

it.each([
  ['Enter sends the items first', '{Enter}', 'sent'],
  ['the other button prints what the kitchen has', null, 'as it is'],
] as const)('before a bill is printed with unsent items it is asked: %s', async (_, key, printed) => {
  const order = anOrder({ kots: [aKot([aLine('Beer')])] })
  const sent = anOrder({ ...order, version: 2 })
  const did: unknown[] = []
  print.mockImplementation((of) => did.push(of))
  serve(() => refusal(404, 'not_found', 'Not found.'))
  await signIn({ role: 'cashier' })
  const { user } = mount(
    <OrderDialogs
      asking={{ kind: 'unsent', print: true }}
      opened={{ key: 'table:t7', label: 'T7', count: 3, order, type: 'Dine In' }}
      customer={{ value: {} as never, seated: null, save: async () => undefined }}
      sending={false}
      onSend={async () => (did.push('send'), sent)}
      onSendAndSettle={async () => void did.push('settle')}
      onSettleWithout={() => did.push('settle')}
      onKeep={() => undefined}
      onClose={() => did.push('close')}
    />,
  )
  await screen.findByRole('dialog', { name: '3 items not sent' })
  if (key) await user.keyboard(key)
  else await user.click(screen.getByRole('button', { name: 'Print without them' }))
  await waitFor(() => expect(did).toEqual(printed === 'sent' ? ['send', 'close', sent] : ['close', order]))
})

describe('a dialog about an order that another device changes meanwhile', () => {
  const beer = aLine('Beer', { quantity: 3, additionalItemNote: '' })
  const order = anOrder({ kots: [aKot([beer])] })
  const changed = (over: Partial<typeof beer>) => anOrder({ version: 2, kots: [aKot([{ ...beer, ...over }])] })
  const line = (kind: 'cancelLine' | 'sentNote') => (of: OrderShape) => ({ kind, order: of, kot: of.kots[0]!, line: of.kots[0]!.items[0]! })

  it('cancels the order as it is now, so that a step of the kitchen refuses nothing, and keeps the typed reason', async () => {
    const { user, sent, change } = await asked((of) => ({ kind: 'cancelOrder', order: of }), order)
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Guest left')
    await change({ ...changed({ status: 'Ready' }), grandTotal: 315 })
    expect(screen.queryByText(/Rs\. 315/)).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Cancel order' }))
    await waitFor(() => expect(sent).toMatchObject([{ orderStatus: 'cancelled', reason: 'Guest left', version: 2 }]))
  })

  it('cancels no more of a dish than is left, and says how many', async () => {
    const { user, sent, change } = await asked(line('cancelLine'), order)
    await user.click(await screen.findByRole('button', { name: 'Fewer Beer to cancel' }))
    await change(changed({ quantity: 1 }))
    expect(screen.getByRole('heading', { name: /^Cancel/ }).textContent).toBe('Cancel 1 × Beer?')
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Guest left')
    await user.click(screen.getByRole('button', { name: 'Cancel item' }))
    await waitFor(() => expect(screen.queryByText('Cancelled 1 × Beer')).not.toBeNull())
    expect(sent).toMatchObject([{ status: 'Cancelled' }])
    expect(sent[0]).not.toHaveProperty('quantityChange')
  })

  it.each([
    ['1 of 2, known before', 2, 1, 'before'],
    ['1 of 2, known after', 2, 1, 'after'],
    ['2 of 4, known before', 4, 2, 'before'],
    ['2 of 4, known after', 4, 2, 'after'],
  ] as const)('cancels %s the answer is lost, once however often it is pressed', async (_, of, fewer, when) => {
    const lost = later<{ status: number }>()
    const beers = anOrder({ kots: [aKot([{ ...beer, quantity: of }])] })
    const { user, sent, keys, change } = await asked(line('cancelLine'), beers, [lost.promise])
    for (let n = 0; n < fewer; n += 1) await user.click(await screen.findByRole('button', { name: 'Fewer Beer to cancel' }))
    await user.click(screen.getByRole('button', { name: 'Ordered twice' }))
    const press = () => user.click(screen.getByRole('button', { name: /^Cancel (item|\d items)$/ }))
    await press()
    // The server has cancelled them, and the rest became ready.
    const done = () => change(changed({ quantity: of - fewer, status: 'Ready' }))
    if (when === 'before') await done()
    await act(async () => lost.settle({ status: 503 }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
    if (when === 'after') await done()
    await press()
    await screen.findByText(`Cancelled ${fewer} × Beer`)
    expect(sent[0]).toMatchObject({ quantityChange: -fewer })
    expect(sent).toEqual([sent[0], sent[0]])
    expect(new Set(keys).size).toBe(1)
  })

  it('is about what is left after a refusal, which says that nothing was cancelled', async () => {
    const { user, change } = await asked(line('cancelLine'), order, [refusal(409, 'invalid_transition', 'Changed.')])
    await user.click(await screen.findByRole('button', { name: 'Ordered twice' }))
    await user.click(screen.getByRole('button', { name: 'Cancel 3 items' }))
    await screen.findByText('Changed.')
    await change(changed({ quantity: 1 }))
    expect(screen.queryByRole('heading', { name: 'Cancel 1 × Beer?' })).not.toBeNull()
  })

  it('has the note that a colleague has written since, and adds to it', async () => {
    const { user, sent, change } = await asked(line('sentNote'), anOrder({ kots: [aKot([{ ...beer, additionalItemNote: 'chilled' }])] }))
    const note = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Custom note' })
    await change(changed({ additionalItemNote: 'chilled, two glasses' }))
    expect(note.value).toBe('chilled, two glasses')
    expect(screen.getByText('Changed on another device')).toBeTruthy()
    await user.type(note, ', no ice')
    await user.click(screen.getByRole('button', { name: 'Save note' }))
    await waitFor(() => expect(sent).toMatchObject([{ note: 'chilled, two glasses, no ice' }]))
  })

  it('says what a colleague has written where a note was being typed, which stays', async () => {
    const { user, change } = await asked(line('sentNote'), order)
    const note = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Custom note' })
    await user.type(note, 'no ice')
    await change(changed({ additionalItemNote: 'chilled' }))
    expect(note.value).toBe('no ice')
    expect(screen.getByText('Changed on another device: chilled')).toBeTruthy()
  })

  it.each([
    ['is over', null],
    ['is at another table', anOrder({ _id: 'o9', version: 9 })],
  ])('stays about its own order when that %s', async (_, now) => {
    const { user, sent, change } = await asked((of) => ({ kind: 'cancelOrder', order: of }), order)
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Guest left')
    await change(now)
    await user.click(screen.getByRole('button', { name: 'Cancel order' }))
    await waitFor(() => expect(sent).toMatchObject([{ orderId: 'o1', version: 1 }]))
  })
})
