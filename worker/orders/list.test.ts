import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import { businessDate, DEFAULT_TIMEZONE, financialYear } from '#domain/time.ts'
import { makeRestaurant, type World } from '../test/world.ts'

const list = async (w: World, query: Record<string, string | number> = {}) =>
  w.does('cashier', `GET /orders?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`)

/** The financial year of an order that is settled now. */
const YEAR = financialYear(businessDate(new Date(), { timezone: DEFAULT_TIMEZONE, resetTime: '00:00' }))

describe('GET /orders', () => {
  // Read only, so these rules share one evening: T7 open, a mobile's Take Away settled, a Delivery paid but open, one cancelled.
  let w: World
  let dineIn: OrderShape
  let away: OrderShape
  let delivery: OrderShape
  let cancelled: OrderShape
  const ids = async (query: Record<string, string | number>) => {
    const reply = await list(w, query)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.totalOrders).toBe(reply.body.orders.length)
    return (reply.body.orders as OrderShape[]).map((o) => o._id)
  }

  beforeAll(async () => {
    w = await makeRestaurant({ tables: 7 })
    dineIn = await w.order([w.line('plain')], { tableId: w.tables[6] })
    away = await w.order([w.line('plain')], { orderType: 'Take Away', mobile_number: '98200 12345' })
    delivery = await w.order([w.line('plain')], { orderType: 'Delivery', mobile_number: '+91 70210-99999', customer_name: 'Meera Iyer' })
    cancelled = await w.order([w.line('plain')])
    await w.settle(away._id)
    await w.settle(delivery._id, { complete: false })
    await w.does('cashier', 'PUT /orders/status', { orderId: cancelled._id, orderStatus: 'cancelled', reason: 'left' })
  })

  it('lists the newest first', async () => {
    expect(await ids({})).toEqual([cancelled._id, delivery._id, away._id, dineIn._id])
  })

  it('lists of a day what ended last first, when it is filtered by status', async () => {
    const day = await makeRestaurant({ tables: 3 })
    const made = [day.tables[0], day.tables[1], day.tables[2]].map((tableId) => () => day.order([day.line('plain')], { tableId }))
    const [one, two, three] = [await made[0]!(), await made[1]!(), await made[2]!()]
    for (const { _id } of [two, three, one])
      await day.does('cashier', 'PUT /orders/payment/status', {
        orderId: _id,
        paymentStatus: 'paid',
        paymentMethod: 'Cash',
        complete: true,
      })
    const of = async (query: Record<string, string | number>) => (await list(day, query)).body.orders.map((o: OrderShape) => o._id)
    const lastEnded = [one._id, three._id, two._id]
    expect(await of({ status: 'completed' })).toEqual(lastEnded)
    expect(await of({ status: 'completed', search: 'T1' })).toEqual(await of({ search: 'T1' }))
    expect([await of({ status: 'completed', limit: 1 }), await of({ status: 'completed', limit: 1, page: 2 })]).toEqual([
      [one._id],
      [three._id],
    ])
    expect(await of({})).toEqual([three._id, two._id, one._id])
  })

  it('has 10 orders a page unless asked otherwise, and no order twice', async () => {
    const w = await makeRestaurant()
    const made = await Promise.all(Array.from({ length: 12 }, () => w.order([w.line('plain')], { orderType: 'Take Away' })))
    const first = (await list(w)).body
    expect(first).toMatchObject({ totalPages: 2, currentPage: 1, itemsPerPage: 10, totalOrders: 12 })
    expect(first.orders).toHaveLength(10)
    const second = (await list(w, { page: 2 })).body
    expect(second).toMatchObject({ currentPage: 2, totalOrders: 12 })
    expect(new Set([...first.orders, ...second.orders].map((o: OrderShape) => o._id))).toEqual(new Set(made.map((o) => o._id)))
    expect((await list(w, { page: 3, limit: 5 })).body.orders).toHaveLength(2)
    expect((await list(w, { page: 9 })).body).toMatchObject({ orders: [], totalOrders: 12, totalPages: 2 })
  })

  it('has one empty page in an empty restaurant', async () => {
    expect((await list(await makeRestaurant())).body).toEqual({
      orders: [],
      totalPages: 1,
      currentPage: 1,
      itemsPerPage: 10,
      totalOrders: 0,
    })
  })

  it('filters by status, payment and type', async () => {
    expect(await ids({ status: 'pending' })).toEqual([delivery._id, dineIn._id])
    expect(await ids({ status: 'completed' })).toEqual([away._id])
    expect(await ids({ status: 'cancelled' })).toEqual([cancelled._id])
    expect(await ids({ paymentStatus: 'paid' })).toEqual([away._id, delivery._id])
    expect(await ids({ orderType: 'delivery' })).toEqual([delivery._id])
    expect(await ids({ status: 'pending', paymentStatus: 'unpaid', orderType: 'Dine In' })).toEqual([dineIn._id])
    expect(await ids({ tableId: w.tables[6] ?? '' })).toEqual([dineIn._id])
    expect(await ids({ tableId: randomId() })).toEqual([])
  })

  it('lists bills by their number with billed, those of orders that ended or were cancelled too, and only what has one', async () => {
    const bills = await makeRestaurant({ tables: 5 })
    const numbers = async (query: Record<string, string | number>) => {
      const { body } = await list(bills, { billed: 'true', ...query })
      return { total: body.totalOrders, numbers: body.orders.map((o: OrderShape) => o.billNumber) }
    }
    await bills.order([bills.line('plain')], { tableId: bills.tables[4] })
    // The one that was ordered first is billed last.
    const [late, gone] = [
      await bills.order([bills.line('plain')], { tableId: bills.tables[1] }),
      await bills.order([bills.line('plain')], { tableId: bills.tables[2] }),
    ]
    await bills.does('cashier', `POST /orders/${gone._id}/bill`)
    await bills.does('cashier', 'PUT /orders/status', { orderId: gone._id, orderStatus: 'cancelled', reason: 'left' })
    const away = await bills.order([bills.line('plain')], { tableId: bills.tables[0] })
    await bills.settle(away._id)
    await bills.settle(late._id)
    expect(await numbers({})).toEqual({ total: 3, numbers: [3, 2, 1] })
    expect(await numbers({ limit: 2, page: 2 })).toEqual({ total: 3, numbers: [1] })
    expect(await numbers({ endDate: '2020-12-31' })).toEqual({ total: 0, numbers: [] })
    expect(await numbers({ search: '5' })).toEqual({ total: 0, numbers: [] })
    // Bill 2 was of table 1: the bill with the number comes first.
    expect(await numbers({ search: '0001' })).toEqual({ total: 1, numbers: [1] })
    expect(await numbers({ search: '1' })).toEqual({ total: 2, numbers: [1, 2] })
    const refused = await list(bills, { billed: 'true', status: 'completed' })
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'billed'])
  })

  it('lists refunds by the day on which they were given', async () => {
    const w = await makeRestaurant({ tables: 3 })
    const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${time}+05:30`) })
    onTestFinished(() => void vi.useRealTimers())
    const give = (id: string) => w.does('cashier', 'PUT /orders/payment/status', { orderId: id, paymentStatus: 'refunded', reason: 'Cold' })
    at('2031-03-28T20:00:00')
    const made: OrderShape[] = []
    for (const tableId of w.tables) made.push(await w.order([w.line('plain')], { tableId }))
    for (const { _id } of made) await w.settle(_id)
    await give(made[0]!._id)
    at('2031-04-03T12:00:00')
    await give(made[1]!._id)
    const ids = async (query: Record<string, string | number>) => {
      const { body } = await list(w, { refunded: 'true', ...query })
      return [body.totalOrders, ...body.orders.map((o: OrderShape) => o._id)]
    }
    expect(await ids({})).toEqual([2, made[1]?._id, made[0]?._id])
    expect(await ids({ limit: 1, page: 2 })).toEqual([2, made[0]?._id])
    expect(await ids({ startDate: '2031-04-01', endDate: '2031-04-30' })).toEqual([1, made[1]?._id])
    expect(await ids({ endDate: '2031-03-28' })).toEqual([1, made[0]?._id])
    const others = { billed: 'true', status: 'completed', search: '1', tableId: w.tables[0] ?? '' }
    for (const [name, value] of Object.entries(others)) {
      const refused = await list(w, { refunded: 'true', [name]: value })
      expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'refunded'])
    }
  })

  it('lists a bill on the day that has its sale, and one that is not settled on the day of its order', async () => {
    const night = await makeRestaurant({ tables: 3 })
    const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${time}+05:30`) })
    const [before, after] = ['2031-05-10', '2031-05-11']
    const figures = async (day: string) => {
      const listed = await list(night, { billed: 'true', startDate: day, endDate: day })
      const { summary } = (await night.does('cashier', `GET /orders/daily-summary?date=${day}`)).body
      const settled = listed.body.orders.filter((o: OrderShape) => o.orderStatus === 'completed')
      return {
        bills: listed.body.orders.map((o: OrderShape) => o.billNumber),
        total: listed.body.totalOrders,
        found: (await list(night, { billed: 'true', startDate: day, endDate: day, search: '2' })).body.orders.map(
          (o: OrderShape) => o.billNumber,
        ),
        reconciles: toPaise(summary.totalSales) - settled.reduce((sum: number, o: OrderShape) => sum + toPaise(o.grandTotal), 0),
      }
    }
    onTestFinished(() => void vi.useRealTimers())
    at(`${before}T23:30:00`)
    const early = await night.order([night.line('plain')])
    await night.settle(early._id)
    const late = await night.order([night.line('dosa', 2)], { tableId: night.tables[1] })
    await night.does('cashier', `POST /orders/${late._id}/bill`)
    const gone = await night.order([night.line('beer')], { tableId: night.tables[2] })
    await night.does('cashier', `POST /orders/${gone._id}/bill`)
    expect(await figures(before)).toEqual({ bills: [3, 2, 1], total: 3, found: [2], reconciles: 0 })

    at(`${after}T00:20:00`)
    await night.settle(late._id)
    await night.does('cashier', 'PUT /orders/status', { orderId: gone._id, orderStatus: 'cancelled', reason: 'left' })
    expect(await figures(before)).toEqual({ bills: [1], total: 1, found: [], reconciles: 0 })
    expect(await figures(after)).toEqual({ bills: [3, 2], total: 2, found: [2], reconciles: 0 })
  })

  it('filters by business date', async () => {
    const today = businessDate(new Date(), { timezone: DEFAULT_TIMEZONE, resetTime: '00:00' })
    expect(await ids({ startDate: today, endDate: today })).toHaveLength(4)
    expect(await ids({ startDate: '2020-01-01', endDate: '2020-12-31' })).toEqual([])
    expect(await ids({ endDate: '2020-12-31' })).toEqual([])
  })

  it.each([
    ['a bill number', '1', () => [away._id]],
    ['an invoice number as printed', `TY/${YEAR}/1`, () => [away._id]],
    ['the same as typed', `ty/${YEAR}/1`, () => [away._id]],
    ['and without its prefix', `${YEAR}/2`, () => [delivery._id]],
    ['not by another prefix', `SY/${YEAR}/1`, () => []],
    ['nor another year', `TY/19-20/1`, () => []],
    ['a table number', '7', () => [dineIn._id]],
    ['a table as people say it', 'T7', () => [dineIn._id]],
    ['and as they type it', 't7', () => [dineIn._id]],
    ['a mobile number', '9820012345', () => [away._id]],
    ['with +91 and spaces', '+91 98200 12345', () => [away._id]],
    ['without the +91 that it was taken down with', '7021099999', () => [delivery._id]],
    ['its beginning', '70210', () => [delivery._id]],
    ['its name as screens show it', 'Take Away 2', () => [away._id]],
    ['the same as typed', 'takeaway 2', () => [away._id]],
    ['not another type with that number', 'Delivery 2', () => []],
    ['nor a table with that number', 'Dine In 1', () => []],
    ['the customer’s name', 'Meera Iyer', () => [delivery._id]],
    ['its beginning, in any case', 'mee', () => [delivery._id]],
    ['not what stands inside it', 'eera', () => []],
    ['nothing that there is', '555', () => []],
  ])('finds by %s', async (_name, search, expected) => {
    const found = await ids({ search })
    // Bill 1 and table 1 are both what "1" may mean.
    expect(found.filter((id) => id !== cancelled._id || search !== '1')).toEqual(expected())
  })

  it('finds an invoice of each year by its number, which starts again each April', async () => {
    const w = await makeRestaurant()
    const billed = async (at: string) => {
      vi.setSystemTime(Date.parse(at))
      const { _id } = await w.order([w.line('plain')], { orderType: 'Take Away' })
      return (await w.settle(_id)).body.order as OrderShape
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-03-30T12:00:00+05:30') })
    try {
      const made = [
        await billed('2031-03-30T12:00:00+05:30'),
        await billed('2031-03-31T12:00:00+05:30'),
        await billed('2031-04-01T00:30:00+05:30'),
      ]
      // A change of zone waits for the next business day, so the old year gets no bill after the new one's first.
      await w.does('superuser', 'PUT /restaurant/profile', { timezone: 'Asia/Dubai' })
      made.push(await billed('2031-04-01T00:40:00+05:30'), await billed('2031-04-02T12:00:00+05:30'))
      const printed = ['30-31/1', '30-31/2', '31-32/1', '31-32/2', '31-32/3'].map((n) => `TY/${n}`)
      expect(made.map((o) => o.invoiceNumber)).toEqual(printed)
      for (const [i, search] of printed.entries())
        expect((await list(w, { search })).body).toMatchObject({ totalOrders: 1, orders: [{ _id: made[i]?._id, billNumber: i + 1 }] })
      expect((await list(w, { search: 'TY/31-32/4' })).body.totalOrders).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('takes a search text literally, not as a pattern', async () => {
    for (const search of ['%', '_', "'; DROP TABLE orders; --", '"']) expect(await ids({ search })).toEqual([])
  })

  it.each([
    ['page', '0'],
    ['page', 'two'],
    ['page', '1.5'],
    ['limit', '101'],
    ['limit', '-1'],
    ['status', 'open'],
    ['orderType', 'Drone'],
    ['startDate', '21-11-2026'],
    ['endDate', '2026-02-30'],
    ['tableId', '../1'],
  ])('answers 422 for %s=%s', async (name, value) => {
    const reply = await list(w, { [name]: value })
    expect([reply.status, reply.body.errors?.[0].path]).toEqual([422, name])
  })

  it('answers 422 for a range of days that ends before it begins, as reports do', async () => {
    const reply = await list(w, { startDate: '2026-11-21', endDate: '2026-11-20' })
    expect([reply.status, reply.body.errors]).toEqual([422, [{ path: 'endDate', message: 'Must not be before the start.' }]])
  })
})

it('GET /orders/restaurant/pending returns every open order, oldest first, and the seq up to which the list is complete', async () => {
  const w = await makeRestaurant()
  const first = await w.order([w.line('plain')])
  const second = await w.order([w.line('dosa')], { orderType: 'Take Away' })
  const over = await w.order([w.line('dosa')], { tableId: w.tables[1] })
  await w.settle(over._id)
  const reply = await w.does('kitchen', 'GET /orders/restaurant/pending')
  expect(reply.body.orders).toEqual([first, second])
  expect(reply.body.seq).toBe((await w.events()).at(-1)?.seq)
  expect((await makeRestaurant().then((w) => w.does('kitchen', 'GET /orders/restaurant/pending'))).body).toEqual({
    orders: [],
    toCook: [],
    seq: 0,
  })
})

it('a kitchen screen that misses tickets is told which of them were cancelled, and of its own restaurant alone', async () => {
  const w = await makeRestaurant()
  const orders = { open: await w.order([w.line('plain')]), gone: await w.order([w.line('dosa')], { tableId: w.tables[1] }) }
  const paid = await w.order([w.line('dosa')], { orderType: 'Take Away' })
  const other = await w.order([w.line('plain')], { orderType: 'Take Away' })
  for (const { _id } of [orders.gone, other])
    expect((await w.does('cashier', 'PUT /orders/status', { orderId: _id, orderStatus: 'cancelled', reason: 'Left' })).status).toBe(200)
  await w.settle(paid._id)
  const kots = [orders.open, orders.gone, paid].map((order) => order.kots[0]!.kotId).join(',')
  const asks = async (of: World, query: string) =>
    ((await of.does('kitchen', `GET /orders/restaurant/pending${query}`)).body.cancelled as OrderShape[] | undefined)?.map(({ _id }) => _id)
  expect(await asks(w, `?kots=${kots}`)).toEqual([orders.gone._id])
  expect(await asks(w, '')).toBeUndefined()
  const stranger = await makeRestaurant()
  expect(await asks(stranger, `?kots=${kots}`)).toEqual([])
  const { body } = await w.does('kitchen', `GET /orders/restaurant/pending?kots=${kots}`)
  expect([body.orders, body.toCook].map((list: OrderShape[]) => list.map(({ _id }) => _id))).toEqual([[orders.open._id], [paid._id]])
})

it("POST /orders/active returns the table's open order, or null", async () => {
  const w = await makeRestaurant()
  const order = await w.order([w.line('plain')])
  const active = (n: number) => w.does('waiter', 'POST /orders/active', { tableId: w.tables[n] })
  expect((await active(0)).body).toEqual({ order })
  expect((await active(1)).body).toEqual({ order: null })
  expect((await w.does('waiter', 'POST /orders/active', { tableId: randomId() })).status).toBe(404)
  const guest = await w.guest(0)
  expect((await w.does('waiter', 'POST /orders/active', { tableId: w.tables[0] }, { token: guest.token })).body.order._id).toBe(order._id)
  await w.settle(order._id)
  expect((await active(0)).body).toEqual({ order: null })
})
