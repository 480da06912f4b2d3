import { logError } from '../http/log.ts'
import { nextTableChange, writeTablesDue } from '../reservations/due.ts'
import type { Alarms } from './alarms.ts'
import type { Seats } from './seats.ts'
import type { RoomState } from './state.ts'

/** Tables whose status changes by the clock alone, as bookings begin and lapse (reservations/due.ts): the room wakes for them. */
export class FloorClock {
  readonly #state: RoomState
  readonly #alarms: Alarms
  readonly #seats: Seats

  constructor(state: RoomState, alarms: Alarms, seats: Seats) {
    this.#state = state
    this.#alarms = alarms
    this.#seats = seats
  }

  /** Puts the changes from `since` to `until` in the outbox, to be relayed. Never throws: a screen that misses this has it with its next read. */
  async write(since: number, until: number): Promise<void> {
    try {
      await writeTablesDue(this.#state.db, this.#state.restaurantId, since, until)
    } catch (error) {
      logError('room tables', error, this.#state.named)
    }
  }

  /** Wakes the room at the next change after `now`; not for an empty room, which plans when somebody joins. */
  async plan(now = Date.now()): Promise<void> {
    // What is due by now the alarm has yet to write.
    this.#alarms.dropAfter('tables', now)
    if (this.#seats.staff()[Symbol.iterator]().next().done) return
    const next = await nextTableChange(this.#state.db, this.#state.restaurantId, now)
    if (next === null) return
    this.#alarms.add('tables', next)
    await this.#alarms.schedule()
  }

  /** The same for who joins: the first plan holds for all. */
  async planOnce(): Promise<void> {
    if (!this.#alarms.has('tables')) await this.plan()
  }
}
