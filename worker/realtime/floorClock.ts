import { logError } from '../http/log.ts'
import { nextTableChange, writeTablesDue } from '../reservations/due.ts'
import type { Alarms } from './alarms.ts'
import type { Seats } from './seats.ts'
import type { RoomState } from './state.ts'

const RETRY_AFTER = 3_000

/** Changes of tables' statuses that happen by the clock alone, when a booking begins or lapses (reservations/due.ts). The room wakes up for them. */
export class FloorClock {
  readonly #state: RoomState
  readonly #alarms: Alarms
  readonly #seats: Seats
  /** Since when changes are still to be written, after a failure. In memory only: a screen that misses one gets it with its next read. */
  #unwritten: number | null = null

  constructor(state: RoomState, alarms: Alarms, seats: Seats) {
    this.#state = state
    this.#alarms = alarms
    this.#seats = seats
  }

  /** Writes the changes between `since` and `until` to the outbox, for the relay. Never throws: `plan`, which follows, tries again in 3 s. */
  async write(since: number, until: number): Promise<void> {
    const from = Math.min(since, this.#unwritten ?? since)
    try {
      await writeTablesDue(this.#state.db, this.#state.restaurantId, from, until)
      this.#unwritten = null
    } catch (error) {
      this.#failed(error, from)
    }
  }

  /** Sets the alarm for the next change after `now`; not while no staff are connected, since joining plans it again. Never throws: it tries again in 3 s. */
  async plan(now = Date.now()): Promise<void> {
    // Changes due up to now keep their alarm, which still has to write them.
    this.#alarms.dropAfter('tables', now)
    if (!this.#seats.hasStaff) {
      this.#unwritten = null
      return
    }
    try {
      const next = await nextTableChange(this.#state.db, this.#state.restaurantId, now)
      if (next !== null) this.#alarms.add('tables', next)
    } catch (error) {
      this.#failed(error, now)
    }
    if (this.#unwritten !== null) this.#alarms.add('tables', Date.now() + RETRY_AFTER)
    await this.#alarms.schedule()
  }

  #failed(error: unknown, since: number): void {
    logError('room tables', error, this.#state.named)
    this.#unwritten = Math.min(since, this.#unwritten ?? since)
  }

  /** Called when staff join: plans only if nothing is planned yet. */
  async planOnce(): Promise<void> {
    if (!this.#alarms.has('tables')) await this.plan()
  }
}
