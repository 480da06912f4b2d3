import { useEffect } from 'react'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { createStore, useStore } from '#web/core/store.ts'

/** Entries that a page or a service of the shell adds to the user menu while it is there. `entries` must be memoised. */
const store = createStore<readonly (readonly MenuEntry[])[]>([])
export function useMenuEntries(entries: readonly MenuEntry[]): void {
  useEffect(() => {
    store.set((all) => [...all, entries])
    return () => store.set((all) => all.filter((one) => one !== entries))
  }, [entries])
}
export const useAddedEntries = (): readonly MenuEntry[] => useStore(store).flat()
