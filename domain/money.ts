import { inIndianGroups } from './text.ts'

/**
 * Money is integer paise everywhere inside (CONTRACT.md §1); rupees exist only in JSON, on the screen and on paper.
 */
export type Paise = number

/** Are these rupees whole paise? At most two decimals, allowing for floating point's error. */
export function isAmount(rupees: number): boolean {
  const paise = Math.round(rupees * 100)
  return Number.isSafeInteger(paise) && Math.abs(paise / 100 - rupees) <= 1e-6
}

/**
 * Is what a caller sent 0, or at least one of the steps in which it is stored, `perUnit` to a unit? `isAmount` and `isFineEnough` allow for floating point's error, so 1e-9
 * would pass as more than 0 and be stored as 0.
 */
export const isStored = (sent: number, perUnit: number): boolean => sent === 0 || Math.round(sent * perUnit) !== 0

/** Rupees with at most two decimals -> paise. Throws RangeError on NaN, infinities and more than two decimals. */
export function toPaise(rupees: number): Paise {
  if (!isAmount(rupees)) throw new RangeError(`not an amount of rupees: ${rupees}`)
  return Math.round(rupees * 100)
}

/** Paise -> the number of rupees that JSON carries. */
export const toRupees = (paise: Paise): number => paise / 100

/** `Rs. 1,240.00` for the screen (SPEC §9, SCREENS G9): Indian grouping, two decimals. Negative amounts carry a minus sign before "Rs.". */
export function formatPaise(paise: Paise): string {
  const text = groupedRupees(Math.abs(paise) / 100)
  return `${paise < 0 ? '−' : ''}Rs. ${text}`
}

/** `formatPaise` for an amount that is in rupees, as JSON has it. */
export const formatRupees = (rupees: number): string => formatPaise(Math.round(rupees * 100))

/** `1240.00`: ungrouped, for paper and CSV (SCREENS G9). */
export const plainPaise = (paise: Paise, decimals = 2): string => (paise / 100).toFixed(decimals)

/** `1,24,000.50`: rupees in Indian grouping, without the unit. */
export const groupedRupees = (rupees: number): string => inIndianGroups(rupees.toFixed(2))
/** `1,24,000`: the same for whole rupees. */
export const groupedWholeRupees = (rupees: number): string => inIndianGroups(rupees.toFixed(0))

/** Is it a percentage that can be used exactly as written (at most three decimals, `percentOf`)? Then the rate on the bill is the rate applied. */
export const isPercent = (percent: number): boolean => Math.round(percent * 1000) / 1000 === percent

/** amount × percent / 100, rounded half up to the paisa. At most three decimals in the percentage; the amount must not be negative. */
export function percentOf(paise: Paise, percent: number): Paise {
  return halfUp(paise * Math.round(percent * 1000), 100_000)
}

/** n / d rounded half up for n >= 0, d > 0, in integers. */
export function halfUp(n: number, d: number): number {
  return Math.floor((2 * n + d) / (2 * d))
}

/**
 * Splits `total` in proportion to `weights`, in whole paise; the remainder goes to the largest weight (the first of equals), so the parts always add up to
 * `total` (CONTRACT §5, discount). Without weights, or with all zero: all zeros.
 */
export function spread(total: Paise, weights: readonly number[]): Paise[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum === 0) return weights.map(() => 0)
  const parts = weights.map((w) => Number((BigInt(total) * BigInt(w)) / BigInt(sum)))
  const left = total - parts.reduce((a, b) => a + b, 0)
  const largest = weights.indexOf(Math.max(...weights))
  parts[largest] = (parts[largest] ?? 0) + left
  return parts
}

/** Splits a bill into `ways` equal shares in whole paise; the last share gets the remainder (SCREENS J6). `ways` is at least 1. */
export function splitEvenly(total: Paise, ways: number): Paise[] {
  const each = Math.floor(total / ways)
  return Array.from({ length: ways }, (_, i) => (i === ways - 1 ? total - each * (ways - 1) : each))
}
