import { formatPaise, type Paise } from './money.ts'
import type { Thousandths } from './stock.ts'
import { asSeen } from './text.ts'
import { dayText, financialYear } from './time.ts'

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

/** What a person changed of a bill after it was booked, in words: `Amount of Paneer from Rs. 13,000.00 to Rs. 1,300.00`. */
export type PurchaseCorrection = { by: string; at: string; changes: string[] }

/** What people type from a bill, beside what was bought. Amounts are in paise. */
export type BillTexts = {
  supplier: string
  billNumber: string
  billDate: string
  note: string
  receiptImage: string | null
  billTotal: Paise | null
  /** Of the lines, in their order. */
  amounts: readonly (Paise | null)[]
}

const money = (amount: Paise | null) => (amount === null ? 'none' : formatPaise(amount))
const day = (date: string) => dayText(date, { year: true })

/** What is different in a corrected bill, in words; `names` are the materials of the lines. */
export function correctionsOf(before: BillTexts, after: BillTexts, names: readonly string[]): string[] {
  const said = (what: string, from: string, to: string) => (from === to ? [] : [`${what} from ${from || 'none'} to ${to || 'none'}`])
  return [
    ...said('Supplier', before.supplier, after.supplier),
    ...said('Bill number', before.billNumber, after.billNumber),
    ...said('Bill date', day(before.billDate), day(after.billDate)),
    ...after.amounts.flatMap((amount, line) => said(`Amount of ${names[line]}`, money(before.amounts[line] ?? null), money(amount))),
    ...said('Total on the bill', money(before.billTotal), money(after.billTotal)),
    ...said('Note', before.note, after.note),
    ...(before.receiptImage === after.receiptImage ? [] : [after.receiptImage ? 'Another receipt' : 'Receipt removed']),
  ]
}

/** The sum of the lines that have an amount, and how many have none. */
export const sumOf = (amounts: readonly (Paise | null)[]): { amount: Paise; unpriced: number } => ({
  amount: amounts.reduce<Paise>((sum, amount) => sum + (amount ?? 0), 0),
  unpriced: amounts.filter((amount) => amount === null).length,
})

/** A supplier by which names are the same: without case, spaces and what can't be seen, in one spelling of each letter and dash. */
export const supplierKey = (supplier: string): string => asSeen(supplier.normalize('NFKC')).toLowerCase().replaceAll(' ', '')

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
