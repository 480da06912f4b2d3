import { type SQL } from 'drizzle-orm'
import { compile } from '#worker/db/sql.ts'

/** The part of D1's API that the demo and the migrations need, which the Worker's, Miniflare's and the tests' databases all have. */
export interface Database {
  prepare(query: string): Statement
  batch(statements: Statement[]): Promise<unknown>
}
export interface Statement {
  bind(...values: unknown[]): Statement
  all<Row>(): Promise<{ results: Row[] }>
}

export function prepare(db: Database, statement: SQL): Statement {
  const { text, params } = compile(statement)
  return params.length > 0 ? db.prepare(text).bind(...params) : db.prepare(text)
}

export const inOneBatch = (db: Database, statements: readonly SQL[]): Promise<unknown> => db.batch(statements.map((s) => prepare(db, s)))

export const all = async <Row>(db: Database, statement: SQL): Promise<Row[]> => (await prepare(db, statement).all<Row>()).results

/** A bound parameter holds at most 2 MB, and every statement is a round trip to the database, so rows are sent in as few statements as possible. */
const MOST_BYTES = 1_200_000

export function some<T>(rows: readonly T[], statement: (part: T[]) => SQL): SQL[] {
  const parts: T[][] = []
  let room = 0
  for (const row of rows) {
    const size = JSON.stringify(Object.values(row as object)).length
    if (size > room) {
      parts.push([])
      room = MOST_BYTES
    }
    parts.at(-1)?.push(row)
    room -= size
  }
  return parts.map(statement)
}
