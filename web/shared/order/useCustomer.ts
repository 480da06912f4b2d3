import type { OrderShape } from '#domain/api/order.ts'
import { filling } from '#domain/orderDetails.ts'
import { whyGstinStays, whyNameStays } from '#domain/paid.ts'
import { useCommand } from '#web/core/query.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import type { Customer, Party } from './CustomerSheet.tsx'
import { detailsOf, type DraftActions, type DraftMeta, NO_DETAILS } from './drafts.ts'

/**
 * The customer's details for the sheet: as typed on this device, or else as the order has them, or else those of the guests who were seated. What was typed
 * before the order was there is shown as the server would take it: it fills what the order doesn't have, and the notes stand together.
 */
export const customerFields = (order: OrderShape | null, typed: Partial<DraftMeta> = {}, seated: Party | null = null): Customer => {
  const known = order && (typed.unseen || typed.orderId !== order._id) ? filling(order, typed) : typed
  const text = (name: Exclude<keyof Customer, 'guests'>, otherwise = '') => known[name] ?? order?.[name] ?? otherwise
  return {
    customer_name: order && whyNameStays(order) ? order.customer_name : text('customer_name', seated?.customer_name),
    mobile_number: text('mobile_number'),
    // One that was typed too late for the bill would be refused with everything else.
    customerGstin: order && whyGstinStays(order) ? order.customerGstin : text('customerGstin'),
    deliveryAddress: text('deliveryAddress'),
    guests: known.guests ?? order?.guests ?? seated?.guests ?? null,
    additionalNote: text('additionalNote'),
  }
}

/** Saves them for an open order. Rejects with the server's refusal, such as that a paid bill keeps its GST number. */
export function useSaveCustomer(): (orderId: string, next: Partial<Customer>) => Promise<void> {
  const update = useCommand('PUT /pos/order', { quiet: true })
  return async (orderId, next) => {
    await update.mutateAsync({ body: { orderId, orderData: next } })
  }
}

/** The order's customer. For an open order it is saved at once, otherwise sent with the first ticket. */
export function useCustomer({
  order,
  meta,
  base,
  edit,
  entry,
}: {
  order: OrderShape | null
  meta: DraftMeta
  base: Partial<DraftMeta>
  edit: DraftActions
  /** The table, if it is the order of one. */
  entry?: FloorTable
}): { value: Customer; seated: Party | null; save: (changed: Partial<Customer>) => Promise<void> } {
  const saveOf = useSaveCustomer()
  const seated = entry?.seated ?? null
  const value = customerFields(order, meta, seated)
  return {
    value,
    seated,
    save: async (changed) => {
      // A copy of what the booking says would stay on this device after these guests, and stand on the order of the next.
      const { guests, ...texts } = changed
      if (!order) return edit.setMeta({ ...base, ...texts, ...(guests !== undefined && { guests: guests ?? undefined }) })
      const before = detailsOf(meta)
      const typed = Object.entries(value).filter(([name, now]) => name in before && now !== order[name as keyof Customer])
      await saveOf(order._id, { ...Object.fromEntries(typed), ...changed })
      // What was typed here before must neither hide the order's nor be sent over it.
      edit.setMeta(NO_DETAILS)
    },
  }
}
