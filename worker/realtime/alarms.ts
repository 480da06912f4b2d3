import type { OwnSql } from './state.ts'

/**
 * `relay`: look into the outbox. `ping`: check that the sockets are still connected. `tables`: a table's status changes by the clock. `kitchen`: a ticket
 * should have been acknowledged by a kitchen screen. `print`: a job should have been printed.
 */
export type AlarmKind = 'relay' | 'ping' | 'tables' | 'kitchen' | 'print'
export type Due = { kind: AlarmKind; at: number }

/** The room's scheduled tasks. A Durable Object has a single alarm, so it is set for the earliest entry. Times are milliseconds since 1970. */
export class Alarms {
  readonly #sql: OwnSql
  readonly #storage: DurableObjectStorage
  #alarmAt: number | null = null

  constructor(sql: OwnSql, storage: DurableObjectStorage) {
    this.#sql = sql
    this.#storage = storage
    sql.run('CREATE TABLE IF NOT EXISTS due (kind TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (kind, at))')
  }

  add(kind: AlarmKind, at: number): void {
    this.#sql.run('INSERT OR IGNORE INTO due (kind, at) VALUES (?, ?)', kind, at)
  }

  has(kind: AlarmKind): boolean {
    return this.#sql.rows('SELECT 1 FROM due WHERE kind = ?', kind).length > 0
  }

  /** Deletes the entries of a kind that are later than `at`. */
  dropAfter(kind: AlarmKind, at: number): void {
    this.#sql.run('DELETE FROM due WHERE kind = ? AND at > ?', kind, at)
  }

  /** Sets the object's alarm; call it after adding entries. */
  async schedule(): Promise<void> {
    const next = this.#earliest()
    if (next === null || (this.#alarmAt !== null && this.#alarmAt <= next && this.#alarmAt > Date.now())) return
    this.#alarmAt = next
    await this.#storage.setAlarm(next)
  }

  /** Called when the alarm fires: does what is due, the earliest entry of each kind. Rows are deleted after the work, so that a crash in between repeats it. */
  async ring(work: (due: readonly Due[], until: number) => Promise<void>): Promise<void> {
    this.#alarmAt = null
    // The alarm was set for the earliest row, so that row counts as due even if the clock is slightly behind.
    const until = Math.max(Date.now(), this.#earliest() ?? 0)
    await work(this.#sql.rows<Due>('SELECT kind, min(at) AS at FROM due WHERE at <= ? GROUP BY kind', until), until)
    this.#sql.run('DELETE FROM due WHERE at <= ?', until)
  }

  #earliest(): number | null {
    return this.#sql.rows<{ at: number | null }>('SELECT min(at) AS at FROM due')[0]?.at ?? null
  }
}
