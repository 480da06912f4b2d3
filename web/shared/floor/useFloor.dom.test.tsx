import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aTable } from '#domain/test/shapes.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { useFloor } from './useFloor.ts'

function Guests() {
  return <p>{useFloor().tables.map(({ label, state, customer }) => `${label} ${state.word} ${customer}`)}</p>
}
const table = (seatedAt?: string) =>
  aTable({
    _id: 't1',
    tableNumber: '1',
    status: seatedAt ? 'available' : 'reserved',
    currentOrderId: null,
    ...(seatedAt ? { seatedAt } : null),
  })

it('reads who has booked once, and again when somebody sits down, but not because the floor is opened again', async () => {
  await signIn({ role: 'captain' })
  const booking = { tableId: 't1', time: '20:15', customerName: 'Kavya', partySize: 3 }
  let seated = false
  const asked = serve(({ path }) => {
    if (path === '/v1/tables') return { status: 200, body: { tables: [table()] } }
    if (path === '/v1/tables/bookings') return { status: 200, body: { bookings: [{ ...booking, ...(seated ? { seated } : null) }] } }
    if (path === '/v1/tables/alerts') return { status: 200, body: { alerts: [] } }
    return { status: 200, body: { orders: [] } }
  })
  const reads = () => asked.filter(({ path }) => path === '/v1/tables/bookings').length
  const first = mount(<Guests />)
  await screen.findByText('T1 Reserved Kavya')
  first.unmount()
  mount(<Guests />)
  await screen.findByText('T1 Reserved Kavya')
  expect(reads()).toBe(1)
  seated = true
  act(() =>
    queryClient.setQueryData(apiQuery('GET /tables').queryKey, (old) => old && { ...old, tables: [table(new Date().toISOString())] }),
  )
  await screen.findByText('T1 Seated Kavya')
  expect(reads()).toBe(2)
})
