import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderShape } from '#domain/api/order.ts'
import type { AlertShape } from '#domain/api/tables.ts'
import { alertSlot } from '#domain/table.ts'
import { setTableAlerts } from '#web/core/liveCache.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useMay } from '#web/core/may.ts'
import { playSound } from '#web/app/feedback/sound.ts'

const WORDS: Record<string, string> = { callWaiter: 'Waiter', water: 'Water', bill: 'Bill', clean: 'Clean' }
/** `Waiter`, `Water`, `Bill`, `Clean`; a guest's own words stand in quotes, because they could be read as ours ("Paid at the counter"). */
export const alertWord = (type: string): string => (Object.hasOwn(WORDS, type) && WORDS[type]) || `“${type}”`

export const alertKey = (a: Pick<AlertShape, 'tableId' | 'alertType'>): string => `${a.tableId}:${alertSlot(a.alertType)}`

/**
 * A bill asked for that was printed since, or at a table without an open order, because it was settled meanwhile. It stays over when the order changes after
 * that print, since nobody has asked again.
 */
export const isOver = (
  { alertType, timestamp }: Pick<AlertShape, 'alertType' | 'timestamp'>,
  order: Pick<OrderShape, 'billPrintedAt' | 'lastPrinted'> | null,
): boolean => alertType === 'bill' && (order === null || (order.lastPrinted?.at ?? order.billPrintedAt ?? '') > timestamp)

/** Alerts that are not cleared, oldest first; `waiting` are those not yet acknowledged. */
export function useAlerts(): { alerts: AlertShape[]; waiting: AlertShape[] } {
  const { data } = useQuery({ ...apiQuery('GET /tables/alerts'), enabled: useMay('GET /tables/alerts').ok })
  const alerts = [...(data?.alerts ?? [])].sort((a, b) => a.timestamp.localeCompare(b.timestamp))
  return { alerts, waiting: alerts.filter((a) => !a.acknowledged) }
}

/** `acknowledge(alert)` and `clear(alert)`; all devices are updated. */
export function useAlertActions() {
  const client = useQueryClient()
  const command = useCommand('POST /tables/clear-alert', {
    onSuccess: (answer, { body }) => setTableAlerts(client, body.tableId, answer.alerts),
  })
  const run = (alert: AlertShape, action: 'acknowledge' | 'clear') =>
    command.mutate({ body: { tableId: alert.tableId, alertType: alert.alertType, action } })
  return {
    acknowledge: (alert: AlertShape) => run(alert, 'acknowledge'),
    clear: (alert: AlertShape) => run(alert, 'clear'),
    pending: command.isPending ? (command.variables?.body.tableId ?? null) : null,
  }
}

const OWN_MS = 10_000
/** Calls that this device has made: they ring only on other devices. By table until they are heard, then by their time, which they keep when guests move. */
const own = new Map<string, number>()
/** True for a call that this device has made, also when its guests have moved to another table since. */
export const isOwnCall = (alert: AlertShape): boolean => {
  const at = own.get(alertKey(alert)) ?? 0
  own.delete(alertKey(alert))
  if (Date.now() - at < OWN_MS) own.set(alert.timestamp, at)
  return own.has(alert.timestamp)
}

/** Marks a call that this page makes as its own, so that it doesn't ring here; unmarks it when it was refused. */
export const markCall = (call: Pick<AlertShape, 'tableId' | 'alertType'>, isMade = true): void =>
  void (isMade ? own.set(alertKey(call), Date.now()) : own.delete(alertKey(call)))

/** One chime when something becomes ready to serve. */
export const chime = () => playSound('ready')
