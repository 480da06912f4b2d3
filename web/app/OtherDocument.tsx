import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { NotFound } from './guard.tsx'

/** The page that the browser itself has loaded. */
const loadedAt = location.pathname

/** An address of the diner's entry, which is another document: the browser loads it. Where the server sent this document for it, it isn't found. */
export function OtherDocument() {
  const { pathname, search } = useLocation()
  const isElsewhere = pathname !== loadedAt
  useEffect(() => {
    if (isElsewhere) location.replace(`${pathname}${search}`)
  }, [isElsewhere, pathname, search])
  return isElsewhere ? null : <NotFound />
}
