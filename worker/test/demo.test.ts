import { getTableName, is, type SQL, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, businessDate } from '#domain/time.ts'
import type { Database } from '#demo/database.ts'
import { loadDemo } from '#demo/load.ts'
import { DEMO_PASSWORD, DINER_GUEST } from '#demo/people.ts'
import { rebuild } from '../analytics/rebuild.ts'
import { all, batch, first } from '../db/index.ts'
import * as outlets from '../db/outlets.ts'
import * as platform from '../db/platform.ts'
import { kotNumbers } from '../realtime/publish.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import { sentTo } from './messages.ts'
import { download, FILES } from './upload.ts'
import { call, testEnv } from './world.ts'

/** The demo of a new machine, seen through the real Worker: signed in as each of its people, every list has rows, and all figures agree. */
const NOW = new Date()
const { PLATFORM, OUTLETS_0 } = testEnv
const tokens = new Map<string, string>()
let one: Restaurant
let two: Restaurant
const houses = () => [one, two]

/** Signed in once. For `admin` the header names the outlet. */
async function as(email: string): Promise<string> {
  const known = tokens.get(email)
  if (known) return known
  const family = /^(partner|backoffice)@/.exec(email)?.[1] ?? (email === 'admin@demo.test' ? 'backoffice' : 'restaurant')
  const { status, body, text } = await call(`POST /auth/${family}/login`, {
    body: { email, password: DEMO_PASSWORD, terminate_existing: true },
  })
  if (status !== 200) throw new Error(`${email}: ${text}`)
  tokens.set(email, body.token)
  return body.token
}
const get = async (email: string, address: string, body?: unknown) => {
  const reply = await call(address, { token: await as(email), body })
  expect(reply.status, `${email} ${address} ${reply.text.slice(0, 300)}`).toBe(200)
  return reply.body
}
const rows = (query: string, ...params: unknown[]) =>
  OUTLETS_0.prepare(query)
    .bind(...params)
    .all<any>()
    .then((r) => r.results)

beforeAll(async () => {
  const loading = {
    platform: PLATFORM as unknown as Database,
    shard: OUTLETS_0 as unknown as Database,
    kotNumbers: (where: Parameters<typeof kotNumbers>[1], ask: Parameters<typeof kotNumbers>[2]) => kotNumbers(testEnv, where, ask),
    media: {
      // scripts/demo/load.test.ts checks their contents; here they are stored and served.
      picture: async (name: string) => (name.endsWith('.jpg') ? FILES.jpg(name) : FILES.webp(name)),
      put: (key: string, bytes: Uint8Array, contentType: string) => testEnv.MEDIA.put(key, bytes, { httpMetadata: { contentType } }),
    },
    now: NOW,
    publicUrl: 'https://demo.test',
  }
  expect((await loadDemo(loading))?.orders).toBeGreaterThan(3000)
  const restaurantOf = async (email: string) => {
    const account = await first<{ restaurant_id: string }>(PLATFORM, sql`SELECT restaurant_id FROM accounts WHERE email = ${email}`)
    const restaurant = await findRestaurant(testEnv, account?.restaurant_id ?? '')
    if (!restaurant) throw new Error(email)
    return restaurant
  }
  one = await restaurantOf('owner@demo.test')
  two = await restaurantOf('owner@two.demo.test')
}, 120_000)

/** Tests share the databases, so the demo's rows are deleted afterwards. */
afterAll(async () => {
  const ids = (
    await all<{ id: string }>(
      PLATFORM,
      sql`SELECT restaurant_id AS id FROM accounts WHERE email LIKE '%demo.test' AND restaurant_id IS NOT NULL`,
    )
  ).map((r) => r.id)
  const listed = await all<{ id: string }>(
    PLATFORM,
    sql`SELECT DISTINCT restaurant_id AS id FROM claims WHERE email LIKE '%.example' OR email LIKE '%.example.com'`,
  )
  const gone = sql`restaurant_id IN (SELECT value FROM json_each(${JSON.stringify([...ids, ...listed.map((r) => r.id)])}))`
  const of = (schema: object) =>
    Object.values(schema)
      .filter((t) => is(t, SQLiteTable) && 'restaurantId' in t)
      .map((t) => sql`DELETE FROM ${sql.identifier(getTableName(t as SQLiteTable))} WHERE ${gone}`)
  // Nobody may delete a payment or a former name, so those triggers are off meanwhile.
  const withoutTrigger = async (db: D1Database, name: string, statements: SQL[]) => {
    const [kept] = await all<{ sql: string }>(db, sql`SELECT sql FROM sqlite_master WHERE name = ${name}`)
    await batch(db, [sql`DROP TRIGGER ${sql.identifier(name)}`, ...statements, sql.raw(kept?.sql ?? '')])
  }
  await withoutTrigger(OUTLETS_0, 'payments_keep_delete', of(outlets))
  await batch(OUTLETS_0, [sql`DELETE FROM tallies WHERE ${gone}`])
  await withoutTrigger(PLATFORM, 'former_names_keep_delete', [
    ...of(platform),
    sql`DELETE FROM restaurants WHERE id IN (SELECT value FROM json_each(${JSON.stringify([...ids, ...listed.map((r) => r.id)])}))`,
    sql`DELETE FROM accounts WHERE email LIKE '%demo.test' OR email = ${`diner:${DINER_GUEST.mobileNumber}`}`,
    sql`DELETE FROM partners WHERE email = 'partner@demo.test'`,
  ])
})

describe('the demo’s books', () => {
  const span = (r: Restaurant) => {
    const today = businessDate(NOW, r.clock)
    return { startDate: addDays(today, -100), endDate: addDays(today, 1) }
  }

  it('equal what the rebuild makes of the orders, to the paisa: rollups, visits and customers', async () => {
    for (const r of houses()) {
      expect(await rebuild(OUTLETS_0, r, span(r), true)).toMatchObject({ wrong: [], visits: 0, customers: 0 })
      const [{ n }] = await rows('SELECT count(*) AS n FROM visits WHERE restaurant_id = ?', r.id)
      expect(n).toBeGreaterThan(800)
    }
  })

  it('agree with each other: reports, day-end and the orders themselves', async () => {
    for (const [email, r] of [
      ['owner@demo.test', one],
      ['owner@two.demo.test', two],
    ] as const) {
      const yesterday = addDays(businessDate(NOW, r.clock), -1)
      const { summary } = await get(email, `GET /orders/daily-summary?date=${yesterday}`)
      const { sales } = await get(email, 'POST /api/analytics/sales', { period: 'yesterday' })
      const [sum] = await rows(
        `SELECT sum(CASE WHEN ended_date = ?2 THEN grand_total ELSE 0 END) - sum(CASE WHEN refund_date = ?2 THEN grand_total ELSE 0 END) AS paise,
                sum(ended_date = ?2) AS n FROM orders WHERE restaurant_id = ?1 AND order_status = 'completed'`,
        r.id,
        yesterday,
      )
      expect(summary).toMatchObject({ totalSales: sum.paise / 100, completedOrders: sum.n })
      expect(sales).toMatchObject({ totalSales: sum.paise / 100, totalOrders: sum.n })
      expect(sum.n).toBeGreaterThan(30)
    }
  })

  it('have bills in whole rupees for outlet two', async () => {
    const [{ n }] = await rows('SELECT count(*) AS n FROM orders WHERE restaurant_id = ? AND grand_total % 100 <> 0', two.id)
    expect(n).toBe(0)
  })
})

describe('the demo’s stock', () => {
  it('adds up: the ledger equals the current stock and the lots', async () => {
    for (const r of houses()) {
      const materials = await rows(
        `SELECT m.name, m.current_stock AS current, (SELECT coalesce(sum(delta), 0) FROM stock_moves x WHERE x.restaurant_id = m.restaurant_id AND x.raw_material_id = m.id) AS ledger,
           (SELECT coalesce(sum(quantity), 0) FROM stocks s WHERE s.restaurant_id = m.restaurant_id AND s.raw_material_id = m.id AND s.deleted_at IS NULL) AS lots,
           (SELECT count(*) FROM stocks s WHERE s.raw_material_id = m.id AND s.quantity < 0) AS below
         FROM raw_materials m WHERE m.restaurant_id = ?`,
        r.id,
      )
      expect(materials.length).toBeGreaterThan(40)
      for (const { name, current, ledger, lots, below } of materials)
        expect({ name, ledger, lots, below, missing: current < 0 }).toEqual({
          name,
          ledger: current,
          lots: current,
          below: 0,
          missing: false,
        })
    }
  })

  it('was used by every portion sent in the month, by its recipe, and once', async () => {
    // Line, recipe (its variant's own, else the dish's) and move, put side by side by the database.
    const compared = await rows(
      `WITH sold AS (
         SELECT l.restaurant_id, l.line_id, l.quantity, coalesce(v.ingredients, d.ingredients) AS ingredients
         FROM lines l JOIN tickets k ON k.restaurant_id = l.restaurant_id AND k.kot_id = l.kot_id
         LEFT JOIN recipes v ON v.restaurant_id = l.restaurant_id AND v.menu_item_id = l.item_id AND v.variant <> '' AND v.variant = json_extract(l.variants, '$[0].name')
         LEFT JOIN recipes d ON d.restaurant_id = l.restaurant_id AND d.menu_item_id = l.item_id AND d.variant = ''
         WHERE l.restaurant_id IN (?1, ?2) AND k.sent_at >= (SELECT min(created_at) FROM recipes WHERE restaurant_id = l.restaurant_id)),
       wanted AS (
         SELECT s.restaurant_id, 'sale:' || s.line_id AS key, json_extract(i.value, '$.rawMaterialId') AS material, -json_extract(i.value, '$.quantity') * s.quantity AS delta
         FROM sold s, json_each(s.ingredients) i WHERE s.ingredients IS NOT NULL),
       took AS (SELECT restaurant_id, key, raw_material_id AS material, delta FROM stock_moves WHERE restaurant_id IN (?1, ?2) AND kind = 'sale')
       SELECT (SELECT count(*) FROM wanted) AS wanted, (SELECT count(*) FROM (SELECT * FROM wanted EXCEPT SELECT * FROM took)) AS missing,
              (SELECT count(*) FROM (SELECT * FROM took EXCEPT SELECT * FROM wanted)) AS more`,
      one.id,
      two.id,
    )
    expect(compared).toEqual([{ wanted: expect.any(Number), missing: 0, more: 0 }])
    expect(compared[0].wanted).toBeGreaterThan(20_000)
  })

  it('has recipes for nearly every dish, and every kind of movement', async () => {
    for (const r of houses()) {
      const [{ dishes, cooked }] = await rows(
        'SELECT count(*) AS dishes, sum(EXISTS (SELECT 1 FROM recipes x WHERE x.menu_item_id = i.id)) AS cooked FROM menu_items i WHERE i.restaurant_id = ?',
        r.id,
      )
      expect(cooked / dishes).toBeGreaterThan(0.95)
      const kinds = await rows('SELECT DISTINCT kind FROM stock_moves WHERE restaurant_id = ? ORDER BY kind', r.id)
      expect(kinds.map((k) => k.kind)).toEqual(['back', 'conversion', 'correction', 'purchase', 'sale', 'waste'])
    }
  })

  it('is low for some materials, which the dashboard shows; and some of it expires soon', async () => {
    for (const email of ['owner@demo.test', 'owner@two.demo.test']) {
      const { dashboard } = await get(email, 'POST /api/analytics/dashboard-analytics', { period: 'today' })
      expect(dashboard.attention.lowStock.length).toBeGreaterThanOrEqual(2)
      expect(dashboard.attention.lowStock.length).toBeLessThanOrEqual(8)
      const { stocks } = await get(email, 'GET /restaurant/inventory/stocks/all')
      const soon = new Date(NOW.getTime() + 4 * 86_400_000).toISOString().slice(0, 10)
      expect(stocks.filter((s: { expiryDate: string | null }) => s.expiryDate && s.expiryDate <= soon).length).toBeGreaterThanOrEqual(2)
      expect(stocks.filter((s: { expiryDate: string | null }) => s.expiryDate && s.expiryDate < NOW.toISOString().slice(0, 10))).toEqual([])
    }
  })
})

describe('the demo’s reservations', () => {
  it('show a table as reserved within the hour', async () => {
    for (const email of ['owner@demo.test', 'owner@two.demo.test']) {
      const { tables } = await get(email, 'GET /tables')
      expect(tables.filter((t: { status: string }) => t.status === 'reserved')).toHaveLength(1)
    }
  })

  it('never put two guests at one table at a time', async () => {
    const clashes = await rows(
      `SELECT count(*) AS n FROM reservations a JOIN reservations b ON b.restaurant_id = a.restaurant_id AND b.table_id = a.table_id AND b.id <> a.id
         AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at WHERE a.restaurant_id IN (?, ?)`,
      one.id,
      two.id,
    )
    expect(clashes[0].n).toBe(0)
    const statuses = await rows('SELECT DISTINCT status FROM reservations WHERE restaurant_id = ? ORDER BY status', one.id)
    expect(statuses.map((s) => s.status)).toEqual(['booked', 'cancelled', 'completed', 'noShow', 'seated'])
  })
})

describe('each person of the demo signs in', () => {
  const people = ['owner', 'head', 'manager', 'cashier', 'captain', 'waiter', 'kitchen', 'delivery', 'mobile']
  const staff = people.flatMap((p) => [`${p}@demo.test`, `${p}@two.demo.test`])

  it.each([...staff, 'partner@demo.test', 'backoffice@demo.test', 'admin@demo.test'])('%s', async (email) => {
    const { user } = await get(email, 'GET /auth/me')
    expect(user).toMatchObject({ email, approved: true })
    expect(user.name).not.toBe('')
  })

  it('owners of pending and rejected restaurants see the state of their application', async () => {
    const login = (email: string) => call('POST /auth/restaurant/login', { body: { email, password: DEMO_PASSWORD } })
    const pending = await login('pending@demo.test')
    expect([pending.status, pending.body.restaurantName]).toEqual([403, 'Chai Adda'])
    const { restaurant } = (await call('GET /restaurant/profile', { token: pending.body.token })).body
    expect(restaurant.approvalStatus).toBe('pending')
    const rejected = await login('rejected@demo.test')
    expect([rejected.status, rejected.body.rejectionReason]).toEqual([403, expect.stringContaining('FSSAI')])
    const left = await login('kavya@demo.test')
    expect([left.status, left.body.active]).toEqual([403, false])
  })

  type List = [email: string, address: string, path: string, least: number, body?: unknown]
  const both = (who: string, address: string, path: string, least: number, body?: unknown): List[] =>
    ['demo.test', 'two.demo.test'].map((at) => [`${who}@${at}`, address, path, least, body])

  it.each<List>([
    ...both('owner', 'GET /tables', 'tables', 12),
    ...both('owner', 'GET /orders?limit=50', 'orders', 50),
    ...both('owner', 'GET /orders?status=cancelled', 'orders', 5),
    ...both('kitchen', 'GET /orders/restaurant/pending', 'orders', 5),
    ...both('delivery', 'GET /orders?orderType=Delivery', 'orders', 10),
    ...both('owner', 'GET /restaurant/employees', 'employees', 10),
    ...both('owner', 'GET /restaurant/keys', 'keys', 2),
    ...both('head', 'GET /restaurant/customers?limit=50', 'customers', 40),
    ...both('head', 'GET /restaurant/customers?segment=new', 'customers', 1),
    ...both('head', 'GET /restaurant/customers?segment=regular', 'customers', 10),
    ...both('head', 'GET /restaurant/customers?segment=lapsed', 'customers', 3),
    ...both('manager', 'GET /restaurant/feedback', 'feedback', 20),
    ...both('manager', 'GET /restaurant/reservations', 'reservations', 10),
    ...both('manager', 'GET /restaurant/reservations?from=2000-01-01', 'reservations', 40),
    ...both('waiter', 'GET /menus/recipe', 'recipes', 40).map(([, ...rest]): List => ['kitchen@demo.test', ...rest]),
    ...both('captain', 'GET /menus/addon-templates', 'templates', 4),
    ...both('kitchen', 'GET /restaurant/inventory/raw-materials', 'rawMaterials', 10),
    ...both('kitchen', 'GET /restaurant/inventory/raw-materials/all', 'rawMaterials', 40),
    ...both('kitchen', 'GET /restaurant/inventory/raw-materials/categories', 'categories', 5),
    ...both('kitchen', 'GET /restaurant/inventory/stocks', 'stocks', 10),
    ...both('kitchen', 'GET /restaurant/inventory/conversions', 'conversions', 1),
    ...both('owner', 'POST /api/analytics/sales', 'sales.series', 30, { period: '30d' }),
    ...both('owner', 'POST /api/analytics/sales', 'sales.topItems', 10, { period: '7d' }),
    ...both('owner', 'POST /api/analytics/sales', 'sales.categories', 5, { period: '7d' }),
    ...both('owner', 'POST /api/analytics/sales', 'sales.paymentMethods', 5, { period: '7d' }),
    ...both('owner', 'POST /api/analytics/sales', 'sales.cancellations', 3, { period: '30d' }),
    ...both('owner', 'POST /api/analytics/customer-insights', 'insights.topCustomers', 10, { period: '30d' }),
    ...both('owner', 'POST /api/analytics/customer-insights', 'insights.visitsByHour', 8, { period: '30d' }),
    ...both('cashier', 'POST /api/analytics/dashboard-analytics', 'dashboard.hourly', 8, { period: 'yesterday' }),
    ['partner@demo.test', 'GET /partner/outlets', 'outlets', 2],
    ['partner@demo.test', 'POST /api/analytics/partner/aggregated-insights', 'insights.outlets', 2, { period: '30d' }],
    ['backoffice@demo.test', 'GET /backoffice/restaurants', 'restaurants', 8],
    ['backoffice@demo.test', 'GET /backoffice/restaurants/pending', 'restaurants', 1],
    ['backoffice@demo.test', 'GET /backoffice/restaurants?status=rejected', 'restaurants', 1],
    ['backoffice@demo.test', 'GET /backoffice/partners', 'partners', 1],
    ['backoffice@demo.test', 'GET /backoffice/restaurants/claims', 'claims', 5],
    ['backoffice@demo.test', 'GET /backoffice/restaurants/claims/pending', 'claims', 2],
    ['backoffice@demo.test', 'GET /backoffice/restaurants/claims?status=rejected', 'claims', 1],
    ['backoffice@demo.test', 'GET /backoffice/restaurants/claims?status=completed', 'claims', 1],
    ['admin@demo.test', 'GET /backoffice/analytics', 'analytics.series', 28],
  ])('%s %s: %s', async (email, address, path, least, body) => {
    const answer = await get(email, address, body)
    const list = path.split('.').reduce((value, key) => value?.[key], answer)
    expect(list, JSON.stringify(answer).slice(0, 200)).toBeInstanceOf(Array)
    expect(list.length).toBeGreaterThanOrEqual(least)
  })

  it('a public guest finds restaurants, menus, offers and banners', async () => {
    for (const r of houses()) {
      const { location } = r.profile as { location: { latitude: number; longitude: number } }
      const near = (await call(`GET /restaurant/nearby?latitude=${location.latitude}&longitude=${location.longitude}`)).body
      expect(near.restaurants.map((n: { _id: string }) => n._id)).toContain(r.id)
      expect(near.restaurants.length).toBeGreaterThanOrEqual(3)
      const { restaurant } = (await call(`GET /restaurant/${r.id}/details`)).body
      expect(restaurant.rating).toBeGreaterThan(3.5)
      expect(restaurant.user_ratings_total).toBeGreaterThan(20)
      expect(restaurant.promotionalBanner.length).toBeGreaterThanOrEqual(2)
      const image = await download(restaurant.promotionalBanner[0].image)
      expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
      expect((await download(restaurant.image)).status).toBe(200)
      expect((await call(`GET /restaurant/offers/${r.id}`)).body.offers.length).toBeGreaterThanOrEqual(3)
      expect((await call('POST /menus/trending', { body: { restaurantId: r.id } })).body.items?.length ?? 0).toBe(10)
      const used = await rows(
        'SELECT count(DISTINCT offer_id) AS offers, count(*) AS n FROM orders WHERE restaurant_id = ? AND discount > 0',
        r.id,
      )
      expect(used[0].offers).toBeGreaterThanOrEqual(3)
      expect(used[0].n).toBeGreaterThan(30)
    }
  })

  it('the diner with an account signs in by a code and has saved dishes and past orders', async () => {
    const mobile_number = DINER_GUEST.mobileNumber
    const asked = await call('POST /auth/user/login', { body: { name: DINER_GUEST.name, mobile_number } })
    expect(asked.status).toBe(202)
    const otp = /\b(\d{6})\b/.exec((await sentTo(mobile_number))[0]?.text ?? '')?.[1]
    const [table] = await rows('SELECT id FROM dining_tables WHERE restaurant_id = ? AND current_order_id IS NULL LIMIT 1', one.id)
    const { body } = await call('POST /auth/user/verify', { body: { mobile_number, otp, tableId: table.id } })
    const saved = (await call('GET /menus/saved', { token: body.token })).body
    expect(saved.totalItems).toBe(5)
    expect(new Set(saved.items.map((i: { restaurantName: string }) => i.restaurantName)).size).toBe(2)
    expect((await call(`GET /orders/user/${body.user.id}`, { token: body.token })).body.orders.length).toBeGreaterThan(0)
    const past = (await call('GET /orders/past?limit=50', { token: body.token })).body.orders
    expect(new Set(past.map((o: { restaurantName: string }) => o.restaurantName)).size).toBe(2)
  })

  it('the back office opens the documents of claims and applications', async () => {
    const { claims } = await get('backoffice@demo.test', 'GET /backoffice/restaurants/claims/pending')
    const { restaurants } = await get('backoffice@demo.test', 'GET /backoffice/restaurants/pending')
    const chai = restaurants.find((r: { establishment_name: string }) => r.establishment_name === 'Chai Adda')
    expect(chai.documents).toHaveLength(3)
    const ofTheDemo = claims.filter((c: { email: string }) => /@(\w+\.)?\w+\.example$|@example\.com$/.test(c.email))
    expect(ofTheDemo.length).toBeGreaterThan(0)
    for (const { name, url } of [...chai.documents, ...ofTheDemo.flatMap((c: { documents: unknown[] }) => c.documents)]) {
      const { status, headers, bytes } = await download(url)
      expect([name, status, headers.get('Content-Type')]).toEqual([name, 200, name.endsWith('pdf') ? 'application/pdf' : 'image/jpeg'])
      if (name.endsWith('pdf')) expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-')
    }
  })

  it('the approved claim can be completed by the link in the outbox', async () => {
    const [mail] = await sentTo('raghav@filterkaapi.example')
    const claimToken = /https:\/\/demo\.test\/claim\/(\S+)$/.exec(mail?.text ?? '')?.[1]
    const done = await call('POST /restaurant/claim/complete', { body: { claimToken, password: 'a long password' } })
    expect(done.status, done.text).toBe(200)
    expect((await call('GET /restaurant/profile', { token: done.body.token })).body.restaurant.establishment_name).toBe(
      'Filter Kaapi House',
    )
  })
})

describe('a demo of an older version', () => {
  it('has the same books after a rebuild', async () => {
    const { id } = two
    const books = () => rows('SELECT business_date, kind, key, amount, count FROM rollups WHERE restaurant_id = ? ORDER BY 1, 2, 3', id)
    const before = await books()
    // As 0000_start.sql kept them.
    await batch(OUTLETS_0, [
      sql`UPDATE orders SET ended_date = NULL, ended_hour = NULL, refund_date = NULL, refund = json_remove(refund, '$.hour') WHERE restaurant_id = ${id}`,
      sql`UPDATE lines SET booked_date = NULL WHERE restaurant_id = ${id}`,
      sql`DELETE FROM rollups WHERE restaurant_id = ${id} AND kind IN ('cancellation', 'dish')`,
      sql`DELETE FROM visits WHERE restaurant_id = ${id}`,
    ])
    const today = businessDate(NOW, two.clock)
    const found = await rebuild(OUTLETS_0, two, { startDate: addDays(today, -100), endDate: today })
    expect(found.wrong.every((w) => w.kind === 'cancellation' || w.kind === 'dish')).toBe(true)
    expect(await books()).toEqual(before)
  })
})
