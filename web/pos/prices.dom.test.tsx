import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { applyEvent } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { discardDraft, draftsNow } from '#web/shared/order/drafts.ts'
import { openCounter } from '#web/test/openCounter.tsx'
import PosPage from './PosPage.tsx'

afterEach(() => draftsNow().forEach(({ key }) => discardDraft(key)))

it('a line that is not sent yet has the price that the menu has now: the server bills that one', async () => {
  const { user, tile } = await openCounter(<PosPage />, {
    dishes: 2,
    search: '?draft=takeaway:1',
    shows: /Tap an item/,
    restaurant: { taxPercentages: { gst: 0, vat: 0, serviceCharge: 0 }, taxSettings: { roundOff: false }, paymentTypes: [] },
  })
  await user.click(tile(0))
  const line = () => screen.getByRole('list', { name: 'New ticket' }).textContent
  const total = () => screen.getByText('Total', { selector: 'dt' }).nextSibling?.textContent
  expect([line(), total()].join()).not.toContain('777.00')
  const item = aMenuItem({ _id: 'dish-0', name: 'Dish 0', price: 777, version: 99 })
  act(() => applyEvent(queryClient, { event: 'menuItemUpdated', data: { item, itemId: item._id }, seq: 1, at: '2026-11-28T12:00:00.000Z' }))
  await waitFor(() => expect(line()).toContain('777.00'))
  expect(total()).toContain('777.00')
})
