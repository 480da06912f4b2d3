import { is, type SQL, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { digitsOf } from '#domain/customer.ts'
import { randomId } from '#domain/ids.ts'
import type { Order } from '#domain/order.ts'
import { addUp, rollupsOfMoves } from '#domain/rollup.ts'
import { addDays, businessDate, type BusinessClock, kotDate } from '#domain/time.ts'
import { hashPassword } from '#worker/auth/password.ts'
import * as outlet from '#worker/db/outlets.ts'
import * as platform from '#worker/db/platform.ts'
import { insertMany } from '#worker/db/rows.ts'
import { all, type Database, inOneBatch, some } from './database.ts'
import { listings } from './desk.ts'
import { makePast } from './history.ts'
import { numberOpen } from './numbers.ts'
import { makeOpen } from './open.ts'
import type { House, Table } from './orders.ts'
import { menuRows } from './menu.ts'
import type { Media } from './media.ts'
import { makeOffers } from './offers.ts'
import { MENUS, outlets, type Restaurant, TABLES } from './outlets.ts'
import { CROWDS, DEMO_PASSWORD, demoCode, nameOf, ONE, OWNER_EMAIL, PARTNER, PEOPLE, STREETS } from './people.ts'
import { loadRest } from './rest.ts'

export { DEMO_PASSWORD, ONE, PARTNER, PENDING, TWO } from './people.ts'

export type Where = { restaurantId: string; shard: string }
export type KotNumbers = (
  where: Where,
  ask: { businessDate: string; epoch: number; kotIds: string[] },
) => PromiseLike<{ numbers: Record<string, { number: number; date: string; epoch: number }> }>

export type Loading = {
  platform: Database
  /** OUTLETS_0, the shard of the demo's restaurants. */
  shard: Database
  /** Gets ticket numbers from the room itself, so that the numbers it gives later are not used twice (worker/realtime/kotNumbers.ts). */
  kotNumbers: KotNumbers
  media: Media
  now: Date
  /** The base address of the links in its mails (worker/messenger/links.ts). */
  publicUrl: string
}

/** Loads the demo, or the part of it that is missing: a demo loaded by an older version gets what it lacks. Returns what was added, or null. */
export async function loadDemo(loading: Loading): Promise<{ orders: number } | null> {
  const loaded = await loadOutlets(loading)
  const orders = [...loaded.values()].reduce((sum, list) => sum + list.length, 0)
  const rest = await loadRest(loading, loaded)
  return orders > 0 || rest ? { orders } : null
}

/**
 * The restaurants, their people, menus and orders, unless they exist (the first owner's account shows that). One batch for each database, the platform's
 * last, so an interrupted load is restarted. Returns the loaded orders by restaurant.
 */
export async function loadOutlets({ platform: platformDb, shard, kotNumbers, now }: Loading): Promise<Map<string, Order[]>> {
  const loaded = new Map<string, Order[]>()
  const [there] = await all(platformDb, sql`SELECT id FROM accounts WHERE email = ${OWNER_EMAIL.one}`)
  if (there) return loaded
  const hash = hashPassword(DEMO_PASSWORD)
  const restaurants = outlets(now)
  const statements: SQL[] = await forgetOrphans(platformDb, shard)
  for (const restaurant of restaurants) {
    if (!MENUS[restaurant.id]) continue
    const { rows, orders } = await outletRows(restaurant, now, kotNumbers)
    statements.push(...rows)
    loaded.set(restaurant.id, orders)
  }
  await inOneBatch(shard, statements)
  await inOneBatch(platformDb, platformRows(restaurants, await hash))
  return loaded
}

/** All tables with rows of a restaurant; `tallies` come last, because they follow changes of the others. */
const SHARD_TABLES = Object.values(outlet)
  .flatMap((table) => (is(table, SQLiteTable) && 'restaurantId' in table ? [table] : []))
  .sort((a, b) => Number(a === outlet.tallies) - Number(b === outlet.tallies))

/** Deletes, in one batch, what an interrupted load has left: rows of restaurants that are not in the platform's database. */
async function forgetOrphans(platformDb: Database, shard: Database): Promise<SQL[]> {
  const known = JSON.stringify((await all<{ id: string }>(platformDb, sql`SELECT id FROM restaurants`)).map((r) => r.id))
  const unknown = sql`restaurant_id NOT IN (SELECT value FROM json_each(${known}))`
  const [left] = await all(shard, sql`SELECT 1 FROM ${outlet.orders} WHERE ${unknown} LIMIT 1`)
  if (!left) return []
  // A trigger refuses to delete payments, so it is dropped and created again in the same batch.
  const [kept] = await all<{ sql: string }>(shard, sql`SELECT sql FROM sqlite_master WHERE name = 'payments_keep_delete'`)
  return [
    sql`DROP TRIGGER IF EXISTS payments_keep_delete`,
    ...SHARD_TABLES.map((table) => sql`DELETE FROM ${table} WHERE ${unknown}`),
    ...(kept ? [sql.raw(kept.sql)] : []),
  ]
}

function platformRows(restaurants: Restaurant[], passwordHash: string): SQL[] {
  const createdAt = restaurants[0]?.createdAt ?? ''
  const since = (restaurantId: string | null) => restaurants.find((r) => r.id === restaurantId)?.createdAt ?? createdAt
  return [
    insertMany(platform.partners, [
      { id: PARTNER, name: 'Kavita Iyer', email: 'partner@demo.test', mobileNumber: '9000010040', createdAt, deletedAt: null },
    ]),
    insertMany(
      platform.accounts,
      // One hash for all: the password is the same and not secret, and each hash takes a quarter of a second.
      PEOPLE.map((p) => ({
        id: randomId(),
        ...p,
        headOf: p.role === 'managerialHead' ? PARTNER : null,
        passwordHash,
        isActive: true,
        createdAt: since(p.restaurantId),
        lastLoginAt: null,
      })),
    ),
    insertMany(platform.restaurants, restaurants),
    ...listings(restaurants),
  ]
}

async function outletRows(restaurant: Restaurant, now: Date, kotNumbers: KotNumbers): Promise<{ rows: SQL[]; orders: Order[] }> {
  const { id } = restaurant
  const file = MENUS[id]
  if (!file) throw new Error(`no menu for ${id}`)
  const menu = menuRows(id, file, now)
  const first = id === ONE
  const clock: BusinessClock = { timezone: 'Asia/Kolkata', ...restaurant.kotSettings }
  const offers = makeOffers(id, first ? 'one' : 'two', now, clock)
  const house: House = {
    id,
    clock,
    taxPercentages: restaurant.taxPercentages,
    roundOff: restaurant.taxSettings.roundOff,
    paymentTypes: restaurant.paymentTypes,
    invoicePrefix: restaurant.invoicePrefix,
    items: menu.items,
    tables: TABLES.map(({ area, capacity }, i) => tableRow(id, String(i + 1), area, capacity, restaurant.createdAt)),
    size: first ? 1 : 0.92,
    cashier: nameOf(id, 'cashier'),
    servers: [nameOf(id, 'captain'), nameOf(id, 'waiter'), nameOf(id, 'waiter')],
    offers: offers.rows,
    shares: offers.shares,
    guests: CROWDS[first ? 'one' : 'two'],
    streets: STREETS[first ? 'one' : 'two'],
  }
  const past = makePast(house, now)
  const open = makeOpen(house, now, first ? undefined : 5)
  const counters = { ...past.counters }
  const rollups = addUp([...past.rollups, ...rollupsOfMoves(open.orders.flatMap((o) => o.moves))])
  const orders = await withKotNumbers(
    house,
    [...past.orders, ...numberOpen(house, open.orders, counters)],
    { restaurantId: id, shard: restaurant.shard },
    now,
    kotNumbers,
  )
  const rows = [
    insertMany(outlet.categories, menu.categories),
    ...some(menu.subcategories, (part) => insertMany(outlet.subcategories, part)),
    insertMany(
      outlet.menuItems,
      menu.items.map(({ categoryName: _, ...item }) => item),
    ),
    insertMany(outlet.addonTemplates, menu.templates),
    insertMany(outlet.offers, offers.rows),
    insertMany(outlet.diningTables, open.tables),
    ...orderRows(orders),
    ...some(rollups, (part) =>
      insertMany(
        outlet.rollups,
        part.map((r) => ({ restaurantId: id, ...r })),
      ),
    ),
    insertMany(
      outlet.counters,
      Object.entries(counters).map(([name, value]) => ({ restaurantId: id, name, value })),
    ),
  ]
  return { rows, orders }
}

const tableRow = (restaurantId: string, tableNumber: string, area: string, capacity: number, createdAt: string): Table => ({
  id: randomId(),
  restaurantId,
  tableNumber,
  area,
  capacity,
  currentOrderId: null,
  mergedInto: null,
  sittingId: randomId(),
  qrToken: demoCode(restaurantId, tableNumber),
  seatedAt: null,
  seatedBooking: null,
  version: 1,
  createdAt,
  deletedAt: null,
})

/** From 1 each day in the order in which they were sent. Days that the room may still be counting get their numbers from the room. */
async function withKotNumbers(house: House, orders: Order[], where: Where, now: Date, kotNumbers: KotNumbers): Promise<Order[]> {
  const recent = kotDate(addDays(businessDate(now, house.clock), -1))
  const days = Map.groupBy(
    orders.flatMap((o) => o.tickets).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
    (t) => t.date,
  )
  const given = new Map<string, number>()
  for (const [date, tickets] of days) {
    const kotIds = tickets.map((t) => t.kotId)
    const asked = date >= recent ? (await kotNumbers(where, { businessDate: date, epoch: 0, kotIds })).numbers : null
    for (const [i, kotId] of kotIds.entries()) given.set(kotId, asked ? (asked[kotId]?.number ?? 0) : i + 1)
  }
  return orders.map((o) => ({ ...o, tickets: o.tickets.map((t) => ({ ...t, kotNumber: given.get(t.kotId) ?? null })) }))
}

function orderRows(orders: readonly Order[]): SQL[] {
  const rows = orders.map(({ tickets: _, moves: _m, totals, ...order }) => ({
    ...order,
    ...totals,
    mobileDigits: digitsOf(order.mobileNumber),
    refundDate: order.refund?.businessDate ?? null,
  }))
  const tickets = orders.flatMap((o) =>
    o.tickets.map(({ lines: _, ...ticket }, position) => ({ ...ticket, restaurantId: o.restaurantId, orderId: o.id, position, epoch: 0 })),
  )
  const moves = orders.flatMap((o) => o.moves.map((move) => ({ ...move, restaurantId: o.restaurantId, orderId: o.id })))
  const lines = orders.flatMap((o) =>
    o.tickets.flatMap((t) =>
      t.lines.map((line, position) => ({ ...line, restaurantId: o.restaurantId, orderId: o.id, kotId: t.kotId, position })),
    ),
  )
  return [
    ...some(rows, (part) => insertMany(outlet.orders, part)),
    ...some(moves, (part) => insertMany(outlet.payments, part)),
    ...some(tickets, (part) => insertMany(outlet.tickets, part)),
    ...some(lines, (part) => insertMany(outlet.lines, part)),
  ]
}
