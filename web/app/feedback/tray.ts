import type { ReactNode } from 'react'
import { createStore, useStore } from '#web/core/store.ts'

/** A message that needs an action and doesn't hide by itself (SCREENS G3): a ticket not sent, a KOT not printed. Shown below the header of every shell. */
export type TrayItem = {
  id: string
  text: ReactNode
  detail?: ReactNode
  action?: { label: string; run: () => void | Promise<unknown> }
  /** If given, it can be dismissed without the action. */
  onDismiss?: () => void
}

const store = createStore<TrayItem[]>([])
export const putInTray = (item: TrayItem): void =>
  store.set((all) => (all.some((i) => i.id === item.id) ? all.map((i) => (i.id === item.id ? item : i)) : [...all, item]))
export const takeFromTray = (id: string): void => store.set((all) => (all.some((i) => i.id === id) ? all.filter((i) => i.id !== id) : all))
export const useTray = (): TrayItem[] => useStore(store)
