import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { api } from '#domain/api/index.ts'
import type { Operation } from '#domain/api/contract.ts'
import { FACTS_FILES, factsTexts, STEPS } from '../../scripts/facts.ts'
import { FACTS } from './facts.ts'

it.each(['facts', 'access'] as const)('%s is up to date with the contract: run `npm run facts` after a change to domain/api', (name) => {
  expect(readFileSync(FACTS_FILES[name], 'utf8') === factsTexts()[name]).toBe(true)
})

it('a call that says one step more takes the version that was seen, by which two equal steps are told apart', () => {
  const calls = api as Record<string, Operation>
  const withoutVersion = STEPS.filter(
    (call) => calls[call]?.body?.safeParse({ version: 'x' }).error?.issues.every(({ path }) => path[0] !== 'version') ?? true,
  )
  expect(withoutVersion).toEqual([])
})

/** SPEC §8's default messages, copied by hand. */
const SPEC = [
  'Google authentication failed',
  'Authentication failed',
  'Restaurant Login failed',
  'Partner Login failed',
  'User Login failed',
  'User verification failed',
  'Failed to send reset password email',
  'Failed to verify OTP',
  'Failed to reset password',
  'Failed to fetch analytics data',
  'Failed to fetch partners',
  'Failed to create partner',
  'Failed to update partner',
  'Failed to delete partner',
  'Failed to fetch restaurants',
  'Failed to fetch pending restaurants',
  'Failed to approve restaurant',
  'Failed to reject restaurant',
  'Failed to create restaurant',
  'Failed to create backoffice user',
  'Failed to update restaurant permissions',
  'Failed to fetch pending claims',
  'Failed to fetch ownership claims',
  'Failed to process ownership claim',
  'Table creation failed',
  'Failed to fetch table',
  'Table update failed',
  'Failed to delete table',
  'Failed to fetch tables',
  'Failed to create alert',
  'Failed to fetch table alerts',
  'Failed to move table',
  'Failed to merge tables',
  'Failed to clear table alert',
  'Order operation failed',
  'Fetching Orders failed',
  'Order update failed',
  'Failed to fetch orders',
  'Failed to fetch active order',
  'Order item status update failed',
  'Order status update failed',
  'Payment status update failed',
  'Additional item note update failed',
  'Failed to fetch daily order summary',
  'Failed to fetch restaurant details',
  'Failed to update restaurant details',
  'Failed to fetch restaurant analytics',
  'Failed to fetch dashboard analytics',
  'Failed to fetch active user',
  'Failed to reset KOT counter',
  'Failed to change KOT reset time',
  'Failed to fetch KOT details',
  'Failed to fetch restaurant users',
  'Failed to update user',
  'Failed to add user',
  'Failed to delete user',
  'Failed to create user',
  'Failed to submit feedback',
  'Failed to fetch Sync Keys',
  'Failed to generate Sync Key',
  'Failed to revoke Sync Key',
  'Failed to delete Sync Key',
  'Failed to fetch offers',
  'Failed to create offer',
  'Failed to update offer',
  'Failed to toggle employee status',
  'Failed to fetch nearby restaurants',
  'Failed to submit restaurant claim',
  'Failed to complete restaurant claim',
  'Failed to fetch restaurant permissions',
  'Failed to fetch reservations',
  'Failed to create reservation',
  'Failed to update reservation',
  'Failed to delete reservation',
  'Failed to fetch menu',
  'Failed to create menu item',
  'Failed to save menu item',
  'Failed to unsave menu item',
  'Failed to fetch saved menu items',
  'Failed to check menu item status',
]
// SPEC lists second wordings for two calls that have their default above: 'Failed to acknowledge alert' (POST /tables/clear-alert, which SPEC §7 uses for
// both) and 'Failed to update additional item note' (PUT /orders/note).

it('has every default of SPEC §8', () => {
  const defaults = new Set(Object.values(FACTS).map(({ failure }) => failure))
  expect(SPEC.filter((text) => !defaults.has(text))).toEqual([])
})
