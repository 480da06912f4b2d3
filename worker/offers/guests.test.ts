import { beforeEach, describe, expect, it } from 'vitest'
import { inDays, makeOffer } from '../test/offers.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})
const make = (more?: object) => makeOffer(w, more)
const put = (orderId: string, orderData: object) => w.does('cashier', 'PUT /pos/order', { orderId, orderData })

describe('a diner', () => {
  const send = (who: { token: string }, more: object = {}) =>
    call('POST /orders', { token: who.token, body: { order: { tableId: w.tables[0], kots: [w.kot([w.line('dosa')])], ...more } } })

  it('applies a running offer to the order that they open, and removes it', async () => {
    const { _id: offerId } = await make()
    const guest = await w.guest()
    expect((await send(guest, { offerId })).body.order).toMatchObject({ offerId, discount: 18.9 })
    expect((await send(guest, { offerId: null })).body.order).toMatchObject({ offerId: null, discount: 0 })
    const { _id: over } = await make({ endsAt: inDays(-0.5) })
    expect((await send(guest, { offerId: over })).body.code).toBe('offer_not_applicable')
  })

  it('who didn’t open the order can’t change its note, service charge or offer; their dishes are accepted', async () => {
    const { _id: offerId } = await make({ code: 'AND' })
    const { _id: plain } = await make()
    const [opener, second] = [await w.guest(), await w.guest()]
    const first = await send(opener, { additionalNote: 'No nuts', specialInstructions: 'Slowly', serviceChargeAccepted: false })
    const before = await w.everything()
    for (const more of [
      { serviceChargeAccepted: true },
      { additionalNote: 'Nuts' },
      { specialInstructions: 'Fast' },
      { offerId: plain },
      { offerCode: 'AND' },
    ]) {
      const refused = await send(second, more)
      expect([refused.status, refused.body.code], JSON.stringify(more)).toEqual([403, 'not_order_opener'])
    }
    expect(await w.everything()).toEqual(before)
    // What is as it was changes nothing.
    const added = await send(second, { additionalNote: 'No nuts', specialInstructions: '', serviceChargeAccepted: false })
    expect(added.body.order, added.text).toMatchObject({ _id: first.body.order._id, additionalNote: 'No nuts', offerId: null })
    expect(added.body.order.kots).toHaveLength(2)
    expect(
      (await send(opener, { additionalNote: 'No nuts, no milk', serviceChargeAccepted: true, offerCode: 'and' })).body.order,
    ).toMatchObject({
      additionalNote: 'No nuts, no milk',
      serviceChargeAccepted: true,
      offerId,
    })
    const staffs = await put(first.body.order._id, { serviceChargeAccepted: false, additionalNote: 'Nuts are fine', offerId: null })
    expect(staffs.body.order).toMatchObject({ serviceChargeAccepted: false, additionalNote: 'Nuts are fine', offerId: null })
  })

  it('who opened the order adds to its note, and loses none of it', async () => {
    const opener = await w.guest()
    const note = async (additionalNote: string) => (await send(opener, { additionalNote })).body
    for (const [sent, kept] of [
      ['Peanut allergy', 'Peanut allergy'],
      ['Less spicy', 'Peanut allergy; Less spicy'],
      ['Peanut allergy', 'Peanut allergy; Less spicy'],
      ['Peanut allergy; Less spicy, please', 'Peanut allergy; Less spicy, please'],
    ] as const)
      expect((await note(sent)).order.additionalNote).toBe(kept)
    const refused = await send(opener, { additionalNote: 'x'.repeat(490) })
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'order.additionalNote'])
    expect((await w.read((await send(opener)).body.order._id))?.additionalNote).toBe('Peanut allergy; Less spicy, please')
  })

  it('who opened the order empties and turns round none of its notes, for instance what the staff wrote of an allergy', async () => {
    const opener = await w.guest()
    const { _id } = (await send(opener)).body.order
    await put(_id, { additionalNote: 'Seat 2: PEANUT ALLERGY', specialInstructions: 'No nuts' })
    for (const more of [
      { additionalNote: '', specialInstructions: '' },
      { additionalNote: 'No Seat 2: PEANUT ALLERGY any more', specialInstructions: 'No nuts are a problem' },
    ])
      expect((await send(opener, more)).status).toBe(201)
    expect(await w.read(_id)).toMatchObject({
      additionalNote: 'Seat 2: PEANUT ALLERGY; No Seat 2: PEANUT ALLERGY any more',
      specialInstructions: 'No nuts; No nuts are a problem',
    })
    const long = await send(opener, { specialInstructions: 'x'.repeat(490) })
    expect([long.status, long.body.errors?.[0]?.path]).toEqual([422, 'order.specialInstructions'])
  })

  it('can’t change the total of a bill that was printed, and nobody but the staff’s names stand on it', async () => {
    await make({ code: 'AND' })
    const { _id: plain } = await make({ value: 50 })
    const opener = await w.guest()
    const { _id: orderId } = (await send(opener)).body.order
    expect((await w.does('waiter', `POST /orders/${orderId}/bill`)).status).toBe(200)
    const before = await w.everything()
    for (const more of [{ offerId: plain }, { offerCode: 'AND' }, { serviceChargeAccepted: true }]) {
      const refused = await send(opener, more)
      expect([refused.status, refused.body.code, refused.body.order?._id]).toEqual([409, 'invalid_transition', orderId])
    }
    expect(await w.everything()).toEqual(before)
    expect((await send(opener, { additionalNote: 'No nuts' })).body.order).toMatchObject({ additionalNote: 'No nuts', discount: 0 })
    expect((await put(orderId, { offerId: plain })).body.order).toMatchObject({ offerId: plain })
    expect((await send(opener, { offerId: null })).status).toBe(409)
  })

  it('can’t change a bill that staff opened', async () => {
    await w.order([w.line('plain')])
    const refused = await send(await w.guest(), { serviceChargeAccepted: true })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_order_opener'])
    expect((await send(await w.guest())).status).toBe(201)
  })
})
