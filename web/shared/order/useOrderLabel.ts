import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { isOpen } from '#domain/order.ts'
import { compareTableNumbers, tableLabel } from '#domain/table.ts'
import { apiQuery } from '#web/core/query.ts'
import { useMay } from '#web/core/may.ts'
import { orderLabel } from './label.ts'

type Named = Pick<OrderShape, 'tableId' | 'tableNumber' | 'orderType' | 'serialNumber' | 'orderStatus'>

/** `T7 + T8`: an open order's name with the tables that were merged into its own. An ended order has only its own table. */
export const togetherLabelOf = (order: Named, tables: readonly { tableNumber: string; mergedInto: string | null }[]): string => {
  const merged = order.tableId !== null && isOpen(order) ? tables.filter(({ mergedInto }) => mergedInto === order.tableId) : []
  return [orderLabel(order), ...merged.map((table) => tableLabel(table.tableNumber)).toSorted(compareTableNumbers)].join(' + ')
}

/** An order's name with the tables that were merged into its own, as the floor shows it: `T7 + T8`. `T7` alone while the tables are not loaded, and for people who may not see them. */
export function useOrderLabel(): (order: Named) => string {
  const tables = useQuery({ ...apiQuery('GET /tables'), enabled: useMay('GET /tables').ok }).data?.tables
  return useCallback((order) => (tables ? togetherLabelOf(order, tables) : orderLabel(order)), [tables])
}
