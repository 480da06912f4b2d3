import { sql, type SQL } from '../db/sql.ts'
import type { stocks as contract } from '#domain/api/inventory.ts'
import { conflict } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import { countMoves, fromThousandths, isFineEnough, type Lot, type Thousandths, toThousandths } from '#domain/stock.ts'
import { capitalised } from '#domain/text.ts'
import { command } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { stocks } from '../db/outlets.ts'
import { must, read, readOne } from '../db/reads.ts'
import { mustHaveChanged, update } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { pageOf, paged } from '../http/paging.ts'
import { book, carry, movedBy, mustBeUnit, newLot } from './ledger.ts'
import { contains, sorted } from './sorting.ts'
import { type CountedLot, countLots, materialNow, materialsNow, readLots, readLotsById, readMaterial, SOONEST, stockNow } from './store.ts'

const KEYS = {
  rawMaterial: sql`m.name COLLATE NOCASE`,
  stockQuantity: sql`s.quantity`,
  unitCost: sql`s.unit_cost`,
  expiryDate: sql`s.expiry_date`,
  createdAt: sql`s.created_at`,
}

const lotById = (restaurantId: string, id: string) => must(readLotsById(restaurantId, [id]), 'Stock not found')
const living = (restaurantId: string, id: string): SQL => sql`id = ${id} AND restaurant_id = ${restaurantId} AND deleted_at IS NULL`

/** A guard: lots and shortage must be as they were read, because a count replaces them. */
export const asCounted = (c: Context, lots: readonly Lot[], missing: ReadonlyMap<string, Thousandths>): SQL[] => [
  sql`INSERT INTO guard (version) SELECT NULL WHERE EXISTS (
        SELECT 1 FROM json_each(${JSON.stringify(lots.map((l) => [l.id, l.quantity]))}) e
        LEFT JOIN stocks s ON s.id = json_extract(e.value, '$[0]') AND s.restaurant_id = ${c.where.restaurantId} AND s.deleted_at IS NULL
        WHERE s.quantity IS NOT json_extract(e.value, '$[1]'))
      OR EXISTS (
        SELECT 1 FROM json_each(${JSON.stringify([...missing])}) e JOIN raw_materials m ON m.id = json_extract(e.value, '$[0]') AND m.restaurant_id = ${c.where.restaurantId}
        WHERE min(0, m.current_stock) <> min(0, json_extract(e.value, '$[1]')))`,
]

const booksHave = (lot: CountedLot) =>
  `the books have ${fromThousandths(lot.quantity)} ${lot.json.rawMaterial.unit} now. Compare the count and save it again.`
/** Was the lot sold from, or counted, since the caller saw `stockWas` in it? The count would undo that. */
const isAnother = (lot: CountedLot, stockWas: number | undefined) => stockWas !== undefined && toThousandths(stockWas) !== lot.quantity

/** Books the difference that a count found, one move per lot, and sets the lots. */
function counted(c: Context, counts: readonly { lot: CountedLot; quantity: Thousandths }[], reason: string): SQL[] {
  const current = new Map(counts.map(({ lot }) => [lot.rawMaterialId, lot.currentStock]))
  const moves = countMoves(counts, current).map((m) => ({
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
      movedBy(
        c,
        moves.map((m) => m.key),
      ),
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

export const stockHandlers: Handlers<typeof contract> = {
  'GET /restaurant/inventory/stocks': async (c, { query }) => {
    const { id } = c.restaurant
    const where = sql`${query.rawMaterial ? sql`s.raw_material_id = ${query.rawMaterial}` : sql`true`} AND ${query.search ? contains(sql`m.name`, query.search) : sql`true`}`
    const order = sorted(KEYS, query, SOONEST, sql`s.created_at, s.id`)
    const { total, list } = await read(c.db, { total: countLots(id, where), list: readLots(id, where, sql`${order} ${pageOf(query)}`) })
    return { stocks: list, ...paged(query, total), totalStocks: total }
  },
  'GET /restaurant/inventory/stocks/all': async (c) => ({ stocks: await readOne(c.db, readLots(c.restaurant.id)) }),
  'GET /restaurant/inventory/stocks/:id': async (c, { params }) => ({
    stock: (await readOne(c.db, lotById(c.restaurant.id, params.id))).json,
  }),
  'POST /restaurant/inventory/stocks': (c, { body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { material: readMaterial(restaurantId, body.rawMaterial) },
      decide: ({ material }) => {
        const { id: rawMaterialId } = material
        const inUnit = mustBeUnit(c, body.unit, material)
        const [id, key, delta] = [randomId(), randomId(), toThousandths(body.stockQuantity)]
        const unitCost = body.unitCost == null ? null : toPaise(body.unitCost)
        const { expiryDate, receiptImage } = body
        return {
          statements: [
            ...inUnit,
            ...book(c, [{ key, rawMaterialId, kind: 'purchase', delta, unitCost, lotId: id }]),
            ...newLot(c, { id, rawMaterialId, quantity: delta, unitCost, expiryDate, receiptImage }),
            ...carry(c, movedBy(c, [key])),
          ],
          body: { stock: null, rawMaterial: null },
          fill: { '$.stock': stockNow(restaurantId, id), '$.rawMaterial': materialNow(restaurantId, rawMaterialId) },
        }
      },
    })
  },
  'PUT /restaurant/inventory/stocks/update/:id': (c, { params, body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { lot: lotById(restaurantId, params.id) },
      decide: ({ lot }) => {
        const { stockQuantity, stockWas, unitCost, ...rest } = body
        if (stockQuantity !== undefined && isAnother(lot, stockWas))
          throw conflict('stock_changed', `${lot.json.rawMaterial.name}: ${booksHave(lot)}`, { stock: lot.json })
        const changes = { ...rest, ...(unitCost === undefined ? {} : { unitCost: unitCost === null ? null : toPaise(unitCost) }) }
        return {
          statements: [
            ...(stockQuantity === undefined ? [] : counted(c, [{ lot, quantity: toThousandths(stockQuantity) }], 'Counted')),
            ...(Object.values(changes).some((v) => v !== undefined)
              ? [update(stocks, changes, living(restaurantId, lot.id)), mustHaveChanged('version')]
              : []),
          ],
          emitsEvents: true,
          body: { stock: null, rawMaterial: null },
          fill: { '$.stock': stockNow(restaurantId, lot.id), '$.rawMaterial': materialNow(restaurantId, lot.rawMaterialId) },
        }
      },
    })
  },
  'PUT /restaurant/inventory/stocks/bulk-update': (c, { body }) => {
    const { restaurantId } = c.where
    const ids = body.stocks.map((s) => s._id)
    return command(c, {
      reads: { lots: readLotsById(restaurantId, ids) },
      decide: ({ lots }) => {
        const known = new Map(lots.map((lot) => [lot.id, lot]))
        const counts: { lot: CountedLot; quantity: Thousandths }[] = []
        const seen = new Set<string>()
        const results = body.stocks.map(({ _id, stockQuantity, stockWas }) => {
          const refused = (message: string) => ({ _id, ok: false, message })
          const lot = known.get(_id)
          const quantity = countedQuantity(stockQuantity)
          if (!lot) return refused('Stock not found.')
          if (seen.has(_id)) return refused('It is in the list twice. The first one was used.')
          if (typeof quantity === 'string') return refused(quantity)
          if (isAnother(lot, stockWas)) return { ...refused(capitalised(booksHave(lot))), stock: lot.json }
          seen.add(_id)
          counts.push({ lot, quantity })
          return { _id, ok: true, stock: { ...lot.json, stockQuantity: fromThousandths(quantity) } }
        })
        const materials = counts.map((n) => n.lot.rawMaterialId)
        return {
          statements: counts.length === 0 ? [] : counted(c, counts, 'Counted'),
          emitsEvents: true,
          body: { results, updated: counts.length, failed: results.length - counts.length, rawMaterials: [] },
          fill: { '$.rawMaterials': materialsNow(restaurantId, materials) },
        }
      },
    })
  },
  'DELETE /restaurant/inventory/stocks/:id': (c, { params }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { lot: lotById(restaurantId, params.id) },
      decide: ({ lot }) => ({
        statements: [
          ...counted(c, [{ lot, quantity: 0 }], 'Taken out'),
          update(stocks, { deletedAt: c.at }, living(restaurantId, lot.id)),
          mustHaveChanged('version'),
        ],
        emitsEvents: true,
        body: { message: `A lot of ${lot.json.rawMaterial.name} was taken out.`, rawMaterial: null },
        fill: { '$.rawMaterial': materialNow(restaurantId, lot.rawMaterialId) },
      }),
    })
  },
}
