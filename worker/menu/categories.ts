import type { categories as contract } from '#domain/api/menu/categories.ts'
import { sql } from '../db/sql.ts'
import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { countText } from '#domain/menuWrite.ts'
import { command } from '../command/command.ts'
import { categories, subcategories } from '../db/outlets.ts'
import { must, rows } from '../db/reads.ts'
import { given, insert, mustHaveChanged, pick, update } from '../db/rows.ts'
import { readNamed } from '../db/sameName.ts'
import type { Handlers } from '../http/implement.ts'
import { categoryNamed } from '../printing/stations.ts'
import { emptyPlace, lastPosition, placeChanged } from './changes.ts'
import { duplicate, listedStation, placeIsThere, placeOf, readPlaces } from './places.ts'
import { menuOf, readItems } from './store.ts'

/** A category with all that is in it, for `menuOf`. */
const readCategory = (restaurantId: string, id: string) => ({
  category: must(
    rows(categories, sql`SELECT * FROM categories WHERE restaurant_id = ${restaurantId} AND id = ${id}`),
    'Category not found',
  ),
  subs: rows(
    subcategories,
    sql`SELECT * FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${id} ORDER BY position, id`,
  ),
  items: readItems(restaurantId, sql`m.category_id = ${id}`),
})

/** The categories of a name, without one. */
const namedLike = (restaurantId: string, name: string | undefined, but = '') =>
  readNamed(
    pick(categories, 'id', 'name'),
    sql`SELECT id, name FROM categories WHERE restaurant_id = ${restaurantId} AND id <> ${but}`,
    name,
  )
/** The same of a category's subcategories. */
const subNamedLike = (restaurantId: string, categoryId: string, name: string | undefined, but = '') =>
  readNamed(
    pick(subcategories, 'id', 'name'),
    sql`SELECT id, name FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${categoryId} AND id <> ${but}`,
    name,
  )

const itemsText = (n: number): string => countText([[n, 'item', 'items']])

/** Throws 409 unless as many items are deleted from `name` as the caller was asked about (`seen`). */
function mustBeAsCounted(name: string, items: readonly unknown[], seen: number | undefined): void {
  if (seen !== undefined && seen !== items.length)
    throw conflict(
      'menu_changed',
      `Another device changed the menu: "${name}" has ${itemsText(items.length)} now. Delete it again if all may go.`,
      {
        items: items.length,
      },
    )
}

export const categoryHandlers: Handlers<typeof contract> = {
  'POST /menus/category': (c, { body: { name, description, station: sent } }) => {
    const { restaurantId } = c.where
    const station = listedStation(c, sent)
    return command(c, {
      reads: { others: namedLike(restaurantId, name) },
      decide: ({ others }) => {
        if (others.rows.length > 0) throw duplicate('A category', name)
        const id = randomId()
        const category = { _id: id, name, description }
        return {
          statements: [
            ...others.asRead,
            insert(categories, {
              id,
              restaurantId,
              name,
              description,
              station,
              position: lastPosition(categories, sql`restaurant_id = ${restaurantId}`),
            }),
          ],
          events: [placeChanged(c, { category, categoryId: id })],
          after: () => categoryNamed(c, id, null),
          body: { category: { ...category, station, subcategories: [], menuItems: [] } },
        }
      },
    })
  },
  'PUT /menus/category': (c, { body: { categoryId, name, description, position, station: sent } }) => {
    const { restaurantId } = c.where
    const station = sent === undefined ? undefined : listedStation(c, sent)
    return command(c, {
      reads: {
        ...readCategory(restaurantId, categoryId),
        others: namedLike(restaurantId, name, categoryId),
      },
      decide: ({ category: prev, subs, items, others }) => {
        // One that stands beside such a category since before is still changed in all else.
        if (name !== undefined && name !== prev.name && others.rows.length > 0) throw duplicate('A category', name)
        const next = { ...prev, ...given({ name, description, station }) }
        const [category] = menuOf({
          categories: [next],
          subcategories: subs,
          items: items.map((i) => ({ ...i, categoryName: next.name })),
        })
        return {
          statements: [
            ...others.asRead,
            update(
              categories,
              { name, description, station, position, version: sql`version + 1` },
              // Another name since it was read: its printers follow from that one.
              sql`id = ${categoryId} AND restaurant_id = ${restaurantId} AND name = ${prev.name}`,
            ),
            mustHaveChanged('version'),
          ],
          events: [placeChanged(c, { category: { _id: categoryId, name: next.name, description: next.description }, categoryId })],
          after: () => (next.name === prev.name ? undefined : categoryNamed(c, categoryId, prev.name)),
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
        mustBeAsCounted(name, items, query.items)
        const counts: [number, string, string][] = [[items.length, 'item', 'items']]
        if (subs.length > 0) counts.unshift([subs.length, 'subcategory', 'subcategories'])
        return {
          statements: [
            ...emptyPlace(c, items, sql`category_id = ${id}`),
            sql`DELETE FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${id}`,
            // The message counts the subcategories as they were read.
            sql`INSERT INTO guard (version) SELECT NULL WHERE changes() <> ${subs.length}`,
            sql`DELETE FROM categories WHERE restaurant_id = ${restaurantId} AND id = ${id}`,
            mustHaveChanged('version'),
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
        others: subNamedLike(restaurantId, categoryId, body.name),
      },
      decide: ({ others, ...places }) => {
        placeOf(places, categoryId, null)
        if (others.rows.length > 0) throw duplicate('A subcategory', body.name)
        const row = { id: randomId(), restaurantId, categoryId, name: body.name, description: body.description, image: body.image || null }
        const subcategory = { _id: row.id, name: row.name, description: row.description, image: row.image }
        return {
          statements: [
            placeIsThere(restaurantId, categoryId),
            ...others.asRead,
            insert(subcategories, {
              ...row,
              position: lastPosition(subcategories, sql`restaurant_id = ${restaurantId} AND category_id = ${categoryId}`),
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
        others: subNamedLike(restaurantId, categoryId, name, subCategoryId),
      },
      decide: ({ category, subs, items, others }) => {
        const prev = subs.find((s) => s.id === subCategoryId)
        if (!prev) throw notFound('Subcategory not found')
        if (name !== undefined && name !== prev.name && others.rows.length > 0) throw duplicate('A subcategory', name)
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
            ...others.asRead,
            update(subcategories, changes, sql`id = ${subCategoryId} AND category_id = ${categoryId} AND restaurant_id = ${restaurantId}`),
            mustHaveChanged('version'),
          ],
          events: [placeChanged(c, { subcategory: shown, categoryId, subCategoryId })],
          body: { subcategory },
        }
      },
    })
  },
  'DELETE /menus/subcategory': (c, { query: { categoryId, subCategoryId, items: seen } }) => {
    const { restaurantId } = c.where
    const sub = sql`SELECT id, name FROM subcategories WHERE restaurant_id = ${restaurantId} AND category_id = ${categoryId} AND id = ${subCategoryId}`
    return command(c, {
      reads: {
        sub: must(rows(pick(subcategories, 'id', 'name'), sub), 'Subcategory not found'),
        items: readItems(restaurantId, sql`m.sub_category_id = ${subCategoryId}`),
      },
      decide: ({ sub: { name }, items }) => {
        mustBeAsCounted(name, items, seen)
        return {
          statements: [
            ...emptyPlace(c, items, sql`sub_category_id = ${subCategoryId}`),
            sql`DELETE FROM subcategories WHERE restaurant_id = ${restaurantId} AND id = ${subCategoryId}`,
            mustHaveChanged('version'),
          ],
          events: [placeChanged(c, { subcategory: { _id: subCategoryId, name }, categoryId, subCategoryId, deleted: true })],
          body: { message: `The subcategory "${name}" was deleted with its ${itemsText(items.length)}.` },
        }
      },
    })
  },
}
