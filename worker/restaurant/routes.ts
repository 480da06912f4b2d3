import { sql } from 'drizzle-orm'
import type { restaurant as contract } from '#domain/api/restaurant.ts'
import { notFound } from '#domain/errors.ts'
import { visiblePages } from '#domain/permissions.ts'
import { addDays, kotDate } from '#domain/time.ts'
import { dashboard } from '../analytics/dashboard.ts'
import { sessionUser } from '../auth/routes.ts'
import type { Context } from '../context.ts'
import { first, run } from '../db/index.ts'
import { restaurants } from '../db/platform.ts'
import { update } from '../db/rows.ts'
import type { Handlers } from '../implement.ts'
import { currentNumber } from '../realtime/publish.ts'
import { refuseCrossSite } from '../security.ts'
import { restaurantJson } from './profile.ts'

type Api = typeof contract

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

export const restaurantHandlers: Handlers<Api> = {
  'GET /restaurant/profile': async (c) => {
    const row = await first<{ image: string | null }>(
      c.env.PLATFORM,
      sql`SELECT image_base64_for_bill AS image FROM restaurants WHERE id = ${c.restaurant.id}`,
    )
    return {
      restaurant: restaurantJson(c.restaurant, {
        imageBase64ForBill: row?.image ?? null,
        pages: visiblePages(c.principal.role, c.restaurant.permissions),
      }),
    }
  },
  'GET /restaurant/:id/permissions': async (c, { params }) => {
    if (params.id !== c.restaurant.id) throw notFound('Restaurant details not found')
    return { permissions: c.restaurant.permissions ?? {} }
  },
  'POST /restaurant/user': async (c) => ({ user: sessionUser(c.principal, c.session?.restaurant ?? null) }),
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
    const next = {
      ...kotSettings,
      resetTime: now,
      nextReset: body.resetTime === now ? null : { resetTime: body.resetTime, from: addDays(c.today, 1) },
    }
    await run(c.env.PLATFORM, update(restaurants, { kotSettings: next, version: sql`version + 1` }, sql`id = ${c.restaurant.id}`))
    if (c.session?.restaurant) c.session.restaurant.kotSettings = next
    return kotCounter(c)
  },
  'POST /api/analytics/dashboard-analytics': async (c, { body }) => ({ dashboard: await dashboard(c, body) }),
}
