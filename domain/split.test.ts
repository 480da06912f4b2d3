import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderItem, OrderShape } from './api/order.ts'
import { toPaise } from './money.ts'
import { repriced } from './order.ts'
import {
  afterPayments,
  isPaidFor,
  type ItemSplit,
  itemShares,
  paidLines,
  portionsOf,
  shared,
  sharesToCome,
  splitByItems,
  type Taken,
  toggled,
  withoutGuest,
  withPaid,
} from './split.ts'
import { ratesOf } from './taxRates.ts'
import { price } from './tax.ts'
import { order as anyOrder } from './test/arbitraries.ts'
import { aKot, anItem, anOrderShape, asJson } from './test/shapes.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
const totalOf = (order: { grandTotal: number }) => toPaise(order.grandTotal)

/** Some portions of an order given to guests, drawn from these numbers: about a third stays nobody's, some are shared. */
function givenBy(order: OrderShape, guests: number, draws: readonly number[]): Taken {
  let i = 0
  const draw = () => draws[i++ % draws.length] ?? 0
  const lines = order.kots.flatMap((kot) => kot.items)
  return Object.fromEntries(
    lines.map((line) => [
      line.lineId,
      Array.from({ length: portionsOf(line) }, () => {
        const many = draw() % 4
        const first = draw()
        return [...new Set(Array.from({ length: many > 2 ? 0 : many }, (_, n) => (first + n) % guests))]
      }),
    ]),
  )
}

const bill = (...items: Parameters<typeof anItem>[0][]) =>
  anOrderShape([aKot(items.map((item, i) => anItem({ lineId: `l${i}`, ...item })))])

describe('the shares of a bill split by items', () => {
  const draws = fc.array(fc.nat(1000), { minLength: 7, maxLength: 40 })

  it('add up to the total, are never negative, and nothing is paid for nothing: for any order', () => {
    fc.assert(
      fc.property(anyOrder, fc.integer({ min: 2, max: 20 }), draws, (unpriced, guests, numbers) => {
        const order = asJson(repriced(unpriced))
        const taken = givenBy(order, guests, numbers)
        const { amounts, rest } = itemShares(order, { guests, taken }, totalOf(order))
        expect(amounts).toHaveLength(guests)
        expect(sum(amounts) + rest).toBe(totalOf(order))
        expect(Math.min(rest, ...amounts)).toBeGreaterThanOrEqual(0)
        const has = new Set(paidLines(order).flatMap((line) => (taken[line.lineId] ?? []).flat()))
        amounts.forEach((amount, guest) => (has.has(guest) ? undefined : expect(amount).toBe(0)))
      }),
    )
  })

  it('add up to what is left, also after some have paid their share or any other amount', () => {
    fc.assert(
      fc.property(
        anyOrder,
        fc.integer({ min: 2, max: 20 }),
        draws,
        fc.array(fc.nat(4), { maxLength: 12 }),
        (unpriced, guests, numbers, steps) => {
          const order = asJson(repriced(unpriced))
          let left = totalOf(order)
          let split = splitByItems(order, { guests, taken: givenBy(order, guests, numbers), paid: [] }, left)
          for (const step of steps) {
            const [next] = sharesToCome(split)
            if (!next) break
            const others = sharesToCome(split).slice(1)
            const pays = step > 0 ? next.amount : Math.max(1, Math.floor(left / 3))
            const isShare = pays === next.amount
            left -= pays
            split = afterPayments(split, order, left, { UPI: pays })
            if (isShare) expect(sharesToCome(split)).toEqual(others)
            expect(sum(split.amounts) + split.rest).toBe(left)
            expect(Math.min(split.rest, ...split.amounts)).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })

  it('are equal within a paisa for guests with equal items, however many there are', () => {
    fc.assert(
      fc.property(anyOrder, fc.integer({ min: 2, max: 20 }), (unpriced, guests) => {
        const order = asJson(repriced(unpriced))
        const all = Array.from({ length: guests }, (_, guest) => guest)
        const taken = Object.fromEntries(paidLines(order).map((line) => [line.lineId, Array.from({ length: portionsOf(line) }, () => all)]))
        const { amounts } = itemShares(order, { guests, taken }, totalOf(order))
        expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('are what each guest’s items would cost by themselves, to the paise that rounding takes', () => {
    fc.assert(
      fc.property(anyOrder, draws, (unpriced, numbers) => {
        const order = asJson(repriced({ ...unpriced, roundOffEnabled: false, orderType: 'Dine In' }))
        const priced = (lines: readonly OrderItem[], discount: number) =>
          price({
            lines: lines.map((line) => ({ ...line, unitPrice: toPaise(line.amount), quantity: 1, cancelled: false })),
            taxPercentages: { ...order.taxPercentages, charges: [] },
            orderType: 'Dine In',
            serviceChargeAccepted: order.serviceChargeAccepted,
            discount,
          })
        const { lineDiscounts } = priced(paidLines(order), toPaise(order.discount))
        // Whole lines, each to one of three guests.
        const owner = new Map(paidLines(order).map((line, i) => [line.lineId, (numbers[i % numbers.length] ?? 0) % 3]))
        const taken = Object.fromEntries(
          paidLines(order).map((line) => [line.lineId, Array.from({ length: portionsOf(line) }, () => [owner.get(line.lineId) ?? 0])]),
        )
        const { amounts } = itemShares(order, { guests: 3, taken }, totalOf(order))
        if (!paidLines(order).some(({ amount }) => amount > 0)) return
        amounts.forEach((amount, guest) => {
          const own = paidLines(order).filter((line) => owner.get(line.lineId) === guest)
          const discount = sum(lineDiscounts.filter((_, i) => owner.get(paidLines(order)[i]?.lineId ?? '') === guest))
          // Each rate is rounded once, in the whole bill and in the guest's own, and each line's part of the discount.
          expect(Math.abs(amount - priced(own, discount).grandTotal)).toBeLessThanOrEqual(2 * ratesOf(order).length + 2 * own.length)
        })
      }),
    )
  })

  it('have each line’s own taxes: food, alcohol, a dish of another GST rate, and a price with the tax in it', () => {
    const order = {
      ...bill({ amount: 100 }, { amount: 100, isAlcohol: true }, { amount: 100 }, { amount: 100 }),
      taxPercentages: { gst: 5, vat: 20, serviceCharge: 0 },
      grandTotal: 105 + 120 + 118 + 100,
    }
    const [kot] = order.kots
    const rates = [{}, {}, { gstRate: 18 }, { taxIncluded: true }]
    const taxed = { ...order, kots: [{ items: kot?.items.map((item, i) => ({ ...item, ...rates[i] })) ?? [] }] }
    const taken = { l0: [[0]], l1: [[1]], l2: [[2]], l3: [[3]] }
    expect(itemShares(taxed, { guests: 4, taken }, totalOf(order))).toEqual({ amounts: [105_00, 120_00, 118_00, 100_00], rest: 0 })
    const composition = { ...taxed, taxPercentages: { ...order.taxPercentages, gst: 0, composition: true } }
    expect(itemShares(composition, { guests: 3, taken }, 420_00)).toEqual({ amounts: [100_00, 120_00, 100_00], rest: 100_00 })
  })

  it('have their part of the discount and of the service charge, which is on the amounts before it', () => {
    const order = {
      ...bill({ amount: 100 }, { amount: 100, isAlcohol: true }),
      taxPercentages: { gst: 5, vat: 20, serviceCharge: 10 },
      serviceChargeAccepted: true,
      discount: 100,
    }
    expect(itemShares(order, { guests: 2, taken: { l0: [[0]], l1: [[1]] } }, 132_50).amounts).toEqual([62_50, 70_00])
  })

  it('have the packing of each portion; a charge for the whole order follows the amounts', () => {
    const packing = { _id: 'p', name: 'Packing', amount: 10, per: 'item' as const, orderTypes: ['Take Away' as const] }
    const order = {
      ...bill({ quantity: 4, amount: 40 }, { amount: 160 }),
      orderType: 'Take Away' as const,
      taxPercentages: { gst: 0, vat: 0, serviceCharge: 0, charges: [packing] },
    }
    const taken = { l0: [[0], [0], [0], [0]], l1: [[1]] }
    expect(itemShares(order, { guests: 2, taken }, 250_00).amounts).toEqual([80_00, 170_00])
    const delivery = { ...packing, per: 'order' as const, amount: 50 }
    const brought = { ...order, taxPercentages: { ...order.taxPercentages, charges: [delivery] } }
    expect(itemShares(brought, { guests: 2, taken }, 250_00).amounts).toEqual([50_00, 200_00])
  })

  it('a portion that several have is shared in equal parts, of equal shares the last has the paisa; what nobody has is the rest', () => {
    const order = bill({ quantity: 2, amount: 200 }, { amount: 50 })
    expect(itemShares(order, { guests: 3, taken: { l0: [[0, 1, 2], []] } }, 250_00)).toEqual({
      amounts: [33_33, 33_33, 33_34],
      rest: 150_00,
    })
    const { amounts } = itemShares(bill({ amount: 100 }), { guests: 7, taken: { l0: [[0, 1, 2, 3, 4, 5, 6]] } }, 100_00)
    expect(amounts).toEqual([14_28, 14_28, 14_28, 14_29, 14_29, 14_29, 14_29])
    expect(itemShares(order, { guests: 2, taken: {} }, 250_00)).toEqual({ amounts: [0, 0], rest: 250_00 })
  })

  it('a free dish costs its guest nothing; where nothing costs anything, a charge goes by the portions', () => {
    expect(itemShares(bill({ amount: 0 }, { amount: 90 }), { guests: 2, taken: { l0: [[0]], l1: [[1]] } }, 90_00).amounts).toEqual([
      0, 90_00,
    ])
    expect(itemShares(bill({ amount: 0 }, { amount: 0, quantity: 3 }), { guests: 1, taken: { l0: [[0]] } }, 40_00)).toEqual({
      amounts: [10_00],
      rest: 30_00,
    })
  })

  it('more than 20 portions of a line are given as one', () => {
    expect([portionsOf({ quantity: 20 }), portionsOf({ quantity: 21 })]).toEqual([20, 1])
    expect(itemShares(bill({ quantity: 40, amount: 400 }), { guests: 2, taken: { l0: [[0, 1]] } }, 400_00).amounts).toEqual([
      200_00, 200_00,
    ])
  })
})

describe('while it is paid', () => {
  const order = bill({ quantity: 3, amount: 300 }, { amount: 60 })
  const taken: Taken = { l0: [[0], [1], [0, 1]], l1: [[1]] }
  const whole = splitByItems(order, { guests: 2, taken, paid: [] }, 360_00)

  it('guests pay one after the other; those without items are left out, and the rest comes last', () => {
    const split = splitByItems(order, { guests: 4, taken: { l0: [[1], [3]] }, paid: [] }, 360_00)
    expect(sharesToCome(split)).toEqual([
      { guest: 1, amount: 100_00 },
      { guest: 3, amount: 100_00 },
      { guest: null, amount: 160_00 },
    ])
  })

  it('a portion goes to a guest and back, in the order of the guests', () => {
    const line = { lineId: 'l0', quantity: 3 }
    const one = toggled(toggled({}, line, 1, 4), line, 1, 2)
    expect(one).toEqual({ l0: [[], [2, 4], []] })
    expect(toggled(one, line, 1, 4)).toEqual({ l0: [[], [2], []] })
    expect(shared(one, line, 1, [0, 1, 2])).toEqual({ l0: [[], [0, 1, 2], []] })
    expect(shared({ l0: [[], [0, 1, 2]] }, line, 1, [0, 1, 2])).toEqual({ l0: [[], [], []] })
  })

  it('choices of a line that was cancelled are forgotten, and the others stay', () => {
    expect(whole.amounts).toEqual([150_00, 210_00])
    const [kot] = order.kots
    const without = {
      ...order,
      kots: [{ items: kot?.items.map((item) => (item.lineId === 'l1' ? { ...item, status: 'Cancelled' as const } : item)) ?? [] }],
    }
    expect(splitByItems(without, whole, 300_00)).toMatchObject({ amounts: [150_00, 150_00], rest: 0 })
  })

  it('what is ordered after a guest has paid is nobody’s, and the others keep their shares', () => {
    const paid = afterPayments(whole, order, 210_00, { UPI: 150_00 })
    expect(paid).toMatchObject({ amounts: [0, 210_00], paid: [{ guest: 0, amount: 150_00, method: 'UPI' }] })
    const more = { ...order, kots: [...order.kots, aKot([anItem({ lineId: 'new', amount: 40 })])] }
    expect(splitByItems(more, paid, 250_00)).toMatchObject({ amounts: [0, 210_00], rest: 40_00 })
  })

  it('a payment of another amount lowers what everybody has left to pay', () => {
    const split = afterPayments(whole, order, 180_00, { UPI: 180_00 })
    expect(split).toMatchObject({ amounts: [75_00, 105_00], paid: [{ guest: null, amount: 180_00, method: 'UPI' }] })
  })

  it('a guest whose money was given back pays again', () => {
    const paid = afterPayments(whole, order, 210_00, { UPI: 150_00 })
    expect(afterPayments(paid, order, 360_00, { UPI: -150_00 })).toEqual(whole)
  })

  it('a portion that somebody has paid for, or a part of it, stays as it is', () => {
    const paid: Pick<ItemSplit, 'paid'> = {
      paid: [
        { guest: 0, amount: 1, method: 'UPI' },
        { guest: null, amount: 5, method: 'Cash' },
      ],
    }
    expect([[0], [0, 1], [1], []].map((takers) => isPaidFor(paid, takers))).toEqual([true, true, false, false])
  })

  it('what is left after all have paid is the rest', () => {
    const all = {
      ...whole,
      paid: [
        { guest: 0, amount: 1, method: 'UPI' },
        { guest: 1, amount: 1, method: 'UPI' },
      ],
    }
    expect(splitByItems(order, all, 20_00)).toMatchObject({ amounts: [0, 0], rest: 20_00 })
  })

  it('several payments in one step are the shares that they come to, each by its method', () => {
    const both = afterPayments(whole, order, 0, { Cash: 210_00, UPI: 150_00 })
    expect(both.paid).toEqual([
      { guest: 1, amount: 210_00, method: 'Cash' },
      { guest: 0, amount: 150_00, method: 'UPI' },
    ])
    expect(afterPayments(whole, order, 0, { UPI: 360_00 })).toMatchObject({ amounts: [0, 0], rest: 0, paid: [{ guest: 0 }, { guest: 1 }] })
    expect(afterPayments(both, order, 360_00, { Cash: -210_00, UPI: -150_00 })).toEqual(whole)
  })

  it('money given back is the payment of that method', () => {
    const three = bill({ quantity: 3, amount: 300 })
    const even = splitByItems(three, { guests: 2, taken: { l0: [[0], [1], [0, 1]] }, paid: [] }, 300_00)
    const first = afterPayments(even, three, 150_00, { Cash: 150_00 })
    const both = afterPayments(first, three, 0, { UPI: 150_00 })
    expect(both.paid.map(({ guest }) => guest)).toEqual([0, 1])
    expect(afterPayments(both, three, 150_00, { Cash: -150_00 }).paid).toEqual([{ guest: 1, amount: 150_00, method: 'UPI' }])
  })

  it('of two equal payments by one method the one that is said is given back, else the newest', () => {
    const two = bill({ amount: 100 }, { amount: 100 })
    const even = splitByItems(two, { guests: 2, taken: { l0: [[0]], l1: [[1]] }, paid: [] }, 200_00)
    const both = afterPayments(afterPayments(even, two, 100_00, { UPI: 100_00 }), two, 0, { UPI: 100_00 })
    const back = (to?: number) => afterPayments(both, two, 100_00, { UPI: -100_00 }, to)
    expect([back(), back(0), back(1)].map(({ amounts }) => amounts)).toEqual([
      [0, 100_00],
      [100_00, 0],
      [0, 100_00],
    ])
    expect(afterPayments(both, two, 0, { UPI: -100_00, Cash: 100_00 }, 0).paid).toEqual([
      { guest: 1, amount: 100_00, method: 'UPI' },
      { guest: 0, amount: 100_00, method: 'Cash' },
    ])
    expect(afterPayments(both, two, 50_00, { UPI: -50_00 }, 0).paid).toMatchObject([{ guest: 0, back: 50_00 }, { guest: 1 }])
  })

  it('a payment corrected to another method stays its guest’s, and nobody is asked anew', () => {
    const paid = afterPayments(whole, order, 210_00, { Cash: 150_00 })
    const corrected = afterPayments(paid, order, 210_00, { UPI: 150_00, Cash: -150_00 })
    expect(corrected).toEqual({ ...paid, paid: [{ guest: 0, amount: 150_00, method: 'UPI' }] })
  })

  it('what a guest got back of a payment is nobody else’s: it comes last', () => {
    const paid = afterPayments(whole, order, 210_00, { UPI: 150_00 })
    const back = afterPayments(paid, order, 260_00, { UPI: -50_00 })
    expect(back).toMatchObject({ amounts: [0, 210_00], rest: 50_00 })
    expect(afterPayments(back, order, 360_00, { UPI: -100_00 })).toMatchObject({ amounts: [150_00, 210_00], rest: 0, paid: [] })
    const before = splitByItems(order, { guests: 2, taken, paid: [{ guest: null, amount: 60_00, method: 'UPI' }] }, 300_00)
    const one = afterPayments(before, order, 175_00, { UPI: 125_00 })
    expect(one.paid.map(({ guest }) => guest)).toEqual([null, 0])
    expect(afterPayments(one, order, 195_00, { UPI: -20_00 })).toMatchObject({ amounts: [0, 195_00], rest: 0 })
  })

  it('amounts that were told stay to the paisa while neither lines nor money change', () => {
    const odd = bill({ amount: 100 })
    const all = splitByItems(odd, { guests: 3, taken: { l0: [[0, 1, 2]] }, paid: [] }, 100_00)
    expect(all.amounts).toEqual([33_33, 33_33, 33_34])
    const told = { ...all, amounts: [33_34, 33_33, 33_33] }
    expect(afterPayments(told, odd, 100_00, {})).toEqual(told)
    expect(afterPayments({ ...told, lines: 'other' }, odd, 100_00, {})).toEqual(all)
  })

  it('of a line with fewer portions than before, what is nobody’s goes first and what is paid for last', () => {
    const fewer = bill({ quantity: 2, amount: 200 })
    const l0 = [[], [1], [0]]
    expect(splitByItems(fewer, { guests: 2, taken: { l0 }, paid: [] }, 200_00).taken).toEqual({ l0: [[1], [0]] })
    const paid = [{ guest: 0, amount: 100_00, method: 'UPI' }]
    const one = bill({ quantity: 1, amount: 100 })
    expect(splitByItems(one, { guests: 2, taken: { l0 }, paid }, 0).taken).toEqual({ l0: [[0]] })
  })

  it('what was given as one, because the portions were too many, is given to the same guests when fewer are left', () => {
    const fewer = bill({ quantity: 20, amount: 200 })
    expect(splitByItems(fewer, { guests: 2, taken: { l0: [[0, 1]] }, paid: [] }, 200_00)).toMatchObject({
      amounts: [100_00, 100_00],
      rest: 0,
    })
  })

  it('a guest leaves the others what was shared', () => {
    expect(withoutGuest({ l0: [[0, 2], [2], []] }, 2)).toEqual({ l0: [[0], [], []] })
  })

  it('choices begun before somebody paid leave to that guest what is paid', () => {
    const paid = afterPayments(whole, order, 210_00, { UPI: 150_00 })
    expect(withPaid({ guests: 1, taken: { l0: [[1], [0], []], l1: [[0, 1]] } }, paid)).toEqual({
      guests: 1,
      taken: { l0: [[0], [], [0, 1]], l1: [[1]] },
    })
    expect(withPaid({ guests: 2, taken: { l0: [[0]] } }, null)).toEqual({ guests: 2, taken: { l0: [[0]] } })
  })
})
