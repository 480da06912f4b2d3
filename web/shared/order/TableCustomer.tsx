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

const load = () => import('./TableCustomerSheet.tsx')
const sheet = createPart(load)

/**
 * Guests, name, mobile and the order's note of a table. Ask `why.change` before offering it for an order. If its script can't be loaded, which is said, it
 * closes: the next press tries again, and no page waits for a sheet that nobody sees.
 */
export function TableCustomer(props: TableCustomerProps) {
  const { onClose } = props
  useEffect(() => {
    sheet.fetch()
    void load().catch(onClose)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each press that asks for it
  }, [])
  return <sheet.Part {...props} />
}

/** Loads the sheet beside the page that offers it, so that it opens offline too. */
export const useTableCustomerLoaded = (): void => useEffect(() => sheet.fetch(), [])
