import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { newSettings } from '#domain/settings.ts'
import { addDays, DEFAULT_TIMEZONE, wallClock } from '#domain/time.ts'
import { batch } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { stockOf, store } from '../test/stock.ts'
import { makeRestaurant, many } from '../test/world.ts'

const refused = (reply: { status: number; body: any }) => [reply.status, reply.body.code]
const inDays = (days: number) => addDays(new Date().toISOString().slice(0, 10), days)

/** A dairy's bill of 2.5 l milk for Rs. 130 and 4 kg paneer for Rs. 1,400. */
async function dairy() {
  const { w, stock, does } = await store()
  const [milk, paneer] = [await stock.material('Milk', { unit: 'l' }), await stock.material('Paneer')]
  const bill = {
    supplier: 'Sharma Dairy',
    billNumber: 'INV 12',
    billDate: inDays(-1),
    note: 'Two crates came late',
    receiptImage: '/v1/media/bill.webp',
    lines: [
      { rawMaterial: milk, stockQuantity: 2.5, unit: 'l', amount: 130, expiryDate: '2027-01-02' },
      { rawMaterial: paneer, stockQuantity: 4, unit: 'kg', amount: 1400 },
    ] as Record<string, unknown>[],
  }
  const book = (more: object = {}, options: object = {}) =>
    w.does('kitchen', 'POST /restaurant/inventory/purchases', { ...bill, ...more }, options)
  /** What a refused call must leave as it was. */
  const rows = async () => [
    await w.rows('SELECT id FROM purchases WHERE restaurant_id = ?', w.id),
    await w.rows('SELECT id, quantity FROM stocks WHERE restaurant_id = ? ORDER BY id', w.id),
    await w.rows('SELECT key FROM stock_moves WHERE restaurant_id = ? ORDER BY key', w.id),
    await w.rows('SELECT id, current_stock FROM raw_materials WHERE restaurant_id = ? ORDER BY id', w.id),
  ]
  return { w, stock, does, milk, paneer, bill, book, rows }
}

describe('a purchase', () => {
  it('makes a lot of each line, at the cost of a unit, with the receipt and the movements', async () => {
    const { does, stock, milk, paneer, bill, book } = await dairy()
    const made = await book()
    expect(made.status, made.text).toBe(201)
    expect(made.body.purchase).toEqual({
      _id: expect.any(String),
      supplier: 'Sharma Dairy',
      billNumber: 'INV 12',
      billDate: bill.billDate,
      receiptImage: '/v1/media/bill.webp',
      note: 'Two crates came late',
      amount: 1530,
      billTotal: null,
      version: 1,
      corrections: [],
      lineCount: 2,
      by: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
      takenBack: null,
      lines: [
        {
          rawMaterial: { _id: milk, name: 'Milk', unit: 'l' },
          stockQuantity: 2.5,
          amount: 130,
          unitCost: 52,
          expiryDate: '2027-01-02',
          left: 2.5,
        },
        {
          rawMaterial: { _id: paneer, name: 'Paneer', unit: 'kg' },
          stockQuantity: 4,
          amount: 1400,
          unitCost: 350,
          expiryDate: null,
          left: 4,
        },
      ],
    })
    expect(made.body.rawMaterials.map((m: any) => [m._id, m.currentStock])).toEqual([
      [milk, 2.5],
      [paneer, 4],
    ])
    const { stocks } = (await does('GET /stocks/all')).body
    expect(stocks.map((s: any) => [s.rawMaterial._id, s.stockQuantity, s.unitCost, s.expiryDate, s.receiptImage])).toEqual([
      [milk, 2.5, 52, '2027-01-02', '/v1/media/bill.webp'],
      [paneer, 4, 350, null, '/v1/media/bill.webp'],
    ])
    const { movements } = (await does(`GET /raw-materials/${paneer}/movements`)).body
    expect(movements).toMatchObject([{ kind: 'purchase', quantity: 4, unitCost: 350, reason: 'Sharma Dairy, bill INV 12' }])
    expect((await does(`GET /purchases/${made.body.purchase._id}`)).body).toEqual({ purchase: made.body.purchase })
    await stock.mustAddUp()
  })

  it('covers a shortage first, also by several lines of one material', async () => {
    const { w, does, stock, milk } = await dairy()
    await stock.recipe('plain', [[milk, 500, 'ml']])
    await w.order([w.line('plain', 5)])
    const lines = [1, 1, 2].map((stockQuantity) => ({ rawMaterial: milk, stockQuantity }))
    const made = await does('POST /purchases', { lines })
    expect(made.body.purchase.lines.map((l: any) => l.left)).toEqual([0, 0, 1.5])
    expect(made.body.purchase).toMatchObject({ supplier: '', billNumber: '', note: '', amount: null, billTotal: null })
    expect(made.body.purchase.lines[0]).toMatchObject({ amount: null, unitCost: null })
    await stock.mustAddUp()
  })

  it('with one line that can’t be booked changes nothing', async () => {
    const { w, stock, milk, paneer, bill, book, rows } = await dairy()
    const other = await store()
    const theirs = await other.stock.material('Salt')
    const gone = await stock.material('Curd')
    await w.does('kitchen', `DELETE /restaurant/inventory/raw-materials/${gone}`)
    const before = await rows()
    const bad = (line: object) => book({ lines: [...bill.lines, line] })
    for (const rawMaterial of [theirs, gone, randomId()]) {
      const reply = await bad({ rawMaterial, stockQuantity: 1 })
      expect(refused(reply)).toEqual([404, 'not_found'])
      expect(reply.body.message).toBe('Line 3: raw material not found')
    }
    for (const [line, path] of [
      [{ rawMaterial: milk, stockQuantity: 0 }, 'lines.2.stockQuantity'],
      [{ rawMaterial: milk, stockQuantity: 0.0001 }, 'lines.2.stockQuantity'],
      [{ rawMaterial: milk, stockQuantity: 1, amount: -1 }, 'lines.2.amount'],
      [{ rawMaterial: milk, stockQuantity: 1, expiryDate: '2026-02-30' }, 'lines.2.expiryDate'],
    ] as const) {
      const reply = await bad(line)
      expect([reply.status, reply.body.errors?.[0]?.path], reply.text).toEqual([422, path])
    }
    const unit = await bad({ rawMaterial: paneer, stockQuantity: 1, unit: 'pcs' })
    expect(refused(unit)).toEqual([409, 'unit_changed'])
    expect(unit.body).toMatchObject({ line: 2, rawMaterial: { _id: paneer, unit: 'kg' } })
    expect(await rows()).toEqual(before)
  })

  it('needs lines, at most 100, and a date that has come', async () => {
    const { stock, milk, bill, book, rows } = await dairy()
    const before = await rows()
    const linesOf = (length: number) => Array.from({ length }, () => ({ rawMaterial: milk, stockQuantity: 1 }))
    for (const [more, path] of [
      [{ lines: [] }, 'lines'],
      [{ lines: linesOf(101) }, 'lines'],
      [{ billDate: inDays(2) }, 'billDate'],
      [{ billDate: inDays(-368) }, 'billDate'],
      [{ lines: [{ ...bill.lines[0], stockQuantity: 1e-9 }] }, 'lines.0.stockQuantity'],
      [{ receiptImage: 'javascript:alert(1)' }, 'receiptImage'],
    ] as const) {
      const reply = await book(more)
      expect([reply.status, reply.body.errors?.[0]?.path], reply.text).toEqual([422, path])
    }
    expect(await rows()).toEqual(before)
    const most = await book({ lines: linesOf(100) })
    expect([most.status, most.body.purchase.lineCount]).toEqual([201, 100])
    expect(most.body.rawMaterials.map((m: any) => m.currentStock)).toEqual([100])
    await stock.mustAddUp()
  })

  it('can be of 100 materials, and is taken back with all of them', async () => {
    const { w, does, stock, milk, book } = await dairy()
    const ids = Array.from({ length: 99 }, () => randomId())
    await w.rows(
      `INSERT INTO raw_materials (id, restaurant_id, name, unit, created_at) SELECT value, ?, 'Spice ' || key, 'kg', ? FROM json_each(?)`,
      w.id,
      new Date().toISOString(),
      JSON.stringify(ids),
    )
    const made = await book({ lines: [milk, ...ids].map((rawMaterial, n) => ({ rawMaterial, stockQuantity: n + 1, amount: n })) })
    expect(made.status, made.text).toBe(201)
    expect(new Set(made.body.rawMaterials.map((m: any) => m.currentStock))).toEqual(new Set(Array.from({ length: 100 }, (_, n) => n + 1)))
    const back = await does(`DELETE /purchases/${made.body.purchase._id}`)
    expect(back.status, back.text).toBe(200)
    expect(back.body.rawMaterials.map((m: any) => m.currentStock)).toEqual(Array(100).fill(0))
    expect(new Set((await stock.low()).map((e: any) => e.data.material._id)).size).toBe(100)
    await stock.mustAddUp()
  })

  it('may have the calendar’s date before the business day begins', async () => {
    const w = await makeRestaurant({ settings: { kotSettings: { ...newSettings().kotSettings, resetTime: '23:59' } } })
    const stock = stockOf(w)
    const { date } = wallClock(new Date(), DEFAULT_TIMEZONE)
    const lines = [{ rawMaterial: await stock.material('Milk'), stockQuantity: 1 }]
    const book = (billDate: string) => w.does('kitchen', 'POST /restaurant/inventory/purchases', { billDate, lines })
    expect((await book(date)).body.purchase?.billDate).toBe(date)
    expect((await book(addDays(date, 1))).status).toBe(422)
  })

  it('is booked once for a bill, whatever its case and spaces; the refusal names the first', async () => {
    const { book, rows } = await dairy()
    const key = randomId()
    const first = await book({}, { key })
    const before = await rows()
    const again = await book({ supplier: ' sharma  DAIRY', billNumber: 'inv12' })
    expect(refused(again)).toEqual([409, 'duplicate'])
    expect(again.body.purchase).toEqual(first.body.purchase)
    expect(again.body.message).toMatch(/^Bill INV 12 of Sharma Dairy was booked before, by .+\.$/)
    const repeated = await book({}, { key })
    expect([repeated.status, repeated.text]).toEqual([201, first.text])
    expect(await rows()).toEqual(before)
    expect((await book({ billNumber: 'INV 13' })).status).toBe(201)
    // Nothing tells two bills without a number apart.
    for (const more of [{ billNumber: '' }, { supplier: '' }])
      expect((await many(2, () => book(more))).map((r) => r.status)).toEqual([201, 201])
  })

  it('from two tabs at once is booked once', async () => {
    const { stock, milk, book } = await dairy()
    const late = await book({}, { via: meanwhile(() => book()) })
    expect(refused(late)).toEqual([409, 'duplicate'])
    expect((await many(4, () => book())).map((r) => r.status)).toEqual(Array(4).fill(409))
    expect(await stock.current(milk)).toBe(2.5)
    await stock.mustAddUp()
  })

  it('is in the unit that was shown, also when another device changes it meanwhile', async () => {
    const { w, milk, book } = await dairy()
    const changes = () => w.does('kitchen', `PUT /restaurant/inventory/raw-materials/${milk}`, { unit: 'ml' })
    expect(refused(await book({}, { via: meanwhile(changes) }))).toEqual([409, 'unit_changed'])
  })

  it('can’t be of a material that is deleted meanwhile', async () => {
    const { w, paneer, bill, book, rows } = await dairy()
    const lines = bill.lines.map(({ unit: _, ...line }) => line)
    const deletes = () => w.does('kitchen', `DELETE /restaurant/inventory/raw-materials/${paneer}`)
    expect(refused(await book({ lines }, { via: meanwhile(deletes) }))).toEqual([404, 'not_found'])
    expect((await rows())[0]).toEqual([])
  })
})

describe('purchases', () => {
  it('are listed by the date of the bill, the newest first, by supplier and range, with their sum and their suppliers', async () => {
    const { w, does, bill, book } = await dairy()
    const make = async (more: object) => (await book(more)).body.purchase._id as string
    // The restaurant's day may be one ahead of UTC's.
    const old = await make({ billDate: inDays(-364), billNumber: '1' })
    await batch(w.db, [sql`UPDATE purchases SET bill_date = ${inDays(-400)} WHERE id = ${old}`])
    const [a, b] = [await make({ billNumber: '2', billDate: inDays(-9) }), await make({ billNumber: '3', billDate: inDays(-2) })]
    const c = await make({ supplier: 'Verma', lines: [{ ...bill.lines[0], amount: 70.5 }], billDate: inDays(-5) })
    const list = async (query = '') => (await does(`GET /purchases?${query}`)).body
    const ids = async (query: string) => (await list(query)).purchases.map((p: any) => p._id)
    const all = await list()
    // Without a range: of a year.
    expect(all.purchases.map((p: any) => p._id)).toEqual([b, c, a])
    expect(all).toMatchObject({ totalPurchases: 3, totalAmount: 3130.5, totalPages: 1, suppliers: ['Sharma Dairy', 'Verma'] })
    expect(all.purchases[1]).toMatchObject({ supplier: 'Verma', lineCount: 1, amount: 70.5, takenBack: null })
    expect(all.purchases[1].lines).toBeUndefined()
    expect(await ids('supplier=VERMA')).toEqual([c])
    expect(await ids(`from=${inDays(-6)}&to=${inDays(-3)}`)).toEqual([c])
    expect(await ids(`from=${inDays(-900)}&supplier=sharma%20dairy`)).toEqual([b, a, old])
    expect(await list('limit=2&page=2')).toMatchObject({ totalPages: 2, currentPage: 2, totalPurchases: 3, totalAmount: 3130.5 })
    expect(await ids('limit=2&page=2')).toEqual([a])
    expect((await does(`GET /purchases?from=${inDays(0)}&to=${inDays(-1)}`)).status).toBe(422)
    const bare = await make({ supplier: '', billDate: inDays(-1) })
    expect([await ids('supplier=+'), (await list('from=' + inDays(-1))).suppliers]).toEqual([[bare], ['']])
    const other = await store()
    expect(refused(await other.does(`GET /purchases/${a}`))).toEqual([404, 'not_found'])
    expect((await other.does('GET /purchases')).body).toMatchObject({ totalPurchases: 0, totalAmount: 0, suppliers: [] })
    expect((await w.does('waiter', 'GET /restaurant/inventory/purchases')).status).toBe(403)
  })

  it('can be taken back whole while nothing is used: rows of the ledger, and the bill may be booked again', async () => {
    const { does, stock, milk, book, rows } = await dairy()
    await stock.buy(milk, 1)
    const { _id } = (await book()).body.purchase
    const back = await does(`DELETE /purchases/${_id}`)
    expect(back.status, back.text).toBe(200)
    expect(back.body.purchase).toMatchObject({ _id, amount: 1530, takenBack: { by: expect.any(String), at: expect.stringMatching(/Z$/) } })
    expect(back.body.purchase.lines.map((l: any) => [l.stockQuantity, l.left])).toEqual([
      [2.5, 0],
      [4, 0],
    ])
    expect(back.body.rawMaterials.map((m: any) => m.currentStock)).toEqual([1, 0])
    expect(await stock.moves(milk)).toEqual([
      ['purchase', 1000],
      ['purchase', 2500],
      ['purchase', -2500],
    ])
    expect((await does('GET /stocks/all')).body.stocks.map((s: any) => s.stockQuantity)).toEqual([1])
    expect((await does('GET /purchases')).body).toMatchObject({ totalPurchases: 1, totalAmount: 0 })
    const before = await rows()
    expect(refused(await does(`DELETE /purchases/${_id}`))).toEqual([409, 'stock_changed'])
    expect(await rows()).toEqual(before)
    expect((await book()).status).toBe(201)
    await stock.mustAddUp()
  })

  it('of which something is used, counted or covered a shortage stay; the refusal says what', async () => {
    const { w, does, stock, milk, book, rows } = await dairy()
    await stock.recipe('plain', [[milk, 500, 'ml']])
    await w.order([w.line('plain')])
    const short = (await book({ billNumber: 'a' })).body.purchase._id
    const used = (await book({ billNumber: 'b' })).body.purchase
    await w.order([w.line('plain', 4)])
    await does('PUT /stocks/bulk-update', {
      stocks: (await does('GET /stocks/all')).body.stocks.slice(-1).map((s: any) => ({ _id: s._id, stockQuantity: 3 })),
    })
    const before = await rows()
    const reply = await does(`DELETE /purchases/${short}`)
    expect(refused(reply)).toEqual([409, 'stock_changed'])
    expect(reply.body.message).toMatch(/^Milk: 0 of 2.5 l are left\./)
    const other = await does(`DELETE /purchases/${used._id}`)
    expect(refused(other)).toEqual([409, 'stock_changed'])
    expect(other.body.message).toMatch(/^Paneer: 3 of 4 kg are left\./)
    expect(await rows()).toEqual(before)
    await stock.mustAddUp()
  })

  it('are not taken back over a sale that comes between, nor twice at once', async () => {
    const { w, stock, milk, book } = await dairy()
    await stock.recipe('plain', [[milk, 500, 'ml']])
    const take = (id: string, options: object = {}) => w.does('kitchen', `DELETE /restaurant/inventory/purchases/${id}`, undefined, options)
    const { _id } = (await book()).body.purchase
    const sell = meanwhile(() => w.order([w.line('plain')]))
    expect(refused(await take(_id, { via: sell }))).toEqual([409, 'stock_changed'])
    expect(await stock.current(milk)).toBe(2)
    const second = (await book({ billNumber: '2' })).body.purchase._id
    expect(refused(await take(second, { via: meanwhile(() => take(second)) }))).toEqual([409, 'stock_changed'])
    expect(await stock.current(milk)).toBe(2)
    await stock.mustAddUp()
  })

  it('that are taken back tell what runs out by it', async () => {
    const { does, stock, book } = await dairy()
    const { _id } = (await book()).body.purchase
    await does(`DELETE /purchases/${_id}`)
    expect((await stock.low()).map((e: any) => e.data.material.name).toSorted()).toEqual(['Milk', 'Paneer'])
  })
})

describe('the bill of a purchase', () => {
  const texts = ({ supplier, billNumber, billDate, note, receiptImage }: any) => ({ supplier, billNumber, billDate, note, receiptImage })

  it('counts with the total that was typed from it; without one, and with a line without an amount, it is incomplete, not free', async () => {
    const { does, bill, book } = await dairy()
    const [milk, paneer] = bill.lines
    const free = (await book({ billNumber: '1', lines: [milk, { ...paneer, amount: null }] })).body.purchase
    expect(free).toMatchObject({ amount: null, billTotal: null })
    const typed = (await book({ billNumber: '2', billTotal: 1606.5 })).body.purchase
    expect(typed).toMatchObject({ amount: 1606.5, billTotal: 1606.5 })
    // Rs. 130 are known of the first.
    expect((await does('GET /purchases')).body).toMatchObject({ totalAmount: 1736.5, incomplete: 1 })
    await does(`DELETE /purchases/${free._id}`)
    expect((await does('GET /purchases')).body).toMatchObject({ totalAmount: 1606.5, incomplete: 0 })
  })

  it('is corrected also after something of it was used: what was bought stays, the cost follows, and it says who changed what', async () => {
    const { w, does, stock, milk, bill, book } = await dairy()
    await stock.recipe('plain', [[milk, 500, 'ml']])
    const { purchase } = (await book({ lines: [{ ...bill.lines[0], amount: 1300 }, bill.lines[1]] })).body
    await w.order([w.line('plain')])
    const fixed = await does(`PUT /purchases/${purchase._id}`, {
      ...texts(bill),
      billNumber: 'INV 13',
      amounts: [130, 1400],
      billTotal: 1606,
      version: 1,
    })
    expect(fixed.status, fixed.text).toBe(200)
    expect(fixed.body.purchase).toMatchObject({ billNumber: 'INV 13', amount: 1606, billTotal: 1606, version: 2 })
    expect(fixed.body.purchase.lines.map((l: any) => [l.stockQuantity, l.amount, l.unitCost, l.left])).toEqual([
      [2.5, 130, 52, 2],
      [4, 1400, 350, 4],
    ])
    expect(fixed.body.purchase.corrections).toEqual([
      {
        by: expect.any(String),
        at: expect.stringMatching(/Z$/),
        changes: [
          'Bill number from INV 12 to INV 13',
          'Amount of Milk from Rs. 1,300.00 to Rs. 130.00',
          'Total on the bill from none to Rs. 1,606.00',
        ],
      },
    ])
    expect((await does('GET /stocks/all')).body.stocks.map((s: any) => [s.stockQuantity, s.unitCost])).toEqual([
      [2, 52],
      [4, 350],
    ])
    // Its old number is free again.
    expect((await book()).status).toBe(201)
    await stock.mustAddUp()
  })

  it('keeps a date that has become older than a year when something else is corrected', async () => {
    const { w, bill, book } = await dairy()
    const { _id, version } = (await book()).body.purchase
    const billDate = inDays(-400)
    await batch(w.db, [sql`UPDATE purchases SET bill_date = ${billDate} WHERE id = ${_id}`])
    const put = (more: object) =>
      w.does('kitchen', `PUT /restaurant/inventory/purchases/${_id}`, { ...texts(bill), billDate, version, amounts: [130, 1400], ...more })
    expect((await put({ note: 'Found late' })).body.purchase).toMatchObject({ note: 'Found late', billDate })
    expect((await put({ version: version + 1, billDate: inDays(-399) })).body.errors?.[0]?.path).toBe('billDate')
  })

  it('is not corrected over a newer state, to a bill that is booked, to one of another day to come, nor when it is taken back', async () => {
    const { w, does, bill, book, rows } = await dairy()
    const first = (await book()).body.purchase
    const second = (await book({ billNumber: 'INV 14' })).body.purchase
    const put = (id: string, more: object, options: object = {}) =>
      w.does('kitchen', `PUT /restaurant/inventory/purchases/${id}`, { ...texts(bill), amounts: [1, 2], ...more }, options)
    const before = await rows()
    const taken = await put(second._id, {})
    expect(refused(taken)).toEqual([409, 'duplicate'])
    expect(taken.body.purchase._id).toBe(first._id)
    expect((await put(first._id, { amounts: [1] })).body.errors?.[0]?.path).toBe('amounts')
    for (const day of [2, -368]) expect((await put(first._id, { billDate: inDays(day) })).body.errors?.[0]?.path, `${day}`).toBe('billDate')
    expect(refused(await put(randomId(), { billNumber: 'x' }))).toEqual([404, 'not_found'])
    expect(await rows()).toEqual(before)
    const races = await put(
      first._id,
      { version: 1, note: 'late' },
      { via: meanwhile(() => put(first._id, { version: 1, note: 'early' })) },
    )
    expect(refused(races)).toEqual([409, 'version_conflict'])
    expect(races.body.purchase).toMatchObject({ note: 'early', version: 2 })
    await does(`DELETE /purchases/${second._id}`)
    expect(refused(await put(second._id, { billNumber: 'y' }))).toEqual([409, 'stock_changed'])
  })
})
