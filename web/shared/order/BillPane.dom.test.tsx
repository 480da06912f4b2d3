import { screen, waitFor } from '@testing-library/react'
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

it('an outlet without a service charge offers none', async () => {
  serve(() => ({ status: 200, body: {} }))
  await signIn({ role: 'cashier' })
  mount(<BillPane order={bill({ taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 } })} />)
  expect(screen.queryByRole('button', { name: /service charge/i })).toBeNull()
})
