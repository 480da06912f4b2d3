import { alertForDiner } from '#domain/diner.ts'
import { alertSlot } from '#domain/table.ts'
import { frame, stringOf } from './frames.ts'
import type { Alert, AlertAsk, ClearAsk, WithdrawAsk } from './rpc.ts'
import type { Seats } from './seats.ts'
import type { OwnSql } from './state.ts'

/** `callers`: the sessions that made this call. Only the room knows them; no event and no answer names them. */
type Kept = Alert & { callers: string[] }
const shapeOf = ({ callers: _, ...alert }: Kept): Alert => alert

/** Table alerts (SPEC §4). The room stores them itself; they have no seq, and every `joined` frame carries all of them. */
export class Alerts {
  readonly #sql: OwnSql
  readonly #seats: Seats

  constructor(sql: OwnSql, seats: Seats) {
    this.#sql = sql
    this.#seats = seats
    sql.run(
      `CREATE TABLE IF NOT EXISTS alerts (
         table_id TEXT NOT NULL, alert_type TEXT NOT NULL, id TEXT NOT NULL UNIQUE, table_number TEXT NOT NULL, order_id TEXT, timestamp TEXT NOT NULL,
         acknowledged INTEGER NOT NULL DEFAULT 0, acknowledged_by TEXT, PRIMARY KEY (table_id, alert_type))`,
    )
    // Rooms that were made before don't have the column.
    if (!sql.rows<{ name: string }>('PRAGMA table_info(alerts)').some(({ name }) => name === 'callers'))
      sql.run(`ALTER TABLE alerts ADD COLUMN callers TEXT NOT NULL DEFAULT '[]'`)
  }

  /** All alerts of the restaurant, or of one table; a diner without a table has none. */
  list(tableId?: string | null): Alert[] {
    return this.#kept(tableId).map(shapeOf)
  }

  #kept(tableId?: string | null): Kept[] {
    const rows = this.#sql.rows<Record<string, string | number | null>>(
      'SELECT * FROM alerts WHERE ?1 IS NULL OR table_id = ?1 ORDER BY timestamp, id',
      tableId === undefined ? null : (tableId ?? ''),
    )
    return rows.map((row) => ({
      _id: String(row.id),
      id: String(row.id),
      tableId: String(row.table_id),
      alertType: String(row.alert_type),
      tableNumber: String(row.table_number),
      orderId: stringOf(row.order_id),
      timestamp: String(row.timestamp),
      acknowledged: row.acknowledged === 1,
      acknowledgedBy: stringOf(row.acknowledged_by),
      callers: JSON.parse(String(row.callers)) as string[],
    }))
  }

  raise({ tableId, tableNumber, alertType, orderId, quietMs = 0, answeredAt, caller = '' }: AlertAsk): Alert {
    const now = Date.now()
    const open = this.#kept(tableId).find((a) => a.alertType === alertType)
    const callers = [...new Set([...(open?.callers ?? []), caller])]
    // The bill may be asked for again at once: more may have been ordered since somebody saw the first call or printed it.
    const isAnswered = alertType === 'bill' && open && (open.acknowledged || open.timestamp < (answeredAt ?? ''))
    if (open && !isAnswered && now - Date.parse(open.timestamp) < quietMs) {
      this.#setCallers(open.id, callers)
      return shapeOf(open)
    }
    const id = this.#freeId(tableId, now)
    const alert: Alert = {
      _id: id,
      id,
      tableId,
      alertType,
      tableNumber,
      orderId: orderId ?? null,
      timestamp: new Date(now).toISOString(),
      acknowledged: false,
      acknowledgedBy: null,
    }
    this.#put({ ...alert, callers })
    return alert
  }

  /** Returns the table's remaining alerts. An alert that somebody has acknowledged stays theirs. */
  clear({ tableId, alertType = null, action, by }: ClearAsk): Alert[] {
    const [which, args] = alertType === null ? ['table_id = ?', [tableId]] : ['table_id = ? AND alert_type = ?', [tableId, alertType]]
    if (action === 'acknowledge')
      this.#sql.run(`UPDATE alerts SET acknowledged = 1, acknowledged_by = ? WHERE acknowledged = 0 AND ${which}`, by, ...args)
    else this.#sql.run(`DELETE FROM alerts WHERE ${which}`, ...args)
    return this.#announceCleared(tableId, alertType, action)
  }

  /** Withdraws the caller's calls at a table. A call that somebody else made too stays open as theirs. Returns how many were the caller's. */
  withdraw({ tableId, caller, alertType }: WithdrawAsk): number {
    const isOwn = (alert: Kept) => alert.callers.includes(caller) && alert.alertType === (alertType ?? alert.alertType)
    const own = this.#kept(tableId).filter(isOwn)
    for (const { id, callers } of own)
      this.#setCallers(
        id,
        callers.filter((other) => other !== caller),
      )
    const ended = new Set(own.filter(({ callers }) => callers.length === 1).map(({ id }) => id))
    this.#take(tableId, ({ id }) => ended.has(id))
    return own.length
  }

  /** Removes a table's alerts when its guests have left; `until` (UTC) spares those that were raised after it. Returns the removed ones. */
  clearTable(tableId: string, until = '9'): Kept[] {
    return this.#take(tableId, (alert) => alert.timestamp <= until)
  }

  /** Removes those of a table's alerts that fit, and says which are left. Returns the removed ones. */
  #take(tableId: string, fits: (alert: Kept) => boolean): Kept[] {
    const all = this.#kept(tableId)
    const taken = all.filter(fits)
    for (const { id } of taken) this.#sql.run('DELETE FROM alerts WHERE id = ?', id)
    // Without a type the event says that the table has no alerts left.
    const types = taken.length === all.length ? taken.slice(0, 1).map(() => null) : taken.map(({ alertType }) => alertType)
    for (const type of types) this.#announceCleared(tableId, type, 'clear')
    return taken
  }

  /**
   * Moves a table's alerts when its guests move. Those of its own get the new number; those of tables that are merged into it keep the number of the table that
   * called, as all do in a merge, where `to.tableNumber` is null. If the old number isn't known, all are the table's own.
   */
  move(from: { tableId: string; tableNumber: string | null }, to: { tableId: string; tableNumber: string | null }): void {
    const isOwn = ({ tableNumber }: Kept) => from.tableNumber === null || tableNumber === from.tableNumber
    this.#bring(
      this.clearTable(from.tableId).map((alert) => (isOwn(alert) ? { ...alert, tableNumber: to.tableNumber ?? alert.tableNumber } : alert)),
      to.tableId,
    )
  }

  /** Returns to a table that was taken out of a merge the alerts of its own guests, with its own order. */
  giveBack(from: string, to: { tableId: string; tableNumber: string; orderId: string | null }): void {
    const own = this.#take(from, (alert) => alert.tableNumber === to.tableNumber)
    this.#bring(
      own.map((alert) => ({ ...alert, orderId: to.orderId })),
      to.tableId,
    )
  }

  #bring(moving: readonly Kept[], tableId: string): void {
    const there = this.#kept(tableId)
    for (const alert of moving) {
      const other = there.find((a) => alertSlot(a.alertType) === alertSlot(alert.alertType))
      // If both tables had the same call, the merged call belongs to all who made it.
      const callers = other?.alertType === alert.alertType ? [...new Set([...other.callers, ...alert.callers])] : alert.callers
      // When both tables have an alert of one slot, the later one stays.
      if (other && other.timestamp > alert.timestamp) {
        if (other.alertType === alert.alertType) this.#setCallers(other.id, callers)
        continue
      }
      const id = this.#freeId(tableId, Date.parse(alert.timestamp))
      this.#put({ ...alert, _id: id, id, tableId, callers })
    }
  }

  /** Table id plus timestamp (SPEC §3). If that id is taken, by an alert in the same millisecond, the next free millisecond. */
  #freeId(tableId: string, at: number): string {
    const id = `${tableId}-${at}`
    return this.#sql.rows('SELECT 1 FROM alerts WHERE id = ?', id).length > 0 ? this.#freeId(tableId, at + 1) : id
  }

  #setCallers(id: string, callers: readonly string[]): void {
    this.#sql.run('UPDATE alerts SET callers = ? WHERE id = ?', JSON.stringify(callers), id)
  }

  /** A new alert of the same table and type replaces the old one (SPEC §4), and a free text any other (CONTRACT §9). */
  #put(kept: Kept): void {
    const { callers, ...alert } = kept
    const { id, tableId, alertType, tableNumber, orderId, timestamp, acknowledged, acknowledgedBy } = alert
    for (const other of this.list(tableId))
      if (alertSlot(other.alertType) === alertSlot(alertType)) this.#sql.run('DELETE FROM alerts WHERE id = ?', other.id)
    this.#sql.run(
      `INSERT INTO alerts (table_id, alert_type, id, table_number, order_id, timestamp, acknowledged, acknowledged_by, callers) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      tableId,
      alertType,
      id,
      tableNumber,
      orderId,
      timestamp,
      acknowledged ? 1 : 0,
      acknowledgedBy,
      JSON.stringify(callers),
    )
    const raised = (shown: Alert) => frame('tableAlert', { alert: shown, tableId, alertType, tableNumber, timestamp })
    this.#seats.tell('tableAlert', tableId, raised(alert), raised(alertForDiner(alert)))
  }

  #announceCleared(tableId: string, alertType: string | null, action: ClearAsk['action']): Alert[] {
    const alerts = this.list(tableId)
    const cleared = (left: Alert[]) =>
      frame('tableAlertCleared', { tableId, alertType, action, acknowledged: action === 'acknowledge', alerts: left })
    this.#seats.tell('tableAlertCleared', tableId, cleared(alerts), cleared(alerts.map(alertForDiner)))
    return alerts
  }
}
