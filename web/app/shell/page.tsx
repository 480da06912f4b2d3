import { Suspense, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { pageOf } from '#domain/permissions.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** A page whose script is loading: placeholder bars, shown after 150 ms. */
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

/** Where a shell shows its page: a scrolling column, unless the page scrolls itself with `min-h-0`. */
export function Main({ className = 'overflow-auto', children = <PageOutlet /> }: { className?: string; children?: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={cx('scroll-quiet relative flex min-h-0 min-w-0 flex-1 flex-col outline-none', className)}>
      {children}
    </main>
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

/** Tawa's logo, shown beside a name. */
export function Sign() {
  return (
    <b aria-hidden="true" className="grid size-8 flex-none place-items-center rounded-control bg-primary font-bold text-on-primary">
      T
    </b>
  )
}
