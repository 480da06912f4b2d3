import { sql } from '../db/sql.ts'
import type { EventData } from '#domain/api/events.ts'
import type { Restaurant } from '../access/session.ts'
import { batch, outletDb } from '../db/index.ts'
import type { Context } from '../http/context.ts'
import { logError } from '../http/log.ts'
import { counterValue, type OutEventOf, outbox } from '../realtime/events.ts'
import { armRoom, hintRoom } from '../realtime/publish.ts'

type Changed = EventData<'settingsUpdated'>['changed']

/** The event by which the restaurant's open screens follow a change of its settings at once. */
export const settingsUpdated = (c: Context, changed: Changed): OutEventOf<'settingsUpdated'> => ({
  event: 'settingsUpdated',
  tableId: null,
  data: { changed, by: c.by },
})

/**
 * Writes that event after a commit on PLATFORM. The outbox is in the restaurant's shard, so it can't be part of that commit. Never throws, because the
 * settings are saved: without the event screens read them at their next fetch, after 5 minutes at the latest.
 */
export async function announceSettings(c: Context, { id, shard }: Pick<Restaurant, 'id' | 'shard'>, changed: Changed): Promise<void> {
  const where = { restaurantId: id, shard }
  try {
    await armRoom(c.env, where)
    const done = await batch(outletDb(c.env, shard), [
      ...outbox(id, [settingsUpdated(c, changed)], c.at),
      sql`SELECT ${counterValue(id, 'seq')} AS seq`,
    ])
    c.waitUntil(hintRoom(c.env, where, Number(done.at(-1)?.[0]?.seq ?? 0)))
  } catch (error) {
    logError('settings event', error, { restaurantId: id })
  }
}
