import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { discardDraft, draftsNow } from '#web/shared/order/drafts.ts'
import { openCounter } from '#web/test/openCounter.tsx'
import PosPage from './PosPage.tsx'

// As in a browser, what a press does waits for its frame (web/app/afterPaint.ts).
beforeEach(() => {
  vi.stubGlobal('PerformancePaintTiming', {})
  return () => vi.unstubAllGlobals()
})
afterEach(() => draftsNow().forEach(({ key }) => discardDraft(key)))

const quantities = () => draftsNow().flatMap(({ draft }) => draft?.lines.map(({ quantity }) => quantity) ?? [])

it('a key that comes before the frame acts on the dish that was just pressed', async () => {
  const { tile } = await openCounter(<PosPage />, { dishes: 5 })
  fireEvent.click(tile(1))
  fireEvent.click(tile(2))
  expect(screen.queryByRole('list', { name: 'New ticket' })).toBeNull()
  fireEvent.keyDown(document.body, { key: '+' })
  expect(quantities()).toEqual([1, 2])
})

it('Enter clears the search at once, and a second one adds nothing', async () => {
  await openCounter(<PosPage />, { dishes: 5 })
  const field = screen.getByRole('searchbox', { name: 'Search items' })
  fireEvent.change(field, { target: { value: 'Dish 3' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(field).toHaveProperty('value', '')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(quantities()).toEqual([1])
})
