import type { World } from './world.ts'

/** What menu writes need: a category, subcategory, template and dish to change, and others to delete. */
export async function setMenu(w: World) {
  const add = async (address: string, body: object, name: string): Promise<string> => {
    const reply = await w.does('superuser', `POST /menus/${address}`, body)
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body[name]._id
  }
  const category = (name: string) => add('category', { name }, 'category')
  const [main, spareCategory] = [await category('Breads'), await category('Spare')]
  const subcategory = (name: string) => add('subcategory', { categoryId: main, name }, 'subcategory')
  const template = (name: string) => add('addon-template/create', { name, max: 2, addons: [{ name: 'Mint', price: 10 }] }, 'template')
  const [dips, spareTemplate] = [await template('Dips'), await template('Spare')]
  const carried = [{ name: 'Dips', addons: [{ name: 'Mint', price: 10 }], templateId: dips }]
  const dish = (name: string) => add('createMenuItem', { name, price: 40, categoryId: main, addonGroups: carried }, 'item')
  return {
    category: main,
    spareCategory,
    subcategory: await subcategory('Tandoor'),
    spareSubcategory: await subcategory('Spare'),
    template: dips,
    spareTemplate,
    carried,
    dish: await dish('Naan'),
    spareDish: await dish('Spare'),
    spareDishToo: await dish('Spare too'),
  }
}
