import { describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { call, makeRestaurant, signIn } from '../test/world.ts'

type World = Awaited<ReturnType<typeof makeRestaurant>>
const counted = async (w: World) =>
  Object.fromEntries(
    (await w.rows('SELECT kind, item_id, sum(count) AS n FROM statistics WHERE restaurant_id = ? GROUP BY kind, item_id', w.id)).map(
      (r) => [`${r.kind} ${r.item_id}`, r.n],
    ),
  )
const from = (address: string) => ({ headers: { 'CF-Connecting-IP': address } })

describe('statistics', () => {
  it.each(['view', 'cart', 'order'])('%s counts each caller once', async (kind) => {
    const w = await makeRestaurant()
    const [here, there] = [randomId(), randomId()]
    for (const address of [here, here, there]) {
      const reply = await call(`POST /statistics/${kind}/${w.items.plain}`, from(address))
      expect(reply).toMatchObject({ status: 204, text: '' })
    }
    await call(`POST /statistics/${kind}/${w.items.dosa}`, from(here))
    expect(await counted(w)).toEqual({ [`${kind} ${w.items.plain}`]: 2, [`${kind} ${w.items.dosa}`]: 1 })
  })

  it('guests behind one address each count, and again after ten minutes', async () => {
    const w = await makeRestaurant({ shard: 'OUTLETS_1' })
    const guests = [await w.guest(0), await w.guest(1)]
    const look = async () => {
      for (const { token } of guests)
        expect((await call(`POST /statistics/view/${w.items.plain}`, { token, ...from('10.0.0.1') })).status).toBe(204)
    }
    await look()
    await look()
    expect(await counted(w)).toEqual({ [`view ${w.items.plain}`]: 2 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    try {
      await look()
    } finally {
      vi.useRealTimers()
    }
    expect(await counted(w)).toEqual({ [`view ${w.items.plain}`]: 4 })
  })

  it('an unknown item, an item of an unapproved restaurant and a visit by another restaurant’s staff count nothing and are also 204', async () => {
    const [w, waiting] = [await makeRestaurant(), await makeRestaurant({ approvalStatus: 'pending' })]
    const other = await makeRestaurant()
    expect((await call('POST /statistics/view/nothing')).status).toBe(204)
    expect((await call(`POST /statistics/view/${waiting.items.plain}`)).status).toBe(204)
    expect((await other.does('waiter', `POST /statistics/view/${w.items.plain}`)).status).toBe(204)
    expect([await counted(w), await counted(waiting)]).toEqual([{}, {}])
    expect((await call(`POST /statistics/view/${w.items.plain}`, { token: (await signIn('user')).token })).status).toBe(204)
    expect(await counted(w)).toEqual({ [`view ${w.items.plain}`]: 1 })
  })
})
