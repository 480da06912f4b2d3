/** States of India, by what their names begin with; and other countries' two letters, also before a number: `MH`, `NY 10118`. */
const STATE =
  /^([A-Z]{2}( \d+)?|(andhra|arunachal|himachal|madhya|uttar) pradesh|assam|bihar|chhattisgarh|goa|gujarat|haryana|jharkhand|karnataka|kerala|maharashtra|manipur|meghalaya|mizoram|nagaland|odisha|punjab|rajasthan|sikkim|tamil ?nadu|telangana|tripura|uttarakhand|west bengal|andaman.*|dadra.*|jammu.*|ladakh|lakshadweep)$/i
/** Territories that are called as their city is: `New Delhi, Delhi`. */
const CITY_STATE = /^(delhi|chandigarh|puducherry)$/i

/** Splits `Plot 14, DLF Road, Gachibowli, Hyderabad, Telangana 500032, India` at its commas, without PIN code, country and state: nobody has to write them. */
function partsOf(address: string): string[] {
  const parts = address
    .split(',')
    .map((part) => part.replace(/\b\d{3}\s?\d{3}\b/g, '').trim())
    .filter(Boolean)
  if (parts.length > 1 && /^(india|bharat)$/i.test(parts.at(-1) ?? '')) parts.pop()
  const [before = '', last = ''] = parts.slice(-2)
  const isState = CITY_STATE.test(last) ? before.toLowerCase().includes(last.toLowerCase()) : STATE.test(last)
  if (parts.length > 1 && isState) parts.pop()
  return parts
}

/** The city of an address: Hyderabad. */
export const cityOf = (address: string): string => partsOf(address).at(-1) ?? ''

/** The area and city: `Gachibowli, Hyderabad`. */
export const areaOf = (address: string): string => partsOf(address).slice(-2).join(', ')
