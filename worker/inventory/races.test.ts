import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { cancel, friesKitchen, stockOf } from '../test/stock.ts'
import { call, makeRestaurant, many, type Via } from '../test/world.ts'

describe('simultaneous commands', () => {
  it('20 tickets sent at once use exactly 20 portions', async () => {
    const { w, stock, potato, oil } = await friesKitchen()
    await w.as('cashier')
    const replies = await many(20, (i) => w.send([w.line('plain')], i % 2 ? { orderType: 'Take Away' } : { tableId: w.tables[i % 4] }))
    expect(replies.map((r) => r.status)).toEqual(Array(20).fill(201))
    expect([await stock.current(potato), await stock.current(oil)]).toEqual([6, 0.8])
    await stock.mustAddUp()
  }, 30_000)

  it('tickets, purchases, counts and cancellations at once add up', async () => {
    const { w, stock, potato } = await friesKitchen()
    await Promise.all([w.as('cashier'), w.as('kitchen')])
    const orders = await many(6, () => w.order([w.line('plain', 2)], { orderType: 'Take Away' }))
    await Promise.all([
      many(6, () => w.order([w.line('plain', 3)], { orderType: 'Take Away' })),
      many(6, (i) => cancel(w, orders[i], i % 2 ? {} : { quantityChange: -1 })),
      many(4, () => stock.buy(potato, 0.5)),
      many(3, () => w.does('kitchen', `POST /restaurant/inventory/raw-materials/${potato}`, { delta: -0.1, reason: 'Rotten' })),
    ])
    // 10 − 12 × 0.2 − 18 × 0.2 + (3 × 2 + 3) × 0.2 + 2 − 0.3
    expect(await stock.current(potato)).toBe(7.5)
    await stock.mustAddUp()
  }, 30_000)

  it('of 10 executions of a conversion at once, with stock for 5, 5 succeed', async () => {
    const w = await makeRestaurant()
    const stock = stockOf(w)
    const [whole, cut] = [await stock.material('Chicken'), await stock.material('Chicken, cut')]
    await stock.buy(whole, 4)
    await stock.buy(whole, 3.9, { expiryDate: '2027-01-01' })
    const { conversionId } = (
      await w.does('kitchen', 'POST /restaurant/inventory/conversions', {
        name: 'Cut',
        fromMaterial: whole,
        fromQuantity: 1.5,
        toMaterial: cut,
        toQuantity: 1.1,
      })
    ).body.conversion
    const replies = await many(10, () => w.does('kitchen', 'POST /restaurant/inventory/conversions/execute', { conversionId }))
    expect(replies.map((r) => r.status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
    expect(replies.filter((r) => r.status === 409).every((r) => r.body.code === 'out_of_stock')).toBe(true)
    expect([await stock.current(whole), await stock.current(cut)]).toEqual([0.4, 5.5])
    await stock.mustAddUp()
  }, 30_000)

  it('of two counts of the same stock one is booked; the other is refused with the stock that there is now', async () => {
    const { w, stock, potato } = await friesKitchen()
    const count = (to: number, stockWas: number, via?: Via) =>
      w.does(
        'kitchen',
        `POST /restaurant/inventory/raw-materials/${potato}`,
        { delta: to - stockWas, reason: 'Counted', stockWas },
        { via },
      )
    // Both devices show 10, and 8 are there. The second count is written between what the first one reads and writes.
    const first = await count(
      8,
      10,
      meanwhile(() => count(8, 10)),
    )
    expect([first.status, first.body]).toMatchObject([
      409,
      {
        code: 'stock_changed',
        message: 'Potato: the books have 8 kg now. Compare the count and save it again.',
        rawMaterial: { _id: potato, currentStock: 8 },
      },
    ])
    expect((await count(8, 10)).body.code).toBe('stock_changed')
    expect(await stock.current(potato)).toBe(8)
    expect((await count(7.5, 8)).body.rawMaterial.currentStock).toBe(7.5)
    await stock.mustAddUp()
  })

  it('the same purchase sent 10 times at once with one key counts once', async () => {
    const { w, stock, potato } = await friesKitchen()
    const token = await w.as('kitchen')
    const replies = await many(10, () =>
      call('POST /restaurant/inventory/stocks', { token, key: 'buy-1', body: { rawMaterial: potato, stockQuantity: 2 } }),
    )
    expect(new Set(replies.map((r) => r.text)).size).toBe(1)
    expect(await stock.current(potato)).toBe(12)
  })
})

it('after 150 random commands the ledger, the stock and the lots agree', async () => {
  const w = await makeRestaurant()
  const stock = stockOf(w)
  let state = 20261121
  const random = (n: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * n)
  }
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const [potato, oil, masala] = [
    await stock.material('Potato', { minimumStock: 1 }),
    await stock.material('Oil', { unit: 'l', minimumStock: 0.5 }),
    await stock.material('Masala', { unit: 'g', minimumStock: 50 }),
  ]
  const all = [potato, oil, masala]
  await stock.recipe('plain', [
    [potato, 200],
    [oil, 10, 'ml'],
  ])
  await stock.recipe('dosa', [
    [potato, 80],
    [oil, 5, 'ml'],
    [masala, 7],
  ])
  await stock.recipe('burger', [[masala, 0.001, 'kg']], 'Double')
  const { conversionId } = (
    await w.does('kitchen', 'POST /restaurant/inventory/conversions', {
      name: 'Press',
      fromMaterial: potato,
      fromQuantity: 0.3,
      toMaterial: oil,
      toQuantity: 0.05,
    })
  ).body.conversion
  const orders: any[] = []
  const lots = async () => (await w.does('kitchen', 'GET /restaurant/inventory/stocks/all')).body.stocks as any[]
  const commands: (() => Promise<unknown>)[] = [
    async () =>
      orders.push(
        await w.order(
          [w.line('plain', 1 + random(4)), w.line('dosa', 1 + random(9)), w.line('burger', 1, { variants: [{ name: 'Double' }] })],
          { orderType: 'Take Away' },
        ),
      ),
    async () => orders.push(await w.order([w.line(pick(['plain', 'dosa']), 1 + random(12))], { orderType: 'Take Away' })),
    async () => {
      if (orders.length === 0) return
      const order = pick(orders)
      const live = (await w.read(order._id))!.kots[0]!.items.filter((i) => i.status !== 'Cancelled')
      if (live.length === 0) return
      const line = pick(live)
      await w.does('cashier', 'PUT /orders/item/status', {
        orderId: order._id,
        kotId: order.kots[0].kotId,
        lineId: line.lineId,
        ...(random(4) === 0
          ? { status: 'Ready' }
          : {
              status: 'Cancelled',
              reason: 'x',
              ...(random(2) ? { quantityChange: -(1 + random(line.quantity)) } : {}),
              ...(random(3) ? {} : { prepared: true }),
            }),
      })
    },
    async () =>
      orders.length > 0 && w.does('cashier', 'PUT /orders/status', { orderId: pick(orders)._id, orderStatus: 'cancelled', reason: 'x' }),
    async () => stock.buy(pick(all), 1 + random(3), random(2) ? { expiryDate: `2027-0${1 + random(9)}-01` } : {}),
    async () =>
      w.does('kitchen', `POST /restaurant/inventory/raw-materials/${pick(all)}`, {
        delta: (random(40) - 20) / 10 || 0.1,
        reason: 'x',
        ...(random(2) ? { unitCost: 12.5 } : {}),
      }),
    async () => {
      const list = await lots()
      if (list.length > 0)
        await w.does('kitchen', `PUT /restaurant/inventory/stocks/update/${pick(list)._id}`, { stockQuantity: random(3000) / 1000 })
    },
    async () => {
      const rows = await w.rows('SELECT id FROM stocks WHERE restaurant_id = ? AND deleted_at IS NULL', w.id)
      if (rows.length > 0)
        await w.does('kitchen', 'PUT /restaurant/inventory/stocks/bulk-update', {
          stocks: [pick(rows), pick(rows), { id: randomId() }].map((r) => ({ _id: r.id, stockQuantity: random(2000) / 1000 })),
        })
    },
    async () => {
      const list = await lots()
      if (list.length > 0 && random(2)) await w.does('kitchen', `DELETE /restaurant/inventory/stocks/${pick(list)._id}`)
    },
    async () => w.does('kitchen', 'POST /restaurant/inventory/conversions/execute', { conversionId, customQuantity: 1 + random(3) }),
  ]
  for (let n = 0; n < 150; n++) {
    await pick(commands)()
    if (n % 10 === 9) await stock.mustAddUp()
  }
  expect((await w.rows('SELECT DISTINCT kind FROM stock_moves WHERE restaurant_id = ? ORDER BY kind', w.id)).map((r) => r.kind)).toEqual([
    'back',
    'conversion',
    'correction',
    'purchase',
    'sale',
    'waste',
  ])
  // No line is given back twice, or more than it took.
  expect(
    await w.rows(
      "SELECT raw_material_id FROM stock_moves WHERE restaurant_id = ? AND kind IN ('sale', 'back') GROUP BY order_id, raw_material_id HAVING sum(delta) > 0",
      w.id,
    ),
  ).toEqual([])
}, 90_000)
