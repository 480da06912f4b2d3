import * as Popover from 'radix-ui/popover'
import { tableLabel } from '#domain/table.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
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
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Table alerts"
          className="scroll-quiet z-60 max-h-(--radix-popover-content-available-height) w-90 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card border border-hairline bg-surface p-2 text-text shadow-popover outline-none"
        >
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
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
