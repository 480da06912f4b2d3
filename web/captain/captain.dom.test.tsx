import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { aKot, anItem, anOrderShape, aRestaurant, aTable } from '#domain/test/shapes.ts'
import { absorb } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import CaptainHomePage from './CaptainHomePage.tsx'
import CaptainMenuPage from './CaptainMenuPage.tsx'

/** *Accept* points of the captain's phone (SCREENS §2.2) that need no browser, by their words; the others are in e2e/captain.spec.ts. */

const table = (n: string) => aTable({ _id: `t${n}`, tableNumber: n, area: 'Hall', status: 'available', currentOrderId: null })

it('no table chosen → picker first', async () => {
  serve(({ path }) => {
    if (path === '/v1/tables') return { status: 200, body: { tables: [table('1'), table('7'), table('11')] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
    return { status: 200, body: { alerts: [], items: [], ranking: [] } }
  })
  await signIn({ role: 'waiter' })
  const { user, address } = mount(<CaptainMenuPage />, { path: '/restaurant/captain/menu' })
  await screen.findByRole('button', { name: /^T7/ })
  expect(screen.getByText('Which table is the order for?')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^T7/ }))
  expect(address()).toBe('/restaurant/captain/menu?table=t7')
  expect(screen.queryByText('Which table is the order for?')).toBeNull()
})

afterEach(() => void vi.useRealTimers())

it('serve has Undo 5 s: a waiter’s is sent when they are over, and never if it was undone in them', async () => {
  const line = anItem({ status: 'Ready' })
  const order = anOrderShape([aKot([line])], { _id: 'o7', tableId: 't7', tableNumber: '7', orderType: 'Dine In' })
  const served = { ...order, version: order.version + 3, kots: [aKot([{ ...line, status: 'Served' }])] }
  const asked = serve(({ path, method }) => {
    if (method === 'PUT') return { status: 200, body: { order: served } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
    return {
      status: 200,
      body: {
        tables: [],
        alerts: [],
        restaurant: { ...aRestaurant(), taxSettings: { roundOff: false }, kotSettings: { readyStep: true } },
        reservations: [],
      },
    }
  })
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await signIn({ role: 'waiter' })
  mount(<CaptainHomePage />)
  const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByRole('button', { name: /^Serve / })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  press(/^Serve /)
  await wait(4500)
  expect(sent()).toEqual([])
  press(/^Undo/)
  await wait(6000)
  expect(sent()).toEqual([])

  // The kitchen takes it back: it is neither sent nor shown as served.
  const lineAt = (status: typeof line.status, version: number) => ({
    ...order,
    version,
    kots: [aKot([{ ...line, status }], { kotId: order.kots[0]!.kotId })],
  })
  press(/^Serve /)
  act(() => absorb(queryClient, { order: lineAt('Preparing', order.version + 1) }))
  await wait(50)
  expect(screen.queryByRole('button', { name: /^(Serve|Undo)/ })).toBeNull()
  await wait(6000)
  expect(sent()).toEqual([])
  act(() => absorb(queryClient, { order: lineAt('Ready', order.version + 2) }))
  await wait(50)

  press(/^Serve /)
  await wait(4500)
  expect(sent()).toEqual([])
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeTruthy()
  await wait(600)
  expect(sent()).toMatchObject([{ orderId: 'o7', lineId: line.lineId, status: 'Served' }])
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('food of an order that was settled while it was cooked chimes when it is ready, and can be served', async () => {
  const line = anItem({ itemName: 'Gulab Jamun', statusAt: new Date(Date.now() - 60_000).toISOString() })
  const kot = aKot([line])
  const paid = anOrderShape([kot], {
    _id: 'o7',
    tableId: 't7',
    tableNumber: '7',
    orderType: 'Dine In',
    orderStatus: 'completed',
    paymentStatus: 'paid',
    completedAt: new Date(Date.now() - 30_000).toISOString(),
  })
  const asked = serve(({ path, method }) => {
    if (method === 'PUT') return { status: 200, body: { order: withLine('Served', 3) } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [], toCook: [paid], seq: 0 } }
    return {
      status: 200,
      body: {
        tables: [],
        alerts: [],
        restaurant: { ...aRestaurant(), taxSettings: { roundOff: false }, kotSettings: { readyStep: true } },
        reservations: [],
      },
    }
  })
  const withLine = (status: 'Ready' | 'Served', version: number) => ({
    ...paid,
    version,
    kots: [{ ...kot, items: [{ ...line, status, statusAt: new Date().toISOString() }] }],
  })
  await signIn({ role: 'waiter' })
  mount(<CaptainHomePage />)
  await screen.findByText(/Nothing is ready yet/)
  act(() => absorb(queryClient, { order: withLine('Ready', 2) }))
  const button = await screen.findByRole('button', { name: 'Serve Gulab Jamun, T7' })
  expect(screen.getByText('Ready: 1 × Gulab Jamun, T7')).toBeTruthy()
  expect(screen.getByText(/bill paid/)).toBeTruthy()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(button)
  await act(() => vi.advanceTimersByTimeAsync(5100))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ orderId: 'o7', lineId: line.lineId, status: 'Served' })
  expect(screen.queryByRole('button', { name: /Gulab Jamun/ })).toBeNull()
})
