import { describe, expect, it } from 'vitest'
import { kitchen } from '../test/menu.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { call } from '../test/world.ts'

type Place = { _id: string; name: string; menuItems: { _id: string; name: string }[]; subcategories: Place[] }

/** A kitchen with a category of its own: three dishes, and two subcategories of which the first has two dishes. */
async function sweets() {
  const base = await kitchen()
  const { w, does, menu, item } = base
  const categoryId: string = (await does('POST /menus/category', { name: 'Sweets' })).body.category._id
  const subOf = async (name: string): Promise<string> => (await does('POST /menus/subcategory', { categoryId, name })).body.subcategory._id
  const subs = [await subOf('Milk'), await subOf('Fried')]
  const dish = async (name: string, subCategoryId: string | null = null): Promise<string> =>
    (await item({ name, categoryId, subCategoryId })).body.item._id
  const dishes = [await dish('Kheer'), await dish('Halwa'), await dish('Laddu')]
  const milk = [await dish('Rabri', subs[0]), await dish('Basundi', subs[0])]
  const order = (body: object, options = {}) => does('PUT /menus/order', body, options)
  const place = async (): Promise<Place> => (await menu()).find((c: Place) => c._id === categoryId)
  const names = async () => {
    const { menuItems, subcategories } = await place()
    return { own: menuItems.map((i) => i.name), subs: subcategories.map((s) => [s.name, ...s.menuItems.map((i) => i.name)]) }
  }
  return { ...base, w, categoryId, subs, dishes, milk, dish, order, names }
}
const reversed = <T>(list: readonly T[]) => list.toReversed()

describe('the order of the menu', () => {
  it('of dishes is saved for every reader, and each open menu is told once; other places and versions stay', async () => {
    const { w, categoryId, dishes, order, names, itemEvents } = await sweets()
    const versions = () => w.rows('SELECT id, version FROM menu_items WHERE restaurant_id = ? ORDER BY id', w.id)
    const [before, told] = [await versions(), (await itemEvents()).length]
    expect(await order({ kind: 'items', categoryId, ids: reversed(dishes) })).toMatchObject({ status: 200 })
    expect(await names()).toEqual({ own: ['Laddu', 'Halwa', 'Kheer'], subs: [['Milk', 'Rabri', 'Basundi'], ['Fried']] })
    expect(await versions()).toEqual(before)
    const news = (await itemEvents()).slice(told)
    expect(news.map((e) => [e.table_id, e.data])).toEqual([
      ['*', { ordered: { kind: 'items', categoryId, subCategoryId: null }, by: expect.any(String) }],
    ])
    const csv = (await w.does('superuser', 'GET /menus/export')).text
    expect(csv.indexOf('Laddu')).toBeLessThan(csv.indexOf('Kheer'))
  })

  it('of a subcategory’s dishes, of subcategories and of categories is saved each for itself', async () => {
    const { w, categoryId, category, subs, milk, order, names, menu } = await sweets()
    expect((await order({ kind: 'items', categoryId, subCategoryId: subs[0], ids: reversed(milk) })).status).toBe(200)
    expect((await order({ kind: 'subcategories', categoryId, ids: reversed(subs) })).status).toBe(200)
    expect(await names()).toEqual({ own: ['Kheer', 'Halwa', 'Laddu'], subs: [['Fried'], ['Milk', 'Basundi', 'Rabri']] })
    expect((await order({ kind: 'categories', ids: [categoryId, category] })).status).toBe(200)
    expect((await menu()).map((c: Place) => c._id)).toEqual([categoryId, category])
    const listed = (await call('POST /menus/categories', { body: { restaurantId: w.id } })).body.categories
    expect(listed.map((c: Place) => c._id)).toEqual([categoryId, category])
  })

  it('that is saved already changes nothing and tells nobody', async () => {
    const { categoryId, dishes, order, itemEvents } = await sweets()
    const told = (await itemEvents()).length
    expect((await order({ kind: 'items', categoryId, ids: dishes })).status).toBe(200)
    expect((await itemEvents()).length).toBe(told)
  })

  it('is 409 with what is there when something was added, 404 when something is gone or elsewhere, 422 for an id that is there twice', async () => {
    const { w, does, categoryId, subs, dishes, milk, dish, order } = await sweets()
    const added = await dish('Peda')
    const before = await w.everything()
    expect(await order({ kind: 'items', categoryId, ids: reversed(dishes) })).toMatchObject({
      status: 409,
      body: { code: 'menu_changed', ids: [...dishes, added] },
    })
    expect(await order({ kind: 'items', categoryId, ids: [...dishes, milk[0]] })).toMatchObject({ status: 404 })
    expect(await order({ kind: 'items', categoryId, ids: [...dishes, added, added] })).toMatchObject({ status: 422 })
    expect(await order({ kind: 'items', categoryId, ids: [] })).toMatchObject({ status: 422 })
    expect(await order({ kind: 'subcategories', ids: subs })).toMatchObject({ status: 422 })
    expect(await w.everything()).toEqual(before)
    await does(`DELETE /menus/item?id=${added}`)
    expect(await order({ kind: 'items', categoryId, ids: [...dishes, added] })).toMatchObject({ status: 404 })
  })

  it('is decided again when a dish was added, or one exchanged for another, between what it reads and writes', async () => {
    const { does, categoryId, subs, dishes, milk, dish, order, names } = await sweets()
    const put = (ids: string[], change: () => Promise<unknown>) => order({ kind: 'items', categoryId, ids }, { via: meanwhile(change) })
    let added = ''
    const adding = async () => void (added = await dish('Peda'))
    expect(await put(reversed(dishes), adding)).toMatchObject({ status: 409, body: { code: 'menu_changed', ids: [...dishes, added] } })
    // As many as before, but others.
    const exchanged = async () => {
      await does(`PUT /menus/item?id=${dishes[0]}`, { subCategoryId: subs[1] })
      await does(`PUT /menus/item?id=${milk[0]}`, { subCategoryId: null })
    }
    expect(await put(reversed([...dishes, added]), exchanged)).toMatchObject({ status: 404 })
    expect((await names()).own).toEqual(['Halwa', 'Laddu', 'Peda', 'Rabri'])
  })

  it('by two devices at once is the order of one of them', async () => {
    const { categoryId, dishes, order, names } = await sweets()
    const [a, b, c] = dishes
    const orders = [
      [c, b, a],
      [b, c, a],
      [c, a, b],
      [b, a, c],
    ]
    const replies = await Promise.all(orders.map((ids) => order({ kind: 'items', categoryId, ids })))
    expect(replies.map((r) => r.status)).toEqual([200, 200, 200, 200])
    const by = new Map([
      [a, 'Kheer'],
      [b, 'Halwa'],
      [c, 'Laddu'],
    ])
    expect(orders.map((ids) => ids.map((id) => by.get(id)))).toContainEqual((await names()).own)
  })

  it('of another restaurant’s category or dishes is 404', async () => {
    const [own, other] = [await sweets(), await sweets()]
    const before = await other.w.everything()
    expect((await own.order({ kind: 'items', categoryId: other.categoryId, ids: other.dishes })).status).toBe(404)
    expect((await own.order({ kind: 'items', categoryId: own.categoryId, ids: other.dishes })).status).toBe(404)
    expect((await own.order({ kind: 'items', categoryId: own.categoryId, subCategoryId: other.subs[0], ids: own.milk })).status).toBe(404)
    expect((await own.order({ kind: 'subcategories', categoryId: own.categoryId, ids: other.subs })).status).toBe(404)
    expect((await own.order({ kind: 'categories', ids: [other.categoryId] })).status).toBe(404)
    expect(await other.w.everything()).toEqual(before)
  })

  it('puts a dish that moves to another place behind those that are there', async () => {
    const { does, category, milk, dishes, subs, names, menu } = await sweets()
    await does(`PUT /menus/item?id=${dishes[0]}`, { subCategoryId: subs[0] })
    expect((await names()).subs[0]).toEqual(['Milk', 'Rabri', 'Basundi', 'Kheer'])
    await does(`PUT /menus/item?id=${milk[0]}`, { categoryId: category })
    expect((await menu()).find((c: Place) => c._id === category).menuItems.at(-1)._id).toBe(milk[0])
    // In the same place it stays where it is.
    await does(`PUT /menus/item?id=${milk[1]}`, { price: 90 })
    expect((await names()).subs[0]).toEqual(['Milk', 'Basundi', 'Kheer'])
  })
})
