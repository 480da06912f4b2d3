import { type SQL, sql } from '../db/sql.ts'
import { tables as contract } from '#domain/api/tables.ts'
import { alertForDiner } from '#domain/diner.ts'
import { conflict, mustBeVersion, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { newTableCode } from '#domain/qr.ts'
import { LIMITS } from '#domain/limits.ts'
import { mergeOrders } from '#domain/merge.ts'
import { mustFitPayments } from '#domain/orderSize.ts'
import { CALL_AGAIN_MS, canMergeInto, canMoveTo, compareTableNumbers, isOwnWords, seatAt, tableLabel } from '#domain/table.ts'
import { takenNumbers } from '#domain/tableNumber.ts'
import { asSeen } from '#domain/text.ts'
import { withActs } from '#domain/printed.ts'
import { whyBooked } from '#domain/reservation.ts'
import { type Order } from '#domain/order.ts'
import { withBookings } from '#domain/rollup.ts'
import { once } from '../command/answers.ts'
import { command, readAhead } from '../command/command.ts'
import { mustSit } from '../access/sitting.ts'
import { limitCaller, limitSubject } from '../http/limit.ts'
import type { Context } from '../http/context.ts'
import { first, shardsOf } from '../db/index.ts'
import { diningTables, reservations } from '../db/outlets.ts'
import { must, mustBeNone, noRows, only, onlyKnown, read, readOne, rows } from '../db/reads.ts'
import { insertMany, pick } from '../db/rows.ts'
import { type Handlers, reading } from '../http/implement.ts'
import { readPayments } from '../orders/history.ts'
import { adoptTickets, OPEN_ORDERS, orderById, orderJson, pendingOrders, readOrders, saveOrder, withCurrent } from '../orders/store.ts'
import { orderEvent } from '../orders/effects.ts'
import { printMoves } from '../printing/make.ts'
import type { OutEvent } from '../realtime/events.ts'
import {
  bookingToTable,
  floorBookings,
  readReservations,
  reservationJson,
  reservedNow,
  reservedTables,
  standingOf,
} from '../reservations/store.ts'
import { alerts, clearAlerts, endSitting, raiseAlert, withdrawAlerts } from '../realtime/publish.ts'
import {
  type DiningTable,
  freed,
  isOccupied,
  readTableAnywhere,
  readTableGroup,
  readTables,
  seatAlong,
  statusAt,
  tableChanged,
  tableJson,
  type TableWrite,
  writeTable,
} from './store.ts'
import { unmerge } from './unmerging.ts'

type Api = typeof contract

const sorted = (list: DiningTable[]) => list.sort((a, b) => compareTableNumbers(a.tableNumber, b.tableNumber))

const tableById = (c: Context, id: string) => must(readTables(c.where.restaurantId, sql`t.id = ${id}`), 'Table not found')

/**
 * The table that somebody names in a call for the staff, and the number of the one that calls: a diner of a merged table may name its parent, and its own number
 * says where to go. Throws 404.
 */
async function readCaller(c: Context, tableId: string, sittingId: string | null): Promise<{ table: DiningTable; number: string }> {
  const group = await readOne(c.db, readTableGroup(c.where.restaurantId, tableId))
  const table = sittingId ? seatAt(group, tableId, sittingId) : group.find(({ id }) => id === tableId)
  if (!table) throw notFound('Table not found')
  const own = group.find((t) => t.sittingId === sittingId && t.mergedInto === table.id) ?? table
  return { table, number: own.tableNumber }
}

/** When the bill of a table's open order was last printed, UTC ISO. */
const lastPrintAt = (restaurantId: string, { id, mergedInto }: DiningTable): SQL =>
  sql`SELECT last_printed ->> '$.at' AS at FROM ${OPEN_ORDERS} WHERE ${pendingOrders(restaurantId)} AND table_id = ${mergedInto ?? id}`

const duplicate = (numbers: string[]) =>
  conflict('duplicate_table', `${numbers.length === 1 ? `Table ${numbers[0]} exists` : `Tables ${numbers.join(', ')} exist`} already.`, {
    tableNumbers: numbers,
  })

const selectOthers = ({ where: { restaurantId } }: Context, but: string): SQL =>
  sql`SELECT table_number, area FROM dining_tables WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND id <> ${but}`
/** Numbers and areas of the restaurant's tables except one's. */
const othersOf = (c: Context, but: string) => rows(pick(diningTables, 'tableNumber', 'area'), selectOthers(c, but))
type Others = readonly Pick<DiningTable, 'tableNumber' | 'area'>[]

/** An area as the other tables spell it: two that look alike would be two headings on the floor. */
const asOthers = (others: readonly Pick<DiningTable, 'area'>[], area: string): string =>
  others.find((t) => asSeen(t.area) === asSeen(area))?.area ?? area

/** Throws 409 when a new number is another table's. Returns the guard that no number was added meanwhile, since the index knows only those that are written alike. */
function mustBeNew(c: Context, numbers: readonly string[], others: Others, but = ''): SQL {
  const taken = takenNumbers(numbers, others)
  if (taken.length > 0) throw duplicate([...new Set(taken)])
  return onlyKnown(
    selectOthers(c, but),
    others.map((t) => [t.tableNumber, t.area]),
  )
}

/** The named tables with their parents and children in a merge, and their open orders. */
function readGroups({ where: { restaurantId } }: Context, ids: readonly string[]) {
  const named = sql`SELECT value FROM json_each(${JSON.stringify(ids)})`
  const group = sql`(t.id IN (${named}) OR t.id IN (SELECT x.merged_into FROM dining_tables x WHERE x.id IN (${named})) OR (t.merged_into IS NOT NULL AND t.merged_into IN (${named})))`
  const open = sql`restaurant_id = ${restaurantId} AND order_status = 'pending' AND table_id IN (${named})`
  return { tables: readTables(restaurantId, group), orders: readOrders(open, sql`ORDER BY created_at`) }
}

/** The same with the payment rows of those orders. */
function readForMerge(c: Context, ids: readonly string[]) {
  const { restaurantId } = c.where
  const named = sql`SELECT value FROM json_each(${JSON.stringify(ids)})`
  const open = sql`SELECT id FROM ${OPEN_ORDERS} WHERE ${pendingOrders(restaurantId)} AND table_id IN (${named})`
  return { ...readGroups(c, ids), payments: readPayments(restaurantId, open) }
}

const named = (tables: readonly DiningTable[], id: string): DiningTable => {
  const table = tables.find((t) => t.id === id)
  if (!table) throw notFound('Table not found')
  return table
}

/** `named`: the event has only the order's id, not the order. */
const moved = (from: TableWrite, to: TableWrite, order: Order, { named } = { named: false }): OutEvent => ({
  event: 'tableMoved',
  tableId: from.table.id,
  data: {
    fromTableId: from.table.id,
    toTableId: to.table.id,
    fromTableNumber: from.table.tableNumber,
    toTableNumber: to.table.tableNumber,
    from: tableJson(from.table),
    to: tableJson(to.table),
    ...(named ? { sittingId: order.sittingId } : { order: orderJson(order) }),
    orderId: order.id,
  },
})

export const tableHandlers: Handlers<Api> = {
  'POST /tables/createTables': (c, { body }) => {
    const { restaurantId } = c.where
    const numbers = body.tables.map((t) => t.tableNumber)
    return command(c, {
      reads: { others: othersOf(c, '') },
      decide: ({ others }) => {
        const stillNew = mustBeNew(c, numbers, others)
        const named: Pick<DiningTable, 'area'>[] = [...others]
        for (const { area } of body.tables) named.push({ area: asOthers(named, area) })
        const made: DiningTable[] = body.tables.map((t, i) => ({
          id: randomId(),
          restaurantId,
          tableNumber: t.tableNumber,
          area: named[others.length + i]?.area ?? t.area,
          capacity: t.capacity,
          currentOrderId: null,
          mergedInto: null,
          sittingId: randomId(),
          qrToken: newTableCode(c.where.shard),
          seatedAt: null,
          seatedBooking: null,
          version: 1,
          createdAt: c.at,
          deletedAt: null,
          mergedTables: [],
        }))
        return {
          statements: [
            stillNew,
            insertMany(
              diningTables,
              made.map(({ mergedTables: _m, ...row }) => row),
            ),
          ],
          events: made.map((table) => tableChanged(c.now)({ table })),
          body: { tables: made.map((t) => tableJson(t)) },
        }
      },
    })
  },
  'GET /tables': async (c) => {
    const { id } = c.restaurant
    const { tables, booked } = await read(c.db, {
      tables: readTables(id),
      booked: rows(pick(reservations, 'tableId'), reservedTables(id, c.now)),
    })
    const reserved = new Set(booked.map((r) => r.tableId))
    return { tables: sorted(tables).map((t) => tableJson(t, reserved.has(t.id))) }
  },
  'GET /tables/alerts': async (c) => ({ alerts: await alerts(c.env, { restaurantId: c.restaurant.id, shard: c.restaurant.shard }) }),
  'GET /tables/bookings': async (c) => ({
    // None of them is without a table.
    bookings: (await readOne(c.db, floorBookings(c.restaurant.id, c.now))).map(({ seated, ...b }) => ({
      ...b,
      tableId: b.tableId ?? '',
      ...(seated ? { seated: true } : null),
    })),
  }),
  'GET /tables/:id': async (c, { params }) => {
    const { session } = c
    const role = session?.principal.role
    const inside = session?.restaurant && role !== 'user'
    const found = inside ? await readOne(c.db, tableById(c, params.id)) : await findAnywhere(c, params.id)
    const own = role === 'user' && session?.principal.sittingId === found.sittingId
    // A caller who may not list the tables sees what the public sees.
    if (own || (inside && (contract['GET /tables'].roles as readonly string[]).includes(role ?? '')))
      return { table: tableJson(found, await readOne(c.db, reservedNow(found, c.now))) }
    return { table: { _id: found.id, tableNumber: found.tableNumber, restaurantId: found.restaurantId } }
  },
  'PUT /tables/update': (c, { query, body }) => {
    return command(c, {
      reads: {
        table: tableById(c, query.id),
        others: body.tableNumber === undefined && body.area === undefined ? noRows : othersOf(c, query.id),
      },
      decide: ({ table, others }) => {
        mustBeVersion(body.version, table, () => ({ table: tableJson(table) }))
        const number = body.tableNumber === table.tableNumber ? undefined : body.tableNumber
        const stillNew = number === undefined ? [] : [mustBeNew(c, [number], others, table.id)]
        // Its order, tickets and papers have the number, and the kitchen brings dishes to it.
        if (number !== undefined && (isOccupied(table) || table.mergedTables.length > 0))
          throw conflict('table_occupied', `Table ${table.tableNumber} is in use. Change its number when it is free.`)
        const { version: _v, replacesCode, ...change } = body
        // Replaced since on another device, which may have printed the new one.
        if (replacesCode !== undefined && replacesCode !== table.qrToken)
          throw conflict('version_conflict', `Table ${table.tableNumber} has a new code already.`, { table: tableJson(table) })
        const write = writeTable(table, {
          ...change,
          ...(change.area === undefined ? null : { area: asOthers(others, change.area) }),
          ...(replacesCode === undefined ? null : { qrToken: newTableCode(c.where.shard, replacesCode) }),
        })
        return {
          statements: [...stillNew, ...write.statements],
          events: [tableChanged(c.now)(write)],
          body: { table: tableJson(write.table) },
          fill: statusAt('$.table.status', write.table, c.now),
        }
      },
    })
  },
  'DELETE /tables/delete/:id': async (c, { params }) => {
    const standing = readReservations(c.where.restaurantId, standingOf(params.id, c.now), sql`ORDER BY r.starts_at`)
    const ended: string[] = []
    const answer = await command(c, {
      reads: { table: tableById(c, params.id), bookings: standing },
      decide: ({ table, bookings }) => {
        ended.push(table.sittingId)
        if (isOccupied(table) || table.mergedTables.length > 0)
          throw conflict('table_occupied', `Table ${table.tableNumber} has an open order.`, { table: tableJson(table) })
        const [next] = bookings
        if (next)
          throw conflict('table_booked', whyBooked(table.tableNumber, bookings.length, next), {
            reservations: bookings.map(reservationJson),
          })
        const write = writeTable(table, { deletedAt: c.at })
        return {
          // A guard: the table was not booked meanwhile.
          statements: [...write.statements, mustBeNone('status', standing)],
          events: [{ event: 'tableChanged', tableId: null, data: { tableId: table.id, table: tableJson(write.table), deleted: true } }],
          body: { message: `Table ${table.tableNumber} was deleted.` },
        }
      },
    })
    // Whoever sits there without an order is told by no event.
    c.waitUntil(endSitting(c.env, c.where, ended))
    return answer
  },
  'POST /tables/alert': async (c, { body }) => {
    const sittingId = c.principal.role === 'user' ? mustSit(c) : null
    const { table, number } = await readCaller(c, body.tableId, sittingId)
    // A diner may name its table's order or its own.
    const theirs = sittingId
      ? sql`AND (user_id = ${c.principal.accountId} OR (order_status = 'pending' AND table_id IN (${table.id}, ${table.mergedInto ?? table.id})))`
      : sql``
    if (body.orderId && !(await first(c.db, sql`SELECT id FROM orders WHERE ${orderById(c.where.restaurantId, body.orderId)} ${theirs}`)))
      throw notFound('Order not found')
    // Each type has one open alert a table; a diner's own words replace one another, so they are limited by the sitting too, which a new sign-in doesn't leave.
    if (sittingId && isOwnWords(body.alertType)) {
      await limitCaller(c, LIMITS.alertText)
      await limitSubject(c, LIMITS.alertText, sittingId)
    }
    const isBill = sittingId !== null && body.alertType === 'bill'
    const printed = isBill ? await first<{ at: string | null }>(c.db, lastPrintAt(c.where.restaurantId, table)) : null
    return once(c, async () => {
      // For a merged table the alert belongs to its parent, where order and diners are, and shows the number of the table that called.
      const alert = await raiseAlert(c.env, c.where, {
        tableId: table.mergedInto ?? table.id,
        tableNumber: number,
        alertType: body.alertType,
        orderId: body.orderId ?? table.currentOrderId,
        quietMs: sittingId ? CALL_AGAIN_MS : 0,
        answeredAt: printed?.at,
        caller: c.principal.sid,
      })
      return { alert: sittingId ? alertForDiner(alert) : alert }
    })
  },
  'POST /tables/alert/withdraw': async (c, { body }) => {
    const sittingId = c.principal.role === 'user' ? mustSit(c) : null
    const { table } = await readCaller(c, body.tableId, sittingId)
    // A session may withdraw only its own calls, whatever its role. Staff end the calls of others by `clear-alert`.
    return once(c, async () => ({
      withdrawn: await withdrawAlerts(c.env, c.where, {
        tableId: table.mergedInto ?? table.id,
        caller: c.principal.sid,
        alertType: body.alertType,
      }),
    }))
  },
  'POST /tables/clear-alert': async (c, { body }) => {
    // A deleted one too: what was called there must be answerable.
    const table = await first<{ id: string; mergedInto: string | null }>(
      c.db,
      sql`SELECT id, merged_into AS mergedInto FROM dining_tables WHERE restaurant_id = ${c.where.restaurantId} AND id = ${body.tableId}`,
    )
    if (!table) throw notFound('Table not found')
    return once(c, async () => ({
      alerts: await clearAlerts(c.env, c.where, {
        tableId: table.mergedInto ?? table.id,
        alertType: body.alertType,
        action: body.action,
        by: c.by,
      }),
    }))
  },
  'POST /tables/move': reading(
    (c, { body }) => readAhead(c, readGroups(c, [body.fromTableId, body.toTableId])),
    (c, { body }, reads) =>
      command(c, {
        reads,
        decide: async ({ tables, orders }) => {
          const from = named(tables, body.fromTableId)
          const to = named(tables, body.toTableId)
          const prev = orders.find((o) => o.tableId === from.id)
          if (!prev) throw conflict('no_open_order', `Table ${from.tableNumber} has no open order.`, { table: tableJson(from) })
          mustBeVersion(body.version, prev, () => ({ order: orderJson(prev) }))
          if (!canMoveTo(tableJson(to)))
            throw conflict('table_occupied', `Table ${to.tableNumber} has an open order. Merge instead?`, { table: tableJson(to) })
          const order: Order = {
            ...prev,
            version: prev.version + 1,
            tableId: to.id,
            tableNumber: to.tableNumber,
            sittingId: from.sittingId,
          }
          const children = tables.filter((t) => t.mergedInto === from.id)
          const along = seatAlong(from, to, prev)
          const source = writeTable(from, freed(from, prev), [])
          const target = writeTable(
            to,
            { currentOrderId: order.id, sittingId: from.sittingId, ...along },
            children.map((t) => t.id),
          )
          const writes = [source, target, ...children.map((t) => writeTable(t, { mergedInto: to.id }))]
          const prints = await printMoves(c, [[prev, order]])
          return {
            // The order leaves its table first, because a table may have only one open order after every single statement.
            statements: [
              ...saveOrder(prev, order),
              ...writes.flatMap((w) => w.statements),
              ...bookingToTable(to, along.seatedBooking),
              ...prints.statements,
            ],
            events: [
              { ...moved(source, target, order), fill: statusAt('$.from.status', source.table, c.now) },
              ...writes.map(tableChanged(c.now)),
              ...prints.events,
            ],
            body: { from: tableJson(source.table), to: tableJson(target.table), order: orderJson(order) },
            fill: statusAt('$.from.status', source.table, c.now),
          }
        },
      }),
  ),
  'POST /tables/merge': reading(
    (c, { body }) => readAhead(c, readForMerge(c, [body.parentTableId, ...body.childTableIds])),
    (c, { body }, reads) =>
      command(c, {
        reads,
        decide: async ({ tables, orders, payments }) => {
          const parent = named(tables, body.parentTableId)
          const children = [...new Set(body.childTableIds)].map((id) => named(tables, id))
          for (const child of children)
            if (!canMergeInto(tableJson(child), tableJson(parent)))
              throw conflict(
                'already_merged',
                child.id === parent.id
                  ? 'A table can’t be merged into itself.'
                  : `${tableLabel(child.tableNumber)} can’t be merged into ${tableLabel(parent.tableNumber)}: one of them is merged already.`,
                { table: tableJson(child) },
              )
          const parentOrder = orders.find((o) => o.tableId === parent.id) ?? null
          const childOrders = children.flatMap((t) => orders.find((o) => o.tableId === t.id) ?? [])
          const merge = mergeOrders(parentOrder, childOrders, { tableId: parent.id, tableNumber: parent.tableNumber }, c.teller, payments)
          if (!merge) throw conflict('no_open_order', 'None of these tables has an open order.')
          const before = parentOrder ?? childOrders[0]
          if (!before) throw conflict('no_open_order', 'None of these tables has an open order.')
          // Without this limit, repeated merging and unmerging would fill an order with payment rows until no money of it could be given back.
          const brought = merge.order.moves.length
          if (brought > 0) withCurrent(c, before, () => mustFitPayments(payments.get(before.id) ?? [], brought))
          const adopted: Order = {
            ...before,
            tickets: merge.order.tickets.map((t) => before.tickets.find((b) => b.kotId === t.kotId) ?? t),
          }
          const order: Order = { ...withActs(adopted, merge.order, c.by), sittingId: parent.sittingId, version: before.version + 1 }
          const ended = merge.ended.map((o) => ({ ...withBookings(o, c.clock), version: o.version + 1 }))
          const endedBefore = childOrders.filter((o) => o.id !== before.id)
          const childWrites = children.map((t) => writeTable(t, { mergedInto: parent.id, currentOrderId: null }))
          const parentWrite = writeTable(parent, { currentOrderId: order.id }, [...parent.mergedTables, ...children.map((t) => t.id)])
          const writes = [parentWrite, ...childWrites]
          const prints = await printMoves(
            c,
            childOrders.map((o) => [o, { ...order, tickets: order.tickets.filter((t) => o.tickets.some((k) => k.kotId === t.kotId)) }]),
          )
          return {
            statements: [
              ...endedBefore.flatMap((prev, i) => saveOrder({ ...prev, tickets: [] }, { ...(ended[i] ?? prev), tickets: [] })),
              ...adoptTickets(c.where.restaurantId, endedBefore, before),
              ...saveOrder(adopted, order),
              ...writes.flatMap((w) => w.statements),
              ...prints.statements,
            ],
            events: [
              // Only staff get these; a child table's diners get the event that they have moved.
              ...ended.map((o, i) => ({ ...orderEvent(endedBefore[i] ?? o, o), tableId: null })),
              // Fifty tables may be merged and an order may have 400 lines, so the order is sent once, with the event after these.
              ...childWrites.map((w) => moved(w, parentWrite, order, { named: true })),
              orderEvent(before, order),
              ...writes.map(tableChanged(c.now)),
              ...prints.events,
            ],
            body: { parent: tableJson(parentWrite.table), children: childWrites.map((w) => tableJson(w.table)), order: orderJson(order) },
          }
        },
      }),
  ),
  'POST /tables/unmerge': reading(
    (c, { body }) => readAhead(c, readGroups(c, [body.parentTableId, ...(body.childTableIds ?? [])])),
    (c, { body }, reads) =>
      command(c, {
        reads,
        decide: ({ tables, orders }) => {
          const parent = named(tables, body.parentTableId)
          const children = [...new Set(body.childTableIds ?? parent.mergedTables)].map((id) => named(tables, id))
          const merged = tables.filter((t) => t.mergedInto === parent.id)
          return unmerge(c, parent, children, merged, orders.find((o) => o.tableId === parent.id) ?? null)
        },
      }),
  ),
}

/** A table for the public stub, looked up in every shard. Throws 404. */
async function findAnywhere(c: Context, id: string): Promise<DiningTable> {
  for (const { db } of shardsOf(c.env)) {
    const table = await readOne(db, only(readTableAnywhere(id)))
    if (table) return table
  }
  throw notFound('Table not found')
}
