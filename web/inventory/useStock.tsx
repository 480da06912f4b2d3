import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDates } from '#web/core/dates.ts'
import { ApiError } from '#web/core/api.ts'
import { apiQuery, queryClient, useCommand } from '#web/core/query.ts'
import { RanOutDialog, tookOver } from '#web/shared/menu/RanOut.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { exact, type RawMaterial, ranOut, stockRows } from './rows.ts'

/** The calls whose answers are out of date after any change of the stock, or of a material: conversions and recipes show its name and unit, purchases what is left. */
export const AFTER_A_CHANGE = [
  'GET /restaurant/inventory/raw-materials/all',
  'GET /restaurant/inventory/stocks/all',
  'GET /restaurant/inventory/raw-materials/:id/movements',
  'GET /restaurant/inventory/conversions',
  'GET /restaurant/inventory/purchases',
  'GET /restaurant/inventory/purchases/:id',
  'GET /menus/recipe',
] as const

/** Fetches them again, after a refusal that has newer stock or leaves open whether something was booked. */
export const readStockAgain = (): void => {
  for (const call of AFTER_A_CHANGE) void queryClient.invalidateQueries({ queryKey: [call] })
}

const materialsQuery = () => apiQuery('GET /restaurant/inventory/raw-materials/all')

/** The restaurant's calendar date. It changes at midnight while the page is open. */
export function useToday(): string {
  const dates = useDates()
  return dates.date(useNow())
}

/** The materials with their lots. Sales change them all evening, so they are asked again each minute while the page is open. */
export function useStock() {
  const today = useToday()
  const refetchInterval = 60_000
  const materials = useQuery({ ...materialsQuery(), refetchInterval })
  const lots = useQuery({ ...apiQuery('GET /restaurant/inventory/stocks/all'), refetchInterval })
  const rows = materials.data && lots.data ? stockRows(materials.data.rawMaterials, lots.data.stocks, today) : undefined
  return { query: materials.error ? materials : lots, rows }
}

/**
 * Books a count as the difference to `base`, the stock that the device showed when the figure was typed; at its next press of Save a count that got no answer is the
 * same command again. One of exactly what was shown is sent too: nothing is booked, but the books may have something else. Throws 409 `stock_changed` if they do, `unit_changed`
 * if they count in another unit than `unit` by now.
 */
export function useCount() {
  const correct = useCommand('POST /restaurant/inventory/raw-materials/:id', { quiet: true, invalidates: AFTER_A_CHANGE })
  return async (id: string, { quantity, base, unit }: { quantity: number; base: number; unit: string }): Promise<RawMaterial> => {
    const delta = exact(quantity - base)
    try {
      return (await correct.mutateAsync({ params: { id }, body: { delta, reason: 'Counted', stockWas: base, unit } })).rawMaterial
    } catch (error) {
      if (stockNow(error) !== null) readStockAgain()
      throw error
    }
  }
}

/** What the books have by now, if that is why a count was refused. */
export const stockNow = (error: unknown): number | null =>
  error instanceof ApiError && ['stock_changed', 'unit_changed'].includes(error.code)
    ? (error.details.rawMaterial as RawMaterial).currentStock
    : null

/** The materials as this device knows them now. */
export const known = (): readonly RawMaterial[] => queryClient.getQueryData(materialsQuery().queryKey)?.rawMaterials ?? []

/**
 * Asks about the dishes of materials that a change has used up. Call `check(after, before)` with the answer of the change and the materials as they were before it, and
 * render `dialog` in the page. `before` may be left out while the lists have not been fetched again.
 */
export function useRanOut() {
  const [gone, setGone] = useState<readonly RawMaterial[]>([])
  return {
    check: (after: readonly RawMaterial[], before = known()) => {
      const materials = ranOut(before, after)
      if (materials.length === 0) return
      tookOver(materials)
      setGone(materials)
    },
    dialog: gone.length > 0 ? <RanOutDialog materials={gone} onClose={() => setGone([])} /> : null,
  }
}
