import { RotateCw, WifiOff } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { LIVE_ATTEMPTS, retryLive, useLiveState } from '#web/core/live.ts'
import { useOnline } from '#web/core/online.ts'

/** Connected (a quiet dot) · Reconnecting 2/5 · Live updates off – Retry (SCREENS G4). The text "Connected" is hidden on phones; with `wordFrom` xl, also on narrower screens. */
export function ConnectionPill({ wordFrom = 'sm' }: { wordFrom?: 'sm' | 'xl' }) {
  const { status, attempt } = useLiveState()
  const online = useOnline()
  const hidden = wordFrom === 'xl' ? 'max-xl:sr-only' : 'max-sm:sr-only'
  const look = 'inline-flex h-10 min-w-0 flex-none items-center gap-2 px-3 text-14 whitespace-nowrap max-sm:px-2'
  // The socket may not have noticed yet; the banner has the details.
  if (!online && status === 'connected')
    return (
      <span role="status" className={cx(look, 'text-warning-icon')}>
        <WifiOff aria-hidden="true" />
        <span className={hidden}>Offline</span>
      </span>
    )
  if (status === 'disconnected')
    return (
      <span role="status" className="flex-none">
        <button
          type="button"
          onClick={retryLive}
          className={cx(look, 'touch rounded-control font-medium text-warning-icon hover:bg-raised')}
        >
          <WifiOff aria-hidden="true" />
          <span className="max-sm:sr-only">Live updates off – </span>
          <span className="underline underline-offset-3">Retry</span>
        </button>
      </span>
    )
  const trying = status === 'reconnecting' && attempt > 0
  return (
    <span role="status" className={cx(look, 'text-muted')}>
      {trying ? (
        <RotateCw className="size-4! text-warning-icon" aria-hidden="true" />
      ) : (
        <span aria-hidden="true" className={cx('size-2 flex-none rounded-full', status === 'connected' ? 'bg-success' : 'bg-border')} />
      )}
      <span className={cx(trying ? 'num' : hidden)}>
        {trying ? `Reconnecting ${attempt}/${LIVE_ATTEMPTS}` : status === 'connected' ? 'Connected' : 'Connecting'}
      </span>
    </span>
  )
}
