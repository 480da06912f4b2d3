import { RefreshCw } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { update, UPDATE_READY, useUpdateReady } from '../update.ts'

/** Where a header has room: says that a newer build is there. `className` hides it where there is none; the user menu has a dot and the same entry. */
export function UpdateNotice({ className = 'max-xl:hidden' }: { className?: string }) {
  const ready = useUpdateReady()
  return (
    <span role="status" className={cx('flex-none', className)}>
      {ready ? (
        <Button variant="quiet" size={40} icon={<RefreshCw />} onClick={update}>
          {UPDATE_READY}
        </Button>
      ) : null}
    </span>
  )
}
