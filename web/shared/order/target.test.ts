import { describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { StoredDraft } from './drafts.ts'
import { type Known, parcelsFor, runningOf, sameTarget, targetOf, typesOffered } from './target.ts'

const order = (id: string, part: Partial<OrderShape> = {}) =>
  ({
    _id: id,
    tableId: null,
    orderType: 'Take Away',
    createdAt: '2026-11-21T10:00:00.000Z',
    customer_name: '',
    mobile_number: '',
    ...part,
  }) as OrderShape
const draft = (key: string, orderId: string | null, portions = 0): StoredDraft =>
  ({
    key,
    draft: portions > 0 ? { kotId: 'k', lines: [{ quantity: portions }], modified: true, updatedAt: '' } : null,
    meta: { tableId: null, tableNumber: null, orderType: 'Take Away', orderId },
    failed: null,
  }) as unknown as StoredDraft
const known: Known = { orders: [], loaded: true, drafts: [], defaultType: 'Dine In', tablesOn: true }
const at = (search: string, part: Partial<Known> = {}) => targetOf(new URLSearchParams(search), { ...known, ...part })

describe('what the address opens', () => {
  it('is a table with its ticket', () => expect(at('table=t7&pay=1')).toEqual({ kind: 'table', key: 'table:t7', tableId: 't7' }))
  it('is the table of an order that has one, so that it never gets a second ticket', () =>
    expect(at('order=1', { orders: [order('1', { tableId: 't7', orderType: 'Dine In' })] })).toEqual({
      kind: 'table',
      key: 'table:t7',
      tableId: 't7',
    }))
  it('is a take-away, by the ticket it started with on this device', () =>
    expect(at('order=1', { orders: [order('1')], drafts: [draft('takeaway:3', '1')] })).toEqual({
      kind: 'parcel',
      key: 'takeaway:3',
      type: 'Take Away',
      orderId: '1',
    }))
  it('is a delivery started on another device, by its order', () =>
    expect(at('order=1', { orders: [order('1', { orderType: 'Delivery' })] })).toMatchObject({ key: 'delivery:1', type: 'Delivery' }))
  it('waits for the orders to load, and reports one that has ended', () => {
    expect(at('order=9', { loaded: false })).toEqual({ kind: 'loading' })
    expect(at('order=9')).toEqual({ kind: 'gone', orderId: '9' })
  })
  it('shows the unsent items of an order that has ended, by whichever key they stand', () => {
    const items = { kind: 'parcel', type: 'Take Away', orderId: '9' }
    expect(at('order=9', { drafts: [draft('takeaway:9', '9', 2)] })).toEqual({ ...items, key: 'takeaway:9' })
    expect(at('order=9', { drafts: [draft('takeaway:3', '9', 2)] })).toEqual({ ...items, key: 'takeaway:3' })
    expect(at('order=9', { drafts: [draft('takeaway:3', '9'), draft('takeaway:4', '8', 1)] })).toEqual({ kind: 'gone', orderId: '9' })
  })
  it('finds the order that a ticket was sent to', () => {
    expect(at('draft=takeaway:2')).toEqual({ kind: 'parcel', key: 'takeaway:2', type: 'Take Away', orderId: null })
    expect(at('draft=takeaway:2', { drafts: [draft('takeaway:2', '5')] })).toMatchObject({ orderId: '5' })
    expect(at('draft=table:t7')).toEqual({ kind: 'start', type: 'Dine In' })
  })
  it('is of the type that the order has now, whichever it was begun as', () =>
    expect(at('draft=takeaway:3', { orders: [order('1', { orderType: 'Delivery' })], drafts: [draft('takeaway:3', '1', 2)] })).toEqual({
      kind: 'parcel',
      key: 'takeaway:3',
      type: 'Delivery',
      orderId: '1',
    }))
  it("starts with the restaurant's order type; without tables there is no Dine In", () => {
    expect(at('')).toEqual({ kind: 'start', type: 'Dine In' })
    expect(at('', { defaultType: 'Delivery' })).toEqual({ kind: 'start', type: 'Delivery' })
    expect(at('type=dine-in')).toEqual({ kind: 'none' })
    expect(at('', { tablesOn: false })).toEqual({ kind: 'start', type: 'Take Away' })
    expect(typesOffered(false)).toEqual(['Take Away', 'Delivery'])
  })
})

it('opening the pay panel does not leave the order', () => {
  expect(sameTarget('?table=a', '?table=a&pay=1')).toBe(true)
  expect(sameTarget('?table=a', '?table=b')).toBe(false)
  expect(sameTarget('?draft=takeaway:1', '?order=1')).toBe(false)
})

describe('open parcels', () => {
  const orders = [
    order('b', { customer_name: 'Rhea', createdAt: '2026-11-21T11:00:00.000Z' }),
    order('a'),
    order('c', { orderType: 'Delivery' }),
    order('d', { tableId: 't1' }),
  ]
  it('are those of one type without a table, oldest first, then what has no order yet', () => {
    const drafts = [draft('takeaway:1', 'b', 3), draft('takeaway:2', null, 1), draft('takeaway:3', null), draft('delivery:1', null, 2)]
    expect(runningOf('Take Away', orders, drafts).map((r) => [r.key, r.order?._id ?? null, r.unsent])).toEqual([
      ['takeaway:a', 'a', 0],
      ['takeaway:1', 'b', 3],
      ['takeaway:2', null, 1],
    ])
  })
  it('stand once, where their order is now, after a take-away became a delivery', () => {
    const drafts = [draft('takeaway:3', 'c', 2), draft('takeaway:c', 'c', 1)]
    expect(runningOf('Take Away', [order('c', { orderType: 'Delivery' })], drafts)).toEqual([])
    expect(runningOf('Delivery', orders, drafts).map((r) => [r.key, r.order?._id, r.unsent])).toEqual([['takeaway:3', 'c', 2]])
  })
  it('are found by number, the exact one first, by name and by mobile', () => {
    const some = [
      order('x', { serialNumber: 120, customer_name: 'Rhea', mobile_number: '9876543210' }),
      order('y', { serialNumber: 12, customer_name: 'Anil' }),
    ]
    const found = (asked: string) => parcelsFor(runningOf('Take Away', some, []), asked).map((r) => r.order?._id)
    expect(found('12')).toEqual(['y', 'x'])
    expect(found('rhe')).toEqual(['x'])
    expect(found('6543')).toEqual(['x'])
    expect(found('98765 43210')).toEqual(['x'])
    expect(found('+91 98765 43210')).toEqual(['x'])
    expect(found('+91 (987')).toEqual(['x'])
    expect(found('zz')).toEqual([])
    expect(found(' ')).toHaveLength(2)
  })
  it('without an order yet are found by their mobile too, however it is written', () => {
    const begun = draft('takeaway:2', null, 1)
    const known = { ...begun, meta: { ...begun.meta, mobile_number: '+91 98480 22110' } }
    for (const asked of ['9848022110', '+91 984', '(0)98480 22110'])
      expect(parcelsFor(runningOf('Take Away', [], [known, draft('takeaway:3', null, 1)]), asked).map((r) => r.key)).toEqual(['takeaway:2'])
  })
  it('have the guest’s name', () => expect(runningOf('Take Away', orders, []).map((r) => r.name)).toEqual(['', 'Rhea']))
})
