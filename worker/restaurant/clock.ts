import { sql } from '../db/sql.ts'
import { MESSAGES } from '#domain/messages.ts'
import { changeClock } from '#domain/time.ts'
import { findRestaurant, type Restaurant, storedClock } from '../access/session.ts'
import { busy, PATIENCE } from '../command/command.ts'
import { batch } from '../db/index.ts'
import { restaurants } from '../db/platform.ts'
import { must, readOne, rows } from '../db/reads.ts'
import { patched, pick, update } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { bookingsToZone } from '../reservations/zone.ts'

const CLOCK = pick(restaurants, 'timezone', 'kotSettings', 'nextClock', 'version')

/** A change in the last seconds of a business day waits for the end of the next one, because the day might end before the change is committed. */
const MARGIN_MS = 10_000

/**
 * Changes a restaurant's zone or reset time from the end of the running business day on (`changeClock`), and the instants of bookings that lie in another zone
 * then. No `command`: it is part of other calls. What another device changes at the same time stays, because the second write is decided again. Throws 404,
 * and 409 `busy` after 8 s of lost races.
 */
export async function saveClock(c: Context, id: string, wanted: { timezone?: string; resetTime?: string }): Promise<Restaurant> {
  const here = sql`id = ${id} AND deleted_at IS NULL`
  for (let n = 1; ; n++) {
    const { version, ...before } = await readOne(
      c.env.PLATFORM,
      must(rows(CLOCK, sql`SELECT timezone, kot_settings, next_clock, version FROM restaurants WHERE ${here}`), MESSAGES.noRestaurant),
    )
    const { timezone, resetTime, next } = changeClock(storedClock(before), wanted, new Date(Date.now() + MARGIN_MS))
    const change = {
      timezone,
      kotSettings: patched('kot_settings', { resetTime, nextReset: null }),
      nextClock: next ?? null,
      version: sql`version + 1`,
    }
    const [changed] = await batch(c.env.PLATFORM, [sql`${update(restaurants, change, sql`${here} AND version = ${version}`)} RETURNING id`])
    if (changed?.[0]) break
    if (Date.now() - c.now.getTime() > PATIENCE) throw busy()
    await scheduler.wait(Math.random() * 50 * n)
  }
  const restaurant = await findRestaurant(c.env, id)
  if (!restaurant) throw new Error('the restaurant that was just changed is gone')
  await bookingsToZone(c, restaurant)
  return restaurant
}
