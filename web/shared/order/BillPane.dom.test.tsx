import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { BillPane } from './BillPane.tsx'

const bill = (over: Partial<OrderShape> = {}) =>
  anOrderShape([aKot([anItem()])], { taxPercentages: { gst: 5, vat: 0, serviceCharge: 10 }, totalPrice: 400, ...over })

it.each([
  [false, 'Add service charge', /Service charge 10%, voluntary.*40\.00 if the guest agrees/],
  [true, 'Remove service charge', /Service charge 10%.*Voluntary, the guest agreed/],
] as const)('the service charge is voluntary, off until the guest agrees, one tap on or off: accepted %s', async (on, name, words) => {
  const asked = serve(({ path }) => ({ status: 200, body: path.startsWith('/v1/pos/order') ? { order: bill() } : {} }))
  await signIn({ role: 'cashier' })
  const { user } = mount(<BillPane order={bill(on ? { serviceChargeAccepted: true } : {})} />)
  expect(screen.getByRole('complementary').textContent).toMatch(words)
  await user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(asked.filter(({ path }) => path.startsWith('/v1/pos/order')).map(({ body }) => body)).toHaveLength(1))
  expect(asked.find(({ path }) => path.startsWith('/v1/pos/order'))?.body).toMatchObject({ orderData: { serviceChargeAccepted: !on } })
})

const printed = { total: 1157.46, at: '2026-11-21T00:46:00.000Z', by: 'Ravi', revision: 0, issuedAt: '2026-11-21T00:46:00.000Z' }
it.each([
  ['never', null, null, 'Not printed'],
  ['as it is', printed, printed.at, 'Printed 06:16'],
  ['before it changed', printed, null, 'Changed since 06:16'],
])('says whether the guest holds a paper: printed %s', async (_, lastPrinted, billPrintedAt, text) => {
  serve(({ path }) => ({ status: 200, body: path === '/v1/restaurant/profile' ? { restaurant: { timezone: 'Asia/Kolkata' } } : {} }))
  await signIn({ role: 'cashier' })
  mount(<BillPane order={bill({ billNumber: 1861, lastPrinted, billPrintedAt })} />)
  expect(await screen.findByText(text)).toBeTruthy()
})

it('an outlet without a service charge offers none', async () => {
  serve(() => ({ status: 200, body: {} }))
  await signIn({ role: 'cashier' })
  mount(<BillPane order={bill({ taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 } })} />)
  expect(screen.queryByRole('button', { name: /service charge/i })).toBeNull()
})

const PACKING = { _id: 'p', name: 'Packing', amount: 10, per: 'item' as const, orderTypes: ['Take Away' as const, 'Delivery' as const] }
const DELIVERY = { _id: 'd', name: 'Delivery', amount: 40, per: 'order' as const, orderTypes: ['Delivery' as const], set: 0, setBy: 'Ravi' }
const parcel = (over: Partial<OrderShape> = {}) =>
  bill({
    orderType: 'Delivery',
    tableId: null,
    taxPercentages: { gst: 5, vat: 0, serviceCharge: 0, charges: [PACKING, DELIVERY] },
    ...over,
  })

it('an open parcel says what it pays for packing and delivery, and can pay something else', async () => {
  const asked = serve(({ path }) => ({ status: 200, body: path.startsWith('/v1/pos/order') ? { order: parcel() } : {} }))
  await signIn({ role: 'cashier' })
  const { user } = mount(<BillPane order={parcel()} />)
  expect(screen.getByRole('complementary').textContent).toMatch(/Packing and delivery.*10\.00, changed/)
  await user.click(screen.getByRole('button', { name: 'Change packing and delivery' }))
  const delivery = await screen.findByRole('textbox', { name: /^Delivery/ })
  expect(screen.getByText(/The outlet asks Rs. 40.00; 0 takes it off. Changed by Ravi./)).toBeTruthy()
  await user.clear(delivery)
  await user.type(delivery, '25.50')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = asked.filter(({ path }) => path.startsWith('/v1/pos/order')).map(({ body }) => body)
  expect(sent).toEqual([{ orderId: expect.any(String), orderData: { charges: [{ _id: 'd', amount: 25.5 }] } }])
})

it('a charge for each portion follows the order while another charge is typed, and what the outlet asks again is not set by anybody', async () => {
  const asked = serve(({ path }) => ({ status: 200, body: path.startsWith('/v1/pos/order') ? { order: parcel() } : {} }))
  await signIn({ role: 'cashier' })
  let add = () => {}
  function Growing() {
    const [quantity, setQuantity] = useState(1)
    add = () => setQuantity(3)
    return <BillPane order={parcel({ kots: [aKot([anItem({ quantity })])] })} />
  }
  const { user } = mount(<Growing />)
  await user.click(screen.getByRole('button', { name: 'Change packing and delivery' }))
  const delivery = await screen.findByRole('textbox', { name: /^Delivery/ })
  act(add)
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Packing/ }).value).toBe('30.00'))
  await user.clear(delivery)
  await user.type(delivery, '40')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = asked.filter(({ path }) => path.startsWith('/v1/pos/order')).map(({ body }) => body)
  expect(sent).toEqual([{ orderId: expect.any(String), orderData: { charges: [{ _id: 'd', amount: null }] } }])
})

it.each([
  ['a table’s bill', parcel({ orderType: 'Dine In' }), null],
  ['a bill that is over', parcel({ orderStatus: 'completed' }), null],
  ['a bill that was paid in part', parcel({ payments: [{ method: 'Cash', amount: 1 }] }), 'Money was received: discount and charges stay'],
])('%s has no charges to change', async (_which, order, why) => {
  serve(() => ({ status: 200, body: {} }))
  await signIn({ role: 'cashier' })
  mount(<BillPane order={order} />)
  const change = screen.queryByRole('button', { name: 'Change packing and delivery' })
  expect(change?.getAttribute('aria-disabled') ?? null).toBe(why && 'true')
})
