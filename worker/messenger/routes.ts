import { sql } from '../db/sql.ts'
import type { messenger as contract } from '#domain/api/messenger.ts'
import { notFound } from '#domain/errors.ts'
import { all } from '../db/index.ts'
import type { Handlers } from '../http/implement.ts'
import type { Message } from './messenger.ts'

export const messengerHandlers: Handlers<typeof contract> = {
  'GET /dev/outbox': async (c, { query }) => {
    if (c.env.ENVIRONMENT !== 'development') throw notFound('No such call')
    const to = query.to ? sql`WHERE "to" = ${query.to}` : sql``
    const messages = await all<Message & { id: string; at: string }>(
      c.env.PLATFORM,
      sql`SELECT id, kind, "to", subject, text, at FROM dev_outbox ${to} ORDER BY at DESC, id DESC LIMIT 50`,
    )
    return { messages }
  },
}
