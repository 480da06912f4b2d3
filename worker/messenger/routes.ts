import { sql } from '../db/sql.ts'
import type { messenger as contract } from '#domain/api/messenger.ts'
import { notFound } from '#domain/errors.ts'
import { all } from '../db/index.ts'
import type { Handlers } from '../http/implement.ts'
import type { Message } from './messenger.ts'

const LOOPBACK = /^(?:.+\.)?localhost$|^\[[\da-f:.]+\]$|^\d+(?:\.\d+){3}$/i
/**
 * Was this machine or an address asked, or the configured name? Any web site can point a name of its own at this machine (DNS rebinding), and its pages could then
 * read the codes that were mailed. A browser always says which name it asked for.
 */
const isOwnName = (host: string | undefined, configured: string | undefined): boolean =>
  host === undefined ||
  LOOPBACK.test(host.replace(/:\d+$/, '')) ||
  (URL.canParse(configured ?? '') && new URL(configured ?? '').host === host.toLowerCase())

export const messengerHandlers: Handlers<typeof contract> = {
  'GET /dev/outbox': async (c, { query }) => {
    if (c.env.ENVIRONMENT !== 'development' || !isOwnName(c.request.headers.get('Host') ?? undefined, c.env.PUBLIC_URL))
      throw notFound('No such call')
    const to = query.to ? sql`WHERE "to" = ${query.to}` : sql``
    const messages = await all<Message & { id: string; at: string }>(
      c.env.PLATFORM,
      sql`SELECT id, kind, "to", subject, text, at FROM dev_outbox ${to} ORDER BY at DESC, id DESC LIMIT 50`,
    )
    return { messages }
  },
}
