import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { NotFound } from './guard.tsx'

/** The path for which the browser loaded this document. */
const loadedAt = location.pathname

/** For an address of the diner's entry, which is another document: has the browser load it. If the server sent this document for it, the page doesn't exist. */
export function OtherDocument() {
  const { pathname, search } = useLocation()
  const isElsewhere = pathname !== loadedAt
  useEffect(() => {
    if (isElsewhere) location.replace(`${pathname}${search}`)
  }, [isElsewhere, pathname, search])
  return isElsewhere ? null : <NotFound />
}
