import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { mergeOrders, unmergeOrders } from './merge.ts'
import { changeItemStatus } from './itemStatus.ts'
import { netOf } from './moves.ts'
import { addTickets, linesOf, type Order, paidSoFar, repriced } from './order.ts'
import { giveBack, pay } from './payment.ts'
import { changedAfterPrint, isOnPaper, issuedAt, revisionOf, withActs, withPrint } from './printed.ts'
import { rollupOfCancel } from './rollup.ts'
import { aLine, anOrder, AT, aTicket } from './test/shapes.ts'
import { teller } from './test/orders.ts'

const at = '2026-11-21T16:30:00.000Z'
const into = { tableId: 'table-7', tableNumber: '7' }
const order = (table: string, rupees: number, over: Partial<Order> = {}) =>
  repriced(
    anOrder([aTicket([aLine({ price: rupees * 100, itemName: `Dish of ${table}` })], { tableId: `table-${table}` })], {
      tableId: `table-${table}`,
      tableNumber: table,
      taxPercentages: { gst: 5, vat: 0, serviceCharge: 10 },
      ...over,
    }),
  )
const paid = (o: Order, rupees: number, method: string) =>
  pay(
    o,
    {
      paymentStatus: rupees * 100 === o.totals.grandTotal ? 'paid' : 'partial',
      payments: [{ method, amount: rupees * 100 }],
    },
    ['Cash', 'UPI'],
    teller(AT),
  )

const cash = (rupees: number) => ({ method: 'Cash', amount: rupees * 100 })

describe('merging orders', () => {
  it('appends the children’s tickets, which keep their table, and prices everything at the parent’s rates', () => {
    const eight = order('8', 200, { taxPercentages: { gst: 18, vat: 0, serviceCharge: 0 } })
    const merged = mergeOrders(order('7', 100, { billPrintedAt: AT }), [eight, order('9', 300)], into, teller(at))!
    expect(merged.order.tickets.map((t) => t.tableId)).toEqual(['table-7', 'table-8', 'table-9'])
    expect(merged.order.tickets[1]).toEqual(eight.tickets[0])
    expect(merged.order).toMatchObject({
      tableId: 'table-7',
      tableNumber: '7',
      orderStatus: 'pending',
      billPrintedAt: null,
      taxPercentages: { gst: 5 },
    })
    expect(merged.order.totals).toMatchObject({ subtotal: 600_00, cgst: 15_00, sgst: 15_00, grandTotal: 630_00 })
  })
  it('ends the children’s orders without counting them as sales or cancellations', () => {
    const { ended } = mergeOrders(order('7', 100), [paid(order('8', 200, { billNumber: 41 }), 50, 'Cash')], into, teller(at))!
    expect(ended).toHaveLength(1)
    expect(ended[0]).toMatchObject({
      tableNumber: '8',
      orderStatus: 'cancelled',
      cancelReason: 'Merged into T7',
      completedAt: at,
      tickets: [],
      payments: [],
      paymentStatus: 'unpaid',
      paymentMethod: null,
      billNumber: 41,
      totals: { subtotal: 0, grandTotal: 0 },
    })
    expect(rollupOfCancel(ended[0]!, '2026-11-21')).toEqual([])
  })
  it('loses no line and no money', () => {
    const orders = [paid(order('7', 100), 20, 'Cash'), paid(order('8', 200), 30, 'UPI'), order('9', 300)] as const
    const { order: merged } = mergeOrders(orders[0], orders.slice(1), into, teller(at))!
    expect(linesOf(merged)).toEqual(orders.flatMap(linesOf))
    expect(paidSoFar(merged)).toBe(50_00)
    expect(merged).toMatchObject({ paymentStatus: 'partial', paymentMethod: 'Split' })
  })
  it('moves the money by pairs of rows, by net method', () => {
    const [seven, eight] = [paid(order('7', 100), 20, 'Cash'), paid(paid(order('8', 200), 30, 'UPI'), 10, 'Cash')]
    const { order: merged, ended } = mergeOrders({ ...seven, moves: [] }, [{ ...eight, moves: [] }], into, teller(at))!
    const rowsOf = (o: Order | undefined) => o?.moves.map((m) => [m.kind, m.method, m.amount, m.reason, m.at])
    expect(rowsOf(merged)).toEqual([
      ['transferred', 'UPI', 30_00, 'Merged from T8', at],
      ['transferred', 'Cash', 10_00, 'Merged from T8', at],
    ])
    expect(rowsOf(ended[0])).toEqual([
      ['transferred', 'UPI', -30_00, 'Merged into T7', at],
      ['transferred', 'Cash', -10_00, 'Merged into T7', at],
    ])
    expect(merged.payments).toEqual([
      { method: 'Cash', amount: 30_00 },
      { method: 'UPI', amount: 30_00 },
    ])
  })
  it('is refused when it would change the discount or service charge of an order for which money was taken', () => {
    const yes = { serviceChargeAccepted: true }
    const offer = { id: 'o', title: 'Ten off', type: 'flat', value: 10_00, minOrderAmount: 0, maxDiscount: null, orderTypes: null } as never
    const outcome = (parent: Order, child: Order) => {
      try {
        mergeOrders(parent, [child], into, teller(at))
        return 'merged'
      } catch (error) {
        return (error as Error).message.match(/received for T\d/)?.[0]
      }
    }
    const [seven, eight] = [(over = {}) => order('7', 100, over), (over = {}) => order('8', 100, over)]
    const some = (o: Order) => paid(o, 20, 'Cash')
    const off = { offer, offerId: 'o' }
    // The service charge stays only if both had agreed to it; the offer is the parent's, or else the child's.
    expect(outcome(some(seven(yes)), eight())).toBe('received for T7')
    expect(outcome(some(seven()), eight(yes))).toBe('merged')
    expect(outcome(seven(yes), some(eight()))).toBe('merged')
    expect(outcome(seven(), some(eight(yes)))).toBe('received for T8')
    expect(outcome(some(seven(off)), eight())).toBe('merged')
    expect(outcome(some(seven()), eight(off))).toBe('received for T7')
    expect(outcome(seven(off), some(eight()))).toBe('received for T8')
    expect(outcome(seven(), some(eight(off)))).toBe('merged')
    for (const over of [yes, off]) expect(outcome(some(seven(over)), some(eight(over)))).toBe('merged')
  })
  it('keeps the GST number that one of the tables gave', () => {
    const company = order('8', 200, { customerGstin: '29AABCI1681G1ZK' })
    const { order: merged } = mergeOrders(order('7', 100), [company], into, teller(at))!
    expect(merged.customerGstin).toBe('29AABCI1681G1ZK')
  })
  it('is refused when the GST number of a bill would change for which money was received', () => {
    const [gstin, billNumber] = ['29AABCI1681G1ZK', 12]
    const why = (parent: Order, child: Order) => {
      try {
        return mergeOrders(parent, [child], into, teller(at)) && null
      } catch (error) {
        return (error as Error).message.slice(0, 60)
      }
    }
    const company = order('8', 200, { customerGstin: gstin })
    const refused = (table: string) => `${table} has a bill for which money was received, and its GST numb`
    expect(why(paid(order('7', 100, { billNumber }), 20, 'Cash'), company)).toBe(refused('T7'))
    expect(why(order('7', 100, { customerGstin: '27AAPFU0939F1ZV' }), paid({ ...company, billNumber }, 20, 'Cash'))).toBe(refused('T8'))
    // Without a bill number there is no bill yet; a bill whose GST number doesn't change may be merged.
    expect(why(paid(order('7', 100), 20, 'Cash'), company)).toBeNull()
    expect(why(order('7', 100, { billNumber }), paid(company, 20, 'Cash'))).toBeNull()
    expect(why(paid(order('7', 100, { billNumber, customerGstin: gstin }), 20, 'Cash'), company)).toBeNull()
    // Beside it the name says whose tax invoice it is.
    const named = { ...company, customerName: 'Infosys Ltd' }
    expect(why(paid(order('7', 100, { billNumber, customerGstin: gstin }), 20, 'Cash'), named)).toBe(refused('T7'))
  })
  it('records the name of the person who merges for an offer that others get and for a service charge that they lose', () => {
    const offer = { id: 'o', title: 'Ten off', type: 'flat', value: 10_00, minOrderAmount: 0, maxDiscount: null, orderTypes: null } as never
    const given = (by: string, over = {}) => ({ offer, offerId: 'o', discountBy: by, ...over })
    const names = (parent: Order | null, ...children: Order[]) => {
      const { order: o } = mergeOrders(parent, children, into, teller(at))!
      return [o.discountBy, o.serviceChargeBy]
    }
    expect(names(order('7', 100), order('8', 200, given('Diner')))).toEqual(['Divya', null])
    expect(names(order('7', 100, given('Meera')), order('8', 200))).toEqual(['Divya', null])
    expect(names(order('7', 100, given('Meera')), order('8', 200, given('Asha')))).toEqual(['Meera', null])
    expect(names(null, order('8', 200, given('Meera')))).toEqual(['Meera', null])
    const yes = { serviceChargeAccepted: true, serviceChargeBy: 'Ravi' }
    expect(names(order('7', 100, yes), order('8', 100))).toEqual([null, 'Divya'])
    expect(names(order('7', 100), order('8', 100, yes))).toEqual([null, 'Divya'])
    expect(names(order('7', 100, yes), order('8', 100, yes))).toEqual([null, 'Ravi'])
  })
  it('leaves cancelled lines cancelled and out of the total', () => {
    const eight = anOrder([aTicket([aLine({ status: 'Cancelled', price: 999_00 })])], { tableId: 'table-8' })
    expect(mergeOrders(order('7', 100), [eight], into, teller(at))?.order.totals.subtotal).toBe(100_00)
  })
  it('keeps each note once, adds up guests and discounts, and takes the first guest name it finds', () => {
    const merged = mergeOrders(
      repriced(
        order('7', 100, {
          additionalNote: 'Birthday',
          guests: 2,
          totals: { ...order('7', 100).totals, discount: 10_00 },
          discountTitle: 'Lunch',
        }),
      ),
      [
        repriced(
          order('8', 200, {
            additionalNote: ' Birthday ',
            specialInstructions: 'Jain',
            guests: 3,
            customerName: 'Meera',
            mobileNumber: '98',
            totals: { ...order('8', 200).totals, discount: 20_00 },
          }),
        ),
        order('9', 1, { additionalNote: 'Window' }),
      ],
      into,
      teller(at),
    )!.order
    expect(merged).toMatchObject({
      additionalNote: 'Birthday; Window',
      specialInstructions: 'Jain',
      guests: 5,
      customerName: 'Meera',
      mobileNumber: '98',
      discountTitle: 'Lunch',
      totals: { discount: 30_00 },
    })
    expect(mergeOrders(order('7', 1), [order('8', 1)], into, teller(at))?.order.guests).toBeNull()
  })
  it('keeps the service charge only when every order had accepted it', () => {
    const yes = { serviceChargeAccepted: true }
    expect(mergeOrders(order('7', 100, yes), [order('8', 100, yes)], into, teller(at))?.order.totals.serviceCharge).toBe(20_00)
    expect(mergeOrders(order('7', 100, yes), [order('8', 100)], into, teller(at))?.order.totals.serviceCharge).toBe(0)
    expect(mergeOrders(order('7', 100), [order('8', 100, yes)], into, teller(at))?.order.totals.serviceCharge).toBe(0)
  })
  it('makes a paid order partly paid when joined with an unpaid one; two paid ones stay paid', () => {
    const seven = () => paid(order('7', 100), 105, 'UPI')
    expect(mergeOrders(seven(), [order('8', 200)], into, teller(at))?.order).toMatchObject({
      paymentStatus: 'partial',
      paymentMethod: 'UPI',
    })
    expect(mergeOrders(seven(), [paid(order('8', 200), 210, 'UPI')], into, teller(at))?.order).toMatchObject({
      paymentStatus: 'paid',
      totals: { grandTotal: 315_00 },
    })
    expect(mergeOrders(order('7', 100), [order('8', 1)], into, teller(at))?.order).toMatchObject({
      paymentStatus: 'unpaid',
      paymentMethod: null,
    })
  })
  it('gives the first child’s order to a parent table that has none', () => {
    const eight = order('8', 200)
    const { order: merged, ended } = mergeOrders(null, [eight, order('9', 300)], into, teller(at))!
    expect(merged).toMatchObject({ id: eight.id, tableId: 'table-7', tableNumber: '7', totals: { subtotal: 500_00 } })
    expect(ended.map((o) => o.tableNumber)).toEqual(['9'])
    expect(mergeOrders(null, [eight], into, teller(at))).toMatchObject({ order: { id: eight.id, tableNumber: '7' }, ended: [] })
  })
  it('changes no order when only free tables are added', () => {
    const bill = order('7', 100, { billPrintedAt: AT })
    expect(mergeOrders(bill, [], into, teller(at))).toMatchObject({
      order: { id: bill.id, billPrintedAt: AT, totals: bill.totals },
      ended: [],
    })
    expect(mergeOrders(null, [], into, teller(at))).toBeNull()
  })
  it('is refused for an ended order, and when more was received than the joined bill comes to', () => {
    const refused = expect.objectContaining({ status: 409, code: 'invalid_transition' })
    expect(() => mergeOrders(order('7', 100), [order('8', 100, { orderStatus: 'completed' })], into, teller(at))).toThrow(refused)
    const dear = paid(order('8', 200, { taxPercentages: { gst: 28, vat: 0, serviceCharge: 0 } }), 256, 'UPI')
    expect(() => mergeOrders(order('7', 1), [dear], into, teller(at))).toThrow(AppError)
  })
})

describe('unmerging orders', () => {
  const seat = (n: string) => ({ tableId: `table-${n}`, tableNumber: n, sittingId: `sitting-${n}` })
  /** Merges as the Worker does: rows of money are written, and the order is read again. */
  const merged = (parent: Order | null, ...children: Order[]): Order => ({
    ...mergeOrders(parent, children, into, teller(at))!.order,
    moves: [],
  })
  const undo = (order: Order, ...tables: string[]) => unmergeOrders({ ...order, moves: [] }, tables.map(seat), teller(at))
  /** An order without the fields that an unmerge never restores. */
  const says = ({ merged: _m, moves: _r, id: _i, serialNumber: _n, sittingId: _s, feedbackToken: _f, businessDate: _b, ...order }: Order) =>
    order

  it('gives each child back its lines, money and terms, and the parent its own', () => {
    const seven = order('7', 100, { guests: 2, additionalNote: 'Window', serviceChargeAccepted: true, billNumber: 12 })
    const eight = order('8', 200, { guests: 3, customerName: 'Meera', additionalNote: 'Birthday', createdAt: AT })
    const paidEight = paid(eight, 30, 'UPI')
    const nine = order('9', 300, { serviceChargeAccepted: true })
    const { order: parent, children } = undo(merged(seven, paidEight, nine), '8', '9')
    expect(says(parent!)).toEqual(says(seven))
    expect(children.map(says)).toEqual([says({ ...paidEight, biller: null }), says(nine)])
    expect(children.map((o) => o.sittingId)).toEqual(['sitting-8', 'sitting-9'])
    const rows = (o: Order) => o.moves.map((m) => [m.kind, m.method, m.amount, m.reason])
    expect(rows(parent!)).toEqual([['transferred', 'UPI', -30_00, 'Unmerged to T8']])
    expect(children.map(rows)).toEqual([[['transferred', 'UPI', 30_00, 'Unmerged from T7']], []])
  })
  it('gives no bill number to a child; the parent keeps its own and its offer', () => {
    const offer = { id: 'o', title: 'Ten off', type: 'flat', value: 10_00, minOrderAmount: 0, maxDiscount: null, orderTypes: null } as never
    const { order: parent, children } = undo(
      merged(order('7', 100, { billNumber: 12, offer, offerId: 'o' }), order('8', 200, { billNumber: 13, billPrintedAt: AT })),
      '8',
    )
    expect(parent).toMatchObject({ billNumber: 12, offerId: 'o', totals: { discount: 10_00 } })
    expect(children).toMatchObject([{ billNumber: null, invoiceNumber: null, billPrintedAt: null, offerId: null }])
  })
  it('one child at a time: the others stay merged', () => {
    const all = merged(order('7', 100, { guests: 1 }), order('8', 200, { guests: 2 }), order('9', 300, { guests: 4 }))
    const first = undo(all, '8')
    expect(first.order).toMatchObject({ guests: 5, totals: { subtotal: 400_00 }, merged: { parts: [{ tableNumber: '9' }] } })
    const second = undo(first.order!, '9')
    expect(second.order).toMatchObject({ guests: 1, totals: { subtotal: 100_00 } })
    expect(second.children).toMatchObject([{ tableNumber: '9', guests: 4, totals: { subtotal: 300_00 } }])
  })
  it('leaves with the parent what was sent to it and changed since', () => {
    const all = addTickets(merged(order('7', 100, { guests: 1 }), order('8', 200, { guests: 2, customerName: 'Meera' })), [
      aTicket([aLine({ lineId: 'late', price: 50_00 })], { kotId: 'late' }),
    ])
    const { order: parent, children } = undo({ ...all, guests: 6 }, '8')
    expect(parent).toMatchObject({ guests: 6, customerName: '', totals: { subtotal: 150_00 } })
    expect(children).toMatchObject([{ guests: 2, customerName: 'Meera', totals: { subtotal: 200_00 } }])
  })
  it('takes along what was cancelled and served since', () => {
    const all = merged(order('7', 100), order('8', 200))
    const [kot] = all.tickets.slice(1)
    const change = { kotId: kot!.kotId, status: 'Cancelled', reason: 'late', by: 'Asha' } as const
    const { children } = undo(changeItemStatus(all, change, at, true).order, '8')
    expect(children).toMatchObject([{ orderStatus: 'pending', totals: { grandTotal: 0 }, tickets: [{ lines: [{ status: 'Cancelled' }] }] }])
  })
  it('gives the order of a parent that had none back to the table that it came from, with its number and its own money', () => {
    const eight = paid(order('8', 200, { guests: 2, billNumber: 9 }), 30, 'Cash')
    const all = merged(null, eight, order('9', 300, { guests: 1 }))
    const { order: parent, children } = undo(all, '9', '8')
    expect(parent).toBeNull()
    expect(children).toMatchObject([
      { id: eight.id, tableId: 'table-8', tableNumber: '8', sittingId: 'sitting-8', guests: 2, billNumber: 9, totals: eight.totals },
      { tableId: 'table-9', guests: 1, billNumber: null },
    ])
    expect(children[0]!.moves).toEqual([])
    const both = merged(null, eight, paid(order('9', 300, { guests: 1 }), 50, 'UPI'))
    const [alone] = [undo(both, '8')]
    expect(alone.children).toMatchObject([{ id: eight.id, tableNumber: '8', guests: 2, billNumber: 9, payments: [cash(30)] }])
    expect(alone.order).toMatchObject({ tableNumber: '7', guests: 1, billNumber: null, payments: [{ method: 'UPI', amount: 50_00 }] })
    expect([alone.order!.id === eight.id, alone.order!.totals.subtotal]).toEqual([false, 300_00])
    // What stayed can leave in its turn.
    const more = addTickets(alone.order!, [aTicket([aLine({ lineId: 'x' })], { kotId: 'x' })])
    const last = undo(more, '9')
    expect(last.order).toMatchObject({ guests: null, payments: [], tickets: [{ kotId: 'x' }] })
    expect(last.children).toMatchObject([
      { id: alone.order!.id, tableNumber: '9', guests: 1, payments: [{ method: 'UPI', amount: 50_00 }] },
    ])
    expect(undo(alone.order!, '9').order).toBeNull()
  })
  it('gives what was sent since to a parent that had no order a new one, without the children’s terms', () => {
    const eight = order('8', 200, { guests: 2, additionalNote: 'Jain', billNumber: 9 })
    const all = addTickets(merged(null, eight), [aTicket([aLine({ lineId: 'x' })], { kotId: 'x' })])
    const { order: parent, children } = undo(all, '8')
    expect(parent).toMatchObject({ tableNumber: '7', billNumber: null, guests: null, additionalNote: '', tickets: [{ kotId: 'x' }] })
    expect(children).toMatchObject([{ id: eight.id, billNumber: 9, guests: 2, additionalNote: 'Jain' }])
  })
  describe('keeps what was printed', () => {
    const offer = { id: 'o', title: 'Ten off', type: 'flat', value: 10_00, minOrderAmount: 0, maxDiscount: null, orderTypes: null } as never
    const printed = (o: Order, when = AT) => withPrint({ ...o, billNumber: 9 }, 'Ravi', when)
    const lowered = (o: Order) => {
      const next = withActs(o, repriced({ ...o, offer, offerId: 'o', discountBy: 'Asha' }), 'Asha')
      return changedAfterPrint({ ...next, orderStatus: 'completed' })
    }
    const LATER = '2026-11-21T17:00:00.000Z'

    it('of a table that was merged into another and taken out again: what then makes it cheaper is named', () => {
      const eight = printed(order('8', 200))
      const [child] = undo(merged(order('7', 100), eight), '8').children
      expect(child).toMatchObject({ billNumber: null, billPrintedAt: null, lastPrinted: { elsewhere: true, highest: { total: 210_00 } } })
      expect([isOnPaper(child!), isOnPaper(merged(order('7', 100), eight)), isOnPaper(merged(order('7', 100), order('8', 200)))]).toEqual([
        true,
        true,
        false,
      ])
      expect(changedAfterPrint({ ...child!, orderStatus: 'completed' })).toBeNull()
      expect(lowered(child!)).toMatchObject({ printed: { total: 210_00 }, total: 199_50, changes: [{ what: 'discount', by: 'Asha' }] })
      // Its own bill is a first print, with a date and a number of its own.
      expect([revisionOf(child!), issuedAt(child!.lastPrinted)]).toEqual([0, null])
      const own = withPrint({ ...child!, billNumber: 10 }, 'Ravi', LATER)
      expect(own.lastPrinted).toMatchObject({ revision: 0, issuedAt: LATER, at: LATER })
      expect([own.lastPrinted?.elsewhere, revisionOf(own)]).toEqual([undefined, 0])
    })
    it('of a dish that was cancelled while its table was merged', () => {
      const all = merged(order('7', 100), printed(order('8', 200)))
      const change = { kotId: all.tickets[1]!.kotId, status: 'Cancelled', reason: 'late', by: 'Asha' } as const
      const [child] = undo(changeItemStatus(all, change, LATER, true).order, '8').children
      expect(changedAfterPrint({ ...child!, orderStatus: 'completed' })).toMatchObject({
        total: 0,
        changes: [{ what: 'cancellation', by: 'Asha' }],
      })
    })
    it('of the merged bill: each table that leaves had its dishes on it', () => {
      const all = printed(merged(order('7', 100), order('8', 200)), LATER)
      const [child] = undo(all, '8').children
      expect(child!.lastPrinted).toMatchObject({ elsewhere: true, at: LATER, highest: { total: 210_00, changes: [] } })
      expect(lowered(child!)).toMatchObject({ changes: [{ what: 'discount', by: 'Asha' }] })
      // Printed before the merge alone: the other table's paper says nothing of its dishes.
      expect(undo(merged(printed(order('7', 100)), order('8', 200)), '8').children[0]!.lastPrinted).toBeNull()
    })
    it.each([
      ['service charge', { serviceChargeAccepted: true, serviceChargeBy: 'Ravi' }, {}, 230_00, 'serviceCharge'],
      ['offer', { offer: null, offerId: null, discountTitle: null }, { offer, offerId: 'o', discountBy: 'Divya' }, 210_00, 'discount'],
    ] as const)(
      'with the %s of the merged bill: whoever takes the table out is named for what its own terms take off',
      (_, joint, own, total, what) => {
        const eight = repriced(order('8', 200, own))
        for (const [parent, ...children] of [
          [order('7', 100), eight],
          [null, order('9', 100), eight],
        ] as [Order | null, ...Order[]][]) {
          const bill = merged(parent, ...children)
          const all = printed(repriced({ ...bill, ...joint, totals: { ...bill.totals, discount: 0 } }), LATER)
          const { order: left, children: parted } = parent ? undo(all, '8') : undo(all, '9')
          const cheaper = { ...(parent ? parted[0]! : left!), orderStatus: 'completed' as const }
          expect(cheaper.totals.grandTotal).toBeLessThan(total)
          expect(changedAfterPrint(cheaper)).toMatchObject({ printed: { total }, changes: [{ what, by: 'Divya' }] })
        }
      },
    )
    it('with the order of a table that was merged into one without an order', () => {
      const eight = printed(order('8', 200))
      const { order: rest, children } = undo(merged(null, eight, order('9', 300)), '8')
      expect(children[0]).toMatchObject({ id: eight.id, billNumber: 9, lastPrinted: eight.lastPrinted })
      expect(rest).toMatchObject({ billNumber: null, lastPrinted: null })
      expect(lowered(children[0]!)).toMatchObject({ printed: { total: 210_00 }, changes: [{ what: 'discount', by: 'Asha' }] })
    })
  })
  it('changes nothing for tables that were merged while free', () => {
    const seven = order('7', 100)
    expect(undo(seven, '8')).toEqual({ order: { ...seven, moves: [] }, children: [] })
  })
  it('can be done again after another merge', () => {
    const again = merged(undo(merged(order('7', 100), order('8', 200)), '8').order!, order('9', 300))
    expect(undo(again, '9')).toMatchObject({ order: { totals: { subtotal: 100_00 } }, children: [{ totals: { subtotal: 300_00 } }] })
  })
  const why = (order: Order, ...tables: string[]) => {
    try {
      undo(order, ...tables)
      return null
    } catch (error) {
      return (error as AppError).code === 'invalid_transition' ? (error as AppError).message : error
    }
  }
  it('is refused when the GST number of a bill would change for which money was received', () => {
    const company = paid(order('8', 200, { customerGstin: '29AABCI1681G1ZK' }), 50, 'Cash')
    const all = merged(paid(order('7', 100), 20, 'Cash'), company)
    expect(why(all, '8')).toBeNull()
    expect(String(why({ ...all, billNumber: 12 }, '8'))).toMatch(/its GST number, or the name beside it, would change/)
  })
  it('gives the parent a new feedback token, because the guests who leave know the token of the whole bill', () => {
    const all = merged(order('7', 100), order('8', 200))
    const { order: parent, children } = undo(all, '8')
    expect(new Set([all.feedbackToken, parent!.feedbackToken, children[0]!.feedbackToken]).size).toBe(3)
  })
  it('of one table keeps the name of the person who merged on what stays merged', () => {
    const offer = { id: 'o', title: 'Ten off', type: 'flat', value: 10_00, minOrderAmount: 0, maxDiscount: null, orderTypes: null } as never
    const all = merged(
      order('7', 100, { offer, offerId: 'o', discountBy: 'Meera', serviceChargeAccepted: true }),
      order('8', 200),
      order('9', 300),
    )
    const apart = (...tables: string[]) => {
      const { order: o } = unmergeOrders({ ...all, moves: [] }, tables.map(seat), { ...teller(at), by: 'Asha' })
      return [o!.discountBy, o!.serviceChargeBy]
    }
    expect(apart('9')).toEqual(['Divya', 'Divya'])
    expect(apart('8', '9')).toEqual(['Meera', null])
  })
  it('is refused once the merged bill is paid, or is over', () => {
    const all = merged(paid(order('7', 100), 105, 'UPI'), paid(order('8', 200), 210, 'UPI'))
    expect(why(all, '8')).toBe('The merged bill is paid already.')
    expect(why({ ...merged(order('7', 100), order('8', 200)), orderStatus: 'completed' }, '8')).toBe('Table 7 was billed.')
  })
  it('is refused while money that was received since the merge is there, but not once it was given back', () => {
    const all = paid(merged(order('7', 100), order('8', 200)), 40, 'Cash')
    expect(why(all, '8')).toBe('Money was received or given back since the merge. Settle the bill as one, or give that money back first.')
    const back = giveBack({ ...all, moves: [] }, [], { amount: 40_00, method: 'Cash', reason: 'wrong' }, [], teller(at))
    expect(why(back, '8')).toBeNull()
    const less = giveBack(
      merged(paid(order('7', 100), 40, 'Cash'), order('8', 200)),
      [],
      { amount: 10_00, method: 'Cash', reason: 'x' },
      [],
      teller(at),
    )
    // What the merge brought is gone, so giving back more would not help.
    expect(why(less, '8')).toBe('Money was received or given back since the merge. Settle the bill as one.')
  })
  it('is refused for money that was given back or corrected since the first merge, also after another merge', () => {
    const first = merged(paid(order('7', 600), 500, 'Cash'), paid(order('8', 200), 100, 'Cash'))
    const less = giveBack(first, [], { amount: 100_00, method: 'Cash', reason: 'x' }, [], teller(at))
    const corrected = { ...first, payments: netOf([...first.payments, cash(-100), { method: 'UPI', amount: 100_00 }]) }
    for (const changed of [less, corrected])
      for (const tables of [['8'], ['9'], ['8', '9']])
        expect(why(merged({ ...changed, moves: [] }, order('9', 300)), ...tables)).toBe(
          'Money was received or given back since the merge. Settle the bill as one.',
        )
    // What a later merge brings is not such money, and what is taken again makes the parts whole.
    const more = merged(first, paid(order('9', 300), 50, 'Cash'))
    expect([why(more, '8'), why(more, '9'), why(more, '8', '9')]).toEqual([null, null, null])
    const again = paid(merged({ ...less, moves: [] }, order('9', 300)), 100, 'Cash')
    expect(undo(again, '8')).toMatchObject({ order: { payments: [cash(500)] }, children: [{ payments: [cash(100)] }] })
  })
  it('is refused when a part had more paid than it now comes to', () => {
    const all = merged(order('7', 300), paid(order('8', 200), 100, 'Cash'))
    const change = { kotId: all.tickets[1]!.kotId, status: 'Cancelled', reason: 'late', by: 'Asha' } as const
    expect(String(why(changeItemStatus(all, change, at, true).order, '8'))).toMatch(
      /has been received for T8, more than it would then come to/,
    )
  })
})
