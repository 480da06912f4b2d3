import { useEffect } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { createPart } from '#web/app/part.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'

/** Where typing begins in the sheet; with `guests` nowhere, so that no on-screen keyboard covers their number. */
export type CustomerField = 'guests' | 'additionalNote'

export type TableCustomerProps = {
  tableId: string
  tableNumber: string | null
  order: OrderShape | null
  entry?: FloorTable
  label: string
  field: CustomerField
  onClose: () => void
}

const sheet = createPart(() => import('./TableCustomerSheet.tsx'))

/** Guests, name, mobile and the order's note of a table. Ask `why.change` before offering it for an order. */
export const TableCustomer = sheet.Part

/** Loads the sheet beside the page that offers it, so that it opens offline too. */
export const useTableCustomerLoaded = (): void => useEffect(() => sheet.fetch(), [])
