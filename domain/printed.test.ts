import { describe, expect, it } from 'vitest'
import { isOpen, type Order, type PrintChange, repriced, withOffer, withServiceCharge } from './order.ts'
import { changedAfterPrint, withActs, withPrint } from './printed.ts'
import { order, set } from './test/orders.ts'

const AT = ['2026-11-21T15:40:00.000Z', '2026-11-21T15:50:00.000Z', '2026-11-21T15:55:00.000Z'] as const
const half = { id: 'o', title: 'Half', type: 'percentage', value: 50, maxDiscount: null, minOrderAmount: 0, orderTypes: [] } as const
const completed = (o: Order): Order => ({ ...o, orderStatus: 'completed' })
/** Two dishes of Rs. 100 each. */
const dinner = (over: Partial<Order> = {}) => order([{}, {}], over)

describe('a printed bill', () => {
  it('keeps its last print, whatever changes later, and of its prints the one with the highest total', () => {
    const first = withPrint(dinner(), 'Ravi', AT[0])
    const top = { total: 200_00, at: AT[0], by: 'Ravi', discount: 0, offerId: null, serviceCharge: 0, changes: [] }
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
    // Reductions before the print are on the paper.
    expect(changedAfterPrint(completed(withPrint(withOffer(dinner(), half, 'Meera'), 'Ravi', AT[0])))).toBeNull()
  })

  type Step = [by: string, change: (o: Order) => Order]
  const offer: Step = ['Meera', (o) => withOffer(o, half, 'Meera')]
  const cancel = (lineId: string): Step => ['Asha', (o) => set(o, { status: 'Cancelled', lineId, by: 'Asha' }).order]
  /** As commands save them. */
  const after = (printed: Order, steps: readonly Step[]): Order => {
    const changed = steps.reduce<Order>((o, [by, change]) => withActs(o, change(o), by), printed)
    return isOpen(changed) ? completed(changed) : changed
  }
  /** The same for a bill that was printed before changes were recorded: amounts and times show them. */
  const afterOld = (printed: Order, steps: readonly Step[]): Order => {
    const { changes: _, offerId: _o, ...highest } = printed.lastPrinted!.highest
    const old = { ...printed, lastPrinted: { ...printed.lastPrinted!, highest } }
    const changed = steps.reduce<Order>((o, [, change]) => change(o), old)
    return isOpen(changed) ? completed(changed) : changed
  }
  const changesOf = (o: Order): PrintChange[] | undefined => changedAfterPrint(o)?.changes

  it.each<[string, Step[], number, object[]]>([
    ['a discount', [offer], 100_00, [{ what: 'discount', by: 'Meera' }]],
    [
      'a discount, and is printed with it',
      [offer, ['Divya', (o) => withPrint(o, 'Divya', AT[1])]],
      100_00,
      [{ what: 'discount', by: 'Meera' }],
    ],
    ['cancelled lines, each name once', [cancel('l0'), cancel('l1')], 0, [{ what: 'cancellation', by: 'Asha' }]],
    ['one cancelled line', [cancel('l0')], 100_00, [{ what: 'cancellation', by: 'Asha' }]],
    [
      'both',
      [cancel('l0'), offer],
      50_00,
      [
        { what: 'cancellation', by: 'Asha' },
        { what: 'discount', by: 'Meera' },
      ],
    ],
    [
      'a cancelled order',
      [['Asha', (o) => ({ ...o, orderStatus: 'cancelled', cancelledBy: 'Asha' })]],
      0,
      [{ what: 'cancellation', by: 'Asha' }],
    ],
    [
      'a merge',
      [['Asha', (o) => repriced({ ...o, tickets: [], orderStatus: 'cancelled', cancelReason: 'Merged into T7', cancelledBy: 'Asha' })]],
      0,
      [{ what: 'merge', by: 'Asha' }],
    ],
  ])('reports %s after the print', (_what, steps, total, changes) => {
    for (const over of [after(withPrint(dinner(), 'Ravi', AT[0]), steps), afterOld(withPrint(dinner(), 'Ravi', AT[0]), steps)])
      expect(changedAfterPrint(over)).toEqual({
        printed: expect.objectContaining({ total: 200_00, by: 'Ravi', at: AT[0] }),
        total,
        changes,
      })
  })

  it('reports a service charge that was taken off', () => {
    const percent = { taxPercentages: { gst: 0, vat: 0, serviceCharge: 10 } }
    const printed = withPrint(dinner({ ...percent, serviceChargeAccepted: true }), 'Ravi', AT[0])
    for (const off of [after, afterOld].map((how) => how(printed, [['Asha', (o) => withServiceCharge(o, false, 'Asha')]])))
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
      lineId: `${l.lineId} held`,
      status: 'Cancelled' as const,
      statusAt: '2026-11-21T16:40:00.000Z',
      cancelledBy: 'Imran',
    }))
    const steps: Step[] = [['Imran', (o) => ({ ...o, tickets: [...o.tickets, { ...guests, lines: declined }] })], offer]
    for (const how of [after, afterOld]) expect(changesOf(how(printed, steps))).toEqual([{ what: 'discount', by: 'Meera' }])
  })

  it('reports who took tables out of the bill, unless what they had stays on it', () => {
    const printed = withPrint(dinner(), 'Ravi', AT[0])
    const undone = { own: null, parts: [], payments: [], undone: { at: AT[1], by: 'Asha' } }
    const apart = (kept: number): Step => ['Asha', (o) => repriced({ ...o, merged: undone, tickets: o.tickets.slice(0, kept) })]
    const out = changesOf(after(printed, [apart(0)]))
    // The whole order went back to the table that it came from, and somebody else made it cheaper there.
    const back = changesOf(after(printed, [apart(printed.tickets.length), offer]))
    expect([out, back]).toEqual([[{ what: 'unmerge', by: 'Asha' }], [{ what: 'discount', by: 'Meera' }]])
  })

  it('reports an offer that takes less off a smaller bill under its giver’s name, not under the giver of the printed offer', () => {
    const tenth = { ...half, id: 't', title: 'Tenth', value: 10 }
    const printed = withPrint(withOffer(order([{}, {}, {}, {}, {}]), tenth, 'Ravi'), 'Ravi', AT[0])
    const fifth: Step = ['Meera', (o) => withOffer(o, { ...half, value: 20 }, 'Meera')]
    const gone = ['l0', 'l1', 'l2', 'l3'].map(cancel)
    expect(changesOf(after(printed, [...gone, fifth]))).toEqual([
      { what: 'cancellation', by: 'Asha' },
      { what: 'discount', by: 'Meera' },
    ])
    // More was ordered, so that the printed offer takes off more. Nobody gave anything.
    const served = dinner({ taxPercentages: { gst: 0, vat: 0, serviceCharge: 100 }, serviceChargeAccepted: true })
    const dear = withPrint(withOffer(served, tenth, 'Ravi'), 'Ravi', AT[0])
    const more: Step = [
      'Divya',
      (o) => repriced({ ...o, tickets: [...o.tickets, ...o.tickets.map((t) => ({ ...t, lines: t.lines.slice(0, 1) }))] }),
    ]
    expect(changesOf(after(dear, [more, ['Divya', (o) => withServiceCharge(o, false, 'Divya')]]))).toEqual([
      { what: 'serviceCharge', by: 'Divya' },
    ])
  })

  it('reports a cancellation that was asked for before the print and written after it', () => {
    const printed = withPrint(dinner(), 'Ravi', '2026-11-21T23:00:00.000Z')
    expect(changesOf(after(printed, [cancel('l0')]))).toEqual([{ what: 'cancellation', by: 'Asha' }])
  })

  it('drops changes from before a higher print, and keeps what times show of an old bill', () => {
    const printed = withPrint(dinner(), 'Ravi', AT[0])
    const higher: Step = [
      'Divya',
      (o) => withPrint(repriced({ ...o, tickets: [...o.tickets, ...o.tickets, ...o.tickets] }), 'Divya', AT[2]),
    ]
    const dear = [cancel('l0'), higher].reduce((o, [by, change]) => withActs(o, change(o), by), printed)
    expect(dear.lastPrinted?.highest).toMatchObject({ by: 'Divya', changes: [] })
    const { changes: _, offerId: _o, ...highest } = printed.lastPrinted!.highest
    const old = { ...withOffer({ ...printed, lastPrinted: { ...printed.lastPrinted!, highest } }, half, 'x'), discountBy: null }
    expect(changesOf(after(old, [cancel('l0')]))).toEqual([
      { what: 'discount', by: null },
      { what: 'cancellation', by: 'Asha' },
    ])
  })
})
