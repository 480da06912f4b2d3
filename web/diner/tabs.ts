import { readText } from '#web/core/store.ts'

/**
 * Calls `read` when another tab of this phone has changed what is stored under a key: at once, and when this tab is shown again, because a tab that was frozen hears of
 * no change. Without a storage nothing ever changes.
 */
export function followTabs(key: string, read: () => void): void {
  let seen = readText(key)
  addEventListener('storage', (event) => {
    if (event.key === key) read()
  })
  document.addEventListener('visibilitychange', () => {
    const now = readText(key)
    if (document.visibilityState === 'visible' && now !== seen) read()
    seen = now
  })
}
