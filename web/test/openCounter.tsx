import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { aKot, aMenuItem, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { mount, type Reply, type Request, serve, signIn } from './dom.tsx'

export type Opening = {
  dishes: number
  reply?: (request: Request) => Reply | null
  /** The restaurant's profile. */
  restaurant?: object
  around?: (page: ReactNode) => ReactNode
  /** The address's search at first, and a text that shows that it is open. */
  search?: string
  shows?: RegExp
}

/**
 * The counter, whose page is `counter`, because no test helper imports a feature: `dishes` plain dishes, "Dish 0" and so on, and table 7 with an order of one ticket, KOT 34. A cashier has that table
 * open, or what `search` says. `reply` may answer calls itself; `around` wraps the page.
 */
export async function openCounter(
  counter: ReactNode,
  { dishes, reply = () => null, restaurant, around = (page) => page, search = '?table=table-7', shows = /KOT 34/ }: Opening,
) {
  const order = anOrderShape([aKot([anItem()])], { tableId: 'table-7', tableNumber: '7' })
  const menuItems = Array.from({ length: dishes }, (_, n) => aMenuItem({ _id: `dish-${n}`, name: `Dish ${n}` }))
  const asked = serve((request) => {
    const own = reply(request)
    if (own) return own
    const { path } = request
    if (restaurant && path === '/v1/restaurant/profile') return { status: 200, body: { restaurant } }
    if (path === '/v1/tables') return { status: 200, body: { tables: [aTable({ status: 'occupied', currentOrderId: order._id })] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant')
      return { status: 200, body: { menu: { categories: [{ _id: 'c', name: 'Mains', description: '', subcategories: [], menuItems }] } } }
    if (path === '/v1/menus/trending') return { status: 200, body: { items: [], ranking: [] } }
    return { status: 200, body: {} }
  })
  await signIn({ role: 'cashier' })
  const { user, address } = mount(around(counter), { path: '/restaurant/pos', at: `/restaurant/pos${search}` })
  if (!search.includes('pay=1')) await screen.findByRole('button', { name: /^Dish 0/ })
  await screen.findByText(shows)
  await act(async () => undefined)
  return { user, address, asked, order, tile: (n: number) => screen.getByRole('button', { name: new RegExp(`^Dish ${n}\\D`) }) }
}
