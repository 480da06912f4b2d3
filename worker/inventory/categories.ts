import { type SQL, sql } from '../db/sql.ts'
import type { materialCategories as contract } from '#domain/api/inventory.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { asSeen } from '#domain/text.ts'
import { command } from '../command/command.ts'
import { readOne } from '../db/reads.ts'
import { insert } from '../db/rows.ts'
import { materialCategories } from '../db/outlets.ts'
import type { Handlers } from '../http/implement.ts'
import { readCategories } from './store.ts'

type Known = readonly { _id: string; category: string; subcategories: readonly { _id: string; subcategory: string }[] }[]

const duplicate = (name: string) => conflict('duplicate', `${name} exists already.`)

export const categoryHandlers: Handlers<typeof contract> = {
  'GET /restaurant/inventory/raw-materials/categories': async (c) => ({ categories: await readOne(c.db, readCategories(c.restaurant.id)) }),
  'POST /restaurant/inventory/raw-materials/categories': async (c, { body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { known: readCategories(restaurantId) },
      decide: ({ known }) => {
        if (known.some((k) => same(k.category, body.category))) throw duplicate(body.category)
        const id = randomId()
        return {
          statements: [
            asKnown(restaurantId, known),
            insert(materialCategories, { id, restaurantId, parentId: null, name: body.category, position: known.length }),
          ],
          body: { category: { _id: id, category: body.category, subcategories: [] } },
        }
      },
    })
  },
  'PUT /restaurant/inventory/raw-materials/categories': async (c, { body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { known: readCategories(restaurantId) },
      decide: ({ known }) => {
        const named = body.categories.map((n, position) => ({ ...n, position, before: known.find((k) => k._id === n._id) }))
        if (named.some((n) => !n.before)) throw notFound('Category not found')
        const others = known.filter((k) => !named.some((n) => n._id === k._id))
        const names = [...named, ...others].map((n) => keyOf(n.category))
        const twice = named.find((n) => n.category !== n.before?.category && names.filter((x) => x === keyOf(n.category)).length > 1)
        if (twice) throw duplicate(twice.category)
        const renamed = named.filter((n) => n.before?.category !== n.category)
        // A list of all orders them. One of some renames them, and each stays in its place.
        const ordered = others.length === 0 ? named : known.map((k) => named.find((n) => n._id === k._id) ?? k)
        const after = ordered.map((n) => ({ ...known.find((k) => k._id === n._id)!, category: n.category }))
        const list = JSON.stringify(ordered.map((n, position) => [n._id, n.category, position]))
        return {
          statements: [
            asKnown(restaurantId, known),
            sql`UPDATE material_categories SET name = json_extract(e.value, '$[1]'), position = json_extract(e.value, '$[2]') FROM json_each(${list}) e
              WHERE material_categories.id = json_extract(e.value, '$[0]') AND material_categories.restaurant_id = ${restaurantId}`,
            // Materials store the category's name, in any case. Two categories may swap names, so all are renamed in one statement.
            sql`UPDATE raw_materials SET category = json_extract(e.value, '$[1]') FROM json_each(${JSON.stringify(renamed.map((n) => [n.before?.category, n.category]))}) e
              WHERE raw_materials.restaurant_id = ${restaurantId} AND lower(raw_materials.category) = lower(json_extract(e.value, '$[0]'))`,
          ],
          body: { categories: after },
        }
      },
    })
  },
  'DELETE /restaurant/inventory/raw-materials/categories/:id': async (c, { params }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { known: readCategories(restaurantId) },
      decide: ({ known }) => {
        const category = known.find((k) => k._id === params.id)
        if (!category) throw notFound('Category not found')
        return {
          statements: [
            asKnown(restaurantId, known),
            sql`DELETE FROM material_categories WHERE restaurant_id = ${restaurantId} AND (id = ${params.id} OR parent_id = ${params.id})`,
            sql`UPDATE raw_materials SET category = '', subcategory = NULL WHERE restaurant_id = ${restaurantId} AND lower(category) = lower(${category.category})`,
          ],
          body: { message: `${category.category} was deleted.` },
        }
      },
    })
  },
  'POST /restaurant/inventory/raw-materials/categories/subcategory': async (c, { body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { known: readCategories(restaurantId) },
      decide: ({ known }) => {
        const category = known.find((k) => k._id === body.parent_category_id)
        if (!category) throw notFound('Category not found')
        if (category.subcategories.some((s) => same(s.subcategory, body.subcategory))) throw duplicate(body.subcategory)
        const id = randomId()
        return {
          statements: [
            asKnown(restaurantId, known),
            insert(materialCategories, {
              id,
              restaurantId,
              parentId: category._id,
              name: body.subcategory,
              position: category.subcategories.length,
            }),
          ],
          body: { category: { ...category, subcategories: [...category.subcategories, { _id: id, subcategory: body.subcategory }] } },
        }
      },
    })
  },
  'DELETE /restaurant/inventory/raw-materials/categories/:id/subcategory/:subId': async (c, { params }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { known: readCategories(restaurantId) },
      decide: ({ known }) => {
        const category = known.find((k) => k._id === params.id)
        const sub = category?.subcategories.find((s) => s._id === params.subId)
        if (!category || !sub) throw notFound('Subcategory not found')
        return {
          statements: [
            asKnown(restaurantId, known),
            sql`DELETE FROM material_categories WHERE restaurant_id = ${restaurantId} AND id = ${sub._id}`,
            sql`UPDATE raw_materials SET subcategory = NULL WHERE restaurant_id = ${restaurantId} AND lower(category) = lower(${category.category}) AND lower(subcategory) = lower(${sub.subcategory})`,
          ],
          body: {
            message: `${sub.subcategory} was deleted.`,
            category: { ...category, subcategories: category.subcategories.filter((s) => s !== sub) },
          },
        }
      },
    })
  },
}

/** A guard: the categories are those that were read, so no name is given twice. Materials store a category's name, so one that was renamed meanwhile would leave its materials behind. */
function asKnown(restaurantId: string, known: Known): SQL {
  const names = known.flatMap((k) => [[k._id, k.category], ...k.subcategories.map((s) => [s._id, s.subcategory])])
  const own = sql`FROM material_categories k WHERE restaurant_id = ${restaurantId}
    AND (parent_id IS NULL OR EXISTS (SELECT 1 FROM material_categories p WHERE p.id = k.parent_id AND p.restaurant_id = ${restaurantId}))`
  return sql`INSERT INTO guard (version) SELECT NULL WHERE (SELECT count(*) ${own}) <> ${names.length}
    OR EXISTS (SELECT id, name ${own} EXCEPT SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(${JSON.stringify(names)}))`
}

/** Categories are compared by what people read, in any case of any letter. */
const keyOf = (name: string) => asSeen(name).toLowerCase()
const same = (a: string, b: string) => keyOf(a) === keyOf(b)
