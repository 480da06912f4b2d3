import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { lineOf } from '#domain/ticket.ts'
import { forgetSession, startSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import { FakeSocket } from '#web/test/socket.tsx'
import { cart } from '../cart.ts'
import CartPage from '../cart/CartPage.tsx'
import { watchEnd } from '../end.ts'
import { startLive } from '../live.ts'
import OrderPage from '../order/OrderPage.tsx'
import { leavePlace, setPlace } from '../place.ts'
import { keepDishes } from '../menu/page.ts'
import { go, usePath } from '../router.ts'
import { Sheets } from '../Sheets.tsx'
import { leaveSitting } from '../sitting.ts'
import { Snacks } from '../Snack.tsx'
import ThanksPage from '../thanks/ThanksPage.tsx'
import { burger, order, place, R, restaurant, user } from './table.ts'
import { clearVisit, keepLast, keepReceipt } from '../visit.ts'

/** A guest's evening at a table, with a fake server and a fake socket: how the phone handles each answer. */

type Evening = {
  /** Answers of the restaurant's calls that come before the usual ones. */
  special: (request: Request) => Reply | null
  known: OrderShape[]
  /** The table's own order among those that are known; by default the first that is open. */
  current: string | null | undefined
  /** The table where the server says that the phone's sitting is; null when it has ended. */
  table: { tableId: string; tableNumber: string } | null
  asked: Request[]
  seq: number
}
export const at = (tableNumber: string) => ({ tableId: `t${tableNumber}`, tableNumber })
export const evening: Evening = { special: () => null, known: [], current: undefined, table: at('7'), asked: [], seq: 0 }
function answer(request: Request): Reply {
  const own = evening.special(request)
  if (own) return own
  const { method, path } = request
  const ok = (body: unknown, status = 200) => ({ status, body })
  if (path.includes('/profile/necessary/')) return ok({ restaurant })
  if (path.includes('/restaurant/offers/')) return ok({ offers: [] })
  if (path.includes('/menus/item/')) return ok({ item: burger })
  if (path.endsWith('/auth/user/login')) return ok({ token: 'a.b.guest', user })
  if (path.endsWith('/auth/me')) return ok({ user, permissions: {} })
  if (path.includes('/orders/user/'))
    return ok({
      orders: evening.known,
      table: evening.table,
      current: evening.current === undefined ? (evening.known.find((o) => o.orderStatus === 'pending')?._id ?? null) : evening.current,
    })
  if (method === 'POST' && path.endsWith('/orders')) {
    evening.known = [order()]
    return ok({ order: evening.known[0] }, 201)
  }
  if (path.endsWith('/tables/alert'))
    return ok(
      {
        alert: {
          _id: 'a',
          tableId: 't7',
          alertType: (request.body as { alertType: string }).alertType,
          timestamp: new Date().toISOString(),
          acknowledged: false,
        },
      },
      201,
    )
  if (path.includes('/statistics/')) return { status: 204 }
  if (path.endsWith('/feedback/submit')) return ok({ message: 'Thank you.' }, 201)
  return refusal(404, 'not_found', path)
}

export function Pages() {
  const path = usePath()
  return (
    <Suspense fallback={null}>
      {path === to.dinerOrder() ? <OrderPage /> : path === to.thankYou() ? <ThanksPage /> : <CartPage />}
      <Sheets />
      <Snacks />
    </Suspense>
  )
}

let stop: () => void = () => undefined
export const sent = () => evening.asked.filter(({ method, path }) => method === 'POST' && path === '/v1/orders')
export const emit = (event: string, data: object, more: object = { seq: ++evening.seq }) =>
  act(() => FakeSocket.last?.receive({ event, data, at: new Date().toISOString(), ...more }))
export const joined = (more: object = {}) => {
  act(() => FakeSocket.last?.open())
  emit('joined', { room: 't7', seq: evening.seq, resumed: false, alerts: [], ...more }, {})
}
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.last = null
  Object.assign(evening, { special: () => null, known: [], current: undefined, table: at('7'), seq: 0 })
  go(to.dinerCart(), { replace: true })
  evening.asked = serve(answer)
  setPlace(place)
  watchEnd()
  startSession()
  const stops = [startLive(), keepDishes()]
  stop = () => stops.forEach((end) => end())
  cart.add(R, lineOf(burger))
})
afterEach(() => {
  cleanup()
  stop()
  forgetSession()
  leaveSitting()
  leavePlace()
  clearVisit()
  keepLast(null)
  keepReceipt(null)
  cart.clear(R)
})

export async function signInAndPlace() {
  await press(/^Place order/)
  const sheet = await screen.findByRole('dialog')
  expect(within(sheet).getByRole('heading', { name: 'Table 7' })).toBeTruthy()
  await userEvent.clear(within(sheet).getByLabelText('Your name'))
  await userEvent.type(within(sheet).getByLabelText('Your name'), 'Ananya')
  await userEvent.clear(within(sheet).getByLabelText('Mobile number'))
  await userEvent.type(within(sheet).getByLabelText('Mobile number'), '9876500011')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Place order' }))
}
/** At the table with an order, connected. */
export async function atTable() {
  render(<Pages />)
  await signInAndPlace()
  await screen.findByText('Being prepared', { selector: 'h2' })
  await waitFor(() => expect(FakeSocket.last).not.toBeNull())
  joined()
}
