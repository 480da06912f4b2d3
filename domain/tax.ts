import { halfUp, type Paise, percentOf, spread } from './money.ts'

/**
 * SPEC §9's percentages. An order copies them when it is first sent, so later changes of the settings never affect it. `composition`: the order was made under
 * the composition scheme, so gst and vat are 0 and its bill is a bill of supply (CONTRACT §9 "Invoices").
 */
export type TaxPercentages = { gst: number; vat: number; serviceCharge: number; composition?: boolean }

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
 * The percentages for a restaurant's new orders: its own or, under the composition scheme (CGST Act, section 10), no tax. The service charge is not a tax and
 * stays.
 */
export const chargedTaxes = (
  { gst, vat, serviceCharge }: TaxPercentages,
  { composition }: { composition?: boolean | undefined },
): TaxPercentages => (composition ? { gst: 0, vat: 0, serviceCharge, composition: true } : { gst, vat, serviceCharge })

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
  roundOff: Paise
  grandTotal: Paise
  /** Each line's part of the discount, by index; 0 for cancelled lines. */
  lineDiscounts: Paise[]
}

/** The totals of an order, in paise: its price without the lines' parts of the discount. */
export type Totals = Omit<Price, 'lineDiscounts'>

/** The taxable values, in paise: what GST is charged on (everything but alcohol) and what VAT is charged on (alcohol), each less its part of the discount. */
export type Taxable = { gst: Paise; vat: Paise }

type Discounted = { subtotal: Paise; discount: Paise; lineDiscounts: Paise[]; taxable: Taxable }

/** The lines' sum, the discount spread over them, and the taxable values. Anything of `discount` above the sum is ignored. */
export function discounted(lines: readonly PricedLine[], discount: Paise): Discounted {
  const amounts = lines.map((line) => (line.cancelled ? 0 : line.unitPrice * line.quantity))
  const subtotal = amounts.reduce((a, b) => a + b, 0)
  const off = Math.min(Math.max(discount, 0), subtotal)
  const lineDiscounts = spread(off, amounts)
  const base = (alcohol: boolean) =>
    lines.reduce((sum, line, i) => (line.isAlcohol === alcohol ? sum + (amounts[i] ?? 0) - (lineDiscounts[i] ?? 0) : sum), 0)
  return { subtotal, discount: off, lineDiscounts, taxable: { gst: base(false), vat: base(true) } }
}

/**
 * The only pricing function (SPEC §9, CONTRACT §5): quotes, orders, bills, reports and the live totals on screens all use it. All amounts in paise. CGST and
 * SGST are each rounded half up on the whole non-alcohol base at half the GST rate, so they are always equal. VAT applies to alcohol alone. The service
 * charge is a percentage of the subtotal before discount and is not taxed.
 */
export function price({ lines, taxPercentages, discount = 0, serviceChargeAccepted = false, roundOff = false }: PriceInput): Price {
  const { subtotal, discount: off, lineDiscounts, taxable } = discounted(lines, discount)
  const half = percentOfHalf(taxable.gst, taxPercentages.gst)
  const vat = percentOf(taxable.vat, taxPercentages.vat)
  const serviceCharge = serviceChargeAccepted ? percentOf(subtotal, taxPercentages.serviceCharge) : 0
  const exact = subtotal - off + half * 2 + vat + serviceCharge
  const rounded = roundOff ? halfUp(exact, 100) * 100 : exact
  return {
    subtotal,
    discount: off,
    cgst: half,
    sgst: half,
    vat,
    serviceCharge,
    roundOff: rounded - exact,
    grandTotal: rounded,
    lineDiscounts,
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
