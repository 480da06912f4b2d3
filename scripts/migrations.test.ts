import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Database } from './demo/database.ts'
import { loadDemo, loadOutlets } from './demo/load.ts'
import { at, AWKWARD, type Kind, NOW, restaurantId, type Row, sub } from './lib/awkward.ts'
import { contents, databases, differences, inMemory, loadingOf, MIGRATIONS, tablesOf } from './lib/databases.ts'
import { migrate } from './lib/migrate.ts'

/** A database with the released schema and every kind of row goes through all later migrations: nothing is lost and nothing is changed. */
const RELEASED = '0000_start.sql'

const all = async (db: Database, text: string, ...values: unknown[]) =>
  (await (values.length > 0 ? db.prepare(text).bind(...values) : db.prepare(text)).all<Row>()).results
const columnsOf = async (db: Database, table: string) => (await all(db, `PRAGMA table_info(${table})`)).map((r) => String(r.name))
const quoted = (columns: readonly string[]) => columns.map((c) => `"${c}"`).join(', ')

async function insert(db: Database, table: string, rows: readonly Row[]): Promise<void> {
  for (let i = 0; i < rows.length; i += 800) {
    const part = rows.slice(i, i + 800)
    const names = Object.keys(part[0] ?? {})
    const picks = names.map((_, n) => `json_extract(value, '$[${n}]')`).join(', ')
    const text = `INSERT INTO "${table}" (${quoted(names)}) SELECT ${picks} FROM json_each(?)`
    await db
      .prepare(text)
      .bind(JSON.stringify(part.map((row) => names.map((n) => row[n]))))
      .all()
  }
}

/** Tables that never have rows. */
const EMPTY = ['guard']
/** Tables that only a running server writes: a day’s notes, stored answers, the devices that signed in, print jobs, names that people had, suppliers’ bills, outlets that were taken out. */
const WRITTEN_LATER = 'day_notes desk_decisions drawer_moves former_names idempotency known_devices print_jobs purchases taken_out'.split(
  ' ',
)

/** A demo's orders and books as the released version had them: a JSON of the payments in each order, and money in the books once its order was completed. */
async function asReleased(db: Database): Promise<void> {
  await db
    .prepare(
      `UPDATE orders SET payments = (SELECT json_group_array(json_object('method', method, 'amount', amount, 'at', at)) FROM payments WHERE order_id = orders.id AND kind = 'received')`,
    )
    .all()
  await db.prepare("DELETE FROM rollups WHERE kind = 'open'").all()
  await db
    .prepare(
      `UPDATE rollups SET amount = rollups.amount - p.sum, count = rollups.count - p.n
       FROM (SELECT p.restaurant_id, p.business_date, method, sum(amount) AS sum, count(*) AS n FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.order_status = 'pending' GROUP BY 1, 2, 3) p
       WHERE rollups.restaurant_id = p.restaurant_id AND rollups.business_date = p.business_date AND rollups.kind = 'method' AND rollups.key = p.method`,
    )
    .all()
  await db.prepare("DELETE FROM rollups WHERE kind = 'method' AND amount = 0 AND count = 0").all()
}

/** The payment rows and the books of each order. The migration gives rows new ids. */
const moneyOf = async (db: Database) => ({
  rows: await all(
    db,
    'SELECT order_id, kind, method, sum(amount) AS amount, max(at) AS at, business_date, "by" FROM payments GROUP BY order_id, kind, method ORDER BY order_id, kind, method',
  ),
  books: await all(
    db,
    "SELECT restaurant_id, business_date, kind, key, amount, count FROM rollups WHERE kind IN ('method', 'open') ORDER BY 1, 2, 3, 4",
  ),
})
let money: Awaited<ReturnType<typeof moneyOf>>

let open: Awaited<ReturnType<typeof databases<'platform' | 'outlets' | 'platformNow' | 'outletsNow' | 'twins' | 'places' | 'tills'>>>
const released = { platform: new Map<string, string[]>(), outlets: new Map<string, string[]>() }
const before: Record<Kind, Record<string, string[]>> = { platform: {}, outlets: {} }

beforeAll(async () => {
  open = await databases(['platform', 'outlets', 'platformNow', 'outletsNow', 'twins', 'places', 'tills'])
  const now = { platform: inMemory(), outlets: inMemory() }
  for (const kind of ['platform', 'outlets'] as const) {
    await migrate(now[kind], MIGRATIONS[kind])
    await migrate(open.db[`${kind}Now`], MIGRATIONS[kind])
    await migrate(open.db[kind], MIGRATIONS[kind], { upTo: RELEASED })
  }
  await loadOutlets(loadingOf({ platform: now.platform, shard: now.outlets }, NOW))
  money = await moneyOf(now.outlets)
  await asReleased(now.outlets)
  for (const kind of ['platform', 'outlets'] as const) {
    const old = open.db[kind]
    for (const table of await tablesOf(old)) {
      const columns = await columnsOf(old, table)
      released[kind].set(table, columns)
      // The released demo did not store cancelled dishes with their reasons, nor sales by dish.
      const kept = table === 'rollups' ? "kind NOT IN ('cancellation', 'dish')" : 'true'
      await insert(old, table, await all(now[kind], `SELECT ${quoted(columns)} FROM "${table}" WHERE ${kept}`))
      await insert(old, table, AWKWARD[kind][table] ?? [])
    }
    before[kind] = await contents(old, released[kind])
    await migrate(old, MIGRATIONS[kind])
  }
})
afterAll(() => open.end())

/** Money is now booked by the day on which it was received, not by its order's end; another test checks what becomes of those rows. */
const withoutMoney = ({ rollups, ...tables }: Record<string, string[]>) => ({
  ...tables,
  ...(rollups ? { rollups: rollups.filter((row) => !/"kind":"(method|open)"/.test(row)) } : {}),
})

describe.each(['platform', 'outlets'] as const)('the migrations of %s', (kind) => {
  it('were tried on rows of every released table', () => {
    expect(Object.keys(AWKWARD[kind]).sort()).toEqual([...released[kind].keys()].filter((t) => !EMPTY.includes(t)))
    for (const [table, rows] of Object.entries(before[kind]))
      expect(rows.length, table).toBeGreaterThanOrEqual(EMPTY.includes(table) ? 0 : (AWKWARD[kind][table]?.length ?? 1))
  })

  it('keep every row of every table as it was', async () => {
    const after = await contents(open.db[kind], released[kind])
    expect(differences(withoutMoney(before[kind]), withoutMoney(after))).toEqual({})
  })

  it('leave a consistent database with the same schema as a new one', async () => {
    const schema = (db: Database) =>
      all(
        db,
        "SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY type, name",
      )
    expect(await schema(open.db[kind])).toEqual(await schema(open.db[`${kind}Now`]))
    for (const table of await tablesOf(open.db[kind]))
      expect((await columnsOf(open.db[kind], table)).sort(), table).toEqual((await columnsOf(open.db[`${kind}Now`], table)).sort())
    expect(await all(open.db[kind], 'PRAGMA foreign_key_check')).toEqual([])
    expect(await all(open.db[kind], 'PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
  })

  it('are applied once', async () => {
    expect(await migrate(open.db[kind], MIGRATIONS[kind])).toEqual([])
    expect(differences(withoutMoney(before[kind]), withoutMoney(await contents(open.db[kind], released[kind])))).toEqual({})
  })
})

describe('the money of a released database', () => {
  it('becomes the rows and the books that this version would have written, to the paisa', async () => {
    expect(money.rows.length).toBeGreaterThan(1000)
    expect(new Set(money.rows.map((r) => r.kind))).toEqual(new Set(['received', 'returned']))
    const ours = (rows: Row[]) => rows.filter((r) => r.restaurant_id !== restaurantId)
    const now = await moneyOf(open.db.outlets)
    expect(now.rows).toEqual(money.rows)
    expect(ours(now.books)).toEqual(ours(money.books))
  })

  it('is kept for orders that are paid in part, paid twice by one method, refunded, and merged into another', async () => {
    const db = open.db.tills
    await migrate(db, MIGRATIONS.outlets, { upTo: RELEASED })
    const day = '2026-11-20'
    const paid = (...payments: [method: string, amount: number, minute: number][]) =>
      JSON.stringify(payments.map(([method, amount, minute]) => ({ method, amount, at: `${day}T12:${minute}:00.000Z` })))
    const refund = { amount: 700, reason: 'cold', at: `2026-11-21T08:00:00.000Z`, by: 'Asha', businessDate: '2026-11-21' }
    const orders: Row[] = [
      {
        id: 'part',
        order_status: 'pending',
        payment_status: 'partial',
        payments: paid(['Cash', 100, 10], ['UPI', 50, 11], ['Cash', 25, 12]),
      },
      {
        id: 'twice',
        order_status: 'completed',
        payment_status: 'paid',
        biller: 'Divya',
        payments: paid(['Cash', 300, 20], ['Cash', 200, 21]),
      },
      {
        id: 'back',
        order_status: 'completed',
        payment_status: 'refunded',
        payments: paid(['Cash', 400, 30], ['UPI', 300, 31]),
        refund: JSON.stringify(refund),
      },
      { id: 'merged', order_status: 'cancelled', payment_status: 'unpaid', payments: '[]' },
    ]
    const plain = AWKWARD.outlets.orders?.[0]
    for (const [i, more] of orders.entries())
      await insert(db, 'orders', [{ ...plain, business_date: day, table_id: null, serial_number: i + 1, ...more }])
    const booked = { restaurant_id: restaurantId, key: '', count: 1 }
    await insert(
      db,
      'rollups',
      [
        [day, 'sales', '', 1200, 2],
        [day, 'method', 'Cash', 900, 2],
        [day, 'method', 'UPI', 300, 1],
        ['2026-11-21', 'sales', '', -700, 0],
        ['2026-11-21', 'method', 'Cash', -400, 0],
        ['2026-11-21', 'method', 'UPI', -300, 0],
      ].map(([business_date, kind, key, amount, count]) => ({ ...booked, business_date, kind, key, amount, count })),
    )
    await migrate(db, MIGRATIONS.outlets)
    expect(
      await all(db, 'SELECT order_id, kind, method, amount, business_date, "by", reason FROM payments ORDER BY order_id, kind, method'),
    ).toEqual(
      [
        ['back', 'received', 'Cash', 400, day, '', null],
        ['back', 'received', 'UPI', 300, day, '', null],
        ['back', 'returned', 'Cash', -400, '2026-11-21', 'Asha', 'cold'],
        ['back', 'returned', 'UPI', -300, '2026-11-21', 'Asha', 'cold'],
        ['part', 'received', 'Cash', 125, day, '', null],
        ['part', 'received', 'UPI', 50, day, '', null],
        ['twice', 'received', 'Cash', 500, day, 'Divya', null],
      ].map(([order_id, kind, method, amount, business_date, by, reason]) => ({
        order_id,
        kind,
        method,
        amount,
        business_date,
        by,
        reason,
      })),
    )
    expect((await moneyOf(db)).books.map((r) => [r.business_date, r.kind, r.key, r.amount, r.count])).toEqual([
      [day, 'method', 'Cash', 1025, 3],
      [day, 'method', 'UPI', 350, 2],
      [day, 'open', '', 175, 0],
      ['2026-11-21', 'method', 'Cash', -400, 0],
      ['2026-11-21', 'method', 'UPI', -300, 0],
      ['2026-11-21', 'open', '', 0, 0],
    ])
    for (const change of ["UPDATE payments SET amount = 1 WHERE order_id = 'part'", "DELETE FROM payments WHERE order_id = 'part'"])
      await expect(all(db, change)).rejects.toThrow('payments are only ever added')
  })
})

it('an open order that was left `paid` although something is left to pay becomes `partial`, in the lists and their counts too', async () => {
  const db = inMemory()
  await migrate(db, MIGRATIONS.outlets, { upTo: '0022_tips.sql' })
  const received = (amount: number) => JSON.stringify([{ method: 'Cash', amount, at: '2026-11-20T12:00:00.000Z' }])
  const rows: [id: string, order_status: string, payment_status: string, paid: number][] = [
    ['owes', 'pending', 'paid', 900],
    ['paid', 'pending', 'paid', 1000],
    ['partial', 'pending', 'partial', 400],
    ['ended', 'completed', 'paid', 900],
  ]
  const plain = { ...AWKWARD.outlets.orders?.[0], business_date: '2026-11-20', table_id: null, grand_total: 1000 }
  for (const [i, [id, order_status, payment_status, paid]] of rows.entries())
    await insert(db, 'orders', [{ ...plain, id, serial_number: i + 1, order_status, payment_status, payments: received(paid) }])
  await migrate(db, MIGRATIONS.outlets)
  const after = await all(db, 'SELECT id, payment_status FROM orders ORDER BY serial_number')
  expect(after.map((r) => `${r.id}: ${r.payment_status}`)).toEqual(['owes: partial', 'paid: paid', 'partial: partial', 'ended: paid'])
  const counts = await all(db, "SELECT facet, count FROM tallies WHERE list = 'orders' AND span = 0 AND count <> 0")
  expect(counts.map((r) => `${String(r.facet).split('|').slice(1).join(' ')}: ${r.count}`).sort()).toEqual([
    'completed paid: 1',
    'pending paid: 1',
    'pending partial: 2',
  ])
})

describe('a demo of the released schema', () => {
  /** Columns that are added to existing rows; everything else must stay exactly as it was. */
  const ADDED: Record<Kind, Record<string, string[]>> = {
    platform: { accounts: ['last_login_at'], restaurants: ['profile'] },
    outlets: { orders: ['refund'], menu_items: ['addon_groups', 'version'] },
  }
  const later = new Date(NOW.getTime() + 3 * 86_400_000)
  const load = () => loadDemo(loadingOf({ platform: open.db.platform, shard: open.db.outlets }, later))

  it('gets what it lacks and loses nothing', async () => {
    const columns = (kind: Kind) =>
      new Map([...released[kind]].map(([table, names]) => [table, names.filter((n) => !ADDED[kind][table]?.includes(n))]))
    const were = {
      platform: await contents(open.db.platform, columns('platform')),
      outlets: await contents(open.db.outlets, columns('outlets')),
    }
    expect(await load()).toEqual({ orders: 0 })
    const found = {
      ...differences(were.platform, await contents(open.db.platform, columns('platform'))),
      ...differences(were.outlets, await contents(open.db.outlets, columns('outlets'))),
    }
    // Rows are added, none is removed.
    expect(Object.fromEntries(Object.entries(found).map(([table, d]) => [table, [d.gone, d.new > 0]]))).toEqual({
      accounts: [0, true],
      restaurants: [0, true],
      rollups: [0, true],
    })
    for (const kind of ['platform', 'outlets'] as const)
      for (const table of (await tablesOf(open.db[kind])).filter(
        (t) => !released[kind].has(t) && !WRITTEN_LATER.includes(t) && !EMPTY.includes(t),
      ))
        expect((await all(open.db[kind], `SELECT count(*) AS n FROM "${table}"`))[0]?.n, table).toBeGreaterThan(0)
  })

  it('has its orders booked on their business days', async () => {
    const unbooked = await all(
      open.db.outlets,
      `SELECT count(*) AS n FROM orders WHERE restaurant_id <> '${restaurantId}' AND order_status <> 'pending' AND (ended_date IS NULL OR ended_hour IS NULL OR (refund IS NOT NULL AND refund_date IS NULL))`,
    )
    expect(unbooked).toEqual([{ n: 0 }])
    const hours = await all(
      open.db.outlets,
      "SELECT count(*) AS n FROM orders WHERE refund IS NOT NULL AND json_extract(refund, '$.hour') IS NULL",
    )
    expect(hours).toEqual([{ n: 0 }])
  })

  it('gets it only once', async () => {
    const counts = async (db: Database) =>
      all(db, `SELECT ${(await tablesOf(db)).map((table) => `(SELECT count(*) FROM "${table}") AS "${table}"`).join(', ')}`)
    const before = [await counts(open.db.platform), await counts(open.db.outlets)]
    expect(await load()).toBeNull()
    expect([await counts(open.db.platform), await counts(open.db.outlets)]).toEqual(before)
  })
})

describe('constraints that the database checks, it still checks', () => {
  const again = (kind: Kind, table: string, more: Row) =>
    insert(open.db[kind], table, [{ ...AWKWARD[kind][table]?.[0], ...more }]).then(
      () => 'taken',
      (error: Error) => /(UNIQUE|CHECK|NOT NULL) constraint failed/.exec(error.message)?.[1] ?? error.message,
    )

  it.each<[string, Kind, string, Row]>([
    ['one open order a table', 'outlets', 'orders', { id: randomId(), serial_number: 2 }],
    ['one order a number of the day', 'outlets', 'orders', { id: randomId(), table_id: null }],
    ['one ticket a kotId', 'outlets', 'tickets', { position: 5 }],
    ['one table a number', 'outlets', 'dining_tables', { id: randomId(), qr_token: randomId() }],
    ['one rollup a figure', 'outlets', 'rollups', {}],
    ['one event a seq', 'outlets', 'events', {}],
    ['one answer a key', 'outlets', 'idempotency', {}],
    ['one account an address', 'platform', 'accounts', { id: randomId() }],
    ['one counter a name', 'outlets', 'counters', {}],
    ['one category a name', 'outlets', 'categories', { id: randomId() }],
    ['one item a name and category', 'outlets', 'menu_items', { id: randomId() }],
    ['one item a name and subcategory', 'outlets', 'menu_items', { id: randomId(), sub_category_id: sub }],
    ['one subcategory a name', 'outlets', 'subcategories', { id: randomId() }],
  ])('%s', async (_what, kind, table, more) => expect(await again(kind, table, more)).toBe('UNIQUE'))

  it.each<[string, Kind, string, Row]>([
    ['portions left', 'outlets', 'menu_items', { id: randomId(), name: 'x', remaining: -1 }],
    ['a line of nothing', 'outlets', 'lines', { line_id: randomId(), quantity: 0 }],
    ['a bill below zero', 'outlets', 'orders', { id: randomId(), table_id: null, serial_number: 3, grand_total: -1 }],
    ['tries below zero', 'platform', 'attempts', { key: 'x', count: -1 }],
  ])('never %s', async (_what, kind, table, more) => expect(await again(kind, table, more)).toBe('CHECK'))

  it('a deleted table’s number is free again', async () =>
    expect(await again('outlets', 'dining_tables', { id: randomId(), qr_token: randomId(), deleted_at: at })).toBe('taken'))
})

describe('names that existed twice', () => {
  const [a, b] = [randomId(), randomId()]
  const row = (table: string, more: Row): Row => ({ ...AWKWARD.outlets[table]?.[0], id: randomId(), restaurant_id: a, ...more })
  const categories = [
    { id: 'c1', name: 'Soups', position: 1 },
    { id: 'c2', name: 'soups', position: 0 },
    { id: 'c3', name: 'SOUPS', position: 2 },
    { id: 'c4', name: 'Soups (2)', position: 3 },
    { id: 'c5', name: 'Breads', position: 4 },
    { id: 'c6', name: 'Soups', position: 0, restaurant_id: b },
  ].map((more) => row('categories', more))
  const subcategories = [
    { id: 's1', category_id: 'c1', name: 'Clear' },
    { id: 's2', category_id: 'c1', name: 'clear' },
    { id: 's3', category_id: 'c2', name: 'Clear' },
  ].map((more) => row('subcategories', { position: 0, ...more }))
  const items = [
    { id: 'i1', category_id: 'c1', sub_category_id: null, name: 'Tomato' },
    { id: 'i2', category_id: 'c1', sub_category_id: null, name: 'Tomato' },
    { id: 'i3', category_id: 'c1', sub_category_id: 's1', name: 'Tomato' },
    { id: 'i4', category_id: 'c1', sub_category_id: 's1', name: 'TOMATO' },
    { id: 'i5', category_id: 'c1', sub_category_id: 's1', name: 'Tomato' },
    { id: 'i6', category_id: 'c2', sub_category_id: null, name: 'Tomato' },
    { id: 'i7', category_id: 'c1', sub_category_id: 's2', name: 'Tomato' },
  ].map((more) => row('menu_items', { version: 4, position: 0, ...more }))
  // Until 0021 their names were compared by case.
  const MATERIALS = '0020_taken_out.sql'
  const materials = [
    { id: 'm1', name: 'Paneer', created_at: '2026-11-02T00:00:00.000Z' },
    { id: 'm2', name: 'paneer', created_at: '2026-11-01T00:00:00.000Z' },
    { id: 'm3', name: 'PANEER', created_at: '2026-11-03T00:00:00.000Z' },
    { id: 'm4', name: 'Paneer (2)', created_at: '2026-11-01T00:00:00.000Z' },
    { id: 'm5', name: 'PANEER', deleted_at: at },
    { id: 'm6', name: 'Paneer', restaurant_id: b },
    { id: 'm7', name: 'Milk' },
  ].map((more) => ({
    ...{ restaurant_id: a, unit: 'kg', category: '', minimum_stock: 0, cost_per_unit: 0, current_stock: 5000, deleted_at: null },
    ...{ created_at: at, ...more },
  }))

  beforeAll(async () => {
    await migrate(open.db.twins, MIGRATIONS.outlets, { upTo: RELEASED })
    for (const [table, rows] of Object.entries({ categories, subcategories, menu_items: items })) await insert(open.db.twins, table, rows)
    await migrate(open.db.twins, MIGRATIONS.outlets, { upTo: MATERIALS })
    await insert(open.db.twins, 'raw_materials', materials)
    await migrate(open.db.twins, MIGRATIONS.outlets)
  })
  const namesOf = async (table: string) =>
    Object.fromEntries((await all(open.db.twins, `SELECT id, name FROM ${table}`)).map((r) => [String(r.id), String(r.name)]))

  it('become different: the first row keeps its name, no row is lost, and no row of another restaurant is changed', async () => {
    const named = await namesOf('categories')
    expect(named).toMatchObject({ c2: 'soups', c3: 'SOUPS (3)', c5: 'Breads', c6: 'Soups' })
    // `Soups (2)` was taken already.
    expect([named.c1, named.c4].sort()).toEqual(['Soups (2)', 'Soups (2) c4'])
    expect(await namesOf('subcategories')).toEqual({ s1: 'Clear', s2: 'clear (2)', s3: 'Clear' })
    expect(await namesOf('menu_items')).toEqual({
      i1: 'Tomato',
      i2: 'Tomato (2)',
      i3: 'Tomato',
      i4: 'TOMATO (2)',
      i5: 'Tomato (3)',
      i6: 'Tomato',
      i7: 'Tomato',
    })
    const { m1, m4, ...others } = await namesOf('raw_materials')
    expect(others).toEqual({ m2: 'paneer', m3: 'PANEER (3)', m5: 'PANEER', m6: 'Paneer', m7: 'Milk' })
    expect([m1, m4].sort()).toEqual(['Paneer (2)', 'Paneer (2) m1'])
  })

  it('and nothing else in them changes, except the version of renamed rows', async () => {
    const after = await all(open.db.twins, 'SELECT * FROM menu_items ORDER BY id')
    // Later migrations add columns.
    const columns = Object.keys(items[0] ?? {}).filter((name) => name !== 'name' && name !== 'version')
    const kept = (rows: readonly Row[]) => rows.map((row) => columns.map((name) => row[name]))
    expect(columns.length).toBeGreaterThan(10)
    expect(kept(after)).toEqual(kept(items))
    expect(after.map((r) => r.version)).toEqual([4, 5, 4, 5, 5, 4, 4])
  })
})

describe('existing restaurants', () => {
  const place = { location: { latitude: 17.4539236, longitude: 78.3642123 }, showInMobileApp: true, recommendedOnMobile: true }
  const restaurants: [id: string, profile: Row, more?: Row][] = [
    ['listed', place],
    ['south', { ...place, location: { latitude: -33, longitude: 151.5 }, recommendedOnMobile: undefined }],
    ['hidden', { ...place, showInMobileApp: false }],
    ['nowhere', { showInMobileApp: true }],
    ['awaited', place, { approval_status: 'pending' }],
    ['gone', place, { deleted_at: at }],
  ]

  it('are listed in the app when they are approved, shown and have a location', async () => {
    const db = open.db.places
    await migrate(db, MIGRATIONS.platform, { upTo: RELEASED })
    const plain = { ...AWKWARD.platform.restaurants?.[0], approval_status: 'approved', deleted_at: null }
    await insert(
      db,
      'restaurants',
      restaurants.map(([id, profile, more]) => ({ ...plain, id, establishment_name: id, profile: JSON.stringify(profile), ...more })),
    )
    await migrate(db, MIGRATIONS.platform)
    expect(await all(db, 'SELECT * FROM listings ORDER BY restaurant_id')).toEqual([
      { restaurant_id: 'listed', name: 'listed', latitude: 17453924, longitude: 78364212, recommended: 1 },
      { restaurant_id: 'south', name: 'south', latitude: -33000000, longitude: 151500000, recommended: 0 },
    ])
  })
})

describe('stored totals', () => {
  const spans = '(SELECT 0 AS span UNION ALL SELECT 7 UNION ALL SELECT 10) s'
  /** The stored totals, and the actual ones: the rows of a list by their day and their facet. */
  const same = async (db: Database, kept: string, rows: string) => {
    const counted = await all(
      db,
      `SELECT r.list, s.span, substr(r.day, 1, s.span) AS start, r.facet, count(*) AS count FROM (${rows}) r CROSS JOIN ${spans} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    )
    expect(counted.length).toBeGreaterThan(2)
    expect(
      await all(
        db,
        `SELECT list, span, start, facet, sum(count) AS count FROM tallies WHERE ${kept} GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 ORDER BY 1, 2, 3, 4`,
      ),
    ).toEqual(counted)
  }

  it('count the existing rows', async () => {
    const orders =
      "SELECT 'orders' AS list, business_date AS day, order_type || '|' || order_status || '|' || payment_status AS facet FROM orders"
    await same(open.db.outlets, "list = 'orders'", orders)
    await same(open.db.outlets, "list LIKE 'orders:%'", orders.replace("'orders'", "'orders:' || table_id") + ' WHERE table_id IS NOT NULL')
    await same(
      open.db.platform,
      "list = 'restaurants'",
      "SELECT 'restaurants' AS list, created_at AS day, approval_status AS facet FROM restaurants WHERE deleted_at IS NULL",
    )
    await same(open.db.platform, "list = 'shards'", "SELECT 'shards' AS list, created_at AS day, shard AS facet FROM restaurants")
    await same(
      open.db.platform,
      "list = 'partners'",
      "SELECT 'partners' AS list, created_at AS day, '' AS facet FROM partners WHERE deleted_at IS NULL",
    )
  })

  it('and their words can be searched', async () => {
    const words = (list: string) => all(open.db.platform, `SELECT DISTINCT id FROM search_words WHERE list = '${list}' ORDER BY id`)
    const ids = (table: string, text: string) => all(open.db.platform, `SELECT id FROM ${table} WHERE trim(${text}) <> '' ORDER BY id`)
    expect(await words('restaurants')).toEqual(await ids('restaurants', 'establishment_name'))
    expect(await words('partners')).toEqual(await ids('partners', 'name || email'))
    expect(
      await all(
        open.db.platform,
        "SELECT word FROM search_words WHERE word <> lower(word) OR word LIKE '% %' OR word LIKE '%,%' OR word = ''",
      ),
    ).toEqual([])
  })
})
