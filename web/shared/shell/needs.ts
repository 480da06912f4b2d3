import type { Kot, OrderShape } from '#domain/api/order.ts'
import type { UnprintedJob } from '#domain/api/printJob.ts'
import type { AlertShape } from '#domain/api/tables.ts'
import { printLabel } from '#domain/printJob.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { alertKey, alertWord, isOver } from '#web/shared/floor/alerts.tsx'
import { waitingKots } from '#web/shared/order/held.ts'
import { kotName, orderLabel } from '#web/shared/order/label.ts'

type About = {
  /** Identifies this need; a repeated call is a new need. */
  key: string
  /** `T9`, `Take Away 12` */
  label: string
  /** `To accept`, `Bill`, `Waiter`, `KOT 12 is on no kitchen screen` */
  word: string
  /** UTC ISO */
  since: string
  /** True if somebody is on the way: it stays in the list until it is cleared, without a sound. */
  taken: boolean
}
/**
 * Something that waits for a person (SCREENS §6.27): a guest's ticket, a table's call with the table's open order, tickets on no kitchen screen, or papers that were
 * not printed.
 */
export type Need =
  | (About & { kind: 'ticket'; order: OrderShape; kot: Kot })
  | (About & { kind: 'call'; alert: AlertShape; order: OrderShape | null })
  | (About & { kind: 'kitchen'; kots: Kot[] })
  | (About & { kind: 'print'; jobs: UnprintedJob[] })

/** If more tickets than this are on no kitchen screen, the screen itself is probably off: they become one need, so that the calls of guests stay in view. */
const KITCHEN_ROWS = 3

/** The tickets of `unseen` that are still to be made; nobody is needed for those that were made, served or cancelled meanwhile. */
function kitchenNeeds(orders: readonly OrderShape[], unseen: readonly string[]): Need[] {
  if (unseen.length === 0) return []
  const late = orders
    .flatMap((order) => order.kots.map((kot) => ({ kot, label: orderLabel(order), since: kot.sentAt ?? kot.createdAt })))
    .filter(({ kot }) => unseen.includes(kot.kotId) && kot.items.some((i) => i.status === 'Preparing'))
    .sort((a, b) => a.since.localeCompare(b.since))
  const needs = late.map(({ kot, label, since }): Need => ({
    kind: 'kitchen',
    key: `kitchen:${kot.kotId}`,
    label,
    word: `${kotName(kot)} is on no kitchen screen`,
    since,
    taken: false,
    kots: [kot],
  }))
  const [first] = needs
  if (!first || needs.length <= KITCHEN_ROWS) return needs
  const kots = late.map(({ kot }) => kot)
  return [{ ...first, kind: 'kitchen', key: 'kitchen', label: plural(kots.length, 'ticket'), word: 'on no kitchen screen', kots }]
}

/** If more papers than this were not printed, a printer is probably off: they become one need. */
const PRINT_ROWS = 3

function printNeeds(jobs: readonly UnprintedJob[]): Need[] {
  const needs = jobs.map((job): Need => ({
    kind: 'print',
    key: `print:${job._id}`,
    label: printLabel(job),
    word: 'is not printed',
    since: job.waitingSince,
    taken: false,
    jobs: [job],
  }))
  const [first] = needs
  if (!first || needs.length <= PRINT_ROWS) return needs
  return [{ ...first, kind: 'print', key: 'print', label: plural(jobs.length, 'paper'), word: 'not printed', jobs: [...jobs] }]
}

type Waiting = {
  orders: readonly OrderShape[]
  /** Completed orders with lines that are still to be made. */
  toCook?: readonly OrderShape[]
  alerts: readonly AlertShape[]
  /** The tickets that no kitchen screen has acknowledged in time. */
  unseen?: readonly string[]
  unprinted?: readonly UnprintedJob[]
}

/** Oldest first, so that a new need moves none of the others; needs that somebody has taken come last. */
export function needsOf({ orders, toCook = [], alerts, unseen = [], unprinted = [] }: Waiting): Need[] {
  const tickets = orders.flatMap((order) =>
    waitingKots(order).map((kot): Need => ({
      kind: 'ticket',
      key: `ticket:${kot.kotId}`,
      label: orderLabel(order),
      word: 'To accept',
      since: kot.createdAt,
      taken: false,
      order,
      kot,
    })),
  )
  const orderOf = (alert: AlertShape) =>
    orders.find((o) => o._id === alert.orderId) ?? orders.find((o) => o.tableId === alert.tableId) ?? null
  const calls = alerts
    .filter((alert) => !isOver(alert, orderOf(alert)))
    .map((alert): Need => ({
      kind: 'call',
      key: `call:${alertKey(alert)}:${alert.timestamp}`,
      label: tableLabel(alert.tableNumber),
      word: alertWord(alert.alertType),
      since: alert.timestamp,
      taken: alert.acknowledged,
      alert,
      order: orderOf(alert),
    }))
  return [...tickets, ...calls, ...kitchenNeeds([...orders, ...toCook], unseen), ...printNeeds(unprinted)].sort(
    (a, b) => Number(a.taken) - Number(b.taken) || a.since.localeCompare(b.since),
  )
}

/** The text when no need is listed. That there is none is known only when guests' tickets and tables' calls are loaded. */
export const nobodyText = (unknown: boolean): string => (unknown ? 'Could not load who is waiting' : 'No guest is waiting')
/** Shown after the known needs when a part could not be loaded. */
export const UNKNOWN_REST = 'Could not load all'

/** The needs that are not among `known`, the keys of those from before; empty for the first list. */
export const newNeeds = (known: ReadonlySet<string> | null, now: readonly Need[]): Need[] =>
  known ? now.filter((need) => !need.taken && !known.has(need.key)) : []
