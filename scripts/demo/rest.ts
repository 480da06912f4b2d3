import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { randomId } from '#domain/ids.ts'
import { isCancelled, type Line, linesOf, type Order, type Ticket } from '#domain/order.ts'
import { addUp, rollupsOf, withBookings } from '#domain/rollup.ts'
import { addDays, businessDate, type BusinessClock, wallClock } from '#domain/time.ts'
import * as outlet from '#worker/db/outlets.ts'
import * as platform from '#worker/db/platform.ts'
import { decode, insertMany, update } from '#worker/db/rows.ts'
import { addressOf } from '#worker/media/keys.ts'
import { loadChain } from './chain.ts'
import { all, type Database, inOneBatch, some } from './database.ts'
import { deskRows, SAVED } from './desk.ts'
import { makeDrawer } from './drawer.ts'
import { makeCustomers, makeFeedback, makeReservations, withRemarks } from './guests.ts'
import { keepPicture, type Media } from './media.ts'
import { withTemplates } from './menu.ts'
import { makeOffers } from './offers.ts'
import type { Restaurant } from './outlets.ts'
import { CROWDS, nameOf, ONE, OWNER_EMAIL, REJECTED_EMAIL, TWO } from './people.ts'
import { random } from './random.ts'
import { makePurchases } from './purchases.ts'
import { makeStock, type StockFile } from './stock.ts'
import { pavBhaji } from './stock/pav-bhaji.ts'
import { smashYard } from './stock/smash-yard.ts'

const many = <T extends SQLiteTable>(table: T, rows: readonly T['$inferInsert'][], conflict?: SQL): SQL[] =>
  some(rows, (part) => insertMany(table, part, conflict))

type Which = 'one' | 'two'
type Row = Record<string, unknown>
type Item = typeof outlet.menuItems.$inferSelect

/** The orders that have just been loaded, by restaurant, so they need not be read again. */
type Known = ReadonlyMap<string, readonly Order[]>
type Loading = { platform: Database; shard: Database; media: Media; now: Date; publicUrl: string }

const FILES: Record<Which, StockFile> = { one: smashYard, two: pavBhaji }

/**
 * The rest of the demo besides its restaurants and orders: stock, guests, offers, reservations, claims. It is made from the contents of the databases, so a
 * used demo of an older version gets it too and loses nothing. One batch for each database; existing rows are left alone. Returns whether anything was added.
 */
export async function loadRest({ media, now, publicUrl, ...dbs }: Loading, known: Known): Promise<boolean> {
  const [one, two, pending] = await Promise.all(
    [OWNER_EMAIL.one, OWNER_EMAIL.two, 'pending@demo.test'].map((email) => restaurantOf(dbs.platform, email)),
  )
  const outlets = { one: one ?? null, two: two ?? null }
  const rest = await loadShard(dbs.shard, outlets, known, media, now)
  const chained = one && two ? await loadChain(dbs.shard, one, two.id, 'Kavita Iyer', now) : false
  const added = rest || chained
  const [there] = await all(dbs.platform, sql`SELECT 1 FROM accounts WHERE email = ${REJECTED_EMAIL}`)
  if (there) return added
  const ids = JSON.stringify([one?.id, two?.id].filter(Boolean))
  const dishes = await all<{ id: string; restaurantId: string; name: string }>(
    dbs.shard,
    sql`SELECT id, restaurant_id AS restaurantId, name FROM menu_items WHERE restaurant_id IN (SELECT value FROM json_each(${ids})) AND name IN (SELECT value FROM json_each(${JSON.stringify(SAVED)}))`,
  )
  await inOneBatch(dbs.platform, await deskRows({ ...outlets, pending: pending ?? null, dishes }, media, now, publicUrl))
  return true
}

/** The restaurant of a demo account; null when either was removed. */
async function restaurantOf(db: Database, email: string): Promise<Restaurant | null> {
  const [row] = await all<Row>(
    db,
    sql`SELECT r.* FROM accounts a JOIN restaurants r ON r.id = a.restaurant_id WHERE a.email = ${email} AND r.deleted_at IS NULL`,
  )
  return row ? decode(platform.restaurants, row) : null
}

async function loadShard(db: Database, outlets: Record<Which, Restaurant | null>, known: Known, media: Media, now: Date): Promise<boolean> {
  const statements: SQL[] = []
  for (const which of ['one', 'two'] as const) {
    const restaurant = outlets[which]
    if (!restaurant) continue
    const [there] = await all(db, sql`SELECT 1 FROM raw_materials WHERE restaurant_id = ${restaurant.id} LIMIT 1`)
    if (!there) statements.push(...(await outletRows(db, restaurant, which, known, media, now)))
  }
  if (statements.length === 0) return false
  await inOneBatch(db, statements)
  return true
}

async function outletRows(db: Database, restaurant: Restaurant, which: Which, known: Known, media: Media, now: Date): Promise<SQL[]> {
  const { id } = restaurant
  const clock: BusinessClock = { timezone: restaurant.timezone ?? 'Asia/Kolkata', ...restaurant.kotSettings }
  const of = (table: string) => sql`SELECT * FROM ${sql.identifier(table)} WHERE restaurant_id = ${id}`
  const items = (await all<Row>(db, sql`${of('menu_items')} ORDER BY position, id`)).map((row) => decode(outlet.menuItems, row))
  const tables = (await all<Row>(db, sql`${of('dining_tables')} AND deleted_at IS NULL ORDER BY CAST(table_number AS INTEGER), id`)).map(
    (row) => decode(outlet.diningTables, row),
  )
  const orders = known.get(id) ?? (await ordersOf(db, of))
  const receiptImage = addressOf(await keepPicture(media, 'bill.webp'))
  const stock = makeStock(
    {
      restaurantId: id,
      clock,
      items,
      orders,
      file: FILES[which],
      cook: nameOf(which === 'one' ? ONE : TWO, 'kitchen'),
      receiptImage,
    },
    now,
  )
  const bought = makePurchases(id, stock, { today: businessDate(now, clock), receiptImage })
  return [
    ...many(outlet.materialCategories, stock.materialCategories),
    ...many(outlet.rawMaterials, stock.rawMaterials),
    ...many(outlet.stocks, stock.stocks),
    ...many(outlet.purchases, bought),
    ...many(outlet.stockMoves, stock.stockMoves),
    ...many(outlet.recipes, stock.recipes),
    ...many(outlet.conversions, stock.conversions),
    ...many(outlet.feedback, makeFeedback(id, orders, now), sql`ON CONFLICT DO NOTHING`),
    ...many(
      outlet.drawerMoves,
      makeDrawer(id, orders, { date: addDays(businessDate(now, clock), -1), by: nameOf(which === 'one' ? ONE : TWO, 'cashier') }),
      sql`ON CONFLICT DO NOTHING`,
    ),
    ...many(outlet.reservations, makeReservations({ restaurantId: id, tables, orders, regulars: CROWDS[which].regulars, clock }, now)),
    ...many(outlet.statistics, seen(id, orders, clock, now), sql`ON CONFLICT DO NOTHING`),
    ...many(outlet.banners, await bannerRows(id, which, media, now)),
    ...(await lacking(db, restaurant, { which, items, orders, clock }, now)),
  ]
}

/**
 * The rows of parts that may exist already, where they are missing: customers, made from orders; and what a newly loaded demo has from the start: offers,
 * templates, and rollups of cancelled dishes with their reasons and of sales by dish.
 */
async function lacking(
  db: Database,
  { id }: Restaurant,
  { which, items, orders, clock }: { which: Which; items: readonly Item[]; orders: readonly Order[]; clock: BusinessClock },
  now: Date,
): Promise<SQL[]> {
  const none = async (table: string, and: SQL = sql`true`) =>
    (await all(db, sql`SELECT 1 FROM ${sql.identifier(table)} WHERE restaurant_id = ${id} AND ${and} LIMIT 1`)).length === 0
  const statements: SQL[] = []
  if (await none('customers')) {
    const { customers, visits } = makeCustomers(id, orders, clock)
    statements.push(...many(outlet.customers, withRemarks(customers, now, clock)), ...many(outlet.visits, visits))
  }
  const unbooked = orders
    .filter((o) => (o.endedDate === null && o.orderStatus !== 'pending') || linesOf(o).some((l) => isCancelled(l) && l.bookedDate === null))
    .map((o) => withBookings(o, clock))
  if (unbooked.length > 0) statements.push(...book(id, unbooked))
  if (await none('offers')) statements.push(...many(outlet.offers, makeOffers(id, which, now, clock).rows))
  if (await none('addon_templates')) {
    const { templates, items: linked } = withTemplates(id, items, now)
    statements.push(...many(outlet.addonTemplates, templates))
    for (const [i, item] of linked.entries())
      if (JSON.stringify(item.addonGroups) !== JSON.stringify(items[i]?.addonGroups))
        statements.push(
          update(
            outlet.menuItems,
            { addonGroups: item.addonGroups, version: item.version + 1 },
            sql`id = ${item.id} AND restaurant_id = ${id}`,
          ),
        )
  }
  for (const kind of ['cancellation', 'dish', 'discounted', 'taxable', 'taxed'])
    if (await none('rollups', sql`kind = ${kind}`)) {
      const entries = addUp(orders.flatMap((o) => rollupsOf(withBookings(o, clock)))).filter((e) => e.kind === kind)
      const rows = entries.map((e) => ({ restaurantId: id, ...e }))
      statements.push(...many(outlet.rollups, rows))
    }
  return statements
}

/**
 * The business days on which orders' final events were booked, for orders of a version that did not store them (worker/analytics/rebuild.ts, `bookUnbooked`).
 */
function book(restaurantId: string, orders: readonly Order[]): SQL[] {
  const ended = orders.map((o) => [o.id, o.endedDate, o.endedHour, o.refund?.businessDate ?? null, o.refund?.hour ?? null])
  const lines = orders.flatMap((o) => linesOf(o).flatMap((l) => (l.bookedDate === null ? [] : [[l.lineId, l.bookedDate]])))
  return [
    ...some(
      ended,
      (
        part,
      ) => sql`UPDATE orders SET ended_date = json_extract(j.value, '$[1]'), ended_hour = json_extract(j.value, '$[2]'), refund_date = json_extract(j.value, '$[3]'),
          refund = CASE WHEN refund IS NULL THEN NULL ELSE json_set(refund, '$.hour', json_extract(j.value, '$[4]')) END
          FROM json_each(${JSON.stringify(part)}) j WHERE orders.id = json_extract(j.value, '$[0]') AND orders.restaurant_id = ${restaurantId}`,
    ),
    ...some(
      lines,
      (part) => sql`UPDATE lines SET booked_date = json_extract(j.value, '$[1]') FROM json_each(${JSON.stringify(part)}) j
          WHERE lines.line_id = json_extract(j.value, '$[0]') AND lines.restaurant_id = ${restaurantId} AND lines.booked_date IS NULL`,
    ),
  ]
}

/** A restaurant's orders in full, oldest first. */
async function ordersOf(db: Database, of: (table: string) => SQL): Promise<Order[]> {
  const rows = await all<Row>(db, sql`${of('orders')} ORDER BY created_at, id`)
  const lines = Map.groupBy(
    (await all<Row>(db, sql`${of('lines')} ORDER BY position`)).map((row) => decode(outlet.lines, row)),
    (l) => `${l.orderId} ${l.kotId}`,
  )
  const tickets = Map.groupBy(
    (await all<Row>(db, sql`${of('tickets')} ORDER BY position`)).map((row) => decode(outlet.tickets, row)),
    (t) => t.orderId,
  )
  return rows.map((row) => {
    const { subtotal, discount, cgst, sgst, vat, serviceCharge, charges, taxIncluded, roundOff, grandTotal, ...order } = decode(
      outlet.orders,
      row,
    )
    return {
      ...order,
      totals: { subtotal, discount, cgst, sgst, vat, serviceCharge, charges, taxIncluded, roundOff, grandTotal },
      tickets: (tickets.get(order.id) ?? []).map((t) => ({ ...t, lines: (lines.get(`${order.id} ${t.kotId}`) ?? []) as Line[] }) as Ticket),
    } as unknown as Order
  })
}

// ---------------------------------------------------------------- what the app shows and counts

const BANNERS: Record<Which, { picture: Parameters<typeof keepPicture>[1]; title: string; from: number; to: number | null }[]> = {
  one: [
    { picture: 'banner-one.webp', title: 'Smashed to order, every day from 11', from: -30, to: null },
    { picture: 'banner-one-beer.webp', title: 'Draught and wings on the patio', from: -10, to: 20 },
    { picture: 'banner-one.webp', title: 'New Year’s Eve at the Yard', from: 14, to: 45 },
  ],
  two: [
    { picture: 'banner-two.webp', title: 'Pav bhaji off the tawa, with extra butter', from: -30, to: null },
    { picture: 'banner-two-mango.webp', title: 'Mango milkshake is back', from: -12, to: 30 },
  ],
}

const bannerRows = (restaurantId: string, which: Which, media: Media, now: Date) =>
  Promise.all(
    BANNERS[which].map(async ({ picture, title, from, to }, i) => {
      const day = (n: number) => new Date(now.getTime() + n * 86_400_000).toISOString()
      const createdAt = new Date(now.getTime() + Math.min(from, -1) * 86_400_000 + i).toISOString()
      return {
        id: randomId(Date.parse(createdAt)),
        restaurantId,
        image: addressOf(await keepPicture(media, picture)),
        title,
        link: null,
        startsAt: day(from),
        endsAt: to === null ? null : day(to),
        createdAt,
      }
    }),
  )

/** How often dishes were viewed, put in a cart and ordered on phones in the last 30 days. Each is at least as many as were sold that way. */
function seen(restaurantId: string, orders: readonly Order[], clock: BusinessClock, now: Date): (typeof outlet.statistics.$inferInsert)[] {
  const from = addDays(businessDate(now, clock), -30)
  const sold = new Map<string, number>()
  for (const order of orders) {
    if (order.businessDate < from) continue
    for (const line of order.tickets.flatMap((t) => t.lines)) {
      const key = `${order.businessDate} ${line.itemId}`
      sold.set(key, (sold.get(key) ?? 0) + line.quantity)
    }
  }
  return [...sold].flatMap(([key, count]) => {
    const [date = '', itemId = ''] = key.split(' ')
    const rng = random(`${date} ${count} ${wallClock(now, clock.timezone).date}`)
    const ordered = Math.round(count * rng.between(0.2, 0.5))
    const cart = ordered + Math.round(count * rng.between(0.1, 0.6))
    const view = cart + Math.round(count * rng.between(1, 4))
    return Object.entries({ view, cart, order: ordered })
      .filter(([, n]) => n > 0)
      .map(([kind, n]) => ({ restaurantId, businessDate: date, itemId, kind, count: n }))
  })
}
