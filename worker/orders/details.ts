import type { OrderType } from '#domain/order.ts'

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
