import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { pageOf } from '#domain/permissions.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AlertSnackbars } from '#web/shared/floor/alerts.tsx'
import { LiveConnection } from '#web/core/live.ts'
import { PrintHost } from '#web/shared/print/PrintPreview.tsx'
import { useProfile } from '#web/core/profile.ts'
import { useRestaurantColours } from '#web/app/theme.ts'
import { Palette } from './Palette.tsx'

/** A page that is still being fetched: bars in the usual geometry, after 150 ms. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid flex-1 content-start gap-4 p-4 sm:p-6">
      <Skeleton className="h-8 w-48" />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {Array.from({ length: 4 }, (_, i) => (
          <Skeleton key={i} className="h-28 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}

/** The page of the route, in its shell. */
export function PageOutlet() {
  const { pathname } = useLocation()
  return (
    <Suspense key={pageOf(pathname) ?? pathname} fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  )
}

/** What every staff shell has without showing it. */
export function StaffServices() {
  const profile = useProfile()
  useRestaurantColours(profile)
  return (
    <>
      <LiveConnection />
      <AlertSnackbars />
      <PrintHost />
      <Palette />
    </>
  )
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-control bg-primary px-4 py-3 text-on-primary focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-70"
    >
      Skip to content
    </a>
  )
}
