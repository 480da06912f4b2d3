import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { to } from '#web/core/to.ts'
import { refusal } from '#web/test/dom.tsx'
import { FakeSocket } from '#web/test/socket.tsx'
import { cartNow } from './cart.ts'
import { watchEnd } from './end.ts'
import { readOrder } from './live.ts'
import { placeNow } from './place.ts'
import { keptSitting } from './sitting.ts'
import { at, atTable, emit, evening, joined, Pages, press } from './test/evening.tsx'
import { aMenu, burger, order, R } from './test/table.ts'
import { changeVisit, clearVisit, keepLast, lastOrder, receiptNow, visit } from './visit.ts'

/** The second half of a guest's evening at a table: the open order, and its end. */

afterEach(() => {
  vi.useRealTimers()
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
    evening.known = [order({ _id: 'o2', tableId: 't3', tableNumber: '3' }), order({ version: 2 })]
    evening.current = 'o1'
    await act(readOrder)
    expect(visit.get().order).toMatchObject({ _id: 'o1', version: 2 })
    expect([placeNow()?.tableId, keptSitting()?.tableId]).toEqual(['t7', 't7'])
    // Before anything is ordered at this table too.
    changeVisit({ order: null, isRead: false })
    keepLast(null)
    evening.known = evening.known.slice(0, 1)
    evening.current = null
    await act(readOrder)
    expect(visit.get()).toMatchObject({ order: null, isRead: true, ended: null })
    expect(placeNow()?.tableId).toBe('t7')
  })

  it('is back at its own table, without an order, when the tables part again: the visit goes on', async () => {
    await atTable()
    const numbers = { fromTableNumber: '7', toTableNumber: '9' }
    emit('tableMoved', { fromTableId: 't7', toTableId: 't9', ...numbers, orderId: 'o2', sittingId: 's9' })
    emit('orderUpdated', { order: order({ _id: 'o2', tableId: 't9', tableNumber: '9' }), orderId: 'o2', tableId: 't9' })
    expect(placeNow()?.tableId).toBe('t9')
    evening.known = []
    emit('joined', { room: 't7', seq: evening.seq, resumed: false, alerts: [] }, {})
    await waitFor(() => expect(visit.get()).toMatchObject({ order: null, isRead: true, failed: null, ended: null }))
    expect([placeNow()?.tableId, placeNow()?.tableNumber, keptSitting()?.tableId]).toEqual(['t7', '7', 't7'])
    expect([receiptNow(), lastOrder(), location.pathname]).toEqual([null, null, to.dinerOrder()])
  })

  it('after a reload during a merge, the header follows the server when the tables part', async () => {
    // What the phone knows after a reload: the parent's table and order, and no numbers.
    await atTable()
    evening.known = []
    evening.table = at('2')
    emit('joined', { room: 't2', seq: evening.seq, resumed: false, alerts: [] }, {})
    await waitFor(() => expect([placeNow()?.tableId, placeNow()?.tableNumber, keptSitting()?.tableId]).toEqual(['t2', '2', 't2']))
    expect(await screen.findByText('You are now at Table 2')).toBeTruthy()
    expect([visit.get().order, lastOrder()]).toEqual([null, null])
  })

  it('that was merged while the phone slept, and has no order: the header names the parent, also when the rest was replayed', async () => {
    await atTable()
    evening.known = []
    await act(readOrder)
    evening.table = at('9')
    emit('error', { code: 'forbidden', message: 'Not your table.', tableId: 't9' }, {})
    emit('joined', { room: 't9', seq: evening.seq, resumed: true, alerts: [] }, {})
    await waitFor(() => expect([placeNow()?.tableNumber, keptSitting()?.tableId]).toEqual(['9', 't9']))
  })

  it('an event that came while an answer was under way says more of the table than that answer', async () => {
    await atTable()
    evening.known = []
    await act(readOrder)
    const late = Promise.withResolvers<{ status: number; body: unknown }>()
    evening.special = ({ path }) => (path.includes('/orders/user/') ? late.promise : null)
    const reading = readOrder()
    emit('tableMoved', { fromTableId: 't7', toTableId: 't9', fromTableNumber: '7', toTableNumber: '9', sittingId: 's' })
    await act(async () => {
      late.resolve({ status: 200, body: { orders: [], current: null, table: at('7') } })
      await reading
    })
    expect([placeNow()?.tableNumber, keptSitting()?.tableId]).toEqual(['9', 't9'])
  })

  it('finds its table again when it was moved while the phone slept', async () => {
    await atTable()
    evening.known = [order({ version: 2, tableId: 't9', tableNumber: '9' })]
    emit('error', { code: 'forbidden', message: 'Not your table.', tableId: 't9' }, {})
    expect(FakeSocket.last?.sent.at(-1)).toContain('"tableId":"t9"')
    emit('joined', { room: 't9', seq: evening.seq, resumed: false, alerts: [] }, {})
    expect(await screen.findByText('You are now at Table 9')).toBeTruthy()
  })

  it('reconnect refetches after a gap that can’t be replayed, but not after one that was replayed', async () => {
    await atTable()
    const reads = () => evening.asked.filter(({ path }) => path.includes('/orders/user/')).length
    await waitFor(() => expect(reads()).toBeGreaterThan(0))
    const lost = FakeSocket.last
    act(() => FakeSocket.last?.end(1006))
    await waitFor(() => expect(FakeSocket.last).not.toBe(lost), { timeout: 5000 })
    const before = reads()
    const [kot] = order().kots
    const naan = { ...kot!.items[0]!, lineId: 'l2', itemName: 'Butter naan' }
    evening.known = [order({ version: 3, kots: [{ ...kot!, items: [...kot!.items, naan] }] })]
    joined()
    expect(await screen.findByText('Added to your table: Butter naan')).toBeTruthy()
    expect(reads()).toBe(before + 1)
    joined({ resumed: true })
    expect(reads()).toBe(before + 1)
  })

  it('a connection that looks open but has brought nothing for longer than the server’s pings is made anew', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await atTable()
    const dead = FakeSocket.last
    await act(() => vi.advanceTimersByTimeAsync(300_000))
    emit('ping', {}, {})
    expect(dead?.sent.at(-1)).toContain('pong')
    await act(() => vi.advanceTimersByTimeAsync(300_000))
    expect([FakeSocket.last === dead, visit.get().line]).toEqual([true, 'connected'])
    evening.known = [order({ version: 2, serialNumber: 99 })]
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(FakeSocket.last).not.toBe(dead)
    expect(await screen.findByText(/order 99/)).toBeTruthy()
    joined({ resumed: true })
    expect(visit.get().line).toBe('connected')
  })

  it('staff acknowledgement turns a call to "On the way"; failure says so and offers Retry', async () => {
    await atTable()
    await press('Call waiter')
    await press('Ask: Water')
    expect(await screen.findByText('Asked just now')).toBeTruthy()
    const alert = { _id: 'a', tableId: 't7', alertType: 'water', timestamp: new Date().toISOString(), acknowledged: true }
    emit('tableAlertCleared', { tableId: 't7', alertType: 'water', action: 'acknowledge', acknowledged: true, alerts: [alert] }, {})
    expect(await screen.findByText('On the way')).toBeTruthy()
    evening.special = ({ path }) => (path.endsWith('/tables/alert') ? 'lost' : null)
    await press('Ask: Clean table')
    expect(await screen.findByText(/^Not sent/)).toBeTruthy()
    const [first] = evening.asked.filter(({ path }) => path.endsWith('/tables/alert')).slice(-1)
    evening.special = () => null
    await press('Retry: Clean table')
    await waitFor(() => expect(screen.queryByText(/^Not sent/)).toBeNull())
    expect(evening.asked.findLast(({ path }) => path.endsWith('/tables/alert'))?.key).toBe(first?.key)
  })

  it('a call that was a wrong press is taken back; one that a friend made can’t be', async () => {
    await atTable()
    await press('Call waiter')
    const friends = { _id: 'f', tableId: 't7', alertType: 'water', timestamp: new Date().toISOString(), acknowledged: false }
    emit('tableAlert', { alert: friends, tableId: 't7', alertType: 'water' }, {})
    await press('Ask: Bill')
    await press('Take back: Bill')
    expect(screen.queryByRole('button', { name: 'Take back: Water' })).toBeNull()
    const withdrawn = evening.asked.find(({ path }) => path.endsWith('/tables/alert/withdraw'))
    expect(withdrawn?.body).toEqual({ tableId: 't7', alertType: 'bill' })
  })

  it('a call that could not be taken back says so and can be tried again; each try is a request of its own', async () => {
    await atTable()
    await press('Call waiter')
    await press('Ask: Water')
    const isIt = (path: string) => path.endsWith('/tables/alert/withdraw')
    evening.special = ({ path }) => (isIt(path) ? 'lost' : null)
    await press('Take back: Water')
    expect(await screen.findByText(/^Not taken back\./)).toBeTruthy()
    evening.special = ({ path }) => (isIt(path) ? { status: 200, body: { withdrawn: 1 } } : null)
    await press('Retry: Water')
    // A friend asked for water too: their call goes on, and there is nothing left to take back.
    await waitFor(() => expect(screen.queryByText(/^Not taken back/)).toBeNull())
    expect(screen.getByText(/^Asked just now/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Take back: Water' })).toBeNull()
    const keys = evening.asked.filter(({ path }) => isIt(path)).map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })

  it('a call whose taking back got no answer is no failure once the room tells that it has ended', async () => {
    await atTable()
    await press('Call waiter')
    await press('Ask: Water')
    evening.special = ({ path }) => (path.endsWith('/tables/alert/withdraw') ? 'lost' : null)
    await press('Take back: Water')
    expect(await screen.findByText(/^Not taken back\./)).toBeTruthy()
    emit('tableAlertCleared', { tableId: 't7', alertType: 'water', action: 'clear', acknowledged: false, alerts: [] }, {})
    await waitFor(() => expect(screen.queryByText(/^Not taken back/)).toBeNull())
    expect(screen.getByRole('button', { name: 'Ask: Water' })).toBeTruthy()
  })

  it('shows the note that the kitchen has', async () => {
    await atTable()
    emit('orderUpdated', { order: order({ version: 2, additionalNote: 'Nut allergy' }), orderId: 'o1', tableId: 't7' })
    expect(await screen.findByText('Note for the kitchen: “Nut allergy”')).toBeTruthy()
  })

  it.each(['after', 'before'])('a call that arrived although its answer was lost is no failure, told %s the failure', async (when) => {
    await atTable()
    await press('Call waiter')
    const alert = { _id: 'w', tableId: 't7', alertType: 'water', timestamp: new Date().toISOString(), acknowledged: false }
    const arrives = () => emit('tableAlert', { alert, tableId: 't7', alertType: 'water' }, {})
    const lost = Promise.withResolvers<{ status: number; body: unknown }>()
    evening.special = ({ path }) => (path.endsWith('/tables/alert') ? lost.promise : null)
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
    evening.special = ({ path }) => (path.endsWith('/tables/alert') ? 'lost' : null)
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
    expect(evening.asked.at(-1)?.body).toEqual({ orderId: 'o1', rating: 4, feedbackToken: 'f1' })
  })

  it('feedback that another phone of the table has given already: says so, and shows no rating that was not kept', async () => {
    await atTable()
    const done = order({ version: 2, orderStatus: 'completed', billNumber: 42, completedAt: new Date().toISOString() })
    emit('orderCompleted', { order: done, orderId: 'o1', tableId: 't7', feedbackToken: 'f1' })
    const given = refusal(409, 'already_submitted', 'Feedback for this order was given already.')
    evening.special = ({ path }) => (path.endsWith('/feedback/submit') ? given : null)
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
    evening.special = ({ path }) => (path.endsWith('/feedback/submit') ? 'lost' : null)
    await userEvent.click(await screen.findByRole('radio', { name: '4 of 5' }))
    await press('Send feedback')
    expect(await screen.findByRole('alert')).toBeTruthy()
    evening.special = () => null
    await press('Send feedback')
    expect(await screen.findByText('Thank you for your feedback: 4 of 5.')).toBeTruthy()
    const [first, second] = evening.asked.filter(({ path }) => path.endsWith('/feedback/submit'))
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
    const { feedbackToken: _, ...told } = order({ version: 2 })
    emit('orderUpdated', { order: told, orderId: 'o1', tableId: 't7' })
    // After a reload the first event may come before the order is read.
    act(() => changeVisit({ order: null }))
    emit('orderUpdated', { order: { ...told, version: 3 }, orderId: 'o1', tableId: 't7' })
    evening.special = ({ path }) => (path.includes('/orders/user/') ? refusal(401, 'session_expired', 'Session expired') : null)
    act(() => FakeSocket.last?.end(1006))
    expect(await screen.findByText(/as this phone last saw it/)).toBeTruthy()
    expect(receiptNow()).toMatchObject({ isFinal: false, feedbackToken: 'f1', order: { _id: 'o1' } })
    expect(placeNow()).toMatchObject({ restaurantId: R, tableId: null })
  })

  it('of a cancelled order: signed out with the reason, and still at the table', async () => {
    await atTable()
    const over = order({ version: 2, orderStatus: 'cancelled', cancelReason: 'Kitchen closed' })
    emit('orderUpdated', { order: over, orderId: 'o1', tableId: 't7', tableUpdated: true })
    expect(await screen.findByRole('heading', { name: 'Your order was cancelled' })).toBeTruthy()
    // Once: the page itself says it, so no message does.
    expect(screen.getAllByText(/^Kitchen closed\. Nothing is charged\./)).toHaveLength(1)
    expect([placeNow()?.tableId, keptSitting(), receiptNow()]).toEqual(['t7', null, null])
  })

  it('of an order that the staff declined: it is told still after a reload, and the dishes can be put back into the cart', async () => {
    await atTable()
    const [kot] = order().kots
    const kots = [{ ...kot!, held: true, items: kot!.items.map((item) => ({ ...item, status: 'Cancelled' as const })) }]
    const over = order({ version: 2, orderStatus: 'cancelled', cancelReason: 'Declined', kots })
    emit('orderUpdated', { order: over, orderId: 'o1', tableId: 't7', tableUpdated: true })
    expect(await screen.findByRole('heading', { name: 'The staff couldn’t take your order' })).toBeTruthy()
    expect(screen.queryByText(/Your visit has ended/)).toBeNull()
    act(() => {
      clearVisit()
      watchEnd()
    })
    expect(await screen.findByRole('heading', { name: 'The staff couldn’t take your order' })).toBeTruthy()
    evening.special = ({ path }) =>
      path.endsWith('/menus/restaurant') ? { status: 200, body: { menu: { categories: aMenu([burger]).categories } } } : null
    expect(cartNow(R).draft).toBeNull()
    // The waiter may have taken the order by hand.
    await press('Show my order')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await press('Put the dishes back in the cart')
    await waitFor(() => expect(cartNow(R).draft?.lines.map(({ itemName }) => itemName)).toEqual(['Burger']))
  })
})
