import { sql } from '../db/sql.ts'
import type { feedback as contract } from '#domain/api/feedback.ts'
import { conflict, invalidTransition, notFound } from '#domain/errors.ts'
import { ratingOf } from '#domain/feedback.ts'
import { LIMITS } from '#domain/limits.ts'
import type { OrderType } from '#domain/order.ts'
import type { Context } from '../http/context.ts'
import { command } from '../command/command.ts'
import { shardsOf } from '../db/index.ts'
import { feedback, orders } from '../db/outlets.ts'
import { exists, only, read, readOne, rows } from '../db/reads.ts'
import { column, insert, pick, shape } from '../db/rows.ts'
import { placeOf } from '../db/tally.ts'
import type { Handlers } from '../http/implement.ts'
import { limitSubject } from '../http/limit.ts'
import { paged } from '../http/paging.ts'
import { feedbackList, readGiven } from './store.ts'

const FEEDBACK = shape(pick(orders, 'billNumber', 'tableNumber', 'orderType', 'customerName'), {
  orderId: column.text('order_id'),
  rating: column.number('rating'),
  comment: column.text('comment'),
  createdAt: column.text('created_at'),
})
const ORDER = pick(orders, 'restaurantId', 'userId', 'feedbackToken', 'orderStatus')
type Order = typeof ORDER.row

/** An order by its id alone, looked up in every shard by its primary key. Throws 404, also for a caller who is neither its diner nor has its token. */
async function orderOf(c: Context, id: string, token: string | undefined): Promise<{ db: D1Database; shard: string; order: Order }> {
  const { session } = c
  const diner = session?.principal.role === 'user' ? session.principal.accountId : null
  for (const { db, shard } of shardsOf(c.env)) {
    const order = await readOne(
      db,
      only(rows(ORDER, sql`SELECT restaurant_id, user_id, feedback_token, order_status FROM orders WHERE id = ${id}`)),
    )
    if (!order) continue
    if (order.feedbackToken === token || (diner !== null && order.userId === diner)) return { db, shard, order }
    break
  }
  throw notFound('Order not found')
}

export const feedbackHandlers: Handlers<typeof contract> = {
  'GET /restaurant/feedback': async (c, { query }) => {
    const { id } = c.restaurant
    const { total, before, rest } = await placeOf(c.db, feedbackList(id, query.rating), query)
    const { ratings, given } = await read(c.db, {
      ratings: readGiven(id),
      given: rows(
        FEEDBACK,
        sql`SELECT f.order_id, f.rating, f.comment, f.created_at, o.bill_number, o.table_number, o.order_type, o.customer_name
          FROM feedback f JOIN orders o ON o.id = f.order_id WHERE f.restaurant_id = ${id} AND f.created_at < ${before} ${query.rating === undefined ? sql`` : sql`AND f.rating = ${query.rating}`}
          ORDER BY f.created_at DESC, f.rowid DESC LIMIT ${query.limit} OFFSET ${rest}`,
      ),
    })
    return {
      feedback: given.map((f) => ({
        _id: f.orderId,
        orderId: f.orderId,
        billNumber: f.billNumber,
        tableNumber: f.tableNumber,
        orderType: f.orderType as OrderType,
        customer_name: f.customerName,
        rating: f.rating,
        comment: f.comment,
        createdAt: f.createdAt,
      })),
      rating: ratingOf(ratings).rating,
      ratings,
      ...paged(query, total),
      totalFeedback: total,
    }
  },
  'POST /feedback/submit': async (c, { body }) => {
    const { db, shard, order } = await orderOf(c, body.orderId, body.feedbackToken)
    // Counted for its own guest alone: the order's id is known to the whole table, and others would use up what is theirs.
    await limitSubject(c, LIMITS.feedback, body.orderId)
    if (order.orderStatus !== 'completed') throw invalidTransition('Feedback is for an order that was served and paid.')
    const { orderId, rating, comment } = body
    const { restaurantId } = order
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
