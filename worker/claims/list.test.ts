import { expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { claimed, complete, desk, file, linkTo, process } from '../test/claims.ts'
import { call, makeAccount, makeRestaurant } from '../test/world.ts'

it('finds one claim by its id, whatever its status and page', async () => {
  const token = await desk()
  const [w, other] = [await makeRestaurant(), await makeRestaurant()]
  const [id, next] = [(await file(w, {}, [])).body.claim._id, (await file(other, {}, [])).body.claim._id]
  const found = async (query: string) => {
    const { claims, totalClaims, currentPage } = (await call(`GET /backoffice/restaurants/claims?${query}`, { token })).body
    return [claims.map((c: { _id: string }) => c._id), totalClaims, currentPage]
  }
  expect(await found(`id=${id}`)).toEqual([[id], 1, 1])
  expect(await found(`id=${next}&page=7&status=completed`)).toEqual([[next], 1, 1])
  expect(await found(`id=${randomId()}`)).toEqual([[], 0, 1])
})

it('of a restaurant whose first owner was deactivated the back office reads the owner who is there', async () => {
  const w = await makeRestaurant()
  const [gone, claimant] = [await makeAccount('superuser', { restaurantId: w.id, name: 'Asha' }), await claimed(w)]
  await process(claimant.token, claimant.id, 'approve')
  const done = await complete(await linkTo(claimant.to))
  expect((await call(`PUT /restaurant/employees/${gone.id}/toggle-status`, { token: done.body.token })).status).toBe(200)
  const [seen] = (await call(`GET /backoffice/restaurants?id=${w.id}`, { token: await desk() })).body.restaurants
  expect([seen.email, seen.owner.name]).toEqual([claimant.to, done.body.user.name])
  expect(seen.owner.mobile_number).toMatch(/^\d{10}$/)
})
