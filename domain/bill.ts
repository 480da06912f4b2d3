import type { OrderItem, OrderShape } from './api/order.ts'
import type { RestaurantShape } from './api/restaurant.ts'
import { chargesOf } from './charges.ts'
import { type Paise, toPaise } from './money.ts'
import { rateRows, TAX_IN_PRICES } from './tax.ts'
import { ratesOf } from './taxRates.ts'
import { paperTime, wallClock } from './time.ts'

/**
 * The content of a bill, for every paper: the thermal receipt (domain/print/bill.ts) and the A4 page (web/invoices) only lay it out. The JSON shapes have
 * rupees; this module returns paise. All totals come from the server; only the taxable values are computed, by the pricing's own function.
 */

/** The fields of a line that are printed on a bill. */
export type BillItem = Pick<
  OrderItem,
  | 'itemName'
  | 'printName'
  | 'quantity'
  | 'amount'
  | 'isAlcohol'
  | 'gstRate'
  | 'taxIncluded'
  | 'variants'
  | 'addonGroups'
  | 'additionalItemNote'
  | 'status'
>
export type BillOrder = Pick<
  OrderShape,
  | 'totalPrice'
  | 'discount'
  | 'discountTitle'
  | 'additionalCharges'
  | 'taxPercentages'
  | 'roundOff'
  | 'grandTotal'
  | 'payments'
  | 'paymentStatus'
  | 'paymentMethod'
  | 'refund'
  | 'orderType'
  | 'tableNumber'
  | 'customer_name'
  | 'mobile_number'
  | 'customerGstin'
  | 'deliveryAddress'
  | 'billNumber'
  | 'invoiceNumber'
  | 'biller'
  | 'createdAt'
  | 'completedAt'
  | 'billPrintedAt'
  | 'lastPrinted'
  | 'orderStatus'
  | 'additionalNote'
  | 'specialInstructions'
> & { kots: { items: BillItem[] }[] }

/** A label and an amount in paise. */
export type BillRow = { label: string; amount: Paise }

export const DECLARATION = 'Composition taxable person, not eligible to collect tax on supplies'
export type DocumentKind = 'TAX INVOICE' | 'BILL OF SUPPLY' | 'BILL'

const given = (number: string | null | undefined): boolean => !!number?.trim() && number.trim().toUpperCase() !== 'N/A'

/**
 * The kind of document (CONTRACT §9 "Invoices"): a tax invoice for a restaurant with a GSTIN; a bill of supply for an order made under the composition scheme,
 * even if the restaurant has left the scheme since; a plain bill without a GSTIN.
 */
export const documentKind = (order: Pick<BillOrder, 'taxPercentages'>, restaurant: Pick<RestaurantShape, 'gstNumber'>): DocumentKind =>
  !given(asIssued(order, restaurant).gstNumber) ? 'BILL' : order.taxPercentages.composition ? 'BILL OF SUPPLY' : 'TAX INVOICE'

/** The restaurant with the name, address and numbers that it had when it issued the bill; before the bill has a number, those of today. */
export function asIssued<R extends { gstNumber?: string }>(
  { taxPercentages: { issued } }: Pick<BillOrder, 'taxPercentages'>,
  restaurant: R,
): R {
  if (!issued) return restaurant
  const { at: _, date: _date, ...outlet } = issued
  return { ...restaurant, ...outlet }
}

/** The outlet's registrations that are given, with their names: `['GSTIN', '36…']`. */
export const legalNumbers = (restaurant: Pick<RestaurantShape, 'gstNumber' | 'fssaiNumber' | 'vatNumber'>): [string, string][] =>
  (
    [
      ['GSTIN', restaurant.gstNumber],
      ['FSSAI', restaurant.fssaiNumber],
      ['VAT', restaurant.vatNumber],
    ] satisfies [string, string][]
  ).filter(([, number]) => given(number))

/** `0042`; '-' before it has a number. */
export const billNumberText = (billNumber: number | null): string => (billNumber === null ? '-' : String(billNumber).padStart(4, '0'))

/** The code of what a restaurant sells, for GST: restaurant service. */
export const SAC = '996331'

/** `Revision 2 of 0042, 21:02` on a bill that changed after it had been printed (CONTRACT §9 "Printed"); '' on any other. */
export function revisionText(
  { lastPrinted, billNumber }: Pick<BillOrder, 'lastPrinted' | 'billNumber'>,
  { timezone }: Pick<RestaurantShape, 'timezone'>,
): string {
  if (!lastPrinted?.revision) return ''
  return `Revision ${lastPrinted.revision} of ${billNumberText(billNumber)}, ${wallClock(new Date(lastPrinted.at), timezone).time}`
}

/**
 * When the bill got its number, as UTC: the date of the invoice (CONTRACT §9). Older bills, for which this was not kept, have the time of their first print or else of their settlement; a bill without a
 * number has the time of the order.
 */
export const issueOf = ({ taxPercentages: { issued }, lastPrinted, billPrintedAt, completedAt, createdAt }: BillOrder): string =>
  issued?.at ?? lastPrinted?.issuedAt ?? billPrintedAt ?? completedAt ?? createdAt

/**
 * The head of a bill; '' where a field has no value. `at` is its date, a UTC ISO instant: by default when it got its number. The guest is named if
 * `showCustomerDetails` is on, and always on a delivery, because the rider needs the name, and on a bill with the guest's GST number.
 */
export function billFacts(order: BillOrder, { printSettings, timezone }: Pick<RestaurantShape, 'printSettings' | 'timezone'>, at?: string) {
  // A waiting print job, or a receipt on a guest’s phone, may be older than this field.
  const gstin = order.customerGstin ?? ''
  const shown = printSettings.showCustomerDetails || order.orderType === 'Delivery'
  return {
    bill: billNumberText(order.billNumber),
    invoice: order.invoiceNumber ?? '',
    date: (at === undefined && order.taxPercentages.issued?.date) || paperTime(new Date(at ?? issueOf(order)), timezone),
    table: order.tableNumber ?? '',
    type: order.orderType || 'Dine In',
    biller: order.biller ?? '',
    customer: shown || gstin ? (order.customer_name ?? '') : '',
    mobile: shown ? (order.mobile_number ?? '') : '',
    gstin,
    address: order.orderType === 'Delivery' ? order.deliveryAddress : '',
  }
}

/** Notes about the whole order, each once. */
export const orderNotes = (order: Pick<BillOrder, 'additionalNote' | 'specialInstructions'>): string[] => [
  ...new Set([order.additionalNote, order.specialInstructions].map((n) => n.trim()).filter(Boolean)),
]

/** A line's variants, then its addons: `6 Pcs`, `+ Cheese Slice`, `+ Egg x2`. */
export const modifiers = (item: Pick<BillItem, 'variants' | 'addonGroups'>): string[] => [
  ...item.variants.map((v) => v.name),
  ...item.addonGroups.flatMap((g) => g.addons.map((a) => `+ ${a.name}${a.quantity > 1 ? ` x${a.quantity}` : ''}`)),
]

/** Items of one kind, which have their own subtotal on paper. `title` is null for what is not alcohol: it needs no heading. */
export type Section<I extends BillItem> = { title: string | null; items: I[]; subtotal: Paise }

/** The items that are not cancelled: food first, then, in a section of its own, alcohol. Identical lines stay separate, as ordered. */
export function sections<I extends BillItem>(kots: readonly { items: readonly I[] }[]): Section<I>[] {
  const items = kots.flatMap((kot) => kot.items).filter(({ status }) => status !== 'Cancelled')
  const section = (title: string | null, isAlcohol: boolean): Section<I> => {
    const own = items.filter((item) => item.isAlcohol === isAlcohol)
    return { title, items: own, subtotal: own.reduce((sum, item) => sum + toPaise(item.amount), 0) }
  }
  return [section(null, false), section('Alcohol', true)].filter((one) => one.items.length > 0)
}

/**
 * The rows from the subtotal to the rounding; the total that they add up to is the order's own. "Taxable" rows only inform: they are part of the subtotal. A
 * tax that is not above 0 is left out, with its taxable value (SPEC §5).
 */
export function totalRows(order: BillOrder): (BillRow & { informs?: boolean })[] {
  const { serviceCharge } = order.taxPercentages
  const charges = order.additionalCharges
  const row = (label: string, rupees: number): BillRow => ({ label, amount: toPaise(rupees) })
  return [
    row('Subtotal', order.totalPrice),
    ...(order.discount > 0 ? [row(order.discountTitle ? `Discount ${order.discountTitle}` : 'Discount', -order.discount)] : []),
    ...(charges.taxIncluded ? [row(TAX_IN_PRICES, -charges.taxIncluded)] : []),
    ...chargesOf(order).flatMap(({ name, amount }) => (amount > 0 ? [{ label: name, amount }] : [])),
    ...ratesOf(order).flatMap((rate) => [
      ...(rate.amount > 0 ? [{ label: `Taxable at ${rate.tax.toUpperCase()} ${rate.rate}%`, amount: rate.taxable, informs: true }] : []),
      ...rateRows(rate),
    ]),
    ...(charges.serviceCharge > 0 ? [row(`Voluntary service charge ${serviceCharge}%`, charges.serviceCharge)] : []),
    ...(order.roundOff ? [row('Round off', order.roundOff)] : []),
  ]
}

/** What was received by each method, what is left to pay of a partly paid bill, and what was given back. */
export function paymentRows(order: BillOrder): BillRow[] {
  const total = toPaise(order.grandTotal)
  const paid: BillRow[] = order.payments.map(({ method, amount }) => ({ label: `Paid by ${method}`, amount: toPaise(amount) }))
  // After a refund `payments` is empty, but the bill still shows how it was paid.
  if (paid.length === 0 && (order.paymentStatus === 'paid' || order.refund) && order.paymentMethod)
    paid.push({ label: order.paymentMethod === 'Split' ? 'Paid' : `Paid by ${order.paymentMethod}`, amount: total })
  const left = total - order.payments.reduce((sum, { amount }) => sum + toPaise(amount), 0)
  return [
    ...paid,
    ...(order.paymentStatus === 'partial' && left > 0 ? [{ label: 'Left to pay', amount: left }] : []),
    ...(order.refund ? [{ label: 'Refunded', amount: toPaise(order.refund.amount) }] : []),
  ]
}
