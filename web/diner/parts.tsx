import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { FieldError } from '#domain/errors.ts'
import { messageOf } from '#web/core/api.ts'
import type { usePages } from './fetched.ts'
import './parts.css'

/** Parts that several of the diner's pages share. Their styles are loaded with them, and are not in the menu's document. */

/** A failed read, with the way to try again. */
export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="empty" role="alert">
      <p>{messageOf(error)}</p>
      <button type="button" className="button-quiet" onClick={retry}>
        Try again
      </button>
    </div>
  )
}

/** A labelled field; `error` is the server's. */
export function Field({ label, hint, error, children }: { label: string; hint?: string; error?: string; children: ReactNode }) {
  return (
    <label className="entry">
      <span>
        {label} {hint && <small>{hint}</small>}
      </span>
      <span className="input" data-bad={error ? '' : undefined}>
        {children}
      </span>
      {error && <small role="alert">{error}</small>}
    </label>
  )
}

/** The server's error of one field of the body. */
export const errorFor = (errors: readonly FieldError[], path: string): string | undefined => errors.find((e) => e.path === path)?.message

type List = Pick<ReturnType<typeof usePages<unknown>>, 'items' | 'more' | 'page' | 'error' | 'next' | 'isFetching'>

/** A list of `usePages`: placeholders for its first rows, then the rows, and the next page when the end comes near the screen. `end` is shown below the last row. */
export function Pages({ list, end = null, children }: { list: List; end?: ReactNode; children: ReactNode }) {
  if (!list.items) return list.error ? <Failed error={list.error} retry={list.next} /> : <Rows />
  return (
    <>
      {children}
      {list.error ? (
        <Failed error={list.error} retry={list.next} />
      ) : list.more ? (
        <EndOfList key={list.page} reached={() => list.isFetching || list.next()} />
      ) : (
        end
      )}
    </>
  )
}

/** The end of a list, for `Pages`: calls `reached` when it comes near the screen. */
function EndOfList({ reached }: { reached: () => unknown }) {
  const end = useRef<HTMLDivElement>(null)
  const onReach = useEffectEvent(reached)
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => seen.some((e) => e.isIntersecting) && onReach(), { rootMargin: '300px' })
    if (end.current) watch.observe(end.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={end} className="list-end" role="status">
      Loading more…
    </div>
  )
}

/** Placeholders for rows that are still loading. */
export const Rows = () => (
  <ul aria-hidden="true">
    {[0, 1, 2, 3, 4].map((n) => (
      <li key={n} className="listed loading" />
    ))}
  </ul>
)

/** A photo of a dish or a restaurant, or its initials if there is none. */
export function Photo({ src, name }: { src: string | null | undefined; name: string }) {
  return src ? (
    <img className="photo" src={src} alt="" width={88} height={88} loading="lazy" decoding="async" />
  ) : (
    <span className="photo" aria-hidden="true">
      {name
        .split(/\s+/)
        .slice(0, 2)
        .map((word) => [...word][0] ?? '')
        .join('')
        .toUpperCase()}
    </span>
  )
}
