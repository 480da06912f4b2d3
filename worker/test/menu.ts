import { call, makeRestaurant } from './world.ts'

/** A restaurant and what tests of its menu do: read it as guests see it, add a subcategory or a dish, and list the events of its items. */
export async function kitchen() {
  const w = await makeRestaurant()
  const does = (address: string, body?: unknown, options = {}) => w.does('superuser', address, body, options)
  const [{ id: category }] = await w.rows('SELECT id FROM categories WHERE restaurant_id = ?', w.id)
  const menu = async () => (await call('POST /menus/restaurant', { body: { restaurantId: w.id } })).body.menu.categories
  const itemEvents = async () => (await w.events()).filter((e) => e.event === 'menuItemUpdated')
  const sub = async (name = 'Grills') =>
    (await does('POST /menus/subcategory', { categoryId: category, name })).body.subcategory._id as string
  const item = (body: object = {}) =>
    does('POST /menus/createMenuItem', { name: 'Paneer Tikka', price: 249.5, categoryId: category, ...body })
  return { w, does, category: category as string, menu, itemEvents, sub, item }
}
