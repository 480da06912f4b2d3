import type { media as contract } from '#domain/api/media.ts'
import { forbidden, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { LIMITS } from '#domain/limits.ts'
import { command, PLATFORM } from '../command/command.ts'
import type { Env } from '../env.ts'
import { forbiddenPending } from '../access/authorise.ts'
import type { Handlers } from '../http/implement.ts'
import { limitSubject } from '../http/limit.ts'
import { closedTo } from '../access/session.ts'
import { addressOf, checkSignature, contentType, IMAGES, keepDocuments, keepImage, parseKey } from './store.ts'

export const mediaHandlers: Handlers<typeof contract> = {
  'POST /media': async (c, { body }) => {
    const { principal, session } = c
    // A restaurant that is not approved may upload only its application's documents.
    const closed = session && closedTo(session)
    if (closed && body.purpose !== 'application') throw forbiddenPending(closed)
    // Anybody can become a partner, so a partner may upload images only in an approved outlet that it has entered.
    if (principal.role === 'partner' && !session?.entered && body.purpose !== 'application') throw forbidden()
    const file = c.files.file?.[0]
    if (!file) throw invalidFields([{ path: 'file', message: 'This field is missing.' }])
    const keep = async () => {
      if (body.purpose !== 'application') return keepImage(c.env, file)
      const owner = session?.restaurant?.id ?? principal.accountId
      await limitSubject(c, LIMITS.document, owner)
      const [document] = await keepDocuments(c.env, [file], [...IMAGES, 'pdf'], owner, 'file')
      return addressOf(document?.key ?? '')
    }
    // There is no row: a file's name is the hash of its bytes, so storing it again changes nothing.
    return command(c, { on: PLATFORM, reads: {}, decide: async () => ({ statements: [], body: { url: await keep() } }) })
  },
}

/** A served file may run and load nothing, belongs to no origin (`sandbox`), and can't be framed: a PDF opens in a tab of its own. */
const POLICY = "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * GET /v1/media/:key. Images are public and cached for ever, since a key is the hash of their bytes; documents need a signed link and are never
 * cached. Throws 404, 403 link_expired.
 */
export async function serveMedia(request: Request, env: Env, name: string, now = new Date()): Promise<Response> {
  const key = parseKey(name)
  if (!key) throw notFound()
  if (key.isPrivate) {
    const query = new URL(request.url).searchParams
    const signed = checkSignature(env, key.key, query.get('exp'), query.get('sig'), now)
    if (signed === 'lapsed') throw forbidden('This link has expired. Open the document again from its page.', 'link_expired')
    if (signed === 'none') throw notFound()
  }
  const etag = `"${key.key}"`
  const headers = new Headers({
    'Content-Type': contentType(key.kind),
    'Content-Disposition': `inline; filename="${key.key}"`,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': key.isPrivate ? 'same-origin' : 'cross-origin',
    'Cache-Control': key.isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable',
    ...(key.isPrivate ? {} : { ETag: etag }),
  })
  if (!key.isPrivate && request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const object = await env.MEDIA.get(key.key)
  if (!object) throw notFound()
  headers.set('Content-Length', String(object.size))
  return new Response(object.body, { headers })
}
