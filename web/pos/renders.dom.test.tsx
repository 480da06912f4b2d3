import { screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { discardDraft, draftsNow } from '#web/shared/order/drafts.ts'
import { openCounter as openWith, type Opening } from '#web/test/openCounter.tsx'
import PosPage from './PosPage.tsx'

const openCounter = (how: Opening) => openWith(<PosPage />, how)

/** How often tiles and lines of the new ticket were rendered: a tile calls the long-press hook once per render, a line asks for its variants and addons. */
const drawn = vi.hoisted(() => ({ tiles: 0, rows: 0 }))
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

vi.mock(import('#domain/ticket.ts'), async (original) => {
  const real = await original()
  return {
    ...real,
    modsOf: (...given) => {
      drawn.rows += 1
      return real.modsOf(...given)
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
      Object.assign(drawn, { tiles: 0, rows: 0 })
      await press()
      return { commits, ...drawn }
    }
    return { user, tile, counted }
  }

  it('a pressed dish renders only its own tile and line, and the line that its controls leave', async () => {
    const { user, tile, counted } = await counter()
    for (const n of [1, 2, 3]) await user.click(tile(n))
    expect(
      await counted(async () => {
        await user.click(tile(5))
        expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1)
      }),
    ).toEqual({ commits: 1, tiles: 1, rows: 2 })
  })
})
