import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatPaise,
  formatRupees,
  groupedRupees,
  groupedWholeRupees,
  halfUp,
  isPercent,
  percentOf,
  plainPaise,
  splitEvenly,
  spread,
  toPaise,
  toRupees,
} from './money.ts'

describe('money', () => {
  it('goes from rupees to paise and back without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }), (paise) => {
        expect(toPaise(toRupees(paise))).toBe(paise)
      }),
    )
    expect(toPaise(0.1 + 0.2)).toBe(30)
  })
  it.each([1.005, 0.001, Number.NaN, Infinity, 1e300])('refuses %d as rupees', (n) => expect(() => toPaise(n)).toThrow(RangeError))
  it('is shown as Rs. with Indian grouping and two decimals', () => {
    expect(formatPaise(124000)).toBe('Rs. 1,240.00')
    expect(formatPaise(12345678_90)).toBe('Rs. 1,23,45,678.90')
    expect(formatPaise(0)).toBe('Rs. 0.00')
    expect(formatPaise(-36)).toBe('−Rs. 0.36')
    expect(formatRupees(2150.36)).toBe('Rs. 2,150.36')
  })
  it('is grouped as Intl groups it', () => {
    const two = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    const none = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (paise) => {
        expect(groupedRupees(paise / 100)).toBe(two.format(paise / 100))
        expect(groupedWholeRupees(paise / 100)).toBe(none.format(paise / 100))
      }),
    )
    for (const rupees of [0, 0.5, 99.5, 999.99, 1000, 99_999, 100_000, 9_99_999.99, 1_00_00_000])
      expect(groupedRupees(rupees)).toBe(two.format(rupees))
  })

  it('is ungrouped on paper', () => {
    expect(plainPaise(12345678_90)).toBe('12345678.90')
    expect(plainPaise(36500, 1)).toBe('365.0')
  })
  it('rounds half up', () => {
    expect([halfUp(1, 2), halfUp(3, 2), halfUp(149, 100), halfUp(150, 100), halfUp(0, 7)]).toEqual([1, 2, 1, 2, 0])
    expect(percentOf(100_00, 5)).toBe(5_00)
    expect(percentOf(10, 5)).toBe(1)
    expect(percentOf(9, 5)).toBe(0)
    expect(percentOf(100_000, 0.125)).toBe(125)
  })
  it('a percentage has at most three decimals', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 1_000_000 }), (n) => isPercent(n / 10_000) === (n % 10 === 0)))
    expect([4.555, 0.001, 99.999, 4.5555, 1 / 3, 0.0001, Number.NaN].map(isPercent)).toEqual([true, true, true, false, false, false, false])
  })
  it('spreads in proportion, the remainder to the largest, the first of equals', () => {
    expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(spread(100, [1, 4, 1])).toEqual([16, 68, 16])
    expect(spread(50, [0, 0])).toEqual([0, 0])
    expect(spread(50, [])).toEqual([])
  })
  it('never loses a paisa when spreading', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_00), fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 }), (total, weights) => {
        const parts = spread(total, weights)
        expect(parts.reduce((a, b) => a + b, 0)).toBe(weights.some((w) => w > 0) ? total : 0)
        weights.forEach((w, i) => w === 0 && expect(parts[i]).toBe(0))
      }),
    )
  })
  it('splits evenly, the remaining paise to the last share', () => {
    expect(splitEvenly(100_00, 3)).toEqual([33_33, 33_33, 33_34])
    expect(splitEvenly(2150_36, 1)).toEqual([2150_36])
    fc.assert(
      fc.property(fc.nat(1_000_000_00), fc.integer({ min: 1, max: 20 }), (total, ways) => {
        const shares = splitEvenly(total, ways)
        expect(shares).toHaveLength(ways)
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total)
        expect(new Set(shares.slice(0, -1)).size).toBeLessThanOrEqual(1)
      }),
    )
  })
})
