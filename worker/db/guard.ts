import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/**
 * A table of each database that never holds a row. `INSERT INTO guard (version) SELECT NULL WHERE changes() = 0` after a statement that must have changed a row
 * violates NOT NULL if it changed none, and so aborts the batch. D1's error names the column, which identifies the guard.
 */
export const guard = sqliteTable('guard', {
  version: integer('version').notNull().default(0),
  tableVersion: integer('table_version').notNull().default(0),
  available: integer('available').notNull().default(0),
  status: integer('status').notNull().default(0),
})
