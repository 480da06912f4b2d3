import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import { run } from '../db/index.ts'
import { withinOneWindow } from './limits.ts'
import { openPage } from './diner.ts'
import { Recorder } from './recorder.ts'
import { openSocket } from './sockets.ts'
import { FILES, upload } from './upload.ts'
import { call, makeRestaurant, signIn, testEnv } from './world.ts'

/** Attacks of a hostile guest, partner and applicant on the areas of issue 12, in addition to each feature's own tests. */

const desk = async () => (await signIn('backoffice')).token
const partner = (more: Record<string, unknown> = {}) => ({
  name: `Partner ${randomId().slice(-6)}`,
  email: `${randomId()}@test.test`,
  mobile_number: '9000012345',
  password: 'a long password',
  ...more,
})
/** A partner of these outlets, made by the back office, with its token. */
async function partnerOf(restaurantIds: string[]) {
  const sent = partner({ restaurantIds })
  const made = await call('POST /backoffice/partners', { token: await desk(), body: sent })
  const { email, password } = sent
  return {
    partnerId: made.body.partner._id as string,
    token: (await call('POST /auth/partner/login', { body: { email, password } })).body.token,
  }
}

describe('a partner whose outlet went to another partner', () => {
  it.each([
    ['a new one', async (id: string) => void (await partnerOf([id]))],
    [
      'one that was there already',
      async (id: string) => {
        const { partnerId } = await partnerOf([])
        const body = { partnerId, updateData: { restaurantIds: [id] } }
        expect((await call('PUT /backoffice/partners', { token: await desk(), body })).status).toBe(200)
      },
    ],
  ])('%s hears nothing of it any more, and keeps its other outlets', async (_name, give) => {
    const [lost, kept] = [await makeRestaurant(), await makeRestaurant()]
    const { token } = await partnerOf([lost.id, kept.id])
    const [before, other] = [await openSocket(lost.id, token), await openSocket(kept.id, token)]
    for (const socket of [before, other]) await socket.join('joinRestaurant')
    await give(lost.id)
    expect((await before.waitForClose()).code).toBe(4401)
    await kept.order([kept.line('plain')])
    await other.waitFor(() => other.seqs.length > 0)
    expect((await call('GET /orders', { token, headers: { 'X-Restaurant-Id': lost.id } })).status).toBe(403)
    other.close()
  })

  it.each(['another partner', 'nobody'])(
    'reads nothing more with a sync key that it made there, when the outlet went to %s; all other keys go on',
    async (to) => {
      const [lost, kept] = [await makeRestaurant(), await makeRestaurant()]
      const { token, partnerId } = await partnerOf([lost.id, kept.id])
      const made = async (outlet: string, who: string, headers = {}) =>
        (await call(`GET /restaurant/keys/generate?label=${outlet}`, { token: who, headers })).body.key as string
      const entered = (id: string) => ({ 'X-Restaurant-Id': id })
      const owner = await lost.as('superuser')
      const keys = [
        await made('lost', token, entered(lost.id)),
        await made('kept', token, entered(kept.id)),
        await made('own', owner),
        await made('desk', await desk(), entered(lost.id)),
      ]
      const reads = () => Promise.all(keys.map(async (key) => (await call('GET /orders', { headers: { 'X-Sync-Key': key } })).status))
      expect(await reads()).toEqual([200, 200, 200, 200])
      const outlets = (id: string, restaurantIds: string[]) =>
        desk().then((who) => call('PUT /backoffice/partners', { token: who, body: { partnerId: id, updateData: { restaurantIds } } }))
      if (to === 'nobody') await outlets(partnerId, [kept.id])
      else await partnerOf([lost.id])
      expect(await reads()).toEqual([401, 200, 200, 200])
      const listed = (await call('GET /restaurant/keys', { token: owner })).body.keys as { label: string; revokedAt: string | null }[]
      expect(listed.filter((key) => key.revokedAt).map((key) => key.label)).toEqual(['lost'])
      // Who gets the outlet back makes a new key.
      await outlets(partnerId, [lost.id, kept.id])
      expect(await reads()).toEqual([401, 200, 200, 200])
    },
  )

  it('reads nothing more with its sync keys once it is deleted; the owner’s key goes on', async () => {
    const w = await makeRestaurant()
    const { token, partnerId } = await partnerOf([w.id])
    const made = async (who: string) =>
      (await call('GET /restaurant/keys/generate?label=x', { token: who, headers: { 'X-Restaurant-Id': w.id } })).body.key as string
    const keys = [await made(token), await made(await w.as('superuser'))]
    const reads = () => Promise.all(keys.map(async (key) => (await call('GET /orders', { headers: { 'X-Sync-Key': key } })).status))
    expect(await reads()).toEqual([200, 200])
    expect((await call('DELETE /backoffice/partners', { token: await desk(), body: { partnerId } })).status).toBe(200)
    expect(await reads()).toEqual([401, 200])
  })

  it('that took an outlet out has no socket in it any more', async () => {
    const w = await makeRestaurant()
    const { token } = await partnerOf([w.id])
    const socket = await openSocket(w.id, token)
    expect((await call(`DELETE /partner/restaurant/${w.id}`, { token })).status).toBe(200)
    expect((await socket.waitForClose()).code).toBe(4401)
    await expect(openSocket(w.id, token)).rejects.toThrow('403')
  })
})

describe('what guests look at', () => {
  it('is counted once for each allowance: signing in again and again counts no dish up', async () => {
    const w = await makeRestaurant()
    const headers = { 'CF-Connecting-IP': randomId() }
    const own = LIMITS.ownAllowance.rules.find((rule) => rule.by === 'share')?.most ?? 0
    for (let i = 0; i < own + 6; i++) {
      const body = { mobile_number: '9000012345', tableId: w.tables[0] }
      const { token } = (await call('POST /auth/user/login', { body, headers })).body
      for (const kind of ['view', 'cart'])
        expect((await call(`POST /statistics/${kind}/${w.items.plain}`, { token, headers })).status).toBe(204)
    }
    const counted = await w.rows('SELECT kind, sum(count) AS n FROM statistics WHERE restaurant_id = ? GROUP BY kind ORDER BY kind', w.id)
    // Each of the first guests of an address once, and all later ones together once.
    expect(counted).toEqual([
      { kind: 'cart', n: own + 1 },
      { kind: 'view', n: own + 1 },
    ])
  })
})

describe('a guest who called', () => {
  it('learns that somebody is coming, and not who: in answer, event and at the next join', async () => {
    const w = await makeRestaurant()
    const { token } = await w.guest()
    const [guest, staff] = [await openSocket(w.id, token), await openSocket(w.id, await w.as('waiter'))]
    await guest.join('joinTable', { tableId: w.tables[0] })
    await staff.join('joinRestaurant')
    const ask = () => call('POST /tables/alert', { token, body: { tableId: w.tables[0], alertType: 'water' } })
    expect((await ask()).status).toBe(201)
    const body = { tableId: w.tables[0], alertType: 'water', action: 'acknowledge' }
    const { alerts } = (await w.does('captain', 'POST /tables/clear-alert', body)).body
    const who = alerts[0].acknowledgedBy
    expect(who).toMatch(/^captain /)
    const told = await guest.waitFor(() => guest.named('tableAlertCleared')[0])
    expect(told.data.alerts).toMatchObject([{ acknowledged: true, acknowledgedBy: null }])
    expect((await staff.waitFor(() => staff.named('tableAlertCleared')[0])).data.alerts).toMatchObject([{ acknowledgedBy: who }])
    expect((await ask()).body.alert).toMatchObject({ acknowledged: true, acknowledgedBy: null })
    expect((await guest.join('joinTable', { tableId: w.tables[0] })).data.alerts).toMatchObject([{ acknowledged: true }])
    expect(JSON.stringify(guest.messages)).not.toContain(who)
    for (const socket of [guest, staff]) socket.close()
  })
})

describe('uploads by whoever signs up', () => {
  const image = { field: 'file', bytes: FILES.png() }

  it('a partner keeps no public images outside an outlet that is approved', async () => {
    const { token } = (await call('POST /auth/partner/signup', { body: partner() })).body
    const keep = (purpose: string, headers = {}) => upload('POST /media', { purpose }, [image], { token, headers })
    for (const purpose of ['menu', 'profile', 'banner', 'receipt']) expect((await keep(purpose)).status).toBe(403)
    expect((await keep('application')).status).toBe(201)
    const w = await makeRestaurant()
    const theirs = await partnerOf([w.id])
    const inside = { token: theirs.token, headers: { 'X-Restaurant-Id': w.id } }
    expect((await upload('POST /media', { purpose: 'menu' }, [image], inside)).status).toBe(201)
  })

  it('documents of an application are so many a day, whoever sends them', async () => {
    const w = await makeRestaurant({ approvalStatus: 'pending' })
    const token = await w.as('superuser')
    const most = LIMITS.document.rules.find((rule) => rule.by === 'subject')?.most ?? 0
    await withinOneWindow(async () => {
      const sent = []
      for (let i = 0; i <= most; i++) {
        // Past the limit of a minute.
        await run(testEnv.PLATFORM, sql`DELETE FROM attempts WHERE key LIKE 'media:%'`)
        sent.push(
          (await upload('POST /media', { purpose: 'application' }, [{ field: 'file', bytes: FILES.png(randomId()) }], { token })).status,
        )
      }
      expect(sent.slice(0, most)).toEqual(sent.slice(0, most).map(() => 201))
      expect(sent[most]).toBe(429)
    })
  })
})

describe('a menu that asks for a sign-in', () => {
  it('is read once for all signed-in guests who ask again and again, and never for others', async () => {
    const qrSettings = { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: true, acceptOrders: false }
    const w = await makeRestaurant({ settings: { qrSettings } })
    const guests = await Promise.all(Array.from({ length: 20 }, () => w.guest()))
    const record = new Recorder({ latency: 0 })
    const ask = (token?: string) => openPage(`/user/menu.json?restaurant=${w.id}`, { env: record.env, token })
    const pages = await Promise.all(guests.map(({ token }) => ask(token)))
    for (const page of pages) expect(page.text).toContain('Masala Dosa')
    for (const page of [await ask(), await ask(await w.as('waiter'))]) expect(page.text).not.toContain('Masala Dosa')
    expect(record.statements.filter((s) => s.sql.includes('FROM menu_items'))).toHaveLength(1)
  })
})

describe('an address that can be no code and no restaurant', () => {
  it.each(['%00', '..%2f..', "x' OR 1=1 --", 'a'.repeat(61), 'é', '0-\u202e7', '%27'])(
    '%s is answered without a question to any database',
    async (text) => {
      const record = new Recorder({ latency: 0 })
      for (const path of [`/t/${encodeURIComponent(text)}`, `/user/menu.json?restaurant=${encodeURIComponent(text)}`]) {
        const answer = await openPage(path, { env: record.env })
        expect([path, answer.status]).toEqual([path, 404])
      }
      expect(record.spans).toEqual([])
    },
  )

  it('a restaurant that isn’t there leaves nothing in the shared cache', async () => {
    const ids = [randomId(), randomId()]
    for (const id of ids) expect((await openPage(`/user/menu.json?restaurant=${id}`)).status).toBe(404)
    const cache = await caches.open('menus')
    for (const id of ids) expect(await cache.match(`https://menu.tawa/${id}`)).toBeUndefined()
    const w = await makeRestaurant()
    await openPage(`/user/menu.json?restaurant=${w.id}`)
    expect(await cache.match(`https://menu.tawa/${w.id}`)).toBeDefined()
  })
})

describe('a text made to keep the server busy', () => {
  const LONG = 90_000
  it.each([
    'a.'.repeat(LONG / 2) + '@',
    'a@' + 'b-'.repeat(LONG / 2),
    '-' + ' '.repeat(LONG) + 'x',
    '('.repeat(LONG),
    '+9 '.repeat(LONG / 3),
  ])('is refused in a moment by whatever anybody may call: %.8s…', async (v) => {
    const opening_hours = { periods: [], weekday_text: [v] }
    const restaurant = {
      establishment_name: v,
      user_name: v,
      user_contact_number: v,
      address: v,
      gstNumber: v,
      fssaiNumber: v,
      opening_hours,
    }
    const asked: [string, object][] = [
      ['POST /auth/restaurant/login', { email: v, password: v }],
      ['POST /auth/user/login', { mobile_number: v, name: v, tableId: v }],
      ['POST /auth/partner/signup', { name: v, email: v, mobile_number: v, password: v }],
      ['POST /auth/restaurant/signup', { ...restaurant, email: v, password: v, location: { latitude: 1, longitude: 1 } }],
      ['POST /restaurant/claim/complete', { claimToken: v, password: v }],
      ['POST /feedback/submit', { orderId: v, rating: 1, comment: v }],
    ]
    const began = performance.now()
    for (const [address, body] of asked) expect([address, (await call(address, { body })).status]).toEqual([address, 422])
    expect(performance.now() - began).toBeLessThan(3000)
  })
})
