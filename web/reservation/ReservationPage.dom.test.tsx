import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aTable } from '#domain/test/shapes.ts'
import { addDays } from '#domain/time.ts'
import { absorb } from '#web/core/liveCache.ts'
import { watchConnection } from '#web/core/online.ts'
import { queryClient } from '#web/core/query.ts'
import { draftNow, tableKey } from '#web/shared/order/drafts.ts'
import { mount, refusal, type Reply, type Request, serve, signIn } from '#web/test/dom.tsx'
import ReservationPage from './ReservationPage.tsx'

const DAY = addDays(new Date().toISOString().slice(0, 10), 5)
const booking = (id: string, customerName: string, time: string) => ({
  ...{
    _id: id,
    customerName,
    time,
    mobile_number: '9848011111',
    partySize: 4,
    date: DAY,
    durationMinutes: 90,
    tableId: 't5',
    tableNumber: '5',
  },
  ...{ note: '', status: 'booked' as const, createdAt: '2026-11-20T10:00:00.000Z', version: 3 },
})
const TABLES = ['5', '9'].map((tableNumber) => aTable({ _id: `t${tableNumber}`, tableNumber, area: 'Hall' }))

beforeEach(() => {
  // The sheet stands beside the book. The timeline needs a real browser.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('1280'), addEventListener: vi.fn(), removeEventListener: vi.fn() }) as never,
  )
})

/** A step is answered as the server does it, if `reply` doesn't answer it. */
async function open(
  at: string,
  listed = [booking('r1', 'Sneha Kulkarni', '19:00'), booking('r2', 'Ravi Teja', '21:00')],
  reply: (request: Request) => Reply | null = () => null,
) {
  await signIn({ role: 'generalManager' })
  const asked = serve((request) => {
    const { method, path, body } = request
    const own = reply(request)
    if (own) return own
    if (method === 'PUT') {
      const at = listed.findIndex(({ _id }) => path.endsWith(_id))
      const { status } = body as { status: 'booked' }
      listed[at] = { ...listed[at]!, status, version: listed[at]!.version + 1 }
      return { status: 200, body: { reservation: listed[at] } }
    }
    if (path.startsWith('/v1/restaurant/reservations')) return { status: 200, body: { reservations: listed } }
    if (path === '/v1/tables') return { status: 200, body: { tables: TABLES } }
    return { status: 200, body: { customers: [], restaurant: { timezone: 'Asia/Kolkata', opening_hours: { periods: [] } } } }
  })
  return { ...mount(<ReservationPage />, { at: `/restaurant/reservation?day=${DAY}${at}`, path: '/restaurant/reservation' }), asked }
}
const row = (name: RegExp) => screen.getByRole('button', { name })
const note = () => screen.findByLabelText<HTMLTextAreaElement>(/^Note/)

it('a half typed booking is not lost when another booking or day is opened beside it, unless somebody says so', async () => {
  const { user } = await open('&reservation=new')
  await user.type(await note(), 'Window')
  await user.click(screen.getByRole('button', { name: 'Next day' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect((await note()).value).toBe('Window')
  await user.click(screen.getAllByRole('button', { name: /Ravi Teja/ })[0]!)
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect((await note()).value).toBe(''))
  expect(screen.getByRole('heading', { name: 'Ravi Teja' })).toBeTruthy()
})

it('Seat asks before it drops a change of the booking that was not saved', async () => {
  const { user, asked } = await open('&reservation=r1')
  await user.type(await note(), 'Birthday')
  await user.click(await screen.findByRole('button', { name: 'Seat' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect((await note()).value).toBe('Birthday')
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('closed beside the book, a booking gives the focus back to what opened it, or to its row', async () => {
  const { user } = await open('&reservation=r2')
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(row(/Ravi Teja/)))
  await user.click(row(/Sneha Kulkarni/))
  await note()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(row(/Sneha Kulkarni/)))
  const add = screen.getByRole('button', { name: 'New booking' })
  await user.click(add)
  await note()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(add))
})

it('a booking that another device deletes or moves to another day stays open with what was typed, and says that it can’t be saved', async () => {
  const listed = [booking('r1', 'Sneha Kulkarni', '19:00'), booking('r2', 'Ravi Teja', '21:00')]
  const { user } = await open('&reservation=r1', listed)
  await user.type(await note(), 'Window')
  listed.shift()
  await queryClient.refetchQueries({ queryKey: ['GET /restaurant/reservations'] })
  expect(await screen.findByText(/^This booking is no longer in this list/, { selector: '[role=status] *' })).toBeTruthy()
  expect((await note()).value).toBe('Window')
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
})

it('Seat leaves nothing of the guests on this device: their order has them from the booking, and the next guests’ order must not', async () => {
  const { user, path } = await open('&reservation=r1')
  await user.click(await screen.findByRole('button', { name: 'Seat' }))
  await waitFor(() => expect(path()).toBe('/restaurant/pos'))
  expect(draftNow(tableKey('t5'))).toBeNull()
})

it('a new booking that is half typed stays when the connection drops, and says why it can’t be saved; offline no address opens one', async () => {
  watchConnection()
  const { user, goTo } = await open('&reservation=new')
  await user.type(await note(), 'Window')
  await act(async () => void dispatchEvent(new Event('offline')))
  expect((await note()).value).toBe('Window')
  const save = screen.getByRole('button', { name: 'Book' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  await user.clear(await note())
  await act(() => goTo(`/restaurant/reservation?day=${DAY}`))
  await waitFor(() => expect(screen.queryByLabelText(/^Note/)).toBeNull())
  await act(() => goTo(`/restaurant/reservation?day=${DAY}&reservation=new`))
  expect(screen.queryByLabelText(/^Note/)).toBeNull()
  await act(async () => void dispatchEvent(new Event('online')))
  await note()
})

it('a step with a booking that another device has changed is refused, and the book is read again; steps of this page follow one another', async () => {
  const listed = [booking('r1', 'Sneha Kulkarni', '19:00')]
  const { user, path, asked } = await open('&reservation=r1', listed, ({ method, body }) => {
    const sent = body as { version?: number } | undefined
    if (method !== 'PUT' || sent?.version === listed[0]!.version) return null
    return refusal(409, 'version_conflict', 'Changed on another device.', { reservation: listed[0] })
  })
  // The row of somebody who has arrived has one too.
  const seat = async () => (await screen.findAllByRole('button', { name: 'Seat' }))[0]!
  await seat()
  listed[0] = { ...listed[0]!, tableId: 't9', tableNumber: '9', version: 4 }
  await user.click(await seat())
  expect(await screen.findByText('Changed on another device.')).toBeTruthy()
  expect(path()).toBe('/restaurant/reservation')
  await waitFor(() => expect(row(/Sneha Kulkarni/).textContent).toContain('T9'))
  await user.click(row(/Sneha Kulkarni/))
  // Without the book being read in between.
  await user.click(await screen.findByRole('button', { name: 'Arrived' }))
  await user.click(await seat())
  await screen.findByText('Sneha Kulkarni is seated at T9')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(listed[0]!.status).toBe('arrived'))
  const sent = asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent).toEqual([
    { status: 'seated', version: 3 },
    { status: 'arrived', version: 4 },
    { status: 'seated', version: 5 },
    { status: 'arrived', version: 6 },
  ])
})

it('Left, of guests whose bill has closed their booking meanwhile, says that they have left', async () => {
  const listed = [{ ...booking('r1', 'Sneha Kulkarni', '19:00'), status: 'seated' as 'seated' | 'completed' }]
  const { user } = await open('&reservation=r1', listed as never, ({ method }) => {
    if (method !== 'PUT') return null
    return refusal(409, 'version_conflict', 'Changed on another device.', { reservation: listed[0] })
  })
  const left = (await screen.findAllByRole('button', { name: 'Left' }))[0]!
  listed[0] = { ...listed[0]!, status: 'completed', version: 4 }
  await user.click(left)
  expect(await screen.findByText('Sneha Kulkarni has left')).toBeTruthy()
  expect(screen.queryByText('Changed on another device.')).toBeNull()
})

it('the book is read again when the guests of a booking have paid, since no event tells of their booking', async () => {
  const listed = [booking('r1', 'Sneha Kulkarni', '19:00')]
  const { asked } = await open('', listed)
  const reads = () => asked.filter(({ path }) => path.startsWith('/v1/restaurant/reservations')).length
  await waitFor(() => expect(row(/Sneha Kulkarni/).textContent).toContain('T5'))
  const before = reads()
  const now = { ...TABLES[0]!, version: 10 }
  act(() => absorb(queryClient, { table: { ...now, seatedAt: new Date().toISOString() } }))
  await waitFor(() => expect(reads()).toBe(before + 1))
  listed[0] = { ...listed[0]!, tableId: 't9', tableNumber: '9', version: 4 }
  act(() => absorb(queryClient, { table: { ...now, version: 11 } }))
  await waitFor(() => expect(row(/Sneha Kulkarni/).textContent).toContain('T9'))
})

it('Seat says why it seats nobody while the tables can’t be read', async () => {
  const { user, asked } = await open('&reservation=r1', undefined, ({ path }) =>
    path === '/v1/tables' ? refusal(403, 'forbidden', 'The tables can’t be read.') : null,
  )
  await user.click(await screen.findByRole('button', { name: 'Seat' }))
  expect(await screen.findByText('The tables can’t be read.')).toBeTruthy()
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('at midnight the book turns its page when nothing is open, and not under a booking that is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:58:00+05:30') })
  const days: string[] = []
  const { user, goTo } = await open('&reservation=r1', undefined, ({ path }) => {
    const date = new URL(path, 'http://x').searchParams.get('from')
    if (date === null) return null
    days.push(date)
    return { status: 200, body: { reservations: date === '2026-11-20' ? [booking('r1', 'Sneha Kulkarni', '23:30')] : [] } }
  })
  await act(() => goTo('/restaurant/reservation?reservation=r1'))
  await user.type(await note(), 'Window')
  expect(days).toContain('2026-11-20')
  vi.setSystemTime(new Date('2026-11-21T00:01:00+05:30'))
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.queryAllByText(/no longer in this list/)).toEqual([])
  expect((await note()).value).toBe('Window')
  expect(days).not.toContain('2026-11-21')
  await user.clear(await note())
  await act(() => goTo('/restaurant/reservation'))
  await waitFor(() => expect(days).toContain('2026-11-21'))
})
