import { useMemo } from 'react'
import { whyGstinStays } from '#domain/paid.ts'
import CustomerSheet from './CustomerSheet.tsx'
import { tableKey, useDraft } from './drafts.ts'
import type { TableCustomerProps } from './TableCustomer.tsx'
import { useCustomer } from './useCustomer.ts'

/** Who sits at a table and the note of its order. For an open order it is saved at once, otherwise kept for its first ticket. */
export default function TableCustomerSheet({ tableId, tableNumber, order, entry, label, field, onClose }: TableCustomerProps) {
  const key = tableKey(tableId)
  const base = useMemo(
    () => ({ tableId, ...(tableNumber ? { tableNumber } : {}), orderId: order?._id ?? null }),
    [tableId, tableNumber, order?._id],
  )
  const edit = useDraft(key, base)
  const { value, seated, save } = useCustomer({ order, meta: edit.meta, base, edit, entry })
  return (
    <CustomerSheet
      title={label}
      about={{ orderId: order?._id ?? null, draftKey: key }}
      field={field}
      value={value}
      seated={seated}
      orderType="Dine In"
      gstinStays={order && whyGstinStays(order)}
      onSave={save}
      onClose={onClose}
    />
  )
}
