import { useEffect } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { to } from '#web/core/to.ts'

const RELOADED = 'tawa_reloaded'
/** A page's script can't be loaded, because a deploy has replaced it. A reload gets the new one; it is tried once. */
const isChunk = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|Failed to fetch|Unable to preload CSS/i.test(error.message)

function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < 30_000) return false
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}

/** Shown instead of a page that failed to render, so that the shell stays usable. */
export function RouteError() {
  const error = useRouteError()
  const { pathname } = useLocation()
  useEffect(() => {
    console.error(error)
    if (isChunk(error) && navigator.onLine) reloadOnce()
  }, [error])
  return (
    <div className="grid min-h-60 flex-1 place-items-center p-4">
      <div className="grid w-full max-w-140 gap-3">
        <ErrorCard message="This page could not be shown." onRetry={() => location.reload()} retryLabel="Reload">
          Unsent items are safe on this device.
        </ErrorCard>
        {pathname === to.start() ? null : (
          <Button asChild variant="quiet" className="justify-self-center">
            <a href={to.start()}>Go to your home page</a>
          </Button>
        )}
      </div>
    </div>
  )
}
