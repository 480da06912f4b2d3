import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { store } from '../test/stock.ts'
import { many } from '../test/world.ts'

const refused = (reply: { status: number; body: any }) => [reply.status, reply.body.code]

describe('categories', () => {
  it('can be added, renamed, ordered, nested and deleted; their materials follow', async () => {
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

  it('are the same in upper and lower case: a material belongs to its category however that was typed', async () => {
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

  it('keep their materials when two devices change their names at the same moment', async () => {
    const { w, does, stock } = await store()
    const { _id } = (await does('POST /raw-materials/categories', { category: 'A' })).body.category
    const salt = await stock.material('Salt', { category: 'A' })
    const named = async () => [
      (await does('GET /raw-materials/categories')).body.categories.map((k: { category: string }) => k.category),
      (await does(`GET /raw-materials/${salt}`)).body.rawMaterial.category,
    ]
    const rename = (category: string) => does('PUT /raw-materials/categories', { categories: [{ _id, category }] })
    const during = (address: string, happens: () => Promise<unknown>, body?: object) =>
      w.does('kitchen', address.replace(' ', ' /restaurant/inventory/raw-materials/categories'), body, { via: meanwhile(happens) })
    const late = await during('PUT ', () => rename('B'), { categories: [{ _id, category: 'C' }] })
    expect(late.status, late.text).toBe(200)
    expect(await named()).toEqual([['C'], 'C'])
    const added = await during('PUT ', () => does('POST /raw-materials/categories', { category: 'Dairy' }), {
      categories: [{ _id, category: 'Dairy' }],
    })
    expect(refused(added)).toEqual([409, 'duplicate'])
    expect(await named()).toEqual([['C', 'Dairy'], 'C'])
    expect((await during(`DELETE /${_id}`, () => rename('D'))).status).toBe(200)
    expect(await named()).toEqual([['Dairy'], ''])
  })

  it('that were renamed keep a material that another device gives them by the name of before', async () => {
    const { w, does, stock } = await store()
    const add = async (category: string) => (await does('POST /raw-materials/categories', { category })).body.category._id as string
    const [dairy, dry] = [await add('Dairy'), await add('Dry')]
    const salt = await stock.material('Salt', { category: 'Dry', categoryId: dry })
    const rename = (_id: string, category: string) => does('PUT /raw-materials/categories', { categories: [{ _id, category }] })
    const base = '/restaurant/inventory/raw-materials'
    await rename(dairy, 'Milk')
    const seen = { category: 'Dairy', categoryId: dairy }
    expect((await does('POST /raw-materials', { name: 'Paneer', unit: 'kg', ...seen })).body.rawMaterial.category).toBe('Milk')
    // Also when it is renamed at the same moment.
    const late = await w.does('kitchen', `PUT ${base}/${salt}`, seen, { via: meanwhile(() => rename(dairy, 'Chilled')) })
    expect([late.status, late.body.rawMaterial?.category]).toEqual([200, 'Chilled'])
    // What doesn't change the category leaves it alone.
    expect((await does(`PUT /raw-materials/${salt}`, { minimumStock: 1, categoryId: dry })).body.rawMaterial.category).toBe('Chilled')
    await does(`DELETE /raw-materials/categories/${dairy}`)
    const gone = await does(`PUT /raw-materials/${salt}`, seen)
    expect([gone.status, gone.body.errors]).toEqual([
      422,
      [{ path: 'category', message: 'This category was deleted. Choose another one.' }],
    ])
  })

  it('keep their places when one of them is renamed', async () => {
    const { does } = await store()
    const ids: string[] = []
    for (const category of ['Dry', 'Dairy', 'Meat'])
      ids.push((await does('POST /raw-materials/categories', { category })).body.category._id)
    const renamed = await does('PUT /raw-materials/categories', { categories: [{ _id: ids[2], category: 'Meat and fish' }] })
    expect(renamed.body.categories.map((k: { category: string }) => k.category)).toEqual(['Dry', 'Dairy', 'Meat and fish'])
    expect((await does('GET /raw-materials/categories')).body).toEqual(renamed.body)
  })

  it('are created once when one is added five times at once', async () => {
    const { does } = await store()
    expect((await many(5, () => does('POST /raw-materials/categories', { category: 'Dry' }))).map((r) => r.status).sort()).toEqual([
      201, 409, 409, 409, 409,
    ])
  })
})
