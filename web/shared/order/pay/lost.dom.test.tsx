import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { absorb, forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { later, mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { Taking } from './Taking.tsx'
import type { Settled } from './useSettle.tsx'

/** A payment whose answer was lost, while another device changes the order (SCREENS G6). */

const order = anOrderShape([aKot([anItem({ status: 'Served' })])], {
  _id: 'o7',
  tableId: 'table-7',
  tableNumber: '7',
  grandTotal: 600,
  payments: [{ method: 'UPI', amount: 100 }],
  paymentStatus: 'partial',
})
afterEach(() => forgetLive(queryClient))

const paid = (...payments: OrderShape['payments']) => ({ payments })
const ended = { orderStatus: 'completed', paymentStatus: 'paid' } as const

type Sent = { key: string | undefined; body: unknown }
/** The server's answer when the same key asks what became of the payment; of `now`, the order as it is. */
type Asked = (now: OrderShape) => Reply
const recorded: Asked = (now) => ({ status: 200, body: { order: now } })
const another: Asked = (now) => refusal(409, 'version_conflict', 'It changed.', { order: now })

/**
 * Settles what is left of `bill` by cash (500); the order is then `now`, as an event has it before the answer is lost or after that. `asked`: how the server answers
 * the next time; by default that is lost too.
 */
async function lose(change: Partial<OrderShape>, when: 'before' | 'after', bill = order, asked: Asked = () => ({ status: 503 })) {
  const now = { ...bill, version: bill.version + 1, ...change }
  const sent: Sent[] = []
  const answer = later<{ status: number }>()
  const settled: Settled[] = []
  serve(({ path, method, key, body }) => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { paymentTypes: ['Cash', 'UPI'] } } }
    if (method !== 'PUT') return { status: 200, body: {} }
    return sent.push({ key, body }) === 1 ? answer.promise : asked(now)
  })
  await signIn({ role: 'cashier' })
  let set: (order: OrderShape) => void = () => undefined
  function Page() {
    const [shown, setShown] = useState(bill)
    set = setShown
    return <Taking order={shown} onSettled={(one) => settled.push(one)} />
  }
  const { user } = mount(<Page />)
  await user.click(await screen.findByRole('radio', { name: /^Cash/ }))
  await user.click(screen.getByRole('button', { name: /^Settle/ }))
  if (when === 'before') absorb(queryClient, { order: now })
  await act(async () => answer.settle({ status: 503 }))
  if (when === 'after') {
    await screen.findByText(/pressing Settle again is safe/)
    await act(async () => set(now))
  }
  return { settled, sent, user }
}

const BOTH = ['before', 'after'] as const
const withIt = { grandTotal: 700, ...paid({ method: 'UPI', amount: 100 }, { method: 'Cash', amount: 500 }) }

it.each(BOTH)(
  'counts as recorded when the order has its money and the server says it is this one, known %s the answer is lost',
  async (when) => {
    const { sent } = await lose(withIt, when, order, recorded)
    await screen.findByText('The payment was recorded. Left to pay Rs. 100.00.')
    // Asked with the same key and body, which can't be recorded twice.
    expect(sent).toEqual([sent[0], sent[0]])
  },
)

it.each(BOTH)(
  'is not told to be recorded when another device took as much by the same method, known %s the answer is lost',
  async (when) => {
    const { sent } = await lose(withIt, when, order, another)
    await waitFor(() => expect(screen.queryByText(/Left to pay is now Rs\. 100\.00\./)).not.toBeNull())
    expect([screen.queryByText(/^The payment was recorded/), sent]).toEqual([null, [sent[0], sent[0]]])
  },
)

it.each(BOTH)('is not known while the server can’t be asked, known %s the answer is lost; pressing again asks once more', async (when) => {
  const answers = [{ status: 503 }]
  // As much again is left.
  const { sent, user } = await lose({ ...withIt, grandTotal: 1100 }, when, order, (now) => answers.shift() ?? recorded(now))
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/pressing Settle again is safe/))
  expect(screen.queryByText(/^The payment was recorded/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Settle/ }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(sent).toEqual([sent[0], sent[0], sent[0]])
})

const OTHERS: [string, Partial<OrderShape>][] = [
  ['took a share by another method', paid({ method: 'UPI', amount: 400 })],
  ['took a smaller share by the same method', paid({ method: 'UPI', amount: 100 }, { method: 'Cash', amount: 200 })],
  ['cancelled a dish', { grandTotal: 450 }],
  ['settled it', { ...ended, ...paid({ method: 'UPI', amount: 600 }) }],
]
it.each(OTHERS.flatMap(([what, change]) => BOTH.map((when) => [what, when, change] as const)))(
  'is not told to be recorded when another device %s, known %s the answer is lost',
  async (_what, when, change) => {
    const { settled } = await lose(change, when)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/It is not known whether the payment was recorded/))
    expect([screen.queryByText(/^The payment was recorded/), settled]).toEqual([null, []])
  },
)

describe('a bill with nothing left to pay', () => {
  const covered = { ...order, grandTotal: 100 }
  const unknown = /It is not known whether the payment was recorded; pressing Settle again is safe/

  it.each(BOTH)('is not told to be recorded while it is unpaid, known %s the answer is lost', async (when) => {
    await lose({}, when, covered)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(unknown))
    expect(screen.queryByText(/^The payment was recorded/)).toBeNull()
  })

  it('counts as recorded when it is settled, known before the answer is lost', async () => {
    const { settled } = await lose({ ...ended }, 'before', covered)
    expect(settled).toMatchObject([{ pays: 0, method: 'Cash' }])
  })

  it('counts as recorded when it is paid, known after the answer is lost', async () => {
    await lose({ paymentStatus: 'paid' }, 'after', covered)
    await screen.findByText('The payment was recorded. Left to pay Rs. 0.00.')
  })
})
