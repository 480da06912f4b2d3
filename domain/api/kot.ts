import { z } from 'zod'
import { crossSite, HHmm, Instant } from './common.ts'
import { EVERY_STAFF, OWNERS, staff } from './contract.ts'
import { NextClock } from './restaurant.ts'

const tags = ['Restaurant']

const kotPages = ['/restaurant/settings/kot', '/restaurant/settings', '/restaurant/settings/summary'] as const
const KotCounter = z.object({
  kot: z.object({
    currentNumber: z.number().int(),
    resetTime: HHmm.describe('in force now'),
    businessDate: z.string(),
    lastResetAt: Instant.nullable(),
    nextClock: NextClock.nullable(),
  }),
})

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
} as const
