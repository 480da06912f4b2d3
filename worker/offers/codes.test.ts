import { beforeEach, describe, expect, it } from 'vitest'
import { type LimitRule, LIMITS } from '#domain/limits.ts'
import { spend, withinOneWindow } from '../test/limits.ts'
import { makeOffer, offer } from '../test/offers.ts'
import { call, makeRestaurant, type Reply, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})
const make = (more?: object) => makeOffer(w, more)
const put = (orderId: string, orderData: object) => w.does('cashier', 'PUT /pos/order', { orderId, orderData })

describe('an offer with a code', () => {
  const SECRET = 'HUSH50'
  const read = async (token: string | null) =>
    (await call(`GET /restaurant/offers/${w.id}`, { token })).body.offers.map((o: { code: string; needsCode: boolean }) => [
      o.code,
      o.needsCode,
    ])

  it('is shown to the public without its code; those who may change offers see the code, in the profile too', async () => {
    await make({ code: SECRET })
    for (const token of [null, (await w.guest()).token]) expect(await read(token)).toEqual([[null, true]])
    for (const role of ['generalManager', 'cashier', 'waiter', 'kitchen', 'mobileAdmin'] as const) {
      expect(await read(await w.as(role)), role).toEqual([[null, true]])
      expect((await w.does(role, 'GET /restaurant/profile')).text, role).not.toContain(SECRET)
    }
    for (const role of ['superuser', 'managerialHead'] as const) {
      expect(await read(await w.as(role)), role).toEqual([[SECRET, true]])
      expect((await w.does(role, 'GET /restaurant/profile')).text, role).toContain(SECRET)
    }
    await make()
    expect(await read(null)).toContainEqual([null, false])
  })

  const ways: [string, (named: Record<string, unknown>, who?: { token: string }) => Promise<Reply>][] = [
    [
      'POST /orders of a guest',
      async (named, who) =>
        call('POST /orders', {
          token: (who ?? (await w.guest())).token,
          body: { order: { tableId: w.tables[0], kots: [w.kot([w.line('dosa')])], ...named } },
        }),
    ],
    [
      'POST /orders',
      (named) => w.does('waiter', 'POST /orders', { order: { tableId: w.tables[0], kots: [w.kot([w.line('dosa')])], ...named } }),
    ],
    ['POST /pos/order', (named) => w.send([w.line('dosa')], named)],
    ['PUT /pos/order', async (named) => put((await w.order([w.line('dosa')]))._id, named)],
  ]
  it.each(ways)('%s: is applied by its code, never by its id', async (_way, send) => {
    const { _id: offerId } = await make({ code: SECRET })
    const byId = await send({ offerId })
    expect([byId.status, byId.body.code, byId.body.message]).toEqual([422, 'offer_not_applicable', 'Happy Hour needs its code.'])
    const wrong = await send({ offerCode: 'HUSH51' })
    expect([wrong.status, wrong.body.code, wrong.body.errors?.[0].message]).toEqual([
      422,
      'offer_not_applicable',
      'No offer has this code.',
    ])
    expect(wrong.body.errors[0].path).toMatch(/offerCode$/)
    const right = await send({ offerCode: ' hush50 ' })
    expect(right.body.order, right.text).toMatchObject({ offerId, discount: right.body.order.totalPrice / 10 })
    expect(right.text).not.toContain(SECRET)
  })

  it('is refused like any other where it doesn’t fit, and has no code while it is switched off', async () => {
    const order = await w.order([w.line('dosa')])
    await make({ code: SECRET, minOrderAmount: 10_000 })
    expect((await put(order._id, { offerCode: SECRET })).body.message).toBe('Happy Hour needs an order of Rs. 10,000.00 or more.')
    await make({ code: 'OFF', isActive: false })
    expect((await put(order._id, { offerCode: 'OFF' })).body.message).toBe('No offer has this code.')
    const theirs = await makeRestaurant()
    await theirs.does('superuser', 'POST /restaurant/offers/create', offer({ code: 'THEIRS' }))
    expect((await put(order._id, { offerCode: 'THEIRS' })).body.message).toBe('No offer has this code.')
  })

  it('shows a guest its terms before the order is placed, without its code; a wrong one is refused like one that is sent', async () => {
    const { _id } = await make({ code: SECRET, minOrderAmount: 10_000 })
    const guest = await w.guest()
    const ask = (code: string, token: string | null = guest.token) => call('POST /orders/offer', { token, body: { code } })
    expect((await ask(SECRET.toLowerCase())).body.offer).toMatchObject({ _id, code: null, needsCode: true, minOrderAmount: 10_000 })
    const wrong = await ask('GUESS')
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      422,
      'offer_not_applicable',
      [{ path: 'code', message: 'No offer has this code.' }],
    ])
    const theirs = await makeRestaurant()
    expect((await ask(SECRET, (await theirs.guest()).token)).status).toBe(422)
  })

  it('can’t be guessed where its terms are asked for: these tries and those with an order are the same', async () => {
    await make({ code: SECRET })
    await withinOneWindow(async () => {
      const [, send] = ways[0] as (typeof ways)[0]
      const guest = await w.guest()
      const ask = (code: string) => call('POST /orders/offer', { token: guest.token, body: { code } })
      for (const n of [1, 2, 3, 4, 5, 6]) expect((await ask(`GUESS${n}`)).status).toBe(422)
      expect([(await ask(SECRET)).status, (await send({ offerCode: SECRET }, guest)).status]).toEqual([429, 429])
    })
  })

  it('is not shown to a guest whose visit is over', async () => {
    await make({ code: SECRET })
    const guest = await w.guest()
    const order = await w.order([w.line('dosa')])
    await w.settle(order._id)
    expect((await call('POST /orders/offer', { token: guest.token, body: { code: SECRET } })).status).toBe(401)
  })

  it('can’t be guessed at the counter: tries are limited by account, whichever call is used', async () => {
    await make({ code: SECRET })
    await withinOneWindow(async () => {
      const { _id } = await w.order([w.line('dosa')])
      const counter = (offerCode: string) =>
        w.does('cashier', 'POST /pos/order', { orderType: 'Take Away', kots: [{ items: [w.line('dosa')] }], offerCode })
      const tries = await Promise.all(Array.from({ length: 11 }, (_, i) => counter(`GUESS${i}`)))
      expect(tries.map((r) => r.status).sort()).toEqual([...Array<number>(10).fill(422), 429])
      expect((await put(_id, { offerCode: SECRET })).status).toBe(429)
    })
  })

  it('can’t be guessed by guests: tries are limited by account, and by sitting however often someone signs in again', async () => {
    await make({ code: SECRET })
    await withinOneWindow(async () => {
      const [, send] = ways[0] as (typeof ways)[0]
      const guest = await w.guest()
      const tries = await Promise.all(Array.from({ length: 14 }, (_, i) => send({ offerCode: `GUESS${i}` }, guest)))
      expect(tries.filter((r) => r.status === 422)).toHaveLength(6)
      expect(tries.filter((r) => r.status === 429)).toHaveLength(8)
      const rule = LIMITS.dinerCode.rules.find((r) => r.by === 'subject') as LimitRule
      await spend(LIMITS.dinerCode, rule, w.sittings[0] ?? '')
      expect((await send({ offerCode: SECRET }, await w.guest())).body.code).toBe('rate_limited')
      expect((await send({}, await w.guest())).status).toBe(201)
      expect((await w.send([w.line('dosa')], { offerCode: SECRET })).body.order.discount).toBeGreaterThan(0)
    })
  })
})
