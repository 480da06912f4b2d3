import { sql } from 'drizzle-orm'
import type { kot as contract } from '#domain/api/kot.ts'
import { addDays, kotDate } from '#domain/time.ts'
import { batch, first, run } from '../db/index.ts'
import { restaurants } from '../db/platform.ts'
import { patched, update } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { refuseCrossSite } from '../http/security.ts'
import { currentNumber } from '../realtime/publish.ts'

async function kotCounter(c: Context) {
  const { id, kotSettings } = c.restaurant
  const epoch = await first<{ epoch: number; reset_at: string }>(
    c.db,
    sql`SELECT epoch, reset_at FROM kot_epochs WHERE restaurant_id = ${id}`,
  )
  const started = kotSettings.nextReset && c.today >= kotSettings.nextReset.from
  return {
    kot: {
      currentNumber: await currentNumber(c.env, c.where, { businessDate: kotDate(c.today), epoch: epoch?.epoch ?? 0 }),
      resetTime: started ? (kotSettings.nextReset?.resetTime ?? kotSettings.resetTime) : kotSettings.resetTime,
      businessDate: c.today,
      lastResetAt: epoch?.reset_at ?? null,
      nextResetTime: started ? null : kotSettings.nextReset,
    },
  }
}

export const kotHandlers: Handlers<typeof contract> = {
  'GET /kot': kotCounter,
  'GET /kot/reset': async (c) => {
    refuseCrossSite(c.request)
    await run(
      c.db,
      sql`INSERT INTO kot_epochs (restaurant_id, epoch, reset_at) VALUES (${c.restaurant.id}, 1, ${c.at}) ON CONFLICT DO UPDATE SET epoch = epoch + 1, reset_at = ${c.at}`,
    )
    return kotCounter(c)
  },
  'POST /kot/reset-time': async (c, { body }) => {
    const { kotSettings } = c.restaurant
    // A change that has begun to count is the reset time now; the new one counts from the next business day.
    const now = kotSettings.nextReset && c.today >= kotSettings.nextReset.from ? kotSettings.nextReset.resetTime : kotSettings.resetTime
    const change = {
      resetTime: now,
      nextReset: body.resetTime === now ? null : { resetTime: body.resetTime, from: addDays(c.today, 1) },
    }
    await batch(c.env.PLATFORM, [
      update(restaurants, { kotSettings: patched('kot_settings', change), version: sql`version + 1` }, sql`id = ${c.restaurant.id}`),
    ])
    if (c.session?.restaurant) c.session.restaurant.kotSettings = { ...kotSettings, ...change }
    return kotCounter(c)
  },
}
