import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { byId } from '../common.ts'
import { call, EVERYBODY } from '../contract.ts'

const Silent = {
  ...EVERYBODY,
  tags: ['Statistics'],
  status: 204,
  params: byId,
  returns: z.undefined(),
  failure: 'Statistics failed',
  rateLimit: LIMITS.statistics,
} as const

export const statistics = {
  'POST /statistics/view/:id': call({ operationId: 'countView', summary: 'An item was looked at', ...Silent }),
  'POST /statistics/cart/:id': call({ operationId: 'countCart', summary: 'An item was put in a cart', ...Silent }),
  'POST /statistics/order/:id': call({ operationId: 'countOrder', summary: 'An item was ordered', ...Silent }),
} as const
