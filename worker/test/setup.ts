import { applyD1Migrations } from 'cloudflare:test'
import { afterEach, expect } from 'vitest'
import { env } from './env.ts'
import { faultsOfOutbox } from './events.ts'
import { handOver } from './heard.ts'

// For every file; what is applied already is left alone.
await applyD1Migrations(env.PLATFORM, env.MIGRATIONS.platform)
await applyD1Migrations(env.OUTLETS_0, env.MIGRATIONS.outlets)
await applyD1Migrations(env.OUTLETS_1, env.MIGRATIONS.outlets)

afterEach(async ({ task }) => {
  task.meta.heard = handOver()
  expect(await faultsOfOutbox(), 'events that domain/api/events.ts does not describe').toEqual([])
})
