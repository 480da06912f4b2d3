import { alertForDiner } from '#domain/diner.ts'
import type { Alerts } from './alerts.ts'
import { dataOf, dinerCopies, type EventRow, frame, isJson, type Json, stringOf } from './frames.ts'
import { seatOf, type Seats } from './seats.ts'

/**
 * Decides who gets a relayed event, and what else the event causes: a sitting ends, or guests move to another table. It reads events as plain JSON, because
 * after a deploy they may come from the previous or next version.
 */
export class Delivery {
  readonly #seats: Seats
  readonly #alerts: Alerts

  constructor(seats: Seats, alerts: Alerts) {
    this.#seats = seats
    this.#alerts = alerts
  }

  /** To staff, all that is relayed at once. */
  toStaff(rows: readonly EventRow[]): void {
    if (rows.length > 0 && this.#seats.hasStaff) this.#seats.events(rows)
  }

  /** To diners, with what else the event causes. */
  toDiners(row: EventRow): void {
    const data = dataOf(row)
    const order = isJson(data.order) ? data.order : {}
    if (row.event === 'tableMoved') return this.#move(row, data, order)
    if (row.event === 'tablesUnmerged') return this.#unmerge(row, data)
    // Nobody can answer the calls of a table that is not there any more.
    if (row.event === 'tableChanged' && data.deleted === true && typeof data.tableId === 'string')
      this.#alerts.clearTable(data.tableId, row.at)
    const copyFor = dinerCopies(row)
    for (const socket of this.#seats.diners()) {
      const { tables, tableId, sittingId, hosted, diner } = seatOf(socket)
      if (tables.length === 0 || (row.tableId !== '*' && row.tableId !== tableId)) continue
      // An order belongs to its table's sitting. A diner with another sitting stayed connected because that sitting ended without an event.
      if (row.tableId === tableId && !hosted && stringOf(order.sittingId) !== null && order.sittingId !== sittingId) this.#seats.end(socket)
      else this.#seats.event(socket, copyFor(diner))
    }
    // The sitting ends with its order: when it is completed; when it is cancelled, the only case with `tableUpdated` (CONTRACT §7); or when it is taken away
    // from the table. The event of an order that a merge ended names no table, so its diners stay, now at the parent.
    const over = row.event === 'orderCompleted' || data.tableUpdated === true || data.tableLeft === true
    if (over && row.tableId !== null) this.#endTable(row.tableId, order, row.at)
  }

  #endTable(tableId: string, order: Json, at: string): void {
    // If the event is relayed late, the next guests may already have called.
    this.#alerts.clearTable(tableId, at)
    for (const socket of this.#seats.diners()) {
      const diner = seatOf(socket)
      // Without an order, only the table's joined diners: the next guests may already be connecting.
      const atTable = diner.tables.length > 0 && diner.tableId === tableId
      if (atTable || (diner.sittingId !== null && diner.sittingId === order.sittingId)) this.#seats.end(socket)
    }
  }

  /** Guests of a table that was taken out of a merge are at their own table again; the orders follow in events of their own. */
  #unmerge(row: EventRow, data: Json): void {
    const parent = isJson(data.parent) ? stringOf(data.parent._id) : null
    if (parent === null) return
    const sittings = isJson(data.sittings) ? data.sittings : {}
    for (const socket of this.#seats.diners()) {
      const { tables, tableId, sittingId, hosted } = seatOf(socket)
      if (tableId !== parent || sittingId === null) continue
      const child = Object.keys(sittings).find((id) => id !== parent && sittings[id] === sittingId)
      if (child !== undefined) this.#seats.change(socket, { tableId: child, hosted: false, tables: tables.length > 0 ? [child] : [] })
      else if (!hosted && sittings[parent] !== sittingId) this.#seats.end(socket)
    }
    const children = Array.isArray(data.children) ? data.children.filter(isJson) : []
    for (const child of children) {
      const [tableId, tableNumber] = [stringOf(child._id), stringOf(child.tableNumber)]
      if (tableId !== null && tableNumber !== null)
        this.#alerts.giveBack(parent, { tableId, tableNumber, orderId: stringOf(child.currentOrderId) })
    }
    // No event of an order tells the guests of a table that has none that the other table's is no longer theirs: they read again what theirs has.
    const free = [data.parent, ...children].flatMap((table) => (isJson(table) && table.currentOrderId === null ? [table._id] : []))
    for (const socket of this.#seats.diners()) {
      const { tables, tableId } = seatOf(socket)
      if (tableId === null || tables.length === 0 || !free.includes(tableId)) continue
      const alerts = this.#alerts.list(tableId).map(alertForDiner)
      this.#seats.send(socket, frame('joined', { room: tableId, seq: row.seq, resumed: false, alerts }))
    }
  }

  /** When guests move, their sitting, sockets and alerts move along; a merge moves each child table to the parent. */
  #move(row: EventRow, data: Json, order: Json): void {
    const [from, to] = [stringOf(data.fromTableId), stringOf(data.toTableId)]
    if (from === null || to === null || from === to) return
    const merge = isJson(data.from) && data.from.mergedInto === to
    const orderSitting = stringOf(order.sittingId) ?? stringOf(data.sittingId)
    const copyFor = dinerCopies(row)
    for (const socket of this.#seats.diners()) {
      const { tables, tableId, sittingId, hosted, diner } = seatOf(socket)
      const joined = tables.length > 0
      if (tableId === from) {
        if (joined) this.#seats.event(socket, copyFor(diner))
        this.#seats.change(socket, { tableId: to, hosted: hosted || (merge && sittingId !== orderSitting), tables: joined ? [to] : [] })
      } else if (tableId === to && joined) {
        // Guests who sat down at the free table before the others moved there have lost their sitting and must not get the others' events.
        const stays = hosted || orderSitting === null || orderSitting === sittingId
        if (stays) this.#seats.event(socket, copyFor(diner))
        else this.#seats.end(socket)
      }
    }
    this.#alerts.move(
      { tableId: from, tableNumber: stringOf(data.fromTableNumber) },
      { tableId: to, tableNumber: merge ? null : stringOf(data.toTableNumber) },
    )
  }
}
