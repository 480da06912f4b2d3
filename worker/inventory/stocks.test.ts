import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { WASTE } from '#domain/stock.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { store } from '../test/stock.ts'
import { many } from '../test/world.ts'

const base = '/restaurant/inventory'
const refused = (reply: { status: number; body: any }) => [reply.status, reply.body.code]

describe('stocks', () => {
  it('can be bought with expiry and receipt, listed by expiry, soonest first, and read', async () => {
    const { does, stock } = await store()
    const [milk, salt] = [await stock.material('Milk', { unit: 'l' }), await stock.material('Salt')]
    const made = await does('POST /stocks', {
      rawMaterial: milk,
      stockQuantity: 2.5,
      unitCost: 52.5,
      expiryDate: '2026-12-01',
      receiptImage: '/v1/media/abc.jpg',
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      stock: {
        rawMaterial: { _id: milk, name: 'Milk', unit: 'l' },
        stockQuantity: 2.5,
        unitCost: 52.5,
        expiryDate: '2026-12-01',
        receiptImage: '/v1/media/abc.jpg',
      },
      rawMaterial: { _id: milk, currentStock: 2.5 },
    })
    expect((await does(`GET /stocks/${made.body.stock._id}`)).body).toEqual({ stock: made.body.stock })
    for (const receiptImage of ['javascript:alert(1)', 'data:text/html,x', 'bill.jpg', '/v1/media/a b'])
      expect((await does('POST /stocks', { rawMaterial: milk, stockQuantity: 1, receiptImage })).status).toBe(422)
    await stock.buy(salt, 1)
    await stock.buy(milk, 1, { expiryDate: '2026-11-25' })
    const list = async (query = '') => (await does(`GET /stocks?${query}`)).body
    expect((await list()).stocks.map((s: any) => s.expiryDate)).toEqual(['2026-11-25', '2026-12-01', null])
    expect((await list('sort=expiryDate&order=desc')).stocks.map((s: any) => s.expiryDate)).toEqual(['2026-12-01', '2026-11-25', null])
    expect((await list('sort=stockQuantity')).stocks.map((s: any) => s.stockQuantity)).toEqual([1, 1, 2.5])
    expect((await list(`rawMaterial=${salt}`)).stocks).toHaveLength(1)
    expect(await list('search=mil&limit=1')).toMatchObject({ totalStocks: 2, totalPages: 2, itemsPerPage: 1 })
    expect((await does('GET /stocks/all')).body.stocks).toHaveLength(3)
  })

  it('can be removed: the answer has the material without it', async () => {
    const { does, stock } = await store()
    const milk = await stock.material('Milk')
    const [first, second] = [await stock.buy(milk, 2), await stock.buy(milk, 3)]
    expect((await does(`DELETE /stocks/${first}`)).body).toMatchObject({
      message: 'A lot of Milk was taken out.',
      rawMaterial: { _id: milk, currentStock: 3 },
    })
    expect((await does(`DELETE /stocks/${second}`)).body.rawMaterial.currentStock).toBe(0)
    await stock.mustAddUp()
  })

  it('of quantity zero, or with a date that doesn’t exist, are 422', async () => {
    const { does, stock } = await store()
    const rawMaterial = await stock.material('Milk')
    for (const more of [
      { stockQuantity: 0 },
      { stockQuantity: -1 },
      { stockQuantity: 0.0001 },
      { stockQuantity: 1, expiryDate: '2026-02-30' },
      {},
    ])
      expect((await does('POST /stocks', { rawMaterial, ...more })).status).toBe(422)
    expect((await does('POST /stocks', { rawMaterial: randomId(), stockQuantity: 1 })).status).toBe(404)
  })

  it('can be counted and corrected: the difference is a row of the ledger', async () => {
    const { does, stock } = await store()
    const milk = await stock.material('Milk')
    const lot = await stock.buy(milk, 5, { expiryDate: '2026-12-01' })
    const counted = await does(`PUT /stocks/update/${lot}`, { stockQuantity: 3.5 })
    expect(counted.body).toMatchObject({ stock: { stockQuantity: 3.5, expiryDate: '2026-12-01' }, rawMaterial: { currentStock: 3.5 } })
    expect((await does(`PUT /stocks/update/${lot}`, { expiryDate: null, unitCost: 10 })).body.stock).toMatchObject({
      stockQuantity: 3.5,
      expiryDate: null,
      unitCost: 10,
    })
    expect((await does(`PUT /stocks/update/${lot}`, { stockQuantity: 0 })).body.rawMaterial.currentStock).toBe(0)
    expect((await does('GET /stocks/all')).body.stocks).toEqual([])
    expect((await does(`PUT /stocks/update/${lot}`, { stockQuantity: 1 })).body.rawMaterial.currentStock).toBe(1)
    expect(await stock.moves(milk)).toEqual([
      ['purchase', 5000],
      ['correction', -1500],
      ['correction', -3500],
      ['correction', 1000],
    ])
    expect((await does(`PUT /stocks/update/${lot}`, { stockQuantity: -1 })).status).toBe(422)
    await stock.mustAddUp()
  })

  it('are what was counted, even where the books say that some is missing', async () => {
    const { w, does, stock } = await store()
    const milk = await stock.material('Milk')
    const lot = await stock.buy(milk, 1)
    await stock.recipe('plain', [[milk, 500]])
    await w.order([w.line('plain', 4)])
    expect(await stock.current(milk)).toBe(-1)
    expect((await does(`PUT /stocks/update/${lot}`, { stockQuantity: 2 })).body.rawMaterial.currentStock).toBe(2)
    await stock.mustAddUp()
  })

  it('are not counted over a sale or another count since the caller saw them; the refusal has the lot as it is now', async () => {
    const { w, does, stock } = await store()
    const [milk, salt] = [await stock.material('Milk'), await stock.material('Salt')]
    await stock.recipe('plain', [[milk, 500]])
    const [a, b] = [await stock.buy(milk, 5), await stock.buy(salt, 5)]
    const rows = [
      { _id: a, stockQuantity: 4.5, stockWas: 5 },
      { _id: b, stockQuantity: 4, stockWas: 5 },
    ]
    const sell = meanwhile(() => w.order([w.line('plain', 2)]))
    const counted = await w.does('kitchen', 'PUT /restaurant/inventory/stocks/bulk-update', { stocks: rows }, { via: sell })
    expect(counted.body).toMatchObject({ updated: 1, failed: 1 })
    expect(counted.body.results.map((r: any) => [r.ok, r.stock.stockQuantity, r.message])).toEqual([
      [false, 4, 'The books have 4 kg now. Compare the count and save it again.'],
      [true, 4, undefined],
    ])
    expect([await stock.current(milk), await stock.current(salt)]).toEqual([4, 4])
    const alone = await does(`PUT /stocks/update/${a}`, { stockQuantity: 4.5, stockWas: 5 })
    expect([alone.status, alone.body]).toMatchObject([
      409,
      {
        code: 'stock_changed',
        message: 'Milk: the books have 4 kg now. Compare the count and save it again.',
        stock: { _id: a, stockQuantity: 4 },
      },
    ])
    // Its price is not counted.
    expect((await does(`PUT /stocks/update/${a}`, { unitCost: 30, stockWas: 5 })).status).toBe(200)
    expect((await does('PUT /stocks/bulk-update', { stocks: [{ _id: a, stockQuantity: 3.5, stockWas: 4 }] })).body).toMatchObject({
      updated: 1,
    })
    expect((await does(`PUT /stocks/update/${a}`, { stockQuantity: 3, stockWas: 3.5 })).body.stock.stockQuantity).toBe(3)
    await stock.mustAddUp()
  })

  it('can be counted many at once, with a result for each row', async () => {
    const { w, does, stock } = await store()
    const [milk, salt] = [await stock.material('Milk'), await stock.material('Salt')]
    await stock.recipe('plain', [[salt, 2]])
    const [a, b, c] = [await stock.buy(milk, 5), await stock.buy(milk, 5), await stock.buy(salt, 5)]
    const unknown = randomId()
    const reply = await does('PUT /stocks/bulk-update', {
      stocks: [
        { _id: a, stockQuantity: 4 },
        { _id: b, stockQuantity: -1 },
        { _id: c, stockQuantity: 1e7 },
        { _id: unknown, stockQuantity: 1 },
        { _id: a, stockQuantity: 9 },
        { _id: c, stockQuantity: 0 },
        { _id: b, stockQuantity: 0.0004 },
        { _id: b, stockQuantity: null },
        { _id: b },
      ],
    })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toMatchObject({ updated: 2, failed: 7 })
    expect(reply.body.results.map((r: any) => [r._id, r.ok, r.stock?.stockQuantity ?? r.message])).toEqual([
      [a, true, 4],
      [b, false, 'A quantity can’t be below 0.'],
      [c, false, 'A quantity is at most 1000000.'],
      [unknown, false, 'Stock not found.'],
      [a, false, 'It is in the list twice. The first one was used.'],
      [c, true, 0],
      [b, false, 'A quantity has at most three decimals.'],
      [b, false, 'A quantity is missing.'],
      [b, false, 'A quantity is missing.'],
    ])
    // What a screen needs next: which materials are used up now, and the dishes made from them.
    const { rawMaterials } = (await does('GET /raw-materials/all')).body
    expect(reply.body.rawMaterials).toEqual(rawMaterials)
    expect(rawMaterials.map((m: any) => [m._id, m.currentStock, m.usedIn.map((d: any) => d._id)])).toEqual([
      [milk, 9, []],
      [salt, 0, [w.items.plain]],
    ])
    expect([await stock.current(milk), await stock.current(salt)]).toEqual([9, 0])
    await stock.mustAddUp()
  })

  it('can be counted 500 at once, and while other counts run', async () => {
    const { w, does, stock } = await store()
    const milk = await stock.material('Milk')
    const [first] = [await stock.buy(milk, 1)]
    const at = new Date().toISOString()
    await w.db.batch([
      w.db
        .prepare(
          "INSERT INTO stocks (id, restaurant_id, raw_material_id, quantity, created_at) SELECT 'lot-' || value || ?1, ?2, ?3, 1000, ?4 FROM json_each(?5)",
        )
        .bind(w.id.slice(-8), w.id, milk, at, JSON.stringify(Array.from({ length: 499 }, (_, i) => i))),
      w.db
        .prepare(
          "INSERT INTO stock_moves (restaurant_id, key, raw_material_id, kind, delta, business_date, at) VALUES (?, 'many', ?, 'purchase', 499000, '2026-11-21', ?)",
        )
        .bind(w.id, milk, at),
      w.db.prepare('UPDATE raw_materials SET current_stock = 500000 WHERE id = ?').bind(milk),
    ])
    const ids = (await w.rows('SELECT id FROM stocks WHERE restaurant_id = ?', w.id)).map((r) => r.id)
    const all = await does('PUT /stocks/bulk-update', { stocks: ids.map((_id) => ({ _id, stockQuantity: 0.5 })) })
    expect(all.body).toMatchObject({ updated: 500, failed: 0 })
    expect((await many(8, (i) => does(`PUT /stocks/update/${first}`, { stockQuantity: i + 1 }))).map((r) => r.status)).toEqual(
      Array(8).fill(200),
    )
    await stock.mustAddUp()
  })

  it('can be removed with what they hold', async () => {
    const { does, stock } = await store()
    const milk = await stock.material('Milk')
    const lot = await stock.buy(milk, 5)
    await stock.buy(milk, 1)
    expect((await many(3, () => does(`DELETE /stocks/${lot}`))).map((r) => r.status).sort()).toEqual([200, 404, 404])
    expect(await stock.current(milk)).toBe(1)
    expect(refused(await does(`GET /stocks/${lot}`))).toEqual([404, 'not_found'])
    await stock.mustAddUp()
  })
})

describe('what is used of a material', () => {
  it('is what was sold or wasted in the last 14 days, however many movements these are, and since when', async () => {
    const { w, does, stock } = await store()
    const potato = await stock.material('Potato')
    const used = async (query = '') => (await does(`GET /raw-materials/${potato}/movements?limit=1${query}`)).body.used
    expect(await used()).toBeNull()
    await stock.buy(potato, 10)
    await stock.recipe('plain', [[potato, 200]])
    await w.order([w.line('plain', 3)])
    const order: any = await w.order([w.line('plain', 1)])
    const kot = order.kots.at(-1)
    const line = { orderId: order._id, kotId: kot.kotId, lineId: kot.items[0].lineId }
    // Cancelled before it is made: it counts for nothing. The three of before stay.
    await w.does('cashier', 'PUT /orders/item/status', { ...line, status: 'Cancelled', reason: 'x' })
    expect(await used()).toEqual({ quantity: 0.6, since: expect.stringMatching(/Z$/) })
    await w.rows("UPDATE stock_moves SET at = '2026-01-01T00:00:00.000Z' WHERE raw_material_id = ? AND kind = 'sale'", potato)
    expect((await used()).quantity).toBe(-0.2)
    const [{ _id }] = (await does(`GET /raw-materials/${potato}/movements?limit=1`)).body.movements
    expect(await used(`&before=${_id}`)).toBeNull()
  })

  it('is measured over all 14 days for an older material, and what staff book as waste and what conversions take is used too', async () => {
    const { w, does, stock } = await store()
    const [chicken, pieces] = [await stock.material('Chicken'), await stock.material('Pieces')]
    const used = async (id: string) => (await does(`GET /raw-materials/${id}/movements`)).body.used
    await stock.buy(chicken, 10)
    const bought = Date.now()
    expect(Date.parse((await used(chicken)).since)).toBeLessThanOrEqual(bought)
    await w.rows("UPDATE stock_moves SET at = '2026-01-01T00:00:00.000Z' WHERE raw_material_id = ?", chicken)
    await does(`POST /raw-materials/${chicken}`, { delta: -0.5, reason: WASTE + 'spoiled' })
    await does(`POST /raw-materials/${chicken}`, { delta: -0.25, reason: 'Counted' })
    const cut = { name: 'Cut', fromMaterial: chicken, fromQuantity: 2, toMaterial: pieces, toQuantity: 1.5 }
    const { conversionId } = (await does('POST /conversions', cut)).body.conversion
    await does('POST /conversions/execute', { conversionId, customQuantity: 1 })
    const { quantity, since } = await used(chicken)
    expect(quantity).toBe(2.5)
    expect((Date.now() - Date.parse(since)) / 86_400_000).toBeCloseTo(14, 2)
    expect((await used(pieces)).quantity).toBe(0)
  })
})

describe('the ledger', () => {
  const read = async (does: (address: string) => Promise<any>, id: string, query = '') =>
    (await does(`GET /raw-materials/${id}/movements${query}`)).body as { movements: any[]; hasMore: boolean }

  it('of a material lists, newest first, each quantity, its order or lot, who booked it and when', async () => {
    const { w, does, stock } = await store()
    const [potato, other] = [await stock.material('Potato'), await stock.material('Salt')]
    await stock.buy(other, 1)
    await stock.recipe('plain', [[potato, 200]])
    const step = async (work: Promise<unknown>) => {
      const before = (await read(does, potato)).movements.length
      await work
      const { movements } = await read(does, potato)
      return movements.slice(0, movements.length - before)
    }
    let lot = ''
    const bought = stock.buy(potato, 10, { unitCost: 31.5, expiryDate: '2027-01-02', receiptImage: '/v1/media/r.webp' })
    const [purchase] = await step(bought.then((id) => (lot = id)))
    expect(purchase).toEqual({
      _id: expect.any(String),
      kind: 'purchase',
      quantity: 10,
      unitCost: 31.5,
      reason: '',
      orderId: null,
      kotId: null,
      itemName: null,
      stock: { _id: lot, expiryDate: '2027-01-02', receiptImage: '/v1/media/r.webp' },
      by: expect.any(String),
      at: expect.stringMatching(/Z$/),
    })
    let order: any
    const [sale] = await step(w.order([w.line('plain', 3), w.line('dosa')]).then((o) => (order = o)))
    const of = { orderId: order._id, kotId: order.kots[0].kotId, itemName: 'Peri Peri Fries', stock: null }
    expect(sale).toMatchObject({ ...of, kind: 'sale', quantity: -0.6, unitCost: null })
    const line = { orderId: order._id, kotId: order.kots[0].kotId, lineId: order.kots[0].items[0].lineId, status: 'Cancelled', reason: 'x' }
    const cancel = (more: object) => step(w.does('cashier', 'PUT /orders/item/status', { ...line, ...more }))
    const back = await cancel({ quantityChange: -1 })
    expect(back).toMatchObject([{ ...of, kind: 'back', quantity: 0.2 }])
    expect((await cancel({ prepared: true })).map((m) => [m.kind, m.quantity, m.orderId])).toEqual([
      ['waste', -0.4, order._id],
      ['back', 0.4, order._id],
    ])
    const [counted] = await step(does(`PUT /stocks/update/${lot}`, { stockQuantity: 9 }))
    expect(counted).toMatchObject({ kind: 'correction', quantity: -0.6, reason: 'Counted', stock: { _id: lot } })
    const [fell] = await step(does(`POST /raw-materials/${potato}`, { delta: -1, reason: 'Fell down' }))
    expect(fell).toMatchObject({ kind: 'correction', quantity: -1, reason: 'Fell down', stock: null })
    const all = (await read(does, potato)).movements
    expect(all.reduce((sum, m) => sum + Math.round(m.quantity * 1000), 0)).toBe((await stock.current(potato)) * 1000)
  })

  it('shows the receipt of a lot that was used up as soon as it was bought', async () => {
    const { w, does, stock } = await store()
    const potato = await stock.material('Potato')
    await stock.recipe('plain', [[potato, 500]])
    await w.order([w.line('plain', 4)])
    const lot = await stock.buy(potato, 1.5, { receiptImage: '/v1/media/r.webp' })
    expect((await does('GET /stocks/all')).body.stocks).toEqual([])
    expect((await read(does, potato)).movements.find((m) => m.kind === 'purchase')).toMatchObject({
      quantity: 1.5,
      stock: { _id: lot, receiptImage: '/v1/media/r.webp' },
    })
    expect((await does(`GET /stocks/${lot}`)).body.stock).toMatchObject({ stockQuantity: 0, receiptImage: '/v1/media/r.webp' })
  })

  it('has pages that show each movement once, also while others are booked', async () => {
    const { w, does, stock } = await store()
    const potato = await stock.material('Potato')
    await stock.recipe('plain', [[potato, 1]])
    await stock.buy(potato, 10)
    await w.order([w.line('plain'), ...['a', 'b', 'c', 'd'].map((additionalItemNote) => w.line('plain', 1, { additionalItemNote }))])
    await stock.buy(potato, 1)
    const whole = (await read(does, potato)).movements.map((m) => m._id)
    expect(whole).toHaveLength(7)
    const seen: string[] = []
    for (let more = true; more;) {
      const page = await read(does, potato, `?limit=2${seen.length > 0 ? `&before=${seen.at(-1)}` : ''}`)
      seen.push(...page.movements.map((m) => m._id))
      more = page.hasMore
      expect(page.movements.length).toBe(more ? 2 : 1)
      await stock.buy(potato, 1)
    }
    expect(seen).toEqual(whole)
    expect(refused(await does(`GET /raw-materials/${potato}/movements?before=${randomId()}`))).toEqual([404, 'not_found'])
    expect(refused(await does(`GET /raw-materials/${randomId()}/movements`))).toEqual([404, 'not_found'])
    const other = await store()
    expect(refused(await other.does(`GET /raw-materials/${potato}/movements`))).toEqual([404, 'not_found'])
    expect((await w.does('mobileAdmin', `GET ${base}/raw-materials/${potato}/movements`)).status).toBe(200)
    expect((await w.does('waiter', `GET ${base}/raw-materials/${potato}/movements`)).status).toBe(403)
  })
})
