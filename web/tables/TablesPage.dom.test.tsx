import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { aKot, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { absorb, forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { later, mount, serve, signIn } from '#web/test/dom.tsx'
import { holdFrames } from '#web/test/frames.ts'
import TablesPage from './TablesPage.tsx'

/** The floor with the drawer of T7 open, whose order is being moved to T9; T3 has an order too. `answered` settles the answer. */
async function moving() {
  onTestFinished(() => forgetLive(queryClient))
  const answers = [later<{ status: number; body: unknown }>(), later<{ status: number; body: unknown }>()]
  const order = (n: string) => anOrderShape([aKot([anItem()])], { _id: `o${n}`, tableId: `t${n}`, tableNumber: n })
  const free = (n: string, version = 1) => aTable({ _id: `t${n}`, tableNumber: n, version })
  const taken = (n: string, orderId: string, version = 1) => ({ ...free(n, version), status: 'occupied' as const, currentOrderId: orderId })
  let moves = 0
  serve(({ path }) => {
    if (path === '/v1/tables/move') return answers[moves++]?.promise ?? 'lost'
    if (path === '/v1/tables') return { status: 200, body: { tables: [taken('7', 'o7'), taken('3', 'o3'), free('9')] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order('7'), order('3')], toCook: [], seq: 0 } }
    return { status: 200, body: { alerts: [], bookings: [] } }
  })
  await signIn({ role: 'cashier' })
  const page = mount(<TablesPage />, { path: '/restaurant/tables', at: '/restaurant/tables?table=t7' })
  await page.user.click(await screen.findByRole('button', { name: 'Move' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^T9/ }))
  await waitFor(() => expect(moves).toBe(1))
  const moved = (from: string, to: string, version: number) => ({
    from: free(from, version),
    to: taken(to, 'o7', version),
    order: { ...order('7'), version, tableId: `t${to}`, tableNumber: to },
  })
  return {
    ...page,
    async answered() {
      answers[0]?.settle({ status: 200, body: moved('7', '9', 2) })
      await screen.findByText('T7 moved to T9')
    },
    async undone() {
      await page.user.click(screen.getByRole('button', { name: 'Undo' }))
      await waitFor(() => expect(moves).toBe(2))
      answers[1]?.settle({ status: 200, body: moved('9', '7', 3) })
      await screen.findByText('Back at T7')
    },
  }
}
const at = (table: string) => `/restaurant/tables?table=${table}`

it('the drawer goes with its order to another table, and back again', async () => {
  const { address, answered, undone } = await moving()
  await answered()
  await waitFor(() => expect(address()).toBe(at('t9')))
  await undone()
  await waitFor(() => expect(address()).toBe(at('t7')))
})

it('a slow move leaves the drawer that was opened since, and so does its Undo', async () => {
  const { address, answered, undone, goTo } = await moving()
  await goTo(at('t3'))
  await screen.findByRole('group', { name: 'Table T3' })
  await answered()
  expect(address()).toBe(at('t3'))
  await undone()
  expect(address()).toBe(at('t3'))
})

it('the sheet of guests and name that was open when the order ended isn’t open for the table’s next guests', async () => {
  onTestFinished(() => forgetLive(queryClient))
  const order = (id: string, serialNumber: number) =>
    anOrderShape([aKot([anItem()])], { _id: id, serialNumber, tableId: 't7', tableNumber: '7' })
  serve(({ path }) => {
    if (path === '/v1/tables')
      return { status: 200, body: { tables: [aTable({ _id: 't7', tableNumber: '7', status: 'occupied', currentOrderId: 'o7' })] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order('o7', 1)], toCook: [], seq: 0 } }
    if (path === '/v1/orders/active') return { status: 200, body: { order: null } }
    return { status: 200, body: { alerts: [], bookings: [], customers: [] } }
  })
  await signIn({ role: 'cashier' })
  const { user } = mount(<TablesPage />, { path: '/restaurant/tables', at: at('t7') })
  await user.click(await screen.findByRole('button', { name: 'Guests, name and note of T7' }))
  await screen.findByRole('dialog', { name: 'Customer' })
  act(() => absorb(queryClient, { order: { ...order('o7', 1), version: 9, orderStatus: 'completed', paymentStatus: 'paid' } }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => absorb(queryClient, { order: order('o8', 2) }))
  await screen.findByRole('button', { name: 'Guests, name and note of T7' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a pressed table opens its drawer after the frame that shows the press; Escape before that frame closes it', async () => {
  onTestFinished(() => forgetLive(queryClient))
  const order = anOrderShape([aKot([anItem()])], { _id: 'o7', tableId: 't7', tableNumber: '7' })
  serve(({ path }) => {
    if (path === '/v1/tables')
      return { status: 200, body: { tables: [aTable({ _id: 't7', tableNumber: '7', status: 'occupied', currentOrderId: 'o7' })] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
    return { status: 200, body: { alerts: [], bookings: [] } }
  })
  await signIn({ role: 'cashier' })
  const { user, address } = mount(<TablesPage />, { path: '/restaurant/tables' })
  const card = await screen.findByRole('button', { name: /^T7/ })
  const paint = holdFrames()
  const drawer = () => screen.queryByRole('complementary', { name: /T7/ }) !== null
  await user.click(card)
  expect([drawer(), address()]).toEqual([false, '/restaurant/tables'])
  await paint()
  expect([drawer(), address()]).toEqual([true, at('t7')])
  await user.keyboard('{Escape}')
  await paint()
  await user.click(card)
  await user.keyboard('{Escape}')
  await paint()
  expect([drawer(), address()]).toEqual([false, '/restaurant/tables'])
})
