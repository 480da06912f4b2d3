import { describe, expect, it } from 'vitest'
import { leftToPay, ORDER_STATUSES, paidSoFar, type Order } from './order.ts'
import { changeOrderStatus, pay } from './payment.ts'
import { AT } from './test/shapes.ts'
import { LATER, METHODS, refusal, INVALID, order, set } from './test/orders.ts'

describe('order status goes', () => {
  const paid = { paymentStatus: 'paid' as const, payments: [] }
  it.each(ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const)))('from %s to %s', (from, to) => {
    const change = () => changeOrderStatus(order([{}], { orderStatus: from, ...paid }), to, LATER, 'guest left').orderStatus
    if (from === 'pending' && to !== 'pending') expect(change()).toBe(to)
    else expect(refusal(change)).toBe(INVALID)
  })
  it('to completed only when paid, or with nothing to pay', () => {
    expect(refusal(() => changeOrderStatus(order([{}]), 'completed', LATER))).toBe(INVALID)
    expect(refusal(() => changeOrderStatus(order([{}], { paymentStatus: 'partial' }), 'completed', LATER))).toBe(INVALID)
    expect(changeOrderStatus(order([{ price: 0 }]), 'completed', LATER)).toMatchObject({
      orderStatus: 'completed',
      paymentStatus: 'paid',
      completedAt: LATER,
    })
  })
  it('to completed when a cancellation left no more to pay than was received', () => {
    const part = { paymentStatus: 'partial' as const, payments: [{ method: 'Cash', amount: 100_00, at: AT }] }
    const { order: down } = set(order([{}, {}], part), { status: 'Cancelled', lineId: 'l1' })
    expect(down.paymentStatus).toBe('partial')
    expect(changeOrderStatus(down, 'completed', LATER)).toMatchObject({ orderStatus: 'completed', paymentStatus: 'paid' })
    const short = { ...part, payments: [{ method: 'Cash', amount: 99_99, at: AT }] }
    expect(
      refusal(() => changeOrderStatus(set(order([{}, {}], short), { status: 'Cancelled', lineId: 'l1' }).order, 'completed', LATER)),
    ).toBe(INVALID)
  })
  it('to cancelled only with a reason, and not once money was received', () => {
    expect(refusal(() => changeOrderStatus(order([{}]), 'cancelled', LATER))).toBe('422 validation_failed')
    expect(refusal(() => changeOrderStatus(order([{}]), 'cancelled', LATER, ' '))).toBe('422 validation_failed')
    expect(
      refusal(() => changeOrderStatus(order([{}], { payments: [{ method: 'Cash', amount: 1, at: AT }] }), 'cancelled', LATER, 'x')),
    ).toBe(INVALID)
    expect(changeOrderStatus(order([{}]), 'cancelled', LATER, ' x ')).toMatchObject({ cancelReason: 'x', completedAt: LATER })
  })
})

describe('taking money', () => {
  const bill = () => order([{ price: 1240_00 }])
  type Change = Partial<Parameters<typeof pay>[1]> & { paymentStatus: Order['paymentStatus'] }
  const take = (o: Order, change: Change) => pay(o, { biller: 'Divya', businessDate: '2026-11-21', ...change }, METHODS, LATER)
  const cash = (amount: number) => ({ method: 'Cash', amount })
  const upi = (amount: number) => ({ method: 'UPI', amount })

  it('by one method takes all that is left', () =>
    expect(take(bill(), { paymentStatus: 'paid', paymentMethod: 'UPI' })).toMatchObject({
      paymentStatus: 'paid',
      paymentMethod: 'UPI',
      payments: [{ method: 'UPI', amount: 1240_00, at: LATER }],
      biller: 'Divya',
      orderStatus: 'pending',
    }))
  it('with complete settles in one command', () =>
    expect(take(bill(), { paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })).toMatchObject({
      orderStatus: 'completed',
      completedAt: LATER,
    }))
  it('split over methods must add up to the bill', () => {
    expect(take(bill(), { paymentStatus: 'paid', payments: [cash(240_00), upi(1000_00)] })).toMatchObject({
      paymentMethod: 'Split',
      paymentStatus: 'paid',
    })
    expect(take(bill(), { paymentStatus: 'paid', payments: [cash(240_00), cash(1000_00)] }).paymentMethod).toBe('Cash')
    for (const payments of [[cash(240_00), upi(999_99)], [cash(240_00), upi(1000_01)], []])
      expect(refusal(() => take(bill(), { paymentStatus: 'paid', payments }))).toBe('422 validation_failed')
  })
  it('in part leaves the rest to pay, and then all is remembered', () => {
    const part = take(bill(), { paymentStatus: 'partial', payments: [cash(240_00)] })
    expect([part.paymentStatus, paidSoFar(part), leftToPay(part)]).toEqual(['partial', 240_00, 1000_00])
    const rest = take(part, { paymentStatus: 'paid', paymentMethod: 'UPI' })
    expect(rest.payments.map((p) => [p.method, p.amount])).toEqual([
      ['Cash', 240_00],
      ['UPI', 1000_00],
    ])
    expect([rest.paymentMethod, leftToPay(rest)]).toEqual(['Split', 0])
  })
  it('that restates all the payments counts them once', () => {
    const part = take(bill(), { paymentStatus: 'partial', payments: [cash(240_00)] })
    expect(take(part, { paymentStatus: 'paid', payments: [cash(240_00), upi(1000_00)] }).payments.map((p) => p.amount)).toEqual([
      240_00, 1000_00,
    ])
  })
  it('in part must be below what is left and above nothing', () => {
    for (const amount of [1240_00, 1240_01, 0, -5, 0.5])
      expect(refusal(() => take(bill(), { paymentStatus: 'partial', payments: [cash(amount)] }))).toBe('422 validation_failed')
    expect(refusal(() => take(bill(), { paymentStatus: 'partial', paymentMethod: 'Cash' }))).toBe('422 validation_failed')
  })
  it('a second time is refused', () => {
    const settled = take(bill(), { paymentStatus: 'paid', paymentMethod: 'UPI' })
    expect(refusal(() => take(settled, { paymentStatus: 'paid', paymentMethod: 'UPI' }))).toBe(INVALID)
    const over = take(bill(), { paymentStatus: 'paid', paymentMethod: 'UPI', complete: true })
    for (const paymentStatus of ['paid', 'partial', 'unpaid'] as const)
      expect(refusal(() => take(over, { paymentStatus, paymentMethod: 'UPI' }))).toBe(INVALID)
  })
  it('can’t be undone, only refunded', () => expect(refusal(() => take(bill(), { paymentStatus: 'unpaid' }))).toBe(INVALID))
  it('knows the restaurant’s methods alone', () =>
    expect(refusal(() => take(bill(), { paymentStatus: 'paid', paymentMethod: 'Barter' }))).toBe('422 validation_failed'))
  it('needs a method', () => expect(refusal(() => take(bill(), { paymentStatus: 'paid' }))).toBe('422 validation_failed'))
  it('of a bill of nothing works', () =>
    expect(take(order([{ price: 0 }]), { paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })).toMatchObject({
      orderStatus: 'completed',
      payments: [],
    }))
  it('of a bill that cancelling brought down to what was paid works, with or without a method', () => {
    const part = take(order([{}, {}]), { paymentStatus: 'partial', payments: [cash(100_00)] })
    const { order: down } = set(part, { status: 'Cancelled', lineId: 'l1' })
    expect(leftToPay(down)).toBe(0)
    for (const paymentMethod of ['UPI', undefined])
      expect(take(down, { paymentStatus: 'paid', paymentMethod, complete: true })).toMatchObject({
        orderStatus: 'completed',
        paymentMethod: 'Cash',
        payments: [cash(100_00)],
      })
  })

  describe('and giving it back', () => {
    const sold = () => take(bill(), { paymentStatus: 'paid', paymentMethod: 'UPI', complete: true })
    const refund = (o: Order, over = {}) => take(o, { paymentStatus: 'refunded', reason: 'cold food', amount: 1240_00, ...over })
    it('books the whole on the day of the refund, and leaves the sale as it was', () => {
      const back = refund(sold(), { businessDate: '2026-11-23', biller: 'Asha' })
      expect(back).toMatchObject({
        paymentStatus: 'refunded',
        orderStatus: 'completed',
        businessDate: '2026-11-21',
        biller: 'Divya',
        refund: { amount: 1240_00, reason: 'cold food', by: 'Asha', at: LATER, businessDate: '2026-11-23' },
      })
      expect(back.payments).toEqual(sold().payments)
    })
    it('is of the whole, has a reason, and happens once, to a completed order', () => {
      expect(refund(sold(), { amount: undefined }).refund?.amount).toBe(1240_00)
      expect(refusal(() => refund(sold(), { amount: 1000_00 }))).toBe('422 validation_failed')
      expect(refusal(() => refund(sold(), { reason: ' ' }))).toBe('422 validation_failed')
      expect(refusal(() => refund(refund(sold())))).toBe(INVALID)
      expect(refusal(() => refund(bill()))).toBe(INVALID)
      expect(refusal(() => refund(take(bill(), { paymentStatus: 'paid', paymentMethod: 'UPI' })))).toBe(INVALID)
    })
  })
})
