import type { Paise } from './money.ts'

const SMALL =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const TENS = '- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
/** The Indian steps, the largest first. */
const STEPS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const

/** A whole number of 0 or more in Indian English words, with crores and lakhs: `Two Thousand One Hundred Fifty`. */
function numberInWords(n: number): string {
  for (const [size, name] of STEPS) {
    if (n < size) continue
    const rest = n % size
    return `${numberInWords(Math.floor(n / size))} ${name}${rest > 0 ? ` ${numberInWords(rest)}` : ''}`
  }
  if (n < 20) return SMALL[n] ?? ''
  return `${TENS[Math.floor(n / 10)]}${n % 10 > 0 ? ` ${SMALL[n % 10]}` : ''}`
}

/** An amount of 0 or more as Indian invoices spell it out: `Rupees Two Thousand One Hundred Fifty and Thirty Six Paise Only`. */
export function amountInWords(paise: Paise): string {
  const part = paise % 100
  return `Rupees ${numberInWords(Math.floor(paise / 100))}${part > 0 ? ` and ${numberInWords(part)} Paise` : ''} Only`
}
