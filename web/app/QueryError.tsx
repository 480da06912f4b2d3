import { useEffect, useState } from 'react'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { ApiError, messageOf } from '#web/core/api.ts'

const secondsTo = (until: number | null) => (until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000)))

/** Seconds left until an instant; 0 when it has passed or is null. */
export function useCountdown(until: number | null): number {
  const [seconds, setSeconds] = useState(() => secondsTo(until))
  useEffect(() => {
    const tick = () => setSeconds(secondsTo(until))
    tick()
    if (until === null) return
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}

/** Shows a failed query: the server's message, and "Try again", which counts down after a rate limit (SCREENS G3). */
export function QueryError({
  query,
  className,
}: {
  query: { error: unknown; refetch: () => unknown; isFetching?: boolean; errorUpdatedAt?: number }
  className?: string
}) {
  const { error, errorUpdatedAt = 0 } = query
  const after = error instanceof ApiError ? error.retryAfter : undefined
  const left = useCountdown(after && errorUpdatedAt ? errorUpdatedAt + after * 1000 : null)
  if (!error) return null
  return (
    <ErrorCard
      className={className}
      message={messageOf(error)}
      retryLabel={left > 0 ? `Try again in ${left} s` : 'Try again'}
      retrying={query.isFetching}
      onRetry={() => (left > 0 ? undefined : void query.refetch())}
    />
  )
}
