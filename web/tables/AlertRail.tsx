import { Bell } from 'lucide-react'
import { alertKey, useAlertActions } from '#web/shared/floor/alerts.tsx'
import { AlertRow } from '#web/shared/floor/AlertRow.tsx'
import type { Floor } from '#web/shared/floor/useFloor.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { cx } from '#web/ui/cx.ts'
import { useOverflows } from '#web/ui/hooks.ts'

/**
 * Calls for service, unacknowledged first, then oldest first. From 640 px on it is always 64 px high, so that a new call doesn't move the cards under
 * a finger; on a phone the calls are stacked.
 */
export function AlertRail({ floor, hidden }: { floor: Floor; hidden: boolean }) {
  const { acknowledge, clear } = useAlertActions()
  const [ref, overflows] = useOverflows<HTMLUListElement>()
  const alerts = [...floor.alerts].sort((a, b) => Number(a.acknowledged) - Number(b.acknowledged) || a.timestamp.localeCompare(b.timestamp))
  const reason = why.answerCall(useWho())
  return (
    <section
      aria-label="Alerts"
      inert={hidden}
      className={cx('flex-none border-b border-hairline bg-surface sm:h-16', alerts.length === 0 && 'max-sm:hidden')}
    >
      {alerts.length === 0 ? (
        <p className="flex h-full items-center gap-3 px-6 text-14 text-muted">
          {floor.isPending ? null : (
            <>
              <Bell aria-hidden="true" />
              No table is calling
            </>
          )}
        </p>
      ) : (
        <ul
          ref={ref}
          tabIndex={overflows ? 0 : undefined}
          aria-label="Calls"
          className="scroll-quiet flex gap-2 px-3 py-1.5 focus-visible:-outline-offset-2 max-sm:max-h-46 max-sm:flex-col max-sm:overflow-y-auto sm:h-full sm:overflow-x-auto"
        >
          {alerts.map((alert) => (
            <AlertRow
              key={alertKey(alert)}
              alert={alert}
              area={floor.byId(alert.tableId)?.table.area}
              onAcknowledge={acknowledge}
              onClear={clear}
              disabledReason={reason}
              className="max-sm:flex-none sm:min-w-72 sm:flex-1 xl:max-w-105"
            />
          ))}
        </ul>
      )}
    </section>
  )
}
