import { type SQL, sql } from 'drizzle-orm'
import type { inventory as contract } from '#domain/api/inventory.ts'
import { conflict, invalid, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import {
  converted,
  type CountMove,
  countMoves,
  fromThousandths,
  isFineEnough,
  type Lot,
  mustHave,
  type Thousandths,
  toThousandths,
  unitFactor,
} from '#domain/stock.ts'
import { arm, commit, type Decision, replay, storedAnswer } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { all, batch, first } from '../db/index.ts'
import { conversions, rawMaterials, stocks } from '../db/outlets.ts'
import { decode, insert, mustHaveChanged, update } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { book, carry, mustStillHave, newLot, takeFromLots } from './ledger.ts'
import {
  categoriesOf,
  type ConversionShape,
  countLots,
  countMaterials,
  materialNow,
  materialsNow,
  type MovementShape,
  type RawMaterialShape,
  readCategories,
  readConversions,
  readLots,
  readLotsById,
  readMaterial,
  readMaterials,
  readMove,
  readMoves,
  shapes,
  SOONEST,
  sorted,
  stockNow,
  type StockShape,
} from './store.ts'
import { pageOf, paged } from '../http/paging.ts'

type Row = Record<string, unknown>
type Rows = readonly Row[] | undefined
type Material = typeof rawMaterials.$inferSelect

const MATERIAL_GONE = 'Raw material not found'
const STOCK_GONE = 'Stock not found'

/** A write of the back office: reads (again, on every attempt), and decides on what was read. No event of its own. */
async function change(c: Context, reads: readonly SQL[], decide: (rows: Rows[]) => Omit<Decision, 'events'>) {
  arm(c)
  return commit(c, async () => {
    const [stored, ...rows] = await batch(c.db, [storedAnswer(c), ...reads])
    return replay(c, stored) ?? { events: [], ...decide(rows) }
  })
}

/** The one material of a read, as a row and as JSON. Throws 404. */
function one(rows: Rows): { material: Material; json: RawMaterialShape } {
  const row = rows?.[0]
  if (!row) throw notFound(MATERIAL_GONE)
  return { material: decode(rawMaterials, row), json: shapes<RawMaterialShape>([row])[0]! }
}

/** SQLite's lower() knows A to Z alone: as it was typed, and in both cases, finds Éclair by éclair too. */
const has = (column: SQL, text: string) =>
  sql`(${sql.join(
    [...new Set([text, text.toLowerCase(), text.toUpperCase()])].map((t) => sql`instr(lower(${column}), lower(${t})) > 0`),
    sql` OR `,
  )})`
const sameName = (restaurantId: string, name: string, but = '') =>
  sql`SELECT id FROM raw_materials WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND lower(name) = lower(${name}) AND id <> ${but}`
const duplicate = (name: string) => conflict('duplicate', `${name} exists already.`)

const MATERIAL_KEYS = {
  name: sql`m.name COLLATE NOCASE`,
  unit: sql`m.unit COLLATE NOCASE`,
  category: sql`m.category COLLATE NOCASE`,
  subcategory: sql`m.subcategory COLLATE NOCASE`,
  minimumStock: sql`m.minimum_stock`,
  currentStock: sql`m.current_stock`,
  costPerUnit: sql`m.cost_per_unit`,
}
const STOCK_KEYS = {
  rawMaterial: sql`m.name COLLATE NOCASE`,
  stockQuantity: sql`s.quantity`,
  unitCost: sql`s.unit_cost`,
  expiryDate: sql`s.expiry_date`,
  createdAt: sql`s.created_at`,
}

/** Lots and what is missing must be as they were read: a count is a statement about them. */
const asCounted = (c: Context, lots: readonly Lot[], missing: ReadonlyMap<string, Thousandths>): SQL[] => [
  sql`INSERT INTO guard (version) SELECT NULL WHERE EXISTS (
        SELECT 1 FROM json_each(${JSON.stringify(lots.map((l) => [l.id, l.quantity]))}) e
        LEFT JOIN stocks s ON s.id = json_extract(e.value, '$[0]') AND s.restaurant_id = ${c.where.restaurantId} AND s.deleted_at IS NULL
        WHERE s.quantity IS NOT json_extract(e.value, '$[1]'))
      OR EXISTS (
        SELECT 1 FROM json_each(${JSON.stringify([...missing])}) e JOIN raw_materials m ON m.id = json_extract(e.value, '$[0]') AND m.restaurant_id = ${c.where.restaurantId}
        WHERE min(0, m.current_stock) <> min(0, json_extract(e.value, '$[1]')))`,
]

const lotOf = (row: Row): Lot => ({ id: String(row.id), rawMaterialId: String(row.raw_material_id), quantity: Number(row.quantity) })
const currentOf = (rows: Rows) => new Map((rows ?? []).map((r) => [String(r.raw_material_id), Number(r.current_stock)]))

/** Books what counting has found, each lot's own move, and sets the lots. */
function counted(
  c: Context,
  counts: readonly { lot: Lot; quantity: Thousandths }[],
  current: ReadonlyMap<string, Thousandths>,
  reason: string,
): SQL[] {
  const moves = countMoves(counts, current).map((m: CountMove) => ({
    key: randomId(),
    rawMaterialId: m.rawMaterialId,
    kind: 'correction' as const,
    delta: m.delta,
    reason,
    lotId: m.lotId,
  }))
  return [
    ...asCounted(
      c,
      counts.map((n) => n.lot),
      current,
    ),
    ...book(c, moves),
    sql`UPDATE stocks SET quantity = json_extract(e.value, '$[1]') FROM json_each(${JSON.stringify(counts.map((n) => [n.lot.id, n.quantity]))}) e
        WHERE stocks.id = json_extract(e.value, '$[0]') AND +stocks.restaurant_id = ${c.where.restaurantId}`,
    ...carry(
      c,
      moves.map((m) => m.key),
    ),
  ]
}

/** A counted quantity of a bulk update, or what is wrong with it. */
function countedQuantity(value: number | null | undefined): Thousandths | string {
  if (value == null) return 'A quantity is missing.'
  if (value < 0) return 'A quantity can’t be below 0.'
  if (value > 1_000_000) return 'A quantity is at most 1000000.'
  return isFineEnough(value) ? toThousandths(value) : 'A quantity has at most three decimals.'
}

export const inventoryHandlers: Handlers<typeof contract> = {
  'GET /restaurant/inventory/raw-materials': async (c, { query }) => {
    const { id } = c.restaurant
    const where = query.search
      ? sql`(${has(sql`m.name`, query.search)} OR ${has(sql`m.category`, query.search)} OR ${has(sql`coalesce(m.subcategory, '')`, query.search)})`
      : sql`true`
    const order = sorted(MATERIAL_KEYS, query, sql`ORDER BY m.name COLLATE NOCASE, m.id`, sql`m.name COLLATE NOCASE, m.id`)
    const [count, rows] = await batch(c.db, [countMaterials(id, where), readMaterials(id, where, sql`${order} ${pageOf(query)}`)])
    const total = Number(count?.[0]?.n ?? 0)
    return { rawMaterials: shapes<RawMaterialShape>(rows), ...paged(query, total), totalRawMaterials: total }
  },
  'GET /restaurant/inventory/raw-materials/all': async (c) => ({
    rawMaterials: shapes<RawMaterialShape>(await all<Row>(c.db, readMaterials(c.restaurant.id))),
  }),
  'GET /restaurant/inventory/raw-materials/:id': async (c, { params }) => ({
    rawMaterial: one(await all<Row>(c.db, readMaterial(c.restaurant.id, params.id))).json,
  }),
  'POST /restaurant/inventory/raw-materials': async (c, { body }) => {
    const { restaurantId } = c.where
    return change(c, [sameName(restaurantId, body.name)], ([same]) => {
      if (same?.[0]) throw duplicate(body.name)
      const id = randomId()
      const { minimumStock, costPerUnit, ...rest } = body
      return {
        statements: [
          insert(rawMaterials, {
            ...rest,
            subcategory: body.subcategory ?? null,
            id,
            restaurantId,
            minimumStock: toThousandths(minimumStock),
            costPerUnit: toPaise(costPerUnit),
            createdAt: c.at,
          }),
        ],
        status: 201,
        body: { rawMaterial: null },
        fill: { '$.rawMaterial': materialNow(restaurantId, id) },
      }
    })
  },
  'PUT /restaurant/inventory/raw-materials/:id': async (c, { params, body }) => {
    const { restaurantId } = c.where
    const counts = sql`(SELECT 1 FROM stock_moves WHERE restaurant_id = ${restaurantId} AND raw_material_id = ${params.id})
      OR EXISTS (SELECT 1 FROM conversions WHERE restaurant_id = ${restaurantId} AND (from_material = ${params.id} OR to_material = ${params.id}))`
    return change(
      c,
      [readMaterial(restaurantId, params.id), sameName(restaurantId, body.name ?? '', params.id), sql`SELECT EXISTS ${counts} AS counted`],
      ([rows, same, used]) => {
        const { material, json } = one(rows)
        if (same?.[0]) throw duplicate(body.name ?? '')
        // Quantities are kept in the material's unit: another one would change what has been counted. Another spelling doesn't.
        if (body.unit !== undefined && unitFactor(body.unit, material.unit) !== 1 && (used?.[0]?.counted === 1 || json.usedIn.length > 0))
          throw conflict('in_use', `${material.name} has been counted in ${material.unit}. Add another raw material for ${body.unit}.`, {
            recipes: json.usedIn,
          })
        const { minimumStock, costPerUnit, ...rest } = body
        const changing = {
          ...rest,
          ...(minimumStock === undefined ? {} : { minimumStock: toThousandths(minimumStock) }),
          ...(costPerUnit === undefined ? {} : { costPerUnit: toPaise(costPerUnit) }),
        }
        const statements = Object.values(changing).some((v) => v !== undefined)
          ? [
              update(rawMaterials, changing, sql`id = ${params.id} AND restaurant_id = ${restaurantId} AND deleted_at IS NULL`),
              mustHaveChanged('version'),
            ]
          : []
        return { statements, status: 200, body: { rawMaterial: null }, fill: { '$.rawMaterial': materialNow(restaurantId, params.id) } }
      },
    )
  },
  'DELETE /restaurant/inventory/raw-materials/:id': async (c, { params }) => {
    const { restaurantId } = c.where
    return change(
      c,
      [
        readMaterial(restaurantId, params.id),
        readConversions(restaurantId, sql`(v.from_material = ${params.id} OR v.to_material = ${params.id})`),
      ],
      ([rows, using]) => {
        const { material, json } = one(rows)
        const names = (list: { name: string }[]) => list.map((x) => x.name).join(', ')
        if (json.usedIn.length > 0)
          throw conflict('in_use', `${material.name} is in the recipes of ${names(json.usedIn)}.`, { recipes: json.usedIn })
        const found = shapes<ConversionShape>(using)
        if (found.length > 0)
          throw conflict('in_use', `${material.name} is in the conversions ${names(found)}.`, {
            recipes: [],
            conversions: found.map((x) => ({ _id: x._id, name: x.name })),
          })
        return {
          statements: [
            update(rawMaterials, { deletedAt: c.at }, sql`id = ${params.id} AND restaurant_id = ${restaurantId} AND deleted_at IS NULL`),
            mustHaveChanged('version'),
            // A recipe or a conversion that was written meanwhile.
            sql`INSERT INTO guard (status) SELECT NULL WHERE json_array_length(${materialNow(restaurantId, params.id)}, '$.usedIn') > 0
              OR EXISTS (SELECT 1 FROM conversions WHERE restaurant_id = ${restaurantId} AND (from_material = ${params.id} OR to_material = ${params.id}))`,
          ],
          status: 200,
          body: { message: `${material.name} was deleted.` },
        }
      },
    )
  },
  'POST /restaurant/inventory/raw-materials/:id': async (c, { params, body }) => {
    const { restaurantId } = c.where
    const delta = toThousandths(body.delta)
    if (delta === 0) throw invalid('A correction of 0 changes nothing.', [{ path: 'delta', message: 'Must not be 0.' }])
    return change(c, [readMaterial(restaurantId, params.id)], ([rows]) => {
      const { material } = one(rows)
      if (delta < 0) mustHave(material, -delta)
      const [key, lotId] = [randomId(), randomId()]
      const unitCost = body.unitCost === undefined ? null : toPaise(body.unitCost)
      const move = {
        key,
        rawMaterialId: material.id,
        kind: delta > 0 && unitCost !== null ? ('purchase' as const) : ('correction' as const),
        delta,
        reason: body.reason,
        unitCost,
        ...(delta > 0 ? { lotId } : {}),
      }
      const lots = delta > 0 ? newLot(c, { id: lotId, rawMaterialId: material.id, quantity: delta, unitCost }) : takeFromLots(c, [key])
      return {
        statements: [...(delta < 0 ? [mustStillHave(c, material.id, -delta)] : []), ...book(c, [move]), ...lots, ...carry(c, [key])],
        tells: true,
        status: 200,
        body: { rawMaterial: null },
        fill: { '$.rawMaterial': materialNow(restaurantId, material.id) },
      }
    })
  },
  'GET /restaurant/inventory/raw-materials/:id/movements': async (c, { params: { id }, query: { limit, before } }) => {
    const { id: restaurantId } = c.restaurant
    const [materials, moves, known] = await batch(c.db, [
      readMaterial(restaurantId, id),
      readMoves(restaurantId, id, limit + 1, before),
      ...(before === undefined ? [] : [readMove(restaurantId, id, before)]),
    ])
    one(materials)
    if (known && !known[0]) throw notFound('Movement not found')
    return { movements: shapes<MovementShape>(moves?.slice(0, limit)), hasMore: (moves?.length ?? 0) > limit }
  },

  'GET /restaurant/inventory/stocks': async (c, { query }) => {
    const { id } = c.restaurant
    const where = sql`${query.rawMaterial ? sql`s.raw_material_id = ${query.rawMaterial}` : sql`true`} AND ${query.search ? has(sql`m.name`, query.search) : sql`true`}`
    const order = sorted(STOCK_KEYS, query, SOONEST, sql`s.created_at, s.id`)
    const [count, rows] = await batch(c.db, [countLots(id, where), readLots(id, where, sql`${order} ${pageOf(query)}`)])
    const total = Number(count?.[0]?.n ?? 0)
    return { stocks: shapes<StockShape>(rows), ...paged(query, total), totalStocks: total }
  },
  'GET /restaurant/inventory/stocks/all': async (c) => ({ stocks: shapes<StockShape>(await all<Row>(c.db, readLots(c.restaurant.id))) }),
  'GET /restaurant/inventory/stocks/:id': async (c, { params }) => {
    const row = await first<Row>(c.db, readLotsById(c.restaurant.id, [params.id]))
    if (!row) throw notFound(STOCK_GONE)
    return { stock: shapes<StockShape>([row])[0]! }
  },
  'POST /restaurant/inventory/stocks': async (c, { body }) => {
    const { restaurantId } = c.where
    return change(c, [readMaterial(restaurantId, body.rawMaterial)], ([rows]) => {
      const { material } = one(rows)
      const [id, key, delta, unitCost] = [
        randomId(),
        randomId(),
        toThousandths(body.stockQuantity),
        body.unitCost == null ? null : toPaise(body.unitCost),
      ]
      return {
        statements: [
          ...book(c, [{ key, rawMaterialId: material.id, kind: 'purchase', delta, unitCost, lotId: id }]),
          ...newLot(c, {
            id,
            rawMaterialId: material.id,
            quantity: delta,
            unitCost,
            expiryDate: body.expiryDate,
            receiptImage: body.receiptImage,
          }),
          ...carry(c, [key]),
        ],
        status: 201,
        body: { stock: null, rawMaterial: null },
        fill: { '$.stock': stockNow(restaurantId, id), '$.rawMaterial': materialNow(restaurantId, material.id) },
      }
    })
  },
  'PUT /restaurant/inventory/stocks/update/:id': async (c, { params, body }) => {
    const { restaurantId } = c.where
    return change(c, [readLotsById(restaurantId, [params.id])], ([rows]) => {
      const row = rows?.[0]
      if (!row) throw notFound(STOCK_GONE)
      const lot = lotOf(row)
      const { stockQuantity, unitCost, ...rest } = body
      const changing = { ...rest, ...(unitCost === undefined ? {} : { unitCost: unitCost === null ? null : toPaise(unitCost) }) }
      return {
        statements: [
          ...(stockQuantity === undefined ? [] : counted(c, [{ lot, quantity: toThousandths(stockQuantity) }], currentOf(rows), 'Counted')),
          ...(Object.values(changing).some((v) => v !== undefined)
            ? [
                update(stocks, changing, sql`id = ${lot.id} AND restaurant_id = ${restaurantId} AND deleted_at IS NULL`),
                mustHaveChanged('version'),
              ]
            : []),
        ],
        tells: true,
        status: 200,
        body: { stock: null, rawMaterial: null },
        fill: { '$.stock': stockNow(restaurantId, lot.id), '$.rawMaterial': materialNow(restaurantId, lot.rawMaterialId) },
      }
    })
  },
  'PUT /restaurant/inventory/stocks/bulk-update': async (c, { body }) => {
    return change(
      c,
      [
        readLotsById(
          c.where.restaurantId,
          body.stocks.map((s) => s._id),
        ),
      ],
      ([rows]) => {
        const known = new Map((rows ?? []).map((row) => [String(row.id), { lot: lotOf(row), json: shapes<StockShape>([row])[0]! }]))
        const counts: { lot: Lot; quantity: Thousandths }[] = []
        const seen = new Set<string>()
        const results = body.stocks.map(({ _id, stockQuantity }) => {
          const refused = (message: string) => ({ _id, ok: false, message })
          const found = known.get(_id)
          const quantity = countedQuantity(stockQuantity)
          if (!found) return refused(`${STOCK_GONE}.`)
          if (seen.has(_id)) return refused('It is in the list twice; the first counts.')
          if (typeof quantity === 'string') return refused(quantity)
          seen.add(_id)
          counts.push({ lot: found.lot, quantity })
          return { _id, ok: true, stock: { ...found.json, stockQuantity: fromThousandths(quantity) } }
        })
        return {
          statements: counts.length === 0 ? [] : counted(c, counts, currentOf(rows), 'Counted'),
          tells: true,
          status: 200,
          body: { results, updated: counts.length, failed: results.length - counts.length, rawMaterials: [] },
          fill: {
            '$.rawMaterials': materialsNow(
              c.where.restaurantId,
              counts.map((n) => n.lot.rawMaterialId),
            ),
          },
        }
      },
    )
  },
  'DELETE /restaurant/inventory/stocks/:id': async (c, { params }) => {
    const { restaurantId } = c.where
    return change(c, [readLotsById(restaurantId, [params.id])], ([rows]) => {
      const row = rows?.[0]
      if (!row) throw notFound(STOCK_GONE)
      const lot = lotOf(row)
      return {
        statements: [
          ...counted(c, [{ lot, quantity: 0 }], currentOf(rows), 'Taken out'),
          update(stocks, { deletedAt: c.at }, sql`id = ${lot.id} AND restaurant_id = ${restaurantId} AND deleted_at IS NULL`),
          mustHaveChanged('version'),
        ],
        tells: true,
        status: 200,
        body: { message: `A lot of ${shapes<StockShape>([row])[0]!.rawMaterial.name} was taken out.` },
      }
    })
  },

  'GET /restaurant/inventory/conversions': async (c) => ({
    conversions: shapes<ConversionShape>(await all<Row>(c.db, readConversions(c.restaurant.id))),
  }),
  'POST /restaurant/inventory/conversions': async (c, { body }) => {
    const { restaurantId } = c.where
    return change(c, [readMaterial(restaurantId, body.fromMaterial), readMaterial(restaurantId, body.toMaterial)], ([from, to]) => {
      const [a, b] = [one(from).material, one(to).material]
      if (a.id === b.id)
        throw invalid('A material can’t be converted into itself.', [{ path: 'toMaterial', message: 'Choose another material.' }])
      const row = {
        id: randomId(),
        restaurantId,
        name: body.name,
        fromMaterial: a.id,
        fromQuantity: toThousandths(body.fromQuantity),
        toMaterial: b.id,
        toQuantity: toThousandths(body.toQuantity),
        createdAt: c.at,
      }
      const of = ({ id, name, unit }: Material) => ({ _id: id, name, unit })
      return {
        statements: [
          insert(conversions, row),
          sql`INSERT INTO guard (status) SELECT NULL WHERE EXISTS (SELECT 1 FROM raw_materials WHERE id IN (${a.id}, ${b.id}) AND deleted_at IS NOT NULL)`,
        ],
        status: 201,
        body: {
          conversion: {
            conversionId: row.id,
            _id: row.id,
            name: row.name,
            fromMaterial: of(a),
            fromQuantity: fromThousandths(row.fromQuantity),
            toMaterial: of(b),
            toQuantity: fromThousandths(row.toQuantity),
          },
        },
      }
    })
  },
  'DELETE /restaurant/inventory/conversions': async (c, { body }) => {
    const { restaurantId } = c.where
    return change(c, [readConversions(restaurantId, sql`v.id = ${body.conversionId}`)], ([rows]) => {
      if (!rows?.[0]) throw notFound('Conversion not found')
      return {
        statements: [sql`DELETE FROM conversions WHERE id = ${body.conversionId} AND restaurant_id = ${restaurantId}`],
        status: 200,
        body: { message: `${String(rows[0].name)} was deleted.` },
      }
    })
  },
  'POST /restaurant/inventory/conversions/execute': async (c, { body }) => {
    const { restaurantId } = c.where
    const source = sql`SELECT from_material FROM conversions WHERE id = ${body.conversionId} AND restaurant_id = ${restaurantId}`
    return change(
      c,
      [
        readConversions(restaurantId, sql`v.id = ${body.conversionId}`),
        sql`SELECT * FROM raw_materials WHERE restaurant_id = ${restaurantId} AND id = (${source})`,
      ],
      ([rows, froms]) => {
        if (!rows?.[0] || !froms?.[0]) throw notFound('Conversion not found')
        const conversion = decode(conversions, rows[0])
        const { from, to } = converted(conversion, body.customQuantity)
        mustHave(decode(rawMaterials, froms[0]), from)
        const [key, lotId] = [randomId(), randomId()]
        const move = { key, kind: 'conversion' as const, reason: conversion.name }
        return {
          statements: [
            mustStillHave(c, conversion.fromMaterial, from),
            ...book(c, [
              { ...move, rawMaterialId: conversion.fromMaterial, delta: -from },
              { ...move, rawMaterialId: conversion.toMaterial, delta: to, lotId },
            ]),
            ...takeFromLots(c, [key]),
            ...newLot(c, { id: lotId, rawMaterialId: conversion.toMaterial, quantity: to }),
            ...carry(c, [key]),
          ],
          tells: true,
          status: 200,
          body: { conversion: shapes<ConversionShape>(rows)[0], from: null, to: null },
          fill: { '$.from': materialNow(restaurantId, conversion.fromMaterial), '$.to': materialNow(restaurantId, conversion.toMaterial) },
        }
      },
    )
  },

  'GET /restaurant/inventory/raw-materials/categories': async (c) => ({
    categories: categoriesOf(await all<Row>(c.db, readCategories(c.restaurant.id))),
  }),
  'POST /restaurant/inventory/raw-materials/categories': async (c, { body }) => {
    const { restaurantId } = c.where
    return change(c, [readCategories(restaurantId)], ([rows]) => {
      const known = categoriesOf(rows)
      if (known.some((k) => same(k.category, body.category))) throw duplicate(body.category)
      const id = randomId()
      return {
        statements: [
          addCategory(restaurantId, { id, parentId: null, name: body.category, position: known.length }),
          mustHaveChanged('version'),
        ],
        status: 201,
        body: { category: { _id: id, category: body.category, subcategories: [] } },
      }
    })
  },
  'PUT /restaurant/inventory/raw-materials/categories': async (c, { body }) => {
    const { restaurantId } = c.where
    return change(c, [readCategories(restaurantId)], ([rows]) => {
      const known = categoriesOf(rows)
      const named = body.categories.map((n, position) => ({ ...n, position, before: known.find((k) => k._id === n._id) }))
      if (named.some((n) => !n.before)) throw notFound('Category not found')
      const others = known.filter((k) => !named.some((n) => n._id === k._id))
      const names = [...named, ...others].map((n) => n.category.toLowerCase())
      const twice = named.find((n) => names.filter((x) => x === n.category.toLowerCase()).length > 1)
      if (twice) throw duplicate(twice.category)
      const renamed = named.filter((n) => n.before?.category !== n.category)
      const after = [...named, ...others].map((n) => ({ ...known.find((k) => k._id === n._id)!, category: n.category }))
      const list = JSON.stringify([...named, ...others].map((n, position) => [n._id, n.category, position]))
      return {
        statements: [
          sql`UPDATE material_categories SET name = json_extract(e.value, '$[1]'), position = json_extract(e.value, '$[2]') FROM json_each(${list}) e
              WHERE material_categories.id = json_extract(e.value, '$[0]') AND material_categories.restaurant_id = ${restaurantId}`,
          // Materials carry the name, in whatever case; two may swap theirs, so all change at once.
          sql`UPDATE raw_materials SET category = json_extract(e.value, '$[1]') FROM json_each(${JSON.stringify(renamed.map((n) => [n.before?.category, n.category]))}) e
              WHERE raw_materials.restaurant_id = ${restaurantId} AND lower(raw_materials.category) = lower(json_extract(e.value, '$[0]'))`,
        ],
        status: 200,
        body: { categories: after },
      }
    })
  },
  'DELETE /restaurant/inventory/raw-materials/categories/:id': async (c, { params }) => {
    const { restaurantId } = c.where
    return change(c, [readCategories(restaurantId)], ([rows]) => {
      const category = categoriesOf(rows).find((k) => k._id === params.id)
      if (!category) throw notFound('Category not found')
      return {
        statements: [
          sql`DELETE FROM material_categories WHERE restaurant_id = ${restaurantId} AND (id = ${params.id} OR parent_id = ${params.id})`,
          sql`UPDATE raw_materials SET category = '', subcategory = NULL WHERE restaurant_id = ${restaurantId} AND lower(category) = lower(${category.category})`,
        ],
        status: 200,
        body: { message: `${category.category} was deleted.` },
      }
    })
  },
  'POST /restaurant/inventory/raw-materials/categories/subcategory': async (c, { body }) => {
    const { restaurantId } = c.where
    return change(c, [readCategories(restaurantId)], ([rows]) => {
      const category = categoriesOf(rows).find((k) => k._id === body.parent_category_id)
      if (!category) throw notFound('Category not found')
      if (category.subcategories.some((s) => same(s.subcategory, body.subcategory))) throw duplicate(body.subcategory)
      const id = randomId()
      return {
        statements: [
          addCategory(restaurantId, { id, parentId: category._id, name: body.subcategory, position: category.subcategories.length }),
          mustHaveChanged('version'),
        ],
        status: 201,
        body: { category: { ...category, subcategories: [...category.subcategories, { _id: id, subcategory: body.subcategory }] } },
      }
    })
  },
  'DELETE /restaurant/inventory/raw-materials/categories/:id/subcategory/:subId': async (c, { params }) => {
    const { restaurantId } = c.where
    return change(c, [readCategories(restaurantId)], ([rows]) => {
      const category = categoriesOf(rows).find((k) => k._id === params.id)
      const sub = category?.subcategories.find((s) => s._id === params.subId)
      if (!category || !sub) throw notFound('Subcategory not found')
      return {
        statements: [
          sql`DELETE FROM material_categories WHERE restaurant_id = ${restaurantId} AND id = ${sub._id}`,
          sql`UPDATE raw_materials SET subcategory = NULL WHERE restaurant_id = ${restaurantId} AND lower(category) = lower(${category.category}) AND lower(subcategory) = lower(${sub.subcategory})`,
        ],
        status: 200,
        body: {
          message: `${sub.subcategory} was deleted.`,
          category: { ...category, subcategories: category.subcategories.filter((s) => s !== sub) },
        },
      }
    })
  },
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Adds a category, or a subcategory while its parent is there; a name that was added meanwhile fails the batch. */
const addCategory = (restaurantId: string, row: { id: string; parentId: string | null; name: string; position: number }): SQL =>
  sql`INSERT INTO material_categories (id, restaurant_id, parent_id, name, position)
      SELECT ${row.id}, ${restaurantId}, ${row.parentId}, ${row.name}, ${row.position}
      WHERE (${row.parentId} IS NULL OR EXISTS (SELECT 1 FROM material_categories WHERE id = ${row.parentId} AND restaurant_id = ${restaurantId}))
        AND NOT EXISTS (SELECT 1 FROM material_categories WHERE restaurant_id = ${restaurantId} AND parent_id IS ${row.parentId} AND lower(name) = lower(${row.name}))`
