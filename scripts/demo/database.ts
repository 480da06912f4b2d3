import { type SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'

/** As much of D1 as the demo and the migrations need; the Worker's, Miniflare's and the tests' databases all have it. */
export interface Database {
  prepare(query: string): Statement
  batch(statements: Statement[]): Promise<unknown>
}
export interface Statement {
  bind(...values: unknown[]): Statement
  all<Row>(): Promise<{ results: Row[] }>
}

const dialect = new SQLiteSyncDialect()

export function prepare(db: Database, statement: SQL): Statement {
  const { sql, params } = dialect.sqlToQuery(statement)
  return params.length > 0 ? db.prepare(sql).bind(...params) : db.prepare(sql)
}

export const inOneBatch = (db: Database, statements: readonly SQL[]): Promise<unknown> => db.batch(statements.map((s) => prepare(db, s)))
