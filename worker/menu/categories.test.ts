import { describe, expect, it } from 'vitest'

import { kitchen } from '../test/menu.ts'

describe('a category', () => {
  it('can be added at the end, renamed and moved', async () => {
    const { does, menu, itemEvents, category } = await kitchen()
    const made = await does('POST /menus/category', { name: 'Sweets', description: 'After' })
    expect(made).toMatchObject({
      status: 201,
      body: { category: { _id: expect.any(String), name: 'Sweets', description: 'After', subcategories: [], menuItems: [] } },
    })
    const { _id } = made.body.category
    expect((await menu()).map((c: any) => c.name)).toEqual(['Mains', 'Sweets'])
    expect(await does('PUT /menus/category', { categoryId: _id, name: 'Desserts' })).toMatchObject({
      status: 200,
      body: { category: { name: 'Desserts', description: 'After' } },
    })
    await does('PUT /menus/category', { categoryId: category, position: 5 })
    expect((await menu()).map((c: any) => c.name)).toEqual(['Desserts', 'Mains'])
    expect((await does('PUT /menus/category', { categoryId: category, name: 'Plates' })).body.category.menuItems[0].categoryName).toBe(
      'Plates',
    )
    expect((await itemEvents()).at(-1)?.data).toMatchObject({ categoryId: category, category: { _id: category, name: 'Plates' } })
  })

  it('with a name that exists already is 409, also from two devices at once', async () => {
    const { w, does, category } = await kitchen()
    expect(await does('POST /menus/category', { name: 'mains' })).toMatchObject({ status: 409, body: { code: 'duplicate' } })
    const replies = await Promise.all([1, 2, 3, 4].map(() => does('POST /menus/category', { name: 'Race' })))
    expect(replies.map((r) => r.status).sort()).toEqual([201, 409, 409, 409])
    const race = replies.find((r) => r.status === 201)?.body.category._id
    expect(await does('PUT /menus/category', { categoryId: race, name: 'MAINS' })).toMatchObject({ status: 409 })
    expect(await does('PUT /menus/category', { categoryId: category, name: 'MAINS' })).toMatchObject({ status: 200 })
    expect(await w.rows("SELECT id FROM categories WHERE restaurant_id = ? AND name = 'Race'", w.id)).toHaveLength(1)
  })

  it('is deleted with its subcategories and dishes, which are counted and announced one by one', async () => {
    const { w, does, sub, item, category, menu, itemEvents } = await kitchen()
    await item({ subCategoryId: await sub() })
    const before = (await w.events()).length
    const n = (await w.rows('SELECT id FROM menu_items WHERE restaurant_id = ?', w.id)).length
    expect(await does(`DELETE /menus/category?id=${category}`)).toMatchObject({
      status: 200,
      body: { message: `The category "Mains" was deleted with its 1 subcategory and ${n} items.` },
    })
    expect(await menu()).toEqual([])
    for (const table of ['categories', 'subcategories', 'menu_items'])
      expect(await w.rows(`SELECT id FROM ${table} WHERE restaurant_id = ?`, w.id)).toEqual([])
    const events = await w.events()
    expect(events.map((e) => e.seq)).toEqual(events.map((_, i) => i + 1))
    expect(events).toHaveLength(before + n + 1)
    const last = (await itemEvents()).slice(-n - 1)
    expect(last.slice(0, -1).every((e) => e.data.deleted === true && e.data.item._id === e.data.itemId)).toBe(true)
    expect(last.at(-1)?.data).toMatchObject({ categoryId: category, deleted: true })
    expect((await does(`DELETE /menus/category?id=${category}`)).status).toBe(404)
  })

  it('is deleted with no more dishes than the person was asked about, and so is a subcategory', async () => {
    const { does, sub, item, category, menu } = await kitchen()
    const subCategoryId = await sub()
    const count = async () => (await menu())[0].menuItems.length + (await menu())[0].subcategories[0].menuItems.length
    const deletions = [`category?id=${category}`, `subcategory?categoryId=${category}&subCategoryId=${subCategoryId}`]
    const seen = await count()
    await item({ subCategoryId })
    const late = [await does(`DELETE /menus/${deletions[0]}&items=${seen}`), await does(`DELETE /menus/${deletions[1]}&items=0`)]
    expect(late.map(({ status, body }) => [status, body.code, body.items])).toEqual([
      [409, 'menu_changed', seen + 1],
      [409, 'menu_changed', 1],
    ])
    expect(late[0]?.body.message).toContain(`"Mains" has ${seen + 1} items now`)
    expect(late[1]?.body.message).toMatch(/: "[^"]+" has 1 item now/)
    expect(await count()).toBe(seen + 1)
    expect((await does(`DELETE /menus/${deletions[1]}&items=1`)).status).toBe(200)
    expect((await does(`DELETE /menus/${deletions[0]}&items=${seen}`)).status).toBe(200)
    expect(await menu()).toEqual([])
  })

  it('that is deleted while dishes are added leaves none of them behind', async () => {
    const { w, does, category, item } = await kitchen()
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, (_, i) => item({ name: `New ${i}` })),
      does(`DELETE /menus/category?id=${category}`),
    ])
    expect(replies.at(-1)?.status).toBe(200)
    for (const r of replies) expect([200, 201, 404]).toContain(r.status)
    expect(await w.rows('SELECT id FROM menu_items WHERE restaurant_id = ?', w.id)).toEqual([])
    const made = replies.filter((r) => r.status === 201).map((r) => r.body.item._id)
    const gone = (await w.events()).filter((e) => e.data.deleted).map((e) => e.data.itemId)
    for (const id of made) expect(gone).toContain(id)
  })

  it('of another restaurant is 404', async () => {
    const [own, other] = [await kitchen(), await kitchen()]
    const before = await other.w.everything()
    const put = await own.does('PUT /menus/category', { categoryId: other.category, name: 'X' })
    expect([put.status, put.body.message]).toEqual([404, 'Category not found'])
    expect((await own.does(`DELETE /menus/category?id=${other.category}`)).status).toBe(404)
    expect((await own.does('POST /menus/subcategory', { categoryId: other.category, name: 'X' })).status).toBe(404)
    expect(await other.w.everything()).toEqual(before)
  })
})

describe('a subcategory', () => {
  it('can be added, changed and moved', async () => {
    const { does, category, item, menu, itemEvents } = await kitchen()
    const made = await does('POST /menus/subcategory', { categoryId: category, name: 'Grills', image: 'https://img.test/a.jpg' })
    expect(made).toMatchObject({
      status: 201,
      body: { subcategory: { name: 'Grills', description: '', image: 'https://img.test/a.jpg', menuItems: [] } },
    })
    const subCategoryId = made.body.subcategory._id
    await does('POST /menus/subcategory', { categoryId: category, name: 'Curries' })
    await item({ subCategoryId })
    const changed = await does('PUT /menus/subcategory', { categoryId: category, subCategoryId, name: 'Tandoor', image: null, position: 9 })
    expect(changed).toMatchObject({
      status: 200,
      body: { subcategory: { _id: subCategoryId, name: 'Tandoor', image: null, menuItems: [{ subCategoryName: 'Tandoor' }] } },
    })
    expect((await menu())[0].subcategories.map((s: any) => s.name)).toEqual(['Curries', 'Tandoor'])
    expect((await itemEvents()).at(-1)?.data).toMatchObject({ categoryId: category, subCategoryId, subcategory: { name: 'Tandoor' } })
    expect(await does('PUT /menus/subcategory', { categoryId: category, subCategoryId })).toMatchObject({
      status: 200,
      body: { subcategory: { name: 'Tandoor' } },
    })
  })

  it('with a name that exists in its category is 409', async () => {
    const { does, category, sub } = await kitchen()
    await sub()
    const subCategoryId = await sub('Curries')
    expect(await does('POST /menus/subcategory', { categoryId: category, name: 'GRILLS' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate' },
    })
    expect(await does('PUT /menus/subcategory', { categoryId: category, subCategoryId, name: 'grills' })).toMatchObject({ status: 409 })
    const other = (await does('POST /menus/category', { name: 'Other' })).body.category._id
    expect((await does('POST /menus/subcategory', { categoryId: other, name: 'Grills' })).status).toBe(201)
    expect((await does('PUT /menus/subcategory', { categoryId: other, subCategoryId, name: 'X' })).status).toBe(404)
  })

  it('is deleted with only its own dishes', async () => {
    const { w, does, category, sub, item } = await kitchen()
    const subCategoryId = await sub()
    await item({ subCategoryId })
    const other = (await does('POST /menus/category', { name: 'Other' })).body.category._id
    expect((await does(`DELETE /menus/subcategory?categoryId=${other}&subCategoryId=${subCategoryId}`)).status).toBe(404)
    const n = (await w.rows('SELECT id FROM menu_items WHERE restaurant_id = ?', w.id)).length
    expect(await does(`DELETE /menus/subcategory?categoryId=${category}&subCategoryId=${subCategoryId}`)).toMatchObject({
      status: 200,
      body: { message: 'The subcategory "Grills" was deleted with its 1 item.' },
    })
    expect(await w.rows('SELECT id FROM menu_items WHERE restaurant_id = ?', w.id)).toHaveLength(n - 1)
  })
})
