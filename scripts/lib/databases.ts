import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { Database } from '../demo/database.ts'
import type { Loading } from '../demo/load.ts'
import { ROOT } from './build.ts'
import { picture } from './pictures.ts'

/** Real D1 databases for a test, empty and by their names; nothing of the Worker runs. */
export async function databases<Name extends string>(names: readonly Name[]) {
  const home = mkdtempSync(join(tmpdir(), 'tawa-d1-'))
  const options = convertV4MiniflareOptions({
    modules: true,
    script: 'export default { fetch: () => new Response() }',
    compatibilityDate: '2026-10-01',
    d1Databases: Object.fromEntries(names.map((name) => [name, name])),
  })
  const mf = new Miniflare({
    ...options,
    cf: false,
    resourcePersistencePath: home,
    enableDevRegistry: false,
    telemetry: { enabled: false },
  })
  const opened = await Promise.all(names.map(async (name) => [name, (await mf.getD1Database(name)) as unknown as Database] as const))
  return {
    db: Object.fromEntries(opened) as Record<Name, Database>,
    end: async () => {
      await mf.dispose()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export const MIGRATIONS = { platform: join(ROOT, 'migrations', 'platform'), outlets: join(ROOT, 'migrations', 'outlets') } as const

/** What loading the demo needs besides databases: tickets are numbered as the room does, from 1 on each business day, and files are kept in a map. */
export function loadingOf(dbs: { platform: Database; shard: Database }, now: Date): Loading & { files: Map<string, Uint8Array> } {
  const last = new Map<string, number>()
  const files = new Map<string, Uint8Array>()
  return {
    ...dbs,
    now,
    files,
    media: { picture, put: async (key, bytes) => files.set(key, bytes) },
    kotNumbers: async ({ restaurantId }, { businessDate, epoch, kotIds }) => ({
      numbers: Object.fromEntries(
        kotIds.map((kotId) => {
          const day = `${restaurantId} ${businessDate}`
          last.set(day, (last.get(day) ?? 0) + 1)
          return [kotId, { number: last.get(day) ?? 0, date: businessDate, epoch }]
        }),
      ),
    }),
  }
}
