import { describe, expect, it } from 'vitest'
import { stockOf } from './stock.ts'
import { Recorder } from './recorder.ts'
import { withPrinters } from './printers.ts'
import { makeRestaurant, type World } from './world.ts'

/** What a call costs: the remote calls that run one after the other, and the statements in them. queryPlan.test.ts judges the statements. */

describe('remote calls one after the other', () => {
  const SEND = [['OUTLETS_0', 'PLATFORM'], ['ROOM.kotNumbers'], ['OUTLETS_0']]

  it('placing an order: 3', async () => {
    const w = await makeRestaurant()
    const record = new Recorder()
    const reply = await record.call(
      'POST /pos/order',
      await w.as('waiter'),
      { tableId: w.tables[0], kots: [w.kot([w.line('plain'), w.line('brownie')])] },
      { 'Idempotency-Key': 'once' },
    )
    expect(reply.status, reply.text).toBe(201)
    expect(record.stages).toEqual(SEND)
    expect(record.spans.filter((s) => s.binding === 'ROOM.hint')).toHaveLength(1)
  })

  it.each([
    ['', 17],
    [', where a printer prints its ticket', 18],
  ])('a parcel of dishes with recipes%s: %d statements', async (printer, statements) => {
    const w = printer ? await withPrinters({ kitchen: {} }) : await makeRestaurant()
    const stock = stockOf(w)
    const rice = await stock.material('Rice')
    await stock.buy(rice, 10)
    await stock.recipe('dosa', [[rice, 120]])
    await stock.recipe('plain', [[rice, 80]])
    const token = await w.as('cashier')
    const send = async (key: string) => {
      const record = new Recorder()
      const reply = await record.call(
        'POST /pos/order',
        token,
        { orderType: 'Take Away', kots: [w.kot([w.line('dosa'), w.line('plain')])] },
        { 'Idempotency-Key': key },
      )
      expect(reply.status, reply.text).toBe(201)
      return record.statements.length
    }
    // Only the first also writes when the session was last seen.
    await send('first')
    expect(await send('second')).toBe(statements)
    expect(await stock.current(rice)).toBe(9.6)
  })

  it('placing an order that prints: also 3, and one statement more', async () => {
    const send = async (w: World) => {
      const record = new Recorder()
      const reply = await record.call('POST /pos/order', await w.as('waiter'), { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] })
      expect(reply.status, reply.text).toBe(201)
      expect(record.stages).toEqual(SEND)
      return record.statements.length
    }
    const plain = await send(await makeRestaurant())
    const w = await withPrinters({ kitchen: {}, bar: { stations: ['Mains'] } })
    expect((await send(w)) - plain).toBe(1)
    expect(await w.jobs()).toHaveLength(1)
  })

  it('a guest’s order: 3', async () => {
    const w = await makeRestaurant()
    const { token } = await w.guest(0)
    const record = new Recorder()
    const reply = await record.call('POST /orders', token, { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } })
    expect(reply.status, reply.text).toBe(201)
    expect(record.stages).toEqual(SEND)
  })

  it('a guest’s held order: 3, and the room is asked once', async () => {
    const w = await makeRestaurant({ settings: { qrSettings: { acceptOrders: true } } })
    const { token } = await w.guest(0)
    const record = new Recorder()
    const reply = await record.call('POST /orders', token, { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } })
    expect([reply.status, JSON.parse(reply.text).order.kots[0].held]).toEqual([201, true])
    expect(record.stages).toEqual([['OUTLETS_0', 'PLATFORM'], ['ROOM.arm'], ['OUTLETS_0']])
  })

  it('an addition to an occupied or a merged table: 3', async () => {
    const w = await makeRestaurant()
    await w.order([w.line('plain')])
    await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
    for (const tableId of [w.tables[0], w.tables[1]]) {
      const record = new Recorder()
      expect((await record.call('POST /pos/order', await w.as('waiter'), { tableId, kots: [w.kot([w.line('dosa')])] })).status).toBe(201)
      expect(record.stages).toEqual(SEND)
    }
  })

  it('PUT /pos/order: 3', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const record = new Recorder()
    expect(
      (await record.call('PUT /pos/order', await w.as('waiter'), { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } }))
        .status,
    ).toBe(200)
    expect(record.stages).toEqual(SEND)
    const details = new Recorder()
    expect(
      (await details.call('PUT /pos/order', await w.as('waiter'), { orderId: order._id, orderData: { customer_name: 'Meera' } })).status,
    ).toBe(200)
    expect(details.stages.length).toBeLessThanOrEqual(3)
  })

  it.each([
    ['PUT /orders/item/status', { status: 'Ready' }],
    ['PUT /orders/payment/status', { paymentStatus: 'paid', paymentMethod: 'Cash', complete: true }],
    ['PUT /orders/note', { note: 'crisp' }],
  ])('%s: 2', async (address, more) => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const record = new Recorder()
    const reply = await record.call(address, await w.as('cashier'), {
      orderId: order._id,
      kotId: order.kots[0]?.kotId,
      itemId: w.items.plain,
      ...more,
    })
    expect(reply.status, reply.text).toBe(200)
    expect(record.stages).toEqual([['OUTLETS_0', 'PLATFORM', 'ROOM.arm'], ['OUTLETS_0']])
  })

  /** Reads that floor, kitchen and counter make all evening: the session, then one batch. */
  it.each([
    ['captain', 'GET /restaurant/customers?mobile_number=9820012345', undefined],
    ['cashier', 'GET /orders', undefined],
    ['cashier', 'GET /orders?status=completed&page=3', undefined],
    ['kitchen', 'GET /orders/restaurant/pending', undefined],
    ['waiter', 'POST /orders/active', (w: World) => ({ tableId: w.tables[0] })],
    ['captain', 'GET /tables', undefined],
    ['superuser', 'POST /api/analytics/sales', () => ({ period: '30d' })],
    ['cashier', 'GET /orders/daily-summary', undefined],
    ['cashier', 'GET /orders/drawer', undefined],
  ] as const)('%s: %s: 2', async (role, address, bodyOf) => {
    const w = await makeRestaurant()
    await w.order([w.line('plain')])
    const record = new Recorder()
    const reply = await record.call(address, await w.as(role), bodyOf?.(w))
    expect(reply.status, reply.text).toBe(200)
    expect(record.stages).toEqual([['PLATFORM'], ['OUTLETS_0']])
  })

  it('a page far back: one more, which finds the day in which it begins', async () => {
    const w = await makeRestaurant()
    const record = new Recorder()
    expect((await record.call('GET /orders?page=30', await w.as('cashier'))).status).toBe(200)
    expect(record.stages).toEqual([['PLATFORM'], ['OUTLETS_0'], ['OUTLETS_0']])
  })

  it('an item switched off: 3', async () => {
    const w = await makeRestaurant()
    const record = new Recorder()
    const reply = await record.call(`PATCH /menus/item/${w.items.plain}/availability`, await w.as('cashier'), { available: false })
    expect(reply.status, reply.text).toBe(200)
    expect(record.stages).toEqual([['PLATFORM'], ['OUTLETS_0', 'ROOM.arm'], ['OUTLETS_0']])
  })

  it('moving a table: 2', async () => {
    const w = await makeRestaurant()
    await w.order([w.line('plain')])
    const record = new Recorder()
    expect(
      (await record.call('POST /tables/move', await w.as('captain'), { fromTableId: w.tables[0], toTableId: w.tables[1] })).status,
    ).toBe(200)
    expect(record.stages).toHaveLength(2)
  })
})
