import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatRupees } from '#domain/money.ts'
import { aMenuItem, anItem } from '#domain/test/shapes.ts'
import { lineOf } from '#domain/ticket.ts'
import { acceptLogin, forgetSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { aUser, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import { cart, cartNow } from './cart.ts'
import { isSaved, loadSaved, markSaved } from './menu/saved.ts'
import NearbyPage from './nearby/NearbyPage.tsx'
import PastPage from './past/PastPage.tsx'
import { leavePlace, setPlace } from './place.ts'
import { go } from './router.ts'
import SavedPage from './saved/SavedPage.tsx'
import { snack, Snacks } from './Snack.tsx'

/** The diner's lists, which are read page by page (saved dishes, past orders, restaurants), and "Order again". */
const R = 'r1'
const PLACE = { restaurantId: R, restaurantName: 'Smash Yard', tableId: 't7', tableNumber: '7', qrToken: 'q' }
const LOST = refusal(500, 'server_error', 'Something went wrong.')

/** jsdom has no layout, so the test decides when the end of a list comes near the screen. */
const watching = new Set<() => void>()
class Watcher {
  seen: () => void
  constructor(callback: IntersectionObserverCallback) {
    this.seen = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver)
  }
  observe = () => void watching.add(this.seen)
  disconnect = () => void watching.delete(this.seen)
}
/** Scrolls to the end of the list; the second time is a scroll while the page is still read. */
async function toTheEnd() {
  await screen.findByText('Loading more…')
  for (let times = 0; times < 2; times++) act(() => watching.forEach((seen) => seen()))
}

let asked: Request[]
const queryOf = ({ path }: Request) => new URL(path, 'http://localhost').searchParams
const pagesAsked = (call: string) =>
  asked.filter(({ path }) => path.startsWith(call)).map((request) => Number(queryOf(request).get('page')))
/** The part of a list that a request asks for. */
function pageOf<T>(all: readonly T[], request: Request, size: number) {
  const page = Number(queryOf(request).get('page'))
  return { shown: all.slice((page - 1) * size, page * size), currentPage: page, totalPages: Math.ceil(all.length / size) }
}
const show = (page: ReactNode) =>
  render(
    <>
      {page}
      <Snacks />
    </>,
  )
/** By selector: asking for the roles of 45 rows takes jsdom seconds. */
const rows = () => [...document.querySelectorAll<HTMLElement>('main li')]
const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
const count = (length: number) => Array.from({ length }, (_, n) => n + 1)

beforeEach(async () => {
  vi.stubGlobal('IntersectionObserver', Watcher)
  vi.stubGlobal('scrollTo', () => undefined)
  setPlace(PLACE)
  await acceptLogin('diner', { token: 'a.b.account', user: aUser({ _id: 'a1', role: 'user', email: 'diner:9876500011' }) })
  setPlace(PLACE)
})
afterEach(() => {
  cleanup()
  // A message stays while pages change.
  snack('')
  watching.clear()
  forgetSession()
  leavePlace()
  cart.clear(R)
})

describe('a list in pages', () => {
  const dish = (n: number) => ({ ...aMenuItem({ _id: `d${n}`, name: `Dish ${n}` }), restaurantId: R, restaurantName: 'Smash Yard' })
  let saved: ReturnType<typeof dish>[]
  let failing: (request: Request) => boolean
  const past = count(25).map((n) => ({
    _id: `o${n}`,
    restaurantId: R,
    restaurantName: `Place ${n}`,
    orderStatus: 'completed',
    paymentStatus: 'paid',
    createdAt: '2026-11-20T14:00:00.000Z',
    grandTotal: n,
    totalPrice: n,
    discount: 0,
    discountTitle: null,
    additionalCharges: { cgst: 0, sgst: 0, vat: 0, serviceCharge: 0 },
    roundOff: 0,
    orderType: 'Dine In',
    taxPercentages: {},
    kots: [],
  }))
  const near = count(40).map((n) => ({
    _id: `n${n}`,
    restaurantName: `Place ${n}`,
    distance: null,
    cuisines: [],
    costForTwo: null,
    address: 'Kondapur, Hyderabad',
    photos: [],
    image: null,
    hoursNow: null,
  }))
  function reply(request: Request): Reply {
    const { method, path } = request
    if (failing(request)) return LOST
    if (path.startsWith('/v1/menus/saved')) {
      const { shown, ...pages } = pageOf(saved, request, 20)
      return { status: 200, body: { items: shown, ...pages } }
    }
    if (method === 'DELETE') {
      saved = saved.filter(({ _id }) => !path.includes(`/${_id}/`))
      return { status: 200, body: { message: 'Removed.' } }
    }
    if (path.startsWith('/v1/orders/past')) {
      const { shown, ...pages } = pageOf(past, request, 10)
      return { status: 200, body: { orders: shown, ...pages } }
    }
    if (path.startsWith('/v1/restaurant/nearby')) {
      const { shown, currentPage, totalPages } = pageOf(near, request, 15)
      return { status: 200, body: { restaurants: shown, totalCount: near.length, hasMore: currentPage < totalPages } }
    }
    return refusal(404, 'not_found', path)
  }
  beforeEach(() => {
    saved = count(45).map(dish)
    failing = () => false
    asked = serve(reply)
  })

  const LISTS = [
    { name: 'saved dishes, 20 at a time', page: <SavedPage />, call: '/v1/menus/saved', size: 20, total: 45 },
    { name: 'past orders, 10 at a time', page: <PastPage />, call: '/v1/orders/past', size: 10, total: 25 },
    { name: 'restaurants, 15 at a time', page: <NearbyPage />, call: '/v1/restaurant/nearby', size: 15, total: 40 },
  ]
  async function open({ page }: (typeof LISTS)[number]) {
    show(page)
    const search = screen.queryByRole<HTMLInputElement>('searchbox')
    // What an earlier test has typed is still there.
    if (search && !search.value) await userEvent.type(search, 'place')
  }

  it.each(LISTS)('$name: next page loads on scroll, once; hasMore=false stops loading', async (list) => {
    await open(list)
    await waitFor(() => expect(rows()).toHaveLength(list.size))
    expect(pagesAsked(list.call)).toEqual([1])
    await toTheEnd()
    await waitFor(() => expect(rows()).toHaveLength(list.size * 2))
    await toTheEnd()
    await waitFor(() => expect(rows()).toHaveLength(list.total))
    expect(screen.queryByText('Loading more…')).toBeNull()
    expect(pagesAsked(list.call)).toEqual([1, 2, 3])
  })

  it.each(LISTS)('$name: after a failed next page the rows stay, and "Try again" reads that page', async (list) => {
    await open(list)
    await waitFor(() => expect(rows()).toHaveLength(list.size))
    failing = ({ path }) => path.startsWith(list.call)
    await toTheEnd()
    await screen.findByRole('button', { name: 'Try again' })
    expect(rows()).toHaveLength(list.size)
    expect(screen.queryByText('Loading more…')).toBeNull()
    failing = () => false
    await tryAgain()
    await waitFor(() => expect(rows()).toHaveLength(list.size * 2))
    expect(pagesAsked(list.call)).toEqual([1, 2, 2])
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it.each(LISTS)('$name: a failed first page says so and is read again', async (list) => {
    failing = ({ path }) => path.startsWith(list.call)
    await open(list)
    await screen.findByRole('button', { name: 'Try again' })
    failing = () => false
    await tryAgain()
    await waitFor(() => expect(rows()).toHaveLength(list.size))
  })

  it('a dish that is taken off the list moves the others up: none of them is missed', async () => {
    await open(LISTS[0]!)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Dish 3 from saved' }))
    await screen.findByText('Dish 3 is no longer saved')
    for (const more of [20, 40, 44]) {
      await toTheEnd()
      await waitFor(() => expect(rows()).toHaveLength(more))
    }
    const names = rows().map((row) => row.querySelector('strong')?.textContent)
    expect(names).toEqual(saved.map(({ name }) => name))
  })
})

it('heart state matches menu: off after a dish was removed, on after Undo, and as the server has it after a failure', async () => {
  const item = { ...aMenuItem({ _id: 'd1', name: 'Dish 1' }), restaurantId: R, restaurantName: 'Smash Yard' }
  let fails = false
  asked = serve(({ path }) => {
    if (path.startsWith('/v1/menus/saved')) return { status: 200, body: { items: [item], currentPage: 1, totalPages: 1 } }
    return fails ? LOST : { status: 200, body: { message: 'Done.' } }
  })
  await loadSaved()
  expect(isSaved('d1')).toBe(true)
  show(<SavedPage />)
  const remove = async () => userEvent.click(await screen.findByRole('button', { name: 'Remove Dish 1 from saved' }))
  await remove()
  await screen.findByText('Dish 1 is no longer saved')
  expect(isSaved('d1')).toBe(false)
  fails = true
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Something went wrong.')
  expect([isSaved('d1'), rows()]).toEqual([false, []])
  markSaved('d1', true)
  cleanup()
  show(<SavedPage />)
  await remove()
  await waitFor(() => expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(2))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(isSaved('d1')).toBe(true)
  fails = false
  await remove()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(isSaved('d1')).toBe(true))
})

describe('Order again', () => {
  const burger = aMenuItem({ _id: 'burger', name: 'Burger', price: 450 })
  const line = (id: string, name: string, more: object = {}) => anItem({ _id: id, itemName: name, price: 400, quantity: 2, ...more })
  const lines = [
    line('burger', 'Burger'),
    line('fries', 'Fries'),
    line('cake', 'Cake'),
    line('soup', 'Soup'),
    line('lassi', 'Lassi', { status: 'Cancelled' }),
  ]
  const order = (items = lines) => ({
    _id: 'o1',
    restaurantId: R,
    restaurantName: 'Smash Yard',
    orderStatus: 'completed',
    paymentStatus: 'paid',
    createdAt: '2026-11-20T14:00:00.000Z',
    grandTotal: 3200,
    totalPrice: 3200,
    discount: 0,
    discountTitle: null,
    additionalCharges: { cgst: 0, sgst: 0, vat: 0, serviceCharge: 0 },
    roundOff: 0,
    orderType: 'Delivery',
    taxPercentages: { charges },
    kots: [{ items }],
  })
  const charges = [
    { _id: 'box', name: 'Packing', amount: 10, per: 'item', orderTypes: ['Take Away', 'Delivery'] },
    { _id: 'ride', name: 'Delivery to your door', amount: 40, per: 'order', orderTypes: ['Delivery'], set: 25.5 },
    { _id: 'bag', name: 'Paper bag', amount: 5, per: 'order', orderTypes: ['Take Away'] },
  ]
  /** Fries are sold out, of the cake one portion is left, and the soup is on the menu no more. */
  const MENU = [
    burger,
    aMenuItem({ _id: 'fries', name: 'Fries', available: false }),
    aMenuItem({ _id: 'cake', name: 'Cake', remaining: 1 }),
    aMenuItem({ _id: 'lassi', name: 'Lassi' }),
  ]
  async function again(past: ReturnType<typeof order>, menu: Reply) {
    go(to.dinerPast(), { replace: true })
    asked = serve(({ path }) => {
      if (path.startsWith('/v1/orders/past')) return { status: 200, body: { orders: [past], currentPage: 1, totalPages: 1 } }
      return path === '/v1/menus/restaurant' ? menu : refusal(404, 'not_found', path)
    })
    show(<PastPage />)
    await userEvent.click(await screen.findByText('Smash Yard'))
    await userEvent.click(await screen.findByRole('button', { name: 'Order again' }))
  }
  const menuOf = (menuItems: typeof MENU) => ({ status: 200, body: { menu: { categories: [{ menuItems, subcategories: [] }] } } })
  const inCart = () => cartNow(R).draft?.lines.map(({ _id, quantity, price }) => ({ _id, quantity, price })) ?? []

  it('puts what is on sale into the cart at today’s price, and names the dishes that were left out', async () => {
    await again(order(), menuOf(MENU))
    expect(await screen.findByText('Not available today, and not in your cart: Fries, Cake, Soup.')).toBeTruthy()
    expect(inCart()).toEqual([{ _id: 'burger', quantity: 2, price: 450 }])
    expect(location.pathname).toBe(to.dinerCart())
  })

  it('a past order names each of its charges, as its bill does', async () => {
    const past = { ...order([lines[0]!, lines[1]!]), additionalCharges: { cgst: 0, sgst: 0, vat: 0, serviceCharge: 0, charges: 65.5 } }
    serve(() => ({ status: 200, body: { orders: [past], currentPage: 1, totalPages: 1 } }))
    show(<PastPage />)
    await userEvent.click(await screen.findByText('Smash Yard'))
    const named = (name: string) => screen.getByText(name).nextSibling?.textContent
    expect([named('Packing'), named('Delivery to your door')]).toEqual([formatRupees(40), formatRupees(25.5)])
    expect(screen.queryByText('Paper bag')).toBeNull()
    expect(screen.queryByText('Packing and delivery')).toBeNull()
  })

  it('doesn’t mention missing dishes when there are none; a cancelled dish is not ordered again', async () => {
    await again(order([lines[0]!, lines[4]!]), menuOf(MENU))
    await waitFor(() => expect(location.pathname).toBe(to.dinerCart()))
    expect(inCart().map(({ _id }) => _id)).toEqual(['burger'])
    expect(screen.queryByText(/not available today/i)).toBeNull()
  })

  it('adds to what is in the cart already', async () => {
    cart.add(R, lineOf(burger))
    await again(order([lines[0]!]), menuOf(MENU))
    await waitFor(() => expect(inCart()).toEqual([{ _id: 'burger', quantity: 3, price: 450 }]))
  })

  it('of dishes none of which is on sale: says so and stays', async () => {
    await again(order([lines[1]!, lines[3]!]), menuOf(MENU))
    expect(await screen.findByText('None of these dishes is available today.')).toBeTruthy()
    expect([inCart(), location.pathname]).toEqual([[], to.dinerPast()])
  })

  it('without a connection says so, puts nothing into the cart, and can be pressed again', async () => {
    await again(order(), LOST)
    expect(await screen.findByText('Something went wrong.')).toBeTruthy()
    expect([inCart(), location.pathname]).toEqual([[], to.dinerPast()])
    expect((screen.getByRole('button', { name: 'Order again' }) as HTMLButtonElement).disabled).toBe(false)
  })

  it('of another restaurant’s order asks for that table’s code instead', async () => {
    asked = serve(() => ({ status: 200, body: { orders: [{ ...order(), restaurantId: 'r2' }], currentPage: 1, totalPages: 1 } }))
    show(<PastPage />)
    await userEvent.click(await screen.findByText('Smash Yard'))
    expect(await screen.findByText('At Smash Yard, scan your table’s code to order this again.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Order again' })).toBeNull()
  })
})
