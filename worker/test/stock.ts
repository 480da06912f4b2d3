import { expect } from 'vitest'
import type { ItemName, World } from './world.ts'

/** Stock of a test's restaurant: adding it, mapping dishes to it, and what must always be true of it. */
export function stockOf(w: World) {
  const base = '/restaurant/inventory'
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
    recipe,
    spareRecipe,
    conversion: one._id as string,
    spareConversion: spare._id as string,
    category: category._id as string,
    spareCategory: spareCategory._id as string,
    subcategory: sub.category.subcategories[0]._id as string,
  }
}
