import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { outletDb, run } from '../db/index.ts'
import { call, makeRestaurant, testEnv } from '../test/world.ts'

it('an answer older than 24 hours is given no more: its key is free for another request, whose answer takes its place', async () => {
  const w = await makeRestaurant()
  const token = await w.as('cashier')
  const send = (name: 'plain' | 'dosa') =>
    call('POST /pos/order', { token, key: 'evening', body: { orderType: 'Take Away', kots: [w.kot([w.line(name)])] } })
  const first = await send('plain')
  expect([first.status, (await send('dosa')).body.code]).toEqual([201, 'idempotency_mismatch'])
  await run(
    outletDb(testEnv, 'OUTLETS_0'),
    sql`UPDATE idempotency SET at = ${new Date(Date.parse(first.body.order.createdAt) - 86_400_001).toISOString()} WHERE restaurant_id = ${w.id}`,
  )
  const second = await send('dosa')
  expect(second.status).toBe(201)
  expect(second.body.order._id).not.toBe(first.body.order._id)
  expect((await send('plain')).body.code).toBe('idempotency_mismatch')
})
