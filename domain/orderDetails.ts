import type { OrderShape } from './api/order.ts'
import { whyGstinStays, whyNameStays } from './paid.ts'

/** What is known of the customer of an order, and of what they wish. */
export type CustomerDetails = {
  customer_name?: string
  mobile_number?: string
  customerGstin?: string
  guests?: number | null
  additionalNote?: string
  specialInstructions?: string
}
type Known = Pick<
  OrderShape,
  'customer_name' | 'mobile_number' | 'customerGstin' | 'guests' | 'additionalNote' | 'specialInstructions' | 'billNumber' | 'paymentStatus'
>

/**
 * An order's note with another one: the earlier note may tell of an allergy, so all of it stays. One that begins with the earlier note and a comma or the like
 * replaces it (not `No nuts are a problem`), and one that is part of it already changes nothing.
 */
export const joinedNote = (before: string, added: string): string =>
  !before || (added.startsWith(before) && /^[,;.\n]/.test(added.slice(before.length)))
    ? added
    : before === added || before.split('; ').includes(added)
      ? before
      : `${before}; ${added}`

const differs = (known: string, typed = ''): boolean => known !== '' && typed !== '' && known !== typed

/**
 * Details that were typed for a table whose order was not seen: they fill only what the order doesn't have, and the notes stand together. The
 * server takes them like this, and the customer sheet shows them like this before.
 */
export function filling<T extends CustomerDetails>(order: Known, d: T): T {
  // A name, a number and a company belong to one customer.
  const isOther = differs(order.customer_name, d.customer_name) || differs(order.mobile_number, d.mobile_number)
  // A bill for which money was received would refuse it, and all else with it.
  const keepsGstin = isOther || whyGstinStays(order) !== null
  return {
    ...d,
    customer_name: isOther || whyNameStays(order) ? undefined : order.customer_name || d.customer_name,
    mobile_number: isOther ? undefined : order.mobile_number || d.mobile_number,
    customerGstin: keepsGstin ? undefined : order.customerGstin || d.customerGstin,
    guests: order.guests ?? d.guests,
    additionalNote: d.additionalNote ? joinedNote(order.additionalNote, d.additionalNote) : undefined,
    specialInstructions: order.specialInstructions || d.specialInstructions,
  }
}
