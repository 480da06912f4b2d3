import { screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { discardDraft, draftsNow } from '#web/shared/order/drafts.ts'
import { openCounter as openWith, type Opening } from '#web/test/openCounter.tsx'
import PosPage from './PosPage.tsx'

const openCounter = (how: Opening) => openWith(<PosPage />, how)

/** How often tiles were rendered: each calls the long-press hook once per render. */
const drawn = vi.hoisted(() => ({ tiles: 0 }))
vi.mock(import('#web/ui/hooks.ts'), async (original) => {
  const real = await original()
  return {
    ...real,
    useLongPress: (...given) => {
      drawn.tiles += 1
      return real.useLongPress(...given)
    },
  }
})

afterEach(() => draftsNow().forEach(({ key }) => discardDraft(key)))

/** With 500 dishes on the menu, the cost of a press on a slow till depends on how much is rendered again. Times are measured in bench/press.ts. */
describe('how much a press renders', () => {
  async function counter() {
    let commits = 0
    const { user, tile } = await openCounter({
      dishes: 40,
      around: (page) => (
        <Profiler id="counter" onRender={() => (commits += 1)}>
          {page}
        </Profiler>
      ),
    })
    /** The renders during `press`. */
    const counted = async (press: () => Promise<unknown>) => {
      commits = 0
      drawn.tiles = 0
      await press()
      return { commits, tiles: drawn.tiles }
    }
    return { user, tile, counted }
  }

  it('a pressed dish renders only its own tile', async () => {
    const { user, tile, counted } = await counter()
    await user.click(tile(3))
    expect(
      await counted(async () => {
        await user.click(tile(5))
        expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1)
      }),
    ).toEqual({ commits: 1, tiles: 1 })
  })
})
