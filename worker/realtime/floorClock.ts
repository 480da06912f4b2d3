import { logError } from '../http/log.ts'
import { nextTableChange, writeTablesDue } from '../reservations/due.ts'
import type { Alarms } from './alarms.ts'
import type { Seats } from './seats.ts'
import type { RoomState } from './state.ts'

/** Changes of tables' statuses that happen by the clock alone, when a booking begins or lapses (reservations/due.ts). The room wakes up for them. */
export class FloorClock {
  readonly #state: RoomState
  readonly #alarms: Alarms
  readonly #seats: Seats

  constructor(state: RoomState, alarms: Alarms, seats: Seats) {
    this.#state = state
    this.#alarms = alarms
    this.#seats = seats
  }

  /** Writes the changes between `since` and `until` to the outbox, for the relay. Never throws: a screen that misses one gets it with its next read. */
  async write(since: number, until: number): Promise<void> {
    try {
      await writeTablesDue(this.#state.db, this.#state.restaurantId, since, until)
    } catch (error) {
      logError('room tables', error, this.#state.named)
    }
  }

  /** Sets the alarm for the next change after `now`; not while no staff are connected, since joining plans it again. */
  async plan(now = Date.now()): Promise<void> {
    // Changes due up to now keep their alarm, which still has to write them.
    this.#alarms.dropAfter('tables', now)
    if (!this.#seats.hasStaff) return
    const next = await nextTableChange(this.#state.db, this.#state.restaurantId, now)
    if (next === null) return
    this.#alarms.add('tables', next)
    await this.#alarms.schedule()
  }

  /** Called when staff join: plans only if nothing is planned yet. */
  async planOnce(): Promise<void> {
    if (!this.#alarms.has('tables')) await this.plan()
  }
}
