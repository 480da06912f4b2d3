import { type PrintJobShape, type UnprintedJob } from '#domain/api/printJob.ts'
import { unprintedFrom } from '#domain/printJob.ts'
import type { Alarms } from './alarms.ts'
import { dataOf, type EventRow, frame, isJson, parseJson, stringOf } from './frames.ts'
import type { Seats } from './seats.ts'
import type { OwnSql } from './state.ts'

/** The most jobs in the list, the newest: a printer that is off for a whole evening must neither make every `joined` frame long nor hide what fails after it. */
const MOST = 100
/** As long as the database keeps jobs (worker/db/purge.ts), in milliseconds. */
const KEPT_FOR = 7 * 86_400_000

/**
 * Which print jobs need attention (docs/decisions/028-print-queue.md). The room learns of jobs from the outbox while relaying it, so commands make no further
 * call and no job is missed. A row of `waiting_jobs` is an open job; it is reported from `at` on.
 */
export class PrintWatch {
  readonly #sql: OwnSql
  readonly #alarms: Alarms
  readonly #seats: Seats
  /** Up to when staff were told of what is due, in ms since 1970. Lost with the object's memory: then they are told once more. */
  #toldTo = 0

  constructor(sql: OwnSql, alarms: Alarms, seats: Seats) {
    this.#sql = sql
    this.#alarms = alarms
    this.#seats = seats
    sql.run('CREATE TABLE IF NOT EXISTS waiting_jobs (id TEXT PRIMARY KEY, at INTEGER NOT NULL, job TEXT NOT NULL)')
    sql.run('CREATE INDEX IF NOT EXISTS waiting_jobs_at ON waiting_jobs (at)')
  }

  /**
   * Takes note of a relayed event's jobs. Runs in the same turn as the write of the room's place in the outbox: a crash keeps both or neither. It reads plain JSON,
   * because after a deploy the event may come from the previous or next version. Returns whether the alarm has to be set.
   */
  note(row: EventRow): boolean {
    if (row.event !== 'printJob') return false
    const now = Date.now()
    const before = this.#ids(now)
    this.#sql.run('DELETE FROM waiting_jobs WHERE at <= ?', now - KEPT_FOR)
    const { jobs } = dataOf(row)
    let waits = false
    for (const job of Array.isArray(jobs) ? jobs.filter(isJson) : []) {
      const [id, since] = [stringOf(job._id), Date.parse(stringOf(job.waitingSince) ?? '')]
      if (id === null || Number.isNaN(since)) continue
      if (job.closed === true) {
        this.#sql.run('DELETE FROM waiting_jobs WHERE id = ?', id)
        continue
      }
      const { _id, kind, number, title, orderId, kotId, status, waitingSince } = job as PrintJobShape
      const at = unprintedFrom({ status, waitingSince })
      this.#sql.run(
        'INSERT INTO waiting_jobs (id, at, job) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET at = ?2, job = ?3',
        id,
        at,
        JSON.stringify({ _id, kind, number, title, orderId, kotId, waitingSince } satisfies UnprintedJob),
      )
      if (at > now) {
        this.#alarms.add('print', Math.ceil(at / 1000) * 1000)
        waits = true
      }
    }
    // One that failed, or was relayed late, is reported at once.
    const after = this.#ids(now)
    if (JSON.stringify(before) !== JSON.stringify(after)) this.#tell(now)
    return waits
  }

  /** The jobs that staff have to look after (domain/printJob.ts, `unprintedFrom`), oldest first. */
  unprinted(now = Date.now()): UnprintedJob[] {
    return this.#sql
      .rows<{ job: string }>(
        'SELECT job FROM waiting_jobs WHERE at <= ? AND at > ? ORDER BY at DESC, id DESC LIMIT ?',
        now,
        now - KEPT_FOR,
        MOST,
      )
      .reverse()
      .map(({ job }) => parseJson(job) as UnprintedJob)
  }

  /**
   * Reports what became due since the last report. Called by every alarm, whatever it was set for: a job's own alarm is rounded up to a whole second, and would wait
   * for one that began in between. `now` is the time that the alarm was set for.
   */
  ring(now: number): void {
    const next = this.#nextDue()
    if (next !== null && next <= now) this.#tell(now)
  }

  /**
   * Waits for `work` of the alarm, and meanwhile reports jobs that become due. The object has only one alarm, and a database that doesn't answer would block it
   * just when papers wait.
   */
  async during(work: Promise<void>): Promise<void> {
    let over = false
    const done = work.finally(() => (over = true))
    for (;;) {
      const next = this.#nextDue()
      if (next === null) return done
      let timer: ReturnType<typeof setTimeout> | undefined
      await Promise.race([done, new Promise<void>((resolve) => (timer = setTimeout(resolve, next - Date.now())))])
      clearTimeout(timer)
      if (over) return
      this.ring(Math.max(Date.now(), next))
    }
  }

  /** When the first job becomes due that staff were not told of; null without one. */
  #nextDue(): number | null {
    return this.#sql.rows<{ at: number | null }>('SELECT min(at) AS at FROM waiting_jobs WHERE at > ?', this.#toldTo)[0]?.at ?? null
  }

  #ids(now: number): string[] {
    return this.unprinted(now).map(({ _id }) => _id)
  }

  #tell(now: number): void {
    this.#toldTo = Math.max(this.#toldTo, now)
    this.#seats.tellStaff('unprintedJobs', frame('unprintedJobs', { unprinted: this.unprinted(now) }))
  }
}
