import { expect, it } from 'vitest'
import type { Offer } from '#domain/api/offers.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { aMenuItem, aWrittenOffer } from '#domain/test/shapes.ts'
import { addItem, lineOf } from '#domain/ticket.ts'
import { sentNow, totalOf } from './total.ts'

const AT = new Date('2026-11-21T14:00:00.000Z')
const restaurant = {
  taxPercentages: { gst: 5, vat: 20, serviceCharge: 10 },
  taxSettings: { roundOff: false, composition: false },
  timezone: 'Asia/Kolkata',
  resetTime: '04:00',
} as Parameters<typeof totalOf>[2]
const offer = (id: string, more: Partial<Offer> = {}) => aWrittenOffer(id, { type: 'flat', value: 100, ...more })
const burger = aMenuItem({ _id: 'burger', name: 'Burger', price: 405, variants: [], addonGroups: [], isAlcohol: false })
const draft = addItem(null, lineOf(burger, { quantity: 2 }), AT.toISOString())

it('itemises the taxes as the server prices them, and adds no service charge', () => {
  const { price, applied } = totalOf({ draft, offer: null }, null, restaurant, [], AT)
  expect(price).toMatchObject({ subtotal: 81_000, cgst: 2025, sgst: 2025, vat: 0, serviceCharge: 0, discount: 0, grandTotal: 85_050 })
  expect(applied).toBeNull()
  expect(sentNow(totalOf({ draft, offer: null }, null, restaurant, [], AT))).toBe(85_050)
})

it('counts the chosen offer, but none that doesn’t fit', () => {
  const offers = [offer('Hundred'), offer('Large', { minOrderAmount: 2000 })]
  const off = (chosen: Parameters<typeof totalOf>[0]['offer']) =>
    totalOf({ draft, offer: chosen }, null, restaurant, offers, AT).price.discount
  expect([off({ id: 'Hundred' }), off({ id: 'Large' }), off(null)]).toEqual([10_000, 0, 0])
})

it('counts an offer whose code was typed by the terms that the server gave, also where the public list has it without its code', () => {
  const off = (more: Partial<Offer>, listed: Offer[] = []) => {
    const secret = offer('Secret', { needsCode: true, value: 50, ...more })
    const { price, applied, offers } = totalOf({ draft, offer: { code: 'HUSH', offer: secret } }, null, restaurant, listed, AT)
    return [price.discount, applied?.title, offers.find((o) => o.offer._id === 'Secret')?.why]
  }
  expect(off({})).toEqual([5000, 'Secret', null])
  expect(off({}, [offer('Secret', { needsCode: true, value: 50 })])).toEqual([5000, 'Secret', null])
  expect(off({ minOrderAmount: 2000 })).toEqual([0, undefined, 'Secret needs an order of Rs. 2,000.00 or more.'])
  expect(off({ endsAt: '2026-11-01T00:00:00.000Z' })).toEqual([0, undefined, undefined])
})

it('adds to the order that the table has, with its taxes and its offer', () => {
  const order = {
    totalPrice: 1000,
    discount: 100,
    discountTitle: 'Ten',
    offerId: 'Ten',
    offer: { type: 'percentage', value: 10, maxDiscount: null, minOrderAmount: 0 },
    serviceChargeAccepted: false,
    taxPercentages: { gst: 10, vat: 0, serviceCharge: 0 },
    kots: [{ items: [{ price: 1000, quantity: 1, isAlcohol: false, status: 'Served', variants: [], addonGroups: [] }] }],
  } as unknown as OrderShape
  const ten = offer('Ten', { type: 'percentage', value: 10 })
  const total = totalOf({ draft, offer: null }, order, restaurant, [ten], AT)
  expect(total.price).toMatchObject({ subtotal: 181_000, discount: 18_100, cgst: 8145, sgst: 8145 })
  expect([total.before, total.applied, total.taxes.gst]).toEqual([100_000, { title: 'Ten' }, 10])
  // The button names what is sent now, and not the whole table once more.
  expect(sentNow(total)).toBe(81_000)
  // The terms are those that the order keeps, also when the offer has ended since or is another one now.
  for (const listed of [[], [offer('Ten', { type: 'percentage', value: 20 })]])
    expect(totalOf({ draft, offer: null }, order, restaurant, listed, AT)).toMatchObject({
      price: { discount: 18_100 },
      applied: { title: 'Ten' },
    })
  // Another offer that was chosen since takes its place.
  expect(totalOf({ draft, offer: { id: 'Hundred' } }, order, restaurant, [offer('Hundred')], AT).price.discount).toBe(10_000)
})
