import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createStore, useStore } from '#web/core/store.ts'
import { screenAt } from './pages.ts'

const given = createStore<string | null>(null)

/** For a page whose title depends on what it shows; the others have theirs in the table of screens. */
export function usePageTitle(text: string): void {
  useEffect(() => {
    given.set(text)
    return () => given.set(null)
  }, [text])
}

/** The words of the header. */
export function useTitle(): string {
  const { pathname } = useLocation()
  return useStore(given) ?? screenAt(pathname)?.title ?? ''
}

/** The same words in the browser's tab. Once, at the root. */
export function DocumentTitle(): null {
  const title = useTitle()
  useEffect(() => {
    document.title = title ? `${title} · Tawa` : 'Tawa'
  }, [title])
  return null
}
