import { describe, expect, it } from 'vitest'
import { netOf, tipsOf } from './moves.ts'
import { leftToPay, ORDER_STATUSES, paidSoFar, type Order } from './order.ts'
import { rollupsOfMoves } from './rollup.ts'
import { changeOrderStatus, correctPayment, giveBack, pay } from './payment.ts'
import { LATER, METHODS, refusal, INVALID, order, set, teller } from './test/orders.ts'

describe('order status goes', () => {
  const paid = { paymentStatus: 'paid' as const, payments: [{ method: 'Cash', amount: 100_00 }] }
  it.each(ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const)))('from %s to %s', (from, to) => {
    const change = () =>
      changeOrderStatus(order([{}], { orderStatus: from, ...(to === 'completed' && paid) }), to, {
        at: LATER,
        by: 'Divya',
        reason: 'guest left',
      }).orderStatus
    if (from === 'pending' && to !== 'pending') expect(change()).toBe(to)
    else expect(refusal(change)).toBe(INVALID)
  })
  it('to completed only when paid, or when there is nothing to pay', () => {
    expect(refusal(() => changeOrderStatus(order([{}]), 'completed', { at: LATER, by: 'Divya' }))).toBe(INVALID)
    expect(refusal(() => changeOrderStatus(order([{}], { paymentStatus: 'partial' }), 'completed', { at: LATER, by: 'Divya' }))).toBe(
      INVALID,
    )
    // The money decides, whatever the status says.
    expect(refusal(() => changeOrderStatus(order([{}], { ...paid, payments: [] }), 'completed', { at: LATER, by: 'Divya' }))).toBe(INVALID)
    expect(changeOrderStatus(order([{ price: 0 }]), 'completed', { at: LATER, by: 'Divya' })).toMatchObject({
      orderStatus: 'completed',
      paymentStatus: 'paid',
      completedAt: LATER,
    })
  })
  it('to completed records a name: for a bill of zero (which takes no unknown method) of the person who closes it, for a paid one of the person who took the money', () => {
    const free = order([{ price: 0 }])
    expect(changeOrderStatus(free, 'completed', { at: LATER, by: 'Divya' }).biller).toBe('Divya')
    expect(changeOrderStatus(order([{}], { ...paid, biller: 'Ravi' }), 'completed', { at: LATER, by: 'Divya' }).biller).toBe('Ravi')
    const change = { paymentStatus: 'paid' as const, payments: [], complete: true }
    expect(refusal(() => pay(free, { ...change, paymentMethod: 'Bogus' }, METHODS, teller(LATER)))).toBe('422 validation_failed')
    expect(pay(free, { ...change, paymentMethod: 'Cash' }, METHODS, teller(LATER))).toMatchObject({ paymentMethod: 'Cash', payments: [] })
  })
  it('to completed when cancelling left no more to pay than was received', () => {
    const part = { paymentStatus: 'partial' as const, payments: [{ method: 'Cash', amount: 100_00 }] }
    const { order: down } = set(order([{}, {}], part), { status: 'Cancelled', lineId: 'l1' })
    expect(down.paymentStatus).toBe('partial')
    expect(changeOrderStatus(down, 'completed', { at: LATER, by: 'Divya' })).toMatchObject({
      orderStatus: 'completed',
      paymentStatus: 'paid',
    })
    const short = { ...part, payments: [{ method: 'Cash', amount: 99_99 }] }
    expect(
      refusal(() =>
        changeOrderStatus(set(order([{}, {}], short), { status: 'Cancelled', lineId: 'l1' }).order, 'completed', {
          at: LATER,
          by: 'Divya',
        }),
      ),
    ).toBe(INVALID)
  })
  it('to cancelled only with a reason, and not once money was received', () => {
    expect(refusal(() => changeOrderStatus(order([{}]), 'cancelled', { at: LATER, by: 'Divya' }))).toBe('422 validation_failed')
    expect(refusal(() => changeOrderStatus(order([{}]), 'cancelled', { at: LATER, by: 'Divya', reason: ' ' }))).toBe(
      '422 validation_failed',
    )
    expect(
      refusal(() =>
        changeOrderStatus(order([{}], { payments: [{ method: 'Cash', amount: 1 }] }), 'cancelled', { at: LATER, by: 'Divya', reason: 'x' }),
      ),
    ).toBe(INVALID)
    expect(changeOrderStatus(order([{}]), 'cancelled', { at: LATER, by: 'Divya', reason: ' x ' })).toMatchObject({
      cancelReason: 'x',
      completedAt: LATER,
    })
  })
})

describe('taking money', () => {
  const bill = () => order([{ price: 1240_00 }])
  type Change = Partial<Parameters<typeof pay>[1]> & { paymentStatus: Order['paymentStatus'] }
  const take = (o: Order, change: Change, by = teller(LATER)) => pay(o, change, METHODS, by)
  const cash = (amount: number) => ({ method: 'Cash', amount })
  const upi = (amount: number) => ({ method: 'UPI', amount })

  it('by one method takes all that is left', () =>
    expect(take(bill(), { paymentStatus: 'paid', paymentMethod: 'UPI' })).toMatchObject({
      paymentStatus: 'paid',
      paymentMethod: 'UPI',
      payments: [{ method: 'UPI', amount: 1240_00 }],
      moves: [{ kind: 'received', method: 'UPI', amount: 1240_00, at: LATER, businessDate: '2026-11-21', by: 'Divya' }],
      biller: 'Divya',
      orderStatus: 'pending',
    }))
  it('with complete settles and ends the order in one command', () =>
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
  it('in part leaves the rest to pay; paying the rest keeps both payments', () => {
    const part = take(bill(), { paymentStatus: 'partial', payments: [cash(240_00)] })
    expect([part.paymentStatus, paidSoFar(part), leftToPay(part)]).toEqual(['partial', 240_00, 1000_00])
    const rest = take(part, { paymentStatus: 'paid', paymentMethod: 'UPI' })
    expect(rest.payments.map((p) => [p.method, p.amount])).toEqual([
      ['Cash', 240_00],
      ['UPI', 1000_00],
    ])
    expect([rest.paymentMethod, leftToPay(rest)]).toEqual(['Split', 0])
  })
  it('adds what is left and never replaces what was taken', () => {
    const part = take(bill(), { paymentStatus: 'partial', payments: [cash(240_00)] })
    for (const payments of [[upi(1240_00)], [cash(240_00), upi(1000_00)], [upi(999_99)]])
      expect(refusal(() => take(part, { paymentStatus: 'paid', payments }))).toBe('422 validation_failed')
    expect(() => take(part, { paymentStatus: 'paid', payments: [upi(1240_00)] })).toThrow('Rs. 1,000.00')
    const rest = take(part, { paymentStatus: 'paid', payments: [upi(600_00), cash(400_00)] })
    expect(rest.payments).toEqual([cash(640_00), upi(600_00)])
    // A change writes only the rows that it adds; earlier rows stay.
    expect(take({ ...part, moves: [] }, { paymentStatus: 'paid', paymentMethod: 'UPI' }).moves).toMatchObject([upi(1000_00)])
  })
  it('in part must be more than zero and less than what is left', () => {
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
  it('accepts only the restaurant’s methods', () =>
    expect(refusal(() => take(bill(), { paymentStatus: 'paid', paymentMethod: 'Barter' }))).toBe('422 validation_failed'))
  it('needs a method', () => expect(refusal(() => take(bill(), { paymentStatus: 'paid' }))).toBe('422 validation_failed'))
  it('for a bill of zero works', () =>
    expect(take(order([{ price: 0 }]), { paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })).toMatchObject({
      orderStatus: 'completed',
      payments: [],
    }))
  it('for a bill that cancelling brought down to what was paid works, with or without a method', () => {
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
    const refund = (o: Order, over = {}, by = teller(LATER)) =>
      take(o, { paymentStatus: 'refunded', reason: 'cold food', amount: 1240_00, ...over }, by)
    it('books a refund whole on its own day and leaves the sale as it was', () => {
      const back = refund(sold(), {}, teller(LATER, { businessDate: '2026-11-23', by: 'Asha' }))
      expect(back).toMatchObject({
        paymentStatus: 'refunded',
        orderStatus: 'completed',
        businessDate: '2026-11-21',
        biller: 'Divya',
        refund: { amount: 1240_00, reason: 'cold food', by: 'Asha', at: LATER, businessDate: '2026-11-23' },
        payments: [],
        paymentMethod: 'UPI',
      })
      expect(back.moves.at(-1)).toMatchObject({ kind: 'returned', method: 'UPI', amount: -1240_00, businessDate: '2026-11-23', by: 'Asha' })
    })
    it('refunds a completed order whole, once, and with a reason', () => {
      expect(refund(sold(), { amount: undefined }).refund?.amount).toBe(1240_00)
      expect(refusal(() => refund(sold(), { amount: 1000_00 }))).toBe('422 validation_failed')
      expect(refusal(() => refund(sold(), { reason: ' ' }))).toBe('422 validation_failed')
      expect(refusal(() => refund(refund(sold())))).toBe(INVALID)
      expect(refusal(() => refund(bill()))).toBe(INVALID)
      expect(refusal(() => refund(take(bill(), { paymentStatus: 'paid', paymentMethod: 'UPI' })))).toBe(INVALID)
    })
  })
})

describe('a payment that was recorded under the wrong method', () => {
  const taken = (complete = false) =>
    pay(order([{ price: 300_00 }]), { paymentStatus: 'paid', paymentMethod: 'Cash', complete }, METHODS, teller(LATER))
  const correct = (o: Order, over: Partial<Parameters<typeof correctPayment>[2]> = {}) =>
    correctPayment(o, o.moves, { paymentId: o.moves[0]?.id ?? '', method: 'Card', reason: ' typed ', ...over }, METHODS, teller(LATER))

  it.each([false, true])('is corrected by a pair of rows; completed: %s', (complete) => {
    const o = taken(complete)
    const next = correct(o)
    expect(next).toMatchObject({
      payments: [{ method: 'Card', amount: 300_00 }],
      paymentMethod: 'Card',
      paymentStatus: 'paid',
      orderStatus: complete ? 'completed' : 'pending',
    })
    const pair = { kind: 'corrected', corrects: o.moves[0]?.id, reason: 'typed', by: 'Divya' }
    expect(next.moves.slice(1)).toMatchObject([
      { ...pair, method: 'Cash', amount: -300_00 },
      { ...pair, method: 'Card', amount: 300_00 },
    ])
    expect(netOf(next.moves)).toEqual(next.payments)
  })
  it('is corrected once; its correction may be corrected again', () => {
    // The other half of the bill was paid in cash too, so the sum by method alone would allow it.
    const half = { paymentStatus: 'partial' as const, payments: [{ method: 'Cash', amount: 150_00 }] }
    const twice = pay(
      pay(order([{ price: 300_00 }]), half, METHODS, teller(LATER)),
      { paymentStatus: 'paid', paymentMethod: 'Cash' },
      METHODS,
      teller(LATER),
    )
    expect(refusal(() => correct(correct(twice), { method: 'UPI' }))).toBe(INVALID)
    const once = correct(taken())
    // The half that took the money from its method is no payment.
    expect(refusal(() => correct(once, { paymentId: once.moves[1]?.id, method: 'UPI' }))).toBe(INVALID)
    expect(correct(once, { paymentId: once.moves[2]?.id, method: 'UPI' }).payments).toEqual([{ method: 'UPI', amount: 300_00 }])
  })
  it('must be of this order, and needs another of the restaurant’s methods and a reason', () => {
    expect(refusal(() => correct(taken(), { paymentId: 'other' }))).toBe('404 not_found')
    for (const over of [{ method: 'Cash' }, { method: 'Barter' }, { reason: ' ' }])
      expect(refusal(() => correct(taken(), over))).toBe('422 validation_failed')
  })
  it('can’t be corrected once a part was given back, the order was refunded or it was cancelled', () => {
    expect(refusal(() => correct(giveBack(taken(), [], { amount: 1, method: 'Cash', reason: 'x' }, METHODS, teller(LATER))))).toBe(INVALID)
    expect(refusal(() => correct(pay(taken(true), { paymentStatus: 'refunded', reason: 'x' }, METHODS, teller(LATER))))).toBe(INVALID)
    expect(refusal(() => correct({ ...taken(), orderStatus: 'cancelled' }))).toBe(INVALID)
  })
})

describe('giving back money of an open order', () => {
  const taken = () =>
    pay(
      order([{ price: 300_00 }]),
      {
        paymentStatus: 'paid',
        payments: [
          { method: 'Cash', amount: 100_00 },
          { method: 'UPI', amount: 200_00 },
        ],
      },
      METHODS,
      teller(LATER),
    )
  const back = (o: Order, amount: number, method = 'Cash', reason = 'wrong table') =>
    giveBack(o, [], { amount, method, reason }, METHODS, teller(LATER))

  it('works in part and in whole, after which the order can be cancelled', () => {
    const part = back(taken(), 40_00)
    expect(part).toMatchObject({ paymentStatus: 'partial', paymentMethod: 'Split' })
    expect(part.payments).toEqual([
      { method: 'Cash', amount: 60_00 },
      { method: 'UPI', amount: 200_00 },
    ])
    expect(part.moves.at(-1)).toMatchObject({ kind: 'returned', method: 'Cash', amount: -40_00, reason: 'wrong table' })
    const none = back(back(part, 60_00), 200_00, 'UPI')
    expect(none).toMatchObject({ paymentStatus: 'unpaid', paymentMethod: null, payments: [] })
    expect(changeOrderStatus(none, 'cancelled', { at: LATER, by: 'Divya', reason: 'left' }).orderStatus).toBe('cancelled')
  })
  it('by another method takes it off what came by the one, in a row of the other', () => {
    const less = giveBack(taken(), [], { amount: 40_00, method: 'UPI', by: 'Cash', reason: 'cold' }, METHODS, teller(LATER))
    expect(less.payments).toEqual([
      { method: 'Cash', amount: 100_00 },
      { method: 'UPI', amount: 160_00 },
    ])
    expect(less.moves.at(-1)).toMatchObject({ kind: 'returned', method: 'Cash', of: 'UPI', amount: -40_00 })
    expect(rollupsOfMoves(less.moves.slice(-1))).toMatchObject([
      { kind: 'method', key: 'Cash', amount: -40_00 },
      { kind: 'open', amount: -40_00 },
    ])
    const same = giveBack(taken(), [], { amount: 1, method: 'Cash', by: 'Cash', reason: 'cold' }, [], teller(LATER))
    expect(same.moves.at(-1)).toMatchObject({ method: 'Cash', of: null })
    expect(refusal(() => giveBack(taken(), [], { amount: 1, method: 'Cash', by: 'Barter', reason: 'x' }, METHODS, teller(LATER)))).toBe(
      '422 validation_failed',
    )
  })
  it('is limited to what came in by the method, and needs a reason', () => {
    for (const amount of [100_01, 0, -1, 0.5]) expect(refusal(() => back(taken(), amount))).toBe('422 validation_failed')
    expect(refusal(() => back(taken(), 1, 'Card'))).toBe('422 validation_failed')
    expect(refusal(() => back(taken(), 1, 'Cash', ' '))).toBe('422 validation_failed')
  })
  it('is refused once the order has ended', () => {
    expect(() => back({ ...taken(), orderStatus: 'completed' }, 1)).toThrow('refund it instead')
    expect(refusal(() => back({ ...taken(), orderStatus: 'cancelled' }, 1))).toBe(INVALID)
  })
})

describe('a tip', () => {
  const bill = () => order([{ price: 300_00 }])
  const tip = { method: 'Cash', amount: 20_00 }
  const settled = (over: object = {}) =>
    pay(bill(), { paymentStatus: 'paid', paymentMethod: 'UPI', complete: true, tip, ...over }, METHODS, teller(LATER))
  const back = (o: Order, amount: number, method = 'Cash', reason = 'typed') =>
    giveBack(o, o.moves, { amount, method, reason, tip: true }, METHODS, teller(LATER))
  const correct = (o: Order, paymentId = o.moves.find((m) => m.kind === 'tip')!.id) =>
    correctPayment(o, o.moves, { paymentId, method: 'Card', reason: 'typed' }, METHODS, teller(LATER))

  it('is a row beside the bill: in none of its sums, whether it comes with all of the money or with a part', () => {
    const all = settled()
    const without = settled({ tip: undefined })
    expect(all).toMatchObject({ orderStatus: 'completed', paymentMethod: 'UPI', payments: without.payments, totals: without.totals })
    expect(all.moves).toMatchObject([
      { kind: 'received', method: 'UPI', amount: 300_00 },
      { kind: 'tip', method: 'Cash', amount: 20_00, by: 'Divya', reason: null, corrects: null },
    ])
    const part = pay(bill(), { paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 100_00 }], tip }, METHODS, teller(LATER))
    expect([leftToPay(part), part.payments]).toEqual([200_00, [{ method: 'Cash', amount: 100_00 }]])
  })
  it('is above zero, by a method of the restaurant, and comes only with a payment', () => {
    for (const over of [{ amount: 0 }, { amount: -1 }, { amount: 0.5 }, { amount: NaN }, { method: 'Barter' }, { method: '' }])
      expect(refusal(() => settled({ tip: { ...tip, ...over } }))).toBe('422 validation_failed')
    const refund = { paymentStatus: 'refunded' as const, reason: 'cold' }
    expect(refusal(() => pay(settled(), { ...refund, tip }, METHODS, teller(LATER)))).toBe('422 validation_failed')
    expect(refusal(() => pay(bill(), { paymentStatus: 'unpaid', tip }, METHODS, teller(LATER)))).toBe(INVALID)
  })
  it('stays when the bill is refunded, and does not keep an order whose money was given back from being cancelled', () => {
    const refunded = pay(settled(), { paymentStatus: 'refunded', reason: 'cold' }, METHODS, teller(LATER))
    expect([tipsOf(refunded.moves), refunded.payments]).toEqual([[tip], []])
    const part = pay(bill(), { paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 100_00 }], tip }, METHODS, teller(LATER))
    const none = giveBack(part, part.moves, { amount: 100_00, method: 'Cash', reason: 'left' }, METHODS, teller(LATER))
    expect(none.paymentStatus).toBe('unpaid')
    expect(changeOrderStatus(none, 'cancelled', { at: LATER, by: 'Divya', reason: 'left' }).orderStatus).toBe('cancelled')
  })
  it('is given back on any order, at most what there is by its method, and nothing of the bill changes', () => {
    // The bill's own money is no tip.
    expect(refusal(() => back(settled(), 1, 'UPI'))).toBe('422 validation_failed')
    for (const o of [settled(), { ...settled(), orderStatus: 'cancelled' as const }]) {
      const less = back(o, 15_00)
      expect(less).toEqual({ ...o, moves: [...o.moves, less.moves.at(-1)] })
      expect(less.moves.at(-1)).toMatchObject({ kind: 'tip', method: 'Cash', amount: -15_00, reason: 'typed', by: 'Divya' })
      expect(refusal(() => back(less, 5_01))).toBe('422 validation_failed')
      expect(tipsOf(back(less, 5_00).moves)).toEqual([])
    }
    for (const amount of [0, -1, 0.5]) expect(refusal(() => back(settled(), amount))).toBe('422 validation_failed')
    expect(refusal(() => back(settled(), 1, 'Cash', ' '))).toBe('422 validation_failed')
  })
  it('is corrected to another method once, and its correction again; not once some of it was given back', () => {
    expect(refusal(() => correct(settled()))).toBe('nothing')
    const once = correct(settled())
    expect(tipsOf(once.moves)).toEqual([{ method: 'Card', amount: 20_00 }])
    expect(once).toMatchObject({ payments: [{ method: 'UPI', amount: 300_00 }], paymentMethod: 'UPI' })
    // The bill may be in cash enough: what counts is the tips by that method.
    expect(refusal(() => correct(once))).toBe(INVALID)
    expect(refusal(() => correct(once, once.moves[2]!.id))).toBe(INVALID)
    expect(refusal(() => correct(back(settled({ paymentMethod: 'Cash' }), 1)))).toBe(INVALID)
    const refunded = pay(settled(), { paymentStatus: 'refunded', reason: 'cold' }, METHODS, teller(LATER))
    expect(tipsOf(correct(refunded).moves)).toEqual([{ method: 'Card', amount: 20_00 }])
    expect(tipsOf(correct({ ...settled(), orderStatus: 'cancelled' }).moves)).toEqual([{ method: 'Card', amount: 20_00 }])
  })
})
