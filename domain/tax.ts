import { type ChargeRow, chargeRows, type OrderCharge } from './charges.ts'
import { halfUp, type Paise, percentOf, spread } from './money.ts'
import type { OrderType } from './statuses.ts'

/**
 * SPEC §9's percentages. An order copies them when it is first sent, so later changes of the settings never affect it. `composition`: the order was made under
 * the composition scheme, so gst and vat are 0 and its bill is a bill of supply (CONTRACT §9 "Invoices"). `charges`: for packing and delivery; missing where the
 * outlet has none. `pricesIncludeTax`: the outlet's prices include the tax; each line keeps whether its own does, so an order doesn't need it.
 */
export type TaxPercentages = {
  gst: number
  vat: number
  serviceCharge: number
  composition?: boolean | undefined
  charges?: OrderCharge[] | undefined
  pricesIncludeTax?: boolean | undefined
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

/** What a dish says of its own tax: its GST in percent, null for the outlet's; whether its price includes the tax, null for as the outlet's prices do. */
export type DishTax = { gstRate?: number | null | undefined; taxIncluded?: boolean | null | undefined }

export type PricedLine = {
  /** Price of one, in paise: base + variants + addons × their quantity. */
  unitPrice: Paise
  quantity: number
  isAlcohol: boolean
  cancelled: boolean
} & DishTax

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
  /** The part of cgst, sgst and vat that is within the prices, and so within the subtotal less the discount. */
  taxIncluded: Paise
  roundOff: Paise
  grandTotal: Paise
  /** Each line's part of the discount, by index; 0 for cancelled lines. */
  lineDiscounts: Paise[]
  /** The charges one by one. */
  chargeRows: ChargeRow[]
  rates: TaxRate[]
}

/** The totals of an order, in paise: its price without the lists. */
export type Totals = Omit<Price, 'lineDiscounts' | 'chargeRows' | 'rates'>

/** What one rate of a tax was charged on and what that is, in paise; `amount` is CGST + SGST, or VAT, and `included` the part of it that is within the prices. */
export type TaxRate = { tax: 'gst' | 'vat'; rate: number; taxable: Paise; amount: Paise; included: Paise }

type Taxed = { subtotal: Paise; discount: Paise; lineDiscounts: Paise[]; rates: TaxRate[] }

/**
 * The lines' sum, the discount spread over them, and the taxes by rate: GST by its rates from the lowest, with the order's own always among them, then VAT. Anything of `discount` above the sum is ignored.
 * `charges`: their sum, which is taxed at the order's GST. A dish's own rate doesn't count for alcohol, nor under the composition scheme.
 */
export function taxed(
  lines: readonly PricedLine[],
  { gst, vat, composition }: Pick<TaxPercentages, 'gst' | 'vat' | 'composition'>,
  discount: Paise,
  charges: Paise,
): Taxed {
  const amounts = lines.map((line) => (line.cancelled ? 0 : line.unitPrice * line.quantity))
  const subtotal = amounts.reduce((a, b) => a + b, 0)
  const off = Math.min(Math.max(discount, 0), subtotal)
  const lineDiscounts = spread(off, amounts)
  /** By GST rate, what prices without the tax and prices with it come to. */
  const food = new Map([[gst, [charges, 0] as [Paise, Paise]]])
  const bar: [Paise, Paise] = [0, 0]
  lines.forEach(({ isAlcohol, gstRate, taxIncluded }, i) => {
    const rate = composition ? gst : (gstRate ?? gst)
    const base = isAlcohol ? bar : (food.get(rate) ?? [0, 0])
    if (!isAlcohol) food.set(rate, base)
    base[taxIncluded ? 1 : 0] += (amounts[i] ?? 0) - (lineDiscounts[i] ?? 0)
  })
  const rates = [...food].sort(([a], [b]) => a - b).map(([rate, base]) => charged('gst', rate, base))
  return { subtotal, discount: off, lineDiscounts, rates: [...rates, charged('vat', vat, bar)] }
}

/** GST is two halves, each rounded half up on the whole base, so that CGST and SGST are always equal; VAT is rounded once. A price with the tax in it is never exceeded. */
function charged(tax: TaxRate['tax'], rate: number, [without, within]: readonly [Paise, Paise]): TaxRate {
  const [parts, thousandths] = [tax === 'gst' ? 2 : 1, Math.round(rate * 1000)]
  const share = (paise: Paise, of: number) => parts * halfUp(paise * thousandths, parts * of)
  const included = share(within, 100_000 + thousandths)
  return { tax, rate, taxable: without + within - included, amount: included + share(without, 100_000), included }
}

/**
 * The only pricing function (SPEC §9, CONTRACT §5): quotes, orders, bills, reports and the live totals on screens all use it. All amounts in paise. CGST and
 * SGST are each rounded half up on the whole base of their rate, so they are always equal. VAT applies to alcohol alone. The service
 * charge is a percentage of the subtotal before discount and is not taxed. Charges for packing and delivery are taxed like food and not discounted. For a price that includes
 * its tax the guest pays that price (docs/decisions/036-tax-by-dish.md).
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
  const { subtotal, discount: off, lineDiscounts, rates } = taxed(lines, taxPercentages, discount, charges)
  const sumOf = (key: 'amount' | 'included') => rates.reduce((sum, rate) => sum + rate[key], 0)
  const tax = sumOf('amount')
  const taxIncluded = sumOf('included')
  const vat = rates.at(-1)?.amount ?? 0
  const half = (tax - vat) / 2
  const serviceCharge = serviceChargeAccepted ? percentOf(subtotal, taxPercentages.serviceCharge) : 0
  const exact = subtotal - off - taxIncluded + charges + tax + serviceCharge
  const rounded = roundOff ? halfUp(exact, 100) * 100 : exact
  return {
    subtotal,
    discount: off,
    cgst: half,
    sgst: half,
    vat,
    serviceCharge,
    charges,
    taxIncluded,
    roundOff: rounded - exact,
    grandTotal: rounded,
    lineDiscounts,
    chargeRows: rows,
    rates,
  }
}

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

/** Of a bill with prices that include their tax: what they contain of it, which the rows of the taxes then add. */
export const TAX_IN_PRICES = 'Less tax in prices'

/** `CGST 2.5%` and `SGST 2.5%`, or `VAT 10%`, with their amounts in paise; none for a tax that is not above 0. */
export function rateRows({ tax, rate, amount }: TaxRate): { label: string; amount: Paise }[] {
  const names = tax === 'vat' ? ['VAT'] : ['CGST', 'SGST']
  const part = (of: number) => of / names.length
  return amount > 0 ? names.map((name) => ({ label: `${name} ${part(rate)}%`, amount: part(amount) })) : []
}
