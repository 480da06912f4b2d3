import { expect, test } from 'vitest'
import { env } from '../test/env.ts'
import { kotNumbers } from './publish.ts'
test('smoke', async () => {
  expect(await kotNumbers(env, { restaurantId: 'x', shard: 'OUTLETS_1' }, { businessDate: '20261121', epoch: 0, kotIds: ['a', 'b'] })).toMatchObject({ numbers: { a: { number: 1 }, b: { number: 2 } } })
})
