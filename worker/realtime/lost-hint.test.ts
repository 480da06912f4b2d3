import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import app from '../index.ts'
import { makeRestaurant, testEnv } from '../test/world.ts'
import { socketOf } from '../test/sockets.ts'

describe('a Worker that stops between the commit and the hint to the room, with no later write', () => {
  it('the kitchen gets the ticket within 16 s: the room was armed before the commit and checks by itself', async () => {
    const w = await makeRestaurant()
    const kitchen = await socketOf(
      await (exports as unknown as { default: { fetch: typeof fetch } }).default.fetch(
        new Request(`https://tawa.test/v1/realtime/${w.id}`, {
          headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': `tawa.v1, bearer.${await w.as('kitchen')}` },
        }),
      ),
    )
    await kitchen.join('joinRestaurant', {})
    const token = await w.as('cashier')
    // This Worker's hints never reach the room; all else is real.
    const forward = (to: any, name: PropertyKey) => (typeof to[name] === 'function' ? (...args: unknown[]) => to[name](...args) : to[name])
    const hintless = (stub: any) =>
      new Proxy(stub, {
        get: (_, name) => (name === 'hint' ? () => Promise.reject(new Error('the Worker has stopped')) : forward(stub, name)),
      })
    const deaf = {
      ...testEnv,
      ROOM: new Proxy(testEnv.ROOM, {
        get: (rooms, name) => (name === 'get' ? (id: DurableObjectId) => hintless(rooms.get(id)) : forward(rooms, name)),
      }),
    }
    const work: Promise<unknown>[] = []
    const began = Date.now()
    const answer = await app.fetch(
      new Request('https://tawa.test/v1/pos/order', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ tableId: w.tables[0], orderType: 'Dine In', kots: [w.kot([w.line('plain')])] }),
      }),
      deaf,
      { waitUntil: (p: Promise<unknown>) => void work.push(p), passThroughOnException: () => {}, props: {} } as never,
    )
    expect(answer.status).toBe(201)
    await Promise.all(work)
    expect(kitchen.named('orderCreated')).toEqual([])
    await kitchen.waitFor((s) => s.named('orderCreated')[0], 16_000)
    expect(Date.now() - began).toBeLessThan(16_000)
    kitchen.close()
  }, 30_000)
})
