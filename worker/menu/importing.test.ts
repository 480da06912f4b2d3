import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { formatCsv, parseCsv } from '#domain/csv.ts'
import { cellsOf } from '#domain/test/cells.ts'
import { MENU_COLUMNS, SELDOM } from '#domain/menuColumns.ts'
import type { Context } from '../http/context.ts'
import { all } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { makeRestaurant, testEnv } from '../test/world.ts'
import type { MenuItem } from './store.ts'
import { updateMany } from './changes.ts'

async function desk() {
  const w = await makeRestaurant()
  const does = (address: string, body?: unknown, options = {}) => w.does('superuser', address, body, options)
  const [{ id: categoryId }] = await w.rows('SELECT id FROM categories WHERE restaurant_id = ?', w.id)
  const load = (csv: string, more: object = {}, options = {}) => does('POST /menus/import', { csv, ...more }, options)
  const names = async () => (await w.rows('SELECT name FROM menu_items WHERE restaurant_id = ? ORDER BY position', w.id)).map((r) => r.name)
  const menu = async () => (await does('POST /menus/restaurant', { restaurantId: w.id })).body.menu.categories
  return { w, does, categoryId, load, names, menu, csv: async () => (await does('GET /menus/export')).text }
}
const HEADER = 'category,subcategory,name,price'

describe('a menu as CSV', () => {
  it('is exported with every dish in menu order, as text/csv with a byte order mark', async () => {
    const { does, csv, categoryId } = await desk()
    const subCategoryId = (await does('POST /menus/subcategory', { categoryId, name: 'Grills' })).body.subcategory._id
    await does('POST /menus/createMenuItem', {
      name: '=cmd, "x"',
      price: 99.5,
      categoryId,
      subCategoryId,
      station: 'Tandoor',
      dietType: 'nonVeg',
    })
    await does('POST /menus/createMenuItem', { name: 'Last', price: 1, categoryId })
    const reply = await does('GET /menus/export')
    expect(reply.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    const records = parseCsv(await csv())
    expect(records[0]).toEqual(MENU_COLUMNS.filter((column) => !SELDOM.includes(column)))
    expect(records).toContainEqual([
      'Mains',
      '',
      'Louis Spice Burger',
      '',
      '375',
      'veg',
      'no',
      'yes',
      'Lamb Patty=0; Double=99',
      'Choose Your Addons (0-3): Cheese Slice=30; Fried Egg=30.5',
      '',
      '',
      '',
      '',
      '',
    ])
    expect(records.slice(-2).map((r) => r[2])).toEqual(['Last', '\'=cmd, "x"'])
  })

  it('reports what a countdown has left when dishes are sold meanwhile', async () => {
    const { w, does } = await desk()
    const csv = 'category,name,price\nMains,Chocolate Brownie,140\n'
    const sold = meanwhile(() => w.order([w.line('brownie', 2)]))
    expect((await does('POST /menus/import', { csv }, { via: sold })).body).toMatchObject({ updated: 1 })
    const told = (await w.events()).filter((e) => e.event === 'menuItemUpdated')
    expect(told.map((e) => [e.data.item.price, e.data.item.remaining])).toEqual([
      [129, 3],
      [140, 3],
    ])
  })

  it('that is imported as it was exported changes nothing', async () => {
    const { w, does, csv, load, categoryId } = await desk()
    const template = (await does('POST /menus/addon-template/create', { name: 'Dips', addons: [{ name: 'Mint', price: 1.05 }] })).body
      .template._id
    const subCategoryId = (await does('POST /menus/subcategory', { categoryId, name: 'Grills; "hot"' })).body.subcategory._id
    await does('POST /menus/createMenuItem', {
      name: '-Kebab|x',
      price: 0.1,
      description: 'two\nlines',
      categoryId,
      subCategoryId,
      image: '/v1/media/a.webp',
      remaining: 3,
      station: '@Grill',
      code: 'kx',
      printName: '=Kebab',
      calories: 300,
      allergens: ['Nuts; milk', 'Egg'],
      variants: [{ name: 'A=B', additionalPrice: -0.05 }],
      addonGroups: [{ name: 'x', addons: [{ name: 'x', price: 0 }], templateId: template }],
    })
    const [before, text] = [await w.everything(), await csv()]
    const reply = await load(text)
    expect(reply).toMatchObject({ status: 200, body: { created: 0, updated: 0, failed: 0 } })
    expect(reply.body.results).toHaveLength(8)
    expect(new Set(reply.body.results.map((r: any) => r.message))).toEqual(new Set(['No change']))
    expect(await w.everything()).toEqual(before)
  })

  it('fills an empty restaurant with the same menu', async () => {
    const [from, to] = [await desk(), await desk()]
    await to.does(`DELETE /menus/category?id=${to.categoryId}`)
    const text = await from.csv()
    expect((await to.load(text)).body).toMatchObject({ created: 7, updated: 0, failed: 0 })
    expect(await to.csv()).toBe(text)
    expect(await to.names()).toEqual(await from.names())
  })

  it('adds, changes and refuses row by row, writes all good rows in one batch, and reports each', async () => {
    const { w, load, menu } = await desk()
    const before = (await w.events()).length
    await w.rows(`UPDATE menu_items SET ingredients = '["rice"]' WHERE id = ?`, w.items.plain)
    const reply = await load(
      `${HEADER}\nMains,,Peri Peri Fries,120\nMains,Grills,Kebab,300\nSweets,,Kulfi,60.5\nMains,,Masala Dosa,189\nMains,,Bad,ten\n,,Worse,10`,
    )
    expect(reply).toMatchObject({ status: 200, body: { created: 2, updated: 1, failed: 2, clearsIngredients: 1, unknownColumns: [] } })
    expect(reply.body.results).toEqual([
      {
        row: 2,
        ok: true,
        name: 'Peri Peri Fries',
        message: 'Changed',
        outcome: 'changed',
        changes: [{ column: 'price', from: '100', to: '120' }],
      },
      {
        row: 3,
        ok: true,
        name: 'Kebab',
        message: 'Added',
        outcome: 'added',
        cells: cellsOf({ category: 'Mains', subcategory: 'Grills', price: '300', diet: 'veg' }),
      },
      { row: 4, ok: true, name: 'Kulfi', message: 'Added', outcome: 'added', cells: expect.any(Array) },
      { row: 5, ok: true, name: 'Masala Dosa', message: 'No change', outcome: 'same' },
      { row: 6, ok: false, name: 'Bad', message: 'price: "ten" is no price.', outcome: 'failed' },
      { row: 7, ok: false, name: 'Worse', message: 'category: missing.', outcome: 'failed' },
    ])
    const [mains, sweets] = await menu()
    expect(mains.menuItems[0]).toMatchObject({ _id: w.items.plain, price: 120, version: 2, ingredients: [] })
    expect(mains.subcategories).toMatchObject([{ name: 'Grills', menuItems: [{ name: 'Kebab', price: 300 }] }])
    expect(sweets).toMatchObject({ name: 'Sweets', menuItems: [{ name: 'Kulfi', price: 60.5 }] })
    const events = (await w.events()).slice(before)
    expect(events.map((e) => [e.event, e.table_id, e.seq])).toEqual([1, 2, 3].map((n) => ['menuItemUpdated', '*', before + n]))
    expect(events.map((e) => e.data.item)).toEqual([mains.menuItems[0], mains.subcategories[0].menuItems[0], sweets.menuItems[0]])
  })

  it('keeps apart dishes whose names differ only in the case of an accented letter', async () => {
    const { does, csv, load, categoryId } = await desk()
    for (const name of ['CRÈME', 'crème'])
      expect((await does('POST /menus/createMenuItem', { name, price: 1, categoryId })).status).toBe(201)
    expect((await load(await csv())).body).toMatchObject({ created: 0, updated: 0, failed: 0 })
    expect((await load(`${HEADER}\nÉté,,Tarte À,1\nété,,tarte À,2`)).body).toMatchObject({ created: 2, failed: 0 })
  })

  it('gives a code that one row gives up to another', async () => {
    const { load, does, menu, categoryId } = await desk()
    for (const [name, code] of [
      ['A', '1'],
      ['B', '2'],
    ])
      await does('POST /menus/createMenuItem', { name, code, price: 1, categoryId })
    const codes = async () =>
      Object.fromEntries((await menu())[0].menuItems.filter((i: any) => i.code !== null).map((i: any) => [i.name, i.code]))
    expect((await load('category,name,price,code\nMains,A,1,3\nMains,B,1,1')).body).toMatchObject({ updated: 2, failed: 0 })
    expect(await codes()).toEqual({ A: '3', B: '1' })
    const taken = await load('category,name,price,code\nMains,C,1,3')
    expect(taken.body.results).toEqual([
      { row: 2, ok: false, name: 'C', message: 'code: The code 3 belongs to A already.', outcome: 'failed' },
    ])
  })

  it('finds each changed dish by its id, however long the menu is', async () => {
    const { w } = await desk()
    const c = { where: { restaurantId: w.id }, principal: { name: 'Asha' }, at: '2026-11-21T10:00:00.000Z' } as unknown as Context
    const [update] = updateMany(c, [
      { prev: { id: 'i', version: 1, addonGroups: [], variants: [] } as unknown as MenuItem, next: { price: 1 } },
    ])
    const plan = (await all<{ detail: string }>(testEnv.OUTLETS_0, sql`EXPLAIN QUERY PLAN ${update}`)).map((r) => r.detail)
    expect(plan).toEqual([expect.stringMatching(/^SCAN j VIRTUAL TABLE/), expect.stringMatching(/^SEARCH menu_items .*\(id=\?\)$/)])
  })

  it('as a dry run reports the same and writes nothing', async () => {
    const { w, load } = await desk()
    const before = await w.everything()
    const csv = `${HEADER}\nSweets,,Kulfi,60\nMains,,Peri Peri Fries,120\nMains,,Bad,x`
    const tried = await load(csv, { dryRun: true })
    expect(tried.body).toMatchObject({ created: 1, updated: 1, failed: 1 })
    expect(await w.everything()).toEqual(before)
    expect((await load(csv)).body).toEqual(tried.body)
  })

  it('is carried out as its dry run showed it, or refused with what it would do now', async () => {
    const { w, does, load } = await desk()
    const csv = 'category,name,price,available\nMains,Peri Peri Fries,120,yes\nMains,Masala Dosa,189,yes'
    const { plan } = (await load(csv, { dryRun: true })).body
    expect((await load(csv, { dryRun: true })).body.plan).toBe(plan)
    await does(`PATCH /menus/item/${w.items.dosa}/availability`, { available: false })
    const before = await w.everything()
    const refused = await load(csv, { plan })
    expect(refused).toMatchObject({ status: 409, body: { code: 'menu_changed', preview: { updated: 2 } } })
    expect(await w.everything()).toEqual(before)
    // A dish that the file doesn't name changes nothing of the plan.
    await does(`PATCH /menus/item/${w.items.brownie}/availability`, { available: false })
    expect((await load(csv, { plan: refused.body.preview.plan })).body).toMatchObject({ updated: 2 })
  })

  it('accepts files as spreadsheets save them: a byte order mark, semicolons, CRLF, columns in any order', async () => {
    const { load, names } = await desk()
    expect((await load('\uFEFFPrice;Name;Category\r\n60;"Kulfi; big";Sweets\r\n')).body).toMatchObject({ created: 1, failed: 0 })
    expect(await names()).toContain('Kulfi; big')
  })

  it('of 1,500 dishes is one command', async () => {
    const { w, load } = await desk()
    const rows = Array.from({ length: 1500 }, (_, i) => [`Category ${i % 30}`, `Sub ${i % 3}`, `Dish ${i}`, String(i)])
    const reply = await load(formatCsv([HEADER.split(','), ...rows]))
    expect(reply.body, reply.text.slice(0, 300)).toMatchObject({ created: 1500, failed: 0 })
    expect((await w.rows('SELECT count(*) AS n FROM menu_items WHERE restaurant_id = ?', w.id))[0].n).toBe(1507)
    const again = await load(formatCsv([HEADER.split(','), ...rows.map(([c = '', s = '', n = '', p = '']) => [c, s, n, `${p}.5`])]))
    expect(again.body, again.text.slice(0, 300)).toMatchObject({ updated: 1500, failed: 0 })
    const events = await w.events()
    expect(events.map((e) => e.seq)).toEqual(events.map((_, i) => i + 1))
    expect(events).toHaveLength(3000)
  })

  it('creates each dish once when it is sent twice with a key, or by two devices at once', async () => {
    const { load, names, w } = await desk()
    const csv = `${HEADER}\nSweets,Cold,Kulfi,60\nSweets,Cold,Falooda,90`
    const key = randomId()
    const first = await load(csv, {}, { key })
    expect((await load(csv, {}, { key })).text).toBe(first.text)
    const replies = await Promise.all([1, 2, 3].map(() => load(`${HEADER}\nRace,Sub,One,1\nRace,Sub,Two,2`)))
    expect(replies.map((r) => r.status)).toEqual([200, 200, 200])
    expect(replies.map((r) => r.body.created).sort()).toEqual([0, 0, 2])
    expect((await names()).slice(-4)).toEqual(['Kulfi', 'Falooda', 'One', 'Two'])
    expect(await w.rows('SELECT id FROM categories WHERE restaurant_id = ?', w.id)).toHaveLength(3)
  })

  it.each([
    ['no columns', 'a,b\n1,2', 'The first row must name the columns; missing: category, name, price.'],
    ['an open quote', `${HEADER}\nMains,,"Tea,10`, 'Row 2: a quote is not closed.'],
    ['too many rows', `${HEADER}\n${'Mains,,Tea,10\n'.repeat(5001)}`, 'At most 5000 rows at once.'],
  ])('with %s is 422', async (_name, csv, message) => {
    const { w, load } = await desk()
    const before = await w.everything()
    expect(await load(csv)).toMatchObject({ status: 422, body: { code: 'malformed_csv', message } })
    expect(await w.everything()).toEqual(before)
  })

  it('can be imported by owners; mobileAdmin can only export', async () => {
    const { w } = await desk()
    for (const role of ['generalManager', 'cashier', 'waiter'] as const) expect((await w.does(role, 'GET /menus/export')).status).toBe(403)
    expect((await w.does('mobileAdmin', 'GET /menus/export')).status).toBe(200)
    expect((await w.does('mobileAdmin', 'POST /menus/import', { csv: HEADER })).status).toBe(403)
    expect((await w.does('managerialHead', 'GET /menus/export')).status).toBe(200)
  })
})
