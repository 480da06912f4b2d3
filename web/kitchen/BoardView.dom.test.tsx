import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { serve } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import KitchenPage from './KitchenPage.tsx'
import { item, kot, order } from './testOrders.ts'
import { boardAnswer } from './test/answers.ts'

/** A board of three columns with room for two tickets each. A ticket is 310 px high, and 60 px more with the order's note. */

const NOTE = 'Allergic to egg'

beforeEach(() => {
  forgetLive(queryClient)
  const measure = (what: 'offsetHeight' | 'clientWidth' | 'clientHeight', of: string, px: (element: HTMLElement) => number) =>
    vi.spyOn(HTMLElement.prototype, what, 'get').mockImplementation(function (this: HTMLElement) {
      return this.matches(of) ? px(this) : 0
    })
  measure('offsetHeight', '[data-kot]', (card) => (card.textContent.includes(NOTE) ? 370 : 310))
  measure('clientWidth', '[data-board-frame]', () => 900)
  measure('clientHeight', '[data-board-frame]', () => 668)
  return () => vi.restoreAllMocks()
})

it('a note of an order with most of the tickets moves none of them', async () => {
  const ticket = (n: number) =>
    kot({ kotId: `b${n}`, kotNumber: n, createdAt: `2026-07-18T12:0${n}:00.000Z`, items: [item({ itemName: `Dish ${n}` })] })
  const seven = order({ kots: [ticket(1), ticket(2), ticket(4)] })
  const nine = order({ _id: 'nine', tableId: 't9', tableNumber: '9', kots: [ticket(3), ticket(5)] })
  serve(({ path }) => boardAnswer(path, [seven, nine]))
  const { emit } = await mountLive(
    <SlotProvider>
      <KitchenPage />
    </SlotProvider>,
  )
  await screen.findAllByText(/Dish 5/)
  const columns = () =>
    [1, 2, 3, 4, 5].map((n) => Math.round(parseFloat(document.querySelector<HTMLElement>(`[data-kot="b${n}"]`)!.style.translate) / 290))
  await waitFor(() => expect(columns()).toEqual([0, 0, 1, 1, 2]))
  emit('orderUpdated', { order: { ...seven, version: seven.version + 1, additionalNote: NOTE } })
  expect((await screen.findAllByText(NOTE)).length).toBe(3)
  expect(columns()).toEqual([0, 0, 1, 1, 2])
})

/** Ten tickets, of which six are on the first screen. */
async function twoScreens() {
  const kots = Array.from({ length: 10 }, (_, n) =>
    kot({ kotId: `s${n}`, kotNumber: n, createdAt: `2026-07-18T12:0${n}:00.000Z`, items: [item({ itemName: `Dish ${n}` })] }),
  )
  const seven = order({ kots })
  serve(({ path }) => boardAnswer(path, [seven]))
  await mountLive(
    <SlotProvider>
      <SlotPlace name="strip" />
      <KitchenPage />
    </SlotProvider>,
  )
  await screen.findByRole('button', { name: /^4 more tickets below/ })
  const frame = document.querySelector<HTMLElement>('[data-board-frame]')!
  frame.scrollTo = vi.fn()
  frame.scrollTop = 700
  return frame
}

it('a further screen says how many tickets are above, and goes back by itself after a minute without a touch', async () => {
  const frame = await twoScreens()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.scroll(frame)
  expect(screen.getByRole('button', { name: /^Back to the first tickets, 6 above/ }).textContent).toMatch(/^6 above/)
  act(() => void vi.advanceTimersByTime(40_000))
  fireEvent.pointerDown(document.body)
  act(() => void vi.advanceTimersByTime(40_000))
  expect(frame.scrollTo).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(20_000))
  expect(frame.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
  vi.useRealTimers()
})
