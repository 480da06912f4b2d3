import { act, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { later, mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { FakeSocket, mountLive } from '#web/test/socket.tsx'
import { noteBump, setStations, tidy } from './device.ts'
import { at, item, kot, order } from './testOrders.ts'
import { ageMinutes } from './tickets.ts'
import { useBoard } from './useBoard.ts'

const playSound = vi.hoisted(() => vi.fn())
vi.mock(import('#web/app/feedback/sound.ts'), async (original) => ({ ...(await original()), playSound }))

describe('the board', () => {
  const seen: boolean[] = []
  function Board() {
    seen.push(useBoard().loaded)
    return null
  }
  /** A board whose orders have come; `profile` is the answer about the restaurant's settings. */
  async function board(profile: () => Reply) {
    seen.length = 0
    const asked = serve(({ path }) => {
      if (path === '/v1/restaurant/profile') return profile()
      if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order()], toCook: [] } }
      return { status: 200, body: { menu: { categories: [] } } }
    })
    await signIn({ role: 'kitchen' })
    mount(<Board />)
    await waitFor(() => expect(asked.map((r) => r.path)).toContain('/v1/orders/restaurant/pending'))
    return { loaded: () => seen.at(-1) }
  }

  it('waits for the settings, which decide whether a bump writes Ready or Served', async () => {
    const settings = later<{ status: number; body: unknown }>()
    const { loaded } = await board(() => settings.promise)
    await waitFor(() => expect(seen.length).toBeGreaterThan(1))
    expect(loaded()).toBe(false)
    settings.settle({ status: 200, body: { restaurant: { kotSettings: { readyStep: false }, printSettings: { stations: [] } } } })
    await waitFor(() => expect(loaded()).toBe(true))
  })

  it('opens even if the settings can’t be read', async () => {
    const { loaded } = await board(() => refusal(403, 'no_access', 'Access denied. You don’t have permission'))
    await waitFor(() => expect(loaded()).toBe(true))
  })
})

it('a new ticket sounds once, and so does a note that comes later; tickets of a board that is just opened, and a changed customer, make no sound', async () => {
  playSound.mockClear()
  const first = order({ kots: [kot({ items: [item()] })] })
  serve(({ path }) => {
    if (path === '/v1/restaurant/profile')
      return { status: 200, body: { restaurant: { kotSettings: { readyStep: true }, printSettings: { stations: [] } } } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [first], toCook: [], seq: 0 } }
    return { status: 200, body: { menu: { categories: [] } } }
  })
  const shown: string[][] = []
  function Board() {
    shown.push(useBoard().shown.map((slot) => slot.ticket.kotId))
    return null
  }
  const { emit } = await mountLive(<Board />)
  await waitFor(() => expect(shown.at(-1)).toHaveLength(1))
  expect(playSound).not.toHaveBeenCalled()
  const added = kot({ items: [item(), item()] })
  const grown = { ...first, kots: [...first.kots, added], version: first.version + 1 }
  emit('orderUpdated', { order: grown })
  await waitFor(() => expect(shown.at(-1)).toHaveLength(2))
  expect(playSound.mock.calls).toEqual([['newOrder']])
  emit('orderUpdated', { order: { ...grown, customer_name: 'Asha', version: grown.version + 1 } })
  const last = shown.length
  await waitFor(() => expect(shown.length).toBeGreaterThan(last))
  expect(playSound.mock.calls).toEqual([['newOrder']])
  emit('orderUpdated', { order: { ...grown, additionalNote: 'Birthday', version: grown.version + 2 } })
  await waitFor(() => expect(playSound.mock.calls).toEqual([['newOrder'], ['newOrder']]))
})

it('a screen that was switched to another station recalls only that station’s tickets', async () => {
  const of = (station: string) => kot({ kotId: station, items: [item({ station, status: 'Ready' })] })
  const order7 = order({ kots: [of('Grill'), of('Bar')] })
  serve(({ path }) => {
    if (path === '/v1/restaurant/profile')
      return { status: 200, body: { restaurant: { kotSettings: { readyStep: true }, printSettings: { stations: ['Grill', 'Bar'] } } } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order7], toCook: [] } }
    return { status: 200, body: { menu: { categories: [] } } }
  })
  await signIn({ role: 'kitchen' })
  noteBump({ kotId: 'Grill', orderId: order7._id, kotNumber: 1, label: 'T7', at: at(1), items: '1 × Steak' })
  setStations(['Bar'])
  onTestFinished(() => setStations([]))
  const listed: string[][] = []
  function Board() {
    const { loaded, recalls } = useBoard()
    if (loaded) listed.push(recalls.map(({ kotId }) => kotId))
    return null
  }
  mount(<Board />)
  await waitFor(() => expect(listed.at(-1)).toEqual(['Bar']))
})

it('a screen of one category shows and acknowledges no other one’s tickets while the menu still loads', async () => {
  const drinks = order({ kots: [kot({ kotId: 'drinks', items: [item({ categoryName: 'Bar' })] })] })
  const starters = order({ kots: [kot({ kotId: 'starters', items: [item({ categoryName: 'Starters' })] })] })
  const asked = serve(({ path }) => {
    if (path === '/v1/restaurant/profile')
      return { status: 200, body: { restaurant: { kotSettings: { readyStep: true }, printSettings: { stations: [] } } } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [drinks, starters], toCook: [], seq: 0 } }
    return path === '/v1/menus/restaurant' ? new Promise(() => undefined) : { status: 200, body: { unseenKots: [] } }
  })
  await signIn({ role: 'kitchen' })
  setStations(['Starters', 'Salads'])
  onTestFinished(() => setStations([]))
  const shown: string[][] = []
  function Board() {
    const board = useBoard()
    if (board.loaded) shown.push(board.shown.map((slot) => slot.ticket.kotId))
    return null
  }
  mount(<Board />)
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/v1/kot/acknowledge')?.body).toMatchObject({ tickets: [{ kotId: 'starters' }] }),
  )
  expect(new Set(shown.flat())).toEqual(new Set(['starters']))
  // One whose category has nothing open: nothing but the menu names it.
  act(() => setStations(['Salads']))
  await waitFor(() => expect(shown.at(-1)).not.toContain('starters'))
  expect(new Set(shown.flat())).toEqual(new Set(['starters']))
})

describe('an order that was cancelled while this screen could not hear it', () => {
  type Answer = { status: number; body?: unknown }
  const PENDING = '/v1/orders/restaurant/pending'
  /** Long ago, so that only who had it open is told. */
  const cooked = order({ kots: [kot({ kotId: 'k8', items: [item({ itemName: 'Dal', statusAt: at(90, Date.now()) })] })] })
  const cancelled = { ...cooked, orderStatus: 'cancelled', version: 2 }

  const answer = (gone: unknown[]) => ({ status: 200, body: { orders: [], cancelled: gone, toCook: [], seq: 0 } })

  /** A board whose list the test sets, with what it shows of each ticket. */
  async function open(lists: { orders: unknown[]; gone: unknown[] | 'lost' | Promise<Answer> }) {
    forgetLive(queryClient)
    playSound.mockClear()
    const asked = serve(({ path }) => {
      if (path === '/v1/restaurant/profile')
        return { status: 200, body: { restaurant: { kotSettings: { readyStep: true }, printSettings: { stations: [] } } } }
      if (path === PENDING) return { status: 200, body: { orders: lists.orders, toCook: [], seq: 0 } }
      if (path.startsWith(`${PENDING}?`)) return Array.isArray(lists.gone) ? answer(lists.gone) : lists.gone
      return { status: 200, body: { menu: { categories: [] } } }
    })
    await signIn({ role: 'kitchen' })
    const shown: string[][] = []
    const said = new Set<string>()
    function Board() {
      const board = useBoard()
      said.add(board.announcement).add(board.alarm)
      if (board.loaded)
        shown.push(board.shown.flatMap((slot) => (slot.phase === 'gap' ? [] : slot.ticket.lines.map((l) => `${l.name} ${l.status}`))))
      return null
    }
    return {
      mounted: () => mount(<Board />),
      shown: () => shown.at(-1),
      said: () => [...said].filter(Boolean),
      questions: () => asked.flatMap(({ path }) => (path.startsWith(`${PENDING}?`) ? path.split('?')[1] : [])),
    }
  }

  it('is shown struck when it was on the board when another page was opened', async () => {
    const board = await open({ orders: [], gone: [cancelled] })
    tidy(new Set(['k8']), new Set())
    board.mounted()
    await waitFor(() => expect(board.shown()).toEqual(['Dal Cancelled']))
    expect(board.questions()).toEqual(['kots=k8'])
    // It is no new ticket.
    await waitFor(() => expect(board.said()).toEqual(['Cancelled: 1 × Dal, T7']))
    expect(playSound).not.toHaveBeenCalled()
  })

  it('is no news in the morning when it was cancelled last night', async () => {
    const of = (kotId: string, hours: number) => ({
      ...order({ kots: [kot({ kotId, items: [item({ itemName: kotId })] })] }),
      ...{ orderStatus: 'cancelled', completedAt: at(60 * hours, Date.now()) },
    })
    const board = await open({ orders: [], gone: [of('night', 13), of('morning', 2)] })
    tidy(new Set(['night', 'morning']), new Set())
    board.mounted()
    await waitFor(() => expect(board.shown()).toEqual(['morning Cancelled']))
  })

  it('is asked about by one question at a time, and after a failure not again before 15 seconds are over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = later<Answer>()
    const lists: Parameters<typeof open>[0] = { orders: [], gone: first.promise }
    const board = await open(lists)
    tidy(new Set(['k8']), new Set())
    board.mounted()
    const changed = () => {
      vi.setSystemTime(Date.now() + 1000)
      return act(() => queryClient.refetchQueries())
    }
    await waitFor(() => expect(board.questions()).toHaveLength(1))
    await changed()
    await changed()
    expect(board.questions()).toHaveLength(1)
    first.settle(refusal(429, 'rate_limited', 'Too many requests'))
    lists.gone = [cancelled]
    await act(async () => first.promise)
    await changed()
    await changed()
    expect(board.questions()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 15_000)
    await waitFor(() => expect(board.shown()).toEqual(['Dal Cancelled']), { timeout: 4000 })
    await changed()
    expect(board.questions()).toHaveLength(2)
  })

  it('is shown struck when only the polled list tells, also when the question is answered later', async () => {
    const lists: Parameters<typeof open>[0] = { orders: [cooked], gone: 'lost' }
    const board = await open(lists)
    tidy(new Set(), new Set())
    board.mounted()
    await waitFor(() => expect(board.shown()).toEqual(['Dal Preparing']))
    expect(board.questions()).toEqual([])
    lists.orders = []
    await act(() => queryClient.refetchQueries())
    await waitFor(() => expect(board.shown()).toEqual([]))
    lists.gone = [cancelled]
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(Date.now() + 16_000)
    await act(() => queryClient.refetchQueries())
    await waitFor(() => expect(board.shown()).toEqual(['Dal Cancelled']), { timeout: 4000 })
  })
})

it('ages follow the server’s clock: a tablet that is 12 minutes slow shows a ticket of 15 minutes as 15', async () => {
  const listed = order({
    kots: [kot({ kotId: 'slow', createdAt: new Date(Date.now() - 3 * 60_000).toISOString(), sentAt: null, items: [item()] })],
  })
  serve(({ path }) => {
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [listed], toCook: [], seq: 0 } }
    if (path === '/v1/restaurant/profile')
      return { status: 200, body: { restaurant: { kotSettings: { readyStep: true }, printSettings: { stations: [] } } } }
    return { status: 200, body: { menu: { categories: [] } } }
  })
  let minutes: number[] = []
  function Board() {
    const { shown, now } = useBoard()
    minutes = shown.flatMap(({ ticket }) => (ticket.kotId === 'slow' ? ageMinutes(ticket, now) : []))
    return null
  }
  await mountLive(<Board />)
  await waitFor(() => expect(minutes).toEqual([3]))
  const joined = { event: 'joined', data: { seq: 0, resumed: true, alerts: [] } }
  onTestFinished(() => FakeSocket.last?.receive({ ...joined, at: new Date().toISOString() }))
  act(() => FakeSocket.last?.receive({ ...joined, at: new Date(Date.now() + 12 * 60_000).toISOString() }))
  await waitFor(() => expect(minutes).toEqual([15]), { timeout: 3000 })
})
