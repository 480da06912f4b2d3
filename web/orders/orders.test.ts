import { describe, expect, it } from 'vitest'
import type { Kot, OrderItem, OrderShape } from '#domain/api/shapes.ts'
import type { StoredDraft } from '#web/shared/order/drafts.ts'
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
