import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { call, makeRestaurant, signIn, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant({ shard: 'OUTLETS_1' })
})
afterEach(() => void vi.useRealTimers())
const eaten = async () => {
  const order = await w.order([w.line('dosa')])
  await w.settle(order._id)
  const [row] = await w.rows('SELECT feedback_token FROM orders WHERE id = ?', order._id)
  return { orderId: order._id, feedbackToken: row.feedback_token as string }
}
const submit = (body: object, token: string | null = null) => call('POST /feedback/submit', { body, token })
const stored = () => w.rows('SELECT order_id, rating, comment FROM feedback WHERE restaurant_id = ?', w.id)

describe('feedback', () => {
  it('is accepted once with the order’s token, whoever tries again', async () => {
    const order = await eaten()
    const all = await Promise.all([1, 2, 3].map(() => submit({ ...order, rating: 4, comment: ' Crisp. ' })))
    expect(all.map((r) => r.status).sort()).toEqual([201, 409, 409])
    expect(all.find((r) => r.status === 409)?.body.code).toBe('already_submitted')
    expect(await stored()).toEqual([{ order_id: order.orderId, rating: 4, comment: 'Crisp.' }])
  })

  it('is accepted with the token that the guest read while the order was open; staff don’t get the token', async () => {
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

  it('is accepted from a diner with an account without any token', async () => {
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

  it('is not kept from its guest by others who try without its token', async () => {
    const order = await eaten()
    for (let i = 0; i < 12; i++)
      expect((await submit({ orderId: order.orderId, rating: 1, feedbackToken: 'x'.repeat(26) })).status).toBe(404)
    expect((await submit({ ...order, rating: 5 })).status).toBe(201)
  })

  it('409: an order that is not over', async () => {
    const order = await w.order([w.line('dosa')])
    const [row] = await w.rows('SELECT feedback_token FROM orders WHERE id = ?', order._id)
    expect((await submit({ orderId: order._id, rating: 5, feedbackToken: row.feedback_token })).body.code).toBe('invalid_transition')
  })

  it.each([0, 6, 4.5, '5'])('422: a rating of %s', async (rating) =>
    expect((await submit({ ...(await eaten()), rating })).status).toBe(422),
  )

  const said = async (rating: number, comment?: string) => {
    const order = await eaten()
    const reply = await submit({ ...order, rating, comment })
    if (reply.status !== 201) throw new Error(reply.text)
    return order.orderId
  }
  /** So many minutes from now: no two of the same millisecond. */
  const minute = (n: number, start = Date.now()) => vi.useFakeTimers({ toFake: ['Date'], now: start + n * 60_000 })
  const list = async (query = '', role: Role = 'generalManager') => (await w.does(role, `GET /restaurant/feedback${query}`)).body

  it('is read by managers, the newest first, each with its bill', async () => {
    const none = [5, 4, 3, 2, 1].map((rating) => ({ rating, count: 0 }))
    expect(await list()).toEqual({
      feedback: [],
      rating: null,
      ratings: none,
      totalPages: 1,
      currentPage: 1,
      itemsPerPage: 20,
      totalFeedback: 0,
    })
    const other = w
    await said(1, 'Another house')
    w = await makeRestaurant({ shard: 'OUTLETS_1' })
    const start = Date.now()
    const orders: string[] = []
    for (const [i, rating] of [5, 4, 4, 2].entries()) {
      minute(i, start)
      orders.unshift(await said(rating, rating === 2 ? 'Too oily.' : undefined))
    }
    const first = await list('?limit=3')
    expect(first).toMatchObject({ rating: 3.8, totalPages: 2, currentPage: 1, itemsPerPage: 3, totalFeedback: 4 })
    expect(first.feedback[0]).toEqual({
      _id: orders[0],
      orderId: orders[0],
      billNumber: 4,
      tableNumber: '1',
      orderType: 'Dine In',
      customer_name: '',
      rating: 2,
      comment: 'Too oily.',
      createdAt: new Date(start + 3 * 60_000).toISOString(),
    })
    expect(first.ratings.map((r: { count: number }) => r.count)).toEqual([1, 2, 0, 1, 0])
    const fours = await list('?rating=4&limit=1&page=2')
    expect([fours.totalFeedback, fours.totalPages, fours.rating, fours.feedback[0].orderId]).toEqual([2, 2, 3.8, orders[2]])
    expect((await list('?rating=3')).feedback).toEqual([])
    const second = await list('?limit=3&page=2', 'superuser')
    expect([...first.feedback, ...second.feedback].map((f: { orderId: string }) => f.orderId)).toEqual(orders)
    expect((await list('?limit=3&page=3', 'mobileAdmin')).feedback).toEqual([])
    for (const role of ['cashier', 'captain', 'waiter', 'kitchen', 'delivery'] as Role[])
      expect((await w.does(role, 'GET /restaurant/feedback')).status).toBe(403)
    w = other
    expect(await list()).toMatchObject({ rating: 1, totalFeedback: 1, feedback: [{ comment: 'Another house' }] })
  })

  it('can be paged back to the first', async () => {
    // Three a day for a hundred days.
    await w.rows(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299) INSERT INTO feedback (order_id, restaurant_id, rating, created_at)
       SELECT 'f' || i || ?1, ?1, 5, date('2026-01-01', '+' || (i / 3) || ' days') || 'T10:00:0' || (i % 3) || '.000Z' FROM n`,
      w.id,
    )
    await w.rows(
      `INSERT INTO orders (id, restaurant_id, version, order_type, serial_number, tax_percentages, subtotal, cgst, sgst, vat, service_charge, grand_total, order_status, payment_status, payments, feedback_token, business_date, created_at)
       SELECT order_id, restaurant_id, 1, 'Delivery', rowid, '{}', 0, 0, 0, 0, 0, 0, 'completed', 'paid', '[]', order_id, substr(created_at, 1, 10), created_at FROM feedback WHERE restaurant_id = ?`,
      w.id,
    )
    const all: string[] = []
    for (let page = 1; page <= 14; page++)
      all.push(...(await list(`?limit=23&page=${page}`)).feedback.map((f: { orderId: string }) => f.orderId))
    expect(all).toEqual(Array.from({ length: 300 }, (_, i) => `f${299 - i}${w.id}`))
    expect((await list('?limit=23&page=15')).feedback).toEqual([])
  })

  it('makes up the restaurant’s rating, wherever it is shown', async () => {
    const location = { latitude: -37.5, longitude: 77.5 }
    await w.does('mobileAdmin', `PUT /restaurant/${w.id}/update`, { showInMobileApp: true, location })
    const shown = async () => {
      const near = await call(`GET /restaurant/nearby?latitude=${location.latitude}&longitude=${location.longitude}`)
      const order = (await w.does('cashier', 'GET /orders?limit=1')).body.orders[0]
      const bill = order ? [(await w.does('cashier', `GET /restaurant/invoice-details/${order._id}`)).body.restaurant] : []
      return [
        near.body.restaurants.find((r: { _id: string }) => r._id === w.id),
        (await call(`GET /restaurant/${w.id}/details`)).body.restaurant,
        (await w.does('superuser', 'GET /restaurant/profile')).body.restaurant,
        (await w.does('superuser', 'PUT /restaurant/profile', { url: 'https://yard.test' })).body.restaurant,
        ...bill,
      ].map((r) => [r.rating, r.user_ratings_total])
    }
    for (const figures of await shown()) expect(figures).toEqual([null, 0])
    for (const rating of [5, 4, 4]) await said(rating)
    const after = await shown()
    expect(after).toHaveLength(5)
    for (const figures of after) expect(figures).toEqual([4.3, 3])
  })
})
