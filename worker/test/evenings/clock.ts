/** The business day, written from CONTRACT §1 and §9 "Clock" without anything of domain/. */

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** A time zone as its minutes ahead of UTC (the zones used here have no summer time), and the time `HH:mm` at which a business day begins. */
export type Clock = { offset: number; reset: string }

const iso = (at: number): string => new Date(at).toISOString()
export const addDay = (day: string): string => iso(Date.parse(day) + DAY).slice(0, 10)
const minutes = (reset: string): number => Number(reset.slice(0, 2)) * 60 + Number(reset.slice(3))
/** The instant at which a business day begins. */
const beginBy = ({ offset, reset }: Clock, day: string): number => Date.parse(day) + (minutes(reset) - offset) * MINUTE
/** The business day of an instant. */
const dayBy = ({ offset, reset }: Clock, at: number): string => iso(at + (offset - minutes(reset)) * MINUTE).slice(0, 10)

/** A restaurant's clock. A change waits until the running day has ended by the old clock and by the new one. Instants are UTC milliseconds. */
export class BusinessClock {
  private clock: Clock
  private waiting: { clock: Clock; after: string; from: number } | null = null

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** The business day. */
  today(now: number): string {
    if (this.waiting && now >= this.waiting.from) [this.clock, this.waiting] = [this.waiting.clock, null]
    const day = dayBy(this.clock, now)
    return this.waiting && day > this.waiting.after ? this.waiting.after : day
  }

  /** The local time: `MM-DD HH:mm`. */
  wall(now: number): string {
    this.today(now)
    return iso(now + this.clock.offset * MINUTE)
      .slice(5, 16)
      .replace('T', ' ')
  }

  change(now: number, change: Partial<Clock>): void {
    const today = this.today(now)
    const clock = { ...(this.waiting?.clock ?? this.clock), ...change }
    const ends = beginBy(this.clock, addDay(today))
    // A day that is longer only because of a waiting change ends when that change takes effect.
    const longer = this.waiting && now >= ends ? this.waiting.from : null
    if (longer === null && clock.offset === this.clock.offset && clock.reset === this.clock.reset) this.waiting = null
    else this.waiting = { clock, after: today, from: Math.max(longer ?? ends, beginBy(clock, addDay(today))) }
  }
}
