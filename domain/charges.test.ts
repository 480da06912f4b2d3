import { describe, expect, it } from 'vitest'
import { type Charge, chargeRows } from './charges.ts'
import { chargedTaxes } from './chargedTaxes.ts'
import { price } from './tax.ts'

const packing: Charge = { _id: 'p', name: 'Packing', amount: 7.5, per: 'item', orderTypes: ['Take Away', 'Delivery'] }
const delivery: Charge = { _id: 'd', name: 'Delivery', amount: 40, per: 'order', orderTypes: ['Delivery'] }
const charges = [packing, delivery]
const plate = (quantity: number, cancelled = false) => ({ quantity, cancelled })

describe('charges for packing and delivery', () => {
  it('apply to their order types: for each portion, or once', () => {
    expect(chargeRows(charges, 'Take Away', [plate(2), plate(1)])).toEqual([{ _id: 'p', name: 'Packing', amount: 22_50 }])
    expect(chargeRows(charges, 'Delivery', [plate(2)]).map((c) => c.amount)).toEqual([15_00, 40_00])
    expect(chargeRows(charges, 'Dine In', [plate(2)])).toEqual([])
    expect(chargeRows(undefined, 'Delivery', [plate(2)])).toEqual([])
  })
  it('leave out cancelled lines, and a parcel of which nothing is left', () => {
    expect(chargeRows(charges, 'Delivery', [plate(2), plate(5, true)]).map((c) => c.amount)).toEqual([15_00, 40_00])
    expect(chargeRows(charges, 'Delivery', [plate(5, true)])).toEqual([])
  })
  it('of an order can be set to another amount, which is not multiplied, or to nothing', () => {
    const set = [
      { ...packing, set: 0 },
      { ...delivery, set: 65.5 },
    ]
    expect(chargeRows(set, 'Delivery', [plate(3)]).map((c) => c.amount)).toEqual([0, 65_50])
  })
  it('are taxed like food, not discounted, and not part of the service charge', () => {
    const lines = [{ unitPrice: 100_00, quantity: 1, isAlcohol: false, cancelled: false }]
    const taxPercentages = chargedTaxes({ gst: 5, vat: 10, serviceCharge: 10 }, { charges })
    const bill = { lines, taxPercentages, orderType: 'Delivery' as const, discount: 100_00, serviceChargeAccepted: true }
    // 100.00 − 100.00 + 47.50 for packing and delivery, 5% of it, and 10% of the 100.00.
    expect(price(bill)).toMatchObject({ charges: 47_50, cgst: 1_19, sgst: 1_19, serviceCharge: 10_00, grandTotal: 59_88 })
  })
  it('of a parcel with alcohol alone bear GST, and no VAT', () => {
    const lines = [{ unitPrice: 200_00, quantity: 1, isAlcohol: true, cancelled: false }]
    const taxPercentages = { gst: 5, vat: 10, serviceCharge: 0, charges: [{ ...packing, amount: 10 }] }
    expect(price({ lines, taxPercentages, orderType: 'Take Away' })).toMatchObject({ vat: 20_00, cgst: 25, sgst: 25, grandTotal: 230_50 })
  })
  it('stay under the composition scheme, without tax', () => {
    const taxPercentages = chargedTaxes({ gst: 5, vat: 10, serviceCharge: 0 }, { composition: true, charges })
    const lines = [{ unitPrice: 100_00, quantity: 1, isAlcohol: false, cancelled: false }]
    expect(price({ lines, taxPercentages, orderType: 'Delivery' })).toMatchObject({ cgst: 0, charges: 47_50, grandTotal: 147_50 })
  })
  it('are not stored for an outlet that has none', () =>
    expect(chargedTaxes({ gst: 5, vat: 0, serviceCharge: 0 }, { charges: [] })).toEqual({ gst: 5, vat: 0, serviceCharge: 0 }))
})
