import type { Kot, OrderShape } from '#domain/api/order.ts'
import type { AlertShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { alertKey, alertWord, isOver } from '#web/shared/floor/alerts.tsx'
import { waitingKots } from '#web/shared/order/held.ts'
import { orderLabel } from '#web/shared/order/label.ts'

type About = {
  /** Names this one need: a call that is repeated is a new one. */
  key: string
  /** `T9`, `Take Away 12` */
  label: string
  /** `To accept`, `Bill`, `Waiter` */
  word: string
  /** UTC ISO */
  since: string
  /** Somebody is on the way: it stays in the list until it is cleared, and makes no sound. */
  taken: boolean
}
/** Something that waits for a person (SCREENS §6.27): a guest's ticket, or a table's call with the table's open order. */
export type Need =
  (About & { kind: 'ticket'; order: OrderShape; kot: Kot }) | (About & { kind: 'call'; alert: AlertShape; order: OrderShape | null })

/** Oldest first, so that nothing that is shown moves when something new comes up; what somebody has taken comes last. */
export function needsOf({ orders, alerts }: { orders: readonly OrderShape[]; alerts: readonly AlertShape[] }): Need[] {
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
  return [...tickets, ...calls].sort((a, b) => Number(a.taken) - Number(b.taken) || a.since.localeCompare(b.since))
}

/** What has come up since `known`, the keys of what was there before; nothing at first. */
export const newNeeds = (known: ReadonlySet<string> | null, now: readonly Need[]): Need[] =>
  known ? now.filter((need) => !need.taken && !known.has(need.key)) : []
