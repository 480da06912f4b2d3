import type { Env, ShardName } from '../env.ts'
import { compile, type SQL } from './sql.ts'

/**
 * The only door to the databases. Statements are written as `sql` templates (sql.ts) over the schema's columns and run as D1 batches:
 * drizzle's own `transaction()` throws on D1 and its `batch()` mixes up joined columns (PLATFORM.md).
 */

/** Compiles a statement for a database, its values bound. */
export function prepare(db: D1Database, statement: SQL): D1PreparedStatement {
  const { text, params } = compile(statement)
  return db.prepare(text).bind(...params)
}

/** Runs statements as one transaction: all of them or none. Returns the rows of each. Throws D1's error. */
export async function batch(db: D1Database, statements: readonly SQL[]): Promise<Record<string, unknown>[][]> {
  const results = await db.batch(statements.map((s) => prepare(db, s)))
  return results.map((r) => r.results as Record<string, unknown>[])
}

export async function all<Row>(db: D1Database, statement: SQL): Promise<Row[]> {
  return (await prepare(db, statement).all<Row>()).results
}

export async function first<Row>(db: D1Database, statement: SQL): Promise<Row | null> {
  return prepare(db, statement).first<Row>()
}

export async function run(db: D1Database, statement: SQL): Promise<D1Result> {
  return prepare(db, statement).run()
}

/** The database that holds a restaurant's rows. Throws when the Worker has no such shard. */
export function outletDb(env: Env, shard: string): D1Database {
  const db = /^OUTLETS_\d+$/.test(shard) ? env[shard as ShardName] : undefined
  if (!db) throw new Error(`no database bound as ${shard}`)
  return db
}

/** Every shard there is, for figures that span restaurants. */
export function shardsOf(env: Env): { shard: ShardName; db: D1Database }[] {
  return Object.keys(env)
    .filter((name): name is ShardName => /^OUTLETS_\d+$/.test(name))
    .sort()
    .map((shard) => ({ shard, db: outletDb(env, shard) }))
}

/**
 * The constraint that a batch violated, as named in D1's error: `guard.version`, `orders.restaurant_id, orders.table_id`, `menu_items_remaining`; null for any
 * other error.
 */
export function brokenConstraint(error: unknown): string | null {
  const text = error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : String(error)
  return /(?:UNIQUE|NOT NULL|CHECK) constraint failed: ([^:\n]+?)(?:: SQLITE|\s*$|:)/.exec(text)?.[1]?.trim() ?? null
}
