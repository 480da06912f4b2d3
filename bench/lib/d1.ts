import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/**
 * D1's API over node:sqlite, so that the Worker's code can be measured without a simulator. A batch is one transaction. Every commit is flushed to the disk
 * (`synchronous = FULL`), as the rival's are. Statements are kept by their text, as workerd keeps them.
 */
export type Meter = {
  /** Calls that a deployed Worker would make over the network. */
  calls: number
  statements: number
  /** As D1 counts and bills them; node:sqlite does not say. */
  rowsRead: number
  rowsWritten: number
  /** Microseconds of processor time inside SQLite. */
  sql: number
}

export class LocalD1 {
  readonly sqlite: DatabaseSync
  readonly meter: Meter = { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0, sql: 0 }
  /** Whether the time in SQLite is measured. Asking for it costs time too, so that rounds which are compared with another server go without. */
  clocked = true
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
    this.meter.calls += 1
    if (!this.clocked) return work()
    const began = threadMicros()
    try {
      return work()
    } finally {
      this.meter.sql += threadMicros() - began
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

/**
 * Microseconds of processor time of this thread. Linux adds what a thread has used to its own count (RUSAGE_THREAD) only at a tick or when it waits: up to 4 ms later, so
 * that a commit, which waits for the disk, was charged with what ran before it. Asking for the process's time first brings the count up to date.
 */
function threadMicros(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Opens a database file whose commits are flushed to the disk before the answer. */
export function openDatabase(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path)
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  return sqlite
}

type Meta = { meta: { rows_read?: number; rows_written?: number } }
type Remote = {
  prepare: (text: string) => RemoteStatement
  batch: (statements: RemoteStatement[]) => Promise<(Meta & { results: unknown[] })[]>
}
type RemoteStatement = { bind: (...values: unknown[]) => RemoteStatement; all: () => Promise<Meta & { results: unknown[] }> }

/** Miniflare's D1, with what it says of rows read and written. Slow to reach: for counts, not for times. */
export class MeteredD1 {
  readonly #d1: Remote
  readonly meter: Meter = { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0, sql: 0 }

  constructor(d1: unknown) {
    this.#d1 = d1 as Remote
  }

  prepare(text: string): MeteredStatement {
    return new MeteredStatement(this, this.#d1.prepare(text))
  }

  batch(statements: readonly MeteredStatement[]) {
    return this.noted(() => this.#d1.batch(statements.map((s) => s.inner)))
  }

  async noted<R extends Meta>(ask: () => Promise<R[]>): Promise<R[]> {
    const answers = await ask()
    this.meter.calls += 1
    this.meter.statements += answers.length
    for (const { meta } of answers) {
      this.meter.rowsRead += meta.rows_read ?? 0
      this.meter.rowsWritten += meta.rows_written ?? 0
    }
    return answers
  }
}

class MeteredStatement {
  readonly #db: MeteredD1
  readonly inner: RemoteStatement

  constructor(db: MeteredD1, inner: RemoteStatement) {
    this.#db = db
    this.inner = inner
  }

  bind = (...values: unknown[]) => new MeteredStatement(this.#db, this.inner.bind(...values))
  all = async () => (await this.#db.noted(async () => [await this.inner.all()]))[0]!
  run = () => this.all()
  first = async () => (await this.all()).results[0] ?? null
}
