import { afterEach, expect, it, vi } from 'vitest'
import { to } from '#web/core/to.ts'
import { go, restoreScroll, startRouter } from './router.ts'

const scrolled: number[] = []
vi.stubGlobal('scrollTo', (_x: number, y: number) => void scrolled.push(y))
// jsdom has no navigation timing.
Object.assign(performance, { getEntriesByType: () => [{ type: 'reload' }] })
afterEach(() => void scrolled.splice(0))

it('knows where the page was left although Back was pressed before this script was there', () => {
  history.replaceState({ y: 250 }, '', to.dinerNearby())
  startRouter()
  restoreScroll(to.dinerNearby())
  expect(scrolled).toEqual([250])
})

it('keeps the place to scroll to for its own page: the effect of a page that was left again at once takes nothing from it', () => {
  history.replaceState(null, '', to.dinerNearby())
  startRouter()
  go(to.dinerSaved())
  // Back, before the page of saved dishes has run its effect.
  history.replaceState(null, '', to.dinerNearby())
  dispatchEvent(new PopStateEvent('popstate', { state: { y: 480 } }))
  restoreScroll(to.dinerSaved())
  expect(scrolled).toEqual([])
  restoreScroll(to.dinerNearby())
  expect(scrolled).toEqual([480])
  restoreScroll(to.dinerNearby())
  expect(scrolled).toEqual([480])
})
