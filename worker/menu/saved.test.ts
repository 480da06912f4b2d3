import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { batch } from '../db/index.ts'
import { call, makeRestaurant, signIn, testEnv } from '../test/world.ts'

async function diner() {
  const { token, accountId } = await signIn('user')
  const does = (address: string, body?: unknown) => call(address, { token, body })
  return {
    accountId,
    does,
    save: (menuItemId: string) => does('POST /menus/item/save', { menuItemId }),
    list: async (query = '') => (await does(`GET /menus/saved${query}`)).body,
  }
}
const names = (body: any) => body.items.map((i: any) => i.name)

describe('saved dishes', () => {
  it('of restaurants on every shard are listed newest first, with their current data', async () => {
    const [w, two] = [await makeRestaurant(), await makeRestaurant({ shard: 'OUTLETS_1' })]
    const d = await diner()
    expect(await d.save(w.items.plain)).toMatchObject({ status: 201, body: { saved: true } })
    await d.save(two.items.dosa)
    await d.save(w.items.beer)
    await w.does('superuser', `PUT /menus/item?id=${w.items.plain}`, { price: 120 })
    const body = await d.list()
    expect(names(body)).toEqual(['Kingfisher Premium', 'Masala Dosa', 'Peri Peri Fries'])
    expect(body).toMatchObject({ totalItems: 3, currentPage: 1, totalPages: 1, itemsPerPage: 20 })
    expect(body.items[2]).toMatchObject({
      _id: w.items.plain,
      price: 120,
      restaurantId: w.id,
      restaurantName: 'Test Yard ',
      savedAt: expect.stringMatching(/Z$/),
    })
    expect(await d.list('?page=2&limit=2')).toMatchObject({
      items: [{ name: 'Peri Peri Fries' }],
      totalItems: 3,
      currentPage: 2,
      totalPages: 2,
      itemsPerPage: 2,
    })
    expect(await (await diner()).list()).toMatchObject({ items: [], totalItems: 0, totalPages: 1 })
  })

  it('are saved once when saved twice, and can be removed', async () => {
    const w = await makeRestaurant()
    const d = await diner()
    const isSaved = async () => (await d.does(`GET /menus/item/${w.items.plain}/saved`)).body
    expect(await isSaved()).toEqual({ saved: false })
    const replies = await Promise.all([1, 2, 3].map(() => d.save(w.items.plain)))
    expect(replies.map((r) => r.status)).toEqual([201, 201, 201])
    expect(await isSaved()).toEqual({ saved: true })
    expect((await d.list()).totalItems).toBe(1)
    for (let i = 0; i < 2; i++)
      expect(await d.does(`DELETE /menus/item/${w.items.plain}/unsave`)).toMatchObject({
        status: 200,
        body: { message: 'Taken off your list.' },
      })
    expect(await isSaved()).toEqual({ saved: false })
  })

  it('leave the list and its count when they are deleted; those of a restaurant that is hidden return with it', async () => {
    const [w, two] = [await makeRestaurant(), await makeRestaurant()]
    const d = await diner()
    for (const id of [w.items.plain, w.items.dosa, w.items.beer, two.items.plain]) await d.save(id)
    await w.does('superuser', `DELETE /menus/item?id=${w.items.beer}`)
    expect(await d.list('?limit=2')).toMatchObject({
      items: [{ restaurantId: two.id }, { name: 'Masala Dosa' }],
      totalItems: 3,
      totalPages: 2,
    })
    const approval = (status: string) =>
      batch(testEnv.PLATFORM, [sql`UPDATE restaurants SET approval_status = ${status} WHERE id = ${two.id}`])
    await approval('rejected')
    expect(await d.list()).toMatchObject({ totalItems: 2 })
    expect((await d.save(two.items.dosa)).status).toBe(404)
    await approval('approved')
    expect(await d.list()).toMatchObject({ totalItems: 3 })
  })

  it('belong to one account: an unknown dish is 404, a guest 403, staff 403, a stranger 401', async () => {
    const w = await makeRestaurant()
    const d = await diner()
    expect((await d.save('nothing')).status).toBe(404)
    const guest = await w.guest(0)
    for (const address of [
      'POST /menus/item/save',
      `DELETE /menus/item/${w.items.plain}/unsave`,
      'GET /menus/saved',
      `GET /menus/item/${w.items.plain}/saved`,
    ]) {
      const body = address.startsWith('POST') ? { menuItemId: w.items.plain } : undefined
      expect(await call(address, { token: guest.token, body })).toMatchObject({ status: 403, body: { code: 'account_required' } })
      expect((await w.does('superuser', address, body)).status).toBe(403)
      expect((await call(address, { body })).status).toBe(401)
    }
  })
})
