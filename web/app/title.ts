import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createStore, useStore } from '#web/core/store.ts'
import { screenAt } from './pages.ts'

const given = createStore<string | null>(null)

/** Sets a page's title when it depends on its content; other titles are in the table of screens. */
export function usePageTitle(text: string): void {
  useEffect(() => {
    given.set(text)
    return () => given.set(null)
  }, [text])
}

/** The title shown in the header. */
export function useTitle(): string {
  const { pathname } = useLocation()
  return useStore(given) ?? screenAt(pathname)?.title ?? ''
}

/** Shows the title in the browser's tab. Rendered once, at the root. */
export function DocumentTitle(): null {
  const title = useTitle()
  useEffect(() => {
    document.title = title ? `${title} · Tawa` : 'Tawa'
  }, [title])
  return null
}
