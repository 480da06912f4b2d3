import { getTableColumns, is, sql as drizzle } from 'drizzle-orm'
import { SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as outlets from './outlets.ts'
import * as platform from './platform.ts'
import { column, decode, insert, insertMany, pick, shape, update, without } from './rows.ts'
import { compile, type SQL, sql } from './sql.ts'

const dialect = new SQLiteSyncDialect()
/** What drizzle itself makes of a statement. */
const byDrizzle = (statement: SQL) => {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return { text, params }
}
const { orders, menuItems } = outlets

describe('sql', () => {
  const inner = sql`(SELECT value FROM counters WHERE name = ${'seq'})`
  it.each<[string, SQL]>([
    ['no value', sql`SELECT 1`],
    ['nothing', sql``],
    ['values of each type', sql`SELECT ${1}, ${'two'}, ${null}, ${true}, ${2.5}`],
    ['undefined, which is left out', sql`SELECT 1 ${undefined} FROM orders`],
    ['a template in another', sql`SELECT ${inner} - ${3}, ${inner}`],
    ['a column and a table', sql`SELECT ${orders.restaurantId} FROM ${orders} WHERE ${orders.id} = ${'o'}`],
    [
      'a column’s own type',
      sql`UPDATE orders SET is_kot = ${sql.param(true, orders.isKOT)}, payments = ${sql.param([{ method: 'Cash', amount: 5 }], orders.payments)}`,
    ],
    ['raw text', sql`SELECT ${sql.raw("'$[0]'")} FROM ${sql.raw('orders INDEXED BY orders_pending')}`],
    ['names', sql`SELECT ${sql.identifier('a "quoted" name')}`],
    ['a list', sql`IN (${sql.join([sql`${1}`, sql`${2}`, sql`three`], sql`, `)})`],
    ['a list of one, and of none', sql`${sql.join([sql`${1}`], sql`, `)} ${sql.join([])}`],
    [
      'drizzle’s own sql inside',
      sql`SELECT ${drizzle`lower(${'A'}) || ${orders.id} || ${drizzle.identifier('n')} ${drizzle.raw('x')}`}, ${1}`,
    ],
    ['an index’s expression', sql`WHERE ${drizzle`${orders.orderType} || '|' || ${orders.orderStatus}`} = ${'x'}`],
  ])('is compiled as drizzle would: %s', (_, statement) => {
    expect(compile(statement)).toEqual(byDrizzle(statement))
  })

  it('can stand inside drizzle’s own sql', () => {
    const outer = drizzle`SELECT * FROM (${inner}) WHERE a = ${1}`
    expect(byDrizzle(outer as SQL)).toEqual({
      text: 'SELECT * FROM ((SELECT value FROM counters WHERE name = ?)) WHERE a = ?',
      params: ['seq', 1],
    })
    expect(compile(outer as SQL)).toEqual(byDrizzle(outer as SQL))
  })

  it('refuses a separator with values', () => {
    expect(() => sql.join([sql`a`, sql`b`], sql`${1}`)).toThrow('a separator has no values')
  })
})

describe('rows', () => {
  const order = { id: 'o', restaurantId: 'r', version: 1, isKOT: true, tableId: null, payments: [], guests: undefined }

  it('are inserted by the columns that are given, with what the database computes', () => {
    const statement = insert(orders, { ...order, serialNumber: sql`(SELECT ${7})` } as never)
    expect(compile(statement)).toEqual({
      text: 'INSERT INTO "orders" ("id", "restaurant_id", "version", "is_kot", "table_id", "payments", "serial_number") VALUES (?, ?, ?, ?, ?, ?, (SELECT ?))',
      params: ['o', 'r', 1, 1, null, '[]', 7],
    })
    expect(byDrizzle(statement)).toEqual(compile(statement))
  })

  it('are updated the same, also when the same columns come again with other values', () => {
    for (const remaining of [4, null])
      expect(compile(update(menuItems, { remaining, available: false }, sql`id = ${'m'} AND version = ${2}`))).toEqual({
        text: 'UPDATE "menu_items" SET "remaining" = ?, "available" = ? WHERE id = ? AND version = ?',
        params: [remaining, 0, 'm', 2],
      })
    // The same columns in another order are another text.
    expect(compile(update(menuItems, { available: true, remaining: 1 }, sql`true`)).text).toBe(
      'UPDATE "menu_items" SET "available" = ?, "remaining" = ? WHERE true',
    )
  })

  it('are inserted many at once, as one value', () => {
    const rows = [order, { ...order, id: 'p', isKOT: false }] as never[]
    const { text, params } = compile(insertMany(orders, rows, sql`ON CONFLICT (id) DO UPDATE SET version = ${9}`))
    expect(text).toMatch(
      /^INSERT INTO "orders" \("id", .*"guests"\) SELECT json_extract\(value, '\$\[0\]'\), .* FROM json_each\(\?\) WHERE true ON CONFLICT \(id\) DO UPDATE SET version = \?$/,
    )
    expect(params).toEqual([
      JSON.stringify([
        ['o', 'r', 1, 1, null, '[]', null],
        ['p', 'r', 1, 0, null, '[]', null],
      ]),
      9,
    ])
  })

  it('refuse a column that the table hasn’t', () => {
    expect(() => insert(orders, { nothing: 1 } as never)).toThrow('orders has no column nothing')
  })

  it('become objects by the columns that were read, each its own', () => {
    const row = { id: 'o', restaurant_id: 'r', is_kot: 0, table_id: null, payments: '[{"method":"Cash","amount":5}]' }
    const read = { id: 'o', restaurantId: 'r', isKOT: false, tableId: null, payments: [{ method: 'Cash', amount: 5 }] }
    expect(decode(orders, row)).toStrictEqual(read)
    expect(decode(orders, { ...row, id: 'p', is_kot: 1 })).toStrictEqual({ ...read, id: 'p', isKOT: true })
    const { payments: _p, ...rest } = read
    expect(decode(without(orders, 'payments'), row)).toStrictEqual(rest)
    expect(decode(shape(pick(orders, 'id', 'version'), { tables: column.number('n') }), { o_id: 'o', o_n: '3' }, 'o_')).toStrictEqual({
      id: 'o',
      tables: 3,
    })
  })

  it('have texts for every table', () => {
    for (const table of [...Object.values(outlets), ...Object.values(platform)].filter((t) => is(t, SQLiteTable))) {
      const values = Object.fromEntries(Object.keys(getTableColumns(table)).map((key) => [key, null]))
      const statement = insert(table, values as never)
      expect(compile(statement)).toEqual(byDrizzle(statement))
    }
  })
})
