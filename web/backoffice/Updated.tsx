import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { Call } from '#domain/api/index.ts'
import { Slot } from '#web/app/shell/slots.tsx'
import { useDates } from '#web/core/dates.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

/** In the header: when the page's data was fetched, and a button that fetches it again. `at` in milliseconds, 0 before the first answer. */
export function Updated({ at, calls }: { at: number; calls: readonly Call[] }) {
  const dates = useDates()
  const client = useQueryClient()
  const isOne = ({ queryKey }: { queryKey: readonly unknown[] }) => calls.some((call) => call === queryKey[0])
  const fetching = useIsFetching({ predicate: isOne }) > 0
  return (
    <Slot name="actions">
      {/* Its place is kept before the first answer, so that nothing moves when it comes. */}
      <span aria-hidden={at === 0} className={cx('num text-12 text-muted max-sm:sr-only', at === 0 && 'invisible')}>
        Updated {at > 0 ? dates.clock(at) : '00:00'}
      </span>
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
