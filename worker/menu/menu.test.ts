import { describe, expect, it } from 'vitest'
import { call, makeRestaurant } from '../test/world.ts'

describe('the menu for a page that polls every 60 s', () => {
  it('is sent once, and again only when it has changed', async () => {
    const w = await makeRestaurant()
    const ask = (etag?: string) =>
      call('POST /menus/restaurant', { body: { restaurantId: w.id }, headers: etag ? { 'If-None-Match': etag } : {} })
    const first = await ask()
    const etag = first.headers.get('ETag') ?? ''
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    for (const same of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await ask(same)
      expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', etag])
    }
    await w.does('kitchen', `PATCH /menus/item/${w.items.plain}/availability`, { available: false })
    const changed = await ask(etag)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).not.toBe(etag)
    expect(changed.body.menu.categories[0].menuItems.find((i: { _id: string }) => i._id === w.items.plain).available).toBe(false)
  })
})

describe('what sells most in 30 days', () => {
  it('counts the dish itself, whatever its name is now, and not another dish of its name', async () => {
    const w = await makeRestaurant()
    const trending = async () =>
      (await w.does('superuser', 'POST /menus/trending', { restaurantId: w.id })).body.items.map((i: any) => i._id)
    expect(await trending()).toEqual([])
    const sell = async (name: 'plain' | 'dosa', quantity: number) =>
      w.settle((await w.order([w.line(name, quantity)], { orderType: 'Take Away' }))._id)
    const refunded = (await w.order([w.line('plain', 1)], { orderType: 'Take Away' }))._id
    for (const reply of [await sell('plain', 2), await sell('dosa', 5), await sell('plain', 4), await w.settle(refunded)])
      expect(reply.status, reply.text).toBe(200)
    expect(await trending()).toEqual([w.items.plain, w.items.dosa])
    const [{ name }] = await w.rows('SELECT name FROM menu_items WHERE id = ?', w.items.plain)
    expect((await w.does('superuser', `PUT /menus/item?id=${w.items.plain}`, { name: 'Renamed' })).status).toBe(200)
    const categoryId = (await w.does('superuser', 'POST /menus/category', { name: 'Elsewhere' })).body.category._id
    expect((await w.does('superuser', 'POST /menus/createMenuItem', { name, price: 1, categoryId })).status).toBe(201)
    expect(await trending()).toEqual([w.items.plain, w.items.dosa])
    await w.does('superuser', `DELETE /menus/item?id=${w.items.dosa}`)
    expect(await trending()).toEqual([w.items.plain])
    await w.rows("UPDATE rollups SET business_date = date(business_date, '-30 days') WHERE restaurant_id = ?", w.id)
    expect(await trending()).toEqual([])
  })

  it('keeps its order for the business day, and ranks all dishes for staff', async () => {
    const w = await makeRestaurant()
    const asked = async (options: object = {}) => (await call('POST /menus/trending', { body: { restaurantId: w.id }, ...options })).body
    const ids = async () => (await asked()).items.map((i: any) => i._id)
    const sell = async (name: 'plain' | 'dosa' | 'beer', quantity: number) =>
      w.settle((await w.order([w.line(name, quantity)], { orderType: 'Take Away' }))._id)
    await sell('plain', 3)
    await sell('dosa', 2)
    await w.rows("UPDATE rollups SET business_date = date(business_date, '-1 days') WHERE restaurant_id = ?", w.id)
    expect(await ids()).toEqual([w.items.plain, w.items.dosa])
    await sell('dosa', 9)
    await sell('beer', 9)
    expect(await ids()).toEqual([w.items.plain, w.items.dosa, w.items.beer])
    const ranking = [w.items.plain, w.items.dosa, w.items.beer]
    expect((await asked({ token: await w.as('waiter') })).ranking).toEqual(ranking)
    expect(await asked()).not.toHaveProperty('ranking')
    expect(await asked({ token: (await w.guest(0)).token })).not.toHaveProperty('ranking')
  })
})
