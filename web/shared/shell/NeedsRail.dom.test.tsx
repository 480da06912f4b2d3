import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { reached, watchConnection } from '#web/core/online.ts'
import { mount, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { fetchNeedRows } from './NeedRow.tsx'
import { NeedsRail } from './NeedsRail.tsx'
import { useNeeds } from './useNeeds.ts'

function Rail() {
  const { needs, unknown } = useNeeds()
  return <NeedsRail needs={needs} unknown={unknown} />
}
const held = aKot([anItem({ status: 'In Cart' })], { held: true })
const nine = anOrderShape([held], { tableId: 't9', tableNumber: '9' })

/** The rail of a till that gets these answers for the open orders and the tables' calls, and has no socket, which brings the calls too. */
async function rail(orders: Reply, alerts: Reply) {
  serve(({ path }) => (path.startsWith('/v1/orders') ? orders : path.startsWith('/v1/tables/alerts') ? alerts : { status: 200, body: {} }))
  fetchNeedRows()
  await signIn()
  mount(<Rail />)
}
const orders = (...open: object[]): Reply => ({ status: 200, body: { orders: open, toCook: [], seq: 0 } })
const none: Reply = { status: 200, body: { alerts: [] } }
const failed: Reply = { status: 404, body: { status: 'error', code: 'not_found', message: 'Failed.' } }

it.each([
  ['the calls', orders(), failed],
  ['the orders', failed, none],
])('says that it doesn’t know who is waiting when %s couldn’t be loaded', async (_what, open, calls) => {
  await rail(open, calls)
  expect(await screen.findByText('Could not load who is waiting')).toBeTruthy()
  expect(screen.queryByText('No guest is waiting')).toBeNull()
})

it('shows what is loaded, and that something is missing', async () => {
  await rail(orders(nine), failed)
  expect(await screen.findByText('T9')).toBeTruthy()
  expect(screen.getByText('Could not load all')).toBeTruthy()
})

it.each(['__proto__', 'constructor', 'toString', 'a candle'])('shows a call of any words, in quotes: %s', async (alertType) => {
  const alert = { _id: 'a1', id: 'a1', tableId: 't9', tableNumber: '9', alertType, orderId: null, timestamp: new Date().toISOString() }
  await rail(orders(), { status: 200, body: { alerts: [{ ...alert, acknowledged: false, acknowledgedBy: null }] } })
  await waitFor(() => expect(screen.queryByText('T9')).not.toBeNull())
  expect(screen.getByText(new RegExp(`“${alertType}”`))).toBeTruthy()
})

it('says that it doesn’t know who is waiting once Tawa can’t be reached', async () => {
  await rail(orders(), none)
  expect(await screen.findByText('No guest is waiting')).toBeTruthy()
  watchConnection()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(await screen.findByText('Could not load who is waiting')).toBeTruthy()
  expect(screen.queryByText('No guest is waiting')).toBeNull()
  act(reached)
  expect(await screen.findByText('No guest is waiting')).toBeTruthy()
})

it('says that nobody waits once everything is loaded', async () => {
  await rail(orders(), none)
  expect(await screen.findByText('No guest is waiting')).toBeTruthy()
})
