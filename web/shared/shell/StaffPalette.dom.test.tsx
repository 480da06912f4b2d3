import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { aKot, aMenuItem, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { lookup } from '#web/shared/menu/lookup.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { later, mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import StaffPalette from './StaffPalette.tsx'

const tables = [...Array(12).keys()].map((i) => aTable({ _id: `t${i + 1}`, tableNumber: `${i + 1}`, area: i < 6 ? 'Hall' : 'Patio' }))
const kots = [aKot([anItem()])]
const atSeven = anOrderShape(kots, { _id: 'o7', tableId: 't7', tableNumber: '7', orderType: 'Dine In', billNumber: 413 })
const parcel = anOrderShape(kots, {
  _id: 'p105',
  tableId: null,
  tableNumber: null,
  orderType: 'Take Away',
  serialNumber: 105,
  customer_name: 'Farah Khan',
  billNumber: null,
})
const dishes = [
  aMenuItem({ _id: 'dosa', name: 'Masala Dosa', code: '31' }),
  aMenuItem({ _id: 'kfc', name: 'Korean Fried Chicken', available: false }),
]
const ok = (body: object): Reply => ({ status: 200, body })
const menuOf = (menuItems: object[]) =>
  ok({ menu: { categories: [{ _id: 'c', name: 'Mains', description: '', subcategories: [], menuItems }] } })
const ANSWERS: Record<string, Reply> = {
  '/v1/tables': ok({ tables }),
  '/v1/orders/restaurant/pending': ok({ orders: [atSeven, parcel], toCook: [], seq: 0 }),
  '/v1/menus/restaurant': menuOf(dishes),
}

async function open(role: Role, answers: Record<string, Reply> = {}) {
  const asked = serve(({ path }) => answers[path] ?? ANSWERS[path] ?? ok({}))
  await signIn({ role })
  const onClose = vi.fn()
  const view = mount(<StaffPalette shell="staff" onClose={onClose} />)
  return { ...view, asked, onClose, field: await screen.findByRole('combobox') }
}
const group = (name: string) => screen.getByRole('group', { name })
const options = (name: string) =>
  within(group(name))
    .getAllByRole('option')
    .map((option) => option.textContent)
const groups = () => [...document.querySelectorAll('[cmdk-group-heading]')].map((heading) => heading.textContent)

it('shows at most eight of each group, tables in their natural order, dishes and settings once something is typed', async () => {
  const { user, field } = await open('superuser')
  await screen.findByRole('option', { name: /^T1 ?Hall/ })
  await screen.findByRole('option', { name: /Farah Khan/ })
  expect(groups()).toEqual(['Pages', 'Till', 'Tables', 'Open orders', 'Actions'])
  expect(options('Pages')).toHaveLength(8)
  expect(options('Tables').map((text) => text?.replace(/Hall|Patio/, ''))).toEqual(['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8'])
  await user.type(field, 'addons')
  expect(groups()).toEqual(['Settings'])
})

it.each([
  ['t7', 'T7', '/restaurant/pos?table=t7'],
  ['12', 'T12', '/restaurant/pos?table=t12'],
  ['bill 0413', 'T7', '/restaurant/pos?table=t7'],
  ['farah k', 'Take Away 105', '/restaurant/pos?order=p105'],
  ['take away 105', 'Take Away 105', '/restaurant/pos?order=p105'],
  ['105', 'Take Away 105', '/restaurant/pos?order=p105'],
  ['31', 'Masala Dosa', '/restaurant/settings/menu?item=dosa'],
  ['kfc', 'Korean Fried Chicken', '/restaurant/settings/menu?item=kfc'],
  ['addons', 'Addons', '/restaurant/settings/addons'],
  ['bookings', 'Reservations', '/restaurant/reservation'],
])('by keyboard alone, %j and Enter opens %s', async (text, label, path) => {
  const { user, field, onClose, address } = await open('superuser')
  await user.type(field, text)
  await waitFor(() => expect(screen.getByRole('option', { selected: true }).textContent).toContain(label))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(path))
  expect(onClose).toHaveBeenCalledOnce()
})

it.each<[Role, string, string, string]>([
  ['cashier', 't7', 'Tables', '/restaurant/pos?table=t7'],
  ['waiter', 't7', 'Tables', '/restaurant/captain/menu?table=t7'],
  ['waiter', '0413', 'Open orders', '/restaurant/captain/menu?table=t7'],
  ['delivery', 'farah', 'Open orders', '/restaurant/orders?order=p105'],
])('a %s who types %j opens the first of %s where they may', async (role, text, heading, path) => {
  const { user, field, address } = await open(role)
  await user.type(field, text)
  const [first] = within(await screen.findByRole('group', { name: heading })).getAllByRole('option')
  expect(first?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(path))
})

it('a dish is searched for on the counter by those who may not change the menu', async () => {
  const { user, field, address } = await open('cashier')
  await user.type(field, 'dosa')
  await user.click(await screen.findByRole('option', { name: /Masala Dosa/ }))
  await waitFor(() => expect(address()).toBe('/restaurant/pos'))
  expect(lookup.get()).toBe('Masala Dosa')
  lookup.set('')
})

it('the kitchen, which may open none of them, finds no tables, orders or dishes, and none are fetched', async () => {
  const { user, field, asked } = await open('kitchen')
  expect(groups()).toEqual(['Pages', 'Actions'])
  expect(options('Pages')).toEqual(['Kitchen', 'Inventory'])
  await user.type(field, 'dosa')
  expect(screen.getByText('No matches')).toBeTruthy()
  expect(asked.map(({ path }) => path).filter((path) => path in ANSWERS)).toEqual([])
})

it('a waiter finds no parcel, which opens on the counter alone', async () => {
  const { user, field } = await open('waiter')
  await screen.findByRole('group', { name: 'Open orders' })
  await user.type(field, 'farah')
  expect(screen.getByText('No matches')).toBeTruthy()
})

it('shows what is in the cache at once and fetches only the rest', async () => {
  queryClient.setQueryData(apiQuery('GET /tables').queryKey, { tables })
  const { asked } = await open('cashier')
  expect(options('Tables')).toHaveLength(8)
  await screen.findByRole('group', { name: 'Open orders' })
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/v1/menus/restaurant'))
  expect(asked.map(({ path }) => path)).not.toContain('/v1/tables')
})

it('says which of them could not be loaded, and still finds the others', async () => {
  const { user, field } = await open('cashier', { '/v1/menus/restaurant': refusal(404, 'not_found', 'Failed.') })
  expect(await screen.findByText('Could not load dishes')).toBeTruthy()
  await user.type(field, 't7')
  expect(options('Tables')[0]).toContain('T7')
})

it('says that it is still loading before it says that nothing matches', async () => {
  const menu = later<{ status: number; body?: unknown }>()
  const { user, field } = await open('cashier', { '/v1/menus/restaurant': menu.promise })
  await screen.findByRole('group', { name: 'Open orders' })
  await user.type(field, 'dosa')
  expect(screen.getByText('Loading…')).toBeTruthy()
  menu.settle({ status: 200, body: { menu: { categories: [] } } })
  expect(await screen.findByText('No matches')).toBeTruthy()
})
