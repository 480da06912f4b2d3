import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { absorb, forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { later, mount, serve, signIn } from '#web/test/dom.tsx'
import { discardDraft, draftActions, draftsNow } from './drafts.ts'
import { draftLine } from './test/line.ts'
import { type Settling, useSettling } from './useSettling.ts'

afterEach(() => {
  forgetLive(queryClient)
  draftsNow().forEach(({ key }) => discardDraft(key))
})

const T7 = 'table:table-7'
const order = anOrderShape([aKot([anItem({ status: 'Served' })])], { tableId: 'table-7', tableNumber: '7' })
const atTable: Settling = { key: T7, type: 'Dine In', order, count: 0 }
const newParcel: Settling = { key: 'takeaway:1', type: 'Take Away', order: null, count: 2 }

/** A page with this open; `set` shows something else, `sent` answers the send, `asked` is what it did, in words. */
async function page(open: Settling, { sending = false, on = false } = {}) {
  const asked: string[] = []
  const sent = later<OrderShape | null>()
  let set: (next: Settling) => void = () => undefined
  let settling!: ReturnType<typeof useSettling>
  function Page() {
    const [at, show] = useState(open)
    useEffect(() => void (set = (next) => act(() => show(next))), [])
    settling = useSettling(at, {
      on,
      sending,
      send: () => (asked.push('send'), sent.promise),
      show: (pay, order) => asked.push(`${pay ? 'open' : 'close'}${order ? ` ${order._id}` : ''}`),
      onUnsent: () => asked.push('unsent?'),
      onEnded: (ended) => asked.push(`ended ${ended._id}`),
    })
    return <button onClick={settling.settle.run}>{settling.settle.busy ? 'Busy' : 'Settle'}</button>
  }
  serve(() => ({ status: 200, body: { orders: [order], toCook: [], seq: 0, tables: [] } }))
  await signIn({ role: 'cashier' })
  const { user } = mount(<Page />)
  const press = () => user.click(screen.getByRole('button', { name: /Settle|Busy/ }))
  const answer = (order: OrderShape | null) => act(async () => sent.settle(order))
  return { asked, user, set: (next: Settling) => set(next), press, answer, settling: () => settling }
}

it('the bill of a table with nothing unsent opens at once', async () => {
  const sentAll = await page(atTable)
  await sentAll.press()
  expect(sentAll.asked).toEqual(['open'])
})

it('at a table, unsent items are asked about', async () => {
  const { press, asked } = await page({ ...atTable, count: 1 })
  await press()
  expect(asked).toEqual(['unsent?'])
})

it('there is nothing to settle without an order and without items', async () => {
  const { press, asked, settling } = await page({ ...newParcel, count: 0 })
  expect(settling().settle.reason).toBe('Nothing to settle')
  await press()
  expect(asked).toEqual([])
})

it('a parcel is sent and its payment opened by one press, without the snackbar of its KOT, which would cover Settle', async () => {
  const close = vi.spyOn(snack, 'close')
  const { press, asked, answer } = await page(newParcel)
  await press()
  await press()
  expect(asked).toEqual(['send'])
  await answer(order)
  expect(asked).toEqual(['send', `open ${order._id}`])
  expect(close).toHaveBeenCalledWith('sent:takeaway:1')
})

it('what is being sent is waited for, also at a table, and opens nothing when it was refused', async () => {
  const { press, asked, answer } = await page({ ...atTable, count: 1 }, { sending: true })
  await press()
  expect(screen.getByRole('button').textContent).toBe('Busy')
  await answer(null)
  expect(asked).toEqual(['send'])
  expect(screen.getByRole('button').textContent).toBe('Settle')
})

it('what was added while it was sent is asked about', async () => {
  const { press, asked, answer } = await page(newParcel)
  await press()
  draftActions('takeaway:1').add(draftLine('Naan', 1))
  await answer(order)
  expect(asked).toEqual(['send', 'unsent?'])
})

it.each([
  ['opened another order', ({ set }: Awaited<ReturnType<typeof page>>) => set(atTable)],
  ['typed something else', ({ user }: Awaited<ReturnType<typeof page>>) => user.keyboard('n')],
])('nothing opens over somebody who has %s meanwhile', async (_what, goOn) => {
  const at = await page(newParcel)
  await at.press()
  await goOn(at)
  await at.answer(order)
  expect(at.asked).toEqual(['send'])
})

it('after the last payment the page goes on, but stays for unsent items, and does not follow a late answer', async () => {
  const ended = { ...order, orderStatus: 'completed' as const, version: order.version + 1 }
  const settled = { order: ended, method: 'Cash', given: 0, pays: 0, change: 0, tip: 0, share: null }
  const at = await page(atTable, { on: true })
  act(() => absorb(queryClient, { order }, 1))
  await waitFor(() => expect(at.settling().bill?._id).toBe(order._id))
  act(() => at.settling().settled({ ...settled, order: { ...ended, _id: 'another' } }))
  expect(at.asked).toEqual([])
  act(() => at.settling().settled(settled))
  expect(at.asked).toEqual([`ended ${order._id}`])
  draftActions(T7).add(draftLine('Naan', 1))
  act(() => at.settling().settled(settled))
  expect(at.asked).toEqual([`ended ${order._id}`, 'close'])
})
