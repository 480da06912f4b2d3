import type { OrderShape } from '#domain/api/order.ts'
import { whyGstinStays } from '#domain/paid.ts'
import { useCommand } from '#web/core/query.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import type { Customer, Party } from './CustomerSheet.tsx'
import { type DraftActions, type DraftMeta, NO_DETAILS } from './drafts.ts'

/** The customer's details for the sheet: as typed on this device, or else as the order has them, or else those of the guests who were seated. */
export const customerFields = (order: OrderShape | null, typed: Partial<DraftMeta> = {}, seated: Party | null = null): Customer => ({
  customer_name: typed.customer_name ?? order?.customer_name ?? seated?.customer_name ?? '',
  mobile_number: typed.mobile_number ?? order?.mobile_number ?? '',
  // One that was typed too late for the bill would be refused with everything else.
  customerGstin: (order && whyGstinStays(order) ? null : typed.customerGstin) ?? order?.customerGstin ?? '',
  deliveryAddress: typed.deliveryAddress ?? order?.deliveryAddress ?? '',
  guests: typed.guests ?? order?.guests ?? seated?.guests ?? null,
  additionalNote: typed.additionalNote ?? order?.additionalNote ?? '',
})

/** Saves them for an open order. Rejects with the server's refusal, such as that a paid bill keeps its GST number. */
export function useSaveCustomer(): (orderId: string, next: Customer) => Promise<void> {
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
}): { value: Customer; seated: Party | null; save: (next: Customer) => Promise<void> } {
  const saveOf = useSaveCustomer()
  const seated = entry?.seated ?? null
  const value = customerFields(order, meta, seated)
  /** What was typed. A copy of what the booking says would stay on this device after these guests, and stand on the order of the next. */
  const typed = (next: Customer) =>
    (Object.keys(next) as (keyof Customer)[])
      .filter((name) => meta[name] !== undefined || next[name] !== value[name])
      .map((name) => [name, next[name] ?? undefined])
  return {
    value,
    seated,
    save: async (next) => {
      if (!order) return edit.setMeta({ ...base, ...Object.fromEntries(typed(next)) })
      await saveOf(order._id, next)
      // What was typed here before must neither hide the order's nor be sent over it.
      edit.setMeta(NO_DETAILS)
    },
  }
}
