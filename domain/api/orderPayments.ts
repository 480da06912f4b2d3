import { z } from 'zod'
import { PAYMENT_STATUSES } from '../order.ts'
import { Amount, byId, Id, Version } from './common.ts'
import { MONEY, staff } from './contract.ts'
import { OrderShape, PaymentMove } from './order.ts'
import { moneyPages } from './orderPages.ts'
import { changeErrors, paymentsFull } from './orderRefusals.ts'

const tags = ['Orders']
const Method = z.string().trim().max(40)
const One = z.object({ order: OrderShape })

/** Calls that move money of an order (CONTRACT §9, docs/decisions/003-payments.md). */
export const orderPayments = {
  'PUT /orders/payment/status': staff({
    operationId: 'setPaymentStatus',
    summary: 'Take a payment in part or in full, settle, or refund; `paid` takes what is left',
    tags,
    roles: [...MONEY],
    pages: moneyPages,
    idempotent: true,
    body: z.object({
      orderId: Id,
      paymentStatus: z.enum(PAYMENT_STATUSES),
      paymentMethod: Method.optional(),
      payments: z
        .array(z.object({ method: Method, amount: Amount }))
        .max(20)
        .optional(),
      tip: z
        .object({ method: Method, amount: Amount })
        .optional()
        .describe('given with this payment, beside the bill: not in `payments`, the total or sales; only with `partial` and `paid`'),
      complete: z.boolean().optional(),
      amount: Amount.optional(),
      reason: z.string().trim().max(200).optional(),
      by: Method.optional().describe(
        'with `refunded`: the method by which all of it is given back; by default each payment goes back by its own',
      ),
      biller: z.string().max(200).optional().describe('ignored: the biller is the signed-in person'),
      version: Version.optional(),
    }),
    returns: One,
    failure: 'Payment status update failed',
    errors: { ...changeErrors, ...paymentsFull },
  }),
  'GET /orders/:id/payments': staff({
    operationId: 'orderPayments',
    summary: 'An order’s payment rows, oldest first',
    tags,
    roles: [...MONEY],
    pages: moneyPages,
    params: byId,
    returns: z.object({ paymentHistory: z.array(PaymentMove) }),
    failure: 'Failed to fetch payments',
    errors: { '404 not_found': 'No such order' },
  }),
  'POST /orders/:id/payments/:paymentId/correct': staff({
    operationId: 'correctPayment',
    summary: 'Correct the method of a payment or a tip that was recorded wrongly',
    tags,
    roles: [...MONEY],
    pages: moneyPages,
    idempotent: true,
    params: z.object({ id: Id, paymentId: Id }),
    body: z.object({ method: Method, reason: z.string().trim().max(200), version: Version.optional() }),
    returns: One,
    failure: 'Payment correction failed',
    errors: {
      '404 not_found': 'No such order, or no such payment of it',
      '409 invalid_transition':
        'The order was cancelled or refunded, which hinders no tip; or this row is not money that was received, or it was corrected, transferred or partly given back already: `{ order }`',
      ...paymentsFull,
      '409 version_conflict': 'Changed meanwhile: `{ order }`',
    },
  }),
  'POST /orders/:id/payments/give-back': staff({
    operationId: 'giveBackPayment',
    summary: 'Give money back that was received for an open order, or a tip of any order',
    tags,
    roles: [...MONEY],
    pages: moneyPages,
    idempotent: true,
    params: byId,
    body: z.object({
      amount: Amount.describe('at most what was received by the method'),
      method: Method.describe('the one by which it was received'),
      by: Method.optional().describe('the one by which it is given back, if it is another'),
      reason: z.string().trim().max(200),
      tip: z.literal(true).optional().describe('a tip: at most the order’s tips by the method, and also when the order is over'),
      version: Version.optional(),
    }),
    returns: One,
    failure: 'Giving money back failed',
    errors: {
      '404 not_found': 'No such order',
      '409 invalid_transition': 'The order is over; one that is completed is refunded: `{ order }`',
      ...paymentsFull,
      '409 version_conflict': 'Changed meanwhile: `{ order }`',
    },
  }),
} as const
