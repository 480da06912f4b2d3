import type { OrderShape } from '#domain/api/order.ts'
import { useCommand } from '#web/core/query.ts'
import type { Customer } from './CustomerSheet.tsx'
import { type DraftActions, type DraftMeta, NO_DETAILS } from './drafts.ts'

/** The customer's details for the sheet: as typed on this device, or else as the order has them. */
export const customerFields = (order: OrderShape | null, typed: Partial<DraftMeta> = {}): Customer => ({
  customer_name: typed.customer_name ?? order?.customer_name ?? '',
  mobile_number: typed.mobile_number ?? order?.mobile_number ?? '',
  customerGstin: typed.customerGstin ?? order?.customerGstin ?? '',
  deliveryAddress: typed.deliveryAddress ?? order?.deliveryAddress ?? '',
  guests: typed.guests ?? order?.guests ?? null,
  additionalNote: typed.additionalNote ?? order?.additionalNote ?? '',
})

/** Saves them for an open order. Rejects with the server's refusal, such as that a paid bill keeps its GST number. */
export function useSaveCustomer(): (orderId: string, next: Customer) => Promise<void> {
  const update = useCommand('PUT /pos/order', { quiet: true })
  return async (orderId, next) => {
    await update.mutateAsync({ body: { orderId, orderData: { ...next, guests: next.guests ?? undefined } } })
  }
}

/** The order's customer. For an open order it is saved at once, otherwise sent with the first ticket. */
export function useCustomer({
  order,
  meta,
  base,
  edit,
}: {
  order: OrderShape | null
  meta: DraftMeta
  base: Partial<DraftMeta>
  edit: DraftActions
}): { value: Customer; save: (next: Customer) => Promise<void> } {
  const saveOf = useSaveCustomer()
  return {
    value: customerFields(order, meta),
    save: async (next) => {
      if (!order) return edit.setMeta({ ...base, ...next, guests: next.guests ?? undefined })
      await saveOf(order._id, next)
      // What was typed here before must neither hide the order's nor be sent over it.
      edit.setMeta(NO_DETAILS)
    },
  }
}
