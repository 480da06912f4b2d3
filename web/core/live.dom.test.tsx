import { useQuery } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { FakeSocket, mountLive } from '#web/test/socket.tsx'
import { apiQuery } from './query.ts'
import { LiveConnection, useLiveState } from './live.ts'
import { reached, watchConnection } from './online.ts'
import { say } from './say.ts'
import { sessionNow } from './session.ts'
import { dropTokens } from './tokens.ts'

/** What the connection pill knows. */
const Status = () => <p>{useLiveState().status}</p>
const joins = (socket: FakeSocket | null) => (socket?.sent ?? []).filter((text) => text.includes('joinRestaurant'))
const shown = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeAll(watchConnection)
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  serve(() => ({ status: 200 }))
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

/** Joined up to event 1, with a network that has gone away without closing the connection. */
async function joined() {
  const { emit } = await mountLive(<Status />)
  emit('settingsUpdated', { changed: 'profile' })
  const socket = FakeSocket.last as FakeSocket
  expect(joins(socket)).toHaveLength(1)
  return socket
}
const expectAskedAnew = (socket: FakeSocket) => {
  expect(JSON.parse(joins(socket).at(-1) ?? '{}')).toEqual({ event: 'joinRestaurant', data: { restaurantId: 'r1', batch: true, since: 1 } })
}
/** The connection is dead: after some seconds without an answer another one is opened, which asks for what was missed. */
async function expectMadeAnew(old: FakeSocket) {
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(FakeSocket.last).not.toBe(old))
  const made = FakeSocket.last as FakeSocket
  act(() => made.open())
  expectAskedAnew(made)
}

it('a connection that looks open after Tawa could not be reached is asked for what was missed, and made anew when it doesn’t answer', async () => {
  const socket = await joined()
  act(() => void dispatchEvent(new Event('offline')))
  act(() => reached())
  expect(joins(socket)).toHaveLength(2)
  expectAskedAnew(socket)
  await expectMadeAnew(socket)
})

it('one that answers stays', async () => {
  const socket = await joined()
  act(() => void dispatchEvent(new Event('offline')))
  act(() => reached())
  expect(joins(socket)).toHaveLength(2)
  act(() => socket.receive({ event: 'joined', data: { seq: 1, resumed: true, alerts: [] } }))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(FakeSocket.last).toBe(socket)
  expect(document.body.textContent).toContain('connected')
})

it('is asked when the page is shown again after its device may have slept, but not after a look at another tab', async () => {
  const socket = await joined()
  shown('hidden')
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  shown('visible')
  expect(joins(socket)).toHaveLength(1)
  shown('hidden')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  shown('visible')
  expect(joins(socket)).toHaveLength(2)
  await expectMadeAnew(socket)
})

it('is asked once the server’s ping is overdue', async () => {
  const socket = await joined()
  await act(() => vi.advanceTimersByTimeAsync(300_000))
  expect(joins(socket)).toHaveLength(1)
  act(() => socket.receive({ event: 'ping', data: {} }))
  await act(() => vi.advanceTimersByTimeAsync(300_000))
  expect(joins(socket)).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  expect(joins(socket)).toHaveLength(2)
  await expectMadeAnew(socket)
})

/** A page that has read the KOT counter, and how often it has been read since. */
async function readingTheCounter() {
  const asked = serve(({ path }) => ({ status: 200, body: path.endsWith('/kot') ? { number: 1, date: '2026-11-27' } : {} }))
  const Ticket = () => <p>{useQuery(apiQuery('GET /kot')).status}</p>
  const { emit } = await mountLive(<Ticket />)
  const reads = () => asked.filter(({ path }) => path.endsWith('/kot')).length
  await waitFor(() => expect(document.body.textContent).toContain('success'))
  return { emit, reads, first: reads() }
}

it('reads everything again when the permissions change after an event was withheld: it may have been opened to this role', async () => {
  const { emit, reads, first } = await readingTheCounter()
  emit('settingsUpdated', { changed: 'permissions' })
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(reads()).toBe(first)
  emit('withheld', {})
  emit('settingsUpdated', { changed: 'permissions' })
  await waitFor(() => expect(reads()).toBe(first + 1))
  // Nothing was asked for meanwhile: the sequence is whole.
  expect(joins(FakeSocket.last)).toHaveLength(1)
})

it('brings the permissions and settings up to date when it comes late, or when too much was missed to be replayed', async () => {
  const asked = serve(({ path }) => ({
    status: 200,
    body: path.endsWith('/kot') ? { number: 1, date: '2026-11-27' } : { permissions: {} },
  }))
  const reads = (end: string) => asked.filter(({ path }) => path.endsWith(end)).length
  const join = (seq: number) =>
    act(() => (FakeSocket.last as FakeSocket).receive({ event: 'joined', data: { seq, resumed: false, alerts: [] } }))
  const Ticket = () => <p>{useQuery(apiQuery('GET /kot')).status}</p>
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.last = null
  await signIn({ role: 'cashier' })
  mount(
    <>
      <LiveConnection />
      <Ticket />
    </>,
  )
  await waitFor(() => expect(document.body.textContent).toContain('success'))
  await waitFor(() => expect(FakeSocket.last).not.toBeNull())
  const first = [reads('/kot'), reads('/permissions')]
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  act(() => FakeSocket.last?.open())
  join(5)
  await waitFor(() => expect([reads('/kot'), reads('/permissions')]).toEqual(first.map((n) => n + 1)))
  join(900)
  await waitFor(() => expect([reads('/kot'), reads('/permissions')]).toEqual(first.map((n) => n + 2)))
})

it('reads everything again when it is back, if an event was withheld before it closed: the permissions may have been widened just before it', async () => {
  const { emit, reads, first } = await readingTheCounter()
  const comesBack = async () => {
    const old = FakeSocket.last as FakeSocket
    act(() => old.end(1013))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await waitFor(() => expect(FakeSocket.last).not.toBe(old))
    act(() => FakeSocket.last?.open())
    act(() => FakeSocket.last?.receive({ event: 'joined', data: { seq: 2, resumed: true, alerts: [] } }))
    await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  emit('settingsUpdated', { changed: 'permissions' })
  await comesBack()
  expect(reads()).toBe(first)
  act(() => FakeSocket.last?.receive({ event: 'withheld', data: {}, seq: 2 }))
  await comesBack()
  expect(reads()).toBe(first + 1)
  await comesBack()
  expect(reads()).toBe(first + 1)
})

it('that closes when the cookie of the session has run out says so and leads to the login page', async () => {
  const warning = vi.spyOn(say, 'warning')
  const socket = await joined()
  dropTokens()
  act(() => socket.end(1006))
  expect(sessionNow().status).toBe('expired')
  expect(warning).toHaveBeenCalledOnce()
  await act(() => vi.advanceTimersByTimeAsync(1500))
})
