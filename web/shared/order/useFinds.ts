import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { apiQuery } from '#web/core/query.ts'
import { useMay } from '#web/core/may.ts'
import { finds, isTable } from './finds.ts'

/** `finds` for open orders. A search for T8, which was merged into T7, finds the order of T7, because T8's guests are on it. */
export function useFinds(asked: string): (order: OrderShape, search: string) => boolean {
  const enabled = useMay('GET /tables').ok && asked.trim() !== ''
  const tables = useQuery({ ...apiQuery('GET /tables'), enabled }).data?.tables
  return useMemo(() => {
    const merged = (tables ?? []).filter(({ mergedInto }) => mergedInto !== null)
    return (order, search) =>
      finds(order, search) || merged.some(({ mergedInto, tableNumber }) => mergedInto === order.tableId && isTable(tableNumber, search))
  }, [tables])
}
