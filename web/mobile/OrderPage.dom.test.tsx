import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { aKot, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { discardDraft, draftActions, draftsNow } from '#web/shared/order/drafts.ts'
import { draftLine } from '#web/shared/order/test/line.ts'
import { later, mount, serve, signIn } from '#web/test/dom.tsx'
import { keep } from './kept.ts'
import OrderPage from './OrderPage.tsx'

/** Moves T7 to T9 on the phone; `answered` settles the answer. */
async function moving() {
  onTestFinished(() => (keep(null), forgetLive(queryClient)))
  const answer = later<{ status: number; body: unknown }>()
  const order = anOrderShape([aKot([anItem()])], { tableId: 'table-7', tableNumber: '7' })
  const occupied = { status: 'occupied', currentOrderId: order._id } as const
  const answers: Record<string, unknown> = {
    '/v1/tables': { tables: [aTable(occupied), aTable({ _id: 'table-9', tableNumber: '9' })] },
    '/v1/orders/restaurant/pending': { orders: [order], toCook: [], seq: 0 },
    '/v1/menus/restaurant': { menu: { categories: [] } },
  }
  const asked = serve(({ path }) => (path === '/v1/tables/move' ? answer.promise : { status: 200, body: answers[path] ?? {} }))
  await signIn({ role: 'captain' })
  const page = mount(
    <SlotProvider>
      <SlotPlace name="actions" />
      <OrderPage />
    </SlotProvider>,
    { path: '/restaurant/pos-mobile', at: '/restaurant/pos-mobile?draft=table:table-7' },
  )
  await page.user.click(await screen.findByRole('button', { name: 'More for this order' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Move table' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^T9/ }))
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/v1/tables/move'))
  const answered = async () => {
    const to = aTable({ _id: 'table-9', tableNumber: '9', version: 2, ...occupied })
    const moved = { ...order, version: order.version + 1, tableId: 'table-9', tableNumber: '9' }
    answer.settle({ status: 200, body: { from: aTable({ version: 2 }), to, order: moved } })
    await screen.findByText('T7 moved to T9')
  }
  return { ...page, answered }
}

/** T7 on the phone, whose KOT of two Cokes is under way, with Bill & settle pressed; `answered` settles the answer. */
async function settling(role: 'cashier' | 'waiter' = 'cashier', press = true) {
  onTestFinished(() => (keep(null), forgetLive(queryClient), draftsNow().forEach(({ key }) => discardDraft(key))))
  const order = anOrderShape([aKot([anItem()])], { tableId: 'table-7', tableNumber: '7' })
  const answer = later<{ status: number; body: unknown }>()
  const answers: Record<string, unknown> = {
    '/v1/tables': { tables: [aTable({ status: 'occupied', currentOrderId: order._id })] },
    '/v1/orders/restaurant/pending': { orders: [order], toCook: [], seq: 0 },
    '/v1/menus/restaurant': { menu: { categories: [] } },
  }
  serve(({ path, method }) => (method === 'PUT' ? answer.promise : { status: 200, body: answers[path] ?? {} }))
  await signIn({ role })
  draftActions('table:table-7', { tableId: 'table-7', tableNumber: '7', orderId: order._id }).add(draftLine('Coke', 2))
  const { user, address } = mount(
    <SlotProvider>
      <OrderPage />
      <SlotPlace name="cart" />
    </SlotProvider>,
    { path: '/restaurant/pos-mobile', at: '/restaurant/pos-mobile?draft=table:table-7' },
  )
  const answered = () => answer.settle({ status: 200, body: { order: { ...order, version: order.version + 1 } } })
  const send = await screen.findByRole('button', { name: 'Send KOT (2)' })
  if (!press) return { user, address, answered }
  await user.click(send)
  await user.click(screen.getByRole('button', { name: /^Bill & settle/ }))
  expect(screen.getByRole('button', { name: /^Bill & settle/ }).getAttribute('aria-busy')).toBe('true')
  expect(address()).not.toContain('pay=1')
  return { user, address, answered }
}

it('Bill & settle while the KOT is under way opens the pay panel as soon as it is sent', async () => {
  const { address, answered } = await settling()
  answered()
  await waitFor(() => expect(address()).toContain('pay=1'))
})

it('what was added while the KOT was under way is asked about before the payment', async () => {
  const { address, answered } = await settling()
  act(() => draftActions('table:table-7').add(draftLine('Naan', 1)))
  await act(async () => answered())
  await screen.findByRole('dialog', { name: '1 item not sent' })
  expect(document.activeElement?.textContent).toBe('Send and settle')
  expect(address()).not.toContain('pay=1')
})

it('after a move the phone shows the table that the order has moved to', async () => {
  const { address, answered } = await moving()
  await answered()
  await waitFor(() => expect(address()).toMatch(/\?draft=table(:|%3A)table-9$/))
})

it('a slow move takes nobody away from the order that was opened since', async () => {
  const { address, answered, goTo } = await moving()
  await goTo('/restaurant/pos-mobile?draft=takeaway:3')
  await screen.findByText(/^Nothing ordered yet for/)
  await answered()
  expect(address()).toBe('/restaurant/pos-mobile?draft=takeaway:3')
})

it.each([
  ['cashier', /^Bill & settle/],
  ['waiter', 'Send KOT (2)'],
] as const)('the main button of a %s is what they may do', async (role, name) => {
  await settling(role, false)
  const main = screen.getAllByRole('button').filter((button) => button.className.includes('bg-primary'))
  expect(main).toEqual([screen.getByRole('button', { name })])
})
