import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { batch } from '../db/index.ts'
import { kitchen } from './menu.ts'
import { stockOf, store } from './stock.ts'
import type { Reply } from './world.ts'

/** `Thé-Glacé No 1` as people read it, with other characters. */
const TWINS: readonly [what: string, name: string][] = [
  ['a zero width space', 'Thé-Gla\u200bcé No 1'],
  ['a soft hyphen', 'Thé-Glacé\u00ad No 1'],
  ['a variation selector', 'Thé-Glacé No 1\ufe0f'],
  ['a mark of annotation', 'Thé-Gla\ufff9cé No 1'],
  ['a joiner of Egyptian signs', 'Thé-Gla\u{13430}cé No 1'],
  ['a tag', 'Thé-Glacé No\u{e0020} 1'],
  ['a Hangul filler', 'Thé-Glacé\u3164 No 1'],
  ['a no-break space', 'Thé-Glacé No\u00a01'],
  ['two spaces', 'Thé-Glacé  No 1'],
  ['a blank Braille pattern for a space', 'Thé-Glacé\u2800No 1'],
  ['another dash', 'Thé\u2010Glacé No 1'],
  ['a minus', 'Thé\u2212Glacé No 1'],
  ['accents of their own', 'The\u0301-Glace\u0301 No 1'],
]
const NAME = 'Thé-Glacé No 1'
const duplicate = { status: 409, code: 'duplicate' }
const said = ({ status, body }: Reply) => ({ status, code: body.code as string | undefined })

/** Says for each twin what a call answers; all at once, so that a red test names every character. */
async function each(call: (name: string) => Promise<unknown>): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const [what, name] of TWINS) answers[what] = await call(name)
  return answers
}
const all = (answer: unknown) => Object.fromEntries(TWINS.map(([what]) => [what, answer]))

describe('a name that differs only by what nobody sees is the same name', () => {
  it('of a category of the menu', async () => {
    const { does, category } = await kitchen()
    await does('POST /menus/category', { name: NAME })
    expect(await each(async (name) => said(await does('POST /menus/category', { name })))).toEqual(all(duplicate))
    expect(await each(async (name) => said(await does('PUT /menus/category', { categoryId: category, name })))).toEqual(all(duplicate))
  })

  it('of a subcategory', async () => {
    const { does, category, sub } = await kitchen()
    await sub(NAME)
    const other = await sub()
    const put = (name: string) => does('PUT /menus/subcategory', { categoryId: category, subCategoryId: other, name })
    expect(await each(async (name) => said(await does('POST /menus/subcategory', { categoryId: category, name })))).toEqual(all(duplicate))
    expect(await each(async (name) => said(await put(name)))).toEqual(all(duplicate))
  })

  it('of a dish: added, renamed and moved; its own name may change in what nobody sees', async () => {
    const { does, item, sub } = await kitchen()
    const { _id } = (await item({ name: NAME })).body.item
    const other = (await item({ name: 'Other' })).body.item
    const put = (id: string, body: object) => does(`PUT /menus/item?id=${id}`, body)
    expect(await each(async (name) => said(await item({ name })))).toEqual(all(duplicate))
    expect(await each(async (name) => said(await put(other._id, { name })))).toEqual(all(duplicate))
    const subCategoryId = await sub()
    const moved = async (name: string) => {
      const there = (await item({ name, subCategoryId })).body.item
      const reply = await put(there._id, { subCategoryId: null })
      await does(`DELETE /menus/item?id=${there._id}`)
      return said(reply)
    }
    expect(await each(moved)).toEqual(all(duplicate))
    for (const [, name] of TWINS) expect((await put(_id, { name })).body.item.name).toBe(name)
    expect(said(await put(other._id, { name: NAME }))).toEqual(duplicate)
    // A name of plain letters beside one with what nobody sees.
    await item({ name: 'Tea\u200b' })
    expect(said(await item({ name: 'Tea' }))).toEqual(duplicate)
  })

  it('of an addon template', async () => {
    const { does } = await kitchen()
    const make = (name: string) => does('POST /menus/addon-template/create', { name, min: 0, max: 1, addons: [{ name: 'Mint', price: 0 }] })
    await make(NAME)
    const { _id } = (await make('Other')).body.template
    expect(await each(async (name) => said(await make(name)))).toEqual(all(duplicate))
    expect(await each(async (name) => said(await does(`PUT /menus/addon-template/${_id}`, { name })))).toEqual(all(duplicate))
  })

  it('of two variants, addon groups or addons of a dish', async () => {
    const { item } = await kitchen()
    const group = (name: string, ...addons: string[]) => ({ name, addons: addons.map((addon) => ({ name: addon, price: 1 })) })
    const refused = { status: 422, code: 'validation_failed' }
    const two = (name: string) => [NAME, name].map((one) => ({ name: one, additionalPrice: 0 }))
    expect(await each(async (name) => said(await item({ variants: two(name) })))).toEqual(all(refused))
    expect(await each(async (name) => said(await item({ addonGroups: [group(NAME, 'a'), group(name, 'b')] })))).toEqual(all(refused))
    expect(await each(async (name) => said(await item({ addonGroups: [group('Dips', NAME, name)] })))).toEqual(all(refused))
  })

  it('of a dish, its places and its variants in a file: nothing is added, and a recipe stays', async () => {
    const { w, does, item, menu, category } = await kitchen()
    const stock = stockOf(w)
    await does('PUT /menus/category', { categoryId: category, name: NAME })
    const { _id } = (await does('POST /menus/subcategory', { categoryId: category, name: NAME })).body.subcategory
    const dish = (await item({ name: NAME, price: 10, subCategoryId: _id, variants: [{ name: NAME }] })).body.item
    const recipe = {
      menuItemId: dish._id,
      variant: NAME,
      ingredients: [{ rawMaterialId: await stock.material('Tea'), quantity: 1, unit: 'kg' }],
    }
    expect((await does('POST /menus/recipe', recipe)).status).toBe(201)
    const before = await menu()
    const load = (name: string) =>
      does('POST /menus/import', { csv: `category,subcategory,name,price,variants\n${[name, name, name, 10, `${name}=0`].join(',')}\n` })
    expect(await each(async (name) => (await load(name)).body.results.map((r: any) => r.outcome))).toEqual(all(['same']))
    expect(await menu()).toEqual(before)
    const twice = `category,name,price\nNew,${TWINS[0]?.[1]},1\nNew,${TWINS[5]?.[1]},1\n`
    expect((await does('POST /menus/import', { csv: twice })).body.results.map((r: any) => r.outcome)).toEqual(['added', 'failed'])
  })

  it('of two dishes that have both names since before: each row of a file is its own dish', async () => {
    const { w, does, item, sub } = await kitchen()
    const twin = 'Tea\u200b'
    await item({ name: 'Tea', price: 10 })
    const { _id } = (await item({ name: twin, price: 20, subCategoryId: await sub() })).body.item
    await batch(w.db, [sql`UPDATE menu_items SET sub_category_id = NULL WHERE id = ${_id}`])
    const { text } = await does('GET /menus/export')
    const results = (await does('POST /menus/import', { csv: text, dryRun: true })).body.results
    expect(new Set(results.map((r: any) => r.outcome))).toEqual(new Set(['same']))
  })

  it('of a raw material, its category and subcategory', async () => {
    const { does, stock } = await store()
    await stock.material(NAME)
    const other = await stock.material('Other')
    expect(await each(async (name) => said(await does('POST /raw-materials', { name, unit: 'kg' })))).toEqual(all(duplicate))
    expect(await each(async (name) => said(await does(`PUT /raw-materials/${other}`, { name })))).toEqual(all(duplicate))
    const { category } = (await does('POST /raw-materials/categories', { category: NAME })).body
    const second = (await does('POST /raw-materials/categories', { category: 'Second' })).body.category
    expect(await each(async (name) => said(await does('POST /raw-materials/categories', { category: name })))).toEqual(all(duplicate))
    const renamed = (name: string) => does('PUT /raw-materials/categories', { categories: [{ _id: second._id, category: name }] })
    expect(await each(async (name) => said(await renamed(name)))).toEqual(all(duplicate))
    const sub = (name: string) =>
      does('POST /raw-materials/categories/subcategory', { parent_category_id: category._id, subcategory: name })
    await sub(NAME)
    expect(await each(async (name) => said(await sub(name)))).toEqual(all(duplicate))
    // A material gets its category as the list spells it, so that it follows when that is renamed.
    const names = async (name: string) => {
      const { rawMaterial } = (await does(`PUT /raw-materials/${other}`, { category: name, subcategory: name })).body
      return [rawMaterial.category, rawMaterial.subcategory]
    }
    expect(await each(names)).toEqual(all([NAME, NAME]))
  })

  it('of a table', async () => {
    const { does } = await kitchen()
    const make = (tableNumber: string) => does('POST /tables/createTables', { tables: [{ tableNumber }] })
    await make(NAME)
    expect(await each(async (name) => said(await make(name)))).toEqual(all({ status: 409, code: 'duplicate_table' }))
  })

  it('of the area of tables, which is a heading on the floor', async () => {
    const { does } = await kitchen()
    const make = (...tables: object[]) => does('POST /tables/createTables', { tables })
    const twice = (await make({ tableNumber: 'A', area: NAME }, { tableNumber: 'B', area: TWINS[0]?.[1] })).body.tables
    expect(twice.map((t: any) => t.area)).toEqual([NAME, NAME])
    expect(await each(async (area) => (await make({ tableNumber: randomId().slice(-8), area })).body.tables[0].area)).toEqual(all(NAME))
    const { _id } = (await make({ tableNumber: 'C', area: 'Patio' })).body.tables[0]
    const put = async (area: string) => (await does(`PUT /tables/update?id=${_id}`, { area })).body.table.area
    expect(await each(put)).toEqual(all(NAME))
    // Another case is another spelling, which the owner may want.
    expect(await put(NAME.toUpperCase())).toBe(NAME.toUpperCase())
  })

  it('of a station, and of the station that a dish names', async () => {
    const { w, does, item } = await kitchen()
    const save = (seen: string[], ...stations: [string, (string | null)?][]) =>
      does('PUT /print/stations', { seen, stations: stations.map(([name, was = null]) => ({ name, was })) })
    expect(await each(async (name) => said(await save([], [NAME], [name])))).toEqual(all({ status: 422, code: 'validation_failed' }))
    await save([], [NAME])
    const stations = async (name: string) => (await item({ name: randomId(), station: name })).body.item.station
    expect(await each(stations)).toEqual(all(NAME))
    // One that was stored before there was a list follows too.
    const { _id } = (await item({ name: 'Old' })).body.item
    await batch(w.db, [sql`UPDATE menu_items SET station = ${TWINS[0]?.[1]} WHERE id = ${_id}`])
    await save([NAME], ['Bar', NAME])
    expect(await w.rows('SELECT DISTINCT station FROM menu_items WHERE restaurant_id = ? AND station IS NOT NULL', w.id)).toEqual([
      { station: 'Bar' },
    ])
  })

  it('of a charge and of a payment method', async () => {
    const { does } = await kitchen()
    const charge = (name: string, i: number) => ({ _id: `${i}`.repeat(8), name, amount: 10, per: 'order', orderTypes: ['Take Away'] })
    const put = (body: object) => does('PUT /restaurant/profile', body)
    expect(await each(async (name) => said(await put({ taxSettings: { charges: [NAME, name].map(charge) } })))).toEqual(
      all({ status: 422, code: 'validation_failed' }),
    )
    expect(await each(async (name) => (await put({ paymentTypes: [NAME, name] })).body.restaurant.paymentTypes)).toEqual(all([NAME]))
  })

  it('when they are added in one moment, to a menu with other names: one is made', async () => {
    const { does, category, sub, item } = await kitchen()
    const names = (kind: string) => [`X ${kind}`, ...['\u200b', '\u00ad', '\u2060'].map((unseen) => `X${unseen} ${kind}`)]
    const place = await sub()
    const { does: keeps } = await store()
    const parent = (await keeps('POST /raw-materials/categories', { category: 'Dry' })).body.category._id
    const adds: Record<string, (name: string) => Promise<Reply>> = {
      category: (name) => does('POST /menus/category', { name }),
      subcategory: (name) => does('POST /menus/subcategory', { categoryId: category, name }),
      dish: (name) => item({ name }),
      'dish of a subcategory': (name) => item({ name, subCategoryId: place }),
      template: (name) => does('POST /menus/addon-template/create', { name, min: 0, max: 1, addons: [{ name: 'Mint', price: 0 }] }),
      material: (name) => keeps('POST /raw-materials', { name, unit: 'kg' }),
      'category of materials': (name) => keeps('POST /raw-materials/categories', { category: name }),
      'subcategory of materials': (name) =>
        keeps('POST /raw-materials/categories/subcategory', { parent_category_id: parent, subcategory: name }),
      file: (name) => does('POST /menus/import', { csv: `category,name,price\n${name},${name},1\n` }),
    }
    for (const [kind, add] of Object.entries(adds)) {
      const replies = await Promise.all(names(kind).map(add))
      if (kind === 'file') expect(replies.map(({ body }) => body.created).toSorted()).toEqual([0, 0, 0, 1])
      else expect([kind, replies.map(({ status }) => status).toSorted()]).toEqual([kind, [201, 409, 409, 409]])
    }
  })

  it('when two are renamed in one moment', async () => {
    const { does, item } = await kitchen()
    const [one, two] = [(await item({ name: 'One' })).body.item._id, (await item({ name: 'Two' })).body.item._id]
    const replies = await Promise.all([
      does(`PUT /menus/item?id=${one}`, { name: 'Same' }),
      does(`PUT /menus/item?id=${two}`, { name: 'Sa\u200bme' }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
