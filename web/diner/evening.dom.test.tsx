import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '#domain/api/auth.ts'
import { aMenuItem, aWrittenOffer } from '#domain/test/shapes.ts'
import { lineOf } from '#domain/ticket.ts'
import { acceptLogin } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { refusal, type Reply, type Request } from '#web/test/dom.tsx'
import { FakeSocket } from '#web/test/socket.tsx'
import { cart, cartNow } from './cart.ts'
import { readOrder } from './live.ts'
import { dishNewsNow, showMenu } from './menu/page.ts'
import { leavePlace, placeNow, setPlace } from './place.ts'
import { go } from './router.ts'
import { keptSitting, rememberGuest } from './sitting.ts'
import { at, atTable, emit, evening, joined, Pages, press, sent, signInAndPlace } from './test/evening.tsx'
import { aMenu, burger, order, place, R, user } from './test/table.ts'
import { changeVisit } from './visit.ts'

/** The first half of a guest's evening at a table: the cart and the order that it becomes. */

describe('placing the order', () => {
  it('asks for name and mobile once, fetches every dish again, and sends the order', async () => {
    render(<Pages />)
    await signInAndPlace()
    await screen.findByText('Being prepared', { selector: 'h2' })
    const paths = evening.asked.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
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
    evening.special = ({ path }) =>
      path.endsWith('/auth/user/login') ? { status: 200, body: { token: 'a.b.seated', user: account } } : null
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
    evening.special = ({ method, path }) =>
      method === 'POST' && path === '/v1/orders' ? new Promise((resolve) => (release = resolve)) : null
    await signInAndPlace()
    await waitFor(() => expect(sent()).toHaveLength(1))
    for (let i = 0; i < 3; i++) await press(/^Placing your order/)
    evening.known = [order()]
    act(() => release({ status: 201, body: { order: order() } }))
    await screen.findByText('Being prepared', { selector: 'h2' })
    expect(sent()).toHaveLength(1)
  })

  it('failed send keeps cart and says so; the next press sends the very same order', async () => {
    render(<Pages />)
    evening.special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    expect(cartNow(R).draft?.lines).toHaveLength(1)
    evening.special = () => null
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    const [first, second] = sent()
    expect(second?.key).toBe(first?.key)
    expect(second?.body).toEqual(first?.body)
  })

  it('whose answer was lost is sent again as it was: until then it takes no other note and no offer, and the button has its own amount', async () => {
    render(<Pages />)
    evening.special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    await userEvent.type(screen.getByLabelText('Note for the kitchen'), 'No peanuts, allergy')
    await userEvent.click(screen.getByRole('button', { name: 'Enter a code' }))
    expect([cartNow(R).note, screen.queryByLabelText('Offer code')]).toEqual(['', null])
    expect(screen.getByText(/Tell the staff what can’t wait/)).toBeTruthy()
    await press('More Burger')
    expect(screen.getByRole('button', { name: /^Place order.*420\.00/ })).toBeTruthy()
    evening.special = () => null
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    act(() => go(to.dinerCart()))
    await userEvent.type(screen.getByLabelText('Note for the kitchen'), 'No peanuts, allergy')
    expect(cartNow(R)).toMatchObject({ note: 'No peanuts, allergy', draft: { lines: [{ quantity: 1 }] } })
    cart.note(R, '')
  })

  it('whose answer was lost, and which the socket shows to have arrived: the guest is led to it, and not left with an empty cart', async () => {
    render(<Pages />)
    evening.special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    await waitFor(() => expect(FakeSocket.last).not.toBeNull())
    joined()
    const body = sent()[0]?.body as { order: { kots: { kotId: string }[] } } | undefined
    const kotId = body?.order.kots[0]?.kotId
    const arrived = order()
    const [ticket] = arrived.kots
    if (!ticket || !kotId) throw new Error('No ticket was sent, or the order of the tests has none')
    evening.known = [{ ...arrived, kots: [{ ...ticket, kotId }] }]
    emit('orderCreated', { order: evening.known[0] })
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
    evening.special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    evening.special = ({ path }) => (path.includes('/orders/user/') ? refusal(401, 'session_expired', 'Session expired') : null)
    await act(readOrder)
    expect([keptSitting(), cartNow(R).draft?.lines.length]).toEqual([null, 1])
    setPlace(place)
    evening.special = usedUp
    await signInAndPlace()
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.key).not.toBe(sent()[0]?.key)
    await screen.findByText('Being prepared', { selector: 'h2' })
  })

  it('whose answer was lost, and whose ticket is in no order of this sitting: the next press places it as another one', async () => {
    render(<Pages />)
    evening.special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    evening.special = usedUp
    await press(/^Place order/)
    await screen.findByText('Order not found. Nothing was sent, and your cart is kept.')
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    expect(sent()).toHaveLength(3)
  })

  it('whose answer was lost while the staff moved the table: it is found there, and not sent twice', async () => {
    render(<Pages />)
    evening.special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    const [ticket] = order().kots
    const body = sent()[0]?.body as { order: { kots: { kotId: string }[] } } | undefined
    evening.known = [order({ tableId: 't9', tableNumber: '9', kots: [{ ...ticket!, kotId: body?.order.kots[0]?.kotId ?? '' }] })]
    evening.special = ({ method, path }) =>
      method === 'POST' && path === '/v1/orders' ? refusal(404, 'not_found', 'Table not found') : null
    await press(/^Place order/)
    await waitFor(() => expect([cartNow(R).draft, placeNow()?.tableId, sent().length]).toEqual([null, 't9', 2]))
    await screen.findByText('Being prepared', { selector: 'h2' })
  })

  it('whose table the staff moved meanwhile is placed at the new one with the same press', async () => {
    render(<Pages />)
    evening.special = ({ method, path, body }) => {
      if (method !== 'POST' || path !== '/v1/orders') return null
      evening.table = at('9')
      return (body as { order: { tableId: string } }).order.tableId === 't7' ? refusal(404, 'not_found', 'Table not found') : null
    }
    await signInAndPlace()
    await screen.findByText('Being prepared', { selector: 'h2' })
    expect(sent().map(({ body }) => (body as { order: { tableId: string } }).order.tableId)).toEqual(['t7', 't9'])
    expect(sent()[0]?.key).not.toBe(sent()[1]?.key)
  })

  it('whose table was moved sends no dishes at the same press that were added since its answer was lost', async () => {
    render(<Pages />)
    evening.special = ({ method, path }) => (method === 'POST' && path === '/v1/orders' ? 'lost' : null)
    await signInAndPlace()
    await screen.findByText(/We don’t know yet whether the kitchen has your order/)
    await press('More Burger')
    evening.table = at('9')
    evening.special = ({ method, path }) =>
      method === 'POST' && path === '/v1/orders' ? refusal(404, 'not_found', 'Table not found') : null
    await press(/^Place order/)
    await screen.findByText('Table not found. Nothing was sent, and your cart is kept.')
    expect([sent().length, placeNow()?.tableId]).toEqual([2, 't9'])
  })

  it('whose visit has ended meanwhile says that, and not that the order may have arrived', async () => {
    render(<Pages />)
    evening.special = ({ method, path }) =>
      method === 'POST' && path === '/v1/orders' ? refusal(401, 'session_expired', 'Session expired') : null
    await signInAndPlace()
    expect(await screen.findByText('Your visit at this table has ended. Your cart is kept.')).toBeTruthy()
    expect([keptSitting(), cartNow(R).unanswered, cartNow(R).draft?.lines.length]).toEqual([null, null, 1])
  })

  it('unavailable line blocks with spec text and "Remove it"', async () => {
    render(<Pages />)
    evening.special = ({ path }) =>
      path.includes('/menus/item/') ? { status: 200, body: { item: { ...burger, available: false } } } : null
    await signInAndPlace()
    expect((await screen.findAllByText('Item "Burger" is unavailable.')).length).toBeGreaterThan(0)
    expect(sent()).toHaveLength(0)
    await userEvent.click(screen.getAllByRole('button', { name: /Remove it|Remove Burger/ }).at(-1)!)
    await screen.findByText('Your cart is empty')
  })

  it.each([
    ['all of that dish', 'Remove Burger', { remaining: 0 }, 1],
    // What was told of the dish stands in the tests below, too: some are left.
    ['fewer than are left', 'Fewer Burger', { remaining: 2 }, 3],
  ])('says no more that a dish can’t be sold once the guest has put it right: %s', async (_what, button, more, quantity) => {
    cart.replace(R, cartNow(R).draft!.lines[0]!.key, lineOf(burger, { quantity }))
    render(<Pages />)
    evening.special = ({ path }) =>
      path.includes('/menus/item/') ? { status: 200, body: { item: { ...burger, version: 3, ...more } } } : null
    await signInAndPlace()
    await screen.findAllByText(/^Item "Burger" is unavailable\./)
    await userEvent.click(screen.getAllByRole('button', { name: button })[0]!)
    expect(screen.queryByText(/is unavailable/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Place order/ })?.getAttribute('aria-disabled') ?? 'false').toBe('false')
    if (quantity === 1) return
    await press(/^Place order/)
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('gives the focus to its title where a press has taken its own button away', async () => {
    render(<Pages />)
    await press('Remove Burger')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Your cart')))
  })

  it('gives the focus to the title of the page that the order is on, since the button is gone', async () => {
    await atTable()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    // What is still there keeps it.
    const tab = document.body.appendChild(document.createElement('button'))
    tab.focus()
    act(() => go(to.dinerCart()))
    expect([document.activeElement, screen.getByRole('heading', { level: 1 }).textContent]).toEqual([tab, 'Your cart'])
    tab.remove()
  })

  it('says nothing of how orders reach the kitchen before it knows', async () => {
    evening.special = ({ path }) => (path.includes('/profile/necessary/r3') ? refusal(500, 'internal', 'Try again later.') : null)
    setPlace({ ...place, restaurantId: 'r3' })
    cart.add('r3', lineOf(burger))
    render(<Pages />)
    await screen.findByText('Try again later.')
    expect(screen.queryByText(/straight to the kitchen|accept it first/)).toBeNull()
    cart.clear('r3')
  })

  it('counts no offer that was chosen before a friend has opened the order, since only the opener gives it one', async () => {
    const happy = aWrittenOffer('happy', { title: 'Happy', type: 'flat', value: 50, endsAt: '2099-12-31T00:00:00.000Z' })
    evening.special = ({ path }) => (path.includes('/restaurant/offers/') ? { status: 200, body: { offers: [happy] } } : null)
    setPlace({ ...place, restaurantId: 'r4' })
    cart.add('r4', lineOf(burger))
    render(<Pages />)
    await press('Apply Happy')
    await screen.findByRole('button', { name: /^Place order.*367\.50/ })
    act(() => changeVisit({ order: order({ userId: 'friend' }) }))
    // The whole table comes to 840; what is sent are the dishes of the cart.
    expect(screen.getByRole('button', { name: /^Place order.*400\.00/ })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Total' }).textContent).toContain('Rs. 840.00')
    cart.clear('r4')
  })

  it('of a friend takes no note: it isn’t sent with the dishes, the guest is told so before, and it is kept', async () => {
    await atTable()
    const others = order({ userId: 'friend', version: 2 })
    emit('orderUpdated', { order: others, orderId: 'o1', tableId: 't7' })
    cart.add(R, lineOf(burger))
    cart.note(R, 'No peanuts')
    cart.offer(R, { id: 'happy' })
    act(() => go(to.dinerCart()))
    expect(await screen.findByText(/Your note “No peanuts” isn’t sent/)).toBeTruthy()
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    const text = JSON.stringify(sent()[1]?.body)
    expect([text.includes('kots'), text.includes('additionalNote'), text.includes('offerId')]).toEqual([true, false, false])
    expect(cartNow(R).note).toBe('No peanuts')
    cart.clear(R)
  })

  it('of a friend that this phone doesn’t know yet refuses the note: the guest is told, and it is kept', async () => {
    render(<Pages />)
    cart.note(R, 'No peanuts')
    evening.special = ({ method, path, body }) => {
      if (method !== 'POST' || path !== '/v1/orders' || !(body as { order: { additionalNote?: string } }).order.additionalNote) return null
      evening.known = [order({ userId: 'friend' })]
      return refusal(403, 'not_order_opener', 'Only the opener.')
    }
    await signInAndPlace()
    expect(await screen.findByText(/Place the order again without them/)).toBeTruthy()
    expect(await screen.findByText(/Your note “No peanuts” isn’t sent/)).toBeTruthy()
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    expect(sent()).toHaveLength(2)
    cart.note(R, '')
  })

  it('of a friend that this phone learns of by the sign-in is not sent without the note: the guest is told before', async () => {
    render(<Pages />)
    cart.note(R, 'Allergic to egg')
    evening.known = [order({ userId: 'friend' })]
    await signInAndPlace()
    await waitFor(() => expect(document.body.textContent).toMatch(/“Allergic to egg” isn’t sent.*Place the order again without them/s))
    expect(sent()).toEqual([])
    cart.note(R, '')
  })

  it('says that the offers could not be read, and reads them again', async () => {
    const happy = aWrittenOffer('happy', { title: 'Happy', type: 'flat', value: 50, endsAt: '2099-12-31T00:00:00.000Z' })
    evening.special = ({ path }) => (path.includes('/restaurant/offers/') ? refusal(500, 'internal', 'No offers now.') : null)
    setPlace({ ...place, restaurantId: 'r6' })
    cart.add('r6', lineOf(burger))
    render(<Pages />)
    expect(await screen.findByText('No offers now.')).toBeTruthy()
    evening.special = ({ path }) => (path.includes('/restaurant/offers/') ? { status: 200, body: { offers: [happy] } } : null)
    await press('Try again')
    expect(await screen.findByRole('button', { name: 'Apply Happy' })).toBeTruthy()
    expect(screen.queryByText('No offers now.')).toBeNull()
    cart.clear('r6')
  })

  it('offers what runs by the server’s clock, on a phone whose own is a day ahead', async () => {
    const hour = 3_600_000
    const ends = new Date(Date.now() - hour).toISOString()
    const happy = aWrittenOffer('happy', { title: 'Happy', type: 'flat', value: 50, startsAt: '2020-01-01T00:00:00.000Z', endsAt: ends })
    evening.special = ({ path }) => (path.includes('/restaurant/offers/') ? { status: 200, body: { offers: [happy] } } : null)
    setPlace({ ...place, restaurantId: 'r5' })
    cart.add('r5', lineOf(burger))
    render(<Pages />)
    act(() => changeVisit({ skew: 24 * hour }))
    expect(await screen.findByRole('button', { name: 'Apply Happy' })).toBeTruthy()
    cart.clear('r5')
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

  it('knows it as well when the menu, fetched again since, has that dish sold out', async () => {
    await atTable()
    cart.add(R, lineOf(burger))
    const soldOut = { ...burger, available: false, version: 6 }
    emit('menuItemUpdated', { item: soldOut, itemId: 'burger' })
    document.body.append(Object.assign(document.createElement('div'), { id: 'menu' }))
    // It was asked for so long after the event that it replaces it.
    act(() => showMenu(aMenu([soldOut]), Date.now() + 25_001))
    document.getElementById('menu')?.remove()
    expect(dishNewsNow().has('burger')).toBe(false)
    act(() => go(to.dinerCart()))
    const place = await screen.findByRole('button', { name: /^Place order/ })
    expect(screen.queryAllByText('Item "Burger" is unavailable.')).not.toEqual([])
    expect(place.getAttribute('aria-disabled')).toBe('true')
    emit('menuItemUpdated', { item: { ...burger, version: 7 }, itemId: 'burger' })
    await waitFor(() => expect(screen.queryByText('Item "Burger" is unavailable.')).toBeNull())
  })

  it('asks the server again when pressed although a dish was sold out, because the phone may have missed that it is back', async () => {
    await atTable()
    cart.add(R, lineOf(burger))
    emit('menuItemUpdated', { item: { ...burger, available: false, version: 7 }, itemId: 'burger' })
    evening.special = ({ path }) => (path.includes('/menus/item/') ? { status: 200, body: { item: { ...burger, version: 8 } } } : null)
    act(() => go(to.dinerCart()))
    await screen.findAllByText('Item "Burger" is unavailable.')
    await press(/^Place order/)
    await screen.findByText('Being prepared', { selector: 'h2' })
    expect(sent()).toHaveLength(2)
  })

  it('shows a price that has changed before it sends anything', async () => {
    render(<Pages />)
    evening.special = ({ path }) => (path.includes('/menus/item/') ? { status: 200, body: { item: { ...burger, price: 450 } } } : null)
    await signInAndPlace()
    await screen.findByText(/The price of Burger has changed to Rs. 450.00/)
    expect(sent()).toHaveLength(0)
    await press(/^Place order.*472\.50/)
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('shows a tax that has changed before it sends anything', async () => {
    render(<Pages />)
    evening.special = ({ path }) => (path.includes('/menus/item/') ? { status: 200, body: { item: { ...burger, gstRate: 18 } } } : null)
    await signInAndPlace()
    await screen.findByText(/The tax on Burger has changed\. Look at the total/)
    expect(sent()).toHaveLength(0)
    await press(/^Place order.*472\.00/)
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('shows the reason of a refusal, and keeps the cart', async () => {
    render(<Pages />)
    evening.special = ({ method, path }) =>
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
    expect(evening.asked.filter(({ path }) => path.includes('/statistics/cart/'))).toEqual([])
  })

  it('says why a line can’t be changed: its dish is gone', async () => {
    const gone = aMenuItem({ _id: 'gone', name: 'Soup', price: 90, variants: [], addonGroups: [] })
    cart.add(R, lineOf(gone))
    evening.special = ({ path }) => (path.includes('/menus/item/gone') ? refusal(404, 'not_found', 'Item not found') : null)
    render(<Pages />)
    await press('Change Soup')
    expect(await screen.findByText('Item "Soup" is unavailable.')).toBeTruthy()
  })

  it('shows what a typed code takes off before anything is sent, and places the order with it', async () => {
    const hush = aWrittenOffer('hush', { title: 'Hush', type: 'flat', value: 50, needsCode: true, endsAt: '2099-12-31T00:00:00.000Z' })
    evening.special = ({ path, body }) =>
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
    evening.special = ({ method, path }) => {
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
