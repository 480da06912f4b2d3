import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Armchair, BellRing, GlassWater, type LucideIcon, ReceiptText, Sparkles } from 'lucide-react'
import { useEffect } from 'react'
import type { AlertShape } from '#domain/api/tables.ts'
import { alertSlot, tableLabel } from '#domain/table.ts'
import { useLive } from '#web/core/live.ts'
import { putAlert, setTableAlerts } from '#web/core/liveCache.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useMay } from '#web/core/may.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { alertSounds, playSound, startAlertSound, stopAlertSound } from '#web/app/feedback/sound.ts'

const WORDS: Record<string, string> = { callWaiter: 'Waiter', water: 'Water', bill: 'Bill', clean: 'Clean' }
const ICONS: Record<string, LucideIcon> = { callWaiter: BellRing, water: GlassWater, bill: ReceiptText, clean: Sparkles }
/** `Waiter`, `Water`, `Bill`, `Clean`, or another type as it is written. */
export const alertWord = (type: string): string => WORDS[type] ?? type
export const alertIcon = (type: string): LucideIcon => ICONS[type] ?? Armchair

export const alertKey = (a: Pick<AlertShape, 'tableId' | 'alertType'>): string => `${a.tableId}:${alertSlot(a.alertType)}`

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
  const run = (alert: AlertShape, action: 'acknowledge' | 'clear') => {
    stopAlertSound(alertKey(alert))
    snack.close(`alert:${alertKey(alert)}`)
    command.mutate({ body: { tableId: alert.tableId, alertType: alert.alertType, action } })
  }
  return {
    acknowledge: (alert: AlertShape) => run(alert, 'acknowledge'),
    clear: (alert: AlertShape) => run(alert, 'clear'),
    pending: command.isPending ? (command.variables?.body.tableId ?? null) : null,
  }
}

const OWN_MS = 10_000
/** Calls that this device has just made: they ring only on other devices. */
const own = new Map<string, number>()
const isOwn = (alert: AlertShape): boolean => {
  const at = own.get(alertKey(alert))
  return own.delete(alertKey(alert)) && at !== undefined && Date.now() - at < OWN_MS
}

/** Makes a call on behalf of a table, such as a captain requesting its bill from the cashier. */
export function useCallForTable(onDone?: (alert: AlertShape) => void) {
  const client = useQueryClient()
  const command = useCommand('POST /tables/alert', {
    onSuccess: ({ alert }) => {
      putAlert(client, alert)
      onDone?.(alert)
    },
    onError: (_, { body }) => void own.delete(alertKey(body)),
  })
  return {
    pending: command.isPending ? command.variables.body.tableId : null,
    call: (body: { tableId: string; alertType: string; orderId?: string }) => {
      own.set(alertKey(body), Date.now())
      command.mutate({ body })
    },
  }
}

/** On every staff page: a snackbar (for 5 s) and a sound for each new alert. Both end when somebody acknowledges it. */
export function AlertSnackbars() {
  const mayAnswer = useMay('POST /tables/clear-alert').ok
  const actions = useAlertActions()
  useLive('tableAlert', ({ alert: one }) => {
    if (one.acknowledged) return stopAlertSound(alertKey(one))
    if (isOwn(one)) return
    startAlertSound(alertKey(one))
    const Icon = alertIcon(one.alertType)
    snack.warning(`${tableLabel(one.tableNumber)}: ${alertWord(one.alertType)}`, {
      id: `alert:${alertKey(one)}`,
      icon: <Icon aria-hidden="true" />,
      action: mayAnswer ? { label: 'Acknowledge', run: () => actions.acknowledge(one) } : undefined,
    })
  })
  useLive('tableAlertCleared', ({ tableId, alertType }) => {
    for (const key of alertSounds())
      if ((alertType && key === alertKey({ tableId, alertType })) || (!alertType && key.startsWith(`${tableId}:`))) {
        stopAlertSound(key)
        snack.close(`alert:${key}`)
      }
  })
  useEffect(() => () => alertSounds().forEach(stopAlertSound), [])
  return null
}

/** One chime when something becomes ready to serve. */
export const chime = () => playSound('ready')
