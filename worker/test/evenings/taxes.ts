/** Taxes by dish, written from docs/decisions/036-tax-by-dish.md without anything of domain/. Amounts in paise. */

/** The outlet's percentages. */
export type Tax = { gst: number; vat: number; serviceCharge: number }
/** What a dish says of its tax: its GST, or null for the outlet's; whether its price includes the tax, or null for as the outlet's prices do. */
export type DishTax = { gst: number | null; included: boolean | null }
/** What owners set for their dishes, one after the other. */
export const DISH_TAXES: readonly DishTax[] = [
  { gst: 18, included: true },
  { gst: null, included: null },
  { gst: 0, included: null },
  { gst: 12.125, included: false },
  { gst: null, included: true },
  { gst: 5, included: null },
]

/** What a tax was charged on at a rate, what it is, and what of that is within the prices. */
export type Rate = { key: string; gst: boolean; taxable: number; tax: number; included: number }
/** A line with what it comes to after the discount. */
type Net = { alcohol: boolean; gst: number | null; included: boolean; net: number }

/** n/d to the nearest whole, halves up; neither is negative. */
const nearest = (n: bigint, d: bigint): number => Number((n + n + d) / (d + d))

/** The taxes of lines and of charges, which are taxed like food with the tax on top. CGST and SGST are rounded each, on all that has the same rate. */
export function ratesOn(lines: readonly Net[], charges: number, tax: Tax): Rate[] {
  const rateOf = (l: Net) => (l.alcohol ? tax.vat : (l.gst ?? tax.gst))
  const keyOf = (l: Net) => `${l.alcohol ? 'vat' : 'gst'} ${rateOf(l)}`
  const all = [{ alcohol: false, gst: null, included: false, net: charges }, ...lines]
  return [...new Set(all.map(keyOf))].map((key) => {
    const own = all.filter((l) => keyOf(l) === key)
    const gst = !own[0]!.alcohol
    const [parts, rate] = [gst ? 2 : 1, Math.round(rateOf(own[0]!) * 1000)]
    const sum = (included: boolean) => own.reduce((n, l) => (l.included === included ? n + l.net : n), 0)
    const onTop = parts * nearest(BigInt(sum(false)) * BigInt(rate), BigInt(parts * 100_000))
    const included = parts * nearest(BigInt(sum(true)) * BigInt(rate), BigInt(parts * (100_000 + rate)))
    return { key, gst, taxable: sum(false) + sum(true) - included, tax: onTop + included, included }
  })
}
