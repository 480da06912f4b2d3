import type { OrderShape } from '#domain/api/order.ts'
import { useCommand } from '#web/core/query.ts'
import type { Customer } from './CustomerSheet.tsx'
import type { DraftActions, DraftMeta } from './drafts.ts'

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
  const update = useCommand('PUT /pos/order', { quiet: true })
  return {
    value: {
      customer_name: meta.customer_name ?? order?.customer_name ?? '',
      mobile_number: meta.mobile_number ?? order?.mobile_number ?? '',
      customerGstin: meta.customerGstin ?? order?.customerGstin ?? '',
      deliveryAddress: meta.deliveryAddress ?? order?.deliveryAddress ?? '',
      guests: meta.guests ?? order?.guests ?? null,
      additionalNote: meta.additionalNote ?? order?.additionalNote ?? '',
    },
    save: async (next) => {
      if (!order) return edit.setMeta({ ...base, ...next, guests: next.guests ?? undefined })
      await update.mutateAsync({ body: { orderId: order._id, orderData: { ...next, guests: next.guests ?? undefined } } })
    },
  }
}
