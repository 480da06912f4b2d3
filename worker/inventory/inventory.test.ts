import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { stockOf } from '../test/stock.ts'
import { call, makeRestaurant } from '../test/world.ts'

const base = '/restaurant/inventory'
const many = <T>(n: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => work(i)))
async function store() {
  const w = await makeRestaurant()
  return { w, stock: stockOf(w), does: (address: string, body?: unknown) => w.does('kitchen', address.replace(' /', ` ${base}/`), body) }
}
const refused = (reply: { status: number; body: any }) => [reply.status, reply.body.code]

describe('raw materials', () => {
  it('are added, read, changed and deleted', async () => {
    const { w, does } = await store()
    const made = await does('POST /raw-materials', {
      name: ' Potato ',
      unit: 'kg',
      category: 'Vegetables',
      minimumStock: 2.5,
      costPerUnit: 40.25,
    })
    expect(made.status).toBe(201)
    const { rawMaterial } = made.body
    expect(rawMaterial).toEqual({
      _id: expect.any(String),
      name: 'Potato',
      unit: 'kg',
      category: 'Vegetables',
      subcategory: null,
      minimumStock: 2.5,
      currentStock: 0,
      costPerUnit: 40.25,
      usedIn: [],
    })
    expect((await does(`GET /raw-materials/${rawMaterial._id}/`)).body).toEqual({ rawMaterial })
    expect((await does('GET /raw-materials/all')).body).toEqual({ rawMaterials: [rawMaterial] })
    const changed = await does(`PUT /raw-materials/${rawMaterial._id}`, { minimumStock: 3 })
    expect(changed.body.rawMaterial).toEqual({ ...rawMaterial, minimumStock: 3 })
    expect((await does(`DELETE /raw-materials/${rawMaterial._id}`)).body).toEqual({ message: 'Potato was deleted.' })
    expect(refused(await does(`GET /raw-materials/${rawMaterial._id}`))).toEqual([404, 'not_found'])
    expect((await does('POST /raw-materials', { name: 'Potato', unit: 'kg' })).status).toBe(201)
    expect((await w.events()).length).toBe(0)
  })

  it('have a name of their own, whatever its case, also when two come at once', async () => {
    const { does, stock } = await store()
    const id = await stock.material('Potato')
    const other = await stock.material('Oil')
    expect(refused(await does('POST /raw-materials', { name: 'potato', unit: 'g' }))).toEqual([409, 'duplicate'])
    expect(refused(await does(`PUT /raw-materials/${other}`, { name: 'POTATO' }))).toEqual([409, 'duplicate'])
    expect((await does(`PUT /raw-materials/${id}`, { name: 'POTATO' })).body.rawMaterial.name).toBe('POTATO')
    expect((await does('POST /raw-materials', { name: 'Éclair base', unit: 'kg' })).status).toBe(201)
    expect(refused(await does('POST /raw-materials', { name: 'Éclair BASE', unit: 'kg' }))).toEqual([409, 'duplicate'])
    expect((await many(6, () => does('POST /raw-materials', { name: 'Salt', unit: 'g' }))).map((r) => r.status).sort()).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
  })

  it.each([
    ['no name', { unit: 'kg' }],
    ['no unit', { name: 'Salt' }],
    ['a minimum below 0', { name: 'Salt', unit: 'kg', minimumStock: -1 }],
    ['four decimals', { name: 'Salt', unit: 'kg', minimumStock: 0.0001 }],
    ['text for a number', { name: 'Salt', unit: 'kg', costPerUnit: '4' }],
  ])('with %s are 422', async (_name, body) => {
    const { does } = await store()
    expect(refused(await does('POST /raw-materials', body))).toEqual([422, 'validation_failed'])
  })

  it('are paged, searched and sorted by key, both ways', async () => {
    const { does, stock } = await store()
    for (const [name, minimumStock, category] of [
      ['Potato', 3, 'Vegetables'],
      ['apple', 1, 'Fruit'],
      ['Oil', 2, 'Dry'],
    ] as const)
      await stock.material(name, { minimumStock, category })
    const names = async (query: string) => (await does(`GET /raw-materials?${query}`)).body.rawMaterials.map((m: any) => m.name)
    expect(await names('')).toEqual(['apple', 'Oil', 'Potato'])
    expect(await names('sort=minimumStock')).toEqual(['apple', 'Oil', 'Potato'])
    expect(await names('sort=minimumStock&order=desc')).toEqual(['Potato', 'Oil', 'apple'])
    expect(await names('search=POT')).toEqual(['Potato'])
    expect(await names('search=veget')).toEqual(['Potato'])
    expect(await names('search=%25')).toEqual([])
    await stock.material('Éclair base')
    for (const typed of ['Éclair', 'éclair', 'ÉCLAIR b'])
      expect(await names(`search=${encodeURIComponent(typed)}`)).toEqual(['Éclair base'])
    expect((await does('GET /raw-materials?page=2&limit=2')).body).toMatchObject({
      rawMaterials: [{ name: 'Potato' }, { name: 'Éclair base' }],
      totalPages: 2,
      currentPage: 2,
      itemsPerPage: 2,
      totalRawMaterials: 4,
    })
    expect((await does('GET /raw-materials?sort=name;drop')).status).toBe(422)
    expect((await does('GET /raw-materials?sort=constructor')).status).toBe(422)
  })

  it('that dishes or conversions use stay, and say which', async () => {
    const { w, does, stock } = await store()
    const [potato, cut] = [await stock.material('Potato'), await stock.material('Cut')]
    const recipe = await stock.recipe('plain', [[potato, 200]])
    expect((await does(`GET /raw-materials/${potato}`)).body.rawMaterial.usedIn).toEqual([{ _id: w.items.plain, name: 'Peri Peri Fries' }])
    expect((await does('GET /raw-materials/all')).body.rawMaterials.map((m: any) => m.usedIn.length)).toEqual([0, 1])
    expect((await does(`DELETE /raw-materials/${potato}`)).body).toMatchObject({
      code: 'in_use',
      message: 'Potato is in the recipes of Peri Peri Fries.',
      recipes: [{ _id: w.items.plain, name: 'Peri Peri Fries' }],
    })
    await w.does('superuser', `DELETE /menus/recipe?id=${recipe}`)
    await does('POST /conversions', { name: 'Peel', fromMaterial: potato, fromQuantity: 1, toMaterial: cut, toQuantity: 0.8 })
    expect(refused(await does(`DELETE /raw-materials/${cut}`))).toEqual([409, 'in_use'])
  })

  it('keep their unit once they have been counted in it', async () => {
    const { does, stock } = await store()
    const [potato, oil] = [await stock.material('Potato'), await stock.material('Oil')]
    await stock.buy(potato, 1)
    expect(refused(await does(`PUT /raw-materials/${potato}`, { unit: 'g' }))).toEqual([409, 'in_use'])
    expect((await does(`PUT /raw-materials/${potato}`, { unit: 'Kg' })).body.rawMaterial.unit).toBe('Kg')
    expect((await does(`PUT /raw-materials/${oil}`, { unit: 'l' })).body.rawMaterial.unit).toBe('l')
  })

  it('are corrected up and down, and bought, each a row of the ledger', async () => {
    const { w, does, stock } = await store()
    const id = await stock.material('Potato')
    expect((await does(`POST /raw-materials/${id}`, { delta: 2, reason: 'Bought', unitCost: 31.5 })).body.rawMaterial.currentStock).toBe(2)
    expect((await does(`POST /raw-materials/${id}`, { delta: 0.25, reason: 'Found' })).body.rawMaterial.currentStock).toBe(2.25)
    expect((await does(`POST /raw-materials/${id}`, { delta: -2.1, reason: 'Rotten' })).body.rawMaterial.currentStock).toBe(0.15)
    expect(await does(`POST /raw-materials/${id}`, { delta: -0.151, reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'out_of_stock', message: 'Only 0.15 kg of Potato is there; 0.151 kg is needed.' },
    })
    expect((await does(`POST /raw-materials/${id}`, { delta: 0, reason: 'x' })).status).toBe(422)
    expect((await does(`POST /raw-materials/${id}`, { delta: 1 })).status).toBe(422)
    expect(await w.rows('SELECT kind, delta, reason, unit_cost FROM stock_moves WHERE restaurant_id = ? ORDER BY rowid', w.id)).toEqual([
      { kind: 'purchase', delta: 2000, reason: 'Bought', unit_cost: 3150 },
      { kind: 'correction', delta: 250, reason: 'Found', unit_cost: null },
      { kind: 'correction', delta: -2100, reason: 'Rotten', unit_cost: null },
    ])
    await stock.mustAddUp()
  })

  it('10 corrections at once never take more than is there', async () => {
    const { does, stock } = await store()
    const id = await stock.material('Potato')
    await stock.buy(id, 3)
    expect(
      (await many(10, () => does(`POST /raw-materials/${id}`, { delta: -0.7, reason: 'x' }))).filter((r) => r.status === 200),
    ).toHaveLength(4)
    expect(await stock.current(id)).toBe(0.2)
    await stock.mustAddUp()
  })
})

describe('stocks', () => {
  it('are bought with expiry and receipt, listed soonest expiry first, and read', async () => {
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

  it('of nothing, or of no day that there is, are 422', async () => {
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

  it('are counted and corrected: the difference is a row of the ledger', async () => {
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

  it('counted where the books say that some is missing: what was counted is there', async () => {
    const { w, does, stock } = await store()
    const milk = await stock.material('Milk')
    const lot = await stock.buy(milk, 1)
    await stock.recipe('plain', [[milk, 500]])
    await w.order([w.line('plain', 4)])
    expect(await stock.current(milk)).toBe(-1)
    expect((await does(`PUT /stocks/update/${lot}`, { stockQuantity: 2 })).body.rawMaterial.currentStock).toBe(2)
    await stock.mustAddUp()
  })

  it('are counted many at once, with a result for each row', async () => {
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
      [a, false, 'It is in the list twice; the first counts.'],
      [c, true, 0],
      [b, false, 'A quantity has at most three decimals.'],
      [b, false, 'A quantity is missing.'],
      [b, false, 'A quantity is missing.'],
    ])
    // What a screen asks next: what is used up now, and which dishes are made of it.
    const { rawMaterials } = (await does('GET /raw-materials/all')).body
    expect(reply.body.rawMaterials).toEqual(rawMaterials)
    expect(rawMaterials.map((m: any) => [m._id, m.currentStock, m.usedIn.map((d: any) => d._id)])).toEqual([
      [milk, 9, []],
      [salt, 0, [w.items.plain]],
    ])
    expect([await stock.current(milk), await stock.current(salt)]).toEqual([9, 0])
    await stock.mustAddUp()
  })

  it('500 of them at once, and counts that race', async () => {
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

  it('are taken out, with what is in them', async () => {
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

describe('the ledger', () => {
  const read = async (does: (address: string) => Promise<any>, id: string, query = '') =>
    (await does(`GET /raw-materials/${id}/movements${query}`)).body as { movements: any[]; hasMore: boolean }

  it('of a material is read, the newest first: what it was, of which order or lot, by whom and when', async () => {
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

  it('shows the receipt of a lot that was used up when it came', async () => {
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

  it('comes in pages, each movement on one of them, also while others are booked', async () => {
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

describe('conversions', () => {
  it('are added, listed, executed in multiples and deleted', async () => {
    const { w, does, stock } = await store()
    const [milk, paneer] = [await stock.material('Milk', { unit: 'l' }), await stock.material('Paneer')]
    await stock.buy(milk, 20)
    const made = await does('POST /conversions', {
      name: 'Paneer',
      fromMaterial: milk,
      fromQuantity: 5,
      toMaterial: paneer,
      toQuantity: 0.9,
    })
    expect(made.status).toBe(201)
    const { conversion } = made.body
    expect(conversion).toMatchObject({
      name: 'Paneer',
      fromMaterial: { _id: milk, name: 'Milk', unit: 'l' },
      fromQuantity: 5,
      toMaterial: { _id: paneer },
      toQuantity: 0.9,
      _id: conversion.conversionId,
    })
    expect((await does('GET /conversions')).body).toEqual({ conversions: [conversion] })
    const done = await does('POST /conversions/execute', { conversionId: conversion.conversionId, customQuantity: 3 })
    expect(done.body).toMatchObject({ conversion, from: { _id: milk, currentStock: 5 }, to: { _id: paneer, currentStock: 2.7 } })
    expect((await does('POST /conversions/execute', { conversionId: conversion.conversionId, customQuantity: 2 })).body).toMatchObject({
      code: 'out_of_stock',
      rawMaterialId: milk,
      currentStock: 5,
      needed: 10,
    })
    expect(
      await w.rows(
        "SELECT raw_material_id, delta, reason FROM stock_moves WHERE restaurant_id = ? AND kind = 'conversion' ORDER BY delta",
        w.id,
      ),
    ).toEqual([
      { raw_material_id: milk, delta: -15_000, reason: 'Paneer' },
      { raw_material_id: paneer, delta: 2700, reason: 'Paneer' },
    ])
    expect((await does('DELETE /conversions', { conversionId: conversion.conversionId })).status).toBe(200)
    expect((await does('DELETE /conversions', { conversionId: conversion.conversionId })).status).toBe(404)
    expect((await does('POST /conversions/execute', { conversionId: conversion.conversionId })).status).toBe(404)
    await stock.mustAddUp()
  })

  it('of a material into itself, or of one that is not there, are refused', async () => {
    const { does, stock } = await store()
    const milk = await stock.material('Milk')
    const body = { name: 'x', fromMaterial: milk, fromQuantity: 1, toMaterial: milk, toQuantity: 1 }
    expect((await does('POST /conversions', body)).status).toBe(422)
    expect((await does('POST /conversions', { ...body, toMaterial: randomId() })).status).toBe(404)
    expect((await does('POST /conversions', { ...body, fromQuantity: 0 })).status).toBe(422)
  })
})

describe('categories', () => {
  it('are added, renamed and ordered, nested and deleted; materials go along', async () => {
    const { does, stock } = await store()
    const add = async (category: string) => (await does('POST /raw-materials/categories', { category })).body.category
    const [dry, wet] = [await add('Dry'), await add('Wet')]
    expect(dry).toEqual({ _id: expect.any(String), category: 'Dry', subcategories: [] })
    expect(refused(await does('POST /raw-materials/categories', { category: 'DRY' }))).toEqual([409, 'duplicate'])
    const sub = (await does('POST /raw-materials/categories/subcategory', { parent_category_id: dry._id, subcategory: 'Spices' })).body
      .category
    expect(sub.subcategories).toEqual([{ _id: expect.any(String), subcategory: 'Spices' }])
    expect(
      refused(await does('POST /raw-materials/categories/subcategory', { parent_category_id: dry._id, subcategory: 'spices' })),
    ).toEqual([409, 'duplicate'])
    expect(refused(await does('POST /raw-materials/categories/subcategory', { parent_category_id: randomId(), subcategory: 'x' }))).toEqual(
      [404, 'not_found'],
    )
    const [salt, milk] = [
      await stock.material('Salt', { category: 'Dry', subcategory: 'Spices' }),
      await stock.material('Milk', { category: 'Wet' }),
    ]
    const of = async (id: string) => {
      const { category, subcategory } = (await does(`GET /raw-materials/${id}`)).body.rawMaterial
      return [category, subcategory]
    }
    // The two swap their names, and their places.
    const swapped = await does('PUT /raw-materials/categories', {
      categories: [
        { _id: wet._id, category: 'Dry' },
        { _id: dry._id, category: 'Wet' },
      ],
    })
    expect(swapped.body.categories.map((k: any) => [k._id, k.category, k.subcategories.length])).toEqual([
      [wet._id, 'Dry', 0],
      [dry._id, 'Wet', 1],
    ])
    expect((await does('GET /raw-materials/categories')).body).toEqual(swapped.body)
    expect([await of(salt), await of(milk)]).toEqual([
      ['Wet', 'Spices'],
      ['Dry', null],
    ])
    expect(refused(await does('PUT /raw-materials/categories', { categories: [{ _id: wet._id, category: 'wet' }] }))).toEqual([
      409,
      'duplicate',
    ])
    expect(
      refused(
        await does('PUT /raw-materials/categories', {
          categories: [
            { _id: wet._id, category: 'Fine' },
            { _id: randomId(), category: 'x' },
          ],
        }),
      ),
    ).toEqual([404, 'not_found'])
    expect(await of(milk)).toEqual(['Dry', null])
    expect(
      (await does(`DELETE /raw-materials/categories/${dry._id}/subcategory/${sub.subcategories[0]._id}`)).body.category.subcategories,
    ).toEqual([])
    expect(await of(salt)).toEqual(['Wet', null])
    expect(refused(await does(`DELETE /raw-materials/categories/${dry._id}/subcategory/${sub.subcategories[0]._id}`))).toEqual([
      404,
      'not_found',
    ])
    expect((await does(`DELETE /raw-materials/categories/${dry._id}`)).status).toBe(200)
    expect(await of(salt)).toEqual(['', null])
    expect(refused(await does(`DELETE /raw-materials/categories/${dry._id}`))).toEqual([404, 'not_found'])
  })

  it('are the same in any case: a material goes along however its category was typed', async () => {
    const { does, stock } = await store()
    const { category } = (await does('POST /raw-materials/categories', { category: 'Dry' })).body
    const added = await does('POST /raw-materials/categories/subcategory', { parent_category_id: category._id, subcategory: 'Spices' })
    const [salt, milk] = [
      await stock.material('Salt', { category: 'DRY', subcategory: 'spices' }),
      await stock.material('Milk', { category: 'dry cold' }),
    ]
    const of = async (id: string) => {
      const { category, subcategory } = (await does(`GET /raw-materials/${id}`)).body.rawMaterial
      return [category, subcategory]
    }
    const rename = (name: string) => does('PUT /raw-materials/categories', { categories: [{ _id: category._id, category: name }] })
    expect((await rename('Dry goods')).status).toBe(200)
    expect([await of(salt), await of(milk)]).toEqual([
      ['Dry goods', 'spices'],
      ['dry cold', null],
    ])
    await does(`PUT /raw-materials/${salt}`, { category: 'dry GOODS' })
    await does(`DELETE /raw-materials/categories/${category._id}/subcategory/${added.body.category.subcategories[0]._id}`)
    expect(await of(salt)).toEqual(['dry GOODS', null])
    await does(`DELETE /raw-materials/categories/${category._id}`)
    expect([await of(salt), await of(milk)]).toEqual([
      ['', null],
      ['dry cold', null],
    ])
  })

  it('added five times at once are one', async () => {
    const { does } = await store()
    expect((await many(5, () => does('POST /raw-materials/categories', { category: 'Dry' }))).map((r) => r.status).sort()).toEqual([
      201, 409, 409, 409, 409,
    ])
  })
})

describe('who may', () => {
  it('kitchen and managers write, mobileAdmin reads, a captain neither', async () => {
    const { w } = await store()
    const body = { name: 'Salt', unit: 'kg' }
    expect((await w.does('captain', `GET ${base}/raw-materials`)).status).toBe(403)
    expect((await w.does('mobileAdmin', `GET ${base}/raw-materials`)).status).toBe(200)
    expect((await w.does('mobileAdmin', `POST ${base}/raw-materials`, body)).status).toBe(403)
    expect((await w.does('cashier', `POST ${base}/raw-materials`, body)).status).toBe(201)
    expect((await call(`GET ${base}/raw-materials`)).status).toBe(401)
  })

  it('another restaurant’s rows are not there, and stay as they are', async () => {
    const { w: theirs, stock } = await store()
    const [milk, paneer] = [await stock.material('Milk'), await stock.material('Paneer')]
    const lot = await stock.buy(milk, 5)
    const recipe = await stock.recipe('plain', [[milk, 1]])
    const { conversionId } = (
      await theirs.does('kitchen', `POST ${base}/conversions`, {
        name: 'x',
        fromMaterial: milk,
        fromQuantity: 1,
        toMaterial: paneer,
        toQuantity: 1,
      })
    ).body.conversion
    const { category } = (await theirs.does('kitchen', `POST ${base}/raw-materials/categories`, { category: 'Dry' })).body
    const { w, does } = await store()
    const own = await stockOf(w).material('Milk')
    await w.as('superuser')
    const before = JSON.stringify(await theirs.everything())
    const mine = JSON.stringify(await w.everything())
    const recipeBody = { menuItemId: w.items.plain, ingredients: [{ rawMaterialId: milk, quantity: 1, unit: 'kg' }] }
    for (const [address, body] of [
      [`GET /raw-materials/${milk}`],
      [`PUT /raw-materials/${milk}`, { name: 'x' }],
      [`DELETE /raw-materials/${milk}`],
      [`POST /raw-materials/${milk}`, { delta: 1, reason: 'x' }],
      [`GET /stocks/${lot}`],
      ['POST /stocks', { rawMaterial: milk, stockQuantity: 1 }],
      [`PUT /stocks/update/${lot}`, { stockQuantity: 1 }],
      [`DELETE /stocks/${lot}`],
      ['POST /conversions', { name: 'x', fromMaterial: own, fromQuantity: 1, toMaterial: milk, toQuantity: 1 }],
      ['DELETE /conversions', { conversionId }],
      ['POST /conversions/execute', { conversionId }],
      ['PUT /raw-materials/categories', { categories: [{ _id: category._id, category: 'x' }] }],
      [`DELETE /raw-materials/categories/${category._id}`],
      ['POST /raw-materials/categories/subcategory', { parent_category_id: category._id, subcategory: 'x' }],
      [`DELETE /raw-materials/categories/${category._id}/subcategory/${category._id}`],
    ] as [string, unknown?][])
      expect([address, (await does(address, body)).status]).toEqual([address, 404])
    expect((await does('PUT /stocks/bulk-update', { stocks: [{ _id: lot, stockQuantity: 1 }] })).body).toMatchObject({
      updated: 0,
      failed: 1,
    })
    for (const [address, body] of [
      ['POST /menus/recipe', recipeBody],
      [
        'POST /menus/recipe',
        { ...recipeBody, menuItemId: theirs.items.plain, ingredients: [{ rawMaterialId: own, quantity: 1, unit: 'kg' }] },
      ],
      [`PUT /menus/recipe?id=${recipe}`, { ingredients: [{ rawMaterialId: own, quantity: 1, unit: 'kg' }] }],
      [`DELETE /menus/recipe?id=${recipe}`],
    ] as [string, unknown?][])
      expect([address, (await w.does('superuser', address, body)).status]).toEqual([address, 404])
    expect((await does('GET /stocks')).body.stocks).toEqual([])
    expect((await does('GET /conversions')).body.conversions).toEqual([])
    expect((await w.does('superuser', 'GET /menus/recipe')).body.recipes).toEqual([])
    expect(JSON.stringify(await theirs.everything())).toBe(before)
    expect(JSON.stringify(await w.everything())).toBe(mine)
  })
})
