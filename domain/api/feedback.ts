import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { ORDER_TYPES } from '../order.ts'
import { Id, Instant, intQuery, Message, paging } from './common.ts'
import { call, EVERYBODY, MANAGERS, staff } from './contract.ts'

export const Feedback = z.object({
  _id: Id,
  orderId: Id,
  billNumber: z.number().int().nullable(),
  tableNumber: z.string().nullable(),
  orderType: z.enum(ORDER_TYPES),
  customer_name: z.string(),
  rating: z.number().int().min(1).max(5),
  comment: z.string(),
  createdAt: Instant,
})

export const feedback = {
  'POST /feedback/submit': call({
    operationId: 'submitFeedback',
    summary: 'Give feedback on an order, once',
    idempotent: true,
    ...EVERYBODY,
    tags: ['Diner'],
    status: 201,
    rateLimit: LIMITS.feedback,
    body: z.object({
      orderId: Id,
      rating: z.number().int().min(1).max(5),
      comment: z.string().trim().max(1000).optional(),
      feedbackToken: z.string().max(60).optional(),
    }),
    returns: Message,
    failure: 'Failed to submit feedback',
    errors: {
      '404 not_found': 'There is no such order, or it is not the caller’s',
      '409 already_submitted': 'The order has feedback already',
      '409 invalid_transition': 'The order is still open',
    },
  }),
  'GET /restaurant/feedback': staff({
    operationId: 'listFeedback',
    summary: 'Feedback of guests, the newest first',
    tags: ['Customers'],
    roles: [...MANAGERS],
    pages: ['/restaurant/feedback', '/restaurant/customers'],
    reads: true,
    query: z.object({
      page: intQuery(1, 1, 100_000),
      limit: intQuery(20, 1, 100),
      rating: z.coerce.number().int().min(1).max(5).optional().describe('only those with this rating'),
    }),
    returns: z.object({
      feedback: z.array(Feedback),
      rating: z.number().nullable().describe('the average of all ratings, with one decimal; null without feedback'),
      ratings: z
        .array(z.object({ rating: z.number().int(), count: z.number().int() }))
        .describe('how many there are of each rating, 5 first'),
      ...paging,
      totalFeedback: z.number().int().describe('of those that `rating` asks for'),
    }),
    failure: 'Failed to fetch feedback',
  }),
} as const
