/** Checks of the numbers that Indian law requires of a restaurant, and of its address for payments. */

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * A GST number: state, the PAN of its holder, which registration of theirs, Z, and a check character over the first fourteen (Luhn modulo 36), which reveals
 * typing mistakes. Capitals only.
 */
export function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text)) return false
  const sum = [...text.slice(0, 14)].reduce((total, character, i) => {
    const product = CHARACTERS.indexOf(character) * (i % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return CHARACTERS[(36 - (sum % 36)) % 36] === text[14]
}

/** A number as it is stored: certificates print it in groups, with spaces or hyphens between them. */
export const ungrouped = (text: string): string => text.replace(/[\s-]+/g, '').toUpperCase()

/** An FSSAI licence number: 14 digits. */
export const isFssaiNumber = (text: string): boolean => /^\d{14}$/.test(text)

/** A UPI ID, `name@bank`. */
export const isUpiId = (text: string): boolean => /^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9]{1,63}$/i.test(text)
