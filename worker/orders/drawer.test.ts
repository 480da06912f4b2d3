import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_DRAWER_MOVES } from '#domain/drawer.ts'
import { addDays, businessDate } from '#domain/time.ts'
import { run } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { withPrinters } from '../test/printers.ts'
import { makeRestaurant, testEnv, type World } from '../test/world.ts'

const today = businessDate(new Date(), { timezone: 'Asia/Kolkata', resetTime: '00:00' })
const at = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(Date.parse(`${today}T06:30:00.000Z`) + days * 86_400_000) })
let w: World
beforeEach(async () => {
  at(0)
  w = await makeRestaurant()
})
afterEach(() => void vi.useRealTimers())

const enter = (kind: string, amount: number, reason?: string) => w.does('cashier', 'POST /orders/drawer', { kind, amount, reason })
const summary = async (date = '') => (await w.does('cashier', `GET /orders/daily-summary${date && `?date=${date}`}`)).body.summary
/** A plain dish, 105 with tax, paid in cash. */
const sale = async () =>
  w.settle((await w.order([w.line('plain')], { tableId: null, orderType: 'Take Away' }))._id, { paymentMethod: 'Cash' })

describe('the cash drawer', () => {
  it('says what should be in it: float, cash of the bills, cash added, less cash taken out', async () => {
    await sale()
    expect(await summary()).toMatchObject({ cashTaken: 105 })
    expect('drawer' in (await summary())).toBe(false)
    await enter('float', 2000)
    await enter('out', 120.5, 'Vegetables')
    const added = await enter('in', 500)
    expect([added.status, added.body.move]).toEqual([
      201,
      {
        _id: expect.any(String),
        kind: 'in',
        amount: 500,
        expected: null,
        reason: '',
        at: expect.any(String),
        by: expect.stringMatching(/^cashier /),
      },
    ])
    const { cashTaken, drawer } = await summary()
    expect([cashTaken, drawer]).toMatchObject([105, { float: 2000, in: 500, out: 120.5, expected: 2484.5, counted: null }])
    expect(drawer.moves.map((m: { kind: string; reason: string }) => [m.kind, m.reason])).toEqual([
      ['float', ''],
      ['out', 'Vegetables'],
      ['in', ''],
    ])
  })

  it('a float that is entered again replaces the first, and both are kept', async () => {
    await enter('float', 2000)
    await enter('float', 1500)
    expect((await summary()).drawer).toMatchObject({ float: 1500, expected: 1500, moves: [{ amount: 2000 }, { amount: 1500 }] })
  })

  it('a count is compared with what should have been there at that moment, also when a sale comes in between', async () => {
    await enter('float', 1000)
    await sale()
    const late = await w.does('cashier', 'POST /orders/drawer', { kind: 'count', amount: 1190 }, { via: meanwhile(sale) })
    expect([late.status, late.body.move?.expected], late.text).toEqual([201, 1210])
    await sale()
    expect((await summary()).drawer).toMatchObject({ expected: 1315, counted: { amount: 1190, expected: 1210 } })
    await enter('count', 1315)
    expect((await summary()).drawer.counted).toMatchObject({ amount: 1315, expected: 1315 })
  })

  it('a refund in cash leaves it, and another day’s drawer stays as it was', async () => {
    await enter('float', 1000)
    const order = await sale()
    await w.does('cashier', 'PUT /orders/payment/status', {
      orderId: order.body.order._id,
      paymentStatus: 'refunded',
      amount: 105,
      reason: 'Cold',
    })
    expect((await summary()).drawer).toMatchObject({ expected: 1000 })
    at(1)
    expect('drawer' in (await summary())).toBe(false)
    await enter('float', 700)
    expect((await summary(today)).drawer).toMatchObject({ float: 1000, expected: 1000 })
    expect((await summary(addDays(today, 1))).drawer).toMatchObject({ float: 700 })
  })

  it.each([
    ['out without a reason', { kind: 'out', amount: 5 }, 'reason'],
    ['nothing', { kind: 'in', amount: 0 }, 'amount'],
    ['less than nothing', { kind: 'float', amount: -1 }, 'amount'],
    ['a part of a paisa', { kind: 'count', amount: 0.001 }, 'amount'],
    ['another kind', { kind: 'tip', amount: 5 }, 'kind'],
    ['the day before', { kind: 'count', amount: 5, date: addDays(today, -1) }, 'date'],
  ])('refuses %s', async (_what, body, path) => {
    const reply = await w.does('cashier', 'POST /orders/drawer', body)
    expect([reply.status, reply.body.errors], reply.text).toEqual([422, [expect.objectContaining({ path })]])
    expect('drawer' in (await summary())).toBe(false)
  })

  it('an empty drawer is counted as 0', async () => {
    expect((await enter('count', 0)).body.move).toMatchObject({ amount: 0, expected: 0 })
  })

  it('409 drawer_full after 200 entries of a day', async () => {
    await run(
      testEnv.OUTLETS_0,
      sql`INSERT INTO drawer_moves (id, restaurant_id, business_date, kind, amount, reason, at, by)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_DRAWER_MOVES})
          SELECT ${w.id} || i, ${w.id}, ${today}, 'in', 100, '', ${new Date().toISOString()}, 'Divya' FROM n`,
    )
    const full = await enter('in', 1)
    expect([full.status, full.body.code], full.text).toEqual([409, 'drawer_full'])
    expect((await summary()).drawer).toMatchObject({ in: 200 })
  })

  it('is for those who handle money: a waiter is refused, the same key is entered once', async () => {
    for (const role of ['waiter', 'captain', 'kitchen'] as const)
      expect((await w.does(role, 'POST /orders/drawer', { kind: 'in', amount: 5 })).status).toBe(403)
    const headers = { 'Idempotency-Key': 'drawer-1' }
    const [first, again] = [
      await w.does('cashier', 'POST /orders/drawer', { kind: 'in', amount: 5 }, { headers }),
      await w.does('cashier', 'POST /orders/drawer', { kind: 'in', amount: 5 }, { headers }),
    ]
    expect(again.body.move._id).toBe(first.body.move._id)
    expect((await summary()).drawer.moves).toHaveLength(1)
  })

  it('stands on the day’s paper, and a count after it makes another paper', async () => {
    w = await withPrinters({ counter: { role: 'bill' } })
    await enter('float', 1000)
    await sale()
    await enter('count', 1100)
    const closed = await w.does('superuser', 'GET /orders/daily-summary?resetKOT=true')
    expect([closed.status, closed.body.paper?.ordered], closed.text).toEqual([200, true])
    const again = await w.does('superuser', 'GET /orders/daily-summary?resetKOT=true')
    expect(again.body.paper.ordered).toBe(false)
    await enter('count', 1105)
    expect((await w.does('superuser', 'GET /orders/daily-summary?resetKOT=true')).body.paper.ordered).toBe(true)
  })
})
