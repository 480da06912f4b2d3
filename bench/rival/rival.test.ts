import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { openPair, type Pair } from './pair.ts'

/** The rival of `bench/order.ts` does the same work: otherwise the comparison means nothing. */
describe('the rival', () => {
  let pair: Pair
  /** The demo's own orders are older. */
  let since = ''
  beforeAll(async () => {
    pair = await openPair()
    since = new Date().toISOString()
  })
  afterAll(() => pair.close())

  /** Ids, instants and numbers that each gives by itself. */
  const plain = (text: string) =>
    JSON.parse(text, (key, value) =>
      ['lineId', 'createdAt', 'sentAt', 'statusAt', 'serialNumber', 'kotNumber'].includes(key)
        ? typeof value
        : key === '_id' && value.length === 36
          ? 'id'
          : value,
    )
  const same = (text: string) => {
    const answer = plain(text)
    return { order: { ...answer.order, _id: 'id' } }
  }
  type Db = { prepare: (text: string) => { all: () => unknown[] } }
  const recent = (column: string) => `${column} >= '${since}'`
  /** The rows of these orders in both databases, and the remaining stock. `restaurant` is the one that both have. */
  const stateOf = (db: Db, restaurant: string) => ({
    orders: db
      .prepare(
        `SELECT order_type, subtotal, cgst, grand_total FROM orders WHERE ${recent('created_at')} AND restaurant_id = '${restaurant}' ORDER BY created_at, id`,
      )
      .all().length,
    lines: db
      .prepare(`SELECT item_id, quantity, price FROM lines WHERE ${recent('status_at')} AND restaurant_id = '${restaurant}' ORDER BY 1, 2`)
      .all(),
    events: db.prepare(`SELECT event FROM events WHERE ${recent('at')} ORDER BY event`).all(),
    answers: db.prepare('SELECT status, length(body) FROM idempotency ORDER BY 1, 2').all().length,
    materials: db.prepare(`SELECT id, current_stock FROM raw_materials WHERE restaurant_id = '${restaurant}' ORDER BY id`).all(),
    lots: db.prepare(`SELECT id, quantity FROM stocks WHERE quantity > 0 AND restaurant_id = '${restaurant}' ORDER BY id`).all(),
    moves: db
      .prepare(
        `SELECT raw_material_id, delta, portions, lots FROM stock_moves WHERE ${recent('at')} AND key LIKE 'sale:%' AND order_id IN (SELECT id FROM orders WHERE ${recent('created_at')}) ORDER BY at, raw_material_id, delta`,
      )
      .all().length,
  })

  it('answers an order as we do', async () => {
    for (const turn of [0, 1, 5]) {
      const body = { ...pair.parcel(turn), customer_name: 'Meera', mobile_number: '9820012345' }
      const [ours, theirs] = [await pair.ours({ body, key: 'one' + turn }), await pair.theirs({ body, key: 'one' + turn })]
      expect([ours.status, theirs.status]).toEqual([201, 201])
      expect(same(theirs.text)).toEqual(same(ours.text))
    }
  })

  it('writes as many orders, tickets, lines, events, answers and totals, and takes the same from stock', async () => {
    for (let turn = 0; turn < 12; turn += 1)
      for (const side of ['ours', 'theirs'] as const) await pair[side]({ body: pair.parcel(turn), key: randomId() })
    expect(stateOf(pair.rival.db, pair.house.id)).toEqual(stateOf(pair.house.shard.sqlite, pair.house.id))
  })

  it('gives the first answer again for the same key, and refuses the key for another request', async () => {
    const body = pair.parcel(3)
    for (const side of ['ours', 'theirs'] as const) {
      const first = await pair[side]({ body, key: 'again' })
      expect(await pair[side]({ body, key: 'again' })).toEqual(first)
      expect((await pair[side]({ body: pair.parcel(4), key: 'again' })).status).toBe(422)
    }
  })

  it('refuses a token that nobody signed, and a dish that is not on the menu', async () => {
    const unknown = { orderType: 'Take Away', kots: [{ items: [{ _id: 'nothing', quantity: 1 }] }] }
    for (const side of ['ours', 'theirs'] as const) {
      expect((await pair[side]({ body: pair.parcel(0), token: 'a.b.c' })).status).toBe(401)
      const refused = await pair[side]({ body: unknown })
      expect([refused.status, JSON.parse(refused.text).code]).toEqual([422, 'unknown_item'])
    }
  })
})
