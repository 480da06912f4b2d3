import { describe, expect, it, test } from 'vitest'
import type { OfferTerms } from './offer.ts'
import {
  addTickets,
  isWaiting,
  type ItemStatus,
  mustBeAccepted,
  type Order,
  readOrderType,
  repriced,
  type Ticket,
  whyNotAccepted,
  withAccepted,
  withOffer,
  withServiceCharge,
} from './order.ts'
import { changeOrderStatus, pay } from './payment.ts'
import { aLine, anOrder, AT, aTicket } from './test/shapes.ts'
import { LATER, METHODS, refusal, INVALID, order, teller } from './test/orders.ts'

describe('a guest’s held ticket', () => {
  const held = (...statuses: ItemStatus[]) =>
    aTicket(
      statuses.map((status) => aLine({ status })),
      { kotId: 'held', kotNumber: null, held: true },
    )
  const seated = (ticket: Order['tickets'][number], over: Partial<Order> = {}) =>
    repriced(anOrder([aTicket([aLine()]), ticket], { tableNumber: '7', ...over }))

  it.each([
    [held('In Cart'), true],
    [held('In Cart', 'Cancelled'), true],
    [held('Cancelled', 'Cancelled'), false],
    [held(), false],
    [aTicket([aLine()]), false],
  ])('waits until it is accepted or all its lines are cancelled (%#)', (ticket, waits) => {
    expect(isWaiting(ticket)).toBe(waits)
    expect(whyNotAccepted(seated(ticket))).toBe(waits ? 'Table 7’s guest has a ticket to accept: accept or decline it first.' : null)
  })
  it('of an ended order doesn’t wait; the message names the order when there is no table', () => {
    expect(whyNotAccepted(seated(held('In Cart'), { orderStatus: 'cancelled' }))).toBeNull()
    expect(whyNotAccepted(seated(held('In Cart'), { tableNumber: null, serialNumber: 12 }))).toMatch(/^Order 12’s guest/)
  })
  it('prevents settling and completing the order, but neither a part payment nor cancelling', () => {
    const order = seated(held('In Cart'))
    const change = { paymentMethod: 'Cash' }
    expect(refusal(() => pay(order, { ...change, paymentStatus: 'paid', complete: true }, METHODS, teller(LATER)))).toBe(INVALID)
    expect(refusal(() => pay(order, { ...change, paymentStatus: 'paid' }, METHODS, teller(LATER)))).toBe(INVALID)
    expect(pay(order, { ...change, paymentStatus: 'partial', amount: 100 }, METHODS, teller(LATER)).paymentStatus).toBe('partial')
    expect(refusal(() => changeOrderStatus({ ...order, paymentStatus: 'paid' }, 'completed', { at: LATER, by: 'Divya' }))).toBe(INVALID)
    expect(refusal(() => mustBeAccepted(order))).toBe(INVALID)
    expect(changeOrderStatus(order, 'cancelled', { at: LATER, by: 'Divya', reason: 'left' }).orderStatus).toBe('cancelled')
    const all = { ...change, paymentStatus: 'paid' as const, complete: true }
    expect(pay(seated(held('Cancelled')), all, METHODS, teller(LATER)).orderStatus).toBe('completed')
  })
})

describe('discount and service charge', () => {
  const offer: OfferTerms = {
    id: 'o',
    title: 'Ten',
    type: 'percentage',
    value: 10,
    minOrderAmount: 0,
    maxDiscount: null,
    orderTypes: [],
  }
  const taken = (over: Partial<Order> = {}) => order([{}], { payments: [{ method: 'UPI', amount: 1 }], ...over })
  it('can’t change once money was taken', () => {
    for (const change of [
      () => withOffer(taken(), offer, 'Divya'),
      () => withOffer(taken({ offer, offerId: 'o' }), null, 'Divya'),
      () => withServiceCharge(taken(), true, 'Divya'),
      () => withServiceCharge(taken({ serviceChargeAccepted: true }), false, 'Divya'),
    ])
      expect(refusal(change)).toBe(INVALID)
  })
  it('can change before that; sending the same value again changes nothing', () => {
    expect(withOffer(order([{}]), offer, 'Divya').totals.discount).toBe(10_00)
    expect(withServiceCharge(order([{}]), true, 'Divya').serviceChargeAccepted).toBe(true)
    const same = taken({ serviceChargeAccepted: true })
    expect(withServiceCharge(same, true, 'Divya')).toBe(same)
  })
})

describe('adding tickets', () => {
  const more = () => aTicket([aLine()], { kind: 'new' })
  it('marks the first as new and the rest as additions, and reprices', () => {
    const next = addTickets(anOrder([]), [more(), more()])
    expect(next.tickets.map((t) => t.kind)).toEqual(['new', 'addition'])
    expect(addTickets(next, [more()]).tickets.map((t) => t.kind)).toEqual(['new', 'addition', 'addition'])
    expect(next.totals.grandTotal).toBe(200_00)
  })
  it('marks the first that the kitchen gets as new, whatever a guest sent before that was declined or still waits', () => {
    const held = (kotId: string, over: Partial<Ticket> = {}) =>
      aTicket([aLine({ status: 'In Cart' })], { kotId, held: true, kotNumber: null, ...over })
    const declined = held('a', { lines: [aLine({ status: 'Cancelled' })] })
    const kinds = ({ tickets }: Order) => tickets.map(({ kotId, kind }) => `${kotId} ${kind}`)
    const two = addTickets(anOrder([]), [held('a'), held('b')])
    expect(kinds(two)).toEqual(['a new', 'b addition'])
    // Declined, accepted.
    const left = { ...two, tickets: two.tickets.map((t) => (t.kotId === 'a' ? declined : t)) }
    expect(kinds(withAccepted(left, ['b'], AT, 'Ravi'))[1]).toBe('b new')
    expect(kinds(addTickets(left, [aTicket([aLine()], { kotId: 'c' })]))[2]).toBe('c new')
    // The staff's own ticket came first, then the guest's.
    expect(kinds(withAccepted(addTickets(two, [aTicket([aLine()], { kotId: 'c' })]), ['a'], AT, 'Ravi'))).toEqual([
      'a addition',
      'b addition',
      'c new',
    ])
    expect(kinds(withAccepted(two, ['a', 'b'], AT, 'Ravi'))).toEqual(['a new', 'b addition'])
  })
  it('makes a paid order partly paid, leaves an unpaid one unpaid, and the bill no longer counts as printed', () => {
    const paid = order([{}], { paymentStatus: 'paid', payments: [{ method: 'UPI', amount: 100_00 }], billPrintedAt: AT })
    expect(addTickets(paid, [more()])).toMatchObject({ paymentStatus: 'partial', billPrintedAt: null })
    expect(addTickets(order([{}]), [more()]).paymentStatus).toBe('unpaid')
    expect(addTickets(paid, [aTicket([aLine({ price: 0 })])]).paymentStatus).toBe('paid')
  })
  it('is refused once the order has ended', () =>
    expect(refusal(() => addTickets(order([], { orderStatus: 'completed' }), [more()]))).toBe(INVALID))
})

test.each([
  ['dine in', 'Dine In'],
  ['DINE_IN', 'Dine In'],
  ['takeaway', 'Take Away'],
  [' Take-Away ', 'Take Away'],
  ['delivery', 'Delivery'],
  ['drive in', null],
  ['', null],
])('order type %j reads as %j', (text, type) => expect(readOrderType(text)).toBe(type))
