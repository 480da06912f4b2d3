import { type SQL, sql } from '../db/sql.ts'
import { conflict } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import type { Line, Order } from '#domain/order.ts'
import type { PurchaseLine } from '#domain/purchase.ts'
import { cancelledPortions, type RecipeOf, saleMoves, type Thousandths, unitFactor } from '#domain/stock.ts'
import type { Context } from '../http/context.ts'
import { stockMoves } from '../db/outlets.ts'
import { insertMany, mustHaveChanged } from '../db/rows.ts'
import { counterValue } from '../realtime/events.ts'
import { type Material, materialJson } from './store.ts'

/**
 * The only place that changes stock; the model is explained in domain/stock.ts. A command adds moves to the ledger (`book`), applies them to the
 * lots (`takeFromLots`, `newLot`) and then to the materials (`carry`), all in its own batch. The SQL reads the lots and the stock as they are at
 * the commit, so two commands never wait for each other and never take the same kilogram.
 */

export type Move = {
  /** Applied once: the key is unique for each material. */
  key: string
  rawMaterialId: string
  kind: 'purchase' | 'sale' | 'correction' | 'conversion'
  delta: Thousandths
  portions?: number
  reason?: string
  unitCost?: number | null
  orderId?: string | null
  /** The lot that it creates or counts. */
  lotId?: string
}

/** Rows of the ledger. */
export const book = (c: Context, moves: readonly Move[]): SQL[] => {
  if (moves.length === 0) return []
  const {
    at,
    today: businessDate,
    where: { restaurantId },
    by,
  } = c
  return [
    insertMany(
      stockMoves,
      moves.map((m) => ({
        restaurantId,
        key: m.key,
        rawMaterialId: m.rawMaterialId,
        kind: m.kind,
        delta: m.delta,
        portions: m.portions ?? 0,
        reason: m.reason ?? '',
        unitCost: m.unitCost ?? null,
        orderId: m.orderId ?? null,
        lots: m.lotId === undefined ? [] : [[m.lotId, m.delta] satisfies [string, Thousandths]],
        by,
        businessDate,
        at,
      })),
    ),
  ]
}

/** The sum of the moves with these keys, by material. CROSS JOIN makes SQLite start from the few keys instead of reading the restaurant's whole ledger. */
export const movedBy = (c: Context, keys: readonly string[]): SQL =>
  sql`(SELECT x.raw_material_id AS material, sum(x.delta) AS delta FROM json_each(${JSON.stringify([...new Set(keys)])}) k
       CROSS JOIN stock_moves x ON x.restaurant_id = ${c.where.restaurantId} AND x.key = k.value GROUP BY x.raw_material_id)`

/** The same for moves that the caller has, without a look into the ledger. */
const sumsOf = (moves: readonly Move[]): SQL => {
  const sum: Record<string, Thousandths> = {}
  for (const { rawMaterialId, delta } of moves) sum[rawMaterialId] = (sum[rawMaterialId] ?? 0) + delta
  return sql`(SELECT key AS material, value AS delta FROM json_each(${JSON.stringify(sum)}))`
}

/** The order in which a material's lots `s` are used up. */
const IN_TURN = sql`ORDER BY s.expiry_date IS NULL, s.expiry_date, s.created_at, s.id`

/** For the materials that are taken from: their lots that are not empty, in the order of use, each with the sum of all lots up to it. `moved`: sums by material. */
const lotsInTurn = (c: Context, moved: SQL): SQL =>
  sql`(SELECT s.id, moved.material, moved.delta, s.quantity, sum(s.quantity) OVER (PARTITION BY s.raw_material_id ${IN_TURN}) AS upto
       FROM ${moved} moved CROSS JOIN stocks s INDEXED BY stocks_left ON s.restaurant_id = ${c.where.restaurantId} AND s.raw_material_id = moved.material AND s.quantity > 0 AND s.deleted_at IS NULL
       WHERE moved.delta < 0)`

/** Takes the booked quantity from the lots (`moved`: `movedBy`), the one that expires first before the others. What exceeds all lots makes `currentStock` negative. */
export const takeFromLots = (c: Context, moved: SQL): SQL[] => [
  sql`UPDATE stocks SET quantity = max(0, drawn.upto + drawn.delta) FROM ${lotsInTurn(c, moved)} drawn
      WHERE stocks.id = drawn.id AND drawn.upto - drawn.quantity + drawn.delta < 0`,
]

/**
 * What a unit of a lot costs, in whole paise, that is made of what is taken from other lots (`moved`: `movedBy`): their prices, or the usual one of a material
 * whose lot has none. Rounded to 0 it is known all the same; NULL if nothing is known. Must run before `takeFromLots`. `made`: how much is made.
 */
export const costOfMade = (c: Context, moved: SQL, made: Thousandths): SQL =>
  sql`(SELECT CAST(round(nullif(sum((min(drawn.upto, -drawn.delta) - drawn.upto + drawn.quantity) * coalesce(s.unit_cost, m.cost_per_unit)), 0) * 1.0 / ${made}) AS INTEGER)
       FROM ${lotsInTurn(c, moved)} drawn JOIN stocks s ON s.id = drawn.id JOIN raw_materials m ON m.id = drawn.material
       WHERE drawn.upto - drawn.quantity + drawn.delta < 0)`

/** The rows of a sale, each with what it takes from which lot, so that a cancellation can put it back there. Must run before `takeFromLots`. */
const bookSale = (c: Context, orderId: string, moves: readonly Move[]): SQL => {
  const {
    at,
    today: businessDate,
    where: { restaurantId },
    by,
  } = c
  // Lines take from a material in the order of their keys: each move has the running total up to and including its own quantity.
  const before: Record<string, Thousandths> = {}
  const taken = moves
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, rawMaterialId, delta, portions }) => {
      const upto = (before[rawMaterialId] = (before[rawMaterialId] ?? 0) - delta)
      return [key, rawMaterialId, delta, portions, upto + delta, upto]
    })
  const [material, start, end] = [sql.raw('t.value ->> 1'), sql.raw('t.value ->> 4'), sql.raw('t.value ->> 5')]
  return sql`INSERT INTO stock_moves (restaurant_id, key, raw_material_id, kind, delta, portions, reason, order_id, lots, "by", business_date, at)
      SELECT ${restaurantId}, t.value ->> 0, ${material}, 'sale', t.value ->> 2, t.value ->> 3, '', ${orderId},
        (SELECT json_group_array(json_array(lot.id, min(lot.upto, ${end}) - max(lot.upto - lot.quantity, ${start})) ORDER BY lot.upto)
         FROM (SELECT s.id, s.quantity, sum(s.quantity) OVER (${IN_TURN}) AS upto FROM stocks s INDEXED BY stocks_left
               WHERE s.restaurant_id = ${restaurantId} AND s.raw_material_id = ${material} AND s.quantity > 0 AND s.deleted_at IS NULL) lot
         WHERE lot.upto > ${start} AND lot.upto - lot.quantity < ${end}),
        ${by}, ${businessDate}, ${at} FROM json_each(${JSON.stringify(taken)}) t`
}

/** The part of a `quantity` that goes into the lots: a shortage of the material `m` is covered first. */
const leftOf = (quantity: SQL): SQL => sql`max(0, min(${quantity}, m.current_stock + ${quantity}))`

/**
 * Returns stock of cancelled lines (`back`: each with the key of its sale) to the lots that the sale took it from, the last one first, because what was cooked
 * is assumed to have been taken first. A shortage of the material is covered before that. Stock without a lot to return to goes to the lot in use, else to the
 * newest lot, else to a new one (docs/decisions/015-lots-and-countdowns.md).
 */
const giveBackToLots = (c: Context, back: readonly { key: string; sale: string }[]): SQL[] => {
  if (back.length === 0) return []
  const { restaurantId } = c.where
  const draw = sql`json_extract(d.value, '$[1]')`
  const placed = sql`
    given AS MATERIALIZED (
      SELECT x.rowid AS sale, x.raw_material_id AS material, x.lots, sum(b.delta) AS amount
      FROM json_each(${JSON.stringify(Object.fromEntries(back.map((b) => [b.key, b.sale])))}) k
      CROSS JOIN stock_moves x ON x.restaurant_id = ${restaurantId} AND x.key = k.value
      CROSS JOIN stock_moves b ON b.restaurant_id = ${restaurantId} AND b.key = k.key AND b.raw_material_id = x.raw_material_id GROUP BY x.rowid),
    reaching AS MATERIALIZED (
      SELECT moved.material, ${leftOf(sql`moved.amount`)} AS amount FROM (SELECT material, sum(amount) AS amount FROM given GROUP BY material) moved
      CROSS JOIN raw_materials m ON m.id = moved.material AND m.restaurant_id = ${restaurantId}),
    drawn AS MATERIALIZED (
      SELECT given.sale, given.material, given.amount, d.key AS turn, s.id AS lot, ${draw} AS quantity, sum(${draw}) OVER (PARTITION BY given.sale ORDER BY d.key DESC) AS upto
      FROM given CROSS JOIN json_each(given.lots) d CROSS JOIN stocks s ON s.id = json_extract(d.value, '$[0]') AND s.restaurant_id = ${restaurantId} AND s.deleted_at IS NULL),
    asked AS MATERIALIZED (
      SELECT sale, material, turn, lot, least AS quantity, sum(least) OVER (PARTITION BY material ORDER BY sale, turn DESC) AS upto
      FROM (SELECT *, min(upto, amount) - min(upto - quantity, amount) AS least FROM drawn)),
    placed AS MATERIALIZED (
      SELECT asked.sale, asked.material, asked.turn, asked.lot, min(asked.upto, reaching.amount) - min(asked.upto - asked.quantity, reaching.amount) AS quantity
      FROM asked CROSS JOIN reaching ON reaching.material = asked.material),
    resting AS MATERIALIZED (
      SELECT reaching.material, reaching.amount - coalesce((SELECT sum(quantity) FROM placed WHERE placed.material = reaching.material), 0) AS quantity FROM reaching)`
  const lots = sql`FROM stocks s WHERE s.restaurant_id = ${restaurantId} AND s.raw_material_id = resting.material AND s.deleted_at IS NULL`
  return [
    sql`WITH ${placed} INSERT INTO stocks (id, restaurant_id, raw_material_id, quantity, created_at)
        SELECT ${randomId()} || '-' || row_number() OVER (), ${restaurantId}, resting.material, 0, ${c.at} FROM resting WHERE resting.quantity > 0 AND NOT EXISTS (SELECT 1 ${lots})`,
    sql`WITH ${placed} UPDATE stocks SET quantity = stocks.quantity + filled.quantity FROM (
          SELECT lot, sum(quantity) AS quantity FROM (
            SELECT lot, quantity FROM placed
            UNION ALL SELECT coalesce(
                (SELECT s.id FROM stocks s INDEXED BY stocks_left WHERE s.restaurant_id = ${restaurantId} AND s.raw_material_id = resting.material AND s.quantity > 0 AND s.deleted_at IS NULL
                 ${IN_TURN} LIMIT 1),
                (SELECT s.id ${lots} ORDER BY s.created_at DESC, s.id DESC LIMIT 1)), resting.quantity FROM resting WHERE resting.quantity > 0) GROUP BY lot) filled
        WHERE stocks.id = filled.lot`,
    sql`WITH ${placed} UPDATE stock_moves SET lots = taken.lots FROM (
          SELECT given.sale, json_group_array(json_array(json_extract(d.value, '$[0]'), ${draw} - coalesce(placed.quantity, 0)) ORDER BY d.key) FILTER (WHERE ${draw} > coalesce(placed.quantity, 0)) AS lots
          FROM given CROSS JOIN json_each(given.lots) d LEFT JOIN placed ON placed.sale = given.sale AND placed.turn = d.key GROUP BY given.sale) taken
        WHERE stock_moves.rowid = taken.sale`,
  ]
}

export type NewLot = {
  id: string
  rawMaterialId: string
  quantity: Thousandths
  /** In paise. */
  unitCost?: number | SQL | null
  expiryDate?: string | null
  receiptImage?: string | null
}

/**
 * Makes the lots of a purchase, with one receipt for all; `unitCost` is for those that have none. Must run before `carry`, because it reads the shortage before the purchase: of
 * several lines of one material the first cover it. The batch fails if a material was deleted meanwhile, or is counted in another `unit` than the line's.
 */
export const newLots = (
  c: Context,
  lines: readonly (Omit<PurchaseLine, 'amount'> & { unit?: string })[],
  receiptImage: string | null,
  unitCost: number | SQL | null = null,
): SQL[] => {
  const upto: Record<string, Thousandths> = {}
  const lots = lines.map((line) => [
    line.lot,
    line.rawMaterialId,
    line.quantity,
    (upto[line.rawMaterialId] = (upto[line.rawMaterialId] ?? 0) + line.quantity),
    line.unitCost,
    line.expiryDate,
    line.unit,
  ])
  return [
    sql`INSERT INTO stocks (id, restaurant_id, raw_material_id, quantity, unit_cost, expiry_date, receipt_image, created_at)
        SELECT e.value ->> 0, m.restaurant_id, m.id, max(0, min(e.value ->> 2, m.current_stock + (e.value ->> 3))), coalesce(e.value ->> 4, ${unitCost}), e.value ->> 5, ${receiptImage}, ${c.at}
        FROM json_each(${JSON.stringify(lots)}) e CROSS JOIN raw_materials m ON m.id = e.value ->> 1 AND m.restaurant_id = ${c.where.restaurantId} AND m.deleted_at IS NULL
          AND m.unit = coalesce(e.value ->> 6, m.unit)`,
    mustHaveChanged('version', lots.length),
  ]
}

/** Makes one lot. */
export const newLot = (c: Context, { id: lot, unitCost, receiptImage = null, expiryDate = null, ...line }: NewLot): SQL[] =>
  newLots(c, [{ ...line, lot, expiryDate, unitCost: null }], receiptImage, unitCost)

/** A guard: at the commit this quantity must still be in stock, whatever was sold since the read. Must run before `book`. */
export const mustStillHave = (c: Context, rawMaterialId: string, need: Thousandths): SQL =>
  sql`INSERT INTO guard (available) SELECT NULL WHERE NOT EXISTS
      (SELECT 1 FROM raw_materials WHERE id = ${rawMaterialId} AND restaurant_id = ${c.where.restaurantId} AND deleted_at IS NULL AND current_stock >= ${need})`

/** A guard: at the commit this must be the stock, because a count is booked as the difference to it. Must run before `book`. */
export const mustStillBe = (c: Context, rawMaterialId: string, stock: Thousandths): SQL =>
  sql`INSERT INTO guard (version) SELECT NULL WHERE NOT EXISTS
      (SELECT 1 FROM raw_materials WHERE id = ${rawMaterialId} AND restaurant_id = ${c.where.restaurantId} AND deleted_at IS NULL AND current_stock = ${stock})`

/**
 * A quantity was typed in the unit that the caller was shown, which may change until something is counted in it. Throws 409 `unit_changed` for another unit than the
 * material has, with `details`. The guard: it still has this unit at the commit.
 */
export function mustBeUnit(
  c: Context,
  shown: string | undefined,
  { id, name, unit, json }: Material,
  details: Record<string, unknown> = {},
): SQL[] {
  if (shown === undefined) return []
  if (unitFactor(shown, unit) !== 1)
    throw conflict('unit_changed', `${name} is counted in ${unit} now. Look at the quantity and save it again.`, {
      ...details,
      rawMaterial: json,
    })
  return [
    sql`INSERT INTO guard (version) SELECT NULL
        WHERE NOT EXISTS (SELECT 1 FROM raw_materials WHERE id = ${id} AND restaurant_id = ${c.where.restaurantId} AND unit = ${unit})`,
  ]
}

/** Adds the moves (`moved`: `movedBy`) to `currentStock` (+: found by their ids, not among all materials of the restaurant), and sends `stockLow` for each material that thereby falls to its minimum, or to zero. */
export const carry = (c: Context, moved: SQL): SQL[] => {
  const { restaurantId } = c.where
  return [
    sql`UPDATE raw_materials SET current_stock = current_stock + moved.delta FROM ${moved} moved WHERE raw_materials.id = moved.material AND +raw_materials.restaurant_id = ${restaurantId}`,
    sql`INSERT INTO events (restaurant_id, seq, event, table_id, data, at)
        SELECT ${restaurantId}, coalesce(${counterValue(restaurantId, 'seq')}, 0) + row_number() OVER (ORDER BY m.id), 'stockLow', NULL, json_object('material', ${materialJson()}, 'rawMaterialId', m.id), ${c.at}
        FROM ${moved} moved CROSS JOIN raw_materials m ON m.id = moved.material AND m.restaurant_id = ${restaurantId}
        WHERE moved.delta < 0 AND m.deleted_at IS NULL
          AND (m.current_stock <= m.minimum_stock AND m.current_stock - moved.delta > m.minimum_stock OR m.current_stock <= 0 AND m.current_stock - moved.delta > 0)`,
    sql`INSERT INTO counters (restaurant_id, name, value) SELECT ${restaurantId}, 'seq', changes() WHERE changes() > 0 ON CONFLICT DO UPDATE SET value = value + excluded.value`,
  ]
}

// ---------------------------------------------------------------- sales and cancellations

/** Deducts the recipes of lines that go to the kitchen now. The line's id is the key, so each line is deducted once (CONTRACT §5 "Stock"). */
export function deductSale(c: Context, orderId: string, lines: readonly Line[], of: readonly RecipeOf[]): SQL[] {
  if (!c.restaurant.kotSettings.deductStock) return []
  const moves = saleMoves(lines, of).map(({ lineId, ...move }): Move => ({ ...move, key: `sale:${lineId}`, kind: 'sale', orderId }))
  const moved = sumsOf(moves)
  return moves.length === 0 ? [] : [bookSale(c, orderId, moves), ...takeFromLots(c, moved), ...carry(c, moved)]
}

/**
 * Stock after a cancellation: what was not prepared is given back, the rest is booked as waste. The quantity is what the line took when it was
 * sold, even if its recipe has changed since. A line that took nothing gives nothing back. Waste does not change the lots.
 */
export function settleCancelled(c: Context, prev: Order, next: Order): SQL[] {
  const cancelled = cancelledPortions(prev, next)
  if (cancelled.length === 0) return []
  const { restaurantId } = c.where
  const moves = (kind: 'back' | 'waste', list: typeof cancelled, sign: SQL) =>
    list.length === 0
      ? []
      : [
          sql`INSERT INTO stock_moves (restaurant_id, key, raw_material_id, kind, delta, portions, reason, order_id, "by", business_date, at)
              SELECT s.restaurant_id, ${kind} || ':' || json_extract(p.value, '$[0]'), s.raw_material_id, ${kind}, ${sign} * s.delta / s.portions * json_extract(p.value, '$[2]'), json_extract(p.value, '$[2]'),
                     '', ${next.id}, ${c.by}, ${c.today}, ${c.at}
              FROM json_each(${JSON.stringify(list.map((l) => [l.lineId, l.soldAs, l.portions]))}) p
              CROSS JOIN stock_moves s ON s.restaurant_id = ${restaurantId} AND s.key = 'sale:' || json_extract(p.value, '$[1]') WHERE s.portions > 0`,
        ]
  const wasted = cancelled.filter((l) => l.prepared)
  const keys = [...cancelled.map((l) => `back:${l.lineId}`), ...wasted.map((l) => `waste:${l.lineId}`)]
  const back = cancelled.filter((l) => !l.prepared).map((l) => ({ key: `back:${l.lineId}`, sale: `sale:${l.soldAs}` }))
  return [
    ...moves('back', cancelled, sql`-1`),
    ...moves('waste', wasted, sql`1`),
    ...giveBackToLots(c, back),
    ...carry(c, movedBy(c, keys)),
  ]
}
