import { describe, expect, it } from 'vitest'
import { newSettings } from '#domain/settings.ts'
import { cancel, friesKitchen, lineIn, stockOf } from '../test/stock.ts'
import { call, makeRestaurant, many } from '../test/world.ts'

describe('sending a ticket', () => {
  it('takes stock by its recipes, times its portions, in the material’s own unit', async () => {
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

  it('takes stock by the variant’s recipe, and by the dish’s for variants without one', async () => {
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

  it('uses the lot that expires first, then the next, then lots without expiry', async () => {
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

  it('is never refused for lack of stock: more may be sold than was booked in, and the next purchase first fills what is missing', async () => {
    const { w, stock, potato } = await friesKitchen()
    await w.order([w.line('plain', 60)])
    expect(await stock.current(potato)).toBe(-2)
    expect(await stock.lots(potato)).toEqual([0])
    const bought = await w.does('kitchen', 'POST /restaurant/inventory/stocks', { rawMaterial: potato, stockQuantity: 5 })
    expect(bought.body).toMatchObject({ stock: { stockQuantity: 3 }, rawMaterial: { currentStock: 3 } })
    await stock.mustAddUp()
  })

  it('takes stock once, however often the same kotId is sent', async () => {
    const { w, stock, potato } = await friesKitchen()
    const kot = w.kot([w.line('plain')])
    expect((await many(8, () => w.send([], { kots: [kot] }))).map((r) => r.status)).toEqual(Array(8).fill(201))
    await w.send([], { kots: [kot] })
    expect(await stock.current(potato)).toBe(9.8)
  })

  it('takes nothing when it is refused', async () => {
    const { w, stock, potato } = await friesKitchen()
    expect((await w.send([w.line('plain'), w.line('off')])).status).toBe(409)
    expect(await stock.current(potato)).toBe(10)
    expect(await stock.moves(potato)).toEqual([['purchase', 10_000]])
  })

  it('takes nothing, and cancelling gives nothing back, where the restaurant has switched this off', async () => {
    const { w, stock, potato } = await friesKitchen({
      settings: {
        kotSettings: { ...newSettings().kotSettings, deductStock: false },
      },
    })
    const order = await w.order([w.line('plain', 2)])
    await cancel(w, order)
    expect(await stock.moves(potato)).toEqual([['purchase', 10_000]])
  })

  it('takes stock for additions and for orders without a kitchen ticket too', async () => {
    const { w, stock, potato } = await friesKitchen()
    await w.order([w.line('plain')])
    await w.order([w.line('plain')])
    await w.order([w.line('plain')], { orderType: 'Take Away', isKOT: false })
    expect(await stock.current(potato)).toBe(9.4)
  })

  it('takes stock for a diner’s held ticket when staff accept it', async () => {
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
  it('before Ready gives stock back, once', async () => {
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

  it('of what was prepared is waste, once', async () => {
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

  it('follows `prepared` when the caller sends it', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain', 2), w.line('dosa')])
    await cancel(w, order, { quantityChange: -1, prepared: true })
    expect(await stock.current(potato)).toBe(9.6)
    await cancel(w, order, { prepared: false })
    expect(await stock.current(potato)).toBe(9.8)
  })

  it('of parts gives each part’s portions back, by the recipe at the time of sale and not by today’s', async () => {
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

  it('of a whole order counts Ready lines as waste and gives the rest back', async () => {
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

  it('of a whole order that was already prepared counts all of it as waste', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain'), w.line('plain', 2, { additionalItemNote: 'Extra salt' })])
    const gone = { orderId: order._id, orderStatus: 'cancelled', reason: 'Not collected', prepared: true }
    expect((await w.does('cashier', 'PUT /orders/status', gone)).status).toBe(200)
    expect(await stock.current(potato)).toBe(9.4)
    expect((await stock.moves(potato)).filter(([kind]) => kind === 'waste')).toEqual([
      ['waste', -200],
      ['waste', -400],
    ])
    await stock.mustAddUp()
  })

  it('of the only ticket, which cancels the order, gives back once', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain'), w.line('plain', 2, { additionalItemNote: 'x' })])
    const reply = await cancel(w, order, { lineId: undefined })
    expect(reply.body.order.orderStatus).toBe('cancelled')
    expect(await stock.current(potato)).toBe(10)
  })

  it('gives back first what was sold below zero, before anything returns to a lot', async () => {
    const { w, stock, potato } = await friesKitchen()
    const order = await w.order([w.line('plain', 60), w.line('dosa')])
    await cancel(w, order, { quantityChange: -5 })
    expect([await stock.current(potato), await stock.lots(potato)]).toEqual([-1, [0]])
    await cancel(w, order, { quantityChange: -10 })
    expect([await stock.current(potato), await stock.lots(potato)]).toEqual([1, [1000]])
  })

  it('gives back to a new lot when the lot that it came from is gone', async () => {
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

  it('is the only act that changes stock: moving, merging, settling and refunding don’t; a merged line can still give back', async () => {
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
