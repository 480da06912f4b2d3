import { beforeEach, describe, expect, it } from 'vitest'
import type { Charge } from '#domain/charges.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

let w: World
const PACKING: Charge = { _id: 'packing', name: 'Packing', amount: 10, per: 'item', orderTypes: ['Take Away', 'Delivery'] }
const DELIVERY: Charge = { _id: 'delivery', name: 'Delivery', amount: 40, per: 'order', orderTypes: ['Delivery'] }
const setUp = async (charges: Charge[]) => {
  const reply = await w.does('superuser', 'PUT /restaurant/profile', { taxSettings: { charges } })
  expect(reply.status, reply.text).toBe(200)
}
const parcel = (orderType: 'Take Away' | 'Delivery' = 'Delivery', quantity = 2) =>
  w.order([w.line('plain', quantity)], { tableId: null, orderType })
const put = (orderId: string, orderData: object, role: 'waiter' | 'cashier' = 'waiter') =>
  w.does(role, 'PUT /pos/order', { orderId, orderData })
beforeEach(async () => {
  w = await makeRestaurant()
  await setUp([PACKING, DELIVERY])
})

describe('charges for packing and delivery', () => {
  it('are on parcels of their type, taxed like food, and on no table’s bill', async () => {
    // 2 × 100, packing 2 × 10, delivery 40: 5% of 260.
    expect(await parcel()).toMatchObject({
      totalPrice: 200,
      additionalCharges: { charges: 60, cgst: 6.5, sgst: 6.5, vat: 0, serviceCharge: 0 },
      grandTotal: 273,
      taxPercentages: { gst: 5, charges: [PACKING, DELIVERY] },
    })
    expect(await parcel('Take Away')).toMatchObject({ additionalCharges: { charges: 20, cgst: 5.5 }, grandTotal: 231 })
    const table = await w.order([w.line('plain', 2)])
    expect([table.grandTotal, 'charges' in table.additionalCharges]).toEqual([210, false])
  })

  it('stay as they were when the order was first sent, follow its portions, and its type', async () => {
    const order = await parcel('Take Away')
    await setUp([{ ...PACKING, amount: 99 }])
    const more = await put(order._id, { kots: [w.kot([w.line('plain')])] })
    expect(more.body.order).toMatchObject({ additionalCharges: { charges: 30 }, grandTotal: 346.5 })
    expect((await put(order._id, { orderType: 'Delivery' })).body.order).toMatchObject({
      additionalCharges: { charges: 70 },
      grandTotal: 388.5,
    })
  })

  it('of one order are set by the staff, named, and go back to what the outlet asks', async () => {
    const order = await parcel()
    const set = await put(order._id, {
      charges: [
        { _id: 'delivery', amount: 25.5 },
        { _id: 'packing', amount: 0 },
      ],
    })
    expect(set.body.order).toMatchObject({ additionalCharges: { charges: 25.5 }, grandTotal: 236.78 })
    const by = expect.stringMatching(/^waiter /)
    expect(set.body.order.taxPercentages.charges).toEqual([
      { ...PACKING, set: 0, setBy: by },
      { ...DELIVERY, set: 25.5, setBy: by },
    ])
    const twice = await put(order._id, {
      charges: [
        { _id: 'delivery', amount: 5 },
        { _id: 'delivery', amount: 50 },
      ],
    })
    expect([twice.status, twice.body.errors]).toMatchObject([422, [{ path: 'orderData.charges.1._id' }]])
    // Nothing that the order doesn't have, nothing below 0, no part of a paisa.
    for (const [change, path] of [
      [{ _id: 'gone', amount: 1 }, 'orderData.charges.0._id'],
      [{ _id: 'packing', amount: -1 }, 'orderData.charges.0.amount'],
      [{ _id: 'packing', amount: 0.001 }, 'orderData.charges.0.amount'],
    ] as const) {
      const refused = await put(order._id, { charges: [change] })
      expect([refused.status, refused.body.errors], refused.text).toEqual([422, [expect.objectContaining({ path })]])
    }
    const back = await put(order._id, {
      charges: [
        { _id: 'delivery', amount: null },
        { _id: 'packing', amount: null },
      ],
    })
    expect(back.body.order).toMatchObject({ grandTotal: 273, taxPercentages: { charges: [PACKING, DELIVERY] } })
  })

  it('are frozen once money was taken, as discount and service charge are', async () => {
    const order = await parcel()
    await w.settle(order._id, { complete: false })
    const paid = await w.read(order._id)
    for (const amount of [0, 99]) {
      const late = await put(order._id, { charges: [{ _id: 'delivery', amount }] }, 'cashier')
      expect([late.status, late.body.code, late.body.order], late.text).toEqual([409, 'invalid_transition', paid])
    }
    // What stands already may be sent again.
    expect((await put(order._id, { charges: [{ _id: 'delivery', amount: null }] }, 'cashier')).status).toBe(200)
  })

  it('set within the rounding, so that the total stays, make a printed bill one that is printed anew', async () => {
    await w.does('superuser', 'PUT /restaurant/profile', { taxSettings: { roundOff: true } })
    const order = await parcel()
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    // What it is already is no change.
    expect((await put(order._id, { charges: [{ _id: 'delivery', amount: null }] })).body.order.billPrintedAt).not.toBeNull()
    const set = await put(order._id, {
      charges: [
        { _id: 'packing', amount: 40 },
        { _id: 'delivery', amount: 20 },
      ],
    })
    expect(set.body.order).toMatchObject({ grandTotal: 273, billPrintedAt: null })
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    const rounded = await put(order._id, { charges: [{ _id: 'delivery', amount: 20.1 }] })
    expect(rounded.body.order).toMatchObject({ grandTotal: 273, roundOff: -0.1, billPrintedAt: null })
  })

  it('come with another type also when money was taken: what is more is owed, and less than was paid is refused', async () => {
    const order = await parcel('Take Away')
    await w.settle(order._id, { complete: false })
    expect((await put(order._id, { orderType: 'Delivery' })).body.order).toMatchObject({ grandTotal: 273, paymentStatus: 'partial' })
    expect((await put(order._id, { orderType: 'Take Away' })).body.order).toMatchObject({ grandTotal: 231 })
    const delivery = await parcel()
    await w.settle(delivery._id, { complete: false })
    const cheaper = await put(delivery._id, { orderType: 'Take Away' })
    expect([cheaper.status, cheaper.body.code], cheaper.text).toEqual([409, 'invalid_transition'])
  })

  it('taken off a printed bill are recorded with a name', async () => {
    const order = await parcel()
    const printed = await w.does('cashier', `POST /orders/${order._id}/bill`)
    expect(printed.status, printed.text).toBe(200)
    expect((await put(order._id, { charges: [{ _id: 'delivery', amount: 0 }] })).body.order).toMatchObject({ billPrintedAt: null })
    await w.settle(order._id)
    const summary = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
    expect(summary.changedAfterPrint).toMatchObject([
      { orderId: order._id, printedTotal: 273, total: 231, changes: [{ what: 'charges', by: expect.stringMatching(/^waiter /) }] },
    ])
  })

  it('are in the books beside the taxes: items − discount + taxes and charges = sales, and back out with a refund', async () => {
    const order = await parcel()
    await w.settle(order._id)
    const figures = async () => (await w.does('generalManager', 'POST /api/analytics/sales', { period: 'today' })).body.sales
    const sold = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
    expect(sold).toMatchObject({ totalSales: 273, taxes: { cgst: 6.5, sgst: 6.5, vat: 0, serviceCharge: 0, charges: 60 } })
    expect((await figures()).taxRates).toEqual([{ tax: 'gst', rate: 5, bills: 1, taxable: 260, amount: 13 }])
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'refunded', amount: 273, reason: 'Cold' })
    const after = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
    expect([after.totalSales, 'charges' in after.taxes]).toEqual([0, false])
  })

  it('of a parcel whose dishes are all cancelled are gone', async () => {
    const order = await parcel()
    await w.does('superuser', 'PUT /orders/item/status', {
      orderId: order._id,
      ...{ kotId: order.kots[0]?.kotId, itemId: w.items.plain, status: 'Cancelled', reason: 'Cold' },
    })
    expect(await w.read(order._id)).toMatchObject({ grandTotal: 0 })
  })

  it('are not for guests to set, and their phones read no name of the staff', async () => {
    const { token } = await w.guest(0)
    const order = { tableId: w.tables[0], kots: [w.kot([w.line('plain')])], charges: [{ _id: 'packing', amount: 0 }] }
    const sent = (await call('POST /orders', { token, body: { order } })).body.order
    expect(sent.taxPercentages.charges).toEqual([PACKING, DELIVERY])
    await put(sent._id, { charges: [{ _id: 'packing', amount: 5 }] })
    const again = await call('POST /orders', { token, body: { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } } })
    expect(again.body.order?.taxPercentages.charges, again.text).toEqual([{ ...PACKING, set: 5 }, DELIVERY])
  })
})

describe('the list of charges', () => {
  const put = (charges: object[], chargesBefore?: object[]) =>
    w.does('superuser', 'PUT /restaurant/profile', { taxSettings: { charges }, chargesBefore })

  it('409 charges_changed with those that are there: an older list takes away none that another device added', async () => {
    expect((await put([DELIVERY], [PACKING, DELIVERY])).body.restaurant.taxSettings).toEqual({
      roundOff: false,
      composition: false,
      charges: [DELIVERY],
    })
    const late = await put([PACKING], [PACKING, DELIVERY])
    expect([late.status, late.body.code, late.body.charges], late.text).toEqual([409, 'charges_changed', [DELIVERY]])
    expect((await put([])).status).toBe(200)
    expect(await parcel()).toMatchObject({ grandTotal: 210, taxPercentages: { gst: 5, vat: 10, serviceCharge: 5 } })
  })

  it.each([
    ['two of one name', [PACKING, { ...DELIVERY, name: 'packing' }], 'taxSettings.charges'],
    ['two with one id', [PACKING, { ...DELIVERY, _id: 'packing' }], 'taxSettings.charges'],
    ['one on tables', [{ ...PACKING, orderTypes: ['Dine In'] }], 'taxSettings.charges.0.orderTypes.0'],
    ['one on nothing', [{ ...PACKING, orderTypes: [] }], 'taxSettings.charges.0.orderTypes'],
    ['one that gives money', [{ ...PACKING, amount: -1 }], 'taxSettings.charges.0.amount'],
    ['one without a name', [{ ...PACKING, name: ' ' }], 'taxSettings.charges.0.name'],
    ['a name too long for paper', [{ ...PACKING, name: 'Packing and delivery charge' }], 'taxSettings.charges.0.name'],
    ['more than six', Array.from({ length: 7 }, (_, i) => ({ ...PACKING, _id: `c${i}`, name: `Charge ${i}` })), 'taxSettings.charges'],
  ])('refuses %s', async (_what, charges, path) => {
    const reply = await put(charges)
    expect([reply.status, reply.body.errors], reply.text).toEqual([422, [expect.objectContaining({ path })]])
  })
})
