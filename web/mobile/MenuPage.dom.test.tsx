import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aMenuItem, aTable } from '#domain/test/shapes.ts'
import { discardDraft, draftNow, tableKey } from '#web/shared/order/drafts.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
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
