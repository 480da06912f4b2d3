import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mountLive } from '#web/test/socket.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { changeDraft, discardDraft, draftActions, draftNow, settleDraft } from './drafts.ts'
import { draftLine } from './test/line.ts'
import { anOrder } from './test/order.ts'

const KEY = 'table:t7'

it.each([
  ['was sent after all', () => settleDraft(KEY, { ticket: draftNow(KEY)!.draft!, orderId: 'o7' })],
  ['was discarded in another tab', () => changeDraft(KEY, () => null)],
] as const)('asks about the ticket of the ended order alone, not about that of the next guests, when it %s meanwhile', async (_, goes) => {
  const { emit } = await mountLive(<ConflictDialog draftKey={KEY} />)
  act(() => draftActions(KEY, { tableNumber: '7', orderId: 'o7' }).add(draftLine('naan')))
  const ended = anOrder({ _id: 'o7', orderStatus: 'completed' })
  emit('orderCompleted', { order: ended, orderId: 'o7', tableId: 't7' })
  await screen.findByRole('dialog', { name: 'Table 7 was billed' })
  act(goes)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => draftActions(KEY, { tableNumber: '7', orderId: null }).add(draftLine('chai')))
  expect(draftNow(KEY)?.draft?.lines).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  discardDraft(KEY)
})

it('asks about a ticket whose customer was typed before the table’s order was there, when that order ends', async () => {
  const { emit } = await mountLive(<ConflictDialog draftKey={KEY} />)
  act(() => draftActions(KEY, { tableNumber: '7', orderId: null }).setMeta({ additionalNote: 'Birthday' }))
  act(() => draftActions(KEY, { tableNumber: '7', orderId: 'o7' }).add(draftLine('naan')))
  emit('orderCompleted', { order: anOrder({ _id: 'o7', orderStatus: 'completed' }), orderId: 'o7', tableId: 't7' })
  expect(await screen.findByRole('dialog', { name: 'Table 7 was billed' })).toBeTruthy()
  act(() => discardDraft(KEY))
})
