import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#domain/api/index.ts'
import type { Operation } from '#domain/api/contract.ts'
import { randomId } from '#domain/ids.ts'
import { sql } from 'drizzle-orm'
import { batch } from '../db/index.ts'
import { sha256 } from '../http/hash.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { call, makeRestaurant, PASSWORD, signIn, testEnv, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})
const generate = (label = 'Accounting', headers = {}) =>
  w.does('superuser', `GET /restaurant/keys/generate?label=${label}`, undefined, { headers })
const list = async () => (await w.does('managerialHead', 'GET /restaurant/keys')).body.keys
const withKey = (address: string, key: string, body?: unknown) => call(address, { headers: { 'X-Sync-Key': key }, body })

describe('sync keys', () => {
  it('are shown once, stored hashed, and can be revoked and then removed', async () => {
    const made = await generate()
    expect(made.status, made.text).toBe(201)
    const { key, syncKey } = made.body
    expect(key).toMatch(/^tawa_[A-Za-z0-9_-]{43}$/)
    expect(syncKey).toMatchObject({ label: 'Accounting', prefix: key.slice(0, 11), lastUsedAt: null, revokedAt: null })
    const owner = (await w.does('superuser', 'GET /auth/me')).body.user.name
    expect([syncKey.createdBy, (await list())[0].createdBy]).toEqual([owner, owner])
    expect(syncKey.id).toBe(syncKey._id)
    const [rows] = await batch(testEnv.PLATFORM, [sql`SELECT * FROM sync_keys WHERE restaurant_id = ${w.id}`])
    expect(rows?.[0]?.key_hash).toBe(sha256(key))
    expect(JSON.stringify([rows, await list()])).not.toContain(key)
    const early = await w.does('superuser', `DELETE /restaurant/keys/${syncKey.id}/delete`)
    expect([early.status, early.body.code]).toEqual([409, 'not_revoked'])
    const revoked = await w.does('superuser', `DELETE /restaurant/keys/${syncKey.id}`)
    expect(revoked.body.syncKey.revokedAt).toBeTruthy()
    expect((await w.does('superuser', `DELETE /restaurant/keys/${syncKey.id}`)).body.syncKey.revokedAt).toBe(revoked.body.syncKey.revokedAt)
    expect(await list()).toHaveLength(1)
    expect((await w.does('superuser', `DELETE /restaurant/keys/${syncKey.id}/delete`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await w.does('superuser', `DELETE /restaurant/keys/${syncKey.id}`)).status).toBe(404)
  })

  it.each([{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }, { Origin: 'https://evil.test' }])(
    'can’t be generated from another site: %s',
    async (headers) => {
      const reply = await generate('x', headers)
      expect([reply.status, reply.body.code]).toEqual([403, 'cross_site'])
      expect(await list()).toEqual([])
    },
  )

  it('404: another restaurant’s', async () => {
    const { syncKey } = (await generate()).body
    const other = await makeRestaurant()
    expect((await other.does('superuser', `DELETE /restaurant/keys/${syncKey.id}`)).status).toBe(404)
    expect((await other.does('superuser', `DELETE /restaurant/keys/${syncKey.id}/delete`)).status).toBe(404)
    expect((await other.does('superuser', 'GET /restaurant/keys')).body.keys).toEqual([])
  })
})

describe('a key', () => {
  it('reads only the orders, menus, tables and day’s summary of its own restaurant', async () => {
    const other = await makeRestaurant({ canary: 'canary' })
    await other.order([other.line('dosa')])
    const order = await w.order([w.line('dosa')])
    const { key, syncKey } = (await generate()).body
    expect((await withKey('GET /orders', key)).body.orders.map((o: { _id: string }) => o._id)).toEqual([order._id])
    expect((await withKey('GET /orders/restaurant/pending', key)).body.orders).toHaveLength(1)
    expect((await withKey('GET /tables', key)).body.tables).toHaveLength(4)
    expect((await withKey('POST /menus/restaurant', key, { restaurantId: w.id })).body.menu.categories[0].menuItems).toHaveLength(7)
    expect((await withKey('GET /orders/daily-summary', key)).body.summary).toMatchObject({ openOrders: 1, cashTaken: 0 })
    expect((await list()).find((k: { id: string }) => k.id === syncKey.id).lastUsedAt).toBeTruthy()
    expect((await withKey('GET /orders', key)).text).not.toContain('canary')
  })

  it('makes no other call', async () => {
    const { key } = (await generate()).body
    for (const [address, op] of Object.entries(api) as unknown as [string, Operation][]) {
      if (op.roles.includes('public') || op.syncKey) continue
      const [method = ''] = address.split(' ')
      const reply = await withKey(address.replace(/:\w+/g, w.id), key, method === 'GET' ? undefined : {})
      expect([401, 403], `${address} ${reply.text}`).toContain(reply.status)
    }
    const reset = await withKey('GET /orders/daily-summary?resetKOT=true', key)
    expect(reset.status).toBe(403)
  })

  it('is 401 once it is revoked, like a key that never existed', async () => {
    const { key, syncKey } = (await generate()).body
    await w.does('superuser', `DELETE /restaurant/keys/${syncKey.id}`)
    expect((await withKey('GET /orders', key)).status).toBe(401)
    expect((await withKey('GET /orders', `${key.slice(0, -1)}_`)).status).toBe(401)
    expect((await withKey('GET /orders', sha256(key))).status).toBe(401)
  })

  it('works as long as its maker may make keys: who is lowered, switched off or removed reads no more by it, and others’ keys go on', async () => {
    const reads = async (key: string) => (await withKey('GET /orders', key)).status
    const owners = (await generate()).body.key
    const { key, syncKey } = (await w.does('managerialHead', 'GET /restaurant/keys/generate?label=Head')).body
    expect(syncKey.active).toBe(true)
    const head = (await w.does('managerialHead', 'GET /auth/me')).body.user
    const edit = (body: object) => w.does('superuser', 'PUT /restaurant/employees', { _id: head._id, ...body })
    const state = async () => [
      await reads(key),
      (await w.does('superuser', 'GET /restaurant/keys')).body.keys.find((k: { id: string }) => k.id === syncKey.id).active,
    ]
    expect(await state()).toEqual([200, true])
    expect((await edit({ role: 'generalManager' })).status).toBe(200)
    expect(await state()).toEqual([401, false])
    expect((await edit({ role: 'managerialHead' })).status).toBe(200)
    expect(await state()).toEqual([200, true])
    for (const [status, expected] of [
      [401, false],
      [200, true],
    ] as const) {
      expect((await w.does('superuser', `PUT /restaurant/employees/${head._id}/toggle-status`)).status).toBe(200)
      expect(await state()).toEqual([status, expected])
    }
    expect((await w.does('superuser', `DELETE /restaurant/employees/${head._id}`)).status).toBe(200)
    expect(await state()).toEqual([401, false])
    expect(await reads(owners)).toBe(200)
  })

  it('of a partner that is made at the moment when the outlet goes to another partner reads nothing', async () => {
    const partnerId = randomId()
    const outlet = await makeRestaurant({ partnerId })
    const { token } = await signIn('partner', { partnerId })
    const headers = { 'X-Restaurant-Id': outlet.id }
    const desk = (await signIn('backoffice')).token
    const body = {
      name: 'Next',
      email: `${randomId()}@test.test`,
      mobile_number: '9876543210',
      password: PASSWORD,
      restaurantIds: [outlet.id],
    }
    const before = (await call('GET /restaurant/keys/generate', { token, headers })).body.key
    expect((await withKey('GET /orders', before)).status).toBe(200)
    const made = await call('GET /restaurant/keys/generate', {
      token,
      headers,
      via: meanwhile(() => call('POST /backoffice/partners', { token: desk, body })),
    })
    expect(made.status).toBe(201)
    expect([await withKey('GET /orders', before), await withKey('GET /orders', made.body.key)].map((r) => r.status)).toEqual([401, 401])
    const { keys } = (await outlet.does('superuser', 'GET /restaurant/keys')).body
    expect(keys.map((k: { active: boolean }) => k.active)).toEqual([false, false])
  })

  it('of a role that loses the page of keys reads no more; a page that is switched off for all stops no program', async () => {
    const keys = await Promise.all(
      (['superuser', 'managerialHead'] as const).map(async (role) => (await w.does(role, 'GET /restaurant/keys/generate')).body.key),
    )
    const reads = async (roles: string[] | null) => {
      const permissions = roles && JSON.stringify({ '/restaurant/settings/keys': roles })
      await batch(testEnv.PLATFORM, [sql`UPDATE restaurants SET permissions = ${permissions} WHERE id = ${w.id}`])
      return Promise.all(keys.map(async (key) => (await withKey('GET /orders', key)).status))
    }
    expect(await reads(['superuser'])).toEqual([200, 401])
    expect(await reads(null)).toEqual([200, 200])
    expect(await reads([])).toEqual([200, 200])
    expect(await reads(['generalManager', 'managerialHead'])).toEqual([401, 200])
    // A role that the page admits still has to be one that makes keys.
    const head = (await w.does('managerialHead', 'GET /auth/me')).body.user
    expect((await w.does('superuser', 'PUT /restaurant/employees', { _id: head._id, role: 'generalManager' })).status).toBe(200)
    expect(await reads(['generalManager', 'superuser'])).toEqual([200, 401])
  })

  it('reads 240 times a minute, whatever it reads; then 429 with the seconds to wait, and others read on', async () => {
    const [one, other] = [(await generate()).body.key, (await generate('Other')).body.key]
    for (let n = 0; n < 240; n += 40) {
      const replies = await Promise.all(Array.from({ length: 40 }, () => withKey('GET /tables', one)))
      expect(new Set(replies.map((r) => r.status))).toEqual(new Set([200]))
    }
    const opened = (Object.entries(api) as unknown as [string, Operation][]).filter(([, op]) => op.syncKey)
    expect(opened.length).toBeGreaterThan(3)
    for (const [address] of opened) {
      const reply = await withKey(address.replace(':id', w.tables[0] ?? ''), one, address.startsWith('GET ') ? undefined : {})
      expect([reply.status, reply.body.code, reply.headers.get('Retry-After')], address).toEqual([
        429,
        'rate_limited',
        String(reply.body.retryAfter),
      ])
    }
    expect((await withKey('GET /tables', other)).status).toBe(200)
  })

  it('is 401 when its restaurant is no longer approved', async () => {
    const { key } = (await generate()).body
    for (const status of ['pending', 'rejected']) {
      await batch(testEnv.PLATFORM, [sql`UPDATE restaurants SET approval_status = ${status} WHERE id = ${w.id}`])
      expect((await withKey('GET /orders', key)).status).toBe(401)
    }
  })
})
