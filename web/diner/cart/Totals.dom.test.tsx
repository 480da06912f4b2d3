import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { addItem, lineOf } from '#domain/ticket.ts'
import { Totals } from './Totals.tsx'
import { totalOf } from './total.ts'

const AT = new Date('2026-11-21T14:00:00.000Z')
/** What the cart says of a dish of Rs. 100 and of water at Rs. 20 with GST 18% in it. */
function said({ pricesIncludeTax }: { pricesIncludeTax?: boolean }): string {
  const dish = (name: string, price: number, more: object = {}) =>
    aMenuItem({ _id: name, name, price, variants: [], addonGroups: [], ...more })
  const lines = [dish('Dosa', 100), dish('Water', 20, { gstRate: 18, taxIncluded: true })]
  const draft = lines.reduce<ReturnType<typeof addItem> | null>((one, item) => addItem(one, lineOf(item), AT.toISOString()), null)
  const restaurant = {
    taxPercentages: { gst: 5, vat: 0, serviceCharge: 0, ...(pricesIncludeTax && { pricesIncludeTax }) },
    taxSettings: { roundOff: false, composition: false },
    timezone: 'Asia/Kolkata',
    resetTime: '04:00',
  } as Parameters<typeof totalOf>[2]
  return render(<Totals total={totalOf({ draft, offer: null }, null, restaurant, [], AT)} />).container.textContent
}

it('a cart names the tax of each rate, and what of it the prices contain', () => {
  expect(said({})).toMatch(
    /^SubtotalRs. 120.00Less tax in prices−Rs. 3.06CGST 2.5%Rs. 2.50SGST 2.5%Rs. 2.50CGST 9%Rs. 1.53SGST 9%Rs. 1.53TotalRs. 125.00/,
  )
})

it('a cart whose prices all include their tax says so, and adds nothing', () => {
  expect(said({ pricesIncludeTax: true })).toMatch(/^SubtotalRs. 120.00TotalRs. 120.00Taxes included: Rs. 7.82/)
})
