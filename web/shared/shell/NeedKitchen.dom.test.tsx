import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { serve } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import { NeedsNews } from './NeedsNews.tsx'
import { fetchNeedRows } from './NeedRow.tsx'
import { NeedsRail } from './NeedsRail.tsx'
import { useNeeds } from './useNeeds.ts'

const ticket = (kotId: string, kotNumber: number) => aKot([anItem({ status: 'Preparing' })], { kotId, kotNumber })
const nine = anOrderShape([ticket('a', 12)], { _id: 'nine', tableId: 't9', tableNumber: '9' })
const parcel = anOrderShape([ticket('b', 13)], {
  _id: 'parcel',
  tableId: null,
  tableNumber: null,
  orderType: 'Take Away',
  serialNumber: 105,
  orderStatus: 'completed',
})

function Rail() {
  const { needs, unknown } = useNeeds()
  return <NeedsRail needs={needs} unknown={unknown} />
}

/** The rail of a till whose restaurant has these orders. */
async function rail(orders: OrderShape[], toCook: OrderShape[] = []) {
  const asked = serve(({ path }) =>
    path.startsWith('/v1/orders/restaurant/pending')
      ? { status: 200, body: { orders, toCook, seq: 0 } }
      : { status: 200, body: path.startsWith('/v1/kot') ? { unseenKots: ['b'] } : { alerts: [] } },
  )
  fetchNeedRows()
  const { emit, user } = await mountLive(<Rail />)
  await screen.findByText('No guest is waiting')
  return { asked, emit, user }
}

it('a ticket on no kitchen screen is named with its table and number, also of a parcel that is paid; one press says that the kitchen was told', async () => {
  const { asked, emit, user } = await rail([nine], [parcel])
  emit('ticketsUnseen', { unseenKots: ['a', 'b', 'of another day'] })
  const told = await screen.findByRole('button', { name: 'Kitchen told of T9, KOT 12' })
  expect(screen.getByRole('region', { name: 'Needs a person' }).textContent).toContain('T9 KOT 12 is on no kitchen screen')
  expect(screen.getByText('Take Away 105')).toBeTruthy()
  await user.click(told)
  await waitFor(() => expect(screen.queryByText('T9')).toBeNull())
  expect(asked.at(-1)?.body).toEqual({ by: 'person', tickets: [{ kotId: 'a' }] })
  expect(screen.getByText('Take Away 105')).toBeTruthy()
})

it('it leaves the rail when a kitchen screen shows it, and when it was made', async () => {
  const { emit } = await rail([nine])
  emit('ticketsUnseen', { unseenKots: ['a'] })
  expect(await screen.findByText('T9')).toBeTruthy()
  emit('ticketsUnseen', { unseenKots: [] })
  await screen.findByText('No guest is waiting')
  emit('ticketsUnseen', { unseenKots: ['a'] })
  expect(await screen.findByText('T9')).toBeTruthy()
  const ready = { ...nine, version: nine.version + 1, kots: [aKot([anItem({ status: 'Ready' })], { kotId: 'a', kotNumber: 12 })] }
  emit('orderUpdated', { order: ready, orderId: 'nine', tableId: 't9' })
  await screen.findByText('No guest is waiting')
})

function News() {
  const { needs } = useNeeds()
  return (
    <>
      <NeedsNews needs={needs} inView={false} />
      <p>{needs ? 'loaded' : 'loading'}</p>
    </>
  )
}

it('where the rail is out of view it is a snackbar with the same button; more than three are one row', async () => {
  const table = anOrderShape(
    [1, 2, 3, 4].map((n) => ticket(`k${n}`, n)),
    { tableId: 't7', tableNumber: '7' },
  )
  const asked = serve(({ path }) => ({
    status: 200,
    body: path.startsWith('/v1/kot') ? { unseenKots: [] } : { orders: [table], toCook: [], seq: 0, alerts: [] },
  }))
  const { emit, user } = await mountLive(<News />)
  await screen.findByText('loaded')
  emit('ticketsUnseen', { unseenKots: ['k1', 'k2'] })
  await screen.findByText('T7: KOT 1 is on no kitchen screen')
  emit('ticketsUnseen', { unseenKots: ['k1', 'k2', 'k3', 'k4'] })
  await screen.findByText('4 tickets: on no kitchen screen')
  await waitFor(() => expect(screen.queryByText('T7: KOT 1 is on no kitchen screen')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Kitchen told' }))
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ by: 'person', tickets: ['k1', 'k2', 'k3', 'k4'].map((kotId) => ({ kotId })) }))
})
