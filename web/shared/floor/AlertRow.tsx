import { createElement } from 'react'
import type { AlertShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useElapsed } from '#web/ui/hooks.ts'
import { alertIcon, alertWord } from './alerts.tsx'
import { useDates } from '#web/core/dates.ts'
import { floorElapsed } from './floor.ts'

/** A table's call for service: offers Acknowledge until somebody has, then Clear (SCREENS §6, "Alerts"). A list item: put it in a `ul`. */
export function AlertRow({
  alert,
  area,
  onAcknowledge,
  onClear,
  disabledReason,
  className,
}: {
  alert: AlertShape
  area?: string
  onAcknowledge: (alert: AlertShape) => void
  onClear: (alert: AlertShape) => void
  disabledReason?: string | null
  className?: string
}) {
  const ms = useElapsed(alert.timestamp)
  const dates = useDates()
  const label = tableLabel(alert.tableNumber)
  const word = alertWord(alert.alertType)
  const taken = alert.acknowledged
  const age = (
    <time dateTime={alert.timestamp} title={dates.clock(alert.timestamp)} className="num">
      {floorElapsed(ms)}
    </time>
  )
  return (
    <li
      className={cx(
        'flex min-h-13 min-w-0 items-center gap-3 rounded-[8px] py-0.5 pr-0.5 pl-3',
        taken ? 'bg-raised text-text [&>svg]:text-muted' : 'bg-danger-soft text-on-danger-soft [&>svg]:text-danger',
        className,
      )}
    >
      {createElement(alertIcon(alert.alertType), { className: 'size-6', 'aria-hidden': true })}
      <span className="min-w-0 flex-1 leading-5">
        <span className="line-clamp-2 [overflow-wrap:anywhere]">
          <b className="font-bold">{label}</b> {word}
        </span>
        <span className="block truncate text-14">
          {taken ? (
            `${alert.acknowledgedBy ? `${firstName(alert.acknowledgedBy)} is going` : 'On the way'}`
          ) : (
            <>
              {area ? `${area} · ` : null}
              {age}
            </>
          )}
        </span>
      </span>
      {taken ? (
        <Button variant="quiet" aria-label={`Clear ${label} ${word}`} disabledReason={disabledReason} onClick={() => onClear(alert)}>
          Clear
        </Button>
      ) : (
        <Button
          variant="danger"
          aria-label={`Acknowledge ${label} ${word}`}
          disabledReason={disabledReason}
          onClick={() => onAcknowledge(alert)}
        >
          Acknowledge
        </Button>
      )}
    </li>
  )
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name
