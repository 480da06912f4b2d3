import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { toPaise } from '#domain/money.ts'
import { kotSettingsOf } from '#domain/settings.ts'
import { draftTotals } from '#domain/ticket.ts'
import { type ItemName, makeRestaurant, type World } from '../world.ts'

/** An offer that doesn't fit is refused as a whole; one that fits takes off its amount, to the paisa, on every line, bill and report. */

/** Mumbai's clock, with days that begin at 04:00; 5 May 2031 is a Monday. */
const mumbai = (day: number, time: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`2031-05-0${day}T${time}+05:30`) })
afterEach(() => void vi.useRealTimers())

let w: World
beforeEach(async () => {
  mumbai(5, '20:00:00.000')
  w = await makeRestaurant({
    settings: { kotSettings: kotSettingsOf({ resetTime: '04:00' }), taxPercentages: { gst: 5, vat: 12.5, serviceCharge: 7.5 } },
  })
})
const make = async (more: object = {}): Promise<string> => {
  const terms = {
    title: 'Feast',
    type: 'percentage',
    value: 10,
    startsAt: '2031-05-01T00:00:00+05:30',
    endsAt: '2031-06-01T00:00:00+05:30',
  }
  const reply = await w.does('superuser', 'POST /restaurant/offers/create', { ...terms, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.offer._id
}
const put = (orderId: string, orderData: object) => w.does('cashier', 'PUT /pos/order', { orderId, orderData })
const order = (lines: unknown[] = [w.line('dosa', 2)], more: Record<string, unknown> = {}) =>
  w.order(lines, { orderType: 'Take Away', ...more })
async function mustRefuse(orderId: string, orderData: object, message: string) {
  const before = await w.read(orderId)
  const reply = await put(orderId, orderData)
  expect([reply.status, reply.body.code, reply.body.message]).toEqual([422, 'offer_not_applicable', message])
  // Nothing of the update is done.
  expect(await w.read(orderId)).toEqual(before)
}

describe('an offer is refused', () => {
  it.each([
    ['the last instant before it begins', '11:59:59.999', 'Feast has not begun.'],
    ['the instant at which it ends', '15:00:00.000', 'Feast has ended.'],
    ['long after', '23:00:00.000', 'Feast has ended.'],
  ])('outside its dates: %s', async (_when, time, message) => {
    const offerId = await make({ startsAt: '2031-05-05T12:00:00+05:30', endsAt: '2031-05-05T15:00:00+05:30' })
    const { _id } = await order()
    mumbai(5, time)
    await mustRefuse(_id, { offerId }, message)
    mumbai(5, '12:00:00.000')
    expect((await put(_id, { offerId })).body.order.discount).toBe(37.8)
  })

  it('on another weekday, by the restaurant’s business day, which lasts until four in the morning', async () => {
    const mondays = await make({ days: [1] })
    const { _id } = await order()
    // Tuesday by the calendar, still Monday's evening in the house.
    mumbai(6, '03:59:59.999')
    expect((await put(_id, { offerId: mondays })).status).toBe(200)
    await put(_id, { offerId: null })
    mumbai(6, '04:00:00.000')
    await mustRefuse(_id, { offerId: mondays }, 'Feast is for Monday only.')
    mumbai(5, '03:59:00.000')
    const early = await order()
    await mustRefuse(early._id, { offerId: mondays }, 'Feast is for Monday only.')
  })

  it('for another type of order, also when the same update would change the type', async () => {
    const offerId = await make({ orderTypes: ['Dine In', 'Delivery'] })
    const parcel = await order()
    await mustRefuse(parcel._id, { offerId }, 'Feast is for Dine In, Delivery only.')
    expect((await put(parcel._id, { offerId, orderType: 'Delivery' })).body.order.discount).toBe(37.8)
    const table = await w.order([w.line('dosa')])
    await mustRefuse(table._id, { offerId, orderType: 'Take Away' }, 'Feast is for Dine In, Delivery only.')
    await put(table._id, { offerId })
    await mustRefuse(table._id, { orderType: 'Take Away' }, 'Feast is for Dine In, Delivery only. Take it off first.')
  })

  it('below its minimum: one paisa is enough, and cancelled lines don’t count', async () => {
    const offerId = await make({ minOrderAmount: 378 })
    const dearer = await make({ title: 'Banquet', minOrderAmount: 378.01 })
    const { _id, kots } = await order()
    await mustRefuse(_id, { offerId: dearer }, 'Banquet needs an order of Rs. 378.01 or more.')
    const other = await order([w.line('dosa', 2), w.line('plain')])
    expect((await put(other._id, { offerId: dearer })).status).toBe(200)
    expect((await put(_id, { offerId })).body.order.discount).toBe(37.8)
    await put(_id, { offerId: null })
    const [item] = kots[0]?.items ?? []
    const cancel = { orderId: _id, kotId: kots[0]?.kotId, lineId: item?.lineId, status: 'Cancelled', reason: 'late', quantityChange: -1 }
    await w.does('cashier', 'PUT /orders/item/status', cancel)
    await mustRefuse(_id, { offerId }, 'Feast needs an order of Rs. 378.00 or more.')
  })

  it('when it is switched off, of another restaurant or unknown, or when the order has ended', async () => {
    const off = await make({ isActive: false })
    const running = await make()
    const { _id } = await order()
    await mustRefuse(_id, { offerId: off }, 'Feast is switched off.')
    const other = await makeRestaurant({ shard: 'OUTLETS_1' })
    const theirs = (
      await other.does('superuser', 'POST /restaurant/offers/create', {
        title: 'Theirs',
        type: 'flat',
        value: 1,
        startsAt: '2031-05-01T00:00:00Z',
        endsAt: '2031-06-01T00:00:00Z',
      })
    ).body.offer._id
    for (const offerId of [theirs, 'nothing']) expect((await put(_id, { offerId })).status).toBe(404)
    await w.settle(_id)
    expect((await put(_id, { offerId: running })).body.code).toBe('invalid_transition')
    expect((await w.read(_id))?.discount).toBe(0)
  })

  it('when more was received than the order would then cost', async () => {
    const offerId = await make({ type: 'flat', value: 300 })
    const { _id } = await order()
    await w.does('cashier', 'PUT /orders/payment/status', {
      orderId: _id,
      paymentStatus: 'partial',
      payments: [{ method: 'Cash', amount: 300 }],
    })
    expect((await put(_id, { offerId })).body.code).toBe('invalid_transition')
    expect((await w.read(_id))?.discount).toBe(0)
  })
})

// ---------------------------------------------------------------- to the paisa

/** Rounds half up, in whole numbers. */
const share = (paise: bigint, thousandths: bigint, of: bigint) => (2n * paise * thousandths + of) / (2n * of)

/** SPEC §9 and CONTRACT §5 calculated a second way: the discount is spread over the lines, the remainder goes to the largest. */
function byHand(o: OrderShape, discount: number) {
  const lines = o.kots.flatMap((k) => k.items).filter((i) => i.status !== 'Cancelled')
  const amounts = lines.map((i) => {
    const one =
      toPaise(i.price) +
      i.variants.reduce((s, v) => s + toPaise(v.additionalPrice), 0) +
      i.addonGroups.flatMap((g) => g.addons).reduce((s, a) => s + toPaise(a.price) * a.quantity, 0)
    return one * i.quantity
  })
  const subtotal = amounts.reduce((a, b) => a + b, 0)
  const off = amounts.map((n) => Math.floor((discount * n) / subtotal))
  const largest = amounts.indexOf(Math.max(...amounts))
  off[largest] = (off[largest] ?? 0) + discount - off.reduce((a, b) => a + b, 0)
  const base = (alcohol: boolean) => lines.reduce((s, i, n) => (i.isAlcohol === alcohol ? s + (amounts[n] ?? 0) - (off[n] ?? 0) : s), 0)
  const { gst, vat, serviceCharge } = o.taxPercentages
  const of = (paise: number, percent: number, parts: bigint) => Number(share(BigInt(paise), BigInt(Math.round(percent * 1000)), parts))
  const half = of(base(false), gst, 200_000n)
  const taxes = {
    cgst: half,
    sgst: half,
    vat: of(base(true), vat, 100_000n),
    service: o.serviceChargeAccepted ? of(subtotal, serviceCharge, 100_000n) : 0,
  }
  return { subtotal, off, ...taxes, grandTotal: subtotal - discount + 2 * half + taxes.vat + taxes.service }
}
const mustReconcile = (o: OrderShape, discount: number) => {
  const hand = byHand(o, discount)
  const c = o.additionalCharges
  expect({
    subtotal: toPaise(o.totalPrice),
    discount: toPaise(o.discount),
    cgst: toPaise(c.cgst),
    sgst: toPaise(c.sgst),
    vat: toPaise(c.vat),
    service: toPaise(c.serviceCharge),
    grandTotal: toPaise(o.grandTotal),
  }).toEqual({
    subtotal: hand.subtotal,
    discount,
    cgst: hand.cgst,
    sgst: hand.sgst,
    vat: hand.vat,
    service: hand.service,
    grandTotal: hand.grandTotal,
  })
  expect(hand.off.reduce((a, b) => a + b, 0)).toBe(discount)
}
/** 33.3 % of a subtotal, half up. */
const percent = (paise: number, value: number, most = Infinity) =>
  Math.min(most, Number(share(BigInt(paise), BigInt(Math.round(value * 1000)), 100_000n)))

const BASKETS: [what: string, lines: (w: World) => unknown[]][] = [
  ['one dish', (x) => [x.line('dosa')]],
  [
    'three alike, which a third divides badly',
    (x) => [x.line('plain'), x.line('plain', 1, { additionalItemNote: 'a' }), x.line('plain', 1, { additionalItemNote: 'b' })],
  ],
  ['food and alcohol', (x) => [x.line('dosa', 3), x.line('beer', 2)]],
  ['alcohol alone', (x) => [x.line('beer', 3)]],
  [
    'variants and addons of odd prices',
    (x) => [
      x.line('burger', 3, {
        variants: [{ name: 'Double' }],
        addonGroups: [{ name: 'Choose Your Addons', addons: [{ name: 'Fried Egg', quantity: 2 }] }],
      }),
      x.line('thali', 1, { addonGroups: [{ name: 'Bread', addons: [{ name: 'Naan' }] }] }),
      x.line('brownie', 2),
      x.line('beer'),
    ],
  ],
]
const OFFERS: [what: string, terms: object, off: (subtotal: number) => number][] = [
  ['a third', { value: 33.3 }, (n) => percent(n, 33.3)],
  ['12.34 % and at most Rs. 77.77', { value: 12.34, maxDiscount: 77.77 }, (n) => percent(n, 12.34, 7777)],
  ['Rs. 33.33 flat', { type: 'flat', value: 33.33 }, () => 3333],
  ['all of it', { value: 100 }, (n) => n],
  ['more than there is', { type: 'flat', value: 99_999 }, (n) => n],
]

describe.each(OFFERS)('%s off', (_what, terms, off) => {
  it.each(BASKETS)('%s reconciles to the paisa on lines, bill and report', async (_basket, lines) => {
    const offerId = await make(terms)
    const o = await order(lines(w), { customer_name: 'Meera', mobile_number: '9812345678' })
    const on = (await put(o._id, { offerId })).body.order as OrderShape
    mustReconcile(on, off(toPaise(on.totalPrice)))
    // With the guest's consent to a service charge, which is on the whole.
    const served = (await put(o._id, { serviceChargeAccepted: true })).body.order as OrderShape
    mustReconcile(served, off(toPaise(served.totalPrice)))
    // A portion less, a dish more: it follows.
    const [kot] = served.kots
    const item = kot?.items.find((i) => i.quantity > 1)
    let before = served
    if (item) {
      const less = await w.does('cashier', 'PUT /orders/item/status', {
        orderId: o._id,
        kotId: kot?.kotId,
        lineId: item.lineId,
        status: 'Cancelled',
        quantityChange: -1,
        reason: 'late',
      })
      before = less.body.order
    }
    const more = (await put(o._id, { kots: [w.kot([w.line('plain', 2)])] })).body.order as OrderShape
    mustReconcile(more, off(toPaise(more.totalPrice)))
    // The screen had the same total before it was sent.
    const added = more.kots.at(-1)?.items.map((line) => ({ ...line, key: line.lineId })) ?? []
    expect(draftTotals({ kotId: '', lines: added, modified: true, updatedAt: '' }, before, before.taxPercentages)).toMatchObject({
      discount: toPaise(more.discount),
      grandTotal: toPaise(more.grandTotal),
    })
    const bill = (await w.does('cashier', `POST /orders/${o._id}/bill`)).body.order as OrderShape
    expect([bill.discount, bill.grandTotal]).toEqual([more.discount, more.grandTotal])
    const paid = await w.settle(o._id)
    expect(paid.status, paid.text).toBe(200)
    const settled = await w.read(o._id)
    expect([settled?.orderStatus, settled?.offer]).toEqual(['completed', undefined])
    const { sales } = (await w.does('superuser', 'POST /api/analytics/sales', { period: 'today' })).body
    expect(sales).toMatchObject({
      totalSales: bill.grandTotal,
      discounts: bill.discount,
      taxes: {
        cgst: bill.additionalCharges.cgst,
        sgst: bill.additionalCharges.sgst,
        vat: bill.additionalCharges.vat,
        serviceCharge: bill.additionalCharges.serviceCharge,
      },
    })
    const items = sales.items.reduce((s: number, i: { revenue: number }) => s + toPaise(i.revenue), 0)
    expect(items).toBe(toPaise(bill.totalPrice))
    const { summary } = (await w.does('superuser', 'GET /orders/daily-summary')).body
    expect(summary.totalSales).toBe(bill.grandTotal)
    // Given back, the day is as if it had never been.
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: o._id, paymentStatus: 'refunded', reason: 'cold' })
    const after = (await w.does('superuser', 'POST /api/analytics/sales', { period: 'today' })).body.sales
    expect(after).toMatchObject({ totalSales: 0, discounts: 0, taxes: { cgst: 0, sgst: 0, vat: 0, serviceCharge: 0 } })
  })
})

it('every dish of the menu in one order', async () => {
  const names: ItemName[] = ['plain', 'dosa', 'beer', 'brownie']
  const offerId = await make({ value: 7.77 })
  const o = await order(names.map((name, i) => w.line(name, i + 1)))
  const on = (await put(o._id, { offerId })).body.order as OrderShape
  mustReconcile(on, percent(toPaise(on.totalPrice), 7.77))
})
