import { useQueryClient } from '@tanstack/react-query'
import type { AlertShape } from '#domain/api/tables.ts'
import { putAlert } from '#web/core/liveCache.ts'
import { useCommand } from '#web/core/query.ts'
import { markCall } from './alerts.tsx'

/** Makes a call on behalf of a table, such as a captain requesting its bill from the cashier. */
export function useCallForTable(onDone?: (alert: AlertShape) => void) {
  const client = useQueryClient()
  const command = useCommand('POST /tables/alert', {
    onSuccess: ({ alert }) => {
      putAlert(client, alert)
      onDone?.(alert)
    },
    onError: (_, { body }) => markCall(body, false),
  })
  return {
    pending: command.isPending ? command.variables.body.tableId : null,
    call: (body: { tableId: string; alertType: string; orderId?: string }) => {
      markCall(body)
      command.mutate({ body })
    },
  }
}
