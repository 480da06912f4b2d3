import { describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { aKot as kot, aLine as line, anOrder } from '#web/shared/order/test/order.ts'
import type { StoredDraft } from '#web/shared/order/drafts.ts'
import { isMergedAway } from '#web/shared/order/label.ts'
import { readView, writeView } from '#web/app/list/view.ts'
import { finds } from '#web/shared/order/finds.ts'
import { isOverdue, mobileText, newestFirst, paymentText, portionsOf, shows, unsentOf } from './list.ts'
import { orderViewOf, typesOf } from './view.ts'

const order = (at: Partial<OrderShape> = {}) =>
  anOrder({
    customer_name: 'Farah K.',
    mobile_number: '',
    user: { name: '', mobile_number: '' },
    createdAt: '2026-11-21T09:00:00.000Z',
    businessDate: '2026-11-21',
    ...at,
  })

describe('the address', () => {
  const cashier = orderViewOf('cashier')
  const read = (text: string, spec = cashier) => readView(new URLSearchParams(text), spec)
  const write = (text: string, change: Parameters<typeof writeView>[2], spec = cashier) =>
    writeView(new URLSearchParams(text), spec, change as never).toString()

  it('filters live in the URL, with tab, page and the open order', () => {
    expect(read('tab=completed&q=42&type=take-away&from=2026-11-14&to=2026-11-20&page=3&order=o1')).toMatchObject({
      tab: 'completed',
      q: '42',
      filters: { type: 'take-away', dates: { from: '2026-11-14', to: '2026-11-20' } },
      page: 3,
      row: 'o1',
    })
    expect(read('')).toMatchObject({ tab: 'live', q: '', filters: { type: 'all' }, page: 1, row: null })
  })
  it('shows parcels by default for the delivery role, and names the filter when all types are chosen', () => {
    const delivery = orderViewOf('delivery')
    expect(read('', delivery).filters.type).toBe('parcels')
    expect(typesOf('parcels')).toEqual(['Take Away', 'Delivery'])
    expect(write('', { filters: { type: 'all' } }, delivery)).toBe('type=all')
    expect(write('type=all', { filters: { type: 'parcels' } }, delivery)).toBe('')
  })
  it('drops the open order on another tab, and keeps it with another filter', () => {
    expect(write('tab=completed&page=3&order=o1', { tab: 'cancelled' })).toBe('tab=cancelled')
    expect(write('tab=completed&page=3&order=o1', { q: '42' })).toBe('tab=completed&order=o1&q=42')
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
  it('shows how it was paid', () => {
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
  it('counts items not sent from this device', () => {
    const draft = (meta: object) =>
      ({ key: 'x', failed: null, meta, draft: { lines: [{ quantity: 2 }, { quantity: 3 }] } }) as unknown as StoredDraft
    expect(unsentOf(order(), [draft({ tableId: 't7', orderId: null })])).toBe(5)
    expect(unsentOf(order({ tableId: null }), [draft({ tableId: null, orderId: 'o1' })])).toBe(5)
    expect(unsentOf(order(), [draft({ tableId: 't8', orderId: null }), draft({ tableId: null, orderId: 'o2' })])).toBe(0)
    expect(unsentOf(order({ orderStatus: 'completed' }), [draft({ tableId: 't7', orderId: null })])).toBe(0)
  })
  it('distinguishes a merged order from a cancelled one', () => {
    expect(isMergedAway(order({ orderStatus: 'cancelled', kots: [] }))).toBe(true)
    expect(isMergedAway(order({ orderStatus: 'cancelled' }))).toBe(false)
  })
  it('shows a mobile number in two groups', () => expect(mobileText('9848022110')).toBe('98480 22110'))
})

describe('the search of open orders', () => {
  const o = order({ billNumber: 42, mobile_number: '+91 98480 22110' })
  it('finds a bill number, padded or not, a table and the start of a mobile number', () => {
    for (const text of ['42', '0042', '7', 'T7', 't7', '98480', '9848022110', '+91 98480 22110', ''])
      expect(finds(o, text), text).toBe(true)
    for (const text of ['4', 'T77', '984', '22110', 'Sunil']) expect(finds(o, text), text).toBe(false)
  })
  it('finds a parcel by its name on the screen, and a customer by the beginnings of their names', () => {
    const parcel = order({ tableId: null, tableNumber: null, orderType: 'Take Away', serialNumber: 105, customer_name: 'Farah Khan' })
    for (const text of ['Take Away 105', 'take away 105', 'takeaway105', '105', 'Farah', 'khan', 'far k'])
      expect(finds(parcel, text), text).toBe(true)
    for (const text of ['Delivery 105', 'Take Away 10', '10', 'arah', 'Farah Iyer']) expect(finds(parcel, text), text).toBe(false)
    // Of a table the number in its name is the table's.
    expect(finds(order({ serialNumber: 105 }), '105')).toBe(false)
  })
  it('is combined with the type filter', () => {
    expect(shows(o, { q: 'T7', filters: { type: 'dine-in' } })).toBe(true)
    expect(shows(o, { q: 'T7', filters: { type: 'parcels' } })).toBe(false)
  })
})

it('orders are sorted newest first', () => {
  const made = (id: string, minute: number) => order({ _id: id, createdAt: `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z` })
  expect([made('a', 1), made('c', 2), made('b', 2)].sort(newestFirst).map((o) => o._id)).toEqual(['c', 'b', 'a'])
})
