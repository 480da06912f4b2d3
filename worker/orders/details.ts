import type { OrderType } from '#domain/order.ts'
import type { CustomerDetails } from '#domain/orderDetails.ts'

/** Details that may change while an order is pending. */
export type Details = CustomerDetails & {
  deliveryAddress?: string
  orderType?: OrderType
  serviceChargeAccepted?: boolean
  /** For packing and delivery, in rupees; null is what the outlet asks. */
  charges?: { _id: string; amount: number | null }[]
  /** null removes the offer. */
  offerId?: string | null
  /** As typed, in capitals. */
  offerCode?: string
}
