import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#domain/time.ts'
import { ordersOfDay } from '../../docs/examples/orders-of-a-day.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** docs/api.md's typed client, the very file, against the real Worker. */

let w: World
let key: string
const today = new Date().toISOString().slice(0, 10)
/** Noon there, so that no test runs across midnight. */
const noon = (days = 0) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T06:30:00.000Z`) + days * 86_400_000 })
/** The client's fetch, answered by the Worker; `asked` is what it asked for. */
let asked: string[]
const access = (limit: number, as = key) => ({
  base: 'https://tawa.test',
  key: as,
  limit,
  fetch: (async (address: string, { headers }: { headers: Record<string, string> }) => {
    const { pathname, search } = new URL(address)
    asked.push(`${pathname}${search}`)
    const { status, text } = await call(`GET ${pathname.replace(/^\/v1/, '')}${search}`, { headers })
    return new Response(text, { status })
  }) as typeof fetch,
})

beforeEach(async () => {
  noon()
  w = await makeRestaurant({ tables: 0 })
  key = (await w.does('superuser', 'GET /restaurant/keys/generate?label=Books')).body.key
  asked = []
})
afterEach(() => vi.useRealTimers())
const takeAway = () => w.order([w.line('plain')], { tableId: undefined, orderType: 'Take Away' })

describe('the client of docs/api.md', () => {
  it('reads a day’s orders over several pages, each order once and none of another day', async () => {
    const made = [await takeAway(), await takeAway(), await takeAway(), await takeAway(), await takeAway()]
    noon(1)
    const next = await takeAway()
    const orders = await ordersOfDay(today, access(2))
    expect(asked).toHaveLength(3)
    expect(orders.map((o) => o._id)).toEqual(made.map((o) => o._id).reverse())
    expect(orders.map((o) => [o.businessDate, o.grandTotal, o.paymentStatus])).toEqual(made.map(() => [today, 105, 'unpaid']))
    expect((await ordersOfDay(addDays(today, 1), access(100))).map((o) => o._id)).toEqual([next._id])
    expect(await ordersOfDay(addDays(today, -1), access(100))).toEqual([])
  })

  it('returns no order twice when one arrives between two pages', async () => {
    const made = [await takeAway(), await takeAway(), await takeAway()]
    const { fetch, ...rest } = access(2)
    const meanwhile = (async (...given: Parameters<typeof fetch>) => {
      const answer = await fetch(...given)
      if (asked.length === 1) await takeAway()
      return answer
    }) as typeof fetch
    const ids = (await ordersOfDay(today, { ...rest, fetch: meanwhile })).map((o) => o._id)
    expect(ids).toEqual(made.map((o) => o._id).reverse())
  })

  it('reports why it was refused', async () => {
    await expect(ordersOfDay(today, access(100, 'tawa_nothing'))).rejects.toThrow('401 Unknown or revoked sync key')
    await expect(ordersOfDay('yesterday', access(100))).rejects.toThrow(/^422 /)
  })
})
