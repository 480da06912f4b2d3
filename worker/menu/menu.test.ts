import { describe, expect, it } from 'vitest'
import { call, makeRestaurant } from '../test/world.ts'

describe('the menu of a page that asks again every 60 s', () => {
  it('is sent once, and again when it has changed', async () => {
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
