import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { stockOf } from '../test/stock.ts'
import { call, makeRestaurant } from '../test/world.ts'

async function cookbook() {
  const w = await makeRestaurant()
  const stock = stockOf(w)
  const [flour, oil, egg] = [
    await stock.material('Flour'),
    await stock.material('Oil', { unit: 'l' }),
    await stock.material('Egg', { unit: 'pcs' }),
  ]
  const does = (address: string, body?: unknown) => w.does('superuser', address, body)
  const add = (ingredients: [string, number, string][], more: Record<string, unknown> = {}) =>
    does('POST /menus/recipe', {
      menuItemId: w.items.plain,
      ingredients: ingredients.map(([rawMaterialId, quantity, unit]) => ({ rawMaterialId, quantity, unit })),
      ...more,
    })
  return { w, flour, oil, egg, does, add }
}

describe('recipes', () => {
  it('map a dish to raw materials in the units in which they were written', async () => {
    const { w, flour, oil, egg, does, add } = await cookbook()
    const made = await add([
      [flour, 120.0, 'g'],
      [oil, 15, 'ml'],
      [egg, 2, 'pcs'],
    ])
    expect(made.status).toBe(201)
    expect(made.body.recipe).toEqual({
      _id: expect.any(String),
      menuItemId: w.items.plain,
      menuItemName: 'Peri Peri Fries',
      variant: null,
      ingredients: [
        { rawMaterialId: flour, name: 'Flour', quantity: 120, unit: 'g' },
        { rawMaterialId: oil, name: 'Oil', quantity: 15, unit: 'ml' },
        { rawMaterialId: egg, name: 'Egg', quantity: 2, unit: 'pcs' },
      ],
    })
    expect((await does('GET /menus/recipe')).body).toEqual({ recipes: [made.body.recipe] })
    expect(
      JSON.parse((await w.rows('SELECT ingredients FROM recipes WHERE restaurant_id = ?', w.id))[0].ingredients).map(
        (i: any) => i.quantity,
      ),
    ).toEqual([120, 15, 2000])
  })

  it('add up a material that is named twice', async () => {
    const { flour, add } = await cookbook()
    expect(
      (
        await add([
          [flour, 0.1, 'kg'],
          [flour, 50, 'g'],
        ])
      ).body.recipe.ingredients,
    ).toEqual([{ rawMaterialId: flour, name: 'Flour', quantity: 0.15, unit: 'kg' }])
  })

  it('exist once for each variant, and once for the rest', async () => {
    const { w, flour, does, add } = await cookbook()
    const of = (variant?: string) => add([[flour, 1, 'g']], { menuItemId: w.items.burger, variant })
    expect((await of()).status).toBe(201)
    expect((await of('Double')).body.recipe.variant).toBe('Double')
    expect(await of('Double')).toMatchObject({
      status: 409,
      body: { code: 'duplicate', message: 'Louis Spice Burger (Double) has a recipe already.' },
    })
    expect(await of('Triple')).toMatchObject({ status: 422, body: { code: 'unknown_item' } })
    const [rest] = (await does('GET /menus/recipe')).body.recipes
    expect(rest.variant).toBeNull()
    expect((await does(`PUT /menus/recipe?id=${rest._id}`, { variant: 'Double' })).status).toBe(409)
    expect((await does(`PUT /menus/recipe?id=${rest._id}`, { variant: 'Lamb Patty' })).body.recipe.variant).toBe('Lamb Patty')
    expect((await does(`PUT /menus/recipe/?id=${rest._id}`, { variant: null })).body.recipe.variant).toBeNull()
  })

  it('are created once when five are sent at once for one dish', async () => {
    const { flour, add } = await cookbook()
    expect((await Promise.all(Array.from({ length: 5 }, () => add([[flour, 1, 'g']])))).map((r) => r.status).sort()).toEqual([
      201, 409, 409, 409, 409,
    ])
  })

  it('can be changed and deleted', async () => {
    const { w, flour, oil, does, add } = await cookbook()
    const { _id } = (await add([[flour, 1, 'g']])).body.recipe
    expect(
      (await does(`PUT /menus/recipe?id=${_id}`, { ingredients: [{ rawMaterialId: oil, quantity: 2, unit: 'ml' }] })).body.recipe
        .ingredients,
    ).toEqual([{ rawMaterialId: oil, name: 'Oil', quantity: 2, unit: 'ml' }])
    expect((await does(`PUT /menus/recipe?id=${_id}`, { menuItemId: w.items.dosa })).body.recipe.menuItemName).toBe('Masala Dosa')
    expect((await does(`DELETE /menus/recipe/?id=${_id}`)).body).toEqual({ message: 'The recipe of Masala Dosa was deleted.' })
    expect((await does(`DELETE /menus/recipe?id=${_id}`)).status).toBe(404)
    expect((await does(`PUT /menus/recipe?id=${_id}`, {})).status).toBe(404)
  })

  it('are refused for materials that don’t exist, units that can’t be converted and invalid quantities', async () => {
    const { w, flour, egg, does, add } = await cookbook()
    expect((await add([[randomId(), 1, 'g']])).status).toBe(404)
    expect((await add([[flour, 1, 'g']], { menuItemId: randomId() })).status).toBe(404)
    expect(await add([[flour, 1, 'ml']])).toMatchObject({
      status: 422,
      body: { code: 'unit_mismatch', message: "Flour is counted in kg; ml can't be converted to that." },
    })
    // Of many, which.
    const third = await add([
      [egg, 1, 'pcs'],
      [flour, 1, 'g'],
      [flour, 1, 'ml'],
    ])
    expect(third.body).toMatchObject({ code: 'unit_mismatch', index: 2, rawMaterialId: flour, errors: [{ path: 'ingredients.2' }] })
    const unknown = randomId()
    const second = await add([
      [egg, 1, 'pcs'],
      [unknown, 1, 'g'],
    ])
    expect(second.body).toMatchObject({ code: 'not_found', index: 1, rawMaterialId: unknown })
    expect(await add([[egg, 1, 'g']])).toMatchObject({ status: 422, body: { code: 'unit_mismatch' } })
    expect(await add([[flour, 0.5, 'g']])).toMatchObject({ status: 422, body: { code: 'too_fine' } })
    expect((await add([[flour, 0, 'g']])).status).toBe(422)
    expect((await add([])).status).toBe(422)
    expect(await w.rows('SELECT count(*) n FROM recipes WHERE restaurant_id = ?', w.id)).toEqual([{ n: 0 }])
    const { recipe } = (await add([[flour, 1, 'g']])).body
    for (const [change, code] of [
      [{ ingredients: [{ rawMaterialId: flour, quantity: 1, unit: 'ml' }] }, 'unit_mismatch'],
      [{ ingredients: [{ rawMaterialId: flour, quantity: 0.5, unit: 'g' }] }, 'too_fine'],
      [{ variant: 'Triple' }, 'unknown_item'],
    ] as const)
      expect(await does(`PUT /menus/recipe?id=${recipe._id}`, change)).toMatchObject({ status: 422, body: { code } })
    expect((await does('GET /menus/recipe')).body.recipes).toEqual([recipe])
  })

  it('of another restaurant, its dishes or its materials are 404', async () => {
    const [own, theirs] = [await cookbook(), await cookbook()]
    const { _id } = (await theirs.add([[theirs.flour, 1, 'g']])).body.recipe
    const before = await theirs.w.everything()
    expect((await own.does('GET /menus/recipe')).body.recipes).toEqual([])
    for (const reply of [
      await own.does(`PUT /menus/recipe?id=${_id}`, { ingredients: [{ rawMaterialId: own.oil, quantity: 2, unit: 'ml' }] }),
      await own.does(`DELETE /menus/recipe?id=${_id}`),
      await own.add([[own.flour, 1, 'g']], { menuItemId: theirs.w.items.plain }),
      await own.add([[theirs.flour, 1, 'g']]),
    ])
      expect(reply.status, reply.text).toBe(404)
    expect(await theirs.w.everything()).toEqual(before)
  })

  it('repeat their answer for the same key', async () => {
    const { w, flour } = await cookbook()
    const token = await w.as('superuser')
    const body = { menuItemId: w.items.plain, ingredients: [{ rawMaterialId: flour, quantity: 1, unit: 'g' }] }
    const replies = [
      await call('POST /menus/recipe', { token, body, key: 'r' }),
      await call('POST /menus/recipe', { token, body, key: 'r' }),
    ]
    expect(replies.map((r) => r.status)).toEqual([201, 201])
    expect(replies[0]?.text).toBe(replies[1]?.text)
  })

  it('are read by the kitchen and changed by owners', async () => {
    const { w, flour } = await cookbook()
    const body = { menuItemId: w.items.plain, ingredients: [{ rawMaterialId: flour, quantity: 1, unit: 'g' }] }
    expect((await w.does('kitchen', 'GET /menus/recipe')).status).toBe(200)
    expect((await w.does('kitchen', 'POST /menus/recipe', body)).status).toBe(403)
    expect((await w.does('waiter', 'GET /menus/recipe')).status).toBe(403)
    expect((await w.does('managerialHead', 'POST /menus/recipe', body)).status).toBe(201)
  })

  it('are written in the units that the materials have at the commit', async () => {
    const { w, flour, oil, does } = await cookbook()
    const unit = (id: string, to: string) => () => w.does('kitchen', `PUT /restaurant/inventory/raw-materials/${id}`, { unit: to })
    const put = (address: string, id: string, to: string, more: object = {}) =>
      w.does(
        'superuser',
        address,
        { ingredients: [{ rawMaterialId: id, quantity: 20, unit: 'g' }], ...more },
        { via: meanwhile(unit(id, to)) },
      )
    const stored = async () =>
      (await w.rows('SELECT ingredients FROM recipes WHERE restaurant_id = ?', w.id)).map((r) => JSON.parse(r.ingredients))
    const made = await put('POST /menus/recipe', flour, 'g', { menuItemId: w.items.plain })
    expect(made.body.recipe.ingredients).toMatchObject([{ quantity: 20, unit: 'g' }])
    expect(await stored()).toEqual([[{ rawMaterialId: flour, quantity: 20_000, unit: 'g' }]])
    const address = `PUT /menus/recipe?id=${made.body.recipe._id}`
    await does(address, { ingredients: [{ rawMaterialId: oil, quantity: 5, unit: 'ml' }] })
    expect((await put(address, flour, 'kg')).status).toBe(200)
    expect(await stored()).toEqual([[{ rawMaterialId: flour, quantity: 20, unit: 'g' }]])
    await does(address, { ingredients: [{ rawMaterialId: oil, quantity: 5, unit: 'ml' }] })
    expect(await put(address, flour, 'l')).toMatchObject({ status: 422, body: { code: 'unit_mismatch' } })
    // A change of the dish alone writes no ingredients that another change has taken out.
    const moved = await w.does(
      'superuser',
      address,
      { menuItemId: w.items.dosa },
      { via: meanwhile(() => does(address, { ingredients: [{ rawMaterialId: oil, quantity: 9, unit: 'ml' }] })) },
    )
    expect(moved.status, moved.text).toBe(200)
    expect(await stored()).toEqual([[{ rawMaterialId: oil, quantity: 9, unit: 'ml' }]])
  })
})

describe('a recipe that two devices change', () => {
  it('409 ingredients_changed with what is there: an older list takes back nothing that another device changed', async () => {
    const { w, flour, oil, does, add } = await cookbook()
    const made = await add([[flour, 100, 'g']])
    const address = `PUT /menus/recipe?id=${made.body.recipe._id}`
    const line = (rawMaterialId: string, quantity: number, unit: string) => ({ rawMaterialId, quantity, unit })
    const [seen, more] = [[line(flour, 100, 'g')], [line(flour, 200, 'g')]]
    expect((await does(address, { ingredients: more, ingredientsBefore: seen })).status).toBe(200)
    const late = await does(address, { ingredients: [...seen, line(oil, 5, 'ml')], ingredientsBefore: seen })
    expect([late.status, late.body.code], late.text).toEqual([409, 'ingredients_changed'])
    expect(late.body.recipe.ingredients).toEqual([{ ...more[0], name: 'Flour' }])
    // Without a list nothing is compared.
    expect((await does(address, { variant: null, ingredientsBefore: seen })).status).toBe(200)
    const third = [line(oil, 9, 'ml')]
    const raced = await w.does(
      'superuser',
      address,
      { ingredients: seen, ingredientsBefore: more },
      { via: meanwhile(() => does(address, { ingredients: third })) },
    )
    expect([raced.status, raced.body.code, raced.body.recipe?.ingredients], raced.text).toEqual([
      409,
      'ingredients_changed',
      [{ ...third[0], name: 'Oil' }],
    ])
    expect((await does('GET /menus/recipe')).body.recipes[0].ingredients).toMatchObject(third)
  })
})

describe('a variant’s recipe', () => {
  /** The burger: a lamb patty takes 1 g of flour, a double 2 g. */
  async function burgers() {
    const book = await cookbook()
    const { w, flour, does, add } = book
    const of = async (variant: string, grams: number) => {
      const made = await add([[flour, grams, 'g']], { menuItemId: w.items.burger, variant })
      expect(made.status, made.text).toBe(201)
    }
    await of('Lamb Patty', 1)
    await of('Double', 2)
    const variants = async (...names: string[]) => {
      const reply = await does(`PUT /menus/item?id=${w.items.burger}`, { variants: names.map((name) => ({ name })) })
      expect(reply.status, reply.text).toBe(200)
    }
    const recipes = async () =>
      Object.fromEntries((await does('GET /menus/recipe')).body.recipes.map((r: any) => [r.variant, r.ingredients[0].quantity]))
    return { ...book, variants, recipes }
  }

  it('follows the variant when it is renamed or moved: sales under the new name use it', async () => {
    const { w, flour, variants, recipes } = await burgers()
    await variants('Lamb Patty', 'Twice the patty')
    expect(await recipes()).toEqual({ 'Lamb Patty': 1, 'Twice the patty': 2 })
    await variants('Twice the patty', 'Cheese', 'LAMB PATTY')
    expect(await recipes()).toEqual({ 'LAMB PATTY': 1, 'Twice the patty': 2 })
    await w.order([w.line('burger', 3, { variants: [{ name: 'Twice the patty' }] })])
    expect(await w.rows('SELECT current_stock FROM raw_materials WHERE id = ?', flour)).toEqual([{ current_stock: -6 }])
  })

  it('is deleted with the variant: its material is free again', async () => {
    const { flour, does, variants, recipes } = await burgers()
    await variants('Lamb Patty')
    expect(await recipes()).toEqual({ 'Lamb Patty': 1 })
    const remove = () => does(`DELETE /restaurant/inventory/raw-materials/${flour}`)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'in_use' } })
    await variants()
    expect(await recipes()).toEqual({})
    expect((await remove()).status).toBe(200)
  })

  it('stays when a change of the dish names no variants or is refused', async () => {
    const { w, does, recipes } = await burgers()
    const put = (body: object) => does(`PUT /menus/item?id=${w.items.burger}`, body)
    expect((await put({ price: 400 })).status).toBe(200)
    expect((await put({ variants: [{ name: 'Single' }], version: 1 })).status).toBe(409)
    expect(await recipes()).toEqual({ 'Lamb Patty': 1, Double: 2 })
  })

  it('follows the variant through a CSV import too', async () => {
    const { does, recipes } = await burgers()
    const load = (cell: string) =>
      does('POST /menus/import', { csv: `category,name,price,variants\nMains,Louis Spice Burger,375,${cell}\n` })
    expect((await load('Lamb Patty=0; Triple=150')).body).toMatchObject({ updated: 1 })
    expect(await recipes()).toEqual({ 'Lamb Patty': 1, Triple: 2 })
    expect((await load('Triple=150')).body).toMatchObject({ updated: 1 })
    expect(await recipes()).toEqual({ Triple: 2 })
  })

  it('is deleted by an import whose dry run says so, and not when it is another number by then', async () => {
    const { w, flour, does, add, recipes } = await burgers()
    const plain = 'category,name,price,variants\nMains,Louis Spice Burger,375,\n'
    const load = (more: object) => does('POST /menus/import', { csv: plain, ...more })
    const shown = (await load({ dryRun: true })).body
    expect(shown).toMatchObject({ updated: 1, deletesRecipes: 2 })
    // The dish's own recipe stays.
    expect((await add([[flour, 4, 'g']], { menuItemId: w.items.burger })).status).toBe(201)
    expect((await load({ dryRun: true })).body.plan).toBe(shown.plan)
    const gone = (await does('GET /menus/recipe')).body.recipes.find((r: any) => r.variant === 'Double')
    await does(`DELETE /menus/recipe?id=${gone._id}`)
    expect(await load({ plan: shown.plan })).toMatchObject({ status: 409, body: { preview: { deletesRecipes: 1 } } })
    expect((await load({})).body).toMatchObject({ updated: 1, deletesRecipes: 1 })
    expect(await recipes()).toEqual({ null: 4 })
  })

  it('is refused when the variant has been renamed before the recipe is written', async () => {
    const { w, flour, does, variants, recipes } = await burgers()
    const token = await w.as('superuser')
    await does(`DELETE /menus/recipe?id=${(await does('GET /menus/recipe')).body.recipes.find((r: any) => r.variant === 'Double')._id}`)
    const body = { menuItemId: w.items.burger, variant: 'Double', ingredients: [{ rawMaterialId: flour, quantity: 5, unit: 'g' }] }
    const reply = await call('POST /menus/recipe', { token, body, via: meanwhile(() => variants('Lamb Patty', 'Triple')) })
    expect(reply).toMatchObject({ status: 422, body: { code: 'unknown_item' } })
    expect(await recipes()).toEqual({ 'Lamb Patty': 1 })
  })
})
