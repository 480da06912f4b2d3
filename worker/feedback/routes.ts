import { sql } from 'drizzle-orm'
import type { feedback as contract } from '#domain/api/feedback.ts'
import { conflict, invalidTransition, notFound } from '#domain/errors.ts'
import { LIMITS } from '#domain/limits.ts'
import type { OrderType } from '#domain/order.ts'
import type { Context } from '../http/context.ts'
import { command } from '../command/command.ts'
import { batch, first, shardsOf } from '../db/index.ts'
import { feedback } from '../db/outlets.ts'
import { exists } from '../db/reads.ts'
import { insert } from '../db/rows.ts'
import { placeOf } from '../db/tally.ts'
import type { Handlers } from '../http/implement.ts'
import { limitSubject } from '../http/limit.ts'
import { paged } from '../http/paging.ts'
import { feedbackList, ratingsOf, readRatings } from './store.ts'

type Said = {
  order_id: string
  rating: number
  comment: string
  created_at: string
  bill_number: number | null
  table_number: string | null
  order_type: OrderType
  customer_name: string
}
type Found = { restaurant_id: string; user_id: string | null; feedback_token: string; order_status: string }

/** An order by its id alone, for its diner: asked of every shard, found by its primary key. Throws 404, also for whoever may not say anything of it. */
async function orderOf(c: Context, id: string, token: string | undefined): Promise<{ db: D1Database; shard: string; order: Found }> {
  const { session } = c
  const diner = session?.principal.role === 'user' ? session.principal.accountId : null
  for (const { db, shard } of shardsOf(c.env)) {
    const order = await first<Found>(db, sql`SELECT restaurant_id, user_id, feedback_token, order_status FROM orders WHERE id = ${id}`)
    if (!order) continue
    if (order.feedback_token === token || (diner !== null && order.user_id === diner)) return { db, shard, order }
    break
  }
  throw notFound('Order not found')
}

export const feedbackHandlers: Handlers<typeof contract> = {
  'GET /restaurant/feedback': async (c, { query }) => {
    const { id } = c.restaurant
    const { total, before, rest } = await placeOf(c.db, feedbackList(id), query)
    const [ratings, rows] = await batch(c.db, [
      readRatings([id]),
      sql`SELECT f.order_id, f.rating, f.comment, f.created_at, o.bill_number, o.table_number, o.order_type, o.customer_name
          FROM feedback f JOIN orders o ON o.id = f.order_id WHERE f.restaurant_id = ${id} AND f.created_at < ${before}
          ORDER BY f.created_at DESC, f.rowid DESC LIMIT ${query.limit} OFFSET ${rest}`,
    ])
    return {
      feedback: ((rows ?? []) as Said[]).map((f) => ({
        _id: f.order_id,
        orderId: f.order_id,
        billNumber: f.bill_number,
        tableNumber: f.table_number,
        orderType: f.order_type,
        customer_name: f.customer_name,
        rating: f.rating,
        comment: f.comment,
        createdAt: f.created_at,
      })),
      rating: ratingsOf(ratings, id).rating,
      ...paged(query, total),
      totalFeedback: total,
    }
  },
  'POST /feedback/submit': async (c, { body }) => {
    await limitSubject(c, LIMITS.feedback, body.orderId)
    const { db, shard, order } = await orderOf(c, body.orderId, body.feedbackToken)
    if (order.order_status !== 'completed') throw invalidTransition('Feedback is for an order that was served and paid.')
    const { orderId, rating, comment } = body
    const { restaurant_id: restaurantId } = order
    return command(c, {
      on: () => ({ db, where: { restaurantId, shard } }),
      arms: false,
      reads: { given: exists(sql`SELECT 1 FROM feedback WHERE order_id = ${orderId}`) },
      decide: ({ given }) => {
        if (given) throw conflict('already_submitted', 'Feedback for this order was given already.')
        return {
          statements: [insert(feedback, { orderId, restaurantId, rating, comment, createdAt: c.at })],
          body: { message: 'Thank you for your feedback.' },
        }
      },
    })
  },
}
