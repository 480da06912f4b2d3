import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Conversion, MaterialCategory, Movement, RawMaterial, Stock } from '#domain/api/inventory.ts'
import { fromThousandths, WASTE } from '#domain/stock.ts'
import { conversions, materialCategories, rawMaterials, stocks } from '../db/outlets.ts'
import { counted, exists, map, must, type Read, rows, only } from '../db/reads.ts'
import { column, columns, pick, type RowOf, shape } from '../db/rows.ts'

/**
 * Materials, lots, movements and conversions as JSON. The JSON is built in SQL, so that answers and events show the rows as the batch left them.
 * The first argument of every read is the restaurant.
 */
export type RawMaterialShape = z.infer<typeof RawMaterial>
export type StockShape = z.infer<typeof Stock>
export type ConversionShape = z.infer<typeof Conversion>
export type MovementShape = z.infer<typeof Movement>
export type CategoryShape = z.infer<typeof MaterialCategory>

/** The dishes whose recipes use the material `m`. */
const usedIn = sql`(SELECT json_group_array(json_object('_id', dishes.id, 'name', dishes.name)) FROM (
    SELECT DISTINCT i.id, i.name FROM recipes r JOIN menu_items i ON i.id = r.menu_item_id AND i.restaurant_id = r.restaurant_id
    WHERE r.restaurant_id = m.restaurant_id AND EXISTS (SELECT 1 FROM json_each(r.ingredients) g WHERE json_extract(g.value, '$.rawMaterialId') = m.id) ORDER BY i.name, i.id) dishes)`

/** The same for every material of a restaurant, reading its recipes only once. */
const usedInAll = (restaurantId: string) => sql`(SELECT material, json_group_array(json_object('_id', id, 'name', name)) AS dishes FROM (
    SELECT DISTINCT json_extract(g.value, '$.rawMaterialId') AS material, i.id, i.name
    FROM recipes r JOIN menu_items i ON i.id = r.menu_item_id AND i.restaurant_id = r.restaurant_id, json_each(r.ingredients) g
    WHERE r.restaurant_id = ${restaurantId} ORDER BY i.name, i.id) GROUP BY material)`

/** The material `m` as CONTRACT §4 shows it. */
export const materialJson = (dishes: SQL = usedIn): SQL =>
  sql`json_object('_id', m.id, 'name', m.name, 'unit', m.unit, 'category', m.category, 'subcategory', m.subcategory, 'minimumStock', m.minimum_stock / 1000.0,
      'currentStock', m.current_stock / 1000.0, 'costPerUnit', m.cost_per_unit / 100.0, 'usedIn', json(${dishes}))`

const stockJson = sql`json_object('_id', s.id, 'rawMaterial', json_object('_id', m.id, 'name', m.name, 'unit', m.unit), 'stockQuantity', s.quantity / 1000.0,
    'unitCost', s.unit_cost / 100.0, 'expiryDate', s.expiry_date, 'receiptImage', s.receipt_image, 'createdAt', s.created_at)`

const conversionJson = sql`json_object('conversionId', v.id, '_id', v.id, 'name', v.name, 'fromMaterial', json_object('_id', f.id, 'name', f.name, 'unit', f.unit), 'fromQuantity', v.from_quantity / 1000.0,
    'toMaterial', json_object('_id', t.id, 'name', t.name, 'unit', t.unit), 'toQuantity', v.to_quantity / 1000.0)`

const readJson = <T>(statement: SQL): Read<T[]> =>
  map(rows(columns({ json: column.json<T>('json') }), statement), (list) => list.map((row) => row.json))

// ---------------------------------------------------------------- materials

const LIVE = (restaurantId: string) => sql`m.restaurant_id = ${restaurantId} AND m.deleted_at IS NULL`

const selectMaterials = (restaurantId: string, where: SQL = sql`true`, order: SQL = sql`ORDER BY m.name COLLATE NOCASE, m.id`): SQL =>
  sql`SELECT ${materialJson(sql`coalesce(uses.dishes, '[]')`)} AS json FROM raw_materials m LEFT JOIN ${usedInAll(restaurantId)} uses ON uses.material = m.id WHERE ${LIVE(restaurantId)} AND ${where} ${order}`

/** Materials that fit a condition over `m`. */
export const readMaterials = (restaurantId: string, where?: SQL, order?: SQL): Read<RawMaterialShape[]> =>
  readJson(selectMaterials(restaurantId, where, order))

const MATERIAL = shape(rawMaterials, { json: column.json<RawMaterialShape>('json') })
export type Material = RowOf<typeof MATERIAL>

/** A material as a row and, in `json`, as CONTRACT §4 shows it. Throws 404. */
export const readMaterial = (restaurantId: string, id: string): Read<Material> =>
  must(
    rows(MATERIAL, sql`SELECT m.*, ${materialJson()} AS json FROM raw_materials m WHERE ${LIVE(restaurantId)} AND m.id = ${id}`),
    'Raw material not found',
  )

/** The same for many; those that the restaurant doesn't have are left out. */
export const readMaterialsById = (restaurantId: string, ids: readonly string[]): Read<Material[]> =>
  rows(
    MATERIAL,
    sql`SELECT m.*, ${materialJson(sql`coalesce(uses.dishes, '[]')`)} AS json FROM (SELECT DISTINCT value FROM json_each(${JSON.stringify(ids)})) e
        CROSS JOIN raw_materials m ON m.id = e.value LEFT JOIN ${usedInAll(restaurantId)} uses ON uses.material = m.id WHERE ${LIVE(restaurantId)}`,
  )

export const countMaterials = (restaurantId: string, where: SQL): Read<number> =>
  counted(sql`SELECT count(*) AS n FROM raw_materials m WHERE ${LIVE(restaurantId)} AND ${where}`)

/** For `fill`: a material as it is at the end of the batch. */
export const materialNow = (restaurantId: string, id: string): SQL =>
  sql`json((SELECT ${materialJson()} FROM raw_materials m WHERE m.restaurant_id = ${restaurantId} AND m.id = ${id}))`
/** The same for many, ordered by name. */
export const materialsNow = (restaurantId: string, ids: readonly string[]): SQL =>
  sql`json((SELECT json_group_array(json(json)) FROM (${selectMaterials(restaurantId, sql`m.id IN (SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])}))`)})))`
export const stockNow = (restaurantId: string, id: string): SQL =>
  sql`json((SELECT ${stockJson} FROM stocks s JOIN raw_materials m ON m.id = s.raw_material_id WHERE s.restaurant_id = ${restaurantId} AND s.id = ${id}))`

// ---------------------------------------------------------------- lots

/** The lots that are not empty, by the index that holds only these. */
const LOTS = (restaurantId: string, where: SQL) =>
  sql`FROM stocks s INDEXED BY stocks_left JOIN raw_materials m ON m.id = s.raw_material_id AND m.restaurant_id = s.restaurant_id
      WHERE s.restaurant_id = ${restaurantId} AND s.quantity > 0 AND s.deleted_at IS NULL AND m.deleted_at IS NULL AND ${where}`

export const SOONEST = sql`ORDER BY s.expiry_date IS NULL, s.expiry_date, s.created_at, s.id`

/** The lots that are not empty and fit a condition over `s` and `m`. */
export const readLots = (restaurantId: string, where: SQL = sql`true`, order: SQL = SOONEST): Read<StockShape[]> =>
  readJson(sql`SELECT ${stockJson} AS json ${LOTS(restaurantId, where)} ${order}`)

const LOT = shape(pick(stocks, 'id', 'rawMaterialId', 'quantity'), {
  currentStock: column.number('current_stock'),
  json: column.json<StockShape>('json'),
})
export type CountedLot = RowOf<typeof LOT>

/** Lots by their ids, empty ones too, with what a count needs to know. */
export const readLotsById = (restaurantId: string, ids: readonly string[]): Read<CountedLot[]> =>
  rows(
    LOT,
    sql`SELECT s.id, s.raw_material_id, s.quantity, m.current_stock, ${stockJson} AS json FROM json_each(${JSON.stringify(ids)}) e CROSS JOIN stocks s ON s.id = e.value
      CROSS JOIN raw_materials m ON m.id = s.raw_material_id AND m.restaurant_id = s.restaurant_id WHERE s.restaurant_id = ${restaurantId} AND s.deleted_at IS NULL AND m.deleted_at IS NULL`,
  )

export const countLots = (restaurantId: string, where: SQL): Read<number> => counted(sql`SELECT count(*) AS n ${LOTS(restaurantId, where)}`)

// ---------------------------------------------------------------- the ledger

/** A move's key as an `_id` (CONTRACT §1: URL-safe), and back. */
const moveId = sql`replace(x.key, ':', '-')`
const keyOf = (id: string) => id.replace(/^(sale|back|waste)-/, '$1:')

/** Whether a material has such a movement. */
export const hasMove = (restaurantId: string, materialId: string, id: string): Read<boolean> =>
  exists(
    sql`SELECT 1 FROM stock_moves x WHERE x.restaurant_id = ${restaurantId} AND x.raw_material_id = ${materialId} AND x.key = ${keyOf(id)}`,
  )

/** A material's movements, the newest first, or those before one of them. Reads along an index, so a long ledger costs no more. */
export function readMoves(restaurantId: string, materialId: string, limit: number, before?: string): Read<MovementShape[]> {
  const older =
    before === undefined
      ? sql`true`
      : sql`(x.at, x.key) < (SELECT b.at, b.key FROM stock_moves b WHERE b.restaurant_id = ${restaurantId} AND b.key = ${keyOf(before)} AND b.raw_material_id = ${materialId})`
  return readJson(sql`SELECT json_object('_id', ${moveId}, 'kind', x.kind, 'quantity', x.delta / 1000.0, 'unitCost', x.unit_cost / 100.0, 'reason', x.reason,
        'orderId', x.order_id, 'kotId', l.kot_id, 'itemName', l.item_name,
        'stock', CASE WHEN s.id IS NOT NULL THEN json_object('_id', s.id, 'expiryDate', s.expiry_date, 'receiptImage', s.receipt_image) END, 'by', x."by", 'at', x.at) AS json
      FROM stock_moves x
      LEFT JOIN stocks s ON x.kind <> 'sale' AND s.id = json_extract(x.lots, '$[0][0]') AND s.restaurant_id = x.restaurant_id
      LEFT JOIN lines l ON x.order_id IS NOT NULL AND l.line_id = substr(x.key, instr(x.key, ':') + 1) AND l.restaurant_id = x.restaurant_id
      WHERE x.restaurant_id = ${restaurantId} AND x.raw_material_id = ${materialId} AND ${older} ORDER BY x.at DESC, x.key DESC LIMIT ${limit}`)
}

/**
 * What of a material was sold, wasted or converted in the 14 days before `at` (UTC), in its unit, and since when: 14 days ago, or its first movement if it is newer; null without a
 * movement in these days. Waste counts, because of a dish that is cancelled after it was prepared the sale is taken back and booked as waste; staff book it as a correction, by its reason.
 */
export function readUsed(restaurantId: string, materialId: string, at: string): Read<{ quantity: number; since: string } | null> {
  const since = new Date(Date.parse(at) - 14 * 86_400_000).toISOString()
  const moves = sql`FROM stock_moves WHERE restaurant_id = ${restaurantId} AND raw_material_id = ${materialId} AND at`
  return only(
    readJson(sql`SELECT json_object('quantity', total(CASE WHEN kind IN ('sale', 'back', 'waste') OR delta < 0 AND (kind = 'conversion' OR reason LIKE ${WASTE + '%'}) THEN -delta ELSE 0 END) / 1000.0,
        'since', CASE WHEN EXISTS (SELECT 1 ${moves} < ${since}) THEN ${since} ELSE min(at) END) AS json ${moves} >= ${since} HAVING count(*) > 0`),
  )
}

// ---------------------------------------------------------------- conversions and categories

const CONVERSION = shape(conversions, { json: column.json<ConversionShape>('json') })

/** Conversions between materials that are not deleted, as rows and, in `json`, as CONTRACT §4 shows them. */
export const readConversions = (restaurantId: string, where: SQL = sql`true`): Read<RowOf<typeof CONVERSION>[]> =>
  rows(
    CONVERSION,
    sql`SELECT v.*, ${conversionJson} AS json FROM conversions v
      JOIN raw_materials f ON f.id = v.from_material AND f.restaurant_id = v.restaurant_id AND f.deleted_at IS NULL
      JOIN raw_materials t ON t.id = v.to_material AND t.restaurant_id = v.restaurant_id AND t.deleted_at IS NULL
      WHERE v.restaurant_id = ${restaurantId} AND ${where} ORDER BY v.created_at, v.id`,
  )

export const readCategories = (restaurantId: string): Read<CategoryShape[]> =>
  map(
    rows(
      materialCategories,
      sql`SELECT * FROM material_categories WHERE restaurant_id = ${restaurantId} ORDER BY position, name COLLATE NOCASE, id`,
    ),
    (list) =>
      list
        .filter((k) => k.parentId === null)
        .map((k) => ({
          _id: k.id,
          category: k.name,
          subcategories: list.filter((s) => s.parentId === k.id).map((s) => ({ _id: s.id, subcategory: s.name })),
        })),
  )

/** Low stock for the dashboard (CONTRACT §4): materials that are used up come before those that are low. */
export const readLowStock = (restaurantId: string) =>
  map(
    rows(
      pick(rawMaterials, 'id', 'name', 'unit', 'currentStock', 'minimumStock'),
      sql`SELECT id, name, unit, current_stock, minimum_stock FROM raw_materials
          WHERE restaurant_id = ${restaurantId} AND current_stock <= minimum_stock AND deleted_at IS NULL ORDER BY current_stock > 0, name COLLATE NOCASE LIMIT 50`,
    ),
    (list) =>
      list.map((m) => ({
        _id: m.id,
        name: m.name,
        currentStock: fromThousandths(m.currentStock),
        minimumStock: fromThousandths(m.minimumStock),
        unit: m.unit,
      })),
  )
