import { alertForDiner } from '#domain/diner.ts'
import { alertSlot } from '#domain/table.ts'
import { frame, stringOf } from './frames.ts'
import type { Alert, AlertAsk, ClearAsk } from './rpc.ts'
import type { Seats } from './seats.ts'
import type { OwnSql } from './state.ts'

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
  }

  /** All alerts of the restaurant, or of one table; a diner without a table has none. */
  list(tableId?: string | null): Alert[] {
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
    }))
  }

  raise({ tableId, tableNumber, alertType, orderId, quietMs = 0 }: AlertAsk): Alert {
    const now = Date.now()
    const open = this.list(tableId).find((a) => a.alertType === alertType)
    if (open && now - Date.parse(open.timestamp) < quietMs) return open
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
    this.#put(alert)
    return alert
  }

  /** Returns the table's remaining alerts. */
  clear({ tableId, alertType = null, action, by }: ClearAsk): Alert[] {
    const [which, args] = alertType === null ? ['table_id = ?', [tableId]] : ['table_id = ? AND alert_type = ?', [tableId, alertType]]
    if (action === 'acknowledge') this.#sql.run(`UPDATE alerts SET acknowledged = 1, acknowledged_by = ? WHERE ${which}`, by, ...args)
    else this.#sql.run(`DELETE FROM alerts WHERE ${which}`, ...args)
    return this.#announceCleared(tableId, alertType, action)
  }

  /** Removes a table's alerts when its guests have left; `until` (UTC) spares those that were raised after it. Returns the removed ones. */
  clearTable(tableId: string, until = '9'): Alert[] {
    const alerts = this.list(tableId).filter((alert) => alert.timestamp <= until)
    if (alerts.length === 0) return []
    this.#sql.run('DELETE FROM alerts WHERE table_id = ? AND timestamp <= ?', tableId, until)
    this.#announceCleared(tableId, null, 'clear')
    return alerts
  }

  /** Moves a table's alerts when its guests move. */
  move(from: string, to: { tableId: string; tableNumber: string | null }): void {
    const moving = this.clearTable(from)
    const there = this.list(to.tableId)
    for (const alert of moving) {
      // When both tables have an alert of one slot, the later one stays.
      if (there.some((a) => alertSlot(a.alertType) === alertSlot(alert.alertType) && a.timestamp > alert.timestamp)) continue
      const id = this.#freeId(to.tableId, Date.parse(alert.timestamp))
      this.#put({ ...alert, _id: id, id, tableId: to.tableId, tableNumber: to.tableNumber ?? alert.tableNumber })
    }
  }

  /** Table id plus timestamp (SPEC §3). If that id is taken, by an alert in the same millisecond, the next free millisecond. */
  #freeId(tableId: string, at: number): string {
    const id = `${tableId}-${at}`
    return this.#sql.rows('SELECT 1 FROM alerts WHERE id = ?', id).length > 0 ? this.#freeId(tableId, at + 1) : id
  }

  /** A new alert of the same table and type replaces the old one (SPEC §4), and a free text any other (CONTRACT §9). */
  #put(alert: Alert): void {
    const { id, tableId, alertType, tableNumber, orderId, timestamp, acknowledged, acknowledgedBy } = alert
    for (const other of this.list(tableId))
      if (alertSlot(other.alertType) === alertSlot(alertType)) this.#sql.run('DELETE FROM alerts WHERE id = ?', other.id)
    this.#sql.run(
      `INSERT INTO alerts (table_id, alert_type, id, table_number, order_id, timestamp, acknowledged, acknowledged_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      tableId,
      alertType,
      id,
      tableNumber,
      orderId,
      timestamp,
      acknowledged ? 1 : 0,
      acknowledgedBy,
    )
    const raised = (shown: Alert) => frame('tableAlert', { alert: shown, tableId, alertType, tableNumber, timestamp })
    this.#seats.tell(tableId, raised(alert), raised(alertForDiner(alert)))
  }

  #announceCleared(tableId: string, alertType: string | null, action: ClearAsk['action']): Alert[] {
    const alerts = this.list(tableId)
    const cleared = (left: Alert[]) =>
      frame('tableAlertCleared', { tableId, alertType, action, acknowledged: action === 'acknowledge', alerts: left })
    this.#seats.tell(tableId, cleared(alerts), cleared(alerts.map(alertForDiner)))
    return alerts
  }
}
