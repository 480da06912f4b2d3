import type { z } from 'zod'
import type { Purchase, purchases as contract } from '#domain/api/purchases.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { toPaise, toRupees } from '#domain/money.ts'
import { billKey, type PurchaseLine, supplierKey, unitCostOf } from '#domain/purchase.ts'
import { type Thousandths, toThousandths } from '#domain/stock.ts'
import { addDays } from '#domain/time.ts'
import { command } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { purchases } from '../db/outlets.ts'
import { must, none, only, type Read, read, readOne, rows } from '../db/reads.ts'
import { column, columns, insert, mustHaveChanged, type RowOf, shape, update } from '../db/rows.ts'
import { type SQL, sql } from '../db/sql.ts'
import type { Handlers } from '../http/implement.ts'
import { pageOf, paged } from '../http/paging.ts'
import { book, carry, movedBy, mustBeUnit, newLots } from './ledger.ts'
import { asCounted } from './stocks.ts'
import { materialsNow, readMaterialsById } from './store.ts'

type PurchaseShape = z.infer<typeof Purchase>

const billJson = sql`'_id', p.id, 'supplier', p.supplier, 'billNumber', p.bill_number, 'billDate', p.bill_date, 'receiptImage', p.receipt_image, 'note', p.note,
    'amount', p.amount / 100.0, 'lineCount', json_array_length(p.lines), 'by', p."by", 'createdAt', p.created_at,
    'takenBack', CASE WHEN p.taken_back_at IS NOT NULL THEN json_object('by', p.taken_back_by, 'at', p.taken_back_at) END`
const of = (key: keyof PurchaseLine) => sql.raw(`e.value ->> '$.${key}'`)
const withLines = sql`json_object(${billJson}, 'lines', (SELECT json_group_array(json_object('rawMaterial', json_object('_id', m.id, 'name', m.name, 'unit', m.unit),
      'stockQuantity', ${of('quantity')} / 1000.0, 'amount', ${of('amount')} / 100.0, 'unitCost', ${of('unitCost')} / 100.0, 'expiryDate', ${of('expiryDate')},
      'left', iif(s.deleted_at IS NULL, s.quantity, 0) / 1000.0))
    FROM json_each(p.lines) e CROSS JOIN raw_materials m ON m.id = ${of('rawMaterialId')} CROSS JOIN stocks s ON s.id = ${of('lot')}))`

const PURCHASE = shape(purchases, { json: column.json<PurchaseShape>('json') })
/** Purchases that fit a condition over `p`, as rows and, in `json`, with their lines. */
const readPurchases = (restaurantId: string, where: SQL): Read<RowOf<typeof PURCHASE>[]> =>
  rows(PURCHASE, sql`SELECT p.*, ${withLines} AS json FROM purchases p WHERE p.restaurant_id = ${restaurantId} AND ${where}`)
const purchaseById = (restaurantId: string, id: string) => must(readPurchases(restaurantId, sql`p.id = ${id}`), 'Purchase not found')

/** A command's answer: the purchase and its materials as they are at the end of the batch. */
const answered = <More extends object>(restaurantId: string, id: string, lines: readonly PurchaseLine[], more?: More) => ({
  body: { ...(more as More), purchase: null, rawMaterials: [] },
  fill: {
    '$.purchase': sql`json((SELECT ${withLines} FROM purchases p WHERE p.restaurant_id = ${restaurantId} AND p.id = ${id}))`,
    '$.rawMaterials': materialsNow(
      restaurantId,
      lines.map((line) => line.rawMaterialId),
    ),
  },
})

/** What a list's range comes to, and whose bills are in it. */
const SUMS = columns({ n: column.number('n'), amount: column.number('amount'), suppliers: column.json<string[]>('suppliers') })
const BILL = columns({ json: column.json<Omit<PurchaseShape, 'lines'>>('json') })

/** The lines' movements in the ledger: what was bought, or with `sign` -1 what is taken back. */
const booked = (c: Context, lines: readonly PurchaseLine[], sign: 1 | -1, reason: string) => {
  const moves = lines.map(({ lot, rawMaterialId, quantity, unitCost }) => ({
    key: randomId(),
    rawMaterialId,
    kind: 'purchase' as const,
    delta: sign * quantity,
    unitCost,
    reason,
    lotId: lot,
  }))
  const moved = movedBy(
    c,
    moves.map((m) => m.key),
  )
  return { booking: book(c, moves), carrying: carry(c, moved) }
}

export const purchaseHandlers: Handlers<typeof contract> = {
  'GET /restaurant/inventory/purchases': async (c, { query }) => {
    const { id } = c.restaurant
    const to = query.to ?? '9999'
    const from = query.from ?? addDays(query.to ?? c.today, -365)
    const where = sql`FROM purchases p WHERE p.restaurant_id = ${id} AND p.bill_date BETWEEN ${from} AND ${to}${
      query.supplier === undefined ? sql`` : sql` AND p.supplier_key = ${supplierKey(query.supplier)}`
    }`
    const { sums, list } = await read(c.db, {
      sums: must(
        rows(
          SUMS,
          sql`SELECT count(*) AS n, sum(iif(p.taken_back_at IS NULL, p.amount, 0)) AS amount, json_group_array(DISTINCT p.supplier) AS suppliers ${where}`,
        ),
        '',
      ),
      list: rows(
        BILL,
        sql`SELECT json_object(${billJson}) AS json ${where} ORDER BY p.bill_date DESC, p.created_at DESC, p.id DESC ${pageOf(query)}`,
      ),
    })
    return {
      purchases: list.map((row) => row.json),
      ...paged(query, sums.n),
      totalPurchases: sums.n,
      totalAmount: toRupees(sums.amount),
      suppliers: sums.suppliers,
    }
  },
  'GET /restaurant/inventory/purchases/:id': async (c, { params }) => ({
    purchase: (await readOne(c.db, purchaseById(c.restaurant.id, params.id))).json,
  }),
  'POST /restaurant/inventory/purchases': (c, { body }) => {
    const { restaurantId } = c.where
    const { supplier, billNumber, note, receiptImage = null } = body
    const billDate = body.billDate ?? c.today
    if (billDate > c.today) throw invalidFields([{ path: 'billDate', message: 'Must not be in the future.' }])
    const key = billKey(supplier, billNumber, billDate)
    return command(c, {
      reads: {
        materials: readMaterialsById(
          restaurantId,
          body.lines.map((line) => line.rawMaterial),
        ),
        before: key === null ? none : only(readPurchases(restaurantId, sql`p.bill_key = ${key} AND p.taken_back_at IS NULL`)),
      },
      decide: ({ materials, before }) => {
        if (before)
          throw conflict('duplicate', `Bill ${before.billNumber} of ${before.supplier} was booked before, by ${before.by}.`, {
            purchase: before.json,
          })
        const known = new Map(materials.map((material) => [material.id, material]))
        const lines = body.lines.map(({ rawMaterial, unit, stockQuantity, amount = null, expiryDate = null }, line) => {
          const material = known.get(rawMaterial)
          if (!material) throw notFound(`Line ${line + 1}: raw material not found`)
          mustBeUnit(c, unit, material, { line })
          const quantity = toThousandths(stockQuantity)
          const paid = amount === null ? null : toPaise(amount)
          return {
            lot: randomId(),
            rawMaterialId: rawMaterial,
            quantity,
            amount: paid,
            unitCost: paid === null ? null : unitCostOf(paid, quantity),
            expiryDate,
            // The batch fails if it is counted in another by then.
            unit: unit && material.unit,
          }
        })
        const id = randomId()
        const reason = [supplier, billNumber && `bill ${billNumber}`].filter(Boolean).join(', ')
        const { booking, carrying } = booked(c, lines, 1, reason)
        return {
          statements: [
            insert(purchases, {
              id,
              restaurantId,
              supplier,
              supplierKey: supplierKey(supplier),
              billNumber,
              billKey: key,
              billDate,
              receiptImage,
              note,
              amount: lines.reduce((sum, line) => sum + (line.amount ?? 0), 0),
              lines,
              by: c.by,
              createdAt: c.at,
            }),
            ...booking,
            ...newLots(c, lines, receiptImage),
            ...carrying,
          ],
          ...answered(restaurantId, id, lines),
        }
      },
    })
  },
  'DELETE /restaurant/inventory/purchases/:id': (c, { params: { id } }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { purchase: purchaseById(restaurantId, id) },
      decide: ({ purchase: { json, lines, takenBackAt } }) => {
        const used = json.lines.find((line) => line.left !== line.stockQuantity)
        if (takenBackAt !== null || used)
          throw conflict(
            'stock_changed',
            takenBackAt === null && used
              ? `${used.rawMaterial.name}: ${used.left} of ${used.stockQuantity} ${used.rawMaterial.unit} are left. Only what is untouched can be taken back.`
              : 'This purchase was taken back before.',
            { purchase: json },
          )
        const { booking, carrying } = booked(c, lines, -1, 'Taken back')
        const lots: [string, Thousandths][] = lines.map((line) => [line.lot, line.quantity])
        return {
          statements: [
            ...asCounted(
              c,
              lines.map(({ lot, ...line }) => ({ ...line, id: lot })),
              new Map(),
            ),
            update(
              purchases,
              { takenBackAt: c.at, takenBackBy: c.by },
              sql`id = ${id} AND restaurant_id = ${restaurantId} AND taken_back_at IS NULL`,
            ),
            mustHaveChanged('status'),
            ...booking,
            sql`UPDATE stocks SET quantity = 0, deleted_at = ${c.at} FROM json_each(${JSON.stringify(lots)}) e
                WHERE stocks.id = json_extract(e.value, '$[0]') AND +stocks.restaurant_id = ${restaurantId}`,
            ...carrying,
          ],
          emitsEvents: true,
          ...answered(restaurantId, id, lines, { message: 'The purchase was taken back.' }),
        }
      },
    })
  },
}
