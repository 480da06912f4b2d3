import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { QueryError } from './QueryError.tsx'

type LoadedProps<T> = {
  /** From `useQuery`. */
  query: { data: T | undefined; error: unknown; refetch: () => unknown; isFetching?: boolean; errorUpdatedAt?: number }
  /** A skeleton in the shape of the content; by default that of a form. */
  skeleton?: ReactNode
  /** Around the error. */
  className?: string
  children: (data: T) => ReactNode
}

/**
 * A query's answer: a skeleton until it is there, or why it failed, with "Try again". An answer that is there stays when a later fetch fails, so that
 * nothing typed is lost. An edit page is `<Loaded query={query}>{({ table }) => <TableForm table={table} />}</Loaded>`.
 */
export function Loaded<T>({ query, skeleton = <FormSkeleton />, className = 'm-4 sm:m-6', children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  return query.error ? <QueryError query={query} className={className} /> : skeleton
}

/** Four fields of a FormPage, or as many as a caller needs. */
export function FormSkeleton({ label = 'Loading', fields = 4 }: { label?: string; fields?: number }) {
  return (
    <div role="status" aria-label={label} className="grid w-full max-w-160 gap-4 p-4 sm:p-6">
      {Array.from({ length: fields }, (_, i) => (
        <div key={i} className="grid gap-1.5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  )
}
