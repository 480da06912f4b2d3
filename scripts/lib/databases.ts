import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Database, Statement } from '../demo/database.ts'
import type { Loading } from '../demo/load.ts'
import { ROOT } from './build.ts'
import { openD1 } from './d1.ts'
import { picture } from './pictures.ts'

/** Real D1 databases for a test, empty, by their names; the Worker itself does not run. */
export async function databases<Name extends string>(names: readonly Name[]) {
  const home = mkdtempSync(join(tmpdir(), 'tawa-d1-'))
  const { url, d1, end } = await openD1(Object.fromEntries(names.map((name) => [name, name])), home)
  return {
    url,
    db: Object.fromEntries(names.map((name) => [name, d1(name)])) as Record<Name, Database>,
    end: async () => {
      await end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A database in this process's memory, for tests that read all of it again and again: D1 is SQLite, and a real D1 is slow to reach. */
export function inMemory(): Database {
  const db = new DatabaseSync(':memory:')
  const make = (query: string, values: unknown[] = []): Statement => ({
    bind: (...more) => make(query, more),
    all: async <Row>() => ({ results: db.prepare(query).all(...(values as SQLInputValue[])) as Row[] }),
  })
  return {
    prepare: (query) => make(query),
    batch: async (statements) => {
      db.exec('BEGIN')
      try {
        for (const statement of statements) await statement.all()
        db.exec('COMMIT')
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
  }
}

export const MIGRATIONS = { platform: join(ROOT, 'migrations', 'platform'), outlets: join(ROOT, 'migrations', 'outlets') } as const

/** The rest that loading the demo needs besides databases: ticket numbers as the room gives them, from 1 on each business day, and files kept in a map. */
export function loadingOf(dbs: { platform: Database; shard: Database }, now: Date): Loading & { files: Map<string, Uint8Array> } {
  const last = new Map<string, number>()
  const files = new Map<string, Uint8Array>()
  return {
    ...dbs,
    now,
    publicUrl: 'https://demo.test',
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

type Tables = Readonly<Record<string, readonly string[]>>

/** Every row of every table, or only the given columns, as text and sorted. */
export async function contents(db: Database, columns?: ReadonlyMap<string, readonly string[] | null>): Promise<Record<string, string[]>> {
  const out: Record<string, string[]> = {}
  for (const [table, names] of columns ?? new Map((await tablesOf(db)).map((name) => [name, null] as const))) {
    const what = names ? names.map((n) => `"${n}"`).join(', ') : '*'
    const { results } = await db.prepare(`SELECT ${what} FROM "${table}"`).all()
    out[table] = results.map((row) => JSON.stringify(row)).sort()
  }
  return out
}

export const tablesOf = async (db: Database): Promise<string[]> =>
  (
    await db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name",
      )
      .all<{ name: string }>()
  ).results.map((r) => r.name)

/**
 * The differences between two contents: for each table the number of rows that only one of them has, and the first of those. For tests: comparing such long
 * arrays directly is slow.
 */
export function differences(before: Tables, after: Tables): Record<string, { gone: number; new: number; first: string }> {
  const out: Record<string, { gone: number; new: number; first: string }> = {}
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [a, b] = [before[table] ?? [], after[table] ?? []]
    const [had, has] = [new Set(a), new Set(b)]
    const [gone, come] = [a.filter((row) => !has.has(row)), b.filter((row) => !had.has(row))]
    if (gone.length + come.length > 0 || a.length !== b.length)
      out[table] = { gone: gone.length, new: come.length, first: (gone[0] ?? come[0] ?? '').slice(0, 300) }
  }
  return out
}
