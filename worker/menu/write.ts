import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { EventData } from '#domain/api/events.ts'
import type { categories as categoryContract } from '#domain/api/menu/categories.ts'
import type { items as itemContract } from '#domain/api/menu/items.ts'
import type { CategoryShape } from '#domain/api/menu/menu.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import { conflict, notFound, versionConflict } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { type AddonGroup, checkDish, countText, fromTemplate, variantMoves } from '#domain/menuWrite.ts'
import { toPaise } from '#domain/money.ts'
import { command } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { addonTemplates, categories, menuItems, subcategories } from '../db/outlets.ts'
import { exists, must, type Read, rows, type ValuesOf } from '../db/reads.ts'
import { insert, mustHaveChanged, pick, update } from '../db/rows.ts'
import type { Answer } from '../http/answer.ts'
import type { Handlers } from '../http/implement.ts'
import { counterValue, type OutEvent, type OutEventOf } from '../realtime/events.ts'
import { itemJson, type MenuItem, menuOf, readItems, remainingNow } from './store.ts'

type Api = typeof itemContract & typeof categoryContract

// ------------------------------------------------------------ what every open menu is told

type MenuChange = EventData<'menuItemUpdated'>
type PlaceChange = MenuChange extends infer Change ? (Change extends { item: unknown } ? never : Omit<Change, 'by'>) : never

/** One dish as it is now; or as it was, with `deleted`. */
export const itemChanged = (c: Context, item: MenuItem, deleted?: true): MenuChange => ({
  item: itemJson(item),
  itemId: item.id,
  ...(deleted ? { deleted } : {}),
  by: c.principal.name,
})
const tell = (data: MenuChange): OutEventOf<'menuItemUpdated'> => ({ event: 'menuItemUpdated', tableId: '*', data })
/** A category or subcategory: whoever shows the menu reads it again, since only the server knows the places. */
const placeChanged = (c: Context, place: PlaceChange): OutEvent => tell({ ...place, by: c.principal.name })

const CHUNK = 200
const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, i) => list.slice(i * CHUNK, (i + 1) * CHUNK))

/** `menuItemUpdated` of many dishes, in two statements for each 200, with what is left of them by now (`remainingNow`). The command says `emitsEvents`. */
export const tellMany = (c: Context, data: readonly MenuChange[]): SQL[] =>
  chunks(data).flatMap((part) => [
    sql`INSERT INTO events (restaurant_id, seq, event, table_id, data, at)
        SELECT ${c.where.restaurantId}, coalesce(${counterValue(c.where.restaurantId, 'seq')}, 0) + 1 + key, 'menuItemUpdated', '*',
               CASE WHEN json_extract(value, '$.deleted') THEN value ELSE json_set(value, '$.item.remaining', (SELECT remaining FROM menu_items WHERE id = json_extract(value, '$.itemId'))) END, ${c.at} FROM json_each(${JSON.stringify(part)})`,
    sql`INSERT INTO counters (restaurant_id, name, value) VALUES (${c.where.restaurantId}, 'seq', ${part.length}) ON CONFLICT DO UPDATE SET value = value + excluded.value`,
  ])

type ItemChange = Partial<typeof menuItems.$inferInsert>

/** Recipes follow the variants that they are of (`variantMoves`), those of variants that are gone go with them. */
function recipesFollow({ where: { restaurantId } }: Context, list: readonly { prev: MenuItem; next: ItemChange }[]): SQL[] {
  const moves = list.flatMap(({ prev, next }) => {
    const { renamed, gone } = variantMoves(prev.variants, next.variants ?? prev.variants)
    return [...gone.map((name) => [prev.id, name, null] as const), ...renamed.map(([name, to]) => [prev.id, name, to] as const)]
  })
  return chunks(moves).flatMap((part) => {
    const these = sql`SELECT r.id, json_extract(j.value, '$[2]') AS variant FROM json_each(${JSON.stringify(part)}) j
        CROSS JOIN recipes r ON r.restaurant_id = ${restaurantId} AND r.menu_item_id = json_extract(j.value, '$[0]') AND r.variant = json_extract(j.value, '$[1]')`
    return [
      sql`DELETE FROM recipes WHERE id IN (SELECT id FROM (${these}) WHERE variant IS NULL)`,
      sql`UPDATE recipes SET variant = moved.variant FROM (${these}) moved WHERE recipes.id = moved.id`,
    ]
  })
}

/**
 * Rewrites many dishes, each from the version that was read, and tells of each. All changes name the same columns. The `+` makes SQLite go from
 * the changes to their dishes by id: by the restaurant's index it would read the whole menu once for each of them.
 */
export function updateMany(c: Context, list: readonly { prev: MenuItem; next: ItemChange }[]): SQL[] {
  if (list.length === 0) return []
  const columns = getTableColumns(menuItems)
  const keys = Object.keys(list[0]?.next ?? {}) as (keyof typeof columns)[]
  const driver = (key: keyof typeof columns, value: unknown) =>
    value === null || value === undefined ? null : columns[key].mapToDriverValue(value as never)
  const set = keys.map((key, i) => sql`${sql.identifier(columns[key].name)} = json_extract(j.value, ${sql.raw(`'$[${i + 2}]'`)})`)
  return [
    ...chunks(list).flatMap((part) => [
      sql`UPDATE menu_items SET version = version + 1, ${sql.join(set, sql`, `)} FROM json_each(${JSON.stringify(part.map(({ prev, next }) => [prev.id, prev.version, ...keys.map((key) => driver(key, next[key]))]))}) j
          WHERE menu_items.id = json_extract(j.value, '$[0]') AND +menu_items.restaurant_id = ${c.where.restaurantId} AND menu_items.version = json_extract(j.value, '$[1]')`,
      sql`INSERT INTO guard (version) SELECT NULL WHERE changes() <> ${part.length}`,
    ]),
    ...recipesFollow(c, list),
    ...tellMany(
      c,
      list.map(({ prev, next }) => itemChanged(c, { ...prev, ...next, version: prev.version + 1 } as MenuItem)),
    ),
  ]
}

/** Deletes dishes with their recipes; what hangs on old orders is a copy and stays. */
function deleteItems(restaurantId: string, ids: readonly string[]): SQL[] {
  const these = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  return [
    sql`DELETE FROM recipes WHERE restaurant_id = ${restaurantId} AND menu_item_id IN ${these}`,
    sql`DELETE FROM menu_items WHERE restaurant_id = ${restaurantId} AND id IN ${these}`,
    sql`INSERT INTO guard (version) SELECT NULL WHERE changes() <> ${ids.length}`,
  ]
}

// ------------------------------------------------------------ where a dish stands

const readPlaces = (restaurantId: string) => ({
  categories: rows(pick(categories, 'id', 'name'), sql`SELECT id, name FROM categories WHERE restaurant_id = ${restaurantId}`),
  subcategories: rows(
    pick(subcategories, 'id', 'name', 'categoryId'),
    sql`SELECT id, name, category_id FROM subcategories WHERE restaurant_id = ${restaurantId}`,
  ),
})
type Places = ValuesOf<ReturnType<typeof readPlaces>>
type Place = Pick<MenuItem, 'categoryId' | 'categoryName' | 'subCategoryId' | 'subCategoryName'>

/** Throws 404 for a category, or a subcategory of it, that the restaurant doesn't have. */
function placeOf(places: Places, categoryId: string, subCategoryId: string | null): Place {
  const category = places.categories.find((k) => k.id === categoryId)
  if (!category) throw notFound('Category not found')
  const sub = subCategoryId === null ? null : places.subcategories.find((s) => s.id === subCategoryId && s.categoryId === categoryId)
  if (sub === undefined) throw notFound('Subcategory not found')
  return { categoryId, categoryName: category.name, subCategoryId, subCategoryName: sub?.name ?? null }
}

/** The place is still there at the moment of the commit. */
const placeIsThere = (restaurantId: string, categoryId: string, subCategoryId: string | null = null): SQL =>
  sql`INSERT INTO guard (version) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM categories WHERE id = ${categoryId} AND restaurant_id = ${restaurantId})
      OR (${subCategoryId} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM subcategories WHERE id = ${subCategoryId} AND category_id = ${categoryId} AND restaurant_id = ${restaurantId}))`

const duplicate = (what: string, name: string) => conflict('duplicate', `${what} named "${name}" is there already.`)

/** The dishes of a name, wherever they stand. */
const readSameNamed = (restaurantId: string, name: SQL | string) =>
  rows(
    pick(menuItems, 'id', 'categoryId', 'subCategoryId'),
    sql`SELECT id, category_id, sub_category_id FROM menu_items WHERE restaurant_id = ${restaurantId} AND lower(name) = lower(${name})`,
  )

/** Throws 409 `duplicate` when the place has another dish of the name. */
function mustBeAlone(
  sameNamed: readonly Pick<MenuItem, 'id' | 'categoryId' | 'subCategoryId'>[],
  place: Place,
  name: string,
  id?: string,
): void {
  if (sameNamed.some((i) => i.id !== id && i.categoryId === place.categoryId && i.subCategoryId === place.subCategoryId))
    throw duplicate('A dish', name)
}

// ------------------------------------------------------------ addon groups and their templates

type SentGroup = NonNullable<BodyOf<Api, 'PUT /menus/item'>['addonGroups']>[number]

export type AddonTemplate = typeof addonTemplates.$inferSelect

const readTemplates = (restaurantId: string, groups: readonly SentGroup[] | undefined): Read<AddonTemplate[]> =>
  rows(
    addonTemplates,
    sql`SELECT * FROM addon_templates WHERE restaurant_id = ${restaurantId} AND id IN (SELECT value FROM json_each(${JSON.stringify((groups ?? []).flatMap((g) => g.templateId ?? []))}))`,
  )

/** Groups as they are stored: one that names a template is that template. Throws 404 for one that is not the restaurant's. */
const groupsOf = (sent: readonly SentGroup[], templates: readonly AddonTemplate[]): AddonGroup[] =>
  sent.map(({ templateId, ...own }) => {
    if (templateId === undefined) return { ...own, addons: own.addons.map((a) => ({ name: a.name, price: toPaise(a.price) })) }
    const template = templates.find((t) => t.id === templateId)
    if (!template) throw notFound('Addon template not found')
    return fromTemplate(template)
  })

/** A template as it was read: its columns are compared, since it has no version. */
export const unchanged = (restaurantId: string, { id, name, min, max, addons }: AddonTemplate): SQL =>
  sql`id = ${id} AND restaurant_id = ${restaurantId} AND name = ${name} AND min = ${min} AND max = ${max} AND addons = ${sql.param(addons, addonTemplates.addons)}`

/** No template was edited since it was read: a dish never carries an old state of it. */
const templatesStand = (restaurantId: string, templates: readonly AddonTemplate[]): SQL[] =>
  templates.map(
    (t) =>
      sql`INSERT INTO guard (version) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM addon_templates WHERE ${unchanged(restaurantId, t)})`,
  )

const variantsOf = (sent: readonly { name: string; additionalPrice: number }[]) =>
  sent.map((v) => ({ name: v.name, additionalPrice: toPaise(v.additionalPrice) }))

/**
 * `remaining` as an edit sets it: as it says, or, when it says what the caller saw before, by the difference, since portions may have been sold
 * or have come back since then. undefined leaves it to the sales.
 */
function leftAfter({ remaining, remainingWas }: BodyOf<Api, 'PUT /menus/item'>): SQL | number | null | undefined {
  if (typeof remaining !== 'number' || typeof remainingWas !== 'number') return remaining
  return sql`coalesce(max(0, remaining + ${remaining - remainingWas}), ${remaining})`
}

// ------------------------------------------------------------ handlers

const deleteItem = (c: Context, id: string): Promise<Answer> =>
  command(c, {
    reads: { item: must(readItems(c.where.restaurantId, sql`m.id = ${id}`), 'Item not found') },
    decide: ({ item }) => ({
      statements: deleteItems(c.where.restaurantId, [item.id]),
      events: [tell(itemChanged(c, { ...item, version: item.version + 1 }, true))],
      body: { message: `"${item.name}" was deleted.` },
    }),
  })

/** A category with all that is in it, for `menuOf`. */
const readCategory = (restaurantId: string, id: string, missing = 'Category not found') => ({
  category: must(rows(categories, sql`SELECT * FROM categories WHERE restaurant_id = ${restaurantId} AND id = ${id}`), missing),
  subs: rows(
    subcategories,
    sql`SELECT * FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${id} ORDER BY position, id`,
  ),
  items: readItems(restaurantId, sql`m.category_id = ${id}`),
})

/** Only what a body names: the rest stays as it is. */
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

export const menuWriteHandlers: Handlers<Api> = {
  'POST /menus/createMenuItem': (c, { body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: {
        ...readPlaces(restaurantId),
        sameNamed: readSameNamed(restaurantId, body.name),
        templates: readTemplates(restaurantId, body.addonGroups),
      },
      decide: ({ sameNamed, templates, ...places }) => {
        const place = placeOf(places, body.categoryId, body.subCategoryId ?? null)
        const row = {
          id: randomId(),
          restaurantId,
          categoryId: place.categoryId,
          subCategoryId: place.subCategoryId,
          name: body.name,
          description: body.description,
          price: toPaise(body.price),
          available: body.available,
          remaining: body.remaining ?? null,
          dietType: body.dietType,
          isAlcohol: body.isAlcohol,
          image: body.image || null,
          station: body.station || null,
          variants: variantsOf(body.variants),
          addonGroups: groupsOf(body.addonGroups, templates),
          ingredients: body.ingredients,
          version: 1,
          unavailableSince: body.available ? null : c.at,
        }
        checkDish(row)
        mustBeAlone(sameNamed, place, row.name)
        const item: MenuItem = { ...row, ...place, position: 0 }
        return {
          statements: [
            placeIsThere(restaurantId, place.categoryId, place.subCategoryId),
            ...templatesStand(restaurantId, templates),
            insert(menuItems, {
              ...row,
              position: sql`(SELECT coalesce(max(position), -1) + 1 FROM menu_items WHERE restaurant_id = ${restaurantId} AND category_id = ${place.categoryId})`,
            }),
          ],
          events: [tell(itemChanged(c, item))],
          body: { item: itemJson(item) },
        }
      },
    })
  },
  'PUT /menus/item': (c, { query, body }) => {
    const { restaurantId } = c.where
    const name = sql`coalesce(${body.name ?? null}, (SELECT name FROM menu_items WHERE restaurant_id = ${restaurantId} AND id = ${query.id}))`
    return command(c, {
      reads: {
        prev: must(readItems(restaurantId, sql`m.id = ${query.id}`), 'Item not found'),
        ...readPlaces(restaurantId),
        sameNamed: readSameNamed(restaurantId, name),
        templates: readTemplates(restaurantId, body.addonGroups),
      },
      decide: ({ prev, sameNamed, templates, ...places }) => {
        const categoryId = body.categoryId ?? prev.categoryId
        // Another category has other subcategories.
        const subCategoryId =
          body.subCategoryId !== undefined ? body.subCategoryId : categoryId === prev.categoryId ? prev.subCategoryId : null
        const place = placeOf(places, categoryId, subCategoryId)
        const changes = {
          ...given({
            name: body.name,
            description: body.description,
            price: body.price === undefined ? undefined : toPaise(body.price),
            dietType: body.dietType,
            isAlcohol: body.isAlcohol,
            available: body.available,
            unavailableSince: body.available === undefined ? undefined : body.available ? null : (prev.unavailableSince ?? c.at),
            image: body.image === undefined ? undefined : body.image || null,
            station: body.station === undefined ? undefined : body.station || null,
            variants: body.variants && variantsOf(body.variants),
            addonGroups: body.addonGroups && groupsOf(body.addonGroups, templates),
          }),
          categoryId: place.categoryId,
          subCategoryId: place.subCategoryId,
          // SPEC §5: "A menu item update always clears the ingredients field."
          ingredients: [],
          version: prev.version + 1,
        }
        const next = { ...prev, ...changes, ...place } as MenuItem
        const left = { '$.item.remaining': remainingNow(prev.id) }
        if (body.price !== undefined || body.variants || body.addonGroups) checkDish(next)
        if (body.version !== undefined && body.version !== prev.version) throw versionConflict({ item: itemJson(prev) })
        mustBeAlone(sameNamed, place, next.name, prev.id)
        return {
          statements: [
            placeIsThere(restaurantId, place.categoryId, place.subCategoryId),
            ...templatesStand(restaurantId, templates),
            update(
              menuItems,
              { ...changes, remaining: leftAfter(body) },
              sql`id = ${prev.id} AND restaurant_id = ${restaurantId} AND version = ${prev.version}`,
            ),
            mustHaveChanged('version'),
            ...recipesFollow(c, [{ prev, next: changes }]),
          ],
          events: [{ ...tell(itemChanged(c, next)), fill: left }],
          body: { item: itemJson(next) },
          fill: left,
        }
      },
    })
  },
  'DELETE /menus/item': (c, { query }) => deleteItem(c, query.id),
  'DELETE /menu/:id': (c, { params }) => deleteItem(c, params.id),

  'POST /menus/category': (c, { body: { name, description } }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { taken: exists(sql`SELECT id FROM categories WHERE restaurant_id = ${restaurantId} AND lower(name) = lower(${name})`) },
      decide: ({ taken }) => {
        if (taken) throw duplicate('A category', name)
        const id = randomId()
        const category = { _id: id, name, description }
        return {
          statements: [
            insert(categories, {
              id,
              restaurantId,
              name,
              description,
              position: sql`(SELECT coalesce(max(position), -1) + 1 FROM categories WHERE restaurant_id = ${restaurantId})`,
            }),
          ],
          events: [placeChanged(c, { category, categoryId: id })],
          body: { category: { ...category, subcategories: [], menuItems: [] } },
        }
      },
    })
  },
  'PUT /menus/category': (c, { body: { categoryId, name, description, position } }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: {
        ...readCategory(restaurantId, categoryId, 'Subcategory not found'),
        taken: exists(
          sql`SELECT id FROM categories WHERE restaurant_id = ${restaurantId} AND lower(name) = lower(${name ?? ''}) AND id <> ${categoryId}`,
        ),
      },
      decide: ({ category: prev, subs, items, taken }) => {
        if (name !== undefined && taken) throw duplicate('A category', name)
        const next = { ...prev, ...given({ name, description }) }
        const [category] = menuOf({
          categories: [next],
          subcategories: subs,
          items: items.map((i) => ({ ...i, categoryName: next.name })),
        })
        return {
          statements: [
            update(
              categories,
              { name, description, position, version: sql`version + 1` },
              sql`id = ${categoryId} AND restaurant_id = ${restaurantId}`,
            ),
            mustHaveChanged('version'),
          ],
          events: [placeChanged(c, { category: { _id: categoryId, name: next.name, description: next.description }, categoryId })],
          body: { category },
        }
      },
    })
  },
  'DELETE /menus/category': (c, { query }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: readCategory(restaurantId, query.id),
      decide: ({ category: { id, name, description }, subs, items }) => {
        const counts: [number, string, string][] = [[items.length, 'item', 'items']]
        if (subs.length > 0) counts.unshift([subs.length, 'subcategory', 'subcategories'])
        return {
          statements: [
            ...deleteItems(
              restaurantId,
              items.map((i) => i.id),
            ),
            // A dish, or a subcategory, that was added meanwhile must be announced too.
            sql`INSERT INTO guard (version) SELECT NULL WHERE EXISTS (SELECT 1 FROM menu_items WHERE restaurant_id = ${restaurantId} AND category_id = ${id})`,
            sql`DELETE FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${id}`,
            sql`INSERT INTO guard (version) SELECT NULL WHERE changes() <> ${subs.length}`,
            sql`DELETE FROM categories WHERE restaurant_id = ${restaurantId} AND id = ${id}`,
            mustHaveChanged('version'),
            ...tellMany(
              c,
              items.map((item) => itemChanged(c, { ...item, version: item.version + 1 }, true)),
            ),
          ],
          events: [placeChanged(c, { category: { _id: id, name, description }, categoryId: id, deleted: true })],
          body: { message: `The category "${name}" was deleted with its ${countText(counts)}.` },
        }
      },
    })
  },

  'POST /menus/subcategory': (c, { body }) => {
    const { restaurantId } = c.where
    const { categoryId } = body
    return command(c, {
      reads: {
        ...readPlaces(restaurantId),
        taken: exists(
          sql`SELECT id FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${categoryId} AND lower(name) = lower(${body.name})`,
        ),
      },
      decide: ({ taken, ...places }) => {
        placeOf(places, categoryId, null)
        if (taken) throw duplicate('A subcategory', body.name)
        const row = { id: randomId(), restaurantId, categoryId, name: body.name, description: body.description, image: body.image || null }
        const subcategory = { _id: row.id, name: row.name, description: row.description, image: row.image }
        return {
          statements: [
            placeIsThere(restaurantId, categoryId),
            insert(subcategories, {
              ...row,
              position: sql`(SELECT coalesce(max(position), -1) + 1 FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${categoryId})`,
            }),
          ],
          events: [placeChanged(c, { subcategory, categoryId, subCategoryId: row.id })],
          body: { subcategory: { ...subcategory, menuItems: [] } },
        }
      },
    })
  },
  'PUT /menus/subcategory': (c, { body: { categoryId, subCategoryId, name, description, image, position } }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: {
        ...readCategory(restaurantId, categoryId),
        taken: exists(
          sql`SELECT id FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${categoryId} AND lower(name) = lower(${name ?? ''}) AND id <> ${subCategoryId}`,
        ),
      },
      decide: ({ category, subs, items, taken }) => {
        const prev = subs.find((s) => s.id === subCategoryId)
        if (!prev) throw notFound('Subcategory not found')
        if (name !== undefined && taken) throw duplicate('A subcategory', name)
        const changes = given({ name, description, position, image: image === undefined ? undefined : image || null })
        const next = { ...prev, ...changes }
        const [shownCategory] = menuOf({
          categories: [category],
          subcategories: [next],
          items: items.map((i) => ({ ...i, subCategoryName: next.name })),
        }) as [CategoryShape]
        const [subcategory] = shownCategory.subcategories as [CategoryShape['subcategories'][number]]
        if (Object.keys(changes).length === 0) return { statements: [], body: { subcategory } }
        const { menuItems: _items, ...shown } = subcategory
        return {
          statements: [
            update(subcategories, changes, sql`id = ${subCategoryId} AND category_id = ${categoryId} AND restaurant_id = ${restaurantId}`),
            mustHaveChanged('version'),
          ],
          events: [placeChanged(c, { subcategory: shown, categoryId, subCategoryId })],
          body: { subcategory },
        }
      },
    })
  },
  'DELETE /menus/subcategory': (c, { query: { categoryId, subCategoryId } }) => {
    const { restaurantId } = c.where
    const sub = sql`SELECT id, name FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${categoryId} AND id = ${subCategoryId}`
    return command(c, {
      reads: {
        sub: must(rows(pick(subcategories, 'id', 'name'), sub), 'Subcategory not found'),
        items: readItems(restaurantId, sql`m.sub_category_id = ${subCategoryId}`),
      },
      decide: ({ sub: { name }, items }) => ({
        statements: [
          ...deleteItems(
            restaurantId,
            items.map((i) => i.id),
          ),
          sql`INSERT INTO guard (version) SELECT NULL WHERE EXISTS (SELECT 1 FROM menu_items WHERE restaurant_id = ${restaurantId} AND sub_category_id = ${subCategoryId})`,
          sql`DELETE FROM subcategories WHERE restaurant_id = ${restaurantId} AND id = ${subCategoryId}`,
          mustHaveChanged('version'),
          ...tellMany(
            c,
            items.map((item) => itemChanged(c, { ...item, version: item.version + 1 }, true)),
          ),
        ],
        events: [placeChanged(c, { subcategory: { _id: subCategoryId, name }, categoryId, subCategoryId, deleted: true })],
        body: { message: `The subcategory "${name}" was deleted with its ${countText([[items.length, 'item', 'items']])}.` },
      }),
    })
  },
}
