import { describe, expect, it } from 'vitest'
import { stockOf, store } from '../test/stock.ts'
import { call } from '../test/world.ts'

const base = '/restaurant/inventory'

describe('who may work with the inventory', () => {
  it('kitchen and managers write, mobileAdmin reads, a captain does neither', async () => {
    const { w } = await store()
    const body = { name: 'Salt', unit: 'kg' }
    expect((await w.does('captain', `GET ${base}/raw-materials`)).status).toBe(403)
    expect((await w.does('mobileAdmin', `GET ${base}/raw-materials`)).status).toBe(200)
    expect((await w.does('mobileAdmin', `POST ${base}/raw-materials`, body)).status).toBe(403)
    expect((await w.does('cashier', `POST ${base}/raw-materials`, body)).status).toBe(201)
    expect((await call(`GET ${base}/raw-materials`)).status).toBe(401)
  })

  it('another restaurant’s rows are not found and stay unchanged', async () => {
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
