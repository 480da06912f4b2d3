import { RotateCw } from 'lucide-react'

/** Above the unsent items. `failed`: the kitchen may not have received them. */
export function NewTicketHeading({ failed }: { failed: boolean }) {
  return (
    <h2 className="flex items-baseline gap-2 px-4 py-1 text-14">
      New ticket
      {failed ? (
        <span className="flex items-center gap-1 font-semibold text-danger">
          <RotateCw className="size-4 self-center" aria-hidden="true" /> not sent, retry
        </span>
      ) : (
        <span className="font-normal text-muted">not sent</span>
      )}
    </h2>
  )
}
