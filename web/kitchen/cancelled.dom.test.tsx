import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OrderItem } from '#domain/api/order.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { mount, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { tidy } from './device.ts'
import KitchenPage from './KitchenPage.tsx'
import { at, item, kot, order } from './testOrders.ts'

/** Cancelled lines on the board: an OK by mistake can be undone for 10 s, with a finger too. */

beforeEach(() => {
  forgetLive(queryClient)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => void vi.useRealTimers())

/** A board with one ticket, T7, of these lines, which this screen had open. */
async function board(items: Partial<OrderItem>[], put: () => Reply = () => new Promise(() => undefined)) {
  const lines = items.map((line) => item({ statusAt: at(1, Date.now()), ...line }))
  const one = order({ kots: [kot({ kotId: lines[0]!.lineId, kotNumber: 5, items: lines })] })
  tidy(new Set([one.kots[0]!.kotId]), new Set())
  const asked = serve(({ path, method }) => {
    if (method === 'PUT') return put()
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [one], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
    return { status: 200, body: { unseenKots: [] } }
  })
  await signIn({ role: 'kitchen' })
  mount(
    <SlotProvider>
      <SlotPlace name="strip" />
      <SlotPlace name="actions" />
      <KitchenPage />
    </SlotProvider>,
  )
  const ticket = await screen.findByRole('article', { name: 'T7, KOT 5' })
  const button = (name: RegExp) => within(ticket).getByRole('button', { name })
  return {
    ticket,
    button,
    press: (name: RegExp, detail = 1) => fireEvent.click(button(name), { detail }),
    wait: (ms: number) => act(async () => void vi.advanceTimersByTime(ms)),
    backspace: () => fireEvent.keyDown(document.body, { key: 'Backspace' }),
    sent: () => asked.filter(({ method }) => method === 'PUT'),
    said: (words: string) => waitFor(() => expect(screen.getAllByText(words)).not.toHaveLength(0)),
  }
}
const dal = { itemName: 'Dal', status: 'Cancelled' } as const

it('a ticket that was cancelled as a whole stays for 10 s after its OK, and Undo shows it again', async () => {
  const { ticket, press, button, wait, sent, said } = await board([dal, { itemName: 'Naan', status: 'Cancelled' }])
  press(/^OK, clear T7/)
  await said('T7, KOT 5 is cleared. Undo within 10 seconds.')
  expect(ticket.dataset.phase).toBe('ready')
  expect(within(ticket).getByText('Cancelled')).toBeTruthy()
  expect(button(/^Undo T7/).textContent).toContain('Undo · 10 s')
  await wait(9000)
  press(/^Undo T7/)
  expect(ticket.dataset.phase).toBe('open')
  expect(within(ticket).getAllByRole('button', { name: /^CANCELLED – OK/ })).toHaveLength(2)
  // Once more, and nobody undoes it.
  press(/^OK, clear T7/)
  await wait(9000)
  expect(ticket.dataset.phase).toBe('ready')
  await wait(2000)
  expect(ticket.dataset.phase).toBe('gap')
  await wait(3000)
  expect(ticket.isConnected).toBe(false)
  expect(sent()).toEqual([])
})

it('a cancelled line stays for 10 s after its OK, and its Undo, or Backspace, shows it again', async () => {
  const { ticket, press, wait, said, backspace } = await board([dal, { itemName: 'Naan' }])
  const isStruck = () => within(ticket).queryByText('Dal') !== null
  press(/^CANCELLED – OK: 1 × Dal/)
  await said('Cancelled 1 × Dal, T7: cleared. Undo within 10 seconds.')
  // The second tap of a double tap.
  press(/^Undo: 1 × Dal/, 2)
  expect(within(ticket).queryByRole('button', { name: /^CANCELLED/ })).toBeNull()
  press(/^Undo: 1 × Dal/)
  press(/^CANCELLED – OK: 1 × Dal/)
  backspace()
  press(/^CANCELLED – OK: 1 × Dal/)
  await wait(9000)
  expect(isStruck()).toBe(true)
  await wait(2000)
  expect([isStruck(), ticket.dataset.phase]).toEqual([false, 'open'])
})

it('the OK of the last line of a cancelled ticket clears the ticket, with its Undo', async () => {
  const { ticket, press, button } = await board([dal])
  button(/^CANCELLED/).focus()
  press(/^CANCELLED – OK: 1 × Dal/)
  expect(ticket.dataset.phase).toBe('ready')
  // The button is hidden now: without this the keyboard would start again at the top of the page.
  expect(document.activeElement).toBe(ticket)
  press(/^Undo T7/)
  expect([ticket.dataset.phase, within(ticket).getAllByRole('button', { name: /^CANCELLED/ }).length]).toEqual(['open', 1])
})

it('a ticket whose other lines are ready says so, and offers to clear the cancelled ones', async () => {
  const { ticket, press } = await board([dal, { itemName: 'Naan', status: 'Ready' }])
  const head = within(ticket.querySelector('header')!)
  expect(head.getByText('Ready')).toBeTruthy()
  expect(head.queryByText(/Late|New|Waiting/)).toBeNull()
  press(/^OK, clear T7/)
  expect(ticket.dataset.phase).toBe('ready')
})

it('Ready leaves the cancelled lines in place until its Undo is over, so that nothing moves', async () => {
  const { ticket, press, wait } = await board([dal, { itemName: 'Naan' }])
  press(/^Ready T7/)
  await wait(5000)
  expect([ticket.dataset.phase, within(ticket).getAllByText('Dal').length]).toEqual(['ready', 1])
  expect(within(ticket).queryByRole('button', { name: /Dal/ })).toBeNull()
  press(/^Undo T7/)
  expect(within(ticket).getAllByRole('button', { name: /^CANCELLED/ })).toHaveLength(1)
})

it('a ticket that is not synced still says in words whether it is late, ready or cancelled', async () => {
  const { ticket, press } = await board([{ itemName: 'Naan' }, { itemName: 'Roti' }], () => 'lost')
  const head = within(ticket.querySelector('header')!)
  const state = head.getByText(/^(New|Waiting|Late)$/).textContent!
  press(/Naan, 7|Naan, T7/)
  await waitFor(() => expect(head.getByLabelText('Not synced')).toBeTruthy())
  expect(head.getByText(state)).toBeTruthy()
  press(/^Ready T7/)
  expect(head.getByText('Ready')).toBeTruthy()
  expect(head.getByLabelText('Not synced')).toBeTruthy()
})

it('comes after what is still to be cooked, and its note is struck, not in the yellow of notes', async () => {
  const { ticket } = await board([
    { itemName: 'Fries', status: 'Cancelled', additionalItemNote: 'Extra crisp' },
    { itemName: 'Dip', additionalItemNote: 'Allergic to peanuts' },
  ])
  expect([...ticket.querySelectorAll('[data-lines] > li')].map((row) => /Fries|Dip/.exec(row.textContent)?.[0])).toEqual(['Dip', 'Fries'])
  expect([...ticket.querySelectorAll('[data-note]')].map((note) => note.textContent)).toEqual(['Allergic to peanuts'])
  expect(within(ticket).getByText('Extra crisp').className).toContain('line-through')
})
