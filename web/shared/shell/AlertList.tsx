import { tableLabel } from '#domain/table.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Popover } from '#web/ui/Popover.tsx'
import { Elapsed } from '#web/app/Elapsed.tsx'
import type { OpenedProps } from '#web/app/shell/OpensOnPress.tsx'
import { alertIcon, alertKey, alertWord, useAlertActions, useAlerts } from '#web/shared/floor/alerts.tsx'
import { useMay } from '#web/core/may.ts'

/** The list that the bell opens. */
export default function AlertList({ trigger }: OpenedProps) {
  const { alerts } = useAlerts()
  const { acknowledge, clear } = useAlertActions()
  const may = useMay('POST /tables/clear-alert').ok
  return (
    <Popover defaultOpen trigger={trigger} label="Table alerts" className="w-90 p-2">
      <h2 className="px-2 py-1.5 text-14 font-semibold">Table alerts</h2>
      {alerts.length === 0 ? <p className="px-2 pb-2 text-14 text-muted">No table is calling.</p> : null}
      <ul className="grid gap-2">
        {alerts.map((alert) => {
          const Icon = alertIcon(alert.alertType)
          return (
            <li
              key={alertKey(alert)}
              className={cx(
                'flex min-h-14 items-center gap-3 rounded-card py-1 pr-1 pl-3',
                alert.acknowledged ? 'bg-raised' : 'bg-danger-soft text-on-danger-soft',
              )}
            >
              <Icon className="size-6!" aria-hidden="true" />
              <span className="min-w-0 flex-1 leading-5">
                <b className="font-semibold">{tableLabel(alert.tableNumber)}</b> {alertWord(alert.alertType)}
                <small className="block truncate text-14">
                  {alert.acknowledged ? `${alert.acknowledgedBy ?? 'Somebody'} is going` : <Elapsed since={alert.timestamp} />}
                </small>
              </span>
              {may && !alert.acknowledged ? (
                <Button
                  variant="danger"
                  onClick={() => acknowledge(alert)}
                  aria-label={`Acknowledge ${alertWord(alert.alertType)} of ${tableLabel(alert.tableNumber)}`}
                >
                  Acknowledge
                </Button>
              ) : null}
              {may && alert.acknowledged ? (
                <Button
                  variant="quiet"
                  onClick={() => clear(alert)}
                  aria-label={`Clear ${alertWord(alert.alertType)} of ${tableLabel(alert.tableNumber)}`}
                >
                  Clear
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </Popover>
  )
}
