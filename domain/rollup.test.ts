import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { moveOf, withMoves } from './moves.ts'
import { type Line, linesOf, type Order, type PaymentRow, repriced } from './order.ts'
import { changeItemStatus } from './itemStatus.ts'
import {
  cancellationOf,
  discountOf,
  addUp,
  type RollupEntry,
  rollupOfCancel,
  rollupOfCancelledLines,
  rollupOfRefund,
  rollupOfSale,
  rollupsOf,
  rollupsOfChange,
  rollupsOfMoves,
  withBookings,
} from './rollup.ts'
import { order } from './test/arbitraries.ts'
import { aLine, anOrder, AT, aTicket } from './test/shapes.ts'

const DAY = '2026-11-21'
/** `kind key: amount × count` in rupees. */
const textsOf = (entries: RollupEntry[]) => entries.map((e) => `${e.kind} ${e.key}: ${e.amount / 100} × ${e.count}`)
const sum = (entries: RollupEntry[], kind: string) => entries.filter((e) => e.kind === kind).reduce((s, e) => s + e.amount, 0)

const dinner = (over: Partial<Order> = {}) =>
  repriced(
    anOrder(
      [
        aTicket([
          aLine({ itemId: 'tikka', itemName: 'Tikka', price: 200_00, quantity: 2, variants: [{ name: 'Large', additionalPrice: 50_00 }] }),
          aLine({ itemId: 'naan', itemName: 'Naan', price: 40_00 }),
        ]),
        aTicket([
          aLine({ itemId: 'tikka', itemName: 'Tikka', price: 200_00 }),
          aLine({ itemId: 'beer', itemName: 'Beer', categoryName: 'Bar', price: 260_00, isAlcohol: true }),
          aLine({ itemName: 'Gone', price: 999_00, status: 'Cancelled' }),
        ]),
      ],
      {
        taxPercentages: { gst: 5, vat: 10, serviceCharge: 10 },
        totals: {
          subtotal: 0,
          discount: 100_00,
          cgst: 0,
          sgst: 0,
          vat: 0,
          serviceCharge: 0,
          charges: 0,
          taxIncluded: 0,
          roundOff: 0,
          grandTotal: 0,
        },
        ...over,
      },
    ),
  )

describe('a sale is added to the rollups', () => {
  it('by hour, type, item, dish, category, method, tax and discount, without cancelled lines', () => {
    // 500 + 40 + 200 + 260 = 1000; 100 off leaves 666 of food and 234 of beer: 16.65 + 16.65 + 23.40 of tax.
    const sold = dinner({})
    expect(textsOf(rollupOfSale(sold, 9, DAY))).toEqual([
      'sales : 956.7 × 1',
      'hour 09: 956.7 × 1',
      'type Dine In: 956.7 × 1',
      'item Tikka: 700 × 3',
      'item Naan: 40 × 1',
      'item Beer: 260 × 1',
      'dish tikka: 0 × 3',
      'dish naan: 0 × 1',
      'dish beer: 0 × 1',
      'category Starters: 740 × 4',
      'category Bar: 260 × 1',
      'open : -956.7 × 0',
      'tax cgst: 16.65 × 1',
      'tax sgst: 16.65 × 1',
      'tax vat: 23.4 × 1',
      'taxable ["gst",5]: 666 × 1',
      'taxed ["gst",5]: 33.3 × 1',
      'taxable ["vat",10]: 234 × 1',
      'taxed ["vat",10]: 23.4 × 1',
      'discount : 100 × 1',
      'discounted [""]: 100 × 1',
    ])
    expect(new Set(rollupOfSale(sold, 9, DAY).map((e) => e.businessDate))).toEqual(new Set([DAY]))
  })
  it('with the offer and whoever gave the discount', () => {
    const [entry] = rollupOfSale(dinner({ discountTitle: 'Diwali', discountBy: 'Asha' }), 9, DAY).filter((e) => e.kind === 'discounted')
    expect(entry).toMatchObject({ amount: 100_00, count: 1 })
    expect(discountOf(entry!.key)).toEqual({ title: 'Diwali', by: 'Asha' })
    expect(discountOf('["Diwali"]')).toEqual({ title: 'Diwali', by: null })
  })
  it('with service charge and round-off when there are any', () => {
    const entries = rollupOfSale(dinner({ serviceChargeAccepted: true, roundOffEnabled: true }), 23, DAY)
    expect(textsOf(entries)).toContain('tax serviceCharge: 100 × 1')
    expect(entries.find((e) => e.key === 'roundOff')?.amount).not.toBe(0)
    expect(textsOf(entries)).toContainEqual(expect.stringMatching(/^hour 23:/))
  })
  it('with the tax of each rate, and what of it is within the prices', () => {
    const water = aLine({ itemName: 'Water', price: 20_00, quantity: 2, gstRate: 18, taxIncluded: true })
    const sold = repriced(anOrder([aTicket([aLine({ price: 100_00 }), water])], { taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 } }))
    const entries = rollupOfSale(sold, 9, DAY)
    const of = (kind: string) => entries.filter((e) => e.kind === kind).map((e) => [e.key, e.amount])
    expect(of('taxable')).toEqual([
      ['["gst",5]', 100_00],
      ['["gst",18]', 33_90],
    ])
    expect(of('taxed')).toEqual([
      ['["gst",5]', 5_00],
      ['["gst",18]', 6_10],
    ])
    expect(of('tax')).toEqual([
      ['cgst', 5_55],
      ['sgst', 5_55],
      ['taxIncluded', -6_10],
    ])
    expect(sum(entries, 'sales')).toBe(145_00)
  })
  it('so that every report adds up: sales = items − discount + taxes and charges, and items = categories', () => {
    fc.assert(
      fc.property(order, (raw) => {
        const o = repriced(raw)
        const entries = rollupOfSale(o, 0, DAY)
        expect(sum(entries, 'sales')).toBe(o.totals.grandTotal)
        expect(sum(entries, 'item') - sum(entries, 'discount') + sum(entries, 'tax')).toBe(sum(entries, 'sales'))
        expect(sum(entries, 'category')).toBe(sum(entries, 'item'))
        expect(sum(entries, 'taxable')).toBe(sum(entries, 'item') - sum(entries, 'discount') + o.totals.charges - o.totals.taxIncluded)
        expect(sum(entries, 'taxed')).toBe(o.totals.cgst + o.totals.sgst + o.totals.vat)
        expect(entries.filter((e) => e.kind === 'item').reduce((s, e) => s + e.count, 0)).toBe(
          linesOf(o).reduce((s, l) => s + (l.status === 'Cancelled' ? 0 : l.quantity), 0),
        )
        expect(entries.some((e) => e.key.startsWith('Gone'))).toBe(false)
        expect(addUp(entries)).toEqual(entries)
      }),
    )
  })
})

describe('what was cancelled', () => {
  it('is booked line by line under the item’s name', () => {
    const lines = [
      aLine({ itemName: 'Tikka', price: 200_00, quantity: 2 }),
      aLine({ itemName: 'Naan', price: 40_00 }),
      aLine({ itemName: 'Tikka', price: 210_00 }),
    ]
    expect(textsOf(rollupOfCancelledLines(lines, DAY))).toEqual([
      'cancelledItem Tikka: 610 × 3',
      'cancelledItem Naan: 40 × 1',
      ...textsOf(rollupOfCancelledLines(lines, DAY)).filter((e) => e.startsWith('cancellation ')),
    ])
  })
  it('keeps item and reason apart, whatever characters they contain', () => {
    const [entry] = rollupOfCancelledLines([aLine({ itemName: 'Real","spoiled"] ⏎ x', cancelReason: '["a","b"]' })], DAY).filter(
      (e) => e.kind === 'cancellation',
    )
    expect(cancellationOf(entry!.key)).toEqual({ item: 'Real","spoiled"] ⏎ x', reason: '["a","b"]', by: null })
    expect(cancellationOf('Dosa\nCold')).toEqual({ item: 'Dosa', reason: 'Cold', by: null })
  })
  it('names who cancelled; without a name it has the key of older rows', () => {
    const keys = (lines: Line[]) =>
      rollupOfCancelledLines(lines, DAY)
        .filter((e) => e.kind === 'cancellation')
        .map((e) => e.key)
    const naan = { itemName: 'Naan', cancelReason: 'Cold' }
    expect(keys([aLine(naan), aLine({ ...naan, cancelledBy: 'Divya' }), aLine({ ...naan, cancelledBy: 'Meera' }), aLine(naan)])).toEqual([
      '["Naan","Cold"]',
      '["Naan","Cold","Divya"]',
      '["Naan","Cold","Meera"]',
    ])
    expect(cancellationOf('["Naan","Cold","Divya"]')).toEqual({ item: 'Naan', reason: 'Cold', by: 'Divya' })
    const whole = dinner({ orderStatus: 'cancelled', cancelReason: 'Guest left', cancelledBy: 'Meera' })
    for (const e of rollupOfCancel(whole, DAY).filter((e) => e.kind === 'cancellation'))
      expect(cancellationOf(e.key)).toMatchObject({ reason: 'Guest left', by: 'Meera' })
  })
  it('excludes what a guest asked for and staff declined, in whole or in part, and what still waited', () => {
    const booked = { endedDate: DAY, endedHour: 20, orderStatus: 'cancelled' as const }
    const gone = (at: string) => aLine({ status: 'Cancelled', statusAt: at, bookedDate: DAY })
    const held = { held: true, kotNumber: null, sentAt: null }
    expect(rollupsOf(anOrder([aTicket([gone(AT)], held)], booked))).toEqual([])
    expect(rollupsOf(anOrder([aTicket([aLine({ status: 'In Cart' })], held)], booked))).toEqual([])
    const [early, late] = ['2026-11-21T15:00:00.000Z', '2026-11-21T16:00:00.000Z']
    // One dish declined, the rest accepted; then another one of the ticket cancelled.
    const accepted = aTicket([gone(early), gone(late), aLine()], { sentAt: '2026-11-21T15:30:00.000Z' })
    expect(sum(rollupsOf(anOrder([accepted])), 'cancelledItem')).toBe(100_00)
    const both = rollupsOf(anOrder([accepted, aTicket([aLine({ status: 'In Cart' })], held)], booked))
    expect(textsOf(both).filter((e) => !e.startsWith('cancellation '))).toEqual([
      'cancelledItem Paneer Tikka: 100 × 1',
      'cancelledOrder : 100 × 1',
    ])
  })
  it('counts once, whether it was cancelled line by line or as a whole order', () => {
    const start = dinner()
    const tikka = linesOf(start)[0]!
    const first = changeItemStatus(
      start,
      { kotId: start.tickets[0]!.kotId, lineId: tikka.lineId, status: 'Cancelled', quantityChange: -1, reason: 'x', by: 'Divya' },
      AT,
      true,
    )
    const entries = [...rollupOfCancelledLines(first.changed, DAY), ...rollupOfCancel(first.order, DAY)]
    expect(textsOf(entries).filter((e) => !e.startsWith('cancellation '))).toEqual([
      'cancelledItem Tikka: 250 × 1',
      'cancelledOrder : 750 × 1',
    ])
    expect(sum(entries, 'cancellation')).toBe(1000_00)
  })
  it('counts as an order of zero when all its items were cancelled before', () => {
    const gone = anOrder([aTicket([aLine({ status: 'Cancelled' })])], { orderStatus: 'cancelled' })
    expect(textsOf(rollupOfCancel(gone, DAY))).toEqual(['cancelledOrder : 0 × 1'])
  })
  it('is nothing when the order was merged into another', () => expect(rollupOfCancel(anOrder([]), DAY)).toEqual([]))
})

test('a refund is booked on its own day, and takes the sale back in every figure', () => {
  const refund = { amount: 957_50, reason: 'cold', at: AT, by: 'Asha', businessDate: '2026-11-23' }
  const entries = rollupOfRefund(dinner({ refund }), 20, '2026-11-23')
  expect(entries.at(-1)).toEqual({ businessDate: '2026-11-23', kind: 'refund', key: 'Dine In', amount: 957_50, count: 1 })
  const sale = rollupOfSale(dinner(), 20, DAY)
  for (const kind of ['sales', 'hour', 'type', 'item', 'category', 'open', 'tax']) expect(sum(entries, kind) + sum(sale, kind)).toBe(0)
  expect(entries.find((e) => e.kind === 'sales')?.count).toBe(0)
  expect(rollupOfRefund(dinner(), 20, DAY)).toEqual([])
})

describe('an order’s own entries', () => {
  const india = { timezone: 'Asia/Kolkata', resetTime: '04:00' }
  const cancelOne = (o: Order, at: string) =>
    changeItemStatus(
      o,
      { kotId: o.tickets[0]!.kotId, lineId: linesOf(o)[0]!.lineId, status: 'Cancelled', quantityChange: -1, reason: 'x', by: 'Divya' },
      at,
      true,
    ).order
  const settled = (o: Order, at: string): Order => ({ ...o, orderStatus: 'completed', paymentStatus: 'paid', completedAt: at })

  it('keep the day on which each was booked, even when the zone or reset time changes', () => {
    // 02:00 in Kolkata, before the day begins at 04:00.
    const [before] = [dinner()].map((o) => ({ ...o, tickets: o.tickets.map((t) => ({ ...t, sentAt: '2026-11-20T20:00:00.000Z' })) }))
    const one = withBookings(cancelOne(before!, '2026-11-20T20:30:00.000Z'), india)
    const two = withBookings(settled(cancelOne(one, '2026-11-21T04:30:00.000Z'), '2026-11-21T05:00:00.000Z'), india)
    // A part that is cancelled stands right behind the line that it was of; the last one was cancelled before the books knew of days.
    expect(
      linesOf(two)
        .map((l) => l.bookedDate)
        .filter(Boolean),
    ).toEqual(['2026-11-21', '2026-11-20', '2026-11-21'])
    expect([two.endedDate, two.endedHour]).toEqual(['2026-11-21', 10])
    const elsewhere = { timezone: 'America/New_York', resetTime: '00:00' }
    expect(withBookings(two, elsewhere)).toEqual(two)
    expect(rollupsOf(withBookings(two, elsewhere))).toEqual(rollupsOf(two))
  })
  it('are the sum of what each command added', () => {
    fc.assert(
      fc.property(order, (raw) => {
        const start = withBookings(repriced({ ...raw, orderStatus: 'pending', refund: null, completedAt: null, payments: [] }), india)
        const all: PaymentRow[] = []
        fc.pre(linesOf(start)[0]?.status === 'Preparing')
        const steps = [start, withBookings(cancelOne(start, AT), india)]
        // The last line's cancellation ends the order, and what is over is never settled.
        fc.pre(steps[1]!.orderStatus === 'pending')
        /** A step with the rows that it adds; the next one begins with none, as an order that was read. */
        const moving = (next: Order, at: string, kind: PaymentRow['kind'], amounts: Record<string, number>) => {
          const by = { at, businessDate: at.slice(0, 10), by: 'A', deviceId: null }
          const moved = withMoves(
            { ...next, moves: [] },
            Object.entries(amounts).map(([method, amount]) => moveOf(by, kind, { method, amount })),
          )
          all.push(...moved.moves)
          steps.push(withBookings(moved, india))
        }
        const total = steps[1]!.totals.grandTotal
        fc.pre(total > 3)
        moving(steps[1]!, '2026-11-21T06:00:00.000Z', 'received', { Cash: 2 })
        moving(steps[2]!, '2026-11-21T06:00:00.000Z', 'returned', { Cash: -1 })
        moving(settled(steps[3]!, '2026-11-22T05:00:00.000Z'), '2026-11-22T05:00:00.000Z', 'received', { UPI: total - 1 })
        moving(steps[4]!, '2026-11-22T06:00:00.000Z', 'corrected', { Cash: -1, Card: 1 })
        const refund = {
          amount: total,
          reason: 'x',
          at: '2026-11-23T05:00:00.000Z',
          by: 'A',
          businessDate: '2026-11-23',
        }
        moving({ ...steps[5]!, refund }, refund.at, 'returned', { UPI: 1 - total, Card: -1 })
        const added = steps.flatMap((next, i) => (i === 0 ? rollupsOf(next) : rollupsOfChange(steps[i - 1]!, next)))
        const plain = (entries: RollupEntry[]) =>
          addUp(entries)
            .map((e) => JSON.stringify(e))
            .sort()
        expect(plain(added)).toEqual(plain([...rollupsOf(steps.at(-1)!), ...rollupsOfMoves(all)]))
        // On each day the money that moved is what became sales, and what is on open orders.
        for (const day of ['2026-11-21', '2026-11-22', '2026-11-23']) {
          const of = (kind: string) =>
            sum(
              added.filter((e) => e.businessDate === day),
              kind,
            )
          expect(of('method')).toBe(of('sales') + of('open'))
        }
        expect(added.filter((e) => e.kind === 'open').map((e) => e.amount)).toEqual([2, -1, -1, 0, 0])
        expect(added.filter((e) => e.kind === 'method').map((e) => [e.key, e.count])).toEqual([
          ['Cash', 1],
          ['Cash', 0],
          ['UPI', 1],
          ['Cash', -1],
          ['Card', 1],
          ['UPI', 0],
          ['Card', 0],
        ])
      }),
    )
  })
})

test('entries are added up by day, kind and key', () => {
  const e = (businessDate: string, kind: RollupEntry['kind'], key: string, amount: number): RollupEntry => ({
    businessDate,
    kind,
    key,
    amount,
    count: 1,
  })
  expect(
    addUp([e('a', 'item', 'x', 1), e('a', 'item', 'y', 2), e('b', 'item', 'x', 4), e('a', 'category', 'x', 8), e('a', 'item', 'x', 16)]),
  ).toEqual([{ ...e('a', 'item', 'x', 17), count: 2 }, e('a', 'item', 'y', 2), e('b', 'item', 'x', 4), e('a', 'category', 'x', 8)])
  expect(addUp([])).toEqual([])
})

test('tips are booked by method on their day, and in no other figure', () => {
  const row = (method: string, amount: number, businessDate = DAY) => ({ kind: 'tip' as const, method, amount, businessDate })
  expect(textsOf(rollupsOfMoves([row('Cash', 50_00), row('UPI', 5_00), row('Cash', -20_00), row('Cash', -30_00, '2026-11-22')]))).toEqual([
    'tip Cash: 30 × 0',
    'tip UPI: 5 × 0',
    'tip Cash: -30 × 0',
  ])
})
