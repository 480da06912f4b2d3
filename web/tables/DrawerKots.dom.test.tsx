import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { aKot, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import TablesPage from './TablesPage.tsx'

afterEach(() => void vi.useRealTimers())

/** T7's drawer, with a ticket of beer that is ready and a later one of whisky that is not. */
async function drawer(role: 'captain' | 'cashier' | 'generalManager') {
  onTestFinished(() => forgetLive(queryClient))
  const at = (minute: number) => {
    const time = `2026-11-21T10:${minute}:00.000Z`
    return { createdAt: time, sentAt: time }
  }
  const beer = aKot([anItem({ itemName: 'Beer', quantity: 2, status: 'Ready' })], { kotNumber: 5, ...at(10) })
  const whisky = aKot([anItem({ itemName: 'Whisky', quantity: 1, status: 'Preparing' })], { kotNumber: 6, ...at(20) })
  const order = anOrderShape([beer, whisky], { _id: 'o7', tableId: 't7', tableNumber: '7', orderType: 'Dine In' })
  const served = {
    ...order,
    version: order.version + 1,
    kots: [{ ...beer, items: [{ ...beer.items[0]!, status: 'Served' as const }] }, whisky],
  }
  const asked = serve(({ path, method }) => {
    if (method === 'PUT') return { status: 200, body: { order: served, allItemsCancelled: false } }
    if (path === '/v1/tables')
      return { status: 200, body: { tables: [aTable({ _id: 't7', tableNumber: '7', status: 'occupied', currentOrderId: 'o7' })] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
    return { status: 200, body: { alerts: [], bookings: [] } }
  })
  await signIn({ role })
  mount(<TablesPage />, { path: '/restaurant/tables', at: '/restaurant/tables?table=t7' })
  await screen.findByRole('button', { name: 'Serve 2 Beer, T7' })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return {
    sent: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => (body as { lineId: string }).lineId),
    beer: beer.items[0]!.lineId,
    tickets: () =>
      within(screen.getByRole('list', { name: 'KOTs' }))
        .getAllByRole('heading')
        .map((h) => h.textContent),
    wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
  }
}

it.each(['captain', 'cashier'] as const)(
  'the last dish of a ticket is served: the ticket stays with Undo, so a second tap serves no other dish (%s)',
  async (role) => {
    const { sent, beer, tickets, wait } = await drawer(role)
    expect(tickets()).toEqual(['KOT 5', 'KOT 6'])
    fireEvent.click(screen.getByRole('button', { name: 'Serve 2 Beer, T7' }))
    await wait(200)
    expect(tickets()).toEqual(['KOT 5', 'KOT 6'])
    // The second tap finds the same row, and is no Undo so soon.
    fireEvent.click(screen.getByRole('button', { name: 'Undo serving 2 Beer, T7' }))
    await wait(5000)
    expect(sent()).toEqual([beer])
    await wait(200)
    expect(tickets()).toEqual(['KOT 6', 'KOT 5'])
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  },
)

it('a captain takes back what was just served, in its own row', async () => {
  const { sent, wait } = await drawer('captain')
  fireEvent.click(screen.getByRole('button', { name: 'Serve 2 Beer, T7' }))
  await wait(1000)
  fireEvent.click(screen.getByRole('button', { name: 'Undo serving 2 Beer, T7' }))
  await wait(6000)
  expect(sent()).toEqual([])
  expect(screen.getByRole('button', { name: 'Serve 2 Beer, T7' })).toBeTruthy()
})

it.each(['captain', 'generalManager'] as const)('Undo of Serve is in a snackbar when the drawer is closed meanwhile (%s)', async (role) => {
  const { sent, beer, wait } = await drawer(role)
  fireEvent.click(screen.getByRole('button', { name: 'Serve 2 Beer, T7' }))
  await wait(1000)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await wait(500)
  expect(screen.queryByText('Served: 2 × Beer')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await wait(6000)
  // Whoever may take a step back has sent both.
  expect(sent()).toEqual(role === 'captain' ? [] : [beer, beer])
})

it('what can’t be taken back any more is in no snackbar when the drawer is closed', async () => {
  const { wait } = await drawer('captain')
  fireEvent.click(screen.getByRole('button', { name: 'Serve 2 Beer, T7' }))
  await wait(5500)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await wait(500)
  expect(screen.queryByText('Served: 2 × Beer')).toBeNull()
})
