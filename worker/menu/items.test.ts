import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { many } from '../test/world.ts'

import { kitchen } from '../test/menu.ts'

const FULL = {
  name: 'Kebab',
  description: 'From the tandoor',
  price: 320.25,
  dietType: 'nonVeg',
  isAlcohol: false,
  available: true,
  image: '/v1/media/abc.webp',
  remaining: 12,
  station: 'Tandoor',
  code: 'Kb7',
  printName: 'Kebab hf',
  calories: 410,
  allergens: ['Milk', 'Nuts'],
  variants: [
    { name: 'Half', additionalPrice: -100 },
    { name: 'Full', additionalPrice: 0 },
  ],
  addonGroups: [
    {
      name: 'Dips',
      min: 1,
      max: 2,
      addons: [
        { name: 'Mint', price: 0 },
        { name: 'Garlic', price: 15.5 },
      ],
    },
  ],
}

describe('a dish', () => {
  it('is added with all its fields at the end of its category, and every open menu is updated', async () => {
    const { w, item, sub, category, menu, itemEvents } = await kitchen()
    const subCategoryId = await sub()
    const made = await item({ ...FULL, subCategoryId, price: 320.25, ingredients: ['Lamb', ' mint '], version: 9, _id: 'mine' })
    expect(made.status, made.text).toBe(201)
    expect(made.body.item).toEqual({
      ...FULL,
      _id: expect.stringMatching(/^[a-z0-9]{26}$/),
      categoryId: category,
      categoryName: 'Mains',
      subCategoryId,
      subCategoryName: 'Grills',
      ingredients: ['Lamb', 'mint'],
      unavailableSince: null,
      version: 1,
    })
    expect((await menu())[0].subcategories[0].menuItems).toEqual([made.body.item])
    expect((await itemEvents()).at(-1)).toMatchObject({ table_id: '*', data: { item: made.body.item, itemId: made.body.item._id } })
    const plain = (await item()).body.item
    expect(plain).toMatchObject({
      description: '',
      dietType: 'veg',
      available: true,
      image: null,
      remaining: null,
      station: null,
      variants: [],
      addonGroups: [],
      subCategoryId: null,
    })
    expect((await menu())[0].menuItems.at(-1)._id).toBe(plain._id)
    const order = await w.order([
      { _id: made.body.item._id, quantity: 1, variants: [{ name: 'Half' }], addonGroups: [{ name: 'Dips', addons: [{ name: 'Garlic' }] }] },
    ])
    expect(order.totalPrice).toBe(235.75)
  })

  it('is added once when its key is sent twice', async () => {
    const { w, does, category } = await kitchen()
    const body = { name: 'Once', price: 10, categoryId: category }
    const key = randomId()
    const [a, b] = [await does('POST /menus/createMenuItem', body, { key }), await does('POST /menus/createMenuItem', body, { key })]
    expect(b.text).toBe(a.text)
    expect(await w.rows("SELECT id FROM menu_items WHERE restaurant_id = ? AND name = 'Once'", w.id)).toHaveLength(1)
  })

  it('with a name that exists in its category is 409, whatever the case; another category may have it', async () => {
    const { item, sub } = await kitchen()
    const subCategoryId = await sub()
    expect((await item()).status).toBe(201)
    for (const name of ['paneer TIKKA', 'Paneer Tikka\u200b', 'Pan\u00adeer Tikka'])
      expect(await item({ name })).toMatchObject({ status: 409, body: { code: 'duplicate' } })
    const other = await item({ subCategoryId })
    expect(other.status).toBe(201)
    expect(await item({ subCategoryId })).toMatchObject({ status: 409 })
  })

  it('has a code of its own, whatever the case; it is changed, taken off, and free again when its dish is deleted', async () => {
    const { w, item } = await kitchen()
    const [one, two] = [(await item({ name: 'One', price: 1, code: 'Kf' })).body.item, (await item({ name: 'Two', price: 1 })).body.item]
    expect([one.code, two.code]).toEqual(['Kf', null])
    const put = (id: string, body: object) => w.does('superuser', `PUT /menus/item?id=${id}`, body)
    const refused = {
      status: 409,
      body: { code: 'duplicate_code', message: 'The code kF belongs to One already.', itemId: one._id, itemName: 'One' },
    }
    expect(await put(two._id, { code: 'kF' })).toMatchObject(refused)
    expect(await item({ name: 'Three', price: 1, code: 'kF' })).toMatchObject(refused)
    expect((await put(one._id, { code: 'KF' })).body.item.code).toBe('KF')
    expect((await put(one._id, { price: 2 })).body.item.code).toBe('KF')
    expect((await put(one._id, { code: '' })).body.item.code).toBeNull()
    expect((await put(two._id, { code: 'kf' })).body.item.code).toBe('kf')
    await w.does('superuser', `DELETE /menus/item?id=${two._id}`)
    expect((await put(one._id, { code: 'kf' })).body.item.code).toBe('kf')
    const other = await kitchen()
    expect((await other.item({ name: 'One', price: 1, code: 'kf' })).status).toBe(201)
  })

  it.each(['k f', '12*3', 'चाय', '123456789'])('of the code %s is 422', async (code) => {
    const { item } = await kitchen()
    expect(await item({ name: 'One', price: 1, code })).toMatchObject({ status: 422, body: { errors: [{ path: 'code' }] } })
  })

  it('of one code by ten devices at once is one', async () => {
    const { w, item } = await kitchen()
    const replies = await many(10, (i) => item({ name: `Dish ${i}`, price: 1, code: '12' }))
    expect(replies.map((r) => r.status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    expect(await w.rows('SELECT code FROM menu_items WHERE restaurant_id = ? AND code IS NOT NULL', w.id)).toHaveLength(1)
  })

  it('of one name added by ten devices at once is created once', async () => {
    const { w, item } = await kitchen()
    const replies = await Promise.all(Array.from({ length: 10 }, () => item({ name: 'Race' })))
    expect(replies.map((r) => r.status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await w.rows("SELECT id FROM menu_items WHERE restaurant_id = ? AND name = 'Race'", w.id)).toHaveLength(1)
  })

  it.each([
    ['no price', { price: undefined }],
    ['a negative price', { price: -1 }],
    ['a fraction of a paisa', { price: 1.005 }],
    ['no name', { name: '  ' }],
    ['a script for an image', { image: 'javascript:alert(1)' }],
    ['a variant twice', { variants: [{ name: 'A' }, { name: 'A' }] }],
    ['a variant that costs less than nothing', { variants: [{ name: 'A', additionalPrice: -250 }] }],
    ['an addon group twice', { addonGroups: [FULL.addonGroups[0], FULL.addonGroups[0]] }],
    ['bounds that nothing meets', { addonGroups: [{ ...FULL.addonGroups[0], min: 3 }] }],
    ['a group without addons', { addonGroups: [{ name: 'E', addons: [] }] }],
    ['an ingredient without a name', { ingredients: [''] }],
    ['a negative countdown', { remaining: -1 }],
  ])('with %s is 422', async (_name, change) => {
    const { w, item } = await kitchen()
    const before = await w.everything()
    expect((await item(change)).status).toBe(422)
    expect(await w.everything()).toEqual(before)
  })

  it('of another restaurant’s category, subcategory or template is 404', async () => {
    const [own, other] = [await kitchen(), await kitchen()]
    const template = (await other.does('POST /menus/addon-template/create', { name: 'T', addons: [{ name: 'A', price: 1 }] })).body.template
      ._id
    for (const change of [
      { categoryId: other.category },
      { subCategoryId: await other.sub() },
      { addonGroups: [{ ...FULL.addonGroups[0], templateId: template }] },
    ])
      expect((await own.item(change)).status).toBe(404)
  })

  it('changes only in the fields named, but loses its ingredients each time (SPEC §5)', async () => {
    const { w, does, item, itemEvents } = await kitchen()
    const made = (await item(FULL)).body.item
    await w.rows(`UPDATE menu_items SET ingredients = '["rice"]' WHERE id = ?`, made._id)
    const changed = await does(`PUT /menus/item?id=${made._id}`, { price: 350 })
    expect(changed).toMatchObject({ status: 200, body: { item: { ...made, price: 350, ingredients: [], version: 2 } } })
    expect((await itemEvents()).at(-1)?.data).toMatchObject({ item: changed.body.item })
    expect((await does(`PUT /menus/item?id=${made._id}`, {})).body.item).toEqual({ ...changed.body.item, version: 3 })
    expect(
      (
        await does(`PUT /menus/item?id=${made._id}`, {
          image: null,
          station: '',
          remaining: null,
          description: '',
          variants: [],
          addonGroups: [],
        })
      ).body.item,
    ).toEqual({
      ...changed.body.item,
      image: null,
      station: null,
      remaining: null,
      description: '',
      variants: [],
      addonGroups: [],
      version: 4,
    })
  })

  it('can be moved to another category, and leaves its subcategory when it does', async () => {
    const { does, item, sub, category } = await kitchen()
    const subCategoryId = await sub()
    const other = (await does('POST /menus/category', { name: 'Starters' })).body.category._id
    const { _id } = (await item({ subCategoryId })).body.item
    expect((await does(`PUT /menus/item?id=${_id}`, { subCategoryId: null })).body.item).toMatchObject({
      categoryId: category,
      subCategoryId: null,
      subCategoryName: null,
    })
    await does(`PUT /menus/item?id=${_id}`, { subCategoryId })
    expect(await does(`PUT /menus/item?id=${_id}`, { categoryId: other, subCategoryId })).toMatchObject({ status: 404 })
    expect((await does(`PUT /menus/item?id=${_id}`, { categoryId: other })).body.item).toMatchObject({
      categoryId: other,
      categoryName: 'Starters',
      subCategoryId: null,
    })
  })

  it('whose availability is changed from an older version is 409 with the current dish', async () => {
    const { w, does } = await kitchen()
    const ask = (version: number) => w.does('kitchen', `PATCH /menus/item/${w.items.plain}/availability`, { available: false, version })
    await does(`PUT /menus/item?id=${w.items.plain}`, { price: 1 })
    const stale = await ask(1)
    expect([stale.status, stale.body.code, stale.body.item.version, stale.body.item.available]).toEqual([409, 'version_conflict', 2, true])
    expect((await ask(2)).body.item).toMatchObject({ available: false, version: 3 })
  })

  it('that is changed from an older version is 409 with the current dish; without a version the later change wins', async () => {
    const { w, does, item } = await kitchen()
    const { _id } = (await item()).body.item
    await does(`PUT /menus/item?id=${_id}`, { price: 1, version: 1 })
    expect(await does(`PUT /menus/item?id=${_id}`, { price: 2, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', item: { price: 1, version: 2 } },
    })
    const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => does(`PUT /menus/item?id=${_id}`, { price: 10 + i })))
    expect(replies.map((r) => r.status)).toEqual(Array(8).fill(200))
    expect((await w.rows('SELECT version FROM menu_items WHERE id = ?', _id))[0].version).toBe(10)
  })

  it('can’t be renamed to another dish’s name (409), but to its own name in another case', async () => {
    const { w, does } = await kitchen()
    expect(await does(`PUT /menus/item?id=${w.items.plain}`, { name: 'masala DOSA' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate' },
    })
    expect(await does(`PUT /menus/item?id=${w.items.plain}`, { name: 'PERI PERI FRIES' })).toMatchObject({ status: 200 })
  })

  it('can be switched off and on; a countdown never undoes a sale', async () => {
    const { w, does } = await kitchen()
    expect((await does(`PUT /menus/item?id=${w.items.plain}`, { available: false })).body.item.available).toBe(false)
    expect((await w.rows('SELECT unavailable_since FROM menu_items WHERE id = ?', w.items.plain))[0].unavailable_since).toBeTruthy()
    await does(`PUT /menus/item?id=${w.items.plain}`, { available: true })
    expect((await w.rows('SELECT unavailable_since FROM menu_items WHERE id = ?', w.items.plain))[0].unavailable_since).toBeNull()
    await Promise.all([w.send([w.line('brownie', 2)]), does(`PUT /menus/item?id=${w.items.brownie}`, { description: 'Warm' })])
    expect((await w.rows('SELECT remaining FROM menu_items WHERE id = ?', w.items.brownie))[0].remaining).toBe(3)
    expect((await does(`PUT /menus/item?id=${w.items.brownie}`, { remaining: 40 })).body.item.remaining).toBe(40)
  })

  it('that is switched on is counted no more when its count has reached 0, also by its form and by an import', async () => {
    const { w, does } = await kitchen()
    const id = w.items.brownie
    const put = async (body: object) => (await does(`PUT /menus/item?id=${id}`, body)).body.item
    const imported = async (available: string) => {
      await does('POST /menus/import', { csv: `category,name,price,available\nMains,Chocolate Brownie,129,${available}` })
      const [{ remaining, unavailable_since }] = await w.rows('SELECT remaining, unavailable_since FROM menu_items WHERE id = ?', id)
      return [remaining, unavailable_since === null]
    }
    const off = () => put({ available: false, remaining: 0 })
    await off()
    expect(await put({ available: true, remainingWas: 0 })).toMatchObject({ remaining: null, unavailableSince: null })
    await off()
    expect(await imported('yes')).toEqual([null, true])
    // What is on already stays sold out, and a count that is typed counts.
    await put({ remaining: 0 })
    expect(await put({ available: true })).toMatchObject({ remaining: 0, unavailableSince: expect.any(String) })
    await does('POST /menus/import', { csv: 'category,name,price,available\nMains,Chocolate Brownie,130,yes' })
    expect(await put({})).toMatchObject({ remaining: 0 })
    await off()
    expect(await put({ available: true, remaining: 4, remainingWas: 0 })).toMatchObject({ remaining: 4 })
    await put({ available: false })
    expect(await imported('yes')).toEqual([4, true])
  })

  it('that is sold while it is edited is no conflict, and no sale is undone', async () => {
    const { w, does, itemEvents } = await kitchen()
    const id = w.items.brownie
    const [{ version }] = await w.rows('SELECT version FROM menu_items WHERE id = ?', id)
    const order = await w.order([w.line('brownie', 2)])
    expect((await itemEvents()).at(-1)?.data.item).toMatchObject({ remaining: 3, version })
    const priced = await does(`PUT /menus/item?id=${id}`, { price: 140, version })
    expect(priced).toMatchObject({ status: 200, body: { item: { price: 140, remaining: 3, version: version + 1 } } })
    // The form still shows the 5 of before the sale: sent back as it was it changes nothing, and 6 more are 6 more.
    const put = async (body: object) => (await does(`PUT /menus/item?id=${id}`, body)).body.item.remaining
    expect(await put({ remaining: 5, remainingWas: 5 })).toBe(3)
    expect(await put({ remaining: 11, remainingWas: 5 })).toBe(9)
    expect(await put({ remaining: 0, remainingWas: 20 })).toBe(0)
    expect(await put({ remaining: 7 })).toBe(7)
    const line = { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: id, status: 'Cancelled', reason: 'x', quantityChange: -1 }
    expect((await w.does('cashier', 'PUT /orders/item/status', line)).status).toBe(200)
    expect((await itemEvents()).at(-1)?.data.item).toMatchObject({ remaining: 8, version: version + 5 })
    expect(await put({ remaining: null, remainingWas: 8 })).toBeNull()
    expect(await put({ remaining: 4, remainingWas: 8 })).toBe(4)
  })

  it.each([
    ['PUT /menus/item?id=', { description: 'Warm' }],
    ['PATCH', { available: false }],
    ['PATCH', { available: true }],
    ['PUT /menus/item?id=', { remaining: 15, remainingWas: 5 }],
  ])('that is sold between what %s %j reads and writes counts as sold and is announced', async (address, body) => {
    const { w, does, itemEvents } = await kitchen()
    const id = w.items.brownie
    const sold = meanwhile(() => w.order([w.line('brownie', 2)]))
    const reply = await does(address === 'PATCH' ? `PATCH /menus/item/${id}/availability` : address + id, body, { via: sold })
    const left = 'remaining' in body ? 13 : 3
    expect(reply).toMatchObject({ status: 200, body: { item: { remaining: left, version: 2 } } })
    expect((await itemEvents()).map((e) => e.data.item.remaining)).toEqual([3, left])
    expect(await w.rows('SELECT remaining FROM menu_items WHERE id = ?', id)).toEqual([{ remaining: left }])
  })

  it('that is edited between what a sale or a cancellation reads and writes is announced as edited', async () => {
    const { w, does, itemEvents } = await kitchen()
    const id = w.items.brownie
    const editing = (name: string) => ({ via: meanwhile(() => does(`PUT /menus/item?id=${id}`, { name })) })
    const sold = await w.send([w.line('brownie', 2)], {}, editing('Fudge'))
    expect(sold.status, sold.text).toBe(201)
    const { _id: orderId } = sold.body.order
    await w.does('cashier', 'PUT /orders/status', { orderId, orderStatus: 'cancelled', reason: 'x' }, editing('Brownie'))
    expect((await itemEvents()).map(({ data: { item } }) => [item.name, item.version, item.remaining])).toEqual([
      ['Fudge', 2, 5],
      ['Fudge', 2, 3],
      ['Brownie', 3, 3],
      ['Brownie', 3, 5],
    ])
  })

  it('stays on an old bill as it was sold', async () => {
    const { w, does } = await kitchen()
    const order = await w.order([w.line('plain')])
    await does(`PUT /menus/item?id=${w.items.plain}`, { name: 'Fries', price: 999 })
    await does(`DELETE /menus/item?id=${w.items.plain}`)
    expect((await w.read(order._id))?.kots[0]?.items[0]).toMatchObject({ itemName: 'Peri Peri Fries', price: 100 })
    expect((await w.settle(order._id)).status).toBe(200)
  })

  it.each(['DELETE /menus/item?id=', 'DELETE /menu/'])('is deleted with its recipes by %s', async (address) => {
    const { w, does, menu, itemEvents } = await kitchen()
    const material = (await w.does('kitchen', 'POST /restaurant/inventory/raw-materials', { name: 'Potato', unit: 'kg' })).body.rawMaterial
      ._id
    await does('POST /menus/recipe', { menuItemId: w.items.plain, ingredients: [{ rawMaterialId: material, quantity: 1, unit: 'kg' }] })
    expect(await does(`${address}${w.items.plain}`)).toMatchObject({ status: 200, body: { message: '"Peri Peri Fries" was deleted.' } })
    expect(JSON.stringify(await menu())).not.toContain(w.items.plain)
    expect((await does('GET /menus/recipe')).body.recipes).toEqual([])
    expect((await itemEvents()).at(-1)?.data).toMatchObject({
      deleted: true,
      itemId: w.items.plain,
      item: { _id: w.items.plain, version: 2 },
    })
    expect((await does(`${address}${w.items.plain}`)).status).toBe(404)
    expect((await does(`PUT /menus/item?id=${w.items.plain}`, { price: 1 })).status).toBe(404)
  })

  it('of another restaurant is 404 and stays unchanged', async () => {
    const [own, other] = [await kitchen(), await kitchen()]
    const before = await other.w.everything()
    for (const address of [
      `PUT /menus/item?id=${other.w.items.plain}`,
      `DELETE /menus/item?id=${other.w.items.plain}`,
      `DELETE /menu/${other.w.items.plain}`,
    ])
      expect((await own.does(address, { price: 1 })).status).toBe(404)
    expect(await other.w.everything()).toEqual(before)
  })

  it('can be changed only by owners', async () => {
    const { w } = await kitchen()
    for (const role of ['generalManager', 'cashier', 'kitchen', 'mobileAdmin'] as const)
      expect((await w.does(role, `PUT /menus/item?id=${w.items.plain}`, { price: 1 })).status).toBe(403)
    expect((await w.does('managerialHead', `PUT /menus/item?id=${w.items.plain}`, { price: 1 })).status).toBe(200)
  })
})
