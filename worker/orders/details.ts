import type { Order, OrderType } from '#domain/order.ts'

/** Details that may change while an order is pending. */
export type Details = {
  customer_name?: string
  mobile_number?: string
  customerGstin?: string
  deliveryAddress?: string
  guests?: number | null
  additionalNote?: string
  specialInstructions?: string
  orderType?: OrderType
  serviceChargeAccepted?: boolean
  /** null removes the offer. */
  offerId?: string | null
  /** As typed, in capitals. */
  offerCode?: string
}

const differs = (known: string, typed = ''): boolean => known !== '' && typed !== '' && known !== typed

/** Details that fill only what an order doesn't have; its note is already one with the order's. */
export function filling(order: Order, d: Details): Details {
  // A name and a number belong to one customer.
  const isOther = differs(order.customerName, d.customer_name) || differs(order.mobileNumber, d.mobile_number)
  return {
    ...d,
    customer_name: isOther ? undefined : order.customerName || d.customer_name,
    mobile_number: isOther ? undefined : order.mobileNumber || d.mobile_number,
    customerGstin: order.customerGstin || d.customerGstin,
    guests: order.guests ?? d.guests,
    specialInstructions: order.specialInstructions || d.specialInstructions,
  }
}
