import type { RawMaterial as Material, Stock } from '#domain/api/inventory.ts'
import type { z } from 'zod'
import { fromThousandths, lotCost, lotState, STOCK_STATES, type StockState, stockStates, toThousandths } from '#domain/stock.ts'
import { counted } from '#domain/text.ts'

export type RawMaterial = z.infer<typeof Material>
export type Lot = z.infer<typeof Stock>

/** A material with its lots, the first to expire first, and its warnings. `value` is in rupees. */
export type StockRow = RawMaterial & { lots: Lot[]; states: StockState[]; expires: string | null; value: number }

/** A lot's value in paise. */
const worth = (lot: Lot, material: RawMaterial) => Math.round(lot.stockQuantity * lotCost(lot, material) * 100)

export function stockRows(materials: readonly RawMaterial[], lots: readonly Lot[], today: string): StockRow[] {
  const of = Map.groupBy(lots, (lot) => lot.rawMaterial._id)
  return materials.map((material) => {
    const own = of.get(material._id) ?? []
    return {
      ...material,
      lots: own,
      states: stockStates(material, own, today),
      expires: own.map((lot) => lot.expiryDate).find((date) => date !== null) ?? null,
      value: own.reduce((sum, lot) => sum + worth(lot, material), 0) / 100,
    }
  })
}

/** Sorts by urgency, then by what expires first. */
export const urgency = ({ states: [first], expires }: StockRow): string => `${STOCK_STATES.indexOf(first ?? 'ok')}${expires ?? '9999'}`

/** The groups of the strip: several states make "Expiring". */
export const GROUPS = ['out', 'low', 'expiring'] as const
export type Group = (typeof GROUPS)[number]
export const isIn = ({ states }: StockRow, group: Group): boolean =>
  states.includes(group) || (group === 'expiring' && states.includes('expired'))

/** A sum or difference of quantities without the tail that floating point leaves: thousandths are the finest that is counted. */
export const exact = (quantity: number): number => fromThousandths(toThousandths(quantity))

/** `4.2 kg`, `1,23,456 g`: grouped as money is. */
export const quantityText = (quantity: number, unit: string): string => `${counted(exact(quantity))} ${unit}`

/** The lots of a material that are expired or about to be, for the drawer's chip: how much must be used by when. */
export function urgentLot({ lots }: StockRow, today: string): { lot: Lot; state: 'expired' | 'expiring' } | null {
  for (const lot of lots) {
    const state = lotState(lot.expiryDate, today)
    if (state !== 'ok') return { lot, state }
  }
  return null
}

/** A price that is three times the usual one or a third of it, in rupees a unit: often the sum of the bill, or the price of another unit. */
export const isUnusual = (price: number | null, usual: number): boolean =>
  price !== null && price > 0 && usual > 0 && (price >= usual * 3 || price <= usual / 3)

/** The materials that ran out by a change: dishes use them, there was some before, and there is none now. */
export const ranOut = (before: readonly RawMaterial[], after: readonly RawMaterial[]): RawMaterial[] =>
  after.filter((now) => now.currentStock <= 0 && now.usedIn.length > 0 && (before.find((m) => m._id === now._id)?.currentStock ?? 0) > 0)
