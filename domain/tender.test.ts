import { describe, expect, it } from 'vitest'
import {
  cashIn,
  isCash,
  paymentBody,
  quickCash,
  sameMoney,
  sharesLeft,
  splitOf,
  staysOpen,
  stillPreparing,
  tenderOf,
  typedPaise,
} from './tender.ts'
import { leftOf } from './paid.ts'

const order = (grandTotal: number, ...amounts: number[]) => ({
  _id: 'o',
  version: 3,
  orderStatus: 'pending' as const,
  orderType: 'Dine In' as const,
  kots: [],
  grandTotal,
  payments: amounts.map((amount) => ({ method: 'UPI', amount })),
})

describe('shares', () => {
  it('always add up to what is left, with the remaining paise in the last one', () => {
    expect(sharesLeft(10_001, '2', 0)).toEqual([5000, 5001])
    expect(sharesLeft(10_000, '3', 0)).toEqual([3333, 3333, 3334])
    for (const total of [1, 2, 99, 254_556, 1_000_001])
      for (const split of ['2', '3'] as const) {
        let left = total
        let done = 0
        while (left > 0) {
          const [now = 0] = sharesLeft(left, split, done)
          expect(now).toBeGreaterThan(0)
          left -= now
          done += 1
        }
        expect(left).toBe(0)
      }
  })
  it('stay shares of the whole bill after some were paid', () => {
    expect(sharesLeft(10_000 - 3333, '3', 1)).toEqual([3333, 3334])
    expect(sharesLeft(3334, '3', 2)).toEqual([3334])
    expect(sharesLeft(5000, '2', 2)).toEqual([5000])
  })
  it('are one when the bill isn’t split, and none when nothing is left', () => {
    expect(sharesLeft(4200, 'whole', 0)).toEqual([4200])
    expect(sharesLeft(0, '2', 1)).toEqual([])
  })
  it('are recognised on another device from the payments', () => {
    expect(splitOf(order(100))).toEqual({ split: 'whole', done: 0 })
    expect(splitOf(order(100.01, 50))).toEqual({ split: '2', done: 1 })
    expect(splitOf(order(100, 33.33))).toEqual({ split: '3', done: 1 })
    // Two shares by one method are one entry.
    expect(splitOf(order(100, 66.66))).toEqual({ split: '3', done: 2 })
    expect(splitOf(order(100, 33.33, 33.33))).toEqual({ split: '3', done: 2 })
    expect(splitOf(order(100, 20))).toEqual({ split: 'amounts', done: 0 })
  })
})

describe('tender', () => {
  const base = { split: 'whole' as const, due: 127_278, left: 127_278, typed: null, cash: true }
  it('starts as the exact amount', () => expect(tenderOf(base)).toEqual({ pays: 127_278, given: 127_278, change: 0, problem: null }))
  it('gives change', () =>
    expect(tenderOf({ ...base, typed: '1300' })).toEqual({ pays: 127_278, given: 130_000, change: 2722, problem: null }))
  it('keeps a cash tip out of what was handed over, and never more than was', () => {
    expect(tenderOf({ ...base, typed: '1300', tip: 2000 })).toEqual({ pays: 127_278, given: 130_000, change: 722, problem: null })
    expect(tenderOf({ ...base, typed: '1300', tip: 5000 })).toMatchObject({
      change: 0,
      problem: 'The cash is less than the amount due with the tip',
    })
    expect(tenderOf({ ...base, tip: 5000 })).toEqual({ pays: 127_278, given: 132_278, change: 0, problem: null })
    expect(tenderOf({ ...base, split: 'amounts', tip: 5000 })).toMatchObject({ pays: 127_278, given: 132_278, change: 0 })
    expect(tenderOf({ ...base, split: 'amounts', typed: '1300', tip: 2000 })).toMatchObject({ pays: 127_278, change: 722 })
    // In amounts the typed sum is the cash that is taken, the tip among it.
    expect(tenderOf({ ...base, split: 'amounts', typed: '500', tip: 5000 })).toMatchObject({ pays: 45_000, change: 0, problem: null })
    expect(tenderOf({ ...base, split: 'amounts', typed: '30', tip: 5000 })).toMatchObject({ pays: 0, problem: 'Enter an amount' })
  })
  it('refuses too little cash and an empty amount', () => {
    expect(tenderOf({ ...base, typed: '1000' }).problem).toBe('The cash is less than the amount due')
    expect(tenderOf({ ...base, typed: '' }).problem).toBe('Enter an amount')
  })
  it('takes exactly the share by methods other than cash, whatever is in the field', () =>
    expect(tenderOf({ ...base, cash: false, typed: '5' })).toMatchObject({ pays: 127_278, change: 0, problem: null }))
  it('records an entered amount, and gives change above what is left only in cash', () => {
    const amounts = { ...base, split: 'amounts' as const }
    expect(tenderOf({ ...amounts, typed: '500' })).toMatchObject({ pays: 50_000, change: 0, problem: null })
    expect(tenderOf({ ...amounts, typed: '1300' })).toMatchObject({ pays: 127_278, change: 2722, problem: null })
    expect(tenderOf({ ...amounts, typed: '1300', cash: false }).problem).toBe('More than is left to pay')
    expect(tenderOf({ ...amounts, typed: '0' }).problem).toBe('Enter an amount')
  })
})

describe('the payment that is sent', () => {
  it('settles and completes only with the last share', () => {
    expect(paymentBody(order(100), 'Cash', 5000)).toEqual({
      orderId: 'o',
      paymentStatus: 'partial',
      payments: [{ method: 'Cash', amount: 50 }],
      version: 3,
    })
    expect(paymentBody(order(100, 50), 'Cash', 5000)).toMatchObject({
      paymentStatus: 'paid',
      complete: true,
      payments: [{ method: 'Cash', amount: 50 }],
    })
  })
  it('has the tip beside the payment', () =>
    expect(paymentBody(order(100), 'Cash', 10_000, { method: 'UPI', amount: 2050 })).toMatchObject({
      payments: [{ method: 'Cash', amount: 100 }],
      tip: { method: 'UPI', amount: 20.5 },
    }))
  it('is what is left, to the paisa', () => expect(leftOf(order(0.3, 0.1))).toBe(20))
  it('notices a changed bill, but ignores a dish that became ready', () => {
    expect(sameMoney(order(100), { ...order(100), version: 9 } as never)).toBe(true)
    expect(sameMoney(order(100), order(120))).toBe(false)
    expect(sameMoney(order(100), order(100, 50))).toBe(false)
  })
})

describe('cash', () => {
  it('suggests the amounts that people hand over, above what is due', () => {
    expect(quickCash(127_278)).toEqual([130_000, 150_000, 200_000])
    expect(quickCash(8600)).toEqual([9000, 10_000, 50_000])
    expect(quickCash(60_000)).toEqual([70_000, 100_000, 200_000])
    for (const due of [1, 999, 10_000, 50_000, 123_456]) for (const quick of quickCash(due)) expect(quick).toBeGreaterThan(due)
  })
  it('reads typed amounts', () => {
    expect(typedPaise('1,300.5')).toBe(130_050)
    expect(typedPaise('12.')).toBe(1200)
    expect(typedPaise('1.234')).toBeNull()
    expect(typedPaise('')).toBeNull()
  })
  it('is recognised by its exact name', () => {
    expect(isCash('Cash')).toBe(true)
    expect(isCash('Cashfree')).toBe(false)
  })
  it('is summed to the paisa, beside what other methods have brought', () => {
    const of = (method: string, amount: number) => ({ method, amount })
    expect(cashIn([of('Cash', 0.1), of('Card', 5), of('Petty cash', 0.2), of('Cash', -30), of('Cashfree', 7)])).toBe(-29.7)
    expect(cashIn([])).toBe(0)
  })
})

describe('a parcel that is paid before it is cooked', () => {
  const parcel = (orderType: 'Dine In' | 'Take Away', ...statuses: string[]) =>
    ({ ...order(100), orderType, kots: [{ items: statuses.map((status) => ({ status })) }] }) as unknown as Parameters<
      typeof paymentBody
    >[0]
  it('keeps its order open for the kitchen', () => {
    expect(staysOpen(parcel('Take Away', 'Ready', 'Preparing'))).toBe(true)
    expect(paymentBody(parcel('Take Away', 'Preparing'), 'Cash', 10000)).toMatchObject({ paymentStatus: 'paid' })
    expect(paymentBody(parcel('Take Away', 'Preparing'), 'Cash', 10000)).not.toHaveProperty('complete')
  })
  it('counts what the kitchen has still to make, without what a station has finished', () => {
    const line = (status: string, quantity: number, prepared = false) => ({ status, quantity, prepared })
    const kots = [{ items: [line('Preparing', 3, true), line('Preparing', 2)] }, { items: [line('Ready', 4), line('Cancelled', 5, true)] }]
    expect(stillPreparing({ kots } as unknown as Parameters<typeof stillPreparing>[0])).toBe(2)
  })
  it('ends its order with the payment when it is ready; a table’s order always ends', () => {
    expect(paymentBody(parcel('Take Away', 'Ready', 'Cancelled'), 'Cash', 10000)).toHaveProperty('complete', true)
    expect(paymentBody(parcel('Dine In', 'Preparing'), 'Cash', 10000)).toHaveProperty('complete', true)
  })
})
