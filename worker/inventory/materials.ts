import { type SQL, sql } from '../db/sql.ts'
import type { materials as contract } from '#domain/api/inventory.ts'
import { conflict, invalid, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import { sameName } from '#domain/text.ts'
import { fromThousandths, MOST_AT_ONCE, mustHave, type Thousandths, toThousandths, unitFactor } from '#domain/stock.ts'
import { command } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { rawMaterials, stocks } from '../db/outlets.ts'
import { exists, none, read, readOne } from '../db/reads.ts'
import { insert, mustHaveChanged, pick, update } from '../db/rows.ts'
import { readNamed } from '../db/sameName.ts'
import type { Handlers } from '../http/implement.ts'
import { pageOf, paged } from '../http/paging.ts'
import { book, carry, movedBy, mustBeUnit, mustStillBe, mustStillHave, newLot, takeFromLots } from './ledger.ts'
import { contains, sorted } from './sorting.ts'
import {
  type CategoryShape,
  countMaterials,
  hasMove,
  materialNow,
  readCategories,
  readConversions,
  readLots,
  readMaterial,
  readMaterials,
  readMoves,
  readUsed,
} from './store.ts'

const KEYS = {
  name: sql`m.name COLLATE NOCASE`,
  unit: sql`m.unit COLLATE NOCASE`,
  category: sql`m.category COLLATE NOCASE`,
  subcategory: sql`m.subcategory COLLATE NOCASE`,
  minimumStock: sql`m.minimum_stock`,
  currentStock: sql`m.current_stock`,
  costPerUnit: sql`m.cost_per_unit`,
}

/** The materials of a name, without one. */
const namedLike = (restaurantId: string, name: string | undefined, but = '') =>
  readNamed(
    pick(rawMaterials, 'id', 'name'),
    sql`SELECT id, name FROM raw_materials WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND id <> ${but}`,
    name,
  )
const duplicate = (name: string) => conflict('duplicate', `${name} exists already.`)
/** A count is the difference to what the caller saw, so on another stock it would be booked twice, or undo a sale. */
const stockChanged = ({ name, unit, currentStock, json }: { name: string; unit: string; currentStock: Thousandths; json: unknown }) =>
  conflict('stock_changed', `${name}: the books have ${fromThousandths(currentStock)} ${unit} now. Compare the count and save it again.`, {
    rawMaterial: json,
  })

const byId = (restaurantId: string, id: string): SQL => sql`id = ${id} AND restaurant_id = ${restaurantId} AND deleted_at IS NULL`
const conversionsWith = (restaurantId: string, id: string): SQL =>
  sql`SELECT 1 FROM conversions WHERE restaurant_id = ${restaurantId} AND (from_material = ${id} OR to_material = ${id})`
/** Has a quantity been stored in the material's unit? Recipes are checked by `usedIn`. */
const countedIn = (restaurantId: string, id: string): SQL =>
  sql`(EXISTS (SELECT 1 FROM stock_moves WHERE restaurant_id = ${restaurantId} AND raw_material_id = ${id}) OR EXISTS (${conversionsWith(restaurantId, id)}))`
const inRecipes = (restaurantId: string, id: string): SQL => sql`json_array_length(${materialNow(restaurantId, id)}, '$.usedIn') > 0`

/** A name as the list has it, if it differs from it by more than the case: materials follow their category's name in any case. */
const asListed = (list: readonly string[], name: string): string =>
  list.some((one) => one.toLowerCase() === name.toLowerCase()) ? name : (list.find((one) => sameName(one, name)) ?? name)

/**
 * Category and subcategory by which the material follows when they are renamed or deleted. A category that is named by its id may have been renamed by another
 * device since its names were read. Throws 422 for one that was deleted. `guard`: it still has this name at the commit.
 */
const categoryNow = (
  c: Context,
  {
    category,
    categoryId: id,
    subcategory,
  }: { category?: string | undefined; categoryId?: string | undefined; subcategory?: string | null | undefined },
) => ({
  reads: category || subcategory ? readCategories(c.where.restaurantId) : none,
  named: (known: CategoryShape[] | null, before = '') => {
    if (!known) return { name: category, guard: [], subcategory }
    const its = known.find((k) => (category && id ? k._id === id : sameName(k.category, category || before)))
    const sub =
      subcategory &&
      asListed(
        (its?.subcategories ?? []).map((s) => s.subcategory),
        subcategory,
      )
    if (!category || !id)
      return {
        name:
          category &&
          asListed(
            known.map((k) => k.category),
            category,
          ),
        guard: [],
        subcategory: sub,
      }
    const name = its?.category
    if (name === undefined)
      throw invalid('This category was deleted.', [{ path: 'category', message: 'This category was deleted. Choose another one.' }])
    return {
      name,
      subcategory: sub,
      guard: [
        sql`INSERT INTO guard (version) SELECT NULL
            WHERE NOT EXISTS (SELECT 1 FROM material_categories WHERE restaurant_id = ${c.where.restaurantId} AND id = ${id} AND name = ${name})`,
      ],
    }
  },
})

export const materialHandlers: Handlers<typeof contract> = {
  'GET /restaurant/inventory/raw-materials': async (c, { query }) => {
    const { id } = c.restaurant
    const where = query.search
      ? sql`(${contains(sql`m.name`, query.search)} OR ${contains(sql`m.category`, query.search)} OR ${contains(sql`coalesce(m.subcategory, '')`, query.search)})`
      : sql`true`
    const order = sorted(KEYS, query, sql`ORDER BY m.name COLLATE NOCASE, m.id`, sql`m.name COLLATE NOCASE, m.id`)
    const { total, list } = await read(c.db, {
      total: countMaterials(id, where),
      list: readMaterials(id, where, sql`${order} ${pageOf(query)}`),
    })
    return { rawMaterials: list, ...paged(query, total), totalRawMaterials: total }
  },
  'GET /restaurant/inventory/raw-materials/all': async (c) => ({ rawMaterials: await readOne(c.db, readMaterials(c.restaurant.id)) }),
  'GET /restaurant/inventory/raw-materials/:id': async (c, { params }) => ({
    rawMaterial: (await readOne(c.db, readMaterial(c.restaurant.id, params.id))).json,
  }),
  'POST /restaurant/inventory/raw-materials': (c, { body }) => {
    const { restaurantId } = c.where
    const { reads: its, named } = categoryNow(c, body)
    return command(c, {
      reads: { others: namedLike(restaurantId, body.name), its },
      decide: ({ others, its }) => {
        if (others.rows.length > 0) throw duplicate(body.name)
        const id = randomId()
        const { minimumStock, costPerUnit, categoryId: _c, ...rest } = body
        const { name, guard, subcategory } = named(its)
        return {
          statements: [
            ...guard,
            ...others.asRead,
            insert(rawMaterials, {
              ...rest,
              category: name,
              subcategory: subcategory ?? null,
              id,
              restaurantId,
              minimumStock: toThousandths(minimumStock),
              costPerUnit: toPaise(costPerUnit),
              createdAt: c.at,
            }),
          ],
          body: { rawMaterial: null },
          fill: { '$.rawMaterial': materialNow(restaurantId, id) },
        }
      },
    })
  },
  'PUT /restaurant/inventory/raw-materials/:id': (c, { params: { id }, body }) => {
    const { restaurantId } = c.where
    const { reads: its, named } = categoryNow(c, body)
    return command(c, {
      reads: {
        its,
        material: readMaterial(restaurantId, id),
        others: namedLike(restaurantId, body.name, id),
        counted: exists(sql`SELECT 1 WHERE ${countedIn(restaurantId, id)}`),
      },
      decide: ({ material: { name, unit, json }, others, counted, its }) => {
        if (body.name !== undefined && body.name !== name && others.rows.length > 0) throw duplicate(body.name)
        // Quantities are stored in the material's unit, so another unit would change their meaning; another spelling of the same unit doesn't.
        const isAnother = body.unit !== undefined && unitFactor(body.unit, unit) !== 1
        if (isAnother && (counted || json.usedIn.length > 0))
          throw conflict('in_use', `${name} has been counted in ${unit}. Add another raw material for ${body.unit}.`, {
            recipes: json.usedIn,
          })
        const { minimumStock, costPerUnit, categoryId: _c, ...rest } = body
        const { name: category, guard, subcategory } = named(its, json.category)
        const changes = {
          ...rest,
          category,
          subcategory,
          ...(minimumStock === undefined ? {} : { minimumStock: toThousandths(minimumStock) }),
          ...(costPerUnit === undefined ? {} : { costPerUnit: toPaise(costPerUnit) }),
        }
        // Still so at the commit: the unit is the one that was read, and nothing was counted in it meanwhile.
        const asRead = body.unit === undefined ? sql`true` : sql`unit = ${unit}`
        const unused = isAnother ? sql`NOT ${countedIn(restaurantId, id)} AND NOT ${inRecipes(restaurantId, id)}` : sql`true`
        return {
          statements: Object.values(changes).some((v) => v !== undefined)
            ? [
                ...guard,
                ...others.asRead,
                update(rawMaterials, changes, sql`${byId(restaurantId, id)} AND ${asRead} AND ${unused}`),
                mustHaveChanged('version'),
              ]
            : [],
          body: { rawMaterial: null },
          fill: { '$.rawMaterial': materialNow(restaurantId, id) },
        }
      },
    })
  },
  'DELETE /restaurant/inventory/raw-materials/:id': (c, { params: { id } }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: {
        material: readMaterial(restaurantId, id),
        conversions: readConversions(restaurantId, sql`(v.from_material = ${id} OR v.to_material = ${id})`),
      },
      decide: ({ material: { name, json }, conversions }) => {
        const names = (list: readonly { name: string }[]) => list.map((x) => x.name).join(', ')
        if (json.usedIn.length > 0)
          throw conflict('in_use', `${name} is in the recipes of ${names(json.usedIn)}.`, { recipes: json.usedIn })
        if (conversions.length > 0)
          throw conflict('in_use', `${name} is in the conversions ${names(conversions)}.`, {
            recipes: [],
            conversions: conversions.map((x) => ({ _id: x.id, name: x.name })),
          })
        return {
          statements: [
            update(rawMaterials, { deletedAt: c.at }, byId(restaurantId, id)),
            mustHaveChanged('version'),
            // A guard: no recipe and no conversion began to use it meanwhile.
            sql`INSERT INTO guard (status) SELECT NULL WHERE ${inRecipes(restaurantId, id)}
              OR EXISTS (${conversionsWith(restaurantId, id)})`,
          ],
          body: { message: `${name} was deleted.` },
        }
      },
    })
  },
  'POST /restaurant/inventory/raw-materials/:id': (c, { params: { id }, body }) => {
    const { restaurantId } = c.where
    const delta = toThousandths(body.delta)
    const stockWas = body.stockWas === undefined ? null : toThousandths(body.stockWas)
    if (stockWas === null && (delta === 0 || Math.abs(body.delta) > MOST_AT_ONCE))
      throw invalid('A correction is not of 0, nor of so much.', [{ path: 'delta', message: `Must not be 0, nor above ${MOST_AT_ONCE}.` }])
    return command(c, {
      reads: {
        material: readMaterial(restaurantId, id),
        // What a count finds too much of goes to the lot in use: a lot of its own would have no expiry date and no price.
        found: delta > 0 && stockWas !== null && body.unitCost === undefined ? readLots(restaurantId, sql`m.id = ${id}`) : none,
      },
      decide: ({ material, found }) => {
        const inUnit = mustBeUnit(c, body.unit, material)
        if (stockWas !== null && material.currentStock !== stockWas) throw stockChanged(material)
        if (delta < 0) mustHave(material, -delta)
        const inUse = found?.[0]
        const [key, lotId] = [randomId(), inUse?._id ?? randomId()]
        const unitCost = body.unitCost === undefined ? null : toPaise(body.unitCost)
        const move = {
          key,
          rawMaterialId: id,
          kind: delta > 0 && unitCost !== null ? ('purchase' as const) : ('correction' as const),
          delta,
          reason: body.reason,
          unitCost,
          ...(delta > 0 ? { lotId } : {}),
        }
        const quantity = toThousandths(inUse?.stockQuantity ?? 0)
        const lots = inUse
          ? [
              update(stocks, { quantity: quantity + delta }, sql`${byId(restaurantId, lotId)} AND quantity = ${quantity}`),
              mustHaveChanged('version'),
            ]
          : delta > 0
            ? newLot(c, { id: lotId, rawMaterialId: id, quantity: delta, unitCost })
            : takeFromLots(c, movedBy(c, [key]))
        return {
          statements: [
            ...inUnit,
            ...(stockWas === null ? [] : [mustStillBe(c, id, stockWas)]),
            ...(delta < 0 ? [mustStillHave(c, id, -delta)] : []),
            // A count of exactly what the books have books nothing.
            ...(delta === 0 ? [] : [...book(c, [move]), ...lots, ...carry(c, movedBy(c, [key]))]),
          ],
          emitsEvents: true,
          body: { rawMaterial: null },
          fill: { '$.rawMaterial': materialNow(restaurantId, id) },
        }
      },
    })
  },
  'GET /restaurant/inventory/raw-materials/:id/movements': async (c, { params: { id }, query: { limit, before } }) => {
    const { id: restaurantId } = c.restaurant
    const { moves, known, used } = await read(c.db, {
      material: readMaterial(restaurantId, id),
      moves: readMoves(restaurantId, id, limit + 1, before),
      known: before === undefined ? none : hasMove(restaurantId, id, before),
      used: before === undefined ? readUsed(restaurantId, id, c.at) : none,
    })
    if (known === false) throw notFound('Movement not found')
    return { movements: moves.slice(0, limit), hasMore: moves.length > limit, used: used ?? null }
  },
}
