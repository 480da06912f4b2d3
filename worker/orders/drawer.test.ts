import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { floatsOf, MAX_DRAWER_MOVES, shiftsOf } from '#domain/drawer.ts'
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

const enter = (kind: string, amount: number, reason?: string) => w.does('superuser', 'POST /orders/drawer', { kind, amount, reason })
/** As the owner sees it. */
const summary = async (date = '') => (await w.does('superuser', `GET /orders/daily-summary${date && `?date=${date}`}`)).body.summary
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
    const added = await enter('in', 400)
    expect([added.status, added.body.move]).toEqual([
      201,
      {
        _id: expect.any(String),
        kind: 'in',
        amount: 400,
        expected: null,
        reason: '',
        at: expect.any(String),
        by: expect.stringMatching(/^superuser /),
      },
    ])
    const { cashTaken, drawer } = await summary()
    expect([cashTaken, drawer]).toMatchObject([105, { float: 2000, in: 400, out: 120.5, expected: 2384.5, counted: null }])
    expect(drawer.moves.map((m: { kind: string; reason: string }) => [m.kind, m.reason])).toEqual([
      ['float', ''],
      ['out', 'Vegetables'],
      ['in', ''],
    ])
  })

  it('a float that is entered again replaces the first, and both are kept', async () => {
    await enter('float', 2000)
    await enter('float', 1500, 'Counted wrong')
    expect((await summary()).drawer).toMatchObject({ float: 1500, expected: 1500, moves: [{ amount: 2000 }, { amount: 1500 }] })
  })

  it('a float is changed only with a reason, by whom and to what stays, and a count made before keeps what it missed', async () => {
    await enter('float', 2000)
    await sale()
    const as = (body: object) => w.does('cashier', 'POST /orders/drawer', body)
    await as({ kind: 'count', amount: 1605 })
    const silent = await as({ kind: 'float', amount: 1500 })
    expect([silent.status, silent.body.errors], silent.text).toEqual([422, [expect.objectContaining({ path: 'reason' })]])
    expect((await as({ kind: 'float', amount: 2000 })).status).toBe(201)
    expect((await as({ kind: 'float', amount: 1500, reason: 'Counted wrong' })).status).toBe(201)
    await as({ kind: 'count', amount: 1605 })
    const { moves } = (await summary()).drawer
    expect(floatsOf<any>(moves).map(({ from, amount, by, reason }) => [from, amount, by.split(' ')[0], reason])).toEqual([
      [null, 2000, 'superuser', ''],
      [2000, 1500, 'cashier', 'Counted wrong'],
    ])
    expect(shiftsOf(moves).map(({ difference }) => difference)).toEqual([-500_00, 0])
  })

  it('a count is compared with what should have been there at that moment, also when a sale comes in between', async () => {
    await enter('float', 1000)
    await sale()
    const late = await w.does('superuser', 'POST /orders/drawer', { kind: 'count', amount: 1190 }, { via: meanwhile(sale) })
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
    ['what rounds to nothing', { kind: 'in', amount: 1e-9 }, 'amount'],
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

  it('409 drawer_full after 200 entries of a person; the owner counts all the same', async () => {
    const { by } = (await w.does('cashier', 'POST /orders/drawer', { kind: 'count', amount: 0 })).body.move
    await run(
      testEnv.OUTLETS_0,
      sql`INSERT INTO drawer_moves (id, restaurant_id, business_date, kind, amount, reason, at, by)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_DRAWER_MOVES})
          SELECT ${w.id} || i, ${w.id}, ${today}, 'in', 100, '', ${new Date().toISOString()}, ${by} FROM n`,
    )
    const full = await w.does('cashier', 'POST /orders/drawer', { kind: 'count', amount: 1 })
    expect((await enter('count', 200)).body.move).toMatchObject({ amount: 200, expected: 200 })
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

describe('who may not open the day’s summary', () => {
  const named = (reply: { body: any }) => reply.body.moves.map((m: any) => [m.kind, m.amount, m.expected, m.reason, m.by.split(' ')[0]])

  it('enters everything and sees today’s entries, and no answer says what should be in the drawer', async () => {
    for (const role of ['cashier', 'generalManager'] as const) {
      w = await makeRestaurant()
      await w.does(role, 'POST /orders/drawer', { kind: 'float', amount: 1000 })
      await sale()
      await w.does(role, 'POST /orders/drawer', { kind: 'out', amount: 40, reason: 'Milk' })
      const count = await w.does(role, 'POST /orders/drawer', { kind: 'count', amount: 1045 })
      expect([count.status, count.body.move.expected], count.text).toEqual([201, null])
      const drawer = await w.does(role, 'GET /orders/drawer')
      expect([drawer.status, drawer.body.date], drawer.text).toEqual([200, today])
      expect(named(drawer)).toEqual([
        ['float', 1000, null, '', role],
        ['out', 40, null, 'Milk', role],
        ['count', 1045, null, '', role],
      ])
      const { body } = await w.does(role, 'GET /orders/daily-summary')
      for (const key of ['cashTaken', 'cashByPerson', 'drawer']) expect(body.summary).not.toHaveProperty(key)
      // The owner sees it, and at the till too.
      expect((await summary()).drawer.counted).toMatchObject({ amount: 1045, expected: 1065 })
      expect(named(await w.does('superuser', 'GET /orders/drawer')).at(-1)).toEqual(['count', 1045, 1065, '', role])
    }
  })

  it('sees it once the role may open that page', async () => {
    const permitted = await w.does('backoffice', `PUT /backoffice/permissions/restaurant/${w.id}`, {
      permissions: { '/restaurant/settings/summary': ['superuser', 'managerialHead', 'cashier'] },
    })
    expect(permitted.status, permitted.text).toBe(200)
    expect((await w.does('cashier', 'POST /orders/drawer', { kind: 'count', amount: 5 })).body.move.expected).toBe(0)
    expect((await w.does('cashier', 'GET /orders/daily-summary')).body.summary).toMatchObject({ cashTaken: 0, drawer: { expected: 0 } })
  })

  it('prints no paper of the day with it', async () => {
    w = await withPrinters({ counter: { role: 'bill' } })
    await w.does('cashier', 'POST /orders/drawer', { kind: 'count', amount: 5 })
    for (const role of ['cashier', 'superuser'] as const) await w.does(role, 'POST /print/jobs', { kind: 'dayEnd', date: today })
    const papers = (await w.rows("SELECT content FROM print_jobs WHERE restaurant_id = ? AND kind = 'dayEnd' ORDER BY seq", w.id)).map(
      ({ content }) => JSON.parse(content).summary,
    )
    expect(papers.map((s) => ['cashTaken', 'cashByPerson', 'drawer'].filter((key) => key in s))).toEqual([
      [],
      ['cashTaken', 'cashByPerson', 'drawer'],
    ])
  })

  it('orders no copy of the owner’s paper, and no paper of an ended day is theirs and the owner’s at once', async () => {
    w = await withPrinters({ counter: { role: 'bill' } })
    await sale()
    const ordered = async (role: 'cashier' | 'superuser', date: string) => {
      const reply = await w.does(role, 'POST /print/jobs', { kind: 'dayEnd', date })
      expect(reply.status, reply.text).toBe(201)
      return reply.body.jobs[0]
    }
    const again = (role: 'cashier' | 'superuser', { _id }: { _id: string }) => w.does(role, `POST /print/jobs/${_id}/again`, {})
    const running = await ordered('superuser', today)
    expect((await again('cashier', running)).status).toBe(403)
    expect((await again('superuser', running)).status).not.toBe(403)
    at(1)
    const [blind, full] = [await ordered('cashier', today), await ordered('superuser', today)]
    expect([blind.stamp, full.stamp]).toEqual([null, null])
    const cash = (await w.rows('SELECT id, content FROM print_jobs WHERE restaurant_id = ?', w.id)).map(
      ({ id, content }) => [id, JSON.parse(content).summary?.cashTaken ?? null] as const,
    )
    expect([new Map(cash).get(blind._id), new Map(cash).get(full._id)]).toEqual([null, 105])
    expect((await again('cashier', full)).status).toBe(403)
  })

  it('orders no paper of the day at all where the pages with its figures are taken from the role', async () => {
    w = await withPrinters({ counter: { role: 'bill' } })
    const owner = ['superuser', 'managerialHead']
    const permissions = Object.fromEntries(
      ['dashboard', 'invoices', 'reports', 'settings/summary'].map((page) => [`/restaurant/${page}`, owner]),
    )
    expect((await w.does('backoffice', `PUT /backoffice/permissions/restaurant/${w.id}`, { permissions })).status).toBe(200)
    await sale()
    expect((await w.does('cashier', 'GET /orders/daily-summary')).status).toBe(403)
    // The mobile POS's home page stays open, with the sales alone.
    const money = async (role: 'cashier' | 'superuser') => {
      const { sales, paymentMethods, tips } = (await w.does(role, 'POST /api/analytics/dashboard-analytics', {})).body.dashboard
      return [sales, paymentMethods.length, tips]
    }
    expect([await money('superuser'), await money('cashier')]).toEqual([
      [105, 1, []],
      [105, 0, []],
    ])
    expect((await w.does('cashier', 'POST /print/jobs', { kind: 'dayEnd', date: today })).status).toBe(403)
  })

  it('a waiter sees no entries', async () => {
    expect((await w.does('waiter', 'GET /orders/drawer')).status).toBe(403)
  })
})

describe('cash by person', () => {
  const people = async () =>
    Object.fromEntries((await summary()).cashByPerson.map((p: { by: string; amount: number }) => [p.by.split(' ')[0], p.amount]))
  const bill = async (role: 'cashier' | 'generalManager', paymentMethod: string, tip?: object) => {
    const { _id } = await w.order([w.line('plain')], { tableId: null, orderType: 'Take Away' })
    const paid = await w.does(role, 'PUT /orders/payment/status', {
      orderId: _id,
      paymentStatus: 'paid',
      paymentMethod,
      complete: true,
      ...(tip && { tip }),
    })
    expect(paid.status, paid.text).toBe(200)
    return _id
  }
  const correct = async (orderId: string, to: string) => {
    const [row] = await w.rows('SELECT id FROM payments WHERE order_id = ? AND amount > 0 ORDER BY rowid DESC', orderId)
    const reply = await w.does('superuser', `POST /orders/${orderId}/payments/${row.id}/correct`, { method: to, reason: 'Wrong key' })
    expect(reply.status, reply.text).toBe(200)
  }

  it('is what each took less what they gave back, with tips; together it is the cash taken', async () => {
    await bill('cashier', 'Cash', { amount: 20, method: 'Cash' })
    await bill('cashier', 'UPI')
    const back = await bill('generalManager', 'Cash')
    await bill('generalManager', 'Cash')
    await w.does('superuser', 'PUT /orders/payment/status', { orderId: back, paymentStatus: 'refunded', reason: 'Cold' })
    expect(await people()).toEqual({ cashier: 125, generalManager: 210, superuser: -105 })
    expect((await summary()).cashTaken).toBe(230)
  })

  it('a corrected payment counts for whoever took it, and not at all on a later day', async () => {
    const [one, two] = [await bill('cashier', 'Cash'), await bill('cashier', 'Card')]
    await correct(one, 'UPI')
    await correct(one, 'Cash')
    await correct(two, 'Cash')
    expect(await people()).toEqual({ cashier: 210 })
    at(1)
    await correct(one, 'UPI')
    expect(await people()).toEqual({})
  })

  it('who merged two bills took none of their cash', async () => {
    const [first, second] = [await w.order([w.line('plain')]), await w.order([w.line('plain')], { tableId: w.tables[1] })]
    await w.does('cashier', 'PUT /orders/payment/status', {
      orderId: second._id,
      paymentStatus: 'partial',
      payments: [{ method: 'Cash', amount: 50 }],
    })
    const merged = await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
    expect(merged.status, merged.text).toBe(200)
    expect(await people()).toEqual({ cashier: 50 })
    await correct(first._id, 'UPI')
    expect(await people()).toEqual({ cashier: 50, superuser: -50 })
  })

  it('what a merge brought is cash of the day on which it was received, also after it is parted and merged again', async () => {
    const [first, second] = [await w.order([w.line('plain')]), await w.order([w.line('plain')], { tableId: w.tables[1] })]
    const take = (orderId: string, amount: number) =>
      w.does('cashier', 'PUT /orders/payment/status', { orderId, paymentStatus: 'partial', payments: [{ method: 'Cash', amount }] })
    await take(second._id, 50)
    at(1)
    await take(first._id, 30)
    const both = { parentTableId: w.tables[0], childTableIds: [w.tables[1]] }
    for (const call of ['merge', 'unmerge', 'merge']) expect((await w.does('captain', `POST /tables/${call}`, both)).status).toBe(200)
    const own = await w.rows("SELECT id FROM payments WHERE order_id = ? AND kind = 'received'", first._id)
    const brought = await w.rows("SELECT id, since FROM payments WHERE order_id = ? AND kind = 'transferred' AND amount > 0", first._id)
    expect([own.length, brought.length, new Set(brought.map((r) => r.since)).size]).toEqual([1, 2, 1])
    const wrong = (id: string) =>
      w.does('superuser', `POST /orders/${first._id}/payments/${id}/correct`, { method: 'UPI', reason: 'Wrong key' })
    expect((await wrong(brought[1].id)).status).toBe(200)
    expect(await people()).toEqual({ cashier: 30 })
    expect((await wrong(own[0].id)).status).toBe(200)
    expect(await people()).toEqual({ cashier: 0 })
  })
})

describe('the drawer of the till', () => {
  it('opens when cash is added or taken out, once, and stays closed for a float and a count', async () => {
    const p = await withPrinters({ counter: { role: 'bill' } })
    w = p
    const headers = { 'Idempotency-Key': 'milk-1' }
    for (let i = 0; i < 2; i++) await w.does('cashier', 'POST /orders/drawer', { kind: 'out', amount: 40, reason: 'Milk' }, { headers })
    await enter('in', 500)
    await enter('float', 1000)
    await enter('count', 1460)
    expect((await p.jobs()).map(({ kind, printer_id }) => [kind, printer_id])).toEqual([
      ['drawer', p.printers.counter],
      ['drawer', p.printers.counter],
    ])
    const [paper] = await p.lease(['counter'])
    expect(paper?.document).toEqual({ kind: 'drawer' })
  })

  it('stays closed where the outlet doesn’t open it on cash', async () => {
    const p = await withPrinters({ counter: { role: 'bill' } }, {}, { openDrawer: false })
    w = p
    await enter('out', 40, 'Milk')
    expect(await p.jobs()).toEqual([])
  })
})
