import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { ChainPreview } from '#domain/api/chainMenu.ts'
import { randomId } from '#domain/ids.ts'
import { run } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { openSocket } from '../test/sockets.ts'
import { call, type CallOptions, makeRestaurant, signIn, testEnv } from '../test/world.ts'

/** A partner with a source and two outlets, one of them in another database, and an outlet of somebody else. */
async function chain() {
  const partnerId = randomId()
  await run(
    testEnv.PLATFORM,
    sql`INSERT INTO partners (id, name, email, created_at) VALUES (${partnerId}, 'Kavita', ${`${partnerId}@test.test`}, ${new Date().toISOString()})`,
  )
  const source = await makeRestaurant({ partnerId })
  const near = await makeRestaurant({ partnerId })
  const far = await makeRestaurant({ partnerId, shard: 'OUTLETS_1' })
  const foreign = await makeRestaurant({ partnerId: randomId() })
  const { token } = await signIn('partner', { partnerId })
  const [{ id: categoryId }] = await source.rows('SELECT id FROM categories WHERE restaurant_id = ?', source.id)
  /** A dish that only the source has. */
  const add = async (name: string, more: object = {}) =>
    (await source.does('superuser', 'POST /menus/createMenuItem', { name, price: 100, categoryId, ...more })).body.item._id as string
  const change = (id: string, body: object) => source.does('superuser', `PUT /menus/item?id=${id}`, body)
  const preview = async (outlet: { id: string }, dishes: string[], options: CallOptions = {}): Promise<ChainPreview> => {
    const reply = await call('POST /partner/menu/preview', {
      token,
      body: { sourceId: source.id, outletIds: [outlet.id], dishes },
      ...options,
    })
    expect(reply.status, reply.text).toBe(200)
    return reply.body.previews[0]
  }
  const push = (outlet: { id: string }, dishes: string[], more: object = {}, options: CallOptions = {}) =>
    call('POST /partner/menu/push', { token, body: { sourceId: source.id, outletId: outlet.id, dishes, ...more }, ...options })
  const pushed = async (outlet: { id: string }, dishes: string[]) => {
    const reply = await push(outlet, dishes)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.push
  }
  type World = typeof source
  const copyAt = async (outlet: World, master: string) => {
    const [row] = await outlet.rows('SELECT * FROM menu_items WHERE restaurant_id = ? AND master_id = ?', outlet.id, master)
    return row
  }
  return { partnerId, source, near, far, foreign, token, add, change, preview, push, pushed, copyAt }
}

const rowsOf = (outlet: Awaited<ReturnType<typeof makeRestaurant>>) =>
  outlet.rows('SELECT * FROM menu_items WHERE restaurant_id = ? ORDER BY id', outlet.id)

describe('a push of the chain menu', () => {
  it.each(['pending', 'rejected'])('into an outlet whose application is %s is refused, as every write there', async (status) => {
    const { near, add, push, pushed } = await chain()
    const dish = await add('Misal Pav')
    const decide = (to: string) => run(testEnv.PLATFORM, sql`UPDATE restaurants SET approval_status = ${to} WHERE id = ${near.id}`)
    await decide(status)
    const before = await rowsOf(near)
    const refused = await push(near, [dish])
    expect([refused.status, refused.body.code]).toEqual([403, status === 'pending' ? 'pending_approval' : 'rejected'])
    expect(await rowsOf(near)).toEqual(before)
    await decide('approved')
    await pushed(near, [dish])
  })

  it('does what the preview said: adds a dish with its places, and every open menu of the outlet follows', async () => {
    const { near, far, add, preview, pushed, copyAt, source } = await chain()
    const dish = await add('Misal Pav', {
      price: 119.5,
      variants: [{ name: 'Jain', additionalPrice: 10 }],
      station: 'Tawa',
      image: '/v1/media/m.webp',
    })
    for (const outlet of [near, far]) {
      const socket = await openSocket(outlet.id, await outlet.as('waiter'))
      await socket.join('joinRestaurant')
      expect(await preview(outlet, [dish])).toMatchObject({
        outletId: outlet.id,
        counts: { new: 1, price: 0, changed: 0, gone: 0, kept: 0, refused: 0, same: 0 },
        rows: [{ masterId: dish, itemId: null, name: 'Misal Pav', outcome: 'new', price: null, nextPrice: 119.5, chainPrice: 119.5 }],
      })
      expect(await copyAt(outlet, dish)).toBeUndefined()
      expect(await pushed(outlet, [dish])).toMatchObject({ outletId: outlet.id, counts: { new: 1 } })
      const copy = await copyAt(outlet, dish)
      expect(copy).toMatchObject({ name: 'Misal Pav', price: 11950, station: 'Tawa', image: '/v1/media/m.webp', available: 1, version: 1 })
      expect(copy.id).not.toBe(dish)
      const told = await socket.waitFor(() => socket.named('menuItemUpdated').find((m) => m.data.itemId === copy.id))
      expect(told.data).toMatchObject({ item: { name: 'Misal Pav', price: 119.5, masterId: dish, own: [] } })
      const { menu } = (await call('POST /menus/restaurant', { body: { restaurantId: outlet.id } })).body
      expect(JSON.stringify(menu)).toContain('Misal Pav')
    }
    expect(await copyAt(source, dish)).toBeUndefined()
  })

  it('is repeatable: a second one changes nothing and sends nothing', async () => {
    const { near, add, pushed, push, preview } = await chain()
    const dishes = [await add('Misal Pav', { code: 'MP' }), await add('Kokum')]
    await pushed(near, dishes)
    const [before, events] = [await rowsOf(near), (await near.events()).length]
    expect(await preview(near, dishes)).toMatchObject({ counts: { new: 0, same: 2 } })
    expect(await pushed(near, dishes)).toMatchObject({ counts: { new: 0, changed: 0, same: 2 } })
    expect([await rowsOf(near), (await near.events()).length]).toEqual([before, events])
    // The same request once more is the same answer, not another push.
    const options = { headers: { 'Idempotency-Key': 'pushed-once' } }
    const [first, again] = [await push(near, dishes, {}, options), await push(near, dishes, {}, options)]
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true'])
  })

  it('leaves the outlet’s own price, and what it has sold out, until it takes the chain’s again', async () => {
    const { near, add, change, pushed, preview, copyAt } = await chain()
    const dish = await add('Misal Pav')
    await pushed(near, [dish])
    const copy = (await copyAt(near, dish)).id as string
    const own = await near.does('superuser', `PUT /menus/item?id=${copy}`, { price: 90 })
    expect(own.body.item).toMatchObject({ price: 90, masterId: dish, own: ['price'] })
    const off = await near.does('cashier', `PATCH /menus/item/${copy}/availability`, { available: false })
    expect(off.body.item.own).toEqual(['price', 'available'])
    await change(dish, { price: 120, description: 'Hot' })
    expect(await preview(near, [dish])).toMatchObject({
      counts: { changed: 1, price: 0, kept: 1 },
      rows: [
        {
          price: 90,
          nextPrice: 90,
          chainPrice: 120,
          changes: [{ field: 'description', from: '', to: 'Hot' }],
          kept: [
            { field: 'price', from: '90', to: '120' },
            { field: 'available', from: 'Off', to: 'On' },
          ],
        },
      ],
    })
    await pushed(near, [dish])
    expect(await copyAt(near, dish)).toMatchObject({ price: 9000, available: 0, description: 'Hot' })
    const on = await near.does('cashier', `PATCH /menus/item/${copy}/availability`, { available: true })
    expect(on.body.item.own).toEqual(['price'])
    const back = await near.does('superuser', `PUT /menus/item?id=${copy}`, { follow: ['price'] })
    expect(back.body.item).toMatchObject({ price: 120, own: [] })
    await change(dish, { price: 130 })
    await pushed(near, [dish])
    expect(await copyAt(near, dish)).toMatchObject({ price: 13000 })
  })

  it('says where guests pay tax on top of the pushed prices and those of the source don’t, and is refused when that changed since', async () => {
    const { source, near, far, add, preview, push } = await chain()
    const dishes = [await add('Misal Pav')]
    expect(await preview(near, dishes)).not.toHaveProperty('addsTax')
    const prices = (outlet: typeof near, pricesIncludeTax: boolean) =>
      outlet.does('superuser', 'PUT /restaurant/profile', { taxSettings: { pricesIncludeTax } })
    await prices(source, true)
    const shown = await preview(near, dishes)
    expect(shown).toMatchObject({ addsTax: true, counts: { new: 1 } })
    await prices(far, true)
    expect(await preview(far, dishes)).not.toHaveProperty('addsTax')
    await prices(source, false)
    expect(await preview(far, dishes)).toMatchObject({ addsTax: false })
    const stale = await push(near, dishes, { plan: shown.plan })
    expect([stale.status, stale.body.code], stale.text).toEqual([409, 'menu_changed'])
    await prices(source, true)
    expect((await push(near, dishes, { plan: shown.plan })).status).toBe(200)
  })

  it('leaves what the outlet has changed by a CSV file or by its addon template, too', async () => {
    const { near, add, change, pushed, copyAt } = await chain()
    const [priced, topped] = [await add('Misal Pav'), await add('Kokum')]
    await pushed(near, [priced, topped])
    const csv = 'category,name,price\nMains,Misal Pav,75'
    expect((await near.does('superuser', 'POST /menus/import', { csv })).body).toMatchObject({ updated: 1 })
    const template = (
      await near.does('superuser', 'POST /menus/addon-template/create', { name: 'Extras', addons: [{ name: 'Ice', price: 0 }] })
    ).body.template
    await near.does('superuser', `PUT /menus/item?id=${(await copyAt(near, topped)).id}`, {
      addonGroups: [{ name: 'Extras', addons: [{ name: 'Ice', price: 0 }], templateId: template._id }],
    })
    await near.does('superuser', `PUT /menus/addon-template/${template._id}`, { addons: [{ name: 'Ice', price: 5 }] })
    for (const id of [priced, topped])
      await change(id, { price: 140, addonGroups: [{ name: 'Sides', addons: [{ name: 'Papad', price: 20 }] }] })
    await pushed(near, [priced, topped])
    expect(await copyAt(near, priced)).toMatchObject({ price: 7500 })
    const kokum = await copyAt(near, topped)
    expect([kokum.price, JSON.parse(kokum.addon_groups)[0].addons]).toEqual([14000, [{ name: 'Ice', price: 500 }]])
  })

  it('switches off what the source no longer has, deletes nothing, and names it until then', async () => {
    const { source, near, far, token, add, pushed, preview, copyAt } = await chain()
    const dish = await add('Misal Pav')
    for (const outlet of [near, far]) await pushed(outlet, [dish])
    await source.does('superuser', `DELETE /menus/item?id=${dish}`)
    const gone = async () => (await call(`GET /partner/menu?sourceId=${source.id}`, { token })).body.source.gone
    expect(await gone()).toEqual([{ _id: dish, name: 'Misal Pav', outlets: 2 }])
    expect(await preview(near, [dish])).toMatchObject({ counts: { gone: 1 }, rows: [{ outcome: 'gone', price: 100, nextPrice: null }] })
    await pushed(near, [dish])
    expect(await copyAt(near, dish)).toMatchObject({ name: 'Misal Pav', available: 0, unavailable_since: expect.any(String) })
    expect(await gone()).toEqual([{ _id: dish, name: 'Misal Pav', outlets: 1 }])
  })

  it('makes the outlet’s own dish of the same name the copy, with its recipe and its sales', async () => {
    const { source, near, pushed, preview, copyAt } = await chain()
    await source.does('superuser', `PUT /menus/item?id=${source.items.plain}`, { price: 145 })
    expect(await preview(near, [source.items.plain])).toMatchObject({
      counts: { price: 1 },
      rows: [{ itemId: near.items.plain, adopts: true, price: 100, nextPrice: 145 }],
    })
    await pushed(near, [source.items.plain])
    expect(await copyAt(near, source.items.plain)).toMatchObject({ id: near.items.plain, price: 14500 })
  })

  it('says which variants’ recipes it deletes at the outlet', async () => {
    const { near, add, change, preview, pushed, copyAt } = await chain()
    const named = (...names: string[]) => ({ variants: names.map((name) => ({ name, additionalPrice: 0 })) })
    const dish = await add('Misal Pav', named('Half', 'Full', 'Jain'))
    await pushed(near, [dish])
    const material = await near.does('superuser', 'POST /restaurant/inventory/raw-materials', { name: 'Pav', unit: 'pcs' })
    const rawMaterialId = material.body.rawMaterial._id
    for (const variant of ['Half', 'Full']) {
      const made = await near.does('superuser', 'POST /menus/recipe', {
        ...{ menuItemId: (await copyAt(near, dish)).id, variant },
        ingredients: [{ rawMaterialId, quantity: 1, unit: 'pcs' }],
      })
      expect(made.status, made.text).toBe(201)
    }
    await change(dish, named('Half'))
    expect((await preview(near, [dish])).rows).toMatchObject([{ outcome: 'changed', deletesRecipes: ['Full'] }])
    await pushed(near, [dish])
    expect(await near.rows('SELECT variant FROM recipes WHERE restaurant_id = ?', near.id)).toEqual([{ variant: 'Half' }])
  })

  it('exchanges names and codes of copies, and moves a dish with its category', async () => {
    const { source, near, add, change, pushed, copyAt } = await chain()
    const [one, two] = [await add('One', { code: '91' }), await add('Two', { code: '92' })]
    await pushed(near, [one, two])
    await change(one, { name: 'Between', code: '' })
    await change(two, { name: 'One', code: '91' })
    await change(one, { name: 'Two', code: '92' })
    const { category } = (await source.does('superuser', 'POST /menus/category', { name: 'Monsoon' })).body
    const { subcategory } = (await source.does('superuser', 'POST /menus/subcategory', { categoryId: category._id, name: 'Fried' })).body
    const pakora = await add('Pakora', { categoryId: category._id, subCategoryId: subcategory._id })
    await change(two, { categoryId: category._id })
    expect(await pushed(near, [one, two, pakora])).toMatchObject({ counts: { changed: 2, new: 1, refused: 0 } })
    expect([await copyAt(near, one), await copyAt(near, two)]).toMatchObject([
      { name: 'Two', code: '92' },
      { name: 'One', code: '91' },
    ])
    const { menu } = (await call('POST /menus/restaurant', { body: { restaurantId: near.id } })).body
    const monsoon = menu.categories.find((k: { name: string }) => k.name === 'Monsoon')
    expect([monsoon.menuItems[0].name, monsoon.subcategories[0].name, monsoon.subcategories[0].menuItems[0].name]).toEqual([
      'One',
      'Fried',
      'Pakora',
    ])
  })

  it('is carried out as it was shown or not at all: a menu that changed since gives 409 with the newest plan', async () => {
    const { near, add, change, preview, push, copyAt } = await chain()
    const dish = await add('Misal Pav')
    const seen = await preview(near, [dish])
    await change(dish, { price: 150 })
    const late = await push(near, [dish], { plan: seen.plan })
    expect([late.status, late.body.code]).toEqual([409, 'menu_changed'])
    expect(late.body.preview).toEqual(await preview(near, [dish]))
    expect(await copyAt(near, dish)).toBeUndefined()
    expect((await push(near, [dish], { plan: late.body.preview.plan })).status).toBe(200)
    expect(await copyAt(near, dish)).toMatchObject({ price: 15000 })
  })

  it.each([
    ['switched off', { available: false }],
    ['given variants', { variants: [{ name: 'Jain', additionalPrice: 40 }] }],
    ['described', { description: 'Hot' }],
    ['moved to a subcategory', { subCategoryId: 'Fried' }],
  ])('is not carried out with a new dish that was %s since it was shown', async (_, now) => {
    const { source, near, add, change, preview, push, copyAt } = await chain()
    const dish = await add('Mango lassi')
    const { plan } = await preview(near, [dish])
    expect((await preview(near, [dish])).plan).toBe(plan)
    const [{ id: categoryId }] = await source.rows('SELECT id FROM categories WHERE restaurant_id = ?', source.id)
    const { subcategory } = (await source.does('superuser', 'POST /menus/subcategory', { categoryId, name: 'Fried' })).body
    expect((await change(dish, 'subCategoryId' in now ? { subCategoryId: subcategory._id } : now)).status).toBe(200)
    const late = await push(near, [dish], { plan })
    expect([late.status, late.body.code]).toEqual([409, 'menu_changed'])
    expect(late.body.preview).toEqual(await preview(near, [dish]))
    expect(await copyAt(near, dish)).toBeUndefined()
  })

  it('decides again when the outlet changes a dish between what it reads and writes', async () => {
    const { near, add, change, push, pushed, copyAt } = await chain()
    const dish = await add('Misal Pav')
    await pushed(near, [dish])
    const copy = (await copyAt(near, dish)).id as string
    await change(dish, { price: 150, description: 'Hot' })
    const raced = meanwhile(() => near.does('superuser', `PUT /menus/item?id=${copy}`, { price: 80 }))
    expect((await push(near, [dish], {}, { via: raced })).body).toMatchObject({ push: { counts: { kept: 1 } } })
    expect(await copyAt(near, dish)).toMatchObject({ price: 8000, description: 'Hot' })
    expect(JSON.parse((await copyAt(near, dish)).chain)).toMatchObject({ own: ['price'], price: 15000 })
  })

  it('goes no further when it loses a race and the outlet goes to another partner meanwhile', async () => {
    const { near, add, pushed, push, change } = await chain()
    const dish = await add('Misal Pav')
    await pushed(near, [dish])
    await change(dish, { price: 1 })
    const [copy] = await near.rows('SELECT id FROM menu_items WHERE restaurant_id = ? AND master_id = ?', near.id, dish)
    const via = meanwhile(async () => {
      // The dish was edited, so the push decides again.
      expect((await near.does('superuser', `PUT /menus/item?id=${copy.id}`, { description: 'Hot' })).status).toBe(200)
      await run(testEnv.PLATFORM, sql`UPDATE restaurants SET partner_id = ${randomId()} WHERE id = ${near.id}`)
    })
    expect((await push(near, [dish], {}, { via })).status).toBe(404)
    expect(await near.rows('SELECT price FROM menu_items WHERE id = ?', copy.id)).toEqual([{ price: 10000 }])
  })

  it('adds a dish once when two push at once, and none to a category that was deleted meanwhile', async () => {
    const { near, add, push, copyAt } = await chain()
    const dish = await add('Misal Pav')
    const raced = meanwhile(() => push(near, [dish]))
    expect((await push(near, [dish], {}, { via: raced })).body).toMatchObject({ push: { counts: { new: 0, same: 1 } } })
    const other = await add('Kokum')
    const [{ id }] = await near.rows("SELECT id FROM categories WHERE restaurant_id = ? AND name = 'Mains'", near.id)
    const deleted = meanwhile(() => near.does('superuser', `DELETE /menus/category?id=${id}`))
    expect((await push(near, [other], {}, { via: deleted })).status).toBe(200)
    const copy = await copyAt(near, other)
    expect(await near.rows('SELECT name FROM categories WHERE id = ?', copy.category_id)).toEqual([{ name: 'Mains' }])
  })

  it('takes 500 dishes in one batch', async () => {
    const { source, near, pushed, preview } = await chain()
    const csv = [
      'category,subcategory,name,price,description',
      ...Array.from({ length: 500 }, (_, i) => `C${i % 9},S${i % 3},Dish ${i},${i + 1},${'long '.repeat(60)}`),
    ].join('\n')
    await source.does('superuser', 'POST /menus/import', { csv })
    const { categories } = (await call('POST /menus/restaurant', { body: { restaurantId: source.id } })).body.menu
    const ids =
      JSON.stringify(categories)
        .match(/"_id":"[a-z0-9]+"/g)
        ?.map((m) => m.slice(7, -1)) ?? []
    expect(await pushed(near, ids)).toMatchObject({ counts: { new: 500 } })
    await source.does('superuser', 'POST /menus/import', { csv: csv.replaceAll(',long', ',warm') })
    expect(await pushed(near, ids)).toMatchObject({ counts: { changed: 500, new: 0 } })
    expect(await preview(near, ids)).toMatchObject({ counts: { changed: 0, new: 0, refused: 0 } })
  })

  it('is of one’s own outlets, by a partner alone, to another outlet than the source', async () => {
    const { source, near, foreign, token, add, push } = await chain()
    const dish = await add('Misal Pav')
    const before = await Promise.all([near, foreign].map((w) => w.everything()))
    const admin = { token: (await signIn('admin')).token }
    const body = (sourceId: string, outletId: string) => ({ sourceId, outletId, dishes: [dish] })
    for (const options of [{}, admin]) {
      expect((await push(foreign, [dish], {}, options)).status).toBe(404)
      expect((await push(near, [dish], { sourceId: foreign.id }, options)).status).toBe(404)
    }
    for (const role of ['managerialHead', 'superuser'] as const)
      expect((await push(near, [dish], {}, { token: await source.as(role) })).status).toBe(403)
    const itself = await call('POST /partner/menu/push', { token, body: body(source.id, source.id) })
    const seen = await call('POST /partner/menu/preview', {
      token,
      body: { sourceId: source.id, outletIds: [near.id, source.id], dishes: [dish] },
    })
    for (const reply of [itself, seen]) expect([reply.status, reply.body.code]).toEqual([422, 'same_outlet'])
    expect(await Promise.all([near, foreign].map((w) => w.everything()))).toEqual(before)
    const head = { token: await source.as('managerialHead') }
    expect((await call(`GET /partner/menu?sourceId=${source.id}`, head)).status).toBe(200)
    for (const outletIds of [[foreign.id], [near.id, foreign.id]])
      expect((await call('POST /partner/menu/preview', { token, body: { sourceId: source.id, outletIds, dishes: [dish] } })).status).toBe(
        404,
      )
  })
})

describe('the chain menu of a former partner', () => {
  it('does not bind an outlet that has another partner now: its copies are its own dishes, matched by name', async () => {
    const [before, now] = [await chain(), await chain()]
    const outlet = before.near
    const [theirs, left] = [await before.add('Misal Pav', { code: 'MP' }), await before.add('Kokum')]
    await before.pushed(outlet, [theirs, left])
    const copy = (await before.copyAt(outlet, theirs)).id as string
    await outlet.does('superuser', `PUT /menus/item?id=${copy}`, { price: 90 })
    const moved = await call('PUT /backoffice/partners', {
      token: (await signIn('backoffice')).token,
      body: { partnerId: now.partnerId, updateData: { restaurantIds: [now.source.id, now.near.id, now.far.id, outlet.id] } },
    })
    expect(moved.status, moved.text).toBe(200)

    const page = async () => (await call(`GET /partner/menu?sourceId=${now.source.id}`, { token: now.token })).body
    const stateOf = async () => (await page()).outlets.find((o: { _id: string }) => o._id === outlet.id)
    const pushes = async () => (await call('GET /partner/menu/pushes', { token: now.token })).body.pushes
    expect([(await stateOf()).copies, (await stateOf()).lastPush, await pushes()]).toEqual([0, null, []])
    const dish = await now.add('Misal Pav', { price: 130 })
    expect(await now.preview(outlet, [dish])).toMatchObject({
      counts: { price: 1, new: 0, refused: 0 },
      rows: [{ masterId: dish, itemId: copy, adopts: true, price: 90, nextPrice: 130, kept: [] }],
    })
    await now.pushed(outlet, [dish])
    expect(await now.copyAt(outlet, dish)).toMatchObject({ id: copy, price: 13000 })
    expect([(await stateOf()).copies, (await pushes()).length]).toEqual([1, 1])
    // What it still has of its former partner is pushed on as its own, and is not gone from anybody's menu.
    const asSource = (await call(`GET /partner/menu?sourceId=${outlet.id}`, { token: now.token })).body.source
    const ids = asSource.categories.flatMap((k: { dishes: { _id: string }[] }) => k.dishes.map((d) => d._id))
    expect(ids).toContain(dish)
    expect(ids).not.toContain(left)
    expect((await page()).source.gone).toEqual([])
  })
})

describe('the chain menu’s page', () => {
  it('reads the source’s tree and what each outlet has of it, with the last push', async () => {
    const { source, near, far, token, add, pushed } = await chain()
    const read = async (query = '') => (await call(`GET /partner/menu${query}`, { token })).body
    const dish = await add('Misal Pav')
    // Without a push it is the outlet with most dishes.
    expect((await read()).source._id).toBe(source.id)
    const push = await pushed(far, [dish])
    const { outlets, source: shown } = await read()
    expect(outlets.map((o: { _id: string }) => o._id)).toEqual([source.id, near.id, far.id])
    expect(outlets[2]).toMatchObject({ copies: 1, lastPush: { at: push.at, sourceId: source.id, counts: { new: 1 } } })
    expect(outlets[1]).toMatchObject({ copies: 0, lastPush: null })
    expect(shown.categories.flatMap((k: { dishes: { name: string }[] }) => k.dishes.map((d) => d.name))).toContain('Misal Pav')
    expect((await read(`?sourceId=${near.id}`)).source._id).toBe(near.id)
  })

  it('lists the pushes of the partner’s outlets, newest first, and no others', async () => {
    const { near, far, token, add, pushed } = await chain()
    const other = await chain()
    await other.pushed(other.near, [await other.add('Theirs')])
    const dish = await add('Misal Pav')
    for (const outlet of [near, far]) await pushed(outlet, [dish])
    const { pushes } = (await call('GET /partner/menu/pushes', { token })).body
    expect(pushes.map((p: { outletId: string }) => p.outletId)).toEqual([far.id, near.id])
    expect(pushes[0]).toMatchObject({ counts: { new: 1 }, by: expect.any(String), sourceName: expect.any(String) })
  })

  it('is empty for a partner without outlets', async () => {
    const partnerId = randomId()
    await run(
      testEnv.PLATFORM,
      sql`INSERT INTO partners (id, name, email, created_at) VALUES (${partnerId}, 'New', ${`${partnerId}@test.test`}, ${new Date().toISOString()})`,
    )
    const { token } = await signIn('partner', { partnerId })
    expect((await call('GET /partner/menu', { token })).body).toEqual({ outlets: [], source: null })
  })
})
