import { useEffect } from 'react'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { createStore, useStore } from '#web/core/store.ts'

/** What a page adds to the user menu of a shell that has no other place for it. `entries` must stay the same while nothing changes. */
const store = createStore<readonly MenuEntry[]>([])
export function useMenuEntries(entries: readonly MenuEntry[]): void {
  useEffect(() => {
    store.set(entries)
    return () => store.set([])
  }, [entries])
}
export const usePageEntries = (): readonly MenuEntry[] => useStore(store)
