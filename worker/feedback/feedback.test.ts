import { beforeEach, describe, expect, it } from 'vitest'
import { call, makeRestaurant, signIn, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant({ shard: 'OUTLETS_1' })
})
const eaten = async () => {
  const order = await w.order([w.line('dosa')])
  await w.settle(order._id)
  const [row] = await w.rows('SELECT feedback_token FROM orders WHERE id = ?', order._id)
  return { orderId: order._id, feedbackToken: row.feedback_token as string }
}
const submit = (body: object, token: string | null = null) => call('POST /feedback/submit', { body, token })
const stored = () => w.rows('SELECT order_id, rating, comment FROM feedback WHERE restaurant_id = ?', w.id)

describe('feedback', () => {
  it('is given once with the order’s token, whoever tries again', async () => {
    const order = await eaten()
    const all = await Promise.all([1, 2, 3].map(() => submit({ ...order, rating: 4, comment: ' Crisp. ' })))
    expect(all.map((r) => r.status).sort()).toEqual([201, 409, 409])
    expect(all.find((r) => r.status === 409)?.body.code).toBe('already_submitted')
    expect(await stored()).toEqual([{ order_id: order.orderId, rating: 4, comment: 'Crisp.' }])
  })

  it('is given with what the guest read of the order while it was open; staff read no token', async () => {
    const guest = await w.guest(0)
    const order = await w.order([w.line('dosa')])
    const active = { tableId: w.tables[0] }
    const { feedbackToken } = (await call('POST /orders/active', { token: guest.token, body: active })).body.order
    const { orders } = (await call(`GET /orders/user/${guest.accountId}`, { token: guest.token })).body
    expect(orders).toMatchObject([{ _id: order._id, feedbackToken }])
    for (const read of [await w.does('captain', 'POST /orders/active', active), await w.does('captain', 'GET /orders')])
      expect([read.status, read.text.includes('feedbackToken'), read.text.includes(feedbackToken)]).toEqual([200, false, false])
    await w.settle(order._id)
    expect((await submit({ orderId: order._id, feedbackToken, rating: 5 }, guest.token)).status).toBe(201)
  })

  it('is the diner’s with an account, without any token', async () => {
    const { orderId } = await eaten()
    const diner = await signIn('user')
    await w.rows('UPDATE orders SET user_id = ? WHERE id = ?', diner.accountId, orderId)
    expect((await submit({ orderId, rating: 5 }, (await signIn('user')).token)).status).toBe(404)
    expect((await submit({ orderId, rating: 5 }, diner.token)).status).toBe(201)
  })

  it('404: no token, a wrong one, another order’s, a member of staff, no order', async () => {
    const { orderId } = await eaten()
    const other = await eaten()
    for (const feedbackToken of [undefined, '', 'wrong', other.feedbackToken])
      expect((await submit({ orderId, rating: 5, feedbackToken })).status).toBe(404)
    expect((await submit({ orderId, rating: 5 }, await w.as('superuser'))).status).toBe(404)
    expect((await submit({ orderId: 'nothing', rating: 5, feedbackToken: other.feedbackToken })).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  it('409: an order that is not over', async () => {
    const order = await w.order([w.line('dosa')])
    const [row] = await w.rows('SELECT feedback_token FROM orders WHERE id = ?', order._id)
    expect((await submit({ orderId: order._id, rating: 5, feedbackToken: row.feedback_token })).body.code).toBe('invalid_transition')
  })

  it.each([0, 6, 4.5, '5'])('422: a rating of %s', async (rating) =>
    expect((await submit({ ...(await eaten()), rating })).status).toBe(422),
  )
})
