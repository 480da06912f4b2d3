import { describe, expect, it, test } from 'vitest'
import { AppError } from './errors.ts'
import {
  addTickets,
  changeItemStatus,
  changeOrderStatus,
  ITEM_STATUSES,
  type ItemStatus,
  isRecall,
  isWaiting,
  leftToPay,
  linesOf,
  mayStep,
  mustBeAccepted,
  mustBeOpen,
  NotThere,
  type Order,
  ORDER_STATUSES,
  paidSoFar,
  pay,
  readOrderType,
  repriced,
  whyNotAccepted,
} from './order.ts'
import { aLine, anOrder, AT, aTicket } from './test/arbitraries.ts'

const LATER = '2026-11-21T16:00:00.000Z'
const METHODS = ['Cash', 'Card', 'UPI']
const refusal = (doIt: () => unknown): string => {
  try {
    doIt()
  } catch (e) {
    if (e instanceof AppError) return `${e.status} ${e.code}`
    return (e as Error).constructor.name
  }
  return 'nothing'
}
const INVALID = '409 invalid_transition'

/** One ticket `kot` with these lines, priced. */
const order = (lines: Parameters<typeof aLine>[0][], over: Partial<Order> = {}): Order =>
  repriced(
    anOrder(
      [
        aTicket(
          lines.map((l, i) => aLine({ lineId: `l${i}`, itemId: `i${i}`, ...l })),
          { kotId: 'kot' },
        ),
      ],
      over,
    ),
  )
const set = (o: Order, change: Partial<Parameters<typeof changeItemStatus>[1]> & { status: ItemStatus }, readyStep = true) =>
  changeItemStatus(o, { kotId: 'kot', reason: 'asked', ...change }, LATER, readyStep)

describe('item status goes', () => {
  // Rows from, columns to; y allowed always, s only where the restaurant skips Ready.
  const table: Record<ItemStatus, string> = {
    //           Cart Prep Ready Served Cancelled
    'In Cart': '-    y    -     -      y',
    Preparing: '-    -    y     y      y',
    Ready: '-    y    -     y      y',
    Served: '-    s    y     -      -',
    Cancelled: '-    -    -     -      -',
  }
  const pairs = ITEM_STATUSES.flatMap((from) => table[from].split(/ +/).map((cell, i) => ({ from, to: ITEM_STATUSES[i]!, cell })))
  it.each(pairs)('from $from to $to: $cell', ({ from, to, cell }) => {
    for (const readyStep of [true, false]) {
      const allowed = cell === 'y' || (cell === 's' && !readyStep)
      expect(mayStep(from, to, readyStep)).toBe(allowed)
      const change = () => set(order([{ status: from }]), { status: to, lineId: 'l0' }, readyStep)
      if (allowed) expect(change()).toMatchObject({ from: [from], changed: [{ status: to, statusAt: LATER }] })
      else expect(refusal(change)).toBe(INVALID)
    }
  })
  it('one step back only as a recall', () => {
    const recalls = ITEM_STATUSES.flatMap((a) => ITEM_STATUSES.filter((b) => isRecall(a, b)).map((b) => `${a}→${b}`))
    expect(recalls).toEqual(['Ready→Preparing', 'Served→Preparing', 'Served→Ready'])
  })
})

describe('a change of item status', () => {
  it('never touches an order that is over', () => {
    for (const orderStatus of ['completed', 'cancelled'] as const)
      expect(refusal(() => set(order([{}], { orderStatus }), { status: 'Ready', lineId: 'l0' }))).toBe(INVALID)
    expect(() => mustBeOpen(order([], { orderStatus: 'completed' }))).toThrow('Table 7 was billed.')
    expect(() => mustBeOpen(order([], { orderStatus: 'cancelled', tableNumber: null }))).toThrow('Order 3 was cancelled.')
  })
  it('means the whole ticket when no item is named, and leaves alone what can’t follow', () => {
    const { order: next, changed } = set(order([{}, { status: 'Ready' }, { status: 'Cancelled' }, { status: 'Served' }]), {
      status: 'Served',
    })
    expect(changed.map((l) => l.lineId)).toEqual(['l0', 'l1'])
    expect(linesOf(next).map((l) => l.status)).toEqual(['Served', 'Served', 'Cancelled', 'Served'])
    expect(refusal(() => set(next, { status: 'Served' }))).toBe(INVALID)
  })
  it('finds a line by item, or by item and variants', () => {
    const half = { itemId: 'naan', variants: [{ name: 'Half', additionalPrice: 0 }] }
    const full = { itemId: 'naan', variants: [{ name: 'Full', additionalPrice: 0 }] }
    const o = order([half, full, { itemId: 'dal' }])
    expect(set(o, { status: 'Ready', itemId: 'dal' }).changed[0]?.lineId).toBe('l2')
    expect(set(o, { status: 'Ready', itemId: 'naan', variants: [{ name: 'Full' }] }).changed[0]?.lineId).toBe('l1')
    expect(refusal(() => set(o, { status: 'Ready', itemId: 'naan' }))).toBe('409 ambiguous_line')
  })
  it('needs the lineId when lines are alike, and names them; a cancelled twin doesn’t confuse', () => {
    const o = order([{ itemId: 'naan' }, { itemId: 'naan' }])
    expect(() => set(o, { status: 'Ready', itemId: 'naan', variants: [] })).toThrow(
      expect.objectContaining({ code: 'ambiguous_line', details: { lineIds: ['l0', 'l1'] } }),
    )
    expect(
      set(order([{ itemId: 'naan', status: 'Cancelled' }, { itemId: 'naan' }]), { status: 'Ready', itemId: 'naan' }).changed[0]?.lineId,
    ).toBe('l1')
  })
  it('of something that isn’t there is told apart from a refusal', () => {
    const o = order([{}])
    expect(() => set(o, { status: 'Ready', kotId: 'other' })).toThrow(NotThere)
    expect(() => set(o, { status: 'Ready', lineId: 'other' })).toThrow(NotThere)
    expect(() => set(o, { status: 'Ready', itemId: 'other' })).toThrow(NotThere)
  })
})

describe('cancelling items', () => {
  it('needs a reason', () => {
    for (const reason of [undefined, '', '  '])
      expect(refusal(() => set(order([{}]), { status: 'Cancelled', lineId: 'l0', reason }))).toBe('422 validation_failed')
    expect(set(order([{}, {}]), { status: 'Cancelled', lineId: 'l0', reason: ' too late ' }).changed[0]?.cancelReason).toBe('too late')
  })
  it('of 1 of 3 leaves 2 and splits the line', () => {
    const {
      order: next,
      changed,
      allItemsCancelled,
    } = set(order([{ quantity: 3 }]), { status: 'Cancelled', lineId: 'l0', quantityChange: -1 })
    const [kept, part] = linesOf(next)
    expect(kept).toMatchObject({ lineId: 'l0', quantity: 2, status: 'Preparing', cancelReason: null })
    expect(part).toMatchObject({ quantity: 1, status: 'Cancelled', cancelReason: 'asked' })
    expect(part?.lineId).not.toBe('l0')
    expect(changed).toEqual([part])
    expect(next.totals.subtotal).toBe(200_00)
    expect(allItemsCancelled).toBe(false)
  })
  it('of all of a quantity is the line itself', () => {
    const { order: next } = set(order([{ quantity: 3 }, {}]), { status: 'Cancelled', lineId: 'l0', quantityChange: -3 })
    expect(linesOf(next)).toHaveLength(2)
    expect(linesOf(next)[0]).toMatchObject({ lineId: 'l0', quantity: 3, status: 'Cancelled' })
  })
  it('takes whole numbers from 1 to the quantity, and only when cancelling', () => {
    for (const quantityChange of [-4, 1, -1.5])
      expect(refusal(() => set(order([{ quantity: 3 }]), { status: 'Cancelled', lineId: 'l0', quantityChange }))).toBe(
        '422 validation_failed',
      )
    expect(refusal(() => set(order([{ quantity: 3 }]), { status: 'Ready', lineId: 'l0', quantityChange: -1 }))).toBe(
      '422 validation_failed',
    )
  })
  it('takes it as cooked when it was Ready, unless told otherwise', () => {
    const prepared = (status: ItemStatus, told?: boolean) =>
      set(order([{ status }, {}]), { status: 'Cancelled', lineId: 'l0', prepared: told }).changed[0]?.prepared
    expect([prepared('Preparing'), prepared('Ready'), prepared('Preparing', true), prepared('Ready', false)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
  it('of the last one cancels the order; a printed bill is no longer the bill', () => {
    const o = order([{}, { status: 'Cancelled' }], { billPrintedAt: AT })
    const { order: next, allItemsCancelled } = set(o, { status: 'Cancelled', lineId: 'l0' })
    expect(allItemsCancelled).toBe(true)
    expect(next).toMatchObject({
      orderStatus: 'cancelled',
      completedAt: LATER,
      cancelReason: 'asked',
      billPrintedAt: null,
      totals: { grandTotal: 0 },
    })
  })
  it('of a whole ticket leaves served ones', () =>
    expect(set(order([{}, { status: 'Served' }]), { status: 'Cancelled' })).toMatchObject({
      allItemsCancelled: false,
      changed: [{ lineId: 'l0' }],
    }))
  it('is refused when more has been received than would be left to pay', () => {
    const o = pay(
      order([{}, {}]),
      { paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 150_00 }], biller: 'D', businessDate: '' },
      METHODS,
      AT,
    )
    expect(refusal(() => set(o, { status: 'Cancelled', lineId: 'l0' }))).toBe(INVALID)
  })
})

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
  ])('waits until it is accepted or nothing of it is left (%#)', (ticket, waits) => {
    expect(isWaiting(ticket)).toBe(waits)
    expect(whyNotAccepted(seated(ticket))).toBe(waits ? 'Table 7’s guest has sent a ticket that waits: accept or decline it first.' : null)
  })
  it('of an order that is over waits for nothing; without a table the order is named', () => {
    expect(whyNotAccepted(seated(held('In Cart'), { orderStatus: 'cancelled' }))).toBeNull()
    expect(whyNotAccepted(seated(held('In Cart'), { tableNumber: null, serialNumber: 12 }))).toMatch(/^Order 12’s guest/)
  })
  it('keeps an order from being settled and completed, not from a part payment nor from being cancelled', () => {
    const order = seated(held('In Cart'))
    const change = { paymentMethod: 'Cash', biller: 'Divya', businessDate: '2026-11-21' }
    expect(refusal(() => pay(order, { ...change, paymentStatus: 'paid', complete: true }, METHODS, LATER))).toBe(INVALID)
    expect(refusal(() => pay(order, { ...change, paymentStatus: 'paid' }, METHODS, LATER))).toBe(INVALID)
    expect(pay(order, { ...change, paymentStatus: 'partial', amount: 100 }, METHODS, LATER).paymentStatus).toBe('partial')
    expect(refusal(() => changeOrderStatus({ ...order, paymentStatus: 'paid' }, 'completed', LATER))).toBe(INVALID)
    expect(refusal(() => mustBeAccepted(order))).toBe(INVALID)
    expect(changeOrderStatus(order, 'cancelled', LATER, 'left').orderStatus).toBe('cancelled')
    const all = { ...change, paymentStatus: 'paid' as const, complete: true }
    expect(pay(seated(held('Cancelled')), all, METHODS, LATER).orderStatus).toBe('completed')
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
  it('makes a paid order partial, keeps an unpaid one unpaid, and unprints the bill', () => {
    const paid = order([{}], { paymentStatus: 'paid', payments: [{ method: 'UPI', amount: 100_00, at: AT }], billPrintedAt: AT })
    expect(addTickets(paid, [more()])).toMatchObject({ paymentStatus: 'partial', billPrintedAt: null })
    expect(addTickets(order([{}]), [more()]).paymentStatus).toBe('unpaid')
    expect(addTickets(paid, [aTicket([aLine({ price: 0 })])]).paymentStatus).toBe('paid')
  })
  it('is refused once the order is over', () =>
    expect(refusal(() => addTickets(order([], { orderStatus: 'completed' }), [more()]))).toBe(INVALID))
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

test.each([
  ['dine in', 'Dine In'],
  ['DINE_IN', 'Dine In'],
  ['takeaway', 'Take Away'],
  [' Take-Away ', 'Take Away'],
  ['delivery', 'Delivery'],
  ['drive in', null],
  ['', null],
])('order type %j reads as %j', (text, type) => expect(readOrderType(text)).toBe(type))
