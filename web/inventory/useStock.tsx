import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useDates } from '#web/core/dates.ts'
import { ApiError, messageOf } from '#web/core/api.ts'
import { apiQuery, isGone, queryClient, useCommand } from '#web/core/query.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { exact, type RawMaterial, ranOut, stockRows } from './rows.ts'

/** The calls whose answers are out of date after any change of the stock. */
export const AFTER_A_CHANGE = [
  'GET /restaurant/inventory/raw-materials/all',
  'GET /restaurant/inventory/stocks/all',
  'GET /restaurant/inventory/raw-materials/:id/movements',
] as const

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
  const client = useQueryClient()
  return async (id: string, { quantity, base, unit }: { quantity: number; base: number; unit: string }): Promise<RawMaterial> => {
    const delta = exact(quantity - base)
    try {
      return (await correct.mutateAsync({ params: { id }, body: { delta, reason: 'Counted', stockWas: base, unit } })).rawMaterial
    } catch (error) {
      if (stockNow(error) !== null) for (const call of AFTER_A_CHANGE) void client.invalidateQueries({ queryKey: [call] })
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
      if (materials.length > 0) setGone(materials)
    },
    dialog: gone.length > 0 ? <SoldOutDialog materials={gone} onClose={() => setGone([])} /> : null,
  }
}

/** SCREENS: "Used in 4 dishes (recipes) – Mark sold out?" */
function SoldOutDialog({ materials, onClose }: { materials: readonly RawMaterial[]; onClose: () => void }) {
  const dishes = [...new Map(materials.flatMap((m) => m.usedIn).map((dish) => [dish._id, dish])).values()]
  const [off, setOff] = useState<ReadonlySet<string>>(() => new Set(dishes.map((dish) => dish._id)))
  const [busy, setBusy] = useState(false)
  const command = useCommand('PATCH /menus/item/:id/availability', { quiet: true })
  const chosen = dishes.filter((dish) => off.has(dish._id))
  async function mark() {
    setBusy(true)
    const failed: string[] = []
    let why: unknown
    for (const dish of chosen) {
      try {
        await command.mutateAsync({ params: { id: dish._id }, body: { available: false } })
      } catch (error) {
        // A dish that was deleted is not on sale either.
        if (isGone(error)) continue
        failed.push(dish._id)
        why = error
      }
    }
    setBusy(false)
    if (failed.length === 0) {
      snack.success(`${plural(chosen.length, 'dish is', 'dishes are')} sold out`)
      return onClose()
    }
    // What failed stays ticked, so that the next press tries it again.
    setOff(new Set(failed))
    const names = chosen.filter(({ _id }) => failed.includes(_id)).map(({ name }) => name)
    snack.error(`Still on sale: ${names.join(', ')}. ${messageOf(why)}`)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      onCancel={onClose}
      title={`${materials.map((m) => m.name).join(', ')} ran out`}
      body={`Used in ${plural(dishes.length, 'dish', 'dishes')} (recipes). Mark ${dishes.length === 1 ? 'it' : 'them'} sold out?`}
      confirmLabel={chosen.length === dishes.length ? 'Mark sold out' : `Mark ${plural(chosen.length, 'dish', 'dishes')} sold out`}
      cancelLabel="Keep on sale"
      loading={busy}
      disabledReason={chosen.length === 0 ? 'Choose a dish' : null}
      onConfirm={() => void mark()}
    >
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {dishes.map((dish) => (
          <li key={dish._id}>
            <Checkbox
              label={dish.name}
              checked={off.has(dish._id)}
              onCheckedChange={(on) => setOff((old) => new Set(on ? [...old, dish._id] : [...old].filter((id) => id !== dish._id)))}
            />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
