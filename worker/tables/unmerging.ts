import { type SQL, sql } from '../db/sql.ts'
import { conflict } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { unmergeOrders } from '#domain/merge.ts'
import type { Order } from '#domain/order.ts'
import { withActs } from '#domain/printed.ts'
import { tableLabel } from '#domain/table.ts'
import { kotDate } from '#domain/time.ts'
import type { Decision } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { orderEvent } from '../orders/effects.ts'
import { orderJson, placeTickets, saveOrder, withCurrent } from '../orders/store.ts'
import { printMoves } from '../printing/make.ts'
import { counterValue, type OutEvent, raiseCounter } from '../realtime/events.ts'
import { type DiningTable, statusAt, tableChanged, tableJson, writeTable } from './store.ts'

/**
 * Takes child tables out of a merge. `merged`: all that are merged into the parent; `order`: its open one. When the parent is left without an order, all of
 * `merged` leave, because the end of an order is what else would free them. Throws 409 `not_merged` for a table that is not merged into the parent, or none
 * at all, and whatever `unmergeOrders` throws.
 */
export async function unmerge(
  c: Context,
  parent: DiningTable,
  asked: readonly DiningTable[],
  merged: readonly DiningTable[],
  order: Order | null,
): Promise<Decision> {
  const other = asked.find((t) => t.mergedInto !== parent.id)
  if (other)
    throw conflict('not_merged', `${tableLabel(other.tableNumber)} is not merged into ${tableLabel(parent.tableNumber)}.`, {
      table: tableJson(parent),
    })
  if (asked.length === 0)
    throw conflict('not_merged', `No table is merged into ${tableLabel(parent.tableNumber)}.`, { table: tableJson(parent) })

  const seats = asked.map((t) => ({ tableId: t.id, tableNumber: t.tableNumber, sittingId: t.sittingId }))
  const apart = order ? withCurrent(c, order, () => unmergeOrders(order, seats, c.teller)) : { order: null, children: [] }
  const children = apart.order ? asked : [...asked, ...merged.filter((t) => !asked.includes(t))]
  // In merges before November 2026 a parent without an order took over a child's sitting. Those guests leave with the child's table.
  const sittingId = children.some((t) => t.sittingId === parent.sittingId) ? randomId() : parent.sittingId
  const before = apart.order === order ? null : order
  /** The order that was merged, wherever it is now, or a new one. */
  const saved = (o: Order): Order =>
    o.id !== order?.id ? { ...o, version: 1 } : before ? { ...withActs(before, o, c.by), version: before.version + 1 } : o
  const left = apart.order && { ...saved(apart.order), sittingId }
  const orders = apart.children.map(saved)
  const [kept = null] = [...(left ? [left] : []), ...orders].filter((o) => o.id === before?.id)
  const made = before ? [...(left ? [left] : []), ...orders].filter((o) => o !== kept) : []

  const writes = [
    writeTable(
      parent,
      { currentOrderId: left?.id ?? null, sittingId },
      parent.mergedTables.filter((id) => !children.some((t) => t.id === id)),
    ),
    ...children.map((t) => writeTable(t, { mergedInto: null, currentOrderId: orders.find((o) => o.tableId === t.id)?.id ?? null })),
  ]
  const [parentWrite, ...childWrites] = writes as [(typeof writes)[0], ...typeof writes]

  const serial = `serial:${kotDate(c.today)}`
  const last = counterValue(c.where.restaurantId, serial)
  const serialOf = (o: Order): SQL => sql`${last} - ${made.length - 1 - made.indexOf(o)}`
  const fill: Record<string, SQL> = {
    ...Object.fromEntries(orders.flatMap((o, i) => (made.includes(o) ? [[`$.orders[${i}].serialNumber`, serialOf(o)]] : []))),
    ...(left && made.includes(left) ? { '$.order.serialNumber': serialOf(left) } : {}),
    ...statusAt('$.parent.status', parentWrite.table, c.now),
    ...Object.assign({}, ...childWrites.map((w, i) => statusAt(`$.children[${i}].status`, w.table, c.now))),
  }
  const body = {
    parent: tableJson(parentWrite.table),
    children: childWrites.map((w) => tableJson(w.table)),
    order: left && orderJson(left),
    orders: orders.map(orderJson),
  }
  const told: OutEvent[] = [...(left && before ? [left] : []), ...orders].map((o) =>
    orderEvent(o, o, made.includes(o) ? { '$.order.serialNumber': serialOf(o) } : {}),
  )
  const prints = await printMoves(c, before ? orders.map((o) => [before, o]) : [])
  return {
    statements: [
      ...(before && kept ? saveOrder(before, kept) : []),
      ...made.flatMap((o) => [
        raiseCounter(c.where.restaurantId, serial),
        ...saveOrder(null, { ...o, tickets: [] }, { given: { serialNumber: last } }),
      ]),
      ...(before && kept ? placeTickets(before, [kept, ...made]) : []),
      ...writes.flatMap((w) => w.statements),
      ...prints.statements,
    ],
    events: [
      // One event with everything that changed, so that no screen shows half of it. Diners get their own orders by the events after it.
      {
        event: 'tablesUnmerged',
        tableId: null,
        data: { ...body, sittings: Object.fromEntries(writes.map((w) => [w.table.id, w.table.sittingId])), by: c.by },
        fill,
      },
      ...told,
      ...writes.map(tableChanged(c.now)),
      ...prints.events,
    ],
    body,
    fill,
  }
}
