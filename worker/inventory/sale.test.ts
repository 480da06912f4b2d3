import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { openSocket } from '../test/sockets.ts'
import { stockOf } from '../test/stock.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'
import { newSettings } from '#domain/settings.ts'

const many = <T>(n: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => work(i)))

/** Fries of 200 g potato and 10 ml oil, 10 kg and 1 l of them. */
async function friesKitchen(more: Parameters<typeof makeRestaurant>[0] = {}) {
  const w = await makeRestaurant(more)
  const stock = stockOf(w)
  const [potato, oil] = [await stock.material('Potato'), await stock.material('Oil', { unit: 'l' })]
  await stock.buy(potato, 10)
  await stock.buy(oil, 1)
  await stock.recipe('plain', [
    [potato, 200],
    [oil, 10, 'ml'],
  ])
  return { w, stock, potato, oil }
}
const lineIn = (order: any, n = 0) => ({ orderId: order._id, kotId: order.kots[0].kotId, lineId: order.kots[0].items[n].lineId })
const cancel = (w: World, order: any, more: Record<string, unknown> = {}) =>
  w.does('cashier', 'PUT /orders/item/status', { ...lineIn(order), status: 'Cancelled', reason: 'Guest left', ...more })

describe('sending a ticket', () => {
  it('takes what its recipes say, times its portions, in the material’s own unit', async () => {
    const { w, stock, potato, oil } = await friesKitchen()
    const order = await w.order([w.line('plain', 3), w.line('dosa')])
    expect([await stock.current(potato), await stock.current(oil)]).toEqual([9.4, 0.97])
    expect(
      await w.rows(
        "SELECT key, delta, portions, order_id FROM stock_moves WHERE restaurant_id = ? AND kind = 'sale' AND raw_material_id = ?",
        w.id,
        potato,
      ),
    ).toEqual([{ key: `sale:${lineIn(order).lineId}`, delta: -600, portions: 3, order_id: order._id }])
    await stock.mustAddUp()
  })

  it('takes the variant’s own recipe, and the dish’s where it has none', async () => {
    const w = await makeRestaurant()
    const stock = stockOf(w)
    const [lamb, bun] = [await stock.material('Lamb'), await stock.material('Bun', { unit: 'pcs' })]
    await stock.recipe('burger', [
      [bun, 1, 'pcs'],
      [lamb, 100],
    ])
    await stock.recipe(
      'burger',
      [
        [bun, 1, 'pcs'],
        [lamb, 250],
      ],
      'Double',
    )
    await w.order([w.line('burger', 2, { variants: [{ name: 'Double' }] }), w.line('burger', 1, { variants: [{ name: 'Lamb Patty' }] })])
    expect([await stock.current(lamb), await stock.current(bun)]).toEqual([-0.6, -3])
  })

  it('uses the lot that expires first, then the next, then those that never do', async () => {
    const w = await makeRestaurant()
    const stock = stockOf(w)
    const milk = await stock.material('Milk', { unit: 'l' })
    for (const [n, expiryDate] of [
      [1, undefined],
      [1, '2027-02-01'],
      [1, '2027-01-01'],
    ] as const)
      await stock.buy(milk, n, { expiryDate })
    await stock.recipe('plain', [[milk, 700, 'ml']])
    await w.order([w.line('plain')])
    expect(await stock.lots(milk)).toEqual([1000, 1000, 300])
    await w.order([w.line('plain')])
    expect(await stock.lots(milk)).toEqual([1000, 600, 0])
    await w.order([w.line('plain', 2)])
    expect(await stock.lots(milk)).toEqual([200, 0, 0])
    expect((await w.does('kitchen', 'GET /restaurant/inventory/stocks/all')).body.stocks.map((s: any) => s.stockQuantity)).toEqual([0.2])
    await stock.mustAddUp()
  })

  it('never refuses for want of stock: more may be sold than was booked in, and what comes in then fills that first', async () => {
    const { w, stock, potato } = await friesKitchen()
    await w.order([w.line('plain', 60)])
    expect(await stock.current(potato)).toBe(-2)
    expect(await stock.lots(potato)).toEqual([0])
    const bought = await w.does('kitchen', 'POST /restaurant/inventory/stocks', { rawMaterial: potato, stockQuantity: 5 })
    expect(bought.body).toMatchObject({ stock: { stockQuantity: 3 }, rawMaterial: { currentStock: 3 } })
    await stock.mustAddUp()
  })

  it('deducts once, however often the same kotId is sent', async () => {
    const { w, stock, potato } = await friesKitchen()
    const kot = w.kot([w.line('plain')])
    expect((await many(8, () => w.send([], { kots: [kot] }))).map((r) => r.status)).toEqual(Array(8).fill(201))
    await w.send([], { kots: [kot] })
    expect(await stock.current(potato)).toBe(9.8)
  })

  it('a refused send takes nothing', async () => {
    const { w, stock, potato } = await friesKitchen()
    expect((await w.send([w.line('plain'), w.line('off')])).status).toBe(409)
    expect(await stock.current(potato)).toBe(10)
    expect(await stock.moves(potato)).toEqual([['purchase', 10_000]])
  })

  it('takes nothing where the restaurant does not want it, and gives nothing back there', async () => {
    const { w, stock, potato } = await friesKitchen({
      settings: {
        kotSettings: { ...newSettings().kotSettings, deductStock: false },
      },
    })
    const order = await w.order([w.line('plain', 2)])
    await cancel(w, order)
    expect(await stock.moves(potato)).toEqual([['purchase', 10_000]])
  })

  it('additions and orders without a kitchen ticket are sold as well', async () => {
    const { w, stock, potato } = await friesKitchen()
    await w.order([w.line('plain')])
    await w.order([w.line('plain')])
    await w.order([w.line('plain')], { orderType: 'Take Away', isKOT: false })
    expect(await stock.current(potato)).toBe(9.4)
  })

  it('a diner’s held ticket is taken when staff accept it', async () => {
    const { w, stock, potato } = await friesKitchen({
      settings: { qrSettings: { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: true } },
    })
    const { token } = await w.guest(0)
    const sent = await call('POST /orders', {
      token,
      body: { order: { tableId: w.tables[0], orderType: 'Dine In', kots: [w.kot([w.line('plain', 2), w.line('plain')])] } },
    })
    expect(sent.status).toBe(201)
    expect(await stock.current(potato)).toBe(10)
    const { order } = sent.body
    await cancel(w, order, { lineId: order.kots[0].items[1].lineId })
    expect(await stock.current(potato)).toBe(10)
    const accept = () =>
      w.does('cashier', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [{ kotId: order.kots[0].kotId, items: [] }] } })
    expect((await accept()).status).toBe(200)
    expect(await stock.current(potato)).toBe(9.6)
    await accept()
    expect(await stock.current(potato)).toBe(9.6)
    await stock.mustAddUp()
  })
})

describe('cancelling', () => {
  it('before Ready gives back, once', async () => {
    const { w, stock, potato, oil } = await friesKitchen()
    const order = await w.order([w.line('plain', 2), w.line('dosa')])
    expect((await many(4, () => cancel(w, order))).map((r) => r.status).sort()).toEqual([200, 409, 409, 409])
    expect([await stock.current(potato), await stock.current(oil)]).toEqual([10, 1])
    expect(await stock.moves(potato)).toEqual([
      ['purchase', 10_000],
      ['sale', -400],
      ['back', 400],
    ])
    expect(await stock.lots(potato)).toEqual([10_000])
    await stock.mustAddUp()
  })

  it('when it was prepared is waste, once', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain', 2), w.line('dosa')])
    await w.does('kitchen', 'PUT /orders/item/status', { ...lineIn(order), status: 'Ready' })
    expect((await cancel(w, order)).status).toBe(200)
    expect((await cancel(w, order)).status).toBe(409)
    expect(await stock.current(potato)).toBe(9.6)
    expect(await stock.moves(potato)).toEqual([
      ['purchase', 10_000],
      ['sale', -400],
      ['back', 400],
      ['waste', -400],
    ])
    await stock.mustAddUp()
  })

  it('goes by `prepared` where the caller knows better', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain', 2), w.line('dosa')])
    await cancel(w, order, { quantityChange: -1, prepared: true })
    expect(await stock.current(potato)).toBe(9.6)
    await cancel(w, order, { prepared: false })
    expect(await stock.current(potato)).toBe(9.8)
  })

  it('a part gives back its portions, again and again, by what was sold and not by what the recipe is now', async () => {
    const { w, stock, potato, oil } = await friesKitchen()
    const order = await w.order([w.line('plain', 5), w.line('dosa')])
    const [recipe] = (await w.does('kitchen', 'GET /menus/recipe')).body.recipes
    await w.does('superuser', `PUT /menus/recipe?id=${recipe._id}`, { ingredients: [{ rawMaterialId: potato, quantity: 1, unit: 'kg' }] })
    await cancel(w, order, { quantityChange: -2 })
    expect([await stock.current(potato), await stock.current(oil)]).toEqual([9.4, 0.97])
    await cancel(w, order, { quantityChange: -1 })
    expect(await stock.current(potato)).toBe(9.6)
    await cancel(w, order)
    expect([await stock.current(potato), await stock.current(oil)]).toEqual([10, 1])
    await stock.mustAddUp()
  })

  it('a whole order: what was Ready is waste, the rest comes back', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain'), w.line('plain', 2, { additionalItemNote: 'Extra salt' })])
    await w.does('kitchen', 'PUT /orders/item/status', { ...lineIn(order), status: 'Ready' })
    expect(
      (await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'Walked out' })).status,
    ).toBe(200)
    expect(await stock.current(potato)).toBe(9.8)
    expect((await stock.moves(potato)).filter(([kind]) => kind === 'waste')).toEqual([['waste', -200]])
    await stock.mustAddUp()
  })

  it('the whole ticket, which cancels the order, gives back once', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain'), w.line('plain', 2, { additionalItemNote: 'x' })])
    const reply = await cancel(w, order, { lineId: undefined })
    expect(reply.body.order.orderStatus).toBe('cancelled')
    expect(await stock.current(potato)).toBe(10)
  })

  it('what was sold below zero fills what is missing before it reaches a lot', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain', 60), w.line('dosa')])
    await cancel(w, order, { quantityChange: -5 })
    expect([await stock.current(potato), await stock.lots(potato)]).toEqual([-1, [0]])
    await cancel(w, order, { quantityChange: -10 })
    expect([await stock.current(potato), await stock.lots(potato)]).toEqual([1, [1000]])
  })

  it('comes back to a lot of its own when the lot that it was of is gone', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain', 5), w.line('dosa')])
    const [lot] = (await w.does('kitchen', `GET /restaurant/inventory/stocks?rawMaterial=${potato}`)).body.stocks
    expect((await w.does('kitchen', `DELETE /restaurant/inventory/stocks/${lot._id}`)).status).toBe(200)
    expect(await stock.current(potato)).toBe(0)
    await cancel(w, order)
    expect([await stock.current(potato), await stock.lots(potato)]).toEqual([1, [1000]])
    expect((await w.does('kitchen', `GET /restaurant/inventory/stocks?rawMaterial=${potato}`)).body.stocks).toHaveLength(1)
    await stock.mustAddUp()
  })

  it('moving, merging, settling and refunding do nothing; a merged line still comes back', async () => {
    const { w, stock, potato } = await friesKitchen()
    const first = await w.order([w.line('plain')])
    await w.order([w.line('plain', 2)], { tableId: w.tables[1] })
    await w.does('cashier', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[2] })
    const merged = await w.does('cashier', 'POST /tables/merge', { parentTableId: w.tables[2], childTableIds: [w.tables[1]] })
    expect(merged.status).toBe(200)
    expect(await stock.current(potato)).toBe(9.4)
    const { kotId, items } = merged.body.order.kots.at(-1)
    await w.does('cashier', 'PUT /orders/item/status', {
      orderId: merged.body.order._id,
      kotId,
      lineId: items[0].lineId,
      status: 'Cancelled',
      reason: 'x',
    })
    expect(await stock.current(potato)).toBe(9.8)
    expect((await w.settle(first._id)).status).toBe(200)
    expect(
      (await w.does('cashier', 'PUT /orders/payment/status', { orderId: first._id, paymentStatus: 'refunded', reason: 'Cold' })).status,
    ).toBe(200)
    expect(await stock.current(potato)).toBe(9.8)
    await stock.mustAddUp()
  })
})

describe('low stock', () => {
  it('tells the staff when a sale makes a material low, on the way down alone, and not the diners', async () => {
    const w = await makeRestaurant()
    const stock = stockOf(w)
    const potato = await stock.material('Potato', { minimumStock: 1, costPerUnit: 40.5 })
    await stock.buy(potato, 1.5)
    await stock.recipe('plain', [[potato, 250]])
    const kitchen = await openSocket(w.id, await w.as('kitchen'))
    await kitchen.join('joinRestaurant', { restaurantId: w.id })
    const { token } = await w.guest(0)
    const diner = await openSocket(w.id, token)
    await diner.join('joinTable', { tableId: w.tables[0] })
    await w.order([w.line('plain')])
    expect(await stock.low()).toEqual([])
    await w.order([w.line('plain')])
    const heard = await kitchen.waitFor(() => kitchen.named('stockLow')[0])
    expect(heard.data).toMatchObject({
      rawMaterialId: potato,
      material: {
        _id: potato,
        name: 'Potato',
        unit: 'kg',
        currentStock: 1,
        minimumStock: 1,
        costPerUnit: 40.5,
        usedIn: [{ _id: w.items.plain, name: 'Peri Peri Fries' }],
      },
    })
    await w.order([w.line('plain')])
    await diner.waitFor(() => diner.named('orderUpdated')[1])
    expect(diner.named('stockLow')).toEqual([])
    expect(await stock.low()).toHaveLength(1)
    await stock.buy(potato, 1)
    await w.order([w.line('plain', 3)])
    expect((await stock.low()).map((e) => e.data.material.currentStock)).toEqual([1, 1])
    await stock.mustAddUp()
  })

  it('tells it once more when it is used up, low as it was: once each time', async () => {
    const w = await makeRestaurant()
    const stock = stockOf(w)
    const [potato, oil] = [await stock.material('Potato', { minimumStock: 1 }), await stock.material('Oil', { unit: 'l' })]
    await stock.buy(potato, 0.5)
    await stock.buy(oil, 0.5)
    await stock.recipe('plain', [
      [potato, 200],
      [oil, 200, 'ml'],
    ])
    const told = async () => (await stock.low()).map((e): [string, number] => [e.data.rawMaterialId, e.data.material.currentStock])
    await w.order([w.line('plain')])
    expect(await told()).toEqual([])
    await w.order([w.line('plain', 2)])
    const both = new Map(await told())
    // Without a minimum, to be low is to be used up.
    expect([both.size, both.get(potato), both.get(oil)]).toEqual([2, -0.1, -0.1])
    await w.order([w.line('plain')])
    expect(await told()).toHaveLength(2)
    await stock.buy(potato, 0.5)
    await w.order([w.line('plain')])
    expect((await told()).slice(2)).toEqual([[potato, 0]])
    await stock.mustAddUp()
  })

  it('one ticket that makes two materials low says both', async () => {
    const { w, stock, potato, oil } = await friesKitchen()
    await w.order([w.line('plain', 120)])
    expect(new Set((await stock.low()).map((e) => e.data.rawMaterialId))).toEqual(new Set([potato, oil]))
    await stock.mustAddUp()
  })

  it('stands in the dashboard, what is out first, and goes when stock comes in', async () => {
    const w = await makeRestaurant()
    const stock = stockOf(w)
    const [oil, potato] = [await stock.material('Oil', { unit: 'l', minimumStock: 2 }), await stock.material('Potato', { minimumStock: 1 })]
    await stock.buy(oil, 1.5)
    const low = async () =>
      (await w.does('cashier', 'POST /api/analytics/dashboard-analytics', { period: 'today' })).body.dashboard.attention.lowStock
    expect(await low()).toEqual([
      { _id: potato, name: 'Potato', currentStock: 0, minimumStock: 1, unit: 'kg' },
      { _id: oil, name: 'Oil', currentStock: 1.5, minimumStock: 2, unit: 'l' },
    ])
    await stock.buy(potato, 5)
    await stock.buy(oil, 5)
    expect(await low()).toEqual([])
  })

  it('a correction, a count and a lot taken out tell it too, at once', async () => {
    const w = await makeRestaurant()
    const stock = stockOf(w)
    const kitchen = await openSocket(w.id, await w.as('kitchen'))
    await kitchen.join('joinRestaurant', { restaurantId: w.id })
    const ids = [
      await stock.material('A', { minimumStock: 1 }),
      await stock.material('B', { minimumStock: 1 }),
      await stock.material('C', { minimumStock: 1 }),
    ]
    const lots = [await stock.buy(ids[0]!, 5), await stock.buy(ids[1]!, 5), await stock.buy(ids[2]!, 5)]
    await w.does('kitchen', `POST /restaurant/inventory/raw-materials/${ids[0]}`, { delta: -4, reason: 'Fell down' })
    await w.does('kitchen', 'PUT /restaurant/inventory/stocks/bulk-update', { stocks: [{ _id: lots[1], stockQuantity: 0.5 }] })
    await w.does('kitchen', `DELETE /restaurant/inventory/stocks/${lots[2]}`)
    await kitchen.waitFor(() => kitchen.named('stockLow')[2])
    expect(kitchen.named('stockLow').map((m) => m.data.rawMaterialId)).toEqual(ids)
    await stock.mustAddUp()
  })
})

describe('races', () => {
  it('20 sends at once take exactly 20 portions', async () => {
    const { w, stock, potato, oil } = await friesKitchen()
    await w.as('cashier')
    const replies = await many(20, (i) => w.send([w.line('plain')], i % 2 ? { orderType: 'Take Away' } : { tableId: w.tables[i % 4] }))
    expect(replies.map((r) => r.status)).toEqual(Array(20).fill(201))
    expect([await stock.current(potato), await stock.current(oil)]).toEqual([6, 0.8])
    await stock.mustAddUp()
  }, 30_000)

  it('sends, purchases, counts and cancellations at once add up', async () => {
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

  it('10 executions of a conversion with stock for 5: 5', async () => {
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

  it('the same purchase 10 times at once under one key is one', async () => {
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
