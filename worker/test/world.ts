import { scryptSync } from 'node:crypto'
import { env, exports } from 'cloudflare:workers'
import { getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { randomId } from '#domain/ids.ts'
import { type Role } from '#domain/roles.ts'
import { newSettings } from '#domain/settings.ts'
import { batch, outletDb } from '../db/index.ts'
import * as outlets from '../db/outlets.ts'
import { accounts, restaurants, sessions } from '../db/platform.ts'
import { insert, insertMany } from '../db/rows.ts'
import type { Env, ShardName } from '../env.ts'
import { alerts } from '../realtime/publish.ts'
import { signToken } from '../access/session.ts'
import { hear } from './heard.ts'

const { categories, diningTables, menuItems } = outlets

/** A restaurant of a test's own: tests share the databases and never each other's rows. */
export const testEnv = env as unknown as Env

export type Reply = { status: number; body: any; text: string; headers: Headers }
/** Who answers a request: the real Worker, unless a test stands in between (meanwhile.ts). */
export type Via = (request: Request) => Promise<Response>
export type CallOptions = {
  token?: string | null
  body?: unknown
  raw?: string
  key?: string
  headers?: Record<string, string>
  via?: Via
}

const worker: Via = (request) => (exports as unknown as { default: { fetch: typeof fetch } }).default.fetch(request)

/** The real Worker's answer to a request, recorded by `hear`. */
export async function reach(request: Request, via = worker): Promise<Reply> {
  const response = await via(request)
  const text = await response.text()
  const json = response.headers.get('Content-Type')?.includes('json') && text !== ''
  const body = json ? JSON.parse(text) : undefined
  const { pathname } = new URL(request.url)
  hear(request.method, pathname.replace(/^\/v1/, ''), response.status, body?.code)
  return { status: response.status, text, body, headers: response.headers }
}

/** Calls the real Worker: `call('POST /pos/order', { token, body })`. */
export async function call(address: string, { token, body, raw, key, headers, via }: CallOptions = {}): Promise<Reply> {
  const [method = 'GET', path = ''] = address.split(' ')
  return reach(
    new Request(`https://tawa.test/v1${path}`, {
      method,
      headers: {
        // Each from an address of its own: limits are counted by it.
        'CF-Connecting-IP': randomId(),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body !== undefined || raw !== undefined ? { 'Content-Type': 'application/json' } : {}),
        ...(key ? { 'Idempotency-Key': key } : {}),
        // A page names its device in both.
        ...(path === '/print/lease' && body ? { 'X-Device-Id': (body as { deviceId: string }).deviceId } : {}),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    }),
    via,
  )
}

/** The device that a stage's printers are registered for. */
export const STAGE_DEVICE = 'till'

export type World = Awaited<ReturnType<typeof makeRestaurant>>

/** `Rs. 100` plain, alcohol, one with variants and addons, one of which 5 are left. Prices in paise. */
export const MENU = {
  plain: { name: 'Peri Peri Fries', price: 10000, isAlcohol: false },
  dosa: { name: 'Masala Dosa', price: 18900, isAlcohol: false },
  beer: { name: 'Kingfisher Premium', price: 22000, isAlcohol: true },
  burger: {
    name: 'Louis Spice Burger',
    price: 37500,
    isAlcohol: false,
    variants: [
      { name: 'Lamb Patty', additionalPrice: 0 },
      { name: 'Double', additionalPrice: 9900 },
    ],
    addonGroups: [
      {
        name: 'Choose Your Addons',
        min: 0,
        max: 3,
        addons: [
          { name: 'Cheese Slice', price: 3000 },
          { name: 'Fried Egg', price: 3050 },
        ],
      },
    ],
  },
  thali: {
    name: 'Thali',
    price: 25000,
    isAlcohol: false,
    addonGroups: [
      {
        name: 'Bread',
        min: 1,
        max: 2,
        addons: [
          { name: 'Roti', price: 0 },
          { name: 'Naan', price: 4000 },
        ],
      },
    ],
  },
  brownie: { name: 'Chocolate Brownie', price: 12900, isAlcohol: false, remaining: 5 },
  off: { name: 'Sold Out Soup', price: 9900, isAlcohol: false, available: false },
} as const
export type ItemName = keyof typeof MENU

export async function makeRestaurant({
  shard = 'OUTLETS_0' as ShardName,
  tables = 4,
  approvalStatus = 'approved',
  partnerId = null as string | null,
  canary = '',
  settings = {} as Partial<typeof restaurants.$inferInsert>,
  remaining = 5,
} = {}) {
  const id = randomId()
  const at = new Date().toISOString()
  const restaurant = {
    id,
    establishmentName: `Test Yard ${canary}`,
    shard,
    partnerId,
    approvalStatus,
    timezone: 'Asia/Kolkata',
    maxSessionsPerUser: 1,
    ...newSettings(),
    taxPercentages: { gst: 5, vat: 10, serviceCharge: 5 },
    invoicePrefix: 'TY',
    profile: { address: `Plot 1 ${canary}` },
    createdAt: at,
    ...settings,
  }
  await batch(testEnv.PLATFORM, [insert(restaurants, restaurant)])
  const db = outletDb(testEnv, shard)
  const category = randomId()
  const items = {} as Record<ItemName, string>
  const rows = Object.entries(MENU).map(([key, item], position) => {
    items[key as ItemName] = randomId()
    return {
      id: items[key as ItemName],
      restaurantId: id,
      categoryId: category,
      name: `${item.name}${canary}`,
      description: '',
      price: item.price,
      available: 'available' in item ? item.available : true,
      remaining: 'remaining' in item ? remaining : null,
      dietType: 'veg' as const,
      isAlcohol: item.isAlcohol,
      variants: 'variants' in item ? [...item.variants] : [],
      addonGroups: 'addonGroups' in item ? item.addonGroups.map((g) => ({ ...g, addons: [...g.addons] })) : [],
      ingredients: [],
      position,
    }
  })
  const tableRows = Array.from({ length: tables }, (_, i) => ({
    id: randomId(),
    restaurantId: id,
    tableNumber: String(i + 1),
    area: `${i < 2 ? 'Hall' : 'Patio'}${canary}`,
    capacity: 4,
    sittingId: randomId(),
    qrToken: randomId(),
    createdAt: at,
  }))
  await batch(db, [
    insert(categories, { id: category, restaurantId: id, name: `Mains${canary}` }),
    insertMany(menuItems, rows),
    ...(tableRows.length > 0 ? [insertMany(diningTables, tableRows)] : []),
  ])
  const tokens = new Map<string, string>()
  let lastRead: { changes: unknown; rows: Record<string, unknown>[][] } | null = null
  const world = {
    id,
    shard,
    db,
    items,
    tables: tableRows.map((t) => t.id),
    sittings: tableRows.map((t) => t.sittingId),
    /** A signed-in person of a role; the same one each time. */
    async as(role: Role): Promise<string> {
      const known = tokens.get(role)
      if (known) return known
      const { token } = await signIn(role, {
        restaurantId: role === 'partner' || role === 'admin' || role === 'backoffice' ? null : id,
        shard,
        partnerId,
        // Some tests set the clock forward.
        expiresIn: 60 * 86_400_000,
      })
      tokens.set(role, token)
      return token
    },
    /** A line as sent. */
    line: (name: ItemName, quantity = 1, more: Record<string, unknown> = {}) => ({ _id: items[name], quantity, ...more }),
    kot: (lines: unknown[], kotId = randomId()) => ({ kotId, items: lines }),
    async send(lines: unknown[], more: Record<string, unknown> = {}, options: CallOptions = {}): Promise<Reply> {
      return call('POST /pos/order', {
        token: await world.as('cashier'),
        body: { tableId: world.tables[0], orderType: 'Dine In', kots: [world.kot(lines)], ...more },
        ...options,
      })
    },
    async order(lines: unknown[], more: Record<string, unknown> = {}): Promise<OrderShape> {
      const reply = await world.send(lines, more)
      if (reply.status !== 201) throw new Error(`order refused: ${reply.text}`)
      return reply.body.order
    },
    /** An order as everybody reads it: without the payment rows, which managers and the cashier alone see. */
    async read(orderId: string): Promise<OrderShape | undefined> {
      const reply = await call('GET /orders?limit=100', { token: await world.as('superuser') })
      const found = (reply.body.orders as OrderShape[]).find((o) => o._id === orderId)
      if (!found) return undefined
      const { paymentHistory: _, ...order } = found
      return order
    },
    async table(n: number): Promise<TableShape> {
      return (await call(`GET /tables/${world.tables[n]}`, { token: await world.as('superuser') })).body.table
    },
    /** Calls as a role: `as` and `call` in one. */
    async does(role: Role, address: string, body?: unknown, options: CallOptions = {}): Promise<Reply> {
      return call(address, { token: await world.as(role), body, ...options })
    },
    /** A guest of table n, signed in to the sitting that is there now. */
    async guest(n = 0) {
      const [row] = await world.rows('SELECT sitting_id FROM dining_tables WHERE id = ?', world.tables[n])
      return signIn('user', { restaurantId: id, shard, sittingId: row.sitting_id, guest: true })
    },
    /** Pays all that is left and closes the order. */
    async settle(orderId: string, more: Record<string, unknown> = {}): Promise<Reply> {
      return world.does('cashier', 'PUT /orders/payment/status', {
        orderId,
        paymentStatus: 'paid',
        paymentMethod: 'Cash',
        complete: true,
        ...more,
      })
    },
    /**
     * Every row that the restaurant has, in every table that there is, and its alerts: what a refused call must leave as it was. Its shard is only read again
     * when something has been written there since the last time: SQLite counts each row that is inserted, changed or deleted.
     */
    async everything(): Promise<Record<string, unknown>> {
      const of = sql`restaurant_id = ${id}`
      const changes = sql`SELECT total_changes() AS n`
      const [now] = await batch(db, [changes])
      if (lastRead === null || lastRead.changes !== now?.[0]?.n) {
        const reads = OWN_TABLES.map((name) => sql`SELECT * FROM ${sql.identifier(name)} WHERE ${of} ORDER BY rowid`)
        const [then, ...rows] = await batch(db, [changes, ...reads])
        // Frozen, because the same rows may be given out again.
        for (const list of rows) for (const row of Object.freeze(list)) Object.freeze(row)
        lastRead = { changes: then?.[0]?.n, rows }
      }
      const { rows } = lastRead
      const [own, ended] = await batch(testEnv.PLATFORM, [
        sql`SELECT * FROM restaurants WHERE id = ${id}`,
        // Sessions that were ended; tests open new ones all the time.
        sql`SELECT id, revoked_at FROM sessions WHERE ${of} AND revoked_at IS NOT NULL ORDER BY id`,
      ])
      return {
        ...Object.fromEntries(OWN_TABLES.map((name, i) => [name, rows[i]])),
        restaurants: own,
        ended,
        alerts: await alerts(testEnv, { restaurantId: id, shard }),
      }
    },
    /** The outbox, in order. */
    async events(): Promise<{ seq: number; event: string; data: any; table_id: string | null }[]> {
      const [rows] = await batch(db, [sql`SELECT seq, event, data, table_id FROM events WHERE restaurant_id = ${id} ORDER BY seq`])
      return (rows ?? []).map((r) => ({ ...r, data: JSON.parse(String(r.data)) })) as never
    },
    async rows(query: string, ...params: unknown[]): Promise<any[]> {
      return (
        await db
          .prepare(query)
          .bind(...params)
          .all()
      ).results
    },
  }
  return world
}

/** Tables of a shard whose rows are one restaurant's: the schema's, so that a new one is never forgotten. */
const OWN_TABLES = Object.values(outlets)
  .filter((t) => is(t, SQLiteTable) && 'restaurantId' in t)
  .map((t) => getTableName(t as SQLiteTable))

export const PASSWORD = 'a long password'
/** Its hash at the lowest cost, which is checked in no time. Accounts that the Worker makes itself have the strength of strength.ts. */
const HASH = `scrypt$2$1$1$c2FsdA==$${scryptSync(PASSWORD, 'salt', 64, { N: 2, r: 1, p: 1 }).toString('base64')}`

/** A managerialHead made by a test is appointed by the present partner of the outlet. */
const appointedIn = (restaurantId: string | null | undefined) =>
  sql`(SELECT partner_id FROM restaurants WHERE id = ${restaurantId ?? null})`

/** An account that signs in with PASSWORD. */
export async function makeAccount(role: Role, more: Partial<typeof accounts.$inferInsert> = {}) {
  const id = randomId()
  const account = {
    id,
    email: `${id}@test.test`,
    name: `${role} ${id.slice(-4)}`,
    role,
    createdAt: new Date().toISOString(),
    passwordHash: HASH,
    ...more,
  }
  await batch(testEnv.PLATFORM, [
    insert(accounts, { ...(role === 'managerialHead' ? { headOf: appointedIn(more.restaurantId) } : {}), ...account }),
  ])
  return account
}

/** An account with a session, made straight in the database. */
export async function signIn(
  role: Role,
  {
    restaurantId = null as string | null,
    shard = undefined as string | undefined,
    partnerId = null as string | null,
    sittingId = null as string | null,
    guest = false,
    expiresIn = 7 * 86_400_000,
  } = {},
) {
  const at = new Date()
  const accountId = randomId()
  const sid = randomId()
  const email = `${accountId}@test.test`
  const name = `${role} ${accountId.slice(-4)}`
  const expiresAt = new Date(at.getTime() + expiresIn)
  await batch(testEnv.PLATFORM, [
    ...(guest
      ? []
      : [
          insert(accounts, {
            id: accountId,
            email,
            name,
            role,
            restaurantId,
            partnerId,
            createdAt: at.toISOString(),
            ...(role === 'managerialHead' ? { headOf: appointedIn(restaurantId) } : {}),
          }),
        ]),
    insert(sessions, {
      id: sid,
      accountId,
      role,
      restaurantId,
      sittingId,
      name,
      device: 'test',
      createdAt: at.toISOString(),
      lastSeenAt: at.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }),
  ])
  const token = await signToken(
    testEnv,
    {
      sub: accountId,
      role,
      sid,
      name,
      email,
      approved: true,
      ...(restaurantId ? { restaurantId } : {}),
      ...(shard ? { shard } : {}),
      ...(partnerId ? { partnerId } : {}),
      ...(sittingId ? { sittingId } : {}),
    },
    expiresAt,
  )
  return { token, accountId, sid, email, name }
}

let stopped = 0

/**
 * Runs `work` n times at once, with the clock stopped meanwhile: a command gives up after 8 s of lost races (command.ts), and on a busy machine a race of
 * fifty takes longer. A test that has set the clock keeps its own.
 */
export async function many<T>(n: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const stops = stopped > 0 || !vi.isFakeTimers()
  if (stops && stopped++ === 0) vi.useFakeTimers({ toFake: ['Date'] })
  try {
    return await Promise.all(Array.from({ length: n }, (_, i) => work(i)))
  } finally {
    if (stops && --stopped === 0) vi.useRealTimers()
  }
}
