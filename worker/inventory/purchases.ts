import type { z } from 'zod'
import type { Purchase, purchases as contract } from '#domain/api/purchases.ts'
import { conflict, mustBeVersion, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { type Paise, toPaise, toRupees } from '#domain/money.ts'
import { billKey, correctionsOf, type PurchaseLine, sumOf, supplierKey, unitCostOf } from '#domain/purchase.ts'
import { type Thousandths, toThousandths } from '#domain/stock.ts'
import { addDays, wallClock, zoneAt } from '#domain/time.ts'
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
    'amount', coalesce(p.bill_total, iif(p.unpriced = 0, p.amount, NULL)) / 100.0, 'billTotal', p.bill_total / 100.0, 'version', p.version, 'lineCount', json_array_length(p.lines), 'by', p."by", 'createdAt', p.created_at,
    'takenBack', CASE WHEN p.taken_back_at IS NOT NULL THEN json_object('by', p.taken_back_by, 'at', p.taken_back_at) END`
const of = (key: keyof PurchaseLine) => sql.raw(`e.value ->> '$.${key}'`)
const withLines = sql`json_object(${billJson}, 'corrections', json(p.corrections), 'lines', (SELECT json_group_array(json_object('rawMaterial', json_object('_id', m.id, 'name', m.name, 'unit', m.unit),
      'stockQuantity', ${of('quantity')} / 1000.0, 'amount', ${of('amount')} / 100.0, 'unitCost', ${of('unitCost')} / 100.0, 'expiryDate', ${of('expiryDate')},
      'left', iif(s.deleted_at IS NULL, s.quantity, 0) / 1000.0))
    FROM json_each(p.lines) e CROSS JOIN raw_materials m ON m.id = ${of('rawMaterialId')} CROSS JOIN stocks s ON s.id = ${of('lot')}))`

const PURCHASE = shape(purchases, { json: column.json<PurchaseShape>('json') })
/** Purchases that fit a condition over `p`, as rows and, in `json`, with their lines. */
const readPurchases = (restaurantId: string, where: SQL): Read<RowOf<typeof PURCHASE>[]> =>
  rows(PURCHASE, sql`SELECT p.*, ${withLines} AS json FROM purchases p WHERE p.restaurant_id = ${restaurantId} AND ${where}`)
const purchaseById = (restaurantId: string, id: string) => must(readPurchases(restaurantId, sql`p.id = ${id}`), 'Purchase not found')

/** How many corrections of a bill are kept, the newest. */
const CORRECTIONS = 50

const purchaseNow = (restaurantId: string, id: string): SQL =>
  sql`json((SELECT ${withLines} FROM purchases p WHERE p.restaurant_id = ${restaurantId} AND p.id = ${id}))`

/** A command's answer: the purchase and its materials as they are at the end of the batch. */
const answered = <More extends object>(restaurantId: string, id: string, lines: readonly PurchaseLine[], more?: More) => ({
  body: { ...(more as More), purchase: null, rawMaterials: [] },
  fill: {
    '$.purchase': purchaseNow(restaurantId, id),
    '$.rawMaterials': materialsNow(
      restaurantId,
      lines.map((line) => line.rawMaterialId),
    ),
  },
})

/** What a list's range comes to, and whose bills are in it. */
const SUMS = columns({
  n: column.number('n'),
  amount: column.number('amount'),
  incomplete: column.number('incomplete'),
  suppliers: column.json<string[]>('suppliers'),
})
const BILL = columns({ json: column.json<Omit<PurchaseShape, 'lines' | 'corrections'>>('json') })

const paiseOf = (rupees: number | null | undefined): Paise | null => (rupees == null ? null : toPaise(rupees))
const costOf = (paid: Paise | null, quantity: Thousandths): Paise | null => (paid === null ? null : unitCostOf(paid, quantity))

/** The purchase that has this bill already, other than `id`. */
const withKey = (restaurantId: string, key: string | null, id = '') =>
  key === null ? none : only(readPurchases(restaurantId, sql`p.bill_key = ${key} AND p.taken_back_at IS NULL AND p.id <> ${id}`))
function mustBeFirst(before: RowOf<typeof PURCHASE> | null): void {
  if (before)
    throw conflict('duplicate', `Bill ${before.billNumber} of ${before.supplier} was booked before, by ${before.by}.`, {
      purchase: before.json,
    })
}

/**
 * Refuses a date that a bill is given, when it is booked or corrected. A bill of the night before the reset time has the calendar's date, which the business day
 * reaches later. The list has a year without a range: an older bill would stand where nobody looks.
 */
function mustHaveCome(c: Context, billDate: string): void {
  const { date } = wallClock(c.now, zoneAt(c.now, c.clock))
  if (billDate > date && billDate > c.today) throw invalidFields([{ path: 'billDate', message: 'Must not be in the future.' }])
  if (billDate < addDays(c.today, -365)) throw invalidFields([{ path: 'billDate', message: 'Must not be older than a year.' }])
}

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
          sql`SELECT count(*) AS n, sum(iif(p.taken_back_at IS NULL, coalesce(p.bill_total, p.amount), 0)) AS amount,
              sum(p.taken_back_at IS NULL AND p.bill_total IS NULL AND p.unpriced > 0) AS incomplete,
              json_group_array(DISTINCT p.supplier) FILTER (WHERE p.taken_back_at IS NULL) AS suppliers ${where}`,
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
      incomplete: sums.incomplete,
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
    mustHaveCome(c, billDate)
    const key = billKey(supplier, billNumber, billDate)
    return command(c, {
      reads: {
        materials: readMaterialsById(
          restaurantId,
          body.lines.map((line) => line.rawMaterial),
        ),
        before: withKey(restaurantId, key),
      },
      decide: ({ materials, before }) => {
        mustBeFirst(before)
        const known = new Map(materials.map((material) => [material.id, material]))
        const lines = body.lines.map(({ rawMaterial, unit, stockQuantity, amount = null, expiryDate = null }, line) => {
          const material = known.get(rawMaterial)
          if (!material) throw notFound(`Line ${line + 1}: raw material not found`)
          mustBeUnit(c, unit, material, { line })
          const quantity = toThousandths(stockQuantity)
          const paid = paiseOf(amount)
          return {
            lot: randomId(),
            rawMaterialId: rawMaterial,
            quantity,
            amount: paid,
            unitCost: costOf(paid, quantity),
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
              ...sumOf(lines.map((line) => line.amount)),
              billTotal: paiseOf(body.billTotal),
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
  'PUT /restaurant/inventory/purchases/:id': (c, { params: { id }, body }) => {
    const { restaurantId } = c.where
    const { supplier, billNumber, billDate, note, receiptImage = null } = body
    const key = billKey(supplier, billNumber, billDate)
    return command(c, {
      reads: { purchase: purchaseById(restaurantId, id), other: withKey(restaurantId, key, id) },
      decide: ({ purchase, other }) => {
        const { json } = purchase
        if (purchase.takenBackAt !== null) throw conflict('stock_changed', 'This purchase was taken back before.', { purchase: json })
        mustBeVersion(body.version, purchase, () => ({ purchase: json }))
        // The time has moved on since it was booked: a date that stays is as right as it was then.
        if (billDate !== purchase.billDate) mustHaveCome(c, billDate)
        mustBeFirst(other)
        if (body.amounts.length !== purchase.lines.length)
          throw invalidFields([{ path: 'amounts', message: `Must be ${purchase.lines.length}, one for each line.` }])
        const next = {
          supplier,
          billNumber,
          billDate,
          note,
          receiptImage,
          billTotal: paiseOf(body.billTotal),
          amounts: body.amounts.map(paiseOf),
        }
        const changes = correctionsOf(
          { ...purchase, amounts: purchase.lines.map((line) => line.amount) },
          next,
          json.lines.map((line) => line.rawMaterial.name),
        )
        const { amounts, ...texts } = next
        const lines = purchase.lines.map((line, i) => {
          const amount = amounts[i] ?? null
          // The booked cost stays where the amount does.
          return amount === line.amount ? line : { ...line, amount, unitCost: costOf(amount, line.quantity) }
        })
        const costs = lines.map((line, i) => [line.lot, purchase.lines[i]?.unitCost, line.unitCost])
        return {
          statements:
            changes.length === 0
              ? []
              : [
                  update(
                    purchases,
                    {
                      ...texts,
                      ...sumOf(amounts),
                      supplierKey: supplierKey(supplier),
                      billKey: key,
                      lines,
                      version: purchase.version + 1,
                      corrections: [...purchase.corrections, { by: c.by, at: c.at, changes }].slice(-CORRECTIONS),
                    },
                    sql`id = ${id} AND restaurant_id = ${restaurantId} AND version = ${purchase.version} AND taken_back_at IS NULL`,
                  ),
                  mustHaveChanged('version'),
                  // What somebody has corrected in a lot itself stays.
                  sql`UPDATE stocks SET unit_cost = iif(unit_cost IS (e.value ->> 1), e.value ->> 2, unit_cost),
                        receipt_image = iif(receipt_image IS ${purchase.receiptImage}, ${receiptImage}, receipt_image)
                      FROM json_each(${JSON.stringify(costs)}) e
                      WHERE stocks.id = e.value ->> 0 AND +stocks.restaurant_id = ${restaurantId} AND stocks.deleted_at IS NULL`,
                ],
          body: { purchase: null },
          fill: { '$.purchase': purchaseNow(restaurantId, id) },
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
