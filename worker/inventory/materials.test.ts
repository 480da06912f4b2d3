import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { store } from '../test/stock.ts'
import { many } from '../test/world.ts'

const refused = (reply: { status: number; body: any }) => [reply.status, reply.body.code]

describe('raw materials', () => {
  it('can be added, read, changed and deleted', async () => {
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

  it('have unique names, whatever the case, even when two are added at once', async () => {
    const { does, stock } = await store()
    const id = await stock.material('Potato')
    const other = await stock.material('Oil')
    expect(refused(await does('POST /raw-materials', { name: 'potato', unit: 'g' }))).toEqual([409, 'duplicate'])
    for (const unseen of ['\u200b', '\u00ad', '\u200d', '\ufeff'])
      expect(refused(await does('POST /raw-materials', { name: `pot${unseen}ato`, unit: 'g' }))).toEqual([409, 'duplicate'])
    expect(refused(await does(`PUT /raw-materials/${other}`, { name: 'POTATO' }))).toEqual([409, 'duplicate'])
    expect((await does(`PUT /raw-materials/${id}`, { name: 'POTATO' })).body.rawMaterial.name).toBe('POTATO')
    expect((await does('POST /raw-materials', { name: 'Éclair base', unit: 'kg' })).status).toBe(201)
    expect(refused(await does('POST /raw-materials', { name: 'Éclair BASE', unit: 'kg' }))).toEqual([409, 'duplicate'])
    expect((await many(6, () => does('POST /raw-materials', { name: 'Salt', unit: 'g' }))).map((r) => r.status).sort()).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
  })

  it('have unique names, whatever the case, also when another device adds or renames one just before the commit', async () => {
    const { w, does, stock } = await store()
    const at = (call: string) => call.replace(' ', ' /restaurant/inventory/raw-materials')
    const adds = (name: string) => meanwhile(() => does('POST /raw-materials', { name, unit: 'kg' }))
    expect(refused(await w.does('kitchen', at('POST '), { name: 'Paneer', unit: 'kg' }, { via: adds('paneer') }))).toEqual([
      409,
      'duplicate',
    ])
    const milk = await stock.material('Milk')
    expect(refused(await w.does('kitchen', at(`PUT /${milk}`), { name: 'CURD' }, { via: adds('Curd') }))).toEqual([409, 'duplicate'])
    expect((await does('GET /raw-materials/all')).body.rawMaterials.map((m: any) => m.name)).toEqual(['Curd', 'Milk', 'paneer'])
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

  it('can be paged, searched and sorted by each column in both directions', async () => {
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

  it('can’t be deleted while dishes or conversions use them, and the refusal says which', async () => {
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

  it('keep their unit once they were counted in it', async () => {
    const { does, stock } = await store()
    const [potato, oil] = [await stock.material('Potato'), await stock.material('Oil')]
    await stock.buy(potato, 1)
    expect(refused(await does(`PUT /raw-materials/${potato}`, { unit: 'g' }))).toEqual([409, 'in_use'])
    expect((await does(`PUT /raw-materials/${potato}`, { unit: 'Kg' })).body.rawMaterial.unit).toBe('Kg')
    expect((await does(`PUT /raw-materials/${oil}`, { unit: 'l' })).body.rawMaterial.unit).toBe('l')
  })

  it('keep their unit also when they begin to be counted in it just before the change is written', async () => {
    const { w, does, stock } = await store()
    const conversion = async (fromMaterial: string) =>
      does('POST /conversions', { name: 'Peel', fromMaterial, fromQuantity: 1, toMaterial: await stock.material('Cut'), toQuantity: 0.8 })
    const changed = async (happens: (id: string) => Promise<unknown>, unit: string) => {
      const id = await stock.material(`Potato ${unit} ${randomId()}`)
      const reply = await w.does(
        'kitchen',
        `PUT /restaurant/inventory/raw-materials/${id}`,
        { unit },
        { via: meanwhile(() => happens(id)) },
      )
      return [...refused(reply), (await does(`GET /raw-materials/${id}`)).body.rawMaterial.unit]
    }
    expect(await changed((id) => stock.buy(id, 1), 'g')).toEqual([409, 'in_use', 'kg'])
    expect(await changed((id) => stock.recipe('plain', [[id, 200]]), 'g')).toEqual([409, 'in_use', 'kg'])
    expect(await changed(conversion, 'g')).toEqual([409, 'in_use', 'kg'])
    // Another spelling of a unit that is no longer the material's.
    const toGrams = async (id: string) => {
      await does(`PUT /raw-materials/${id}`, { unit: 'g' })
      await stock.buy(id, 1)
    }
    expect(await changed(toGrams, 'Kg')).toEqual([409, 'in_use', 'g'])
  })

  it('can be corrected up and down and bought, each with a row in the ledger', async () => {
    const { w, does, stock } = await store()
    const id = await stock.material('Potato')
    expect((await does(`POST /raw-materials/${id}`, { delta: 2, reason: 'Bought', unitCost: 31.5 })).body.rawMaterial.currentStock).toBe(2)
    expect((await does(`POST /raw-materials/${id}`, { delta: 0.25, reason: 'Found' })).body.rawMaterial.currentStock).toBe(2.25)
    expect((await does(`POST /raw-materials/${id}`, { delta: -2.1, reason: 'Rotten' })).body.rawMaterial.currentStock).toBe(0.15)
    expect(await does(`POST /raw-materials/${id}`, { delta: -0.151, reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'out_of_stock', message: 'Potato: 0.15 kg left, 0.151 kg needed.' },
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

  it('counted to exactly what was shown book nothing, and are refused when the books have something else', async () => {
    const { does, stock } = await store()
    const id = await stock.material('Rice')
    await stock.buy(id, 10)
    const count = (body: object) => does(`POST /raw-materials/${id}`, { reason: 'Counted', ...body })
    expect((await count({ delta: 0 })).status).toBe(422)
    const same = await count({ delta: 0, stockWas: 10 })
    expect([same.status, same.body.rawMaterial?.currentStock]).toEqual([200, 10])
    expect(await stock.moves(id)).toEqual([['purchase', 10_000]])
    const other = await count({ delta: 0, stockWas: 9 })
    expect([...refused(other), other.body.rawMaterial.currentStock]).toEqual([409, 'stock_changed', 10])
    await stock.mustAddUp()
  })

  it('are counted however much the books have, or are short of', async () => {
    const { w, does, stock } = await store()
    const id = await stock.material('Rice')
    await stock.buy(id, 600_000)
    await stock.buy(id, 600_000)
    const count = (delta: number, stockWas?: number) => does(`POST /raw-materials/${id}`, { delta, stockWas, reason: 'Counted' })
    expect((await count(-500, 1_200_000)).body.rawMaterial?.currentStock).toBe(1_199_500)
    expect((await count(3_000_000.125, 1_199_500)).body.rawMaterial?.currentStock).toBe(4_199_500.125)
    const [lot] = (await does('GET /stocks/all')).body.stocks.toSorted(
      (a: { stockQuantity: number }, b: typeof a) => b.stockQuantity - a.stockQuantity,
    )
    const down = await does(`PUT /stocks/update/${lot._id}`, { stockQuantity: 2_000_000, stockWas: lot.stockQuantity })
    expect(down.status, down.text).toBe(200)
    await stock.mustAddUp()
    await w.rows('UPDATE stocks SET quantity = 0 WHERE restaurant_id = ?', w.id)
    await w.rows('UPDATE raw_materials SET current_stock = -12495000000 WHERE id = ?', id)
    expect((await count(12_500_000, -12_495_000)).body.rawMaterial?.currentStock).toBe(5000)
    // Without a count so much is a typing mistake.
    expect((await count(1_000_001)).body.errors).toMatchObject([{ path: 'delta' }])
    await w.rows('UPDATE stock_moves SET delta = -9000000000000000000 WHERE raw_material_id = ?', id)
    expect((await does(`GET /raw-materials/${id}/movements`)).status).toBe(200)
  })

  it('counted to more than the books have keep their lots: the rest goes to the lot in use, and only without one to a new lot', async () => {
    const { w, does, stock } = await store()
    const id = await stock.material('Paneer')
    const count = (body: object, via?: ReturnType<typeof meanwhile>) =>
      w.does('kitchen', `POST /restaurant/inventory/raw-materials/${id}`, { reason: 'Counted', ...body }, { via })
    expect((await count({ delta: 5, stockWas: 0 })).status).toBe(200)
    await count({ delta: -5, stockWas: 5 })
    await stock.buy(id, 10, { unitCost: 260, expiryDate: '2027-01-12' })
    await stock.buy(id, 5, { unitCost: 250, expiryDate: '2027-01-10' })
    expect((await count({ delta: 1, stockWas: 15 })).body.rawMaterial.currentStock).toBe(16)
    const left = async () => (await does('GET /stocks/all')).body.stocks.map((s: any) => [s.stockQuantity, s.unitCost, s.expiryDate])
    const lots = [
      [6, 250, '2027-01-10'],
      [10, 260, '2027-01-12'],
    ]
    expect(await left()).toEqual(lots)
    expect((await does(`GET /raw-materials/${id}/movements`)).body.movements[0]).toMatchObject({
      kind: 'correction',
      quantity: 1,
      stock: { expiryDate: '2027-01-10' },
    })
    // Something is sold just before the commit.
    const late = await count(
      { delta: 1, stockWas: 16 },
      meanwhile(() => count({ delta: -6, stockWas: 16 })),
    )
    expect([...refused(late), await left()]).toEqual([409, 'stock_changed', lots.slice(1)])
    await stock.mustAddUp()
  })

  it('are bought and counted in the unit that the caller was shown, also when it changes at the same moment', async () => {
    const { w, does, stock } = await store()
    const id = await stock.material('Paneer', { unit: 'kg' })
    const toGrams = () => does(`PUT /raw-materials/${id}`, { unit: 'g' })
    const buy = { rawMaterial: id, stockQuantity: 5, unit: 'kg' }
    const late = await w.does('kitchen', 'POST /restaurant/inventory/stocks', buy, { via: meanwhile(toGrams) })
    expect([...refused(late), late.body.rawMaterial?.unit]).toEqual([409, 'unit_changed', 'g'])
    const counted = { delta: 5, reason: 'Counted', stockWas: 0, unit: 'kg' }
    expect(refused(await does(`POST /raw-materials/${id}`, counted))).toEqual([409, 'unit_changed'])
    expect(await stock.current(id)).toBe(0)
    // Another spelling is the same unit.
    expect((await does('POST /stocks', { ...buy, stockQuantity: 500, unit: 'G' })).status).toBe(201)
    expect(await stock.current(id)).toBe(500)
    await stock.mustAddUp()
  })

  it('are never taken below zero by 10 corrections at once', async () => {
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
