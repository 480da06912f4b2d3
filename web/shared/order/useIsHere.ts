import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * For an answer that comes late: whether the page still shows what it showed at the press, by its key or the id of its order. It is no longer so when the person has
 * opened something else, or another page, and must not be taken away from that.
 */
export function useIsHere(shown: string | null): (key: string) => boolean {
  const now = useRef<string | null>(null)
  useLayoutEffect(() => {
    now.current = shown
    return () => void (now.current = null)
  }, [shown])
  return useCallback((key) => now.current === key, [])
}
