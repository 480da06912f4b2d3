import { act, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { later, mount, type Reply, serve, signIn } from '#web/test/dom.tsx'
import KitchenPage from './KitchenPage.tsx'
import { at, item, kot, order } from './testOrders.ts'

/**
 * How much is rendered for a press in the kitchen. Every commit of the board and every ticket that is rendered again is work for a slow wall screen; with 200 tickets
 * that is most of what a press costs. Times are measured in bench/press.ts.
 */

/** How often tickets were rendered: each formats its time once per render. And the page, which counts its tickets. */
const drawn = vi.hoisted(() => ({ tickets: 0, pages: 0 }))
vi.mock(import('#domain/time.ts'), async (original) => {
  const real = await original()
  return {
    ...real,
    clockText(instant, timezone) {
      if (instant.toISOString() === at(5)) drawn.tickets += 1
      return real.clockText(instant, timezone)
    },
  }
})

vi.mock(import('./tickets.ts'), async (original) => {
  const real = await original()
  return {
    ...real,
    figuresOf(...given) {
      drawn.pages += 1
      return real.figuresOf(...given)
    },
  }
})

// The clock is stopped: it renders the board once a second, which must not be counted.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const TICKETS = 20

async function board() {
  const orders = Array.from({ length: TICKETS }, (_, n) => order({ kots: [kot({ kotNumber: n + 1, items: [item(), item()] })] }))
  const answers = later<Reply & object>()
  const asked = serve(({ method, path }) => {
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders, toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
    if (method === 'PUT') return answers.promise as Promise<{ status: number; body?: unknown }>
    return { status: 200, body: { unseenKots: [] } }
  })
  await signIn({ role: 'kitchen' })
  let commits = 0
  const { user } = mount(
    <SlotProvider>
      <SlotPlace name="strip" />
      <SlotPlace name="actions" />
      <Profiler id="kitchen" onRender={() => (commits += 1)}>
        <KitchenPage />
      </Profiler>
    </SlotProvider>,
  )
  await screen.findByRole('button', { name: `Ready ${nameOf(orders[0])}` })
  await waitFor(() => expect(asked.some(({ path }) => path === '/v1/kot/acknowledge')).toBe(true))
  await act(async () => undefined)
  /** The renders during `press`. */
  const counted = async (press: () => Promise<unknown>) => {
    commits = 0
    Object.assign(drawn, { tickets: 0, pages: 0 })
    await press()
    return { commits, tickets: drawn.tickets }
  }
  return { user, orders, asked, answer: answers.settle, counted }
}
const nameOf = (one: OrderShape | undefined) => `T7, KOT ${one?.kots[0]?.kotNumber}`
const phaseOf = (one: OrderShape) => document.querySelector(`[data-kot="${one.kots[0]?.kotId}"]`)?.getAttribute('data-phase')

it('a bump renders only its own ticket, and so does the answer to it', async () => {
  const { user, orders, answer, counted } = await board()
  const bumped = orders[3] as OrderShape
  const press = await counted(async () => {
    await user.click(screen.getByRole('button', { name: `Ready ${nameOf(bumped)}` }))
    expect(phaseOf(bumped)).toBe('ready')
  })
  // The press selects the ticket, the click bumps it, and the announcement for screen readers changes.
  expect(press).toEqual({ commits: 3, tickets: 1 })

  const ready = { ...bumped, version: 2, kots: bumped.kots.map((k) => ({ ...k, items: k.items.map((i) => ({ ...i, status: 'Ready' })) })) }
  const answered = await counted(async () => {
    await act(async () => answer({ status: 200, body: { order: ready } }))
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes('kitchen_bumps'))).toEqual([]))
  })
  expect(answered.tickets).toBe(1)
  // The answer, and the end of the waiting command.
  expect(answered.commits).toBeLessThanOrEqual(2)
})

it('selecting a ticket renders none, nor the page around it', async () => {
  const { user, counted } = await board()
  expect(await counted(() => user.keyboard('3'))).toEqual({ commits: 1, tickets: 0 })
  expect(drawn.pages).toBe(0)
  expect(document.querySelector('[aria-current]')?.getAttribute('data-kot')).toBeTruthy()
})

it('All-day renders no ticket', async () => {
  const { user, counted } = await board()
  expect(
    await counted(async () => {
      await user.keyboard('a')
      expect(screen.getByRole('complementary', { name: 'All-day' })).toBeTruthy()
    }),
    // Its button answers first.
  ).toEqual({ commits: 3, tickets: 0 })
})
