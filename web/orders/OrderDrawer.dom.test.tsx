import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape, aRestaurant } from '#domain/test/shapes.ts'
import { whyGstinStays } from '#domain/paid.ts'
import { whyNot } from '#domain/orderCan.ts'
import { mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'

/** The drawer of an order at an outlet that is registered for GST, with its ⋯ menu open. */
async function open(over: Partial<OrderShape>, saved?: (order: OrderShape) => Reply) {
  const order = anOrderShape([aKot([anItem({})])], { _id: 'o1', customer_name: 'Meera Iyer', ...over })
  const asked = serve(({ method, path }) => {
    if (path === '/v1/restaurant/profile')
      return { status: 200, body: { restaurant: { ...aRestaurant(), kotSettings: { readyStep: true } } } }
    if (method === 'PUT') return saved?.(order) ?? { status: 200, body: { order } }
    return refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<OrderDrawer order={order} unsent={0} takeFocus={false} onClose={() => undefined} />)
  await user.click(screen.getByRole('button', { name: 'More for this order' }))
  await screen.findByRole('menu')
  return { user, sent: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body) }
}

it('a company’s GST number can be added to an open order in its drawer', async () => {
  const { user, sent } = await open({})
  await user.click(screen.getByRole('menuitem', { name: 'Customer and GST number' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Customer' }))
  await user.type(await sheet.findByRole('textbox', { name: /^GSTIN for the bill/ }), '29aabci1681g1zk')
  await user.click(sheet.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()).toEqual([{ orderId: 'o1', orderData: { customerGstin: '29AABCI1681G1ZK' } }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a refusal of the server is shown in the sheet, such as for a bill that was paid on another device meanwhile', async () => {
  const why = whyGstinStays({ billNumber: 1, paymentStatus: 'paid' })!
  const { user } = await open({}, () => refusal(409, 'invalid_transition', why))
  await user.click(screen.getByRole('menuitem', { name: 'Customer and GST number' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Customer' }))
  await user.type(await sheet.findByRole('textbox', { name: /^GSTIN for the bill/ }), '29AABCI1681G1ZK')
  await user.click(sheet.getByRole('button', { name: /^Save/ }))
  expect(await sheet.findByText(why)).toBeTruthy()
})

it('a paid bill shows beside its GST number why it can’t be changed', async () => {
  const { user } = await open({ paymentStatus: 'paid', billNumber: 42 })
  await user.click(screen.getByRole('menuitem', { name: 'Customer and GST number' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Customer' }))
  const field = await sheet.findByRole('textbox', { name: /^GSTIN for the bill/ })
  expect(field).toHaveProperty('readOnly', true)
  expect(sheet.getByText(whyGstinStays({ billNumber: 1, paymentStatus: 'paid' })!)).toBeTruthy()
})

it('an order that has ended keeps its customer, and its bill can still be saved as a file', async () => {
  await open({ orderStatus: 'completed', paymentStatus: 'paid', billNumber: 42, completedAt: '2026-11-21T19:00:00.000Z' })
  expect(screen.queryByRole('menuitem', { name: 'Customer and GST number' })).toBeNull()
  expect(screen.getByRole('menuitem', { name: 'Bill as PDF' })).toBeTruthy()
})

it('a bill that changed since it was printed is no file before it is printed as it stands (decision 006)', async () => {
  const changed = { orderStatus: 'pending', billNumber: 42, billPrintedAt: null } as const
  await open(changed)
  const file = screen.getByRole('menuitem', { name: /^Bill as PDF/ })
  expect(file.getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(file.textContent).toContain(whyNot.paper(anOrderShape([], changed))!))
})

it('without a bill number there is no file', async () => {
  await open({ billNumber: null })
  expect(screen.queryByRole('menuitem', { name: 'Bill as PDF' })).toBeNull()
})

it('the number of guests can be taken off an open order', async () => {
  const { user, sent } = await open({ guests: 1, orderType: 'Dine In' })
  await user.click(screen.getByRole('menuitem', { name: 'Customer and GST number' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Customer' }))
  await user.click(await sheet.findByRole('button', { name: 'Fewer Guests' }))
  await user.click(sheet.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(sent()).toMatchObject([{ orderId: 'o1', orderData: { guests: null } }]))
})

const cash: OrderShape['payments'] = [{ method: 'Cash', amount: 100 }]
const ENDS: [string, Partial<OrderShape>, string][] = [
  ['what was received covers what a cancellation left of it', { payments: cash, paymentStatus: 'partial' }, 'Close order'],
  ['a parcel is paid', { payments: cash, paymentStatus: 'paid', orderType: 'Take Away' as const, tableNumber: null }, 'Handed over'],
  ['it is paid', { payments: cash, paymentStatus: 'paid' }, 'Close order'],
  ['it costs nothing', { grandTotal: 0, payments: [], paymentStatus: 'unpaid' }, 'Close without payment'],
]
it.each(ENDS)('the button that ends an order when %s', async (_, over, name) => {
  const { user } = await open({ grandTotal: 100, ...over })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name })).not.toBeNull()
})

it('a paid parcel with dishes that are still being prepared is handed over after a question', async () => {
  const parcel: Partial<OrderShape> = {
    payments: cash,
    paymentStatus: 'paid',
    orderType: 'Take Away',
    tableId: null,
    tableNumber: null,
    serialNumber: 1,
  }
  const { user, sent } = await open({ ...parcel, version: 4 })
  await user.keyboard('{Escape}')
  const answer = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Handed over' }))
    const question = await screen.findByRole('alertdialog', { name: 'Was Take Away 1 handed over?' })
    expect(question.textContent).toContain('1 item is still being prepared.')
    await user.click(within(question).getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await answer('Keep')
  expect(sent()).toEqual([])
  await answer('Handed over')
  await waitFor(() => expect(sent()).toEqual([{ orderId: 'o1', orderStatus: 'completed', version: 4 }]))
})

it.each([
  ['unpaid', /^Settle/, { payments: [] }],
  ['paid', /^Close order/, { payments: cash, paymentStatus: 'paid' }],
] as [string, RegExp, Partial<OrderShape>][])(
  'an order that is %s is not ended past unsent items of this device',
  async (_, button, over) => {
    const order = anOrderShape([aKot([anItem({})])], { _id: 'o1', grandTotal: 100, ...over })
    const asked = serve(() => ({ status: 200, body: {} }))
    await signIn({ role: 'cashier' })
    const drawer = <OrderDrawer order={order} unsent={2} takeFocus={false} onClose={() => undefined} />
    const { user, address } = mount(drawer, { path: '/restaurant/*', at: '/restaurant/orders' })
    await user.click(screen.getByRole('button', { name: button }))
    expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
    expect(address()).toBe(over.paymentStatus === 'paid' ? '/restaurant/orders' : '/restaurant/pos?order=o1')
  },
)
