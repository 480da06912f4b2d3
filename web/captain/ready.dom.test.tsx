import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { AlertShape } from '#domain/api/tables.ts'
import { aKot, anItem, anOrderShape, aRestaurant, aTable } from '#domain/test/shapes.ts'
import { absorb, forgetLive, putAlert } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import CaptainHomePage from './CaptainHomePage.tsx'

/** "Ready to serve" for a hurried hand: one press serves a table, and no row moves under the finger. */

afterEach(() => void vi.useRealTimers())

const call = (over: Partial<AlertShape>): AlertShape => ({
  ...{ _id: 'a', id: 'a', tableId: 't9', tableNumber: '9', alertType: 'callWaiter', orderId: null },
  ...{ timestamp: '2026-11-21T10:00:00.000Z', acknowledged: false, acknowledgedBy: null },
  ...over,
})

/** T7 has Dal and Roti ready, and T9 has Naan, which is the second oldest. */
async function home({ alerts = [], role = 'waiter' }: { alerts?: AlertShape[]; role?: 'waiter' | 'generalManager' } = {}) {
  onTestFinished(() => forgetLive(queryClient))
  const ready = (itemName: string, minute: number) => anItem({ itemName, status: 'Ready', statusAt: `2026-11-21T10:0${minute}:00.000Z` })
  const at = (n: string) => ({ _id: `o${n}`, tableId: `t${n}`, tableNumber: n, orderType: 'Dine In' as const })
  const seven = anOrderShape([aKot([ready('Dal', 1), ready('Roti', 3)])], at('7'))
  const nine = anOrderShape([aKot([ready('Naan', 2)])], at('9'))
  const asked = serve(({ path, method, body }) => {
    if (method === 'PUT') {
      const { lineId, orderId, status } = body as { lineId: string; orderId: string; status: 'Served' | 'Ready' }
      const known = orderId === 'o7' ? seven : nine
      const kots = known.kots.map((kot) => ({
        ...kot,
        items: kot.items.map((line) => (line.lineId === lineId ? Object.assign(line, { status }) : line)),
      }))
      return { status: 200, body: { order: { ...known, version: (known.version += 1), kots } } }
    }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [seven, nine], toCook: [], seq: 0 } }
    if (path === '/v1/tables/alerts') return { status: 200, body: { alerts } }
    return {
      status: 200,
      body: {
        tables: ['7', '9'].map((n) => aTable({ _id: `t${n}`, tableNumber: n, status: 'occupied', currentOrderId: `o${n}` })),
        restaurant: { ...aRestaurant(), taxSettings: { roundOff: false }, kotSettings: { readyStep: true } },
        reservations: [],
      },
    }
  })
  await signIn({ role })
  mount(<CaptainHomePage />)
  await screen.findByRole('button', { name: 'Serve Dal, T7' })
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  return {
    rows: () => screen.getAllByText(/^\d × [^,]+$/).map((name) => name.textContent?.slice(4)),
    sent: () => asked.filter(({ method }) => method === 'PUT').length,
    wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    press: (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name })),
  }
}

it('one press serves all of a table’s dishes, each with its own Undo', async () => {
  const { press, sent, wait } = await home()
  expect(screen.queryByRole('button', { name: /^T9 ?All/ })).toBeNull()
  press(/^T7 ?All 2, serve/)
  press('Undo serving Roti, T7')
  await wait(1000)
  press('Undo serving Roti, T7')
  await wait(5000)
  expect(sent()).toBe(1)
  expect(screen.getByRole('button', { name: 'Serve Roti, T7' })).toBeTruthy()
})

it('what was served keeps its row while others are served, and all leave together', async () => {
  const { rows, press, wait, sent } = await home()
  press('Serve Dal, T7')
  await wait(3000)
  press('Serve Naan, T9')
  await wait(3000)
  expect(sent()).toBe(1)
  expect(screen.queryByRole('button', { name: 'Undo serving Dal, T7' })).toBeNull()
  expect(rows()).toEqual(['Dal', 'Naan', 'Roti'])
  await wait(2500)
  expect(rows()).toEqual(['Roti'])
})

it('a manager’s Undo, which is sent after Serve was, keeps the row in its place until the answer', async () => {
  const { rows, press, wait, sent } = await home({ role: 'generalManager' })
  press('Serve Dal, T7')
  await wait(1000)
  expect(sent()).toBe(1)
  press('Undo serving Dal, T7')
  expect(rows()).toEqual(['Dal', 'Naan', 'Roti'])
  await wait(1000)
  expect(sent()).toBe(2)
  expect(screen.getByRole('button', { name: 'Serve Dal, T7' })).toBeTruthy()
  await wait(6000)
  expect(rows()).toEqual(['Dal', 'Naan', 'Roti'])
})

it('what was served leaves when the last of it that waited is taken back', async () => {
  const { rows, press, wait } = await home()
  press('Serve Dal, T7')
  await wait(3000)
  press('Serve Naan, T9')
  await wait(3000)
  expect(rows()).toEqual(['Dal', 'Naan', 'Roti'])
  press('Undo serving Naan, T9')
  await wait(100)
  expect(rows()).toEqual(['Naan', 'Roti'])
})

it('a press on a row that a call has just moved to this place is not taken', async () => {
  const { press, wait } = await home()
  act(() => putAlert(queryClient, call({ alertType: 'water' })))
  await wait(50)
  press('Serve Dal, T7')
  expect(screen.queryByRole('button', { name: 'Undo serving Dal, T7' })).toBeNull()
  await wait(500)
  press('Serve Dal, T7')
  expect(screen.getByRole('button', { name: 'Undo serving Dal, T7' })).toBeTruthy()
})

it('calls that somebody answers are one line below what is ready', async () => {
  const taken = { acknowledged: true, acknowledgedBy: 'Ravi Teja' }
  await home({ alerts: [call({ ...taken, alertType: 'water' }), call({ ...taken, _id: 'b', tableId: 't7', tableNumber: '7' })] })
  const line = screen.getByText(/T9 Water, T7 Waiter|T7 Waiter, T9 Water/)
  const serveRow = screen.getByRole('button', { name: 'Serve Roti, T7' })
  expect(serveRow.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('a row that appears at the end can be pressed at once', async () => {
  const { press, wait } = await home()
  const item = anItem({ itemName: 'Kheer', status: 'Ready', statusAt: '2026-11-21T10:09:00.000Z' })
  const order = anOrderShape([aKot([item])], { _id: 'o3', tableId: 't3', tableNumber: '3', orderType: 'Dine In' })
  act(() => absorb(queryClient, { order }))
  await wait(50)
  press('Serve Kheer, T3')
  expect(screen.getByRole('button', { name: 'Undo serving Kheer, T3' })).toBeTruthy()
})
