import { beforeAll, describe, expect, it } from 'vitest'
import { readFile } from '#domain/file.ts'
import { contents, differences, inMemory, loadingOf, MIGRATIONS } from '../lib/databases.ts'
import { migrate } from '../lib/migrate.ts'
import type { Database } from './database.ts'
import { loadDemo } from './load.ts'

/** Loading the demo into databases: once, the same each time, and restarted when it was interrupted. worker/test/demo.test.ts tests what it shows. */
type Row = Record<string, unknown>
const NOW = new Date('2026-11-21T14:30:00.000Z')
const all = async (db: Database, text: string) => (await db.prepare(text).all<Row>()).results

const dbs = { platform: inMemory(), shard: inMemory() }
const others = { platform: inMemory(), shard: inMemory() }
let files: Map<string, Uint8Array>

beforeAll(async () => {
  for (const { platform, shard } of [dbs, others]) {
    await migrate(platform, MIGRATIONS.platform)
    await migrate(shard, MIGRATIONS.outlets)
  }
  const loading = loadingOf(dbs, NOW)
  files = loading.files
  expect(await loadDemo(loading)).toEqual({ orders: expect.any(Number) })
})

const ORDERS = new Map(['orders', 'tickets', 'lines', 'rollups', 'counters', 'menu_items', 'dining_tables'].map((table) => [table, null]))
const everything = async (of: typeof dbs) => ({ ...(await contents(of.platform)), ...(await contents(of.shard)) })
const counts = async (of: typeof dbs) =>
  Object.fromEntries(Object.entries(await everything(of)).map(([table, rows]) => [table, rows.length]))

describe('the demo', () => {
  it('fills every table that a working restaurant fills', async () => {
    const none = Object.entries(await counts(dbs))
      .filter(([, n]) => n === 0)
      .map(([table]) => table)
    // Tables that only a running server writes, and tables that never have rows.
    expect(none.sort()).toEqual([
      'attempts',
      'day_notes',
      'desk_decisions',
      'events',
      'former_names',
      'guard',
      'idempotency',
      'known_devices',
      'kot_epochs',
      'print_jobs',
      'sessions',
      'taken_out',
    ])
  })

  it('stores files whose bytes match their names, and leaves no dangling reference', async () => {
    expect(files.size).toBeGreaterThanOrEqual(14)
    for (const [key, bytes] of files) {
      // There is nothing left to remove.
      expect(readFile(bytes), key).toEqual({ bytes, kind: key.split('.').at(-1) })
      expect(bytes.length, key).toBeGreaterThan(500)
      expect(bytes.length, key).toBeLessThan(64 * 1024)
    }
    const dump = JSON.stringify(await everything(dbs))
    const named = new Set(dump.match(/(?:p-)?[0-9a-f]{64}\.(?:jpg|png|webp|pdf)/g))
    expect([...named].filter((key) => !files.has(key))).toEqual([])
    expect([...files.keys()].filter((key) => !named.has(key))).toEqual([])
  })

  it('is loaded once: the second time nothing changes', async () => {
    const before = await everything(dbs)
    expect(await loadDemo(loadingOf(dbs, new Date(NOW.getTime() + 86_400_000)))).toBeNull()
    expect(differences(before, await everything(dbs))).toEqual({})
  })

  it('is restarted when it was interrupted before the platform’s batch, and the result is then the same as any other', async () => {
    const { platform, shard } = others
    const broken: Database = { prepare: (query) => platform.prepare(query), batch: () => Promise.reject(new Error('no power')) }
    await expect(loadDemo(loadingOf({ platform: broken, shard }, NOW))).rejects.toThrow('no power')
    expect((await all(shard, 'SELECT count(*) AS n FROM orders'))[0]?.n).toBeGreaterThan(3000)
    await loadDemo(loadingOf(others, NOW))
    expect(await counts(others)).toEqual(await counts(dbs))
    // Ids are new with each load; what they refer to is not.
    for (const query of [
      'SELECT name, unit, current_stock, minimum_stock FROM raw_materials ORDER BY 1, 3',
      'SELECT name, mobile_number, visits, total_spent, birthday, note FROM customers ORDER BY 2, 4',
      'SELECT customer_name, date, time, party_size, status, note FROM reservations ORDER BY 2, 3, 1, 4',
      'SELECT business_date, serial_number, grand_total, discount, discount_title FROM orders ORDER BY 1, 2, 3',
      'SELECT kind, business_date, delta, portions FROM stock_moves ORDER BY 1, 2, 3, 4',
      'SELECT business_date, kind, count FROM statistics ORDER BY 1, 2, 3',
    ])
      expect(JSON.stringify(await all(shard, query)) === JSON.stringify(await all(dbs.shard, query)), query).toBe(true)
  })

  it('is finished when it was interrupted between the orders and the rest', async () => {
    const { platform, shard } = others
    const lost = [
      'raw_materials',
      'stocks',
      'purchases',
      'stock_moves',
      'recipes',
      'conversions',
      'material_categories',
      'reservations',
      'banners',
      'feedback',
    ]
    const more = ['statistics', 'customers', 'visits', 'offers']
    const before = await counts(others)
    await shard.batch([...lost, ...more].map((table) => shard.prepare(`DELETE FROM ${table}`)))
    const kept = await contents(shard, ORDERS)
    expect(await loadDemo(loadingOf({ platform, shard }, NOW))).toEqual({ orders: 0 })
    expect(differences(kept, await contents(shard, ORDERS))).toEqual({})
    const after = await counts(others)
    // The trigger's rows for days that have no customers any more stay with a count of 0.
    expect({ ...after, tallies: 0 }).toEqual({ ...before, tallies: 0 })
  })
})
