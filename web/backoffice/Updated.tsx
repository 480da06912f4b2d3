import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { Call } from '#domain/api/index.ts'
import { Slot } from '#web/app/shell/slots.tsx'
import { useDates } from '#web/core/dates.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

/** In the header: since when the page shows what it shows, and a button that asks these calls again. `at` in milliseconds, 0 before the first answer. */
export function Updated({ at, calls }: { at: number; calls: readonly Call[] }) {
  const dates = useDates()
  const client = useQueryClient()
  const isOne = ({ queryKey }: { queryKey: readonly unknown[] }) => calls.some((call) => call === queryKey[0])
  const fetching = useIsFetching({ predicate: isOne }) > 0
  return (
    <Slot name="actions">
      {at > 0 ? <span className="num text-12 text-muted max-sm:sr-only">Updated {dates.clock(at)}</span> : null}
      <IconButton
        label="Refresh"
        icon={<RefreshCw className="size-4.5" />}
        size={32}
        loading={fetching && at > 0}
        onClick={() => void client.invalidateQueries({ predicate: isOne })}
      />
    </Slot>
  )
}
