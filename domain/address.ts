/** Splits `Plot 14, DLF Road, Gachibowli, Hyderabad, Telangana 500032` at its commas, without the PIN code. */
const partsOf = (address: string): string[] =>
  address
    .split(',')
    .map((part) => part.replace(/\b\d{3}\s?\d{3}\b/g, '').trim())
    .filter(Boolean)

/** The city of an Indian address, in which the state comes last: Hyderabad. */
export function cityOf(address: string): string {
  const parts = partsOf(address)
  return (parts.length >= 3 ? parts.at(-2) : parts.at(-1)) ?? ''
}

/** The area and city: `Gachibowli, Hyderabad`. */
export function areaOf(address: string): string {
  const parts = partsOf(address)
  return (parts.length >= 3 ? parts.slice(-3, -1) : parts).join(', ')
}
