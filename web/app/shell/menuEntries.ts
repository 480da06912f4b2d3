import { useEffect } from 'react'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { createStore, useStore } from '#web/core/store.ts'

/** Entries that a page adds to the user menu, in a shell without another place for them. `entries` must be memoised. */
const store = createStore<readonly MenuEntry[]>([])
export function useMenuEntries(entries: readonly MenuEntry[]): void {
  useEffect(() => {
    store.set(entries)
    return () => store.set([])
  }, [entries])
}
export const usePageEntries = (): readonly MenuEntry[] => useStore(store)
