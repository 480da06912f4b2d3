import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { download, FILES, type Part, upload } from '../test/upload.ts'
import { makeRestaurant, signIn, testEnv } from '../test/world.ts'
import { checkSignature, keyIn, kindOf, signedAddress } from './store.ts'

const file = (bytes: Uint8Array, more: Partial<Part> = {}): Part => ({ field: 'file', bytes, ...more })
const keep = (token: string | null, bytes: Uint8Array, purpose = 'menu', more: Partial<Part> = {}) =>
  upload('POST /media', { purpose }, [file(bytes, more)], { token })

describe('an image', () => {
  it.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['webp', 'image/webp'],
  ] as const)('%s is kept under its own hash and served for ever, as what it is', async (kind, type) => {
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

  it.each(['html', 'svg', 'pdf'] as const)('%s is none: 415, whatever it is called', async (kind) => {
    const w = await makeRestaurant()
    const reply = await keep(await w.as('superuser'), FILES[kind](), 'menu', { name: 'picture.png', type: 'image/png' })
    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('without a file, with an empty one or an unknown purpose is 422; more than 10 MiB 413; no form 415', async () => {
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
  ] as Role[])('%s may', async (role) => {
    const w = await makeRestaurant()
    expect((await keep(await w.as(role), FILES.png())).status).toBe(201)
  })

  it.each(['captain', 'waiter', 'delivery'] as Role[])('%s may not', async (role) => {
    const w = await makeRestaurant()
    expect((await keep(await w.as(role), FILES.png())).status).toBe(403)
  })

  it('nor may guests and strangers', async () => {
    const w = await makeRestaurant()
    expect((await keep((await w.guest()).token, FILES.png())).status).toBe(403)
    expect((await keep(null, FILES.png())).status).toBe(401)
  })
})

describe('a document of an application', () => {
  it('is kept by the limited token, which keeps nothing else, and opened by a signed link alone', async () => {
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
    // The same bytes of another applicant are another document.
    const other = await makeRestaurant({ approvalStatus: 'pending' })
    expect((await keep(await other.as('superuser'), bytes, 'application')).body.url).not.toBe(url)
  })

  it('a link that lapsed is 403, one of another key or time 404', async () => {
    const w = await makeRestaurant()
    const token = await w.as('superuser')
    const [one, two] = [await keep(token, FILES.pdf('1'), 'application'), await keep(token, FILES.pdf('2'), 'application')].map(
      (r) => keyIn(r.body.url) ?? '',
    )
    const old = await download(signedAddress(testEnv, one ?? '', new Date(Date.now() - 601_000)))
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

describe('addresses', () => {
  it('that are none of ours are 404', async () => {
    for (const key of ['', 'x', '../secrets', `${'a'.repeat(64)}.html`, `${'a'.repeat(64)}.png`, `p-${'a'.repeat(64)}.png`])
      expect((await download(`/v1/media/${encodeURIComponent(key)}`)).status).toBe(404)
  })

  it('only our own documents are signed', () => {
    const key = `p-${'a'.repeat(64)}.pdf`
    expect(keyIn(`/v1/media/${key}`)).toBe(key)
    for (const url of ['https://evil.test/x.pdf', `https://evil.test/v1/media/${key}`, '/v1/media/../x', `/v1/media/${key}?sig=1`])
      expect(keyIn(url)).toBeNull()
    expect(checkSignature(testEnv, key, 'NaN', 'x', new Date())).toBe('none')
  })

  it('bytes tell the kind', () => {
    expect([FILES.png(), FILES.jpg(), FILES.webp(), FILES.pdf(), FILES.html(), FILES.svg(), new Uint8Array()].map(kindOf)).toEqual([
      'png',
      'jpg',
      'webp',
      'pdf',
      null,
      null,
      null,
    ])
  })
})
