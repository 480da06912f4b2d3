import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { join } from '#domain/test/files.ts'
import { download, FILES, type Part, upload } from '../test/upload.ts'
import { call, makeRestaurant, signIn, testEnv } from '../test/world.ts'
import { checkSignature, keyIn, signedAddress } from './store.ts'

const file = (bytes: Uint8Array, more: Partial<Part> = {}): Part => ({ field: 'file', bytes, ...more })

/** A form whose file never ends. */
function stream() {
  const chunk = new Uint8Array(64 * 1024).fill(0x20)
  let sent = 0
  const body = new ReadableStream(
    {
      start(out) {
        const head =
          '--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nmenu\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
        out.enqueue(new TextEncoder().encode(head))
        out.enqueue(FILES.png())
      },
      pull(out) {
        sent += chunk.length
        if (sent > 64 * 1024 * 1024) return out.close()
        out.enqueue(chunk)
      },
    },
    { highWaterMark: 1 },
  )
  return {
    sent: () => sent,
    send: (token: string | null) =>
      call('POST /media', { token, raw: body as unknown as string, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }),
  }
}
const keep = (token: string | null, bytes: Uint8Array, purpose = 'menu', more: Partial<Part> = {}) =>
  upload('POST /media', { purpose }, [file(bytes, more)], { token })

describe('an image', () => {
  it.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['webp', 'image/webp'],
  ] as const)('%s is stored under its own hash and served for ever with its real type', async (kind, type) => {
    const w = await makeRestaurant()
    const bytes = FILES[kind](randomId())
    // Neither name nor type is believed.
    const reply = await keep(await w.as('superuser'), bytes, 'menu', { name: 'evil.html', type: 'text/html' })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.url).toBe(`/v1/media/${createHash('sha256').update(bytes).digest('hex')}.${kind}`)
    const served = await download(reply.body.url)
    expect([served.status, served.headers.get('Content-Type'), served.headers.get('Cache-Control')]).toEqual([
      200,
      type,
      'public, max-age=31536000, immutable',
    ])
    expect(served.bytes).toEqual(bytes)
    expect(served.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(served.headers.get('Content-Disposition')).toMatch(/^inline; filename="[0-9a-f]{64}\.\w+"$/)
    expect(served.headers.get('Content-Security-Policy')).toContain('sandbox')
    expect((await download(reply.body.url, { 'If-None-Match': served.headers.get('ETag') ?? '' })).status).toBe(304)
    expect((await keep(await w.as('cashier'), bytes)).body.url).toBe(reply.body.url)
  })

  it.each(['html', 'svg', 'pdf'] as const)('%s is not accepted: 415, whatever it is called', async (kind) => {
    const w = await makeRestaurant()
    const reply = await keep(await w.as('superuser'), FILES[kind](), 'menu', { name: 'picture.png', type: 'image/png' })
    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it.each(['png', 'jpg', 'webp'] as const)('%s: what follows its end is not stored', async (kind) => {
    const w = await makeRestaurant()
    const own = FILES[kind](randomId())
    const page = new TextEncoder().encode('<html><script>alert(1)</script>')
    const reply = await keep(await w.as('superuser'), join(own, page))
    expect(reply.status, reply.text).toBe(201)
    expect((await download(reply.body.url)).bytes).toEqual(own)
    expect(reply.body.url).toContain(createHash('sha256').update(own).digest('hex'))
  })

  it.each(['png', 'jpg', 'webp', 'pdf'] as const)('%s that a browser could also read as a page is 415', async (kind) => {
    const w = await makeRestaurant()
    const purpose = kind === 'pdf' ? 'application' : 'menu'
    const reply = await keep(await w.as('superuser'), FILES[kind]('<script>fetch("/v1/auth/me")</script>'), purpose)
    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('with more than 64 megapixels is 422, however small its file is', async () => {
    const w = await makeRestaurant()
    const huge = FILES.png()
    new DataView(huge.buffer).setUint32(16, 60_000)
    new DataView(huge.buffer).setUint32(20, 60_000)
    const reply = await keep(await w.as('superuser'), huge)
    expect([reply.status, reply.body.errors?.[0]], reply.text).toEqual([
      422,
      { path: 'file', message: expect.stringContaining('at most 64 megapixels') },
    ])
  })

  it('is refused before its body is read: 401 without a token, 403 for another role', async () => {
    const w = await makeRestaurant()
    for (const [token, status] of [[null, 401] as const, [await w.as('waiter'), 403] as const]) {
      const endless = stream()
      expect([(await endless.send(token)).status, endless.sent() < 200_000]).toEqual([status, true])
    }
  })

  it('that is sent without a length is 413 once it exceeds 10 MiB', async () => {
    const w = await makeRestaurant()
    const endless = stream()
    const reply = await endless.send(await w.as('superuser'))
    expect([reply.status, reply.body.code]).toEqual([413, 'too_large'])
    expect(endless.sent()).toBeLessThan(12 * 1024 * 1024)
  })

  it('in a form that breaks off, has no boundary or isn’t a form is refused', async () => {
    const w = await makeRestaurant()
    const token = await w.as('superuser')
    const send = (type: string, raw: string) => call('POST /media', { token, raw, headers: { 'Content-Type': type } })
    const part = '--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nmenu\r\n'
    const reply = async (type: string, raw: string) => {
      const { status, body } = await send(type, raw)
      return [status, body.code]
    }
    expect(await reply('multipart/form-data; boundary=b', part)).toEqual([400, 'malformed_form'])
    expect(await reply('multipart/form-data; boundary=b', '')).toEqual([400, 'malformed_form'])
    expect(await reply('multipart/form-data; boundary=b', 'nothing of the kind')).toEqual([400, 'malformed_form'])
    expect(await reply('multipart/form-data', `${part}--b--`)).toEqual([415, 'unsupported_media_type'])
    expect(await reply('multipart/mixed; boundary=b', `${part}--b--`)).toEqual([415, 'unsupported_media_type'])
    expect(await reply('multipart/form-data; boundary=b', `--b\r\nX: ${'x'.repeat(10_000)}\r\n\r\n\r\n--b--`)).toEqual([413, 'too_large'])
    expect(await reply('multipart/form-data; boundary=b', `${part.repeat(60)}--b--`)).toEqual([413, 'too_large'])
    const text = `--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${'x'.repeat(1024 * 1024 + 1)}\r\n--b--`
    expect(await reply('multipart/form-data; boundary=b', text)).toEqual([413, 'too_large'])
  })

  it('that is missing or empty, or has an unknown purpose, is 422; more than 10 MiB is 413; not a form is 415', async () => {
    const w = await makeRestaurant()
    const token = await w.as('superuser')
    expect((await upload('POST /media', { purpose: 'menu' }, [], { token })).status).toBe(422)
    expect((await keep(token, new Uint8Array())).status).toBe(422)
    expect((await keep(token, FILES.png(), 'anything')).status).toBe(422)
    expect((await upload('POST /media', { purpose: 'menu' }, [file(FILES.png()), file(FILES.png('2'))], { token })).status).toBe(422)
    const huge = new Uint8Array(10 * 1024 * 1024 + 1)
    huge.set(FILES.png())
    expect((await keep(token, huge)).status).toBe(413)
    expect((await w.does('superuser', 'POST /media', { purpose: 'menu' })).status).toBe(415)
  })

  it.each([
    'superuser',
    'managerialHead',
    'generalManager',
    'cashier',
    'kitchen',
    'mobileAdmin',
    'partner',
    'backoffice',
    'admin',
  ] as Role[])('can be uploaded by %s', async (role) => {
    const w = await makeRestaurant({ partnerId: randomId() })
    // Whoever may enter a restaurant has.
    const options = { token: await w.as(role), headers: { 'X-Restaurant-Id': w.id } }
    expect((await upload('POST /media', { purpose: 'menu' }, [file(FILES.png())], options)).status).toBe(201)
  })

  it.each(['captain', 'waiter', 'delivery'] as Role[])('can’t be uploaded by %s', async (role) => {
    const w = await makeRestaurant()
    expect((await keep(await w.as(role), FILES.png())).status).toBe(403)
  })

  it('can’t be uploaded by guests and strangers', async () => {
    const w = await makeRestaurant()
    expect((await keep((await w.guest()).token, FILES.png())).status).toBe(403)
    expect((await keep(null, FILES.png())).status).toBe(401)
  })
})

describe('a document of an application', () => {
  it('can be stored with the limited token, which stores nothing else, and opened only by a signed link', async () => {
    const w = await makeRestaurant({ approvalStatus: 'pending' })
    const { token } = await signIn('superuser', { restaurantId: w.id, shard: w.shard })
    const bytes = FILES.pdf(randomId())
    const reply = await keep(token, bytes, 'application', { name: 'licence.pdf', type: 'application/pdf' })
    expect(reply.status, reply.text).toBe(201)
    const { url } = reply.body
    expect(url).toMatch(/^\/v1\/media\/p-[0-9a-f]{64}\.pdf$/)
    expect((await keep(token, FILES.png(), 'profile')).body).toMatchObject({ approved: false, restaurantName: 'Test Yard ' })
    expect((await download(url)).status).toBe(404)
    expect((await download(url, { Authorization: `Bearer ${token}` })).status).toBe(404)
    const signed = signedAddress(testEnv, keyIn(url) ?? '', new Date())
    const served = await download(signed)
    expect([
      served.status,
      served.headers.get('Content-Type'),
      served.headers.get('Cache-Control'),
      served.headers.get('Cross-Origin-Resource-Policy'),
    ]).toEqual([200, 'application/pdf', 'private, no-store', 'same-origin'])
    expect(served.bytes).toEqual(bytes)
    // Read in a tab of its own without a download, in no origin, and never inside a page.
    expect(served.headers.get('Content-Disposition')).toBe(`inline; filename="${keyIn(url)}"`)
    const policy = served.headers.get('Content-Security-Policy')?.split('; ')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox', "frame-ancestors 'none'"]))
    expect(served.headers.get('X-Frame-Options')).toBe('DENY')
    expect(served.headers.get('X-Content-Type-Options')).toBe('nosniff')
    // The same bytes of another applicant are another document.
    const other = await makeRestaurant({ approvalStatus: 'pending' })
    expect((await keep(await other.as('superuser'), bytes, 'application')).body.url).not.toBe(url)
  })

  it('has links that stay the same for five minutes, and are good for ten at least', () => {
    const key = `application/${randomId()}.png`
    const from = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 20, 10, minute, second))
    const link = (at: Date) => signedAddress(testEnv, key, at)
    expect(link(from(4, 59))).toBe(link(from(0, 1)))
    expect(link(from(5, 1))).not.toBe(link(from(4, 59)))
    const asked = new URL(link(from(4, 59)), 'http://x').searchParams
    const state = (at: Date) => checkSignature(testEnv, key, asked.get('exp'), asked.get('sig'), at)
    expect([state(from(14, 58)), state(from(15, 0))]).toEqual(['good', 'lapsed'])
  })

  it('has links: an expired one is 403, one with another key or time 404', async () => {
    const w = await makeRestaurant()
    const token = await w.as('superuser')
    const [one, two] = [await keep(token, FILES.pdf('1'), 'application'), await keep(token, FILES.pdf('2'), 'application')].map(
      (r) => keyIn(r.body.url) ?? '',
    )
    const old = await download(signedAddress(testEnv, one ?? '', new Date(Date.now() - 901_000)))
    expect(old.status).toBe(403)
    const good = signedAddress(testEnv, one ?? '', new Date())
    for (const bad of [
      good.replace(one ?? '', two ?? ''),
      good.replace(/exp=\d+/, 'exp=9999999999'),
      good.replace(/sig=.*/, 'sig='),
      good.replace(/sig=.*/, 'sig=AAAA'),
      good.split('&')[0] ?? '',
    ])
      expect([bad, (await download(bad)).status]).toEqual([bad, 404])
    expect((await download(good)).status).toBe(200)
  })
})

describe('addresses of files', () => {
  it('that Tawa doesn’t know are 404', async () => {
    for (const key of ['', 'x', '../secrets', `${'a'.repeat(64)}.html`, `${'a'.repeat(64)}.png`, `p-${'a'.repeat(64)}.png`])
      expect((await download(`/v1/media/${encodeURIComponent(key)}`)).status).toBe(404)
  })

  it('are signed only for Tawa’s own documents', () => {
    const key = `p-${'a'.repeat(64)}.pdf`
    expect(keyIn(`/v1/media/${key}`)).toBe(key)
    for (const url of ['https://evil.test/x.pdf', `https://evil.test/v1/media/${key}`, '/v1/media/../x', `/v1/media/${key}?sig=1`])
      expect(keyIn(url)).toBeNull()
    expect(checkSignature(testEnv, key, 'NaN', 'x', new Date())).toBe('none')
  })
})
