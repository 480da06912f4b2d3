import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../demo/database.ts'
import { Failure } from './failure.ts'

const breakpoint = /-->\s*statement-breakpoint/

/**
 * Applies the new migrations of a directory, each in one batch with its record, so that it is applied completely or not at all. The record is wrangler's own
 * table, so `wrangler d1 migrations apply` can continue from here, and this from there.
 */
export async function migrate(db: Database, directory: string, { upTo }: { upTo?: string } = {}): Promise<string[]> {
  await db
    .prepare(
      'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    )
    .all()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map((row) => row.name))
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Failure(
      `The database was made by a newer version of Tawa (it has ${unknown.join(', ')}). Update the code, or choose another STATE_DIR.`,
    )
  const pending = files.filter((name) => !applied.has(name) && (upTo === undefined || name <= upTo))
  for (const name of pending) {
    const statements = readFileSync(join(directory, name), 'utf8')
      .split(breakpoint)
      .map((text) => text.trim())
      .filter((text) => text.replace(/--.*$/gm, '').trim() !== '')
    const batch = [...statements.map((text) => db.prepare(text)), db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)]
    await db.batch(batch)
  }
  return pending
}
