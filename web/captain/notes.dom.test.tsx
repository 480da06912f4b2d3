import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { discardDraft, draftNow, tableKey } from '#web/shared/order/drafts.ts'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import CaptainHomePage from './CaptainHomePage.tsx'
import CaptainMenuPage from './CaptainMenuPage.tsx'
import CaptainOrdersPage from './CaptainOrdersPage.tsx'

/** What a guest or colleague wrote about the whole order is shown to whoever adds or serves its dishes, and a waiter can write it. */

const PEANUTS = 'Allergic to peanuts'
const TRAIN = 'In a hurry, train at nine'

async function open(page: ReactNode, at: string, order: OrderShape | null) {
  onTestFinished(() => (forgetLive(queryClient), discardDraft(tableKey('t4'))))
  const state = order
    ? ({ status: 'occupied', currentOrderId: order._id } as const)
    : ({ status: 'available', currentOrderId: null } as const)
  const asked = serve(({ path, method }) => {
    if (method === 'PUT') return { status: 200, body: { order } }
    if (path === '/v1/tables') return { status: 200, body: { tables: [aTable({ _id: 't4', tableNumber: '4', ...state })] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: order ? [order] : [], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
    return { status: 200, body: { alerts: [], items: [], ranking: [], customers: [] } }
  })
  await signIn({ role: 'waiter' })
  const mounted = mount(
    <SlotProvider>
      <SlotPlace name="header" />
      {page}
    </SlotProvider>,
    { path: '/restaurant/captain', at },
  )
  return { ...mounted, sent: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body) }
}
const noted = (over: Partial<OrderShape> = {}) =>
  anOrderShape([aKot([anItem({ status: 'Ready' })])], {
    ...{ _id: 'o4', tableId: 't4', tableNumber: '4', orderType: 'Dine In' },
    ...{ additionalNote: PEANUTS, specialInstructions: TRAIN },
    ...over,
  })

it.each([
  ['My work, on what is ready', <CaptainHomePage key="p" />, '/restaurant/captain'],
  ['Orders', <CaptainOrdersPage key="p" />, '/restaurant/captain'],
  ['the menu of its table', <CaptainMenuPage key="p" />, '/restaurant/captain?table=t4'],
] as const)('the order’s notes are shown on %s', async (_, page, at) => {
  await open(page, at, noted())
  expect(await screen.findByText(PEANUTS)).toBeTruthy()
  expect(screen.getByText(TRAIN)).toBeTruthy()
})

it('a waiter writes the note of an open order: it is sent at once, without anything else', async () => {
  const { user, sent } = await open(<CaptainOrdersPage />, '/restaurant/captain', noted())
  await user.click(await screen.findByRole('button', { name: new RegExp(PEANUTS) }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Customer' }))
  const note = sheet.getByRole('textbox', { name: /Note for the order/ })
  await user.clear(note)
  await user.type(note, 'Allergic to nuts')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: new RegExp(PEANUTS) })
  expect(sent()).toEqual([{ orderId: 'o4', orderData: { additionalNote: 'Allergic to nuts' } }])
})

it('guests, name and note of a table without an order are kept for its first ticket', async () => {
  const { user } = await open(<CaptainMenuPage />, '/restaurant/captain?table=t4', null)
  await user.click(await screen.findByRole('button', { name: 'Guests, name and note' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Customer' }))
  await user.click(sheet.getByRole('button', { name: /Increase|More|One more|\+/ }))
  await user.type(sheet.getByRole('textbox', { name: /^Name/ }), 'Sunil')
  await user.type(sheet.getByRole('textbox', { name: /Note for the order/ }), PEANUTS)
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: '1 guest · Sunil' })).toBeTruthy()
  expect(screen.getByText(PEANUTS)).toBeTruthy()
  expect(draftNow(tableKey('t4'))?.meta).toMatchObject({ guests: 1, customer_name: 'Sunil', additionalNote: PEANUTS })
})
