import { expect, it } from 'vitest'
import { averageBill } from './averageBill.ts'

it('the average bill is that of the bills of the range: a refund, which may be of an earlier day, doesn’t lower it', () => {
  // Rs. 420 of yesterday given back, one bill of Rs. 157.50 today.
  expect(averageBill({ sales: 15_750 - 42_000, refunds: 42_000, orders: 1 })).toBe(15_750)
  expect(averageBill({ sales: 10_000, refunds: 0, orders: 3 })).toBe(3_333)
  expect(averageBill({ sales: -42_000, refunds: 42_000, orders: 0 })).toBe(0)
})
