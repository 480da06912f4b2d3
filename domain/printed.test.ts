import { describe, expect, it } from 'vitest'
import { isOpen, type Order, repriced, withOffer } from './order.ts'
import { changedAfterPrint, withPrint } from './printed.ts'
import { order, set } from './test/orders.ts'

const AT = ['2026-11-21T15:40:00.000Z', '2026-11-21T15:50:00.000Z', '2026-11-21T15:55:00.000Z'] as const
const half = { id: 'o', title: 'Half', type: 'percentage', value: 50, maxDiscount: null, minOrderAmount: 0, orderTypes: [] } as const
const completed = (o: Order): Order => ({ ...o, orderStatus: 'completed' })
/** Two dishes of Rs. 100 each. */
const dinner = (over: Partial<Order> = {}) => order([{}, {}], over)

describe('a printed bill', () => {
  it('keeps its last print, whatever changes later, and of its prints the one with the highest total', () => {
    const first = withPrint(dinner(), 'Ravi', AT[0])
    const top = { total: 200_00, at: AT[0], by: 'Ravi', discount: 0, serviceCharge: 0 }
    expect(first).toMatchObject({ billPrintedAt: AT[0], lastPrinted: { total: 200_00, at: AT[0], by: 'Ravi', highest: top } })
    const cheaper = withOffer(first, half, 'Meera')
    expect(cheaper).toMatchObject({ billPrintedAt: null, lastPrinted: first.lastPrinted })
    const second = withPrint(cheaper, 'Divya', AT[1])
    expect(second.lastPrinted).toEqual({ total: 100_00, at: AT[1], by: 'Divya', highest: top, revision: 1, issuedAt: AT[0] })
    const dearer = withPrint(repriced({ ...second, tickets: [...second.tickets, ...second.tickets, ...second.tickets] }), 'Asha', AT[2])
    expect(dearer.lastPrinted).toMatchObject({
      revision: 2,
      issuedAt: AT[0],
      total: 300_00,
      by: 'Asha',
      highest: { total: 300_00, at: AT[2], by: 'Asha' },
    })
  })

  it('that ends at the printed total or above was not made cheaper', () => {
    const printed = withPrint(dinner(), 'Ravi', AT[0])
    expect(changedAfterPrint(completed(printed))).toBeNull()
    expect(changedAfterPrint(completed(repriced({ ...printed, tickets: [...printed.tickets, ...printed.tickets] })))).toBeNull()
    expect(changedAfterPrint(completed(withOffer(dinner(), half, 'Meera')))).toBeNull()
    // What was taken off before the print is on the paper.
    expect(changedAfterPrint(completed(withPrint(withOffer(dinner(), half, 'Meera'), 'Ravi', AT[0])))).toBeNull()
  })

  it.each<[string, (o: Order) => Order, number, object[]]>([
    ['a discount', (o) => withOffer(o, half, 'Meera'), 100_00, [{ what: 'discount', by: 'Meera' }]],
    [
      'a discount, and is printed with it',
      (o) => withPrint(withOffer(o, half, 'Meera'), 'Divya', AT[1]),
      100_00,
      [{ what: 'discount', by: 'Meera' }],
    ],
    [
      'cancelled lines, each name once',
      (o) => set(set(o, { status: 'Cancelled', lineId: 'l0', by: 'Asha' }).order, { status: 'Cancelled', lineId: 'l1', by: 'Asha' }).order,
      0,
      [{ what: 'cancellation', by: 'Asha' }],
    ],
    [
      'one cancelled line',
      (o) => set(o, { status: 'Cancelled', lineId: 'l0', by: 'Asha' }).order,
      100_00,
      [{ what: 'cancellation', by: 'Asha' }],
    ],
    [
      'both',
      (o) => withOffer(set(o, { status: 'Cancelled', lineId: 'l0', by: 'Asha' }).order, half, 'Meera'),
      50_00,
      [
        { what: 'cancellation', by: 'Asha' },
        { what: 'discount', by: 'Meera' },
      ],
    ],
    ['a cancelled order', (o) => ({ ...o, orderStatus: 'cancelled', cancelledBy: 'Asha' }), 0, [{ what: 'cancellation', by: 'Asha' }]],
    [
      'a merge',
      (o) => repriced({ ...o, tickets: [], orderStatus: 'cancelled', cancelReason: 'Merged into T7', cancelledBy: 'Asha' }),
      0,
      [{ what: 'merge', by: 'Asha' }],
    ],
    ['what nobody recorded', (o) => ({ ...withOffer(o, half, 'x'), discountBy: null }), 100_00, [{ what: 'discount', by: null }]],
  ])('reports %s after the print', (_what, change, total, changes) => {
    const after = change(withPrint(dinner(), 'Ravi', AT[0]))
    const over = isOpen(after) ? completed(after) : after
    expect(changedAfterPrint(over)).toEqual({ printed: expect.objectContaining({ total: 200_00, by: 'Ravi', at: AT[0] }), total, changes })
  })

  it('reports a service charge that was taken off', () => {
    const percent = { taxPercentages: { gst: 0, vat: 0, serviceCharge: 10 } }
    const printed = withPrint(dinner({ ...percent, serviceChargeAccepted: true }), 'Ravi', AT[0])
    const off = completed(repriced({ ...printed, serviceChargeAccepted: false, serviceChargeBy: 'Asha' }))
    expect(changedAfterPrint(off)).toMatchObject({
      printed: { total: 220_00 },
      total: 200_00,
      changes: [{ what: 'serviceCharge', by: 'Asha' }],
    })
  })

  it('doesn’t report what was cancelled before the print, or what a guest asked for and staff declined', () => {
    const before = set(order([{}, {}, {}]), { status: 'Cancelled', lineId: 'l2', by: 'Asha' }).order
    const printed = withPrint(before, 'Ravi', '2026-11-21T16:30:00.000Z')
    const guests = { ...printed.tickets[0]!, kotId: 'held', held: true, sentAt: null }
    const declined = guests.lines.map((l) => ({
      ...l,
      status: 'Cancelled' as const,
      statusAt: '2026-11-21T16:40:00.000Z',
      cancelledBy: 'Imran',
    }))
    const ended = completed(withOffer({ ...printed, tickets: [...printed.tickets, { ...guests, lines: declined }] }, half, 'Meera'))
    expect(changedAfterPrint(ended)?.changes).toEqual([{ what: 'discount', by: 'Meera' }])
  })
})
