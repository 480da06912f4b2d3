import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { absorb } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { aKot, anItem, anOrderShape, aPrintJob } from '#domain/test/shapes.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { notePrinted, open, printed } from '#web/shared/print/host.tsx'
import { closeSettled } from './settled.ts'
import { SettledCard } from './SettledCard.tsx'

const bill = anOrderShape([aKot([anItem()])], {
  _id: 'o1',
  billNumber: 42,
  billPrintedAt: '2026-11-21T19:00:00.000Z',
  orderStatus: 'completed',
})

/** The card of a settled order at a till with these printers; returns the calls that a press has made. */
async function settled(order: typeof bill, printers: object[], shows = false) {
  // The queue's first paper of a bill that settling did not print is no copy.
  let copies = order.billPrintedAt === null ? 0 : 1
  const asked = serve(({ path }) => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { printSettings: { enablePrint: true } } } }
    if (path === '/v1/print/printers') return { status: 200, body: { printers } }
    // An order that is over never changes.
    if (path === '/v1/orders/o1/bill') return { status: 200, body: { order } }
    const job = () => aPrintJob({ kind: 'bill', stamp: copies++ === 0 ? null : 'REPRINT' })
    return path === '/v1/print/jobs' ? { status: 201, body: { jobs: [job()] } } : refusal(404, 'not_found', 'Not found.')
  })
  closeSettled({ order, method: 'Cash', given: 0, pays: 0, change: 0, tip: 0, share: null }, 'none')
  const { user } = mount(<SettledCard shows={shows} />)
  return { user, posts: () => asked.filter(({ method }) => method === 'POST').map(({ path }) => path) }
}
beforeEach(async () => {
  await signIn({ role: 'cashier' })
  printed.clear()
  act(() => open.set(null))
})

it('prints the bill on the till’s printer, and not in the browser', async () => {
  const { user, posts } = await settled(bill, [{ _id: 'p1', role: 'bill' }])
  await user.click(screen.getByRole('button', { name: 'Print again' }))
  await screen.findByText('Bill 0042 is being printed again, marked REPRINT')
  expect(posts()).toEqual(['/v1/orders/o1/bill', '/v1/print/jobs'])
  expect(open.get()).toBeNull()
})

it('a bill that settling did not print comes out of the queue for the first time, and a second press prints a copy', async () => {
  const { user, posts } = await settled({ ...bill, billPrintedAt: null }, [{ _id: 'p1', role: 'bill' }])
  await user.click(screen.getByRole('button', { name: 'Print bill' }))
  await screen.findByText('Bill 0042 is being printed')
  expect(posts()).toEqual(['/v1/orders/o1/bill', '/v1/print/jobs'])
  await user.click(screen.getByRole('button', { name: 'Print bill' }))
  await screen.findByText('Bill 0042 is being printed again, marked REPRINT')
  expect(posts()).toEqual(['/v1/orders/o1/bill', '/v1/print/jobs', '/v1/orders/o1/bill', '/v1/print/jobs'])
})

it('without a printer the preview opens, from which the browser prints', async () => {
  const till = await settled(bill, [])
  await till.user.click(screen.getByRole('button', { name: 'Print again' }))
  await waitFor(() => expect(open.get()).toMatchObject({ kind: 'bill', reprint: true }))
  expect(till.posts()).toEqual(['/v1/orders/o1/bill'])
})

it('of a bill that was paid in parts, names the last part with its method and the whole bill', async () => {
  serve(() => ({ status: 200, body: {} }))
  const part = { method: 'Card', given: 9975, pays: 9975, change: 0, tip: 0 }
  closeSettled({ order: { ...bill, grandTotal: 147 }, ...part, share: 'Share 3 of 3' }, 'none')
  mount(<SettledCard />)
  const card = await screen.findByRole('status')
  expect(card.textContent).toMatch(/Share 3 of 3, Card.*99\.75.*The whole bill.*147\.00/)
  act(() => closeSettled({ order: { ...bill, grandTotal: 99.75 }, ...part, share: null }, 'none'))
  await waitFor(() => expect(card.textContent).toMatch(/Paid by Card.*99\.75/))
  expect(card.textContent).not.toContain('The whole bill')
})

const parcel = { ...bill, orderType: 'Take Away' as const, tableNumber: null, serialNumber: 12 }
const paid = { method: 'Cash', given: 10500, pays: 10500, change: 0, tip: 0, share: null }

it('a parcel that is paid before it is cooked is still being prepared, and then handed over', async () => {
  const open = { ...parcel, orderStatus: 'pending' as const, version: 3 }
  serve(({ path }) =>
    path === '/v1/orders/restaurant/pending' ? { status: 200, body: { orders: [open], toCook: [] } } : { status: 200, body: {} },
  )
  closeSettled({ order: open, ...paid }, 'none')
  mount(<SettledCard />)
  const card = await screen.findByRole('status', { name: 'Take Away 12 settled' })
  expect(card.textContent).toContain('still being prepared')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  act(() => absorb(queryClient, { order: { ...open, orderStatus: 'completed', version: 4 } }))
  await waitFor(() => expect(card.textContent).toContain('handed over'))
  expect(card.textContent).not.toContain('still being prepared')
})

it.each([
  [parcel, 'Take Away 12 handed over'],
  [bill, 'T7 closed'],
])('an order that was paid before is not settled by completing it', async (order, title) => {
  serve(() => ({ status: 200, body: {} }))
  closeSettled({ order, ...paid, given: 0, pays: 0 }, 'none')
  mount(<SettledCard />)
  expect(await screen.findByRole('status', { name: title })).toBeTruthy()
})

it('on a phone the bill is shown on the screen, and nothing is printed', async () => {
  const { user, posts } = await settled(bill, [{ _id: 'p1', role: 'bill' }], true)
  await user.click(screen.getByRole('button', { name: 'Show bill' }))
  expect(open.get()).toMatchObject({ kind: 'bill', reprint: true })
  expect(posts()).toEqual([])
})

it('on a phone, a bill that was settled without a paper is an original until it is printed: showing it is no print', async () => {
  const { user } = await settled({ ...bill, billPrintedAt: null }, [], true)
  for (const [reprint, prints] of [
    [false, false],
    [false, true],
    [true, false],
  ]) {
    await user.click(screen.getByRole('button', { name: 'Show bill' }))
    expect(open.get()).toMatchObject({ kind: 'bill', reprint })
    if (prints) notePrinted(open.get()!)
    act(() => open.set(null))
  }
})
