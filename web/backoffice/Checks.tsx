import { Check as CheckMark, CircleCheck, TriangleAlert } from 'lucide-react'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { type Check, toLookAt } from './checks.ts'

/** `2 to look at`, or that all is fine. */
export function ChecksChip({ checks }: { checks: readonly Check[] }) {
  const bad = toLookAt(checks)
  return bad > 0 ? (
    <StatusChip size={20} tone="warning" icon={<TriangleAlert />}>
      {bad} to look at
    </StatusChip>
  ) : (
    <span className="inline-flex items-center gap-1 text-12 text-muted">
      <CheckMark className="size-3.5 text-success" aria-hidden="true" />
      All fine
    </span>
  )
}

export function ChecksList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="grid gap-2.5">
      {checks.map(({ good, title, note }) => (
        <li key={title} className="flex gap-2 text-14">
          {good ? (
            <CircleCheck className="size-5 flex-none text-success" aria-label="Fine" />
          ) : (
            <TriangleAlert className="size-5 flex-none text-warning-icon" aria-label="To look at" />
          )}
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <b className="block font-semibold">{title}</b>
            <span className="text-12 text-muted">{note}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
