import { randomId } from '#domain/ids.ts'
import { billKey, type PurchaseLine, sumOf, supplierKey } from '#domain/purchase.ts'
import { addDays } from '#domain/time.ts'
import type { purchases } from '#worker/db/outlets.ts'
import type { StockRows } from './stock.ts'

type Row = typeof purchases.$inferInsert

/** Who brings what, by the category of the material; what else is bought comes from the market, without a bill. */
const SUPPLIERS: Record<string, { name: string; bills: number }> = {
  Vegetables: { name: 'Verma Vegetables', bills: 2410 },
  'Meat & eggs': { name: 'Al-Kabeer Meats', bills: 871 },
  Dairy: { name: 'Jersey Dairy', bills: 15_302 },
  Bakery: { name: 'Karachi Bakers', bills: 664 },
  'Dry stores': { name: 'Metro Wholesale', bills: 90_417 },
}
/** For how many days back the deliveries are booked by their bills. */
const DAYS = 7

/** The bills of the deliveries of the last days: each supplier's lots of a day on one bill, which their rows in the ledger name. Changes `stock`. */
export function makePurchases(
  restaurantId: string,
  stock: StockRows,
  { today, receiptImage }: { today: string; receiptImage: string },
): Row[] {
  const category = new Map(stock.rawMaterials.map((material) => [material.id, material.category]))
  const expiry = new Map(stock.stocks.map((lot) => [lot.id, lot.expiryDate ?? null]))
  const from = addDays(today, -DAYS)
  const delivered = stock.stockMoves.filter(
    ({ kind, businessDate, rawMaterialId }) =>
      kind === 'purchase' && businessDate >= from && (category.get(rawMaterialId) ?? '') in SUPPLIERS,
  )
  const bills = Map.groupBy(delivered, ({ businessDate, rawMaterialId }) => `${businessDate} ${category.get(rawMaterialId)}`)
  return [...bills]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, moves], n) => {
      const { name: supplier, bills: first } = SUPPLIERS[key.slice(11)]!
      const [billDate, billNumber] = [key.slice(0, 10), String(first + 3 * n)]
      const { at, by } = moves[0]!
      for (const move of moves) move.reason = `${supplier}, bill ${billNumber}`
      const lines = moves.map(({ rawMaterialId, delta, unitCost, lots }): PurchaseLine => {
        const lot = lots?.[0]?.[0] ?? ''
        return {
          lot,
          rawMaterialId,
          quantity: delta,
          amount: Math.round(((unitCost ?? 0) * delta) / 1000),
          unitCost: unitCost ?? null,
          expiryDate: expiry.get(lot) ?? null,
        }
      })
      return {
        id: randomId(Date.parse(at)),
        restaurantId,
        supplier,
        supplierKey: supplierKey(supplier),
        billNumber,
        billKey: billKey(supplier, billNumber, billDate),
        billDate,
        receiptImage,
        note: '',
        ...sumOf(lines.map((line) => line.amount)),
        lines,
        by: by ?? '',
        createdAt: at,
      }
    })
}
