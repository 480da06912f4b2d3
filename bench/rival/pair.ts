import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { randomId } from '#domain/ids.ts'
import { type House, openHouse, type Reply } from '../lib/house.ts'
import { openRival } from './server.ts'

/** The Worker's code and the rival in one process, with the same restaurant, menu, recipes and stock, and the same person signed in. */
export type Pair = Awaited<ReturnType<typeof openPair>>
type Order = { body: unknown; key?: string; token?: string }

export async function openPair() {
  const house = await openHouse()
  const home = mkdtempSync(join(tmpdir(), 'tawa-rival-'))
  const rival = openRival(join(home, 'rival.sqlite'), house.env.JWT_SECRET)
  const token = await house.as('cashier')
  copy(house, rival.db)
  await rival.app.ready()
  const rows = (sql: string) => house.shard.sqlite.prepare(sql).all(house.id) as Record<string, SQLInputValue>[]
  /** Dishes of one price, whose recipes take three materials of stock each. */
  const dishes =
    rows(`SELECT m.id FROM menu_items m JOIN recipes x ON x.menu_item_id = m.id AND x.variant = '' AND json_array_length(x.ingredients) = 3
    WHERE m.restaurant_id = ? AND m.available = 1 AND m.remaining IS NULL AND m.variants = '[]' ORDER BY m.position, m.id LIMIT 12`).map(
      (r) => String(r.id),
    )
  return {
    house,
    rival,
    dishes,
    token,
    /** A parcel of `n` dishes, each order with other ones. */
    parcel: (turn: number, n = 3) => ({
      orderType: 'Take Away',
      kots: [
        {
          kotId: randomId(),
          items: Array.from({ length: n }, (_, i) => ({ _id: dishes[(turn + i) % dishes.length], quantity: 1 + (i % 2) })),
        },
      ],
    }),
    ours: ({ body, key, token: as = token }: Order): Promise<Reply> => house.call('POST /pos/order', { token: as, body, key }),
    async theirs({ body, key, token: as = token }: Order): Promise<Reply> {
      const { statusCode, body: text } = await rival.app.inject({
        method: 'POST',
        url: '/v1/pos/order',
        headers: {
          authorization: `Bearer ${as}`,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        payload: JSON.stringify(body),
      })
      return { status: statusCode, text }
    },
    /** Sets the quantity of every lot on both sides. The demo's lots are sold out within some hundred orders, and a sale from empty lots costs differently. */
    stock(quantity: number): void {
      for (const db of [house.shard.sqlite, rival.db]) db.prepare('UPDATE stocks SET quantity = ?').run(quantity)
    },
    async close() {
      await rival.close()
      house.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The rows that an order reads. */
function copy({ id, platform, shard }: House, to: ReturnType<typeof openRival>['db']): void {
  const take = (from: House['shard'], table: string, select: string) => {
    const rows = from.sqlite.prepare(select).all(id) as Record<string, SQLInputValue>[]
    const [names = []] = rows.map((row) => Object.keys(row))
    const insert = to.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    for (const row of rows) insert.run(...names.map((name) => row[name] ?? null))
  }
  to.exec('BEGIN')
  take(platform, 'accounts', 'SELECT id, name, role, restaurant_id, is_active FROM accounts WHERE restaurant_id = ?')
  take(platform, 'sessions', 'SELECT id, account_id, expires_at, last_seen_at, revoked_at FROM sessions WHERE restaurant_id = ?')
  take(
    platform,
    'restaurants',
    'SELECT id, approval_status, timezone, tax_percentages, tax_settings, kot_settings FROM restaurants WHERE id = ?',
  )
  take(
    shard,
    'menu_items',
    `SELECT m.id, m.restaurant_id, c.name AS category_name, m.name, m.print_name, m.price, m.available, m.remaining, m.diet_type, m.is_alcohol, m.image, m.station, m.variants, m.addon_groups
     FROM menu_items m JOIN categories c ON c.id = m.category_id WHERE m.restaurant_id = ?`,
  )
  take(shard, 'recipes', "SELECT menu_item_id, ingredients FROM recipes WHERE restaurant_id = ? AND variant = ''")
  take(shard, 'raw_materials', 'SELECT id, restaurant_id, name, minimum_stock, current_stock FROM raw_materials WHERE restaurant_id = ?')
  take(
    shard,
    'stocks',
    'SELECT id, restaurant_id, raw_material_id, quantity, expiry_date, created_at FROM stocks WHERE restaurant_id = ? AND deleted_at IS NULL',
  )
  to.exec('COMMIT')
}
