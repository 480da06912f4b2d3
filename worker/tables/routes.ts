import { sql } from 'drizzle-orm'
import { tables as contract } from '#domain/api/tables.ts'
import { AppError, conflict, notFound, versionConflict } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { canMergeInto, canMoveTo, compareTableNumbers, mergeOrders, tableLabel } from '#domain/table.ts'
import { whyBooked } from '#domain/reservation.ts'
import { type Order } from '#domain/order.ts'
import { withBookings } from '#domain/rollup.ts'
import { arm, commit, type Decision, replay, storedAnswer } from '../command/command.ts'
import { mustSit } from '../access/sitting.ts'
import type { Context } from '../http/context.ts'
import { batch, first, run, shardsOf } from '../db/index.ts'
import { diningTables } from '../db/outlets.ts'
import { insertMany } from '../db/rows.ts'
import { Answer, type Handlers, reading } from '../http/implement.ts'
import { assemble, adoptTickets, orderById, orderJson, readOrders, saveOrder } from '../orders/store.ts'
import { orderEvent } from '../orders/effects.ts'
import type { OutEvent } from '../realtime/events.ts'
import { readReservations, reservationJson, reservationOf, reservedTables, standingOf } from '../reservations/store.ts'
import { alerts, clearAlerts, raiseAlert } from '../realtime/publish.ts'
import {
  type DiningTable,
  isOccupied,
  readTables,
  statusAt,
  tableChanged,
  tableJson,
  tableOf,
  type TableWrite,
  writeTable,
} from './store.ts'

type Api = typeof contract

const sorted = (list: DiningTable[]) => list.sort((a, b) => compareTableNumbers(a.tableNumber, b.tableNumber))

const findTable = async (c: Context, id: string): Promise<DiningTable> => {
  const row = await first<Record<string, unknown>>(c.db, readTables(c.where.restaurantId, sql`t.id = ${id}`))
  if (!row) throw notFound('Table not found')
  return tableOf(row)
}

const duplicate = (numbers: string[]) =>
  conflict('duplicate_table', `${numbers.length === 1 ? `Table ${numbers[0]} exists` : `Tables ${numbers.join(', ')} exist`} already.`, {
    tableNumbers: numbers,
  })

const isReserved = async (c: Context, { id, restaurantId }: DiningTable): Promise<boolean> =>
  (await first(c.db, sql`SELECT 1 FROM (${reservedTables(restaurantId, c.now)}) WHERE table_id = ${id}`)) !== null

/** The tables named, with all that hangs on them, and their open orders, in one read. */
async function readGroups(c: Context, ids: readonly string[]) {
  const { restaurantId } = c.where
  arm(c)
  const named = sql`SELECT value FROM json_each(${JSON.stringify(ids)})`
  const group = sql`(t.id IN (${named}) OR t.id IN (SELECT x.merged_into FROM dining_tables x WHERE x.id IN (${named})) OR (t.merged_into IS NOT NULL AND t.merged_into IN (${named})))`
  const where = sql`restaurant_id = ${restaurantId} AND order_status = 'pending' AND table_id IN (${named})`
  const [stored, tables, o, t, l] = await batch(c.db, [
    storedAnswer(c),
    readTables(restaurantId, group),
    ...readOrders(where, sql`ORDER BY created_at`),
  ])
  return { stored: replay(c, stored), tables: (tables ?? []).map(tableOf), orders: assemble(o, t, l) }
}
type Groups = Awaited<ReturnType<typeof readGroups>>

const named = (state: Groups, id: string): DiningTable => {
  const table = state.tables.find((t) => t.id === id)
  if (!table) throw notFound('Table not found')
  return table
}

const moved = (from: TableWrite, to: TableWrite, order: Order): OutEvent => ({
  event: 'tableMoved',
  tableId: from.table.id,
  data: {
    fromTableId: from.table.id,
    toTableId: to.table.id,
    fromTableNumber: from.table.tableNumber,
    toTableNumber: to.table.tableNumber,
    from: tableJson(from.table),
    to: tableJson(to.table),
    order: orderJson(order),
    orderId: order.id,
  },
})

export const tableHandlers: Handlers<Api> = {
  'POST /tables/createTables': async (c, { body }) => {
    arm(c)
    return commit(c, async () => {
      const { restaurantId } = c.where
      const numbers = body.tables.map((t) => t.tableNumber)
      const [stored, taken] = await batch(c.db, [
        storedAnswer(c),
        sql`SELECT table_number FROM dining_tables WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND table_number IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`,
      ])
      const again = replay(c, stored)
      if (again) return again
      const twice = numbers.filter((n, i) => numbers.indexOf(n) !== i)
      const clash = [...new Set([...twice, ...(taken ?? []).map((r) => String(r.table_number))])]
      if (clash.length > 0) throw duplicate(clash)
      const made: DiningTable[] = body.tables.map((t) => ({
        id: randomId(),
        restaurantId,
        tableNumber: t.tableNumber,
        area: t.area,
        capacity: t.capacity,
        currentOrderId: null,
        mergedInto: null,
        sittingId: randomId(),
        qrToken: randomId(),
        version: 1,
        createdAt: c.at,
        deletedAt: null,
        mergedTables: [],
      }))
      return {
        statements: [
          insertMany(
            diningTables,
            made.map(({ mergedTables: _m, ...row }) => row),
          ),
        ],
        events: made.map((table) => tableChanged(c.now)({ table })),
        status: 201,
        body: { tables: made.map((t) => tableJson(t)) },
      }
    })
  },
  'GET /tables': async (c) => {
    const [rows, booked] = await batch(c.db, [readTables(c.restaurant.id), reservedTables(c.restaurant.id, c.now)])
    const reserved = new Set(booked?.map((r) => r.table_id))
    return { tables: sorted((rows ?? []).map(tableOf)).map((t) => tableJson(t, reserved.has(t.id))) }
  },
  'GET /tables/alerts': async (c) => ({ alerts: await alerts(c.env, { restaurantId: c.restaurant.id, shard: c.restaurant.shard }) }),
  'GET /tables/:id': async (c, { params }) => {
    const { session } = c
    const role = session?.principal.role
    const inside = session?.restaurant && role !== 'user'
    const found = inside ? await findTable(c, params.id) : await findAnywhere(c, params.id)
    const own = role === 'user' && session?.principal.sittingId === found.sittingId
    // Whoever may not list the tables sees what the public sees.
    if (own || (inside && (contract['GET /tables'].roles as readonly string[]).includes(role ?? '')))
      return { table: tableJson(found, await isReserved(c, found)) }
    return { table: { _id: found.id, tableNumber: found.tableNumber, restaurantId: found.restaurantId } }
  },
  'PUT /tables/update': async (c, { query, body }) => {
    arm(c)
    return commit(c, async () => {
      const { restaurantId } = c.where
      const [stored, rows, clash] = await batch(c.db, [
        storedAnswer(c),
        readTables(restaurantId, sql`t.id = ${query.id}`),
        sql`SELECT id FROM dining_tables WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND table_number = ${body.tableNumber ?? ''} AND id <> ${query.id}`,
      ])
      const again = replay(c, stored)
      if (again) return again
      if (!rows?.[0]) throw notFound('Table not found')
      const table = tableOf(rows[0])
      if (body.version !== undefined && body.version !== table.version) throw versionConflict({ table: tableJson(table) })
      if (clash?.[0]) throw duplicate([body.tableNumber ?? ''])
      const { version: _v, ...change } = body
      const write = writeTable(table, change)
      return {
        statements: write.statements,
        events: [tableChanged(c.now)(write)],
        status: 200,
        body: { table: tableJson(write.table) },
        fill: statusAt('$.table.status', write.table, c.now),
      }
    })
  },
  'DELETE /tables/delete/:id': async (c, { params }) => {
    arm(c)
    return commit(c, async () => {
      const { restaurantId } = c.where
      const standing = readReservations(restaurantId, standingOf(params.id, c.now), sql`ORDER BY r.starts_at`)
      const [stored, rows, booked] = await batch(c.db, [storedAnswer(c), readTables(restaurantId, sql`t.id = ${params.id}`), standing])
      const again = replay(c, stored)
      if (again) return again
      if (!rows?.[0]) throw notFound('Table not found')
      const table = tableOf(rows[0])
      if (isOccupied(table) || table.mergedTables.length > 0)
        throw conflict('table_occupied', `Table ${table.tableNumber} has an open order.`, { table: tableJson(table) })
      const bookings = (booked ?? []).map(reservationOf)
      const [next] = bookings
      if (next)
        throw conflict('table_booked', whyBooked(table.tableNumber, bookings.length, next), {
          reservations: bookings.map(reservationJson),
        })
      const write = writeTable(table, { deletedAt: c.at })
      const gone: OutEvent = {
        event: 'tableChanged',
        tableId: null,
        data: { tableId: table.id, table: tableJson(write.table), deleted: true },
      }
      return {
        // Nor was it booked meanwhile.
        statements: [...write.statements, sql`INSERT INTO guard (status) SELECT NULL WHERE EXISTS (${standing})`],
        events: [gone],
        status: 200,
        body: { message: `Table ${table.tableNumber} was deleted.` },
      }
    })
  },
  'POST /tables/alert': async (c, { body }) => {
    const sittingId = c.principal.role === 'user' ? mustSit(c) : null
    const table = await findTable(c, body.tableId)
    if (sittingId && table.sittingId !== sittingId && (!table.mergedInto || (await findTable(c, table.mergedInto)).sittingId !== sittingId))
      throw notFound('Table not found')
    // A diner names the order of its table, or its own.
    const theirs = sittingId
      ? sql`AND (user_id = ${c.principal.accountId} OR (order_status = 'pending' AND table_id IN (${table.id}, ${table.mergedInto ?? table.id})))`
      : sql``
    if (body.orderId && !(await first(c.db, sql`SELECT id FROM orders WHERE ${orderById(c.where.restaurantId, body.orderId)} ${theirs}`)))
      throw notFound('Order not found')
    return remembered(c, 201, async () => ({
      // Of a merged table: told where its order and its diners are, under the number that was called from.
      alert: await raiseAlert(c.env, c.where, {
        tableId: table.mergedInto ?? table.id,
        tableNumber: table.tableNumber,
        alertType: body.alertType,
        orderId: body.orderId ?? table.currentOrderId,
      }),
    }))
  },
  'POST /tables/clear-alert': async (c, { body }) => {
    const table = await findTable(c, body.tableId)
    return remembered(c, 200, async () => ({
      alerts: await clearAlerts(c.env, c.where, {
        tableId: table.mergedInto ?? table.id,
        alertType: body.alertType,
        action: body.action,
        by: c.principal.name,
      }),
    }))
  },
  'POST /tables/move': reading(
    (c, { body }) => readGroups(c, [body.fromTableId, body.toTableId]),
    (c, { body }, read) =>
      commit(c, async (n): Promise<Decision | Answer> => {
        const state = n === 0 ? read : await readGroups(c, [body.fromTableId, body.toTableId])
        if (state.stored) return state.stored
        const from = named(state, body.fromTableId)
        const to = named(state, body.toTableId)
        const prev = state.orders.find((o) => o.tableId === from.id)
        if (!prev) throw conflict('no_open_order', `Table ${from.tableNumber} has no open order.`, { table: tableJson(from) })
        if (body.version !== undefined && body.version !== prev.version) throw versionConflict({ order: orderJson(prev) })
        if (!canMoveTo(tableJson(to)))
          throw conflict('table_occupied', `Table ${to.tableNumber} has an open order. Merge instead?`, { table: tableJson(to) })
        const order: Order = { ...prev, version: prev.version + 1, tableId: to.id, tableNumber: to.tableNumber, sittingId: from.sittingId }
        const children = state.tables.filter((t) => t.mergedInto === from.id)
        const source = writeTable(from, { currentOrderId: null, sittingId: randomId() }, [])
        const target = writeTable(
          to,
          { currentOrderId: order.id, sittingId: from.sittingId },
          children.map((t) => t.id),
        )
        const along = children.map((t) => writeTable(t, { mergedInto: to.id }))
        const writes = [source, target, ...along]
        return {
          // The order leaves its table first: one open order a table holds at every statement.
          statements: [...saveOrder(prev, order), ...writes.flatMap((w) => w.statements)],
          events: [
            { ...moved(source, target, order), fill: statusAt('$.from.status', source.table, c.now) },
            ...writes.map(tableChanged(c.now)),
          ],
          status: 200,
          body: { from: tableJson(source.table), to: tableJson(target.table), order: orderJson(order) },
          fill: statusAt('$.from.status', source.table, c.now),
        }
      }),
  ),
  'POST /tables/merge': reading(
    (c, { body }) => readGroups(c, [body.parentTableId, ...body.childTableIds]),
    (c, { body }, read) =>
      commit(c, async (n): Promise<Decision | Answer> => {
        const ids = [body.parentTableId, ...body.childTableIds]
        const state = n === 0 ? read : await readGroups(c, ids)
        if (state.stored) return state.stored
        const parent = named(state, body.parentTableId)
        const children = [...new Set(body.childTableIds)].map((id) => named(state, id))
        for (const child of children)
          if (!canMergeInto(tableJson(child), tableJson(parent)))
            throw conflict(
              'already_merged',
              child.id === parent.id
                ? 'A table can’t be merged into itself.'
                : `${tableLabel(child.tableNumber)} can’t be merged into ${tableLabel(parent.tableNumber)}: one of them is merged already.`,
              { table: tableJson(child) },
            )
        const parentOrder = state.orders.find((o) => o.tableId === parent.id) ?? null
        const childOrders = children.flatMap((t) => state.orders.find((o) => o.tableId === t.id) ?? [])
        const merge = mergeOrders(parentOrder, childOrders, { tableId: parent.id, tableNumber: parent.tableNumber }, c.at)
        if (!merge) throw conflict('no_open_order', 'None of these tables has an open order.')
        const before = parentOrder ?? childOrders[0]
        if (!before) throw conflict('no_open_order', 'None of these tables has an open order.')
        const sittingId = parentOrder ? parent.sittingId : before.sittingId
        const order: Order = { ...merge.order, sittingId, version: before.version + 1 }
        const ended = merge.ended.map((o) => ({ ...withBookings(o, c.clock), version: o.version + 1 }))
        const endedBefore = childOrders.filter((o) => o.id !== before.id)
        const adopted: Order = { ...before, tickets: order.tickets.map((t) => before.tickets.find((b) => b.kotId === t.kotId) ?? t) }
        const childWrites = children.map((t) => writeTable(t, { mergedInto: parent.id, currentOrderId: null }))
        const parentWrite = writeTable(parent, { currentOrderId: order.id, ...(sittingId ? { sittingId } : {}) }, [
          ...parent.mergedTables,
          ...children.map((t) => t.id),
        ])
        const writes = [parentWrite, ...childWrites]
        return {
          statements: [
            ...endedBefore.flatMap((prev, i) => saveOrder({ ...prev, tickets: [] }, { ...(ended[i] ?? prev), tickets: [] })),
            ...adoptTickets(
              c.where.restaurantId,
              endedBefore.map((o) => o.id),
              order.id,
              1000,
            ),
            ...saveOrder(adopted, order),
            ...writes.flatMap((w) => w.statements),
          ],
          events: [
            // Staff's copies; the diners of a child hear that they have moved.
            ...ended.map((o, i) => ({ ...orderEvent(endedBefore[i] ?? o, o), tableId: null })),
            ...childWrites.map((w) => moved(w, parentWrite, order)),
            orderEvent(before, order),
            ...writes.map(tableChanged(c.now)),
          ],
          status: 200,
          body: { parent: tableJson(parentWrite.table), children: childWrites.map((w) => tableJson(w.table)), order: orderJson(order) },
        }
      }),
  ),
}

/** How long a repeat waits for the first; a claim older than this was left by a Worker that died, and is taken over. */
const CLAIMED_FOR = 5000

/**
 * A change that the room alone holds. Its key is claimed before the work (status 0), so that a repeat which arrives meanwhile waits for the
 * answer and calls nobody a second time.
 */
async function remembered(c: Context, status: number, work: () => Promise<unknown>): Promise<Answer> {
  if (!c.idempotencyKey) return new Answer(JSON.stringify(await work()), status)
  const ours = sql`account = ${c.account} AND key = ${c.idempotencyKey}`
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  for (;;) {
    const [claimed, stored] = await batch(c.db, [
      sql`INSERT INTO idempotency (account, key, restaurant_id, request_hash, status, body, at)
          VALUES (${c.account}, ${c.idempotencyKey}, ${c.where.restaurantId}, ${c.requestHash}, 0, '', ${ago(0)})
          ON CONFLICT DO UPDATE SET request_hash = excluded.request_hash, status = 0, body = '', at = excluded.at
          WHERE idempotency.at <= ${ago(86_400_000)} OR (status = 0 AND idempotency.at <= ${ago(CLAIMED_FOR)} AND request_hash = excluded.request_hash)
          RETURNING key`,
      storedAnswer(c),
    ])
    if (claimed?.[0]) break
    const again = replay(c, stored)
    if (again && again.status !== 0) return again
    if (Date.now() - c.now.getTime() > 2 * CLAIMED_FOR)
      throw new AppError(409, 'busy', 'The same request is under way. Try again.', { retryAfter: 1 })
    await scheduler.wait(20 + Math.random() * 40)
  }
  try {
    const text = JSON.stringify(await work())
    await run(c.db, sql`UPDATE idempotency SET status = ${status}, body = ${text} WHERE ${ours}`)
    return new Answer(text, status)
  } catch (error) {
    await run(c.db, sql`DELETE FROM idempotency WHERE ${ours} AND status = 0`)
    throw error
  }
}

/** A table by its id or its printed code alone, for the public stub: asked of every shard, found by the one index or the other. */
async function findAnywhere(c: Context, id: string): Promise<DiningTable> {
  for (const { db } of shardsOf(c.env)) {
    const row = await first<Record<string, unknown>>(
      db,
      sql`SELECT t.*, '[]' AS merged_tables FROM dining_tables t WHERE t.deleted_at IS NULL AND (t.id = ${id} OR t.qr_token = ${id})`,
    )
    if (row) return tableOf(row)
  }
  throw notFound('Table not found')
}
