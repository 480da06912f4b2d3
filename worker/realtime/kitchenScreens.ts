import type { Alarms } from './alarms.ts'
import { frame } from './frames.ts'
import type { Acknowledgement } from './rpc.ts'
import type { Seats } from './seats.ts'
import type { OwnSql } from './state.ts'

/** How long a kitchen screen has to acknowledge a ticket, in milliseconds, from when the ticket got its number (SCREENS §6.27). */
const PATIENCE = 30_000
/** Tickets older than this are forgotten, in milliseconds: nobody cooks them any more. */
const KEPT_FOR = 24 * 3_600_000
/** The most tickets in the list: a kitchen screen that is off for a whole evening must not make every `joined` frame long. */
const MOST = 200

/**
 * Which tickets have reached a kitchen screen (docs/decisions/021-kitchen-screens.md). A row of `unseen_kots` is a ticket that waits for its acknowledgement;
 * `elsewhere` are the lines that no screen has shown yet, null before the first screen.
 *
 * An outlet uses kitchen screens when they acknowledged at least half of the tickets of one of its last two business days with tickets. Only there is a
 * missing acknowledgement reported.
 */
export class KitchenScreens {
  readonly #sql: OwnSql
  readonly #alarms: Alarms
  readonly #seats: Seats

  constructor(sql: OwnSql, alarms: Alarms, seats: Seats) {
    this.#sql = sql
    this.#alarms = alarms
    this.#seats = seats
    sql.run(
      `CREATE TABLE IF NOT EXISTS unseen_kots (kot_id TEXT PRIMARY KEY, business_date TEXT NOT NULL, at INTEGER NOT NULL, elsewhere TEXT)`,
    )
    sql.run('CREATE INDEX IF NOT EXISTS unseen_kots_at ON unseen_kots (at)')
    sql.run(
      'CREATE TABLE IF NOT EXISTS kitchen_days (business_date TEXT PRIMARY KEY, given INTEGER NOT NULL, shown INTEGER NOT NULL DEFAULT 0)',
    )
  }

  /** Tickets got their first number. Runs in the caller's transaction; the caller schedules the alarm. */
  expect(kotIds: readonly string[], businessDate: string): void {
    if (kotIds.length === 0) return
    const now = Date.now()
    this.#sql.run('DELETE FROM unseen_kots WHERE at <= ?', now - KEPT_FOR)
    for (const kotId of kotIds)
      this.#sql.run('INSERT INTO unseen_kots (kot_id, business_date, at) VALUES (?, ?, ?)', kotId, businessDate, now)
    this.#sql.run(
      'INSERT INTO kitchen_days (business_date, given) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET given = given + ?2',
      businessDate,
      kotIds.length,
    )
    this.#sql.run(
      'DELETE FROM kitchen_days WHERE business_date NOT IN (SELECT business_date FROM kitchen_days ORDER BY business_date DESC LIMIT 2)',
    )
    if (this.#areUsed()) this.#alarms.add('kitchen', Math.ceil((now + PATIENCE) / 1000) * 1000)
  }

  /** Unknown tickets and repeats change nothing. Returns the tickets that have still waited for too long. Runs in the caller's transaction. */
  acknowledge(ask: Acknowledgement): string[] {
    const before = this.unseen()
    this.#note(ask)
    const unseenKots = this.unseen()
    if (unseenKots.length < before.length) this.#tell(unseenKots)
    return unseenKots
  }

  #note({ tickets, by }: Acknowledgement): void {
    for (const { kotId, elsewhere } of tickets) {
      const [row] = this.#sql.rows<{ businessDate: string; elsewhere: string | null }>(
        'SELECT business_date AS businessDate, elsewhere FROM unseen_kots WHERE kot_id = ?',
        kotId,
      )
      if (!row) continue
      const before = row.elsewhere === null ? null : (JSON.parse(row.elsewhere) as string[])
      const left = by === 'person' ? [] : before ? before.filter((line) => elsewhere.includes(line)) : elsewhere
      if (left.length > 0) {
        this.#sql.run('UPDATE unseen_kots SET elsewhere = ? WHERE kot_id = ?', JSON.stringify(left), kotId)
        continue
      }
      this.#sql.run('DELETE FROM unseen_kots WHERE kot_id = ?', kotId)
      if (by === 'screen') this.#sql.run('UPDATE kitchen_days SET shown = shown + 1 WHERE business_date = ?', row.businessDate)
    }
  }

  /** The tickets that have waited for too long, oldest first; none where no kitchen screens are used. */
  unseen(now = Date.now()): string[] {
    if (!this.#areUsed()) return []
    return this.#sql
      .rows<{ kotId: string }>(
        'SELECT kot_id AS kotId FROM unseen_kots WHERE at <= ? ORDER BY at DESC, kot_id DESC LIMIT ?',
        now - PATIENCE,
        MOST,
      )
      .map(({ kotId }) => kotId)
      .reverse()
  }

  /** Called by the alarm: tells staff of the tickets that have waited for too long at `now`, the time that the alarm was set for. */
  ring(now: number): void {
    const unseenKots = this.unseen(now)
    if (unseenKots.length > 0) this.#tell(unseenKots)
  }

  #tell(unseenKots: string[]): void {
    this.#seats.tellStaff('ticketsUnseen', frame('ticketsUnseen', { unseenKots }))
  }

  #areUsed(): boolean {
    return (
      this.#sql.rows(
        'SELECT 1 FROM (SELECT given, shown FROM kitchen_days ORDER BY business_date DESC LIMIT 2) WHERE shown * 2 >= given LIMIT 1',
      ).length > 0
    )
  }
}
