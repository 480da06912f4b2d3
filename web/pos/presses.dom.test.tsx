import { act, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { aKot, aMenuItem, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { discardDraft, tableKey } from '#web/shared/order/drafts.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import PosPage from './PosPage.tsx'

/**
 * How much a press at the counter draws. With 500 dishes on the menu, what is drawn again is what a press costs on a slow till. Times are measured in
 * bench/press.ts.
 */

/** How often a tile was drawn: each has one long press. */
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

afterEach(() => discardDraft(tableKey('table-7')))

const TILES = 40

async function counter() {
  const order = anOrderShape([aKot([anItem()])], { tableId: 'table-7', tableNumber: '7' })
  const dishes = Array.from({ length: TILES }, (_, n) => aMenuItem({ _id: `dish-${n}`, name: `Dish ${n}` }))
  serve(({ path }) => {
    if (path === '/v1/tables') return { status: 200, body: { tables: [aTable({ status: 'occupied', currentOrderId: order._id })] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant')
      return {
        status: 200,
        body: { menu: { categories: [{ _id: 'c', name: 'Mains', description: '', subcategories: [], menuItems: dishes }] } },
      }
    if (path === '/v1/menus/trending') return { status: 200, body: { items: [], ranking: [] } }
    return { status: 200, body: {} }
  })
  await signIn({ role: 'cashier' })
  let commits = 0
  const { user } = mount(
    <Profiler id="counter" onRender={() => (commits += 1)}>
      <PosPage />
    </Profiler>,
    { path: '/restaurant/pos', at: '/restaurant/pos?table=table-7' },
  )
  await screen.findByRole('button', { name: /^Dish 0/ })
  await screen.findByText(/KOT 34/)
  await act(async () => undefined)
  /** What was drawn during `press`. */
  const counted = async (press: () => Promise<unknown>) => {
    commits = 0
    drawn.tiles = 0
    await press()
    return { commits, tiles: drawn.tiles }
  }
  return { user, counted }
}

it('a dish that is pressed draws its own tile', async () => {
  const { user, counted } = await counter()
  const tile = (n: number) => screen.getByRole('button', { name: new RegExp(`^Dish ${n}\\D`) })
  await user.click(tile(3))
  expect(
    await counted(async () => {
      await user.click(tile(5))
      expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1)
    }),
  ).toEqual({ commits: 1, tiles: 1 })
})
