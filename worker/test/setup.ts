import { applyD1Migrations } from 'cloudflare:test'
import { afterAll, afterEach, expect } from 'vitest'
import { env } from './env.ts'
import { faultsOfOutbox } from './events.ts'
import { handOver, wroteSince } from './heard.ts'

// Runs for every file; migrations that were applied before are skipped.
await applyD1Migrations(env.PLATFORM, env.MIGRATIONS.platform)
await applyD1Migrations(env.OUTLETS_0, env.MIGRATIONS.outlets)
await applyD1Migrations(env.OUTLETS_1, env.MIGRATIONS.outlets)

const checkOutbox = async () => expect(await faultsOfOutbox(), 'events that domain/api/events.ts does not describe').toEqual([])

// Thousands of tests are refused everything and write nothing; what else writes without a call is seen after the next one, or at the file's end.
afterEach(async ({ task }) => {
  task.meta.heard = handOver()
  if (wroteSince()) await checkOutbox()
})
afterAll(checkOutbox)
