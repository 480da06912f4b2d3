/** The values of CONTRACT §3: statuses of items, orders and payments, order types, diets. */

export const ITEM_STATUSES = ['In Cart', 'Preparing', 'Ready', 'Served', 'Cancelled'] as const
export const ORDER_STATUSES = ['pending', 'completed', 'cancelled'] as const
export const PAYMENT_STATUSES = ['unpaid', 'partial', 'paid', 'refunded'] as const
export const ORDER_TYPES = ['Dine In', 'Take Away', 'Delivery'] as const
export const DIET_TYPES = ['veg', 'nonVeg', 'egg', 'vegan'] as const

export type ItemStatus = (typeof ITEM_STATUSES)[number]
export type OrderStatus = (typeof ORDER_STATUSES)[number]
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]
export type OrderType = (typeof ORDER_TYPES)[number]
export type DietType = (typeof DIET_TYPES)[number]

/** Reads an order type, ignoring case (CONTRACT §3); null for any other text. */
export function readOrderType(text: string): OrderType | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
  return ORDER_TYPES.find((t) => t.toLowerCase().replace(' ', '') === plain) ?? null
}

/** What makes a printed bill cheaper (printed.ts). */
export const PRINT_CHANGES = ['cancellation', 'discount', 'serviceCharge', 'charges', 'merge', 'unmerge'] as const

/** What people write about an order and its customer, by the names that calls have for it. */
export const ORDER_DETAILS = [
  'customer_name',
  'mobile_number',
  'customerGstin',
  'deliveryAddress',
  'guests',
  'additionalNote',
  'specialInstructions',
] as const
