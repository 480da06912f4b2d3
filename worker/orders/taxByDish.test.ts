import { beforeEach, describe, expect, it } from 'vitest'
import { parseCsv } from '#domain/csv.ts'
import { billDocument, linesOf } from '#domain/print/document.ts'
import { asText } from '#domain/print/lines.ts'
import { aRestaurant } from '#domain/test/shapes.ts'
import { call, type ItemName, makeRestaurant, type World } from '../test/world.ts'

let w: World
const setUp = async (settings: object) => {
  const reply = await w.does('superuser', 'PUT /restaurant/profile', settings)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.restaurant
}
const change = async (item: ItemName, body: object) => w.does('superuser', `PUT /menus/item?id=${w.items[item]}`, body)
/** Water at its MRP of Rs. 20, with GST 18% in it. */
const water = async () => {
  const reply = await change('plain', { name: 'Water', price: 20, gstRate: 18, taxIncluded: true })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.item
}
const report = async () => (await w.does('generalManager', 'POST /api/analytics/sales', { period: 'today' })).body.sales
const items = (order: { kots: { items: object[] }[] }) => order.kots.flatMap((kot) => kot.items)
beforeEach(async () => {
  w = await makeRestaurant()
})

describe('a dish with a GST of its own, in its price', () => {
  it('costs its price from the menu to the refund, in order, bill, paper, books and exports', async () => {
    expect(await water()).toMatchObject({ gstRate: 18, taxIncluded: true })
    // 3 × 20 with 18% in it, a dosa of 189 with 5% on top, a beer of 220 with 10% on top.
    const order = await w.order([w.line('plain', 3), w.line('dosa'), w.line('beer')])
    expect(items(order)).toMatchObject([{ gstRate: 18, taxIncluded: true }, {}, {}])
    expect(order).toMatchObject({
      totalPrice: 469,
      additionalCharges: { cgst: 9.31, sgst: 9.31, vat: 22, serviceCharge: 0, taxIncluded: 9.16 },
      grandTotal: 500.46,
      taxPercentages: { gst: 5, vat: 10, serviceCharge: 5 },
    })
    const { order: printed } = (await w.does('cashier', `POST /orders/${order._id}/bill`)).body
    const paper = asText(linesOf(billDocument(printed), { restaurant: aRestaurant(), columns: 48 }), 48)
    for (const row of [/Less tax in prices +-Rs\. 9\.16/, /Taxable at GST 18% +Rs\. 50\.84\nCGST 9% +Rs\. 4\.58\nSGST 9% +Rs\. 4\.58/])
      expect(paper).toMatch(row)
    expect((await w.settle(order._id)).status).toBe(200)

    const sold = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
    expect(sold).toMatchObject({ totalSales: 500.46, taxes: { cgst: 9.31, sgst: 9.31, vat: 22, taxIncluded: 9.16 } })
    const sales = await report()
    expect(sales.taxRates).toEqual([
      { tax: 'gst', rate: 18, bills: 1, taxable: 50.84, amount: 9.16 },
      { tax: 'gst', rate: 5, bills: 1, taxable: 189, amount: 9.46 },
      { tax: 'vat', rate: 10, bills: 1, taxable: 220, amount: 22 },
    ])
    // The values without tax, and the taxes, are all that was sold.
    const sum = (list: { taxable: number; amount: number }[]) => list.reduce((n, r) => n + r.taxable + r.amount, 0)
    expect(sum(sales.taxRates)).toBeCloseTo(sales.totalSales, 6)

    const refund = { orderId: order._id, paymentStatus: 'refunded', amount: 500.46, reason: 'Cold' }
    expect((await w.does('cashier', 'PUT /orders/payment/status', refund)).status).toBe(200)
    const after = await report()
    expect([after.totalSales, 'taxIncluded' in after.taxes, sum(after.taxRates)]).toEqual([0, false, 0])
  })

  it('keeps what was sent: a line stays as it was, cancelled in part too, and the next is as the dish is now', async () => {
    await water()
    const order = await w.order([w.line('plain', 3)])
    await change('plain', { gstRate: 0, taxIncluded: null })
    const more = await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('plain')])] } })
    expect(items(more.body.order)).toMatchObject([{ gstRate: 18, taxIncluded: true }, { gstRate: 0 }])
    expect(more.body.order).toMatchObject({ additionalCharges: { cgst: 4.58, taxIncluded: 9.16 }, grandTotal: 80 })
    const { kotId } = order.kots[0]!
    const gone = {
      orderId: order._id,
      kotId,
      lineId: order.kots[0]?.items[0]?.lineId,
      status: 'Cancelled',
      quantityChange: -2,
      reason: 'Cold',
    }
    expect((await w.does('superuser', 'PUT /orders/item/status', gone)).body.order).toMatchObject({
      additionalCharges: { cgst: 1.53, taxIncluded: 3.06 },
      grandTotal: 40,
    })
  })

  it('is discounted at its price, and no paisa more than that is paid', async () => {
    await water()
    const offer = { title: 'Half', type: 'percentage', value: 50, startsAt: '2020-01-01T00:00:00Z', endsAt: '2040-01-01T00:00:00Z' }
    const { offer: half } = (await w.does('superuser', 'POST /restaurant/offers/create', offer)).body
    const order = await w.order([w.line('plain', 3)])
    const cheaper = await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { offerId: half._id } })
    expect(cheaper.body.order).toMatchObject({ discount: 30, additionalCharges: { cgst: 2.29, taxIncluded: 4.58 }, grandTotal: 30 })
  })

  it('is untaxed under the composition scheme', async () => {
    await water()
    await setUp({ taxSettings: { composition: true, pricesIncludeTax: true } })
    const order = await w.order([w.line('plain', 3), w.line('beer')])
    expect(order).toMatchObject({ additionalCharges: { cgst: 0, sgst: 0, vat: 0 }, grandTotal: 280 })
    expect(order.additionalCharges).not.toHaveProperty('taxIncluded')
  })

  it.each([
    [{ gstRate: 100.5 }, 'gstRate'],
    [{ gstRate: -1 }, 'gstRate'],
    [{ gstRate: 5.0001 }, 'gstRate'],
    [{ taxIncluded: 'yes' }, 'taxIncluded'],
  ])('%j is refused', async (body, path) => {
    const reply = await change('plain', body)
    expect([reply.status, reply.body.errors], reply.text).toEqual([422, [expect.objectContaining({ path })]])
  })
})

describe('prices that include the taxes', () => {
  it('are what guests pay for every dish that doesn’t say otherwise, on their phones too', async () => {
    expect((await setUp({ taxSettings: { pricesIncludeTax: true } })).taxPercentages).toMatchObject({ gst: 5, pricesIncludeTax: true })
    await change('beer', { taxIncluded: false })
    const { token } = await w.guest(0)
    const order = { tableId: w.tables[0], kots: [w.kot([w.line('dosa'), w.line('beer')])] }
    const sent = (await call('POST /orders', { token, body: { order } })).body.order
    expect(sent).toMatchObject({ totalPrice: 409, additionalCharges: { cgst: 4.5, sgst: 4.5, vat: 22, taxIncluded: 9 }, grandTotal: 431 })
    // What was sent stays as it was when the outlet's prices no longer include it.
    await setUp({ taxSettings: { pricesIncludeTax: false } })
    const more = await w.does('waiter', 'PUT /pos/order', { orderId: sent._id, orderData: { kots: [w.kot([w.line('dosa')])] } })
    expect(more.body.order).toMatchObject({ additionalCharges: { cgst: 9.23, taxIncluded: 9 }, grandTotal: 629.46 })
  })

  it('stay in them for a table that is merged with one whose prices had the tax on top, whichever is the parent', async () => {
    await setUp({ taxSettings: { pricesIncludeTax: true } })
    for (const at of [0, 2]) await w.order([w.line('dosa')], { tableId: w.tables[at] })
    await setUp({ taxSettings: { pricesIncludeTax: false } })
    for (const at of [1, 3]) await w.order([w.line('dosa')], { tableId: w.tables[at] })
    for (const [parent, child] of [
      [0, 1],
      [3, 2],
    ] as const) {
      const merge = { parentTableId: w.tables[parent], childTableIds: [w.tables[child]] }
      const { status, text, body } = await w.does('captain', 'POST /tables/merge', merge)
      expect(status, text).toBe(200)
      expect(body.order).toMatchObject({
        totalPrice: 378,
        additionalCharges: { cgst: 9.23, sgst: 9.23, taxIncluded: 9 },
        grandTotal: 387.46,
      })
      expect(items(body.order).filter((line) => 'taxIncluded' in line)).toHaveLength(1)
    }
  })

  it('leave packing and delivery on top of them', async () => {
    const packing = { _id: 'p', name: 'Packing', amount: 10, per: 'order', orderTypes: ['Take Away'] }
    await setUp({ taxSettings: { pricesIncludeTax: true, charges: [packing] } })
    const order = await w.order([w.line('dosa')], { tableId: null, orderType: 'Take Away' })
    expect(order).toMatchObject({ additionalCharges: { charges: 10, cgst: 4.75, taxIncluded: 9 }, grandTotal: 199.5 })
  })
})

it('without any of it, answers have nothing new', async () => {
  const order = await w.order([w.line('dosa'), w.line('beer')])
  expect(Object.keys(order.additionalCharges)).toEqual(['cgst', 'sgst', 'vat', 'serviceCharge'])
  expect(Object.keys(order.taxPercentages)).toEqual(['gst', 'vat', 'serviceCharge'])
  for (const item of items(order)) for (const key of ['gstRate', 'taxIncluded']) expect(item).not.toHaveProperty(key)
  await w.settle(order._id)
  expect(Object.keys((await report()).taxes)).toEqual(['cgst', 'sgst', 'vat', 'serviceCharge'])
  const { item } = (await change('dosa', { description: 'Crisp' })).body
  expect([item.gstRate, item.taxIncluded]).toEqual([undefined, undefined])
  const { taxSettings } = await setUp({ taxSettings: { roundOff: false } })
  expect(taxSettings).toEqual({ roundOff: false, composition: false })
})

it('the menu’s CSV takes both along', async () => {
  await water()
  const { text } = await w.does('superuser', 'GET /menus/export')
  const [head = [], ...rows] = parseCsv(text)
  const of = (name: string) => Object.fromEntries(head.map((column, i) => [column, rows.find((row) => row.includes(name))?.[i]]))
  expect(of('Water')).toMatchObject({ gst: '18', price_includes_tax: 'yes' })
  expect(of('Masala Dosa')).toMatchObject({ gst: '', price_includes_tax: '' })
  const csv = 'category,name,price,gst,price_includes_tax\nMains,Water,22,12,no\nMains,Masala Dosa,189,,\nMains,Ice cream,90,18%,yes'
  const done = await w.does('superuser', 'POST /menus/import', { csv })
  expect(done.body, done.text).toMatchObject({ created: 1, updated: 1, failed: 0 })
  const [ice] = await w.rows("SELECT gst_rate, tax_included FROM menu_items WHERE restaurant_id = ? AND name = 'Ice cream'", w.id)
  expect(ice).toEqual({ gst_rate: '18', tax_included: 1 })
  const order = await w.order([w.line('plain')])
  expect(items(order)).toMatchObject([{ price: 22, gstRate: 12 }])
  expect(order.grandTotal).toBe(24.64)
})
