import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/**
 * D1's API over node:sqlite, so that the Worker's code can be measured without a simulator. A batch is one transaction. Every commit is flushed to the disk
 * (`synchronous = FULL`), as the rival's are. Statements are kept by their text, as workerd keeps them.
 */
export type Meter = {
  /** Calls that a deployed Worker would make over the network. */
  calls: number
  statements: number
  rowsWritten: number
  /** Microseconds of processor time inside SQLite. */
  sql: number
}

export class LocalD1 {
  readonly sqlite: DatabaseSync
  readonly meter: Meter = { calls: 0, statements: 0, rowsWritten: 0, sql: 0 }
  readonly #kept = new Map<string, StatementSync>()

  constructor(path: string) {
    this.sqlite = openDatabase(path)
  }

  prepare(text: string): Bound {
    return new Bound(this, text, [])
  }

  async batch(statements: readonly Bound[]) {
    return this.timed(() => {
      this.sqlite.exec('BEGIN IMMEDIATE')
      try {
        const results = statements.map((s) => this.rowsOf(s))
        this.sqlite.exec('COMMIT')
        return results.map(answerOf)
      } catch (error) {
        this.sqlite.exec('ROLLBACK')
        throw error
      }
    })
  }

  /** Runs work in SQLite and adds it to the meter. */
  timed<T>(work: () => T): T {
    const began = process.threadCpuUsage()
    try {
      return work()
    } finally {
      const { user, system } = process.threadCpuUsage(began)
      this.meter.sql += user + system
      this.meter.calls += 1
    }
  }

  rowsOf({ text, values }: Bound): Record<string, unknown>[] {
    let statement = this.#kept.get(text)
    if (!statement) this.#kept.set(text, (statement = this.sqlite.prepare(text)))
    this.meter.statements += 1
    return statement.all(...values) as Record<string, unknown>[]
  }

  close(): void {
    this.sqlite.close()
  }
}

const answerOf = (results: Record<string, unknown>[]) => ({ success: true as const, results, meta: {} })

class Bound {
  readonly #db: LocalD1
  readonly text: string
  readonly values: readonly SQLInputValue[]

  constructor(db: LocalD1, text: string, values: readonly SQLInputValue[]) {
    this.#db = db
    this.text = text
    this.values = values
  }

  bind(...values: unknown[]): Bound {
    return new Bound(
      this.#db,
      this.text,
      values.map((value) => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue))),
    )
  }

  async all<Row>() {
    return this.#db.timed(() => answerOf(this.#db.rowsOf(this))) as { success: true; results: Row[]; meta: object }
  }

  run = () => this.all()
  first = async <Row>() => (await this.all<Row>()).results[0] ?? null
}

/** A file that a restaurant may trust: what was answered has been flushed to the disk. */
export function openDatabase(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path)
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  return sqlite
}
