import { Popover } from '#web/ui/Popover.tsx'
import type { OpenedProps } from '#web/app/shell/OpensOnPress.tsx'
import { AlertRow } from '#web/shared/floor/AlertRow.tsx'
import { alertKey, useAlertActions, useAlerts } from '#web/shared/floor/alerts.tsx'
import { useMay } from '#web/core/may.ts'

/** The list that the bell opens. */
export default function AlertList({ trigger }: OpenedProps) {
  const { alerts } = useAlerts()
  const { acknowledge, clear } = useAlertActions()
  const may = useMay('POST /tables/clear-alert')
  return (
    <Popover defaultOpen trigger={trigger} label="Table alerts" className="w-90 p-2">
      <h2 className="px-2 py-1.5 text-14 font-semibold">Table alerts</h2>
      {alerts.length === 0 ? <p className="px-2 pb-2 text-14 text-muted">No table is calling.</p> : null}
      <ul className="grid gap-2">
        {alerts.map((alert) => (
          <AlertRow
            key={alertKey(alert)}
            alert={alert}
            onAcknowledge={acknowledge}
            onClear={clear}
            disabledReason={may.ok ? null : may.why}
          />
        ))}
      </ul>
    </Popover>
  )
}
