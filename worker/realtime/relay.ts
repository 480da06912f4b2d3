import { type SQL, sql } from '../db/sql.ts'
import { all, first } from '../db/index.ts'
import { logError, logWarning } from '../http/log.ts'
import { OPEN_ORDERS, pendingOrders } from '../orders/store.ts'
import type { Alarms } from './alarms.ts'
import type { EventRow } from './frames.ts'
import type { RoomState } from './state.ts'
import { Turns } from './turns.ts'

/**
 * The size of a page in events and characters; a single larger event is a page of its own. The object has 128 MB, and everybody else waits while a page is
 * sent.
 */
const PAGE = 200
const PAGE_SIZE = 1_000_000
const RETRY_AFTER = 3_000
/**
 * A diner who missed more events of the restaurant than this fetches anew, and nothing is read for it: the replay is filtered row by row, each with its whole order,
 * and blocks the queue and the database meanwhile.
 */
const MAX_DINER_REPLAY = PAGE
/** The columns of `events` that say whose event it is. */
const SITTING = sql`coalesce(json_extract(data, '$.order.sittingId'), json_extract(data, '$.sittingId'))`
const ORDER = sql`json_extract(data, '$.orderId')`

export type Page = { rows: EventRow[]; more: boolean }

/** What the room does with relayed events. `note` stores what is needed later and returns true if it has planned an alarm; the others send them. */
type Receivers = { note: (row: EventRow) => boolean; toStaff: (rows: readonly EventRow[]) => void; toDiners: (row: EventRow) => void }

/** Reads the outbox and delivers each event once and in order (docs/decisions/004-room-relay.md); replays events for clients that were disconnected. */
export class Relay {
  readonly #state: RoomState
  readonly #alarms: Alarms
  readonly #to: Receivers
  readonly #turns = new Turns()

  constructor(state: RoomState, alarms: Alarms, to: Receivers) {
    this.#state = state
    this.#alarms = alarms
    this.#to = to
  }

  /** Runs relays, joins and leaves one at a time. */
  inTurn<T>(job: () => Promise<T>): Promise<T> {
    return this.#turns.run(job)
  }

  /** Relays what is pending. A failure is logged and tried again in 3 s. */
  async runOrRetry(): Promise<void> {
    try {
      await this.run()
    } catch (error) {
      logError('room relay', error, this.#state.named)
      this.#alarms.add('relay', Date.now() + RETRY_AFTER)
      await this.#alarms.schedule()
    }
  }

  /**
   * Sends the outbox's events after lastSeq. A page's new lastSeq is written and its messages are sent in the same turn of the event loop, the write first:
   * the runtime holds messages back until the writes before them are durable, so no socket gets an event twice. If the object dies between the write and the
   * sending, its sockets close too and reconnect with `since`.
   */
  async run(): Promise<void> {
    const state = this.#state
    if (!state.isKnown) return
    for (;;) {
      const { rows, more } = await this.#page(state.lastSeq, Number.MAX_SAFE_INTEGER, sql``)
      const from = rows[0]?.seq
      if (from === undefined) return
      if (from !== state.lastSeq + 1) await this.#crossPurged(from)
      const whole = rows.filter((row, i) => row.seq === from + i)
      state.lastSeq = from + whole.length - 1
      let plans = false
      // One event that can't be sent must not block the others.
      const apart = (row: EventRow, work: () => void) => {
        try {
          work()
        } catch (error) {
          logError('room event', error, { ...state.named, seq: row.seq })
        }
      }
      for (const row of whole) apart(row, () => (plans = this.#to.note(row) || plans))
      if (whole[0]) apart(whole[0], () => this.#to.toStaff(whole))
      for (const row of whole) apart(row, () => this.#to.toDiners(row))
      if (plans) await this.#alarms.schedule()
      if (!more && whole.length === rows.length) return
    }
  }

  /** Are all events after `since` still there? For a diner also: does each event of its table name its sitting? */
  async canReplay(since: number, upTo: number, tableId: string | null): Promise<boolean> {
    if (since > upTo) return false
    if (since === upTo) return true
    if (tableId !== null && upTo - since > MAX_DINER_REPLAY) return false
    const loose = tableId === null ? sql`0` : sql`coalesce(sum(table_id = ${tableId} AND coalesce(${SITTING}, ${ORDER}) IS NULL), 0)`
    const found = await first<{ n: number; loose: number }>(
      this.#state.db,
      sql`SELECT count(*) AS n, ${loose} AS loose FROM events WHERE restaurant_id = ${this.#state.restaurantId} AND seq > ${since} AND seq <= ${upTo}`,
    )
    return found?.n === upTo - since && found.loose === 0
  }

  /**
   * The first page of the events after `since`. A diner only gets events of its own sittings, at whatever table they were, never those of the table's
   * earlier guests. `sittings` is null for staff.
   */
  async missed(since: number, upTo: number, sittings: readonly string[] | null): Promise<Page> {
    const own = sql.join(
      (sittings ?? []).map((id) => sql`${id}`),
      sql`, `,
    )
    const which = sittings
      ? sql`AND (table_id = '*' OR (table_id IS NOT NULL AND (${SITTING} IN (${own}) OR ${ORDER} IN (
              SELECT id FROM ${OPEN_ORDERS} WHERE ${pendingOrders(this.#state.restaurantId)} AND sitting_id IN (${own})))))`
      : sql``
    return this.#page(since, upTo, which)
  }

  /**
   * seq has no gaps (one batch raises the counter and inserts the row), so no event is skipped, except where older events were purged: clients notice that
   * gap in seq and fetch anew.
   */
  async #crossPurged(from: number): Promise<void> {
    const { lastSeq, restaurantId, db } = this.#state
    const oldest = await first<{ seq: number }>(db, sql`SELECT min(seq) AS seq FROM events WHERE restaurant_id = ${restaurantId}`)
    if (oldest?.seq !== from) throw new Error(`the outbox has a hole between ${lastSeq} and ${from}`)
    logWarning('events were purged before they were relayed', { from: lastSeq + 1, to: from - 1 })
  }

  async #page(after: number, upTo: number, which: SQL): Promise<Page> {
    const rows = await all<EventRow & { upto: number }>(
      this.#state.db,
      sql`SELECT * FROM (
            SELECT *, sum(length(data)) OVER (ORDER BY seq) AS upto FROM (
              SELECT seq, event, table_id AS tableId, data, diner_data AS dinerData, at FROM events
              WHERE restaurant_id = ${this.#state.restaurantId} AND seq > ${after} AND seq <= ${upTo} ${which} ORDER BY seq LIMIT ${PAGE}))
          WHERE upto - length(data) < ${PAGE_SIZE} ORDER BY seq`,
    )
    return { rows, more: rows.length === PAGE || (rows.at(-1)?.upto ?? 0) >= PAGE_SIZE }
  }
}
