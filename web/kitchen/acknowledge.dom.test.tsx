import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { shownTickets, useAcknowledge } from './acknowledge.ts'
import { item, kot, order } from './testOrders.ts'
import { ticketsOf } from './tickets.ts'

afterEach(() => void vi.restoreAllMocks())

const line = (lineId: string, station: string, status: 'Preparing' | 'Ready' | 'Cancelled' = 'Preparing') =>
  item({ lineId, station, status })
const mixed = order({
  kots: [kot({ kotId: 'mixed', items: [line('naan', 'Tandoor'), line('beer', 'Bar'), line('lassi', 'Bar', 'Ready')] })],
})

describe('what a board shows', () => {
  const of = (orders: OrderShape[], stations: string[] | null = null) => shownTickets(ticketsOf(orders, { stations }), ticketsOf(orders))

  it('is each ticket that is still to be made, whole', () => {
    const made = order({ kots: [kot({ kotId: 'made', items: [line('soup', 'Tandoor', 'Ready')] })] })
    const held = order({ kots: [kot({ kotId: 'held', held: true, kotNumber: null })] })
    const cancelled = order({ orderStatus: 'cancelled', kots: [kot({ kotId: 'cancelled' })] })
    const paid = order({ orderStatus: 'completed', kots: [kot({ kotId: 'paid' })] })
    expect(of([mixed, made, held, cancelled, paid]).sort((a, b) => a.kotId.localeCompare(b.kotId))).toEqual([
      { kotId: 'mixed', elsewhere: [] },
      { kotId: 'paid', elsewhere: [] },
    ])
  })

  it('is only a part of a ticket on a station’s board: only that station’s lines that are still to be made are named', () => {
    expect(of([mixed], ['Tandoor'])).toEqual([{ kotId: 'mixed', elsewhere: ['beer'] }])
    expect(of([mixed], ['Bar'])).toEqual([{ kotId: 'mixed', elsewhere: ['naan'] }])
  })
})

describe('the board', () => {
  function Board({ orders }: { orders: OrderShape[] }) {
    const tickets = ticketsOf(orders)
    useAcknowledge(tickets, tickets, true)
    return null
  }
  const plain = (kotId: string) => order({ kots: [kot({ kotId })] })
  /** A kitchen screen with these orders on it; `calls` are the tickets of each call that it made. */
  async function screen(orders: OrderShape[], answer: () => Reply = () => ({ status: 200, body: { unseenKots: [] } })) {
    const asked = serve(answer)
    await signIn({ role: 'kitchen' })
    const { rerender } = mount(<Board orders={orders} />)
    const calls = () =>
      asked
        .filter((r) => r.path === '/v1/kot/acknowledge')
        .map(({ body }) => (body as { tickets: { kotId: string }[] }).tickets.map((t) => t.kotId).join(' '))
    return { asked, calls, rerender }
  }

  it('acknowledges all that is on it in one call, without a press', async () => {
    const { asked, calls } = await screen([plain('a'), plain('b')])
    await waitFor(() => expect(calls()).toEqual(['a b']))
    expect(asked[0]?.body).toEqual({ by: 'screen', tickets: ['a', 'b'].map((kotId) => ({ kotId, elsewhere: [] })) })
  })

  it('acknowledges nothing while the page is hidden, and all of it when somebody looks', async () => {
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const { calls } = await screen([plain('a')])
    document.dispatchEvent(new Event('visibilitychange'))
    expect(calls()).toEqual([])
    seen.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(calls()).toEqual(['a']))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(calls()).toEqual(['a'])
  })

  it('sends again the tickets that could not be acknowledged', async () => {
    const answers: Reply[] = ['lost', refusal(500, 'internal', 'Failed to acknowledge tickets')]
    const { calls } = await screen([plain('a')], () => answers.shift() ?? { status: 200, body: { unseenKots: [] } })
    const look = () => document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => (look(), expect(calls()).toEqual(['a', 'a', 'a'])))
    expect(answers).toEqual([])
  })
})
