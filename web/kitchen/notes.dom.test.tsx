import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { serve } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import { readNotes } from './device.ts'
import KitchenPage from './KitchenPage.tsx'
import { item, kot, order } from './testOrders.ts'
import { boardAnswer } from './test/answers.ts'

/** Notes that are added after a ticket was sent: a cook who has read it doesn't read it again by himself. */

const playSound = vi.hoisted(() => vi.fn())
vi.mock(import('#web/app/feedback/sound.ts'), async (original) => ({ ...(await original()), playSound }))

beforeEach(() => {
  forgetLive(queryClient)
  playSound.mockClear()
})

/** A board with one ticket, T7, of Dal and Naan. `change` is what somebody changes about the order. */
async function board(kotId: string, prepare?: (first: OrderShape) => void) {
  const first = order({
    kots: [kot({ kotId, kotNumber: 5, items: [item({ itemName: 'Dal', additionalItemNote: 'Less salt' }), item({ itemName: 'Naan' })] })],
  })
  prepare?.(first)
  let now = first
  serve(({ path }) => boardAnswer(path, [now]))
  const { emit } = await mountLive(
    <SlotProvider>
      <SlotPlace name="strip" />
      <SlotPlace name="actions" />
      <KitchenPage />
    </SlotProvider>,
  )
  const ticket = await screen.findByRole('article', { name: 'T7, KOT 5' })
  return {
    ticket: within(ticket),
    noteOf: (itemName: string, additionalItemNote: string) => {
      const [one] = now.kots
      now = {
        ...now,
        version: now.version + 1,
        kots: [{ ...one!, items: one!.items.map((i) => (i.itemName === itemName ? { ...i, additionalItemNote } : i)) }],
      }
      emit('orderUpdated', { order: now })
    },
    noteOfOrder: (additionalNote: string) => {
      now = { ...now, version: now.version + 1, additionalNote }
      emit('orderUpdated', { order: now })
    },
    press: (name: string) => fireEvent.click(within(ticket).getByRole('button', { name })),
    alarm: (words: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words)),
  }
}

it('sounds, is announced and is marked until a cook has pressed OK', async () => {
  const { ticket, noteOf, press, alarm } = await board('n1')
  expect(ticket.queryByRole('button', { name: /OK/ })).toBeNull()
  expect(playSound).not.toHaveBeenCalled()
  noteOf('Naan', 'ALLERGY: no peanuts')
  await alarm('New note: Naan, T7: ALLERGY: no peanuts')
  expect(playSound.mock.calls).toEqual([['newOrder']])
  expect(ticket.getByText('ALLERGY: no peanuts')).toBeTruthy()
  press('NEW NOTE – OK: Naan, T7')
  expect(ticket.queryByRole('button', { name: /OK/ })).toBeNull()
  expect(ticket.getByText('ALLERGY: no peanuts')).toBeTruthy()
})

it('that is changed, or removed, is marked with what it was', async () => {
  const { ticket, noteOf, press, alarm } = await board('n2')
  noteOf('Dal', 'No salt')
  await alarm('Note changed: Dal, T7: No salt')
  expect(ticket.getByRole('button', { name: 'NOTE CHANGED – OK: Dal, T7' })).toBeTruthy()
  noteOf('Dal', '')
  await alarm('Note removed: Dal, T7: Less salt')
  expect(ticket.getByText('Less salt').className).toContain('line-through')
  press('NOTE REMOVED – OK: Dal, T7')
  expect(ticket.queryByText('Less salt')).toBeNull()
  expect(playSound).toHaveBeenCalledTimes(2)
})

it('that comes a second time sounds and is announced again, also before OK', async () => {
  const { noteOf, press, alarm } = await board('n5')
  noteOf('Naan', 'No nuts')
  await alarm('New note: Naan, T7: No nuts')
  press('NEW NOTE – OK: Naan, T7')
  noteOf('Naan', '')
  await alarm('Note removed: Naan, T7: No nuts')
  press('NOTE REMOVED – OK: Naan, T7')
  noteOf('Naan', 'No nuts')
  await alarm('New note: Naan, T7: No nuts')
  expect(playSound).toHaveBeenCalledTimes(3)
  noteOf('Naan', 'No garlic')
  await alarm('New note: Naan, T7: No garlic')
  noteOf('Naan', 'No nuts')
  await alarm('New note: Naan, T7: No nuts')
  expect(playSound).toHaveBeenCalledTimes(5)
})

it('of the whole order is marked as well', async () => {
  const { ticket, noteOfOrder, press, alarm } = await board('n3')
  noteOfOrder('Allergic to egg')
  await alarm('New note: T7: Allergic to egg')
  press('NEW NOTE – OK: T7')
  expect(ticket.getByText('Allergic to egg')).toBeTruthy()
})

it('that was added while the board was closed is marked when it opens', async () => {
  const { ticket } = await board('n4', ({ kots: [one] }) =>
    readNotes({ n4: { '': '', [one!.items[0]!.lineId]: '', [one!.items[1]!.lineId]: '' } }),
  )
  await waitFor(() => expect(ticket.getByRole('button', { name: 'NEW NOTE – OK: Dal, T7' })).toBeTruthy())
})
