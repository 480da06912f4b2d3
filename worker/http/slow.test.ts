import { exports } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { first } from '../db/index.ts'
import { makeRestaurant, testEnv, type Via } from '../test/world.ts'

/** A body whose second half is sent when `finish` is called. */
function slowly(whole: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const bytes = new TextEncoder().encode(whole)
  const begun = writer.write(bytes.slice(0, 5))
  return {
    body: readable,
    begun,
    finish: async () => {
      await writer.write(bytes.slice(5))
      await writer.close()
    },
  }
}

it('whoever is removed while a body is on its way makes no call by it', async () => {
  const w = await makeRestaurant()
  const head = (await w.does('managerialHead', 'GET /auth/me')).body.user
  const { body, begun, finish } = slowly(
    JSON.stringify({
      name: 'Mule',
      email: `mule-${w.id}@demo.test`,
      password: 'a long password',
      role: 'waiter',
      mobile_number: '9876543210',
    }),
  )
  const via: Via = async (request) => {
    const reply = (exports as unknown as { default: { fetch: typeof fetch } }).default.fetch(
      new Request(request.url, { method: 'POST', headers: request.headers, body }),
    )
    // The Worker has the headers and the beginning of the body.
    await begun
    expect((await w.does('superuser', `DELETE /restaurant/employees/${head._id}`)).status).toBe(200)
    await finish()
    return reply
  }
  const late = await w.does('managerialHead', 'POST /restaurant/employees', {}, { via })
  expect([late.status, late.body.code]).toEqual([401, 'session_expired'])
  expect(await first(testEnv.PLATFORM, sql`SELECT 1 FROM accounts WHERE name = 'Mule' AND restaurant_id = ${w.id}`)).toBeNull()
})
