import type { Paise } from './money.ts'
import type { Thousandths } from './stock.ts'
import { financialYear } from './time.ts'

/**
 * A purchase: several materials from one supplier's bill. Each line becomes a lot of its own. What was bought stays in the purchase's row as it stood on the bill, whatever
 * becomes of the lots.
 */
export type PurchaseLine = {
  /** The lot that it made. */
  lot: string
  rawMaterialId: string
  quantity: Thousandths
  /** What the bill says for the line, in paise; null when nobody typed it. */
  amount: Paise | null
  unitCost: Paise | null
  expiryDate: string | null
}

/** A supplier by which names are the same: without case and spaces, in one spelling of each letter. */
export const supplierKey = (supplier: string): string => supplier.normalize('NFKC').toLowerCase().replace(/\s+/g, '')

/**
 * What may be booked only once: the supplier with the number of its bill, in the financial year of the bill's date, because suppliers begin their numbers anew each April. null
 * without a supplier or a number, as from a market.
 */
export function billKey(supplier: string, billNumber: string, billDate: string): string | null {
  const [who, number] = [supplierKey(supplier), supplierKey(billNumber)]
  return who && number ? JSON.stringify([who, number, financialYear(billDate)]) : null
}

/** What a unit cost, in whole paise, by the amount of a line. */
export const unitCostOf = (amount: Paise, quantity: Thousandths): Paise => Math.round((amount * 1000) / quantity)
