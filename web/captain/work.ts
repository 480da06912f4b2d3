import type { OrderItem, OrderShape, Kot } from '#domain/api/order.ts'
import { isToServe } from '#domain/itemStatus.ts'
import { isOpen } from '#domain/order.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { orderLabel } from '#web/shared/order/label.ts'

/** A line that is ready to serve, with what serving it needs. */
export type ReadyLine = {
  order: OrderShape
  kot: Kot
  line: OrderItem
  /** `T3`, `Take Away 12` */
  where: string
  /** When it became ready, UTC ISO. */
  since: string
}

/**
 * The lines ready to serve at `now` (ms), oldest first: those of open orders, and what became ready on an order that was settled while it was cooked. Parcels
 * are handed over at the counter, so they are left out unless the restaurant has no tables.
 */
export const readyLines = (
  orders: readonly OrderShape[],
  { tables = true, now = Date.now() }: { tables?: boolean; now?: number } = {},
): ReadyLine[] =>
  orders
    .filter((order) => !tables || order.tableId !== null)
    .flatMap((order) =>
      order.kots.flatMap((kot) =>
        kot.items.flatMap((line) =>
          (isOpen(order) ? line.status === 'Ready' : isToServe(order, line, now))
            ? [{ order, kot, line, where: orderLabel(order), since: line.statusAt }]
            : [],
        ),
      ),
    )
    .sort((a, b) => a.since.localeCompare(b.since))

/** True if this person sent any of its tickets. A guest's own ticket counts for nobody. */
export const isMine = (order: Pick<OrderShape, 'kots'> | null, name: string): boolean =>
  order?.kots.some((kot) => !kot.held && kot.sentBy === name) ?? false

const isRunning = (t: FloorTable) => t.parent === null && (t.order !== null || t.unsent > 0)

/** The tables of "My work": those I sent tickets for or have unsent items for; if none, all running tables. */
export function myTables(floor: readonly FloorTable[], name: string): { mine: boolean; tables: FloorTable[] } {
  const running = floor.filter(isRunning)
  const own = running.filter((t) => t.unsent > 0 || isMine(t.order, name))
  return own.length > 0 ? { mine: true, tables: own } : { mine: false, tables: running }
}

const urgency = (t: FloorTable): number =>
  t.state.alert ? 0 : t.state.state === 'ready' ? 1 : t.toAccept > 0 ? 2 : t.state.state === 'ordering' ? 3 : t.state.overdue ? 4 : 5

/** The `n` tables that need attention most, in the floor's order, so that cards keep their relative places. */
export function foremost(tables: readonly FloorTable[], n: number): FloorTable[] {
  if (tables.length <= n) return [...tables]
  const ranked = [...tables].sort((a, b) => urgency(a) - urgency(b) || (a.state.elapsedFrom ?? '').localeCompare(b.state.elapsedFrom ?? ''))
  const chosen = new Set(ranked.slice(0, n))
  return tables.filter((t) => chosen.has(t))
}

/** The tables whose number begins with the typed digits: `1` finds T1, T10, Patio 12; an exact match comes first. */
export function jumpTargets<T extends { table: { tableNumber: string } }>(tables: readonly T[], digits: string): T[] {
  if (!digits) return []
  const fit = (t: T): 0 | 1 | 2 => {
    const numbers: readonly string[] = t.table.tableNumber.match(/\d+/g) ?? []
    return numbers.includes(digits) ? 2 : numbers.some((n) => n.startsWith(digits)) ? 1 : 0
  }
  return [...tables.filter((t) => fit(t) === 2), ...tables.filter((t) => fit(t) === 1)]
}

/** The state of a table's menu in the history when it was opened from the tables: leaving it then goes back to them, and not to them a second time. */
export const FROM_TABLES = 'tables'
