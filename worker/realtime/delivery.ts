import type { Alerts } from './alerts.ts'
import { dataOf, dinerCopies, type EventRow, isJson, type Json, staffCopy, stringOf } from './frames.ts'
import { changeSeat, seatOf, type Seats } from './seats.ts'

/**
 * Who gets an event that has been relayed, and what follows from it: a sitting that is over, a party that moves. It reads events as plain JSON: after a
 * deploy they may be of a neighbouring version.
 */
export class Delivery {
  readonly #seats: Seats
  readonly #alerts: Alerts

  constructor(seats: Seats, alerts: Alerts) {
    this.#seats = seats
    this.#alerts = alerts
  }

  deliver(row: EventRow): void {
    const text = staffCopy(row)
    for (const socket of this.#seats.staff()) this.#seats.send(socket, text)

    const data = dataOf(row)
    const order = isJson(data.order) ? data.order : {}
    if (row.event === 'tableMoved') return this.#move(row, data, order)
    const copyFor = dinerCopies(row)
    for (const socket of this.#seats.diners()) {
      const { tables, tableId, sittingId, hosted, diner } = seatOf(socket)
      if (tables.length === 0 || (row.tableId !== '*' && row.tableId !== tableId)) continue
      // An order is of its table's sitting: a diner with another one was left over when its own sitting ended without an event.
      if (row.tableId === tableId && !hosted && stringOf(order.sittingId) !== null && order.sittingId !== sittingId) this.#seats.end(socket)
      else this.#seats.send(socket, copyFor(diner))
    }
    // The sitting is over with its order: completed, or cancelled, which alone has `tableUpdated` (CONTRACT §7), or taken away from the table. The event
    // of an order that a merge ended names no table: its diners stay, at the parent.
    const over = row.event === 'orderCompleted' || data.tableUpdated === true || data.tableLeft === true
    if (over && row.tableId !== null) this.#endTable(row.tableId, order)
  }

  #endTable(tableId: string, order: Json): void {
    this.#alerts.clearTable(tableId)
    for (const socket of this.#seats.diners()) {
      const diner = seatOf(socket)
      // By the table only those who have joined: the next guests may be connecting already.
      const atTable = diner.tables.length > 0 && diner.tableId === tableId
      if (atTable || (diner.sittingId !== null && diner.sittingId === order.sittingId)) this.#seats.end(socket)
    }
  }

  /** A party that moves takes its sitting, its sockets and its alerts along; a merge is a move of each child to the parent. */
  #move(row: EventRow, data: Json, order: Json): void {
    const [from, to] = [stringOf(data.fromTableId), stringOf(data.toTableId)]
    if (from === null || to === null || from === to) return
    const merge = isJson(data.from) && data.from.mergedInto === to
    const copyFor = dinerCopies(row)
    for (const socket of this.#seats.diners()) {
      const { tables, tableId, sittingId, hosted, diner } = seatOf(socket)
      const joined = tables.length > 0
      if (tableId === from) {
        if (joined) this.#seats.send(socket, copyFor(diner))
        changeSeat(socket, { tableId: to, hosted: hosted || (merge && sittingId !== order.sittingId), tables: joined ? [to] : [] })
      } else if (tableId === to && joined) {
        // Who sat down at the free table before the party came has lost the sitting, and must not hear the party.
        const stays = hosted || stringOf(order.sittingId) === null || order.sittingId === sittingId
        if (stays) this.#seats.send(socket, copyFor(diner))
        else this.#seats.end(socket)
      }
    }
    this.#alerts.move(from, { tableId: to, tableNumber: stringOf(data.toTableNumber) })
  }
}
