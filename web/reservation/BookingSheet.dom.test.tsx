import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { aTable } from '#domain/test/shapes.ts'
import { addDays } from '#domain/time.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, type Request, refusal, serve, signIn } from '#web/test/dom.tsx'
import { BookingSheet } from './BookingSheet.tsx'
import { entriesOf } from './book.ts'
import { useSteps } from './useBook.ts'

const DAY = addDays(new Date().toISOString().slice(0, 10), 5)
const NOW = new Date()
const TAKEN = {
  _id: 'r1',
  customerName: 'Sneha Kulkarni',
  mobile_number: '9848011111',
  partySize: 4,
  date: DAY,
  time: '20:30',
  durationMinutes: 90,
  tableId: 't5',
  tableNumber: '5',
  note: '',
  status: 'booked' as const,
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 3,
}
const TABLE = aTable({ _id: 't5', tableNumber: '5', area: 'Hall' })

function Sheet({ booked = false }: { booked?: boolean }) {
  const [entry] = entriesOf([TAKEN], NOW, 'Asia/Kolkata')
  const none = () => undefined
  return (
    <BookingSheet
      booking={booked ? (entry ?? null) : null}
      day={DAY}
      preset={{}}
      nowOn={() => null}
      steps={useSteps()}
      onPropose={none}
      onClose={none}
    />
  )
}

/** The bookings in the list. The server knows `TAKEN` even if the list doesn't. */
function server(listed: readonly unknown[]) {
  return serve(({ method, path, body }: Request) => {
    if (path.startsWith('/v1/restaurant/reservations?')) return { status: 200, body: { reservations: listed } }
    if (path === '/v1/tables') return { status: 200, body: { tables: [TABLE] } }
    if (path.startsWith('/v1/restaurant/customers'))
      return {
        status: 200,
        body: {
          customers: [
            { _id: 'c1', name: 'Meera Iyer', mobile_number: '9848022110', visits: 12, note: '', lastVisitAt: '2026-11-14T14:00:00.000Z' },
          ],
        },
      }
    if (method === 'POST' && !(body as { allowOverlap?: boolean }).allowOverlap)
      return refusal(409, 'table_taken', 'Table 5 is booked then: Sneha Kulkarni at 20:30.', { reservations: [TAKEN] })
    return { status: method === 'POST' ? 201 : 200, body: { reservation: { ...TAKEN, ...(body as object) } } }
  })
}
afterEach(() => vi.useRealTimers())
const sent = (asked: readonly Request[], method: string) => asked.filter((r) => r.method === method && r.path.includes('/reservations/'))

it('an overlap that only the server knows is shown as a warning and needs "Book anyway"', async () => {
  await signIn()
  const asked = server([])
  const { user } = mount(<Sheet />)
  await user.type(screen.getByLabelText('Mobile'), '98480 22110')
  // Mobile look-up fills the name.
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Meera Iyer'))
  expect(screen.getByText(/Known guest: 12 visits, last on 14 Nov 2026/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '20:00' }))
  await user.click(await screen.findByRole('button', { name: 'Book T5 at 20:00' }))
  expect((await screen.findByRole('alert')).textContent).toBe('T5 is booked then: Sneha Kulkarni, 20:30 to 22:00.')
  await user.click(screen.getByRole('button', { name: 'Book anyway' }))
  await waitFor(() => expect(sent(asked, 'POST')).toHaveLength(2))
  expect(sent(asked, 'POST').map((r) => (r.body as { allowOverlap?: boolean }).allowOverlap)).toEqual([undefined, true])
})

it('the name of a known guest goes when the number is corrected to one that nobody has', async () => {
  await signIn()
  serve(({ path }) => {
    if (path.startsWith('/v1/restaurant/reservations?')) return { status: 200, body: { reservations: [] } }
    if (path === '/v1/tables') return { status: 200, body: { tables: [TABLE] } }
    const guest = { _id: 'c1', name: 'Meera Iyer', mobile_number: '9848022110', visits: 12, note: '', lastVisitAt: null }
    return { status: 200, body: { customers: path.includes('9848022110') ? [guest] : [] } }
  })
  const { user } = mount(<Sheet />)
  await user.type(screen.getByLabelText('Mobile'), '9848022110')
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Meera Iyer'))
  await user.type(screen.getByLabelText('Mobile'), '{Backspace}9')
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', ''))
})

it('a name that was typed stays when the mobile is known under another one', async () => {
  await signIn()
  server([])
  const { user } = mount(<Sheet />)
  await user.type(screen.getByLabelText('Name'), 'Ravi')
  await user.type(screen.getByLabelText('Mobile'), '9848022110')
  await screen.findByText(/Known guest/)
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ravi')
})

it('a change sends only the changed fields, with the version; a booking that keeps its table and time needs no "Book anyway"', async () => {
  await signIn()
  const asked = server([TAKEN, { ...TAKEN, _id: 'r2', time: '21:00' }])
  const { user } = mount(<Sheet booked />)
  const more = await screen.findByRole('button', { name: 'More Guests' })
  await user.click(more)
  expect(within(screen.getByRole('dialog')).getByText('5 guests, and T5 has 4 seats.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(asked, 'PUT')[0]?.body).toEqual({ partySize: 5, version: 3 }))
})

it('a booking that another device has changed meanwhile: typed values stay, other fields are updated, and Save sends the newer version', async () => {
  await signIn()
  const there = { ...TAKEN, note: 'Birthday', partySize: 2, version: 4 }
  const answer = server([TAKEN])
  const { user } = mount(<Sheet booked />)
  await user.click(await screen.findByRole('button', { name: 'More Guests' }))
  const asked = serve(({ method, path, body }) => {
    if (method !== 'PUT') return { status: 200, body: path.includes('reservations') ? { reservations: [TAKEN] } : { tables: [TABLE] } }
    return (body as { version: number }).version === 3
      ? refusal(409, 'version_conflict', 'The reservation was changed since', { reservation: there })
      : { status: 200, body: { reservation: { ...there, partySize: 5, version: 5 } } }
  })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/What you typed is still here/)
  expect(screen.getByLabelText(/^Note/)).toHaveProperty('value', 'Birthday')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent(asked, 'PUT').map(({ body }) => body)).toEqual([
      { partySize: 5, version: 3 },
      { partySize: 5, version: 4 },
    ]),
  )
  expect(sent(answer, 'PUT')).toEqual([])
})

async function fillIn(user: UserEvent) {
  await user.type(screen.getByLabelText('Mobile'), '98480 22110')
  await user.type(screen.getByLabelText('Name'), 'Asha')
  await user.click(screen.getByRole('button', { name: '20:00' }))
}

/** Asha is booked at T5, the server has the booking, and its answer was lost. The next answer arrives. */
async function bookedWithoutAnswer() {
  await signIn()
  const made: unknown[] = []
  const asked = serve(({ method, path, body }) => {
    if (path.startsWith('/v1/restaurant/reservations?')) return { status: 200, body: { reservations: made } }
    if (path === '/v1/tables') return { status: 200, body: { tables: [TABLE, aTable({ _id: 't6', tableNumber: '6', area: 'Hall' })] } }
    if (method !== 'POST') return { status: 200, body: { customers: [] } }
    const answer = { ...TAKEN, ...(body as object), _id: 'r9' }
    return made.push(answer) > 1 ? { status: 201, body: { reservation: answer } } : 'lost'
  })
  const { user, unmount } = mount(<Sheet />)
  await fillIn(user)
  await user.click(await screen.findByRole('button', { name: 'Book T5 at 20:00' }))
  await waitFor(() => expect(made).toHaveLength(1))
  // The list is asked again by itself.
  await waitFor(() => expect(JSON.stringify(queryClient.getQueriesData({ queryKey: ['GET /restaurant/reservations'] }))).toContain('Asha'))
  return { user, unmount, bookings: () => sent(asked, 'POST') }
}

it('a booking whose answer is lost is sent again as it was, although the list has it by now', async () => {
  const { user, bookings } = await bookedWithoutAnswer()
  await user.click(await screen.findByRole('button', { name: 'Book T5 at 20:00' }))
  await waitFor(() => expect(bookings()).toHaveLength(2))
  const [first, second] = bookings()
  expect(first?.body).toMatchObject({ tableId: 't5', customerName: 'Asha' })
  expect([second?.body, second?.key]).toEqual([first?.body, first?.key])
})

it('it is the same one however long the sheet is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user, bookings } = await bookedWithoutAnswer()
  act(() => vi.advanceTimersByTime(3_600_000))
  await user.click(await screen.findByRole('button', { name: 'Book T5 at 20:00' }))
  await waitFor(() => expect(bookings()).toHaveLength(2))
  const [first, second] = bookings()
  expect([second?.body, second?.key]).toEqual([first?.body, first?.key])
})

it('the same in a sheet that is opened again is another booking, which sees the first', async () => {
  const { unmount, bookings } = await bookedWithoutAnswer()
  unmount()
  const { user } = mount(<Sheet />)
  await fillIn(user)
  await user.click(await screen.findByRole('button', { name: 'Book T6 at 20:00' }))
  await waitFor(() => expect(bookings()).toHaveLength(2))
  const [first, second] = bookings()
  expect(second?.body).toMatchObject({ tableId: 't6', customerName: 'Asha' })
  expect(second?.key).not.toBe(first?.key)
})

it('what was typed after a lost answer is another booking, which sees the first', async () => {
  const { user, bookings } = await bookedWithoutAnswer()
  await user.type(screen.getByLabelText('Name'), ' Rao')
  await user.click(await screen.findByRole('button', { name: 'Book T6 at 20:00' }))
  await waitFor(() => expect(bookings()).toHaveLength(2))
  expect(bookings()[1]?.body).toMatchObject({ tableId: 't6', customerName: 'Asha Rao' })
})

it('"Book anyway" is about the table and time that were refused: another time is asked anew', async () => {
  await signIn()
  const asked = server([])
  const { user } = mount(<Sheet />)
  await user.type(screen.getByLabelText('Mobile'), '98480 22110')
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Meera Iyer'))
  await user.click(screen.getByRole('button', { name: '20:00' }))
  await user.click(await screen.findByRole('button', { name: 'Book T5 at 20:00' }))
  await screen.findByRole('button', { name: 'Book anyway' })
  await user.click(screen.getByRole('button', { name: '19:00' }))
  expect(screen.queryByText(/^T5 is booked then/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Book T5 at 19:00' }))
  await waitFor(() => expect(sent(asked, 'POST')).toHaveLength(2))
  expect(sent(asked, 'POST')[1]?.body).not.toHaveProperty('allowOverlap')
})

it('a guest of whom only the number is known has no name yet', async () => {
  await signIn()
  serve(({ path }) => {
    if (path.startsWith('/v1/restaurant/reservations?')) return { status: 200, body: { reservations: [] } }
    if (path === '/v1/tables') return { status: 200, body: { tables: [TABLE] } }
    const number = '9848022110'
    return {
      status: 200,
      body: { customers: [{ _id: 'c1', name: number, mobile_number: number, visits: 2, note: '', lastVisitAt: null }] },
    }
  })
  const { user } = mount(<Sheet />)
  await user.type(screen.getByLabelText('Mobile'), '9848022110')
  await screen.findByText(/Known guest: 2 visits/)
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '')
})

it('a time outside of the opening hours says so, on its button and once it is chosen, and can be booked', async () => {
  await signIn()
  const restaurant = {
    timezone: 'Asia/Kolkata',
    opening_hours: { periods: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ open: { day, time: '1100' }, close: { day, time: '1900' } })) },
  }
  serve(({ path }) =>
    path.startsWith('/v1/restaurant/profile')
      ? { status: 200, body: { restaurant } }
      : { status: 200, body: { reservations: [], tables: [], customers: [] } },
  )
  const { user } = mount(<Sheet />)
  await user.click(await screen.findByRole('button', { name: /19:00 ?closed/ }))
  expect(screen.getByText('By your opening hours you are closed at 19:00.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Book at 19:00' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '18:45' }))
  expect(screen.queryByText(/By your opening hours/)).toBeNull()
})
