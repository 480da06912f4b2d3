import { z } from 'zod'
import { crossSite, HHmm, Id, Instant } from './common.ts'
import { EVERY_STAFF, OWNERS, POS, staff } from './contract.ts'
import { posPages } from './orderPages.ts'
import { NextClock } from './restaurant.ts'

const tags = ['Restaurant']

const kotPages = ['/restaurant/settings/kot', '/restaurant/settings', '/restaurant/settings/summary'] as const
const KotCounter = z.object({
  kot: z.object({
    currentNumber: z.number().int(),
    resetTime: HHmm.describe('in force now'),
    businessDate: z.string(),
    lastResetAt: Instant.nullable(),
    closed: z
      .object({ at: Instant, by: z.string() })
      .nullable()
      .describe('when the business day that runs was closed last, with its KOT counter, and by whom; it may be closed again'),
    nextClock: NextClock.nullable(),
  }),
})

/** The rail "Needs a person" lists them (docs/decisions/021-kitchen-screens.md). */
export const UnseenKots = z
  .array(z.string())
  .describe('the tickets that no kitchen screen has acknowledged within 30 s, oldest first; empty where no kitchen screens are used')

export const kot = {
  'GET /kot': staff({
    operationId: 'readKotCounter',
    summary: 'The KOT counter of the running business day',
    tags,
    roles: [...EVERY_STAFF],
    returns: KotCounter,
    failure: 'Failed to fetch KOT details',
  }),
  'GET /kot/reset': staff({
    operationId: 'resetKotCounter',
    summary: 'Restart KOT numbers at 1. This GET changes state, so only same-site callers with a bearer token may make it',
    tags,
    roles: [...OWNERS],
    pages: kotPages,
    returns: KotCounter,
    failure: 'Failed to reset KOT counter',
    errors: crossSite,
  }),
  'POST /kot/reset-time': staff({
    operationId: 'setKotResetTime',
    summary: 'When a business day begins. It counts when the running business day has ended; until then it is `nextClock`',
    tags,
    roles: [...OWNERS],
    pages: kotPages,
    body: z.object({ resetTime: HHmm }),
    returns: KotCounter,
    failure: 'Failed to change KOT reset time',
  }),
  'POST /kot/acknowledge': staff({
    operationId: 'acknowledgeTickets',
    summary: 'Acknowledge that the kitchen has these tickets: its screen shows them, or a person told the kitchen. Harmless to repeat',
    tags,
    roles: [...POS, 'kitchen'],
    pages: [...posPages, '/restaurant/kitchen'],
    body: z.object({
      by: z.enum(['screen', 'person']).describe('`screen`: a kitchen screen, by itself; only for a role that may open the kitchen page'),
      tickets: z
        .array(
          z.object({
            kotId: Id,
            elsewhere: z
              .array(Id)
              .max(100)
              .default([])
              .describe('the lines still to be made that this screen does not show; the ticket waits until every line was on a screen'),
          }),
        )
        .min(1)
        .max(500),
    }),
    returns: z.object({ unseenKots: UnseenKots }),
    failure: 'Failed to acknowledge tickets',
  }),
} as const
