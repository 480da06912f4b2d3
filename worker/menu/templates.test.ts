import { describe, expect, it } from 'vitest'
import { makeRestaurant } from '../test/world.ts'

const DIPS = {
  name: 'Dips',
  min: 0,
  max: 2,
  addons: [
    { name: 'Mint', price: 0 },
    { name: 'Garlic', price: 15.5 },
  ],
}

async function pantry() {
  const w = await makeRestaurant()
  const does = (address: string, body?: unknown) => w.does('superuser', address, body)
  const [{ id: categoryId }] = await w.rows('SELECT id FROM categories WHERE restaurant_id = ?', w.id)
  const template = async (more: object = {}) => (await does('POST /menus/addon-template/create', { ...DIPS, ...more })).body.template
  const group = (templateId: string) => ({ name: 'sent', addons: [{ name: 'sent', price: 1 }], templateId })
  const own = { name: 'Bread', min: 1, max: 1, addons: [{ name: 'Roti', price: 0 }] }
  const dish = async (name: string, addonGroups: object[]) =>
    (await does('POST /menus/createMenuItem', { name, price: 100, categoryId, addonGroups })).body.item
  const now = async (id: string) => (await does(`GET /menus/item/${id}`)).body.item
  const list = async () => (await does('GET /menus/addon-templates')).body.templates
  return { w, does, template, group, own, dish, now, list }
}

describe('an addon template', () => {
  it('can be added, is listed with the dishes that use it, and is readable by all staff', async () => {
    const { w, does, template, group, dish, list } = await pantry()
    const made = await template()
    expect(made).toEqual({
      _id: expect.any(String),
      ...DIPS,
      usedBy: 0,
    })
    await dish('A', [group(made._id)])
    await dish('B', [group(made._id)])
    expect(await list()).toEqual([{ ...made, usedBy: 2 }])
    for (const role of ['waiter', 'kitchen', 'mobileAdmin'] as const)
      expect((await w.does(role, `GET /menus/addon-templates?restaurantId=${w.id}`)).body.templates).toHaveLength(1)
    const other = await makeRestaurant()
    expect((await does(`GET /menus/addon-templates?restaurantId=${other.id}`)).status).toBe(404)
    expect((await other.does('superuser', 'GET /menus/addon-templates')).body.templates).toEqual([])
  })

  it('gives a dish its own name, bounds and addons, whatever else was sent', async () => {
    const { template, group, own, dish } = await pantry()
    const made = await template()
    expect((await dish('A', [own, group(made._id)])).addonGroups).toEqual([
      own,
      { name: 'Dips', min: 0, max: 2, addons: made.addons, templateId: made._id },
    ])
  })

  it('that is edited changes and announces only the dishes that use it', async () => {
    const { w, does, template, group, own, dish, now } = await pantry()
    const made = await template()
    const [a, b, c] = [await dish('A', [own, group(made._id)]), await dish('B', [group(made._id)]), await dish('C', [own])]
    const before = (await w.events()).length
    const edited = await does(`PUT /menus/addon-template/${made._id}`, { max: 0, addons: [{ name: 'Garlic', price: 20 }] })
    expect(edited).toMatchObject({
      status: 200,
      body: { template: { name: 'Dips', min: 0, max: 0, addons: [{ name: 'Garlic', price: 20 }], usedBy: 2 } },
    })
    const carried = { name: 'Dips', min: 0, max: 0, addons: [{ name: 'Garlic', price: 20 }], templateId: made._id }
    expect(await now(a._id)).toEqual({ ...a, addonGroups: [own, carried], version: 2 })
    expect((await now(b._id)).addonGroups).toEqual([carried])
    expect(await now(c._id)).toEqual(c)
    const events = (await w.events()).slice(before)
    expect(events.map((e) => [e.seq, e.event, e.table_id])).toEqual([
      [before + 1, 'menuItemUpdated', '*'],
      [before + 2, 'menuItemUpdated', '*'],
    ])
    expect(new Map(events.map((e) => [e.data.itemId, e.data.item]))).toEqual(
      new Map([
        [a._id, await now(a._id)],
        [b._id, await now(b._id)],
      ]),
    )
    // What is not named stays: `min` and `max` have no default here.
    expect((await does(`PUT /menus/addon-template/${made._id}`, { name: 'Sauces' })).body.template).toMatchObject({
      min: 0,
      max: 0,
      addons: [{ name: 'Garlic' }],
    })
  })

  it('that is edited while dishes start to use it leaves no old copy', async () => {
    const { w, does, template, group, dish } = await pantry()
    const made = await template()
    // Each round with the edit at another place among the dishes, so that it commits between a dish's read and its write, and the other way round.
    for (let round = 0; round < 8; round++) {
      const work = Array.from({ length: 4 }, (_, i) => () => dish(`Dish ${round} ${i}`, [group(made._id)]))
      work.splice(round % 5, 0, () => does(`PUT /menus/addon-template/${made._id}`, { addons: [{ name: 'Garlic', price: round + 1 }] }))
      await Promise.all(work.map((start) => start()))
      const dishes = await w.rows("SELECT addon_groups FROM menu_items WHERE restaurant_id = ? AND name LIKE 'Dish %'", w.id)
      expect(dishes).toHaveLength(4 * (round + 1))
      for (const { addon_groups } of dishes)
        expect(JSON.parse(addon_groups)[0].addons).toEqual([{ name: 'Garlic', price: (round + 1) * 100 }])
    }
    const events = await w.events()
    expect(events.map((e) => e.seq)).toEqual(events.map((_, i) => i + 1))
  })

  it('with a name that exists already is 409, whatever the case', async () => {
    const { does, template } = await pantry()
    await template()
    const other = await template({ name: 'Sauces' })
    const body = { name: 'DIPS', addons: [{ name: 'A', price: 1 }] }
    expect(await does('POST /menus/addon-template/create', body)).toMatchObject({ status: 409, body: { code: 'duplicate' } })
    expect(await does(`PUT /menus/addon-template/${other._id}`, { name: 'dips' })).toMatchObject({ status: 409 })
    expect((await does(`PUT /menus/addon-template/${other._id}`, { name: 'SAUCES' })).status).toBe(200)
  })

  it('with bounds that no choice meets, the same addon twice, or a group name that a dish already has is 422', async () => {
    const { w, does, template, group, own, dish } = await pantry()
    const made = await template()
    await dish('A', [own, group(made._id)])
    const before = await w.everything()
    for (const change of [
      { min: 3 },
      { max: 1, min: 2 },
      {
        addons: [
          { name: 'A', price: 1 },
          { name: 'A', price: 2 },
        ],
      },
      { addons: [] },
      { name: 'Bread' },
    ]) {
      expect((await does(`PUT /menus/addon-template/${made._id}`, change)).status, JSON.stringify(change)).toBe(422)
    }
    expect((await does('POST /menus/addon-template/create', { name: 'X', min: 2, max: 1, addons: [{ name: 'A', price: 1 }] })).status).toBe(
      422,
    )
    expect(await w.everything()).toEqual(before)
  })

  it('409 addons_changed with the template as it is: an older list takes away no addon that another device added', async () => {
    const { does, template } = await pantry()
    const made = await template()
    const address = `PUT /menus/addon-template/${made._id}`
    const [mint, garlic] = DIPS.addons
    const harissa = { name: 'Harissa', price: 25 }
    const added = await does(address, { addons: [mint, garlic, harissa], addonsBefore: made.addons })
    expect(added.status, added.text).toBe(200)
    const late = await does(address, { max: 1, addons: [mint], addonsBefore: made.addons })
    expect([late.status, late.body.code, late.body.template], late.text).toEqual([409, 'addons_changed', added.body.template])
    expect((await does(address, { max: 1, addonsBefore: made.addons })).body.template.addons).toEqual([mint, garlic, harissa])
    expect((await does(address, { addons: [mint], addonsBefore: added.body.template.addons })).status).toBe(200)
  })

  it('that is deleted leaves its copy with the dishes, which can still be saved', async () => {
    const { does, template, group, dish, now, list, w } = await pantry()
    const made = await template()
    const a = await dish('A', [group(made._id)])
    expect(await does(`DELETE /menus/addon-template/delete/${made._id}`)).toMatchObject({
      status: 200,
      body: { message: 'The addon template "Dips" was deleted. Dishes keep their copy.' },
    })
    expect(await list()).toEqual([])
    const { addonGroups, version } = await now(a._id)
    expect(addonGroups).toEqual([{ name: 'Dips', min: 0, max: 2, addons: made.addons }])
    expect((await w.events()).at(-1)).toMatchObject({ event: 'menuItemUpdated', data: { item: { addonGroups } } })
    expect((await does(`PUT /menus/item?id=${a._id}`, { addonGroups, version })).status).toBe(200)
    expect((await does(`DELETE /menus/addon-template/delete/${made._id}`)).status).toBe(404)
  })

  it('of another restaurant is 404, and only owners change it', async () => {
    const [own, other] = [await pantry(), await pantry()]
    const made = await other.template()
    expect((await own.does(`PUT /menus/addon-template/${made._id}`, { max: 5 })).status).toBe(404)
    expect((await own.does(`DELETE /menus/addon-template/delete/${made._id}`)).status).toBe(404)
    expect((await other.w.does('generalManager', `PUT /menus/addon-template/${made._id}`, { max: 5 })).status).toBe(403)
    expect(await other.list()).toEqual([made])
  })
})
