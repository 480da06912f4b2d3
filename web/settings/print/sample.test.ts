import { expect, it } from 'vitest'
import { totalRows } from '#domain/bill.ts'
import { sampleOrder } from './sample.ts'

it('the rows of the sample’s bill add up where prices include the taxes', () => {
  const sample = sampleOrder(
    'Dine In',
    {
      taxPercentages: { gst: 5, vat: 10, serviceCharge: 0, pricesIncludeTax: true },
      taxSettings: { roundOff: false, composition: false },
      invoicePrefix: 'SY',
      timezone: 'Asia/Kolkata',
      upiId: '',
    },
    '2026-11-28T08:00:00.000Z',
  )
  const rows = totalRows(sample).filter((row) => !row.informs)
  expect(rows.find((row) => row.label === 'Less tax in prices')?.amount).toBeLessThan(0)
  expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(Math.round(sample.grandTotal * 100))
  expect(sample.grandTotal).toBe(sample.totalPrice)
})

it.each(['Dine In', 'Take Away'] as const)(
  'the rows of the sample’s %s bill add up, with a charge for each portion of a parcel',
  (orderType) => {
    const charge = { _id: 'p', name: 'Packing', amount: 10, per: 'item' as const, orderTypes: ['Take Away' as const] }
    const sample = sampleOrder(
      orderType,
      {
        taxPercentages: { gst: 5, vat: 10, serviceCharge: 0, charges: [charge] },
        taxSettings: { roundOff: true, composition: false },
        invoicePrefix: 'SY',
        timezone: 'Asia/Kolkata',
        upiId: '',
      },
      '2026-11-28T08:00:00.000Z',
    )
    const rows = totalRows(sample).filter((row) => !row.informs)
    // Of five portions.
    expect(rows.find((row) => row.label === 'Packing')?.amount).toBe(orderType === 'Dine In' ? undefined : 50_00)
    expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(Math.round(sample.grandTotal * 100))
  },
)
