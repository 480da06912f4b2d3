import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '#domain/api/auth.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { lineOf } from '#domain/ticket.ts'
import { acceptLogin, forgetSession, sessionNow } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { keepToken } from '#web/core/tokens.ts'
import { refusal, serve } from '#web/test/dom.tsx'
import { FakeSocket } from '#web/test/socket.tsx'
import { sendCall } from './call/calls.ts'
import { cart, cartNow } from './cart.ts'
import { endVisit, watchEnd } from './end.ts'
import { watchLeftTable, withdrawCalls } from './leftTable.ts'
import { startLive, take } from './live.ts'
import { startMenu } from './menu/document.ts'
import { listen } from './menu/presses.ts'
import { leaveOldTable, leavePlace, type Place, placeNow, setPlace } from './place.ts'
import { go } from './router.ts'
import { Sheets } from './Sheets.tsx'
import {
  askToScan,
  askToSit,
  keptSitting,
  leaveSitting,
  sitDown,
  sittingMoved,
  sittingNow,
  takeScannedElsewhere,
  watchVisit,
} from './sitting.ts'
import { Snacks } from './Snack.tsx'
import { burger } from './test/table.ts'
import { clearVisit, keepLast, keepReceipt, receiptNow, visit } from './visit.ts'

/** A code that is scanned while the phone belongs to another table's sitting, and "Not Table 7?". */
const place = (number: string): Place => ({
  restaurantId: 'r1',
  restaurantName: 'Smash Yard',
  tableId: `t${number}`,
  tableNumber: number,
  qrToken: `q${number}`,
})
const guest = { _id: 'g1', role: 'user', name: 'Ananya', email: '', isGuest: true, restaurantId: 'r1' } as unknown as SessionUser
const account = { ...guest, _id: 'a1', email: 'diner:9876500011', isGuest: undefined } as unknown as SessionUser
const order = (table: string, version = 1) =>
  ({
    _id: 'o1',
    version,
    restaurantId: 'r1',
    tableId: `t${table}`,
    tableNumber: table,
    userId: 'g1',
    orderStatus: 'pending',
    kots: [],
  }) as unknown as OrderShape

/** Opens the document of a printed code. */
function scan(number: string, restaurant = 'r1'): void {
  document.body.innerHTML = `<div id="menu" data-restaurant="${restaurant}" data-name="Smash Yard" data-table="t${number}" data-number="${number}" data-code="q${number}"></div>`
  startMenu()
}
const seatedAt = (number: string, user = guest) => sitDown({ token: `a.b.${user._id}`, user }, place(number))

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  serve(({ path }) => refusal(404, 'not_found', path))
})
afterEach(() => {
  cleanup()
  forgetSession()
  leaveSitting()
  leavePlace()
  clearVisit()
  keepLast(null)
  keepReceipt(null)
  cart.clear('r1')
  go(to.dinerMenu(), { replace: true })
})

it('a code that is scanned ends what is told of an order that was cancelled before it; a reload without a scan doesn’t', async () => {
  watchEnd()
  await seatedAt('7')
  endVisit({ how: 'cancelled', order: { ...order('7'), cancelReason: 'Dosa finished' } })
  const told = () => {
    clearVisit()
    watchEnd()
    return visit.get().ended?.title
  }
  expect([placeNow()?.tableNumber, told()]).toEqual(['7', 'The staff couldn’t take your order'])
  scan('7')
  expect([placeNow()?.tableNumber, told()]).toEqual(['7', undefined])
})

describe('the code of another table', () => {
  it('for a guest who has ordered nothing: moves to the new table, and no call is made for the old one', async () => {
    await seatedAt('7')
    scan('9')
    expect([placeNow()?.tableNumber, keptSitting(), sessionNow().status]).toEqual(['9', null, 'out'])
    expect(document.cookie).not.toContain('a.b.g1')
  })

  it('withdraws what the guest called for at the old table, also when the network is gone at that moment', async () => {
    const sent: unknown[] = []
    let line = false
    serve(({ path, body, token }) => {
      if (!path.endsWith('/tables/alert/withdraw')) return refusal(404, 'not_found', path)
      sent.push([body, token])
      return line ? { status: 200, body: { withdrawn: 1 } } : 'lost'
    })
    await seatedAt('7')
    scan('9')
    render(<Snacks />)
    await withdrawCalls()
    // The next document that this phone opens.
    line = true
    const stop = watchLeftTable()
    await vi.waitFor(() => expect(document.body.textContent).toContain('Your call at Table 7 was withdrawn. Call again from here.'))
    stop()
    expect(sent).toEqual(Array.from({ length: 2 }, () => [{ tableId: 't7' }, 'a.b.g1']))
    await withdrawCalls()
    expect(sent).toHaveLength(2)
  })

  it('for an account that has ordered nothing: it stays signed in', async () => {
    await seatedAt('7', account)
    scan('9')
    expect([placeNow()?.tableNumber, keptSitting(), sessionNow().status]).toEqual(['9', null, 'in'])
  })

  it('with an order: the order stays at its table, and the phone says so once', async () => {
    render(<Snacks />)
    await seatedAt('7')
    take(order('7'))
    scan('9')
    expect(sittingNow()?.tableId).toBe('t7')
    render(<Snacks />)
    take(order('7', 2))
    expect(await screen.findByText('Your order is at Table 7. The staff can move it to Table 9.')).toBeTruthy()
    expect(placeNow()?.tableNumber).toBe('7')
    take(order('9', 3))
    expect(await screen.findByText('You are now at Table 9')).toBeTruthy()
  })

  it.each([
    ['with an order: the phone is there again after a reload', true, ['r1', 't7']],
    ['without one: is there', false, ['r2', 't3']],
  ])('at another restaurant, for a guest %s', async (_, ordered, reloaded) => {
    await seatedAt('7')
    if (ordered) keepLast({ order: order('7') })
    scan('3', 'r2')
    expect([placeNow()?.restaurantId, placeNow()?.tableId, sittingNow()]).toEqual(['r2', 't3', null])
    const kept = JSON.parse(localStorage.getItem('tawa_place') ?? '') as Place
    expect([kept.restaurantId, kept.tableId]).toEqual(reloaded)
    expect([localStorage.getItem('restaurantId'), localStorage.getItem('tableId')]).toEqual(reloaded)
  })

  it('with an order that an earlier version of the page kept, without its restaurant: the order stays as well', async () => {
    await seatedAt('7')
    localStorage.setItem('tawa_last_order', JSON.stringify({ order: order('7'), at: new Date().toISOString() }))
    scan('9')
    expect([sittingNow()?.tableId, takeScannedElsewhere()]).toEqual(['t7', 't9'])
  })

  it('that is the guest’s own, which the staff have moved or merged into another one: changes nothing, and there is nothing to move', async () => {
    await seatedAt('7')
    take(order('7'))
    take(order('4', 2))
    scan('7')
    expect([takeScannedElsewhere(), placeNow()?.tableNumber, sittingNow()?.tableId]).toEqual([null, '4', 't4'])
    scan('9')
    expect([takeScannedElsewhere(), placeNow()?.tableNumber]).toEqual(['t9', '9'])
  })

  it('where the guests were until the staff moved them back: it is another table again', async () => {
    await seatedAt('7')
    take(order('7'))
    take(order('4', 2))
    take(order('7', 3))
    scan('4')
    expect(takeScannedElsewhere()).toBe('t4')
    leaveSitting()
    keepLast(null)
    await seatedAt('7')
    for (const tableId of ['t4', 't7']) sittingMoved(tableId)
    scan('4')
    expect([placeNow()?.tableNumber, keptSitting()]).toEqual(['4', null])
  })

  it('of the same table changes nothing', async () => {
    await seatedAt('7')
    scan('7')
    expect([sittingNow()?.tableId, sessionNow().status]).toEqual(['t7', 'in'])
  })
})

/** An account's token outlives its sitting, so only the answer with its orders tells the phone that the visit has ended. */
describe('an account whose visit ended while its page was closed', () => {
  const answerWith = (orders: OrderShape[]) =>
    serve(({ path }) => {
      if (path.includes('/orders/user/')) return { status: 200, body: { orders, current: null, table: null } }
      if (path.endsWith('/tables/alert')) return refusal(403, 'sitting_ended', 'Your visit at this table has ended.')
      return refusal(404, 'not_found', path)
    })
  let stop: () => void = () => undefined
  const open = () => (stop = startLive())
  afterEach(() => stop())
  const settled = { ...order('7', 5), orderStatus: 'completed', feedbackToken: 'f' } as OrderShape

  it.each([
    ['whose order was its own', [settled], true],
    ['whose order a friend has opened', [], false],
  ])('%s, and who scans the same table again: is new there, and has the receipt of the last visit', async (_of, orders, isFinal) => {
    await seatedAt('7', account)
    take(order('7'))
    clearVisit()
    cart.add('r1', lineOf(burger))
    answerWith(orders)
    scan('7')
    render(<Snacks />)
    open()
    await waitFor(() => expect([keptSitting(), placeNow()?.tableId, sessionNow().status]).toEqual([null, 't7', 'in']))
    await userEvent.click(await screen.findByRole('button', { name: 'Receipt' }))
    expect(location.pathname).toBe(to.thankYou())
    expect(receiptNow()).toMatchObject({ order: { _id: 'o1' }, isFinal })
    expect([visit.get().ended, cartNow('r1').draft?.lines.length]).toEqual([null, 1])
  })

  it('and who had ordered nothing: is new at the scanned table', async () => {
    await seatedAt('7', account)
    answerWith([])
    scan('7')
    open()
    await waitFor(() => expect(keptSitting()).toBeNull())
    expect([placeNow()?.tableId, sessionNow().status, visit.get().line]).toEqual(['t7', 'in', 'idle'])
  })

  it('and who calls the waiter before that is known: leaves the visit and keeps the account', async () => {
    await seatedAt('7', account)
    scan('7')
    open()
    await waitFor(() => expect(visit.get().failed).not.toBeNull())
    answerWith([])
    await act(() => sendCall('water'))
    await waitFor(() => expect(keptSitting()).toBeNull())
    expect([placeNow()?.tableId, sessionNow().status]).toEqual(['t7', 'in'])
  })

  it('but who sat down again while the old answer was under way: stays seated', async () => {
    const late = Promise.withResolvers<{ status: number; body: unknown }>()
    await seatedAt('7', account)
    serve(({ path }) => (path.includes('/orders/user/') ? late.promise : refusal(404, 'not_found', path)))
    open()
    await sitDown({ token: 'a.b.again', user: account }, place('7'))
    await act(async () => late.resolve({ status: 200, body: { orders: [], current: null, table: null } }))
    expect(sittingNow()?.tableId).toBe('t7')
  })
})

describe('a tab that stays open overnight', () => {
  afterEach(() => vi.useRealTimers())
  const wake = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
  const PLACE_KEYS = ['tawa_place', 'restaurantId', 'tableId']
  const keptHere = () => PLACE_KEYS.map((key) => localStorage.getItem(key))

  it('has left its table and its cart when it is woken up, and nobody is called there', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    setPlace(place('7'))
    cart.add('r1', lineOf(burger))
    watchVisit()
    vi.setSystemTime(Date.now() + 5 * 3_600_000)
    wake()
    expect([placeNow()?.tableId, cartNow('r1').draft?.lines.length]).toEqual(['t7', 1])
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    wake()
    expect(placeNow()).toEqual({ ...place('7'), tableId: null, tableNumber: null, qrToken: null })
    expect(cartNow('r1').draft).toBeNull()
    expect(keptHere().slice(1)).toEqual(['r1', null])
  })

  it.each([
    ['at once', false],
    ['after it has left its own table', true],
  ])('goes where another tab of this phone has been since, the table of today, and leaves it stored: %s', async (_, leftFirst) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    setPlace(place('7'))
    watchVisit()
    vi.setSystemTime(Date.now() + 13 * 3_600_000)
    if (leftFirst) wake()
    const there = { ...place('3'), restaurantId: 'r2' }
    const today = [JSON.stringify({ ...there, at: Date.now() }), 'r2', 't3']
    PLACE_KEYS.forEach((key, i) => localStorage.setItem(key, today[i]!))
    wake()
    expect(placeNow()).toEqual(there)
    expect(keptHere()).toEqual(today)
  })

  it.each([
    ['woken up', wake],
    ['not woken up before something is pressed', () => void leaveOldTable()],
  ])(
    'leaves its table and puts nothing back when the phone has forgotten the place, as when the order ended in another tab: %s',
    (_, leave) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      setPlace(place('7'))
      watchVisit()
      PLACE_KEYS.forEach((key) => localStorage.removeItem(key))
      vi.setSystemTime(Date.now() + 13 * 3_600_000)
      leave()
      expect([placeNow()?.tableId, ...keptHere()]).toEqual([null, null, null, null])
    },
  )

  it('does nothing that was pressed at yesterday’s table when another tab is at today’s, and sits where that one does', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await seatedAt('7')
    const seated = localStorage.getItem('tawa_sitting')!
    leaveSitting()
    vi.setSystemTime(Date.now() + 13 * 3_600_000)
    localStorage.setItem('tawa_place', JSON.stringify({ ...place('7'), at: Date.now() }))
    localStorage.setItem('tawa_sitting', seated)
    const answers: boolean[] = []
    void askToSit('Call waiter').then((seated) => answers.push(seated))
    await waitFor(() => expect(answers).toEqual([false]))
    expect([placeNow(), sittingNow()?.tableId]).toEqual([place('7'), 't7'])
  })

  it('asks for the table’s code, also when nothing has woken it up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    setPlace(place('7'))
    vi.setSystemTime(Date.now() + 13 * 3_600_000)
    render(<Sheets />)
    const seated = askToSit('Call waiter')
    expect(placeNow()?.tableId).toBeNull()
    expect(await screen.findByRole('dialog', { name: 'Scan the code on your table' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(await seated).toBe(false)
  })

  it('stays where its sitting is', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await seatedAt('7')
    watchVisit()
    vi.setSystemTime(Date.now() + 13 * 3_600_000)
    wake()
    expect(placeNow()?.tableId).toBe('t7')
  })
})

describe('a second tab of the same phone', () => {
  /** What another tab stores, and what this tab hears of it. */
  function elsewhere(what: Record<string, unknown>, tell = true): void {
    for (const [key, value] of Object.entries(what)) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
      if (tell) act(() => void dispatchEvent(new StorageEvent('storage', { key })))
    }
  }
  const seated = (number: string) => ({
    tawa_place: { ...place(number), at: Date.now() },
    restaurantId: 'r1',
    tawa_sitting: { userId: 'g1', restaurantId: 'r1', tableId: `t${number}` },
  })
  const left = { tawa_sitting: null, restaurantId: null, tawa_place: null }
  /** It was frozen while the guest signed in in the other one, and is shown again. */
  function shownAfterSignIn() {
    scan('7')
    watchVisit()
    serve(({ path }) => (path.endsWith('/auth/me') ? { status: 200, body: { user: guest } } : refusal(404, 'not_found', path)))
    keepToken('diner', 'a.b.g1')
    elsewhere(seated('7'), false)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }

  it.each([
    ['at once', true],
    ['when it is shown again, because it was frozen', false],
  ])('sits where the other one has sat down, and is asked for nothing: %s', async (_, tell) => {
    scan('7')
    watchVisit()
    await acceptLogin('diner', { token: 'a.b.g1', user: guest })
    elsewhere(seated('9'), tell)
    if (!tell) act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(sittingNow()).toMatchObject({ userId: 'g1', tableId: 't9' })
    expect(await askToSit('Call waiter')).toBe(true)
    expect(placeNow()?.tableNumber).toBe('9')
    elsewhere(left, tell)
    if (!tell) act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect([sittingNow(), placeNow()?.restaurantId, placeNow()?.tableId]).toEqual([null, 'r1', null])
  })

  it('that was frozen while the guest signed in in the other one knows it when it is shown again, and makes no second guest', async () => {
    shownAfterSignIn()
    expect(await askToSit('Call waiter')).toBe(true)
    expect(sittingNow()?.userId).toBe('g1')
  })

  it('that was frozen and joins the other one’s sitting by itself, without a press', async () => {
    shownAfterSignIn()
    await waitFor(() => expect(sittingNow()?.userId).toBe('g1'))
  })

  const settled = { how: 'completed', order: { ...order('7', 2), orderStatus: 'completed' } } as const
  const cancelled = { how: 'cancelled', order: { ...order('7', 2), cancelReason: 'Kitchen closed' } } as const
  it.each([
    ['settled, so it shows the receipt', settled, to.thankYou(), null],
    ['cancelled, so it says why', cancelled, to.dinerMenu(), expect.stringContaining('Kitchen closed. Nothing is charged.')],
  ])('shows how the visit ended, if the other one heard of it first: %s', async (_, end, path, text) => {
    watchEnd()
    watchVisit()
    const stop = startLive()
    const sit = async () => {
      await seatedAt('7')
      take(order('7'))
    }
    // What the first tab leaves in the device's storage.
    await sit()
    endVisit(end)
    const heard = ['tawa_receipt_print', 'tawa_sitting'].map((key) => [key, localStorage.getItem(key)])
    keepReceipt(null)
    go(to.dinerMenu())
    await sit()
    elsewhere(Object.fromEntries(heard))
    expect([keptSitting(), location.pathname, visit.get().ended?.text ?? null]).toEqual([null, path, text])
    expect(receiptNow()?.order._id ?? null).toBe(end === settled ? 'o1' : null)
    stop()
  })

  it('stays at another restaurant, whose menu it shows', async () => {
    setPlace({ ...place('3'), restaurantId: 'r2' })
    watchVisit()
    elsewhere(seated('7'))
    expect(placeNow()).toMatchObject({ restaurantId: 'r2', tableId: 't3' })
  })

  it('has the receipt of the visit that ended in the other one', () => {
    watchVisit()
    elsewhere({ tawa_receipt_print: { order: order('7'), restaurant: {} } })
    expect(receiptNow()).toMatchObject({ order: { _id: 'o1' } })
  })
})

it('"Not Table 7?" asks to rescan', async () => {
  await seatedAt('7')
  document.body.innerHTML = '<div id="menu"><button data-not-here>Not Table 7?</button></div>'
  const none = () => undefined
  const { stop } = listen(document.getElementById('menu')!, { add: none, open: none, save: none, notHere: askToScan, all: none })
  render(<Sheets />)
  await userEvent.click(screen.getByRole('button', { name: 'Not Table 7?' }))
  expect(await screen.findByRole('dialog', { name: 'Not at Table 7?' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'I am at Table 7' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  stop()
})
