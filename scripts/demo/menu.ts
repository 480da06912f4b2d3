import { randomId } from '#domain/ids.ts'
import { type AddonGroup, fromTemplate, type Template } from '#domain/menuWrite.ts'
import { toPaise } from '#domain/money.ts'
import type { DietType } from '#domain/order.ts'
import type { addonTemplates, categories, menuItems, subcategories } from '#worker/db/outlets.ts'

/** scripts/demo/menus/*.json: amounts in rupees; each addon group is written once, and items refer to it by name. */
type FileItem = {
  name: string
  /** Its place on the menu, from 1, where none is given. */
  code?: string
  /** Its name on KOT and bill. */
  printName?: string
  description: string
  price: number
  dietType: string
  available?: boolean
  remaining?: number
  variants?: { name: string; additionalPrice: number }[]
  addonGroups?: string[]
}
type FileCategory = {
  name: string
  description: string
  station: string
  isAlcohol?: boolean
  menuItems?: FileItem[]
  subcategories?: { name: string; menuItems: FileItem[] }[]
}
type FileGroup = { name: string; min: number; max: number; addons: { name: string; price: number }[] }
export type MenuFile = { name: string; addonGroups: object; categories: FileCategory[] }

export type MenuItem = typeof menuItems.$inferInsert & { categoryName: string }
export type Menu = {
  categories: (typeof categories.$inferInsert)[]
  subcategories: (typeof subcategories.$inferInsert)[]
  items: MenuItem[]
  templates: TemplateRow[]
}
type TemplateRow = typeof addonTemplates.$inferInsert

/** A restaurant's menu as rows. */
export function menuRows(restaurantId: string, file: MenuFile, now: Date): Menu {
  const groups = file.addonGroups as Record<string, FileGroup>
  const menu: Menu = { categories: [], subcategories: [], items: [], templates: [] }
  const at = now.getTime()
  for (const [position, category] of file.categories.entries()) {
    const { name, description, station, isAlcohol = false, menuItems = [], subcategories = [] } = category
    const categoryId = randomId(at)
    menu.categories.push({ id: categoryId, restaurantId, name, description, position, version: 1 })
    const add = (item: FileItem, subCategoryId: string | null) =>
      menu.items.push({
        id: randomId(at),
        restaurantId,
        categoryId,
        categoryName: name,
        subCategoryId,
        name: item.name,
        description: item.description,
        price: toPaise(item.price),
        available: item.available ?? true,
        remaining: item.remaining ?? null,
        dietType: item.dietType as DietType,
        isAlcohol,
        image: null,
        station,
        variants: (item.variants ?? []).map((v) => ({ name: v.name, additionalPrice: toPaise(v.additionalPrice) })),
        addonGroups: (item.addonGroups ?? []).map((key) => {
          const group = groups[key]
          if (!group) throw new Error(`${file.name}: no addon group ${key}`)
          return { ...group, addons: group.addons.map((a) => ({ name: a.name, price: toPaise(a.price) })) }
        }),
        ingredients: [],
        position: menu.items.length,
        version: 1,
        // Without a date, so that a demo that runs overnight doesn't list them as still sold out in the morning.
        unavailableSince: null,
        code: item.code ?? String(menu.items.length + 1),
        printName: item.printName ?? null,
      })
    for (const item of menuItems) add(item, null)
    for (const [place, sub] of subcategories.entries()) {
      const id = randomId(at)
      menu.subcategories.push({ id, restaurantId, categoryId, name: sub.name, description: '', image: null, position: place })
      for (const item of sub.menuItems) add(item, id)
    }
  }
  return { ...menu, ...withTemplates(restaurantId, menu.items, now) }
}

/** Groups that several dishes share become templates. Of groups with the same name only the first does. */
export function withTemplates<Item extends { addonGroups: AddonGroup[] }>(
  restaurantId: string,
  items: readonly Item[],
  now: Date,
): { templates: TemplateRow[]; items: Item[] } {
  const same = ({ name, min, max, addons }: AddonGroup) => JSON.stringify([name, min, max, addons.map((a) => [a.name, a.price])])
  const shared = Map.groupBy(
    items.flatMap((i) => i.addonGroups),
    same,
  )
  const templates = new Map<string, Template>()
  const names = new Set<string>()
  for (const [key, [group, another]] of shared) {
    if (!group || !another || names.has(group.name.toLowerCase())) continue
    names.add(group.name.toLowerCase())
    templates.set(key, { ...group, id: randomId(now.getTime()) })
  }
  return {
    templates: [...templates.values()].map(({ id, name, min, max, addons }) => ({
      id,
      restaurantId,
      name,
      min,
      max,
      addons,
      createdAt: now.toISOString(),
    })),
    items: items.map((item) => ({
      ...item,
      addonGroups: item.addonGroups.map((group) => {
        const template = templates.get(same(group))
        return template ? fromTemplate(template) : group
      }),
    })),
  }
}
