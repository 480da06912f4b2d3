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

/** A ticket that goes to the kitchen: the station at which each of its lines is cooked, by the line's id. */
type Ticket = { kotId: string; lines: Record<string, string> }

/**
 * Which tickets have reached a kitchen screen (docs/decisions/021-kitchen-screens.md). A row of `unseen_kots` is a ticket that waits for its acknowledgement;
 * `waiting` are the lines that no screen has shown yet, each with its station.
 *
 * A station has a kitchen screen when screens showed at least half of its tickets on one of the outlet's last two business days with tickets
 * (`station_days`). Only a line of such a station is missed: the bar may have a printer and no screen.
 */
export class KitchenScreens {
  readonly #sql: OwnSql
  readonly #alarms: Alarms
  readonly #seats: Seats

  constructor(sql: OwnSql, alarms: Alarms, seats: Seats) {
    this.#sql = sql
    this.#alarms = alarms
    this.#seats = seats
    sql.run(`CREATE TABLE IF NOT EXISTS unseen_kots (kot_id TEXT PRIMARY KEY, business_date TEXT NOT NULL, at INTEGER NOT NULL)`)
    // Rooms that were made before don't have the column. What waited in them is not asked for.
    if (!sql.rows<{ name: string }>('PRAGMA table_info(unseen_kots)').some(({ name }) => name === 'waiting'))
      sql.run(`ALTER TABLE unseen_kots ADD COLUMN waiting TEXT NOT NULL DEFAULT '{}'`)
    sql.run('CREATE INDEX IF NOT EXISTS unseen_kots_at ON unseen_kots (at)')
    sql.run(
      `CREATE TABLE IF NOT EXISTS station_days (
         business_date TEXT NOT NULL, station TEXT NOT NULL, given INTEGER NOT NULL, shown INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (business_date, station))`,
    )
    // It counted all stations together.
    sql.run('DROP TABLE IF EXISTS kitchen_days')
  }

  /** Tickets got their first number. Runs in the caller's transaction; the caller schedules the alarm. */
  expect(tickets: readonly Ticket[], businessDate: string): void {
    if (tickets.length === 0) return
    const now = Date.now()
    this.#sql.run('DELETE FROM unseen_kots WHERE at <= ?', now - KEPT_FOR)
    for (const { kotId, lines } of tickets) {
      this.#sql.run(
        'INSERT INTO unseen_kots (kot_id, business_date, at, waiting) VALUES (?, ?, ?, ?)',
        kotId,
        businessDate,
        now,
        JSON.stringify(lines),
      )
      for (const station of new Set(Object.values(lines)))
        this.#sql.run(
          'INSERT INTO station_days (business_date, station, given) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET given = given + 1',
          businessDate,
          station,
        )
    }
    this.#sql.run(
      'DELETE FROM station_days WHERE business_date NOT IN (SELECT DISTINCT business_date FROM station_days ORDER BY business_date DESC LIMIT 2)',
    )
    const watched = this.#watched()
    if (tickets.some(({ lines }) => Object.values(lines).some((station) => watched.has(station))))
      this.#alarms.add('kitchen', Math.ceil((now + PATIENCE) / 1000) * 1000)
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
      const [row] = this.#sql.rows<{ businessDate: string; waiting: string }>(
        'SELECT business_date AS businessDate, waiting FROM unseen_kots WHERE kot_id = ?',
        kotId,
      )
      if (!row) continue
      const before = Object.entries(JSON.parse(row.waiting) as Record<string, string>)
      const left = by === 'person' ? [] : before.filter(([line]) => elsewhere.includes(line))
      if (left.length > 0)
        this.#sql.run('UPDATE unseen_kots SET waiting = ? WHERE kot_id = ?', JSON.stringify(Object.fromEntries(left)), kotId)
      else this.#sql.run('DELETE FROM unseen_kots WHERE kot_id = ?', kotId)
      if (by === 'person') continue
      const still = new Set(left.map(([, station]) => station))
      for (const station of new Set(before.map(([, name]) => name)))
        if (!still.has(station))
          this.#sql.run('UPDATE station_days SET shown = shown + 1 WHERE business_date = ? AND station = ?', row.businessDate, station)
    }
  }

  /** The tickets that have waited for too long, oldest first: those with a line of a station that has a screen. */
  unseen(now = Date.now()): string[] {
    const watched = [...this.#watched()]
    if (watched.length === 0) return []
    return this.#sql
      .rows<{ kotId: string }>(
        `SELECT kot_id AS kotId FROM unseen_kots WHERE at <= ? AND EXISTS
           (SELECT 1 FROM json_each(waiting) line WHERE line.value IN (SELECT value FROM json_each(?)))
         ORDER BY at DESC, kot_id DESC LIMIT ?`,
        now - PATIENCE,
        JSON.stringify(watched),
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

  /** The stations that have a kitchen screen. */
  #watched(): Set<string> {
    const rows = this.#sql.rows<{ station: string }>('SELECT DISTINCT station FROM station_days WHERE shown * 2 >= given')
    return new Set(rows.map(({ station }) => station))
  }
}
