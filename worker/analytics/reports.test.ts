import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toPaise } from '#domain/money.ts'
import { addDays, businessDate } from '#domain/time.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** What /restaurant/reports shows beside sales: discounts by person, bills changed after printing, views and carts by dish. */
const DAY = 86_400_000
const today = businessDate(new Date(), { timezone: 'Asia/Kolkata', resetTime: '00:00' })
const at = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T06:30:00.000Z`) + days * DAY })
beforeEach(() => void at(0))
afterEach(() => void vi.useRealTimers())

const ask = async (w: World, address: string, body: object = { period: 'today' }) => {
  const reply = await w.does('generalManager', `POST /api/analytics/${address}`, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const paise = <T>(list: readonly T[], of: (entry: T) => number) => list.reduce((sum, entry) => sum + toPaise(of(entry)), 0)
const by = (role: string) => expect.stringMatching(new RegExp(`^${role} `))

async function offer(w: World, title: string, value: number): Promise<string> {
  const [startsAt, endsAt] = [-DAY, DAY].map((ms) => new Date(Date.now() + ms).toISOString())
  const made = await w.does('superuser', 'POST /restaurant/offers/create', { title, type: 'flat', value, startsAt, endsAt })
  expect(made.status, made.text).toBe(201)
  return made.body.offer._id
}
const put = async (w: World, role: 'cashier' | 'superuser', orderId: string, orderData: object) => {
  const reply = await w.does(role, 'PUT /pos/order', { orderId, orderData })
  expect(reply.status, reply.text).toBe(200)
}

describe('tab totals agree with each other and with the day-end summary', () => {
  it('after discounts, cancellations, a refund, a part payment and bills that were changed after printing', async () => {
    at(-1)
    const w = await makeRestaurant({ settings: { taxSettings: { roundOff: true } } })
    const [ten, fifty] = [await offer(w, 'Ten off', 10), await offer(w, 'Fifty off', 50)]
    const first = await w.order([w.line('plain', 3), w.line('beer')])
    await put(w, 'cashier', first._id, { offerId: ten })
    await w.does('cashier', `POST /orders/${first._id}/bill`)
    const line = { orderId: first._id, kotId: first.kots[0]?.kotId, itemId: w.items.plain, status: 'Cancelled' }
    await w.does('superuser', 'PUT /orders/item/status', { ...line, quantityChange: -1, reason: 'Cold' })
    await w.settle(first._id)
    const second = await w.order([w.line('dosa', 2)], { orderType: 'Take Away' })
    await put(w, 'superuser', second._id, { offerId: fifty })
    await w.settle(second._id, { paymentMethod: 'UPI' })
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: second._id, paymentStatus: 'refunded', reason: 'Cold' })
    const left = await w.order([w.line('dosa')], { orderType: 'Delivery' })
    await w.does('cashier', 'PUT /orders/status', { orderId: left._id, orderStatus: 'cancelled', reason: 'Left' })
    const open = await w.order([w.line('plain', 4)], { tableId: w.tables[2] })
    const part = { orderId: open._id, paymentStatus: 'partial', payments: [{ method: 'Card', amount: 100 }] }
    expect((await w.does('cashier', 'PUT /orders/payment/status', part)).status).toBe(200)

    at(0)
    const { sales } = await ask(w, 'sales', { period: 'yesterday' })
    const { changed } = await ask(w, 'changed-after-print', { period: 'yesterday' })
    const { summary } = (await w.does('cashier', `GET /orders/daily-summary?date=${addDays(today, -1)}`)).body

    expect(sales.totalSales).toBeGreaterThan(0)
    const total = toPaise(sales.totalSales)
    expect(paise(sales.series, (e: any) => e.sales)).toBe(total)
    expect(paise(sales.orderTypes, (e: any) => e.sales)).toBe(total)
    expect(paise(sales.paymentMethods, (e: any) => e.amount) - toPaise(sales.receivedOnOpenOrders)).toBe(total)
    expect(sales.receivedOnOpenOrders).toBe(100)
    const dishes = paise(sales.items, (e: any) => e.revenue)
    expect(paise(sales.categories, (e: any) => e.revenue)).toBe(dishes)
    const taxes = paise(Object.values<number>(sales.taxes), (e) => e)
    expect(dishes - toPaise(sales.discounts) + taxes + toPaise(sales.roundOff)).toBe(total)
    const { cgst, sgst, vat } = sales.taxes
    expect(paise(sales.taxRates, (e: any) => e.taxable)).toBe(dishes - toPaise(sales.discounts))
    expect(paise(sales.taxRates, (e: any) => e.amount)).toBe(paise([cgst, sgst, vat], (e) => e))
    expect(paise(sales.discountsGiven, (e: any) => e.amount)).toBe(toPaise(sales.discounts))
    expect(paise(sales.cancellations, (e: any) => e.value)).toBe(toPaise(sales.cancelledValue))

    expect(summary).toMatchObject({
      totalSales: sales.totalSales,
      completedOrders: sales.totalOrders,
      cancelledOrders: sales.cancelledOrders,
      refunds: sales.refunds,
      discounts: sales.discounts,
      taxes: sales.taxes,
      roundOff: sales.roundOff,
      cancelledValue: sales.cancelledValue,
      paymentMethods: sales.paymentMethods,
      receivedOnOpenOrders: sales.receivedOnOpenOrders,
      items: sales.items,
      changedAfterPrint: changed.bills,
    })
    expect(changed).toMatchObject({ count: 1, bills: [{ changes: [{ what: 'cancellation', by: by('superuser') }] }] })
  })
})

describe('taxes by rate, for the returns', () => {
  it('has the taxable value and the tax of each rate that was charged; a refund takes both out, food and drinks without a tax count too', async () => {
    const w = await makeRestaurant({ settings: { taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 } } })
    const sell = async (lines: ReturnType<World['line']>[]) => {
      const order = await w.order(lines, { orderType: 'Take Away' })
      await w.settle(order._id)
      return order
    }
    const rates = async () => (await ask(w, 'sales')).sales.taxRates
    const food = await sell([w.line('plain', 2)])
    const mixed = await sell([w.line('plain'), w.line('beer')])
    const plain = mixed.totalPrice - food.totalPrice / 2
    const gst = (bills: number, value: number, percent = 5) => ({
      tax: 'gst',
      rate: percent,
      bills,
      taxable: value,
      amount: (value * percent) / 100,
    })
    const beer = { tax: 'vat', rate: 0, bills: 1, taxable: plain, amount: 0 }
    expect(await rates()).toEqual([gst(2, (food.totalPrice * 3) / 2), beer])
    expect((await w.does('superuser', 'PUT /restaurant/profile', { taxPercentages: { gst: 18 } })).status).toBe(200)
    const later = await sell([w.line('plain')])
    expect(await rates()).toEqual([gst(1, later.totalPrice, 18), gst(2, (food.totalPrice * 3) / 2), beer])
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: food._id, paymentStatus: 'refunded', reason: 'Cold' })
    expect(await rates()).toEqual([gst(1, later.totalPrice, 18), gst(2, food.totalPrice / 2), beer])
  })

  it('says so where an older version has not recorded the rate', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
    await w.settle(order._id)
    const { cgst, sgst } = order.additionalCharges
    await w.rows("DELETE FROM rollups WHERE restaurant_id = ? AND kind IN ('taxable', 'taxed')", w.id)
    expect((await ask(w, 'sales')).sales.taxRates).toEqual([{ tax: 'gst', rate: null, bills: 1, taxable: null, amount: cgst + sgst }])
  })
})

describe('discounts by person', () => {
  it('names the offer and who gave it; a refund takes the amount out again', async () => {
    const w = await makeRestaurant()
    const ten = await offer(w, 'Ten off', 10)
    const give = async (role: 'cashier' | 'superuser') => {
      const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
      await put(w, role, order._id, { offerId: ten })
      await w.settle(order._id)
      return order._id
    }
    const orderId = await give('cashier')
    await give('cashier')
    await give('superuser')
    const given = async () => (await ask(w, 'sales')).sales.discountsGiven
    expect(await given()).toEqual([
      { title: 'Ten off', by: by('cashier'), orders: 2, amount: 20 },
      { title: 'Ten off', by: by('superuser'), orders: 1, amount: 10 },
    ])
    await w.does('cashier', 'PUT /orders/payment/status', { orderId, paymentStatus: 'refunded', reason: 'Cold' })
    expect((await given()).map((e: any) => e.amount)).toEqual([10, 10])
  })

  it('of days that were booked before names were kept are one row without a name', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
    await put(w, 'cashier', order._id, { offerId: await offer(w, 'Ten off', 10) })
    await w.settle(order._id)
    await w.rows("DELETE FROM rollups WHERE restaurant_id = ? AND kind = 'discounted'", w.id)
    expect((await ask(w, 'sales')).sales.discountsGiven).toEqual([{ title: '', by: null, orders: 1, amount: 10 }])
  })
})

describe('bills changed after printing', () => {
  it('are those of the range, with what all of them came to less', async () => {
    at(-3)
    const w = await makeRestaurant()
    const less = async () => {
      const order = await w.order([w.line('plain', 2)])
      await w.does('cashier', `POST /orders/${order._id}/bill`)
      const line = { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: w.items.plain, status: 'Cancelled' }
      await w.does('superuser', 'PUT /orders/item/status', { ...line, quantityChange: -1, reason: 'Cold' })
      await w.settle(order._id)
      return order._id
    }
    const early = await less()
    at(0)
    const late = await less()
    const unchanged = await w.order([w.line('plain')])
    await w.does('cashier', `POST /orders/${unchanged._id}/bill`)
    await w.settle(unchanged._id)
    const ids = async (body: object) => {
      const { changed } = await ask(w, 'changed-after-print', body)
      return { count: changed.count, difference: changed.difference, ids: changed.bills.map((b: any) => b.orderId).sort() }
    }
    expect(await ids({ period: 'today' })).toEqual({ count: 1, difference: 105, ids: [late] })
    expect(await ids({ period: '7d' })).toEqual({ count: 2, difference: 210, ids: [early, late].sort() })
    expect(await ids({ period: 'yesterday' })).toEqual({ count: 0, difference: 0, ids: [] })
    const other = await makeRestaurant()
    expect((await ask(other, 'changed-after-print', { period: '7d' })).changed.count).toBe(0)
  })
})

describe('money given back or corrected', () => {
  it('is told by the day on which it moved, whatever day its bill is of, and makes up what the day’s tender totals lost', async () => {
    at(-3)
    const w = await makeRestaurant()
    const old = await w.order([w.line('plain', 2)], { orderType: 'Take Away' })
    const settled = await w.settle(old._id, { paymentMethod: 'Cash' })
    at(0)
    const today = await w.order([w.line('plain')], { orderType: 'Take Away' })
    await w.settle(today._id, { paymentMethod: 'Cash' })
    const [row] = (await w.rows("SELECT id FROM payments WHERE order_id = ? AND kind = 'received'", old._id)) as { id: string }[]
    const correction = { method: 'UPI', reason: 'Paid by UPI' }
    expect((await w.does('superuser', `POST /orders/${old._id}/payments/${row?.id}/correct`, correction)).status).toBe(200)
    const refund = { orderId: today._id, paymentStatus: 'refunded', reason: 'Cold' }
    expect((await w.does('cashier', 'PUT /orders/payment/status', refund)).status).toBe(200)
    const money = async (body: object = {}, of = w) => (await ask(of, 'changed-after-print', body)).changed.money
    const { count, rows } = await money()
    expect(count).toBe(3)
    const ordered = rows.toSorted((one: any, other: any) => one.amount - other.amount)
    const { billNumber } = settled.body.order
    expect(ordered).toMatchObject([
      { kind: 'corrected', orderId: old._id, billNumber, method: 'Cash', amount: -210, reason: 'Paid by UPI' },
      {
        kind: 'returned',
        orderId: today._id,
        orderType: 'Take Away',
        serialNumber: today.serialNumber,
        method: 'Cash',
        amount: -105,
        reason: 'Cold',
        by: expect.stringMatching(/^cashier /),
      },
      { kind: 'corrected', orderId: old._id, billNumber, method: 'UPI', amount: 210, by: expect.stringMatching(/^superuser /) },
    ])
    // Cash of today: received, less what left it in these rows.
    const { paymentMethods } = (await ask(w, 'sales')).sales
    const left = (method: string) => rows.filter((r: any) => r.method === method).reduce((sum: number, r: any) => sum + r.amount, 0)
    for (const [method, received] of [
      ['Cash', 105],
      ['UPI', 0],
    ] as const)
      expect(paymentMethods.find((m: any) => m.method === method)?.amount).toBe(received + left(method))
    expect((await money({ period: 'yesterday' })).count).toBe(0)
    expect((await money({ period: '30d' }, await makeRestaurant())).count).toBe(0)
  })
})

describe('views and carts by dish', () => {
  it('stand beside the portions that were sold, of the range and the restaurant alone', async () => {
    at(-1)
    const w = await makeRestaurant()
    const look = (kind: string, item: string) => call(`POST /statistics/${kind}/${item}`)
    await look('view', w.items.beer)
    at(0)
    await look('view', w.items.plain)
    await look('view', w.items.plain)
    await look('cart', w.items.plain)
    await look('order', w.items.plain)
    await look('view', w.items.dosa)
    const order = await w.order([w.line('plain', 3), w.line('brownie')])
    await w.settle(order._id)
    await w.does('superuser', `DELETE /menu/${w.items.brownie}`)
    const other = await makeRestaurant()
    await look('view', other.items.plain)
    const { dishes } = await ask(w, 'dishes')
    expect(dishes.range).toEqual({ startDate: today, endDate: today, timezone: 'Asia/Kolkata' })
    const none = { views: 0, carts: 0, orders: 0, sold: 0 }
    expect(dishes.dishes).toEqual([
      { ...none, _id: w.items.plain, name: 'Peri Peri Fries', category: 'Mains', views: 2, carts: 1, orders: 1, sold: 3 },
      { ...none, _id: w.items.dosa, name: 'Masala Dosa', category: 'Mains', views: 1 },
      { ...none, _id: w.items.brownie, name: null, category: null, sold: 1 },
    ])
    expect((await ask(w, 'dishes', { period: 'yesterday' })).dishes.dishes).toMatchObject([{ _id: w.items.beer, views: 1, sold: 0 }])
  })
})
