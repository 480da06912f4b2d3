import { describe, expect, it } from 'vitest'
import type { Kot, OrderItem, OrderShape } from '#domain/api/shapes.ts'
import type { StoredDraft } from '#web/shared/order/drafts.ts'
import { changesBetween, endBetween } from '#web/shared/order/changes.ts'
import {
  finds,
  isMergedAway,
  isOverdue,
  mergedPage,
  mobileText,
  newestFirst,
  pageOf,
  pagesOf,
  paymentText,
  portionsOf,
  shows,
  unsentOf,
  whenText,
} from './list.ts'
import { addPath, OFFLINE, payPath, stepsOf, why, type Who } from './may.ts'
import { datesText, presetOf, readView, typesOf, writeView } from './view.ts'

const line = (lineId: string, at: Partial<OrderItem> = {}) =>
  ({
    _id: `i-${lineId}`,
    lineId,
    itemName: lineId,
    quantity: 1,
    status: 'Preparing',
    price: 100,
    amount: 100,
    variants: [],
    addonGroups: [],
    ...at,
  }) as OrderItem
const kot = (items: OrderItem[], at: Partial<Kot> = {}) =>
  ({
    kotId: 'k',
    kotNumber: 1,
    held: false,
    createdAt: '2026-11-21T09:00:00.000Z',
    sentAt: '2026-11-21T09:00:00.000Z',
    sentBy: 'Imran',
    items,
    ...at,
  }) as Kot
const order = (at: Partial<OrderShape> = {}) =>
  ({
    _id: 'o1',
    version: 1,
    tableId: 't7',
    tableNumber: '7',
    orderType: 'Dine In',
    orderStatus: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: null,
    payments: [],
    grandTotal: 210,
    billNumber: null,
    billPrintedAt: null,
    serialNumber: 28,
    customer_name: 'Farah K.',
    mobile_number: '',
    user: { name: '', mobile_number: '' },
    createdAt: '2026-11-21T09:00:00.000Z',
    businessDate: '2026-11-21',
    kots: [kot([line('a'), line('b', { quantity: 2 })])],
    ...at,
  }) as OrderShape
const who = (role: Who['role'], at: Partial<Who> = {}): Who => ({ role, online: true, permissions: null, ...at })

describe('the address', () => {
  const read = (text: string, preset = presetOf('cashier')) => readView(new URLSearchParams(text), preset)

  it('says tab, filters, page and the open order', () => {
    expect(read('tab=completed&q=42&type=take-away&from=2026-11-14&to=2026-11-20&page=3&order=o1')).toEqual({
      tab: 'completed',
      q: '42',
      type: 'take-away',
      from: '2026-11-14',
      to: '2026-11-20',
      page: 3,
      order: 'o1',
    })
  })
  it('leaves out what makes no sense', () => {
    expect(read('tab=nothing&type=x&page=-1&from=2026-02-30')).toEqual({
      tab: 'live',
      q: '',
      type: 'all',
      from: null,
      to: null,
      page: 1,
      order: null,
    })
    expect(read('from=2026-11-20&to=2026-11-14')).toMatchObject({ from: null, to: null })
  })
  it('begins with parcels for who delivers, and says so when all types are wanted', () => {
    expect(read('', presetOf('delivery')).type).toBe('parcels')
    expect(typesOf('parcels')).toEqual(['Take Away', 'Delivery'])
    expect(writeView(new URLSearchParams(), { type: 'all' }, 'parcels').toString()).toBe('type=all')
    expect(writeView(new URLSearchParams('type=all'), { type: 'parcels' }, 'parcels').toString()).toBe('')
  })
  it('goes to the first page of another list, and to another tab without an open order', () => {
    const at = new URLSearchParams('tab=completed&page=3&order=o1')
    expect(writeView(at, { q: '42' }, 'all').toString()).toBe('tab=completed&order=o1&q=42')
    expect(writeView(at, { tab: 'cancelled' }, 'all').toString()).toBe('tab=cancelled')
    expect(writeView(at, { tab: 'completed', page: 4 }, 'all').toString()).toBe('tab=completed&page=4&order=o1')
    expect(writeView(at, { order: null }, 'all').toString()).toBe('tab=completed&page=3')
  })
  it('names dates in words', () => {
    expect(datesText({ from: '2026-11-20', to: '2026-11-20' })).toBe('Fri 20 Nov')
    expect(datesText({ from: '2026-11-14', to: '2026-11-20' })).toBe('14 Nov to 20 Nov')
    expect(datesText({ from: null, to: '2026-11-20' })).toBe('until 20 Nov')
    expect(datesText({ from: null, to: null })).toBeNull()
  })
})

describe('a row', () => {
  it('counts portions without cancelled ones', () => {
    const o = order({
      kots: [
        kot([line('a', { quantity: 2 }), line('b', { status: 'Cancelled' })]),
        kot([line('c', { quantity: 3, status: 'In Cart' })], { held: true }),
      ],
    })
    expect(portionsOf(o)).toBe(5)
  })
  it('says how it is paid', () => {
    expect(paymentText(order())).toBe('Unpaid')
    expect(paymentText(order({ paymentStatus: 'partial' }))).toBe('Part paid')
    expect(paymentText(order({ paymentStatus: 'paid', paymentMethod: 'UPI' }))).toBe('UPI, paid')
    expect(paymentText(order({ paymentStatus: 'paid', paymentMethod: 'Split', orderStatus: 'completed' }))).toBe('Split')
    expect(paymentText(order({ paymentStatus: 'refunded', paymentMethod: 'UPI', orderStatus: 'completed' }))).toBe('UPI, refunded')
  })
  it('is overdue an hour after its last KOT, as long as it is open', () => {
    const at = Date.parse('2026-11-21T10:00:01.000Z')
    expect(isOverdue(order(), at)).toBe(true)
    expect(isOverdue(order({ kots: [kot([line('a')], { sentAt: '2026-11-21T09:30:00.000Z' })] }), at)).toBe(false)
    expect(isOverdue(order({ orderStatus: 'completed' }), at)).toBe(false)
  })
  it('knows what this device has not sent for it', () => {
    const draft = (meta: object) =>
      ({ key: 'x', failed: null, meta, draft: { lines: [{ quantity: 2 }, { quantity: 3 }] } }) as unknown as StoredDraft
    expect(unsentOf(order(), [draft({ tableId: 't7', orderId: null })])).toBe(5)
    expect(unsentOf(order({ tableId: null }), [draft({ tableId: null, orderId: 'o1' })])).toBe(5)
    expect(unsentOf(order(), [draft({ tableId: 't8', orderId: null }), draft({ tableId: null, orderId: 'o2' })])).toBe(0)
    expect(unsentOf(order({ orderStatus: 'completed' }), [draft({ tableId: 't7', orderId: null })])).toBe(0)
  })
  it('tells a merged order from a cancelled one', () => {
    expect(isMergedAway(order({ orderStatus: 'cancelled', kots: [] }))).toBe(true)
    expect(isMergedAway(order({ orderStatus: 'cancelled' }))).toBe(false)
  })
  it('shows the restaurant’s time of today, and the day of any other', () => {
    const now = Date.parse('2026-11-21T10:00:00.000Z')
    expect(whenText('2026-11-21T09:42:00.000Z', now, 'Asia/Kolkata')).toBe('15:12')
    expect(whenText('2026-11-20T13:30:00.000Z', now, 'Asia/Kolkata')).toBe('20 Nov, 19:00')
    expect(whenText('2025-11-20T13:30:00.000Z', now, 'Asia/Kolkata')).toBe('20 Nov 2025, 19:00')
    expect(mobileText('9848022110')).toBe('98480 22110')
  })
})

describe('the search of open orders', () => {
  const o = order({ billNumber: 42, mobile_number: '+91 98480 22110' })
  it('finds a bill, padded or not, a table and the beginning of a mobile', () => {
    for (const text of ['42', '0042', '7', 'T7', 't7', '98480', '9848022110', '+91 98480 22110', ''])
      expect(finds(o, text), text).toBe(true)
    for (const text of ['4', 'T77', '984', '22110', 'Farah']) expect(finds(o, text), text).toBe(false)
  })
  it('goes together with the type', () => {
    expect(shows(o, { q: 'T7', type: 'dine-in' })).toBe(true)
    expect(shows(o, { q: 'T7', type: 'parcels' })).toBe(false)
  })
})

describe('pages', () => {
  const made = (id: string, minute: number) => order({ _id: id, createdAt: `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z` })
  it('have the newest first, 10 each', () => {
    expect(newestFirst([made('a', 1), made('b', 2)]).map((o) => o._id)).toEqual(['b', 'a'])
    expect(pagesOf(0)).toBe(1)
    expect(pagesOf(21)).toBe(3)
    expect(pageOf([...Array(21).keys()], 3)).toEqual([20])
  })
  it('of two lists are in one order', () => {
    const takeAway = Array.from({ length: 10 }, (_, i) => made(`t${i}`, 50 - 2 * i))
    const delivery = Array.from({ length: 10 }, (_, i) => made(`d${i}`, 49 - 2 * i))
    const { orders, totalOrders } = mergedPage(
      [
        { orders: takeAway, totalOrders: 10 },
        { orders: delivery, totalOrders: 12 },
      ],
      1,
    )
    expect(orders.map((o) => o._id)).toEqual(['t0', 'd0', 't1', 'd1', 't2', 'd2', 't3', 'd3', 't4', 'd4'])
    expect(totalOrders).toBe(22)
  })
})

describe('another device', () => {
  it('is heard of by what it added and cancelled, not by where a dish stands', () => {
    const before = order()
    const after = order({
      version: 2,
      kots: [
        kot([line('a', { status: 'Ready' }), line('b'), line('b2', { itemName: 'b', status: 'Cancelled' })]),
        kot([line('Beer', { quantity: 2 })]),
      ],
    })
    expect(changesBetween(before, after)).toEqual({ lineIds: ['b2', 'Beer'], words: ['1 b cancelled', '+2 Beer'] })
    expect(changesBetween(before, order({ kots: [kot([line('a', { status: 'Cancelled' }), line('b')])] })).words).toEqual(['1 a cancelled'])
  })
  it('may have ended the order', () => {
    expect(endBetween(order(), order({ orderStatus: 'completed' }), 'T7')).toBe('T7 was billed')
    expect(endBetween(order(), order({ orderStatus: 'cancelled' }), 'T7')).toBe('T7 was cancelled')
    expect(endBetween(order(), order(), 'T7')).toBeNull()
  })
})

describe('who may', () => {
  it('settle: a cashier, not a captain, a waiter or who delivers', () => {
    expect(why.settle(order(), who('cashier'))).toBeNull()
    for (const role of ['captain', 'waiter', 'delivery'] as const)
      expect(why.settle(order(), who(role))).toBe('Only a cashier or a manager can settle a bill')
    expect(why.settle(order(), who('cashier', { online: false }))).toBe(OFFLINE)
    expect(why.settle(order({ kots: [kot([line('a', { status: 'In Cart' })], { held: true })] }), who('cashier'))).toMatch(
      /Accept or decline/,
    )
    expect(why.settle(order({ orderStatus: 'completed' }), who('cashier'))).toBe('The order is completed')
  })
  it('settle, complete and bill: not while a guest’s order waits, again once it was declined', () => {
    const guests = (status: OrderItem['status'], at: Partial<OrderShape> = {}) =>
      order({ kots: [kot([line('a')]), kot([line('b', { status })], { kotId: 'g', kotNumber: null, held: true })], ...at })
    for (const ask of [why.settle, why.complete, why.bill]) {
      expect(ask(guests('In Cart'), who('cashier'))).toBe('Accept or decline the guest’s order first')
      expect(ask(guests('Cancelled'), who('cashier'))).toBeNull()
    }
    expect(why.cancel(guests('In Cart'), who('cashier'))).toBeNull()
    expect(why.bill(guests('In Cart', { orderStatus: 'completed' }), who('cashier'))).toBeNull()
  })
  it('cancel a sent item: not a captain, and nobody a served one', () => {
    expect(why.cancelLine(order(), line('a'), who('cashier'))).toBeNull()
    expect(why.cancelLine(order(), line('a'), who('captain'))).toMatch(/Only a cashier or a manager/)
    expect(why.cancelLine(order(), line('a', { status: 'Served' }), who('cashier'))).toBe('It was served already')
    expect(why.cancelLine(order(), line('a', { status: 'Cancelled' }), who('cashier'))).toBe('It was cancelled')
  })
  it('cancel an order: not once money was received', () => {
    expect(why.cancel(order(), who('cashier'))).toBeNull()
    expect(why.cancel(order(), who('waiter'))).toMatch(/Only a cashier or a manager/)
    expect(why.cancel(order({ payments: [{ method: 'Cash', amount: 10, at: '' }] }), who('cashier'))).toMatch(/refund/)
  })
  it('refund: what is completed and paid, once', () => {
    const paid = order({ orderStatus: 'completed', paymentStatus: 'paid' })
    expect(why.refund(paid, who('cashier'))).toBeNull()
    expect(why.refund(paid, who('captain'))).toMatch(/Only a cashier/)
    expect(why.refund(order(), who('cashier'))).toMatch(/completed/)
    expect(why.refund(order({ orderStatus: 'completed', paymentStatus: 'refunded' }), who('cashier'))).toBe('It was refunded already')
  })
  it('take a step back: the kitchen and managers', () => {
    expect(why.step(order(), line('a', { status: 'Ready' }), 'Preparing', who('generalManager'))).toBeNull()
    expect(why.step(order(), line('a', { status: 'Ready' }), 'Preparing', who('captain'))).toMatch(/step back/)
    expect(why.step(order(), line('a', { status: 'Ready' }), 'Served', who('captain'))).toBeNull()
    expect(why.step(order(), line('a'), 'Ready', who('delivery'))).toMatch(/Your role/)
  })
  it('add items: at the counter, or on the captain’s phone, where the role has it', () => {
    expect(addPath(order(), who('cashier'))).toBe('/restaurant/pos?table=t7')
    expect(addPath(order(), who('waiter'))).toBe('/restaurant/captain/menu?table=t7')
    expect(addPath(order({ tableId: null, tableNumber: null }), who('cashier'))).toBe('/restaurant/pos?order=o1')
    expect(addPath(order({ tableId: null, tableNumber: null }), who('waiter'))).toBeNull()
    expect(why.add(order(), who('delivery'))).toMatch(/Your role/)
    expect(why.add(order(), who('cashier', { online: false }))).toBeNull()
    expect(payPath(order())).toBe('/restaurant/pos?order=o1&pay=1')
  })
  it('step through the statuses that the kitchen has', () => {
    expect(stepsOf({ status: 'Preparing' }, true)).toEqual(['Ready', 'Served'])
    expect(stepsOf({ status: 'Preparing' }, false)).toEqual(['Served'])
    expect(stepsOf({ status: 'Ready' }, true)).toEqual(['Served', 'Preparing'])
    expect(stepsOf({ status: 'Served' }, true)).toEqual(['Ready'])
    expect(stepsOf({ status: 'Cancelled' }, true)).toEqual([])
  })
})
