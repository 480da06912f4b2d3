import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { discardDraft, draftsNow } from '#web/shared/order/drafts.ts'
import { openCounter } from '#web/test/openCounter.tsx'
import PosPage from './PosPage.tsx'

/** What a parcel pays for packing and delivery (docs/decisions/032-charges.md), from the order's menu. */

afterEach(() => draftsNow().forEach(({ key }) => discardDraft(key)))

const CHARGES = [{ _id: 'box', name: 'Packing', amount: 20, per: 'order' as const, orderTypes: ['Take Away' as const] }]
const TAXES = { gst: 0, vat: 0, serviceCharge: 0, charges: CHARGES }
const entry = () => screen.findByRole('menuitem', { name: /^Packing and delivery/ })
const more = () => screen.getByRole('button', { name: 'More for this order' })

it('are changed for a sent parcel', async () => {
  const parcel = anOrderShape([aKot([anItem()])], {
    orderType: 'Take Away',
    tableId: null,
    tableNumber: null,
    taxPercentages: TAXES,
    additionalCharges: { cgst: 0, sgst: 0, vat: 0, serviceCharge: 0, charges: 20 },
  })
  const { user, asked } = await openCounter(<PosPage />, {
    dishes: 1,
    search: `?order=${parcel._id}`,
    reply: ({ method, path }) =>
      path === '/v1/orders/restaurant/pending'
        ? { status: 200, body: { orders: [parcel], toCook: [], seq: 0 } }
        : method === 'PUT' && path === '/v1/pos/order'
          ? { status: 200, body: { order: { ...parcel, version: parcel.version + 1 } } }
          : null,
  })
  await user.click(more())
  await user.click(await entry())
  const dialog = within(await screen.findByRole('dialog', { name: 'Packing and delivery' }))
  await user.clear(dialog.getByLabelText('Packing'))
  await user.type(dialog.getByLabelText('Packing'), '0')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('The charges were changed')
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    orderId: parcel._id,
    orderData: { charges: [{ _id: 'box', amount: 0 }] },
  })
})

it('are named with their amount before the first ticket, and the menu says when they can be changed', async () => {
  const { user, tile } = await openCounter(<PosPage />, {
    dishes: 1,
    search: '?draft=takeaway:1',
    shows: /Tap an item/,
    restaurant: { taxPercentages: TAXES, taxSettings: { roundOff: false }, paymentTypes: [], isTableEnabled: true },
  })
  await user.click(tile(0))
  await waitFor(() => expect(screen.getByText('Packing').nextSibling?.textContent).toContain('20'))
  await user.click(more())
  expect((await entry()).textContent).toBe('Packing and deliveryComes with the first KOT, and can be changed then')
})

it('are not in the menu of an order at a table', async () => {
  const { user } = await openCounter(<PosPage />, { dishes: 1 })
  await user.click(more())
  await screen.findByRole('menuitem', { name: 'Customer and note' })
  expect(screen.queryByRole('menuitem', { name: /^Packing and delivery/ })).toBeNull()
})
