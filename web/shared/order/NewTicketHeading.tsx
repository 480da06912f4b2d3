import { RotateCw } from 'lucide-react'

/** Above the unsent items. `message`: why a send failed that the kitchen may have received, '' while its answer may still come. */
export function NewTicketHeading({ failed }: { failed: { message: string } | null }) {
  return (
    <h2 className="flex items-baseline gap-2 px-4 py-1 text-14">
      New ticket
      {failed?.message ? (
        <span className="flex items-center gap-1 font-semibold text-danger">
          <RotateCw className="size-4 self-center" aria-hidden="true" /> not sent, retry
        </span>
      ) : (
        <span className="font-normal text-muted">{failed ? 'sending…' : 'not sent'}</span>
      )}
    </h2>
  )
}
