import { expect } from 'vitest'
import { type ItemName, makeRestaurant, type World } from './world.ts'

const base = '/restaurant/inventory'

/** Stock of a test's restaurant: adding it, mapping dishes to it, and what must always be true of it. */
export function stockOf(w: World) {
  const stock = {
    async material(name: string, more: Record<string, unknown> = {}) {
      const reply = await w.does('kitchen', `POST ${base}/raw-materials`, { name, unit: 'kg', ...more })
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.body.rawMaterial._id as string
    },
    async buy(rawMaterial: string, stockQuantity: number, more: Record<string, unknown> = {}) {
      const reply = await w.does('kitchen', `POST ${base}/stocks`, { rawMaterial, stockQuantity, ...more })
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.body.stock._id as string
    },
    async purchase(lines: { rawMaterial: string; stockQuantity: number }[], more: Record<string, unknown> = {}) {
      const reply = await w.does('kitchen', `POST ${base}/purchases`, { lines, ...more })
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.body.purchase._id as string
    },
    async recipe(dish: ItemName, ingredients: [rawMaterialId: string, quantity: number, unit?: string][], variant?: string) {
      const reply = await w.does('superuser', 'POST /menus/recipe', {
        menuItemId: w.items[dish],
        variant,
        ingredients: ingredients.map(([rawMaterialId, quantity, unit = 'g']) => ({ rawMaterialId, quantity, unit })),
      })
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.body.recipe._id as string
    },
    async current(id: string): Promise<number> {
      return (await w.does('kitchen', `GET ${base}/raw-materials/${id}`)).body.rawMaterial.currentStock
    },
    /** Thousandths left in a material's lots, in the order of their making. */
    async lots(id: string): Promise<number[]> {
      return (
        await w.rows(
          'SELECT quantity FROM stocks WHERE restaurant_id = ? AND raw_material_id = ? AND deleted_at IS NULL ORDER BY created_at, id',
          w.id,
          id,
        )
      ).map((r) => r.quantity)
    },
    /** `[kind, delta]` of a material's moves. */
    async moves(id: string): Promise<[string, number][]> {
      return (
        await w.rows('SELECT kind, delta FROM stock_moves WHERE restaurant_id = ? AND raw_material_id = ? ORDER BY rowid', w.id, id)
      ).map((r) => [r.kind, r.delta])
    },
    low: async () => (await w.events()).filter((e) => e.event === 'stockLow'),
    /** The ledger's sum is `currentStock`, its lots are that or nothing, and `seq` has no holes. */
    async mustAddUp() {
      const rows = await w.rows(
        `SELECT m.name, m.current_stock AS current, (SELECT coalesce(sum(delta), 0) FROM stock_moves x WHERE x.restaurant_id = m.restaurant_id AND x.raw_material_id = m.id) AS ledger,
           (SELECT coalesce(sum(quantity), 0) FROM stocks s WHERE s.restaurant_id = m.restaurant_id AND s.raw_material_id = m.id AND s.deleted_at IS NULL) AS lots,
           (SELECT count(*) FROM stocks s WHERE s.restaurant_id = m.restaurant_id AND s.raw_material_id = m.id AND s.quantity < 0) AS below
         FROM raw_materials m WHERE m.restaurant_id = ?`,
        w.id,
      )
      for (const { name, current, ledger, lots, below } of rows)
        expect({ name, ledger, lots, below }).toEqual({ name, ledger: current, lots: Math.max(0, current), below: 0 })
      const seqs = (await w.events()).map((e) => e.seq)
      expect(seqs).toEqual(seqs.map((_, i) => i + 1))
    },
  }
  return stock
}

/** Stock for the tests that walk all calls: one of each thing, and a spare one to delete. */
export async function setStock(w: World) {
  const stock = stockOf(w)
  const does = async (address: string, body: unknown) => {
    const reply = await w.does('kitchen', `POST /restaurant/inventory/${address}`, body)
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body
  }
  const [material, other, spareMaterial] = [await stock.material('Rice'), await stock.material('Rice flour'), await stock.material('Salt')]
  const [lot, spareLot] = [await stock.buy(material, 50), await stock.buy(material, 5)]
  const [purchase, sparePurchase] = [
    await stock.purchase([{ rawMaterial: spareMaterial, stockQuantity: 1 }]),
    await stock.purchase([{ rawMaterial: other, stockQuantity: 1 }]),
  ]
  const recipe = await stock.recipe('thali', [[material, 150]])
  const spareRecipe = await stock.recipe('burger', [[other, 20]], 'Double')
  const conversion = { name: 'Mill', fromMaterial: material, fromQuantity: 1, toMaterial: other, toQuantity: 0.9 }
  const [{ conversion: one }, { conversion: spare }] = [await does('conversions', conversion), await does('conversions', conversion)]
  const [{ category }, { category: spareCategory }] = [
    await does('raw-materials/categories', { category: 'Dry' }),
    await does('raw-materials/categories', { category: 'Wet' }),
  ]
  const sub = await does('raw-materials/categories/subcategory', { parent_category_id: category._id, subcategory: 'Grain' })
  return {
    material,
    other,
    spareMaterial,
    lot,
    spareLot,
    purchase,
    sparePurchase,
    recipe,
    spareRecipe,
    conversion: one._id as string,
    spareConversion: spare._id as string,
    category: category._id as string,
    spareCategory: spareCategory._id as string,
    subcategory: sub.category.subcategories[0]._id as string,
  }
}

/** Fries of 200 g potato and 10 ml oil, 10 kg and 1 l of them. */
export async function friesKitchen(more: Parameters<typeof makeRestaurant>[0] = {}) {
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
export const lineIn = (order: any, n = 0) => ({ orderId: order._id, kotId: order.kots[0].kotId, lineId: order.kots[0].items[n].lineId })
export const cancel = (w: World, order: any, more: Record<string, unknown> = {}) =>
  w.does('cashier', 'PUT /orders/item/status', { ...lineIn(order), status: 'Cancelled', reason: 'Guest left', ...more })

/** A restaurant without stock, and its kitchen's calls by their path below the inventory's: `does('POST /stocks', …)`. */
export async function store() {
  const w = await makeRestaurant()
  return { w, stock: stockOf(w), does: (address: string, body?: unknown) => w.does('kitchen', address.replace(' /', ` ${base}/`), body) }
}
