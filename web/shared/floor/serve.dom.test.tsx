import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { OrderItem } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { absorb } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, type Reply, refusal, serve, signIn } from '#web/test/dom.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Serve, UNDO_MS, useItemStatus, useServe, useServing } from './serve.ts'

/** What Serve and its Undo send for this line, for a person who may take a step back. */
async function servedAndUndone(line: OrderItem) {
  const kot = aKot([line])
  const order = anOrderShape([kot])
  const asked = serve(() => ({ status: 200, body: { order, allItemsCancelled: false } }))
  await signIn({ role: 'generalManager' })
  function Page() {
    const { serve } = useServe()
    return <Button onClick={() => void serve(order, kot, line)}>Serve</Button>
  }
  const { user } = mount(<Page />)
  await user.click(screen.getByRole('button', { name: 'Serve' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const sent = () =>
    asked
      .filter(({ method }) => method === 'PUT')
      .map(({ body }) => {
        const { status, prepared } = body as { status: string; prepared?: boolean }
        return prepared === undefined ? status : `${status}, prepared: ${prepared}`
      })
  return sent
}

it.each([
  ['a ready line', anItem({ status: 'Ready' }), ['Served', 'Ready']],
  ['a line that is still being cooked', anItem({ status: 'Preparing' }), ['Served', 'Ready', 'Preparing']],
  [
    'a line that its station has finished: it is not cooked again',
    anItem({ status: 'Preparing', prepared: true }),
    ['Served', 'Ready', 'Preparing, prepared: true'],
  ],
] as const)('Undo of Serve restores %s', async (_, line, steps) => {
  const sent = await servedAndUndone(line)
  await waitFor(() => expect(sent()).toEqual(steps))
})

it('says with which status each step begins, so that none does anything else', async () => {
  const line = anItem({ status: 'Ready' })
  const order = anOrderShape([aKot([line])])
  const asked = serve(() => ({ status: 200, body: { order, allItemsCancelled: false } }))
  await signIn({ role: 'generalManager' })
  function Page() {
    const { serve } = useServe()
    const set = useItemStatus()
    return (
      <>
        <Button onClick={() => void serve(order, order.kots[0]!, line)}>Serve</Button>
        <Button onClick={() => void set(order, order.kots[0]!, line, 'Ready', 'Preparing')}>Mark ready</Button>
      </>
    )
  }
  const { user } = mount(<Page />)
  const steps = () =>
    asked.flatMap(({ method, body }) => {
      if (method !== 'PUT') return []
      const { from, status } = body as { from?: string; status: string }
      return `${from}→${status}`
    })
  await user.click(screen.getByRole('button', { name: 'Serve' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(steps()).toEqual(['Ready→Served', 'Served→Ready']))
  await user.click(screen.getByRole('button', { name: 'Mark ready' }))
  await waitFor(() => expect(steps().at(-1)).toBe('Preparing→Ready'))
})

/** A captain's line that was served without a snackbar; its Undo is `undo`. */
async function servedByCaptain(reply: (body: unknown) => Reply) {
  const line = anItem({ status: 'Ready', itemName: 'Chai', quantity: 2 })
  const kot = aKot([line])
  const order = anOrderShape([kot])
  const asked = serve(() => reply({ order, allItemsCancelled: false }))
  await signIn({ role: 'captain' })
  queryClient.setQueryData(['GET /orders/restaurant/pending', {}], { orders: [order], toCook: [], seq: 0 })
  let undo: ReturnType<Serve> = null
  const takenBack = vi.fn()
  function Page() {
    const { serve } = useServe()
    const serving = useServing()
    return (
      <>
        <Button onClick={() => void (undo = serve(order, kot, line, { quiet: true, takenBack }))}>Serve</Button>
        {serving.has(line.lineId) ? <p>Shown as served</p> : null}
      </>
    )
  }
  const { user } = mount(<Page />)
  await user.click(screen.getByRole('button', { name: 'Serve' }))
  const sent = () => asked.filter(({ method }) => method === 'PUT')
  const hide = () => {
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    onTestFinished(() => hidden.mockRestore())
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    return waitFor(() => expect(sent()).toHaveLength(1))
  }
  /** The order with this line at another status. */
  const at = (status: OrderItem['status']) => ({ ...order, version: order.version + 1, kots: [{ ...kot, items: [{ ...line, status }] }] })
  return { undo: () => undo!(), sent, hide, at, takenBack }
}

it('a line that the kitchen takes back before it was sent is not served, and whoever pressed is told', async () => {
  const { at, sent, takenBack } = await servedByCaptain((body) => ({ status: 200, body }))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  expect(screen.getByText('Shown as served')).toBeTruthy()
  act(() => absorb(queryClient, { order: at('Preparing') }))
  await screen.findByText('The kitchen took 2 × Chai back: not ready yet.')
  expect([screen.queryByText('Shown as served'), takenBack.mock.calls.length]).toEqual([null, 1])
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS))
  expect(sent()).toEqual([])
})

it('a line that the kitchen took back on the way is told in the same words, and is not offered again', async () => {
  let refused: Reply = 'lost'
  const { at, hide, takenBack } = await servedByCaptain(() => refused)
  refused = refusal(409, 'invalid_transition', 'Chai is Preparing now.', { order: at('Preparing') })
  await hide()
  await screen.findByText('The kitchen took 2 × Chai back: not ready yet.')
  expect([screen.queryByRole('button', { name: 'Try again' }), takenBack.mock.calls.length]).toEqual([null, 1])
})

it('Undo of Serve says that it is too late once the page was hidden, which sends what a captain has served', async () => {
  const { undo, hide } = await servedByCaptain((body) => ({ status: 200, body }))
  await hide()
  expect(undo()).toBe(false)
  await screen.findByText('2 × Chai is already marked served. The kitchen or a manager can take it back.')
})

it('Undo of Serve does not call a line served that was sent when the page was hidden and was refused', async () => {
  const { undo, hide } = await servedByCaptain(() => refusal(503, 'busy', 'Try again in a moment.'))
  await hide()
  expect(undo()).toBe(false)
  await screen.findByText(/2 × Chai is not marked served/)
  expect(undo()).toBe(false)
  await act(async () => undefined)
  expect(screen.queryAllByText(/is already marked served/)).toHaveLength(0)
})

it('a second tap on Undo of Serve, while its snackbar leaves, does and says nothing', async () => {
  const { undo, sent } = await servedByCaptain((body) => ({ status: 200, body }))
  const info = vi.spyOn(snack, 'info')
  onTestFinished(() => info.mockRestore())
  expect([undo(), undo()]).toEqual([true, false])
  await act(async () => undefined)
  expect([sent(), info.mock.calls]).toEqual([[], []])
})

it('lines that the kitchen takes back together are told together, and the Undo of another line stays', async () => {
  const [chai, naan, dal] = ['Chai', 'Naan', 'Dal'].map((itemName) => anItem({ status: 'Ready', itemName, quantity: 1 }))
  const kot = aKot([chai!, naan!, dal!])
  const order = anOrderShape([kot])
  serve(() => ({ status: 200, body: { order, allItemsCancelled: false } }))
  await signIn({ role: 'captain' })
  queryClient.setQueryData(['GET /orders/restaurant/pending', {}], { orders: [order], toCook: [], seq: 0 })
  function Page() {
    const { serve } = useServe()
    return kot.items.map((line) => (
      <Button key={line.lineId} onClick={() => void serve(order, kot, line)}>
        Serve {line.itemName}
      </Button>
    ))
  }
  const { user } = mount(<Page />)
  for (const name of ['Chai', 'Naan', 'Dal']) await user.click(screen.getByRole('button', { name: `Serve ${name}` }))
  await screen.findByText('Served: 1 × Dal')
  const back = [chai!, naan!].map((line) => ({ ...line, status: 'Preparing' as const }))
  act(() => absorb(queryClient, { order: { ...order, version: order.version + 1, kots: [{ ...kot, items: [...back, dal!] }] } }))
  await screen.findByText('The kitchen took 1 × Chai, 1 × Naan back: not ready yet.')
  expect(screen.getByText('Served: 1 × Dal')).toBeTruthy()
  const all = kot.items.map((line) => ({ ...line, status: 'Preparing' as const }))
  act(() => absorb(queryClient, { order: { ...order, version: order.version + 2, kots: [{ ...kot, items: all }] } }))
  await screen.findByText('The kitchen took 1 × Dal back: not ready yet.')
  await waitFor(() => expect(screen.queryByText('Served: 1 × Dal')).toBeNull())
})
