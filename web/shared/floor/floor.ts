import type { Kot, OrderShape } from '#domain/api/order.ts'
import type { AlertShape, TableBooking, TableShape } from '#domain/api/tables.ts'
import { isOpen } from '#domain/order.ts'
import type { Paise } from '#domain/money.ts'
import { compareTableNumbers, tableLabel, type TableState, tableState, type TableStateName } from '#domain/table.ts'
import { durationText } from '#domain/time.ts'
import { draftTotals, draftCount } from '#domain/ticket.ts'
import { receivedOf } from '#domain/paid.ts'
import type { TaxPercentages } from '#domain/tax.ts'
import { isOver } from './alerts.tsx'
import type { StoredDraft } from '#web/shared/order/drafts.ts'

/** A table as the floor shows it: the server's table and order, this device's unsent ticket, and its calls. */
export type FloorTable = {
  table: TableShape
  /** `T7` */
  label: string
  /** Its open order; for a merged table, that of the table it is merged into. */
  order: OrderShape | null
  state: TableState
  /** Alerts that are not cleared, oldest first. */
  alerts: AlertShape[]
  /** Portions not yet sent from this device. */
  unsent: number
  /** Diners' tickets that staff have not accepted or declined yet, and their portions. */
  held: Kot[]
  toAccept: number
  /** The bill so far, including unsent items; null without one, and for a table that is merged into another. */
  total: Paise | null
  /** What is left to pay once something was received: 0 when it is paid. Null before. */
  left: Paise | null
  guests: number | null
  /** Of the table and of those merged into it. A booking goes by the table's own: a merge ends with its order. */
  seats: number
  customer: string
  /** For a reserved table, the local time of its next booking: `20:15`. Then, and while a booking's guests sit there, `guests` and `customer` are the booking's. */
  bookedFor: string | null
  /** The guests of a booking who sit here while there is no order, as they were booked: the server begins their order in their name (decision 011). */
  seated: { customer_name: string; guests: number | null } | null
  /** The table this one is merged into. */
  parent: TableShape | null
  /** The tables merged into this one. */
  children: TableShape[]
}
/** An occupied table has an order. While the open orders are fetched it may still be on its way, and the table must not look like one without an order. */
export const awaitsOrder = (entry: FloorTable | null | undefined, order: OrderShape | null, orders: { isFetching: boolean }): boolean =>
  entry?.table.status === 'occupied' && !order && orders.isFetching

export type FloorArea = { area: string; tables: FloorTable[] }
export type FloorCounts = Record<TableStateName | 'all', number>

export type FloorInput = {
  tables: readonly TableShape[]
  orders: readonly OrderShape[]
  alerts: readonly AlertShape[]
  drafts: readonly StoredDraft[]
  /** The bookings for which tables are reserved now, and those whose guests sit at their table, the earliest first. */
  bookings?: readonly TableBooking[]
  taxes?: { percentages: TaxPercentages; roundOff: boolean }
  now: number
}

const portions = (kots: readonly Kot[]) =>
  kots.flatMap((k) => k.items).reduce((sum, i) => sum + (i.status === 'Cancelled' ? 0 : i.quantity), 0)

export function floorOf({ tables, orders, alerts, drafts, bookings = [], taxes, now }: FloorInput): FloorTable[] {
  const byId = new Map(tables.map((t) => [t._id, t]))
  const open = orders.filter(isOpen)
  const own = (table: TableShape) => open.find((o) => o.tableId === table._id) ?? open.find((o) => o._id === table.currentOrderId) ?? null
  return [...tables]
    .sort((a, b) => compareTableNumbers(a.tableNumber, b.tableNumber))
    .map((table): FloorTable => {
      const parent = table.mergedInto ? (byId.get(table.mergedInto) ?? null) : null
      const order = own(parent ?? table)
      const kept = drafts.find((d) => d.meta.tableId === table._id)
      const draft = kept?.draft ?? null
      const unsent = draftCount(draft)
      const calls = alerts
        .filter((a) => a.tableId === table._id && !isOver(a, order))
        .sort((a, b) => a.timestamp.localeCompare(b.timestamp))
      const held = parent ? [] : (order?.kots.filter((k) => k.held) ?? [])
      const total =
        parent || (!order && unsent === 0)
          ? null
          : unsent > 0 && taxes
            ? draftTotals(draft, order, taxes.percentages, { roundOff: taxes.roundOff }).grandTotal
            : order
              ? Math.round(order.grandTotal * 100)
              : null
      const state = withParent(tableState(table, order, { unsent, alerts: calls, now }), parent)
      const isSeated = !order && state.elapsedFrom !== null
      const booking =
        isSeated || state.state === 'reserved'
          ? bookings.find((b) => b.tableId === table._id && (b.seated ?? false) === isSeated)
          : undefined
      const children = table.mergedTables.flatMap((id) => byId.get(id) ?? [])
      const received = order && !parent ? receivedOf(order) : 0
      return {
        table,
        label: tableLabel(table.tableNumber),
        order,
        state,
        alerts: calls,
        unsent,
        held,
        toAccept: portions(held),
        total,
        left: total === null || received === 0 ? null : Math.max(0, total - received),
        guests: parent ? null : (order?.guests ?? (draft ? kept?.meta.guests : null) ?? booking?.partySize ?? null),
        customer: parent ? '' : order?.customer_name || (draft ? kept?.meta.customer_name : '') || booking?.customerName || '',
        seated: isSeated && booking && !parent ? { customer_name: booking.customerName, guests: booking.partySize } : null,
        bookedFor: isSeated ? null : (booking?.time ?? null),
        parent,
        seats: children.reduce((sum, { capacity }) => sum + capacity, table.capacity),
        children,
      }
    })
}

/** A merged table's order is shown on its parent's card only, so that nothing is counted or served twice; its own card names the parent. */
const withParent = (state: TableState, parent: TableShape | null): TableState =>
  parent
    ? {
        ...state,
        state: state.state === 'billed' ? 'billed' : 'running',
        word: `With ${tableLabel(parent.tableNumber)}`,
        ready: 0,
        overdue: false,
      }
    : state

/** Areas ordered by their first table: the area with T1 comes first. */
export function areasOf(floor: readonly FloorTable[]): FloorArea[] {
  const areas = new Map<string, FloorTable[]>()
  for (const entry of floor) areas.set(entry.table.area, [...(areas.get(entry.table.area) ?? []), entry])
  return [...areas].map(([area, list]) => ({ area, tables: list }))
}

export function countsOf(floor: readonly FloorTable[]): FloorCounts {
  const counts: FloorCounts = { all: floor.length, free: 0, ordering: 0, running: 0, ready: 0, billed: 0, reserved: 0 }
  for (const { state } of floor) counts[state.state] += 1
  return counts
}

/** The table whose order a card opens: for a merged table its parent. */
export const headOf = (entry: FloorTable, floor: readonly FloorTable[]): FloorTable =>
  floor.find((t) => t.table._id === entry.parent?._id) ?? entry

/** `T7 + T8`: all tables of one order. */
export const togetherLabel = (entry: FloorTable): string =>
  [entry.label, ...entry.children.map((t) => tableLabel(t.tableNumber))].join(' + ')

/** `T8`, `T8 and T9`, `T8, T9 and T10` */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** `74m`: in minutes, which are quickest to compare; in hours from 100 minutes on. */
export const floorElapsed = (ms: number): string => durationText(ms, 100)
