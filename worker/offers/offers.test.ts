import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { DEFAULT_TIMEZONE, wallClock } from '#domain/time.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { inDays, makeOffer, offer } from '../test/offers.ts'
import { call, makeRestaurant, type Via, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})
const make = (more?: object) => makeOffer(w, more)
const put = (orderId: string, orderData: object) => w.does('cashier', 'PUT /pos/order', { orderId, orderData })
/** What India's clock shows in that many minutes. */
const inMinutes = (n: number) => wallClock(new Date(Date.now() + n * 60_000), DEFAULT_TIMEZONE).time
const reconciles = (o: OrderShape) => {
  const c = o.additionalCharges
  const sum = Math.round((o.totalPrice - o.discount + c.cgst + c.sgst + c.vat + c.serviceCharge + o.roundOff) * 100)
  expect(Math.round(o.grandTotal * 100)).toBe(sum)
}

describe('an offer', () => {
  it('can be added, changed and listed; the public sees those that are running', async () => {
    const made = await w.does(
      'superuser',
      'POST /restaurant/offers/create',
      offer({ code: 'happy', minOrderAmount: 99.5, maxDiscount: 200, days: [6, 5, 6], orderTypes: ['Dine In'] }),
    )
    expect(made.status, made.text).toBe(201)
    expect(made.body.offer).toMatchObject({
      code: 'HAPPY',
      value: 10,
      minOrderAmount: 99.5,
      maxDiscount: 200,
      days: [5, 6],
      orderTypes: ['Dine In'],
      isActive: true,
      description: '',
    })
    expect(made.body.offer.id).toBe(made.body.offer._id)
    await make({ title: 'Next week', startsAt: inDays(6), endsAt: inDays(9) })
    await make({ title: 'Over', startsAt: inDays(-9), endsAt: inDays(-6) })
    const titles = async (token: string | null) =>
      (await call(`GET /restaurant/offers/${w.id}`, { token })).body.offers.map((o: { title: string }) => o.title).sort()
    expect(await titles(null)).toEqual(['Happy Hour'])
    expect(await titles((await w.guest()).token)).toEqual(['Happy Hour'])
    expect(await titles(await w.as('waiter'))).toEqual(['Happy Hour', 'Next week', 'Over'])
    expect((await (await makeRestaurant()).does('superuser', `GET /restaurant/offers/${w.id}`)).status).toBe(404)
    const put = await w.does('superuser', `PUT /restaurant/offers/${made.body.offer._id}`, { isActive: false })
    // What is not named stays.
    expect(put.body.offer).toEqual({ ...made.body.offer, isActive: false })
    expect(await titles(null)).toEqual([])
  })

  it('has hours of a day, or is for all day', async () => {
    const hours = { from: '22:00', to: '02:00' }
    const made = await make({ hours })
    expect(made.hours).toEqual(hours)
    expect((await call(`GET /restaurant/offers/${w.id}`)).body.offers).toMatchObject([{ hours }])
    const put = (body: object) => w.does('superuser', `PUT /restaurant/offers/${made._id}`, body)
    expect((await put({ title: 'Late' })).body.offer).toMatchObject({ title: 'Late', hours })
    expect((await put({ hours: { from: '16:00', to: '19:00' } })).body.offer.hours).toEqual({ from: '16:00', to: '19:00' })
    expect((await put({ hours: null })).body.offer.hours).toBeNull()
    expect((await call(`GET /restaurant/offers/${w.id}`)).body.offers).toMatchObject([{ hours: null }])
    expect((await make()).hours).toBeNull()
    expect((await make({ hours: null })).hours).toBeNull()
  })

  it.each([
    ['equal', { from: '16:00', to: '16:00' }, 'hours.to'],
    ['no time', { from: '16:00', to: '24:00' }, 'hours.to'],
    ['empty', { from: '', to: '19:00' }, 'hours.from'],
    ['one alone', { from: '16:00' }, 'hours.to'],
  ])('422: hours that are %s', async (_name, hours, path) => {
    const { _id } = await make()
    for (const route of ['POST /restaurant/offers/create', `PUT /restaurant/offers/${_id}`]) {
      const refused = await w.does('superuser', route, offer({ hours }))
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, path])
    }
  })

  it('keeps a flat value in rupees', async () => {
    const made = await make({ type: 'flat', value: 75.5 })
    expect(made.value).toBe(75.5)
    expect((await w.does('superuser', `PUT /restaurant/offers/${made._id}`, { type: 'percentage' })).status).toBe(422)
    expect((await w.does('superuser', `PUT /restaurant/offers/${made._id}`, { type: 'percentage', value: 12.5 })).body.offer).toMatchObject(
      { type: 'percentage', value: 12.5 },
    )
  })

  it.each([
    ['more than everything', { value: 101 }],
    ['nothing', { value: 0 }],
    ['a percentage without an end', { value: 10 / 3 }],
    ['half a paisa', { type: 'flat', value: 1.005 }],
    ['an end before its start', { endsAt: inDays(-2) }],
    ['no day', { days: [7] }],
    ['no type', { orderTypes: ['Buffet'] }],
    ['no title', { title: ' ' }],
  ])('422: %s', async (_name, more) => expect((await w.does('superuser', 'POST /restaurant/offers/create', offer(more))).status).toBe(422))

  it('409: one active offer per code, also when two are added at once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => w.does('superuser', 'POST /restaurant/offers/create', offer({ code: 'ONCE' }))))
    expect(all.map((r) => r.status).sort()).toEqual([201, 409, 409])
    expect(all.find((r) => r.status === 409)?.body.code).toBe('duplicate')
    const other = await make()
    expect((await w.does('superuser', `PUT /restaurant/offers/${other._id}`, { code: 'once' })).body.code).toBe('duplicate')
  })

  it('changed by two devices at once keeps both changes', async () => {
    const made = await make()
    const put = (body: object, via?: Via) => w.does('superuser', `PUT /restaurant/offers/${made._id}`, body, { via })
    const reply = await put(
      { title: 'Sundowner' },
      meanwhile(() => put({ isActive: false })),
    )
    expect([reply.status, reply.body.offer?.title]).toEqual([200, 'Sundowner'])
    const { offers } = (await w.does('superuser', `GET /restaurant/offers/${w.id}`)).body
    expect(offers).toEqual([{ ...made, title: 'Sundowner', isActive: false }])
  })

  it('never ends before its start nor takes off more than everything, also when two devices change it at once', async () => {
    const put = (id: string, body: object, via?: Via) => w.does('superuser', `PUT /restaurant/offers/${id}`, body, { via })
    for (const [first, second, path] of [
      [{ startsAt: inDays(3), endsAt: inDays(5) }, { endsAt: inDays(2) }, 'endsAt'],
      [{ type: 'flat', value: 500 }, { value: 40 }, null],
      [{ type: 'percentage', value: 5 }, { value: 150 }, 'value'],
    ] as const) {
      const { _id } = await make({ type: path === 'value' ? 'flat' : 'percentage' })
      const reply = await put(
        _id,
        second,
        meanwhile(() => put(_id, first)),
      )
      expect([reply.status, reply.body.errors?.[0]?.path ?? null]).toEqual([path ? 422 : 200, path])
      // The flat offer's new value is in rupees, whatever its type was when the other device read it.
      if (!path) expect(reply.body.offer).toMatchObject({ type: 'flat', value: 40 })
    }
  })

  it('409: a code that another device has just taken', async () => {
    const { _id } = await make()
    const reply = await w.does(
      'superuser',
      `PUT /restaurant/offers/${_id}`,
      { code: 'NOW' },
      { via: meanwhile(() => make({ code: 'NOW' })) },
    )
    expect([reply.status, reply.body.code]).toEqual([409, 'duplicate'])
    // A switched-off offer may wait with it, and can't be switched on.
    expect((await w.does('superuser', `PUT /restaurant/offers/${_id}`, { code: 'NOW', isActive: false })).status).toBe(200)
    expect((await w.does('superuser', `PUT /restaurant/offers/${_id}`, { isActive: true })).body.code).toBe('duplicate')
  })

  it('gives its code up once it has ended: another takes it, and the ended one is switched off', async () => {
    const active = async () =>
      (await w.does('superuser', `GET /restaurant/offers/${w.id}`)).body.offers.filter((o: any) => o.isActive).map((o: any) => o._id)
    const [old, off] = [await make({ code: 'DIWALI' }), await make({ code: 'EID' })]
    for (const { _id } of [old, off])
      await w.does('superuser', `PUT /restaurant/offers/${_id}`, { startsAt: inDays(-3), endsAt: inDays(-1) })
    const next = await make({ code: 'DIWALI', startsAt: inDays(360), endsAt: inDays(365) })
    expect((await active()).sort()).toEqual([next._id, off._id].sort())
    // By a change of another offer too; the ended one can't take it back.
    expect((await w.does('superuser', `PUT /restaurant/offers/${next._id}`, { code: 'EID' })).status).toBe(200)
    expect(await active()).toEqual([next._id])
    expect((await w.does('superuser', `PUT /restaurant/offers/${off._id}`, { isActive: true })).body.code).toBe('duplicate')
  })

  it('404: of another restaurant, or unknown', async () => {
    // Of the same shard: another database would refuse it for nothing.
    const theirs = await makeRestaurant()
    const foreign = (await theirs.does('superuser', 'POST /restaurant/offers/create', offer())).body.offer
    expect((await w.does('superuser', `PUT /restaurant/offers/${foreign._id}`, { isActive: false })).status).toBe(404)
    expect((await theirs.does('superuser', `GET /restaurant/offers/${theirs.id}`)).body.offers).toEqual([foreign])
    const order = await w.order([w.line('dosa')])
    expect((await put(order._id, { offerId: foreign._id })).status).toBe(404)
    expect((await call('GET /restaurant/offers/nobody')).status).toBe(404)
    const pending = await makeRestaurant({ approvalStatus: 'pending' })
    expect((await call(`GET /restaurant/offers/${pending.id}`)).status).toBe(404)
  })
})

describe('its effect on the price', () => {
  it('is applied, follows every line, and is removed again', async () => {
    const { _id: offerId } = await make()
    const order = await w.order([w.line('dosa'), w.line('beer')])
    const on = (await put(order._id, { offerId })).body.order as OrderShape
    expect(on).toMatchObject({ totalPrice: 409, discount: 40.9, discountTitle: 'Happy Hour', offerId })
    expect(on.additionalCharges).toMatchObject({ cgst: 4.25, sgst: 4.25, vat: 19.8 })
    reconciles(on)
    const more = (await put(order._id, { kots: [w.kot([w.line('plain', 2)])] })).body.order as OrderShape
    expect([more.totalPrice, more.discount]).toEqual([609, 60.9])
    reconciles(more)
    const kot = more.kots[0]
    const less = await w.does('cashier', 'PUT /orders/item/status', {
      orderId: order._id,
      kotId: kot?.kotId,
      itemId: w.items.beer,
      status: 'Cancelled',
      reason: 'none left',
    })
    expect([less.body.order.totalPrice, less.body.order.discount]).toEqual([389, 38.9])
    reconciles(less.body.order)
    const off = (await put(order._id, { offerId: null })).body.order as OrderShape
    expect(off).toMatchObject({ discount: 0, discountTitle: null, offerId: null, totalPrice: 389 })
    reconciles(off)
  })

  it('doesn’t apply while the order is below the minimum, and applies again when it isn’t', async () => {
    const { _id: offerId } = await make({ type: 'flat', value: 50, minOrderAmount: 250 })
    const order = await w.order([w.line('dosa'), w.line('plain')])
    expect((await put(order._id, { offerId })).body.order.discount).toBe(50)
    const kotId = order.kots[0]?.kotId
    const less = await w.does('cashier', 'PUT /orders/item/status', {
      orderId: order._id,
      kotId,
      itemId: w.items.plain,
      status: 'Cancelled',
      reason: 'x',
    })
    expect(less.body.order).toMatchObject({ discount: 0, totalPrice: 189 })
    reconciles(less.body.order)
    expect((await put(order._id, { kots: [w.kot([w.line('plain')])] })).body.order.discount).toBe(50)
  })

  it('has no limit with a most of 0, which is answered as null', async () => {
    const made = await make({ maxDiscount: 0 })
    expect(made.maxDiscount).toBe(null)
    const changed = await w.does('superuser', `PUT /restaurant/offers/${made._id}`, { maxDiscount: 20 })
    expect(changed.body.offer.maxDiscount).toBe(20)
    const again = await w.does('superuser', `PUT /restaurant/offers/${made._id}`, { maxDiscount: 0 })
    expect(again.body.offer.maxDiscount).toBe(null)
  })

  it('stays as it was when it was applied: changing or ending the offer changes no order', async () => {
    const made = await make({ maxDiscount: 10 })
    const order = await w.order([w.line('dosa')])
    await put(order._id, { offerId: made._id })
    await w.does('superuser', `PUT /restaurant/offers/${made._id}`, { value: 50, maxDiscount: null, isActive: false })
    const again = (await put(order._id, { offerId: made._id, kots: [w.kot([w.line('dosa')])] })).body.order
    expect(again).toMatchObject({ totalPrice: 378, discount: 10 })
    const settled = await w.settle(order._id)
    expect(settled.body.order).toMatchObject({ orderStatus: 'completed', discount: 10 })
    const [sales] = await w.rows(`SELECT amount FROM rollups WHERE restaurant_id = ? AND kind LIKE '%discount%'`, w.id)
    expect(sales.amount).toBe(1000)
  })

  it('counts the lines that come in the same call', async () => {
    const { _id: offerId } = await make({ minOrderAmount: 300 })
    const order = await w.order([w.line('dosa')])
    expect((await put(order._id, { offerId })).body).toMatchObject({
      code: 'offer_not_applicable',
      message: 'Happy Hour needs an order of Rs. 300.00 or more.',
    })
    expect((await put(order._id, { offerId, kots: [w.kot([w.line('dosa')])] })).body.order.discount).toBe(37.8)
  })

  it.each([
    ['expired', { startsAt: inDays(-3), endsAt: inDays(-1) }],
    ['not begun', { startsAt: inDays(0.5) }],
    ['switched off', { isActive: false }],
    ['of another type', { orderTypes: ['Delivery'] }],
    ['of another day', { days: [(new Date(Date.now() + 5.5 * 3_600_000).getUTCDay() + 3) % 7] }],
    ['outside its hours', { hours: { from: inMinutes(60), to: inMinutes(120) } }],
    ['under its minimum', { minOrderAmount: 10_000 }],
  ])('422: %s', async (_name, more) => {
    const { _id: offerId } = await make(more)
    const order = await w.order([w.line('dosa')])
    const refused = await put(order._id, { offerId })
    expect([refused.status, refused.body.code]).toEqual([422, 'offer_not_applicable'])
    expect((await w.read(order._id))?.discount).toBe(0)
  })

  it('stays on an order when its hours have passed; outside of them it can’t be put on another', async () => {
    const { _id: offerId } = await make({ hours: { from: inMinutes(-60), to: inMinutes(60) } })
    const order = await w.order([w.line('dosa')])
    expect((await put(order._id, { offerId })).body.order).toMatchObject({ offerId, discount: 18.9 })
    const hours = { from: inMinutes(60), to: inMinutes(120) }
    await w.does('superuser', `PUT /restaurant/offers/${offerId}`, { hours })
    expect((await put(order._id, { offerId, kots: [w.kot([w.line('dosa')])] })).body.order).toMatchObject({ offerId, discount: 37.8 })
    const refused = await put((await w.order([w.line('dosa')], { tableId: w.tables[1] }))._id, { offerId })
    expect(refused.body).toMatchObject({ code: 'offer_not_applicable', message: `Happy Hour is from ${hours.from} to ${hours.to} only.` })
  })

  it('prevents the order from changing to a type that the offer excludes', async () => {
    const { _id: offerId } = await make({ orderTypes: ['Dine In'] })
    const order = await w.order([w.line('dosa')])
    await put(order._id, { offerId })
    expect((await put(order._id, { orderType: 'Take Away' })).body.code).toBe('offer_not_applicable')
    expect((await put(order._id, { orderType: 'Take Away', offerId: null })).body.order).toMatchObject({
      orderType: 'Take Away',
      discount: 0,
    })
  })

  it('can’t be applied or removed once money was taken (CONTRACT §9)', async () => {
    const { _id: offerId } = await make()
    const order = await w.order([w.line('dosa')])
    await put(order._id, { offerId })
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash' })
    const off = await put(order._id, { offerId: null })
    expect([off.status, off.body.code, off.body.order]).toEqual([409, 'invalid_transition', await w.read(order._id)])
    const full = await w.order([w.line('dosa')], { tableId: w.tables[1] })
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: full._id, paymentStatus: 'paid', paymentMethod: 'Cash' })
    expect((await put(full._id, { offerId })).status).toBe(409)
  })

  it('stays on a merged bill when the parent has it', async () => {
    const { _id: offerId } = await make()
    const parent = await w.order([w.line('dosa')])
    await put(parent._id, { offerId })
    await w.order([w.line('plain')], { tableId: w.tables[1] })
    const merged = await w.does('cashier', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
    expect(merged.body.order).toMatchObject({ totalPrice: 289, discount: 28.9, offerId })
    reconciles(merged.body.order)
  })
})

describe.each([
  ['POST /pos/order', '', (order: object) => order],
  ['POST /orders', 'order.', (order: object) => ({ order })],
])('an offer and a service charge named in %s', (address, at, bodyOf) => {
  const send = (more: object = {}, options = {}) =>
    w.does('waiter', address, bodyOf({ tableId: w.tables[0], kots: [w.kot([w.line('dosa')])], ...more }), options)

  it('apply to the order from its first ticket, as an update that names them would apply them', async () => {
    const { _id: offerId } = await make({ maxDiscount: 10 })
    const made = await send({ offerId, serviceChargeAccepted: true })
    expect(made.status, made.text).toBe(201)
    const later = await w.order([w.line('dosa')], { tableId: w.tables[1] })
    const updated = (await put(later._id, { offerId, serviceChargeAccepted: true })).body.order as OrderShape
    const bill = ({ totalPrice, discount, discountTitle, offerId, serviceChargeAccepted, additionalCharges, grandTotal }: OrderShape) => ({
      ...{ totalPrice, discount, discountTitle, offerId, serviceChargeAccepted, additionalCharges, grandTotal },
    })
    expect(bill(made.body.order)).toEqual(bill(updated))
    expect(made.body.order).toMatchObject({ discount: 10, discountTitle: 'Happy Hour', additionalCharges: { serviceCharge: 9.45 } })
    reconciles(made.body.order)
    expect(await w.read(made.body.order._id)).toEqual(made.body.order)
  })

  it('are applied to and removed from the open order that the ticket is added to', async () => {
    const { _id: offerId } = await make({ minOrderAmount: 300 })
    const order = await w.order([w.line('dosa')])
    // Only with the second dish it is enough.
    const on = (await send({ offerId, serviceChargeAccepted: true })).body.order
    expect(on).toMatchObject({ _id: order._id, totalPrice: 378, discount: 37.8, offerId, additionalCharges: { serviceCharge: 18.9 } })
    // What is not named stays.
    const more = (await send()).body.order
    expect(more).toMatchObject({ totalPrice: 567, discount: 56.7, offerId, serviceChargeAccepted: true })
    const off = (await send({ offerId: null, serviceChargeAccepted: false })).body.order
    expect(off).toMatchObject({ totalPrice: 756, discount: 0, offerId: null, additionalCharges: { serviceCharge: 0 } })
    reconciles(off)
  })

  it.each([
    ['expired', { startsAt: inDays(-3), endsAt: inDays(-1) }, 'Happy Hour has ended.'],
    ['switched off', { isActive: false }, 'Happy Hour is switched off.'],
    ['of another type', { orderTypes: ['Delivery'] }, 'Happy Hour is for Delivery only.'],
    ['under its minimum', { minOrderAmount: 10_000 }, 'Happy Hour needs an order of Rs. 10,000.00 or more.'],
  ])('422 offer_not_applicable: %s; nothing is sent', async (_name, more, message) => {
    const { _id: offerId } = await make(more)
    const before = await w.everything()
    const refused = await send({ offerId })
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      422,
      'offer_not_applicable',
      [{ path: `${at}offerId`, message }],
    ])
    expect(await w.everything()).toEqual(before)
  })

  it('404: an offer of another restaurant, or unknown', async () => {
    const theirs = await makeRestaurant()
    const foreign = (await theirs.does('superuser', 'POST /restaurant/offers/create', offer())).body.offer
    for (const offerId of [foreign._id, 'nobody']) {
      const refused = await send({ offerId })
      expect([refused.status, refused.body.message]).toEqual([404, 'Offer not found'])
    }
    expect((await w.table(0)).status).toBe('available')
  })

  it('409 invalid_transition: an offer that would leave the order costing less than was received', async () => {
    const { _id: offerId } = await make({ type: 'flat', value: 500 })
    const order = await w.order([w.line('dosa', 3)])
    const payments = [{ method: 'Cash', amount: 590 }]
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'partial', payments })
    const refused = await send({ offerId })
    expect([refused.status, refused.body.code, refused.body.order._id]).toEqual([409, 'invalid_transition', order._id])
    expect((await w.read(order._id))?.kots).toHaveLength(1)
  })

  it('apply once with a ticket that is sent twice', async () => {
    const { _id: offerId } = await make()
    const kots = [w.kot([w.line('dosa')])]
    const made = (await send({ offerId, kots })).body.order
    await put(made._id, { offerId: null })
    expect((await send({ offerId, kots })).body.order).toMatchObject({ _id: made._id, offerId: null, discount: 0 })
  })
})
