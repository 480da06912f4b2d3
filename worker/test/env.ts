import type { D1Migration } from 'cloudflare:test'
import { env as bindings } from 'cloudflare:workers'
import type { Env } from '../env.ts'

/** The bindings of vitest.config.ts: those of wrangler.toml, a second shard, two databases of years (years.ts), and the migrations. */
export type TestEnv = Env & {
  OUTLETS_1: D1Database
  YEARS: D1Database
  PLATFORM_YEARS: D1Database
  /** How many random evenings are played, and by which seed (worker/test/evenings). */
  EVENINGS?: string
  EVENINGS_SEED?: string
  PRINTS?: string
  PRINTS_SEED?: string
  MIGRATIONS: { platform: D1Migration[]; outlets: D1Migration[] }
}

export const env = bindings as unknown as TestEnv
