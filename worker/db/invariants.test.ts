import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { setStock } from '../test/stock.ts'
import { makeAccount, makeRestaurant, testEnv, type World } from '../test/world.ts'
import { brokenConstraint, run } from './index.ts'

/** The database itself refuses invalid states, even if a command forgets to check (DESIGN, "Invariants are the database's own constraints"). */
describe('the database refuses', () => {
  let w: World
  beforeAll(async () => {
    w = await makeRestaurant()
    await setStock(w)
    for (const n of [0, 1]) await w.order([w.line('plain')], { tableId: w.tables[n] })
    for (const n of [2, 3]) await w.settle((await w.order([w.line('dosa')], { tableId: w.tables[n] }))._id)
  })
  const broken = async (db: D1Database, statement: ReturnType<typeof sql>): Promise<string | null> => {
    try {
      await run(db, statement)
      return null
    } catch (error) {
      return brokenConstraint(error)
    }
  }

  it('a second open order at one table', async () => {
    const change = sql`UPDATE orders SET table_id = ${w.tables[0]} WHERE restaurant_id = ${w.id} AND order_status = 'pending'`
    expect(await broken(w.db, change)).toBe('orders.restaurant_id, orders.table_id')
  })
  it('the same bill number twice', async () => {
    const change = sql`UPDATE orders SET bill_number = 1 WHERE restaurant_id = ${w.id} AND order_status = 'completed'`
    expect(await broken(w.db, change)).toBe('orders.restaurant_id, orders.bill_number')
  })
  it('the same KOT number twice on one day', async () => {
    const change = sql`UPDATE tickets SET kot_number = 1 WHERE restaurant_id = ${w.id}`
    expect(await broken(w.db, change)).toBe('tickets.restaurant_id, tickets.date, tickets.epoch, tickets.kot_number')
  })
  it('the same kotId twice', async () => {
    const change = sql`UPDATE tickets SET kot_id = 'one' WHERE restaurant_id = ${w.id}`
    expect(await broken(w.db, change)).toBe('tickets.restaurant_id, tickets.kot_id')
  })
  it('a payment row that is changed, deleted or zero', async () => {
    const message = 'payments are only ever added'
    for (const change of [sql`UPDATE payments SET amount = amount + 1`, sql`DELETE FROM payments`])
      await expect(run(w.db, sql`${change} WHERE restaurant_id = ${w.id}`)).rejects.toThrow(message)
    const nothing = sql`INSERT INTO payments (id, restaurant_id, order_id, kind, method, amount, at, business_date, "by") VALUES (${randomId()}, ${w.id}, '', 'received', 'Cash', 0, '', '', '')`
    expect(await broken(w.db, nothing)).toBe('payments_amount')
  })
  it('a negative number of portions', async () => {
    expect(await broken(w.db, sql`UPDATE menu_items SET remaining = -1 WHERE id = ${w.items.brownie}`)).toBe('menu_items_remaining')
  })
  it('the same stock movement twice', async () => {
    expect(await w.rows(`SELECT count(*) > 0 AS some FROM stock_moves WHERE restaurant_id = ?`, w.id)).toEqual([{ some: 1 }])
    const again = sql`INSERT INTO stock_moves SELECT * FROM stock_moves WHERE restaurant_id = ${w.id} LIMIT 1`
    expect(await broken(w.db, again)).toBe('stock_moves.restaurant_id, stock_moves.key, stock_moves.raw_material_id')
  })
  it.each(['outlet', 'platform'])('the same Idempotency-Key twice: %s', async (place) => {
    const db = place === 'outlet' ? w.db : testEnv.PLATFORM
    const key = randomId()
    const [name, id] = place === 'outlet' ? [sql`, restaurant_id`, sql`, ${w.id}`] : [sql``, sql``]
    const keep = sql`INSERT INTO idempotency (account, key, request_hash, status, body, at${name}) VALUES ('a', ${key}, '', 200, '', ''${id})`
    expect(await broken(db, keep)).toBe(null)
    expect(await broken(db, keep)).toBe('idempotency.account, idempotency.key')
  })
  it('one e-mail address for two accounts', async () => {
    const [one, other] = [await makeAccount('cashier'), await makeAccount('partner')]
    expect(await broken(testEnv.PLATFORM, sql`UPDATE accounts SET email = ${one.email} WHERE id = ${other.id}`)).toBe('accounts.email')
  })
  it('a sixth try with one code', async () => {
    const id = randomId()
    const code = sql`INSERT INTO codes (id, purpose, subject, code_hash, tries, created_at, expires_at) VALUES (${id}, 'diner', ${id}, '', 5, '', '')`
    expect(await broken(testEnv.PLATFORM, code)).toBe(null)
    expect(await broken(testEnv.PLATFORM, sql`UPDATE codes SET tries = tries + 1 WHERE id = ${id}`)).toBe('codes_tries')
  })
})
