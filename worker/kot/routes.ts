import { sql } from '../db/sql.ts'
import type { kot as contract } from '#domain/api/kot.ts'
import { forbidden } from '#domain/errors.ts'
import { canOpen } from '#domain/permissions.ts'
import { businessDate, kotDate, nextClockAt } from '#domain/time.ts'
import { batch, first } from '../db/index.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { dayNote } from '../orders/dayNotes.ts'
import { refuseCrossSite } from '../http/security.ts'
import { acknowledgeTickets, currentNumber } from '../realtime/publish.ts'
import { announceSettings } from '../restaurant/announce.ts'
import { saveClock } from '../restaurant/clock.ts'

async function kotCounter(c: Context) {
  const { id, kotSettings, clock } = c.restaurant
  const epoch = await first<{ epoch: number; reset_at: string; closed_at: string | null; closed_by: string | null }>(
    c.db,
    sql`SELECT epoch, reset_at, closed_at, closed_by FROM kot_epochs WHERE restaurant_id = ${id}`,
  )
  const at = epoch?.closed_at
  return {
    kot: {
      currentNumber: await currentNumber(c.env, c.where, { businessDate: kotDate(c.today), epoch: epoch?.epoch ?? 0 }),
      resetTime: kotSettings.resetTime,
      businessDate: c.today,
      lastResetAt: epoch?.reset_at ?? null,
      closed: at && businessDate(new Date(at), clock) === c.today ? { at, by: epoch.closed_by ?? '' } : null,
      nextClock: nextClockAt(c.now, clock),
    },
  }
}

export const kotHandlers: Handlers<typeof contract> = {
  'GET /kot': kotCounter,
  'GET /kot/reset': async (c) => {
    refuseCrossSite(c.request)
    await batch(c.db, [
      sql`INSERT INTO kot_epochs (restaurant_id, epoch, reset_at) VALUES (${c.restaurant.id}, 1, ${c.at}) ON CONFLICT DO UPDATE SET epoch = epoch + 1, reset_at = ${c.at}`,
      dayNote(c, 'kotReset'),
    ])
    return kotCounter(c)
  },
  'POST /kot/reset-time': async (c, { body: { resetTime } }) => {
    const restaurant = await saveClock(c, c.restaurant.id, { resetTime })
    if (c.session) c.session.restaurant = restaurant
    await announceSettings(c, restaurant, 'profile')
    return kotCounter(c)
  },
  'POST /kot/acknowledge': async (c, { body }) => {
    if (body.by === 'screen' && !canOpen(c.principal, '/restaurant/kitchen', c.restaurant.permissions).ok) throw forbidden()
    return { unseenKots: await acknowledgeTickets(c.env, c.where, body) }
  },
}
