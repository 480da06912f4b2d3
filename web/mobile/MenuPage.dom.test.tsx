import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { aKot, aMenuItem, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { detailsOf, discardDraft, draftActions, draftNow, draftsNow, tableKey } from '#web/shared/order/drafts.ts'
import { draftLine } from '#web/shared/order/test/line.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { keep } from './kept.ts'
import MenuPage from './MenuPage.tsx'

afterEach(() => discardDraft(tableKey('table-7')))

it('a dish that is held before a table is chosen asks for its note after the table was chosen', async () => {
  const categories = [
    { _id: 'c', name: 'Mains', description: '', subcategories: [], menuItems: [aMenuItem({ _id: 'naan', name: 'Naan' })] },
  ]
  serve(({ path }) => {
    if (path === '/v1/tables') return { status: 200, body: { tables: [aTable({ status: 'available', currentOrderId: null })] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories } } }
    return { status: 200, body: { items: [], ranking: [] } }
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<MenuPage />, { path: '/restaurant/pos-mobile/menu', at: '/restaurant/pos-mobile/menu?draft=dine-in' })
  fireEvent.contextMenu(await screen.findByText('Naan'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^T7/ }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Naan$/ })).not.toBeNull())
  const sheet = within(screen.getByRole('dialog'))
  await user.click(sheet.getByRole('button', { name: 'Less spicy' }))
  await user.click(sheet.getByRole('button', { name: /^Add/ }))
  expect(draftNow(tableKey('table-7'))?.draft?.lines).toMatchObject([{ quantity: 1, additionalItemNote: 'Less spicy' }])
})

it('unsent items that are taken to an occupied table are for its order, and keep a delivery’s address, which only a delivery sends', async () => {
  onTestFinished(() => (keep(null), forgetLive(queryClient)))
  const order = anOrderShape([aKot([anItem()])], { _id: 'o7', tableId: 'table-7', tableNumber: '7' })
  serve(({ path }) => {
    if (path === '/v1/tables') return { status: 200, body: { tables: [aTable({ status: 'occupied', currentOrderId: 'o7' })] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
    return { status: 200, body: { items: [], ranking: [] } }
  })
  await signIn({ role: 'cashier' })
  const edit = draftActions('delivery:1')
  edit.setMeta({ deliveryAddress: '12 MG Road', additionalNote: 'Birthday' })
  edit.add(draftLine('naan'))
  const { user } = mount(
    <SlotProvider>
      <SlotPlace name="header" />
      <MenuPage />
    </SlotProvider>,
    { path: '/restaurant/pos-mobile/menu', at: '/restaurant/pos-mobile/menu?draft=delivery:1' },
  )
  await user.click(await screen.findByRole('radio', { name: 'Take Away' }))
  const parcel = draftsNow().find(({ key }) => key.startsWith('takeaway:'))
  expect(parcel?.meta).toMatchObject({ orderType: 'Take Away', deliveryAddress: '12 MG Road' })
  expect(detailsOf(parcel!.meta)).toEqual({ additionalNote: 'Birthday' })
  await user.click(screen.getByRole('radio', { name: 'Dine In' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^T7/ }))
  await waitFor(() => expect(draftNow(tableKey('table-7'))?.draft).toBeTruthy())
  expect(draftNow(tableKey('table-7'))?.meta).toMatchObject({ orderId: 'o7', orderType: 'Dine In', tableNumber: '7', unseen: true })
})

it('below the dishes an order’s unsent items have their own price, not that of the whole bill', async () => {
  onTestFinished(() => (keep(null), forgetLive(queryClient)))
  const order = anOrderShape([aKot([anItem()])], { _id: 'o7', tableId: 'table-7', tableNumber: '7', grandTotal: 17_378 })
  serve(({ path }) => {
    if (path === '/v1/tables') return { status: 200, body: { tables: [aTable({ status: 'occupied', currentOrderId: 'o7' })] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
    return { status: 200, body: { items: [], ranking: [] } }
  })
  await signIn({ role: 'cashier' })
  draftActions(tableKey('table-7'), { orderId: 'o7' }).add({ ...draftLine('naan', 2), price: 45 })
  mount(
    <SlotProvider>
      <SlotPlace name="cart" />
      <MenuPage />
    </SlotProvider>,
    { path: '/restaurant/pos-mobile/menu', at: '/restaurant/pos-mobile/menu?draft=table:table-7' },
  )
  const items = await screen.findByText('2 items')
  expect(items.parentElement?.textContent?.replace(/\s/g, ' ')).toBe('2 itemsRs. 90.00')
})
