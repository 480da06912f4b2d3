import { describe, expect, it } from 'vitest'
import { openSocket } from '../test/sockets.ts'
import { friesKitchen, stockOf } from '../test/stock.ts'
import { makeRestaurant } from '../test/world.ts'

describe('low stock', () => {
  it('is announced to staff, not to diners, when a sale makes a material low, and only on the way down', async () => {
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

  it('is announced once more when a low material is used up', async () => {
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

  it('is announced for both of two materials that one ticket makes low', async () => {
    const { w, stock, potato, oil } = await friesKitchen()
    await w.order([w.line('plain', 120)])
    expect(new Set((await stock.low()).map((e) => e.data.rawMaterialId))).toEqual(new Set([potato, oil]))
    await stock.mustAddUp()
  })

  it('is listed on the dashboard, used-up materials first, until stock comes in', async () => {
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

  it('is announced at once after a correction, a count or a removed lot too', async () => {
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
