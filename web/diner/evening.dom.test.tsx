import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '#domain/api/auth.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { aMenuItem, aWrittenOffer } from '#domain/test/shapes.ts'
import { lineOf } from '#domain/ticket.ts'
import { acceptLogin, forgetSession, startSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import { FakeSocket } from '#web/test/socket.tsx'
import { cart, cartNow } from './cart.ts'
import CartPage from './cart/CartPage.tsx'
import { watchEnd } from './end.ts'
import { readOrder, startLive } from './live.ts'
import OrderPage from './order/OrderPage.tsx'
import { leavePlace, placeNow, setPlace } from './place.ts'
import { keepDishes } from './menu/page.ts'
import { go, usePath } from './router.ts'
import { Sheets } from './Sheets.tsx'
import { keptSitting, leaveSitting, rememberGuest } from './sitting.ts'
import { Snacks } from './Snack.tsx'
import ThanksPage from './thanks/ThanksPage.tsx'
import { burger, order, place, R, restaurant, user } from './test/table.ts'
import { changeVisit, clearVisit, keepLast, keepReceipt, receiptNow, visit } from './visit.ts'

/** A guest's evening at a table, with a fake server and a fake socket: how the phone handles each answer. */

/** Answers of the restaurant's calls; `special` comes first. */
let special: (request: Request) => Reply | null = () => null
let known: OrderShape[] = []
/** The table's own order among those that are known; by default the first that is open. */
let current: string | null | undefined
function answer(request: Request): Reply {
  const own = special(request)
  if (own) return own
  const { method, path } = request
  const ok = (body: unknown, status = 200) => ({ status, body })
  if (path.includes('/profile/necessary/')) return ok({ restaurant })
  if (path.includes('/restaurant/offers/')) return ok({ offers: [] })
  if (path.includes('/menus/item/')) return ok({ item: burger })
  if (path.endsWith('/auth/user/login')) return ok({ token: 'a.b.guest', user })
  if (path.endsWith('/auth/me')) return ok({ user, permissions: {} })
  if (path.includes('/orders/user/'))
    return ok({ orders: known, current: current === undefined ? (known.find((o) => o.orderStatus === 'pending')?._id ?? null) : current })
  if (method === 'POST' && path.endsWith('/orders')) {
    known = [order()]
    return ok({ order: known[0] }, 201)
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

function Pages() {
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
let asked: Request[] = []
const sent = () => asked.filter(({ method, path }) => method === 'POST' && path === '/v1/orders')
let seq = 0
const emit = (event: string, data: object, more: object = { seq: ++seq }) =>
  act(() => FakeSocket.last?.receive({ event, data, at: new Date().toISOString(), ...more }))
const joined = (more: object = {}) => {
  act(() => FakeSocket.last?.open())
  emit('joined', { room: 't7', seq, resumed: false, alerts: [], ...more }, {})
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

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
  special = () => null
  known = []
  current = undefined
  seq = 0
  go(to.dinerCart(), { replace: true })
  asked = serve(answer)
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

async function signInAndPlace() {
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
async function atTable() {
  render(<Pages />)
  await signInAndPlace()
  await screen.findByText('Being prepared', { selector: 'h2' })
  await waitFor(() => expect(FakeSocket.last).not.toBeNull())
  joined()
}

describe('placing the order', () => {
  it('asks for name and mobile once, fetches every dish again, and sends the order', async () => {
    render(<Pages />)
    await signInAndPlace()
    await screen.findByText('Being prepared', { selector: 'h2' })
    const paths = asked.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(paths.indexOf('GET /v1/menus/item/burger')).toBeLessThan(paths.indexOf('POST /v1/orders'))
    expect(paths).toContain('POST /v1/statistics/order/burger')
    expect(sent()[0]?.body).toMatchObject({
      order: { restaurantId: R, tableId: 't7', kots: [{ items: [{ _id: 'burger', quantity: 1 }] }] },
    })
    expect(cartNow(R).draft).toBeNull()
  })

  it('for an account asks for nothing again: it joins the table with its own token', async () => {
    const account = { ...user, isGuest: undefined, _id: 'a1', id: 'a1', email: 'diner:9848027154' }
    await acceptLogin('diner', { token: 'a.b.account', user: account as SessionUser })
    setPlace(place)
    rememberGuest({ name: 'Karthik', mobile_number: '98480 27154' })
    special = ({ path }) => (path.endsWith('/auth/user/login') ? { status: 200, body: { token: 'a.b.seated', user: account } } : null)
    const calls = vi.spyOn(globalThis, 'fetch')
    render(<Pages />)
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    const tokens = calls.mock.calls
      .filter(([url]) => String(url).endsWith('/auth/user/login') || String(url).endsWith('/v1/orders'))
      .map(([, init]) => new Headers(init?.headers).get('Authorization'))
    expect(tokens).toEqual(['Bearer a.b.account', 'Bearer a.b.seated'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('double tap places one order', async () => {
    render(<Pages />)
    let release: (reply: { status: number; body: unknown }) => void = () => undefined
    special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? new Promise((resolve) => (release = resolve)) : null)
    await signInAndPlace()
    await waitFor(() => expect(sent()).toHaveLength(1))
    for (let i = 0; i < 3; i++) await press(/^Placing your order/)
    known = [order()]
    act(() => release({ status: 201, body: { order: order() } }))
    await screen.findByText('Being prepared', { selector: 'h2' })
    expect(sent()).toHaveLength(1)
  })

  it('failed send keeps cart and says so; the next press sends the very same order', async () => {
    render(<Pages />)
    special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    expect(cartNow(R).draft?.lines).toHaveLength(1)
    special = () => null
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    const [first, second] = sent()
    expect(second?.key).toBe(first?.key)
    expect(second?.body).toEqual(first?.body)
  })

  it('whose answer was lost, and which the socket shows to have arrived: the guest is led to it, and not left with an empty cart', async () => {
    render(<Pages />)
    special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    await waitFor(() => expect(FakeSocket.last).not.toBeNull())
    joined()
    const body = sent()[0]?.body as { order: { kots: { kotId: string }[] } } | undefined
    const kotId = body?.order.kots[0]?.kotId
    const arrived = order()
    const [ticket] = arrived.kots
    if (!ticket || !kotId) throw new Error('No ticket was sent, or the order of the tests has none')
    known = [{ ...arrived, kots: [{ ...ticket, kotId }] }]
    emit('orderCreated', { order: known[0] })
    await screen.findByText('Being prepared', { selector: 'h2' })
    expect(screen.getByText('Your order has arrived.')).toBeTruthy()
    expect(sent()).toHaveLength(1)
  })

  /** The server of a guest whose earlier visit's order has the ticket that was sent first; another one arrives. */
  const usedUp = ({ method, path, body }: Request): Reply | null => {
    if (method !== 'POST' || path !== '/v1/orders') return null
    const kotIdOf = (request: unknown) => (request as { order: { kots: { kotId: string }[] } }).order.kots[0]?.kotId
    return kotIdOf(body) === kotIdOf(sent()[0]?.body) ? refusal(404, 'not_found', 'Order not found') : null
  }

  it('whose answer was lost and whose visit has ended: it is placed as another ticket in the next visit', async () => {
    render(<Pages />)
    special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    special = ({ path }) => (path.includes('/orders/user/') ? refusal(401, 'session_expired', 'Session expired') : null)
    await act(readOrder)
    expect([keptSitting(), cartNow(R).draft?.lines.length]).toEqual([null, 1])
    setPlace(place)
    special = usedUp
    await signInAndPlace()
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.key).not.toBe(sent()[0]?.key)
    await screen.findByText('Being prepared', { selector: 'h2' })
  })

  it('whose answer was lost, and whose ticket is in no order of this sitting: the next press places it as another one', async () => {
    render(<Pages />)
    special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    special = usedUp
    await press(/^Place order/)
    await screen.findByText('Order not found. Nothing was sent, and your cart is kept.')
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    expect(sent()).toHaveLength(3)
  })

  it('whose answer was lost while the staff moved the table: it is found there, and not sent twice', async () => {
    render(<Pages />)
    special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    const [ticket] = order().kots
    const body = sent()[0]?.body as { order: { kots: { kotId: string }[] } } | undefined
    known = [order({ tableId: 't9', tableNumber: '9', kots: [{ ...ticket!, kotId: body?.order.kots[0]?.kotId ?? '' }] })]
    special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? refusal(404, 'not_found', 'Table not found') : null)
    await press(/^Place order/)
    await waitFor(() => expect([cartNow(R).draft, placeNow()?.tableId, sent().length]).toEqual([null, 't9', 2]))
    await screen.findByText('Being prepared', { selector: 'h2' })
  })

  it('unavailable line blocks with spec text and "Remove it"', async () => {
    render(<Pages />)
    special = ({ path }) => (path.includes('/menus/item/') ? { status: 200, body: { item: { ...burger, available: false } } } : null)
    await signInAndPlace()
    expect((await screen.findAllByText('Item "Burger" is unavailable.')).length).toBeGreaterThan(0)
    expect(sent()).toHaveLength(0)
    await userEvent.click(screen.getAllByRole('button', { name: /Remove it|Remove Burger/ }).at(-1)!)
    await screen.findByText('Your cart is empty')
  })

  it('knows a dish that was sold out while the cart was not on the screen, and that it is back', async () => {
    await atTable()
    cart.add(R, lineOf(burger))
    emit('menuItemUpdated', { item: { ...burger, available: false, version: 5 }, itemId: 'burger' })
    act(() => go(to.dinerCart()))
    expect((await screen.findAllByText('Item "Burger" is unavailable.')).length).toBeGreaterThan(0)
    emit('menuItemUpdated', { item: { ...burger, version: 6 }, itemId: 'burger' })
    await waitFor(() => expect(screen.queryByText('Item "Burger" is unavailable.')).toBeNull())
  })

  it('asks the server again when pressed although a dish was sold out, because the phone may have missed that it is back', async () => {
    await atTable()
    cart.add(R, lineOf(burger))
    emit('menuItemUpdated', { item: { ...burger, available: false, version: 7 }, itemId: 'burger' })
    special = ({ path }) => (path.includes('/menus/item/') ? { status: 200, body: { item: { ...burger, version: 8 } } } : null)
    act(() => go(to.dinerCart()))
    await screen.findAllByText('Item "Burger" is unavailable.')
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    expect(sent()).toHaveLength(2)
  })

  it('shows a price that has changed before it sends anything', async () => {
    render(<Pages />)
    special = ({ path }) => (path.includes('/menus/item/') ? { status: 200, body: { item: { ...burger, price: 450 } } } : null)
    await signInAndPlace()
    await screen.findByText(/The price of Burger has changed to Rs. 450.00/)
    expect(sent()).toHaveLength(0)
    await press(/^Place order.*472\.50/)
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('shows the reason of a refusal, and keeps the cart', async () => {
    render(<Pages />)
    special = ({ method, path }) =>
      method === 'POST' && path === '/v1/orders' ? refusal(403, 'qr_orders_off', 'Ask the staff to take your order.') : null
    await signInAndPlace()
    await screen.findByText('Ask the staff to take your order. Nothing was sent, and your cart is kept.')
    expect(cartNow(R)).toMatchObject({ unanswered: null, draft: { lines: [{ _id: 'burger' }] } })
  })

  it("no restaurant/table → 'Restaurant details not found'", async () => {
    leavePlace()
    render(<Pages />)
    await screen.findByText('Restaurant details not found')
  })
})

describe('the cart', () => {
  it('changes a line in its dish’s sheet', async () => {
    render(<Pages />)
    await press('Change Burger')
    const sheet = await screen.findByRole('dialog', { name: 'Burger' })
    await userEvent.type(within(sheet).getByLabelText('Note for the kitchen'), 'no onion')
    await userEvent.click(within(sheet).getByRole('button', { name: 'One more' }))
    await userEvent.click(within(sheet).getByRole('button', { name: /^Save.*Rs/ }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(cartNow(R).draft?.lines).toMatchObject([{ _id: 'burger', quantity: 2, additionalItemNote: 'no onion' }])
    expect(screen.getByText('“no onion”')).toBeTruthy()
    // A changed line is not counted as another dish put into the cart.
    expect(asked.filter(({ path }) => path.includes('/statistics/cart/'))).toEqual([])
  })

  it('says why a line can’t be changed: its dish is gone', async () => {
    const gone = aMenuItem({ _id: 'gone', name: 'Soup', price: 90, variants: [], addonGroups: [] })
    cart.add(R, lineOf(gone))
    special = ({ path }) => (path.includes('/menus/item/gone') ? refusal(404, 'not_found', 'Item not found') : null)
    render(<Pages />)
    await press('Change Soup')
    expect(await screen.findByText('Item "Soup" is unavailable.')).toBeTruthy()
  })

  it('shows what a typed code takes off before anything is sent, and places the order with it', async () => {
    const hush = aWrittenOffer('hush', { title: 'Hush', type: 'flat', value: 50, needsCode: true, endsAt: '2099-12-31T00:00:00.000Z' })
    special = ({ path, body }) =>
      path.endsWith('/orders/offer')
        ? (body as { code: string }).code === 'HUSH50'
          ? { status: 200, body: { offer: hush } }
          : refusal(422, 'offer_not_applicable', 'No offer has this code.')
        : null
    render(<Pages />)
    await press('Enter a code')
    await userEvent.type(screen.getByLabelText('Offer code'), 'wrong')
    await press('Use')
    // Codes are for who sits at a table.
    const sheet = await screen.findByRole('dialog')
    await userEvent.type(within(sheet).getByLabelText('Your name'), 'Ananya')
    await userEvent.type(within(sheet).getByLabelText('Mobile number'), '9876500011')
    await userEvent.click(within(sheet).getByRole('button', { name: 'Use the code' }))
    expect(await screen.findByText('No offer has this code.')).toBeTruthy()
    await userEvent.clear(screen.getByLabelText('Offer code'))
    await userEvent.type(screen.getByLabelText('Offer code'), 'hush50')
    await press('Use')
    expect(await screen.findByRole('button', { name: 'Remove Hush' })).toBeTruthy()
    expect(screen.getByText('− Rs. 50.00')).toBeTruthy()
    expect(sent()).toEqual([])
    await press(/^Place order.*367\.50/)
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ order: { offerCode: 'HUSH50' } }))
  })

  it('says that an offer has ended meanwhile, and offers it no more', async () => {
    const happy = aWrittenOffer('happy', { title: 'Happy', type: 'flat', value: 50, endsAt: '2099-12-31T00:00:00.000Z' })
    let ended = false
    special = ({ method, path }) => {
      if (path.includes('/restaurant/offers/')) return { status: 200, body: { offers: ended ? [] : [happy] } }
      if (ended && method === 'POST' && path === '/v1/orders') return refusal(422, 'offer_not_applicable', 'Happy is switched off.')
      return null
    }
    // Another restaurant's cart than the other tests': its offers are not known yet.
    setPlace({ ...place, restaurantId: 'r2' })
    cart.add('r2', lineOf(burger))
    render(<Pages />)
    await press('Apply Happy')
    ended = true
    await signInAndPlace()
    expect(await screen.findByText(/^Happy is switched off\. The offer was taken off\./)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply Happy' })).toBeNull())
    cart.clear('r2')
  })
})

describe('at the table', () => {
  it('shows what the staff add, and says so', async () => {
    await atTable()
    const [kot] = order().kots
    const beer = { ...kot!.items[0]!, lineId: 'l2', itemName: 'Beer' }
    emit('orderUpdated', {
      order: order({ version: 2, kots: [kot!, { ...kot!, kotId: 'k2', sentBy: '', items: [beer] }] }),
      orderId: 'o1',
      tableId: 't7',
    })
    expect(await screen.findByText(/Added by staff/)).toBeTruthy()
    expect(screen.getByText('The staff added Beer')).toBeTruthy()
  })

  it('doesn’t go back to an older state', async () => {
    await atTable()
    emit('orderUpdated', { order: order({ version: 3, serialNumber: 99 }), orderId: 'o1', tableId: 't7' })
    emit('orderUpdated', { order: order({ version: 2, serialNumber: 11 }), orderId: 'o1', tableId: 't7' })
    expect(await screen.findByText(/order 99/)).toBeTruthy()
  })

  it('move keeps the order, and shows the guest’s new table', async () => {
    await atTable()
    const moved = order({ version: 2, tableId: 't9', tableNumber: '9' })
    emit('tableMoved', { fromTableId: 't7', toTableId: 't9', fromTableNumber: '7', toTableNumber: '9', order: moved, orderId: 'o1' })
    expect(await screen.findByText('You are now at Table 9')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Table 9' })).toBeTruthy()
    expect([placeNow()?.tableId, keptSitting()?.tableId]).toEqual(['t9', 't9'])
  })

  it('follows the table’s order, not another one that the account has open elsewhere', async () => {
    await atTable()
    known = [order({ _id: 'o2', tableId: 't3', tableNumber: '3' }), order({ version: 2 })]
    current = 'o1'
    await act(readOrder)
    expect(visit.get().order).toMatchObject({ _id: 'o1', version: 2 })
    expect([placeNow()?.tableId, keptSitting()?.tableId]).toEqual(['t7', 't7'])
    // Before anything is ordered at this table too.
    changeVisit({ order: null, isRead: false })
    keepLast(null)
    known = known.slice(0, 1)
    current = null
    await act(readOrder)
    expect(visit.get()).toMatchObject({ order: null, isRead: true, ended: null })
    expect(placeNow()?.tableId).toBe('t7')
  })

  it('finds its table again when it was moved while the phone slept', async () => {
    await atTable()
    known = [order({ version: 2, tableId: 't9', tableNumber: '9' })]
    emit('error', { code: 'forbidden', message: 'Not your table.', tableId: 't9' }, {})
    expect(FakeSocket.last?.sent.at(-1)).toContain('"tableId":"t9"')
    emit('joined', { room: 't9', seq, resumed: false, alerts: [] }, {})
    expect(await screen.findByText('You are now at Table 9')).toBeTruthy()
  })

  it('reconnect refetches after a gap that can’t be replayed, but not after one that was replayed', async () => {
    await atTable()
    const reads = () => asked.filter(({ path }) => path.includes('/orders/user/')).length
    await waitFor(() => expect(reads()).toBeGreaterThan(0))
    const lost = FakeSocket.last
    act(() => FakeSocket.last?.end(1006))
    await waitFor(() => expect(FakeSocket.last).not.toBe(lost), { timeout: 5000 })
    const before = reads()
    const [kot] = order().kots
    const naan = { ...kot!.items[0]!, lineId: 'l2', itemName: 'Butter naan' }
    known = [order({ version: 3, kots: [{ ...kot!, items: [...kot!.items, naan] }] })]
    joined()
    expect(await screen.findByText('Added to your table: Butter naan')).toBeTruthy()
    expect(reads()).toBe(before + 1)
    joined({ resumed: true })
    expect(reads()).toBe(before + 1)
  })

  it('staff acknowledgement turns a call to "On the way"; failure says so and offers Retry', async () => {
    await atTable()
    await press('Call waiter')
    await press('Ask: Water')
    expect(await screen.findByText('Asked just now')).toBeTruthy()
    const alert = { _id: 'a', tableId: 't7', alertType: 'water', timestamp: new Date().toISOString(), acknowledged: true }
    emit('tableAlertCleared', { tableId: 't7', alertType: 'water', action: 'acknowledge', acknowledged: true, alerts: [alert] }, {})
    expect(await screen.findByText('On the way')).toBeTruthy()
    special = ({ path }) => (path.endsWith('/tables/alert') ? 'lost' : null)
    await press('Ask: Clean table')
    expect(await screen.findByText(/^Not sent/)).toBeTruthy()
    const [first] = asked.filter(({ path }) => path.endsWith('/tables/alert')).slice(-1)
    special = () => null
    await press('Retry: Clean table')
    await waitFor(() => expect(screen.queryByText(/^Not sent/)).toBeNull())
    expect(asked.findLast(({ path }) => path.endsWith('/tables/alert'))?.key).toBe(first?.key)
  })

  it.each(['after', 'before'])('a call that arrived although its answer was lost is no failure, told %s the failure', async (when) => {
    await atTable()
    await press('Call waiter')
    const alert = { _id: 'w', tableId: 't7', alertType: 'water', timestamp: new Date().toISOString(), acknowledged: false }
    const arrives = () => emit('tableAlert', { alert, tableId: 't7', alertType: 'water' }, {})
    const lost = Promise.withResolvers<{ status: number; body: unknown }>()
    special = ({ path }) => (path.endsWith('/tables/alert') ? lost.promise : null)
    await press('Ask: Water')
    if (when === 'before') arrives()
    await act(async () => lost.resolve(refusal(502, 'internal_error', 'Bad gateway')))
    if (when === 'after') {
      expect(await screen.findByText(/^Not sent/)).toBeTruthy()
      // Another call that arrives says nothing of this one.
      emit('tableAlert', { alert: { ...alert, _id: 'b', alertType: 'bill' }, tableId: 't7', alertType: 'bill' }, {})
      expect(screen.getByText(/^Not sent/)).toBeTruthy()
      arrives()
    }
    await waitFor(() => expect(screen.queryByText(/^Not sent/)).toBeNull())
    const cleared = {
      tableId: 't7',
      alertType: 'water',
      action: 'acknowledge',
      acknowledged: true,
      alerts: [{ ...alert, acknowledged: true }],
    }
    emit('tableAlertCleared', cleared, {})
    expect(screen.getByText('On the way')).toBeTruthy()
  })

  it('a call that could not be repeated is a failure although the first one is still open', async () => {
    await atTable()
    const alert = {
      _id: 'w',
      tableId: 't7',
      alertType: 'water',
      timestamp: new Date(Date.now() - 90_000).toISOString(),
      acknowledged: false,
    }
    emit('tableAlert', { alert, tableId: 't7', alertType: 'water' }, {})
    await press('Call waiter')
    special = ({ path }) => (path.endsWith('/tables/alert') ? 'lost' : null)
    await press(/: Water$/)
    expect(await screen.findByText(/^Not sent/)).toBeTruthy()
    joined({ resumed: true, alerts: [alert] })
    expect(screen.getByText(/^Not sent/)).toBeTruthy()
  })
})

describe('the end', () => {
  it('of a settled order: receipt kept, stored restaurant/table cleared, signed out, thank-you page; feedback optional, 2 taps', async () => {
    await atTable()
    const done = order({
      version: 2,
      orderStatus: 'completed',
      paymentMethod: 'UPI',
      billNumber: 42,
      completedAt: new Date().toISOString(),
    })
    await press('Call waiter')
    expect(await screen.findByText('What do you need?')).toBeTruthy()
    // Moved a moment before.
    const moved = order({ version: 2, tableId: 't9', tableNumber: '9' })
    emit('tableMoved', { fromTableId: 't7', toTableId: 't9', fromTableNumber: '7', toTableNumber: '9', order: moved, orderId: 'o1' })
    expect(await screen.findByText('You are now at Table 9')).toBeTruthy()
    emit('orderCompleted', { order: done, orderId: 'o1', tableId: 't7', feedbackToken: 'f1' })
    expect(await screen.findByText('Thank you, Ananya')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Receipt' })).getByText(/Bill 0042/)).toBeTruthy()
    expect(screen.queryByText('What do you need?')).toBeNull()
    expect(screen.queryByText('You are now at Table 9')).toBeNull()
    expect([location.pathname, placeNow(), keptSitting()]).toEqual([to.thankYou(), null, null])
    expect(document.cookie).not.toContain('a.b.guest')
    expect(['restaurantId', 'tableId'].map((key) => localStorage.getItem(key))).toEqual([null, null])
    expect(JSON.parse(localStorage.getItem('tawa_receipt_print') ?? '{}')).toMatchObject({
      order: { _id: 'o1' },
      feedbackToken: 'f1',
      isFinal: true,
    })
    await userEvent.click(screen.getByRole('radio', { name: '4 of 5' }))
    await press('Send feedback')
    expect(await screen.findByText('Thank you for your feedback: 4 of 5.')).toBeTruthy()
    expect(asked.at(-1)?.body).toEqual({ orderId: 'o1', rating: 4, feedbackToken: 'f1' })
  })

  it('feedback that another phone of the table has given already: says so, and shows no rating that was not kept', async () => {
    await atTable()
    const done = order({ version: 2, orderStatus: 'completed', billNumber: 42, completedAt: new Date().toISOString() })
    emit('orderCompleted', { order: done, orderId: 'o1', tableId: 't7', feedbackToken: 'f1' })
    const given = refusal(409, 'already_submitted', 'Feedback for this order was given already.')
    special = ({ path }) => (path.endsWith('/feedback/submit') ? given : null)
    await userEvent.click(await screen.findByRole('radio', { name: '1 of 5' }))
    await press('Send feedback')
    expect((await screen.findByText(/^(Thank you for your feedback|Feedback for this order)/)).textContent).toBe(
      'Feedback for this order was given already.',
    )
    // Also after a reload.
    cleanup()
    render(<Pages />)
    expect(await screen.findByText('Feedback for this order was given already.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send feedback' })).toBeNull()
  })

  it('feedback whose answer was lost is sent again as the same, and thanked for', async () => {
    await atTable()
    const done = order({ version: 2, orderStatus: 'completed', billNumber: 42, completedAt: new Date().toISOString() })
    emit('orderCompleted', { order: done, orderId: 'o1', tableId: 't7', feedbackToken: 'f1' })
    special = ({ path }) => (path.endsWith('/feedback/submit') ? 'lost' : null)
    await userEvent.click(await screen.findByRole('radio', { name: '4 of 5' }))
    await press('Send feedback')
    expect(await screen.findByRole('alert')).toBeTruthy()
    special = () => null
    await press('Send feedback')
    expect(await screen.findByText('Thank you for your feedback: 4 of 5.')).toBeTruthy()
    const [first, second] = asked.filter(({ path }) => path.endsWith('/feedback/submit'))
    expect(second?.key).toBe(first?.key)
  })

  it('thanks the guest of this phone, not the one who began the order', async () => {
    await atTable()
    const began = { user: { name: 'Ravi', mobile_number: '9876500399' }, customer_name: 'Ravi' }
    const done = order({ ...began, version: 2, orderStatus: 'completed', billNumber: 42, completedAt: new Date().toISOString() })
    emit('orderCompleted', { order: done, orderId: 'o1', tableId: 't7', feedbackToken: 'f1' })
    expect(await screen.findByText('Thank you, Ananya')).toBeTruthy()
    expect(JSON.parse(localStorage.getItem('tawa_receipt_print') ?? '{}')).toMatchObject({ guestName: 'Ananya' })
  })

  it('that a sleeping phone missed: shows the order as this phone last saw it, and says that it may differ', async () => {
    await atTable()
    special = ({ path }) => (path.includes('/orders/user/') ? refusal(401, 'session_expired', 'Session expired') : null)
    act(() => FakeSocket.last?.end(1006))
    expect(await screen.findByText(/as this phone last saw it/)).toBeTruthy()
    expect(receiptNow()).toMatchObject({ isFinal: false, feedbackToken: 'f1', order: { _id: 'o1' } })
    expect(placeNow()).toMatchObject({ restaurantId: R, tableId: null })
  })

  it('of a cancelled order: signed out with the reason, and still at the table', async () => {
    await atTable()
    const over = order({ version: 2, orderStatus: 'cancelled', cancelReason: 'Kitchen closed' })
    emit('orderUpdated', { order: over, orderId: 'o1', tableId: 't7', tableUpdated: true })
    expect((await screen.findAllByText(/Your order was cancelled: Kitchen closed/)).length).toBeGreaterThan(0)
    expect([placeNow()?.tableId, keptSitting(), receiptNow()]).toEqual(['t7', null, null])
  })
})
