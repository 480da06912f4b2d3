import { expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { desk, file } from '../test/claims.ts'
import { call, makeRestaurant } from '../test/world.ts'

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
