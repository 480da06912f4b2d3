import { groupedRupees, isAmount } from '#domain/money.ts'

const GROUPED = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$/
const PLAIN = /^\d*\.?\d*$/

/** What was typed as a number of rupees. Commas group, as in 1,24,000.50; null when empty, NaN when it is no amount of whole paise. */
export function parseAmount(text: string): number | null {
  const bare = text.replace(/^\s*(₹|rs\.?)/i, '').replace(/\s+/g, '')
  if (bare === '') return null
  if (!/\d/.test(bare) || !(PLAIN.test(bare) || GROUPED.test(bare))) return NaN
  const rupees = Number(bare.replaceAll(',', ''))
  return isAmount(rupees) ? rupees : NaN
}

/** A plain number, null when empty, NaN when it is none. */
export function parseNumber(text: string): number | null {
  const bare = text.trim()
  if (bare === '') return null
  return /^-?\d*\.?\d*$/.test(bare) && /\d/.test(bare) ? Number(bare) : NaN
}

/** `1,240.50`, as a field shows it. */
export const amountText = (rupees: number | null): string => (rupees === null || Number.isNaN(rupees) ? '' : groupedRupees(rupees))
export const numberText = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value))

/** A short list that is typed in one line, with commas. */
export const listText = (words: readonly string[]): string => words.join(', ')
export const parseList = (text: string): string[] => text.split(',').flatMap((word) => word.trim() || [])
