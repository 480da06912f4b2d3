import { type ChargeRow, chargeRows, type OrderCharge } from './charges.ts'
import { halfUp, type Paise, percentOf, spread } from './money.ts'
import type { OrderType } from './statuses.ts'

/**
 * SPEC §9's percentages. An order copies them when it is first sent, so later changes of the settings never affect it. `composition`: the order was made under
 * the composition scheme, so gst and vat are 0 and its bill is a bill of supply (CONTRACT §9 "Invoices"). `charges`: for packing and delivery; missing where the
 * outlet has none.
 */
export type TaxPercentages = {
  gst: number
  vat: number
  serviceCharge: number
  composition?: boolean | undefined
  charges?: OrderCharge[] | undefined
}

/**
 * The facts of a bill's issue, kept when it gets its number: an invoice keeps its date and the outlet's details, whatever is printed later (CONTRACT §9
 * "Invoices"). `at`: UTC ISO; `date`: as printed (`invoiceTime`); '' for a number that the outlet doesn't have. Older bills have only the GSTIN.
 */
export type Issue = {
  at: string
  date?: string
  gstNumber: string
  establishment_name?: string
  address?: string
  fssaiNumber?: string
  vatNumber?: string
}

/** The percentages of an order, and the facts of its bill's issue. */
export type OrderTaxes = TaxPercentages & { issued?: Issue }

/**
 * What a restaurant's new orders are charged: its own percentages or, under the composition scheme (CGST Act, section 10), no tax. The service charge and the
 * charges for packing and delivery are no taxes and stay.
 */
export const chargedTaxes = (
  { gst, vat, serviceCharge }: TaxPercentages,
  { composition, charges }: { composition?: boolean | undefined; charges?: OrderCharge[] | undefined },
): TaxPercentages => ({
  ...(composition ? { gst: 0, vat: 0, serviceCharge, composition: true } : { gst, vat, serviceCharge }),
  ...(charges?.length && { charges }),
})

export type PricedLine = {
  /** Price of one, in paise: base + variants + addons × their quantity. */
  unitPrice: Paise
  quantity: number
  isAlcohol: boolean
  cancelled: boolean
}

export type PriceInput = {
  lines: readonly PricedLine[]
  taxPercentages: TaxPercentages
  /** Decides which charges for packing and delivery there are. */
  orderType: OrderType
  /** Discount in paise, before tax. Anything above the subtotal is ignored. */
  discount?: Paise
  /** The guest agreed to a service charge; without consent there is none (CONTRACT §5). */
  serviceChargeAccepted?: boolean
  /** Round the grand total half up to the whole rupee (a restaurant's taxSettings). */
  roundOff?: boolean
}

export type Price = {
  /** Σ of the lines that are not cancelled. */
  subtotal: Paise
  discount: Paise
  cgst: Paise
  sgst: Paise
  vat: Paise
  serviceCharge: Paise
  /** Σ of the charges for packing and delivery. */
  charges: Paise
  roundOff: Paise
  grandTotal: Paise
  /** Each line's part of the discount, by index; 0 for cancelled lines. */
  lineDiscounts: Paise[]
  /** The charges one by one. */
  chargeRows: ChargeRow[]
}

/** The totals of an order, in paise: its price without the lists. */
export type Totals = Omit<Price, 'lineDiscounts' | 'chargeRows'>

/**
 * The taxable values, in paise: what GST is charged on (everything but alcohol, and the charges) and what VAT is charged on (alcohol), the lines each less their
 * part of the discount.
 */
export type Taxable = { gst: Paise; vat: Paise }

type Discounted = { subtotal: Paise; discount: Paise; lineDiscounts: Paise[]; taxable: Taxable }

/** The lines' sum, the discount spread over them, and the taxable values. Anything of `discount` above the sum is ignored. `charges`: their sum. */
export function discounted(lines: readonly PricedLine[], discount: Paise, charges: Paise): Discounted {
  const amounts = lines.map((line) => (line.cancelled ? 0 : line.unitPrice * line.quantity))
  const subtotal = amounts.reduce((a, b) => a + b, 0)
  const off = Math.min(Math.max(discount, 0), subtotal)
  const lineDiscounts = spread(off, amounts)
  const base = (alcohol: boolean) =>
    lines.reduce((sum, line, i) => (line.isAlcohol === alcohol ? sum + (amounts[i] ?? 0) - (lineDiscounts[i] ?? 0) : sum), 0)
  return { subtotal, discount: off, lineDiscounts, taxable: { gst: base(false) + charges, vat: base(true) } }
}

/**
 * The only pricing function (SPEC §9, CONTRACT §5): quotes, orders, bills, reports and the live totals on screens all use it. All amounts in paise. CGST and
 * SGST are each rounded half up on the whole non-alcohol base at half the GST rate, so they are always equal. VAT applies to alcohol alone. The service
 * charge is a percentage of the subtotal before discount and is not taxed. Charges for packing and delivery are taxed like food and not discounted.
 */
export function price({
  lines,
  taxPercentages,
  orderType,
  discount = 0,
  serviceChargeAccepted = false,
  roundOff = false,
}: PriceInput): Price {
  const rows = chargeRows(taxPercentages.charges, orderType, lines)
  const charges = rows.reduce((sum, c) => sum + c.amount, 0)
  const { subtotal, discount: off, lineDiscounts, taxable } = discounted(lines, discount, charges)
  const half = percentOfHalf(taxable.gst, taxPercentages.gst)
  const vat = percentOf(taxable.vat, taxPercentages.vat)
  const serviceCharge = serviceChargeAccepted ? percentOf(subtotal, taxPercentages.serviceCharge) : 0
  const exact = subtotal - off + charges + half * 2 + vat + serviceCharge
  const rounded = roundOff ? halfUp(exact, 100) * 100 : exact
  return {
    subtotal,
    discount: off,
    cgst: half,
    sgst: half,
    vat,
    serviceCharge,
    charges,
    roundOff: rounded - exact,
    grandTotal: rounded,
    lineDiscounts,
    chargeRows: rows,
  }
}

/** amount × (percent / 2) / 100, rounded half up: CGST or SGST. */
const percentOfHalf = (paise: Paise, percent: number): Paise => halfUp(paise * Math.round(percent * 1000), 200_000)

type Amounts = {
  price: number
  variants?: readonly { additionalPrice: number }[]
  addonGroups?: readonly { addons: readonly { price: number; quantity?: number }[] }[]
}

/** The price of one, in the unit of its parts (SPEC §9): base + Σ variant + Σ addon × its quantity (1 when not given). */
export function unitPriceOf(item: Amounts): number {
  const variants = (item.variants ?? []).reduce((sum, v) => sum + v.additionalPrice, 0)
  const addons = (item.addonGroups ?? []).reduce((sum, g) => sum + g.addons.reduce((s, a) => s + a.price * (a.quantity ?? 1), 0), 0)
  return item.price + variants + addons
}
