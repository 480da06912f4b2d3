import { beforeEach, describe, expect, it } from 'vitest'
import { makeRestaurant, type World } from '../test/world.ts'

/** A bill that was printed may have been paid by that paper: what became of it later, and who did it, is never lost (CONTRACT §9). */
let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})

const hour = 3_600_000
/** An offer of the owner's, for anybody who knows of it. */
const offer = async (more: object = {}): Promise<string> => {
  const [startsAt, endsAt] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toISOString())
  const body = { title: 'On the house', type: 'percentage', value: 100, startsAt, endsAt, ...more }
  return (await w.does('superuser', 'POST /restaurant/offers/create', body)).body.offer._id
}
const complete = (role: 'captain' | 'waiter' | 'delivery' | 'cashier', orderId: string) =>
  w.does(role, 'PUT /orders/status', { orderId, orderStatus: 'completed' })

describe('who closes', () => {
  it('a waiter can’t complete a bill at zero, whether the offer came before its printing or after', async () => {
    const offerId = await offer()
    const order = await w.order([w.line('plain', 19)])
    await w.does('waiter', `POST /orders/${order._id}/bill`)
    const put = await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { offerId } })
    expect([put.status, put.body.message]).toEqual([
      403,
      'The bill was printed: only a cashier or a manager can change its offer or service charge.',
    ])
    expect((await complete('waiter', order._id)).status).toBe(403)
    const fresh = await w.order([w.line('plain', 19)], { tableId: w.tables[1] })
    const zero = await w.does('waiter', 'PUT /pos/order', { orderId: fresh._id, orderData: { offerId } })
    expect(zero.body.order.grandTotal).toBe(0)
    for (const role of ['waiter', 'captain'] as const) {
      const reply = await complete(role, fresh._id)
      expect([reply.status, reply.body.message]).toEqual([
        403,
        'Only a cashier or a manager can close an order that is not paid or comes to zero.',
      ])
    }
    expect((await complete('cashier', fresh._id)).status).toBe(200)
  })

  it('a guest can’t change a printed bill either, who may be the waiter’s other phone', async () => {
    const offerId = await offer()
    const guest = await w.guest()
    const as = { token: guest.token }
    const body = (more: object) => ({ order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])], ...more } })
    const sent = await w.does('user', 'POST /orders', body({}), as)
    expect(sent.status, sent.text).toBe(201)
    expect((await w.does('user', 'POST /orders', body({ offerId }), as)).status).toBe(201)
    expect((await w.does('user', 'POST /orders', body({ offerId: null }), as)).status).toBe(201)
    await w.does('waiter', `POST /orders/${sent.body.order._id}/bill`)
    const refused = await w.does('user', 'POST /orders', body({ offerId }), as)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    // More food may be ordered all the same.
    expect((await w.does('user', 'POST /orders', body({}), as)).status).toBe(201)
  })

  it('an order that is over answers as over, not as forbidden', async () => {
    const order = await w.order([w.line('plain')])
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
    const reply = await complete('waiter', order._id)
    expect([reply.status, reply.body.code, reply.body.order.orderStatus]).toEqual([409, 'invalid_transition', 'cancelled'])
  })
})
