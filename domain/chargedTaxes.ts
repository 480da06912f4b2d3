import type { TaxPercentages } from './tax.ts'

/**
 * What a restaurant's new orders are charged: its own percentages or, under the composition scheme (CGST Act, section 10), no tax. The service charge and the
 * charges for packing and delivery are no taxes and stay.
 */
export const chargedTaxes = (
  { gst, vat, serviceCharge }: TaxPercentages,
  { composition, charges, pricesIncludeTax }: Pick<TaxPercentages, 'composition' | 'charges' | 'pricesIncludeTax'>,
): TaxPercentages => ({
  ...(composition ? { gst: 0, vat: 0, serviceCharge, composition: true } : { gst, vat, serviceCharge }),
  ...(charges?.length && { charges }),
  ...(pricesIncludeTax && { pricesIncludeTax }),
})
