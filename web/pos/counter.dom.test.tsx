import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot, anItem, anOrderShape, aRestaurant, aTable } from '#domain/test/shapes.ts'
import { absorb, forgetLive } from '#web/core/liveCache.ts'
import { watchConnection } from '#web/core/online.ts'
import { queryClient } from '#web/core/query.ts'
import { discardDraft, draftActions, draftNow, draftsNow, tableKey } from '#web/shared/order/drafts.ts'
import { forgetSettled } from '#web/shared/order/settled.ts'
import { later, refusal, type Request } from '#web/test/dom.tsx'
import { openCounter as openWith, type Opening } from '#web/test/openCounter.tsx'
import PosPage from './PosPage.tsx'

const openCounter = (how: Opening) => openWith(<PosPage />, how)

afterEach(() => draftsNow().forEach(({ key }) => discardDraft(key)))

/** *Accept* points of the counter (SCREENS §2.2) that need no browser, by their words; the others are in e2e/counter.spec.ts and e2e/journeys.spec.ts. */
describe('accept', () => {
  const send = (name: string) => within(screen.getByRole('complementary')).getByRole('button', { name })
  const lines = () => within(screen.getByRole('list', { name: 'New ticket' })).getAllByRole('listitem')

  it('same item + same variants + addons → quantity +1; minus at 1 removes line and an empty ticket disappears', async () => {
    const { user, tile } = await openCounter({ dishes: 2 })
    await user.click(tile(0))
    await user.click(tile(1))
    await user.click(tile(0))
    expect(lines().map((line) => line.textContent?.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^2 ×Dish 0/),
      expect.stringMatching(/^1 ×Dish 1/),
    ])
    const fewer = (name: string) => user.click(screen.getByRole('button', { name: `Fewer ${name}` }))
    await fewer('Dish 0')
    await fewer('Dish 0')
    expect(lines()).toHaveLength(1)
    await user.click(within(lines()[0] as HTMLElement).getByRole('button', { name: /^1 × ?Dish 1/ }))
    await fewer('Dish 1')
    expect(screen.queryByRole('list', { name: 'New ticket' })).toBeNull()
  })

  it('Send KOT disabled at 0 items; double-press sends once', async () => {
    const answer = later<{ status: number; body: unknown }>()
    const { user, asked, tile, order } = await openCounter({
      dishes: 1,
      reply: ({ method, path }) => (method !== 'GET' && path.startsWith('/v1/pos/order') ? answer.promise : null),
    })
    const sent = () => asked.filter(({ method, path }) => method !== 'GET' && path.startsWith('/v1/pos/order'))
    expect(send('Send KOT').getAttribute('aria-disabled')).toBe('true')
    await user.click(send('Send KOT'))
    await user.keyboard('{F8}')
    expect(sent()).toEqual([])
    await user.click(tile(0))
    await user.dblClick(send('Send KOT (1)'))
    await user.keyboard('{F8}')
    expect(sent()).toHaveLength(1)
    answer.settle({ status: 200, body: { order: { ...order, version: order.version + 1 } } })
    await waitFor(() => expect(send('Send KOT')).toBeTruthy())
    expect(sent()).toHaveLength(1)
  })

  it('opening an occupied table opens its order, never a second one: what is added goes to it', async () => {
    const { user, asked, tile, order } = await openCounter({ dishes: 1 })
    await user.click(tile(0))
    await user.click(send('Send KOT (1)'))
    await waitFor(() => expect(asked.filter(({ method, path }) => method === 'PUT' && path.startsWith('/v1/pos/order'))).toHaveLength(1))
    expect(asked.find(({ method, path }) => method === 'PUT' && path.startsWith('/v1/pos/order'))?.body).toMatchObject({
      orderId: order._id,
    })
    expect(asked.filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/pos/order'))).toEqual([])
  })
})

it('printing the bill asks about items that are not sent, which it would not have', async () => {
  const { user, tile, asked } = await openCounter({ dishes: 1 })
  await user.click(tile(0))
  await user.keyboard('{Control>}p{/Control}')
  const dialog = await screen.findByRole('dialog', { name: '1 item not sent' })
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toContain('Send and print')
  expect(asked.filter(({ path }) => path.endsWith('/bill'))).toEqual([])
})

/** States of the counter (SCREENS §2.2 "States"). */
describe('a ticket that is not sent', () => {
  const pane = () => within(screen.getByRole('complementary'))
  const onTicket = () => screen.queryByRole('list', { name: 'New ticket' })?.textContent?.replace(/\s+/g, ' ') ?? null
  const sends = (asked: readonly Request[]) => asked.filter(({ method, path }) => method === 'PUT' && path.startsWith('/v1/pos/order'))

  it('for an unavailable item says which it is, marks its line, and "Remove and send rest" sends the others', async () => {
    const text = 'Item "Dish 0" is unavailable.'
    let refuses = true
    const { user, asked, tile, order } = await openCounter({
      dishes: 2,
      reply({ method, path }) {
        if (method !== 'PUT' || !path.startsWith('/v1/pos/order')) return null
        return refuses
          ? refusal(409, 'item_unavailable', text, { itemId: 'dish-0' })
          : { status: 200, body: { order: { ...order, version: order.version + 1 } } }
      },
    })
    await user.click(tile(0))
    await user.click(tile(1))
    await user.click(pane().getByRole('button', { name: 'Send KOT (2)' }))
    await screen.findByText(text)
    const [off, other] = within(screen.getByRole('list', { name: 'New ticket' })).getAllByRole('listitem')
    expect([off, other].map((line) => line?.textContent?.includes('Unavailable'))).toEqual([true, false])
    refuses = false
    await user.click(screen.getByRole('button', { name: 'Remove and send rest' }))
    await waitFor(() => expect(onTicket()).toBeNull())
    const items = sends(asked).map(({ body }) => (body as { orderData: { kots: { items: { _id: string }[] }[] } }).orderData.kots[0]?.items)
    expect(items.map((lines) => lines?.map(({ _id }) => _id))).toEqual([['dish-0', 'dish-1'], ['dish-1']])
    expect(screen.queryByText(text)).toBeNull()
  })

  it.each([
    ['Keep', true, 0],
    ['Discard', false, 0],
    ['Send', false, 1],
  ] as const)('is asked about when its table is left: %s', async (answer, stays, sent) => {
    const { user, asked, tile, order } = await openCounter({
      dishes: 1,
      reply: ({ method, path }) =>
        method === 'PUT' && path.startsWith('/v1/pos/order')
          ? { status: 200, body: { order: { ...order, version: order.version + 1 } } }
          : null,
    })
    await user.click(tile(0))
    await user.click(screen.getByRole('radio', { name: 'Take Away' }))
    const dialog = await screen.findByRole('dialog', { name: 'T7: 1 item not sent' })
    expect(sends(asked)).toEqual([])
    // Closed without an answer, the person stays with it.
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(onTicket()).toMatch(/^1 ×Dish 0/)
    await user.click(screen.getByRole('radio', { name: 'Take Away' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByText(/KOT 34/)).toBeNull())
    expect(sends(asked)).toHaveLength(sent)
    expect(Boolean(draftNow(tableKey('table-7'))?.draft)).toBe(stays)
  })

  it('can’t be sent from that question while the device is offline: Enter keeps it', async () => {
    const { user, asked, tile } = await openCounter({ dishes: 1 })
    await user.click(tile(0))
    watchConnection()
    act(() => void dispatchEvent(new Event('offline')))
    await user.click(screen.getByRole('radio', { name: 'Take Away' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'T7: 1 item not sent' }))
    expect(dialog.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText(/KOT 34/)).toBeNull())
    expect([sends(asked), Boolean(draftNow(tableKey('table-7'))?.draft)]).toEqual([[], true])
    await act(async () => void dispatchEvent(new Event('online')))
  })
})

describe('items that are for no order yet can get another type', () => {
  const change = async (user: UserEvent, type: string) => {
    await user.click(screen.getByRole('radio', { name: type }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: `Change it to ${type}` }))
  }
  const inDraft = (key: string) => draftNow(key)?.draft?.lines.map(({ itemName }) => itemName) ?? null

  it('a take-away becomes a delivery, with the customer that was typed', async () => {
    const { user, tile, address } = await openCounter({ dishes: 1, search: '?draft=takeaway:1', shows: /^New$/ })
    await user.click(tile(0))
    draftActions('takeaway:1').setMeta({ customer_name: 'Asha' })
    await change(user, 'Delivery')
    await waitFor(() => expect(address()).toContain('draft=delivery'))
    expect(inDraft('takeaway:1')).toBeNull()
    expect(inDraft('delivery:1')).toEqual(['Dish 0'])
    expect(draftNow('delivery:1')?.meta).toMatchObject({ orderType: 'Delivery', tableId: null, customer_name: 'Asha' })
  })

  it('a take-away becomes Dine In at a table that is chosen then; without a choice it stays', async () => {
    const { user, tile, address, order } = await openCounter({ dishes: 1, search: '?draft=takeaway:1', shows: /^New$/ })
    await user.click(tile(0))
    await change(user, 'Dine In')
    await screen.findByRole('dialog', { name: /table/i })
    await user.keyboard('{Escape}')
    expect(inDraft('takeaway:1')).toEqual(['Dish 0'])
    await change(user, 'Dine In')
    await user.click(within(await screen.findByRole('dialog', { name: /table/i })).getByRole('button', { name: /T7/ }))
    await waitFor(() => expect(address()).toContain('table=table-7'))
    expect(inDraft('takeaway:1')).toBeNull()
    expect(inDraft(tableKey('table-7'))).toEqual(['Dish 0'])
    expect(draftNow(tableKey('table-7'))?.meta).toMatchObject({
      orderType: 'Dine In',
      tableId: 'table-7',
      tableNumber: '7',
      orderId: order._id,
    })
  })

  it('by its button alone: Enter still sends', async () => {
    const { user, asked, tile } = await openCounter({ dishes: 1, search: '?draft=takeaway:1', shows: /^New$/ })
    await user.click(tile(0))
    await user.click(screen.getByRole('radio', { name: 'Delivery' }))
    await screen.findByRole('button', { name: 'Change it to Delivery' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked.filter(({ method, path }) => method === 'POST' && path === '/v1/pos/order')).toHaveLength(1))
  })

  it('not for items of an order that the kitchen has, which keeps its type', async () => {
    const { user, tile } = await openCounter({ dishes: 1 })
    await user.click(tile(0))
    await user.click(screen.getByRole('radio', { name: 'Take Away' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).queryByRole('button', { name: /Change/ })).toBeNull()
  })
})

it('a table whose booking is seated has the name and number of its guests on the counter, and no copy of them is kept when a note is saved', async () => {
  const table = aTable({ seatedAt: new Date().toISOString() })
  const bookings = [{ tableId: table._id, time: '20:00', customerName: 'Harsh Agarwal', partySize: 3, seated: true }]
  const { user } = await openCounter({
    dishes: 1,
    shows: /Harsh Agarwal/,
    reply: ({ path }) =>
      path === '/v1/tables'
        ? { status: 200, body: { tables: [table] } }
        : path === '/v1/orders/restaurant/pending'
          ? { status: 200, body: { orders: [], toCook: [], seq: 0 } }
          : path === '/v1/tables/bookings'
            ? { status: 200, body: { bookings } }
            : null,
  })
  const customer = screen.getByRole('button', { name: /Harsh Agarwal/ })
  expect(customer.textContent).toContain('3 guests')
  await user.click(customer)
  await user.type(await screen.findByLabelText(/^Note for the order/), 'Window')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(draftNow(tableKey('table-7'))?.meta.additionalNote).toBe('Window'))
  const kept = draftNow(tableKey('table-7'))?.meta
  expect([kept?.customer_name, kept?.guests]).toEqual([undefined, undefined])
})

/** SCREENS §2.2: "no table chosen → picker first", also for what was chosen in the dish’s menu. */
describe('the menu of a dish, before a table is chosen,', () => {
  const chosen = async (entry: 'Quantity' | 'Note') => {
    const counter = await openCounter({ dishes: 1, search: '?type=dine-in', shows: /Choose a table to begin/ })
    fireEvent.contextMenu(counter.tile(0))
    await counter.user.click(await screen.findByRole('menuitem', { name: entry }))
    return counter.user
  }
  const chooseTable = async (user: UserEvent) => {
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('For Dish 0')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: /^T7/ }))
  }
  const onTicket = async () => (await screen.findByRole('list', { name: 'New ticket' })).textContent?.replace(/\s+/g, ' ')

  it('adds the quantity that was typed', async () => {
    const user = await chosen('Quantity')
    await user.keyboard('5')
    await user.click(screen.getByRole('button', { name: 'Add 5' }))
    await chooseTable(user)
    expect(await onTicket()).toMatch(/^5 ×Dish 0/)
  })

  it('asks for the note', async () => {
    const user = await chosen('Note')
    await chooseTable(user)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Dish 0$/ })).not.toBeNull())
    const sheet = within(screen.getByRole('dialog'))
    await user.click(sheet.getByRole('button', { name: 'Less spicy' }))
    await user.click(sheet.getByRole('button', { name: /^Add/ }))
    expect(await onTicket()).toMatch(/^1 ×Dish 0.*Less spicy/)
  })
})

describe('a cashier who types faster than the page loads', () => {
  const onTicket = () => screen.getByRole('list', { name: 'New ticket' }).textContent?.replace(/\s+/g, ' ')

  it('has the chosen table open at the next key: the dish is added to it, and the table is not asked for again', async () => {
    const { user } = await openCounter({ dishes: 2, search: '?type=dine-in', shows: /Choose a table to begin/ })
    await user.keyboard('t')
    const choice = within(await screen.findByRole('dialog')).getByRole('button', { name: /^T7/ })
    // Pressed outside `act`, so that React renders by its own schedule, as in a browser.
    choice.click()
    for (let n = 0; n < 50; n++) await Promise.resolve()
    expect([screen.queryByText(/KOT 34/) !== null, screen.queryByRole('dialog')]).toEqual([true, null])
    await user.keyboard('{F2}Dish 1{Enter}{Escape}+')
    expect(onTicket()).toMatch(/^2 ×Dish 1/)
  })

  it('is out of the empty search once a KOT was sent, so that T, A and D are keys again; a text that is typed there stays', async () => {
    const { user, asked } = await openCounter({
      dishes: 2,
      reply: ({ method, path }) =>
        method === 'PUT' && path.startsWith('/v1/pos/order')
          ? { status: 200, body: { order: anOrderShape([aKot([anItem()])], { tableId: 'table-7', tableNumber: '7', version: 9 }) } }
          : null,
    })
    const sends = () => asked.filter(({ method, path }) => method === 'PUT' && path.startsWith('/v1/pos/order')).length
    const box = screen.getByRole('searchbox', { name: 'Search items' })
    await user.keyboard('{F2}Dish 1{Enter}Dis{F8}')
    await waitFor(() => expect(sends()).toBe(1))
    expect([document.activeElement === box, (box as HTMLInputElement).value]).toEqual([true, 'Dis'])
    await user.keyboard('{F2}Dish 1{Enter}{F8}')
    await waitFor(() => expect(sends()).toBe(2))
    await user.keyboard('t')
    expect(await screen.findByRole('dialog', { name: /table/i })).toBeTruthy()
    expect((box as HTMLInputElement).value).toBe('')
  })

  it('gets the pay panel of F9 while the KOT is under way as soon as it is sent, also when its event came first', async () => {
    const answer = later<{ status: number; body: unknown }>()
    const { user, tile, address, order } = await openCounter({
      dishes: 1,
      reply: ({ method, path }) => (method === 'PUT' && path.startsWith('/v1/pos/order') ? answer.promise : null),
    })
    await user.click(tile(0))
    await user.keyboard('{F8}')
    const now = { ...order, version: order.version + 1 }
    const kotId = draftNow(tableKey('table-7'))?.failed?.ticket.kotId
    await act(async () => absorb(queryClient, { order: { ...now, kots: [...now.kots, aKot([anItem()], { kotId, kotNumber: 35 })] } }, 1))
    await user.click(screen.getByRole('button', { name: 'Bill & settle' }))
    expect(screen.getByRole('button', { name: 'Bill & settle' }).getAttribute('aria-busy')).toBe('true')
    expect(address()).not.toContain('pay=1')
    answer.settle({ status: 200, body: { order: now } })
    await waitFor(() => expect(address()).toContain('pay=1'))
  })

  it('adds, changes and removes dishes while the open orders are still loading', async () => {
    const orders = later<{ status: number; body: unknown }>()
    const { user } = await openCounter({
      dishes: 2,
      reply: ({ path }) => (path === '/v1/orders/restaurant/pending' ? orders.promise : null),
      shows: /Dish 1/,
    })
    await user.keyboard('{F2}Dish 1{Enter}{Escape}++-')
    orders.settle({ status: 200, body: { orders: [], toCook: [], seq: 0 } })
    await waitFor(() => expect(onTicket()).toMatch(/^2 ×Dish 1/))
  })

  describe('while the order that the address names still loads', () => {
    const opening = async () => {
      const answer = later<{ status: number; body: unknown }>()
      const counter = await openCounter({
        dishes: 2,
        search: '?order=order-1',
        reply: ({ path }) => (path === '/v1/orders/restaurant/pending' ? answer.promise : null),
        shows: /Dish 1/,
      })
      const loaded = (...orders: OrderShape[]) => answer.settle({ status: 200, body: { orders, toCook: [], seq: 0 } })
      return { ...counter, loaded }
    }

    it('picks dishes, which are on its ticket when it is loaded; the last one is selected', async () => {
      const { user, tile, order, loaded } = await opening()
      await user.click(tile(0))
      await user.click(tile(1))
      await user.click(tile(1))
      loaded({ ...order, _id: 'order-1' })
      await waitFor(() => expect(onTicket()).toMatch(/^1 ×Dish 0.*2 ×Dish 1/))
      await user.keyboard('+')
      expect(onTicket()).toMatch(/^1 ×Dish 0.*3 ×Dish 1/)
    })

    it('gets a message that nothing was added when the order is over', async () => {
      const { user, tile, order, loaded } = await opening()
      await user.click(tile(0))
      loaded(order)
      await screen.findByText('This order is over. Nothing was added.')
      expect(draftNow(tableKey('table-7'))?.draft ?? null).toBeNull()
    })

    it('gets the same message for a dish picked afterwards, which a phone would not show', async () => {
      const { user, tile } = await openCounter({ dishes: 1, search: '?order=order-1', shows: /This order is over/ })
      await user.click(tile(0))
      await screen.findByText('This order is over. Nothing was added.')
    })
  })
})

/** The answer of a payment may come after its event, or be lost; the panel shows the ended order by then. */
describe('a settlement that is known before its answer', () => {
  const restaurant = {
    ...aRestaurant(),
    paymentTypes: ['Cash', 'UPI'],
    taxPercentages: anOrderShape([]).taxPercentages,
    taxSettings: { roundOff: false, composition: false },
  }
  beforeAll(() => import('#web/shared/order/PayPanel.tsx'))
  afterEach(() => {
    forgetSettled()
    forgetLive(queryClient)
  })

  /** Presses Settle in the pay panel of `order`; then the event has come. `answer` settles the payment's answer; asked again by its key, it is told what was recorded. */
  async function settling(order: OrderShape, search: string) {
    const answer = later<{ status: number; body: unknown }>()
    const floor = aTable({ status: order.tableId ? 'occupied' : 'available', currentOrderId: order.tableId && order._id })
    const tables = [floor, aTable({ _id: 'table-9', tableNumber: '9' })]
    let pays = true
    let sent = 0
    const counter = await openCounter({
      dishes: 1,
      search,
      shows: /Left to pay/,
      reply({ method, path }) {
        if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant } }
        if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: pays ? [order] : [], toCook: [], seq: 0 } }
        if (path === '/v1/tables') return { status: 200, body: { tables } }
        if (method !== 'PUT' || path !== '/v1/orders/payment/status') return null
        sent += 1
        return sent === 1 ? answer.promise : { status: 200, body: { order: ended } }
      },
    })
    await counter.user.keyboard('500')
    await counter.user.click(await screen.findByRole('button', { name: /^Settle/ }))
    expect(counter.asked.filter(({ path }) => path === '/v1/orders/payment/status')).toHaveLength(1)
    const ended: OrderShape = {
      ...order,
      version: order.version + 1,
      orderStatus: 'completed',
      paymentStatus: 'paid',
      paymentMethod: 'Cash',
      payments: [{ method: 'Cash', amount: order.grandTotal }],
    }
    pays = false
    return { ...counter, answer, ended, event: (happened: unknown) => act(async () => absorb(queryClient, happened, 1)) }
  }
  const unpaid = { _id: 'order-1', tableId: null, tableNumber: null, grandTotal: 105 }
  const parcel = () => anOrderShape([aKot([anItem()])], { ...unpaid, orderType: 'Take Away' })

  it.each([
    ['answered', 200],
    ['lost', 503],
  ] as const)('of a parcel opens the next one with the change to give: %s', async (_, status) => {
    const { address, answer, ended, event } = await settling(parcel(), '?order=order-1&pay=1')
    await event({ order: ended })
    await screen.findByText(/Nothing is left to pay/)
    answer.settle({ status, body: status === 200 ? { order: ended } : { status: 'error', code: 'internal', message: 'No answer' } })
    await waitFor(() => expect(address()).toMatch(/\?draft=takeaway/))
    await screen.findAllByText('Change to give')
  })

  it('of a table that was merged meanwhile opens the next order', async () => {
    const order = anOrderShape([aKot([anItem()])], { ...unpaid, tableId: 'table-7', tableNumber: '7' })
    const { address, answer, ended, event } = await settling(order, '?table=table-7&pay=1')
    const moved = { ...order, tableId: 'table-9', tableNumber: '9' }
    await event({
      parent: aTable({ _id: 'table-9', tableNumber: '9', status: 'occupied', currentOrderId: 'order-1', mergedTables: ['table-7'] }),
      children: [aTable({ status: 'occupied', currentOrderId: 'order-1', mergedInto: 'table-9' })],
      order: moved,
    })
    await screen.findByText('Settle T9 + T7')
    answer.settle({ status: 200, body: { order: { ...moved, ...ended, tableId: 'table-9' } } })
    await waitFor(() => expect(address()).toMatch(/\?type=dine-in/))
  })

  it('takes nobody away from the order that is open by then', async () => {
    const { user, address, answer, ended } = await settling(parcel(), '?order=order-1&pay=1')
    await user.click(screen.getByRole('button', { name: 'Back to the order' }))
    await screen.findByText(/KOT 34/)
    answer.settle({ status: 200, body: { order: ended } })
    await screen.findByText(/order is over/)
    expect(address()).toMatch(/\?order=order-1$/)
  })
})

it('the last round is repeated, and reprinted, from the last ticket that is not cancelled', async () => {
  const dish = anItem({ _id: 'dish-0', itemName: 'Dish 0', quantity: 2 })
  const kots = [aKot([dish]), aKot([anItem({ status: 'Cancelled' })], { kotNumber: 35 })]
  const order = anOrderShape(kots, { tableId: 'table-7', tableNumber: '7', _id: 'o7' })
  const { user } = await openCounter({
    dishes: 1,
    reply: ({ path }) =>
      path === '/v1/tables'
        ? { status: 200, body: { tables: [aTable({ status: 'occupied', currentOrderId: 'o7' })] } }
        : path === '/v1/orders/restaurant/pending'
          ? { status: 200, body: { orders: [order], toCook: [], seq: 0 } }
          : null,
  })
  await user.click(screen.getByRole('button', { name: 'More for this order' }))
  expect(screen.queryByRole('menuitem', { name: 'Reprint KOT 34' })).not.toBeNull()
  await user.click(screen.getByRole('menuitem', { name: 'Repeat last round' }))
  expect(screen.getByRole('list', { name: 'New ticket' }).textContent?.replace(/\s+/g, ' ')).toMatch(/^2 ×Dish 0/)
})
