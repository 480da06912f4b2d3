import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { Taking } from './Taking.tsx'

vi.mock('#web/shared/print/QrCode.tsx', () => ({ QrCode: ({ text }: { text: string }) => <p>{text}</p> }))

const order = anOrderShape([aKot([anItem({ status: 'Served' })])], {
  ...{ tableId: 'table-7', tableNumber: '7', grandTotal: 480, billNumber: null },
})

async function open(upiId: string | null, given = order) {
  const restaurant = { paymentTypes: ['Cash', 'GPay / UPI', 'Card'], upiId, establishment_name: 'Smash & Yard' }
  serve(({ path }) => ({ status: 200, body: path === '/v1/restaurant/profile' ? { restaurant } : {} }))
  await signIn({ role: 'cashier' })
  const { user } = mount(<Taking order={given} onSettled={() => undefined} />)
  const by = async (name: RegExp) => user.click(await screen.findByRole('radio', { name }))
  await by(/^GPay/)
  return { user, by, codes: () => screen.queryAllByText(/^upi:/).map((one) => one.textContent) }
}
const link = (amount: string, note: string) => `upi://pay?pa=smash@okaxis&pn=Smash%20%26%20Yard&am=${amount}&cu=INR&tn=${note}`

it('the guest scans the amount from the screen: with the tip, for each share, and only where a code pays', async () => {
  const { user, by, codes } = await open('smash@okaxis')
  expect(codes()).toEqual([link('480.00', 'T7')])
  await user.click(screen.getByRole('button', { name: 'Add tip' }))
  await user.type(await screen.findByLabelText('Amount'), '20{Enter}')
  await waitFor(() => expect(codes()).toEqual([link('500.00', 'T7')]))
  await user.click(screen.getByRole('radio', { name: 'Split' }))
  await waitFor(() => expect(codes()).toEqual([link('260.00', 'T7')]))
  await by(/^Card/)
  expect(codes()).toEqual([])
})

it('names the bill once it has a number', async () => {
  const { codes } = await open('smash@okaxis', { ...order, billNumber: 42 })
  expect(codes()).toEqual([link('480.00', 'Bill%200042')])
})

it.each([null, '', 'not an id'])('is not there without a UPI ID: %j', async (upiId) => {
  expect((await open(upiId)).codes()).toEqual([])
})
