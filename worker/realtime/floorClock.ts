import { logError } from '../http/log.ts'
import { nextTableChange, writeTablesDue } from '../reservations/due.ts'
import type { Alarms } from './alarms.ts'
import type { Seats } from './seats.ts'
import type { RoomState } from './state.ts'

const RETRY_AFTER = 3_000
/** A screen that was away for longer than events are kept reads the tables anew (db/purge.ts). */
const LONGEST_AWAY = 48 * 3_600_000

/**
 * Changes of tables' statuses that happen by the clock alone, when a booking begins or lapses (reservations/due.ts). The room wakes up for them while staff are
 * connected. What falls due meanwhile, or can't be written, is noted in its state and written later: a screen that was away is sent the events it missed, and
 * reads no tables.
 */
export class FloorClock {
  readonly #state: RoomState
  readonly #alarms: Alarms
  readonly #seats: Seats

  constructor(state: RoomState, alarms: Alarms, seats: Seats) {
    this.#state = state
    this.#alarms = alarms
    this.#seats = seats
  }

  /** Writes the changes between `since` and `until` to the outbox, for the relay. Never throws: `plan`, which follows, tries again in 3 s. */
  async write(since: number, until: number): Promise<void> {
    const from = Math.min(since, this.#state.tablesUnwritten ?? since)
    try {
      await writeTablesDue(this.#state.db, this.#state.restaurantId, Math.max(from, until - LONGEST_AWAY), until)
      this.#state.tablesUnwritten = null
    } catch (error) {
      this.#failed(error, from)
    }
  }

  /** Sets the alarm for the next change after `now`; not while no staff are connected, since joining plans it again. Never throws: it tries again in 3 s. */
  async plan(now = Date.now()): Promise<void> {
    // Changes due up to now keep their alarm, which still has to write them.
    this.#alarms.dropAfter('tables', now)
    if (!this.#seats.hasStaff) {
      this.#state.tablesUnwritten ??= now
      return
    }
    try {
      const next = await nextTableChange(this.#state.db, this.#state.restaurantId, now)
      if (next !== null) this.#alarms.add('tables', next)
    } catch (error) {
      this.#failed(error, now)
    }
    if (this.#state.tablesUnwritten !== null) this.#alarms.add('tables', Date.now() + RETRY_AFTER)
    await this.#alarms.schedule()
  }

  #failed(error: unknown, since: number): void {
    logError('room tables', error, this.#state.named)
    this.#state.tablesUnwritten = Math.min(since, this.#state.tablesUnwritten ?? since)
  }

  /** Called when staff join: plans only if nothing is planned yet. What fell due while nobody was there is written at once, by the alarm. */
  async planOnce(): Promise<void> {
    if (this.#alarms.has('tables')) return
    const now = Date.now()
    if (this.#state.tablesUnwritten !== null) this.#alarms.add('tables', now)
    await this.plan(now)
  }
}
