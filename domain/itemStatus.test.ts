import { describe, expect, it } from 'vitest'
import { isRecall, isToCook, isToServe, mayBeStepped, mayStep } from './itemStatus.ts'
import { acceptedAt, isDeclined, ITEM_STATUSES, leftToPay, linesOf, mustBeOpen, type ItemStatus, type Order, withOffer } from './order.ts'
import { MAX_LINES } from './orderSize.ts'
import { changeOrderStatus, pay } from './payment.ts'
import { AT } from './test/shapes.ts'
import { LATER, METHODS, refusal, INVALID, order, set, teller } from './test/orders.ts'

describe('item status changes', () => {
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
  it('go one step back only as a recall', () => {
    const recalls = ITEM_STATUSES.flatMap((a) => ITEM_STATUSES.filter((b) => isRecall(a, b)).map((b) => `${a}→${b}`))
    expect(recalls).toEqual(['Ready→Preparing', 'Served→Preparing', 'Served→Ready'])
  })
})

describe('a change of item status', () => {
  it('is refused on a cancelled order', () =>
    expect(refusal(() => set(order([{}], { orderStatus: 'cancelled' }), { status: 'Ready', lineId: 'l0' }))).toBe(INVALID))
  it('on a completed order may only be a kitchen step', () => {
    const completed = order([{}, { status: 'Ready' }], { orderStatus: 'completed' })
    const after = set(completed, { status: 'Ready', lineId: 'l0' }).order
    expect(linesOf(after).map((l) => l.status)).toEqual(['Ready', 'Ready'])
    const withoutLines = ({ tickets: _, ...rest }: Order) => rest
    expect(withoutLines(after)).toEqual(withoutLines(completed))
    expect(refusal(() => set(completed, { status: 'Cancelled', lineId: 'l0', reason: 'late' }))).toBe(INVALID)
  })
  it('keeps a completed order on the kitchen’s list while a line is being prepared', () => {
    const line = { status: 'Preparing' as const }
    const of = (orderStatus: Order['orderStatus']) => ({ orderStatus, completedAt: AT })
    expect((['pending', 'completed', 'cancelled'] as const).filter((status) => isToCook(of(status), line))).toEqual(['completed'])
    expect(ITEM_STATUSES.filter((status) => isToCook(of('completed'), { status }))).toEqual(['Preparing'])
  })
  it('leaves what became ready on a completed order to be served, or just before it, but not what was ready long before', () => {
    const completed = { orderStatus: 'completed' as const, completedAt: AT, tableId: 't7' }
    expect(ITEM_STATUSES.filter((status) => isToServe(completed, { status, statusAt: LATER }))).toEqual(['Ready'])
    const before = (ms: number) => ({ status: 'Ready' as const, statusAt: new Date(Date.parse(AT) - ms).toISOString() })
    expect([60_000, 5 * 60_000, 5 * 60_000 + 1, 30 * 60_000].map((ms) => isToServe(completed, before(ms)))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isToServe({ ...completed, orderStatus: 'pending', completedAt: null }, { status: 'Ready', statusAt: LATER })).toBe(false)
  })
  it('leaves nothing of a completed parcel to be served: it was handed over where it was paid', () =>
    expect(isToServe({ orderStatus: 'completed', completedAt: AT, tableId: null }, { status: 'Ready', statusAt: LATER })).toBe(false))
  it('leaves nothing to be served 2 hours after the order was completed, and nothing to be cooked or stepped after 12', () => {
    const completed = { orderStatus: 'completed' as const, completedAt: AT, tableId: 't7' }
    const around = (hours: number) => [-1, 0].map((ms) => Date.parse(AT) + hours * 3_600_000 + ms)
    expect(around(2).map((now) => isToServe(completed, { status: 'Ready', statusAt: LATER }, now))).toEqual([true, false])
    expect(around(12).map((now) => isToCook(completed, { status: 'Preparing' }, now))).toEqual([true, false])
    expect(around(12).map((now) => mayBeStepped(completed, now))).toEqual([true, false])
    const old = order([{ status: 'Ready' }], { orderStatus: 'completed', completedAt: '2026-11-13T15:00:00.000Z' })
    expect(refusal(() => set(old, { status: 'Preparing', lineId: 'l0' }))).toBe(INVALID)
  })
  it('is refused with a message that says how the order ended', () => {
    expect(() => mustBeOpen(order([], { orderStatus: 'completed' }))).toThrow('Table 7 was billed.')
    expect(() => mustBeOpen(order([], { orderStatus: 'cancelled', tableNumber: null }))).toThrow('Order 3 was cancelled.')
  })
  it('applies to the whole ticket when no item is named, and skips lines that can’t take it', () => {
    const { order: next, changed } = set(order([{}, { status: 'Ready' }, { status: 'Cancelled' }, { status: 'Served' }]), {
      status: 'Served',
    })
    expect(changed.map((l) => l.lineId)).toEqual(['l0', 'l1'])
    expect(linesOf(next).map((l) => l.status)).toEqual(['Served', 'Served', 'Cancelled', 'Served'])
    expect(refusal(() => set(next, { status: 'Served' }))).toBe(INVALID)
  })
  it('that names the status it begins with changes only lines that still have it', () => {
    const lines = order([{ status: 'Served' }, { status: 'Ready' }, {}])
    expect(set(lines, { status: 'Ready', from: 'Preparing' }).changed.map((l) => l.lineId)).toEqual(['l2'])
    expect(set(lines, { status: 'Ready', from: 'Served' }).changed.map((l) => l.lineId)).toEqual(['l0'])
    const late = [{ status: 'Ready', from: 'Preparing', lineId: 'l0' } as const, { status: 'Served', from: 'Ready', lineId: 'l2' } as const]
    for (const change of late) expect(refusal(() => set(lines, change))).toBe(INVALID)
    expect(refusal(() => set(order([{ status: 'Served' }]), { status: 'Ready', from: 'Preparing' }))).toBe(INVALID)
    expect(() => set(lines, { status: 'Served', from: 'Ready', itemId: 'i2' })).toThrow('Paneer Tikka is Preparing now.')
  })
  it('finds a line by item, or by item and variants', () => {
    const half = { itemId: 'naan', variants: [{ name: 'Half', additionalPrice: 0 }] }
    const full = { itemId: 'naan', variants: [{ name: 'Full', additionalPrice: 0 }] }
    const o = order([half, full, { itemId: 'dal' }])
    expect(set(o, { status: 'Ready', itemId: 'dal' }).changed[0]?.lineId).toBe('l2')
    expect(set(o, { status: 'Ready', itemId: 'naan', variants: [{ name: 'Full' }] }).changed[0]?.lineId).toBe('l1')
    expect(refusal(() => set(o, { status: 'Ready', itemId: 'naan' }))).toBe('409 ambiguous_line')
  })
  it('needs the lineId when lines are alike, and lists them; a cancelled line doesn’t count', () => {
    const o = order([{ itemId: 'naan' }, { itemId: 'naan' }])
    expect(() => set(o, { status: 'Ready', itemId: 'naan', variants: [] })).toThrow(
      expect.objectContaining({ code: 'ambiguous_line', details: { lineIds: ['l0', 'l1'] } }),
    )
    expect(
      set(order([{ itemId: 'naan', status: 'Cancelled' }, { itemId: 'naan' }]), { status: 'Ready', itemId: 'naan' }).changed[0]?.lineId,
    ).toBe('l1')
  })
  it('of something that doesn’t exist is 404', () => {
    const o = order([{}])
    expect(() => set(o, { status: 'Ready', kotId: 'other' })).toThrow(expect.objectContaining({ status: 404 }))
    expect(() => set(o, { status: 'Ready', lineId: 'other' })).toThrow(expect.objectContaining({ status: 404 }))
    expect(() => set(o, { status: 'Ready', itemId: 'other' })).toThrow(expect.objectContaining({ status: 404 }))
  })
})

describe('cancelling items', () => {
  it('needs a reason', () => {
    for (const reason of [undefined, '', '  '])
      expect(refusal(() => set(order([{}]), { status: 'Cancelled', lineId: 'l0', reason }))).toBe('422 validation_failed')
    expect(set(order([{}, {}]), { status: 'Cancelled', lineId: 'l0', reason: ' too late ' }).changed[0]?.cancelReason).toBe('too late')
  })
  it('cancelling 1 of 3 sends quantityChange, leaves 2 and splits the line', () => {
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
  it('is refused when splitting would give the order more lines than allowed', () => {
    const full = order([{ quantity: 999 }, ...Array.from({ length: MAX_LINES - 1 }, () => ({}))])
    const cancel = (quantityChange: number) => () => set(full, { status: 'Cancelled', lineId: 'l0', quantityChange })
    expect(refusal(cancel(-1))).toBe('409 order_full')
    expect(linesOf(cancel(-999)().order)).toHaveLength(MAX_LINES)
  })
  it('of the full quantity cancels the line itself', () => {
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
  it('counts a Ready line as cooked, unless the caller says otherwise', () => {
    const prepared = (status: ItemStatus, told?: boolean) =>
      set(order([{ status }, {}]), { status: 'Cancelled', lineId: 'l0', prepared: told }).changed[0]?.prepared
    expect([prepared('Preparing'), prepared('Ready'), prepared('Preparing', true), prepared('Ready', false)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
  it('of the last line cancels the order, and the bill no longer counts as printed', () => {
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
  it('after a ticket was accepted is not a decline, whichever of accepting and cancelling began first', () => {
    const sentAt = '2026-11-21T17:00:00.000Z'
    const sent = order([{}])
    const [ticket] = sent.tickets
    const { order: after } = set({ ...sent, tickets: [{ ...ticket!, sentAt }] }, { status: 'Cancelled', lineId: 'l0' })
    expect(LATER < sentAt).toBe(true)
    expect(isDeclined(after.tickets[0]!, after.tickets[0]!.lines[0]!)).toBe(false)
    // What was declined stays declined, even when the request that accepts the rest began earlier.
    const held = set({ ...sent, tickets: [{ ...ticket!, held: true, sentAt: null }] }, { status: 'Cancelled', lineId: 'l0' }).order
      .tickets[0]!
    for (const at of [sentAt, LATER, '2026-11-21T09:00:00.000Z']) {
      const accepted = { ...held, held: false, sentAt: acceptedAt(held, at) }
      expect(isDeclined(accepted, accepted.lines[0]!)).toBe(true)
      expect(accepted.sentAt >= at).toBe(true)
    }
  })
  it('of a whole ticket leaves served lines as they are', () =>
    expect(set(order([{}, { status: 'Served' }]), { status: 'Cancelled' })).toMatchObject({
      allItemsCancelled: false,
      changed: [{ lineId: 'l0' }],
    }))
  it('is refused when more has been received than would be left to pay', () => {
    const o = pay(order([{}, {}]), { paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 150_00 }] }, METHODS, teller(AT))
    expect(refusal(() => set(o, { status: 'Cancelled', lineId: 'l0' }))).toBe(INVALID)
  })
  it('that takes a paid bill below its offer’s minimum leaves a rest to pay, and the order is partly paid', () => {
    const offer = { id: 'o', title: 'Rs. 200 off', type: 'flat' as const, value: 200_00, maxDiscount: null, minOrderAmount: 1000_00 }
    const reduced = withOffer(order([{ price: 970_00 }, { price: 60_00 }]), { ...offer, orderTypes: [] }, 'Divya')
    const paid = pay(reduced, { paymentStatus: 'paid', paymentMethod: 'Cash' }, METHODS, teller(AT))
    expect(paid).toMatchObject({ paymentStatus: 'paid', totals: { grandTotal: 830_00 } })
    const { order: dearer } = set(paid, { status: 'Cancelled', lineId: 'l1' })
    expect(dearer).toMatchObject({ paymentStatus: 'partial', totals: { discount: 0, grandTotal: 970_00 } })
    expect(leftToPay(dearer)).toBe(140_00)
    expect(refusal(() => changeOrderStatus(dearer, 'completed', { at: LATER, by: 'Divya' }))).toBe(INVALID)
    const rest = { paymentStatus: 'paid' as const, paymentMethod: 'Cash', complete: true }
    expect(pay(dearer, rest, METHODS, teller(LATER))).toMatchObject({
      orderStatus: 'completed',
      paymentStatus: 'paid',
      payments: [{ method: 'Cash', amount: 970_00 }],
    })
  })
})
